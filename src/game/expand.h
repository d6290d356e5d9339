/* expand.h: what the rules say of a state, with the defaults of the optional parts filled in.
 *
 * Everything is always_inline over a pointer to zm_game. Where that pointer is the address of a constant, the compiler
 * sees through it and no call is left: that is how built-in games get kernels of their own from one source. With a
 * run-time pointer the same code serves plugins. */
#ifndef ZM_GAME_EXPAND_H
#define ZM_GAME_EXPAND_H

#include <zermelo/rules.h>

#ifdef __CUDACC__
#define ZM_KERNEL static __forceinline__ __host__ __device__
#else
#define ZM_KERNEL static inline __attribute__((always_inline, unused))
#endif

ZM_KERNEL bool zm_rules_impartial(const zm_game *r, const zm_variant *v)
{
    return r->impartial && !(r->keeps_turn && r->keeps_turn(v));
}

/* Is the turn no part of the state? */
ZM_KERNEL bool zm_rules_no_turn(const zm_game *r, const zm_variant *v)
{
    return r->from_mover || zm_rules_impartial(r, v);
}

/* Both players have the same moves, but one of them may leave the turn where it is. */
ZM_KERNEL bool zm_rules_extra_turns(const zm_game *r, const zm_variant *v)
{
    return r->impartial && r->keeps_turn && r->keeps_turn(v);
}

ZM_KERNEL zm_pos zm_rules_state(const zm_game *r, const zm_variant *v, zm_pos p)
{
    if (r->fingerprint)
        p = r->fingerprint(v, p);
    if (zm_rules_no_turn(r, v))
        p.hi &= ~ZM_TURN_BIT;
    return p;
}

/* The same whoever is to move, where both have the same moves. */
ZM_KERNEL zm_pos zm_rules_turnless(const zm_game *r, const zm_variant *v, zm_pos p)
{
    p = zm_rules_state(r, v, p);
    if (r->impartial)
        p.hi &= ~ZM_TURN_BIT;
    return p;
}

ZM_KERNEL unsigned zm_rules_turn(const zm_game *r, const zm_variant *v, zm_pos p)
{
    if (zm_rules_impartial(r, v))
        return 0; /* "first" is whoever is to move */
    return (unsigned)(p.hi >> 63);
}

/* The moves of an open position; with dice, those of all rolls, one roll after the other. */
ZM_KERNEL unsigned zm_rules_all_moves(const zm_game *r, const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned count = 0;
    if (!r->dice->rolls)
        return r->moves(v, p, out);
    for (unsigned roll = 0; roll < r->dice->rolls; roll++)
        count += r->dice->moves(v, p, roll, out + count);
    return count;
}

/* How the parts of a position are played together. */
ZM_KERNEL zm_compound zm_rules_compound(const zm_game *r, const zm_variant *v)
{
    return r->sums->compound ? r->sums->compound(v) : ZM_SUM;
}

/* How p stands; when open, its moves. */
ZM_KERNEL zm_end zm_rules_moves(const zm_game *r, const zm_variant *v, zm_pos p, zm_move *out, unsigned *count)
{
    zm_end end = r->ended ? r->ended(v, p) : ZM_OPEN;
    *count = 0;
    if (end != ZM_OPEN)
        return end;
    *count = zm_rules_all_moves(r, v, p, out);
    return *count ? ZM_OPEN : ZM_LOSS;
}

/* The value of a state that has ended; what cannot be kept (ZM_BEYOND) has none. */
ZM_KERNEL zm_value zm_end_value(zm_end end)
{
    return end == ZM_WIN    ? zm_win_in(0)
           : end == ZM_DRAW ? (zm_value)ZM_DRAWN
           : end == ZM_LOSS ? zm_loss_in(0)
                            : (zm_value)ZM_NONE;
}

/* The state after a move of state p, and whether the turn has passed to the other player. */
ZM_KERNEL zm_pos zm_rules_play(const zm_game *r, const zm_variant *v, zm_pos p, zm_move m, bool *passes)
{
    zm_pos next = r->play(v, p, m);
    *passes = zm_rules_impartial(r, v) || zm_rules_turn(r, v, next) != zm_rules_turn(r, v, p);
    return zm_rules_state(r, v, next);
}

/* The place of that state. */
ZM_KERNEL zm_place zm_rules_place(const zm_game *r, const zm_variant *v, zm_pos p, zm_move m, bool *passes)
{
    if (!r->index->place)
        return r->index->rank(v, zm_rules_play(r, v, p, m, passes));
    const zm_pos next = r->play(v, p, m);
    *passes = zm_rules_impartial(r, v) || zm_rules_turn(r, v, next) != zm_rules_turn(r, v, p);
    return r->index->place(v, next);
}

/* Does the turn pass with the move that leads from a parent to its child? Where states do not say whose turn it is, it
 * does. */
ZM_KERNEL bool zm_rules_passes(const zm_game *r, const zm_variant *v, zm_pos parent, zm_pos child)
{
    return zm_rules_no_turn(r, v) || zm_rules_turn(r, v, parent) != zm_rules_turn(r, v, child);
}

/* Is there a state at this place, where all states count? */
ZM_KERNEL bool zm_rules_is_state(const zm_game *r, const zm_variant *v, zm_place at)
{
    if (r->index->is_state)
        return r->index->is_state(v, at);
    const zm_pos p = r->index->unrank(v, at);
    return zm_same(zm_rules_state(r, v, p), p);
}

#endif
