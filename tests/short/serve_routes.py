# Every route of the server answers as its description says, with what the command's --json says, field by field.
import os, re, sys

sys.path.insert(0, os.path.join(os.environ["SOURCE"], "tests"))
from serve_lab import *

judge = Judge()
SOLVED = [("chomp", []), ("chomp", ["rows=4"]), ("hasenspiel", ["size=6"]), ("tic-tac-toe", []), ("nim", []), ("madn", ["pieces=1"])]


def path_of(settings):
    return ",".join(settings) or "default"


def same(got, expected, what, extra=()):
    """The same fields with the same values, but for those that only the server has."""
    for name in expected:
        check(name in got and got[name] == expected[name], f"{what}: {name} is {str(got.get(name))[:200]}, not {str(expected[name])[:200]}")
    if others := got.keys() - expected.keys() - set(extra):
        wrong(f"{what}: also {others}")


def bare(moves):
    return [{k: v for k, v in m.items() if k not in ("touches", "captured")} for m in moves]


def get(s, path, status=200):
    a = s.ask(path)
    judge.answer(a, path)
    check(a.status == status, f"{path}: {a.status}, not {status}: {a.body[:300]}")
    return a.json


def info(game, *settings):
    """As the server tells it: whoever asks over the net sees of a path only what is in the folder of tables."""
    said = command("info", game, *settings)
    said["table"]["path"] = f"{game}/{path_of(settings)}"
    return said


def look_at_variant(s, game, settings):
    at = f"/api/games/{game}/{path_of(settings)}"
    v = get(s, at)
    same(v, info(game, *settings), at, ("path", "available", "command", "solving", "failed", "summary", "picture"))
    check((v["available"], v["path"], v["solving"], v["command"]) == ("table", path_of(settings), None, None), v)
    solved = command("solve", game, *settings)
    for name in v["summary"]:
        check(v["summary"][name] == solved[name], f"{at}: {name} of the summary")
    return at, v


def look_at_positions(s, at, game, settings, v):
    for position in ("start", v["start"]):
        got = get(s, f"{at}/positions/{quote(position)}")
        expected = command("query", game, *settings, position)
        if "moves" in expected:
            check(bare(got["moves"]) == expected.pop("moves"), f"{at}: moves")
        else:
            rolls = expected.pop("rolls")
            check([{**r, "moves": bare(r["moves"])} for r in got["rolls"]] == rolls, f"{at}: rolls")
        same(got, expected, at, ("moves", "rolls", "picture"))
        check(got["picture"]["fields"] or got["picture"]["kind"] == "words", f"{at}: nothing to see")


def look_at_line(s, at, v):
    path = f"{at}/line/start"
    if "positions" in v["summary"]:
        get(s, path, 422)
        return
    line, value = get(s, path), v["summary"]["start"]
    check({k: line[k] for k in value} == value, f"{path}: {line}")
    if value["remoteness"] is None:
        check(len(get(s, path + "?plies=3")["line"]) == 3, path)
    else:
        check(len(line["line"]) == value["remoteness"] and line["ends"] == "win", f"{path}: {len(line['line'])} plies, {line['ends']}")
        check(all(step["winner"] == value["winner"] for step in line["line"]), path)
    for step in line["line"]:
        here = get(s, f"{at}/positions/{quote(step['position'])}")
        check(here["winner"] == step["winner"] or v["gives"]["impartial"], f"{path}: {step}")


def look_at_random(s, at, v):
    dice = "positions" in v["summary"]
    one = get(s, f"{at}/random?seed=7")
    check(get(s, f"{at}/random?seed=7") == one, f"{at}: the same seed, another state")
    here = get(s, f"{at}/positions/{quote(one['position'])}")
    check(all(here[k] == one[k] for k in (("probability",) if dice else ("value", "winner", "remoteness"))), f"{at}: {one}")
    if dice:
        get(s, f"{at}/random?value=win", 400)
        return
    for value in ("win", "loss"):
        check(get(s, f"{at}/random?value={value}&far=1")["value"] == value, f"{at}: random {value}")
    longest = v["summary"]["longest"]
    check(get(s, f"{at}/random?far={longest['remoteness']}")["remoteness"] == longest["remoteness"], f"{at}: the longest")
    get(s, f"{at}/random?far={longest['remoteness'] + 1}", 404)
    for turn in v["players"]:
        if not v["gives"]["impartial"]:
            check(get(s, f"{at}/random?turn={turn}")["turn"] == turn, f"{at}: turn of {turn}")


