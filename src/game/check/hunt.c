/* hunt.c: checks of the hunt facet: the placement of the many and the square of the lone piece that the index says make
 * the state again. A solver never asks for the state itself, so nothing else would notice. */
#include "run.h"

typedef struct place {
    uint32_t pair;
    uint64_t placement;
    unsigned number; /* of the lone piece's square among the free ones */
    bool lone_to_move;
} place;

static place place_of(const run *k)
{
    const zm_hunt *h = k->g->hunt;
    const zm_place at = k->g->index->rank(k->v, k->p);
    const bool cyclic = k->g->index->inside == ZM_CYCLES;
    const uint32_t pair = cyclic ? at.tier : at.tier / 2;
    const unsigned free = h->free(k->v, pair);
    const uint64_t turns = cyclic && !h->few(k->v, pair) ? 2 : 1;
    const uint64_t placements = k->g->index->tier_size(k->v, at.tier) / free / turns, row = at.index / free;
    return (place){pair, row % placements, (unsigned)(at.index % free), cyclic ? row >= placements : at.tier % 2};
}

static unsigned nth_square(uint64_t set, unsigned n)
{
    while (n--)
        set &= set - 1;
    return set ? zm_lowest(set) : ZM_HUNT_SQUARES;
}

static zm_status state(run *k)
{
    const zm_hunt *h = k->g->hunt;
    if (!h || h->squares(k->v) > ZM_HUNT_SQUARES)
        return ZM_OK;
    const place w = place_of(k);
    const uint64_t many = h->many(k->v, w.pair, w.placement), board = zm_low_bits(h->squares(k->v));
    const zm_place back = h->place(k->v, many);
    if (back.tier != w.pair || back.index != w.placement)
        return wrong(k, "hunt: place of the placement that many gives is another one");
    const unsigned square = nth_square(board & ~many, w.number);
    if (square == ZM_HUNT_SQUARES || h->free(k->v, w.pair) != zm_count_bits(board & ~many))
        return wrong(k, "hunt: free is not the number of squares that the many leave");
    if (!zm_same(zm_state_of(k->v, h->position(k->v, many, square, w.lone_to_move)), k->p))
        return wrong(k, "hunt: many and position make another state of its place");
    return ZM_OK;
}

const zm_check_facet zm_check_hunt = {.state = state};
