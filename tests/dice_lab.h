/* dice_lab.h: a small game with dice whose probabilities are fractions, for the tests of tables of odds.
 *
 * "toss": a heap of coins and a toss. Heads: the mover takes one coin or two, or, of a heap of 4, 8, 12 ..., calls it a
 * draw, and the turn passes. Tails: nothing can be done; with an even heap the turn passes, with an odd one it stays,
 * so that the state comes back at once. Who is to move without coins has lost. With x = max(1 - V(n-1), 1 - V(n-2), 1/2
 * where it may be called), h of weight heads and t of weight tails
 *     V(0) = 0,   V(n) = x for odd n,   V(n) = (h x + t (1 - V(n))) / (h + t), so (h x + t) / (h + 2 t), for even n:
 * 1, 2/3, 1/3, 5/9, 2/3, 13/27, 14/27, 41/81, 40/81, 122/243, 41/81, 1/2 for 1 to 12 coins where h = t. Tiers are the
 * coins left. Each has a place for each side to move, tier 0 also for the draws, and one that is waste. "toss-keyed" is
 * the same without its index, "toss-heavy" with tails twice as likely as heads, "toss-mover" as the mover sees it. */
#ifndef DICE_LAB_H
#define DICE_LAB_H

#include "table/write/writer.h"
#include "table_lab.h"

enum { HEADS, TAILS, TAKE_ONE = 1, TAKE_TWO, CALL_DRAW, PASS };

static inline unsigned toss_coins(zm_pos p) { return (unsigned)(p.lo & 0xFFFF); }
static inline bool toss_drawn(zm_pos p) { return p.lo >> 16 & 1; }
static inline zm_pos toss_make(unsigned coins, bool drawn, unsigned turn)
{
    return (zm_pos){.lo = coins | (uint64_t)drawn << 16, .hi = turn ? ZM_TURN_BIT : 0};
}
static inline zm_pos toss_start(const zm_variant *v)
{
    return toss_make((unsigned)zm_option_number(v, "coins"), false, 0);
}

static inline unsigned toss_moves(const zm_variant *v, zm_pos p, unsigned roll, zm_move *out)
{
    unsigned n = 0;
    (void)v;
    if (roll == TAILS) {
        out[n++] = PASS;
        return n;
    }
    out[n++] = TAKE_ONE;
    if (toss_coins(p) > 1)
        out[n++] = TAKE_TWO;
    if (toss_coins(p) % 4 == 0)
        out[n++] = CALL_DRAW;
    return n;
}

static inline zm_pos toss_play(const zm_variant *v, zm_pos p, zm_move m)
{
    const unsigned turn = (unsigned)(p.hi >> 63), coins = toss_coins(p);
    (void)v;
    if (m == PASS)
        return toss_make(coins, false, coins % 2 ? turn : !turn);
    return m == CALL_DRAW ? toss_make(0, true, !turn) : toss_make(coins - (unsigned)m, false, !turn);
}

static inline zm_end toss_ended(const zm_variant *v, zm_pos p)
{
    (void)v;
    return toss_coins(p) ? ZM_OPEN : toss_drawn(p) ? ZM_DRAW : ZM_LOSS;
}

static inline void toss_heavy_odds(const zm_variant *v, zm_pos p, uint32_t *weight)
{
    (void)v;
    (void)p;
    weight[HEADS] = 1;
    weight[TAILS] = 2;
}

static inline uint32_t toss_tiers(const zm_variant *v) { return (uint32_t)zm_option_number(v, "coins") + 1; }
static inline uint64_t toss_tier_size(const zm_variant *v, uint32_t tier)
{
    (void)v;
    return tier ? 3 : 5;
}
static inline zm_place toss_rank(const zm_variant *v, zm_pos p)
{
    (void)v;
    return (zm_place){toss_coins(p), (p.hi >> 63) + 2 * toss_drawn(p)};
}
static inline zm_pos toss_unrank(const zm_variant *v, zm_place at)
{
    (void)v;
    return toss_make(at.tier, at.index / 2 % 2 && !at.tier, at.index % 2);
}

static inline bool toss_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    unsigned coins, drawn, turn;
    (void)v;
    if (sscanf(text, "%u:%u:%u", &coins, &drawn, &turn) != 3)
        return zm_wrong(why, 0, "expected coins:drawn:turn");
    *p = toss_make(coins, drawn, turn);
    return true;
}
static inline void toss_write(const zm_variant *v, zm_pos p, zm_text *out)
{
    (void)v;
    zm_say(out, "%u:%u:%u", toss_coins(p), (unsigned)toss_drawn(p), (unsigned)(p.hi >> 63));
}

