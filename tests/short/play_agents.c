/* play_agents.c: agents as text; what each chooses, from games whose values are known; the arena, the same on any
 * number of threads; wins without distances come to an end. */
#include "base/memory.h"
#include "unit.h"

#include <math.h>
#include <zermelo/zermelo.h>

typedef struct desk {
    zm_context *c;
    zm_variant *v;
    zm_table *t;
} desk;

static desk open_desk_of(const char *game, size_t settings, const char *const *setting, bool wdl)
{
    desk d = {.c = zm_context_new()};
    const zm_game *g;
    char tables[4096];
    zm_solved solved;
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = unit_path(wdl ? "wdl" : "tables", tables), .wdl = wdl);
    zm_set_sync(d.c, false);
    zm_set_threads(d.c, 2);
    assert_int_equal(zm_find_game(d.c, game, &g), ZM_OK);
    if (zm_variant_new(d.c, g, setting, settings, &d.v) != ZM_OK || zm_solve(d.c, d.v, &o, &solved) != ZM_OK ||
        zm_table_open(d.c, d.v, tables, &d.t) != ZM_OK)
        fail_msg("%s", zm_message(d.c));
    return d;
}

static desk open_desk(const char *game, const char *setting, bool wdl)
{
    return open_desk_of(game, setting != NULL, &setting, wdl);
}

static void close_desk(desk *d)
{
    zm_table_close(d->t);
    zm_variant_free(d->c, d->v);
    assert_int_equal(zm_memory_used(d->c), 0);
    zm_context_free(d->c);
}

static zm_agent agent(desk *d, const char *text)
{
    zm_agent a;
    if (zm_agent_read(d->c, d->v ? d->v->game : NULL, text, &a) != ZM_OK)
        fail_msg("%s", zm_message(d->c));
    return a;
}

static zm_pos position(desk *d, const char *text)
{
    zm_pos p;
    if (zm_read_position(d->c, d->v, text, &p) != ZM_OK)
        fail_msg("%s", zm_message(d->c));
    return p;
}

static zm_arena fight(desk *d, const char *a, const char *b, uint64_t games, uint64_t seed)
{
    zm_arena_options o = ZM_OPTIONS(zm_arena_options, .agent = {agent(d, a), agent(d, b)},
                                    .from = d->v->game->start(d->v), .games = games, .seed = seed, .plies = 500);
    zm_arena out;
    if (zm_arena_play(d->c, d->v, d->t, &o, &out) != ZM_OK)
        fail_msg("%s", zm_message(d->c));
    for (unsigned i = 0; i < 2; i++) {
        const zm_score *s = &out.score[i];
        assert_int_equal(s->games, games / 2 + (games % 2 && !i));
        assert_int_equal(s->won + s->drawn + s->lost + s->unfinished, s->games);
    }
    return out;
}

/* ---- text ---- */
static void agents_are_read_as_they_are_written(void **state)
{
    static const char *const good[] = {"perfect", "by-share", "random", "skill=0.7", "skill=0", "skill=1", "human"};
    static const char *const bad[] = {"",          "perfct",    "skill",     "skill=",    "skill=2", "skill=-1",
                                      "skill=nan", "skill=0x1", "skill=.5x", "skill=1e0", "random "};
    desk d = {.c = zm_context_new()};
    char text[ZM_AGENT_TEXT];
    zm_agent a;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        a = agent(&d, good[i]);
        assert_string_equal(zm_agent_write(&a, text, sizeof text), good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(zm_agent_read(d.c, NULL, bad[i], &a), ZM_BAD_INPUT);
    assert_int_equal(zm_agent_read(d.c, NULL, "perfct", &a), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(d.c), "did you mean \"perfect\""));
    zm_context_free(d.c);
}

/* ---- choices ---- */
/* x in a corner: o must take the middle, seven of eight replies lose. In the middle: the four edges lose. On an edge:
 * all lose but the middle, the two corners beside it and the edge opposite. */
static void traps_are_counted_by_hand(void **state)
{
    desk d = open_desk("tic-tac-toe", NULL, false);
    const zm_agent perfect = {.kind = ZM_PERFECT};
    zm_choices *a = malloc(sizeof *a);
    (void)state;
    assert_non_null(a);
    static const double share[9] = {7. / 8, 4. / 8, 7. / 8, 4. / 8, 4. / 8, 4. / 8, 7. / 8, 4. / 8, 7. / 8};
    assert_int_equal(zm_choices_find(d.c, d.v, d.t, position(&d, "........."), a), ZM_OK);
    assert_int_equal(zm_agent_sort(d.c, d.v, d.t, &perfect, a), ZM_OK);
    assert_int_equal(a->count, 9);
    assert_int_equal(a->best, 4);
    for (unsigned i = 0; i < 9; i++)
        assert_true(fabs(a->choice[i].traps - share[a->choice[i].number]) < 1e-12);
    free(a);
    close_desk(&d);
}

