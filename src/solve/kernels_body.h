/* kernels_body.h: the loops behind kernels.h. Included once per copy; KERNEL_RULES(v) and KERNEL_NAME are its arguments.
 *
 * The parts of the rules that a game does not give are NULL constants in its copy, so what needs them compiles to nothing. */

/* ---- bits that several threads set ---- */
ZM_KERNEL bool bit_get(const uint64_t *bits, uint64_t i)
{
    return __atomic_load_n(&bits[i / 64], __ATOMIC_RELAXED) >> (i % 64) & 1;
}

/* Sets the bit; true if it was not set. Most are set already, and a plain look is far cheaper than a locked write. */
ZM_KERNEL bool bit_set(uint64_t *bits, uint64_t i)
{
    if (bit_get(bits, i))
        return false;
    uint64_t bit = zm_bit(i % 64);
    return !(__atomic_fetch_or(&bits[i / 64], bit, __ATOMIC_RELAXED) & bit);
}

ZM_KERNEL bool is_state(const zm_dense *d, uint32_t tier, uint64_t i)
{
    return !d->reached || bit_get(d->reached[tier], i);
}

/* Values are read while other threads decide others: relaxed atomics, which cost nothing here. */
ZM_KERNEL zm_value value_at(const zm_dense *d, zm_place at)
{
    return __atomic_load_n(&d->values[at.tier][at.index], __ATOMIC_RELAXED);
}

/* ---- hash ---- */
static zm_end expand(const zm_variant *v, zm_pos p, zm_pos *next, uint8_t *stays, unsigned *count)
{
    const zm_rules *r = KERNEL_RULES(v);
    zm_move moves[ZM_MAX_MOVES];
    zm_end end = zm_rules_moves(r, v, p, moves, count);
    for (unsigned i = 0; i < *count; i++) {
        bool passes;
        next[i] = zm_rules_play(r, v, p, moves[i], &passes);
        stays[i] = !passes;
    }
    return end;
}

/* ---- reach ---- */
ZM_KERNEL void mark_successors(const zm_dense *d, uint32_t tier, uint64_t index, zm_list *stack, zm_move *moves)
{
    const zm_variant *v = d->variant;
    const zm_rules *r = KERNEL_RULES(v);
    zm_pos p = r->unrank(v, (zm_place){tier, index});
    const zm_place own = r->rank(v, p);
    unsigned count;
    bool passes;
    if (stack && (own.tier != tier || own.index != index)) {
        zm_reach_misplaced(stack, v, (zm_place){tier, index}, p);
        return;
    }
    zm_rules_moves(r, v, p, moves, &count);
    for (unsigned i = 0; i < count; i++) {
        zm_place to = r->rank(v, zm_rules_play(r, v, p, moves[i], &passes));
        if (bit_set(d->reached[to.tier], to.index) && to.tier == tier && stack)
            zm_list_push(stack, to.index);
    }
}

/* One seed can lead to all states of a tier: so every few of them it looks whether to go on. */
enum { REACH_PAUSE = 4096 };
ZM_KERNEL bool reach_pause(const zm_dense *d, zm_list *stack, unsigned *steps)
{
    if (++*steps < REACH_PAUSE)
        return false;
    zm_meter_add(d->meter, *steps);
    *steps = 0;
    if (!stack || !zm_stopped(stack->context))
        return false;
    stack->count = 0;
    return true;
}

static void reach(const zm_dense *d, uint32_t tier, const uint64_t *seeds, uint64_t from, uint64_t to, zm_list *stack)
{
    if (!KERNEL_RULES(d->variant)->rank)
        return;
    zm_move moves[ZM_MAX_MOVES];
    unsigned steps = 0;
    for (uint64_t w = from; w < to; w++)
        for (uint64_t rest = seeds[w]; rest;) {
            mark_successors(d, tier, w * 64 + zm_take_lowest(&rest), stack, moves);
            if (reach_pause(d, stack, &steps))
                return;
            while (stack && stack->count) {
                mark_successors(d, tier, stack->item[--stack->count], stack, moves);
                if (reach_pause(d, stack, &steps))
                    return;
            }
        }
    zm_meter_add(d->meter, steps);
}

