/* prove_body.h: what a thread does for prove.h. Included by engine/cuda/prover_host.c, and for a GPU by what engine/cuda/prover.cu.in becomes;
 * both have included game/lanes.h and defined PROVE_RULES(r, v), which declares a pointer r to the rules. In the common subset of C and CUDA
 * C++. */
#include "contract.h"
#include "prove.h"

/* A thread's work, and what it has seen of it. */
typedef struct prover {
    const zm_prove *job;
    const zm_variant *variant;
    zm_move *moves; /* room for those of a state */
    zm_prove_notes seen;
} prover;

/* ---- bits ---- */
ZM_KERNEL bool prove_has(const uint32_t *bits, uint64_t index)
{
    return ((const volatile uint32_t *)bits)[index / ZM_PROVE_WORD] >> index % ZM_PROVE_WORD & 1;
}

/* Of any tier, by any thread. */
ZM_KERNEL void prove_mark(const zm_prove *j, zm_place at)
{
    uint32_t *marked = j->tiers[at.tier].marked;
    if (!prove_has(marked, at.index))
        zm_lane_or32(&marked[at.index / ZM_PROVE_WORD], (uint32_t)1 << at.index % ZM_PROVE_WORD);
}

/* Of the place that each lane has, in a word that nobody else writes. All lanes come here. */
ZM_KERNEL void prove_set(uint32_t *bits, uint64_t index, bool set)
{
#ifdef __CUDA_ARCH__
    const uint32_t all = __ballot_sync(~0u, set);
    if (ZM_LANE == 0 && all)
        ((volatile uint32_t *)bits)[index / ZM_PROVE_WORD] |= all;
#else
    bits[index / ZM_PROVE_WORD] |= (uint32_t)set << index % ZM_PROVE_WORD;
#endif
}

/* ---- one state ---- */
ZM_KERNEL void prove_blame(const prover *k, zm_fault_kind kind, uint64_t index)
{
    const uint64_t fault = ZM_FAULT_KINDS * index + (uint64_t)kind;
    if (fault < k->job->notes->fault)
        zm_lane_min(&k->job->notes->fault, fault);
}

ZM_KERNEL zm_pos prove_state(const prover *k, uint64_t index)
{
    PROVE_RULES(r, k->variant);
    const zm_place at = {k->job->tier, index};
    return r->unrank(k->variant, at);
}

/* The value from those of the successors; verify.c has the same. */
typedef struct prove_outcome {
    zm_value best;
    bool sure;      /* all successors have a value (one that has not is found when its turn comes) */
    bool won, lost; /* by what is firm: some move wins; all of them lose. Only without distances */
} prove_outcome;

ZM_KERNEL void prove_add_move(const zm_prove *j, prove_outcome *o, zm_place at, bool passes)
{
    const zm_value s = j->tiers[at.tier].value[at.index];
    zm_value mine = s == ZM_NONE ? s : zm_before_move(s, passes);
    o->sure &= s != ZM_NONE;
    if (j->ground) {
        const bool firm = at.tier < j->tier || prove_has(j->ground, at.index);
        mine = zm_wdl(mine);
        o->won |= firm && zm_is_win(mine);
        o->lost &= firm && zm_is_loss(mine);
    }
    o->best = mine > o->best ? mine : o->best;
}

/* Is that a place to which a move may lead? */
ZM_KERNEL zm_fault_kind prove_place(const zm_prove *j, zm_place at)
{
    if (at.tier >= j->count || at.index >= j->tiers[at.tier].size)
        return ZM_NO_SUCCESSOR;
    return at.tier > j->tier || !j->tiers[at.tier].value ? ZM_UPWARD : ZM_NO_FAULT;
}

/* The successors are marked. False: something is wrong with one, and blamed. */
ZM_KERNEL bool prove_recompute(prover *k, uint64_t index, zm_pos p, prove_outcome *o)
{
    PROVE_RULES(r, k->variant);
    unsigned n;
    const zm_end end = zm_rules_moves(r, k->variant, p, k->moves, &n);
    o->best = end == ZM_OPEN ? (zm_value)ZM_NONE : zm_end_value(end);
    o->sure = true;
    o->won = end == ZM_WIN;
    o->lost = end == ZM_OPEN || end == ZM_LOSS;
    k->seen.moves += n;
    for (unsigned i = 0; i < n; i++) {
        bool passes;
        const zm_pos next = zm_rules_play(r, k->variant, p, k->moves[i], &passes);
        const zm_place at = r->rank(k->variant, next);
        zm_fault_kind wrong = prove_place(k->job, at);
        if (!wrong)
            wrong = zm_move_fault(r, k->variant, p, next, at, passes);
        if (wrong) {
            prove_blame(k, wrong, index);
            return false;
        }
        prove_mark(k->job, at);
        prove_add_move(k->job, o, at, passes);
    }
    return true;
}

ZM_KERNEL void prove_count(prover *k, zm_pos p, zm_value value)
{
    PROVE_RULES(r, k->variant);
    zm_prove_notes *n = &k->seen;
    n->states++;
    if (zm_is_draw(value)) {
        n->drawn++;
        return;
    }
    const unsigned turn = zm_rules_turn(r, k->variant, p), remoteness = zm_remoteness(value);
    n->won_by[0] += zm_is_win(value) == (turn == 0);
    n->won_by[1] += zm_is_win(value) == (turn == 1);
    n->longest = remoteness > n->longest ? remoteness : n->longest;
    n->decided = 1;
}

