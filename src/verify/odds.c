/* odds.c: is a table of probabilities right? Of every state in it the interval is recomputed from the intervals of its
 * successors, with the rules and nothing of the solvers.
 *
 * With weights w of the rolls, their sum W, and all sums and roundings in whole numbers,
 *     lower' = floor(sum of w * (the best move's lower) / W),    upper' = ceil(sum of w * (the best move's upper) / W),
 * where a successor at which the other side is to move counts as seen from this side. The table is right when every
 * state has lower <= lower' and upper' <= upper, states that are over have exactly what they are worth, and every
 * successor is a state.
 *
 * Why that proves the intervals. Look at everything as the first player's chance of winning. A state where the second
 * is to move then takes the smallest instead of the largest over its moves, and the lower bounds are made of lower
 * bounds only: there is one operator T on vectors of numbers, the same for both bounds, monotone and continuous, and
 * the true chances are a fixed point of it. (Where the turn is no part of the state, take two copies of each state, one
 * for either player.) The check says L <= T(L) for the lower bounds. As T is monotone, L <= T(L) <= T(T(L)) <= ..., a
 * sequence that cannot exceed 1 and so has a limit, which is a fixed point. It is the only one: were there two, x and
 * y, take a state where x - y is as large as anywhere, D > 0. Let the first player move as is best by x and the second
 * as is best by y. Then x - y at the state is at most its average over the successors, and at none of them more than D,
 * so it is D at all of them, at theirs, and so on; but where the game is over it is 0. That game would never end, and
 * games with dice end with probability 1 however they are played. So the limit is the truth, and L is not above it.
 * Likewise the upper bounds from above.
 *
 * A roll whose only move leads back to the same state with the same side to move is left out of sum and W. That is no
 * other check: with s of its weight, lower * W <= S + s * lower and lower * (W - s) <= S say the same, and so do their
 * roundings, lower being whole.
 *
 * Memory: 8 bytes a place for the tier at hand and its children if there is room for them, else blocks are decoded as
 * they are asked for; 16 bytes a state in a keyed table. Cost: one expansion a state. */
#include "contract.h"
#include "game/expand.h"
#include "game/rolls.h"
#include "game/trace/trace.h"
#include "table/read/tier_values.h"
#include "table/write/writer.h"
#include "verify.h"

#include <zermelo/race.h>

enum { CHUNK = 4096 }; /* places that a thread takes at a time */

typedef struct audit {
    zm_context *context;
    const zm_table *table;
    const zm_variant *variant;
    const zm_game *rules;
    const zm_game *unnoted; /* for successors: the last note stays that of the state at hand */
    zm_pos *keys;           /* of a keyed table */
    zm_tier_values known;
    uint32_t tier;
} audit;

/* What a tier adds up to, and what is wrong in it. */
typedef struct tally {
    zm_summary sum;
    uint64_t moves;
    zm_fault fault;
    zm_status status; /* blocks could not be read */
} tally;

/* A state that is looked at. */
typedef struct sight {
    uint64_t index;
    zm_pos state;
    zm_odds stored;
} sight;

static void blame(const audit *k, tally *y, const sight *s, zm_fault_kind kind, zm_odds right, zm_pos successor)
{
    zm_blame(&y->fault, (zm_fault){.kind = kind,
                                   .tier = k->tier,
                                   .at = s->index,
                                   .stored_odds = s->stored,
                                   .right_odds = right,
                                   .state = s->state,
                                   .successor = successor});
}

static bool find(const audit *k, zm_pos p, zm_place *at)
{
    if (k->keys)
        return zm_find_key(k->keys, k->table->layout.places, p, at);
    *at = k->rules->index->rank(k->variant, p);
    return at->tier < k->table->layout.tiers && at->index < k->table->layout.tier[at->tier].size;
}

/* ---- one state ---- */

static zm_odds odds_of_end(zm_end end)
{
    const zm_odds lost = {0, 0}, won = {ZM_CERTAIN, ZM_CERTAIN}, drawn = {ZM_CERTAIN / 2, ZM_CERTAIN / 2 + 1};
    return end == ZM_WIN ? won : end == ZM_DRAW ? drawn : lost;
}

/* The index of a race numbers pairs of sides (zermelo/race.h), which `unrank` finds out again by searching. That these
 * two are inverse follows from the numbering; what the game adds is that a position and its sides stand for each other,
 * and that the sides are some. */
static bool is_pair_of_sides(const zm_variant *v, zm_pos p)
{
    const zm_race *r = zm_quick_rules(v)->race;
    const uint64_t squares = zm_low_bits(r->squares(v));
    const unsigned homes = r->homes(v);
    zm_side s[2];
    r->sides(v, p, s);
    for (unsigned i = 0; i < 2; i++)
        if (s[i].home >= homes || s[i].track & ~squares || zm_count_bits(s[i].track) > r->runners(v, s[i].home))
            return false;
    return (s[0].home || s[1].home) && !(r->facing(v, s[0].track) & s[1].track) &&
           zm_same(r->position(v, s[0], s[1]), p);
}