/* Up to where from here on, in this row, is every place a state's? Here, where that is not known. */
ZM_KERNEL uint64_t states_until(const zm_dense *d, uint32_t tier, uint64_t size, uint64_t here)
{
    const zm_variant *v = d->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rows || !r->rows->has(v, tier))
        return here;
    const uint32_t width = r->rows->width(v, tier);
    const uint64_t row = here / width, rows = size / width / (r->rows->turned(v, tier) ? 1 : 2);
    return r->rows->whole(v, tier, (uint32_t)(row % rows)) ? (row + 1) * width : here;
}

/* Of a tier whose states all count: those of the words [from, to). */
static void mark_all(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to)
{
    const zm_variant *v = d->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rank || !r->all_states)
        return;
    const uint64_t size = r->tier_size(v, tier);
    uint64_t until = 0;
    for (uint64_t w = from; w < to; w++) {
        uint64_t bits = 0;
        if (w * 64 + 64 <= until) {
            d->reached[tier][w] = UINT64_MAX;
            continue;
        }
        for (unsigned i = 0; i < 64 && w * 64 + i < size; i++) {
            const uint64_t here = w * 64 + i;
            if (here >= until)
                until = states_until(d, tier, size, here);
            if (here < until || zm_rules_is_state(r, v, (zm_place){tier, here}))
                bits |= zm_bit(i);
        }
        d->reached[tier][w] = bits;
    }
}

static uint64_t open(const zm_dense *d, uint32_t tier, const uint64_t *bits, uint64_t words)
{
    const zm_rules *r = KERNEL_RULES(d->variant);
    uint64_t count = 0;
    if (!r->rank || !r->ended)
        return 0;
    for (uint64_t w = 0; w < words; w++)
        for (uint64_t rest = bits[w]; rest;) {
            const zm_place at = {tier, w * 64 + zm_take_lowest(&rest)};
            count += r->ended(d->variant, r->unrank(d->variant, at)) == ZM_OPEN;
        }
    return count;
}

/* ---- sweep ---- */
/* The value of an open state with these moves: the best of them. */
ZM_KERNEL zm_value best_move(const zm_dense *d, zm_pos p, const zm_move *moves, unsigned count)
{
    const zm_variant *v = d->variant;
    const zm_rules *r = KERNEL_RULES(v);
    zm_value best = ZM_NONE;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        zm_pos next = zm_rules_play(r, v, p, moves[i], &passes);
        zm_value value = zm_before_move(value_at(d, r->rank(v, next)), passes);
        best = value > best ? value : best;
    }
    return best;
}

ZM_KERNEL zm_value evaluate(const zm_dense *d, zm_pos p, zm_move *moves, zm_tally *t)
{
    const zm_variant *v = d->variant;
    unsigned count;
    zm_end end = zm_rules_moves(KERNEL_RULES(v), v, p, moves, &count);
    t->visits += 1 + count;
    return end == ZM_OPEN ? best_move(d, p, moves, count) : zm_end_value(end);
}

static void sweep(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to, zm_tally *t)
{
    const zm_variant *v = d->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rank)
        return;
    zm_move moves[ZM_MAX_MOVES];
    for (uint64_t i = from; i < to; i++) {
        if (d->reached && i % 64 == 0 && !d->reached[tier][i / 64]) {
            i += 63;
            continue;
        }
        if (!is_state(d, tier, i))
            continue;
        zm_pos p = r->unrank(v, (zm_place){tier, i});
        zm_value value = evaluate(d, p, moves, t);
        __atomic_store_n(&d->values[tier][i], value, __ATOMIC_RELAXED);
        zm_tally_state(t, p, zm_rules_turn(r, v, p), value);
    }
}

/* ---- push: backward through one descending tier ----
 * When place i comes up, all it leads to has been dealt with. A lost state has by then told its parents that they are won,
 * so a state with a value is won and its successors need not be looked at; one without is lost or drawn. */
typedef struct pusher {
    const zm_dense *dense;
    zm_pos from;
    zm_value value; /* what the move to `from` is worth when the turn passes with it, and when it does not */
    zm_value if_stays;
    uint64_t visits;
} pusher;

ZM_KERNEL void push_parent(void *arg, zm_pos p)
{
    pusher *u = arg;
    const zm_variant *v = u->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rank)
        return;
    zm_place at = r->rank(v, p);
    bool passes = zm_rules_passes(r, v, p, u->from);
    zm_value value = passes ? u->value : u->if_stays, *old = &u->dense->values[at.tier][at.index];
    u->visits++;
    if (zm_is_win(value) && value > *old && is_state(u->dense, at.tier, at.index))
        *old = value;
}

