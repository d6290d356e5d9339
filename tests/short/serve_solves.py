# Solving in the background: progress, limits, and a server that is ended or killed meanwhile: the next one goes on, and the table is the
# same, byte for byte, as the command's. A table that is made again is noticed.
import filecmp, os, sys, threading

sys.path.insert(0, os.path.join(os.environ["SOURCE"], "tests"))
from serve_lab import *

judge = Judge()
GEESE = "geese=4" if SLOW_BUILD else "geese=5"
AT = f"/api/games/fox-and-geese/{GEESE}"
PLAIN = TABLES + "-plain"


def post(s, path, status, **more):
    a = s.ask(path, method="POST", **more)
    judge.answer(a, path, "post")
    check(a.status == status, f"POST {path}: {a.status}, not {status}: {a.body[:300]}")
    return a.json


def wait_for(s, what, seconds=500):
    """Asks until `what` says so; the last answer."""
    until = time.time() + seconds
    while time.time() < until:
        a = s.ask(AT)
        judge.answer(a, AT)
        if what(a.json):
            return a.json
        time.sleep(0.02)
    wrong(f"still {a.json['available']} {a.json['solving']} {a.json['failed']}")
    return a.json


def same_files(a, b):
    names = sorted(n for n in os.listdir(b) if n != "lock")
    check(sorted(n for n in os.listdir(a) if n != "lock") == names, f"{a}: {os.listdir(a)}")
    check(all(filecmp.cmp(os.path.join(a, n), os.path.join(b, n), False) for n in names), f"{a}: other bytes")


expected = command("solve", "fox-and-geese", GEESE, tables=PLAIN)
for how in (signal.SIGTERM, signal.SIGKILL):
    s = Server("--threads", "2")
    v = post(s, AT + "/solve", 202)
    check(v["available"] == "solving" and v["solving"]["seconds"] >= 0, v["solving"])
    post(s, AT + "/solve", 202)  # again: it is the same one
    busy = s.ask("/api/games/chomp/default/solve", method="POST")
    if busy.status != 202:  # unless the first was quick
        judge.answer(busy, "/api/games/chomp/default/solve", "post")
        check(busy.status == 409 and "Retry-After" in busy.headers, busy.body)
    wait_for(s, lambda v: v["available"] != "solving" or (v["solving"]["done"] or 0) > 0.2)
    check(s.ask("/api/games/chomp/default/positions/start").status == 200, "others are answered meanwhile")
    check(s.stop(how) == (0 if how == signal.SIGTERM else -how), f"{how}: {s.messages}")
    with Server() as s:
        v = s.get(AT)
        if v["available"] != "table":
            post(s, AT + "/solve", 202)
        v = wait_for(s, lambda v: v["available"] not in ("solving", "spot", "can"))
        check(v["available"] == "table" and v["failed"] is None and v["solving"] is None, v["available"])
        check(all(v["summary"][k] == expected[k] for k in v["summary"]), "the summary")
        check(post(s, AT + "/solve", 200)["available"] == "table", "it is there")
    same_files(f"{TABLES}/fox-and-geese/{GEESE}", f"{PLAIN}/fox-and-geese/{GEESE}")
    subprocess.run(["rm", "-r", TABLES], check=True)

# Limits.
with Server("--solves", "0") as s:
    check("--solves N" in post(s, "/api/games/chomp/default/solve", 403)["error"], "no solves")
with Server("--largest", "1000") as s:
    error = post(s, AT + "/solve", 422)
    check("zermelo solve fox-and-geese" in error["command"], error)
with Server("--memory", "8M") as s:  # refused before it begins
    post(s, AT + "/solve", 202)
    v = wait_for(s, lambda v: v["available"] != "solving")
    check(v["failed"] and "memory" in v["failed"], v["failed"])
with Server("--solve-time", "1", "--threads", "1") as s:
    post(s, "/api/games/fox-and-geese/geese=6/solve", 202)
    until = time.time() + 500
    while (v := s.get("/api/games/fox-and-geese/geese=6"))["available"] == "solving" and time.time() < until:
        time.sleep(0.1)
    check(v["failed"] and "1 seconds" in v["failed"], v["failed"])
open("file", "w").close()
with Server(tables="file") as s:
    post(s, "/api/games/chomp/default/solve", 202)
    until = time.time() + 500
    while not (failed := s.get("/api/games/chomp/default")["failed"]) and time.time() < until:
        time.sleep(0.02)
    check(failed, "no folder")

# On the spot too it is said how far it is, while whoever asked waits. Polling may miss a short solve, so longer ones follow until it
# is seen.
def watch(s, at):
    """Asks for a position that is not solved yet, and polls meanwhile; was it seen how far it is?"""
    asked = threading.Thread(target=lambda: check(s.ask(at + "/positions/start").status == 200, at))
    asked.start()
    seen = []
    while asked.is_alive():
        seen.append(s.get(at))
        time.sleep(0.01)
    check(all(v["available"] in ("spot", "memory") for v in seen), f"on the spot: {[v['available'] for v in seen]}")
    judge.answer(s.ask(at), at)
    v = s.get(at)
    check(v["available"] == "memory" and v["solving"] is None, v)
    return any(v["solving"] and v["solving"]["done"] is not None for v in seen)


with Server() as s:
    goals = (45, 60, 70, 80, 100, 120, 140)
    check(any(watch(s, f"/api/games/pig/goal={goal}") for goal in goals), f"how far it is, of none of {goals}")

# A table that is made again, with other values.
command("solve", "chomp", "rows=4")
with Server() as s:
    at = "/api/games/chomp/rows=4/positions/start"
    before = s.ask(at)
    command("solve", "chomp", "rows=4", "--values", "wdl", "--again")
    time.sleep(1.2)
    after = s.ask(at)
    check(before.json["values"] == "distance" and after.json["values"] == "wdl", "made again")
    check(before.headers["ETag"] != after.headers["ETag"] and after.json["remoteness"] is None, "its ETag")
    judge.answer(s.ask("/api/games/chomp/rows=4/stats"), "/api/games/chomp/rows=4/stats")
    line = s.ask("/api/games/chomp/rows=4/line/start")
    judge.answer(line, "/api/games/chomp/rows=4/line/start")
    check(line.json["ends"] == "win", "a line without distances")
    check(s.ask("/api/games/chomp/rows=4/random?far=1").status == 422, "no distances")
finish()
