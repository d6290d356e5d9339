# A game of one's own: new, build, then by name and by path; and plugins that are none, or of another ABI.
. "$SOURCE/tests/cli.bash"

fine new my-game
[ -s my-game.c ] || wrong 'new wrote nothing'
expect 2 'my-game.c' new my-game
json 'd["file"] == "other.c"' new other -o other.c
expect 2 '' new 'No Name'
expect 2 'what shall it be called' new
json 'd["game"] == "my-game" and d["plugin"]' build my-game.c
plugin=$(python3 -c 'import json; print(json.load(open("out"))["plugin"])')
json 'd["states"] > 0' solve my-game
json 'd["ok"]' verify my-game
json 'd["states"] > 0' solve "$plugin"
json 'any(g["name"] == "my-game" and g["plugin"] for g in d["games"])' list
fine build other.c -o ./there.so
[ -s there.so ] || wrong 'build -o put it elsewhere'
json 'd["states"] > 0' solve ./there.so

expect 2 'my-gam.*my-game' solve my-gam
expect 2 'build' solve ./my-game.c
expect 2 'nothing.so' solve ./nothing.so
echo 'not a plugin' >text.so
expect 2 'text.so' solve ./text.so
echo 'int nothing;' >none.c
cc -shared -fPIC -o none.so none.c
expect 2 'none.so' solve ./none.so
echo 'const unsigned zm_plugin_abi = 9999; const void *const zm_plugin_game = 0;' >abi.c
cc -shared -fPIC -o abi.so abi.c
expect 2 '9999|ABI|interface' solve ./abi.so
echo 'this is no C' >wrong.c
"$ZERMELO" build wrong.c >out 2>err
[ $? -eq 2 ] || wrong 'a source that does not compile: not exit 2'
grep -q '^zermelo: ' err || wrong "a source that does not compile: $(cat err)"
expect 2 'missing.c' build missing.c
expect 2 'which file' build
# What cannot be loaded does not keep list from listing the rest.
cp text.so plugins/text.so
json 'any(g["name"] == "my-game" for g in d["games"])' list
# A folder that others can write to: told once, and what to do about it, also by who has built a plugin there.
rm plugins/text.so
cp plugins/my-game.so plugins/second.so
cp plugins/my-game.so plugins/third.so
chmod o+w plugins
fine list
[ "$(grep -c 'chmod go-w' err)" = 1 ] || wrong "list does not tell once of its folder: $(cat err)"
grep -q '^2 more plugins there are not loaded for the same reason$' err || wrong "list, others: $(cat err)"
expect 2 'my-game.so is built, and no command will load it: others can write to the folder .*: chmod go-w ' build my-game.c
chmod o-w plugins
fine build my-game.c
finish