static zm_fault_kind move_fault(const audit *k, zm_pos p, zm_pos next, const zm_place *at, bool passes)
{
    const zm_game *r = k->unnoted;
    const bool race = r->race && r->index->rank == zm_race_rank && r->index->unrank == zm_race_unrank;
    if (at && !k->keys && !race)
        return zm_move_fault(r, k->variant, p, next, *at, passes);
    if (at && !k->keys && !is_pair_of_sides(k->variant, next))
        return ZM_MISPLACED;
    return zm_keeps_turn(r, k->variant, p, next, passes) ? ZM_NO_FAULT : ZM_TURN_CHANGED;
}

/* The odds of a successor, for the side to move in s. False: something is wrong with it, and noted. */
static bool look_at(const audit *k, tally *y, const sight *s, zm_pos next, bool passes, zm_odds *odds)
{
    zm_place at;
    const bool there = find(k, next, &at);
    if (there && at.tier > k->tier) {
        blame(k, y, s, ZM_UPWARD, zm_no_odds(), next);
        return false;
    }
    const zm_fault_kind fault = move_fault(k, s->state, next, there ? &at : NULL, passes);
    if (fault) {
        blame(k, y, s, fault, zm_no_odds(), next);
        return false;
    }
    if (there)
        y->status = zm_tier_values_odds(&k->known, at, odds);
    if (y->status != ZM_OK)
        return false;
    if (!there || !zm_is_odds(*odds)) {
        blame(k, y, s, ZM_NO_SUCCESSOR, zm_no_odds(), next);
        return false;
    }
    if (passes)
        *odds = zm_odds_against(*odds);
    return true;
}

/* The rolls, added up. */
typedef struct sum {
    uint64_t lower, upper, weight; /* at most 2^16 times 2^32 */
    unsigned moves;
} sum;

/* Adds a roll; a player who cannot move has lost. */
static bool add_roll(const audit *k, tally *y, const sight *s, unsigned roll, uint32_t weight, uint32_t *count,
                     sum *all)
{
    zm_move moves[ZM_MAX_MOVES];
    const unsigned n = *count = k->rules->dice->moves(k->variant, s->state, roll, moves);
    zm_odds best = {0, 0};
    bool stays = n == 1;
    for (unsigned i = 0; i < n; i++) {
        bool passes;
        zm_odds odds;
        const zm_pos next = zm_rules_play(k->rules, k->variant, s->state, moves[i], &passes);
        if (!look_at(k, y, s, next, passes, &odds))
            return false;
        best.lower = odds.lower > best.lower ? odds.lower : best.lower;
        best.upper = odds.upper > best.upper ? odds.upper : best.upper;
        stays = stays && !passes && zm_same(next, s->state);
    }
    all->moves += n;
    if (stays)
        return true;
    all->lower += (uint64_t)weight * best.lower;
    all->upper += (uint64_t)weight * best.upper;
    all->weight += weight;
    return true;
}

/* What the moves of a state make it; *over: it has none, or is over without being asked. False: something is wrong, and
 * noted. */
static bool recompute(const audit *k, tally *y, const sight *s, zm_odds *right, bool *over)
{
    uint32_t weight[ZM_MAX_ROLLS], count[ZM_MAX_ROLLS];
    sum all = {0};
    const zm_end end = k->rules->ended ? k->rules->ended(k->variant, s->state) : ZM_OPEN;
    *right = odds_of_end(end == ZM_OPEN ? ZM_LOSS : end);
    *over = true;
    if (end != ZM_OPEN)
        return true;
    for (unsigned roll = 0; roll < k->rules->dice->rolls; roll++)
        weight[roll] = 1;
    if (k->rules->dice->odds)
        k->rules->dice->odds(k->variant, s->state, weight);
    for (unsigned roll = 0; roll < k->rules->dice->rolls; roll++)
        if (!add_roll(k, y, s, roll, weight[roll], &count[roll], &all))
            return false;
    if (zm_roll_mistake(k->rules->dice->rolls, weight, count)) {
        blame(k, y, s, ZM_BAD_ROLL, zm_no_odds(), s->state);
        return false;
    }
    y->moves += all.moves;
    *over = all.moves == 0;
    if (!*over && all.weight)
        *right = (zm_odds){(uint32_t)(all.lower / all.weight), (uint32_t)((all.upper + all.weight - 1) / all.weight)};
    else if (!*over) /* it comes back for ever: nothing is known of it */
        *right = (zm_odds){0, ZM_CERTAIN};
    return true;
}

/* Has the rules' index this place for this state? */
static bool is_its_place(const audit *k, const sight *s)
{
    return zm_keeps_state(k->rules, k->variant, s->state) &&
           (k->keys || zm_keeps_place(k->rules, k->variant, s->state, (zm_place){k->tier, s->index}));
}

