/* rows.h: the kernels for tiers that come in rows (zermelo/rows.h): retrograde analysis by counting moves down, a row
 * at a time (solve/backward/rows.c), and what the states of rows lead to. */
#ifndef ZM_KERNEL_ROWS_H
#define ZM_KERNEL_ROWS_H

#include "counting.h"

#include <zermelo/rows.h>

enum { ZM_ROW_SEGMENT = 1024 };
enum { ZM_HINT = 0x4000 }; /* values from here to the draw are hints, no values: see rows.inc */

/* A tier whose moves are counted down row by row. */
typedef struct zm_row_work {
    const zm_dense *dense;
    uint32_t tier, rows, width;
    bool turned;
    uint8_t *left;     /* by place: moves that may still not lose */
    uint32_t segments; /* of a row, for the next two */
    uint64_t level_words;
    uint64_t *levels; /* by level, level_words each: a bit a segment, has it places with that remoteness? */
    uint8_t *told;    /* by segment: somebody was told something */
    unsigned level;   /* what has this remoteness tells its parents */
    uint64_t kinds[2][ZM_LEVEL_WORDS]; /* levels at which states are lost, won */
    unsigned farthest;
    zm_value hinted; /* the farthest loss by a move out of the tier */
    /* ---- of this thread ---- */
    uint32_t part, parts; /* it owns the rows whose number leaves this remainder */
    uint16_t *best;       /* by column, for the first look, as the next one */
    uint8_t *staying;
    uint32_t *columns;
    uint32_t *news; /* for others, or for later */
    uint64_t news_count;
    zm_move *moves; /* room for those of a state */
    uint64_t visits;
} zm_row_work;

typedef struct zm_rows_kernels {
    /* As zm_dense_kernels.reach, for games with rows that `lead`: what the states in `todo` of rows [from, to) lead to.
     * They are taken out of it, and new ones of the same tier put in, in any row. Returns how many. Safe on several
     * threads. */
    uint64_t (*reach)(const zm_dense *d, uint32_t tier, uint64_t *todo, uint64_t from, uint64_t to);

    /* The first look at a row; what has w->level in it, told to parents in the row, or kept as news; and news, told to
     * the parents this thread owns, or of a turned tier to all. */
    void (*look)(zm_row_work *w, uint32_t row);
    void (*tell)(zm_row_work *w, uint32_t row);
    void (*hear)(zm_row_work *w, const uint32_t *news, uint64_t count);
    void (*conclude)(zm_row_work *w, uint32_t row); /* what news told a row comes to; not of a turned tier */
} zm_rows_kernels;

#endif
