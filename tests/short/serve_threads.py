# Many at once: the same questions get the same answers whoever else asks, variants come and go, and nothing is lost when the server ends
# in the middle.
import concurrent.futures, os, random, sys

sys.path.insert(0, os.path.join(os.environ["SOURCE"], "tests"))
from serve_lab import *

ASKERS, QUESTIONS = 16, 20 if SLOW_BUILD else 60
command("solve", "chomp")
command("solve", "hasenspiel", "size=6")
PATHS = ["/api/games", "/api/games/chomp", "/api/games/chomp/default", "/api/games/chomp/default/positions/start", "/api/games/chomp/default/stats",
         "/api/games/chomp/default/line/start", "/api/games/chomp/default/random?seed=3", "/api/games/hasenspiel/size=6/positions/start",
         "/api/games/hasenspiel/size=6/line/start", "/api/games/hasenspiel/size=6/stats", "/api/games/tic-tac-toe/default/positions/start",
         "/api/games/nim/piles=3,4/positions/start", "/api/games/chomp/compare", "/api/value?expr=sum(nim(3),kayles(7))",
         "/api/games/hasenspiel/size=6/positions/b4:a3,c3,a5:w", "/api/games/nothing", "/api/games/chomp/default/positions/9,9", "/"]
# More variants than are kept open.
PATHS += [f"/api/games/nim/piles={i},{i % 7}/positions/start" for i in range(1, 100)]


def ask(s, seed):
    """One asker, on one connection."""
    order, got = random.Random(seed), {}
    connection = http.client.HTTPConnection("127.0.0.1", s.port, timeout=200)
    for _ in range(QUESTIONS):
        path = order.choice(PATHS)
        connection.request("GET", path)
        a = connection.getresponse()
        got.setdefault(path, set()).add((a.status, a.read()))
    connection.close()
    return got


with Server("--threads", "4") as s, concurrent.futures.ThreadPoolExecutor(ASKERS) as pool:
    answers = {}
    for got in pool.map(lambda seed: ask(s, seed), range(ASKERS)):
        for path, said in got.items():
            answers.setdefault(path, set()).update(said)
    for path, said in answers.items():
        if path in ("/api/games/chomp", "/api/games/chomp/default"):
            continue  # they tell what is being done
        check(len(said) == 1, f"{path}: {len(said)} different answers: {[str(x)[:200] for x in said]}")
        status = {"/api/games/nothing": 404, "/api/games/chomp/default/positions/9,9": 400}.get(path, 200)
        check({x[0] for x in said} == {status}, f"{path}: {[x[0] for x in said]}")

# Ended while it is asked: what is answered is answered whole.
s = Server()


def ask_until_gone(seed):
    order = random.Random(seed)
    while True:
        path = order.choice(PATHS)
        try:
            a = s.ask(path)
        except (OSError, http.client.HTTPException):
            return True
        if a.headers["Content-Type"] == "application/json":
            a.json


with concurrent.futures.ThreadPoolExecutor(8) as pool:
    askers = [pool.submit(ask_until_gone, seed) for seed in range(8)]
    time.sleep(0.7)
    check(s.stop() == 0, f"ended while it was asked: {s.messages}")
    check(all(a.result(timeout=60) for a in askers), "askers")
finish()
