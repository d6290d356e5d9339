/* odds_lab.h: a variant with dice, solved in some way, and all its intervals side by side. */
#ifndef ODDS_LAB_H
#define ODDS_LAB_H

#include "table_lab.h"

#include <zermelo/lead.h>

typedef struct odds_lab {
    zm_context *c;
    zm_variant *v;
    zm_solved solved;
    uint64_t places;
    zm_odds *odds; /* tier after tier */
} odds_lab;

static inline zm_variant *odds_variant(zm_context *c, const zm_game *g, const char *settings)
{
    char text[256], *rest = text;
    const char *setting[ZM_MAX_OPTIONS];
    size_t count = 0;
    zm_variant *v;
    if (!g)
        assert_int_equal(zm_find_game(c, "madn", &g), ZM_OK);
    snprintf(text, sizeof text, "%s", settings);
    while (*settings && (setting[count] = strsep(&rest, " ")))
        count++;
    if (zm_variant_new(c, g, setting, count, &v) != ZM_OK)
        fail_msg("%s", zm_message(c));
    return v;
}

static inline void odds_read(odds_lab *l, const zm_table *t)
{
    for (uint32_t tier = 0; tier < zm_table_tiers(t); tier++)
        l->places += zm_table_tier_size(t, tier);
    l->odds = calloc(l->places + 1, sizeof *l->odds);
    zm_odds *next = l->odds;
    for (uint32_t tier = 0; tier < zm_table_tiers(t); tier++) {
        assert_int_equal(zm_table_read_odds(l->c, t, tier, next), ZM_OK);
        next += zm_table_tier_size(t, tier);
    }
}

/* The game NULL is madn. */
static inline void odds_solve(odds_lab *l, const zm_game *g, const char *settings, const zm_solve_options *o,
                              unsigned threads)
{
    zm_solve_options options = *o;
    char tables[4096];
    zm_table *t;
    unit_path("odds", tables);
    options.tables = tables;
    *l = (odds_lab){.c = zm_context_new()};
    zm_set_sync(l->c, false);
    zm_set_threads(l->c, threads);
    l->v = odds_variant(l->c, g, settings);
    if (zm_solve(l->c, l->v, &options, &l->solved) != ZM_OK)
        fail_msg("%s %s: %s", l->v->game->name, settings, zm_message(l->c));
    assert_int_equal(zm_table_open(l->c, l->v, tables, &t), ZM_OK);
    odds_read(l, t);
    assert_int_equal(zm_table_summary(t)->certified, l->solved.summary.certified);
    zm_verified verified;
    assert_int_equal(zm_table_verify(l->c, t, &verified), l->solved.summary.certified ? ZM_OK : ZM_BAD_INPUT);
    zm_table_close(t);
    zm_table_remove(l->c, l->v, tables);
}

static inline void odds_close(odds_lab *l)
{
    free(l->odds);
    zm_variant_free(l->c, l->v);
    assert_int_equal(zm_memory_used(l->c), 0);
    zm_context_free(l->c);
}

static inline void odds_same(const odds_lab *a, const odds_lab *b)
{
    assert_int_equal(a->places, b->places);
    assert_memory_equal(a->odds, b->odds, a->places * sizeof *a->odds);
    assert_memory_equal(&a->solved.summary, &b->solved.summary, sizeof a->solved.summary);
}

#endif
