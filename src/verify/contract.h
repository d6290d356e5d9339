/* contract.h: what the rules promise of places, fingerprints and turns, for the walks that verify tables. In the common
 * subset of C and CUDA C++.
 *
 * Every state that a walk comes to is the start or the successor of another. Of each it proves unrank(rank(s)) == s. So
 * no two of them share a place: from rank(s) == rank(t) follows s == unrank(rank(s)) == unrank(rank(t)) == t. What is
 * stored at a place is then of one state only, and who asks for a state gets its own value. It is proved for every
 * successor, also where its place has been marked before: the one that marked it may have been another. */
#ifndef ZM_VERIFY_CONTRACT_H
#define ZM_VERIFY_CONTRACT_H

#include "fault.h"
#include "game/expand.h"

/* A fault of the rules, not of the table. */
ZM_KERNEL bool zm_breaks_rules(uint64_t kind) { return kind > ZM_IN_A_CIRCLE; }

/* Of a state that is looked at: it is its own fingerprint, and one of two sides is to move. */
ZM_KERNEL bool zm_keeps_state(const zm_game *r, const zm_variant *v, zm_pos p)
{
    return zm_same(zm_rules_state(r, v, p), p) && zm_rules_turn(r, v, p) < 2;
}

/* Has it this place? Places that are looked at whether play gets there or not (`all_states`) may hold it a second
 * time. */
ZM_KERNEL bool zm_keeps_place(const zm_game *r, const zm_variant *v, zm_pos p, zm_place at)
{
    const zm_place own = r->index->rank(v, p);
    return own.tier == at.tier && own.index == at.index;
}

/* The fingerprint of a successor has the turn that the move has made. */
ZM_KERNEL bool zm_keeps_turn(const zm_game *r, const zm_variant *v, zm_pos p, zm_pos next, bool passes)
{
    return zm_rules_no_turn(r, v) || zm_rules_passes(r, v, p, next) == passes;
}

/* Of a successor that has a place in the table. */
ZM_KERNEL zm_fault_kind zm_move_fault(const zm_game *r, const zm_variant *v, zm_pos p, zm_pos next, zm_place at,
                                      bool passes)
{
    if (!zm_same(r->index->unrank(v, at), next))
        return ZM_MISPLACED;
    return zm_keeps_turn(r, v, p, next, passes) ? ZM_NO_FAULT : ZM_TURN_CHANGED;
}

#endif
