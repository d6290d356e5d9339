/* play_sample.c: random games: how they end where that is known exactly, the same on any number of threads; Wilson's
 * interval; the measures of fairness, from numbers made by hand. */
#include "base/memory.h"
#include "unit.h"

#include <math.h>
#include <zermelo/zermelo.h>

typedef struct desk {
    zm_context *c;
    zm_variant *v;
    zm_table *t;
} desk;

static desk open_desk(const char *game, const char *setting)
{
    desk d = {.c = zm_context_new()};
    const zm_game *g;
    char tables[4096];
    zm_solved solved;
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = unit_path("tables", tables));
    zm_set_sync(d.c, false);
    zm_set_threads(d.c, 2);
    assert_int_equal(zm_find_game(d.c, game, &g), ZM_OK);
    if (zm_variant_new(d.c, g, &setting, setting != NULL, &d.v) != ZM_OK || zm_solve(d.c, d.v, &o, &solved) != ZM_OK ||
        zm_table_open(d.c, d.v, tables, &d.t) != ZM_OK)
        fail_msg("%s", zm_message(d.c));
    return d;
}

static void close_desk(desk *d)
{
    zm_table_close(d->t);
    zm_variant_free(d->c, d->v);
    assert_int_equal(zm_memory_used(d->c), 0);
    zm_context_free(d->c);
}

static zm_sample sample(desk *d, uint64_t games, unsigned plies, uint64_t seed)
{
    zm_sample s;
    zm_sample_options o = ZM_OPTIONS(zm_sample_options, .games = games, .seed = seed, .plies = plies);
    if (zm_sample_games(d->c, d->v, d->t, &o, &s) != ZM_OK)
        fail_msg("%s", zm_message(d->c));
    assert_int_equal(s.games, games);
    assert_int_equal(s.won_by[0] + s.won_by[1] + s.drawn + s.unfinished, games);
    assert_int_equal(s.ply[0].games, games);
    for (unsigned i = 0; d->t && !zm_table_dice(d->t) && i < s.plies; i++)
        assert_int_equal(s.ply[i].won_by[0] + s.ply[i].won_by[1] + s.ply[i].drawn, s.ply[i].games);
    return s;
}

/* ---- random numbers ---- */
static void every_number_is_as_likely(void **state)
{
    unsigned seen[6] = {0};
    zm_random r = zm_random_stream(1, 0);
    (void)state;
    for (unsigned i = 0; i < 60000; i++) {
        uint64_t n = zm_random_below(&r, 6);
        assert_true(n < 6);
        seen[n]++;
    }
    for (unsigned i = 0; i < 6; i++) /* the standard deviation is 91 */
        assert_in_range(seen[i], 10000 - 5 * 91, 10000 + 5 * 91);
    assert_int_equal(zm_random_below(&r, 1), 0);
}

static void streams_differ(void **state)
{
    zm_random a = zm_random_stream(1, 0), b = zm_random_stream(1, 1), c = zm_random_stream(2, 0),
              d = zm_random_stream(1, 0);
    (void)state;
    const uint64_t n = zm_random_below(&a, UINT64_MAX);
    assert_true(n != zm_random_below(&b, UINT64_MAX));
    assert_true(n != zm_random_below(&c, UINT64_MAX));
    assert_true(n == zm_random_below(&d, UINT64_MAX));
}

