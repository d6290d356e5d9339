# What the tests of the command share; source it. Needs ZERMELO, and a private empty TMPDIR that is the current folder.
set -u
export ZERMELO_TABLES=$TMPDIR/tables ZERMELO_PLUGINS=$TMPDIR/plugins LC_ALL=C
failures=0

wrong()
{
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# expect CODE 'WORDS|...' zermelo-words...: the exit code, and an extended regular expression in the one line on standard error.
expect()
{
    local code=$1 words=$2 got
    shift 2
    "$ZERMELO" "$@" >out 2>err
    got=$?
    [ $got -eq "$code" ] || wrong "zermelo $*: exit $got, not $code: $(head -c 300 err)"
    [ -z "$words" ] && return
    grep -Eq -- "$words" err || wrong "zermelo $*: no \"$words\" in: $(cat err)"
    [ "$(grep -c '^zermelo: ' err)" -eq 1 ] || wrong "zermelo $*: not one line: $(cat err)"
    [ "$(wc -l <err)" -eq "$(grep -vc '^$' err)" ] || wrong "zermelo $*: empty lines"
}

# fine zermelo-words...: exit 0.
fine() { expect 0 '' "$@"; }

# json EXPRESSION zermelo-words...: exit 0, one JSON object and nothing else on standard output, and python's EXPRESSION of it, d,
# is true.
json()
{
    local expression=$1
    shift
    expect 0 '' "$@" --json
    # -I -S: it starts in half the time, and there are hundreds of these.
    python3 -I -S -c "import json,sys; d=json.load(open('out')); sys.exit(not (isinstance(d, dict) and ($expression)))" 2>why ||
        wrong "zermelo $* --json: not $expression: $(head -c 600 out) $(tail -1 why)"
}

finish()
{
    [ $failures -eq 0 ] || echo "$failures failed"
    exit $((failures > 0))
}
