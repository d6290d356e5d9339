/* game_contracts.c: what game.h promises, broken in one place. Where a sample of positions can show it, `build` refuses
 * the game (check.h). Where it is broken in one position only, the solve or the proof finds it: a wrong answer is
 * neither stored nor called right.
 *
 * The sound game, "coins": 1 to 3 of up to 500 coins are taken in turn, and who takes the last one wins. "tossed": as
 * dice_lab.h has it. */
#include "dice_lab.h"

#include "engine/cuda/verify/verify.h"
#include "game/check/check.h"

#include <zermelo/rows.h>
#include <zermelo/solve.h>

enum { COINS = 500, RARE = 77 }; /* only there something is wrong */

static zm_pos make(uint64_t coins, unsigned turn) { return (zm_pos){coins, turn ? ZM_TURN_BIT : 0}; }
static unsigned turn_of(zm_pos p) { return (unsigned)(p.hi >> 63); }
static zm_pos coins_start(const zm_variant *v) { return (void)v, make(COINS, 0); }
static unsigned coins_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    (void)v;
    for (unsigned take = 1; take <= 3 && take <= p.lo; take++)
        out[n++] = take;
    return n;
}
static zm_pos coins_play(const zm_variant *v, zm_pos p, zm_move m) { return (void)v, make(p.lo - m, !turn_of(p)); }
static bool coins_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    unsigned coins, turn;
    (void)v;
    if (sscanf(text, "%u:%u", &coins, &turn) != 2 || coins > COINS || turn > 1)
        return zm_wrong(why, 0, "expected coins:turn");
    *p = make(coins, turn);
    return true;
}
static void coins_write(const zm_variant *v, zm_pos p, zm_text *out)
{
    (void)v;
    zm_say(out, "%u:%u", (unsigned)p.lo, turn_of(p));
}
static uint32_t coins_tiers(const zm_variant *v) { return (void)v, 1; }
static uint64_t coins_size(const zm_variant *v, uint32_t tier) { return (void)v, (void)tier, 2 * (COINS + 1); }
static zm_place coins_rank(const zm_variant *v, zm_pos p) { return (void)v, (zm_place){0, 2 * p.lo + turn_of(p)}; }
static zm_pos coins_unrank(const zm_variant *v, zm_place at)
{
    return (void)v, make(at.index / 2, (unsigned)(at.index % 2));
}

static const zm_game coins = {.abi = ZM_ABI,
                              .name = "coins",
                              .title = "Coins",
                              .about = "A test game.",
                              .start = coins_start,
                              .moves = coins_moves,
                              .play = coins_play,
                              .read = coins_read,
                              .write = coins_write,
                              .index = ZM_INDEX(.tiers = coins_tiers, .tier_size = coins_size, .rank = coins_rank,
                                                .unrank = coins_unrank, .inside = ZM_DESCENDS)};

/* ---- one thing wrong ---- */
static zm_pos unrank_neighbour(const zm_variant *v, zm_place at)
{
    at.index -= at.index == 2 * RARE ? 2 : 0;
    return coins_unrank(v, at);
}
static zm_place rank_neighbour(const zm_variant *v, zm_pos p)
{
    p.lo -= p.lo == RARE;
    return coins_rank(v, p);
}
static zm_pos one_coin_less(const zm_variant *v, zm_pos p)
{
    (void)v;
    return make(p.lo == RARE || p.lo == RARE - 1 ? p.lo - 1 : p.lo, turn_of(p));
}
static zm_pos ended_without_turn(const zm_variant *v, zm_pos p) { return (void)v, p.lo ? p : make(0, 0); }
static zm_pos some_with_others(const zm_variant *v, zm_pos p) /* 77 coins are not worth what 76 are */
{
    return (void)v, make(p.lo == RARE ? RARE - 1 : p.lo, turn_of(p));
}
static void same_text(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    (void)v, zm_say(out, "%u", (unsigned)(p.lo == RARE ? 1 : m));
}

static unsigned no_pass(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    return roll == TAILS && toss_coins(p) == 7 ? 0 : toss_moves(v, p, roll, out);
}
static void heavy(const zm_variant *v, zm_pos p, uint32_t *weight)
{
    (void)v;
    weight[HEADS] = toss_coins(p) == 7 ? 65535 : 1;
    weight[TAILS] = 1;
}
static void weightless(const zm_variant *v, zm_pos p, uint32_t *weight)
{
    (void)v;
    weight[HEADS] = weight[TAILS] = toss_coins(p) != 7;
}

