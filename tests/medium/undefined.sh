# Undefined behaviour that only clang's sanitizer knows of: offsets from no block at all. The files that read an empty
# manifest and a game without moves are built with it, and trap; the rest comes from the static library.
# And the inner loop of races, whose loops are vectors, builds with that sanitizer too.
set -eu
build() { clang -std=gnu17 -D_GNU_SOURCE -I"$SOURCE/include" -I"$SOURCE/src" -O1 -march=native -Wall -Wextra -Werror "$@"; }

build -c -fopenmp -fsanitize=alignment "$SOURCE/src/solve/race/block.c" -o block.o

cat >use.c <<'END'
#include <zermelo/zermelo.h>

#include <stdio.h>
#include <string.h>

static int empty_manifest(zm_context *c)
{
    const zm_game *g;
    zm_variant *v;
    zm_table *t;
    const int ok = zm_find_game(c, "tic-tac-toe", &g) == ZM_OK && zm_variant_new(c, g, NULL, 0, &v) == ZM_OK &&
                   zm_table_open(c, v, "tables", &t) == ZM_CORRUPT && strstr(zm_message(c), "truncated") != NULL;
    zm_variant_free(c, v);
    return ok;
}

static int game_without_moves(zm_context *c)
{
    zm_values *s;
    zm_expression *e;
    zm_answer a;
    const int ok = zm_values_open(c, 0, &s) == ZM_OK && zm_expression_read(s, "limited-nim(0)", &e) == ZM_OK &&
                   zm_value_of(s, e, ZM_REMOTENESS, &a) == ZM_OK && a.number == 0;
    zm_expression_free(e);
    zm_values_close(s);
    return ok;
}

int main(void)
{
    zm_context *c = zm_context_new();
    const int first = empty_manifest(c), second = game_without_moves(c);
    printf("empty manifest %d, game without moves %d\n", first, second);
    zm_context_free(c);
    return !(first && second);
}
END
mkdir -p tables/tic-tac-toe/default
: >tables/tic-tac-toe/default/manifest
trap=(-fsanitize=pointer-overflow -fsanitize-trap=pointer-overflow)
build "${trap[@]}" -c "$SOURCE/src/table/format/manifest.c" -o manifest.o
build "${trap[@]}" -c "$SOURCE/src/values/graph.c" -o graph.o
# shellcheck disable=SC2046
cc -I"$SOURCE/include" use.c manifest.o graph.o -L"$BINARY" -l:libzermelo.a \
    $(PKG_CONFIG_PATH=$BINARY pkg-config --static --libs zermelo | sed 's/-lzermelo//') -o use
./use || { echo "undefined behaviour (a trap), or a wrong answer"; exit 1; }
