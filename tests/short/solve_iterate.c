/* Games with dice by `iterate`: the intervals hold the truth where it is known, both ways of finding states and both
 * methods end at the same bits, threads change nothing, stopping and going on changes nothing, and what cannot be known
 * is said. */
#include "dice_lab.h"
#include "odds_lab.h"

#include <math.h>

/* ---- the truth ---- */
static void hold_the_truth(const zm_game *g, double precision)
{
    odds_lab l;
    odds_solve(&l, g, "coins=20", &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE, .precision = precision),
               1);
    const zm_summary *s = &l.solved.summary;
    const fraction f = toss_truth(l.v, 20, false);
    const uint64_t truth = (uint64_t)(f.n * ZM_CERTAIN / f.d);
    assert_true(s->dice && s->certified && s->has_open);
    assert_true(s->start_odds.lower <= truth && truth <= s->start_odds.upper);
    assert_true(s->widest <= (precision > 0 ? precision * ZM_CERTAIN : 60));
    assert_int_equal(s->states, g->from_mover ? 22 : 44);
    assert_true(l.solved.peak_bytes <= l.solved.announced_bytes);
    odds_close(&l);
}

static void toss_is_within_its_intervals(void **state)
{
    const zm_game *const games[] = {&toss, &toss_heavy, &toss_keyed, &toss_mover};
    for (unsigned g = 0; g < 4; g++) {
        hold_the_truth(games[g], 0);
        hold_the_truth(games[g], 1e-3);
    }
}

static void every_state_of_toss(void **state)
{
    odds_lab l;
    odds_solve(&l, &toss, "coins=20", &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE), 1);
    const zm_odds *o = l.odds;
    for (uint32_t tier = 0; tier <= 20; tier++)
        for (uint64_t i = 0; i < toss_tier_size(l.v, tier); i++, o++) {
            if (i >= (tier ? 2 : 4)) {
                assert_false(zm_is_odds(*o)); /* waste */
                continue;
            }
            const fraction f = toss_truth(l.v, tier, i >= 2);
            assert_true(o->lower <= f.n * ZM_CERTAIN / f.d && (f.n * ZM_CERTAIN + f.d - 1) / f.d <= o->upper);
        }
    odds_close(&l);
}

/* ---- both ways ---- */
static void keyed_and_dense_are_one(void **state)
{
    odds_lab dense, keyed;
    zm_place at = {0};
    odds_solve(&dense, &toss, "coins=60", &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE), 1);
    odds_solve(&keyed, &toss_keyed, "coins=60", &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE), 1);
    assert_int_equal(keyed.places, 2 * 61 + 2); /* in the order of keys: one turn, then the other, draws last */
    for (uint64_t i = 0; i < keyed.places; i++) {
        const unsigned turn = i >= 62, coins = (unsigned)(i % 62 % 61);
        at = toss_rank(dense.v, toss_make(coins, i % 62 == 61, turn));
        const uint64_t place = (at.tier ? 3 * (uint64_t)at.tier + 2 : 0) + at.index;
        assert_memory_equal(&keyed.odds[i], &dense.odds[place], sizeof(zm_odds));
    }
    odds_close(&dense);
    odds_close(&keyed);
}

static void same_by_both_methods(const char *settings)
{
    odds_lab race, iterate;
    odds_solve(&race, NULL, settings, &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_RACE), 1);
    odds_solve(&iterate, NULL, settings, &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE), 1);
    odds_same(&race, &iterate);
    assert_true(iterate.solved.peak_bytes <= iterate.solved.announced_bytes);
    odds_close(&race);
    odds_close(&iterate);
}

static void races_are_the_same_by_both_methods(void **state)
{
    static const char *const house[] = {"",         " triple=yes",   " start=box",
                                        " jump=no", " capture=must", " start=box triple=yes jump=no capture=must"};
    char settings[128];
    same_by_both_methods("pieces=1");
    for (unsigned squares = 16; squares <= 24; squares += 4)
        for (unsigned i = 0; i < 6; i++) {
            snprintf(settings, sizeof settings, "pieces=1 squares=%u%s", squares, house[i]);
            same_by_both_methods(settings);
        }
    same_by_both_methods("pieces=2 squares=16 triple=yes capture=must");
}