/* ---- found by the proof of a table that the same rules have made, or that sound rules have ---- */
static zm_context *context;

static int set_up(void **state)
{
    (void)state;
    context = zm_context_new();
    return !context;
}

static int tear_down(void **state)
{
    (void)state;
    zm_context_free(context);
    return 0;
}

static void expect(zm_status is, zm_status right, const char *words)
{
    if (is != right || (right != ZM_OK && !strstr(zm_message(context), words)) || strchr(zm_message(context), '\n'))
        fail_msg("status %d, not %d; \"%s\" in \"%s\"", (int)is, (int)right, words, zm_message(context));
}

static bool has_dice(const zm_game *g) { return g->dice && g->dice->rolls; }

static zm_status solve(const zm_game *g, const char *folder)
{
    zm_variant *v;
    zm_solved out;
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = folder, .again = true);
    const char *many = "coins=600"; /* too many for the sample that tells rules apart */
    assert_int_equal(zm_variant_new(context, g, &many, has_dice(g) ? 1 : 0, &v), ZM_OK);
    const zm_status s = zm_solve(context, v, &o, &out);
    zm_variant_free(context, v);
    return s;
}

static zm_status verify(const zm_game *g, const char *folder)
{
    zm_variant *v;
    zm_table *t;
    const char *many = "coins=600"; /* too many for the sample that tells rules apart */
    assert_int_equal(zm_variant_new(context, g, &many, has_dice(g) ? 1 : 0, &v), ZM_OK);
    expect(zm_table_open(context, v, folder, &t), ZM_OK, "");
    zm_verified done;
    const zm_status s = has_dice(g) ? zm_table_verify(context, t, &done) : lab_verify_table(context, t);
    zm_table_close(t);
    zm_variant_free(context, v);
    return s;
}

static void drop_index(zm_completed *g)
{
    g->index.tiers = NULL;
    g->index.tier_size = NULL;
    g->index.rank = NULL;
    g->index.unrank = NULL;
}

/* One thing wrong, and what is said of it. */
typedef struct wrong_game {
    zm_pos (*unrank)(const zm_variant *v, zm_place at);
    zm_place (*rank)(const zm_variant *v, zm_pos p);
    zm_pos (*fingerprint)(const zm_variant *v, zm_pos p);
    void (*write_move)(const zm_variant *v, zm_pos p, zm_move m, zm_text *out);
    const char *says;
} wrong_game;

static const wrong_game wrong_games[] = {
    {.unrank = unrank_neighbour, .says = "rank and unrank of coins disagree"},
    {.rank = rank_neighbour, .says = "rank and unrank of coins disagree"},
    {.fingerprint = one_coin_less, .says = "its position 76:0 is not its own fingerprint"},
    {.fingerprint = ended_without_turn, .says = "whose fingerprint has another side to move"},
    {.fingerprint = some_with_others, .says = "do not have the same end or successors"},
    {.write_move = same_text, .says = "write_move gives two moves the same text"},
};

static void broken(zm_completed *out, const wrong_game *w)
{
    zm_complete(out, &coins);
    out->index.unrank = w->unrank ? w->unrank : out->index.unrank;
    out->index.rank = w->rank ? w->rank : out->index.rank;
    out->game.fingerprint = w->fingerprint;
    out->game.write_move = w->write_move;
}

/* Without an index there is nothing to disagree. */
static void the_proof_finds_one_wrong_place(void **state)
{
    (void)state;
    char folder[4096];
    unit_path("places", folder);
    expect(solve(&coins, folder), ZM_OK, "");
    expect(verify(&coins, folder), ZM_OK, "");
    for (unsigned i = 0; i < sizeof wrong_games / sizeof *wrong_games; i++)
        for (unsigned keyed = 0; keyed < 2; keyed++) {
            zm_completed g;
            if (keyed && (wrong_games[i].rank || wrong_games[i].unrank))
                continue;
            broken(&g, &wrong_games[i]);
            if (keyed)
                drop_index(&g);
            if (wrong_games[i].unrank) { /* found while states are, too; verify has a sound table */
                expect(solve(&g.game, folder), ZM_BAD_INPUT,
                       "unrank finds 76:0 there, whose rank is tier 0, index 152");
                expect(solve(&coins, folder), ZM_OK, "");
            } else {
                expect(solve(&g.game, folder), ZM_OK, "");
            }
            expect(verify(&g.game, folder), ZM_WRONG, wrong_games[i].says);
        }
}

