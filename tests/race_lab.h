/* race_lab.h: races solved by two engines, and their tables compared place by place. */
#ifndef RACE_LAB_H
#define RACE_LAB_H

#include "unit.h"

#include <zermelo/solve.h>

enum { RACE_SETTINGS = 4 };

static inline zm_variant *race_variant(zm_context *c, const char *const *settings)
{
    const zm_game *g;
    zm_variant *v;
    size_t n = 0;
    while (n < RACE_SETTINGS && settings[n])
        n++;
    zm_set_sync(c, false);
    zm_set_threads(c, 2);
    assert_int_equal(zm_find_game(c, "madn", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, settings, n, &v), ZM_OK);
    return v;
}

/* As narrow as they get, into a folder named after the engine, unless `tables` is false. */
static inline zm_solved race_solve_by(zm_context *c, const zm_variant *v, zm_engine e, bool tables)
{
    char folder[4096];
    zm_solved solved;
    const zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .engine = e, .tables = tables ? unit_path(zm_engine_name(e), folder) : NULL,
                   .again = true);
    assert_int_equal(zm_solve(c, v, &o, &solved), ZM_OK);
    assert_int_equal(solved.method, ZM_METHOD_RACE);
    return solved;
}

static inline void race_same_summary(const zm_summary *a, const zm_summary *b)
{
    assert_int_equal(a->states, b->states);
    assert_memory_equal(&a->start_odds, &b->start_odds, sizeof a->start_odds);
    assert_memory_equal(&a->least, &b->least, sizeof a->least);
    assert_memory_equal(&a->most, &b->most, sizeof a->most);
    assert_memory_equal(&a->least_position, &b->least_position, sizeof a->least_position);
    assert_memory_equal(&a->most_position, &b->most_position, sizeof a->most_position);
    assert_int_equal(a->widest, b->widest);
}

static inline zm_table *race_table(zm_context *c, const zm_variant *v, zm_engine e)
{
    char folder[4096];
    zm_table *t;
    assert_int_equal(zm_table_open(c, v, unit_path(zm_engine_name(e), folder), &t), ZM_OK);
    return t;
}

static inline void race_same_tables(zm_context *c, const zm_variant *v, zm_engine e, zm_engine f)
{
    zm_table *a = race_table(c, v, e), *b = race_table(c, v, f);
    assert_int_equal(zm_table_bytes(a), zm_table_bytes(b));
    for (uint32_t tier = 0; tier < zm_table_tiers(a); tier++) {
        const uint64_t size = zm_table_tier_size(a, tier);
        zm_odds *x = malloc(size * sizeof *x), *y = malloc(size * sizeof *y);
        assert_int_equal(zm_table_read_odds(c, a, tier, x), ZM_OK);
        assert_int_equal(zm_table_read_odds(c, b, tier, y), ZM_OK);
        assert_memory_equal(x, y, size * sizeof *x);
        free(x);
        free(y);
    }
    zm_table_close(a);
    zm_table_close(b);
}

/* The same bits by both, stored and in memory alone. */
static inline void race_engines_agree(zm_engine e, zm_engine f, const char *const *settings)
{
    zm_context *c = zm_context_new();
    zm_variant *v = race_variant(c, settings);
    const uint64_t before = zm_memory_used(c);
    const zm_solved a = race_solve_by(c, v, e, true), b = race_solve_by(c, v, f, true),
                    d = race_solve_by(c, v, f, false);
    race_same_summary(&a.summary, &b.summary);
    race_same_summary(&a.summary, &d.summary);
    race_same_tables(c, v, e, f);
    assert_int_equal(zm_memory_used(c), before);
    zm_variant_free(c, v);
    zm_context_free(c);
}

#endif