/* ---- threads ---- */
/* Stopped early on purpose: where it stops, too, is the same. A tier of it has phases of several chunks. */
static void threads_change_nothing(void **state)
{
    for (unsigned one = 0; one < 2; one++) {
        const zm_solve_options o =
            ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE, .precision = 1e-2, .one_vector = one);
        odds_lab alone, several;
        odds_solve(&alone, NULL, "pieces=2 squares=24", &o, 1);
        odds_solve(&several, NULL, "pieces=2 squares=24", &o, 3);
        assert_int_equal(alone.solved.sweeps, several.solved.sweeps);
        odds_same(&alone, &several);
        odds_close(&alone);
        odds_close(&several);
    }
}

/* ---- stopped ---- */
static struct {
    zm_context *context;
    uint64_t calls, stop_at;
    double precision;
} alarm_clock;

static unsigned moves_and_stop(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    if (__atomic_add_fetch(&alarm_clock.calls, 1, __ATOMIC_RELAXED) == alarm_clock.stop_at)
        zm_stop(alarm_clock.context);
    return toss_moves(v, p, roll, out);
}

static zm_status solve_until(const zm_variant *v, const char *tables, uint64_t stop_at, uint32_t *resumed)
{
    zm_context *c = zm_context_new();
    const zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .tables = tables, .part_states = 9, .precision = alarm_clock.precision);
    zm_solved solved;
    zm_set_sync(c, false);
    alarm_clock.context = c;
    alarm_clock.calls = 0;
    alarm_clock.stop_at = stop_at;
    const zm_status s = zm_solve(c, v, &o, &solved);
    assert_true(s == ZM_OK || s == ZM_INTERRUPTED);
    *resumed = solved.resumed;
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
    return s;
}

static void take_files(const zm_variant *v, const char *tables, files *out)
{
    lab l = {.c = zm_context_new()};
    assert_int_equal(zm_table_path(l.c, v, tables, l.folder, sizeof l.folder), ZM_OK);
    lab_files(&l, out);
    lab_empty(&l);
    zm_context_free(l.c);
}

static void a_stopped_solve_goes_on(void **state)
{
    zm_completed g;
    zm_context *c = zm_context_new();
    static files whole, after;
    char tables[4096];
    uint32_t resumed, stopped = 0, most = 0;
    zm_complete(&g, &toss);
    g.dice.moves = moves_and_stop;
    zm_variant *v = odds_variant(c, &g.game, "coins=12");
    unit_path("stopped", tables);
    assert_int_equal(solve_until(v, tables, 0, &resumed), ZM_OK);
    const uint64_t calls = alarm_clock.calls;
    take_files(v, tables, &whole);
    for (uint64_t n = calls - 70; n < calls; n += 5) { /* before that it looks at samples */
        stopped += solve_until(v, tables, n, &resumed) == ZM_INTERRUPTED;
        assert_int_equal(solve_until(v, tables, 0, &resumed), ZM_OK);
        most = resumed > most ? resumed : most;
        take_files(v, tables, &after);
        lab_same_files(&whole, &after);
        lab_free_files(&after);
    }
    lab_free_files(&whole);
    assert_true(stopped > 5 && most > 5);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* Stopped with coarse intervals and gone on with for fine ones. */
static void coarse_tiers_are_not_taken_over(void **state)
{
    zm_completed g;
    zm_context *c = zm_context_new();
    char tables[4096];
    uint32_t resumed;
    zm_complete(&g, &toss);
    g.dice.moves = moves_and_stop;
    zm_variant *v = odds_variant(c, &g.game, "coins=12");
    unit_path("coarse", tables);
    alarm_clock.precision = 0.2;
    assert_int_equal(solve_until(v, tables, 0, &resumed), ZM_OK);
    const uint64_t last = alarm_clock.calls - 8;
    zm_table_remove(c, v, tables);
    assert_int_equal(solve_until(v, tables, last, &resumed), ZM_INTERRUPTED);
    alarm_clock.precision = 1e-6;
    assert_int_equal(solve_until(v, tables, 0, &resumed), ZM_OK);
    assert_int_equal(resumed, 0);
    zm_table_remove(c, v, tables);
    alarm_clock.precision = 0;
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- what cannot be known ---- */
/* Tails changes nothing, heads neither: play never ends. Beside it, a heap of coins where it does. */
static unsigned endless_moves(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    if (toss_coins(p) != 3)
        return toss_moves(v, p, roll, out);
    out[0] = roll == TAILS ? PASS : PASS + 1; /* a move knows its roll */
    return 1;
}

static zm_pos endless_play(const zm_variant *v, zm_pos p, zm_move m) { return toss_play(v, p, m > PASS ? PASS : m); }

static void where_play_need_not_end_the_interval_says_so(void **state)
{
    for (unsigned keyed = 0; keyed < 2; keyed++) {
        zm_completed g;
        zm_complete(&g, keyed ? &toss_keyed : &toss);
        g.dice.moves = endless_moves;
        g.game.play = endless_play;
        odds_lab l;
        odds_solve(&l, &g.game, "coins=3",
                   &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE, .precision = 1e-6), 1);
        const zm_odds start = l.solved.summary.start_odds;
        assert_true(start.lower == 0 && start.upper == ZM_CERTAIN);
        assert_int_equal(l.solved.summary.widest, ZM_CERTAIN);
        odds_close(&l);
        /* Four coins: to call the draw, or to leave three, and see. L = (1/2 + 1 - U) / 2, U = (1 + 1 - L) / 2: 1/3 to
         * 5/6. */
        odds_solve(&l, &g.game, "coins=4",
                   &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE, .precision = 1e-6), 1);
        const zm_odds four = l.solved.summary.start_odds;
        assert_true(fabs(3 * zm_odds_number(four.lower) - 1) < 1e-6 && fabs(6 * zm_odds_number(four.upper) - 5) < 1e-6);
        odds_close(&l);
    }
}

