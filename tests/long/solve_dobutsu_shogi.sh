# The whole of Dobutsu shogi: what Tanaka (2009) has published of it, the position with a caught lion being one more here, and the checksum in
# docs/results.md; then verified. Some minutes on two cores, within 10 GiB of memory.
# ctest: timeout=7200 serial
. "$SOURCE/tests/cli.bash"

json '[d["states"], d["won_by"]["first"], d["won_by"]["second"], d["drawn"]] == [246803167 + 1, 196773087, 47347380 + 1, 2682700]' solve dobutsu-shogi
json '[d["start"]["winner"], d["start"]["remoteness"], d["longest"]["remoteness"]] == ["second", 78, 173]' solve dobutsu-shogi
folder=$(python3 -c 'import json; print(json.load(open("out"))["table"])')
[ "$(tail -n 1 "$folder/manifest")" = "check 48fd42fa7ad320a3" ] || wrong "another checksum than the one that is recorded"
json 'd["ok"]' verify dobutsu-shogi
rm -rf "$folder"

finish