/* ---- games ---- */
/* Of random games of Tic-Tac-Toe x wins 737 of 1260, o 363, and 160 are drawn, exactly. */
static void tic_tac_toe_ends_as_often_as_it_must(void **state)
{
    enum { GAMES = 10000 };
    desk d = open_desk("tic-tac-toe", NULL);
    zm_sample s = sample(&d, GAMES, 100, 1);
    (void)state;
    /* standard deviations: 0.0049, 0.0045, 0.0033 */
    assert_true(fabs((double)s.won_by[0] / GAMES - 737.0 / 1260) < 0.025);
    assert_true(fabs((double)s.won_by[1] / GAMES - 363.0 / 1260) < 0.025);
    assert_true(fabs((double)s.drawn / GAMES - 160.0 / 1260) < 0.025);
    assert_int_equal(s.unfinished, 0);
    assert_int_equal(s.plies, 10);           /* after 0 to 9 moves */
    assert_int_equal(s.ply[0].drawn, GAMES); /* the start is a draw, and so is every first move */
    assert_int_equal(s.ply[1].drawn, GAMES);
    assert_int_equal(s.ply[5].games, GAMES); /* the earliest end */
    assert_true(s.ply[6].games < GAMES);
    zm_sample_free(d.c, &s);
    close_desk(&d);
}

/* Dice: random games of the arena and of a sample are of one kind, so who begins wins as often in both. */
static void dice_are_thrown(void **state)
{
    enum { GAMES = 10000 };
    desk d = open_desk("madn", "pieces=1");
    zm_sample s = sample(&d, GAMES, 2000, 1);
    zm_arena_options o = ZM_OPTIONS(zm_arena_options, .agent = {{.kind = ZM_RANDOM}, {.kind = ZM_RANDOM}},
                                    .games = GAMES, .seed = 2, .plies = 2000);
    zm_arena a;
    (void)state;
    o.from = d.v->game->start(d.v);
    assert_int_equal(zm_arena_play(d.c, d.v, NULL, &o, &a), ZM_OK);
    const double arena = (double)(a.score[0].won + a.score[1].lost) / GAMES;
    assert_true(fabs((double)s.won_by[0] / GAMES - arena) < 5 * 0.0071); /* the standard deviation of the difference */
    assert_int_equal(s.unfinished, 0);
    zm_sample_free(d.c, &s);
    close_desk(&d);
}

/* Two piles of one coin: two moves, and the second player has won; the first player is the one who begins, whoever is
 * to move. */
