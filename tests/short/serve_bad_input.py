# Whatever is sent, the right status comes back with one line that says what is wrong, as JSON; and the server goes on serving.
import os, sys, threading

sys.path.insert(0, os.path.join(os.environ["SOURCE"], "tests"))
from serve_lab import *

judge = Judge()
command("solve", "chomp")
CHOMP = "/api/games/chomp/default"


def refused(s, path, status, words="", method="GET", code=None, **more):
    a = s.ask(path, method=method, **more)
    check(a.status == status, f"{method} {path[:100]}: {a.status}, not {status}: {a.body[:200]}")
    try:
        error = a.json
        judge.judge(error, judge.api["components"]["schemas"]["Error"])
    except ValueError as e:
        return wrong(f"{method} {path[:100]}: {e}: {a.body[:200]}")
    check(error["status"] == status and "\n" not in error["error"] and words in error["error"], f"{method} {path[:100]}: {error}")
    check(code in (None, error["code"]), f"{method} {path[:100]}: {error['code']}, not {code}")
    if method == "GET" and "get" in judge.api["paths"].get(judge.route_of(path), {}):
        judge.answer(a, path)
    return a


def status_of(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else None


with Server() as s:
    # Addresses.
    for path, status, words in [
        ("/api", 404, "nothing"), ("/api/", 404, "nothing"), ("/api/nothing", 404, "nothing"), ("/api/games/", 404, "no game"),
        ("/api/games/chmop", 404, 'did you mean "chomp"'), ("/api/games/chmop/default", 404, "no game"),
        ("/api/games/..%2f..%2fetc/default", 404, "no game"), ("/api/games/%2e%2e/default", 404, "no game"),
        ("/api/games/%2Ftmp%2Fx.so/default", 404, "no game"), ("/api/games/x.c/default", 404, "no game"),
        ("/api/games/chomp/..%2f..", 400, ""), ("/api/games/chomp/rows=../../x", 404, ""), ("/api/games/chomp/rows=..%2F..%2Fx", 400, "rows"),
        ("/api/games/chomp/rows=0", 400, "rows"), ("/api/games/chomp/rows=3,rows=4", 400, "rows"), ("/api/games/chomp/rwos=3", 400, "rows"),
        ("/api/games/chomp/rows", 400, ""), ("/api/games/chomp/" + ",".join(f"a{i}=1" for i in range(40)), 400, ""),
        ("/api/games/chomp//positions/start", 400, ""), (CHOMP + "/nothing", 404, "nothing"), (CHOMP + "/positions", 404, "nothing"),
        (CHOMP + "/positions/", 400, "position"), (CHOMP + "/positions/9,9", 400, "character 1"), (CHOMP + "/positions/4,4/4", 400, "position"),
        (CHOMP + "/positions/" + "4," * 200, 400, "long"), (CHOMP + "/positions/%zz", 400, "%"), (CHOMP + "/positions/4%", 400, "%"),
        (CHOMP + "/positions/4%2", 400, "%"), (CHOMP + "/positions/%00", 400, "%"), (CHOMP + "/positions/4%0a", 400, "UTF-8"),
        (CHOMP + "/positions/%ff%fe", 400, "UTF-8"), (CHOMP + "/positions/%ed%a0%80", 400, "UTF-8"), (CHOMP + "/positions/%c0%af", 400, "UTF-8"),
        (CHOMP + "/positions/%E2%82%AC", 400, "€"), (CHOMP + "/positions/start?x=1", 400, "x"), (CHOMP + "/random?seed=-1", 400, "seed"),
        (CHOMP + "/random?seed=1&seed=2", 400, "twice"), (CHOMP + "/random?value=won", 400, "win"), (CHOMP + "/random?turn=white", 400, "first"),
        (CHOMP + "/random?far=99999999999999999999", 400, "far"), (CHOMP + "/line/start?plies=0", 400, "plies"),
        (CHOMP + "/random?" + "&".join(f"a{i}" for i in range(30)), 400, "more than"), ("/api/value", 400, "expr"), ("/api/value?expr=", 400, "expr"),
        ("/api/value?expr=nim(3", 400, "character"), ("/api/value?expr=%2Fetc%2Fpasswd", 400, "files"), ("/api/value?expr=sum(x.so)", 400, "files"),
        ("/api/value?expr=" + quote("sum(" * 70 + "nim" + ")" * 70), 400, "deep"), ("/api/value?expr=hasenspiel", 400, "different moves"),
        ("/api/value?expr=nim&misere=2", 400, "misere"), ("/api/games/chomp/compare?variants=rows%3D99", 400, "rows"),
        ("/api/games/chomp/compare?variants=" + ";".join(["default"] * 70), 400, "most"),
        ("/api/games/fox-and-geese/default/line/start", 404, "zermelo solve fox-and-geese"), ("/..%2f..%2fetc%2fpasswd.txt", 404, ""),
        ("/../../etc/passwd.txt", 404, ""), ("/assets/..%2f..%2fx.js", 404, ""),
    ]:
        refused(s, path, status, words)
    for path, status, code in [
        ("/api/nothing", 404, "nothing-there"), ("/api/games/chmop", 404, "no-game"), ("/api/games/chmop/default", 404, "no-game"),
        ("/api/games/chomp/rows=0", 400, "bad-option"), ("/api/games/chomp/compare?variants=rows%3D99", 400, "bad-option"),
        (CHOMP + "/positions/9,9", 400, "bad-position"), (CHOMP + "/positions/" + "4," * 200, 400, "bad-position"),
        (CHOMP + "/positions/start?x=1", 400, "bad-request"), (CHOMP + "/random?far=1000", 404, "no-state"),
        ("/api/games/fox-and-geese/default/line/start", 404, "no-table"), ("/api/games/pig/goal=5/line/start", 422, "dice"),
        ("/api/games/pig/compare", 422, "dice"), ("/api/value?expr=nim(3", 400, "bad-expression"), ("/api/value?expr=x.so", 400, "bad-expression"),
    ]:
        refused(s, path, status, code=code)
    for plus in ("+", "%2B"):  # what is meant by it is a sum
        refused(s, f"/api/value?expr=nim(3){plus}kayles(7)", 400, "sum(nim(3),kayles(7))", code="bad-expression")
    refused(s, "/" + "a" * 5000, 414, "5001", code="too-long")
    refused(s, "/api/games/" + "a" * 4000, 404)
    check("command" in s.ask("/api/games/fox-and-geese/default/line/start").json, "what to type")
    # The page has one address; people are led there from elsewhere, also from behind a proxy.
    for path, home in [("/any/deep/path", "./../../"), ("/any", "./"), ("/any/?x=/", "./../"), ("/no.html", "./"), ("//", "./../")]:
        refused(s, path, 404, "nothing", code="nothing-there")
        a = s.ask(path, Accept="text/html,*/*")
        check(a.status == 404 and a.headers["Content-Type"].startswith("text/html"), f"{path}: {a.status} {a.headers}")
        check(f'href="{home}"'.encode() in a.body, f"{path}: {a.body}")
    # Methods and what is sent with them.
    for method in ("POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"):
        a = refused(s, CHOMP, 405, "GET", method=method)
        check(a and "GET" in a.headers["Allow"], f"{method}: Allow")
    check("POST" in refused(s, CHOMP + "/solve", 405, "POST").headers["Allow"], "GET of a POST")
    solve = CHOMP + "/solve"
    refused(s, solve, 400, "JSON", method="POST", body="nonsense")
    refused(s, solve, 400, "JSON object", method="POST", body="[]")
    refused(s, solve, 400, "values", method="POST", body='{"values": "x"}')
    refused(s, solve, 400, "wished", method="POST", body='{"other": 1}')
    refused(s, solve, 400, "JSON", method="POST", body='{"values": "wdl", "values": "wdl"}')
    refused(s, solve, 413, "4096", method="POST", body="x" * 100000)
    refused(s, "/api/games/fox-and-geese/default/solve", 422, "too large", method="POST")
    # Who asks.
    for host in ("evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "[::2]", ""):
        refused(s, CHOMP, 403, "does not answer", Host=host)
    for host in ("localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:9"):
        check(s.ask(CHOMP, Host=host).status == 200, host)
    for origin in ("http://evil.example", "null", "x"):
        refused(s, solve, 403, "cannot ask", method="POST", Origin=origin)
    check(s.ask(solve, method="POST", Origin=f"http://127.0.0.1:{s.port}").status == 200, "the page itself")
    here = f"http://127.0.0.1:{s.port}"
    for origin in (f"https://127.0.0.1:{s.port}", f"http://localhost:{s.port}", "http://127.0.0.1", f"http://127.0.0.1:{s.port ^ 1}",
                   here + "@evil.example", here + "0", here + "/"):  # another place, if only by its port
        refused(s, solve, 403, "cannot ask", method="POST", Origin=origin)
    check(s.ask(solve, method="POST", Host="localhost", Origin="http://localhost").status == 200, "a port that goes without saying")
    check(s.ask(solve, method="POST", Host="localhost", Origin="https://localhost", X_Forwarded_Proto="https").status == 200, "behind a proxy")
    # What could be read in two ways is refused, and nothing after it is read.
    smuggled = b"0\r\n\r\nGET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
    for words, lines in [
        ("Host", ["Host: localhost", "Host: localhost"]), ("Host", ["Host: localhost", "hOST: evil.example"]),
        ("Host", ["Host: localhost:80@evil.example"]), ("Host", ["Host: localhost:"]), ("Host", ["Host: localhost/x"]),
        ("Content-Length", ["Host: localhost", "Content-Length: 5", "Content-Length: 6"]),
        ("Content-Length", ["Host: localhost", "Content-Length: 5", "Transfer-Encoding: chunked"]),
        ("Transfer-Encoding", ["Host: localhost", "Transfer-Encoding: identity"]),
        ("Transfer-Encoding", ["Host: localhost", "Transfer-Encoding: chunked", "Transfer-Encoding: chunked"]),
    ]:
        got = s.raw(f"POST {solve} HTTP/1.1\r\n".encode() + "\r\n".join(lines).encode() + b"\r\n\r\n" + smuggled, wait=60)
        check(status_of(got) == 400 and got.count(b"HTTP/1.1 ") == 1, f"{lines}: {got[:200]}")
        check(words.encode() in got, f"{lines}: what is wrong: {got[:700]}")
    got = s.raw(f"POST {solve} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000000\r\n\r\n".encode(), wait=60)
    check(status_of(got) == 413, f"a length is believed before anything is read: {got[:100]}")
    # Headers, and what is no HTTP at all.
    refused(s, CHOMP, 431, "headers", **{f"X_{i}": "1" for i in range(80)})
    for data, statuses in [
        (b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 100000 + b"\r\n\r\n", (431, 413, 400, None)),
        (b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", (414, 431)), (b"nonsense\r\n\r\n", (400, None)),
        (b"GET /api/games HTTP/1.1\r\n\r\n", (400,)), (b"\x00\xff\xfe\r\n\r\n", (400, None)), (b"GET api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", (400,)),
        (b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", (400,)), (b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", (204, 400)),
        (b"POST " + solve.encode() + b" HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n", (400, None)),
        (b"POST " + solve.encode() + b" HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", (400, None)),
        (b"GET " + CHOMP.encode() + b"/positions/\xff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", (400,)),
    ]:
        got = s.raw(data, wait=3)
        check(status_of(got) in statuses, f"{data[:60]}: {got[:100]}")
    # Many that say nothing: others are answered meanwhile.
    idle = [socket.create_connection(("127.0.0.1", s.port)) for _ in range(200)]
    for i, c in enumerate(idle):
        c.sendall(b"GET /api/games HTTP/1.1\r\nHost: loc"[: i % 30])
    check(s.ask(CHOMP + "/positions/start").status == 200, "others wait for who says nothing")
    for c in idle:
        c.close()
    check(s.get("/api/games") == command("list"), "still serving")

# How often, and from whom.
with Server("--rate", "5", "--host", "games.example") as s:
    statuses = [s.ask(CHOMP) for _ in range(40)]
    check({a.status for a in statuses} == {200, 429}, [a.status for a in statuses])
    late = next(a for a in statuses if a.status == 429)
    judge.answer(late, CHOMP)
    check(late.headers["Retry-After"] == "1", "Retry-After")
    time.sleep(1.1)
    check(s.ask(CHOMP, Host="games.example").status == 200, "--host")

# The command line.
for words, message in [(["--port", "x"], "--port"), (["--port", "70000"], "--port"), (["--address", "nowhere"], "--address"), (["--address", "203.0.113.7"], "cannot listen"),
                       (["--solves", "9"], "--solves"), (["--disk", "0"], '--disk "0" is no size'), (["--request-memory", "0"], '--request-memory "0" is no size'), (["word"], "word too many")]:
    done = subprocess.run([ZERMELO, "serve", *words], capture_output=True, text=True, timeout=30)
    check(done.returncode == 2 and message in done.stderr and done.stderr.count("\n") == 1, f"{words}: {done}")
with Server() as s:
    done = subprocess.run([ZERMELO, "serve", "--port", str(s.port)], capture_output=True, text=True, timeout=30)
    check(done.returncode == 2 and "in use" in done.stderr and done.stderr.count("\n") == 1, f"a port in use: {done}")
for how in (signal.SIGINT, signal.SIGTERM):
    s = Server("--address", "::1") if os.path.exists("/proc/net/if_inet6") and how == signal.SIGTERM else Server()
    check(s.stop(how) == 0, f"ended by {how}")
finish()
