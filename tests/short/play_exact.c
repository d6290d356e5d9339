/* play_exact.c: what agents score with dice, found as a Markov chain: against formulas, against the solver, against
 * games played. */
#include "base/memory.h"
#include "dice_lab.h"
#include "play/exact.h"

#include <math.h>
#include <zermelo/zermelo.h>

static zm_agent agent(zm_context *c, const zm_game *g, const char *text)
{
    zm_agent a;
    assert_int_equal(zm_agent_read(c, g, text, &a), ZM_OK);
    return a;
}

static zm_exact exactly(zm_context *c, const zm_variant *v, const zm_table *t, const char *first, const char *second)
{
    const zm_exact_options o =
        ZM_OPTIONS(zm_exact_options, .agent = {agent(c, v->game, first), agent(c, v->game, second)},
                   .from = v->game->start(v), .precision = 1e-10);
    zm_exact out;
    if (zm_arena_exact(c, v, t, &o, &out) != ZM_OK)
        fail_msg("%s", zm_message(c));
    return out;
}

static void assert_in(zm_interval in, double x)
{
    assert_true(in.low <= x + 1e-13 && x - 1e-13 <= in.high);
    assert_true(in.high - in.low <= 1e-10);
}

/* ---- toss: chances by a recursion ---- */
typedef struct pair {
    double perfect, random; /* the chance of this one, to move, against the other */
} pair;

/* What heads are worth to either, the two that play given for fewer coins. */
static pair heads(unsigned n, const pair *less, unsigned best)
{
    const double one = 1 - less[n - 1].random, two = n > 1 ? 1 - less[n - 2].random : 0;
    const double count = 1 + (n > 1) + (n % 4 == 0);
    double all = 1 - less[n - 1].perfect + (n % 4 == 0 ? 0.5 : 0);
    if (n > 1)
        all += 1 - less[n - 2].perfect;
    return (pair){best == 0 ? one : best == 1 ? two : 0.5, all / count};
}

/* The best of TAKE_ONE, TAKE_TWO and CALL_DRAW, by the truth. */
static unsigned best_of(const zm_variant *v, unsigned n)
{
    const fraction one = toss_truth(v, n - 1, false), two = toss_truth(v, n > 1 ? n - 2 : 0, false);
    const double a = 1 - (double)one.n / (double)one.d, b = n > 1 ? 1 - (double)two.n / (double)two.d : -1;
    const double c = n % 4 ? -1 : 0.5;
    return a >= b && a >= c ? 0 : b >= c ? 1 : 2;
}

static pair toss_pair(const zm_variant *v, unsigned coins)
{
    const double t = v->game->dice->odds ? 2. / 3 : 0.5, h = 1 - t;
    pair value[32] = {{0, 0}};
    for (unsigned n = 1; n <= coins; n++) {
        const pair a = heads(n, value, best_of(v, n));
        /* x = h a + t (1 - y) and y = h b + t (1 - x) where tails pass the turn */
        const double x = (h * a.perfect + t - t * h * a.random - t * t) / (1 - t * t);
        value[n] = n % 2 ? a : (pair){x, h * a.random + t - t * x};
    }
    return value[coins];
}

static void agents_of_a_small_game_score_as_the_recursion_says(void **state)
{
    static const zm_game *const games[] = {&toss, &toss_heavy, &toss_mover};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        dice_lab l;
        zm_table *t;
        dice_open(&l, games[i], "12", 0);
        assert_int_equal(dice_write(&l), ZM_OK);
        assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
        const pair right = toss_pair(l.v, 12);
        const fraction truth = toss_truth(l.v, 12, false);
        zm_exact e = exactly(l.c, l.v, t, "perfect", "random");
        assert_in(e.wins[0], right.perfect);
        assert_in(e.wins[1], right.random);
        e = exactly(l.c, l.v, t, "perfect", "perfect");
        assert_in(e.wins[0], (double)truth.n / (double)truth.d);
        assert_in(e.wins[1], (double)truth.n / (double)truth.d);
        zm_table_close(t);
        dice_close(&l);
    }
}

/* ---- a real game ---- */
typedef struct stand {
    zm_context *c;
    zm_variant *v;
    zm_table *t;
    char tables[256];
} stand;

