# `build` gives a plugin kernels that are compiled with its rules. They make the same tables as the copies that go
# through pointers, byte by byte, by every method; they call nothing of the library but what its headers declare; and a library
# with other headers leaves them alone.
. "$SOURCE/tests/cli.bash"

# Of SOURCE: NAME.so with kernels of its own, pointers/NAME.so without.
mkdir -p pointers
both()
{
    local name
    name=$(basename "$1" .c)
    json 'd["own_kernels"]' build "$1" -o "./$name.so"
    [ -s err ] && wrong "a note: $(cat err)"
    cc -O2 -shared -fPIC -DZM_PLUGIN -I"$SOURCE/include" -o "pointers/$name.so" "$1" || wrong "cc $name"
}

# same NAME METHOD settings...
same()
{
    rm -rf own other
    fine solve "./$1.so" --method "$2" --tables own --quiet "${@:3}"
    fine solve "pointers/$1.so" --method "$2" --tables other --quiet "${@:3}"
    [ -n "$(find own -name '*.zmt')" ] || wrong "$1 by $2: no table"
    diff -r own other >differences || wrong "$1 by $2: tables differ: $(head -3 differences)"
    json 'd["ok"]' verify "./$1.so" "${@:3}" --tables own
}

# A board with symmetries and cycles, one whose moves leave their tier, one without a fingerprint.
for game in quixo tic-tac-toe dodgem; do
    sed "s/^\( *\(ZM_GAME(\)\?[a-z_]*, \)\"$game\"/\1\"my-$game\"/" "$SOURCE/src/games/$game/game.c" >"my-$game.c"
    both "my-$game.c"
done
same my-quixo forward size=3
same my-quixo hash size=3
same my-tic-tac-toe sweep
same my-tic-tac-toe hash
same my-dodgem forward size=3
same my-dodgem hash size=3

# An index of its own, and parents.
both "$SOURCE/tests/coin_game.c"
same coin_game hash
same coin_game auto

# Nothing but public functions: those that the shared library exports.
for plugin in ./*.so; do
    for name in $(nm -D --undefined-only "$plugin" | sed -n 's/.* U \(zm_[a-z0-9_]*\).*/\1/p'); do
        grep -rqE "[ *]$name\(" "$SOURCE/include/zermelo" || wrong "$plugin needs $name, which no public header declares"
    done
done

# Names that the kernels' own files have, too, and macros that are called as the lists of hooks.
sed 's/\bmoves\b\([^=]*\)(const/reach\1(const/; s/\.moves = moves/.moves = reach/; s/^#include <z.*/&\n#define INDEX 3\n#define RULES 4\nenum { PENDING = INDEX };/' \
    my-quixo.c >names.c
json 'd["own_kernels"]' build names.c -o ./names.so

# What cannot be compiled with the kernels is told, and is a plugin nevertheless.
sed 's/^#include <z.*/&\nstatic int dense_reach;/' my-quixo.c >clash.c
json 'not d["own_kernels"]' build clash.c -o ./clash.so
grep -Eq 'clash.c gets no kernels of its own and is slower: .*dense_reach' err || wrong "no note: $(cat err)"
json 'd["states"] == 2219' solve ./clash.so size=3 --no-table

# Of another version: they are not asked.
cp my-quixo.c other.c
echo 'extern const unsigned long zm_plugin_own[8]; __attribute__((visibility("default"))) const unsigned long zm_plugin_own[8] = {1};' >>other.c
cc -O2 -shared -fPIC -DZM_PLUGIN -fvisibility=hidden -I"$SOURCE/include" -o other.so other.c || wrong 'cc'
json 'd["states"] == 2219' solve ./other.so size=3 --no-table
grep -q 'plugin ./other.so was built by another version of zermelo: .*: zermelo build' err || wrong "no note: $(cat err)"
finish
