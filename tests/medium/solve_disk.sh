# A disk that is full, folders that cannot be written, a table that someone else is writing: one clear line, exit code 2, no
# finished table; and with room again the solve goes on and ends with the same bytes.
. "$SOURCE/tests/cli.bash"
what=(hasenspiel size=8 pawns=3 --part-states 20000)

bytes() { (cd "$1" && find . -type f ! -name lock -exec sha256sum {} + | sort -k 2); }
leftovers() { find "$1" -name '*.part~' -o -name states; }

# full KIB FOLDER words...: a solve whose files may have KIB at most; it must fail, unless they suffice.
full()
{
    local kib=$1 folder=$2
    shift 2
    (ulimit -f "$kib" && exec "$ZERMELO" solve "$@" --tables "$folder" --json) >out 2>err
    code=$?
    [ $code -eq 0 ] && return
    [ $code -eq 2 ] || wrong "$* in $kib KiB: exit $code: $(cat err)"
    [ "$(grep -Ec '^zermelo: cannot write .*: File too large' err)" -eq 1 ] || wrong "$* in $kib KiB: $(cat err)"
    [ -z "$(find "$folder" -name '*.part~')" ] || wrong "$* in $kib KiB: left over: $(find "$folder" -type f)"
    "$ZERMELO" verify "$@" --tables "$folder" >out 2>err
    [ $? -eq 2 ] || wrong "$* in $kib KiB: a finished table: $(cat out err)"
}

for method in hunt sweep hash large; do
    case $method in
        hash) words=(hasenspiel size=8 pawns=3 --method hash) ;;
        large) words=(hasenspiel --part-states 200000) ;; # its file of states is larger than any of the table
        *) words=(hasenspiel size=8 pawns=3 --method $method --part-states 20000) ;;
    esac
    fine solve "${words[@]}" --tables whole
    bytes whole >before
    largest=$(find whole -type f -printf '%s\n' | sort -n | tail -1)
    failed=0
    for kib in 1 2 3 4 8 16 32 64 $((largest / 1024)); do
        full $kib small "${words[@]}"
        [ $code -eq 2 ] && failed=$((failed + 1))
    done
    [ $failed -ge 2 ] || wrong "$method: only $failed of the small disks were too small"
    fine solve "${words[@]}" --tables small
    bytes small >after
    cmp -s before after || wrong "$method: other bytes after a full disk: $(diff before after)"
    [ -z "$(leftovers small)" ] || wrong "$method: left over: $(leftovers small)"
    rm -rf whole small
done

# A disk that is certainly too small is told of before anything is solved; one that may be, in a note.
mkdir disk
if unshare -rm mount -t tmpfs -o size=1m none disk 2>err; then
    on_small_disk() { unshare -rm bash -c 'mount -t tmpfs -o size=1m none disk && exec "$@"' . "$ZERMELO" "$@" --tables disk >out 2>err; }
    for more in '--bits 24' '' '--one-vector'; do
        on_small_disk solve madn pieces=2 $more
        [ $? -eq 2 ] && grep -Eqx 'zermelo: madn pieces=2 needs at least [12]\.[0-9]+ MiB of disk and 1.00 MiB are left; .*' err ||
            wrong "madn $more on a disk of 1 MiB: $(cat err)"
    done
    on_small_disk solve madn pieces=2 --bits 4 || wrong "a small table on a small disk: $(cat err)"
    on_small_disk solve hasenspiel || wrong "a table smaller than it may be: $(cat err)"
    grep -q 'the disk has 1.00 MiB left' err || wrong "no note of a small disk: $(cat err)"
fi

# A full standard output is a failure too.
"$ZERMELO" solve tic-tac-toe --no-table >/dev/full 2>err
[ $? -eq 2 ] && grep -q '^zermelo: standard output: ' err || wrong "full standard output: $(cat err)"

# Folders that are files.
echo keep >file
expect 2 'file is a file' solve "${what[@]}" --tables file
expect 2 'cannot make folder .*file' solve "${what[@]}" --tables file/below
mkdir -p tables/hasenspiel
echo keep >tables/hasenspiel/pawns=3
expect 2 'hasenspiel/pawns=3' solve "${what[@]}" --tables tables
grep -qx keep file && grep -qx keep tables/hasenspiel/pawns=3 || wrong "a file in the way was overwritten"
rm -r tables
for name in lock manifest manifest.part~ part-00000.zmt; do # a folder where a file should be
    mkdir -p "odd/hasenspiel/pawns=3/$name/x"
    expect 2 "pawns=3/$name" solve "${what[@]}" --tables odd
    rm -r odd
done
if [ "$(id -u)" -ne 0 ]; then
    mkdir closed
    chmod a-w closed
    expect 2 'cannot make folder .*closed' solve "${what[@]}" --tables closed
fi

# Someone else writes it.
fine solve "${what[@]}" --tables busy
bytes busy >before
mkfifo ready
flock busy/hasenspiel/pawns=3/lock bash -c 'echo >ready; read <ready' &
read <ready
expect 2 'another process is writing this table' solve "${what[@]}" --tables busy --again
fine solve "${what[@]}" --tables busy # it is finished: reading needs no lock
fine verify hasenspiel pawns=3 --tables busy
echo >ready
wait
bytes busy >after
cmp -s before after || wrong "a table was changed by one who was refused"
fine solve "${what[@]}" --tables busy --again
finish
