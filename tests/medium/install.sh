# An installed tree is complete: the program of docs/library.md, outside the source tree, builds against it with nothing but
# what pkg-config says, shared and static, in C and in C++, wherever the tree was put; the shared library carries its version.
set -eu
cmake --install "$BINARY" --prefix "$TMPDIR/first" >/dev/null
mv first usr # a tree can be moved
PKG_CONFIG_PATH=$(dirname "$(find "$TMPDIR/usr" -name zermelo.pc)")
export PKG_CONFIG_PATH
unset LD_LIBRARY_PATH
lib=$(pkg-config --variable=libdir zermelo)
pc() { pkg-config "$@" zermelo; }

# The first block of C on the page is the whole program.
awk '/^```c$/ && !done { inside = 1; next }
     /^```$/ && inside { inside = 0; done = 1 }
     inside' "$SOURCE/docs/library.md" >use.c

flags="-Wall -Wextra -Wconversion -Wshadow -Werror"
version=$(pc --modversion)
says() { rm -rf tables && env "$@" | grep -qx 'lost in 4 plies for the side to move' && [ -f tables/tic-tac-toe/default/manifest ]; }

# shellcheck disable=SC2046,SC2086
cc -std=gnu17 $flags use.c $(pc --cflags --libs) -o shared
says LD_LIBRARY_PATH="$lib" ./shared
LD_LIBRARY_PATH=$lib ldd ./shared | grep -q "libzermelo.so.${version%.*} => $TMPDIR"
test -f "$lib/libzermelo.so.$version"

# With --static it names what else is needed, so that the static library can stand for the shared one.
# shellcheck disable=SC2046,SC2086
cc -std=gnu17 $flags use.c $(pc --static --cflags --libs) -o both
says LD_LIBRARY_PATH="$lib" ./both
mkdir static-only
cp "$lib/libzermelo.a" static-only
# shellcheck disable=SC2046,SC2086
cc -std=gnu17 $flags use.c -Lstatic-only $(pc --static --cflags --libs | sed "s|-L$lib||; s|-L[^ ]*usr[^ ]*||") -o static
says ./static
if ldd ./static | grep libzermelo; then exit 1; fi

if command -v c++ >/dev/null; then
    # shellcheck disable=SC2046
    c++ -std=gnu++17 -Wall -Wextra -Wno-missing-field-initializers -Werror -x c++ use.c $(pc --cflags --libs) -o plusplus
    says LD_LIBRARY_PATH="$lib" ./plusplus
fi

for header in "$SOURCE"/include/zermelo/*.h; do # each can be included alone
    echo "#include <zermelo/$(basename "$header")>" >alone.c
    # shellcheck disable=SC2046,SC2086
    cc -std=gnu17 $flags $(pc --cflags) -fsyntax-only alone.c
    # shellcheck disable=SC2046,SC2086
    if command -v c++ >/dev/null; then c++ -Wall -Wextra -Werror $(pc --cflags) -fsyntax-only -x c++ alone.c; fi
done

(cd "$SOURCE/docs" && find . -name '*.md') | while read -r page; do
    cmp "$SOURCE/docs/$page" "$TMPDIR/usr/share/doc/zermelo/$page"
done

if [ -n "$ZERMELO" ]; then
    "$TMPDIR/usr/bin/zermelo" list >/dev/null
    test -f "$TMPDIR/usr/share/bash-completion/completions/zermelo"
fi
