/* book.h: a book: the states of the first plies, for games that can be searched but are too large for a table.
 *
 * They are found and solved as hash.c does with all states of a game; but those at the edge of the book have no moves
 * in it, and are searched (zermelo/search.h). What has been searched is put aside every minute, so that a book that was
 * interrupted goes on there; and what a book that is there already has is not searched again.
 *
 * Behind its edge a book may have states of some plies more: those that are far from decided, which take a search
 * longest (beyond.c). */
#ifndef ZM_SOLVE_SEARCH_BOOK_H
#define ZM_SOLVE_SEARCH_BOOK_H

#include "solve/hash/explore.h"

#include <zermelo/solve.h>

typedef struct zm_edge { /* open states that are searched, in the order of their keys */
    zm_context *context;
    const zm_variant *variant;
    const zm_solve_options *options;
    unsigned plies; /* so many from the start */
    uint64_t count;
    zm_pos *key;
    int8_t *least;   /* what each is worth at least, a score; NULL: nothing is known */
    zm_value *value; /* ZM_NONE: not searched yet */
    uint64_t resumed;
    bool whole; /* a book that was there had them all */
} zm_edge;

zm_status zm_edge_room(zm_edge *e, uint64_t most);
zm_status zm_edge_search(zm_edge *e, zm_solved *out);
void zm_edge_free(zm_edge *e);

/* Fills in graph.outside of the states at the edge. *had: they are all from a book that was there. */
zm_status zm_book_search(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_explored *x, bool *had,
                         zm_solved *out);
/* What was put aside is in the table now. */
void zm_book_forget(zm_context *c, const zm_variant *v, const zm_solve_options *o);

typedef struct zm_sorted { /* keys and values as a table has them */
    zm_pos *keys;
    zm_value *values;
    uint64_t count;
} zm_sorted;

/* Adds states of the plies behind the edge, which is the states from..count-1 of x, to those of a book. */
zm_status zm_book_go_far(zm_context *c, const zm_variant *v, const zm_solve_options *o, const zm_explored *x,
                         zm_sorted *book, zm_solved *out);
/* The first of x at so many plies from the start. */
static inline uint64_t zm_first_at(const zm_explored *x, unsigned plies)
{
    return x->plies > plies ? x->ply[plies] : x->map.count;
}

#endif
