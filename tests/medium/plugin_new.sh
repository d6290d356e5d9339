# `zermelo new` writes three games to begin with: each builds, is found by name, solves, verifies, can be asked, drawn and played.
# A game gives the same values with its index and without; bad plugins end 2.
set -eu
[ -n "${ZERMELO:-}" ] || { echo "skipped: the command is not part of this build"; exit 77; }
export ZERMELO_PLUGINS=$TMPDIR/plugins ZERMELO_TABLES=$TMPDIR/tables

# works KIND POSITION MOVE WORDS [FLAG...]: the new game of this kind, a position of it, a move there, words of what `info` says, and flags
# of `draw --moves`
works() {
    local kind=$1 position=$2 move=$3 words=$4
    shift 4
    "$ZERMELO" new "my-$kind" "--$kind"
    "$ZERMELO" build "my-$kind.c" 2> warnings.txt
    [ ! -s warnings.txt ] || { cat warnings.txt; exit 1; }
    [ -f "plugins/my-$kind.so" ]
    "$ZERMELO" list | grep -q "my-$kind"
    "$ZERMELO" info "my-$kind" | grep -qF "$words"
    "$ZERMELO" solve "my-$kind" --quiet
    "$ZERMELO" verify "my-$kind"
    "$ZERMELO" query "my-$kind" "$position" > asked.txt
    grep -qF "$position" asked.txt
    grep -qF "$move" asked.txt
    "$ZERMELO" draw "my-$kind" "$position" > drawn.txt
    [ -s drawn.txt ]
    "$ZERMELO" draw "my-$kind" "$position" --moves "$@" -o drawn.svg
    [ -s drawn.svg ]
    "$ZERMELO" play "my-$kind" "$position" < /dev/null > played.txt
    grep -q 'to move' played.txt
    "$ZERMELO" arena "my-$kind" --games 10 --json > arena.json
}
works board x.../.o../.... b1 'in a row'
works dice x......o:x:1,1 heads:a1-d1 'the toss' --roll heads
works heaps 3,4,5 1-2 'from one heap'
[ "$(wc -l < my-board.c)" -lt 50 ]
"$ZERMELO" value "sum(my-heaps(7),nim(2))" > value.txt # 7 mod 4 = 3, and 3 ^ 2 = 1
grep -qE "^  grundy +1 " value.txt
"$ZERMELO" value my-heaps --table > table.txt
"$ZERMELO" new without-a-flag
sed 's/without-a-flag/my-board/g; s/without_a_flag/my_board/g; s/Without A Flag/My Board/' without-a-flag.c | cmp - my-board.c

# It is compiled with the flags of the library, by whatever compiler CC names, and says so.
printf '#!/bin/sh\necho "$@" >>"$TMPDIR/flags.txt"\nexec cc "$@"\n' > compiler && chmod +x compiler
CC=$PWD/compiler "$ZERMELO" build my-board.c --json > build.json
flags=$(sed 's/.*"flags":"\([^"]*\)".*/\1/' build.json)
case " $flags " in *" -O3 "*) ;; *) echo "no -O3 in: $flags"; exit 1 ;; esac
for flag in $flags; do grep -qE "(^| )$flag " flags.txt; done
"$ZERMELO" build my-board.c | grep -qFe "$flags"
# The library's own: those of one of its files.
machine=$(grep -oE -e '-march=[^ "]*' "$BINARY/compile_commands.json" | sort -u)
[ -z "$machine" ] || [ "$(grep -oE -e '-march=[^ ]*' flags.txt | sort -u)" = "$machine" ]

# The same rules without the index: the same values.
cp "$SOURCE/tests/coin_game.c" good.c
sed '/^        \.index = ZM_INDEX/d; s/write_move = write_move,$/write_move = write_move)/; s/"good"/"other"/' good.c > other.c
"$ZERMELO" build good.c
"$ZERMELO" build other.c 2> warnings.txt # the functions of the index are unused now
"$ZERMELO" solve good --json > dense.json
"$ZERMELO" solve other --json > hash.json
"$ZERMELO" verify other
for field in states won_by drawn start longest; do
    pick() { grep -o "\"$field\":\({[^}]*}\|[0-9]*\)" "$1" | head -1; }
    [ -n "$(pick dense.json)" ]
    [ "$(pick dense.json)" = "$(pick hash.json)" ]
done

# One line on standard error and exit 2 for what is wrong.
refused() {
    local status=0
    "$ZERMELO" "$@" > out.txt 2> err.txt || status=$?
    [ $status -eq 2 ]
    [ "$(grep -c . err.txt)" -eq 1 ]
}
echo "not a plugin" > text.so
refused solve ./text.so
refused solve ./missing.so
refused solve my-boarde
grep -q 'did you mean "my-board"' err.txt
refused solve good coins=1000
grep -q '1 to 999' err.txt
refused solve good coin=7
refused query good 6:ox:2
grep -q 'character 4 ("x")' err.txt
refused new my-board
refused new nim
refused new two-kinds --board --dice
grep -q 'only one of them' err.txt
refused build missing.c
