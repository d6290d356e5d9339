/* book.h: a book: the states of the first plies, for games that can be searched but are too large for a table.
 *
 * They are found and solved as hash.c does with all states of a game; but those at the edge of the book have no moves in it, and are
 * searched (zermelo/search.h). What has been searched is put aside every minute, so that a book that was interrupted goes on there. */
#ifndef ZM_SOLVE_BOOK_H
#define ZM_SOLVE_BOOK_H

#include "explore.h"

#include <zermelo/solve.h>

/* Fills in graph.outside of the states at the edge. */
zm_status zm_book_search(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_explored *x, zm_solved *out);
/* What was put aside is in the table now. */
void zm_book_forget(zm_context *c, const zm_variant *v, const zm_solve_options *o);

#endif
