/* edge.h: the states at the edge of a book, or of a ply beyond it: they have no moves in the book, and are searched
 * (zermelo/search.h).
 *
 * What has been searched is put aside every minute, so that a book that was interrupted goes on there; and what a book
 * that is there already has is not searched again. */
#ifndef ZM_SOLVE_SEARCH_EDGE_H
#define ZM_SOLVE_SEARCH_EDGE_H

#include "search/many.h"

#include <zermelo/solve.h>

typedef struct zm_edge { /* open states, in the order of their keys */
    zm_context *context;
    const zm_variant *variant;
    const zm_solve_options *options;
    zm_solved *out;           /* gets visits, and what was there already */
    zm_search_device *device; /* searches what it can, before the CPU does the rest; NULL: there is none */
    unsigned plies;           /* so many from the start */
    uint64_t count;
    zm_pos *key;
    int8_t *least;   /* what each is worth at least, a score; NULL: nothing is known */
    zm_value *value; /* ZM_NONE: not searched yet */
    uint64_t resumed;
    bool whole; /* a book that was there had them all */
} zm_edge;

/* Room for so many keys and values. */
zm_status zm_edge_room(zm_edge *e, uint64_t most);
/* Finds the values. */
zm_status zm_edge_search(zm_edge *e);
void zm_edge_free(zm_edge *e);
/* The book is stored up to this ply: what was put aside is of no use any more. */
void zm_edge_forget(const zm_edge *e);

#endif
