# Dodgem: Winning Ways has 3x3 as a win for the first player, des Jardins (1996) 4x4 as a draw. Sizes 2 and 3 against
# rules written once more; the numbers of 4x4 are those of two programs.
import json, os, subprocess, sys

sys.path.insert(0, os.environ["SOURCE"] + "/tests")
from games_brute import compare, solve, told


def play(size):
    """A position: whose turn (0 goes right, 1 goes up), and the cars of both as sets of (row, column)."""
    forward = ((0, 1), (-1, 0))
    aside = (((-1, 0), (1, 0)), ((0, -1), (0, 1)))

    def after(p):
        turn, cars = p
        out = []
        for row, col in cars[turn]:
            for way in (forward[turn],) + aside[turn]:
                to = (row + way[0], col + way[1])
                inside = 0 <= to[0] < size and 0 <= to[1] < size
                if to in cars[0] or to in cars[1] or (not inside and way != forward[turn]):
                    continue
                mine = cars[turn] - {(row, col)} | ({to} if inside else set())
                out.append((1 - turn, (mine, cars[1]) if turn == 0 else (cars[0], mine)))
        return out

    def ended(p):
        if not p[1][1 - p[0]]:
            return "loss"
        return None if after(p) else "win"

    left = frozenset((row, 0) for row in range(size - 1))
    below = frozenset((size - 1, col) for col in range(1, size))
    return (0, (left, below)), after, ended


for size in (2, 3):
    start, after, ended = play(size)
    values = solve(start, after, ended)
    j, kinds = compare(["dodgem", f"size={size}"], values, start)
    first = sum(1 for p, (kind, _) in values.items() if kind == ("win", "loss")[p[0]])
    assert j["won_by"]["first"] == first, (j["won_by"], first)

three = told("dodgem")
assert (three["start"]["winner"], three["start"]["remoteness"]) == ("first", 19), three["start"]
four = told("dodgem", "size=4")
assert four["start"]["value"] == "draw" and four["states"] == 393900, four["start"]

# A car that leaves the board goes "off".
run = subprocess.run([os.environ["ZERMELO"], "query", "dodgem", "--tables", os.environ["TMPDIR"] + "/tables", "--json",
                      "..x/x../.oo:f"], capture_output=True, text=True)
assert run.returncode == 0, run.stderr
texts = sorted(m["move"] for m in json.loads(run.stdout)["moves"])
assert texts == ["a2-a1", "a2-a3", "a2-b2", "c3-c2", "c3-off"], texts
print("Dodgem agrees")
