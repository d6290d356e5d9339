/* explore.h: all states that play reaches, through a hash, with the graph of moves between them. */
#ifndef ZM_SOLVE_CORE_EXPLORE_H
#define ZM_SOLVE_CORE_EXPLORE_H

#include "base/map.h"
#include "graph.h"

#include <zermelo/variant.h>

typedef struct zm_explored {
    zm_map map;          /* state <-> number, in order of distance from the start; 0 is the start */
    zm_move_graph graph; /* edges and the values of ended states; empty unless asked for */
    uint64_t *ply;       /* plies + 1: states at distance i are numbers ply[i] .. ply[i+1]-1 */
    uint32_t plies;
    uint64_t moves; /* looked at */
} zm_explored;

/* How far to go: states at most (0: as many as memory allows), and plies (0: to the end). What is farther off than that
 * is left out: states at that distance have no edges, whether they are open or not. */
typedef struct zm_explore_limit {
    uint64_t states;
    unsigned plies;
} zm_explore_limit;

/* Breadth first from `from`. limit NULL: all. */
zm_status zm_explore(zm_context *c, const zm_variant *v, zm_pos from, bool edges, const zm_explore_limit *limit,
                     zm_explored *x);
void zm_explored_free(zm_context *c, zm_explored *x);

#endif
