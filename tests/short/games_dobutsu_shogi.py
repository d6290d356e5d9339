# Dobutsu shogi with few animals, against rules written once more: pieces in lists, no symmetry but the mirror, which is
# tried both ways. The whole game (Tanaka 2009) is in tests/long.
import os, sys

sys.path.insert(0, os.environ["SOURCE"] + "/tests")
from games_brute import compare, solve

STEPS = {"L": [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)],
         "E": [(-1, -1), (-1, 1), (1, -1), (1, 1)], "G": [(-1, 0), (0, -1), (0, 1), (1, 0)],
         "C": [(-1, 0)], "H": [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)]}
CAUGHT = ("caught",)


def normal(board, mine, other):
    """The smaller of a position and its mirror image; the hands in order."""
    turned = tuple(board[3 * (i // 3) + 2 - i % 3] for i in range(12))
    return (min(tuple(board), turned), tuple(sorted(mine)), tuple(sorted(other)))


def passed(board, mine, other):
    """As the other player sees it."""
    return normal([c.swapcase() for c in reversed(board)], other, mine)


def steps(board):
    for i, piece in enumerate(board):
        for row, col in STEPS.get(piece, []):
            r, c = i // 3 + row, i % 3 + col
            if 0 <= r < 4 and 0 <= c < 3 and not board[3 * r + c].isupper():
                yield i, 3 * r + c


def catches(board):
    return any(board[to] == "l" for _, to in steps(board))


def ended(p):
    return "loss" if p == CAUGHT or ("l" in p[0][9:] and not catches(p[0])) else None


def after(p):
    board, mine, other = p
    if catches(board):
        return [CAUGHT]
    out = []
    for at, to in steps(board):
        new, hand = list(board), list(mine)
        if board[to] != ".":
            hand.append("C" if board[to] == "h" else board[to].upper())
        new[at], new[to] = ".", "H" if board[at] == "C" and to < 3 else board[at]
        out.append(passed(new, hand, other))
    for piece in set(mine):
        for to in range(12):
            if board[to] == ".":
                new, hand = list(board), list(mine)
                hand.remove(piece)
                new[to] = piece
                out.append(passed(new, hand, other))
    return out


def start(elephants, giraffes, chicks):
    board = list("." * 12)
    for piece, at, count in (("L", 10, 2), ("E", 9, elephants), ("G", 11, giraffes), ("C", 7, chicks)):
        if count:
            board[at] = piece
        if count > 1:
            board[11 - at] = piece.lower()
    return normal(board, (), ())


for animals in ((0, 2, 0), (2, 0, 0), (0, 0, 2), (1, 1, 0)):
    at = start(*animals)
    values = solve(at, after, ended)
    words = ["dobutsu-shogi"] + [f"{name}={n}" for name, n in zip(("elephants", "giraffes", "chicks"), animals)]
    j, kinds = compare(words, values, at)
    assert j["won_by"] == {"first": kinds.count("win"), "second": kinds.count("loss")}, j["won_by"]
    print(*words, len(values), "positions agree")
