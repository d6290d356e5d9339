# Every C file is laid out as .clang-format says. To mend: scripts/format
# Templates (*.in.c) are left out: their @NAMES@ are not C.
set -eu
cd "$SOURCE"
files=$(git ls-files '*.c' '*.h' '*.inc' | grep -v '\.in\.c$')
[ -n "$files" ]
xargs -P "$(nproc)" -n 32 clang-format-14 --dry-run --Werror <<<"$files"
echo "$(wc -l <<<"$files") files"
