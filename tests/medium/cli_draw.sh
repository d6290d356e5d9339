# Pictures from the command line: every game in every format, sizes, tables of values, and what is refused.
. "$SOURCE/tests/cli.bash"

cat >well.py <<'END'
# Is each file what its ending says, and of the size that `draw --json` said? Lines of that on standard input, or names.
import json, re, struct, sys
import xml.etree.ElementTree as xml

def size_of(path):
    data = open(path, "rb").read()
    if path.endswith(".svg"):
        root = xml.fromstring(data)
        assert root.tag == "{http://www.w3.org/2000/svg}svg", root.tag
        return [float(re.match(r"[0-9.]+", root.get(side)).group()) for side in ("width", "height")]
    if path.endswith(".png"):
        assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[-8:-4] == b"IEND"
        return list(struct.unpack(">II", data[16:24]))
    if path.endswith(".pdf"):
        assert data[:5] == b"%PDF-" and data.rstrip().endswith(b"%%EOF")
        return [float(n) for n in re.search(rb"/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+)", data).groups()]
    assert data.decode()[-1] == "\n"
    return [None, None]

for path in sys.argv[1:]:
    assert path.endswith(".txt") and size_of(path) or size_of(path)[0] > 40, path
for line in sys.stdin if len(sys.argv) == 1 else ():
    d = json.loads(line)
    assert d["position"] and d["turn"] and d["text"] is None and d["file"] == d["game"] + "." + d["format"], line
    assert size_of(d["file"]) == [d["width"], d["height"]], line
END

cairo=1
"$ZERMELO" draw tic-tac-toe -o probe.svg 2>err || { grep -q 'without Cairo' err && cairo=; }

games=$("$ZERMELO" list --json | python3 -c 'import json,sys; print(*[g["name"] for g in json.load(sys.stdin)["games"]])')
for game in $games; do
    fine draw "$game"
    [ -s out ] || wrong "draw $game: nothing"
    grep -q ' $' out && wrong "draw $game: spaces at the end of a line"
    for format in txt ${cairo:+svg png pdf}; do
        fine draw "$game" -o "$game.$format" --json
        cat out >>said
    done
done
python3 well.py <said 2>why || wrong "$(tail -1 why)"

# What the screen shows, and the same in JSON.
fine draw nim 2,0,3
printf '         o\n o       o\n o       o\n 2   0   3\n' | cmp -s - out || wrong "draw nim 2,0,3: $(cat out)"
json 'd["position"] == "2,0,3" and d["file"] is None and d["format"] == "txt" and d["text"].endswith(" 2   0   3\n")' draw nim 2,0,3
fine draw hasenspiel size=4
tail -1 out | grep -qx 'rabbit to move' || wrong "draw hasenspiel: whose turn? $(cat out)"
fine draw dots-and-boxes rule=score 11/111/11/000/00:2-0
tail -1 out | grep -qx 'first 2, second 0; first to move' || wrong "draw dots-and-boxes: who has what? $(cat out)"
fine draw dots-and-boxes rule=score 11/111/11/111/11:3-1
tail -1 out | grep -qx 'first 3, second 1' || wrong "draw dots-and-boxes: who has won? $(cat out)"
fine draw tic-tac-toe xxxoo....
grep -q 'to move' out && wrong 'draw: over, and somebody is to move'

# Dots and Boxes as MetaPost.
fine draw dots-and-boxes rows=4 cols=5 1010/11010/0101/10011/1100/00101/1011 --output=a.mp
[ "$(grep -c '^  draw z' a.mp)" -eq 17 ] && grep -q '^  pickup pencircle' a.mp && [ "$(tail -1 a.mp)" = end ] || wrong "a.mp: $(cat a.mp)"
if command -v mpost >/dev/null; then
    mpost -interaction=nonstopmode a.mp >log 2>&1 && [ -s a-1.mps ] || wrong "mpost: $(cat log)"
fi
fine draw dots-and-boxes 00/000/10/000/00 -o b.mp
expect 2 'MetaPost is for boards made of lines' draw chomp -o c.mp
[ ! -e c.mp ] || wrong 'c.mp is there'

