/* verify.c: is the table right? Recomputes every state from its successors, with the rules and nothing of the solvers.
 *
 * From the start, through the tiers from the highest number down (moves never lead up): a state that is marked is
 * expanded once, its value recomputed from the stored values of its successors and compared, its successors marked;
 * inside a tier this is repeated until nothing new is marked. (Where all states count, reached or not, they are all
 * marked.) In the end the marked places must be exactly those with a value.
 *
 * Why that proves the values: let all agree with their successors. A win in r has a move to a loss in r-1, a loss in r
 * has only moves to wins of which the longest is r-1, so by induction on r both are true. A draw has no move to a loss
 * and one to a draw, so neither side can be made to lose by staying among the draws. No other labelling agrees
 * everywhere.
 *
 * Without distances there is no r, and wins and losses could hold each other up in a circle. So they must be grounded:
 * a win by a move to a grounded loss, a loss by nothing but moves to grounded wins, where what lies in lower tiers
 * counts as grounded (circles live inside a tier, and the lower tiers' turn comes). Rounds over a tier ground what they
 * can; a round in which a state is grounded takes the place of r in the induction, and a decided state that is never
 * grounded is wrong.
 *
 * All of that is about places. That a place stands for one state, and that this is what people ask for, is proved of
 * every state and every successor on the way (contract.h).
 *
 * Memory: 2 bytes a place for the tier at hand and its children, and for as many others as the budget allows; 1 bit a
 * place for all. Cost: one expansion a state; a pass over a tier's bits for every round of marking inside it; without
 * distances, one more expansion of what is not grounded yet for every round of that. */
#include "verify.h"
#include "contract.h"
#include "game/expand.h"
#include "game/trace/trace.h"
#include "table/read/tier_values.h"
#include "table/write/writer.h"

#include <string.h>

typedef struct walk {
    zm_context *context;
    const zm_table *table;
    const zm_variant *variant;
    const zm_game *rules;
    const zm_game *unnoted;   /* for successors: the last note stays that of the state at hand */
    zm_pos *keys;             /* of a keyed table */
    zm_tier_values known;     /* values of the tier at hand, of its children, of others */
    uint64_t *first_word;     /* by tier: where its bits begin */
    _Atomic uint64_t *marked; /* reached by play */
    uint64_t *expanded;       /* of the tier at hand; a word is only touched by the thread that scans it */
    _Atomic uint64_t *ground; /* of the tier at hand: what is grounded; NULL: the values have distances */
    uint32_t tier;
    bool all_states; /* they count, whether play gets there or not */
} walk;

/* What a tier adds up to, and what is wrong in it. */
typedef struct tally {
    zm_summary sum;
    uint64_t moves;
    zm_fault fault;
} tally;

/* ---- places ---- */

static zm_pos state_at(const walk *k, uint64_t index)
{
    return k->keys ? k->keys[index] : k->rules->index->unrank(k->variant, (zm_place){.tier = k->tier, .index = index});
}

static bool find(const walk *k, zm_pos p, zm_place *at)
{
    if (k->keys)
        return zm_find_key(k->keys, k->table->layout.places, p, at);
    *at = k->rules->index->rank(k->variant, p);
    return at->tier < k->table->layout.tiers && at->index < k->table->layout.tier[at->tier].size;
}

static bool has_bit(const _Atomic uint64_t *bits, uint64_t i)
{
    return atomic_load_explicit(&bits[i / 64], memory_order_relaxed) >> i % 64 & 1;
}

static void set_bit(_Atomic uint64_t *bits, uint64_t i)
{
    if (!has_bit(bits, i))
        atomic_fetch_or_explicit(&bits[i / 64], zm_bit(i % 64), memory_order_relaxed);
}

static void mark(const walk *k, zm_place at) { set_bit(&k->marked[k->first_word[at.tier]], at.index); }

/* ---- one state ---- */

static void blame(const walk *k, tally *y, zm_fault_kind kind, uint64_t index, zm_value right, zm_pos successor)
{
    const bool somewhere = kind != ZM_NOT_REACHED;
    zm_blame(&y->fault, (zm_fault){.kind = kind,
                                   .tier = k->tier,
                                   .at = index,
                                   .stored = k->known.value[k->tier][index],
                                   .right = right,
                                   .state = somewhere ? state_at(k, index) : (zm_pos){0},
                                   .successor = successor});
}

static void count(const walk *k, tally *y, zm_pos p, zm_value value)
{
    unsigned turn = zm_rules_turn(k->rules, k->variant, p);
    zm_summary one = {.states = 1, .drawn = zm_is_draw(value)};
    if (!one.drawn) {
        one.won_by[(zm_is_win(value) ? turn : 1 - turn) & 1] = 1; /* whatever a wrong `turn` says */
        one.has_longest = !k->ground;
        one.longest = zm_remoteness(value);
        one.longest_position = p;
    }
    zm_summary_add(&y->sum, &one);
}