#define TOSS(...)                                                                                                  \
    {                                                                                                              \
        .abi = ZM_ABI, .title = "Toss", .about = "A test game.",                                                   \
        .options = {ZM_INT("coins", "12", 1, 60000, "coins in the heap")}, .start = toss_start, .play = toss_play, \
        .ended = toss_ended, .read = toss_read, .write = toss_write, __VA_ARGS__                                   \
    }
#define TOSS_INDEX ZM_INDEX(.tiers = toss_tiers, .tier_size = toss_tier_size, .rank = toss_rank, .unrank = toss_unrank)
#define TOSS_DICE ZM_DICE(.rolls = 2, .moves = toss_moves)
static const zm_game toss = TOSS(.name = "toss", .dice = TOSS_DICE, .index = TOSS_INDEX);
static const zm_game toss_heavy = TOSS(.name = "toss-heavy", .index = TOSS_INDEX,
                                       .dice = ZM_DICE(.rolls = 2, .moves = toss_moves, .odds = toss_heavy_odds));
static const zm_game toss_keyed = TOSS(.name = "toss-keyed", .dice = TOSS_DICE);
static const zm_game toss_mover =
    TOSS(.name = "toss-mover", .dice = TOSS_DICE, .index = TOSS_INDEX, .from_mover = true);

/* ---- the truth ---- */
typedef unsigned __int128 big;
typedef struct fraction {
    big n, d;
} fraction;

static inline fraction toss_best(fraction a, fraction b) { return a.n * b.d > b.n * a.d ? a : b; }
static inline fraction toss_other(fraction a) { return (fraction){a.d - a.n, a.d}; }

/* The exact probability that the side to move wins; only up to 20 coins. */
static inline fraction toss_truth(const zm_variant *v, unsigned coins, bool drawn)
{
    const unsigned h = 1, t = v->game->dice->odds ? 2 : 1;
    fraction before = {0, 1}, last = {0, 1}; /* of one and of no coin fewer */
    if (drawn || coins > 20)
        return (fraction){1, 2};
    for (unsigned n = 1; n <= coins; n++) {
        fraction x = toss_other(last);
        if (n > 1)
            x = toss_best(x, toss_other(before));
        if (n % 4 == 0)
            x = toss_best(x, (fraction){1, 2});
        before = last;
        last = n % 2 ? x : (fraction){h * x.n + t * x.d, (h + 2 * t) * x.d};
    }
    return last;
}

/* What a solver may store: the truth, and a little around it. Rounding costs a state its successors' width and at most
 * two more. */
static inline zm_odds toss_odds(const zm_variant *v, zm_pos p)
{
    const fraction f = toss_truth(v, toss_coins(p), toss_drawn(p));
    const uint64_t floor = (uint64_t)(f.n * ZM_CERTAIN / f.d), ceil = (uint64_t)((f.n * ZM_CERTAIN + f.d - 1) / f.d);
    const uint64_t slack = 3 * toss_coins(p);
    return (zm_odds){(uint32_t)(floor > slack ? floor - slack : 0),
                     (uint32_t)(ceil + slack < ZM_CERTAIN ? ceil + slack : ZM_CERTAIN)};
}

/* ---- a table of it ---- */
typedef struct dice_lab {
    zm_context *c;
    zm_variant *v;
    char tables[256], folder[1024];
    bool keyed, in_pieces;
    uint32_t tiers;
    uint64_t *size;
    zm_odds **value;
    zm_summary *sum;
    zm_pos *keys;
    zm_odds start;
    uint64_t part_states;
} dice_lab;

static inline zm_pos dice_state(const dice_lab *l, uint32_t tier, uint64_t index)
{
    return l->keyed ? l->keys[index] : toss_unrank(l->v, (zm_place){tier, index});
}

static inline bool dice_is_state(const dice_lab *l, uint32_t tier, uint64_t index)
{
    if (l->keyed)
        return true;
    return index < (tier ? 2 : 4) && !(l->v->game->from_mover && index % 2);
}

static inline void dice_sum(dice_lab *l)
{
    for (uint32_t t = 0; t < l->tiers; t++) {
        l->sum[t] = (zm_summary){.dice = true};
        for (uint64_t i = 0; i < l->size[t]; i++)
            if (zm_is_odds(l->value[t][i]))
                zm_summary_count_odds(&l->sum[t], dice_state(l, t, i), l->value[t][i],
                                      toss_ended(l->v, dice_state(l, t, i)) != ZM_OPEN);
    }
}

