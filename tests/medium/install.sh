# An installed tree is complete: a program outside the source tree builds against it with pkg-config, shared and static,
# and the shared library carries its version.
set -eu
cmake --install "$BINARY" --prefix "$TMPDIR/usr" >/dev/null
lib=$(dirname "$(find "$TMPDIR/usr" -name zermelo.pc)")/..
export PKG_CONFIG_PATH=$lib/pkgconfig

cat >use.c <<'C'
#include <zermelo/zermelo.h>

#include <stdio.h>

int main(void)
{
    zm_context *c = zm_context_new();
    zm_fail(c, ZM_IO, "C(33,6) = %llu", (unsigned long long)zm_binomial(33, 6));
    puts(zm_message(c));
    zm_context_free(c);
    return 0;
}
C

flags="-std=gnu17 -Wall -Wextra -Wconversion -Wshadow -Werror"
version=$(pkg-config --modversion zermelo)
# The tree was installed for another prefix than the one in the file, so say where it lies.
pc() { pkg-config --define-variable=prefix="$TMPDIR/usr" "$@" zermelo; }

# shellcheck disable=SC2046,SC2086
cc $flags use.c $(pc --cflags --libs) -o shared
LD_LIBRARY_PATH=$lib ./shared | grep -qx 'C(33,6) = 1107568'
LD_LIBRARY_PATH=$lib ldd ./shared | grep -q "libzermelo.so.${version%.*} => $TMPDIR"
test -f "$lib/libzermelo.so.$version"

# shellcheck disable=SC2046,SC2086
cc $flags use.c $(pc --cflags) "$lib/libzermelo.a" $(pc --static --libs | sed 's/-lzermelo//') -o static
./static | grep -qx 'C(33,6) = 1107568'
if ldd ./static | grep libzermelo; then exit 1; fi

for header in "$SOURCE"/include/zermelo/*.h; do # each can be included alone
    echo "#include <zermelo/$(basename "$header")>" >alone.c
    # shellcheck disable=SC2046,SC2086
    cc $flags $(pc --cflags) -fsyntax-only alone.c
done

if [ -n "$ZERMELO" ]; then
    "$TMPDIR/usr/bin/zermelo" list >/dev/null
    test -f "$TMPDIR/usr/share/bash-completion/completions/zermelo"
fi
