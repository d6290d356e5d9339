# Plugins that crash, end the program or never return, deep in play: one line that names the game, the function and the position, and
# exit 2, in every command that asks the rules; and the first Ctrl-C ends it.
. "$SOURCE/tests/cli.bash"

# Most are asked through kernels of their own, as `build` makes them.
game=$SOURCE/tests/wrong_game.c
json 'd["own_kernels"]' build "$game" -o ./hash.so
CC="${CC:-cc} -DINDEXED=ZM_CYCLES" json 'd["own_kernels"]' build "$game" -o ./dense.so
export WRONG

# says 'WRONG' 'WORDS' zermelo-words...
says()
{
    WRONG=$1
    expect 2 "$2" "${@:3}"
    WRONG=
}

solve() { says "$1" "the game wrong-$3 $2 \`$4\` with coins=2000 at p" solve "./$3.so" --again --quiet; }

solve 'null moves 7' 'crashed \(segmentation fault\) in' dense moves
solve 'null play 7' 'crashed \(segmentation fault\) in' hash play
solve 'recursion rank 7' 'crashed \(segmentation fault\) in' dense rank
solve 'recursion moves 7' 'crashed \(segmentation fault\) in' hash moves
solve 'null unrank 7' 'crashed \(segmentation fault\) in' dense unrank
solve 'division play 7' 'crashed \(arithmetic error.*\) in' dense play
solve 'abort moves 7' 'crashed \(aborted\) in' hash moves
solve 'exit play 7' 'ended the program in' dense play
solve 'far rank 7' 'crashed \(segmentation fault\) in' dense rank
grep -q 'position "7[ab]"' err || wrong "no position: $(cat err)"
says 'null moves 7' 'in `moves`.* at position "7[ab]"' solve ./dense.so --method forward --threads 1

# The same through pointers.
mkdir pointers
cc -O1 -shared -fPIC -DZM_PLUGIN -I"$SOURCE/include" -o pointers/hash.so "$game" || wrong 'cc'
cc -O1 -shared -fPIC -DZM_PLUGIN -DINDEXED=ZM_CYCLES -I"$SOURCE/include" -o pointers/dense.so "$game" || wrong 'cc'
says 'null moves 7' 'crashed.* in `moves`.* at position "7[ab]"' solve pointers/dense.so --again --quiet
says 'recursion rank 7' 'crashed.* in `rank`.* at position "7[ab]"' solve pointers/dense.so --again --quiet
says 'far rank 7' 'said \(segmentation fault\), probably by `rank`' solve pointers/dense.so --again --quiet
says 'null play 7' 'crashed.* in `play`.* at position "7[ab]"' solve pointers/hash.so --again --quiet

# What is needed to tell it cannot be read either: no hang, and still one line.
says 'hide moves 7' '^zermelo: crashed, and again' solve ./hash.so --again --quiet

# A log says how far it is, now and then; nothing that takes less than half a minute, and nothing with --quiet.
WRONG='slow moves 7' ZERMELO_PROGRESS=0 json 'd["states"] == 4000' solve ./dense.so --again
grep -Eq '^enumerate: +[0-9]+ %' err || wrong "no line of progress: $(cat err)"
WRONG='slow moves 7' ZERMELO_PROGRESS=abc json 'd["states"] == 4000' solve ./dense.so --again # no number: as usual
! grep -q '^enumerate' err || wrong "a line of progress too soon: $(cat err)"
WRONG='slow moves 7' ZERMELO_PROGRESS=0 fine solve ./dense.so --again --quiet
[ -s err ] && wrong "lines with --quiet: $(cat err)"

# No table was left that is not right.
fine solve ./dense.so --quiet
fine solve ./hash.so --quiet
fine verify ./dense.so
fine verify ./hash.so

for game in dense hash; do
    says 'null moves 7' "wrong-$game crashed.* \`moves\`.* at position \"7[ab]\"" verify ./$game.so
    says 'recursion play 7' "wrong-$game crashed.* \`play\`.* at position \"7a\"" query ./$game.so 7a
    says 'null write 7' "wrong-$game crashed.* \`write\`.* at position 0x0+7;" query ./$game.so 7a
    says 'abort moves 7' "wrong-$game crashed.* \`moves\`.* at position \"7a\"" query ./$game.so 7a
    fine query ./$game.so 7a
done

# Rules that never return.
export ZERMELO_RULE_SECONDS=1
says 'loop play 7' 'wrong-dense does not return from `play`.* at position "7[ab]"' solve ./dense.so --again
says 'loop moves 7' 'wrong-hash does not return from `moves`.* at position "7[ab]"' verify ./hash.so
says 'loop moves 7' 'wrong-dense does not return from `moves`.* at position "7[ab]"' query ./dense.so 7a
says 'loop write 7' 'wrong-hash does not return from `write`.* at position 0x0+7;' query ./hash.so 7a
# What is to be told may not return either.
says 'loop moves,write 7' 'wrong-hash does not return from `moves`.* at position 0x0+7;' query ./hash.so 7a

# The first signal ends it, whatever the plugin does; what was asked for is said, and where it was.
unset ZERMELO_RULE_SECONDS
for signal in INT; do
    rm -f entered
    ENTERED=entered WRONG='loop play 7' "$ZERMELO" solve ./dense.so --again --quiet >out 2>err &
    process=$!
    for _ in $(seq 1200); do
        [ -e entered ] && break
        sleep 0.05
    done
    [ -e entered ] || wrong "SIG$signal: it is not in the loop after a minute"
    kill -$signal $process
    for _ in $(seq 600); do
        kill -0 $process 2>/dev/null || break
        sleep 0.1
    done
    kill -KILL $process 2>/dev/null
    wait $process
    code=$?
    [ $code -eq 2 ] || wrong "SIG$signal: exit $code"
    grep -q 'stopped.*wrong-dense does not return from `play`.* at position "7[ab]"; mend its rules there' err || wrong "SIG$signal: $(cat err)"
done

# The game of the tutorial with a symmetry that it has not: the image of its start is over. Neither built nor called right.
sed -n '/^```c$/,/^```$/p' "$SOURCE/docs/tutorial.md" | grep -v '^```' | sed -n '1,/^        \.start = /p' >hexapawn.c
sed 's/ZM_MIRROR/ZM_HALF_TURN/' hexapawn.c >turned.c
no_symmetry='the `symmetry` of its board does not hold: "bbb/.../www:w" and its image "www/.../bbb:w"'
expect 2 "$no_symmetry" build turned.c
cc -O1 -shared -fPIC -DZM_PLUGIN -I"$SOURCE/include" -o turned.so turned.c || wrong 'cc'
json 'd["states"] == 1' solve ./turned.so
expect 1 "$no_symmetry" verify ./turned.so

# What was tried is told, and that the start is over. JSON has it too.
json 'd["tried"]["variants"] == 5 and d["tried"]["positions"] > 1000 and d["tried"]["moves"] > 1000' build hexapawn.c
[ -s err ] && wrong "a note without need: $(cat err)"
fine build hexapawn.c
grep -Eq '^ +tried 5 variants, [0-9],[0-9]{3} positions, [0-9],[0-9]{3} moves$' out || wrong "not what was tried: $(cat out)"
sed 's/ZM_LOSS : ZM_OPEN/ZM_LOSS : ZM_LOSS/' hexapawn.c >over.c
json 'd["tried"]["moves"] == 0' build over.c
over='game hexapawn (rows=3 cols=3): the start is over already (white has lost): no move was tried'
grep -Fqx "$over" err || wrong "no note that the start is over: $(cat err)"
finish
