# Every command has --help with its usage, all its flags and an example, also as JSON; nothing is wider than 80 columns.
. "$SOURCE/tests/cli.bash"

commands=$("$ZERMELO" help --json | python3 -c 'import json,sys; print(*[c["name"] for c in json.load(sys.stdin)["commands"]])')
for name in list info solve query stats compare value play arena draw verify encode decode export serve new build help; do
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

# Every example works: after a solve where it needs a table, after "new" where it builds, and a server on a port that is free.
cat >examples.py <<'END'
import json, os, shlex, subprocess, sys
zermelo = os.environ["ZERMELO"]
commands = json.loads(subprocess.run([zermelo, "help", "--json"], capture_output=True, check=True).stdout)["commands"]
wrong = 0
def run(words, **more):
    return subprocess.run([zermelo] + words, stdin=subprocess.DEVNULL, capture_output=True, text=True, **more)
for c in sorted(commands, key=lambda c: c["name"] != "new"):
    words = shlex.split(c["example"])
    assert words[:2] == ["zermelo", c["name"]], words
    if c["name"] == "serve":
        words = ["0" if w.isdigit() else w for w in words]
        server = subprocess.Popen([zermelo] + words[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        first = server.stdout.readline()
        server.send_signal(2)
        server.communicate()
        bad = server.returncode != 0 or "http://" not in first
        told = first
    else:
        if c["name"] in ("verify", "export"):
            run(["solve", words[2]] + [w for w in words[3:] if "=" in w], check=True)
        done = run(words[1:])
        bad, told = done.returncode != 0, done.stderr
    if bad:
        print("%s: %s" % (c["example"], told))
        wrong += 1
sys.exit(wrong > 0 or len(commands) < 18)
END
python3 examples.py >why 2>&1 || wrong "examples: $(cat why)"

fine help
grep -q 'zermelo list' out || wrong 'help does not say what to begin with'
fine
cmp -s out <("$ZERMELO" help) || wrong 'no words at all are not help'
fine --help
fine --version
grep -Eq '^zermelo [0-9]+\.[0-9]+\.[0-9]+' out || wrong "--version: $(cat out)"
json 'd["version"]' --version

# What is read once and understood: whom "first" means, what the star marks, no column for what is not there.
fine solve nim
grep -q '"first" is whoever is to move, "second" the other' out || wrong 'solve nim: who is first?'
for words in 'query nim' 'stats nim'; do
    # shellcheck disable=SC2086
    fine $words
    [ "$(grep -c '"first" is whoever is to move' out)" -eq 1 ] || wrong "$words: who is first?"
done
fine solve tic-tac-toe
fine query tic-tac-toe
grep -q 'whoever is to move' out && wrong 'tic-tac-toe: players with names need no explanation'
fine query tic-tac-toe xxxoo....
grep -qx '  xxxoo...., over: x has won' out || wrong "over: $(cat out)"
fine query tic-tac-toe --agent by-share
grep -q "^  \* the agent's choice" out && [ "$(grep -c '^  \* [0-9]' out)" -lt 9 ] && sed -n '/MOVE/{n;p}' out | grep -q '^  \* ' ||
    wrong "by-share: $(cat out)"
fine solve hasenspiel size=4
fine query hasenspiel size=4
grep -q 'LEADS TO' out || wrong 'query: no LEADS TO'
sed 's/, \.write_move = write_move//' "$SOURCE/src/games/nim/game.c" >nim.c
fine build nim.c
fine solve ./nim.so
fine query ./nim.so
grep -q 'LEADS TO' out && wrong 'moves without a text: LEADS TO'
grep -q ' $' out && wrong 'moves without a text: spaces at the end of a line'
fine query --help
grep -q '"delta"' out && grep -q 'see above' out || wrong "query --help: $(cat out)"

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