static void push(const zm_dense *d, uint64_t from, uint64_t to, zm_tally *t)
{
    const zm_variant *v = d->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rank || !r->parents)
        return;
    zm_move moves[ZM_MAX_MOVES];
    zm_value *values = d->values[0];
    for (uint64_t i = from; i < to; i++) {
        if (!is_state(d, 0, i))
            continue;
        if (values[i] != ZM_NONE && zm_rules_impartial(r, v)) { /* won, and nobody stays on turn: nothing to tell */
            if (zm_remoteness(values[i]) >= t->summary.longest)
                zm_tally_state(t, r->unrank(v, (zm_place){0, i}), 0, values[i]);
            else
                zm_tally_state(t, (zm_pos){0, 0}, 0, values[i]);
            continue;
        }
        zm_pos p = r->unrank(v, (zm_place){0, i});
        if (values[i] == ZM_NONE)
            values[i] = evaluate(d, p, moves, t);
        zm_tally_state(t, p, zm_rules_turn(r, v, p), values[i]);
        pusher u = {d, p, zm_before_move(values[i], true), zm_before_move(values[i], false), 0};
        if (zm_is_win(u.value) || (!zm_rules_impartial(r, v) && zm_is_win(u.if_stays)))
            r->parents(v, p, push_parent, &u);
        t->visits += u.visits;
    }
}

/* ---- retrograde, level by level ---- */
ZM_KERNEL void decide(zm_wave *w, uint64_t index, zm_value value)
{
    zm_value none = ZM_NONE;
    if (__atomic_compare_exchange_n(&w->dense->values[w->tier][index], &none, value, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
        zm_list_push(w->decided, index);
}

static void ends(zm_wave *w, uint64_t from, uint64_t to)
{
    const zm_variant *v = w->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rank)
        return;
    zm_move moves[ZM_MAX_MOVES];
    for (uint64_t i = from; i < to; i++) {
        if (!is_state(w->dense, w->tier, i))
            continue;
        unsigned count;
        zm_pos p = r->unrank(v, (zm_place){w->tier, i});
        zm_end end = zm_rules_moves(r, v, p, moves, &count);
        w->visits++;
        if (end != ZM_OPEN)
            decide(w, i, zm_end_value(end));
    }
}

typedef struct heir {
    zm_wave *wave;
    zm_later *later;
    void *arg;
    zm_pos child;
    zm_value value;
} heir;

ZM_KERNEL void visit_heir(void *arg, zm_pos p)
{
    heir *h = arg;
    const zm_variant *v = h->wave->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rank)
        return;
    zm_place at = r->rank(v, p);
    h->wave->visits++;
    if (at.tier != h->wave->tier || !is_state(h->wave->dense, at.tier, at.index))
        return;
    bool passes = zm_rules_passes(r, v, p, h->child);
    h->later(h->arg, at.index, zm_remoteness(h->value) + 1, zm_is_win(zm_before_move(h->value, passes)));
}

static void inherit(zm_wave *w, uint32_t child, uint64_t from, uint64_t to, zm_later *later, void *arg)
{
    const zm_variant *v = w->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rank || !r->parents)
        return;
    for (uint64_t i = from; i < to; i++) {
        zm_value value = w->dense->values[child][i];
        if (value == ZM_NONE || value == ZM_DRAWN)
            continue;
        heir h = {w, later, arg, r->unrank(v, (zm_place){child, i}), value};
        r->parents(v, h.child, visit_heir, &h);
    }
}

/* What can be said of an open state at this level: values farther than the level do not count yet. */
ZM_KERNEL zm_value evaluate_at(zm_wave *w, zm_pos p, zm_move *moves)
{
    const zm_variant *v = w->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    unsigned count;
    zm_rules_moves(r, v, p, moves, &count);
    w->visits += 1 + count;
    bool all_lost = count > 0;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        zm_pos next = zm_rules_play(r, v, p, moves[i], &passes);
        zm_value seen = value_at(w->dense, r->rank(v, next));
        if (seen == ZM_NONE || seen == ZM_DRAWN || zm_remoteness(seen) >= w->level) {
            all_lost = false;
            continue;
        }
        zm_value value = zm_before_move(seen, passes);
        if (zm_is_win(value))
            return zm_win_in(w->level);
    }
    return all_lost ? zm_loss_in(w->level) : (zm_value)ZM_NONE;
}

