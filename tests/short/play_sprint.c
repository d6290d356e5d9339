/* play_sprint.c: races that are played without asking the rules: the same games as by the rules, move for move, and as
 * many won as the chain says. */
#include "base/memory.h"
#include "unit.h"

#include "play/sprint.h"

#include <math.h>
#include <zermelo/zermelo.h>

typedef struct stand {
    zm_context *c;
    zm_variant *v;
} stand;

static stand open_stand(const char *settings)
{
    stand s = {.c = zm_context_new()};
    const zm_game *g;
    const char *word[8];
    char text[256], *rest = NULL;
    size_t count = 0;
    snprintf(text, sizeof text, "%s", settings);
    for (char *at = strtok_r(text, " ", &rest); at; at = strtok_r(NULL, " ", &rest))
        word[count++] = at;
    assert_int_equal(zm_find_game(s.c, "madn", &g), ZM_OK);
    assert_int_equal(zm_variant_new(s.c, g, word, count, &s.v), ZM_OK);
    zm_set_threads(s.c, 2);
    return s;
}

static void close_stand(stand *s)
{
    zm_variant_free(s->c, s->v);
    assert_int_equal(zm_memory_used(s->c), 0);
    zm_context_free(s->c);
}

static zm_arena_options games_of(const stand *s, const char *first, const char *second, uint64_t games, uint64_t seed)
{
    zm_arena_options o =
        ZM_OPTIONS(zm_arena_options, .from = s->v->game->start(s->v), .games = games, .seed = seed, .plies = 100000);
    assert_int_equal(zm_agent_read(s->c, s->v->game, first, &o.agent[0]), ZM_OK);
    assert_int_equal(zm_agent_read(s->c, s->v->game, second, &o.agent[1]), ZM_OK);
    return o;
}

static const char *const pairs[][2] = {{"random", "random"}, {"fpoc", "random"},   {"random", "fpnpoc"},
                                       {"fpoc", "fpnpoc"},   {"fpnpoc", "fpnpoc"}, {"fpnpoc", "fpoc"}};
static const char *const variants[] = {
    "pieces=1",
    "pieces=2",
    "pieces=3 squares=16",
    "pieces=4 squares=16",
    "pieces=3 squares=20 triple=yes",
    "pieces=3 squares=16 capture=must",
    "pieces=2 squares=24 triple=yes start=box jump=no capture=must",
};
enum { PAIRS = sizeof pairs / sizeof *pairs, VARIANTS = sizeof variants / sizeof *variants };

/* ---- the same games ---- */
static void assert_same(const stand *s, const zm_arena_options *o)
{
    zm_arena fast, plain;
    zm_sprint *sprint;
    assert_int_equal(zm_sprint_open(s->c, s->v, o, &sprint), ZM_OK);
    assert_non_null(sprint); /* or nothing is compared */
    zm_sprint_close(sprint);
    assert_int_equal(zm_arena_play(s->c, s->v, NULL, o, &fast), ZM_OK);
    assert_int_equal(zm_arena_play_by_rules(s->c, s->v, NULL, o, &plain), ZM_OK);
    assert_memory_equal(&fast, &plain, sizeof fast);
}

static void the_same_games_are_played_as_by_the_rules(void **state)
{
    (void)state;
    for (unsigned i = 0; i < VARIANTS; i++) {
        stand s = open_stand(variants[i]);
        for (unsigned k = 0; k < PAIRS; k++) {
            zm_arena_options o = games_of(&s, pairs[k][0], pairs[k][1], 1500 + k, i);
            assert_same(&s, &o);
        }
        close_stand(&s);
    }
}

static void also_from_elsewhere_and_when_cut_short(void **state)
{
    stand s = open_stand("pieces=2");
    (void)state;
    for (unsigned k = 0; k < PAIRS; k++) {
        zm_arena_options o = games_of(&s, pairs[k][0], pairs[k][1], 777, 3);
        assert_int_equal(zm_read_position(s.c, s.v, "12,41;7", &o.from), ZM_OK);
        o.from.hi |= ZM_TURN_BIT;
        o.plies = 40;
        assert_same(&s, &o);
    }
    close_stand(&s);
}

