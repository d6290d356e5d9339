/* hash.h: states that are found through a hash and solved as one graph: the method `hash`, and what `search` shares
 * with it. */
#ifndef ZM_SOLVE_HASH_HASH_H
#define ZM_SOLVE_HASH_HASH_H

#include "solve/core/explore.h"
#include "solve/core/keyed.h"
#include "solve/method.h"

typedef struct zm_hash_states {
    zm_explored explored;
    zm_keyed table; /* the same states as the table has them; empty where nothing is stored */
    uint64_t size;  /* states of the only tier */
} zm_hash_states;

/* All that play reaches from d->from, in at most so many plies (0: in any number). Fills in the plan: one tier. */
zm_status zm_hash_find(zm_driver *d, unsigned plies, zm_hash_states *s);
/* Its values and d->tally[0]. What leads out of the graph has its value from the caller (zm_move_graph.outside). */
zm_status zm_hash_solve(zm_driver *d, zm_hash_states *s);
zm_status zm_hash_sort(zm_driver *d, zm_hash_states *s); /* fills in s->table */
void zm_hash_plan_size(zm_driver *d, zm_hash_states *s, uint64_t states);
void zm_hash_free(zm_driver *d, zm_hash_states *s);

#endif