ZM_KERNEL void look_again(zm_wave *w, uint64_t index, zm_pos p, zm_move *moves)
{
    if (value_at(w->dense, (zm_place){w->tier, index}) != ZM_NONE)
        return;
    zm_value value = evaluate_at(w, p, moves);
    if (value != ZM_NONE)
        decide(w, index, value);
}

typedef struct riser {
    zm_wave *wave;
    zm_pos child;
    zm_value value; /* of the child */
    zm_move *moves;
} riser;

ZM_KERNEL void visit_parent(void *arg, zm_pos p)
{
    riser *u = arg;
    zm_wave *w = u->wave;
    const zm_variant *v = w->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rank)
        return;
    zm_place at = r->rank(v, p);
    w->visits++;
    if (at.tier != w->tier || !is_state(w->dense, at.tier, at.index) || value_at(w->dense, at) != ZM_NONE)
        return;
    bool passes = zm_rules_passes(r, v, p, u->child);
    if (zm_is_win(zm_before_move(u->value, passes)))
        decide(w, at.index, zm_win_in(w->level));
    else
        look_again(w, at.index, p, u->moves);
}

static void parents(zm_wave *w, const uint64_t *fresh, uint64_t count)
{
    const zm_variant *v = w->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rank || !r->parents)
        return;
    zm_move moves[ZM_MAX_MOVES];
    for (uint64_t i = 0; i < count; i++) {
        zm_place at = {w->tier, fresh[i]};
        riser u = {w, r->unrank(v, at), value_at(w->dense, at), moves};
        if (u.value != ZM_DRAWN)
            r->parents(v, u.child, visit_parent, &u);
    }
}

static void again(zm_wave *w, const uint64_t *list, uint64_t count)
{
    const zm_variant *v = w->dense->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rank)
        return;
    zm_move moves[ZM_MAX_MOVES];
    for (uint64_t i = 0; i < count; i++) {
        uint64_t index = list[i] >> 1;
        if (list[i] & 1)
            decide(w, index, zm_win_in(w->level));
        else if (value_at(w->dense, (zm_place){w->tier, index}) == ZM_NONE)
            look_again(w, index, r->unrank(v, (zm_place){w->tier, index}), moves);
    }
}

/* ---- forward ---- */
static unsigned edges(const zm_dense *d, uint32_t tier, uint64_t index, zm_value *outside, uint64_t *inside,
                      bool *ended)
{
    const zm_variant *v = d->variant;
    const zm_rules *r = KERNEL_RULES(v);
    *outside = ZM_NONE;
    *ended = false;
    if (!r->rank)
        return 0;
    zm_move moves[ZM_MAX_MOVES];
    unsigned count, within = 0;
    zm_pos p = r->unrank(v, (zm_place){tier, index});
    zm_end end = zm_rules_moves(r, v, p, moves, &count);
    if (end != ZM_OPEN) {
        *outside = zm_end_value(end);
        *ended = true;
    }
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        zm_place to = r->rank(v, zm_rules_play(r, v, p, moves[i], &passes));
        if (to.tier == tier) {
            inside[within++] = to.index << 1 | !passes;
            continue;
        }
        zm_value value = zm_before_move(value_at(d, to), passes);
        *outside = value > *outside ? value : *outside;
    }
    return within;
}

static void tally(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to, zm_tally *t)
{
    const zm_variant *v = d->variant;
    const zm_rules *r = KERNEL_RULES(v);
    if (!r->rank)
        return;
    for (uint64_t i = from; i < to; i++) {
        if (!is_state(d, tier, i))
            continue;
        zm_value *value = &d->values[tier][i];
        if (*value == ZM_NONE)
            *value = ZM_DRAWN;
        if (zm_rules_no_turn(r, v) && (*value == ZM_DRAWN || zm_remoteness(*value) < t->summary.longest)) {
            zm_tally_state(t, (zm_pos){0, 0}, 0, *value); /* nobody asks which position it is */
            continue;
        }
        zm_pos p = r->unrank(v, (zm_place){tier, i});
        zm_tally_state(t, p, zm_rules_turn(r, v, p), *value);
    }
}

#include "lead_body.h"

#include "countdown_body.h"

#include "rows_body.h"

/* ---- the same as a GPU does it, one thread after the other ---- */
#define CLIMB_RULES(r, v) const zm_rules *const r = KERNEL_RULES(v)
#include "climb_body.h"

static void climb_all_places(climber *k, zm_climb_kernel kernel)
{
    climb_counts counts = {0, {0, 0}, 0, 0, 0};
    for (uint64_t i = 0; i < k->job->size; i++)
        if (kernel == ZM_CLIMB_LOOK)
            climb_look(k, i);
        else
            climb_close(k, i, &counts);
    climb_tell_notes(k);
    climb_tell_counts(k, &counts);
}

