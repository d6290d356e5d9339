# Tables that are truncated, of another version, of other rules, or have a flipped bit: verify ends with 1, others with 2; solving
# again mends them.
. "$SOURCE/tests/cli.bash"

fine solve chomp rows=5 cols=6
fine solve nim piles=3,4,5
cp -r tables whole

flip() { python3 -c '
import sys
b = bytearray(open(sys.argv[1], "rb").read())
b[int(len(b) * float(sys.argv[2]))] ^= 1 << int(sys.argv[3])
open(sys.argv[1], "wb").write(b)' "$@"; }

# Facts first, then the command that mends it; a solve, which is about to, gives no advice.
truncate -s -1 tables/chomp/rows=5+cols=6/manifest
expect 1 '^zermelo: table `chomp/rows=5\+cols=6`, manifest: truncated; run: zermelo solve chomp rows=5 cols=6$' verify chomp rows=5 cols=6
fine info chomp rows=5 cols=6
grep -q 'manifest: truncated' out || wrong "info does not say what is wrong: $(cat out)"
json 'd["table"]["present"] is False and "truncated" in d["table"]["problem"]' info chomp rows=5 cols=6
fine solve chomp rows=5 cols=6
grep -qx 'starting over: table `chomp/rows=5+cols=6`, manifest: truncated' err || wrong "solve: $(cat err)"
truncate -s -1 tables/chomp/rows=5+cols=6/part-00000.zmt
fine solve chomp rows=5 cols=6
grep -q '^part-00000.zmt is damaged or missing: starting over$' err || wrong "solve: $(cat err)"

restore() { rm -rf tables && cp -r whole tables; }

spoiled() # GAME SETTINGS: what is there now is found to be bad
{
    "$ZERMELO" verify "$@" --json >out 2>err
    code=$?
    [ $code -eq 1 ] || wrong "$what: verify $*: exit $code: $(cat err)"
    grep -q '^zermelo: ' err || wrong "$what: verify says nothing"
    python3 -c 'import json; d = json.load(open("out")); assert d["ok"] is False and d["error"]' 2>/dev/null ||
        wrong "$what: verify --json: $(cat out)"
    [ "$1" = chomp ] || return 0
    mv err said
    "$ZERMELO" verify "$@" --engine cuda-host >out 2>err
    code=$?
    [ $code -eq 1 ] || wrong "$what: verify $* --engine cuda-host: exit $code: $(cat err)"
    [ "$(tail -n 1 err)" = "$(cat said)" ] || wrong "$what: engines differ: $(cat said err)"
}

for table in 'chomp rows=5 cols=6' 'nim piles=3,4,5'; do
    folder=whole/${table%% *}
    for file in $(cd whole && find "${table%% *}" -type f -size +0 ! -name lock); do
        for place in 0 0.3 0.6 0.999; do
            what="$file, a flipped bit at $place"
            flip "tables/$file" $place $((RANDOM % 8))
            # shellcheck disable=SC2086
            spoiled $table
            restore
        done
        what="$file cut short"
        truncate -s -1 "tables/$file"
        # shellcheck disable=SC2086
        spoiled $table
        # shellcheck disable=SC2086
        expect 2 '' query $table
        restore
        what="$file is a folder"
        rm "tables/$file"
        mkdir "tables/$file"
        # shellcheck disable=SC2086
        spoiled $table
        case $file in
            # shellcheck disable=SC2086
            */manifest) expect 2 'manifest: it is a folder; remove it first' solve $table && rmdir "tables/$file" ;;
        esac
        # shellcheck disable=SC2086
        fine solve $table
        # shellcheck disable=SC2086
        fine verify $table
        restore
        what="$file empty"
        : >"tables/$file"
        # shellcheck disable=SC2086
        spoiled $table
        restore
    done
done

# Another version of the format, whole in itself, is said to be that.
cat >sum.c <<'END'
#define XXH_INLINE_ALL
#include <xxhash.h>
#include <stdio.h>
int main(void)
{
    static char text[1 << 20];
    size_t n = fread(text, 1, sizeof text, stdin);
    printf("check %016llx\n", (unsigned long long)XXH3_64bits(text, n));
    return 0;
}
END
cc -o sum sum.c || wrong 'cannot build the checksum program'
manifest=$(echo tables/chomp/*/manifest)
sed -e 's/^format 1$/format 2/' -e '/^check /d' "$manifest" >changed
{ cat changed && ./sum <changed; } >"$manifest"
expect 2 'version|format' query chomp rows=5 cols=6
expect 1 'version|format' verify chomp rows=5 cols=6
fine solve chomp rows=5 cols=6
fine verify chomp rows=5 cols=6
diff -r -x lock tables whole >out || wrong "solving again does not give the same bytes: $(cat out)"
finish
