# A race stored in fewer bits: asked, played from and counted like any other, and told from one that has them all.
. "$SOURCE/tests/cli.bash"
what=(madn pieces=2 squares=16)

json 'd["bits"] is None' solve "${what[@]}" --tables whole
json 'd["bits"] == 24 and d["already"] is False and d["widest"] < 1e-6 + 2.0 ** -23 and d["bytes_per_state"] < 3.5 and
    d["table_bytes"] < json.load(open("out"))["places"] * 4' solve "${what[@]}" --bits 24
json 'd["bits"] == 24 and d["already"] is True' solve "${what[@]}" --bits 20
json 'd["bits"] == 28 and d["already"] is False' solve "${what[@]}" --bits 28
fine solve "${what[@]}" --bits 24 --again
grep -Eq '^ +values +rounded outward to 24 bits$' out || wrong "solve --bits: $(cat out)"
fine export "${what[@]}" --tables whole --bits 24 --to made
cmp "$ZERMELO_TABLES/madn/pieces=2+squares=16/manifest" made/madn/pieces=2+squares=16/manifest || wrong "not what export makes"

json 'd["values"] == "odds"' query "${what[@]}" '3,14;5' --tables whole
cp out odds
json '(o := json.load(open("odds"))) and o["lower"] - 2.0 ** -23 < d["lower"] <= o["lower"] and o["upper"] <= d["upper"] < o["upper"] + 2.0 ** -23 and
    [r["moves"][0]["move"] for r in d["rolls"]] == [r["moves"][0]["move"] for r in o["rolls"]]' query "${what[@]}" '3,14;5'
json 'd["agents"][0]["won"] > d["agents"][0]["lost"]' arena "${what[@]}" --players perfect,random --games 1000
json 'd["positions"] > 0' stats "${what[@]}"
expect 2 'can only be proved by the table as it is solved without --bits' verify "${what[@]}"
expect 2 'can only be proved by the table as it is solved without --bits' verify "${what[@]}" --tables made

expect 2 'chomp are exact' solve chomp --bits 8
expect 2 'for the method `race`, not for `iterate`: make them afterwards' solve "${what[@]}" --bits 8 --method iterate
expect 2 'not for `iterate`' solve pig --bits 8
expect 2 'here nothing is' solve "${what[@]}" --bits 8 --no-table
expect 2 'bits.* 1 to 31' solve "${what[@]}" --bits 0
expect 2 'bits.* 1 to 31' solve "${what[@]}" --bits 32
finish
