# The library never prints and never ends the program: its objects use neither what does so nor the streams for it.
set -eu
library="$BINARY/libzermelo.a"
# FILE.o SYMBOL, of what is used and not defined there. Code for tests of coverage and sanitizers is not ours.
nm -A --undefined-only "$library" 2>/dev/null | sed -n 's/^[^:]*:\([^:]*\):.* U \([^@]*\).*/\1 \2/p' >used
[ "$(wc -l <used)" -gt 1000 ]

failed=0
# Symbols, and the files that may use one nevertheless. A child process ends by _exit; before there is one, what the
# program has printed so far is flushed, or the child would have it too. Assertions are not in a release.
check() {
    awk -v symbol="^($1)$" -v but="^($2)$" '$2 ~ symbol && $1 !~ but { print $1 " uses " $2 }' used >wrong
    cat wrong
    [ ! -s wrong ] || failed=1
}
check '(__)?v?printf(_chk)?|puts|putchar|perror|psignal|err|errx|warn|warnx|error' ''
check 'stdin|stderr' ''
check 'stdout' 'build.c.o|build_kernels.c.o'
check 'exit|quick_exit|abort|raise' ''
check '_exit|_Exit' 'build.c.o|build_kernels.c.o|where.c.o'
exit $failed
