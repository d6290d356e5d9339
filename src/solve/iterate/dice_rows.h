/* dice_rows.h: how the rows of a graph of moves with dice are packed (dice_graph.h), for those who make them and those
 * who sweep over them. */
#ifndef ZM_SOLVE_ITERATE_DICE_ROWS_H
#define ZM_SOLVE_ITERATE_DICE_ROWS_H

#include "dice_graph.h"

enum {
    ZM_DICE_CHUNK = 1024,
    ZM_DICE_AHEAD = 48, /* words of a row that are prefetched, and what a chunk has room for beyond its end */
    ZM_DICE_PHASE = 16, /* chunks a phase at most, and phases at least, as far as there are chunks */
    ZM_DICE_PHASES = 12,
    ZM_DICE_HAS_CONST = 1 << 7,
    ZM_DICE_GROUPS = ZM_DICE_HAS_CONST - 1,
    ZM_DICE_STANDS_AT = 8,
    ZM_DICE_HAS_FLOOR = 1 << 15,
    ZM_DICE_EDGES = ZM_DICE_HAS_FLOOR - 1,
    ZM_DICE_WEIGHT_AT = 16,
};

static inline uint64_t zm_dice_chunk_states(const zm_dice_graph *g, uint64_t chunk)
{
    const uint64_t left = g->states - chunk * ZM_DICE_CHUNK;
    return left < ZM_DICE_CHUNK ? left : ZM_DICE_CHUNK;
}

static inline int zm_dice_threads(const zm_dice_graph *g, uint64_t chunks)
{
    const unsigned threads = zm_threads(g->context);
    return chunks < 1 ? 1 : chunks < threads ? (int)chunks : (int)threads;
}

/* The best of two moves, bound by bound. */
static inline zm_odds zm_dice_better(zm_odds a, zm_odds b)
{
    return (zm_odds){a.lower > b.lower ? a.lower : b.lower, a.upper > b.upper ? a.upper : b.upper};
}

void zm_dice_graph_free_rows(zm_context *c, zm_dice_graph *g);

#endif