# Moves with what they are worth: on the board, below it, in JSON and in every format. Small games are solved on the spot.
fine draw chomp --moves
printf '   +---+---+---+---+\n 3 | -9| -7| -9| -9|\n   +---+---+---+---+\n 2 | -3| -7| +8| -9|\n   +---+---+---+---+\n 1 | -1| -3| -7| -7|\n   +---+---+---+---+\n     1   2   3   4\n' |
    cmp -s - <(head -8 out) || wrong "draw chomp --moves: $(cat out)"
grep -qx 'a win in 8 plies for whoever is to move' out && grep -Eqx '  \* 2,3 +wins in 8' out || wrong "draw chomp --moves: $(cat out)"
json 'd["moves"][0] == {"move": "2,3", "value": "win", "remoteness": 8, "best": True, "touches": [[1, 2]], "captured": [[1, 3], [0, 2], [0, 3]]} and \
len(d["moves"]) == 12 and not d["moves"][1]["best"] and d["picture"]["kind"] == "squares"' draw chomp --moves
json 'd["moves"][0]["touches"] == [[7, 4], [10, 4]] or d["moves"][0]["touches"] == [[10, 4], [7, 4]]' draw madn pieces=1 --moves --roll 3
json 'd["moves"] == [] and d["picture"]["caption"] == "over: x has won"' draw tic-tac-toe xxxoo.... --moves
json 'd["picture"]["caption"] == "in hand: white 3, black 3; now: placing; white to move: a win in 9 plies"' draw nine-mens-morris men=3 --moves
fine query nine-mens-morris men=3
grep -qx '     in hand: white 3, black 3; now: placing' out || wrong "query nine-mens-morris: $(cat out)"
expect 2 'say which roll, --roll 1 to 6' draw madn pieces=1 --moves
expect 2 'roll' draw madn pieces=1 --moves --roll 7
expect 2 'no dice' draw chomp --moves --roll 1
expect 2 'is for --moves' draw chomp --roll 1
expect 2 'is for --moves and --line' draw chomp --solve
expect 2 'is for --line' draw chomp --moves --columns 2
expect 2 'choose one' draw chomp --moves --line 2
expect 2 'too large' draw fox-and-geese --moves
expect 2 'a search is not quick' draw connect-4 --moves
# What was typed stays as it was typed, also in what moves lead to.
fine query connect-4 width=4 height=4 2143
grep -q '^  2143, first to move' out || wrong "a position is not written as it was typed"
grep -q ' 21434$' out || wrong "what a move leads to does not go on from what was typed"
fine draw connect-4 444444555555 --moves
fine draw queen at=7,7,7,7 --moves # too many to be drawn
grep -q 'a win in .*; the best 1 of 252 moves' out || wrong "draw queen --moves: $(grep win out)"
fine draw dots-and-boxes 10/110/00/000/01 --moves -o moves.mp
grep -q 'label.top("+1" infont' moves.mp || wrong "moves.mp: $(cat moves.mp)"
if command -v mpost >/dev/null; then
    mpost -interaction=nonstopmode moves.mp >log 2>&1 && [ -s moves-1.mps ] || wrong "mpost: $(cat log)"
fi