def look_at_turns(s):
    """Whose turn it is may be said where positions do not say it; the board stays where it is."""
    nim = "/api/games/nim/default/positions/0,2,3"
    first, second = get(s, nim), get(s, nim + "?turn=second")
    check((first["turn"], first["winner"], second["turn"], second["winner"]) == ("first", "first", "second", "second"), "nim: the turn")
    check({m["next"] for m in first["moves"]} == {"second"} and {m["next"] for m in second["moves"]} == {"first"}, "nim: who is next")
    check(get(s, "/api/games/nim/default/line/0,2,3?turn=second")["line"][0]["turn"] == "second", "nim: the line")
    madn = "/api/games/madn/pieces=1/positions/5;0"
    first, second = get(s, madn), get(s, madn + "?turn=second")
    check([{m["next"] for m in r["moves"]} for r in second["rolls"]] == [{"first"}] * 5 + [{"second"}], "madn: a six goes on")
    check(first["probability"] == second["probability"] and first["picture"] != second["picture"], "madn: the second moves")
    other = get(s, "/api/games/madn/pieces=1/positions/0;5")["picture"]["fields"]
    bare = lambda fields: [{k: v for k, v in f.items() if k != "text"} for f in fields]  # names are as the side to move counts
    check(bare(other) == bare(second["picture"]["fields"]), "madn: the board stays")
    named = lambda fields, text: [(f["row"], f["col"]) for f in fields if f["text"] == text]
    check(named(other, "0") == named(second["picture"]["fields"], "20") != [], "madn: the second counts from its own start")
    rabbit = "/api/games/hasenspiel/size=6/positions/start"
    check(get(s, rabbit + "?turn=pawns") == get(s, rabbit), "a position that says whose turn it is")
    get(s, nim + "?turn=nobody", 400)


def look_at_unsolved(s):
    """Too large to be solved here: the rules are known all the same."""
    fox = get(s, "/api/games/fox-and-geese/geese=15/positions/start")
    check(fox["values"] is None and fox["value"] is None and not fox["over"] and len(fox["moves"]) > 5, "fox: the moves")
    check(all(m["touches"] and m["value"] is None and m["next"] == "fox" for m in fox["moves"]), "fox: a move")
    madn = get(s, "/api/games/madn/default/positions/0;0")
    check(madn["probability"] is None and len(madn["rolls"]) == 6 and madn["rolls"][5]["moves"][0]["next"] == "first", "madn: the rolls")
    dots = get(s, "/api/games/dots-and-boxes/rows=5,cols=5/positions/start")  # nobody knows how many states before it is tried
    check(dots["values"] is None and len(dots["moves"]) == 40, "dots: the moves")
    over = get(s, "/api/games/madn/default/positions/" + quote("40,41,42,43;0"))
    check(over["over"] and over["winner"] == "first" and over["rolls"] == [], f"madn: it is over: {over}")


def look_at_stats(s, at, game, settings, v):
    expected = command("stats", game, *settings)
    del expected["plot"]  # a file of the command's
    for again in range(2):  # counted, and as it was kept
        got = get(s, f"{at}/stats")
        same(got, expected, f"{at}/stats", ("hardest",))
    hardest = got.get("hardest")
    if hardest and v["summary"]["longest"]:
        check(max(h["remoteness"] for h in hardest) == v["summary"]["longest"]["remoteness"], f"{at}: hardest")
        check(len({h["position"] for h in hardest}) == len(hardest), f"{at}: hardest, twice the same")


for game, settings in SOLVED:
    command("solve", game, *settings)