ZM_KERNEL bool prove_is_state(const prover *k, uint64_t index, zm_pos p)
{
    PROVE_RULES(r, k->variant);
    const zm_place at = {k->job->tier, index};
    return zm_keeps_state(r, k->variant, p) && (!k->job->all_states || zm_keeps_place(r, k->variant, p, at));
}

/* True: it is grounded. */
ZM_KERNEL bool prove_expand(prover *k, uint64_t index)
{
    const zm_pos p = prove_state(k, index);
    const zm_value stored = k->job->own.value[index];
    prove_outcome o;
    if (!prove_is_state(k, index, p)) {
        prove_blame(k, ZM_NO_STATE, index);
        return false;
    }
    if (!prove_recompute(k, index, p, &o))
        return false;
    if (stored == ZM_NONE)
        prove_blame(k, ZM_NO_VALUE, index);
    else if (o.sure && o.best != stored)
        prove_blame(k, ZM_WRONG_VALUE, index);
    else
        prove_count(k, p, stored);
    return o.won || o.lost || zm_is_draw(stored);
}

ZM_KERNEL bool prove_ground(prover *k, uint64_t index)
{
    const uint64_t moves = k->seen.moves; /* they have been counted */
    prove_outcome o;
    const bool grounded = prove_recompute(k, index, prove_state(k, index), &o) && (o.won || o.lost);
    k->seen.moves = moves;
    return grounded;
}

/* ---- what each kernel does at a place; there is one for each lane, unless the tier ends before: then it is not `there` ---- */
ZM_KERNEL void prove_mark_all(const prover *k, uint64_t index, bool there)
{
    PROVE_RULES(r, k->variant);
    bool is_state = false;
    if (there) {
        const zm_pos p = prove_state(k, index);
        is_state = zm_same(zm_rules_state(r, k->variant, p), p);
    }
    prove_set(k->job->own.marked, index, is_state);
}

ZM_KERNEL void prove_expand_all(prover *k, uint64_t index, bool there)
{
    const zm_prove *j = k->job;
    const bool wanted = there && prove_has(j->own.marked, index) && !prove_has(j->expanded, index);
    const bool grounded = wanted && prove_expand(k, index);
    prove_set(j->expanded, index, wanted);
    if (j->ground)
        prove_set(j->ground, index, grounded);
    k->seen.found += wanted;
}

ZM_KERNEL void prove_ground_all(prover *k, uint64_t index, bool there)
{
    const zm_prove *j = k->job;
    const bool wanted = there && prove_has(j->expanded, index) && !prove_has(j->ground, index);
    const bool grounded = wanted && prove_ground(k, index);
    prove_set(j->ground, index, grounded);
    k->seen.found += grounded;
}

ZM_KERNEL void prove_close(const prover *k, uint64_t index)
{
    const zm_prove *j = k->job;
    const bool expanded = prove_has(j->expanded, index);
    if (j->own.value[index] != ZM_NONE && !expanded)
        prove_blame(k, ZM_NOT_REACHED, index);
    if (j->circles && expanded && !prove_has(j->ground, index))
        prove_blame(k, ZM_IN_A_CIRCLE, index);
}

ZM_KERNEL void prove_farthest(const prover *k, zm_prove_kernel kernel, uint64_t index)
{
    zm_prove_notes *notes = k->job->notes;
    const zm_value value = k->job->own.value[index];
    if (value != zm_win_in(notes->longest) && value != zm_loss_in(notes->longest))
        return;
    const zm_pos p = prove_state(k, index);
    if (kernel == ZM_PROVE_FARTHEST_HI)
        zm_lane_min(&notes->hi, p.hi);
    else if (p.hi == notes->hi)
        zm_lane_min(&notes->lo, p.lo);
}

ZM_KERNEL void prove_at(prover *k, zm_prove_kernel kernel, uint64_t index)
{
    const bool there = index < k->job->own.size;
    if (kernel == ZM_PROVE_MARK)
        prove_mark_all(k, index, there);
    else if (kernel == ZM_PROVE_EXPAND)
        prove_expand_all(k, index, there);
    else if (kernel == ZM_PROVE_GROUND)
        prove_ground_all(k, index, there);
    else if (there && kernel == ZM_PROVE_CLOSE)
        prove_close(k, index);
    else if (there)
        prove_farthest(k, kernel, index);
}

/* What threads have seen, added up. All lanes come here. */
ZM_KERNEL void prove_tell(const prover *k)
{
    const zm_prove_notes *n = &k->seen;
    zm_prove_notes *notes = k->job->notes;
    const uint64_t found = zm_lanes_sum(n->found), states = zm_lanes_sum(n->states), drawn = zm_lanes_sum(n->drawn);
    const uint64_t first = zm_lanes_sum(n->won_by[0]), second = zm_lanes_sum(n->won_by[1]);
    const uint64_t moves = zm_lanes_sum(n->moves);
    const uint32_t longest = zm_lanes_most(n->longest), decided = zm_lanes_most(n->decided);
    if (ZM_LANE || !(found | moves))
        return;
    zm_lane_add(&notes->found, found);
    zm_lane_add(&notes->states, states);
    zm_lane_add(&notes->drawn, drawn);
    zm_lane_add(&notes->won_by[0], first);
    zm_lane_add(&notes->won_by[1], second);
    zm_lane_add(&notes->moves, moves);
    if (longest > notes->longest)
        zm_lane_max(&notes->longest, longest);
    if (decided && !notes->decided)
        zm_lane_max(&notes->decided, decided);
}
