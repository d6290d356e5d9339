# The shared library and the command export what include/zermelo declares, and nothing else: all of it, since programs and plugins are linked
# against it, and no more, so that inner functions can change and collide with nobody's.
set -eu
for header in "$SOURCE"/include/zermelo/*.h; do echo "#include <zermelo/$(basename "$header")>"; done >all.c
cc -std=gnu17 -I"$SOURCE/include" -fsyntax-only -aux-info declared.txt all.c
sed -n 's|^/\* [^ ]*include/zermelo/[^ ]* \*/ extern [^(]*[ *]\([A-Za-z0-9_]*\) (.*|\1|p' declared.txt >declared
sed -n 's/^extern [^(]*[ *]\(zm_[a-z0-9_]*\)[[;].*/\1/p' "$SOURCE"/include/zermelo/*.h >>declared # constants
sort -u -o declared declared
[ "$(wc -l <declared)" -gt 100 ]

failed=0
if grep -v '^zm_' declared; then
    echo "the names above are declared in include/zermelo and do not begin with zm_"
    failed=1
fi
for file in "$BINARY/libzermelo.so" "$ZERMELO"; do
    # std* are the C library's, which a program that uses them has a copy of.
    nm -D --defined-only "$file" | awk '{ print $3 }' | sed 's/@.*//' | grep -vxE 'stdin|stdout|stderr' | sort -u >exported
    comm -23 declared exported | sed "s|^|$(basename "$file") does not export |" >wrong
    comm -13 declared exported | sed "s|^|$(basename "$file") exports what no header declares: |" >>wrong
    cat wrong
    [ ! -s wrong ] || failed=1
done

# What only tests need is in src/.
grep -in "for tests" "$SOURCE"/include/zermelo/*.h && failed=1

# Read-only relocations and immediate binding, stack protector and fortify.
for file in "$BINARY/libzermelo.so" "$ZERMELO"; do
    readelf -lW "$file" | grep -q GNU_RELRO || { echo "$file: no RELRO"; failed=1; }
    readelf -dW "$file" | grep -q 'FLAGS.*NOW' || { echo "$file: not bound at once"; failed=1; }
    nm -D "$file" | grep -q __stack_chk_fail || { echo "$file: no stack protector"; failed=1; }
    nm -D "$file" | grep -q '_chk@' || { echo "$file: not fortified"; failed=1; }
    readelf -lW "$file" | grep -q 'GNU_STACK.*RWE' && { echo "$file: executable stack"; failed=1; }
done
exit $failed
