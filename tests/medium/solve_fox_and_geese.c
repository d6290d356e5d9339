/* solve_fox_and_geese.c: rows 5 to 7 (long: 8) of Table 8.2 of the thesis (seed 000), corrected as in FACTS.md, by the
 * solvers; the won states by the number of geese left; and all methods on variants with other rules.
 *
 * ctest: timeout=3600 cost=40 */
#include "solve/device_work.h"
#include "table_lab.h"

typedef struct desk {
    zm_context *c;
    zm_variant *v;
    char tables[4096];
} desk;

static desk open_desk(size_t count, const char *const *settings)
{
    desk d = {.c = zm_context_new()};
    const zm_game *g;
    zm_set_sync(d.c, false);
    zm_set_threads(d.c, 2);
    unit_path("tables", d.tables);
    assert_int_equal(zm_find_game(d.c, "fox-and-geese", &g), ZM_OK);
    if (zm_variant_new(d.c, g, settings, count, &d.v) != ZM_OK)
        fail_msg("%s", zm_message(d.c));
    return d;
}

static void close_desk(desk *d)
{
    zm_table_remove(d->c, d->v, d->tables);
    zm_variant_free(d->c, d->v);
    assert_int_equal(zm_memory_used(d->c), 0);
    zm_context_free(d->c);
}

static zm_summary solve_for(desk *d, zm_method m, bool keep, bool wdl)
{
    zm_solved s;
    zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .method = m, .tables = keep ? d->tables : NULL, .wdl = wdl, .again = true);
    if (zm_solve(d->c, d->v, &o, &s) != ZM_OK)
        fail_msg("%s", zm_message(d->c));
    return s.summary;
}

static zm_summary solve(desk *d, zm_method m, bool keep) { return solve_for(d, m, keep, false); }

typedef struct row {
    uint64_t states, geese, fox, drawn;
} row;

static void check_row(const zm_summary *s, row r)
{
    assert_int_equal(s->states, r.states);
    assert_int_equal(s->won_by[0], r.geese);
    assert_int_equal(s->won_by[1], r.fox);
    assert_int_equal(s->drawn, r.drawn);
    assert_int_equal(s->start, ZM_DRAWN);
}

static void facts_row_of_5_geese_by_every_method(void **state)
{
    static const zm_method methods[] = {ZM_METHOD_HASH, ZM_METHOD_BACKWARD, ZM_METHOD_FORWARD, ZM_METHOD_HUNT};
    static const char *const five[] = {"geese=5"};
    desk d = open_desk(1, five);
    (void)state;
    for (unsigned i = 0; i < sizeof methods / sizeof *methods; i++) {
        const zm_summary s = solve(&d, methods[i], false);
        check_row(&s, (row){7919604, 0, 1643977, 6275627});
    }
    close_desk(&d);
}

/* Won states by winner, geese on the board and turn. */
typedef uint64_t won[2][21][2];

static void count_won(const desk *d, won w)
{
    zm_table *t;
    assert_int_equal(zm_table_open(d->c, d->v, d->tables, &t), ZM_OK);
    for (uint32_t tier = 0; tier < zm_table_tiers(t); tier++) {
        const uint64_t size = zm_table_tier_size(t, tier);
        zm_value *values = calloc(size + 1, sizeof *values);
        assert_int_equal(zm_table_read_tier(d->c, t, tier, values), ZM_OK);
        for (uint64_t i = 0; i < size; i++) {
            zm_pos p;
            if (values[i] == ZM_NONE || values[i] == ZM_DRAWN)
                continue;
            assert_int_equal(zm_table_state(d->c, t, tier, i, &p), ZM_OK);
            const unsigned turn = zm_turn_of(d->v, p);
            w[zm_is_win(values[i]) ? turn : 1 - turn][zm_count_bits(p.lo)][turn]++;
        }
        free(values);
    }
    zm_table_close(t);
}

static void facts_row_of_6_geese_and_won_states_by_geese_left(void **state)
{
    static const char *const six[] = {"geese=6"};
    static const uint64_t fox[][2] = {{82111, 0}, {192855, 391919}, {92852, 884240}, {25827, 1808506}};
    static won w;
    desk d = open_desk(1, six);
    const row expected = {37820750, 16, 3478310, 34342424};
    (void)state;
    zm_summary s = solve(&d, ZM_METHOD_HUNT, true);
    check_row(&s, expected);
    count_won(&d, w);
    for (unsigned k = 3; k <= 6; k++) {
        assert_int_equal(w[1][k][0], fox[k - 3][0]);
        assert_int_equal(w[1][k][1], fox[k - 3][1]);
    }
    assert_int_equal(w[0][6][0], 12);
    assert_int_equal(w[0][6][1], 4);
    if (unit_long()) {
        s = solve(&d, ZM_METHOD_HASH, false);
        check_row(&s, expected);
    }
    close_desk(&d);
}

/* As a GPU does it, on the CPU: wins of both sides, and the farthest of them. */
static void facts_row_by_the_kernels_of_a_gpu(void **state)
{
    static const char *const five[] = {"geese=5"}, *const six[] = {"geese=6"};
    desk d = open_desk(1, unit_long() ? six : five);
    zm_solved s;
    zm_device_work work;
    (void)state;
    assert_int_equal(zm_solve_measured(d.c, d.v, &ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST), &s,
                                       &work),
                     ZM_OK);
    check_row(&s.summary, unit_long() ? (row){37820750, 16, 3478310, 34342424} : (row){7919604, 0, 1643977, 6275627});
    if (unit_long())
        assert_int_equal(s.summary.longest, 47);
    assert_true(work.checked > 100000);
    const zm_summary cpu = solve(&d, ZM_METHOD_HUNT, false);
    assert_true(zm_same(s.summary.longest_position, cpu.longest_position));
    close_desk(&d);
}

