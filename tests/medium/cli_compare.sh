# compare: rows as `solve` has them, beside what was published, the fairest by each measure; what cannot be had; bad ranges.
. "$SOURCE/tests/cli.bash"

# Missing tables are solved and stored, those that are there are read, and both give what `solve` gives.
json 'd["varies"] == ["size"] and [r["variant"]["size"] for r in d["rows"]] == [4, 6] and \
[r["states"] for r in d["rows"]] == [114, 10357] and [r["already"] for r in d["rows"]] == [False, False] and \
[r["won_by"] for r in d["rows"]] == [{"rabbit": 85, "pawns": 29}, {"rabbit": 9058, "pawns": 1299}] and \
[(r["start"]["winner"], r["start"]["remoteness"]) for r in d["rows"]] == [("pawns", 8), ("rabbit", 25)]' compare hasenspiel size=4,6
cp out first
grep -q 'hasenspiel size=4, 1 of 2, is not solved yet' err || wrong "no note of what is solved: $(cat err)"
json 'all(r["already"] for r in d["rows"])' compare hasenspiel size=4,6
[ ! -s err ] || wrong "something was solved again: $(cat err)"
for size in 4 6; do
    json "(s := [r for r in json.load(open('first'))['rows'] if r['variant']['size'] == $size][0]) and d['already'] and \
all(s[k] == d[k] for k in ('game', 'variant', 'states', 'won_by', 'drawn', 'start', 'longest', 'table_bytes', 'bytes_per_state', \
'bound', 'published'))" solve hasenspiel size=$size
done

# Random games are those of the seed, whatever the threads; another seed has others.
for threads in 1 2 3; do
    fine compare hasenspiel size=4,6 --threads $threads
    cp out "text$threads"
done
cmp -s text1 text2 && cmp -s text1 text3 || wrong 'random games depend on threads'
fine compare hasenspiel size=4,6 --seed 2
cmp -s text1 out && wrong '--seed changes nothing'
json 'd["sample"] == {"games": 50, "plies": 3, "seed": 9} and all(r["random"]["games"] == 50 and \
sum(r["random"]["won_by"].values()) + r["random"]["drawn"] + r["random"]["unfinished"] == 50 for r in d["rows"]) and \
d["rows"][1]["random"]["unfinished"] == 50' compare hasenspiel size=4,6 --games-sampled 50 --plies 3 --seed 9

# The measures, from the counts: |won - won| / decided and / states; a draw is fair.
json '(x := {r["name"]: r for r in d["rows"]}) and set(x) == {"play_on=no", "play_on=yes"} and \
all(abs(r["lean"][1]["lean"] - (r["won_by"]["x"] - r["won_by"]["o"]) / (r["won_by"]["x"] + r["won_by"]["o"])) < 1e-6 and \
abs(r["lean"][2]["lean"] - (r["won_by"]["x"] - r["won_by"]["o"]) / r["states"]) < 1e-6 and \
abs(r["lean"][4]["lean"] - (r["random"]["won_by"]["x"] - r["random"]["won_by"]["o"]) / r["random"]["games"]) < 1e-6 and \
r["lean"][0] == {"measure": "start", "lean": 0, "favours": None, "fairest": True} and \
all(i["low"] <= r["random"]["share"][i["player"]] <= i["high"] for i in r["random"]["share_95"]) for r in x.values()) and \
[m["name"] for m in d["measures"]] == ["start", "decided", "all", "by-ply", "random"] and all(m["help"] for m in d["measures"]) and \
d["measures"][0]["fairest"] == ["play_on=no", "play_on=yes"] and d["measures"][1]["fairest"] == ["play_on=no"] and \
all((l["measure"] == m["name"]) and l["fairest"] == (r["name"] in m["fairest"]) for r in d["rows"] for l, m in zip(r["lean"], d["measures"])) and \
d["fairest"]["first_places"] == max(sum(l["fairest"] for l in r["lean"]) for r in d["rows"])' compare tic-tac-toe play_on=no,yes
fine compare tic-tac-toe play_on=no,yes
grep -qE '^  overall  play_on=(no|yes), by [1-5] of 5 measures$' out || wrong "no fairest: $(cat out)"
for measure in start decided all by-ply random; do
    [ "$(grep -cE "^  $measure +[a-z]" out)" -eq 2 ] || wrong "$measure is not both said in words and answered: $(cat out)"
done

