/* hunt_steps.h: where the moves of a hunt (zermelo/hunt.h) lead, by placements of the many and words of squares of the
 * lone piece. */
#ifndef ZM_KERNEL_HUNT_STEPS_H
#define ZM_KERNEL_HUNT_STEPS_H

#include "game/expand.h"
#include "hunt_cyclic.h"

/* ---- without cycles ---- */
/* What the many can do: where each of their moves leads, and the square that must be free for it. */
typedef struct zm_hunt_moves {
    unsigned count;
    uint8_t from[ZM_HUNT_MOVES], to[ZM_HUNT_MOVES];
    zm_place at[ZM_HUNT_MOVES]; /* of the placement after it: pair and number */
} zm_hunt_moves;

ZM_KERNEL void zm_hunt_moves_of(const zm_variant *v, const zm_hunt *h, uint64_t many, zm_hunt_moves *c)
{
    c->count = h->advance(v, many, c->from, c->to);
    for (unsigned i = 0; i < c->count; i++)
        c->at[i] = h->place(v, many ^ zm_bit(c->from[i]) ^ zm_bit(c->to[i]));
}

/* ---- with cycles ---- */
/* Where a placement is kept: it or its mirror image, whichever is the smaller. */
typedef struct zm_hunt_spot {
    uint32_t tier;
    uint32_t n;
    bool turned;
} zm_hunt_spot;

ZM_KERNEL zm_hunt_spot zm_hunt_spot_of(const zm_variant *v, const zm_hunt *h, uint64_t many)
{
    const uint64_t image = h->image(v, many);
    const bool turned = image < many;
    const zm_place at = h->place(v, turned ? image : many);
    return (zm_hunt_spot){at.tier, (uint32_t)at.index, turned};
}

ZM_KERNEL uint64_t zm_hunt_turn(const zm_variant *v, const zm_hunt *h, bool turned, uint64_t squares)
{
    return turned && squares ? h->image(v, squares) : squares;
}

#endif