static void facts_row_of_7_geese(void **state)
{
    static const char *const seven[] = {"geese=7"};
    desk d = open_desk(1, seven);
    (void)state;
    const zm_summary s = solve(&d, ZM_METHOD_AUTO, false);
    check_row(&s, (row){148821094, 416, 6975861, 141844817});
    close_desk(&d);
}

static void facts_row_of_8_geese(void **state)
{
    static const char *const eight[] = {"geese=8"};
    if (!unit_long())
        unit_skip("row 8 is for scripts/test long");
    desk d = open_desk(1, eight);
    const zm_summary s = solve(&d, ZM_METHOD_AUTO, true);
    check_row(&s, (row){495481271, 5224, 12936226, 482539821});
    close_desk(&d);
}

/* Without distances: the row, every sign, the same files by every dense method, and a table that verifies. */
static void facts_row_of_4_geese_without_distances(void **state)
{
    static const zm_method methods[] = {ZM_METHOD_HASH, ZM_METHOD_BACKWARD, ZM_METHOD_FORWARD, ZM_METHOD_HUNT};
    static const char *const four[] = {"geese=4"};
    static files whole, now;
    desk d = open_desk(1, four), far = open_desk(1, four);
    zm_table *with, *without;
    zm_verified verified;
    lab l = {0};
    (void)state;
    unit_path("far", far.tables);
    solve(&far, ZM_METHOD_HUNT, true);
    assert_int_equal(zm_table_open(far.c, far.v, far.tables, &with), ZM_OK);
    assert_int_equal(zm_table_path(d.c, d.v, d.tables, l.folder, sizeof l.folder), ZM_OK);
    for (unsigned i = 0; i < sizeof methods / sizeof *methods; i++) {
        const zm_summary s = solve_for(&d, methods[i], true, true);
        check_row(&s, (row){1270689, 0, 666885, 603804});
        assert_true(s.wdl && !s.has_longest);
        if (methods[i] == ZM_METHOD_HASH)
            continue;
        lab_files(&l, &now);
        if (whole.count)
            lab_same_files(&whole, &now);
        lab_free_files(&whole);
        whole = now;
    }
    assert_int_equal(zm_table_open(d.c, d.v, d.tables, &without), ZM_OK);
    for (uint32_t tier = 0; tier < zm_table_tiers(with); tier++) {
        const uint64_t size = zm_table_tier_size(with, tier);
        zm_value *values = calloc(2 * size + 1, sizeof *values);
        assert_int_equal(zm_table_read_tier(d.c, with, tier, values), ZM_OK);
        assert_int_equal(zm_table_read_tier(d.c, without, tier, values + size), ZM_OK);
        for (uint64_t i = 0; i < size; i++)
            assert_int_equal(zm_wdl(values[i]), values[size + i]);
        free(values);
    }
    if (zm_table_verify(d.c, without, &verified) != ZM_OK)
        fail_msg("%s", zm_message(d.c));
    lab_free_files(&whole);
    zm_table_close(with);
    zm_table_close(without);
    close_desk(&far);
    close_desk(&d);
}

static void all_methods_agree_on_other_rules(void **state)
{
    static const zm_method methods[] = {ZM_METHOD_BACKWARD, ZM_METHOD_FORWARD, ZM_METHOD_HUNT};
    static const char *const variants[][4] = {
        {"geese=3", "enough=1"},
        {"geese=3", "enough=2", "fox_diagonals=drawn", "geese_diagonals=drawn"},
        {"geese=4", "enough=3", "geese_diagonals=none", "multi=no"},
        {"geese=4", "enough=3", "fox_diagonals=drawn"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        size_t n = 0;
        while (n < 4 && variants[i][n])
            n++;
        desk d = open_desk(n, variants[i]);
        const zm_summary a = solve(&d, ZM_METHOD_HASH, false);
        for (unsigned k = 0; k < sizeof methods / sizeof *methods; k++) {
            const zm_summary b = solve(&d, methods[k], true);
            zm_table *t;
            zm_verified verified;
            assert_true(a.states == b.states && a.won_by[0] == b.won_by[0] && a.won_by[1] == b.won_by[1]);
            assert_true(a.drawn == b.drawn && a.start == b.start && a.longest == b.longest);
            assert_true(zm_same(a.longest_position, b.longest_position));
            assert_int_equal(zm_table_open(d.c, d.v, d.tables, &t), ZM_OK);
            if (zm_table_verify(d.c, t, &verified) != ZM_OK)
                fail_msg("%s", zm_message(d.c));
            zm_table_close(t);
        }
        close_desk(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_row_of_5_geese_by_every_method),
        cmocka_unit_test(facts_row_of_6_geese_and_won_states_by_geese_left),
        cmocka_unit_test(facts_row_by_the_kernels_of_a_gpu),
        cmocka_unit_test(facts_row_of_7_geese),
        cmocka_unit_test(facts_row_of_8_geese),
        cmocka_unit_test(facts_row_of_4_geese_without_distances),
        cmocka_unit_test(all_methods_agree_on_other_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
