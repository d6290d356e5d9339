# Rolls have names where the game gives them: shown and read by every command, with the numbers still there.
. "$SOURCE/tests/cli.bash"

# named FILE C-EXPRESSION: Pig as "sow", whose rolls are called as the expression writes them.
named()
{
    sed -e 's/ZM_GAME(pig, "pig"/static void write_roll(const zm_variant *v, unsigned roll, zm_text *out) { '"$2"'; }\n&/' \
        -e 's/ZM_GAME(pig, "pig"/ZM_GAME(sow, "sow"/' -e 's/\.rolls = 6,/& .write_roll = write_roll,/' "$SOURCE/src/games/pig/game.c" >"$1"
}

# play 'LINES' words...: exit 0; the session is in out.
play()
{
    local lines=$1
    shift
    printf "$lines" | "$ZERMELO" play "$@" >out 2>err || wrong "play $*: $(cat err)"
}

says() { grep -Eq -- "$1" out || wrong "no \"$1\" in: $(tail -c 1500 out)"; }

named sow.c 'zm_say(out, "%u-%u", 6 - roll, roll + 1)'
fine build sow.c
fine solve sow goal=8

# ---- shown ----
json '[r["dice"] for r in d["rolls"]] == ["6-1", "5-2", "4-3", "3-4", "2-5", "1-6"] and [r["roll"] for r in d["rolls"]] == [1, 2, 3, 4, 5, 6]' \
    query sow goal=8
json '[r["dice"] for r in d["rolls"]] == ["1", "2", "3", "4", "5", "6"]' query pig goal=8
json 'd["roll"] == 4 and d["dice"] == "3-4" and len(d["moves"]) == 2' draw sow goal=8 --moves --roll 3-4 -o a.svg
cp out byname
json 'd == json.load(open("byname"))' draw sow goal=8 --moves --roll 4 -o a.svg
fine draw sow goal=8 --moves --roll 3-4
says 'has rolled 3-4: wins with'
expect 2 '"7-7" is no roll: there are 6-1 to 1-6' draw sow goal=8 --moves --roll 7-7
expect 2 'say which roll, --roll 6-1 to 1-6' draw sow goal=8 --moves

# ---- typed ----
play 'roll 2-5\nroll\n5:hold\nsave a.game\nroll 9\nroll 5-2\n' sow goal=8 --side both
says 'first to move, has rolled 2-5'
says 'first rolls 2-5: 5:hold'
says '"9" is no roll: there are 6-1 to 1-6'
says 'second to move, has rolled 5-2'
grep -q '^1 first roll 2-5 5:hold$' a.game && grep -Eq '^roll [1-6]-[1-6]$' a.game || wrong "a.game: $(cat a.game)"
sed 's/roll 2-5/roll 5/' a.game >b.game # by its number
play 'roll 3-4\nsave b.game\n' sow goal=8 --load b.game
says 'second to move, has rolled 3-4'
grep -q '^1 first roll 2-5 5:hold$' b.game && grep -q '^roll 3-4$' b.game || wrong "b.game: $(cat b.game)"
sed 's/roll 2-5/roll 2-6/' a.game >c.game
expect 2 'expected "roll 6-1" to "roll 1-6", not "roll 2-6 5:hold"' play sow goal=8 --load c.game
printf 'roll 2-5\n5:hold\n' | "$ZERMELO" play sow goal=8 --side both --json >out 2>err
python3 -c 'import json; d = json.load(open("out"))["moves"]; assert d == [{"player": "first", "roll": 5, "dice": "2-5", "move": "5:hold"}], d' ||
    wrong 'the moves of play as JSON'
play 'roll 6\nundo\n' pig goal=8 --side both
says 'first to move, has rolled 6'
play 'roll 6\n' tic-tac-toe
says 'There are no dice'

# ---- checked ----
named twice.c 'zm_say(out, "%u", roll \/ 2)'
expect 2 'write_roll calls roll 0 and roll 1 "0"' build twice.c
named blank.c 'zm_say(out, "a %u", roll)'
expect 2 'must be a word without a colon' build blank.c
named long.c 'zm_say(out, "%016u", roll)'
expect 2 'write_roll gives roll 0 a name of 16 bytes; 1 to 15 are allowed' build long.c
finish
