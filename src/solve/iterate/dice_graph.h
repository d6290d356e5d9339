/* dice_graph.h: a graph of moves with dice in memory, and sweeps over it.
 *
 * States are numbered from 0, and are looked at in that order. What a state can become is a row of words:
 *
 *     head     how it stands, how many groups follow, the weight of all rolls together
 *     const    only if the head says so: sums of rolls that lead out of the graph whatever is played; lower and upper
 *     group    for rolls with the same moves: their weight, how many moves stay in the graph, is there a floor?
 *       floor  only if the group says so: the best of the moves that lead out of the graph; lower and upper
 *       edge   2 * state + 1 if the turn passes
 *
 * The lower and upper bound of state i are words 2i and 2i+1 of the values. So what an edge e promises is word[e] at
 * least and word[e^1] at most, and where e is odd, because the other side moves there, the complement of that.
 *
 * A roll whose only move leads back to the same state and keeps the turn changes nothing: it is left out, and the other
 * rolls decide. A state that has no other roll is never left: nothing is known of it, and its interval says so. With
 * one vector it stays in: bounds come from one side and want long steps, one number swings to and fro with the turns
 * and wants damping (one piece each of Mensch ärgere Dich nicht takes 53 sweeps without, 36 with). */
#ifndef ZM_SOLVE_ITERATE_DICE_GRAPH_H
#define ZM_SOLVE_ITERATE_DICE_GRAPH_H

#include "bounds.h"
#include "outlook.h"

typedef void zm_look(void *arg, uint64_t state, zm_outlook *out);

typedef struct zm_dice_graph {
    zm_context *context;
    unsigned rolls;
    bool one_vector;
    uint64_t states, chunks;
    uint32_t **chunk; /* the rows of ZM_DICE_CHUNK states each */
    union {
        zm_odds *odds;  /* by state */
        double *number; /* with one vector, 0 to ZM_CERTAIN */
        uint32_t *word;
        void *value;
    };
    uint64_t *room; /* the values of a phase */
} zm_dice_graph;

/* Asks `look` for every state, on all threads. */
zm_status zm_dice_graph_make(zm_context *c, const zm_variant *v, uint64_t states, bool one_vector, zm_look *look,
                             void *arg, zm_dice_graph *out);
void zm_dice_graph_free(zm_context *c, zm_dice_graph *g);
uint64_t zm_dice_graph_fixed_bytes(unsigned threads); /* beside values and rows, while it is made or swept */
unsigned zm_dice_graph_words(const zm_variant *v, uint32_t self, const zm_outlook *o); /* of a row */

/* One sweep; `arg` is the zm_dice_graph. */
void zm_dice_graph_sweep(void *arg, zm_sweep *last);
/* Done: adds the states to the summary, and frees the rows. One vector has become odds. `position` is asked for few of
 * them. */
typedef zm_pos zm_position_of(void *arg, uint64_t state);
void zm_dice_graph_end(zm_dice_graph *g, zm_position_of *position, void *arg, zm_summary *sum);

#endif
