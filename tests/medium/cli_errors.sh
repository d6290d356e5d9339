# Bad input: one clear line each, exit 2, nothing on standard output and nothing half-written.
. "$SOURCE/tests/cli.bash"

quiet_output() { [ ! -s out ] || wrong "$1: something on standard output: $(head -c 200 out)"; }

# Commands and flags.
expect 2 'no command "solv".*"solve"' solv chomp
expect 2 'no command "solv".*"solve"' help solv
expect 2 '"x" is a word too many; usage: zermelo list$' list x
expect 2 'no method "foo"; choose from: auto.hash.sweep.backward.forward.hunt.pair.iterate.race' bench chomp --method foo
expect 2 'games is for --engine cpu' bench chomp --engine cuda-host --games
expect 2 'no method "sweep.far"; choose from: .*each also with .wdl' bench chomp --method sweep+far
expect 2 '--values "wld" is not to be had here; choose from: distance.wdl$' solve chomp --values wld
expect 2 '--values needs a value: --values KIND' solve chomp --values
expect 2 'no command "xyzzyxyzzy".*zermelo help' xyzzyxyzzy
expect 2 'no flag "--jsno".*"--json"' solve chomp --jsno
expect 2 'no flag "--zzzzzzzzzz".*--help' solve chomp --zzzzzzzzzz
expect 2 '--tables needs a value' solve chomp --tables
expect 2 '--json takes no value' solve chomp --json=yes
expect 2 'which game' solve
expect 2 'word too many' solve chomp nim
expect 2 '--threads "0".*1 to ' solve chomp --threads 0
expect 2 '--threads "many"' solve chomp --threads=many
expect 2 'engine .cuda. solves .*races.*by hash: use --engine cpu' solve northcott --engine cuda
expect 2 'who wins, not how far.*--values wdl, or --engine cpu' solve fuchs-und-henne hens=2 house=2 --engine cuda-host --no-table
expect 2 '--engine "cudda" .*cpu.cuda.cuda-host' verify chomp --engine cudda
expect 2 '--method hunt is for --engine cpu' verify chomp --engine cuda-host --method hunt
expect 2 '--method "swep".*sweep' solve chomp --method swep
expect 2 '--json or --csv' stats chomp --json --csv
expect 2 '--tables is empty: write --tables DIR' solve chomp --tables ''
expect 2 '--tables is empty' query chomp --tables=
expect 2 '--memory is empty' solve chomp --memory=
expect 2 '--code is empty' decode chomp --code '' 3
expect 2 '--output is empty' new some-game -o ''
quiet_output 'bad words'

# Nowhere to keep tables: said, and nothing is put into the current folder.
nowhere() { env -u ZERMELO_TABLES -u ZERMELO_PLUGINS -u XDG_DATA_HOME "$@" >out 2>err; }
for home in -uHOME HOME=; do
    for command in solve query stats verify; do
        nowhere "$home" "$ZERMELO" $command chomp
        [ $? -eq 2 ] || wrong "$home $command: not exit 2"
        grep -qx 'zermelo: where are tables kept?.*HOME is set; say it with --tables DIR' err || wrong "$home $command: $(cat err)"
    done
    nowhere "$home" "$ZERMELO" info chomp || wrong "$home info: $(cat err)"
    nowhere "$home" "$ZERMELO" solve chomp --no-table || wrong "$home solve --no-table: $(cat err)"
    nowhere "$home" "$ZERMELO" list || wrong "$home list: $(cat err)"
done
[ -z "$(ls -A | grep -vx -e out -e err -e .data)" ] || wrong "something was written: $(ls -A)"

# Unknown game or option, with the nearest; out of range, with the range.
expect 2 'chmp.*did you mean "chomp"' solve chmp
expect 2 'row.*did you mean "rows"' solve chomp row=3
expect 2 'rows.*99.*1 to 16' solve chomp rows=99
expect 2 'rows.*three' solve chomp rows=three
expect 2 'cut.*sometimes.*none' solve hasenspiel cut=sometimes
expect 2 'size' solve hasenspiel size=7
quiet_output 'bad game'

