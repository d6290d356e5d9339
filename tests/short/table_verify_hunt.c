/* table_verify_hunt.c: tables of hunts with cycles, verified by words and, for comparison, move by move: right ones are found
 * right by both; with a value changed, left out or added (all checksums and counts as they should be) both find it. */
#include "table_lab.h"

static void open_hunt(lab *l, unsigned count, const char *const *options, bool wdl)
{
    zm_solve_options o = {.wdl = wdl};
    zm_solved solved;
    zm_table *t;
    const zm_game *g;
    *l = (lab){.c = zm_context_new(), .wdl = wdl};
    snprintf(l->tables, sizeof l->tables, "%s/table_verify_hunt", getenv("TMPDIR"));
    zm_set_threads(l->c, 2);
    zm_set_sync(l->c, false);
    assert_int_equal(zm_find_game(l->c, "fox-and-geese", &g), ZM_OK);
    assert_int_equal(zm_variant_new(l->c, g, count, options, &l->v), ZM_OK);
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
        assert_int_equal(zm_table_read_tier(t, l->c, i, l->value[i]), ZM_OK);
    }
    assert_int_equal(zm_table_probe(t, l->c, zm_start_state(l->v), &l->start), ZM_OK);
    zm_table_close(t);
}

/* Counts that agree with the values, right or wrong. */
static void sum_tier(lab *l, uint32_t tier)
{
    l->sum[tier] = (zm_summary){0};
    for (uint64_t i = 0; i < l->size[tier]; i++)
        if (l->value[tier][i])
            lab_count(&l->sum[tier], l->v->game->unrank(l->v, (zm_place){tier, i}), l->value[tier][i]);
    if (l->wdl)
        zm_summary_wdl(&l->sum[tier]);
}

static zm_status verify(lab *l, zm_verify_method how)
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

static void expect_wrong(lab *l, uint32_t tier, uint64_t index, zm_value value, bool walk)
{
    const zm_value right = l->value[tier][index], start = l->start;
    const zm_place at = l->v->game->rank(l->v, zm_start_state(l->v));
    l->value[tier][index] = value;
    if (at.tier == tier && at.index == index)
        l->start = value;
    sum_tier(l, tier);
    assert_int_equal(lab_write(l), ZM_OK);
    for (zm_verify_method how = walk ? ZM_VERIFY_WALK : ZM_VERIFY_HUNT; how <= ZM_VERIFY_HUNT; how++)
        if (verify(l, how) != ZM_WRONG)
            fail_msg("tier %u, place %u: %#x for %#x is not found by %d", (unsigned)tier, (unsigned)index, value, right,
                     (int)how);
    l->value[tier][index] = right;
    l->start = start;
    sum_tier(l, tier);
}

static void sum_all(lab *l)
{
    for (uint32_t t = 0; t < l->tiers; t++)
        sum_tier(l, t);
}

static void right_by_both(void **state)
{
    static const char *const variant[][4] = {{"geese=2", "enough=1", "multi=optional", "fox_diagonals=all"},
                                             {"geese=2", "enough=1", "multi=no", "fox_diagonals=drawn"},
                                             {"geese=3", "enough=2", "multi=optional", "geese_diagonals=none"},
                                             {"geese=1", "enough=1", "multi=optional", "geese_diagonals=drawn"}};
    (void)state;
    for (unsigned i = 0; i < 2 * sizeof variant / sizeof *variant; i++) {
        lab l;
        zm_verified walked, hunted;
        zm_table *t;
        open_hunt(&l, 4, variant[i / 2], i % 2);
        assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
        assert_int_equal(zm_table_verify_by(l.c, t, ZM_VERIFY_WALK, &walked), ZM_OK);
        assert_int_equal(zm_table_verify_by(l.c, t, ZM_VERIFY_HUNT, &hunted), ZM_OK);
        assert_int_equal(walked.states, hunted.states);
        assert_true(hunted.moves > 0 && hunted.moves < walked.moves);
        zm_table_close(t);
        lab_close(&l);
    }
}

static void any_wrong_value(bool wdl)
{
    static const char *const options[] = {"geese=2", "enough=1"};
    lab l;
    uint64_t seed = 5, nones = 0, draws = 0;
    open_hunt(&l, 2, options, wdl);
    sum_all(&l);
    for (unsigned i = 0; i < 240; i++) {
        const uint32_t tier = (uint32_t)(unit_random(&seed) % l.tiers);
        const uint64_t index = unit_random(&seed) % l.size[tier];
        const zm_value right = l.value[tier][index];
        const zm_value wrong[] = {right ? ZM_NONE : ZM_DRAWN, zm_win_in(2), zm_loss_in(3),
                                  right == ZM_DRAWN || !right ? zm_loss_in(0) : (zm_value)(right + 2), ZM_DRAWN};
        zm_value value = wrong[unit_random(&seed) % 5];
        value = wdl ? zm_wdl(value) : value;
        value = value == right ? wrong[0] : value;
        nones += !right;
        draws += right == ZM_DRAWN;
        expect_wrong(&l, tier, index, value, i % 8 == 0);
    }
    assert_true(nones > 5 && draws > 20 && nones + draws < 220);
    lab_close(&l);
}