/* Does the successor keep its value whatever this tier has? */
static bool is_firm(const walk *k, zm_place at) { return at.tier < k->tier || has_bit(k->ground, at.index); }

/* A state's value from its successors'. */
typedef struct outcome {
    zm_value best;
    bool sure;      /* all successors have a value (one that has not is found when its turn comes) */
    bool won, lost; /* by what is firm: some move wins; all of them lose. Only without distances */
} outcome;

static void add_move(const walk *k, outcome *o, zm_place at, bool passes)
{
    zm_value s = k->known.value[at.tier][at.index];
    zm_value mine = s == ZM_NONE ? s : zm_before_move(s, passes);
    o->sure &= s != ZM_NONE;
    if (k->ground) {
        bool firm = is_firm(k, at);
        mine = zm_wdl(mine);
        o->won |= firm && zm_is_win(mine);
        o->lost &= firm && zm_is_loss(mine);
    }
    o->best = mine > o->best ? mine : o->best;
}

/* May that move lead there? Its place goes to *at. */
static zm_fault_kind find_fault(const walk *k, zm_pos p, zm_pos next, bool passes, zm_place *at)
{
    if (!find(k, next, at))
        return ZM_NO_SUCCESSOR;
    if (at->tier > k->tier || !k->known.value[at->tier])
        return ZM_UPWARD;
    if (k->keys)
        return zm_keeps_turn(k->rules, k->variant, p, next, passes) ? ZM_NO_FAULT : ZM_TURN_CHANGED;
    return zm_move_fault(k->unnoted, k->variant, p, next, *at, passes);
}

/* The successors are marked. False: something is wrong with one, and blamed. */
static bool recompute(const walk *k, tally *y, uint64_t index, zm_pos p, outcome *o)
{
    zm_move moves[ZM_MAX_MOVES];
    unsigned n;
    zm_end end = zm_rules_moves(k->rules, k->variant, p, moves, &n);
    *o = (outcome){.sure = true, .won = end == ZM_WIN, .lost = end == ZM_OPEN || end == ZM_LOSS};
    if (end != ZM_OPEN)
        o->best = zm_end_value(end);
    y->moves += n;
    for (unsigned i = 0; i < n; i++) {
        bool passes;
        zm_place at;
        zm_pos next = zm_rules_play(k->rules, k->variant, p, moves[i], &passes);
        const zm_fault_kind fault = find_fault(k, p, next, passes, &at);
        if (fault) {
            blame(k, y, fault, index, ZM_NONE, next);
            return false;
        }
        mark(k, at);
        add_move(k, o, at, passes);
    }
    return true;
}

static bool is_state(const walk *k, uint64_t index, zm_pos p)
{
    return zm_keeps_state(k->rules, k->variant, p) &&
           (!k->all_states || k->keys || zm_keeps_place(k->rules, k->variant, p, (zm_place){k->tier, index}));
}

static void expand(const walk *k, tally *y, uint64_t index)
{
    zm_pos p = state_at(k, index);
    zm_value stored = k->known.value[k->tier][index];
    outcome o;
    if (!is_state(k, index, p)) {
        blame(k, y, ZM_NO_STATE, index, ZM_NONE, p);
        return;
    }
    if (!recompute(k, y, index, p, &o))
        return;
    if (stored == ZM_NONE)
        blame(k, y, ZM_NO_VALUE, index, o.sure ? o.best : (zm_value)ZM_NONE, p);
    else if (o.sure && o.best != stored)
        blame(k, y, ZM_WRONG_VALUE, index, o.best, p);
    else
        count(k, y, p, stored);
    if (k->ground && (o.won || o.lost || zm_is_draw(stored)))
        set_bit(k->ground, index);
}

/* ---- one tier ---- */

static uint64_t words_of(uint64_t size) { return size / 64 + (size % 64 > 0); }

/* From the highest bit down, and looking again after each: where moves lead to smaller indices one pass does it. */
static uint64_t scan_word(const walk *k, tally *y, uint64_t w)
{
    const _Atomic uint64_t *marked = &k->marked[k->first_word[k->tier] + w];
    uint64_t n = 0, todo;
    while ((todo = atomic_load_explicit(marked, memory_order_relaxed) & ~k->expanded[w])) {
        unsigned bit = zm_highest(todo);
        k->expanded[w] |= zm_bit(bit);
        expand(k, y, 64 * w + bit);
        n++;
    }
    if (n)
        zm_progress_add(k->context, n);
    return n;
}

static void merge(tally *all, const tally *mine)
{
    zm_summary_add(&all->sum, &mine->sum);
    all->moves += mine->moves;
    if (mine->fault.kind)
        zm_blame(&all->fault, mine->fault);
}

