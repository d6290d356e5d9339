# Games in the terminal, by pipe: played to a win by following the hints, taken back, saved and loaded, and whatever is typed wrong.
. "$SOURCE/tests/cli.bash"

# says 'LINES' 'EXPRESSION' words...: the session with these lines ends well and says that.
says()
{
    local lines=$1 expression=$2
    shift 2
    printf "$lines" | "$ZERMELO" play "$@" >out 2>err || wrong "play $*: $(cat err)"
    grep -Eq -- "$expression" out || wrong "play $* <<< $lines: no \"$expression\" in: $(tail -c 1500 out)"
    [ -s err ] && wrong "play $*: $(cat err)"
}

# follow words...: a whole game, every move the best of the hints; the lines of it are left in `played`.
follow()
{
    local best i
    : >played
    for i in $(seq 60); do
        { cat played; echo hint; } | "$ZERMELO" play "$@" >out 2>err || { wrong "play $*: $(cat err)"; return; }
        grep -q 'The game is over' out && break
        best=$(sed -n 's/^  best: \([^ ]*[^ ,]\).*/\1/p' out | tail -1)
        echo "$best" >>played
    done
    grep -q 'The game is over' out || wrong "play $*: not over after $i moves: $(tail -20 out)"
}

# ---- whole games ----
for words in 'chomp' 'nim piles=1,2,4' 'kayles heaps=7' 'dots-and-boxes rule=nimstring rows=2 cols=3' 'northcott cols=5 at=0,4,0,3' \
    'hasenspiel size=6 --side pawns' 'turning-turtles coins=THTTH' 'queen' 'limited-nim' 'staircase-nim'; do
    # shellcheck disable=SC2086
    follow $words
    if grep -q 'you can win' out; then
        grep -q 'you have won' out || wrong "$words: won, and not won: $(tail -5 out)"
    else
        grep -q 'you lose' out || wrong "$words: neither won nor lost"
    fi
done
follow tic-tac-toe
grep -q 'a draw\.$' out || wrong "tic-tac-toe: no draw: $(tail -5 out)"
follow tic-tac-toe --opponent random --seed 4
grep -q 'you have won' out || wrong "tic-tac-toe against random: $(tail -5 out)"
fine solve fox-and-geese geese=4
longest=$("$ZERMELO" stats fox-and-geese geese=4 --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["longest"][0]["position"])')
follow fox-and-geese geese=4 "$longest" --side fox
grep -q 'you have won' out || wrong "fox: $(tail -5 out)"

# Without distances: a table is there, it says who wins, and a win comes to an end.
fine solve hasenspiel --values wdl
follow hasenspiel --side pawns
grep -q 'The table says who wins, not how far' out && grep -q 'you have won' out || wrong "hasenspiel wdl: $(tail -5 out)"

# A plugin; moves without a text of their own are the positions they lead to.
sed 's/, \.write_move = write_move//' "$SOURCE/src/games/nim/game.c" >nim.c
fine build nim.c
follow ./nim.so piles=1,2
grep -q 'you have won' out || wrong "plugin: $(tail -5 out)"

# Dice: thrown before a move, and not again when it is taken back; the chance to win is told.
follow madn pieces=1 squares=16
grep -q 'has rolled [1-6]: you can win with a chance of' out || wrong "madn: $(tail -20 out)"
says "$(head -1 played)\\nundo\\nsave dice.game\\n" 'Saved as dice\.game' madn pieces=1 squares=16 --side both
[ "$(grep -c 'first to move, has rolled' out)" -eq 2 ] && [ "$(grep 'first to move, has rolled' out | sort -u | wc -l)" -eq 1 ] ||
    wrong "undo rolls again: $(cat out)"
grep -q '^roll [1-6]$' dice.game || wrong "dice.game: $(cat dice.game)"
says '' 'first to move, has rolled' madn pieces=1 squares=16 --load dice.game

