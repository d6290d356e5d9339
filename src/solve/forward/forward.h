/* forward.h: the parts of the method `forward` (forward.c). */
#ifndef ZM_SOLVE_FORWARD_FORWARD_H
#define ZM_SOLVE_FORWARD_FORWARD_H

#include "edges.h"
#include "solve/core/dense_solver.h"

/* Lists of states by remoteness, of one thread. */
typedef struct zm_forward_lists {
    zm_chunk_list *level;
    unsigned levels; /* that there is room for */
} zm_forward_lists;

/* A tier that is being solved. */
typedef struct zm_forward_tier {
    zm_job job;
    uint32_t tier;
    uint64_t size;
    unsigned threads;
    uint32_t *word; /* by place: kernel/forward.h */
    unsigned level; /* what has a smaller remoteness is known */
    bool wins_final;
    uint64_t unsettled; /* states that may still change */
    uint64_t visits;
    unsigned farthest; /* remoteness of what is decided */
    zm_meter meter;
    /* The moves that are not known to lose, and the states that are decided and have told nobody; NULL: none are kept. */
    zm_chunk_pool *pool;
    zm_edges edges;
    zm_forward_lists *lists; /* by thread */
    bool short_of_memory;    /* there was no room for one more */
} zm_forward_tier;

/* Puts a state into the list of its remoteness. */
void zm_forward_list(zm_forward_tier *t, unsigned thread, uint64_t index, unsigned remoteness);

/* levels.c: decides everything that the edges decide, from t->level on. */
zm_status zm_forward_tell(zm_forward_tier *t);

/* Parts of a zm_solver, for `backward` too. */
zm_status zm_forward_open(zm_driver *d);
zm_status zm_forward_solve(zm_driver *d, uint32_t tier);

#endif
