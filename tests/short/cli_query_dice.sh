# zermelo query of games with dice: per cent everywhere, as many digits in every row, columns that are wide enough, and players by their names where
# a position says whose turn it is.
. "$SOURCE/tests/cli.bash"

aligned() # file: what a move leads to begins in the same column everywhere, and so does the chance
{
    python3 - "$1" <<'END'
import re, sys
text = open(sys.argv[1]).read()
head = next(l for l in text.split("\n") if "LEADS TO" in l)
rows = [l for l in text.split("\n") if re.match(r"  [* ] \d:", l)]
assert len(rows) > 5, text
chance, leads = head.index("WINS WITH"), head.index("LEADS TO")
for l in rows:
    assert l[chance - 1] == " " and l[chance] != " " and l[leads - 2:leads] == "  " and l[leads] != " ", l
    assert re.fullmatch(r"\d+\.\d+ % \+- 0\.\d+ % *", l[chance:leads]), l
assert len({len(n) for l in rows for n in re.findall(r"\.(\d+) %", l)}) == 1, rows
assert not re.search(r"\de-", text), text
END
}

fine solve madn pieces=1 squares=16
grep -Eq 'no interval is wider than 0\.[0-9]+ %$' out && ! grep -Eq '[0-9]e-' out || wrong "solve: $(cat out)"
fine query madn pieces=1 squares=16
aligned out || wrong "query madn: $(cat out)"
grep -q '"first" is whoever is to move' out || wrong 'who is first?'

# Pig with the turn in its notation, and with moves of long names.
sed -e 's/ZM_GAME(pig, "pig"/ZM_GAME(sow, "sow", .players = {"white", "black"}/' \
    -e 's/zm_say(out, "%u,%u,%u", points(p, 0), points(p, 1), points(p, 2))/zm_say(out, "%u,%u,%u%s", points(p, 0), points(p, 1), points(p, 2), p.hi \& ZM_TURN_BIT ? ":b" : "")/' \
    -e 's/if (text\[at++\] != ",,"\[i\])/if (text[at++] != ",,"[i] \&\& !(i == TURN \&\& !strcmp(text + at - 1, ":b")))/' \
    -e 's/\*p = make(n\[MINE\], n\[OTHERS\], n\[TURN\]);/&\n    if (text[at - 1])\n        p->hi |= ZM_TURN_BIT;/' \
    -e 's|^#include <zermelo/rules.h>|&\n#include <string.h>|' -e 's/"again"/"rolls-once-more"/' "$SOURCE/src/games/pig/game.c" >sow.c
fine build sow.c
fine solve sow goal=20
fine query sow goal=20 4,3,2:b
aligned out || wrong "query sow: $(cat out)"
grep -q 'black to move' out || wrong "black is to move: $(cat out)"
grep -q 'whoever is to move' out && wrong "white is not whoever is to move: $(cat out)"
grep -q 'comes first' out && wrong "the position says whose turn it is: $(cat out)"
finish