# ---- who plays ----
says '' 'You play x, and perfect plays o; you begin' tic-tac-toe
says '' 'You play o, and skill=0.5 plays x; you come second' tic-tac-toe --side second --opponent skill=0.5
says '' 'You play o' tic-tac-toe --side o
says '' 'You play x, and perfect plays o; you come second' tic-tac-toe x........ --side second
says '' 'x \(human\) against o \(human\)' tic-tac-toe --side both
says '' 'x \(perfect\) against o \(random\)' tic-tac-toe --side none --opponent perfect,random
grep -q 'The game is over' out || wrong 'watching: not to the end'
says '5\n1\n3\n' '^  x: 3$' tic-tac-toe --side both
"$ZERMELO" play tic-tac-toe --side none --seed 5 >a 2>err && "$ZERMELO" play tic-tac-toe --side none --seed 5 >b && cmp -s a b ||
    wrong 'the same seed, another game'
"$ZERMELO" play tic-tac-toe --side none --seed 6 >b && cmp -s a b && wrong 'another seed, the same game'
says '' 'Left unfinished after 50 plies' fox-and-geese geese=4 --side none --plies 50
says '' 'geese to move\.' fox-and-geese geese=9 --side both
grep -q '; run: zermelo solve' out || wrong 'no table: what to run?'
says 'd5\n' 'geese: ' fox-and-geese geese=9 --side fox --opponent random
expect 2 'too large to solve on the spot; run: zermelo solve fox-and-geese geese=9' play fox-and-geese geese=9 </dev/null

# ---- words ----
says '5\nundo\nvalue\n' '^x> value$' tic-tac-toe
[ "$(grep -c '│ 5 │\|| 5 |' out)" -eq 2 ] || wrong 'undo: the board is not as before'
says '5\nundo\nredo\n1\n' '^x> redo$' tic-tac-toe --side both
says 'undo\n' 'nothing to take back' tic-tac-toe
says 'redo\n' 'nothing to make again' tic-tac-toe
says 'swap\n' 'You play o now' tic-tac-toe
says 'swap\n' 'You play both sides' tic-tac-toe --side both
says 'resign\nundo\n5\n' '^x> 5$' tic-tac-toe
says 'resign\n' 'x gave up after 0 plies: o has won' tic-tac-toe
says '5\nnew\n1\n' 'A new game' tic-tac-toe
says 'hint\n' '^  \* 1 +draw' tic-tac-toe
says 'hints on\n5\n' 'TRAPS' tic-tac-toe
says 'hints off\n5\n' 'No more hints' tic-tac-toe --hints
says 'moves\n' '^  1  2  3  4  5  6  7  8  9$' tic-tac-toe
says 'help\n' 'save FILE +writes the game' tic-tac-toe
says 'quit\n5\n' '^x> quit$' tic-tac-toe
grep -q 'x: 5' out && wrong 'quit goes on'
says '  5  \r\n' '^  x: 5$' tic-tac-toe
says '\n\n5' '^  x: 5$' tic-tac-toe
says 'resign\n5\n' 'the game is over\. "new" begins another' tic-tac-toe
says 'value\nq\n' 'you lose in 6 plies against best play' nim

# ---- what is typed wrong ----
says '10\n' '"10" is no move here\. Near it: 1\.' tic-tac-toe
says 'c6-a9\n' '"c6-a9" is no move here\. Near it: c6-d6, c6-b5, c6-c5, c6-d5' fox-and-geese geese=4
says 'd7\n' '"d7" could be d7-d6, d7-e6\.' fox-and-geese geese=4
says 'C7 D6\n' '^  geese: c7-d6$' fox-and-geese geese=4
says 're\n' '"re" could be redo, resign' tic-tac-toe
says '?\nrules\nexit\n' 'a line of three' tic-tac-toe
says 'undo it\n' 'Nothing comes after "undo"' tic-tac-toe
says 'save\nload\nhint no\n' 'Save as what' tic-tac-toe
says '\x01\xff\xfe%%s%%n\n' 'is no move here' tic-tac-toe
says "$(head -c 5000 /dev/zero | tr '\0' x)\n" 'is no move here' tic-tac-toe
expect 2 'no agent "perfct"; did you mean "perfect"' play tic-tac-toe --opponent perfct </dev/null
expect 2 'skill="2" must be a number from 0' play tic-tac-toe --opponent skill=2 </dev/null
expect 2 'there are x, o, first, second, both and none' play tic-tac-toe --side y </dev/null
expect 2 'is wrong at character' play tic-tac-toe xxz </dev/null
expect 2 'no POSITION goes with it' play tic-tac-toe x........ --load a </dev/null
expect 2 'there is no file nowhere' play tic-tac-toe --load nowhere </dev/null