static const struct {
    unsigned (*moves)(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out);
    void (*odds)(const zm_variant *v, zm_pos p, uint32_t *weight);
    const char *says;
} wrong_dice[] = {
    {no_pass, NULL, "one of its rolls has no move"},
    {toss_moves, heavy, "add up to more than 65535"},
    {toss_moves, weightless, "all its rolls have the weight 0"},
};

/* Neither solved nor, where sound rules have made the table, called right. */
static void wrong_dice_are_refused_by_solve_and_proof(void **state)
{
    (void)state;
    char folder[4096];
    unit_path("dice", folder);
    for (unsigned i = 0; i < sizeof wrong_dice / sizeof *wrong_dice; i++)
        for (unsigned keyed = 0; keyed < 2; keyed++) {
            const zm_game *sound = keyed ? &toss_keyed : &toss;
            zm_completed g;
            zm_complete(&g, sound);
            g.dice.moves = wrong_dice[i].moves;
            g.dice.odds = wrong_dice[i].odds;
            expect(solve(&g.game, folder), ZM_BAD_INPUT, wrong_dice[i].says);
            expect(solve(sound, folder), ZM_OK, "");
            expect(verify(sound, folder), ZM_OK, "");
            expect(verify(&g.game, folder), ZM_WRONG, "has a roll without a move, or the weights of its rolls");
        }
}

/* ---- refused before it is ever solved: writes outside arrays ---- */
static unsigned moves_before(const zm_variant *v, zm_pos p, zm_move *out)
{
    out[-1] = 1;
    return coins_moves(v, p, out);
}
static unsigned moves_behind(const zm_variant *v, zm_pos p, zm_move *out)
{
    out[ZM_MAX_MOVES] = 1;
    return coins_moves(v, p, out);
}
static unsigned leaving_behind(const zm_variant *v, zm_pos p, zm_move *out, unsigned *staying)
{
    out[ZM_MAX_MOVES + 1] = 1;
    *staying = (unsigned)(p.lo < 3 ? p.lo : 3);
    return (void)v, 0;
}
static void coins_parents_inside(const zm_variant *v, zm_pos p, zm_visit_index *visit, void *arg)
{
    for (uint64_t take = 1; take <= 3 && p.lo + take <= COINS; take++)
        visit(arg, coins_rank(v, make(p.lo + take, !turn_of(p))).index, false);
}
static unsigned children_behind(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    return (void)v, (void)tier, out[ZM_MAX_CHILDREN] = 0, 0;
}
static void long_text(const zm_variant *v, zm_pos p, zm_text *out) { (void)v, zm_say(out, "%0300u", (unsigned)p.lo); }
static void long_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    (void)v, (void)p, zm_say(out, "%0256u", (unsigned)m);
}
static unsigned cells_behind(const zm_variant *v, zm_pos p, zm_cell *out)
{
    (void)v, (void)p;
    out[0] = out[ZM_MAX_CELLS] = (zm_cell){.piece = '.'};
    return 1;
}
static unsigned one_cell(const zm_variant *v, zm_pos p, zm_cell *out)
{
    return (void)v, (void)p, out[0] = (zm_cell){.piece = '.'}, 1;
}
static unsigned hands_behind(const zm_variant *v, zm_pos p, zm_hand *out)
{
    for (unsigned i = 0; i <= ZM_MAX_HAND; i++)
        out[i] = (zm_hand){'c', 2, 1};
    return (void)v, (void)p, 1;
}
static unsigned nameless_hand(const zm_variant *v, zm_pos p, zm_hand *out)
{
    return (void)v, (void)p, out[0] = (zm_hand){0, 1, 1}, 1;
}
static void long_name(const zm_variant *v, zm_pos p, const zm_cell *cell, zm_text *out)
{
    (void)v, (void)p, (void)cell, zm_say(out, "thirteen-long");
}
static void touches_behind(const zm_variant *v, zm_pos p, zm_move m, zm_touches *out)
{
    (void)v, (void)p, (void)m, out[1].count = 1;
}
static unsigned winning_behind(const zm_variant *v, zm_pos p, zm_point *out)
{
    return (void)v, (void)p, out[ZM_MAX_TOUCHES].row = 1, 0;
}
static bool three_points(const zm_variant *v, zm_pos p, unsigned *out) { return (void)v, (void)p, out[2] = 1, true; }
static unsigned image_behind(const zm_variant *v, unsigned operation, uint8_t *image)
{
    return (void)v, image[0] = image[ZM_MAX_CELLS] = 0, operation == 0;
}
static unsigned twice_there(const zm_variant *v, unsigned operation, uint8_t *image)
{
    return (void)v, image[0] = image[1] = 0, operation ? 0 : 2;
}
static void third_weight(const zm_variant *v, zm_pos p, uint32_t *weight)
{
    (void)v, (void)p, weight[0] = weight[1] = weight[2] = 1;
}

