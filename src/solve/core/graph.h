/* graph.h: retrograde analysis of an explicit graph of moves, cycles or not.
 *
 * For games without `parents`: the moves are made once, forward, and turned round in memory. A book hands over
 * all its states, the forward method one tier at a time, the hash method what its first levels leave undecided. What
 * leads out of the graph is summed up in `outside`. */
#ifndef ZM_SOLVE_CORE_GRAPH_H
#define ZM_SOLVE_CORE_GRAPH_H

#include "base/meter.h"

#include <zermelo/base.h>
#include <zermelo/value.h>

/* An edge is the number of the state it leads to; the topmost bit is set when the turn stays. */
#define ZM_EDGE_STAYS_BIT ((uint32_t)1 << 31)
#define ZM_EDGE_STATE(e) ((e) & ~ZM_EDGE_STAYS_BIT)

typedef struct zm_move_graph {
    uint64_t states;
    uint64_t *first; /* states + 1: edges of i are edge[first[i]] .. edge[first[i+1]-1] */
    uint32_t *edge;
    /* In: the value of ended states; ZM_NONE for open ones. Out: the value of every state. */
    zm_value *value;
    /* What the best move out of the graph is worth to the mover; ZM_NONE when there is none. NULL: nobody has one. */
    zm_value *outside;
    zm_meter *meter; /* told of 2 * states steps while it is solved; NULL: nobody is */
} zm_move_graph;

/* Fills in `value`. Time and memory grow with the edges: 4 bytes an edge and 20 a state beyond what is given.
 * Takes `edge` and `first` over: they are freed as soon as they are turned round, unless `keep`. */
zm_status zm_move_graph_solve(zm_context *c, zm_move_graph *g, bool keep);
void zm_move_graph_free(zm_context *c, zm_move_graph *g);

/* The error for a win that takes more than `most` plies. */
zm_status zm_too_far(zm_context *c, unsigned most);

#endif
