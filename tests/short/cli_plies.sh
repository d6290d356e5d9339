# States ply by ply, without a table: by walking and by sets; what was counted is there also when memory does not suffice.
. "$SOURCE/tests/cli.bash"

small=(connect-4 width=4 height=4)
json 'd["by"] == "sets" and d["finished"] and d["states"] == 80541 and d["positions"] == 161029 and len(d["plies"]) == 17 and \
d["states"] == sum(p["states"] for p in d["plies"]) and d["open"] == sum(p["open"] for p in d["plies"])' stats "${small[@]}" --plies 100
python3 -c 'import json; print([(p["ply"], p["states"], p["open"]) for p in json.load(open("out"))["plies"]])' >sets
json 'd["by"] == "walk" and d["finished"] and "positions" not in d' stats "${small[@]}" --plies 100 --by walk
python3 -c 'import json; print([(p["ply"], p["states"], p["open"]) for p in json.load(open("out"))["plies"]])' | cmp - sets ||
    wrong 'walk and sets differ'

fine stats connect-4 --plies 6 --by sets
grep -Eq '^ +6 +8,231 +8,231 +16,422$' out || wrong "rows: $(cat out)"
grep -q 'counted by sets' out || wrong "the way is not told: $(cat out)"
fine stats connect-4 --plies 6 --by walk
grep -Eq '^ +6 +8,231 +8,231$' out || wrong "rows: $(cat out)"

expect 2 'not enough memory.*it suffices for [0-9]+ plies' stats connect-4 --plies 42 --memory 16M
grep -Eq '^ +6 +8,231 +8,231 +16,422$' out || wrong "what was counted is not there: $(cat out)"
grep -q '^ *all ' out && wrong "a sum of what was not finished: $(cat out)"
expect 2 'not enough memory' stats connect-4 --plies 42 --memory 16M --json
python3 -c 'import json; d = json.load(open("out")); assert d["finished"] is False and d["plies"][6]["states"] == 8231, d' ||
    wrong "unfinished, as JSON: $(head -c 300 out)"

expect 2 'choose from: walk' stats connect-4 --plies 3 --by magic
expect 2 'by is a way to count' stats connect-4 --by walk
expect 2 'no sets of its own' stats chomp --plies 3 --by sets
expect 2 'is of a table' stats connect-4 --plies 3 --csv

finish
