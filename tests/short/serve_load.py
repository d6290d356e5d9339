# A server that is misused answers others all the same, and what an answer may cost is bounded: time, memory, connections, the disk.
# Nothing is timed: what is checked is that answers come while others have none, and that what is too much ends.
import os, select, sys

sys.path.insert(0, os.path.join(os.environ["SOURCE"], "tests"))
from serve_lab import *

command("solve", "chomp")
judge = Judge()
EXPENSIVE = "/api/value?expr=and(nim(250,250,250),nim(250,250,250))"  # minutes, and gigabytes
LONGER = "chomp(8;8)" if SLOW_BUILD else "chomp(10;10)"  # more than a slice of time
CHEAP = "/api/value?expr=sum(nim(3),kayles(7))"
LOOK_UP = "/api/games/chomp/default/positions/start"


def begin(s, path):
    c = socket.create_connection(("127.0.0.1", s.port), timeout=120)
    c.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return c


def unanswered(connections):
    return len(connections) - len(select.select(connections, [], [], 0)[0])


def memory_peak(s):
    with open(f"/proc/{s.process.pid}/status") as f:
        return next(int(line.split()[1]) * 1024 for line in f if line.startswith("VmHWM"))


def refused(s, path, status, code):
    a = s.ask(path)
    judge.answer(a, path)
    check((a.status, a.json.get("code")) == (status, code), f"{path}: {a.status} {a.body[:300]}")
    return a.json


# Expensive ones have places of their own.
with Server("--patience", "1000", "--request-memory", "2G") as s:
    expensive = [begin(s, EXPENSIVE) for _ in range(4)]
    for i in range(20):
        check(s.ask(LOOK_UP).status == 200 and s.ask(CHEAP).status == 200, "cheap ones")
        check(s.ask(f"/api/games/nim/piles={i + 1}/positions/start").status == 200, "solved on the spot")
    check(unanswered(expensive) == 4, "they were expensive")
    # Work for who has hung up is given up: others get the place of it.
    for c in expensive:
        c.close()
    longer = s.ask("/api/value?expr=" + LONGER)
    check(longer.status == 200, f"after they have hung up: {longer.status} {longer.body[:200]}")
    # However many there are, a game that nobody has opened yet is opened.
    many = [begin(s, EXPENSIVE) for _ in range(20)] + [begin(s, CHEAP) for _ in range(250)]
    check(s.ask("/api/games/tic-tac-toe/default/positions/start").status == 200, "a small game among many expensive sums")
    check(unanswered(many[:20]) == 20, "they are still there")
    check(all(c.recv(15) == b"HTTP/1.1 200 OK" for c in many[20:]), "who asked after them")
    for c in many:
        c.close()

# Time and memory have limits; who asks hears which, and what to do.
with Server("--request-memory", "24M") as s:
    error = refused(s, EXPENSIVE, 422, "too-large")
    check("24" in error["error"] and error["command"] == "zermelo value 'and(nim(250,250,250),nim(250,250,250))'", error)
    check(s.get(EXPENSIVE.replace("and(", "union("))["remoteness"] is None, "what is known without a search")
    check(memory_peak(s) < 300 << 20 or SLOW_BUILD, f"{memory_peak(s)} bytes")
    check(s.ask(CHEAP).status == 200, "a cheap one")
with Server("--patience", "1") as s:
    check("1 seconds" in refused(s, EXPENSIVE, 503, "too-slow")["error"], "too slow")

# Many ask for a table that has to be made: one makes it, the others wait for it without keeping anybody from anything.
with Server() as s:
    waiting = [begin(s, "/api/games/pig/goal=25/positions/start") for _ in range(40)]
    check(s.ask(CHEAP).status == 200, "a cheap one")
    check(all(c.recv(15) == b"HTTP/1.1 200 OK" for c in waiting), "all get its values")

# A byte now and then does not keep a connection, and many such do not keep others out: the oldest is closed.
with Server("--connections", "50", "--header-time", "3600") as s:
    dawdlers = [begin(s, LOOK_UP) for _ in range(2)]
    for c in dawdlers:
        check(c.recv(15) == b"HTTP/1.1 200 OK", "they can ask")
    for i in range(200):
        dawdlers.append(socket.create_connection(("127.0.0.1", s.port)))
        dawdlers[-1].sendall(b"GET /api/games HTTP/1.1\r\nHost: loc"[: i % 30])
    check(s.ask(LOOK_UP).status == 200, "others are answered")
    # Several threads accept, so a connection can be noted a little after later ones: how many go is fixed, not which.
    open_ones = dawdlers[:]
    while len(open_ones) > 50:
        for c in select.select(open_ones, [], [])[0]:
            try:
                if not c.recv(65536):
                    open_ones.remove(c)
            except ConnectionError:
                open_ones.remove(c)
    check(unanswered(dawdlers[-20:]) == 20, "not those that came last")
with Server("--header-time", "1") as s:
    c = socket.create_connection(("127.0.0.1", s.port))
    c.sendall(b"GET /api/games HTTP/1.1\r\nX: ")
    for i in range(10000):
        if select.select([c], [], [], 0.1)[0]:
            break
        c.sendall(b"a")
    check(i < 9999, "who takes for ever is hung up on")
    check(s.ask(LOOK_UP).status == 200, "others")


# Who listens to everybody solves nothing unless told to, and then no more than the disk may take.
GEESE = "/api/games/fox-and-geese/geese=4"
with Server("--address", "0.0.0.0") as s:
    check(s.ask(GEESE + "/solve", method="POST").status == 403, "it solves nothing")
    check(s.get("/api/games/fox-and-geese/geese=6")["available"] == "large", "nor says it would")
check("everybody" in s.messages and "--solves" in s.messages and s.messages.count("\n") == 1, s.messages)
with Server("--address", "0.0.0.0", "--solves", "1", "--disk", "4K") as s:
    check(s.ask(GEESE + "/solve", method="POST").status == 202, "it solves when told to")
    while (v := s.get(GEESE))["available"] == "solving":
        time.sleep(0.02)
    a = s.ask("/api/games/chomp/rows=4/solve", method="POST")
    judge.answer(a, "/api/games/chomp/rows=4/solve", "post")
    check((a.status, a.json.get("code")) == (507, "disk-full") and "--disk" in a.json["error"], f"{a.status} {a.body[:300]}")
check("KiB of tables" in s.messages and "--disk" in s.messages, s.messages)
finish()