static inline void dice_fill(dice_lab *l)
{
    for (uint32_t t = 0; t < l->tiers; t++) {
        l->value[t] = calloc(l->size[t], sizeof(zm_odds));
        for (uint64_t i = 0; i < l->size[t]; i++)
            l->value[t][i] = dice_is_state(l, t, i) ? toss_odds(l->v, dice_state(l, t, i)) : zm_no_odds();
    }
    dice_sum(l);
}

static inline void dice_open(dice_lab *l, const zm_game *g, const char *coins, uint64_t part_states)
{
    char set[64];
    const char *settings[] = {set}, *tmp = getenv("TMPDIR");
    static unsigned number;
    *l = (dice_lab){.keyed = !g->index, .part_states = part_states};
    snprintf(set, sizeof set, "coins=%s", coins);
    snprintf(l->tables, sizeof l->tables, "%s/dice_lab.%d.%u", tmp ? tmp : "/tmp", (int)getpid(), number++);
    l->c = zm_context_new();
    zm_set_threads(l->c, 2);
    zm_set_sync(l->c, false);
    assert_int_equal(zm_variant_new(l->c, g, settings, 1, &l->v), ZM_OK);
    assert_int_equal(zm_table_path(l->c, l->v, l->tables, l->folder, sizeof l->folder), ZM_OK);
    const uint32_t heap = toss_tiers(l->v);
    l->tiers = l->keyed ? 1 : heap;
    l->size = calloc(l->tiers, sizeof *l->size);
    l->sum = calloc(l->tiers, sizeof *l->sum);
    l->value = calloc(l->tiers, sizeof *l->value);
    l->keys = calloc(2 * heap + 2, sizeof *l->keys);
    for (uint32_t t = 0; t < l->tiers && !l->keyed; t++)
        l->size[t] = toss_tier_size(l->v, t);
    for (unsigned turn = 0; turn < 2 && l->keyed; turn++) /* in the order of keys */
        for (unsigned n = 0; n <= heap; n++)
            l->keys[l->size[0]++] = n < heap ? toss_make(n, false, turn) : toss_make(0, true, turn);
    dice_fill(l);
    l->start = toss_odds(l->v, zm_start_state(l->v));
}

static inline zm_writer_plan dice_plan(const dice_lab *l)
{
    return (zm_writer_plan){
        .tiers = l->tiers, .tier_size = l->size, .keyed = l->keyed, .odds = true, .part_states = l->part_states};
}

static inline zm_status dice_add(dice_lab *l, zm_writer *w, uint32_t t)
{
    if (!l->in_pieces)
        return zm_writer_add_odds(w, t, l->value[t], &l->sum[t]);
    zm_status s = zm_writer_begin_odds(w, t);
    for (uint64_t i = 0; i < l->size[t] && s == ZM_OK; i++)
        s = zm_writer_add_odds_piece(w, &l->value[t][i], 1);
    return s == ZM_OK ? zm_writer_end_odds(w, &l->sum[t]) : s;
}

/* Goes on from where the table is; stops before tier `stop` (UINT32_MAX: finishes). */
static inline zm_status dice_write_until(dice_lab *l, bool again, uint32_t stop)
{
    zm_writer_plan plan = dice_plan(l);
    zm_writer *w;
    zm_summary total;
    uint64_t written;
    plan.again = again;
    zm_status s = zm_writer_open(l->c, l->v, l->tables, &plan, &w);
    if (s != ZM_OK)
        return s;
    if (!zm_writer_finished(w) && l->keyed)
        s = zm_writer_keys(w, l->keys, l->size[0]);
    for (uint32_t t = zm_writer_done(w); s == ZM_OK && t < l->tiers && t < stop; t++)
        s = dice_add(l, w, t);
    if (s == ZM_OK && stop == UINT32_MAX)
        s = zm_writer_finish_odds(w, l->start, &total, &written);
    zm_writer_close(w);
    return s;
}

static inline zm_status dice_write(dice_lab *l) { return dice_write_until(l, true, UINT32_MAX); }

/* The part of a table's lab that its files are: what works on files takes it. */
static inline lab dice_files(const dice_lab *l)
{
    lab f = {.c = l->c, .v = l->v};
    snprintf(f.tables, sizeof f.tables, "%s", l->tables);
    snprintf(f.folder, sizeof f.folder, "%s", l->folder);
    return f;
}

static inline void dice_close(dice_lab *l)
{
    for (uint32_t t = 0; t < l->tiers; t++)
        free(l->value[t]);
    free(l->value);
    free(l->size);
    free(l->sum);
    free(l->keys);
    zm_table_remove(l->c, l->v, l->tables);
    zm_variant_free(l->c, l->v);
    assert_int_equal(zm_memory_used(l->c), 0);
    zm_context_free(l->c);
}

#endif
