/* book.h: a book: the states of the first plies, for games that can be searched but are too large for a table.
 *
 * They are found breadth first and solved as one graph; but those at the edge of the book have no moves
 * in it, and are searched (edge.h). Beyond its edge a book may have states of some plies more: those that are far from
 * decided, which take a search longest (beyond.c). It is stored before it goes beyond: so what it has will not be
 * searched again, whatever happens then. */
#ifndef ZM_SOLVE_SEARCH_BOOK_H
#define ZM_SOLVE_SEARCH_BOOK_H

#include "book_states.h"
#include "edge.h"

typedef struct zm_book { /* zm_driver.state */
    zm_book_states states;
    zm_placed placed;         /* what is stored, where places of the index are the keys */
    zm_search_device *device; /* NULL: all is searched on the CPU */
    bool is_beyond;           /* the book itself is solved: now it goes beyond its edge */
} zm_book;

static inline zm_book *zm_book_of(const zm_driver *d) { return d->state; }

/* The first of x at so many plies from the start. */
static inline uint64_t zm_first_at(const zm_explored *x, unsigned plies)
{
    return x->plies > plies ? x->ply[plies] : x->map.count;
}

/* The edge, or a ply beyond it: empty, to be filled. */
zm_edge zm_book_edge(const zm_driver *d, unsigned plies);
/* Says about how many states a book will have. */
zm_status zm_book_announce(zm_driver *d);
/* Adds states of the plies beyond the edge to b->states.table. */
zm_status zm_book_go_beyond(zm_driver *d);

/* Parts of a zm_solver. An engine that searches sets `device` after zm_book_begin. */
zm_status zm_book_begin(zm_driver *d);
void zm_book_end(zm_driver *d);
zm_status zm_book_find_states(zm_driver *d);
zm_status zm_book_solve(zm_driver *d, uint32_t tier);
bool zm_book_goes_on(zm_driver *d);
bool zm_book_can(const zm_variant *v, const zm_solve_options *o);
zm_status zm_book_refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o);
unsigned zm_book_suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o);
zm_status zm_book_start(zm_driver *d, zm_value *out);
const zm_value *zm_book_values(zm_driver *d, uint32_t tier);
const zm_pos *zm_book_keys(zm_driver *d);
const uint64_t *zm_book_places(zm_driver *d);

#endif