# What a game lacks for what is asked of it.
expect 2 'this game has dice' value 'sum(nim(1),pig(100))'
expect 2 'pig has no index: exact' arena pig --exact --players perfect,random
expect 2 'tic-tac-toe has no dice: exact' arena tic-tac-toe --exact --players perfect,random
expect 2 'hasenspiel has no dice' export hasenspiel --moves --to small

expect 2 'rows.*99999999999999999999" is out of range; it can be 1 to 16' solve chomp rows=99999999999999999999
expect 2 'piles.*out of range at its number 2' solve nim piles=1,99999999999999999999
expect 2 'hasenspiel size=7[^:]*: the size must be even$' solve hasenspiel size=7
expect 2 'option rabbit: expected a square, a1 to h8$' solve hasenspiel rabbit=z9
expect 2 'option rabbit: a pawn starts on a1$' solve hasenspiel rabbit=a1
expect 2 'not enough memory: [^:]* more for the .*, and the limit is' solve chomp rows=8 cols=8 --method hash --memory 20K

# Sizes.
for size in 12Q -3 none 0; do
    expect 2 '--memory ".*" is no size.*512M' solve chomp --memory "$size"
    expect 2 '--gpu-memory ".*" is no size.*512M' solve chomp --gpu-memory "$size"
done
expect 2 'has 100.0 KiB allowed and .* are needed, for a tier' solve hasenspiel size=8 --engine cuda-host --gpu-memory 100K --no-table
(
    ulimit -v 2000000 # half a gigabyte would do, five hundred stacks do not fit
    expect 2 'the system refuses 500 threads.*--threads N' solve hasenspiel size=6 --threads 500 --no-table
    exit $failures
) || failures=$((failures + $?))
expect 2 'memory' solve hasenspiel size=8 --memory 100K
expect 2 'memory' solve hasenspiel size=8 --memory 100K --method hash
[ ! -e "$ZERMELO_TABLES/hasenspiel/default/manifest" ] || grep -q 'finished no' "$ZERMELO_TABLES/hasenspiel/default/manifest" ||
    wrong 'a solve without memory left a finished table'
# What is refused names a variant that is not, as query does; more memory is advice only where the machine has it.
expect 2 'fuchs-und-henne needs about [0-9.]* GiB of memory and the limit is 16.0 GiB; .*: zermelo solve fuchs-und-henne hens=9$' \
    solve fuchs-und-henne --memory 16G
expect 2 'connect-4 needs about [0-9.]* TiB of memory and the limit is [^;]*; make a book .* with --book-plies$' solve connect-4
expect 2 'hasenspiel needs about [^;]*; allow more with --memory; .* that fits: zermelo solve hasenspiel pawns=3$' \
    solve hasenspiel --memory 9M --threads 2
quiet_output 'no memory'

# Positions: malformed (which character), impossible, not reachable.
fine solve chomp
fine solve hasenspiel size=6
expect 2 'character 3' query chomp 4,x
expect 2 'character 3' query chomp 4,5
expect 2 'character' query hasenspiel size=6 z9:a1,c1,e1:w
expect 2 'character' query hasenspiel size=6 c3:a1,c1,e1:x
expect 2 'a row here has 1 square \(' query chomp 1,2
expect 2 'c1' query hasenspiel size=6 c1:a1,c1,e1:w
fine query hasenspiel size=6 d6:a1,c1,e1:b
grep -q '^d6:a1,c1,e1:b cannot arise from the start' err || wrong "a position that play never reaches: $(cat err)"
expect 2 '' encode chomp 9,9,9
quiet_output 'bad position'

# Numbers that are no position's.
expect 2 'no code "indx".*"index"' decode chomp --code indx 3
expect 2 '35 places' decode chomp --code index 35
expect 2 'tiers go from 0' decode hasenspiel --code index 99999:0
expect 2 'TIER:INDEX' decode hasenspiel --code index 3
expect 2 'hexadecimal' decode chomp --code hex xyz
expect 2 'no position' decode hasenspiel --code hex ffffffffffffffffffffffffffffffff
expect 2 'no dense index' decode nim --code index 0
expect 2 'which code' decode nim
quiet_output 'bad code'

