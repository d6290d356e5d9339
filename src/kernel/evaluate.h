/* evaluate.h: what a state is worth by looking at all its moves. As in game/expand.h the compiler sees through `r`
 * where that is the address of a constant. */
#ifndef ZM_KERNEL_EVALUATE_H
#define ZM_KERNEL_EVALUATE_H

#include "dense.h"

/* The value of an open state with these moves: the best of them. */
ZM_KERNEL zm_value zm_dense_best(const zm_game *r, const zm_dense *d, zm_pos p, const zm_move *moves, unsigned count)
{
    const zm_variant *v = d->variant;
    zm_value best = ZM_NONE;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        const zm_place at = zm_rules_place(r, v, p, moves[i], &passes);
        zm_value value = zm_before_move(zm_dense_value(d, at), passes);
        best = value > best ? value : best;
    }
    return best;
}

ZM_KERNEL zm_value zm_dense_evaluate(const zm_game *r, const zm_dense *d, zm_pos p, zm_move *moves, zm_tally *t)
{
    const zm_variant *v = d->variant;
    unsigned count;
    zm_end end = zm_rules_moves(r, v, p, moves, &count);
    t->visits += 1 + count;
    return end == ZM_OPEN ? zm_dense_best(r, d, p, moves, count) : zm_end_value(end);
}

/* Are all moves of a state known to lose by now? Then *loss says when. */
ZM_KERNEL bool zm_all_lose(const zm_game *r, const zm_dense *d, zm_place here, unsigned level, zm_move *moves,
                           uint64_t *visits, zm_value *loss)
{
    const zm_variant *v = d->variant;
    unsigned count;
    zm_value best = ZM_NONE;
    const zm_pos p = r->index->unrank(v, here);
    zm_rules_moves(r, v, p, moves, &count);
    *visits += 1 + count;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        const zm_place at = zm_rules_place(r, v, p, moves[i], &passes);
        const zm_value seen = zm_dense_value(d, at);
        if (seen == ZM_NONE || (at.tier == here.tier && zm_remoteness(seen) > level))
            return false;
        const zm_value value = zm_before_move(seen, passes);
        best = value > best ? value : best;
    }
    *loss = best;
    return zm_is_loss(best);
}

#endif