/* ---- and what they say ---- */
static void moody(const zm_variant *v, zm_pos p, uint32_t *weight)
{
    static uint32_t calls;
    (void)v, (void)p, weight[HEADS] = 1 + calls++ % 7, weight[TAILS] = 1;
}
static unsigned same_for_both(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    return (void)roll, toss_moves(v, p, TAILS, out);
}
static double far_ahead(const zm_variant *v, zm_pos p) { return (void)v, (void)p, 2; }
static bool always(const zm_variant *v) { return (void)v, true; }
static bool not_the_rare(const zm_variant *v, zm_place at) { return (void)v, at.index % 16 != 2; }
static unsigned last_and_one(const zm_variant *v, zm_pos p, const zm_move *moves, unsigned count)
{
    return (void)v, (void)p, (void)moves, count;
}
static unsigned third_phase(const zm_variant *v, zm_pos p) { return (void)v, (void)p, 2; }
static zm_end lost_by_first(const zm_variant *v, zm_pos p)
{
    return (void)v, p.lo ? ZM_OPEN : turn_of(p) ? ZM_WIN : ZM_LOSS;
}

/* What chance does not show with one seed it shows with another. */
static void refused(const zm_game *g, const char *setting, const char *words)
{
    zm_variant *v;
    zm_status s = ZM_OK;
    assert_int_equal(zm_variant_new(context, g, &setting, setting ? 1 : 0, &v), ZM_OK);
    for (uint64_t seed = 1; seed <= 4 && s == ZM_OK; seed++)
        s = zm_check_game(context, v, seed, 200);
    if (s != ZM_BAD_INPUT || !strstr(zm_message(context), words))
        fail_msg("%s: expected \"%s\" in \"%s\"", g->name, words, zm_message(context));
    zm_variant_free(context, v);
}

#define REFUSED(sound, words, ...)     \
    do {                               \
        zm_completed g;                \
        zm_complete(&g, &(sound));     \
        g.__VA_ARGS__;                 \
        refused(&g.game, NULL, words); \
    } while (0)

static void texts_that_are_too_long_are_found(void **state)
{
    (void)state;
    REFUSED(coins, "players needs two names or none", game.players[0] = "white"; g.game.players[1] = NULL);
    REFUSED(coins, "write writes 300 bytes; 1 to 255 are allowed", game.write = long_text);
    REFUSED(coins, "write_move writes 256 bytes; 1 to 255 are allowed", game.write_move = long_move);
    REFUSED(coins, "name_cell writes more than 11 letters", looks.cells = one_cell; g.looks.name_cell = long_name);
}

static void writes_outside_arrays_are_found(void **state)
{
    (void)state;
    REFUSED(coins, "moves writes outside its array of 524288 bytes: 1 bytes before it", game.moves = moves_before);
    REFUSED(coins, "moves writes outside its array of 524288 bytes: 0 bytes behind it", game.moves = moves_behind);
    REFUSED(coins, "leaving writes outside", backward.leaving = leaving_behind;
            g.backward.parents_inside = coins_parents_inside; g.index.inside = ZM_CYCLES);
    REFUSED(coins, "children writes outside", index.children = children_behind);
    REFUSED(coins, "cells writes outside", looks.cells = cells_behind);
    REFUSED(coins, "touches writes outside", looks.touches = touches_behind);
    REFUSED(coins, "winning writes outside", looks.winning = winning_behind);
    REFUSED(coins, "points writes outside", looks.points = three_points);
    REFUSED(coins, "in_hand writes outside", looks.in_hand = hands_behind);
    REFUSED(coins, "in_hand gives a kind (number 1) without a letter", looks.in_hand = nameless_hand);
    REFUSED(coins, "symmetry writes outside", counts.symmetry = image_behind);
    REFUSED(toss, "odds writes outside its array of 8 bytes", dice.odds = third_weight);
}