# A table that is not there.
expect 2 'zermelo solve chomp rows=5' verify chomp rows=5
expect 2 'zermelo solve fox-and-geese geese=9' stats fox-and-geese geese=9
fine query chomp rows=5 # small enough to be solved on the spot
expect 2 'no table of madn pieces=3, .*; run: zermelo solve madn pieces=3$' stats madn pieces=3
expect 2 'no table of madn pieces=1 in ' verify madn pieces=1
fine stats chomp rows=5 # small enough to be solved on the spot
[ ! -e "$ZERMELO_TABLES/chomp/rows=5" ] || wrong 'stats has stored a table'
expect 2 "no table of fox-and-geese, .*; run: zermelo solve fox-and-geese --tables $TMPDIR/nowhere\$" stats fox-and-geese --tables "$TMPDIR/nowhere"
expect 2 "run: zermelo solve chomp rows=5 --tables 'it is'\$" verify chomp rows=5 --tables 'it is'
quiet_output 'no table'
echo file >file
for command in query stats verify; do
    expect 2 'file is a file; tables are kept in a folder$' $command chomp --tables file
done
quiet_output 'tables in a file'

# A folder that cannot be written. Tests may run as root, whom no mode stops: below a file there can be no folder.
echo file >file
expect 2 'file/tables|file' solve chomp rows=2 --tables "$TMPDIR/file/tables"
expect 2 '/proc' solve chomp rows=2 --tables /proc/zermelo
! grep -q 'the disk has' err || wrong "space where there is no disk: $(cat err)"
quiet_output 'no folder'

# Output that does not arrive.
if [ -w /dev/full ]; then
    "$ZERMELO" list >/dev/full 2>err
    [ $? -eq 2 ] || wrong 'a full disk went unnoticed'
    grep -q 'standard output' err || wrong "full disk: $(cat err)"
fi
{ "$ZERMELO" list; echo $? >code; } 2>err | true
[ "$(cat code)" = 0 ] || [ "$(cat code)" = 141 ] || wrong "closed pipe: $(cat code)" # a small list may fit before it closes

# A signal stops it with a line; nothing finished is left. (Seconds of work: 2,704,156 states with 72 moves each, and 148,821,094 on one thread.)
interrupted() {
    "$ZERMELO" solve "$@" >out 2>err &
    solve=$!
    sleep 1
    kill -INT $solve
    wait $solve
    [ $? -eq 2 ] || wrong "$*: an interrupted solve does not end with 2"
    grep -q '^zermelo: ' err || wrong "$*, interrupted: $(cat err)"
}
interrupted fox-and-geese geese=7 --engine cuda-host --no-table
interrupted fuchs-und-henne hens=6 house=6 --values wdl --engine cuda-host --no-table
quiet_output 'interrupted'
interrupted chomp rows=12 cols=12 --method hash
expect 2 'zermelo solve' verify chomp rows=12 cols=12
quiet_output 'interrupted'
# A table that is only begun is as good as none: nothing is searched down to it.
begun="$ZERMELO_TABLES/hasenspiel/size=10/manifest"
"$ZERMELO" solve hasenspiel size=10 --threads 1 >out 2>err &
solve=$!
while [ ! -e "$begun" ] && kill -0 $solve 2>/dev/null; do sleep 0.1; done
kill -INT $solve
wait $solve
if [ -e "$begun" ] && ! grep -q '^part ' "$begun"; then # (part of it is there only if seconds went by unseen)
    why='table of hasenspiel size=10 is begun, not finished .*; run: zermelo solve hasenspiel size=10$'
    expect 2 "$why" stats hasenspiel size=10
    fine query hasenspiel size=10
    grep -q "^no values: the $why" err || wrong "query of what is begun: $(cat err)"
fi

# Where it went through, when asked.
ZERMELO_TRACE=1 "$ZERMELO" solve chomp rows=99 2>err
grep -q '^  at .*\.c:[0-9]' err || wrong "no trace: $(cat err)"
finish