static void audit_state(const audit *k, tally *y, sight *s)
{
    zm_odds right;
    bool over;
    s->state = k->keys ? k->keys[s->index]
                       : k->rules->index->unrank(k->variant, (zm_place){.tier = k->tier, .index = s->index});
    if (!is_its_place(k, s)) {
        blame(k, y, s, ZM_NOT_REACHED, zm_no_odds(), s->state);
        return;
    }
    if (!recompute(k, y, s, &right, &over))
        return;
    const bool holds = over ? s->stored.lower == right.lower && s->stored.upper == right.upper
                            : s->stored.lower <= right.lower && right.upper <= s->stored.upper;
    if (!holds)
        blame(k, y, s, ZM_WRONG_VALUE, right, s->state);
    zm_summary_count_odds(&y->sum, s->state, s->stored, over);
}

/* ---- one tier ---- */

static void audit_chunk(const audit *k, tally *y, uint64_t from)
{
    const uint64_t size = k->table->layout.tier[k->tier].size, end = size - from < CHUNK ? size : from + CHUNK;
    const uint64_t states = y->sum.states;
    for (uint64_t i = from; i < end && y->status == ZM_OK && !y->fault.kind; i++) {
        sight s = {.index = i};
        y->status = zm_tier_values_odds(&k->known, (zm_place){.tier = k->tier, .index = i}, &s.stored);
        if (y->status == ZM_OK && zm_is_odds(s.stored))
            audit_state(k, y, &s);
        else if (y->status == ZM_OK && k->keys) {
            s.state = k->keys[i];
            blame(k, y, &s, ZM_NO_VALUE, zm_no_odds(), s.state);
        }
    }
    zm_progress_add(k->context, y->sum.states - states);
}

static void merge(tally *all, const tally *mine)
{
    zm_summary_add(&all->sum, &mine->sum);
    all->moves += mine->moves;
    if (mine->fault.kind)
        zm_blame(&all->fault, mine->fault);
    if (mine->status != ZM_OK)
        all->status = mine->status;
}

/* Each chunk is looked at up to the first fault in it: so the first of the tier is found whatever the threads do. */
static void audit_places(const audit *k, tally *all)
{
    const uint64_t size = k->table->layout.tier[k->tier].size, chunks = size / CHUNK + (size % CHUNK > 0);
#pragma omp parallel for num_threads(zm_threads(k->context)) if (chunks > 1) schedule(dynamic, 1)
    for (uint64_t i = 0; i < chunks; i++) {
        tally mine = {0};
        if (zm_stopped(k->context))
            continue;
        audit_chunk(k, &mine, i * CHUNK);
#pragma omp critical(zm_verify_odds_merge)
        merge(all, &mine);
    }
}

static zm_status audit_tier(void *arg, uint32_t tier, zm_ledger *ledger, zm_verified *out)
{
    audit *k = arg;
    k->tier = tier;
    zm_context *c = k->context;
    tally all = {.sum.dice = true};
    ZM_TRY(c, zm_tier_values_family(&k->known, k->tier));
    audit_places(k, &all);
    if (zm_stopped(c))
        return zm_fail(c, ZM_INTERRUPTED, "stopped");
    ZM_TRY(c, all.status);
    if (all.fault.kind)
        return zm_report_fault(c, k->table, &all.fault);
    ZM_TRY(c, zm_ledger_tier(c, ledger, k->tier, &all.sum));
    out->states += all.sum.states;
    out->moves += all.moves;
    zm_tier_values_drop(&k->known, k->tier); /* nothing that comes leads back */
    return ZM_OK;
}

/* ---- all ---- */

static zm_status audit_all(audit *k, zm_verified *out)
{
    zm_context *c = k->context;
    const zm_table *t = k->table;
    ZM_TRY(c, zm_tier_values_open(c, t, &k->known));
    if (t->manifest.keyed) {
        ZM_TRY(c, zm_alloc(c, &k->keys, t->layout.places, sizeof *k->keys, "the keys of a table"));
        ZM_TRY(c, zm_read_keys(c, k->variant, &t->keys, k->keys));
    }
    ZM_TRY(c, zm_verify_start(c, t));
    return zm_verify_tiers(c, t, audit_tier, k, out);
}

zm_status zm_verify_odds(zm_context *c, const zm_table *t, zm_verified *out)
{
    audit *k;
    ZM_TRY(c, zm_alloc(c, &k, 1, sizeof *k, "the verifier"));
    k->context = c;
    k->table = t;
    k->variant = t->variant;
    k->rules = zm_quick_rules(t->variant);
    k->unnoted = zm_untraced(t->variant->game);
    zm_progress_begin(c, "recomputing states", t->manifest.total.states);
    zm_status s = audit_all(k, out);
    zm_progress_end(c);
    zm_tier_values_close(&k->known);
    zm_release(c, k->keys);
    zm_release(c, k);
    return s;
}
