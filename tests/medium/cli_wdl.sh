# --values wdl: who wins, not how far. No command shows a distance that is not known; what a solve does with the other kind.
. "$SOURCE/tests/cli.bash"

values() { sed -n 's/^values //p' "$ZERMELO_TABLES/$1/manifest"; }

# Solved: a summary without distances. Read back while it suffices, made again when it does not.
json 'd["values"] == "distance" and d["start"]["remoteness"] == 25' solve hasenspiel size=6 --no-table
cp out with
json '(w := json.load(open("with"))) and d["values"] == "wdl" and d["already"] is False and d["longest"] is None and \
d["start"] == {"value": "win", "winner": "rabbit", "remoteness": None} and \
all(d[k] == w[k] for k in ("states", "won_by", "drawn", "tiers", "places", "method"))' solve hasenspiel size=6 --values wdl
[ "$(values hasenspiel/size=6)" = wdl ] || wrong 'the manifest does not say wdl'
json 'd["values"] == "wdl" and d["longest"] is None and d["start"]["remoteness"] is None and d["table"] is None' \
    solve hasenspiel size=6 --values wdl --no-table
json 'd["values"] == "wdl" and d["already"] is True' solve hasenspiel size=6 --values wdl
fine solve hasenspiel size=6 --values wdl
grep -qx '  start        rabbit wins' out && grep -qx '  values       who wins, not how far' out || wrong "solve: $(cat out)"
grep -Eq ' in [0-9]|longest|plies' out && wrong "solve shows a distance: $(cat out)"

# What is asked about it.
fine info hasenspiel size=6
grep -Eq '^  .*, rabbit wins \(it says who wins, not how far\)$' out || wrong "info: $(cat out)"
json 'd["table"]["values"] == "wdl" and d["table"]["start"] == {"value": "win", "winner": "rabbit", "remoteness": None}' info hasenspiel size=6
json 'd["values"] == "wdl" and d["value"] == "win" and d["winner"] == "rabbit" and d["remoteness"] is None and d["over"] is False and \
all(m["remoteness"] is None and m["delta"] is None for m in d["moves"]) and \
(k := ["win draw loss".split().index(m["value"]) for m in d["moves"]]) == sorted(k) and k[0] == 0' query hasenspiel size=6
fine query hasenspiel size=6
grep -q 'rabbit to move: rabbit wins$' out && grep -Eq '^  \* [a-h][1-8].* wins +[a-h]' out || wrong "query: $(cat out)"
grep -Eq ' in [0-9]|PLIES' out && wrong "query shows a distance: $(cat out)"
grep -q ' $' out && wrong 'query: spaces at the end of a line'
fine query hasenspiel size=6 --agent by-share
grep -q 'GAMES WON' out || wrong "query by share: $(cat out)"
fine solve tic-tac-toe --values wdl
# What is over is over: that is no distance from the table.
json 'd["over"] is True and d["remoteness"] == 0 and d["value"] == "loss" and d["values"] == "wdl"' query tic-tac-toe xxxoo....
fine query tic-tac-toe xxxoo....
grep -qx '  xxxoo...., over: x has won' out || wrong "over: $(cat out)"
# On the spot it is solved with distances.
json 'd["values"] == "distance" and d["remoteness"] is not None' query chomp rows=3 cols=5 4,4 --solve
json 'd["values"] == "wdl" and d["by_remoteness"] is None and d["longest"] is None and sum(d["by_ply"]) == d["states"] and \
sum(d["won_by"].values()) + d["drawn"] == d["states"]' stats hasenspiel size=6
fine stats hasenspiel size=6
grep -q 'how far wins are: not in this table' out || wrong "stats: $(cat out)"
grep -q 'at the latest' out && wrong "stats shows a distance: $(cat out)"
fine stats hasenspiel size=6 --csv
grep -q '^remoteness' out && wrong "stats --csv shows distances: $(cat out)"
json 'd["ok"] is True and d["values"] == "wdl"' verify hasenspiel size=6
fine verify hasenspiel size=6
grep -q 'the table is right (it says who wins, not how far)' out || wrong "verify: $(cat out)"

# Beside tables with distances the cells are empty, and a start of which it is not known how far is not the fairest.
fine solve hasenspiel size=4
json '(r := d["rows"]) and [x["values"] for x in r] == ["distance", "wdl"] and [x["start"]["remoteness"] for x in r] == [8, None] and \
r[0]["longest"] and r[1]["longest"] is None and \
r[1]["lean"][0] == {"measure": "start", "lean": None, "favours": "rabbit", "fairest": False} and r[0]["lean"][0]["fairest"]' \
    compare hasenspiel size=4,6
fine compare hasenspiel size=4,6
grep -Eq '^ +6 +10,357 .* rabbit +[0-9.]+ KiB' out || wrong "compare: $(cat out)"
grep -Eq '^ +4 +114 .* pawns in 8 +[0-9]+ +[0-9.]+ (KiB|bytes) ' out || wrong "compare: $(cat out)"
grep -q ' $' out && wrong 'compare: spaces at the end of a line'
fine compare chomp rows=2,3 --values wdl
grep -qx '  start    not known: the tables say who wins, not how far' out || wrong "compare: $(cat out)"
[ "$(values chomp/rows=2)" = wdl ] || wrong 'compare --values wdl made a table with distances'

# With distances asked for it is made again, and says so; then it does for both.
expect 0 '' solve hasenspiel size=6
grep -q 'the table there says who wins, not how far: it will be made again' err || wrong "no note: $(cat err)"
grep -q 'start        rabbit wins in 25 plies' out || wrong "solve: $(cat out)"
[ -z "$(values hasenspiel/size=6)" ] || wrong 'the table is still without distances'
json 'd["already"] is True and d["values"] == "distance" and d["start"]["remoteness"] == 25' solve hasenspiel size=6 --values wdl
json 'd["already"] is True' solve hasenspiel size=6 --values distance
json 'd["already"] is False and d["values"] == "wdl"' solve hasenspiel size=6 --values wdl --again

# By every method the same files; the hash has keys besides.
for method in sweep backward hunt forward; do
    fine solve hasenspiel size=6 --values wdl --method $method --tables "$method"
    diff -rq "$method" sweep || wrong "$method: other files"
done
json 'd["values"] == "wdl" and d["method"] == "hash"' solve hasenspiel size=6 --values wdl --method hash --tables hash
json 'd["ok"]' verify hasenspiel size=6 --tables hash

# Measured.
json '[(r["method"], r["values"]) for r in d["rows"]] == [("sweep", "distance"), ("sweep", "wdl")]' \
    bench hasenspiel size=6 --method 'sweep sweep+wdl' --repeat 1
fine bench hasenspiel size=6 --method hunt+wdl --repeat 1
grep -q '^  hunt+wdl ' out || wrong "bench: $(cat out)"
finish
