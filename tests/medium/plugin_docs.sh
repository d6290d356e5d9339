# docs/reference/rules.md: the Nim on the page is the Nim of src/games/nim, has at most 40 lines, and is a plugin that solves.
# Bouton's theorem (1901): a position is lost exactly when the binary sum without carry of its piles is 0.
# docs/reference/board.md: the Three Men's Morris there is a plugin that agrees with the built-in game of three men.
set -eu

# The first block of C on the page is the whole file.
awk '/^```c$/ && !done { inside = 1; next }
     /^```$/ && inside { inside = 0; done = 1 }
     inside' "$SOURCE/docs/reference/rules.md" > nim.c
cmp nim.c "$SOURCE/src/games/nim/game.c"
[ "$(wc -l < nim.c)" -le 40 ]

[ -n "${ZERMELO:-}" ] || { echo "skipped: the command is not part of this build"; exit 77; }
"$ZERMELO" build nim.c
"$ZERMELO" solve ./nim.so piles=1,2,3 --tables "$TMPDIR/tables" --json > first.json
"$ZERMELO" solve nim piles=1,2,3 --tables "$TMPDIR/tables2" --json > second.json
for file in first.json second.json; do
    grep -q '"states":24[,}]' $file           # (1+1)(2+1)(3+1)
    grep -q '"value":"loss"' $file            # 1 ^ 2 ^ 3 = 0
done
"$ZERMELO" solve ./nim.so piles=3,4,5 --tables "$TMPDIR/tables" --json > third.json
grep -q '"states":120[,}]' third.json
grep -q '"value":"win"' third.json            # 3 ^ 4 ^ 5 = 2
"$ZERMELO" query ./nim.so piles=3,4,5 --tables "$TMPDIR/tables" --json 3,4,5 > query.json
grep -q '"move":"1-2"' query.json             # 1,4,5 is lost: 1 ^ 4 ^ 5 = 0

awk '/^\/\* three-morris: / { inside = 1 }
     /^```$/ { inside = 0 }
     inside' "$SOURCE/docs/reference/board.md" > three-morris.c
[ "$(wc -l < three-morris.c)" -le 50 ]
"$ZERMELO" build three-morris.c -o ./three-morris.so 2> warnings
[ ! -s warnings ]
"$ZERMELO" solve ./three-morris.so --tables "$TMPDIR/tables" --json > fourth.json
"$ZERMELO" solve nine-mens-morris men=3 --tables "$TMPDIR/tables2" --json > fifth.json
for file in fourth.json fifth.json; do
    grep -q '"start":{"value":"win","winner":"[a-z]*","remoteness":9}' $file
    grep -q '"won_by":{"[a-z]*":292,' $file # by who is to move; lost states differ, as a line there takes a man
    grep -q '"drawn":137,' $file
done