# Beside the thesis: the first row of its table, 28 states and 27 won by the fox too many; combinations; what does not go together.
json '(r := d["rows"]) and d["varies"] == ["geese", "enough"] and [x["name"] for x in r] == \
["geese=3 enough=3", "geese=3 enough=4", "geese=4 enough=3", "geese=4 enough=4"] and \
[x["state"] for x in r] == ["solved", "refused", "solved", "solved"] and "too few" in r[1]["problem"] and "states" not in r[1] and \
r[1]["variant"] == {"geese": 3, "enough": 4} and r[3]["bound"] == 1438400 and r[3]["states"] == 1270689 and \
r[3]["published"][0]["states"] == 1270717 and r[3]["published"][0]["drawn"] is None and \
r[3]["published"][0]["difference"] == {"states": 28, "won_by": {"geese": 0, "fox": 27}, "drawn": None} and \
r[0]["published"] == [] and all(x["states"] <= x["bound"] for x in r if x["state"] == "solved")' \
    compare fox-and-geese geese=3..4 enough=3..4
fine compare fox-and-geese geese=4..5 --no-solve
grep -Eq '^ +4 +1,438,400 +1,270,689 +0 +0\.0 +666,885 +52\.5 +603,804 +draw +32 ' out || wrong "the row of 4 geese: $(cat out)"
grep -Eq '^ +5 +9,493,440 +not solved$' out || wrong "the row of 5 geese, not solved: $(cat out)"
grep -Eq '^ +4 +1,270,717 +\+28 +0 +0 +666,912 +\+27 +13 MB$' out || wrong "the row of the thesis: $(cat out)"
grep -Eq '^ +5 +7,919,632 +0 +1,644,004 +83 MB$' out || wrong "the row of the thesis without ours: $(cat out)"
grep -Eq "^thesis: .*Table 8\.2" out || wrong "no source: $(cat out)"
json '[r["state"] for r in d["rows"]] == ["solved", "unsolved"] and d["rows"][1]["published"][0]["difference"] is None' \
    compare fox-and-geese geese=4,5 --no-solve
[ ! -e "$ZERMELO_TABLES/fox-and-geese/geese=5" ] || wrong '--no-solve solved something'
fine solve fox-and-geese geese=4
grep -Eq '^  thesis +1,270,717 states \(28 more\), 0 won by geese \(the same\),' out || wrong "solve: no thesis: $(cat out)"
grep -Eq '^  upper bound +1,438,400 ' out || wrong "solve: no upper bound: $(cat out)"
fine info fox-and-geese geese=9
grep -q '1,723,059,360 states' out && grep -q '1,419,189,540 states, 52,859 won by geese' out || wrong "info: $(cat out)"

# One variant is a comparison too; without any table there is nothing to be fair.
json 'd["varies"] == [] and d["rows"][0]["name"] == "default" and d["fairest"]["name"] == "default"' compare nim
json 'd["fairest"] is None and all(m["fairest"] == [] for m in d["measures"])' compare chomp rows=3..5 --no-solve
json '[r["variant"]["piles"] for r in d["rows"]] == ["1,2", "3,4,5"]' compare nim piles=1,2/3,4,5

# Summaries of solves without a table: what a table says too is the same; what takes one is not known, and not guessed.
mkdir told half
for size in 4 6; do
    fine solve hasenspiel size=$size --no-table --json
    cat out >>told/rows.json
done
json '(f := json.load(open("first"))) and [r["from"] for r in d["rows"]] == ["told/rows.json, line 1", "told/rows.json, line 2"] and \
all(r[k] == s[k] for r, s in zip(d["rows"], f["rows"]) for k in s if k not in ("already", "from", "lean", "table_bytes", "bytes_per_state")) and \
all(s["from"] is None and r["table_bytes"] is None and r["bytes_per_state"] is None and not r["already"] and \
r["lean"][:3] + r["lean"][4:] == s["lean"][:3] + s["lean"][4:] and \
r["lean"][3] == {"measure": "by-ply", "lean": None, "favours": None, "fairest": False} for r, s in zip(d["rows"], f["rows"])) and \
d["measures"][3]["fairest"] == [] and [m["fairest"] for m in d["measures"] if m["name"] != "by-ply"] == \
[m["fairest"] for m in f["measures"] if m["name"] != "by-ply"]' compare hasenspiel size=4,6 --summaries told --tables none
fine compare hasenspiel size=4,6 --summaries told/rows.json --tables none
grep -qx '  by-ply   not known of all: it takes a table' out || wrong "by-ply without tables: $(cat out)"
grep -Eq '^  overall  size=[46], by [1-4] of 4 measures$' out || wrong "the fairest of summaries: $(cat out)"
grep -Eq 'bytes a|nan' out && wrong "sizes of tables that are not there: $(cat out)"
[ ! -e none ] || wrong '--summaries solved something'
fine compare hasenspiel size=4,6 --summaries told --tables none --plot told.txt
grep -q '^# random: ' told.txt && ! grep -q nan told.txt || wrong "charts of summaries: $(cat told.txt)"