static stand open_stand(const char *pieces, const char *squares)
{
    stand s = {.c = zm_context_new()};
    const zm_game *g;
    const char *settings[] = {pieces, squares}, *tmp = getenv("TMPDIR");
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = s.tables, .precision = 1e-6);
    zm_solved solved;
    snprintf(s.tables, sizeof s.tables, "%s/exact", tmp ? tmp : "/tmp");
    zm_set_threads(s.c, 2);
    zm_set_sync(s.c, false);
    assert_int_equal(zm_find_game(s.c, "madn", &g), ZM_OK);
    assert_int_equal(zm_variant_new(s.c, g, settings, 2, &s.v), ZM_OK);
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_OK);
    assert_int_equal(zm_table_open(s.c, s.v, s.tables, &s.t), ZM_OK);
    return s;
}

static void close_stand(stand *s)
{
    zm_table_close(s->t);
    zm_table_remove(s->c, s->v, s->tables);
    zm_variant_free(s->c, s->v);
    assert_int_equal(zm_memory_used(s->c), 0);
    zm_context_free(s->c);
}

/* With one piece there is never a choice: FACTS and the certified table have the start. */
static void one_piece_needs_no_skill(void **state)
{
    stand s = open_stand("pieces=1", "squares=40");
    static const char *const names[] = {"perfect", "random", "fpoc", "fpnpoc"};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const zm_exact e = exactly(s.c, s.v, s.t, names[i], names[(i + 1) % 4]);
        assert_true(fabs(e.wins[0].low - 0.530736467991) < 1e-10);
        assert_true(fabs(e.wins[1].high - 0.530736467991) < 1e-10);
    }
    close_stand(&s);
}

static void assert_played(const stand *s, const char *first, const char *second)
{
    const zm_exact e = exactly(s->c, s->v, s->t, first, second);
    zm_arena_options o =
        ZM_OPTIONS(zm_arena_options, .agent = {agent(s->c, s->v->game, first), agent(s->c, s->v->game, second)},
                   .from = s->v->game->start(s->v), .games = 8000, .seed = 7, .plies = 100000);
    zm_arena a;
    assert_int_equal(zm_arena_play(s->c, s->v, s->t, &o, &a), ZM_OK);
    for (unsigned i = 0; i < 2; i++) {
        const double n = (double)a.score[i].games, won = (double)(i ? a.score[i].lost : a.score[i].won);
        const double p = (e.wins[i].low + e.wins[i].high) / 2;
        assert_true(fabs(won / n - p) < 4 * sqrt(p * (1 - p) / n));
    }
}

/* Few squares, so that it is quick; the rules are the same. Nobody does better against perfect play than perfect
 * play. */
static void games_that_are_played_agree(void **state)
{
    stand s = open_stand("pieces=2", "squares=16");
    (void)state;
    assert_played(&s, "fpoc", "fpnpoc");
    assert_played(&s, "random", "fpoc");
    assert_played(&s, "perfect", "random");
    const zm_odds start = zm_table_summary(s.t)->start_odds;
    const zm_exact best = exactly(s.c, s.v, s.t, "perfect", "perfect");
    assert_true(fabs(best.wins[0].low - zm_odds_middle(start)) < 1e-6);
    const zm_exact worse = exactly(s.c, s.v, s.t, "fpnpoc", "perfect");
    assert_true(worse.wins[0].high < best.wins[0].low && worse.wins[1].low > best.wins[1].high);
    close_stand(&s);
}

/* A table of best moves is enough: it plays as the one it was made from. */
static void best_moves_alone_play_as_well(void **state)
{
    stand s = open_stand("pieces=2", "squares=16");
    char to[300];
    zm_table *moves;
    zm_exported made;
    (void)state;
    snprintf(to, sizeof to, "%s.moves", s.tables);
    const zm_export_options o = ZM_OPTIONS(zm_export_options, .to = to, .moves = true);
    assert_int_equal(zm_table_export(s.c, s.t, &o, &made), ZM_OK);
    assert_int_equal(zm_table_open(s.c, s.v, to, &moves), ZM_OK);
    const zm_exact by_odds = exactly(s.c, s.v, s.t, "perfect", "fpoc"),
                   by_moves = exactly(s.c, s.v, moves, "perfect", "fpoc");
    assert_memory_equal(&by_odds, &by_moves, sizeof by_odds);
    zm_table *odds = s.t;
    s.t = moves;
    assert_played(&s, "perfect", "fpoc");
    s.t = odds;
    zm_table_close(moves);
    zm_table_remove(s.c, s.v, to);
    close_stand(&s);
}

