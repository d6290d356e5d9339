# A plugin that never returns is answered with an error within the server's patience and refused from then on, and others are answered all the time;
# one that crashes ends the server with a line that says why.
import os, subprocess, sys, threading

sys.path.insert(0, os.path.join(os.environ["SOURCE"], "tests"))
from serve_lab import *

plugins = os.path.join(os.environ["TMPDIR"], "plugins")
os.makedirs(plugins)
os.environ["ZERMELO_PLUGINS"] = plugins
for name, flags in (("wrong-hash", []), ("wrong-dense", ["-DINDEXED=ZM_CYCLES"])):
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-DZM_PLUGIN", *flags, "-I" + os.path.join(SOURCE, "include"), "-o",
                    os.path.join(plugins, name + ".so"), os.path.join(SOURCE, "tests/wrong_game.c")], check=True)


def at(game, position):
    return f"/api/games/{game}/default/positions/{position}"


FINE = at("tic-tac-toe", "start")

# Without a table: solved on the spot, on all threads. With one: looked up.
command("solve", "wrong-hash")
os.environ["WRONG"] = "loop play 7"
SOLVED = "/api/games/wrong-dense/default"
behind = Server("--solve-time", "1")  # it takes a while; its end is below
check(behind.ask(SOLVED + "/solve", method="POST").status == 202, "a solve in the background")
s = Server("--patience", "2")
check(s.ask(FINE).status == 200, "a game that is right")
check(s.ask(at("wrong-hash", "1000a")).status == 200, "where it is right it is answered")
for game, position in (("wrong-dense", "start"), ("wrong-hash", "7a")):
    answers = []
    asked = [threading.Thread(target=lambda: answers.append(s.ask(at(game, position)))) for _ in range(2)]
    for t in asked:
        t.start()
    while any(t.is_alive() for t in asked):
        check(s.ask(FINE).status == 200, "others are answered meanwhile")
        time.sleep(0.1)
    for a in answers:
        text = a.body.decode()
        check(a.status in (500, 503), f"{game}: {a.status} {text[:300]}")
    check(any(f"{game} does not return from" in a.body.decode() and "position" in a.body.decode() for a in answers),
          [a.body for a in answers])
    a = s.ask(at(game, "start"))
    check(a.status == 500 and "is refused" in a.body.decode(), f"{game} later: {a.status} {a.body[:300]}")
check(s.ask(FINE).status == 200, "a game that is right")
check(s.stop() == 0, f"it ends when it is asked to: {s.messages}")

# A solve in the background that does not end is given up with the place it is at.
while (a := behind.ask(SOLVED)).status == 200 and a.json["available"] == "solving":
    time.sleep(0.1)
check(a.status == 500 and "wrong-dense does not return from `play`" in a.body.decode() and "7" in a.json["error"],
      f"in the background: {a.status} {a.body[:300]}")
check(behind.ask(FINE).status == 200, "a game that is right")
check(behind.stop() == 0, f"it ends when it is asked to: {behind.messages}")

os.environ["WRONG"] = "null moves 7"
s = Server()
check(s.ask(FINE).status == 200, "a game that is right")
try:
    s.ask(at("wrong-hash", "7a"))
    wrong("a crash was answered")
except (http.client.HTTPException, OSError):
    pass
code = s.process.wait(timeout=60)
message = s.process.stderr.read()
check(code == 2, f"exit {code}")
check(message.count("\n") == 1 and "the game wrong-hash crashed (segmentation fault) in `moves`" in message and
      'at position "7a"' in message, message)
finish()