static void threads_change_nothing(void **state)
{
    stand s = open_stand("pieces=2");
    const zm_arena_options o = games_of(&s, "random", "fpnpoc", 5000, 1);
    zm_arena a, b;
    (void)state;
    zm_set_threads(s.c, 1);
    assert_int_equal(zm_arena_play(s.c, s.v, NULL, &o, &a), ZM_OK);
    zm_set_threads(s.c, 3);
    assert_int_equal(zm_arena_play(s.c, s.v, NULL, &o, &b), ZM_OK);
    assert_memory_equal(&a, &b, sizeof a);
    close_stand(&s);
}

/* ---- move for move ---- */
static void assert_stands(const zm_sprint *s, const zm_sprinter *g, zm_pos p)
{
    zm_side side[2];
    s->variant->game->race->sides(s->variant, p, side);
    for (unsigned i = 0; i < 2; i++) {
        const zm_side here = zm_sprint_side(s, g->side[g->mover ^ i]);
        assert_int_equal(here.track, side[i].track);
        assert_int_equal(here.home, side[i].home);
    }
}

static void follow(const stand *s, const zm_sprint *sprint, zm_chooser *const *chooser, uint64_t number)
{
    zm_move moves[ZM_MAX_MOVES], m;
    zm_turn turn = {.move = moves};
    zm_sprinter g;
    zm_random r = zm_random_stream(sprint->options->seed, number);
    const zm_pos from = sprint->options->from;
    bool open = true;
    zm_sprint_begin(sprint, number, &g);
    zm_turn_begin(s->v, from, zm_turn_of(s->v, from), zm_roll(s->v, from, &r), &turn);
    while (open) {
        assert_int_equal(turn.end, ZM_OPEN);
        assert_int_equal(turn.player, g.mover);
        assert_int_equal(turn.roll, g.roll);
        assert_stands(sprint, &g, turn.position);
        assert_int_equal(zm_choose(chooser[turn.player ^ number % 2], &turn, &r, &m), ZM_OK);
        const zm_pos p = turn.position, next = s->v->game->play(s->v, p, m);
        open = zm_sprint_ply(sprint, &g);
        zm_turn_begin(s->v, next, zm_player_after(s->v, p, turn.player, next), zm_roll(s->v, next, &r), &turn);
    }
    assert_int_not_equal(turn.end, ZM_OPEN);
    assert_int_equal((turn.end == ZM_WIN) == (turn.player == g.mover), true);
}

static void move_for_move(const char *settings, const char *first, const char *second, unsigned games)
{
    stand s = open_stand(settings);
    const zm_arena_options o = games_of(&s, first, second, 1000000, 5);
    zm_chooser *chooser[2];
    zm_sprint *sprint;
    assert_int_equal(zm_sprint_open(s.c, s.v, &o, &sprint), ZM_OK);
    assert_non_null(sprint);
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(zm_chooser_open(s.c, s.v, NULL, &o.agent[i], &chooser[i]), ZM_OK);
    for (unsigned number = 0; number < games; number++)
        follow(&s, sprint, chooser, number);
    for (unsigned i = 0; i < 2; i++)
        zm_chooser_close(chooser[i]);
    zm_sprint_close(sprint);
    close_stand(&s);
}

static void every_move_is_that_of_the_rules(void **state)
{
    (void)state;
    for (unsigned i = 0; i < VARIANTS; i++)
        move_for_move(variants[i], pairs[i % PAIRS][0], pairs[i % PAIRS][1], 300);
    move_for_move("", "random", "fpnpoc", 500);
}

/* ---- what a policy thinks is what it does ---- */
static unsigned by_taste(const zm_variant *v, unsigned policy, const zm_side *side, unsigned roll)
{
    const zm_race *race = v->game->race;
    zm_race_step step[ZM_RACE_STEPS];
    zm_race_taste taste[ZM_RACE_STEPS] = {{0}};
    const uint64_t other = race->facing(v, side[1].track);
    const unsigned count = race->steps(v, side[0], roll, step);
    unsigned best = 0;
    assert_true(race->taste(v, policy, side[0], roll, taste));
    for (unsigned i = 1; i < count; i++) {
        const bool takes = step[i].lands & other, took = step[best].lands & other;
        const unsigned met = zm_count_bits(taste[i].avoids & other), were = zm_count_bits(taste[best].avoids & other);
        if (takes != took ? takes : !takes && met != were ? met < were : taste[i].likes > taste[best].likes)
            best = i;
    }
    return best;
}

