# Smaller tables of games with dice: made, asked, played from, and told from the table they come from.
. "$SOURCE/tests/cli.bash"

expect 2 'say what to make' export madn pieces=1 --to small
expect 2 'must name the folder' export madn pieces=1 --moves
expect 2 'no table of madn' export madn pieces=2 squares=16 --moves --to small
json 'd["positions"] > 0' solve madn pieces=2 squares=16
json 'd["values"] == "moves" and d["bits"] is None and d["table_bytes"] < d["source_bytes"] / 4 and d["positions"] > 0' \
    export madn pieces=2 squares=16 --moves --to moves
json 'd["bits"] == 12 and d["widest"] < 3 / 4096 and d["table_bytes"] < d["source_bytes"] / 2' \
    export madn pieces=2 squares=16 --bits 12 --to rounded
expect 2 'overwrite' export madn pieces=2 squares=16 --moves --to "$ZERMELO_TABLES"

# The best move of each roll is that of the table it comes from.
json 'd["values"] == "odds"' query madn pieces=2 squares=16 '3,14;5'
cp out odds
json 'd["values"] == "moves" and [r["move"] for r in d["rolls"]] == [r["moves"][0]["move"] for r in json.load(open("odds"))["rolls"]]' \
    query madn pieces=2 squares=16 '3,14;5' --tables moves
json 'd["lower"] <= json.load(open("odds"))["lower"] and d["upper"] >= json.load(open("odds"))["upper"]' \
    query madn pieces=2 squares=16 '3,14;5' --tables rounded
json 'd["agents"][0]["won"] > d["agents"][0]["lost"]' arena madn pieces=2 squares=16 --players perfect,random --tables moves
expect 2 'can only be proved by the table' verify madn pieces=2 squares=16 --tables moves

finish
