/* book_states.h: the states of a book, found in the order of their distance from the start and solved as one graph. */
#ifndef ZM_SOLVE_SEARCH_BOOK_STATES_H
#define ZM_SOLVE_SEARCH_BOOK_STATES_H

#include "solve/core/explore.h"
#include "solve/core/keyed.h"
#include "solve/method.h"

typedef struct zm_book_states {
    zm_explored explored;
    zm_keyed table; /* the same states as the table has them; empty where nothing is stored */
    uint64_t size;  /* states of the only tier */
} zm_book_states;

/* All that play reaches from d->from in at most so many plies. Fills in the plan: one tier. */
zm_status zm_book_states_find(zm_driver *d, unsigned plies, zm_book_states *s);
/* Its values and d->tally[0]. What leads out of the graph has its value from the caller (zm_move_graph.outside). */
zm_status zm_book_states_solve(zm_driver *d, zm_book_states *s);
zm_status zm_book_states_sort(zm_driver *d, zm_book_states *s); /* fills in s->table */
void zm_book_states_plan(zm_driver *d, zm_book_states *s, uint64_t states);
void zm_book_states_free(zm_driver *d, zm_book_states *s);

#endif