static void perfect_never_loses_tic_tac_toe(void **state)
{
    desk d = open_desk("tic-tac-toe", NULL, false);
    (void)state;
    zm_arena a = fight(&d, "perfect", "random", 4000, 1);
    assert_int_equal(a.score[0].lost + a.score[1].lost, 0);
    assert_true(a.score[0].won > 1900 && a.score[1].won > 1600);
    a = fight(&d, "perfect", "perfect", 200, 1);
    assert_int_equal(a.score[0].drawn + a.score[1].drawn, 200);
    a = fight(&d, "skill=1", "random", 4000, 1);
    assert_int_equal(a.score[0].lost + a.score[1].lost, 0);
    close_desk(&d);
}

/* Hasenspiel: the pawns, who come second, win against anybody, the rabbit never in more than 44 plies. */
static void perfect_wins_what_is_won_and_in_time(void **state)
{
    desk d = open_desk("hasenspiel", NULL, false);
    (void)state;
    zm_arena a = fight(&d, "perfect", "random", 200, 7);
    assert_int_equal(a.score[1].won, 100);
    assert_true(a.longest <= 44);
    a = fight(&d, "perfect", "perfect", 20, 7);
    assert_int_equal(a.score[0].lost, 10);
    assert_int_equal(a.score[1].won, 10);
    assert_int_equal(a.moves, 20 * 44);
    close_desk(&d);
}

static void skill_lies_between(void **state)
{
    desk d = open_desk("nim", "piles=3,4,6", false);
    (void)state;
    const zm_arena weak = fight(&d, "skill=0.2", "perfect", 1000, 3),
                   strong = fight(&d, "skill=0.9", "perfect", 1000, 3);
    assert_true(weak.score[0].won < strong.score[0].won);
    assert_int_equal(fight(&d, "perfect", "perfect", 100, 3).score[0].won, 50);
    /* no skill at all is random, but for what the dice say */
    const zm_arena none = fight(&d, "skill=0", "random", 4000, 3);
    const double share = (double)(none.score[0].won + none.score[1].won) / 4000;
    assert_true(fabs(share - 0.5) < 0.05);
    close_desk(&d);
}

/* A game of pure progress, so that games can be counted. */
static void by_share_plays_what_query_shows_first(void **state)
{
    desk d = open_desk("hasenspiel", "size=4", false);
    const zm_agent share = {.kind = ZM_BY_SHARE};
    zm_choices *a = malloc(sizeof *a);
    zm_chooser *k;
    zm_move m, room[ZM_MAX_MOVES];
    zm_turn turn = {.move = room};
    zm_random r = zm_random_stream(1, 1);
    (void)state;
    assert_non_null(a);
    zm_turn_begin(d.v, d.v->game->start(d.v), 0, 0, &turn);
    assert_int_equal(zm_choices_find(d.c, d.v, d.t, turn.position, a), ZM_OK);
    assert_int_equal(zm_agent_sort(d.c, d.v, d.t, &share, a), ZM_OK);
    assert_int_equal(zm_chooser_open(d.c, d.v, d.t, &share, &k), ZM_OK);
    for (unsigned i = 0; i < 20; i++) {
        unsigned at = 0;
        assert_int_equal(zm_choose(k, &turn, &r, &m), ZM_OK);
        while (a->choice[at].move != m)
            at++;
        assert_true(at < a->best);
    }
    zm_chooser_close(k);
    free(a);
    assert_true(fight(&d, "by-share", "random", 40, 1).moves > 0);
    close_desk(&d);
}

/* ---- the arena ---- */
static void threads_make_no_difference(void **state)
{
    static const char *const players[][2] = {{"random", "random"}, {"perfect", "skill=0.5"}, {"skill=0.3", "random"}};
    desk d = open_desk("tic-tac-toe", NULL, false);
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        zm_set_threads(d.c, 1);
        const zm_arena one = fight(&d, players[i][0], players[i][1], 1001, 5);
        const zm_arena again = fight(&d, players[i][0], players[i][1], 1001, 5);
        const zm_arena other = fight(&d, players[i][0], players[i][1], 1001, 6);
        zm_set_threads(d.c, 4);
        const zm_arena four = fight(&d, players[i][0], players[i][1], 1001, 5);
        assert_memory_equal(&one, &again, sizeof one);
        assert_memory_equal(&one, &four, sizeof one);
        assert_memory_not_equal(&one, &other, sizeof one);
    }
    close_desk(&d);
}

