# Every command's --json: one object, nothing else on standard output, the fields of the contract.
. "$SOURCE/tests/cli.bash"

json 'len(d["games"]) >= 2 and all({"name","title","players","options","plugin"} <= g.keys() for g in d["games"])' list
games=$(python3 -c 'import json; print(*[g["name"] for g in json.load(open("out"))["games"]])')
dice=$(python3 -c 'import json; print(*[g["name"] for g in json.load(open("out"))["games"] if g["rolls"]])')
for game in $games; do
    case " $dice " in *" $game "*) continue ;; esac # further down
    set -- "$game"
    [ "$game" != fox-and-geese ] || set -- "$game" geese=2 enough=1 # the whole game is for larger machines
    [ "$game" != fuchs-und-henne ] || set -- "$game" hens=2 house=1 foxes=1
    [ "$game" != dobutsu-shogi ] || set -- "$game" elephants=0 chicks=0
    [ "$game" != quixo ] || set -- "$game" size=3
    [ "$game" != connect-4 ] || set -- "$game" width=4 height=4
    [ "$game" != nine-mens-morris ] || set -- "$game" men=3
    json 'd["title"] and d["about"] and len(d["players"]) == 2 and d["table"]["present"] is False' info "$@"
    json 'd["position"] and d["turn"] and d["state"] and len(d["hex"]) == 32' encode "$@"
    hex=$(python3 -c 'import json; print(json.load(open("out"))["hex"])')
    json "d['hex'] == '$hex' and d['code'] == 'hex'" decode "$@" --code hex "$hex"
    json 'all(k in d for k in "game variant engine threads states won_by drawn start longest tiers seconds states_per_second \
peak_bytes table_bytes method places bytes_per_state resumed already".split()) and not d["already"] and \
sum(d["won_by"].values()) + d["drawn"] == d["states"] and d["start"].keys() == {"value","winner","remoteness"}' solve "$@"
    cp out solved
    json 'd["already"] is True' solve "$@"
    json 'd["already"] is False' solve "$@" --again
    json 'd["table"]["present"] is True' info "$@"
    json 'all(k in d for k in "position turn value winner remoteness moves over".split()) and d["over"] is False and \
all(m.keys() - {"score"} == {"move","position","next","value","remoteness","delta"} for m in d["moves"]) and d["moves"][0]["delta"] == 0 and \
(d["moves"][0]["value"], d["moves"][0]["remoteness"]) == (d["value"], d["remoteness"]) and \
{k: d[k] for k in ("value","winner","remoteness")} == json.load(open("solved"))["start"]' query "$@"
    json 'd["position"]' query "$@" start
    json 'd["ok"] is True and d["error"] is None and d["states"] == json.load(open("solved"))["states"] and d["blocks"] > 0' verify "$@"
    json '(s := json.load(open("solved"))) and d["states"] == s["states"] and d["won_by"] == s["won_by"] and d["drawn"] == s["drawn"] and \
sum(d["by_ply"]) == d["states"] and sum(sum(r["won_by"].values()) for r in d["by_remoteness"]) + d["drawn"] == d["states"] and \
d["branching"]["open"] + d["branching"]["over"] == d["states"]' stats "$@"
    "$ZERMELO" stats "$@" --csv >out 2>err || wrong "stats --csv: $(cat err)"
    python3 -c 'import csv, json
rows = list(csv.DictReader(open("out")))
assert sum(int(r["count"]) for r in rows if r["table"] == "ply") == json.load(open("solved"))["states"]' || wrong "stats $game --csv"
done

# Dice: probabilities with their bounds, before the roll and by roll.
for game in $dice; do
    set -- "$game"
    [ "$game" != madn ] || set -- "$game" pieces=1 # the whole game is for larger machines
    json 'd["values"] == "odds" and d["positions"] > 0 and not d["already"] and d["sweeps"] > 0 and d["updates"] > 0 and d["widest"] <= 1e-6 and \
all(d[k].keys() == {"probability","lower","upper","position"} and d[k]["lower"] <= d[k]["probability"] <= d[k]["upper"] for k in ("start","min","max")) and \
d["min"]["upper"] <= d["max"]["lower"]' solve "$@"
    cp out solved
    json 'd["already"] is True and d["start"] == json.load(open("solved"))["start"]' solve "$@"
    json 's := json.load(open("solved"))["start"], d["values"] == "odds" and d["over"] is False and d["lower"] == s["lower"] and d["upper"] == s["upper"] and \
abs(sum(r["chance"] for r in d["rolls"]) - 1) < 1e-6 and all(r["moves"][0]["probability"] == r["probability"] for r in d["rolls"]) and \
all(m.keys() == {"move","position","next","probability","lower","upper"} for r in d["rolls"] for m in r["moves"])' query "$@"
    json 'd["ok"] is True and d["states"] == json.load(open("solved"))["positions"]' verify "$@"
done
expect 2 'precision' solve chomp --precision 0.1
expect 2 'precision' solve madn pieces=1 --precision x
expect 2 'needs about' solve madn --memory 1G

