/* heaps.h: positions that are lists of numbers: a comma before the next heap, a - before a pile on top of the same
 * one. */
#ifndef ZM_DRAW_HEAPS_H
#define ZM_DRAW_HEAPS_H

#include <stdbool.h>

typedef struct zm_heap { /* a pile of one */
    unsigned row, col;   /* piles below it; which heap */
    unsigned number;     /* of coins */
    const char *text;    /* where the number begins, and how long it is */
    unsigned length;
} zm_heap;

typedef struct zm_heap_reader {
    const char *next; /* the text to read; NULL: it is at its end */
    unsigned row, col;
    bool wrong; /* it is no list of numbers */
} zm_heap_reader;

/* False at the end, and where it is wrong. */
bool zm_next_heap(zm_heap_reader *r, zm_heap *out);

#endif
