# A file of a table that becomes shorter while the server has it in memory is an error of who asks for it, not the end of the server.
import os, sys

sys.path.insert(0, os.path.join(os.environ["SOURCE"], "tests"))
from serve_lab import *

if SANITIZED:
    skip("a sanitizer has handlers of its own")
folder = command("solve", "hasenspiel", "size=6")["table"]
AT = "/api/games/hasenspiel/size=6"
with Server() as s:
    check(s.get(AT)["available"] == "table", "the table is there")
    for name in os.listdir(folder):
        if name.startswith("part"):
            os.truncate(os.path.join(folder, name), 0)
    for _ in range(3):
        a = s.ask(AT + "/positions/start")
        check(a.status == 500 and "shorter" in a.body.decode(), f"{a.status} {a.body[:300]}")
        check(s.ask("/api/games/tic-tac-toe/default/positions/start").status == 200, "others are answered")
finish()
