/* strong.h: the values of all line sets of a board at once. */
#ifndef ZM_GAMES_DOTS_AND_BOXES_STRONG_H
#define ZM_GAMES_DOTS_AND_BOXES_STRONG_H

#include "rules.h"

#include <zermelo/tabulate.h>

/* The w-number of every line set in which no box has three lines. `careful` takes the way for numbers from 16 up and
 * threads everywhere (tests compare). */
zm_status dots_strong(zm_context *c, const dots_data *d, bool careful, zm_tabulation *out);

#endif
