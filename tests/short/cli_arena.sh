# Two agents and many games: the numbers add up, the same on any number of threads, and what is asked wrong is refused in a line.
. "$SOURCE/tests/cli.bash"

json 'd["games"] == 1000 and [a["agent"] for a in d["agents"]] == ["perfect", "random"] and d["agents"][0]["lost"] == 0 and \
all(s["lost"] == 0 for s in d["agents"][0]["sides"]) and d["agents"][0]["won"] == d["agents"][1]["lost"] and \
d["agents"][0]["sides"][0] | {"x": 1} == d["agents"][0]["sides"][0] | {"x": 1, "player": "x", "begins": True, "games": 500} and \
all(a["won"] + a["drawn"] + a["lost"] + a["unfinished"] == a["games"] == 1000 for a in d["agents"]) and \
all(a["wins"]["low"] <= a["wins"]["share"] <= a["wins"]["high"] for a in d["agents"])' arena tic-tac-toe

# The second player of Hasenspiel wins, whoever plays against him, and perfect play takes 44 plies.
json 'd["agents"][0]["sides"][1]["won"] == 10 and d["moves"] == 20 * 44 and d["longest"] == 44' \
    arena hasenspiel --players perfect,perfect --games 20
# Random games need no table, also of games that are too large to solve here; a limit of plies leaves them unfinished.
json 'd["values"] is None and d["agents"][0]["unfinished"] == 10' arena fox-and-geese geese=9 --players random,random --games 10 --plies 3
json 'd["games"] == 7 and [s["games"] for s in d["agents"][0]["sides"]] == [4, 3]' arena nim --games 7
# Who begins is whose turn it is there.
json 'd["agents"][0]["sides"][0]["player"] == "o" and d["position"] == "x........"' arena tic-tac-toe --from x........ --games 10
json 'd["position"] == "........."' arena tic-tac-toe --from start --games 10

for players in random,random perfect,skill=0.5; do
    for threads in 1 2 5; do
        "$ZERMELO" arena tic-tac-toe --players $players --games 2001 --threads $threads --seed 9 --json 2>err |
            python3 -c 'import json,sys; d=json.load(sys.stdin); [d.pop(k) for k in ("threads","seconds","games_per_second")]; print(d)' >with.$threads
        cmp -s with.1 with.$threads || wrong "$players: $threads threads, other numbers: $(cat with.1 with.$threads)"
    done
done
"$ZERMELO" arena tic-tac-toe --players random,random --games 2001 --seed 8 --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["moves"])' >a
"$ZERMELO" arena tic-tac-toe --players random,random --games 2001 --seed 9 --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["moves"])' >b
cmp -s a b && wrong 'another seed, the same games'

fine solve nim --values wdl
json 'd["values"] == "wdl" and d["agents"][0]["sides"][1]["won"] == 50' arena nim --games 100
for words in 'tic-tac-toe' 'nim --players skill=0.123456,random' 'fox-and-geese geese=9 --players random,random --games 1000000 --plies 1'; do
    # shellcheck disable=SC2086
    fine arena $words
    python3 -c 'import sys; sys.exit(any(len(l.rstrip("\n")) > 80 or l.endswith(" \n") for l in open("out")))' || wrong "arena $words: $(cat out)"
done

expect 2 'must be two agents, as perfect,skill=0.7' arena nim --players perfect
expect 2 'must be two agents' arena nim --players perfect,random,random
expect 2 'no agent "randm"; did you mean "random"' arena nim --players perfect,randm
expect 2 'no agent ""' arena nim --players perfect,
expect 2 'human cannot play in the arena' arena nim --players human,random
expect 2 'games "0" must be a whole number' arena nim --games 0
expect 2 'plies "-1"' arena nim --plies -1
expect 2 'seed "x"' arena nim --seed x
expect 2 'is wrong at character' arena nim --from 1,x,3
expect 2 'is a word too many' arena nim perfect
expect 2 'run: zermelo solve fox-and-geese geese=9' arena fox-and-geese geese=9
expect 2 'positions can come back|come back' arena fox-and-geese geese=2 enough=1 --players by-share,random

# Exactly, with dice: with one piece there is nothing to choose, and the first player wins 53.07 % (docs/results.md).
json 'd["exact"] and len(d["cross"]) == 16 and all(abs(e["share"] - 0.530736467991) < 1e-9 and e["low"] <= e["share"] <= e["high"] for e in d["cross"])' \
    arena madn pieces=1 --exact
json 'len(d["cross"]) == 4 and d["cross"][0]["share"] > 0.5 and max(e["high"] - e["low"] for e in d["cross"]) <= 1e-6' \
    arena madn pieces=2 squares=16 --exact --players fpoc,random --precision 1e-6
cp out exact
json 'len(d["cross"]) == 2 and all(e["low"] - 0.01 < x["share"] < e["high"] + 0.01 for e in d["cross"] for x in json.load(open("exact"))["cross"] \
if (e["first"], e["second"]) == (x["first"], x["second"]))' arena madn pieces=2 squares=16 --cross --players fpoc,random --games 4000
# What was published of a variant stands beside it.
json 'd["cross"][0]["published"]["share"] == 0.218489' arena madn --cross --players random,fpoc --games 20
expect 2 'games with dice' arena tic-tac-toe --exact
expect 2 'not of skill' arena madn pieces=1 --exact --players skill=0.5,random
expect 2 'precision' arena madn pieces=1 --exact --precision x

finish
