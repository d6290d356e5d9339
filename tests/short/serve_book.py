# Games too large for a table: values near the end by a search, and with a book from the start, the same as the command's.
import os, sys

sys.path.insert(0, os.path.join(os.environ["SOURCE"], "tests"))
from serve_lab import *

judge = Judge()
LATE, BOOK = "/api/games/connect-4/default", "/api/games/connect-4/width=5,height=5"


def ask(s, path):
    a = s.ask(path)
    judge.answer(a, path)
    check(a.status == 200, f"{path}: {a.status} {a.body[:300]}")
    return a.json


def same(answer, expected, what):
    for k in ("position", "turn", "values", "value", "winner", "remoteness", "score"):
        check(answer[k] == expected[k], f"{what}: {k} is {answer[k]}, not {expected[k]}")
    moves = lambda d: [(m["move"], m["value"], m["remoteness"], m["score"]) for m in d["moves"]]
    check(moves(answer) == moves(expected), f"{what}: {moves(answer)}")


command("solve", "connect-4", "width=5", "height=5", "--book-plies", "2")
with Server() as s:
    check(ask(s, LATE)["available"] == "late", "no book: late")
    start = ask(s, LATE + "/positions/start")
    check(start["values"] is None and start["value"] is None and len(start["moves"]) == 7 and "no table" in start["problem"], start)
    late = "444444333335"
    same(ask(s, f"{LATE}/positions/{late}"), command("query", "connect-4", late), "late")
    line = ask(s, f"{LATE}/line/{late}")
    check(line["ends"] in ("win", "draw"), line["ends"])
    check(ask(s, BOOK)["available"] == "book", "a book")
    for position in ("start", "33", "3333"):
        asked = ["query", "connect-4", "width=5", "height=5"] + ([position] if position != "start" else [])
        same(ask(s, f"{BOOK}/positions/{position}"), command(*asked), f"book, {position}")
    refused = s.ask(BOOK + "/stats")
    judge.answer(refused, BOOK + "/stats")
    check(refused.status == 404 and "book of the first 2 plies" in refused.json["error"], refused.body)
# A position that play never reaches, and that more follows than there is memory for: its moves, and no line.
command("solve", "hasenspiel")
with Server("--request-memory", "4M") as s:
    at, beside = "/api/games/hasenspiel/default", "d8:a1,c1,e1,g1:b"
    alone = ask(s, f"{at}/positions/{beside}")
    check(alone["values"] is None and len(alone["moves"]) == 7 and "cannot arise from the start" in alone["problem"], alone)
    refused = s.ask(f"{at}/line/{beside}")
    judge.answer(refused, f"{at}/line/{beside}")
    check(refused.status == 422 and refused.json["code"] == "too-large", refused.body)
finish()