# A table where there is one, a summary where not, a line for what has neither; a measure that is known of some is nobody's.
mkdir half/hasenspiel
cp -r "$ZERMELO_TABLES/hasenspiel/size=4" half/hasenspiel/
json '[(r["state"], r.get("from")) for r in d["rows"]] == [("solved", None), ("solved", "told/rows.json, line 2"), ("unsolved", None)] and \
d["rows"][0]["already"] and d["rows"][0]["lean"][3]["lean"] is not None and d["measures"][3]["fairest"] == []' \
    compare hasenspiel size=4,6,10 --summaries told --tables half
fine compare hasenspiel size=4,6,10,12 --summaries told --tables half
grep -qx '  neither a table nor a summary: size=10, size=12' out || wrong "what is missing: $(cat out)"
grep -Eq '^ +6 .* rabbit in 25 +[0-9]+ +- +-$' out || wrong "a row without a table: $(cat out)"
grep -Eq '^ +6 +rabbit in 25.* - +rabbit' out || wrong "a row without by-ply: $(cat out)"

# Of two of the same variant the one with distances; others pass; files and folders together; spread over lines.
fine solve hasenspiel size=6 --no-table --values wdl --json
cat out >wdl.json
python3 -c 'import json; print("\n\n", json.dumps(json.loads(open("told/rows.json").readlines()[1]), indent=2))' >wide.json
for order in 'wdl.json wide.json' 'wide.json wdl.json'; do
    # shellcheck disable=SC2086
    set -- $order
    json 'd["rows"][0]["values"] == "distance" and d["rows"][0]["from"] == "wide.json, line 3" and d["rows"][0]["start"]["remoteness"] == 25' \
        compare hasenspiel size=6 --summaries "$1" --summaries "$2" --tables none
done
json 'd["rows"][0]["values"] == "wdl" and d["rows"][0]["longest"] is None and d["rows"][0]["start"]["winner"] == "rabbit" and \
d["rows"][0]["lean"][0]["lean"] is None and d["rows"][0]["lean"][0]["favours"] == "rabbit"' compare hasenspiel size=6 --summaries wdl.json --tables none

# Files that are not what they should be: one line, exit 2, nothing on standard output.
fine solve chomp --no-table --json
cat out >chomp.json
cat chomp.json wdl.json >both.json
json 'd["rows"][0]["from"] == "both.json, line 2"' compare hasenspiel size=6 --summaries both.json --tables none
head -c 300 wdl.json >cut.json
echo 'some words' >words.json
: >empty.json
mkdir bare
python3 - <<'END_OF_PYTHON'
import copy, json
good = json.load(open("wdl.json"))
def spoil(name, change):
    d = copy.deepcopy(good)
    change(d)
    open(name + ".json", "w").write(json.dumps(d) + "\n")
spoil("sum", lambda d: d.update(states=d["states"] + 1))
spoil("less", lambda d: d.update(drawn=-1))
spoil("other", lambda d: (d["won_by"].update(rabbit=d["won_by"]["rabbit"] - 1), d.update(states=d["states"] - 1)))
spoil("option", lambda d: d["variant"].pop("size"))
spoil("options", lambda d: d["variant"].update(sise=3))
spoil("start", lambda d: d["start"].update(value="won"))
spoil("far", lambda d: d.update(values="distance", longest=None))
spoil("place", lambda d: d.update(longest={"remoteness": 3, "position": "nowhere"}))
open("list.json", "w").write("[1, 2]\n")
END_OF_PYTHON
while read -r file words; do
    expect 2 "$words" compare hasenspiel size=6 --summaries "$file" --tables none
    [ ! -s out ] || wrong "$file: something on standard output: $(head -c 200 out)"
