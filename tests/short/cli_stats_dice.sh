# Games with dice, counted by how far the side to move is ahead, as numbers and as a chart.
. "$SOURCE/tests/cli.bash"

json 'd["positions"] > 0' solve madn pieces=1
json 'd["values"] == "odds" and d["positions"] == sum(b["positions"] for b in d["by_lead"]) and d["plot"] is None and \
all(-1 <= b["lead"] <= 1 and b["min"] <= b["mean"] <= b["max"] for b in d["by_lead"]) and \
abs(min(b["min"] for b in d["by_lead"]) - 0.083157165) < 1e-6 and abs(max(b["max"] for b in d["by_lead"]) - 0.933474268) < 1e-6' \
    stats madn pieces=1
json 'd["plot"] == "a.txt"' stats madn pieces=1 --plot a.txt
[ "$(grep -c '^#' a.txt)" = 5 ] || wrong "a.txt: $(head -3 a.txt)"
"$ZERMELO" stats madn pieces=1 --csv >out 2>err || wrong "stats --csv: $(cat err)"
grep -q '^lead,positions,min,mean,max$' out || wrong "no head: $(head -1 out)"
expect 2 'games without dice' stats madn pieces=1 --games
json 'd["positions"] > 0' stats madn pieces=1 squares=16 # solved on the spot
expect 2 'ending' stats madn pieces=1 --plot a.gif
expect 2 'games without dice' stats madn pieces=1 --plot a.svg --of shares

# How the solve converged: intervals become narrower with every sweep.
json 'd["sweeps"] > 0' solve madn pieces=1 --again --plot c.txt
python3 -c 'import re
blocks = [[float(l.split()[1]) for l in b.splitlines() if l and l[0] != "#"] for b in open("c.txt").read().split("\n\n\n")]
assert blocks and all(b == sorted(b, reverse=True) and b[-1] <= 1e-6 for b in blocks), blocks' || wrong 'solve --plot'
expect 2 'the table was there' solve madn pieces=1 --plot c.txt
expect 2 'games with dice' solve chomp --plot c.svg

# How many states a sweep changes: at first nearly all, with one vector none in the end, by both methods.
for method in race iterate; do
    fine solve madn pieces=1 --one-vector --no-table --method $method --plot-changes d.txt
    python3 -c 'b = [int(l.split()[1]) for l in open("d.txt") if l.strip() and l[0] != "#"]
assert len(b) > 10 and b[0] > 1500 and max(b) <= 1641 and b[-1] == 0, b' || wrong "solve --plot-changes by $method"
done
expect 2 'games with dice' solve chomp --plot-changes c.svg
expect 2 'engine cpu' solve madn pieces=1 --no-table --engine cuda-host --plot-changes c.svg

# Warm starts end where others do.
json 'abs(d["start"]["probability"] - 0.530736468) < 1e-5 and not d["certified"]' \
    solve madn pieces=1 squares=40 --one-vector --no-table --warm squares=20
json 'abs(d["start"]["probability"] - 0.509186694) < 1e-5' solve madn pieces=2 --one-vector --no-table --warm pieces=1
expect 2 'warm is for --one-vector' solve madn pieces=2 --no-table --warm pieces=1
expect 2 'warm is for --one-vector' solve pig --one-vector --no-table --warm points=20
expect 2 'pieces' solve madn pieces=2 --one-vector --no-table --warm pieces=9

finish
