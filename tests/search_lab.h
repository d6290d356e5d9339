/* search_lab.h: a search beside a table: every so many states of it, and every position a table has is searched from
 * nothing but what the search remembers itself. */
#ifndef SEARCH_LAB_H
#define SEARCH_LAB_H

#include "unit.h"

#include <zermelo/zermelo.h>

typedef struct search_case {
    const char *game;
    const char *settings[4];
    uint64_t every; /* one state in so many */
    unsigned threads;
    uint64_t bytes; /* 0: as usual */
} search_case;

static inline void search_check_tier(zm_context *c, const zm_table *t, zm_searcher *s, uint32_t tier, uint64_t every,
                                     uint64_t *seen)
{
    const uint64_t size = zm_table_tier_size(t, tier);
    zm_value *values = calloc(size + 1, sizeof *values), found;
    zm_pos p;
    assert_non_null(values);
    assert_int_equal(zm_table_read_tier(c, t, tier, values), ZM_OK);
    for (uint64_t i = 0; i < size; i++) {
        if (values[i] == ZM_NONE || (*seen)++ % every)
            continue;
        assert_int_equal(zm_table_state(c, t, tier, i, &p), ZM_OK);
        assert_int_equal(zm_search_value(s, p, &found), ZM_OK);
        assert_int_equal(found, values[i]);
    }
    free(values);
}

/* Returns how many states the table has. */
static inline uint64_t search_check(const search_case *k)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_table *t;
    zm_searcher *s;
    char folder[4096];
    size_t settings = 0;
    uint64_t seen = 0;
    while (settings < 4 && k->settings[settings])
        settings++;
    assert_int_equal(zm_find_game(c, k->game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, k->settings, settings, &v), ZM_OK);
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = unit_path("tables", folder));
    zm_solved solved;
    assert_int_equal(zm_solve(c, v, &o, &solved), ZM_OK);
    assert_int_equal(zm_table_open(c, v, folder, &t), ZM_OK);
    const zm_search_options so = ZM_OPTIONS(zm_search_options, .threads = k->threads, .bytes = k->bytes);
    assert_int_equal(zm_searcher_open(c, v, &so, &s), ZM_OK);
    for (uint32_t i = 0; i < zm_table_tiers(t); i++)
        search_check_tier(c, t, s, i, k->every, &seen);
    assert_true(zm_search_nodes(s) > 0);
    zm_searcher_close(s);
    zm_table_close(t);
    zm_variant_free(c, v);
    zm_context_free(c);
    return seen;
}

#endif
