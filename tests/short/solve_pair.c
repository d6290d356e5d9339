/* solve_pair.c: two hunters against many by sets of pairs: the small variants of FACTS.md, the same counts, distances
 * and tables as by counting moves down with every option, on any number of threads, within what was announced; and how
 * it fails. */
#include "base/memory.h"
#include "table_lab.h"

#include <zermelo/zermelo.h>

#include <string.h>

enum { SETTINGS = 5 };

static zm_context *context;

static int set_up(void **state)
{
    (void)state;
    context = zm_context_new();
    zm_set_sync(context, false);
    return !context;
}

static int tear_down(void **state)
{
    (void)state;
    assert_int_equal(zm_memory_used(context), 0);
    zm_context_free(context);
    return 0;
}

static zm_variant *variant(const char *game, const char *const *settings)
{
    const zm_game *g;
    zm_variant *v;
    size_t count = 0;
    while (settings && count < SETTINGS && settings[count])
        count++;
    assert_int_equal(zm_find_game(context, game, &g), ZM_OK);
    if (zm_variant_new(context, g, settings, count, &v) != ZM_OK)
        fail_msg("%s", zm_message(context));
    return v;
}

static zm_solved solve(const char *const *settings, zm_method method, bool wdl)
{
    zm_variant *v = variant("fuchs-und-henne", settings);
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = method, .wdl = wdl);
    zm_solved got;
    if (zm_solve(context, v, &o, &got) != ZM_OK)
        fail_msg("%s", zm_message(context));
    assert_true(got.peak_bytes <= got.announced_bytes);
    zm_variant_free(context, v);
    return got;
}

static void expect_same(const zm_summary *a, const zm_summary *b)
{
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->won_by[0], b->won_by[0]);
    assert_int_equal(a->won_by[1], b->won_by[1]);
    assert_int_equal(a->drawn, b->drawn);
    assert_int_equal(a->start, b->start);
    assert_true(a->wdl == b->wdl && a->has_longest == b->has_longest && a->has_longest == !a->wdl);
    assert_int_equal(a->longest, b->longest);
    assert_true(!a->has_longest || zm_same(a->longest_position, b->longest_position));
}

/* Its table's files. */
static zm_solved store(const char *const *settings, zm_method method, bool wdl, files *out)
{
    zm_variant *v = variant("fuchs-und-henne", settings);
    char tables[4096];
    lab l = {0};
    unit_path("tables", tables);
    const zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .method = method, .wdl = wdl, .tables = tables, .part_states = 20000);
    zm_solved got;
    if (zm_solve(context, v, &o, &got) != ZM_OK)
        fail_msg("%s", zm_message(context));
    assert_true(got.peak_bytes <= got.announced_bytes);
    assert_int_equal(zm_table_path(context, v, tables, l.folder, sizeof l.folder), ZM_OK);
    lab_files(&l, out);
    zm_table_remove(context, v, tables);
    zm_variant_free(context, v);
    return got;
}

static void facts_small_variants(void **state)
{
    static const struct {
        const char *settings[SETTINGS];
        zm_summary sum;
    } rows[] = {
        {{"hens=3", "house=3", "foxes=1"},
         {.states = 203485, .won_by = {54786, 45554}, .drawn = 103145, .start = ZM_DRAWN, .longest = 17}},
        {{"hens=4", "house=4", "foxes=1"},
         {.states = 1532404, .won_by = {378126, 431825}, .drawn = 722453, .start = ZM_DRAWN, .longest = 31}},
        {{"hens=2", "house=2"},
         {.states = 319634, .won_by = {66844, 206874}, .drawn = 45916, .start = 1 + 12, .longest = 30}},
        {{"hens=3", "house=3"},
         {.states = 3360591, .won_by = {331723, 1328241}, .drawn = 1700627, .start = 1 + 16, .longest = 36}},
        {{"hens=4", "house=3"},
         {.states = 26072598, .won_by = {10913081, 3530417}, .drawn = 11629100, .start = 1 + 34, .longest = 64}},
    };
    (void)state;
    zm_set_threads(context, 2);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows - UNIT_SANITIZED; i++) { /* the last one takes long then */
        zm_summary sum = rows[i].sum;
        sum.start = zm_wdl(sum.start);
        sum.wdl = true;
        sum.longest = 0;
        const zm_solved got = solve(rows[i].settings, ZM_METHOD_AUTO, true);
        assert_int_equal(got.method, ZM_METHOD_PAIR); /* which is what is chosen */
        expect_same(&got.summary, &sum);
        const zm_solved far = solve(rows[i].settings, ZM_METHOD_AUTO, false);
        assert_int_equal(far.method, ZM_METHOD_PAIR);
        assert_int_equal(far.summary.won_by[1], sum.won_by[1]);
        assert_int_equal(far.summary.start, rows[i].sum.start);
        assert_int_equal(far.summary.longest, rows[i].sum.longest);
    }
}

static void expect_as_by_backward(const char *const *settings, bool wdl)
{
    static files table, same;
    const zm_solved pair = solve(settings, ZM_METHOD_PAIR, wdl),
                    other = store(settings, ZM_METHOD_BACKWARD, wdl, &same),
                    stored = store(settings, ZM_METHOD_AUTO, wdl, &table);
    assert_int_equal(stored.method, ZM_METHOD_PAIR);
    expect_same(&pair.summary, &other.summary);
    expect_same(&stored.summary, &other.summary);
    lab_same_files(&table, &same);
    lab_free_files(&table);
    lab_free_files(&same);
}

