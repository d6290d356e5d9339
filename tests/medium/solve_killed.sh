# ctest: cost=60
# A solve killed at random moments, again and again, ends with the same bytes as one that was not (the issue's promise):
# by SIGKILL at any instant, by SIGTERM and SIGINT with one clear line and exit code 2; and nothing is left lying about.
. "$SOURCE/tests/cli.bash"
RANDOM=20130913 # seeds it: the same moments in every run, as far as the machine's pace allows
resumed_once=0

# All bytes of a table but the lock, in one line a file.
bytes() { (cd "$1" && find . -type f ! -name lock -exec sha256sum {} + | sort -k 2); }

# solve TABLES [SECONDS SIGNAL]: runs the solve "${what[@]}" and sends it the signal after that time.
solve()
{
    : >out && : >err # a child killed before it opens them leaves no words of the run before
    "$ZERMELO" solve "${what[@]}" --tables "$1" --json >out 2>err &
    local pid=$!
    [ $# -eq 1 ] || { sleep "$2" && kill -s "$3" $pid; } 2>/dev/null
    wait $pid 2>/dev/null # bash says who was killed when asked to wait for him; that is no news here
}

# A moment: a random thousandth of $1 to $2 milliseconds, in seconds.
moment()
{
    local us=$(($1 * 1000 + (RANDOM * 32768 + RANDOM) % (($2 - $1) * 1000 + 1)))
    printf '%d.%06d' $((us / 1000000)) $((us % 1000000))
}

# Lets it run to the end, and compares.
end_equal()
{
    solve "$1" || wrong "${what[*]}, at the end: exit $?: $(cat err)"
    grep -Eq '"resumed":[1-9]' out && resumed_once=$((resumed_once + 1))
    bytes "$1" >after
    diff whole after >difference || wrong "${what[*]}: other bytes after being killed $2: $(cat difference)"
    [ -z "$(find "$1" -name '*.part~' -o -name states)" ] || wrong "${what[*]}: left over: $(find "$1" -type f)"
    rm -rf "$1"
}

# stopped CODE: a solve that was asked to stop has said so in one line, unless it was finished already.
stopped()
{
    [ "$1" -eq 0 ] && return
    case $1 in 130 | 143) [ -s out ] || [ -s err ] || return ;; esac # it had not begun: no program can answer before that
    [ "$1" -eq 2 ] || wrong "${what[*]}: exit $1 after being asked to stop: $(cat err)"
    [ "$(grep -c '^zermelo: .*stopped.*again' err)" -eq 1 ] || wrong "${what[*]}: not one clear line: $(cat err)"
    [ -s out ] && wrong "${what[*]}: an answer although it was stopped: $(cat out)"
}

# try KILLS words...: the solve, killed once at KILLS moments spread over its whole duration, then often on its way.
try()
{
    local kills=$1 began took i signal
    what=("${@:2}")
    rm -rf whole.tables
    began=$(date +%s%N)
    solve whole.tables || wrong "${what[*]}: $(cat err)"
    took=$((($(date +%s%N) - began) / 1000000 + 1))
    bytes whole.tables >whole
    for ((i = 0; i <= kills; i++)); do # the last ones around its last milliseconds
        solve once "$(moment $((took * i / kills)) $((took * (i + 1) / kills + 2)))" KILL
        end_equal once "after part $i of $kills"
    done
    for ((i = 0; i < often; i++)); do # short runs, each a little farther
        signal=KILL
        [ $((i % 5)) -eq 3 ] && signal=TERM
        [ $((i % 5)) -eq 4 ] && signal=INT
        solve often "$(moment 4 $((took * (i + 4) / 30 + 8)))" $signal
        code=$?
        [ $signal = KILL ] || stopped $code
        [ $code -eq 0 ] && break
    done
    end_equal often "$i times"
}

# CI kills each a few times; scripts/test long often, and with one thread too.
[ "${ZERMELO_TESTS:-}" = long ] && all=1 few=6 many=12 often=40 || all= few=2 many=4 often=12
for threads in ${all:+1} 2; do
    try $many hasenspiel size=10 pawns=4 --method hunt --part-states 200000 --threads $threads
    try $many hasenspiel size=10 pawns=3 --method sweep --part-states 20000 --threads $threads
    try $few hasenspiel size=8 pawns=3 --method hash --threads $threads
    try $few fox-and-geese geese=4 --part-states 50000 --threads $threads
    try $few fuchs-und-henne hens=3 house=2 --method pair --part-states 20000 --threads $threads
    try $few fuchs-und-henne hens=3 house=2 --values wdl --method pair --part-states 20000 --threads $threads
    try $few nine-mens-morris men=5 --engine cuda-host --part-states 20000 --threads $threads
    try $few hasenspiel size=6 pawns=3 --method backward --part-states 1000 --threads $threads
done
[ $resumed_once -gt 0 ] || wrong "no solve was ever resumed"
echo "$resumed_once solves were resumed"
finish