static void threads_change_nothing(void **state)
{
    stand s = open_stand("pieces=2", UNIT_SANITIZED ? "squares=20" : "squares=28"); /* enough states for threads */
    zm_exact e[2];
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const zm_exact_options o =
            ZM_OPTIONS(zm_exact_options, .agent = {agent(s.c, s.v->game, "random"), agent(s.c, s.v->game, "fpoc")},
                       .from = s.v->game->start(s.v), .precision = 1e-3);
        zm_set_threads(s.c, 1 + 2 * i);
        assert_int_equal(zm_arena_exact_by_rules(s.c, s.v, NULL, &o, &e[i]), ZM_OK);
    }
    assert_memory_equal(&e[0], &e[1], sizeof e[0]);
    close_stand(&s);
}

/* ---- races, by blocks ---- */
static stand open_settings(const char *settings)
{
    stand s = {.c = zm_context_new()};
    const zm_game *g;
    const char *word[8], *tmp = getenv("TMPDIR");
    char text[128], *rest = NULL;
    size_t count = 0;
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = s.tables, .precision = 1e-7);
    zm_solved solved;
    snprintf(text, sizeof text, "%s", settings);
    for (char *at = strtok_r(text, " ", &rest); at; at = strtok_r(NULL, " ", &rest))
        word[count++] = at;
    snprintf(s.tables, sizeof s.tables, "%s/exact", tmp ? tmp : "/tmp");
    zm_set_threads(s.c, 2);
    zm_set_sync(s.c, false);
    assert_int_equal(zm_find_game(s.c, "madn", &g), ZM_OK);
    assert_int_equal(zm_variant_new(s.c, g, word, count, &s.v), ZM_OK);
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_OK);
    assert_int_equal(zm_table_open(s.c, s.v, s.tables, &s.t), ZM_OK);
    return s;
}

static void assert_common(const zm_exact *race, const zm_exact *chain)
{
    for (unsigned i = 0; i < 2; i++) {
        assert_true(race->wins[i].high - race->wins[i].low <= 1e-7);
        assert_true(race->wins[i].low <= chain->wins[i].high && chain->wins[i].low <= race->wins[i].high);
    }
}

/* By blocks and by the chain of any game: intervals that have the truth in common. */
static void assert_both_ways(const stand *s, const char *first, const char *second, const char *from)
{
    zm_exact_options o =
        ZM_OPTIONS(zm_exact_options, .agent = {agent(s->c, s->v->game, first), agent(s->c, s->v->game, second)},
                   .from = s->v->game->start(s->v), .precision = 1e-7);
    zm_exact blocks, chain;
    if (from)
        assert_int_equal(zm_read_position(s->c, s->v, from, &o.from), ZM_OK);
    if (zm_arena_exact(s->c, s->v, s->t, &o, &blocks) != ZM_OK)
        fail_msg("%s", zm_message(s->c));
    o.precision = 1e-8;
    assert_int_equal(zm_arena_exact_by_rules(s->c, s->v, s->t, &o, &chain), ZM_OK);
    assert_common(&blocks, &chain);
}

static void laps_and_the_chain_agree(void **state)
{
    static const char *const settings[] = {"pieces=1", "pieces=2 squares=16",
                                           "pieces=2 squares=16 triple=yes jump=no start=box"};
    static const char *const names[] = {"perfect", "random", "fpoc", "fpnpoc"};
    (void)state;
    for (unsigned i = 0; i < (UNIT_SANITIZED ? 1 : 3); i++) {
        stand s = open_settings(settings[i]);
        for (unsigned a = 0; a < 4; a++)
            for (unsigned b = a; b < 4; b += i ? 3 : 1) /* the small one whole */
                assert_both_ways(&s, names[a], names[(a + b) % 4], NULL);
        assert_both_ways(&s, "perfect", "random", i ? "3,17;5,9" : "3;40");
        assert_both_ways(&s, "fpnpoc", "random", i ? "12,17;5" : "3;");
        close_stand(&s);
    }
}