static void assert_taste(const zm_variant *v, zm_pos p)
{
    zm_move moves[ZM_RACE_STEPS];
    zm_side side[2];
    if (v->game->ended(v, p) != ZM_OPEN)
        return;
    v->game->race->sides(v, p, side);
    for (unsigned policy = 0; v->game->sources->policies[policy].name; policy++)
        for (unsigned roll = 0; roll < v->game->dice->rolls; roll++) {
            const unsigned count = v->game->dice->moves(v, p, roll, moves);
            assert_int_equal(by_taste(v, policy, side, roll),
                             v->game->sources->policies[policy].choose(v, p, moves, count));
        }
}

static void policies_do_what_their_taste_says(void **state)
{
    stand small = open_stand("pieces=2 squares=16"), large = open_stand("");
    const zm_game *g = small.v->game;
    uint64_t random = 1;
    (void)state;
    for (uint32_t tier = 0; tier < g->index->tiers(small.v); tier++)
        for (uint64_t i = 0; i < g->index->tier_size(small.v, tier); i++)
            assert_taste(small.v, g->index->unrank(small.v, (zm_place){tier, i}));
    for (unsigned i = 0; i < 20000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const uint32_t tier = (uint32_t)((random >> 33) % g->index->tiers(large.v));
        assert_taste(large.v,
                     g->index->unrank(large.v, (zm_place){tier, (random >> 7) % g->index->tier_size(large.v, tier)}));
    }
    close_stand(&small);
    close_stand(&large);
}

/* ---- as many as the chain says ---- */
static void as_many_are_won_as_the_chain_says(void **state)
{
    stand s = open_stand("pieces=2 squares=16");
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        const zm_arena_options o = games_of(&s, pairs[k][0], pairs[k][1], 200000, 11);
        const zm_exact_options e =
            ZM_OPTIONS(zm_exact_options, .agent = {o.agent[0], o.agent[1]}, .from = o.from, .precision = 1e-6);
        zm_arena a;
        zm_exact exact;
        assert_int_equal(zm_arena_play(s.c, s.v, NULL, &o, &a), ZM_OK);
        assert_int_equal(zm_arena_exact(s.c, s.v, NULL, &e, &exact), ZM_OK);
        for (unsigned i = 0; i < 2; i++) {
            const double n = (double)a.score[i].games, won = (double)(i ? a.score[i].lost : a.score[i].won);
            const double p = (exact.wins[i].low + exact.wins[i].high) / 2;
            assert_true(fabs(won / n - p) < 4 * sqrt(p * (1 - p) / n));
        }
    }
    close_stand(&s);
}

/* ---- when it is not done ---- */
static void few_games_and_agents_that_look_things_up_go_by_the_rules(void **state)
{
    stand s = open_stand("");
    zm_arena_options o = games_of(&s, "random", "fpoc", 100, 1);
    zm_sprint *sprint;
    (void)state;
    assert_int_equal(zm_sprint_open(s.c, s.v, &o, &sprint), ZM_OK);
    assert_null(sprint);
    o = games_of(&s, "random", "perfect", 1000000, 1);
    assert_int_equal(zm_sprint_open(s.c, s.v, &o, &sprint), ZM_OK);
    assert_null(sprint);
    close_stand(&s);
}

static void too_little_memory_is_told(void **state)
{
    stand s = open_stand("pieces=2");
    const zm_arena_options o = games_of(&s, "random", "fpoc", 10000, 1);
    zm_arena a;
    (void)state;
    for (uint64_t nth = 1; nth < 30; nth++) {
        zm_fail_allocation(s.c, nth);
        const zm_status status = zm_arena_play(s.c, s.v, NULL, &o, &a);
        assert_true(status == ZM_NO_MEMORY || status == ZM_OK);
    }
    zm_fail_allocation(s.c, 0);
    close_stand(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_games_are_played_as_by_the_rules),
        cmocka_unit_test(also_from_elsewhere_and_when_cut_short),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(every_move_is_that_of_the_rules),
        cmocka_unit_test(policies_do_what_their_taste_says),
        cmocka_unit_test(as_many_are_won_as_the_chain_says),
        cmocka_unit_test(few_games_and_agents_that_look_things_up_go_by_the_rules),
        cmocka_unit_test(too_little_memory_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