static void players_of_impartial_games_are_persons(void **state)
{
    desk d = open_desk("nim", "piles=1,1");
    zm_sample s = sample(&d, 50, 10, 3);
    (void)state;
    assert_int_equal(s.won_by[1], 50);
    assert_int_equal(s.moves, 100);
    assert_int_equal(s.plies, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(s.ply[i].won_by[1], 50);
    assert_true(zm_sample_by_ply(&s) == -1);
    zm_sample_free(d.c, &s);
    close_desk(&d);
}

static void a_long_game_is_left_unfinished(void **state)
{
    desk d = open_desk("nim", "piles=1,1");
    zm_sample s = sample(&d, 20, 1, 3);
    (void)state;
    assert_int_equal(s.unfinished, 20);
    assert_int_equal(s.plies, 2);
    assert_int_equal(s.moves, 20);
    zm_sample_free(d.c, &s);
    close_desk(&d);
}

/* In a game won by the pawns or the rabbit the last position is worth just that. */
static void the_last_position_is_worth_what_the_game_ends_with(void **state)
{
    desk d = open_desk("hasenspiel", "size=4");
    (void)state;
    for (uint64_t seed = 0; seed < 40; seed++) {
        zm_sample s = sample(&d, 1, 1000, seed);
        assert_int_equal(s.plies, s.moves + 1);
        assert_memory_equal(s.ply[s.plies - 1].won_by, s.won_by, sizeof s.won_by);
        zm_sample_free(d.c, &s);
    }
    close_desk(&d);
}

static void the_same_seed_gives_the_same_on_any_threads(void **state)
{
    desk d = open_desk("hasenspiel", "size=6");
    zm_set_threads(d.c, 1);
    zm_sample a = sample(&d, 200, 1000, 7), other = sample(&d, 200, 1000, 8);
    (void)state;
    for (unsigned threads = 2; threads <= 5; threads++) {
        zm_set_threads(d.c, threads);
        zm_sample b = sample(&d, 200, 1000, 7);
        assert_int_equal(a.plies, b.plies);
        assert_int_equal(a.moves, b.moves);
        assert_memory_equal(a.won_by, b.won_by, sizeof a.won_by);
        assert_memory_equal(a.ply, b.ply, a.plies * sizeof *a.ply);
        zm_sample_free(d.c, &b);
    }
    assert_int_not_equal(a.moves, other.moves);
    zm_sample_free(d.c, &a);
    zm_sample_free(d.c, &other);
    close_desk(&d);
}

static void without_a_table_only_the_ends_are_counted(void **state)
{
    desk d = open_desk("tic-tac-toe", NULL), bare = d;
    bare.t = NULL;
    zm_sample with = sample(&d, 300, 10, 1), without = sample(&bare, 300, 10, 1);
    (void)state;
    assert_memory_equal(with.won_by, without.won_by, sizeof with.won_by);
    assert_int_equal(without.ply[1].games, 300);
    assert_int_equal(without.ply[1].drawn, 0);
    zm_sample_free(d.c, &with);
    zm_sample_free(d.c, &without);
    close_desk(&d);
}

/* ---- failures ---- */
static void a_stop_or_no_memory_leaves_nothing_behind(void **state)
{
    desk d = open_desk("tic-tac-toe", NULL);
    zm_sample s;
    zm_sample_options o = ZM_OPTIONS(zm_sample_options, .games = 100, .seed = 1, .plies = 10);
    const uint64_t used = zm_memory_used(d.c);
    (void)state;
    for (uint64_t n = 1; n <= 5; n++) { /* the sum, then plies and moves of both threads */
        zm_fail_allocation(d.c, n);
        assert_int_equal(zm_sample_games(d.c, d.v, d.t, &o, &s), ZM_NO_MEMORY);
        assert_int_equal(zm_memory_used(d.c), used);
    }
    zm_fail_allocation(d.c, 0);
    zm_stop(d.c);
    assert_int_equal(zm_sample_games(d.c, d.v, d.t, &o, &s), ZM_INTERRUPTED);
    assert_null(s.ply);
    assert_int_equal(zm_memory_used(d.c), used);
    close_desk(&d);
}

/* ---- what they say ---- */
/* (p + z^2/2n -+ z sqrt(p(1-p)/n + z^2/4n^2)) / (1 + z^2/n), z = 1.959964. For 10 of 20 that is 0.5 -+
 * 0.239251/1.192073; for none of 10 from 0 to z^2/(n+z^2) = 3.841459/13.841459. */
static void wilson_intervals_by_hand(void **state)
{
    zm_interval half = zm_wilson(10, 20), none = zm_wilson(0, 10), all = zm_wilson(10, 10), nothing = zm_wilson(0, 0);
    (void)state;
    assert_true(fabs(half.low - 0.299298) < 1e-6 && fabs(half.high - 0.700702) < 1e-6);
    assert_true(none.low == 0 && fabs(none.high - 0.277533) < 1e-6);
    assert_true(fabs(all.low - 0.722467) < 1e-6 && all.high == 1);
    assert_true(nothing.low == 0 && nothing.high == 1);
}

static void plies_count_the_same_but_those_few_games_reach(void **state)
{
    zm_sample_ply ply[] = {{100, {100, 0}, 0}, {50, {0, 50}, 0}, {5, {5, 0}, 0}, {4, {0, 4}, 0}};
    zm_sample s = {.games = 100, .plies = 4, .ply = ply};
    (void)state;
    assert_true(fabs(zm_sample_by_ply(&s) - (1.0 - 1.0 + 1.0) / 3) < 1e-12); /* 4 of 100 are fewer than 1 in 20 */
    s.plies = 0;
    assert_true(zm_sample_by_ply(&s) == 0);
    zm_sample_ply unvalued[] = {{100, {0, 0}, 0}, {50, {0, 0}, 0}};
    s = (zm_sample){.games = 100, .plies = 2, .ply = unvalued};
    assert_true(isnan(zm_sample_by_ply(&s))); /* there was no table to ask */
}

static void leans_by_hand(void **state)
{
    zm_sample_ply ply = {10, {2, 7}, 1};
    zm_sample sample_ = {.games = 10, .won_by = {6, 3}, .drawn = 1, .plies = 1, .ply = &ply};
    zm_summary s = {.states = 100, .won_by = {10, 30}, .drawn = 60, .start = zm_win_in(9)};
    zm_lean lean = zm_lean_of(&s, 1, &sample_);
    const double want[ZM_MEASURES] = {-0.1, -0.5, -0.2, -0.5, 0.3};
    (void)state;
    for (unsigned m = 0; m < ZM_MEASURES; m++)
        assert_true(fabs(lean.by[m] - want[m]) < 1e-12);
    s.start = zm_loss_in(4);
    assert_true(fabs(zm_lean_of(&s, 1, &sample_).by[0] - 0.2) < 1e-12);
    s.start = ZM_DRAWN;
    s.won_by[0] = s.won_by[1] = 0;
    assert_true(zm_lean_of(&s, 0, &sample_).by[0] == 0);
    assert_true(zm_lean_of(&s, 0, &sample_).by[1] == 0); /* nothing is decided: fair */
}

static void the_fairest_has_most_first_places(void **state)
{
    zm_lean lean[] = {{{0, 0.5, -0.1, 0.2, 0.2}}, {{0, -0.4, 0.3, -0.1, 0.3}}, {{0.1, 0.9, 0.9, 0.9, 0.1}}};
    unsigned firsts[3];
    (void)state;
    assert_int_equal(zm_fairest(lean, 3, firsts), 1); /* by start, which it shares, decided and by-ply */
    assert_int_equal(firsts[0], 2);
    assert_int_equal(firsts[1], 3);
    assert_int_equal(firsts[2], 1);
    assert_true(zm_is_fairest(lean, 3, 0, 0) && zm_is_fairest(lean, 3, 1, 0) && !zm_is_fairest(lean, 3, 2, 0));
}

/* Both are first by start, by-ply and random, and by one more each: decided comes before all. */
static void of_equals_the_first_measure_that_differs_decides(void **state)
{
    zm_lean lean[] = {{{0, 0.5, 0.1, 0.2, 0.2}}, {{0, -0.4, 0.3, -0.2, 0.2}}};
    unsigned firsts[2];
    (void)state;
    assert_int_equal(zm_fairest(lean, 2, firsts), 1);
    assert_int_equal(firsts[0], 4);
    assert_int_equal(firsts[1], 4);
    lean[0] = lean[1];
    assert_int_equal(zm_fairest(lean, 2, firsts), 0); /* nothing differs: the first */
    assert_int_equal(zm_fairest(lean, 1, firsts), 0);
    assert_int_equal(firsts[0], ZM_MEASURES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_is_as_likely),
        cmocka_unit_test(streams_differ),
        cmocka_unit_test(tic_tac_toe_ends_as_often_as_it_must),
        cmocka_unit_test(dice_are_thrown),
        cmocka_unit_test(players_of_impartial_games_are_persons),
        cmocka_unit_test(a_long_game_is_left_unfinished),
        cmocka_unit_test(the_last_position_is_worth_what_the_game_ends_with),
        cmocka_unit_test(the_same_seed_gives_the_same_on_any_threads),
        cmocka_unit_test(without_a_table_only_the_ends_are_counted),
        cmocka_unit_test(a_stop_or_no_memory_leaves_nothing_behind),
        cmocka_unit_test(wilson_intervals_by_hand),
        cmocka_unit_test(plies_count_the_same_but_those_few_games_reach),
        cmocka_unit_test(leans_by_hand),
        cmocka_unit_test(the_fairest_has_most_first_places),
        cmocka_unit_test(of_equals_the_first_measure_that_differs_decides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