/* The kernels of the GPU, run on the CPU. */
static void assert_by_kernels(const stand *s, const char *first, const char *second, const char *from)
{
    zm_exact_options o =
        ZM_OPTIONS(zm_exact_options, .agent = {agent(s->c, s->v->game, first), agent(s->c, s->v->game, second)},
                   .from = s->v->game->start(s->v), .precision = 1e-7);
    zm_exact blocks, kernels;
    if (from)
        assert_int_equal(zm_read_position(s->c, s->v, from, &o.from), ZM_OK);
    assert_int_equal(zm_arena_exact(s->c, s->v, s->t, &o, &blocks), ZM_OK);
    o.engine = ZM_ENGINE_CUDA_HOST;
    if (zm_arena_exact(s->c, s->v, s->t, &o, &kernels) != ZM_OK)
        fail_msg("%s", zm_message(s->c));
    assert_common(&kernels, &blocks);
}

/* Who chooses and who does not, against others and against himself; rolls that are not alike; from a tier that is
 * closed. */
static void kernels_and_laps_agree(void **state)
{
    stand s = open_settings("pieces=2 squares=16");
    assert_by_kernels(&s, "perfect", "random", NULL);
    assert_by_kernels(&s, "fpoc", "fpoc", "3,17;5,9");
    close_stand(&s);
    s = open_settings("pieces=1 squares=24 triple=yes start=box");
    assert_by_kernels(&s, "random", "fpnpoc", NULL);
    assert_by_kernels(&s, "random", "random", NULL);
    close_stand(&s);
}

static void threads_do_not_change_laps(void **state)
{
    stand s = open_stand("pieces=2", UNIT_SANITIZED ? "squares=16" : "squares=24");
    zm_exact e[2];
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const zm_exact_options o =
            ZM_OPTIONS(zm_exact_options, .agent = {agent(s.c, s.v->game, "perfect"), agent(s.c, s.v->game, "fpnpoc")},
                       .from = s.v->game->start(s.v), .precision = 1e-3);
        zm_set_threads(s.c, 1 + 2 * i);
        assert_int_equal(zm_arena_exact(s.c, s.v, s.t, &o, &e[i]), ZM_OK);
    }
    assert_memory_equal(&e[0], &e[1], sizeof e[0]);
    close_stand(&s);
}

static void what_cannot_be_found_is_refused(void **state)
{
    stand s = open_stand("pieces=1", "squares=16");
    zm_exact_options o = ZM_OPTIONS(zm_exact_options, .agent = {{.kind = ZM_PERFECT}, {.kind = ZM_RANDOM}},
                                    .from = s.v->game->start(s.v), .precision = 1e-6);
    zm_exact out;
    (void)state;
    assert_int_equal(zm_arena_exact(s.c, s.v, NULL, &o, &out), ZM_BAD_INPUT);
    o.agent[0].kind = ZM_SKILL;
    assert_int_equal(zm_arena_exact(s.c, s.v, s.t, &o, &out), ZM_BAD_INPUT);
    o.agent[0].kind = ZM_RANDOM;
    for (uint64_t n = 1; n < 12; n++) {
        zm_fail_allocation(s.c, n);
        assert_int_equal(zm_arena_exact(s.c, s.v, s.t, &o, &out), ZM_NO_MEMORY);
    }
    o.engine = ZM_ENGINE_CUDA_HOST;
    for (uint64_t n = 1; n < 8; n++) {
        zm_fail_allocation(s.c, n);
        assert_int_equal(zm_arena_exact(s.c, s.v, s.t, &o, &out), ZM_NO_MEMORY);
    }
    o.precision = 1e-9;
    zm_fail_allocation(s.c, 0);
    assert_int_equal(zm_arena_exact(s.c, s.v, s.t, &o, &out), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(s.c), "1e-7 or coarser"));
    o.precision = 1e-6;
    o.engine = ZM_ENGINE_CPU;
    o.agent[0].kind = ZM_PERFECT;
    for (uint64_t n = 1; n < 12; n++) {
        zm_fail_allocation(s.c, n);
        assert_int_equal(zm_arena_exact_by_rules(s.c, s.v, s.t, &o, &out), ZM_NO_MEMORY);
    }
    zm_fail_allocation(s.c, 0);
    close_stand(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_of_a_small_game_score_as_the_recursion_says),
        cmocka_unit_test(one_piece_needs_no_skill),
        cmocka_unit_test(games_that_are_played_agree),
        cmocka_unit_test(best_moves_alone_play_as_well),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(laps_and_the_chain_agree),
        cmocka_unit_test(kernels_and_laps_agree),
        cmocka_unit_test(threads_do_not_change_laps),
        cmocka_unit_test(what_cannot_be_found_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