static void humans_do_not_play_there(void **state)
{
    desk d = open_desk("nim", "piles=1,1", false);
    zm_arena_options o =
        ZM_OPTIONS(zm_arena_options, .agent = {{.kind = ZM_HUMAN}, {.kind = ZM_RANDOM}}, .games = 1, .plies = 9);
    zm_arena out;
    (void)state;
    assert_int_equal(zm_arena_play(d.c, d.v, d.t, &o, &out), ZM_BAD_INPUT);
    o.agent[0].kind = ZM_PERFECT; /* who cannot play without a table */
    assert_int_equal(zm_arena_play(d.c, d.v, NULL, &o, &out), ZM_BAD_INPUT);
    close_desk(&d);
}

/* Memory that runs out anywhere, or a stop, is an answer, and nothing is left behind. */
static void no_memory_leaves_nothing_behind(void **state)
{
    static const char *const players[] = {"perfect", "by-share"};
    desk d = open_desk("nim", "piles=3,4,5", true);
    (void)state;
    for (unsigned k = 0; k < 2; k++) {
        zm_arena_options o = ZM_OPTIONS(zm_arena_options, .agent = {agent(&d, players[k]), agent(&d, "skill=0.5")},
                                        .games = 4, .plies = 99);
        zm_arena a;
        o.from = d.v->game->start(d.v);
        const uint64_t used = zm_memory_used(d.c);
        unsigned failed = 0;
        for (unsigned nth = 1; nth < 60; nth++) {
            zm_fail_allocation(d.c, nth);
            const zm_status status = zm_arena_play(d.c, d.v, d.t, &o, &a);
            assert_true(status == ZM_OK || status == ZM_NO_MEMORY);
            assert_int_equal(zm_memory_used(d.c), used);
            failed += status != ZM_OK;
        }
        assert_true(failed > 3);
        zm_fail_allocation(d.c, 0);
        assert_int_equal(zm_arena_play(d.c, d.v, d.t, &o, &a), ZM_OK);
    }
    zm_stop(d.c);
    zm_arena_options o =
        ZM_OPTIONS(zm_arena_options, .agent = {{.kind = ZM_RANDOM}, {.kind = ZM_RANDOM}}, .games = 1000, .plies = 99);
    zm_arena a;
    o.from = d.v->game->start(d.v);
    assert_int_equal(zm_arena_play(d.c, d.v, NULL, &o, &a), ZM_INTERRUPTED);
    close_desk(&d);
}

/* Extra turns: in Nimstring who completes a box moves again, so players do not alternate. */
static void extra_turns_are_the_same_players(void **state)
{
    desk d = open_desk("dots-and-boxes", "rule=nimstring", false);
    (void)state;
    zm_value start = zm_table_summary(d.t)->start;
    zm_arena a = fight(&d, "perfect", "random", 400, 2);
    assert_int_equal(zm_is_win(start) ? a.score[0].won : a.score[1].won, 200);
    close_desk(&d);
}

/* ---- without distances ---- */
/* A game between one who knows who wins, and one who knows how far as well; how many plies it takes. */
static unsigned duel(desk *winner, desk *loser, zm_pos p, unsigned who_wins)
{
    const zm_agent perfect = {.kind = ZM_PERFECT};
    zm_chooser *k[2];
    zm_move m, *room = malloc(ZM_MAX_MOVES * sizeof *room);
    zm_turn turn = {.move = room};
    zm_random r = zm_random_stream(1, 1);
    unsigned ply = 0;
    assert_non_null(room);
    assert_int_equal(zm_chooser_open(winner->c, winner->v, winner->t, &perfect, &k[who_wins]), ZM_OK);
    assert_int_equal(zm_chooser_open(loser->c, loser->v, loser->t, &perfect, &k[!who_wins]), ZM_OK);
    for (zm_turn_begin(winner->v, p, zm_turn_of(winner->v, p), 0, &turn); turn.end == ZM_OPEN && ply < 1000; ply++) {
        assert_int_equal(zm_choose(k[turn.player], &turn, &r, &m), ZM_OK);
        const zm_pos next = winner->v->game->play(winner->v, turn.position, m);
        zm_turn_begin(winner->v, next, zm_player_after(winner->v, turn.position, turn.player, next), 0, &turn);
    }
    assert_int_equal(turn.end == ZM_WIN ? turn.player : !turn.player, who_wins);
    assert_true(turn.end == ZM_WIN || turn.end == ZM_LOSS);
    zm_chooser_close(k[0]);
    zm_chooser_close(k[1]);
    free(room);
    return ply;
}

