# Every game there is can be played: a board, hints that name a move, and that move; or a line that says what to run first.
. "$SOURCE/tests/cli.bash"

for game in $("$ZERMELO" list --json | python3 -c 'import json, sys; print(*[g["name"] for g in json.load(sys.stdin)["games"]])'); do
    set -- "$game"
    [ "$game" != fox-and-geese ] || set -- "$game" geese=4
    [ "$game" != fuchs-und-henne ] || set -- "$game" hens=2 house=2
    [ "$game" != dobutsu-shogi ] || set -- "$game" elephants=0 chicks=0
    [ "$game" != quixo ] || set -- "$game" size=3
    [ "$game" != connect-4 ] || set -- "$game" width=4 height=4
    [ "$game" != nine-mens-morris ] || set -- "$game" men=3
    [ "$game" != madn ] || set -- "$game" pieces=1 squares=16
    if ! echo hint | "$ZERMELO" play "$@" >out 2>err; then
        grep -q "too large to solve on the spot; run: zermelo solve $game" err || wrong "play $*: $(cat err)"
        continue
    fi
    best=$(sed -n 's/^  best: \([^ ]*[^ ,]\).*/\1/p' out)
    [ -n "$best" ] || wrong "play $*: no hint: $(tail -5 out)"
    printf '%s\nundo\nresign\nsave %s.game\n' "$best" "$game" | "$ZERMELO" play "$@" >out 2>err || wrong "play $*: $(cat err)"
    grep -Fq ": $best" out && grep -q 'gave up' out || wrong "play $* $best: $(tail -20 out)"
    "$ZERMELO" play "$@" --load "$game.game" </dev/null >out 2>err && grep -q 'gave up' out || wrong "play $* --load: $(cat err)"
    "$ZERMELO" arena "$@" --games 4 --plies 50 --players perfect,random >out 2>err || wrong "arena $*: $(cat err)"
done
finish
