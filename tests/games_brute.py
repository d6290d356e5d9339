"""games_brute.py: a game solved plainly, from rules written once more in Python, for the tests of games.

A position is any hashable thing, seen by whoever is to move. `after(p)` lists the positions that moves lead to, seen by
the other player; `ended(p)` is "loss", "win" or None. Values are found round by round, as the definition has them."""
import json, os, subprocess


def solve(start, after, ended):
    """(value, plies) of every position that play reaches; ("draw", None) where nobody can force an end."""
    moves, todo = {}, [start]
    value = {}
    while todo:
        p = todo.pop()
        if p in moves:
            continue
        end = ended(p)
        moves[p] = [] if end else after(p)
        if end:
            value[p] = (end, 0)
        elif not moves[p]:
            value[p] = ("loss", 0)
        todo += moves[p]
    plies = 0
    while True:
        plies += 1
        found = {}
        for p, to in moves.items():
            if p in value:
                continue
            if any(value.get(q) == ("loss", plies - 1) for q in to):
                found[p] = ("win", plies)
            elif all(q in value and value[q][0] == "win" for q in to):
                found[p] = ("loss", plies)
        if not found and not any(n >= plies - 1 for _, n in value.values()):
            break
        value.update(found)
    return {p: value.get(p, ("draw", None)) for p in moves}


def told(*words):
    run = subprocess.run([os.environ["ZERMELO"], "solve", *words, "--tables", os.environ["TMPDIR"] + "/tables", "--json"],
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def compare(words, values, start):
    """States, how many are won, lost and drawn for the mover, the value of the start and the longest win."""
    j = told(*words)
    kinds = [kind for kind, _ in values.values()]
    assert j["states"] == len(values), (words, j["states"], len(values))
    assert j["drawn"] == kinds.count("draw"), (words, j["drawn"], kinds.count("draw"))
    kind, plies = values[start]
    assert (j["start"]["value"], j["start"]["remoteness"]) == (kind, plies), (words, j["start"], kind, plies)
    longest = max((n for _, n in values.values() if n is not None), default=None)
    assert j["longest"]["remoteness"] == longest, (words, j["longest"], longest)
    return j, kinds
