# clang-tidy finds nothing in src (.clang-tidy has the list of checks). Generated files follow from their templates.
# ctest: cost=50
set -eu
cd "$SOURCE"
# It parses as clang does, so it needs clang's flags: those of the tsan build, which uses clang.
cmake --preset tsan >/dev/null
# The analyser gives up on a function after so many states, a tenth of the default: the slowest files then take a sixth
# to a twelfth of the time, at the price of what lies deeper.
quick=(--extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=max-nodes=20000)
tidy() {
    xargs -r -P "$(nproc)" -n 1 clang-tidy-14 -p build/tsan --quiet "${quick[@]}" "$@" 2>"$TMPDIR/stderr" ||
        { cat "$TMPDIR/stderr"; exit 1; }
}
files=$(git ls-files 'src/*.c' | grep -v '\.in\.c$')
[ -n "$files" ]
grep -vx src/base/context.c <<<"$files" | tidy --extra-arg=-include --extra-arg="$SOURCE/tests/tidy.h"
echo src/base/context.c | tidy