static void broken_promises_are_found(void **state)
{
    (void)state;
    REFUSED(toss, "one of its rolls has no move", dice.moves = no_pass);
    REFUSED(toss, "add up to more than 65535", dice.odds = heavy);
    REFUSED(toss, "all its rolls have the weight 0", dice.odds = weightless);
    REFUSED(toss, "odds says something else when asked again", dice.odds = moody);
    REFUSED(toss, "no two rolls share one", dice.moves = same_for_both);
    REFUSED(toss, "lead gives 2", dice.lead = far_ahead);
    REFUSED(coins, "odds and lead need rolls", dice.odds = heavy);
    REFUSED(coins, "leaving and parents_inside go together", backward.leaving = leaving_behind);
    REFUSED(coins, "from_mover, but its end or moves are others", game.from_mover = true; g.game.ended = lost_by_first);
    REFUSED(coins, "is_state says of tier 0", index.all_states = always; g.index.is_state = not_the_rare);
    REFUSED(coins, "policy one-more chooses move", sources.policies[0] = (zm_policy){"one-more", "", last_and_one});
    REFUSED(coins, "phase gives 2; there are 1 phases", looks.phases[0] = "take"; g.looks.phase = third_phase);
    REFUSED(coins, "is no permutation of the points", counts.symmetry = twice_there);
}

/* ---- what random play seldom meets: symmetric states, and games that are over ---- */
static const zm_game *real;

typedef struct certain {
    zm_visit_index *visit;
    void *arg;
} certain;

static void visit_surely(void *arg, uint64_t index, bool doubtful)
{
    const certain *w = arg;
    (void)doubtful;
    w->visit(w->arg, index, false);
}

static void never_doubtful(const zm_variant *v, zm_pos p, zm_visit_index *visit, void *arg)
{
    certain w = {visit, arg};
    real->backward->parents_inside(v, p, visit_surely, &w);
}

static bool second_moves; /* in every game that is over: the second player, or the first */

static zm_pos over_without_turn(const zm_variant *v, zm_pos p)
{
    p = real->fingerprint(v, p);
    if (zm_moves_of(v, p, (zm_move[ZM_MAX_MOVES]){0}, &(unsigned){0}) != ZM_OPEN)
        p.hi = second_moves ? p.hi | ZM_TURN_BIT : p.hi & ~ZM_TURN_BIT;
    return p;
}

static void copy_game(zm_completed *out, const char *name)
{
    assert_int_equal(zm_find_game(context, name, &real), ZM_OK);
    zm_complete(out, real);
}

static void symmetric_states_and_endings_are_met(void **state)
{
    (void)state;
    static const struct {
        const char *game, *setting;
    } cyclic[] = {{"nine-mens-morris", "endgame=4"}, {"nine-mens-morris", NULL}};
    zm_completed g;
    for (size_t i = 0; i < sizeof cyclic / sizeof *cyclic; i++) {
        copy_game(&g, cyclic[i].game);
        g.backward.parents_inside = never_doubtful;
        g.rows = (zm_rows){0};
        refused(&g.game, cyclic[i].setting, "does not call it doubtful");
    }
    copy_game(&g, "tic-tac-toe");
    g.index = (zm_index){.version = ZM_INDEX_VERSION}; /* its ranks are of another fingerprint */
    g.game.fingerprint = over_without_turn;
    refused(&g.game, NULL, "another side to move");
    second_moves = true;
    copy_game(&g, "fox-and-geese");
    drop_index(&g);
    g.game.fingerprint = over_without_turn;
    g.game.hunt = NULL;
    g.index.children = NULL;
    g.backward.parents = NULL;
    refused(&g.game, "geese=4", "another side to move");
}

/* ---- a game that is over after two plies, but for one that hardly any random game is ---- */
enum { WAYS = 1000, SHORT_WAYS = 100 }; /* from 1 coin, the last of them end the game */

static bool is_over(zm_pos p) { return p.lo > 1 + WAYS - SHORT_WAYS && p.lo <= 1 + WAYS; }
static zm_pos dash_start(const zm_variant *v) { return (void)v, make(0, 0); }
static unsigned dash_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    (void)v;
    for (unsigned i = 0; i < WAYS && p.lo == 1; i++)
        out[i] = 2 + i;
    if (p.lo != 1)
        out[0] = p.lo ? p.lo + WAYS : 1;
    return is_over(p) ? 0 : p.lo == 1 ? WAYS : 1;
}
static zm_pos dash_play(const zm_variant *v, zm_pos p, zm_move m) { return (void)v, make(m, !turn_of(p)); }
static bool dash_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    unsigned number, turn;
    (void)v;
    if (sscanf(text, "%u:%u", &number, &turn) != 2)
        return zm_wrong(why, 0, "expected coins:turn");
    *p = make(number, turn);
    return true;
}
static unsigned winning_much(const zm_variant *v, zm_pos p, zm_point *out)
{
    return (void)v, (void)out, is_over(p) ? ZM_MAX_TOUCHES + 1 : 0;
}

