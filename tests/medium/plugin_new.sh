# `zermelo new` writes a game that builds, is found by name, solves and verifies, with its tiers and without; bad plugins end 2.
set -eu
[ -n "${ZERMELO:-}" ] || { echo "skipped: the command is not part of this build"; exit 77; }
export ZERMELO_PLUGINS=$TMPDIR/plugins ZERMELO_TABLES=$TMPDIR/tables

"$ZERMELO" new my-game
"$ZERMELO" build my-game.c
[ -f plugins/my-game.so ]
"$ZERMELO" list | grep -q my-game
"$ZERMELO" info my-game | grep -q coins
"$ZERMELO" solve my-game --json > dense.json
"$ZERMELO" verify my-game
"$ZERMELO" query my-game 6:oe:2 | grep -q 6:oe:2

# It is compiled with the flags of the library, by whatever compiler CC names, and says so.
printf '#!/bin/sh\necho "$@" >>"$TMPDIR/flags.txt"\nexec cc "$@"\n' > compiler && chmod +x compiler
CC=$PWD/compiler "$ZERMELO" build my-game.c --json > build.json
flags=$(sed 's/.*"flags":"\([^"]*\)".*/\1/' build.json)
case " $flags " in *" -O3 "*) ;; *) echo "no -O3 in: $flags"; exit 1 ;; esac
for flag in $flags; do grep -qE "(^| )$flag " flags.txt; done
"$ZERMELO" build my-game.c | grep -qFe "$flags"
# The library's own: those of one of its files.
machine=$(grep -oE -e '-march=[^ "]*' "$BINARY/compile_commands.json" | sort -u)
[ -z "$machine" ] || [ "$(grep -oE -e '-march=[^ ]*' flags.txt | sort -u)" = "$machine" ]

# The same rules without the index: the same values.
"$ZERMELO" new other-game
sed -i '/^        \.index = ZM_INDEX/d; s/write_move = write_move,$/write_move = write_move)/' other-game.c
"$ZERMELO" build other-game.c 2> warnings.txt # the functions of the index are unused now
"$ZERMELO" solve other-game --json > hash.json
"$ZERMELO" verify other-game
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
refused solve my-gamee
grep -q 'did you mean "my-game"' err.txt
refused solve my-game coins=1000
grep -q '1 to 999' err.txt
refused solve my-game coin=7
refused query my-game 6:ox:2
grep -q 'character 4 ("x")' err.txt
refused new my-game
refused new nim
refused build missing.c