static void digits_that_there_are_not_are_refused(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = odds_variant(c, NULL, "pieces=1");
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE, .precision = 1e-10);
    zm_solved solved;
    const uint64_t used = zm_memory_used(c);
    assert_int_equal(zm_solve(c, v, &o, &solved), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(c), "--precision"));
    assert_int_equal(zm_memory_used(c), used);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- one vector ---- */
static void one_vector_is_near_but_proves_nothing(void **state)
{
    odds_lab sure, near;
    odds_solve(&sure, NULL, "pieces=1", &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE), 1);
    odds_solve(&near, NULL, "pieces=1",
               &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE, .precision = 1e-6, .one_vector = true), 1);
    assert_true(sure.solved.summary.certified && !near.solved.summary.certified);
    assert_true(near.solved.sweeps < sure.solved.sweeps);
    for (uint64_t i = 0; i < near.places; i++) {
        assert_int_equal(near.odds[i].lower, near.odds[i].upper);
        assert_true(fabs(zm_odds_middle(near.odds[i]) - zm_odds_middle(sure.odds[i])) < 1e-5);
    }
    odds_close(&sure);
    odds_close(&near);
}

static void draws_stay_draws_with_one_vector(void **state)
{
    odds_lab l;
    odds_solve(&l, &toss, "coins=4", &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE, .one_vector = true), 1);
    assert_true(l.odds[2].lower == ZM_CERTAIN / 2 && l.odds[2].upper == ZM_CERTAIN / 2 + 1);
    assert_false(zm_is_odds(l.odds[4]));
    odds_close(&l);
}

static void solve_into(const zm_variant *v, const char *tables, zm_solve_options o, bool there)
{
    zm_context *c = zm_context_new();
    zm_solved solved;
    zm_table *t;
    zm_set_sync(c, false);
    o.tables = tables;
    assert_int_equal(zm_solve(c, v, &o, &solved), ZM_OK);
    assert_int_equal(solved.was_there, there);
    assert_int_equal(zm_table_open(c, v, tables, &t), ZM_OK);
    assert_memory_equal(zm_table_summary(t), &solved.summary, sizeof solved.summary);
    zm_table_close(t);
    zm_context_free(c);
}

/* ---- one vector, by both methods ---- */
static void near_by_both_methods(const char *settings)
{
    odds_lab race, iterate;
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .precision = 1e-7, .one_vector = true);
    odds_solve(&race, NULL, settings, &o, 1);
    assert_int_equal(race.solved.method, ZM_METHOD_RACE); /* which is what is chosen */
    assert_false(race.solved.summary.certified);
    assert_true(race.solved.peak_bytes <= race.solved.announced_bytes);
    o.method = ZM_METHOD_ITERATE;
    odds_solve(&iterate, NULL, settings, &o, 1);
    assert_int_equal(race.places, iterate.places);
    for (uint64_t i = 0; i < race.places; i++) {
        assert_int_equal(race.odds[i].lower, race.odds[i].upper);
        assert_true(fabs(zm_odds_middle(race.odds[i]) - zm_odds_middle(iterate.odds[i])) < 3e-6);
    }
    odds_close(&race);
    odds_close(&iterate);
}

static void one_vector_is_near_by_both_methods(void **state)
{
    static const char *const settings[] = {
        "pieces=1",
        "pieces=1 squares=16 triple=yes",
        "pieces=1 squares=20 capture=must",
        "pieces=2 squares=16",
        "pieces=2 squares=16 triple=yes start=box jump=no capture=must",
    };
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
        near_by_both_methods(settings[i]);
}

