/* value_source.h: where the values of positions come from: a table, a book, a search, or a solve on the spot.
 *
 * A source is opened once for a variant and asked for any number of positions. For each it takes the first of these:
 *
 *  1. The finished table in the folder of tables. A damaged one is an error: nothing takes its place silently.
 *  2. A book of the first plies, and a search where it ends.
 *  3. With `long_search`, a search down to what an interrupted solve has left, or to the end of the game.
 *  4. With `long_solve`, a solve of what follows the position, as far as memory allows. Not with dice.
 *  5. A solve on the spot of the whole variant, where its index has few places.
 *  6. A search near the end of the game (zm_search_is_quick).
 *  7. A solve on the spot of what follows the position, up to a number of states.
 *
 * A position that the table does not have, because play never reaches it, gets 4, 6 or 7. On the spot means within
 * seconds and a few hundred MiB; nothing of it is stored. Whatever it comes from is given out as a zm_table. */
#ifndef ZERMELO_VALUE_SOURCE_H
#define ZERMELO_VALUE_SOURCE_H

#include <zermelo/table.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a core solves in about ten seconds (Fox and Geese with 5 geese has 12 million places; Hasenspiel by a hash). */
enum { ZM_SPOT_PLACES = 16000000, ZM_SPOT_STATES = 1000000 };

typedef enum zm_origin {
    ZM_FROM_NOTHING = 0, /* nothing gives the values, as far as the options allow */
    ZM_FROM_TABLE,       /* the finished table */
    ZM_FROM_BOOK,        /* a book, and a search where it ends */
    ZM_FROM_UNFINISHED,  /* a search that ends at what an interrupted solve has left */
    ZM_FROM_SEARCH,      /* a search alone */
    ZM_FROM_WHOLE,       /* a solve on the spot of all that play reaches */
    ZM_FROM_POSITION,    /* a solve on the spot of what follows the position */
} zm_origin;
const char *zm_origin_name(zm_origin o); /* "table", "book", "unfinished", "search", "whole", "position"; "nothing" */

typedef struct zm_value_source_options {
    size_t size;        /* ZM_OPTIONS */
    const char *tables; /* the folder of tables; NULL: zm_tables_folder */
    uint64_t places,
        states;       /* of a solve on the spot, at most: places of an index, or states without one; 0: as above */
    bool long_search; /* a search may take as long as it needs */
    bool long_solve;  /* so may a solve */
    /* Every position within seconds, whatever was asked before: no search far from the end or from the book, and no
     * solve that will probably be too large. What is solved on the spot is all that play reaches, for later questions. */
    bool always_quick;
    bool ignore_damage; /* a damaged table is none; zm_value_source_problem says so */
} zm_value_source_options;

typedef struct zm_value_source zm_value_source;

typedef struct zm_values_found {
    zm_origin origin;
    const zm_table *table; /* the source's, until it is closed; NULL: it is not made yet, or nothing gives values */
} zm_values_found;

/* Opens what is in the folder. That there is nothing, or that it is damaged, is no failure yet. */
zm_status zm_value_source_open(zm_context *c, const zm_variant *v, const zm_value_source_options *o,
                               zm_value_source **out);
void zm_value_source_close(zm_value_source *s);

/* Where would the values of a position come from? Nothing is solved or searched. */
zm_status zm_values_at_hand(zm_context *c, const zm_value_source *s, zm_pos p, zm_values_found *out);
/* A table that has the position; it is made if need be. ZM_OK with ZM_FROM_NOTHING: no values are to be had;
 * zm_values_missing says why. */
zm_status zm_values_for(zm_context *c, zm_value_source *s, zm_pos p, zm_values_found *out);
/* A table of all that play reaches, in which states can be counted: finished, or solved on the spot. */
zm_status zm_values_for_all(zm_context *c, zm_value_source *s, zm_values_found *out);
/* Fails with the reason why there are no values of the position. */
zm_status zm_values_missing(zm_context *c, const zm_value_source *s, zm_pos p);
/* Fails with what is wrong with the folder, where there is no finished table of the variant in it. */
zm_status zm_values_no_table(zm_context *c, const zm_value_source *s);

/* What is in the folder: a table, a book, what an interrupted solve has left, or nothing. The last two are looked for
 * only where the variant can be searched. */
zm_values_found zm_value_source_stored(const zm_value_source *s);
/* The table of all that play reaches, if there is one by now. */
zm_values_found zm_value_source_whole(const zm_value_source *s);
/* Can it be solved on the spot, as far as is known? */
bool zm_value_source_fits(const zm_value_source *s);
/* Places of its index, else the bound on its states; 0: nobody knows. */
uint64_t zm_value_source_places(const zm_value_source *s);
/* Why there is no finished table; "": there is one. */
const char *zm_value_source_problem(const zm_value_source *s);

/* THREADS. Any number of threads may ask what is at hand, each with its own context. Only one at a time may make
 * something (zm_values_for, zm_values_for_all): the context it uses for that must live as long as the source. */

#ifdef __cplusplus
}
#endif

#endif
