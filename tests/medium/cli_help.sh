# Every command has --help with its usage, all its flags and an example, also as JSON; nothing is wider than 80 columns.
. "$SOURCE/tests/cli.bash"

commands=$("$ZERMELO" help --json | python3 -c 'import json,sys; print(*[c["name"] for c in json.load(sys.stdin)["commands"]])')
for name in list info solve query stats verify encode decode new build help; do
    [[ " $commands " == *" $name "* ]] || wrong "help does not list $name"
done
for name in $commands; do
    fine "$name" --help
    for part in "usage: zermelo $name" --json --help 'example:' "  zermelo $name"; do
        grep -q -- "$part" out || wrong "$name --help lacks $part"
    done
    cp out page
    fine help "$name"
    cmp -s out page || wrong "help $name is not $name --help"
    json "d['name'] == '$name' and d['usage'] is not None and len(d['flags']) >= 3 and d['example']" "$name" --help
done
fine help
grep -q 'zermelo list' out || wrong 'help does not say what to begin with'
fine
cmp -s out <("$ZERMELO" help) || wrong 'no words at all are not help'
fine --help
fine --version
grep -Eq '^zermelo [0-9]+\.[0-9]+\.[0-9]+' out || wrong "--version: $(cat out)"
json 'd["version"]' --version

# Pages at 80 columns, with and without box drawing.
fine solve nim
fine solve chomp
for locale in C C.UTF-8; do
    for words in help list 'solve --help' 'info nim' 'info chomp' 'solve chomp' 'query chomp' 'stats chomp --games' 'encode chomp'; do
        # shellcheck disable=SC2086
        LC_ALL=$locale "$ZERMELO" $words >out 2>err || wrong "$words in $locale: $(cat err)"
        wide=$(grep -v "$TMPDIR" out | python3 -c 'import sys; print(*[l for l in sys.stdin.buffer.read().decode().split("\n") if len(l) > 80])')
        [ -z "$wide" ] || wrong "$words in $locale: wider than 80: $wide"
        grep -q ' $' out && wrong "$words in $locale: spaces at the end of a line"
        [ $locale = C ] && LC_ALL=C grep -qP '[^\x00-\x7f]' out && [ "$words" != "info nim" ] && [ "$words" != "info chomp" ] &&
            wrong "$words in C: not plain ASCII"
    done
done
finish