static void one_vector_of_a_race_does_not_depend_on_threads(void **state)
{
    const zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_RACE, .precision = 1e-4, .one_vector = true);
    odds_lab alone, several;
    odds_solve(&alone, NULL, "pieces=2 squares=24", &o, 1);
    odds_solve(&several, NULL, "pieces=2 squares=24", &o, 3);
    assert_int_equal(alone.solved.sweeps, several.solved.sweeps);
    odds_same(&alone, &several);
    odds_close(&alone);
    odds_close(&several);
}

/* Asked for all there is it comes to rest, next to the truth. */
static void one_vector_of_a_race_comes_to_rest(void **state)
{
    odds_lab sure, near;
    odds_solve(&sure, NULL, "pieces=2 squares=16", &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_RACE), 1);
    odds_solve(&near, NULL, "pieces=2 squares=16",
               &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_RACE, .one_vector = true), 1);
    for (uint64_t i = 0; i < near.places; i++)
        assert_true(fabs(zm_odds_middle(near.odds[i]) - zm_odds_middle(sure.odds[i])) < 5e-8);
    odds_close(&sure);
    odds_close(&near);
}

static void one_vector_of_a_race_takes_half_the_values(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = odds_variant(c, NULL, "pieces=2");
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_RACE, .precision = 0.5);
    zm_solved bounds, one;
    zm_set_threads(c, 1);
    assert_int_equal(zm_solve(c, v, &o, &bounds), ZM_OK);
    o.one_vector = true;
    assert_int_equal(zm_solve(c, v, &o, &one), ZM_OK);
    assert_true(one.peak_bytes < bounds.peak_bytes * 6 / 10);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* From the thesis' distances (section 4.2), P = 4: 190 for a side in its box, 0 at home. */
static void leads_are_ratios_of_distances(void **state)
{
    static const struct {
        const char *position;
        double lead;
    } given[] = {{";", 0}, {"0;0", 0}, {"0;", 1 - 184.0 / 190}, {";0", 184.0 / 190 - 1}, {"41,42,43;", 1 - 46.0 / 190}};
    zm_context *c = zm_context_new();
    zm_variant *v = odds_variant(c, NULL, "pieces=4");
    zm_mistake why;
    zm_pos p;
    for (unsigned i = 0; i < sizeof given / sizeof *given; i++) {
        assert_true(v->game->read(v, given[i].position, &p, &why));
        assert_true(fabs(v->game->dice->lead(v, p) - given[i].lead) < 1e-12);
    }
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* A table does for what asks for no more than it has. */
static void estimates_are_not_taken_for_bounds(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = odds_variant(c, NULL, "pieces=1 squares=16");
    char tables[4096];
    unit_path("kinds", tables);
    const zm_solve_options one = ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_ITERATE, .one_vector = true,
                                            .precision = 1e-3),
                           coarse = ZM_OPTIONS(zm_solve_options, .precision = 1e-2),
                           fine = ZM_OPTIONS(zm_solve_options, .precision = 1e-6);
    solve_into(v, tables, one, false);
    solve_into(v, tables, one, true);
    solve_into(v, tables, coarse, false);
    solve_into(v, tables, coarse, true);
    solve_into(v, tables, fine, false);
    solve_into(v, tables, coarse, true);
    solve_into(v, tables, one, true);
    zm_table_remove(c, v, tables);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(toss_is_within_its_intervals),
        cmocka_unit_test(every_state_of_toss),
        cmocka_unit_test(keyed_and_dense_are_one),
        cmocka_unit_test(races_are_the_same_by_both_methods),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(a_stopped_solve_goes_on),
        cmocka_unit_test(where_play_need_not_end_the_interval_says_so),
        cmocka_unit_test(digits_that_there_are_not_are_refused),
        cmocka_unit_test(one_vector_is_near_but_proves_nothing),
        cmocka_unit_test(draws_stay_draws_with_one_vector),
        cmocka_unit_test(one_vector_is_near_by_both_methods),
        cmocka_unit_test(one_vector_of_a_race_does_not_depend_on_threads),
        cmocka_unit_test(one_vector_of_a_race_comes_to_rest),
        cmocka_unit_test(one_vector_of_a_race_takes_half_the_values),
        cmocka_unit_test(leads_are_ratios_of_distances),
        cmocka_unit_test(estimates_are_not_taken_for_bounds),
        cmocka_unit_test(coarse_tiers_are_not_taken_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
