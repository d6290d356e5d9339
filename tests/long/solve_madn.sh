# Mensch ärgere Dich nicht with three pieces each, solved with bounds, its numbers and its table's checksum compared with those in
# docs/results.md, and verified: 145,248,343 positions, 1.4 GiB, minutes on two cores.
# ctest: timeout=36000 serial
. "$SOURCE/tests/cli.bash"

json 'd["positions"] == 145248343 and d["certified"] and d["widest"] <= 1e-6 and \
d["start"]["lower"] <= 0.507842680 <= d["start"]["upper"] and \
d["min"]["lower"] <= 0.032250151 <= d["min"]["upper"] and d["min"]["position"] == ";39,41,42" and \
d["max"]["lower"] <= 0.974199879 <= d["max"]["upper"] and d["max"]["position"] == "39,41,42;"' solve madn pieces=3
folder=$(python3 -c 'import json; print(json.load(open("out"))["table"])')
[ "$(tail -n 1 "$folder/manifest")" = "check 44e842ab69797dc4" ] || wrong "another checksum than the one that is recorded"
json 'd["ok"]' verify madn pieces=3

finish
