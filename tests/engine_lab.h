/* engine_lab.h: a variant to solve by several engines, and whether there is a GPU. */
#ifndef ZM_TESTS_ENGINE_LAB_H
#define ZM_TESTS_ENGINE_LAB_H

#include "unit.h"

#include <zermelo/zermelo.h>

enum { LAB_SETTINGS = 4 };

typedef struct stand {
    zm_context *c;
    zm_variant *v;
} stand;

/* Settings end with NULL, or are LAB_SETTINGS. */
static stand open_stand(const char *game, const char *const *settings)
{
    stand s = {.c = zm_context_new()};
    const zm_game *g;
    size_t n = 0;
    while (n < LAB_SETTINGS && settings[n])
        n++;
    zm_set_sync(s.c, false);
    zm_set_threads(s.c, 2);
    assert_int_equal(zm_find_game(s.c, game, &g), ZM_OK);
    if (zm_variant_new(s.c, g, settings, n, &s.v) != ZM_OK)
        fail_msg("%s", zm_message(s.c));
    return s;
}

static void close_stand(stand *s)
{
    zm_variant_free(s->c, s->v);
    assert_int_equal(zm_memory_used(s->c), 0);
    zm_context_free(s->c);
}

/* Without one: one clear line, and no other engine in its place. */
static bool has_gpu(const char *game, const char *const *settings, zm_solve_options o)
{
    stand s = open_stand(game, settings);
    zm_solved solved;
    o.engine = ZM_ENGINE_CUDA;
    const zm_status status = zm_solve(s.c, s.v, &o, &solved);
    if (status != ZM_OK) {
        assert_int_equal(status, ZM_BAD_INPUT);
        assert_non_null(strstr(zm_message(s.c), "use --engine cpu"));
        assert_null(strchr(zm_message(s.c), '\n'));
    }
    close_stand(&s);
    return status == ZM_OK;
}

#endif
