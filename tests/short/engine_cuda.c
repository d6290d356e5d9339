/* engine_cuda.c: the kernels of races, run on the CPU: waited for to the end they give the bits of the method
 * `race`. */
#include "race_lab.h"

#include "base/memory.h"
#include "engine/cuda/race/race.h"

static void one_piece_by_every_rule_as_by_the_cpu(void **state)
{
    static const char *const variants[][RACE_SETTINGS] = {
        {"pieces=1"},
        {"pieces=1", "triple=yes"},
        {"pieces=1", "start=box", "capture=must"},
        {"pieces=1", "squares=16"},
    };
    for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++)
        race_engines_agree(ZM_ENGINE_CPU, ZM_ENGINE_CUDA_HOST, variants[i]);
}

static void two_pieces_on_a_small_board_as_by_the_cpu(void **state)
{
    static const char *const variants[][RACE_SETTINGS] = {
        {"pieces=2", "squares=16"},
        {"pieces=2", "squares=16", "triple=yes", "capture=must"},
        {"pieces=2", "squares=16", "jump=no"},
    };
    for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++)
        race_engines_agree(ZM_ENGINE_CPU, ZM_ENGINE_CUDA_HOST, variants[i]);
}

static zm_solved solve_one_piece(const zm_solve_options *o)
{
    static const char *const settings[RACE_SETTINGS] = {"pieces=1"};
    zm_context *c = zm_context_new();
    zm_variant *v = race_variant(c, settings);
    zm_solved solved;
    assert_int_equal(zm_solve(c, v, o, &solved), ZM_OK);
    zm_variant_free(c, v);
    zm_context_free(c);
    return solved;
}

/* Sabirov 2019, Table 5.1, with the digits of FACTS: 53.0736467991, 8.3157165234, 93.3474267812 per cent. */
static void thesis_table_5_1_one_piece(void **state)
{
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .precision = 1e-6);
    const zm_solved s = solve_one_piece(&o);
    const struct {
        zm_odds odds;
        double truth;
    } known[] = {{s.summary.start_odds, 0.530736467991},
                 {s.summary.least, 0.083157165234},
                 {s.summary.most, 0.933474267812}};
    for (unsigned i = 0; i < 3; i++) {
        assert_true(zm_odds_number(known[i].odds.lower) < known[i].truth);
        assert_true(known[i].truth < zm_odds_number(known[i].odds.upper));
    }
    assert_true(zm_odds_number(s.summary.widest) <= 1e-6);
}

static void one_vector_comes_near(void **state)
{
    const zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .precision = 1e-7, .one_vector = true);
    const zm_solved s = solve_one_piece(&o);
    assert_float_equal(zm_odds_middle(s.summary.start_odds), 0.530736467991, 1e-6);
    assert_float_equal(zm_odds_middle(s.summary.least), 0.083157165234, 1e-6);
    assert_float_equal(zm_odds_middle(s.summary.most), 0.933474267812, 1e-6);
    assert_int_equal(s.summary.start_odds.lower, s.summary.start_odds.upper);
}

/* ---- what it refuses ---- */
static void expect_refusal(const char *game, zm_solve_options o, const char *words)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_solved solved;
    assert_int_equal(zm_find_game(c, game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    assert_int_equal(zm_solve(c, v, &o, &solved), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(c), words));
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void games_by_a_hash_are_refused(void **state)
{
    expect_refusal("northcott", ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA),
                   "so far; northcott is solved by hash: use --engine cpu");
    expect_refusal("northcott", ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST),
                   "so far; northcott is solved by hash: use --engine cpu");
}

static void intervals_too_wide_to_close_are_refused(void **state)
{
    expect_refusal("madn", ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .precision = 1e-3),
                   "at most 1.5e-5");
}

/* What a GPU refuses the CPU in its place refuses too, so that tests find it where there is none: sizes of 0, and
 * pinned memory that shares a page with other memory. */
