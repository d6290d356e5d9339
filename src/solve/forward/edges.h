/* edges.h: the moves inside a tier, turned round: who leads to a state.
 *
 * First every thread adds moves as it finds them (zm_forward_edge), into a list for each range of places that they lead
 * to. Then each range is sorted by where its moves lead to, and only who leads there is kept.
 *
 * A gathered move is 32 bits. Threads look at places in ascending order, so the next move of a list hardly ever comes
 * from far behind the one before it:
 *
 *     bits 0 to shift-1    where to, in the range
 *     bit  shift           the turn stays
 *     the others           how many places farther on it comes from; all ones: the next 32 bits say from where
 *
 * Memory: 4 bytes per move, and few more while they are gathered, in chunks of one pool; 4 per state and 4 per 64
 * places. Time: each move is written twice and read twice, in order but for the one scattering inside a range. */
#ifndef ZM_SOLVE_FORWARD_EDGES_H
#define ZM_SOLVE_FORWARD_EDGES_H

#include "solve/core/chunk_pool.h"

enum { ZM_EDGE_NUMBERS = ZM_CHUNK_BYTES / sizeof(uint32_t) }; /* of parents in a chunk */

typedef struct zm_edge_list { /* gathered by a thread for a range */
    zm_chunk_list list;
    uint32_t from; /* where its last move comes from */
} zm_edge_list;

typedef struct zm_edge_range { /* of the places that moves lead to */
    uint32_t *first;           /* by state: where its parents begin; one more at the end */
    uint32_t **parents;        /* chunks of numbers: place << 1 | the turn stays */
    uint32_t chunks;
} zm_edge_range;

typedef struct zm_edges {
    zm_context *context;
    zm_chunk_pool *pool;
    const uint64_t *reached; /* a bit per place; NULL: every place is a state */
    uint32_t *before;        /* states in the words of `reached` before each */
    uint64_t size;           /* places */
    unsigned shift;          /* a range has 1 << shift places */
    uint32_t ranges;
    unsigned threads;
    zm_edge_list *gathered; /* by thread and range */
    zm_edge_range *range;
} zm_edges;

/* More places cannot be told apart. */
#define ZM_EDGES_MOST ((uint64_t)1 << 31)

/* Bytes that it takes before the first move. */
uint64_t zm_edges_fixed_bytes(uint64_t size, uint64_t states, unsigned threads);

zm_status zm_edges_open(zm_context *c, zm_chunk_pool *pool, const uint64_t *reached, uint64_t size, unsigned threads,
                        zm_edges *e);
void zm_edges_close(zm_edges *e);

/* Moves that a thread has found; false: there is no room for them. */
bool zm_edges_add(zm_edges *e, unsigned thread, const uint64_t *edge, unsigned count);

/* A range, when all moves are there; on any thread. Where there is no room for it: false. */
bool zm_edges_sort(zm_edges *e, uint32_t range);

/* The parents of a state: numbers *from to *to - 1 of its range. */
static inline const zm_edge_range *zm_edges_of(const zm_edges *e, uint64_t index, uint32_t *from, uint32_t *to)
{
    const zm_edge_range *r = &e->range[index >> e->shift];
    uint64_t slot = index & (((uint64_t)1 << e->shift) - 1);
    if (e->reached) {
        const uint64_t word = index / 64, first = (index >> e->shift << e->shift) / 64;
        slot = e->before[word] - e->before[first] +
               (uint64_t)__builtin_popcountll(e->reached[word] & (((uint64_t)1 << index % 64) - 1));
    }
    *from = r->first ? r->first[slot] : 0;
    *to = r->first ? r->first[slot + 1] : 0;
    return r;
}

static inline const uint32_t *zm_edges_parent(const zm_edge_range *r, uint32_t number)
{
    return &r->parents[number / ZM_EDGE_NUMBERS][number % ZM_EDGE_NUMBERS];
}

#endif