static void the_end_of_a_short_game_is_met(void **state)
{
    (void)state;
    zm_completed g;
    zm_complete(&g, &coins);
    drop_index(&g);
    g.index.inside = ZM_CYCLES;
    g.game.start = dash_start;
    g.game.moves = dash_moves;
    g.game.play = dash_play;
    g.game.read = dash_read;
    g.looks.winning = winning_much;
    refused(&g.game, NULL, "winning gives");
}

/* ---- rows ---- */
static uint32_t no_width(const zm_variant *v, uint32_t tier) { return (void)v, (void)tier, 0; }
static uint32_t wide(const zm_variant *v, uint32_t tier) { return (void)v, (void)tier, UINT32_MAX; }

static void rows_without_a_width_are_refused(void **state)
{
    (void)state;
    zm_completed g;
    copy_game(&g, "nine-mens-morris");
    g.rows.width = NULL;
    g.rows.parents_of_row = NULL;
    refused(&g.game, "endgame=4", "rows need their width");
    g.rows.lead = NULL;
    g.rows.width = no_width;
    refused(&g.game, "endgame=4", "rows: width is 0 in tier");
    g.rows.width = wide;
    refused(&g.game, "endgame=4", "rows: width is 4294967295 in tier");
}

/* ---- facets that only a solver asks: nothing else would notice ---- */
static uint64_t other_many(const zm_variant *v, uint32_t pair, uint64_t n)
{
    return real->hunt->many(v, pair, n ? n - 1 : 1);
}
static zm_pos no_square(const zm_variant *v, uint64_t many, unsigned square, bool lone_to_move)
{
    return real->hunt->position(v, many, square, !lone_to_move);
}
static uint64_t one_aside(const zm_variant *v, uint64_t squares) { return real->race->facing(v, squares) << 1; }
static unsigned many_steps(const zm_variant *v, zm_side side, unsigned roll, zm_race_step *out)
{
    return (void)v, (void)side, (void)roll, (void)out, ZM_RACE_STEPS + 1;
}
static unsigned few_bits(const zm_variant *v) { return (void)v, 4; }
static unsigned many_kids(const zm_variant *v, const zm_seek_node *n, zm_kid *out, int *score)
{
    return (void)v, (void)n, (void)out, (void)score, ZM_SEARCH_KIDS + 1;
}

static void hunts_races_and_searches_are_compared_with_the_rules(void **state)
{
    (void)state;
    zm_completed g;
    copy_game(&g, "hasenspiel");
    zm_hunt hunt = *real->hunt;
    g.game.hunt = &hunt;
    hunt.many = other_many;
    refused(&g.game, NULL, "hunt: place of the placement that many gives is another one");
    hunt.many = real->hunt->many;
    hunt.position = no_square;
    refused(&g.game, NULL, "hunt: many and position make another state of its place");
    hunt.place = NULL;
    refused(&g.game, NULL, "it lacks place of hunt");
    copy_game(&g, "madn");
    zm_race race = *real->race;
    g.game.race = &race;
    race.facing = one_aside;
    refused(&g.game, NULL, "race: facing is not its own inverse");
    race.facing = real->race->facing;
    race.steps = many_steps;
    refused(&g.game, NULL, "race: steps gives 17 with a roll; 16 are allowed");
    copy_game(&g, "connect-4");
    zm_search search = *real->search;
    g.game.search = &search;
    search.key_bits = few_bits;
    refused(&g.game, NULL, "; key_bits says 4");
    search.key_bits = real->search->key_bits;
    search.expand = many_kids;
    refused(&g.game, NULL, "search: expand gives 65; 64 are allowed");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_proof_finds_one_wrong_place),
        TEST(wrong_dice_are_refused_by_solve_and_proof),
        TEST(texts_that_are_too_long_are_found),
        TEST(writes_outside_arrays_are_found),
        TEST(broken_promises_are_found),
        TEST(symmetric_states_and_endings_are_met),
        TEST(the_end_of_a_short_game_is_met),
        TEST(rows_without_a_width_are_refused),
        TEST(hunts_races_and_searches_are_compared_with_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