# A line of best play on one sheet. Every ply brings the end one nearer.
fine draw tic-tac-toe --line 3 --columns 2
grep -Fqx '| 1 | 2 | 3 |    |(x)| 2 | 3 |' out && grep -Eqx 'x to move +1. 1' out && grep -Eqx '2. 5 +3. 2' out || wrong "draw --line: $(cat out)"
json '[p["remoteness"] for p in d["line"]] == [8, 7, 6, 5, 4, 3, 2, 1] and d["line"][0]["turn"] == "first" and \
d["line"][0]["move"] == "2,3" and d["line"][-1]["winner"] == "first" and d["text"].startswith("Chomp: 8 plies of best play")' draw chomp --line 20
json 'len(d["line"]) == 5 and all(0 <= p["probability"] <= 1 for p in d["line"])' draw madn pieces=1 --line 5
cp out thrown
json 'd == json.load(open("thrown"))' draw madn pieces=1 --line 5 --seed 1
expect 2 '1 to 200' draw chomp --line 0
expect 2 'svg, .png or .pdf' draw dots-and-boxes --line 2 -o line.mp
for game in $games; do
    set -- "$game"
    case $game in
    connect-4) set -- "$game" width=4 height=4 ;;
    nine-mens-morris) set -- "$game" men=3 ;;
    fox-and-geese) set -- "$game" geese=4 ;;
    fuchs-und-henne) set -- "$game" hens=2 house=2 foxes=1 ;;
    dobutsu-shogi) set -- "$game" elephants=0 chicks=0 ;;
    quixo) set -- "$game" size=3 ;;
    madn) set -- "$game" pieces=1 ;;
    pig) set -- "$game" goal=20 ;;
    minigammon) set -- "$game" points=6 checkers=2 ;;
    esac
    roll=
    case $game in madn | pig | minigammon) roll='--roll 3' ;; esac
    for format in txt ${cairo:+svg png pdf}; do
        fine draw "$@" --moves $roll -o "moves.$format"
        fine draw "$@" --line 4 -o "line.$format"
        python3 well.py "moves.$format" "line.$format" 2>why || wrong "draw $game: $(tail -1 why)"
    done
    grep -q ' $' moves.txt line.txt && wrong "draw $game: spaces at the end of a line"
done
rm -f moves.* line.*

# Tables of values.
expect 0 '' value --table 'kayles(25)' -o table.txt
grep -qx 'wrote table.txt' out && grep -Eq '^ +20 ' table.txt && tail -1 table.txt | grep -q 'Kayles .*grundy' || wrong "table.txt: $(cat table.txt)"
json 'd["table"][0][:4] == [0, 1, 2, 3]' value --table 'kayles(25)' -o table.txt
expect 2 'needs --table' value 'nim(3)' -o table.svg
if [ $cairo ]; then
    fine value --table 'queen(8)' -o 1.svg
    fine value --table 'kayles(83)' -o 2.svg
    fine value --table 'kayles(4)' -o 3.svg
    fine value --table 'chomp(1;1)' -o 4.svg
    fine value --table 'horse(8)' --of w -o again.svg
    fine value --table 'horse(8)' --of w -o table.svg
    cmp -s table.svg again.svg || wrong 'the same picture twice differs'
    expect 2 'too large for a PNG' value --table 'limited-nim(5000;1,2)' -o table.png
    fine value --table 'limited-nim(5000;1,2)' -o table.svg
    fine draw kayles many -o words.svg # nothing but words
    fine draw limited-nim coins=65535 -o heap.png
    fine draw nim 0,0,0 -o none.png
    fine draw chomp 0 -o none.svg
    python3 well.py ./*.svg heap.png none.png 2>why || wrong "$(tail -1 why)"
fi

# One clear line each, and no file.
for name in board board. board.gif .svg/board ''; do
    expect 2 'one of .svg, .png, .pdf, .mp and .txt|is empty' draw chomp -o "$name"
done
mkdir folder.txt
expect 2 'folder.txt' draw chomp -o folder.txt
expect 2 'cannot write nowhere/a.txt: ' draw chomp -o nowhere/a.txt
expect 2 'a row here has' draw chomp 9,9,9 -o bad.txt
expect 2 'which game' draw
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked && chmod a-w locked
    expect 2 'locked' draw chomp -o locked/a.txt
fi
[ ! -e bad.txt ] && [ -z "$(find . -name '*.part~')" ] || wrong "left behind: $(find . -name '*.part~')"

# What was there is replaced, or stays whole.
echo old >kept.txt
expect 2 '' draw chomp 9,9,9 -o kept.txt
[ "$(cat kept.txt)" = old ] || wrong 'kept.txt is gone'
fine draw chomp -o kept.txt
grep -qx 'wrote kept.txt' out || wrong "draw -o says: $(cat out)"
grep -q x kept.txt || wrong 'kept.txt is not replaced'
finish
