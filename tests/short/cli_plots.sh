# Charts of stats and compare: their numbers are those of --json, whichever way they are drawn.
. "$SOURCE/tests/cli.bash"

cat >blocks.py <<'END'
# The series of a chart as text: {name: [(x, y), ...]}, charts one after the other.
import re, sys, json
def blocks(path):
    found, name = {}, None
    for line in open(path):
        head = re.match(r"# (.*): .*, .*$", line)
        if head and not re.match(r"# \d+: ", line) and "(" not in head[1]:
            name = head[1]
            found[name] = []
        elif line[0] not in "#\n":
            x, y = line.split()
            found[name].append((float(x), float(y)))
    return found
END

for game in chomp 'hasenspiel size=6' tic-tac-toe; do
    fine solve $game
    json 'd["plot"] == "a.txt" and [sum(p["won_by"].values()) + p["drawn"] for p in d["values_by_ply"]] == d["by_ply"] and \
{w: sum(p["won_by"][w] for p in d["values_by_ply"]) for w in d["won_by"]} == d["won_by"]' stats $game --plot a.txt
    cp out stats
    python3 -c '
import json
from blocks import blocks
d, b = json.load(open("stats")), blocks("a.txt")
assert [y for x, y in b["states"]] == d["by_ply"], b["states"]
wins = [v for k, v in b.items() if "win" in k]
assert len(wins) == 2, b.keys()
for w, player in zip(wins, d["won_by"]):
    assert [y for x, y in w] == [r["won_by"][player] for r in d["by_remoteness"]], player' 2>why || wrong "stats $game --plot: $(cat why)"
done
fine stats chomp --plot b.txt --of plies
[ "$(grep -c '^# ' b.txt)" -eq 2 ] || wrong "--of plies: $(cat b.txt)"
json 'd["plot"] is None and "values_by_ply" not in d' stats chomp
expect 2 'is for --plot' stats chomp --of plies
expect 2 'choose from' stats chomp --plot b.txt --of colours
expect 2 'ending of the name says: .svg, .png or .pdf, or .txt' stats chomp --plot b.gif
expect 2 'charts are drawn' stats chomp --plot b.mp
expect 2 'cannot write nowhere/b.txt: ' stats chomp --plot nowhere/b.txt
fine stats chomp --plot b.txt
tail -1 out | grep -qx 'wrote b.txt' || wrong "stats --plot says nothing of it: $(tail -1 out)"
fine stats chomp --plot b.txt --csv
grep -q wrote out && wrong 'stats --csv --plot is no CSV'
fine solve chomp rows=2 cols=2 --values wdl
fine stats chomp rows=2 cols=2 --plot c.txt
expect 2 'not how far' stats chomp rows=2 cols=2 --plot c.txt --of remoteness

# What is known of variants that are not solved is drawn too: the bound and the published count.
expect 0 '' compare fox-and-geese geese=4..9 --no-solve --plot d.txt --of states
# Rows are named by the option's value, and counts have all their digits.
grep -q '^9 1419189540$' d.txt && [ "$(grep -c '^[4-9] [0-9]*$' d.txt)" -eq 12 ] || wrong "compare --of states: $(cat d.txt)"
expect 2 'only --of states' compare fox-and-geese geese=4..9 --no-solve --plot d.txt
json 'd["plot"] == "e.txt"' compare hasenspiel size=4,6 --games-sampled 100 --plot e.txt
grep -q '^# states that play reaches: size, states$' e.txt && grep -q '^# by-ply: ' e.txt && ! grep -q '^[0-3] ' e.txt || wrong "compare --plot: $(cat e.txt)"
if "$ZERMELO" draw chomp -o probe.svg 2>err; then
    for format in svg png pdf; do
        fine stats chomp --plot "f.$format"
        fine compare hasenspiel size=4,6 --games-sampled 100 --plot "g.$format"
        [ -s "f.$format" ] && [ -s "g.$format" ] || wrong "no chart as $format"
    done
fi
finish
