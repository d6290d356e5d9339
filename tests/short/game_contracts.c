/* game_contracts.c: what game.h promises, broken in one place of one position. A random sample misses that, so the solve or the proof must find it:
 * a wrong answer is neither stored nor called right.
 *
 * The sound game, "coins": 1 to 3 of up to 500 coins are taken in turn, and who takes the last one wins. "tossed": as dice_lab.h has it. */
#include "dice_lab.h"

#include "engine/cuda/prove.h"

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
static void coins_write(const zm_variant *v, zm_pos p, char *out)
{
    (void)v;
    snprintf(out, ZM_MAX_TEXT, "%u:%u", (unsigned)p.lo, turn_of(p));
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
                              .tiers = coins_tiers,
                              .tier_size = coins_size,
                              .rank = coins_rank,
                              .unrank = coins_unrank,
                              .inside = ZM_DESCENDS};

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
static unsigned third_turn(const zm_variant *v, zm_pos p) { return (void)v, p.lo == RARE ? 2 : turn_of(p); }

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

static zm_status solve(const zm_game *g, const char *folder)
{
    zm_variant *v;
    zm_solved out;
    const zm_solve_options o = {.tables = folder, .again = true};
    const char *many = "coins=600"; /* too many for the sample that tells rules apart */
    assert_int_equal(zm_variant_new(context, g, g->rolls ? 1 : 0, &many, &v), ZM_OK);
    const zm_status s = zm_solve(context, v, &o, &out);
    zm_variant_free(context, v);
    return s;
}

static zm_status verify(const zm_game *g, const char *folder)
{
    zm_variant *v;
    zm_table *t;
    const char *many = "coins=600"; /* too many for the sample that tells rules apart */
    assert_int_equal(zm_variant_new(context, g, g->rolls ? 1 : 0, &many, &v), ZM_OK);
    expect(zm_table_open(context, v, folder, &t), ZM_OK, "");
    zm_verified done;
    const zm_status s = g->rolls ? zm_table_verify(context, t, &done) : lab_verify_table(context, t);
    zm_table_close(t);
    zm_variant_free(context, v);
    return s;
}

static zm_game without_index(zm_game g)
{
    g.tiers = NULL;
    g.tier_size = NULL;
    g.rank = NULL;
    g.unrank = NULL;
    return g;
}

/* One thing wrong, and what is said of it. */
typedef struct wrong_game {
    zm_pos (*unrank)(const zm_variant *v, zm_place at);
    zm_place (*rank)(const zm_variant *v, zm_pos p);
    zm_pos (*fingerprint)(const zm_variant *v, zm_pos p);
    unsigned (*turn)(const zm_variant *v, zm_pos p);
    const char *says;
} wrong_game;

static const wrong_game wrong_games[] = {
    {.unrank = unrank_neighbour, .says = "rank and unrank of coins disagree"},
    {.rank = rank_neighbour, .says = "rank and unrank of coins disagree"},
    {.fingerprint = one_coin_less, .says = "its position 76:0 is not its own fingerprint"},
    {.fingerprint = ended_without_turn, .says = "whose fingerprint has another side to move"},
    {.turn = third_turn, .says = "has no side to move"},
};

static zm_game broken(const wrong_game *w)
{
    zm_game g = coins;
    g.unrank = w->unrank ? w->unrank : g.unrank;
    g.rank = w->rank ? w->rank : g.rank;
    g.fingerprint = w->fingerprint;
    g.turn = w->turn;
    return g;
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
            zm_game g = broken(&wrong_games[i]);
            if (keyed && (wrong_games[i].rank || wrong_games[i].unrank || wrong_games[i].turn))
                continue;
            g = keyed ? without_index(g) : g;
            expect(solve(&g, folder), ZM_OK, "");
            expect(verify(&g, folder), ZM_WRONG, wrong_games[i].says);
        }
}

static const struct {
    unsigned (*roll_moves)(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out);
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
            zm_game g = *sound;
            g.roll_moves = wrong_dice[i].roll_moves;
            g.odds = wrong_dice[i].odds;
            expect(solve(&g, folder), ZM_BAD_INPUT, wrong_dice[i].says);
            expect(solve(sound, folder), ZM_OK, "");
            expect(verify(sound, folder), ZM_OK, "");
            expect(verify(&g, folder), ZM_WRONG, "has a roll without a move, or the weights of its rolls");
        }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_proof_finds_one_wrong_place),
        TEST(wrong_dice_are_refused_by_solve_and_proof),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
