/* row.h: a game whose pieces lie in one row (the rules' `grid`): heaps of 0, 1, 2, ... coins.
 *
 * The row is walked from its beginning, so that what a piece leads to is known before it. Each time twice as much of it
 * is known the game is asked (`proven`) whether that proves a period; then the rest of the row is known without a look
 * at it. */
#ifndef ZM_VALUES_ROW_H
#define ZM_VALUES_ROW_H

#include "base/map.h"

#include <zermelo/values.h>

typedef struct zm_period {
    uint64_t first, length; /* length 0: none is seen */
    bool proven;            /* for ever; else as far as the row goes */
} zm_period;

/* Of the first `count` numbers of a game's row: the least period that they prove. */
zm_period zm_period_proven(const zm_variant *v, const uint32_t *number, uint64_t count);
/* The same, else the least that is seen at least three times, and in at least half of the row. */
zm_period zm_period_seen(const zm_variant *v, zm_kind kind, const uint32_t *number, uint64_t count);

typedef struct zm_row {
    bool open;                  /* there is one, and it was looked for */
    zm_map column;              /* states to columns */
    uint64_t known;             /* columns from the first on whose values are here */
    uint32_t *number[ZM_KINDS]; /* of the kinds that parts add up to */
    zm_period period[ZM_KINDS]; /* proved, of each of them, or none is of any */
} zm_row;

/* Nothing when it is open, or there is none. */
zm_status zm_row_open(zm_context *c, const zm_variant *v, zm_compound how, zm_row *row);
void zm_row_close(zm_context *c, zm_row *row);
/* The values of the next column. */
void zm_row_note(const zm_variant *v, zm_row *row, const uint32_t number[ZM_KINDS]);
/* Are the values of a column known, by the period or because they were noted? Then these are they. */
bool zm_row_look(const zm_row *row, uint64_t column, uint32_t number[ZM_KINDS]);

#endif
