/* spoil_lab.h: tables that are right but for what a test changes in them: all checksums and counts are as they should
 * be. For the tests of the ways to verify. */
#ifndef ZM_TESTS_SPOIL_LAB_H
#define ZM_TESTS_SPOIL_LAB_H

#include "base/memory.h"
#include "table_lab.h"

/* Solves a variant and reads its table. */
static inline void spoil_open(lab *l, const char *game, unsigned count, const char *const *options, bool wdl)
{
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .wdl = wdl);
    zm_solved solved;
    zm_table *t;
    const zm_game *g;
    *l = (lab){.c = zm_context_new(), .wdl = wdl};
    snprintf(l->tables, sizeof l->tables, "%s/spoiled", getenv("TMPDIR"));
    zm_set_threads(l->c, 2);
    zm_set_sync(l->c, false);
    assert_int_equal(zm_find_game(l->c, game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(l->c, g, options, count, &l->v), ZM_OK);
    assert_int_equal(zm_table_path(l->c, l->v, l->tables, l->folder, sizeof l->folder), ZM_OK);
    o.tables = l->tables;
    assert_int_equal(zm_solve(l->c, l->v, &o, &solved), ZM_OK);
    assert_int_equal(zm_table_open(l->c, l->v, l->tables, &t), ZM_OK);
    l->tiers = zm_table_tiers(t);
    l->size = calloc(l->tiers, sizeof *l->size);
    l->sum = calloc(l->tiers, sizeof *l->sum);
    l->value = calloc(l->tiers, sizeof *l->value);
    for (uint32_t i = 0; i < l->tiers; i++) {
        l->size[i] = zm_table_tier_size(t, i);
        l->value[i] = calloc(l->size[i] + 1, sizeof(zm_value));
        assert_int_equal(zm_table_read_tier(l->c, t, i, l->value[i]), ZM_OK);
    }
    assert_int_equal(zm_table_probe(l->c, t, zm_start_state(l->v), &l->start), ZM_OK);
    zm_table_close(t);
}

/* Counts that agree with the values, right or wrong. */
static inline void spoil_sum_tier(lab *l, uint32_t tier)
{
    l->sum[tier] = (zm_summary){0};
    for (uint64_t i = 0; i < l->size[tier]; i++)
        if (l->value[tier][i])
            lab_count(&l->sum[tier], l->v->game->index->unrank(l->v, (zm_place){tier, i}), l->value[tier][i]);
    if (l->wdl)
        zm_summary_wdl(&l->sum[tier]);
}

static inline zm_status spoil_verify(lab *l, zm_verify_method how)
{
    zm_table *t;
    zm_verified done;
    zm_status s = zm_table_open(l->c, l->v, l->tables, &t);
    if (s != ZM_OK)
        return s;
    s = zm_table_verify_by(l->c, t, how, &done);
    zm_table_close(t);
    return s;
}

/* Both by its own method and, if asked, by walking. */
static inline void spoil_expect_wrong(lab *l, uint32_t tier, uint64_t index, zm_value value, zm_verify_method own,
                                      bool walk)
{
    const zm_value right = l->value[tier][index], start = l->start;
    const zm_place at = l->v->game->index->rank(l->v, zm_start_state(l->v));
    l->value[tier][index] = value;
    if (at.tier == tier && at.index == index)
        l->start = value;
    spoil_sum_tier(l, tier);
    assert_int_equal(lab_write(l), ZM_OK);
    if (spoil_verify(l, own) != ZM_WRONG || (walk && spoil_verify(l, ZM_VERIFY_WALK) != ZM_WRONG))
        fail_msg("tier %u, place %u: %#x for %#x is not found: %s", (unsigned)tier, (unsigned)index, value, right,
                 zm_message(l->c));
    l->value[tier][index] = right;
    l->start = start;
    spoil_sum_tier(l, tier);
}

static inline void spoil_sum(lab *l)
{
    for (uint32_t t = 0; t < l->tiers; t++)
        spoil_sum_tier(l, t);
}

/* Any place, any other value. */
static inline void spoil_any(lab *l, unsigned times, zm_verify_method own, uint64_t *nones, uint64_t *draws)
{
    uint64_t seed = 5;
    spoil_sum(l);
    *nones = *draws = 0;
    for (unsigned i = 0; i < times; i++) {
        const uint32_t tier = (uint32_t)(unit_random(&seed) % l->tiers);
        const uint64_t index = unit_random(&seed) % l->size[tier];
        const zm_value right = l->value[tier][index];
        const zm_value wrong[] = {right ? ZM_NONE : ZM_DRAWN, zm_win_in(2), zm_loss_in(3),
                                  right == ZM_DRAWN || !right ? zm_loss_in(0) : (zm_value)(right + 2), ZM_DRAWN};
        zm_value value = wrong[unit_random(&seed) % 5];
        value = l->wdl ? zm_wdl(value) : value;
        value = value == right ? wrong[0] : value;
        *nones += !right;
        *draws += right == ZM_DRAWN;
        spoil_expect_wrong(l, tier, index, value, own, i % 8 == 0);
    }
}

/* Every draw called a win of the side with turn 1: each value then agrees with its successors, but nobody can force
 * it. */
static inline void spoil_draws(lab *l)
{
    for (uint32_t t = 0; t < l->tiers; t++)
        for (uint64_t i = 0; i < l->size[t]; i++)
            if (l->value[t][i] == ZM_DRAWN)
                l->value[t][i] =
                    l->v->game->index->unrank(l->v, (zm_place){t, i}).hi >> 63 ? zm_win_in(0) : zm_loss_in(0);
    l->start = l->start == ZM_DRAWN ? zm_loss_in(0) : l->start;
    spoil_sum(l);
    assert_int_equal(lab_write(l), ZM_OK);
}

static inline void spoil_expect_circle(lab *l, zm_verify_method how)
{
    assert_int_equal(spoil_verify(l, how), ZM_WRONG);
    if (!strstr(zm_message(l->c), "nobody can force it"))
        fail_msg("%s", zm_message(l->c));
}

/* Whichever allocation is the first to fail, everything is given back. */
static inline void spoil_no_memory(lab *l, zm_verify_method how)
{
    zm_table *t;
    zm_verified done;
    zm_status s = ZM_NO_MEMORY;
    unsigned failed = 0;
    assert_int_equal(zm_table_open(l->c, l->v, l->tables, &t), ZM_OK);
    const uint64_t used = zm_memory_used(l->c);
    for (uint64_t nth = 1; s != ZM_OK; nth += 1 + nth / 8) {
        zm_fail_allocation(l->c, nth);
        s = zm_table_verify_by(l->c, t, how, &done);
        zm_fail_allocation(l->c, 0);
        assert_true(s == ZM_OK || s == ZM_NO_MEMORY);
        assert_int_equal(zm_memory_used(l->c), used);
        failed += s != ZM_OK;
    }
    assert_true(failed > 10);
    zm_table_close(t);
}

static inline void spoil_stop(lab *l, zm_verify_method how)
{
    zm_table *t;
    zm_verified done;
    assert_int_equal(zm_table_open(l->c, l->v, l->tables, &t), ZM_OK);
    zm_stop(l->c);
    assert_int_equal(zm_table_verify_by(l->c, t, how, &done), ZM_INTERRUPTED);
    zm_table_close(t);
}

#endif