with Server() as s:
    check(get(s, "/api/games") == command("list"), "list")
    check(get(s, "/api/openapi.json") == judge.api, "the description")
    for game, settings in SOLVED:
        at, v = look_at_variant(s, game, settings)
        look_at_positions(s, at, game, settings, v)
        look_at_line(s, at, v)
        look_at_random(s, at, v)
        look_at_stats(s, at, game, settings, v)
    game = get(s, "/api/games/chomp")
    same(game, info("chomp"), "chomp", ("variants",))
    check([v["path"] for v in game["variants"]] == ["default", "rows=4"], game["variants"])
    # Variants in other words, and the position with its slashes or without.
    check(get(s, "/api/games/chomp/cols=4,rows=4")["path"] == "rows=4", "another order")
    check(get(s, "/api/games/chomp/rows=4+cols=4")["path"] == "rows=4", "as folders have it")
    check(get(s, "/api/games/nim/piles=1,2,3")["path"] == "default", "a list")
    check(get(s, "/api/games/nim/piles=4,5")["path"] == "piles=4,5", "a list")
    fox = "/api/games/fox-and-geese/geese=2,enough=1"
    start = get(s, fox)["start"]
    check(get(s, f"{fox}/positions/{start}") == get(s, f"{fox}/positions/{quote(start)}"), "slashes")
    # Solved on the spot: the same answer as from a table.
    check(get(s, fox)["available"] == "memory", "on the spot")
    on_spot = get(s, f"{fox}/positions/start")
    command("solve", "fox-and-geese", "geese=2", "enough=1")
    time.sleep(1.2)
    check(get(s, fox)["available"] == "table" and get(s, f"{fox}/positions/start") == on_spot, "solved since")
    check(get(s, "/api/games/fox-and-geese/geese=15")["available"] == "large", "large")
    look_at_turns(s)
    look_at_unsolved(s)
    # Comparing.
    compared = get(s, "/api/games/chomp/compare")
    same(compared, {k: v for k, v in command("compare", "chomp", "rows=3..4").items() if k != "plot"}, "compare")
    named = get(s, "/api/games/chomp/compare?variants=rows%3D2;default")
    check([r["name"] for r in named["rows"]] == ["rows=2", "rows=3"] and named["fairest"], "compare named ones")
    get(s, "/api/games/madn/compare", 422)
    # Sums.
    for expression in ("sum(nim(3), kayles(7))", "wtia(limited-nim(18;1,3,4), sum(queen(8;4,6), nim(7)))", "union(nim(2),nim(1))",
                       "dots-and-boxes(2;3;rule=nimstring)", "chomp(3;4;@4,4,2)"):
        for misere in (0, 1):
            path = f"/api/value?expr={quote(expression)}&misere={misere}"
            if misere and "nimstring" in expression:
                continue
            got, expected = get(s, path), command("value", expression, *["--misere"] * misere)
            check([{k: p[k] for k in ("game", "variant", "position")} for p in got["parts"]] == expected.pop("parts"), path)
            same(got, expected, path, ("parts", "moves"))
            check(any(m["outcome"] == "win" for m in got["moves"]) == (got["outcome"] == "win"), f"{path}: who wins")
            for m in got["moves"][:5]:
                after = get(s, f"/api/value?expr={quote(m['expression'])}&misere={misere}")
                again = any(step["again"] for step in m["steps"])
                check((after["outcome"] == "win") == ((m["outcome"] == "win") == again), f"{path}: {m['expression']}")
                check(after["grundy"] == m["grundy"], f"{path}: {m}")
    # What has not changed is not sent again.
    at = "/api/games/chomp/default/positions/start"
    first = s.ask(at)
    again = s.ask(at, If_None_Match=first.headers["ETag"])
    check(again.status == 304 and not again.body and "max-age" in first.headers["Cache-Control"], "ETag")
    check(s.ask(at, If_None_Match='"another"').status == 200, "another ETag")
    head = s.ask(at, method="HEAD")
    check((head.status, head.body, head.headers["Content-Length"]) == (200, b"", str(len(first.body))), "HEAD")
    options = s.ask(at, method="OPTIONS")
    check(options.status == 204 and "GET" in options.headers["Allow"], "OPTIONS")
    solve = s.ask("/api/games/chomp/default/solve", method="POST")
    judge.answer(solve, "/api/games/chomp/default/solve", "post")
    check(solve.status == 200, "it is solved already")
    # The page, or what there is instead of it.
    for path in ("/", "/index.html"):
        a = s.ask(path)
        if path == "/index.html" and not s.ready["page"]:
            continue
        check(a.status == 200 and a.headers["Content-Type"].startswith("text/html") and b"Zermelo" in a.body, f"{path}: {a.body[:100]}")
        check("default-src 'self'" in a.headers["Content-Security-Policy"], path)
        check(a.headers["X-Content-Type-Options"] == "nosniff" and a.headers["Referrer-Policy"] == "no-referrer", path)
    check(s.ask("/nothing.js").status == 404, "a file that is not there")

described = {(p, m) for p, methods in judge.api["paths"].items() for m in methods}
check(judge.asked == described, f"not asked: {described - judge.asked}")
routes = re.findall(r'\{"(/api[^"]*)", "(\w+)"', open(os.path.join(SOURCE, "src/serve/routes.c")).read())
check({(p, m.lower()) for p, m in routes} == described, "routes.c and openapi.json have not the same routes")
finish()
