# Every C file is laid out as .clang-format says. To mend: scripts/format
# Templates (*.in.c) are left out: their @NAMES@ are not C.
set -eu
cd "$SOURCE"
checked=0 wrong=0
for file in $(git ls-files '*.c' '*.h' | grep -v '\.in\.c$'); do
    checked=$((checked + 1))
    clang-format-14 --dry-run --Werror "$file" 2>/dev/null || { echo "not laid out by .clang-format: $file"; wrong=$((wrong + 1)); }
done
echo "$checked files, $wrong wrong"
[ "$checked" -gt 0 ] && [ "$wrong" -eq 0 ]
