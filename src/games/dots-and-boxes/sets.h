/* sets.h: a value for every line set of a board, drawn lines in any number: 2^lines of them, a byte each. */
#ifndef ZM_GAMES_DOTS_AND_BOXES_SETS_H
#define ZM_GAMES_DOTS_AND_BOXES_SETS_H

#include "rules.h"

#include <zermelo/tabulate.h>

typedef enum dots_kind {
    DOTS_KIND_SCORE,  /* the best difference of boxes for the one to move, from here on */
    DOTS_KIND_GRUNDY, /* of NimString: a number or loony */
    DOTS_KIND_W_MISERE, /* where no box is complete. By the rule misere that is the Grundy number: completing one gives up */
    DOTS_KIND_W_OF_MISERE, /* by the rule misere, w under misère play: where a line can be drawn that completes no box */
    DOTS_KIND_W,           /* where no box has three lines: what strong.c finds much faster, found plainly */
} dots_kind;

enum { DOTS_NO_VALUE = INT8_MIN }; /* a set that has none */

zm_status dots_sets(zm_context *c, const dots_data *d, dots_kind kind, zm_tabulation *out);
/* The same, and the values themselves, by set; to be given back with zm_release. */
zm_status dots_sets_keep(zm_context *c, const dots_data *d, dots_kind kind, zm_tabulation *out, int8_t **values);

#endif
