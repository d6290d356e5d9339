# zermelo query where nothing gives a value: the moves by the rules, why there are no values, and what would give them.
. "$SOURCE/tests/cli.bash"
quiet_output() { [ ! -s out ] || wrong "something on standard output: $(head -c 200 out)"; }

large='fox-and-geese geese=9'
# shellcheck disable=SC2086
fine query $large
grep -q 'geese to move: value not known$' out || wrong "text: $(cat out)"
grep -Eq '^    c6-d5 +ggg/\.gg/gggg\.\.\./' out || wrong "no moves: $(cat out)"
[ "$(cat err)" = 'no values: there is no table of fox-and-geese geese=9, and it is too large to solve on the spot; run: zermelo solve fox-and-geese geese=9' ] ||
    wrong "why: $(cat err)"
# shellcheck disable=SC2086
json 'd["values"] is None and d["value"] is None and d["winner"] is None and d["remoteness"] is None and not d["over"] and len(d["moves"]) > 5 and \
all(m["next"] == "fox" and m["value"] is None and m["remoteness"] is None and m["delta"] is None for m in d["moves"]) and \
"too large" in d["problem"] and d["command"] == "zermelo solve fox-and-geese geese=9"' query $large

# What a solve does not fit into, no command gives.
json 'd["command"] is None and d["problem"]' query fuchs-und-henne --memory 1G

# With dice, by roll.
fine query madn
grep -Eq '^    6:0-6 +6;0$' out || wrong "rolls: $(cat out)"
json 'd["probability"] is None and len(d["rolls"]) == 6 and d["rolls"][5]["moves"][0]["move"] == "6:0-6" and \
d["rolls"][0]["moves"][0]["probability"] is None' query madn

# Without an index: as many states as there may be are tried, then the moves are listed.
json 'd["values"] is None and len(d["moves"]) == 40 and d["command"]' query dots-and-boxes rows=5 cols=5

# A position that play never reaches, and that too much follows: a table does not help, a solve from there does.
fine solve hasenspiel size=10 pawns=4
json '"cannot arise from the start" in d["problem"] and d["command"] == "zermelo query hasenspiel size=10 pawns=4 f10:a1,c1,e1,g1:b --solve"' \
    query hasenspiel size=10 pawns=4 f10:a1,c1,e1,g1:b
json 'd["values"] == "distance"' query hasenspiel size=10 pawns=4

# A solve that was asked for, and runs out of memory, is a failure; so is a damaged table.
expect 2 'MiB of memory at least, and the limit is 64.0 MiB' query nine-mens-morris --solve --memory 64M
quiet_output
truncate -s -1 tables/hasenspiel/*/manifest
expect 2 'manifest: truncated' query hasenspiel size=10 pawns=4
quiet_output
finish