static void climb_list_blocks(const zm_climb *j, zm_climb_kernel kernel)
{
    j->notes->listed = 0;
    for (uint64_t i = 0; i < j->blocks; i++)
        climb_list(j, kernel, i);
}

static const char *climb_start(zm_climb_kernel kernel, const zm_climb *job)
{
    zm_variant v = *job->variant;
    const zm_rules *r = KERNEL_RULES(&v);
    zm_move moves[ZM_MAX_MOVES];
    uint32_t gathered[CLIMB_GATHERED];
    if (!r->rank || !r->leaving || !r->parents_inside)
        return "no moves are counted";
    if (!job->size) /* a GPU starts no kernel without threads */
        return "a step of no places";
    v.data = job->data;
    climber k = {.job = job, .variant = &v, .moves = moves};
    job->notes->ticket = 0;
    switch (kernel) {
    case ZM_CLIMB_LOOK:
    case ZM_CLIMB_CLOSE: climb_all_places(&k, kernel); break;
    case ZM_CLIMB_LIST_LEVEL:
    case ZM_CLIMB_LIST_MARKED: climb_list_blocks(job, kernel); break;
    default: climb_listed(&k, kernel, gathered);
    }
    return NULL;
}

static const char *climb_wait(void) { return NULL; }

static const zm_climber climber_on_cpu = {climb_start, climb_wait, 0};

#define WALK_RULES(r, v) const zm_rules *const r = KERNEL_RULES(v)
#include "walk_body.h"

static const char *walk_start(zm_walk_kernel kernel, const zm_walk *job)
{
    zm_variant v = *job->variant;
    zm_move moves[ZM_MAX_MOVES];
    uint64_t gathered[WALK_GATHERED];
    if (!KERNEL_RULES(&v)->rank)
        return "no dense index";
    if (job->from >= job->to) /* a GPU starts no kernel without threads */
        return "a step of no places";
    v.data = job->data;
    walker k = {.job = job, .variant = &v, .moves = moves};
    if (kernel == ZM_WALK_REACH)
        walk_reach(&k, job->from / ZM_WALK_ROW, 1, 1, gathered);
    else if (kernel == ZM_WALK_SWEEP) /* the last first, so that here too those wait that do so on a GPU */
        for (uint64_t number = job->to; number-- > job->from;)
            walk_places(&k, kernel, number, UINT64_MAX - number);
    else
        walk_places(&k, kernel, job->from, 1);
    walk_tell(&k);
    return NULL;
}

static const zm_walker walker_on_cpu = {walk_start, climb_wait, 0};

#include "hunt_body.h"

#include "chase_body.h"

#include "pair_shape_body.h"

#include "stalk_host_body.h"

#include "search/search_body.h"

extern const zm_kernels KERNEL_NAME;
const zm_kernels KERNEL_NAME = {.expand = expand,
                                .reach = reach,
                                .reach_rows = reach_rows,
                                .mark_all = mark_all,
                                .open = open,
                                .sweep = sweep,
                                .push = push,
                                .ends = ends,
                                .inherit = inherit,
                                .parents = parents,
                                .again = again,
                                .count_moves = count_moves,
                                .count_down = count_down,
                                .rows_look = rows_look,
                                .rows_tell = rows_tell,
                                .rows_hear = rows_hear,
                                .rows_conclude = rows_conclude,
                                .edges = edges,
                                .tally = tally,
                                .hunt_reach = hunt_reach,
                                .hunt_sweep = hunt_sweep,
                                .hunt_paths = hunt_paths,
                                .chase_reach = chase_reach,
                                .chase_words = chase_words,
                                .chase_values = chase_values,
                                .chase_landings = chase_landings,
                                .chase_landing_values = chase_landing_values,
                                .pair_reach = pair_reach,
                                .pair_classify = pair_classify,
                                .pair_list = pair_list,
                                .pair_pack = pair_pack_part,
                                .pair_unpack = pair_unpack_part,
                                .pair_restore = pair_restore,
                                .pair_measure = pair_measure,
                                .seek_begin = seek_begin,
                                .seek = seek,
                                .climber = &climber_on_cpu,
                                .stalker = &stalker_on_cpu,
                                .walker = &walker_on_cpu,
                                .diver = &diver};