/* Expands what is marked and was not expanded; false when there was nothing. */
static bool pass(const walk *k, tally *all)
{
    uint64_t words = words_of(k->table->layout.tier[k->tier].size), found = 0;
#pragma omp parallel num_threads(zm_threads(k->context)) if (words > 512) reduction(+ : found)
    {
        tally mine = {0};
#pragma omp for schedule(dynamic, 16) nowait
        for (uint64_t w = 0; w < words; w++)
            if (!zm_stopped(k->context))
                found += scan_word(k, &mine, words - 1 - w);
#pragma omp critical(zm_verify_merge)
        merge(all, &mine);
    }
    return found > 0;
}

/* ---- grounding ---- */

static uint64_t not_grounded(const walk *k, uint64_t w)
{
    return k->expanded[w] & ~atomic_load_explicit(&k->ground[w], memory_order_relaxed);
}

/* Looks again at what is not grounded yet; false when nothing more is. */
static bool ground_round(const walk *k)
{
    uint64_t words = words_of(k->table->layout.tier[k->tier].size), found = 0;
#pragma omp parallel for num_threads(zm_threads(k->context)) if (words > 512) reduction(+ : found) schedule(dynamic, 16)
    for (uint64_t w = 0; w < words; w++)
        for (uint64_t rest = zm_stopped(k->context) ? 0 : not_grounded(k, w); rest; rest &= rest - 1) {
            uint64_t index = 64 * w + zm_lowest(rest);
            tally again = {0};
            outcome o;
            if (!recompute(k, &again, index, state_at(k, index), &o) || !(o.won || o.lost))
                continue;
            set_bit(k->ground, index);
            found++;
        }
    return found > 0;
}

static void find_circles(const walk *k, tally *all)
{
    while (ground_round(k))
        ;
    for (uint64_t w = 0; w < words_of(k->table->layout.tier[k->tier].size); w++)
        if (not_grounded(k, w)) {
            blame(k, all, ZM_IN_A_CIRCLE, 64 * w + zm_lowest(not_grounded(k, w)), ZM_NONE, (zm_pos){0});
            return;
        }
}

static void find_unreached(const walk *k, tally *all)
{
    uint64_t size = k->table->layout.tier[k->tier].size;
    for (uint64_t i = 0; i < size; i++)
        if (k->known.value[k->tier][i] && !(k->expanded[i / 64] >> i % 64 & 1)) {
            blame(k, all, ZM_NOT_REACHED, i, ZM_NONE, (zm_pos){0});
            return;
        }
}

/* ---- the walk ---- */

static zm_status verify_tier(void *arg, uint32_t tier, zm_ledger *ledger, zm_verified *out)
{
    walk *k = arg;
    k->tier = tier;
    tally all = {0};
    uint64_t words = words_of(k->table->layout.tier[k->tier].size);
    ZM_TRY(k->context, zm_tier_values_family(&k->known, k->tier));
    memset(k->expanded, 0, words * sizeof *k->expanded);
    for (uint64_t w = 0; k->ground && w < words; w++)
        atomic_store_explicit(&k->ground[w], 0, memory_order_relaxed);
    while (pass(k, &all))
        ;
    if (k->ground && !all.fault.kind)
        find_circles(k, &all);
    if (zm_stopped(k->context))
        return zm_fail(k->context, ZM_INTERRUPTED, "stopped");
    if (!zm_breaks_rules(all.fault.kind)) /* else play stopped there */
        find_unreached(k, &all);
    if (all.fault.kind)
        return zm_report_fault(k->context, k->table, &all.fault);
    ZM_TRY(k->context, zm_ledger_tier(k->context, ledger, k->tier, &all.sum));
    out->states += all.sum.states;
    out->moves += all.moves;
    zm_tier_values_drop(&k->known, k->tier); /* nothing that comes leads back */
    return ZM_OK;
}

/* Where all states count, they are marked before anything is expanded. */
static void mark_all(const walk *k, uint32_t tier)
{
    const uint64_t size = k->table->layout.tier[tier].size, words = words_of(size);
#pragma omp parallel for num_threads(zm_threads(k->context)) if (words > 512) schedule(dynamic, 16)
    for (uint64_t w = 0; w < words; w++)
        for (uint64_t i = 64 * w; i < size && i < 64 * w + 64; i++) {
            const zm_pos p = k->rules->index->unrank(k->variant, (zm_place){tier, i});
            if (zm_same(zm_rules_state(k->rules, k->variant, p), p))
                mark(k, (zm_place){tier, i});
        }
}

/* Everything else follows from it. */
static void mark_start(walk *k)
{
    zm_place at;
    for (uint32_t t = 0; t < k->table->layout.tiers && k->all_states; t++)
        mark_all(k, t);
    if (find(k, zm_start_state(k->variant), &at))
        mark(k, at);
}