static void any_wrong_value_with_distances(void **state)
{
    (void)state;
    any_wrong_value(false);
}

static void any_wrong_value_without(void **state)
{
    (void)state;
    any_wrong_value(true);
}

/* Every draw called a win of the lone piece: each value then agrees with its successors, but nobody can force it. */
static void circles(void **state)
{
    static const char *const options[] = {"geese=2", "enough=1"};
    lab l;
    (void)state;
    open_hunt(&l, 2, options, true);
    for (uint32_t t = 0; t < l.tiers; t++)
        for (uint64_t i = 0; i < l.size[t]; i++)
            if (l.value[t][i] == ZM_DRAWN)
                l.value[t][i] = l.v->game->unrank(l.v, (zm_place){t, i}).hi >> 63 ? zm_win_in(0) : zm_loss_in(0);
    l.start = l.start == ZM_DRAWN ? zm_loss_in(0) : l.start;
    sum_all(&l);
    assert_int_equal(lab_write(&l), ZM_OK);
    for (zm_verify_method how = ZM_VERIFY_WALK; how <= ZM_VERIFY_HUNT; how++) {
        assert_int_equal(verify(&l, how), ZM_WRONG);
        assert_non_null(strstr(zm_message(l.c), "nobody can force it"));
    }
    lab_close(&l);
}

/* What the many have won, in the one kind of game where the lone piece can be shut in by so few. */
static void won_by_the_many(void **state)
{
    static const char *const options[] = {"geese=4", "fox_diagonals=drawn"};
    lab l;
    unsigned found = 0;
    (void)state;
    open_hunt(&l, 2, options, false);
    sum_all(&l);
    for (uint32_t t = 0; t < l.tiers; t++)
        for (uint64_t i = 0; i < l.size[t]; i++) {
            const zm_value right = l.value[t][i];
            const unsigned turn = (unsigned)(l.v->game->unrank(l.v, (zm_place){t, i}).hi >> 63);
            if (right == ZM_NONE || right == ZM_DRAWN || zm_is_win(right) == turn)
                continue;
            expect_wrong(&l, t, i,
                         found % 2               ? ZM_DRAWN
                         : (zm_value)(right - 1) ? (zm_value)(right - 1)
                                                 : ZM_DRAWN,
                         false);
            found++;
        }
    assert_int_equal(found, 11);
    lab_close(&l);
}

static void without_memory(void **state)
{
    static const char *const options[] = {"geese=2", "enough=1"};
    lab l;
    zm_table *t;
    zm_verified done;
    zm_status s = ZM_NO_MEMORY;
    unsigned failed = 0;
    (void)state;
    open_hunt(&l, 2, options, false);
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    const uint64_t used = zm_memory_used(l.c);
    for (uint64_t nth = 1; s != ZM_OK; nth += 1 + nth / 8) {
        zm_fail_allocation(l.c, nth);
        s = zm_table_verify_by(l.c, t, ZM_VERIFY_HUNT, &done);
        zm_fail_allocation(l.c, 0);
        assert_true(s == ZM_OK || s == ZM_NO_MEMORY);
        assert_int_equal(zm_memory_used(l.c), used);
        failed += s != ZM_OK;
    }
    assert_true(failed > 10);
    zm_table_close(t);
    lab_close(&l);
}

static void stops_when_asked(void **state)
{
    static const char *const options[] = {"geese=2", "enough=1"};
    lab l;
    zm_table *t;
    zm_verified done;
    (void)state;
    open_hunt(&l, 2, options, false);
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    zm_stop(l.c);
    assert_int_equal(zm_table_verify_by(l.c, t, ZM_VERIFY_HUNT, &done), ZM_INTERRUPTED);
    zm_table_close(t);
    lab_close(&l);
}

static void only_hunts(void **state)
{
    lab l;
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    assert_int_equal(lab_write(&l), ZM_OK);
    assert_int_equal(verify(&l, ZM_VERIFY_HUNT), ZM_BAD_INPUT);
    assert_int_equal(verify(&l, ZM_VERIFY_WALK), ZM_OK);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_by_both),           cmocka_unit_test(any_wrong_value_with_distances),
        cmocka_unit_test(any_wrong_value_without), cmocka_unit_test(circles),
        cmocka_unit_test(won_by_the_many),         cmocka_unit_test(without_memory),
        cmocka_unit_test(stops_when_asked),        cmocka_unit_test(only_hunts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
