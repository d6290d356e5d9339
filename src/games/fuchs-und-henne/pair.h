/* pair.h: the game as its own solver and its verifier see it: two foxes, the pair, against many hens.
 *
 * For a fixed placement of the many, the pairs of fields where the two may stand with some property are a set of bits,
 * and so are the fields of a single one. Huffing and rescue are moves of their own, made by the many before they move.
 *
 * Placements with the same number of hens in each row are a shape (cross.h). Play never comes back to a shape that it
 * has left: steps to the side stay, steps down and captures leave it. Shapes are numbered in order of their number of
 * hens, then of how far these have come, the farthest first. A step down leads to shapes with the next greater depth.
 *
 * A shape has a tier for each kind of state it can have (hen_kind), with the index of rules.h. Of a placement that is
 * its own image, those pairs are states that are not greater than their image. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_PAIR_H
#define ZM_GAMES_FUCHS_UND_HENNE_PAIR_H

#include "rules.h"

enum {
    HEN_PAIR = 1,     /* the player who has the pair */
    HEN_NO_TIER = -1, /* of that kind a shape has none */
    HEN_NO_LANDING = CROSS_FIELDS
};

typedef struct hen_ways { /* how a variant is played */
    unsigned foxes;       /* at the start: 1 or 2 */
    bool huffs;           /* and, with two at the start, rescues */
    bool chains;          /* may jump on in the same move, */
    bool whole;           /* and must as long as it can */
} hen_ways;

ZM_INLINE hen_ways hen_ways_of(const zm_variant *v)
{
    const hen_data *d = hen_of(v);
    const hen_ways ways = {d->foxes, d->huffs, d->chain > 1, d->whole};
    return ways;
}

/* The start: the many, the pair. It is the many's turn. */
ZM_INLINE void hen_pair_start(const zm_variant *v, uint64_t *many, uint64_t *pair)
{
    *many = hen_of(v)->start.lo;
    *pair = hen_foxes(hen_of(v)->start);
}

ZM_INLINE uint32_t hen_shapes(const zm_variant *v) { return hen_of(v)->shapes.shapes; }
ZM_INLINE unsigned hen_pieces(const zm_variant *v, uint32_t shape) { return hen_of(v)->shapes.pieces[shape]; }
ZM_INLINE unsigned hen_depth(const zm_variant *v, uint32_t shape)
{
    return cross_how_far_down(hen_of(v)->shapes.code[shape]);
}
/* Placements of a shape that are not greater than their image; placement n as a set of fields, and back (tier is the
 * shape, index is n). */
ZM_INLINE uint32_t hen_placements(const zm_variant *v, uint32_t shape)
{
    return cross_canon(&hen_of(v)->shapes, shape);
}
ZM_INLINE uint64_t hen_many(const zm_variant *v, uint32_t shape, uint32_t n)
{
    return cross_many(&hen_of(v)->shapes, shape, n);
}
ZM_INLINE zm_place hen_place(const zm_variant *v, uint64_t hens) { return cross_place(&hen_of(v)->shapes, hens); }
ZM_INLINE int64_t hen_pair_tier(const zm_variant *v, uint32_t shape, hen_kind kind)
{
    const hen_data *d = hen_of(v);
    const hen_group *g = &d->group[hen_group_of(d, d->shapes.pieces[shape])];
    return g->kind[g->slot[kind]] == kind ? (int64_t)hen_tier(d, shape, kind) : HEN_NO_TIER;
}
ZM_INLINE unsigned hen_enough(const zm_variant *v) { return hen_of(v)->house; }
ZM_INLINE bool hen_home(const zm_variant *v, uint64_t hens) { return hen_at_home(hen_of(v), hens); }
/* Where a fox can step; where a hen can, and which of its steps stay in the shape, and can be taken back. */
ZM_INLINE uint64_t hen_steps(const zm_variant *v, unsigned from) { return hen_of(v)->board.step[from]; }
ZM_INLINE uint64_t hen_forth(const zm_variant *v, unsigned from) { return hen_of(v)->board.forth[from]; }
ZM_INLINE uint64_t hen_aside(const zm_variant *v, unsigned from)
{
    return hen_of(v)->board.forth[from] & cross_beside(zm_bit(from));
}
/* Where a fox lands that jumps over a neighbour. */
ZM_INLINE unsigned hen_land(const zm_variant *v, unsigned from, unsigned over)
{
    return hen_of(v)->board.over[from] >> over & 1 ? hen_of(v)->board.land[from][over] : HEN_NO_LANDING;
}

/* The state with these pieces; turn: 1 when it is the pair's; task: a hen_task. */
ZM_INLINE zm_pos hen_state(const zm_variant *v, uint64_t hens, uint64_t foxes, unsigned turn, unsigned task)
{
    return hen_fingerprint(v, hen_position(hens, foxes, (hen_task)task, turn));
}

#endif