static void the_cpu_refuses_what_a_gpu_does(void **state)
{
    const zm_device_calls *d = &zm_device_host;
    const zm_device_strips none = {.count = 0, .bytes = 8, .distance = 8}, empty = {.count = 1, .distance = 8};
    zm_context *c = zm_context_new();
    char here[8], *pages;
    void *there;
    assert_null(d->take(&there, sizeof here));
    assert_null(d->clear(NULL, there, sizeof here));
    assert_null(d->get(NULL, here, there, sizeof here));
    assert_non_null(d->take(&(void *){NULL}, 0));
    assert_non_null(d->put(NULL, there, here, 0));
    assert_non_null(d->get(NULL, here, there, 0));
    assert_non_null(d->clear(NULL, there, 0));
    assert_non_null(d->get_strips(NULL, here, there, &none));
    assert_non_null(d->get_strips(NULL, here, there, &empty));
    assert_non_null(d->fetch_values(NULL, NULL, 0, NULL));
    assert_non_null(zm_race_runner_host.fetch_odds(NULL, NULL, 0, NULL));
    assert_int_equal(zm_alloc_pages(c, &pages, 1, 1, "pages"), ZM_OK);
    assert_null(d->pin(pages, 1));
    assert_non_null(d->pin(pages + 64, 1));
    assert_non_null(d->pin(pages, 0));
    d->unpin(pages);
    d->give(there);
    zm_release(c, pages);
    zm_context_free(c);
}

/* ---- the sample that is recomputed ---- */
static zm_status check_after(const zm_race_board *b, uint32_t sweeps, bool damage)
{
    zm_race_device *d;
    uint64_t checked = 0;
    const zm_pairing p = {1, 1};
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST);
    assert_int_equal(zm_race_device_open(b, &o, &d), ZM_OK);
    assert_int_equal(zm_race_device_make(d, p), ZM_OK);
    for (uint32_t i = 0; i < sweeps; i++) {
        uint32_t widest = 0;
        bool changed = false;
        zm_race_device_sweep(d, p, &widest, &changed);
    }
    for (uint32_t i = 0; damage && i < 41 * 41; i++)
        d->values[1][1].open[2 * i]++;
    const zm_status s = zm_race_device_check(d, zm_race_tier_of(1, 1), 3000, &checked);
    zm_race_device_free(d);
    return s;
}

/* Bounds that are still narrowing hold too; ones that are too narrow by 2^-32 do not. */
static void a_sample_tells_right_from_wrong(void **state)
{
    static const char *const settings[RACE_SETTINGS] = {"pieces=1"};
    zm_context *c = zm_context_new();
    zm_variant *v = race_variant(c, settings);
    zm_race_board b;
    assert_int_equal(zm_race_board_open(c, v, false, &b), ZM_OK);
    assert_int_equal(check_after(&b, 0, false), ZM_OK);
    assert_int_equal(check_after(&b, 10, false), ZM_OK);
    assert_int_equal(check_after(&b, 200, false), ZM_OK);
    assert_int_equal(check_after(&b, 200, true), ZM_WRONG);
    zm_race_board_close(&b);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- the arithmetic ---- */
static void the_quick_divisions_are_exact(void **state)
{
    uint64_t seed = 1;
    for (unsigned i = 0; i < 1000000; i++) {
        const uint64_t x = unit_random(&seed) % (6ull << 32), y = unit_random(&seed) % (5ull << 32);
        assert_true(zm_sixth(x) == x / 6);
        assert_true(zm_fifth(y) == y / 5);
    }
    for (uint64_t high = 0; high < 6; high++)
        for (uint64_t low = 0; low < 64; low++) {
            const uint64_t x = (high << 32) + low, y = ((high + 1) << 32) - 1 - low;
            assert_true(zm_sixth(x) == x / 6 && zm_sixth(y) == y / 6);
            assert_true(high == 5 || (zm_fifth(x) == x / 5 && zm_fifth(y) == y / 5));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_piece_by_every_rule_as_by_the_cpu),
        cmocka_unit_test(two_pieces_on_a_small_board_as_by_the_cpu),
        cmocka_unit_test(thesis_table_5_1_one_piece),
        cmocka_unit_test(one_vector_comes_near),
        cmocka_unit_test(games_by_a_hash_are_refused),
        cmocka_unit_test(intervals_too_wide_to_close_are_refused),
        cmocka_unit_test(the_cpu_refuses_what_a_gpu_does),
        cmocka_unit_test(a_sample_tells_right_from_wrong),
        cmocka_unit_test(the_quick_divisions_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