# Strategy stealing: the first player wins; 35 staircases of 3 x 4 (C(7,3)).
json 'd["variant"] == {"rows": 3, "cols": 4} and d["states"] == 35 and d["start"]["winner"] == "first"' solve chomp rows=3 cols=4
# Solved in memory only: the same counts, no table.
json 'd["states"] == 20 and d["table"] is None and d["table_bytes"] == 0' solve chomp rows=3 cols=3 --no-table
expect 2 'zermelo solve' verify chomp rows=3 cols=3
# Remoteness of moves is counted from the position asked about; delta in plies; null where the value is another.
json 'd["value"] == "win" and [m["delta"] for m in d["moves"] if m["value"] == "loss"] == [None] * sum(m["value"] == "loss" for m in d["moves"])' query chomp
# 1,2,3 is lost (1 xor 2 xor 3 is 0).
json 'd["value"] == "loss" and d["winner"] == "second" and all(m["value"] == "loss" for m in d["moves"])' query nim 1,2,3
# Over: a value and no moves.
json 'd["over"] is True and d["moves"] == [] and d["remoteness"] == 0 and d["value"] == "loss"' query nim 0,0,0
json 'd["value"] == "win" and d["moves"]' query chomp rows=3 cols=5 4,4 --solve
# A draw has no winner and no remoteness. Both of seed 004's codes: two bits a square, and base 3.
json 'd["start"] == {"value": "draw", "winner": None, "remoteness": None} and d["states"] == 765' solve tic-tac-toe --again
json 'len(d["codes"]) >= 2 and d["tier"] == 6' encode tic-tac-toe xo..x....
json 'd["position"] == "xo..x...."' decode tic-tac-toe "$("$ZERMELO" encode tic-tac-toe xo..x.... --json |
    python3 -c 'import json,sys; print(list(json.load(sys.stdin)["codes"].values())[0])')"

# Seed 004: two white men and a black one on the 24 points, 6,848 / 16 = 428.
json 'd["pieces"] == [2, 1] and d["sum"] == 6848 and d["orbits"] == 428 and \
d["fixed"] == [6072, 0, 0, 0, 114, 114, 114, 114, 232, 0, 0, 0, 22, 22, 22, 22]' stats nine-mens-morris --burnside 2,1

# docs/json.md has every field there is. (Names of options, players and codes are no fields.)
cat >fields.py <<'END'
import json, re, sys
text = open(sys.argv[1]).read()
parts = {}
for part in re.split(r"^## ", text, flags=re.M)[1:]:
    for name in part.split("\n")[0].replace(",", "").split():
        parts[name] = part
recurring = text.split("## ")[0]
def fields(x):
    if isinstance(x, list):
        for y in x: yield from fields(y)
    if isinstance(x, dict):
        for k, y in x.items():
            yield k
            if k not in ("variant", "won_by", "share") and not (k == "codes" and isinstance(y, dict)): yield from fields(y)
known = recurring + parts[sys.argv[2]] + (parts["list"] if sys.argv[2] == "info" else "")
missing = {k for k in fields(json.load(open("out"))) if "`%s`" % k not in known}
if missing: sys.exit(", ".join(sorted(missing)))
END
documented() # words...: the fields of the command that is the first of them
{
    "$ZERMELO" "$@" --json >out 2>err || wrong "$*: $(cat err)"
    python3 -I -S fields.py "$SOURCE/docs/json.md" "$1" 2>why || wrong "docs/json.md, $1: no $(cat why)"
}
documented list
documented info tic-tac-toe
documented info chomp rows=2 cols=9
documented solve chomp
documented query chomp --agent by-share
documented solve madn pieces=1 --again
documented query madn pieces=1
documented query fox-and-geese geese=9
documented stats tic-tac-toe --games --positions
documented solve chomp rows=2 --values wdl
documented query chomp rows=2
documented stats chomp rows=2
documented verify chomp rows=2
documented compare chomp rows=2,3
documented solve fox-and-geese geese=2 enough=1
documented compare hasenspiel size=4..6
documented compare fox-and-geese geese=4..5 --no-solve
"$ZERMELO" solve chomp rows=2 --no-table --json >told.json 2>err || wrong "solve --no-table: $(cat err)"
documented compare chomp rows=2,5 --summaries told.json --tables none
documented info fox-and-geese geese=9
documented solve connect-4 width=4 height=4
documented query connect-4 width=4 height=4 12
documented query connect-4 444444555555
documented stats connect-4 --plies 5
documented stats nine-mens-morris --burnside 2,1
documented verify chomp
documented query tic-tac-toe --agent perfect
documented arena tic-tac-toe --games 10
documented play tic-tac-toe --side none </dev/null
documented draw nim
documented draw nim --moves
documented draw nim --line 2
documented encode tic-tac-toe
documented solve madn pieces=1
documented stats madn pieces=1
documented arena madn pieces=1 --exact
documented arena madn pieces=1 --cross --games 10
documented export madn pieces=1 --moves --to smaller
documented query madn pieces=1 --tables smaller
documented export madn pieces=1 --bits 12 --to smaller --again
documented decode chomp --code index 3
documented bench nim --repeat 1
documented bench connect-4 width=4 height=4 --repeat 1 --method sweep
documented bench chomp --repeat 1 --engine cuda-host --method sweep
json 'd["engine"] == "cuda-host" and d["device"]["copied_bytes_per_second"] > 1e6 and d["device"]["integer_operations_per_second"] > 1e6 and \
[r["method"] for r in d["rows"]] == ["sweep", "sweep"] and all(r["states"] == 35 and r["moved_bytes_per_state"] > 0 and r["device_seconds"] > 0 for r in d["rows"])' \
    bench chomp --repeat 1 --engine cuda-host --method 'sweep sweep+wdl'
documented value 'union(nim(3),kayles(4))'
documented value 'wtia(nim(3),kayles(4))' --of w
documented value --table 'limited-nim(18;1,3,4)'
documented value --all 'dots-and-boxes(3;3)'
documented new a-game
documented build a-game.c
documented help
documented --version
finish
