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
expect 2 'ending' stats madn pieces=1 --plot a.gif
expect 2 'games without dice' stats madn pieces=1 --plot a.svg --of shares

# How the solve converged: intervals become narrower with every sweep.
json 'd["sweeps"] > 0' solve madn pieces=1 --again --plot c.txt
python3 -c 'import re
blocks = [[float(l.split()[1]) for l in b.splitlines() if l and l[0] != "#"] for b in open("c.txt").read().split("\n\n\n")]
assert blocks and all(b == sorted(b, reverse=True) and b[-1] <= 1e-6 for b in blocks), blocks' || wrong 'solve --plot'
expect 2 'the table was there' solve madn pieces=1 --plot c.txt
expect 2 'games with dice' solve chomp --plot c.svg

finish