static zm_status prepare(walk *k)
{
    zm_context *c = k->context;
    const zm_layout *l = &k->table->layout;
    uint64_t words = 0;
    ZM_TRY(c, zm_tier_values_open(c, k->table, &k->known));
    ZM_TRY(c, zm_alloc(c, &k->first_word, l->tiers, sizeof *k->first_word, "the list of tiers"));
    for (uint32_t t = 0; t < l->tiers; t++) {
        k->first_word[t] = words;
        words += words_of(l->tier[t].size);
    }
    ZM_TRY(c, zm_alloc(c, &k->marked, words, sizeof *k->marked, "a bit for every place"));
    ZM_TRY(c, zm_alloc(c, &k->expanded, words_of(l->largest), sizeof *k->expanded, "a bit for every place of a tier"));
    if (!zm_table_distances(k->table))
        ZM_TRY(c, zm_alloc(c, &k->ground, words_of(l->largest), sizeof *k->ground, "a bit for every place of a tier"));
    if (!k->table->manifest.keyed)
        return ZM_OK;
    ZM_TRY(c, zm_alloc(c, &k->keys, l->places, sizeof *k->keys, "the keys of a table"));
    return zm_read_keys(c, k->variant, &k->table->keys, k->keys);
}

static void clean_up(walk *k)
{
    zm_context *c = k->context;
    zm_tier_values_close(&k->known);
    zm_release(c, k->first_word);
    zm_release(c, k->marked);
    zm_release(c, k->expanded);
    zm_release(c, k->ground);
    zm_release(c, k->keys);
    zm_release(c, k);
}

static zm_status walk_all(walk *k, zm_verified *out)
{
    ZM_TRY(k->context, prepare(k));
    ZM_TRY(k->context, zm_verify_start(k->context, k->table));
    mark_start(k);
    return zm_verify_tiers(k->context, k->table, verify_tier, k, out);
}

static zm_status verify_by_walking(zm_context *c, const zm_table *t, zm_verified *out)
{
    walk *k;
    ZM_TRY(c, zm_alloc(c, &k, 1, sizeof *k, "the verifier"));
    k->context = c;
    k->table = t;
    k->variant = t->variant;
    k->rules = zm_quick_rules(t->variant);
    k->unnoted = zm_untraced(t->variant->game);
    k->all_states = zm_all_states(t->variant);
    zm_progress_begin(c, "recomputing states", t->manifest.total.states);
    zm_status s = walk_all(k, out);
    zm_progress_end(c);
    clean_up(k);
    return s;
}

zm_status zm_table_verify_by(zm_context *c, const zm_table *t, zm_verify_method method, zm_verified *out)
{
    const zm_verifier *own = t->variant->game->methods->verifier;
    const bool hunt = zm_can_verify_hunt(t), by_own = own && own->can(t);
    *out = (zm_verified){0};
    if (method == ZM_VERIFY_OWN && !by_own)
        return zm_fail(c, ZM_BAD_INPUT, "%s %s%s; --method walk verifies every table", t->variant->game->name,
                       own ? "has a verifier of its own only for " : "has no verifier of its own",
                       own ? own->wants : "");
    if (method == ZM_VERIFY_HUNT && !hunt)
        return zm_fail(c, ZM_BAD_INPUT,
                       "%s is not a hunt with cycles in an index of its own; --method walk verifies every table",
                       t->variant->game->name);
    if (zm_table_dice(t) && !zm_table_summary(t)->certified)
        return zm_fail(c, ZM_BAD_INPUT,
                       "the table of %s has estimates, not bounds: there is nothing to verify; solve it again",
                       t->variant->game->name);
    ZM_TRY(c, zm_table_check(c, t, &out->blocks));
    if (zm_table_moves(t) || zm_table_bits(t))
        return zm_fail(c, ZM_BAD_INPUT, "the files are whole, but %s can only be proved by the table %s",
                       zm_table_moves(t) ? "best moves" : "rounded probabilities",
                       zm_table_moves(t) ? "they were made from" : "as it is solved without --bits");
    if (zm_table_dice(t))
        ZM_TRY(c, zm_verify_odds(c, t, out));
    else if (method == ZM_VERIFY_WALK || !(hunt || by_own))
        ZM_TRY(c, verify_by_walking(c, t, out));
    else
        ZM_TRY(c, by_own ? own->verify(c, t, out) : zm_verify_hunt(c, t, out));
    return zm_verify_rules(c, t);
}

zm_status zm_table_verify(zm_context *c, const zm_table *t, zm_verified *out)
{
    return zm_table_verify_by(c, t, ZM_VERIFY_AUTO, out);
}