static void every_option_gives_what_backward_gives(void **state)
{
    static const char *const trials[][SETTINGS] = {
        {"hens=1", "house=1"},
        {"hens=2", "house=1"},
        {"hens=2", "house=1", "diagonals=all"},
        {"hens=2", "house=1", "diagonals=none"},
        {"hens=2", "house=1", "multi=no"},
        {"hens=2", "house=1", "must_capture=no"},
        {"hens=2", "house=1", "must_capture=no", "multi=must"},
        {"hens=3", "house=1", "multi=must"},
        {"hens=3", "house=1", "foxes=1"},
        {"hens=4", "house=2", "foxes=1", "multi=must"},
        {"hens=3", "house=2", "foxes=1", "multi=no", "diagonals=all"},
        {"hens=3", "house=2", "foxes=1", "must_capture=no", "diagonals=none"},
    };
    (void)state;
    zm_set_threads(context, 2);
    for (unsigned i = 0; i < sizeof trials / sizeof *trials; i++) {
        expect_as_by_backward(trials[i], true);
        expect_as_by_backward(trials[i], false);
    }
}

static void any_number_of_threads_gives_the_same(void **state)
{
    static const char *const settings[] = {"hens=3", "house=2", NULL};
    (void)state;
    for (unsigned wdl = 0; wdl < 2; wdl++) {
        static files table, same;
        zm_set_threads(context, 1);
        const zm_solved one = store(settings, ZM_METHOD_PAIR, wdl, &table);
        for (unsigned threads = 2; threads < 6; threads++) {
            zm_set_threads(context, threads);
            const zm_solved more = store(settings, ZM_METHOD_PAIR, wdl, &same);
            expect_same(&one.summary, &more.summary);
            lab_same_files(&table, &same);
            lab_free_files(&same);
        }
        lab_free_files(&table);
    }
}

/* ---- how it fails ---- */
static void expect_refused(const char *game, zm_solve_options o, zm_status status, const char *why)
{
    static const char *const small[] = {"hens=1", "house=1", NULL};
    zm_variant *v = variant(game, strcmp(game, "fuchs-und-henne") ? NULL : small);
    zm_solved got;
    assert_int_equal(zm_solve(context, v, &o, &got), status);
    if (!strstr(zm_message(context), why))
        fail_msg("%s", zm_message(context));
    zm_variant_free(context, v);
}

static void what_it_cannot_do_is_refused(void **state)
{
    (void)state;
    expect_refused("northcott", ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_PAIR, .wdl = true), ZM_BAD_INPUT,
                   "no dense index");
    expect_refused("hasenspiel", ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_PAIR, .wdl = true), ZM_BAD_INPUT,
                   "no hunt by a pair");
}

static void too_little_memory_is_said_before_it_starts(void **state)
{
    const uint64_t before = zm_memory_limit(context);
    (void)state;
    zm_set_memory(context, 20 << 20);
    expect_refused("fuchs-und-henne", ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_PAIR, .wdl = true), ZM_OK, "");
    zm_set_memory(context, 7 << 20);
    expect_refused("fuchs-und-henne", ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_PAIR, .wdl = true), ZM_NO_MEMORY,
                   "of memory and the limit is");
    zm_set_memory(context, before);
}

/* Whichever allocation is the first to fail, everything is given back; tear_down looks. */
static void fail_every_allocation(const zm_variant *v, const zm_solve_options *o)
{
    const uint64_t used = zm_memory_used(context);
    zm_solved got;
    zm_status s = ZM_NO_MEMORY;
    zm_set_threads(context, 2);
    for (uint64_t n = 1; s != ZM_OK; n += 1 + n / 8) {
        zm_fail_allocation(context, n);
        s = zm_solve(context, v, o, &got);
        assert_true(s == ZM_OK || s == ZM_NO_MEMORY);
        assert_int_equal(zm_memory_used(context), used);
    }
    zm_fail_allocation(context, 0);
}

static void no_allocation_that_fails_leaves_anything(void **state)
{
    static const char *const settings[] = {"hens=2", "house=1", NULL};
    zm_variant *v = variant("fuchs-und-henne", settings);
    char tables[4096];
    unit_path("tables", tables);
    (void)state;
    fail_every_allocation(v, &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_PAIR, .wdl = true, .tables = tables,
                                         .again = true));
    fail_every_allocation(v, &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_PAIR, .tables = tables, .again = true));
    zm_table_remove(context, v, tables);
    zm_variant_free(context, v);
}

static void stop_at_once(void *arg, const zm_progress *p)
{
    (void)p;
    zm_stop(arg);
}

static void it_stops_when_asked_to(void **state)
{
    static const char *const settings[] = {"hens=3", "house=3", NULL};
    zm_context *own = zm_context_new();
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_PAIR, .wdl = true);
    const zm_game *g;
    zm_variant *v;
    zm_solved got;
    (void)state;
    assert_int_equal(zm_find_game(own, "fuchs-und-henne", &g), ZM_OK);
    assert_int_equal(zm_variant_new(own, g, settings, 2, &v), ZM_OK);
    zm_set_progress(own, stop_at_once, own);
    assert_int_equal(zm_solve(own, v, &o, &got), ZM_INTERRUPTED);
    zm_variant_free(own, v);
    assert_int_equal(zm_memory_used(own), 0);
    zm_context_free(own);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_small_variants),
        cmocka_unit_test(every_option_gives_what_backward_gives),
        cmocka_unit_test(any_number_of_threads_gives_the_same),
        cmocka_unit_test(what_it_cannot_do_is_refused),
        cmocka_unit_test(too_little_memory_is_said_before_it_starts),
        cmocka_unit_test(no_allocation_that_fails_leaves_anything),
        cmocka_unit_test(it_stops_when_asked_to),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