# ---- records ----
says '5\nsave a.game\n' 'Saved as a\.game' tic-tac-toe
sed '/^zermelo game 1$/d; /^game tic-tac-toe$/d; /^options play_on=no$/d; /^from \.\{9\}$/d; /^x human$/d; /^o perfect$/d; /^1 x 5$/d; /^2 o [1-9]$/d; /^end open$/d' a.game >rest
[ -s rest ] && wrong "a.game: $(cat a.game)"
says 'load a.game\nsave b.game\n' 'a\.game: 2 moves' tic-tac-toe
cmp a.game b.game || wrong 'saved, loaded, saved: not the same'
says 'save c.game\n' 'Saved as c\.game' tic-tac-toe --load a.game
cmp a.game c.game || wrong '--load: not the same'
says '' 'You play o, and random plays x' tic-tac-toe --load a.game --side o --opponent random
echo precious >mine
says '5\nsave mine\n' 'mine is there already and is no game' tic-tac-toe
[ "$(cat mine)" = precious ] || wrong 'save has written over a file that is no game'
says 'save a.game\n' 'Saved as a\.game' tic-tac-toe # a game may be written over
head -n 7 b.game >cut.game
says 'load cut.game\n5\n' 'cut\.game, line 8: the record is cut short' tic-tac-toe
grep -q 'x: 5' out || wrong 'a record that is refused ends the session'
expect 2 'cut\.game, line 8: the record is cut short' play tic-tac-toe --load cut.game </dev/null
sed 's/^2 o .*/2 o 5/' b.game >illegal.game
expect 2 'illegal\.game, line 8: "5" is no move of o there' play tic-tac-toe --load illegal.game </dev/null
expect 2 'line 2: it is a game of tic-tac-toe, not of nim' play nim --load b.game </dev/null

# A game from a position that the values at hand do not reach: told, and loaded by --load.
says 'save far.game\n' 'Saved as' nim piles=5,5 --side both
says 'load far.game\n1-1\n' 'began from a position without a value here' nim piles=5,5 2,2
says '' 'first to move' nim piles=5,5 --load far.game

# ---- plain where it cannot be otherwise, and JSON ----
says '5\n' 'x to move' tic-tac-toe
LC_ALL=C grep -qP '[^\x00-\x7f]' out && wrong 'not plain ASCII in the C locale'
grep -q $'\033' out && wrong 'colours in a pipe'
LC_ALL=C.UTF-8 "$ZERMELO" play tic-tac-toe </dev/null | grep -q '┌───┬' || wrong 'no lines in UTF-8'
printf '5\nx\nresign\n' | "$ZERMELO" play tic-tac-toe --json >out 2>err || wrong "play --json: $(cat err)"
python3 -c 'import json
d = json.load(open("out"))
assert d["moves"][0] == {"player": "x", "move": "5"} and len(d["moves"]) == 2 and d["refused"] == 1
assert d["over"] and d["resigned"] and d["winner"] == "o" and d["from"] == "........." and d["turn"] == "x"
assert d["agents"] == [{"player": "x", "agent": "human"}, {"player": "o", "agent": "perfect"}]' || wrong "play --json: $(cat out)"

# What is in hand and done now is told below the board, as long as there is something.
says '' '^     in hand: white 3, black 3; now: placing$' nine-mens-morris men=3
says '' '^     now: moving$' nine-mens-morris men=3 ww.bbw..b:w:0,0
grep -q 'in hand' out && wrong "play with empty hands: $(cat out)"

# A signal keeps the game.
mkfifo fifo
"$ZERMELO" play tic-tac-toe <fifo >out 2>err &
pid=$!
exec 9>fifo
echo 5 >&9
for _ in $(seq 100); do grep -q 'o: ' out && break; sleep 0.1; done
sleep 0.2
kill -TERM $pid
wait $pid
[ $? -eq 2 ] || wrong 'SIGTERM: not exit 2'
exec 9>&-
grep -q 'the game is kept, go on with: zermelo play tic-tac-toe --load ' err || wrong "SIGTERM: $(cat err)"
says '' '2 moves|o to move|x to move' tic-tac-toe --load "$(sed 's/.*--load //' err)"
finish