/* Fox and Geese with four geese: the fox wins in up to 32 plies, going round in circles with geese that step aside. The
 * table without distances must bring it to an end from the worst of the states, against geese that know how to
 * delay. */
static void wins_without_distances_end(void **state)
{
    desk far = open_desk("fox-and-geese", "geese=4", false), d = open_desk("fox-and-geese", "geese=4", true);
    zm_value value;
    (void)state;
    assert_true(zm_table_distances(far.t) && !zm_table_distances(d.t));
    const zm_pos from = zm_table_summary(far.t)->longest_position;
    const unsigned turn = zm_turn_of(d.v, from);
    assert_int_equal(zm_table_probe(far.c, far.t, from, &value), ZM_OK);
    assert_int_equal(zm_remoteness(value), 32);
    const unsigned plies = duel(&d, &far, from, zm_is_win(value) ? turn : !turn);
    assert_in_range(plies, 32, 200);
    close_desk(&d);
    close_desk(&far);
}

/* Every won state of a small Hasenspiel and of Nim: the winner wins, whatever the other does. */
static void every_win_without_distances_is_won(void **state)
{
    static const char *const game[][2] = {{"hasenspiel", "size=6"}, {"nim", "piles=3,4,5"}};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        desk d = open_desk(game[i][0], game[i][1], true);
        const bool first = zm_is_win(zm_table_summary(d.t)->start);
        zm_arena a = fight(&d, "perfect", "perfect", 20, 1);
        assert_int_equal(first ? a.score[0].won + a.score[1].lost : a.score[0].lost + a.score[1].won, 20);
        a = fight(&d, "perfect", "random", 100, 1);
        assert_int_equal(first ? a.score[0].won : a.score[1].won, 50);
        close_desk(&d);
    }
}

/* ---- dice ---- */
/* "last-step": both have steps to go, in bits 0-7 and 8-15. One roll of four takes a step or, for who likes, none; the
 * others do nothing. Who is to move when the other has arrived has lost. */
static zm_pos last_step_start(const zm_variant *v) { return (zm_pos){.lo = 0x0101}; }

static unsigned last_step_moves(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    unsigned n = 0;
    if (roll)
        out[n++] = 2;
    out[n++] = roll;
    return n;
}

static void last_step_odds(const zm_variant *v, zm_pos p, uint32_t *weight)
{
    weight[0] = 3;
    weight[1] = 1;
}

static zm_pos last_step_play(const zm_variant *v, zm_pos p, zm_move m)
{
    if (m == 2)
        p.lo -= p.hi & ZM_TURN_BIT ? 0x100 : 1;
    return zm_next_turn(p);
}

static zm_end last_step_ended(const zm_variant *v, zm_pos p)
{
    return p.hi & ZM_TURN_BIT ? (p.lo & 255 ? ZM_OPEN : ZM_LOSS) : (p.lo >> 8 ? ZM_OPEN : ZM_LOSS);
}

static unsigned first_one(const zm_variant *v, zm_pos p, const zm_move *moves, unsigned count) { return 0; }
static unsigned beyond(const zm_variant *v, zm_pos p, const zm_move *moves, unsigned count) { return count; }

static void last_step_write(const zm_variant *v, zm_pos p, zm_text *out)
{
    zm_say(out, "%u,%u%s", (unsigned)(p.lo & 255), (unsigned)(p.lo >> 8), p.hi & ZM_TURN_BIT ? ":2" : "");
}

static void last_step_write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    zm_say(out, "%s", m == 2 ? "2-step" : m ? "2-stay" : "1-stay");
}

static bool last_step_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    *p = last_step_start(v);
    return true;
}

static const zm_game last_step = {.abi = ZM_ABI,
                                  .name = "last-step",
                                  .title = "Last step",
                                  .about = "for tests",
                                  .read = last_step_read,
                                  .write = last_step_write,
                                  .write_move = last_step_write_move,
                                  .start = last_step_start,
                                  .play = last_step_play,
                                  .ended = last_step_ended,
                                  .dice = ZM_DICE(.rolls = 2, .moves = last_step_moves, .odds = last_step_odds),
                                  .sources = ZM_SOURCES(.policies = {{"eager", "steps", first_one},
                                                                     {"wild", "nonsense", beyond}})};

/* With probability p of a step who begins wins with p / (1 - (1-p)^2): 4/7 where p is 1/4, 8/15 where it is half of
 * that. */