done <<'END_OF_FILES'
chomp.json chomp.json has no summary of hasenspiel, only of other games$
cut.json cut.json, line 1: no JSON: 
words.json words.json, line 1: no JSON: 
list.json list.json, line 1: no summary by .* it has no "game"$
empty.json empty.json has no summary of hasenspiel: such as
bare bare has no summary of hasenspiel: .*in files \*\.json$
gone.json gone.json
sum.json sum.json, line 1: .* does not add up to its "states"$
less.json it has no number "drawn"$
option.json it has no option "size"$
options.json options that the game does not have are in its "variant"$
start.json it has no value of the "start"$
far.json it has no number "remoteness"$
place.json place.json, line 1: .*nowhere
END_OF_FILES
expect 2 'two summaries of hasenspiel size=6 .*do not agree: wdl.json, line 1; other.json, line 1$' \
    compare hasenspiel size=6 --summaries wdl.json --summaries other.json --tables none
expect 2 'none of these variants has a table or a summary$' compare hasenspiel size=4,10 --summaries wdl.json --tables none

# What does not fit is told, the others come, exit 1; when nothing can be had it is a failure like others.
expect 1 '1 of 2 variants could not be had; size=8: .*memory' compare hasenspiel size=4,8 --memory 6M
grep -q '^  size=8  failed: ' out && grep -Eq '^ +4 +114 ' out || wrong "partial: $(cat out)"
expect 1 '1 of 2 variants' compare hasenspiel size=4,8 --memory 6M --json
python3 -c 'import json; d = json.load(open("out")); assert [r["state"] for r in d["rows"]] == ["solved", "failed"], d' || wrong 'partial as JSON'
expect 2 'memory' compare hasenspiel size=8 --memory 6M
expect 2 'the size must be even' compare hasenspiel size=5,7
[ ! -s out ] || wrong "something on standard output: $(head -c 200 out)"

# A damaged block is found when it is asked, and what would mend it is said.
cp -r "$ZERMELO_TABLES" damaged
part=$(ls damaged/hasenspiel/size=6/part-*)
printf 'xxxxxxxx' | dd of="$part" bs=1 seek=$(($(stat -c %s "$part") / 2)) conv=notrunc 2>dd
expect 1 'size=6: .*(checksum|damaged).*; run: zermelo solve hasenspiel size=6 --tables damaged$' compare hasenspiel size=4,6 --tables damaged

# Bad input: one line that says what would be right.
expect 2 '"9\.\.4" runs backward; write 4\.\.9$' compare fox-and-geese geese=9..4
expect 2 '"4\.\." has no end; write FROM\.\.TO within 1\.\.20$' compare fox-and-geese geese=4..
expect 2 '"4\.\.99" is out of range; it can be 1\.\.20$' compare fox-and-geese geese=4..99
expect 2 'given twice' compare fox-and-geese geese=4 geese=5
expect 2 'no option "gese"; did you mean "geese"' compare fox-and-geese gese=4..5
expect 2 '"opt" is none of its choices' compare fox-and-geese geese=4 multi=no,opt
expect 2 'these are 400 variants' compare fox-and-geese geese=1..20 enough=1..20
expect 2 'whole number' solve fox-and-geese geese=4..5
expect 2 '--games-sampled "0"' compare chomp --games-sampled 0
expect 2 'which game' compare
[ ! -s out ] || wrong "something on standard output: $(head -c 200 out)"

# Tables of well-kept width, plain and without spaces at the ends of lines.
for words in 'hasenspiel size=4,6' 'tic-tac-toe play_on=no,yes' 'fox-and-geese geese=3..4 enough=3..4' 'nim'; do
    # shellcheck disable=SC2086
    fine compare $words
    [ "$(wc -L <out)" -le 120 ] || wrong "$words: wider than 120"
    grep -q ' $' out && wrong "$words: spaces at the end of a line"
done

# Interrupted: a line, exit 2, no half of a table on standard output. (Seconds of work.)
"$ZERMELO" compare chomp rows=12,13 cols=12,13 --games-sampled 10000000 >out 2>err &
compare=$!
sleep 1
kill -INT $compare
wait $compare
[ $? -eq 2 ] || wrong 'an interrupted comparison does not end with 2'
grep -q '^zermelo: stopped' err || wrong "interrupted: $(cat err)"
[ ! -s out ] || wrong "interrupted: $(head -c 200 out)"
finish
