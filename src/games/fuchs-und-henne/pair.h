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
    HEN_PAIR = 1,    /* the player who has the pair */
    HEN_NO_TIER = -1 /* of that kind a shape has none */
};

typedef struct hen_ways { /* how a variant is played */
    unsigned foxes;       /* at the start: 1 or 2 */
    bool huffs;           /* and, with two at the start, rescues */
    bool chains;          /* may jump on in the same move, */
    bool whole;           /* and must as long as it can */
} hen_ways;

/* What the rules say of the board, as sets of fields; pair.c fills it. */
typedef struct hen_board {
    hen_ways ways;
    bool ones, twos, rescues;                 /* what occurs: a single one, two, one that is put back */
    unsigned enough;                          /* with fewer of the many the pair has won */
    uint64_t all, selves;                     /* selves: fields that are their own image */
    uint64_t near[CROSS_FIELDS];              /* where one of the pair steps */
    uint64_t over[CROSS_FIELDS];              /* what it can jump over, */
    uint64_t from[CROSS_FIELDS];              /* and from where this field can be jumped over */
    uint64_t ahead[CROSS_FIELDS];             /* where one of the many steps, out of the shape, */
    uint64_t behind[CROSS_FIELDS];            /* where it has come from, */
    uint64_t aside[CROSS_FIELDS];             /* and inside the shape */
    uint8_t land[CROSS_FIELDS][CROSS_FIELDS]; /* [from][over] */
    uint8_t image[CROSS_FIELDS];
    uint64_t start, start_pair; /* the many, not greater than their image */
} hen_board;

void hen_read_board(const zm_variant *v, hen_board *b);

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
ZM_INLINE bool hen_home(const zm_variant *v, uint64_t hens) { return hen_at_home(hen_of(v), hens); }
/* The state with these pieces; turn: 1 when it is the pair's; task: a hen_task. */
ZM_INLINE zm_pos hen_state(const zm_variant *v, uint64_t hens, uint64_t foxes, unsigned turn, unsigned task)
{
    return hen_fingerprint(v, hen_position(hens, foxes, (hen_task)task, turn));
}

#endif