static void dice_are_thrown_by_their_odds(void **state)
{
    enum { GAMES = 20000 };
    desk d = {.c = zm_context_new()};
    (void)state;
    assert_int_equal(zm_variant_new(d.c, &last_step, NULL, 0, &d.v), ZM_OK);
    zm_arena a = fight(&d, "eager", "eager", GAMES, 1); /* the standard deviation is 0.0035 */
    double share = (double)(a.score[0].won + a.score[1].lost) / GAMES;
    assert_true(fabs(share - 4. / 7) < 0.0175);
    a = fight(&d, "random", "random", GAMES, 1);
    share = (double)(a.score[0].won + a.score[1].lost) / GAMES;
    assert_true(fabs(share - 8. / 15) < 0.0175);
    zm_arena_options o =
        ZM_OPTIONS(zm_arena_options, .agent = {agent(&d, "wild"), agent(&d, "random")}, .from = last_step.start(d.v));
    o.games = o.plies = 10;
    assert_int_equal(zm_arena_play(d.c, d.v, NULL, &o, &a), ZM_BAD_INPUT);
    close_desk(&d);
}

/* Perfect players win as often as the table says, and nobody wins more often against one of them. */
static void perfect_games_with_dice_end_as_the_odds_say(void **state)
{
    enum { GAMES = 20000 };
    static const char *const small[] = {"pieces=2", "squares=16"};
    desk d = open_desk_of("madn", 2, small, false);
    (void)state;
    const double expected = zm_odds_middle(zm_table_summary(d.t)->start_odds), margin = 5 * 0.5 / sqrt(GAMES);
    zm_arena a = fight(&d, "perfect", "perfect", GAMES, 1);
    const double share = (double)(a.score[0].won + a.score[1].lost) / GAMES;
    assert_true(fabs(share - expected) < margin);
    a = fight(&d, "perfect", "random", GAMES, 1);
    assert_true((double)a.score[0].won / (double)a.score[0].games > expected - margin);
    assert_true((double)a.score[1].won / (double)a.score[1].games > 1 - expected - margin);
    close_desk(&d);
}

/* What was rolled stays when moves are taken back, and in the file. */
static void rolls_are_kept(void **state)
{
    desk d = {.c = zm_context_new()};
    zm_record r, s;
    char path[4096];
    (void)state;
    assert_int_equal(zm_variant_new(d.c, &last_step, NULL, 0, &d.v), ZM_OK);
    unit_path("dice.game", path);
    for (uint64_t seed = 0; seed < 20; seed++) {
        unsigned roll[40];
        assert_int_equal(zm_record_open(d.c, d.v, last_step.start(d.v), zm_random_stream(seed, 0), &r), ZM_OK);
        while (!zm_record_over(&r) && r.played < 30) {
            roll[r.played] = r.now.roll;
            assert_int_equal(zm_record_play(&r, r.now.move[r.now.count - 1]), ZM_OK); /* nobody steps */
        }
        roll[30] = r.now.roll;
        zm_record_go(&r, 7);
        assert_int_equal(r.now.roll, roll[7]);
        assert_int_equal(zm_record_play(&r, r.now.move[r.now.count - 1]), ZM_OK);
        zm_record_go(&r, 30);
        assert_int_equal(r.now.roll, roll[30]);
        assert_int_equal(zm_record_save(&r, path), ZM_OK);
        if (zm_record_load(d.c, d.v, path, zm_random_stream(99, 0), &s) != ZM_OK)
            fail_msg("%s", zm_message(d.c));
        for (unsigned i = 0; i <= 30; i++)
            assert_int_equal(s.step[i].roll, roll[i]);
        zm_record_close(&r);
        zm_record_close(&s);
    }
    close_desk(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_are_read_as_they_are_written),
        cmocka_unit_test(traps_are_counted_by_hand),
        cmocka_unit_test(perfect_never_loses_tic_tac_toe),
        cmocka_unit_test(perfect_wins_what_is_won_and_in_time),
        cmocka_unit_test(skill_lies_between),
        cmocka_unit_test(by_share_plays_what_query_shows_first),
        cmocka_unit_test(threads_make_no_difference),
        cmocka_unit_test(humans_do_not_play_there),
        cmocka_unit_test(no_memory_leaves_nothing_behind),
        cmocka_unit_test(extra_turns_are_the_same_players),
        cmocka_unit_test(wins_without_distances_end),
        cmocka_unit_test(every_win_without_distances_is_won),
        cmocka_unit_test(dice_are_thrown_by_their_odds),
        cmocka_unit_test(perfect_games_with_dice_end_as_the_odds_say),
        cmocka_unit_test(rolls_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
