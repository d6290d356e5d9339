/* forward.h: the kernel of the method `forward`: a look at the moves of states whose tier has cycles; see
 * solve/forward/forward.c.
 *
 * While a tier is solved every place has a word:
 *
 *     bits 0-15    its value so far (zm_value)
 *     bits 16-31   0: it is decided (a win may still become a sooner one), or there is no state
 *                  n: n moves are not known to lose; then the value is none, or what the moves that are known to lose
 *                  are worth at best */
#ifndef ZM_KERNEL_FORWARD_H
#define ZM_KERNEL_FORWARD_H

#include "dense.h"

enum { ZM_FORWARD_MOST = 0xFFFF }; /* moves that can be counted */

ZM_KERNEL uint32_t zm_forward_word(zm_value value, uint32_t left) { return left << 16 | value; }
ZM_KERNEL zm_value zm_forward_value(uint32_t word) { return (zm_value)word; }
ZM_KERNEL uint32_t zm_forward_left(uint32_t word) { return word >> 16; }

/* A move inside the tier: where to, where from, and whether the turn stays. */
ZM_KERNEL uint64_t zm_forward_edge(uint64_t to, uint64_t from, bool stays) { return to << 32 | from << 1 | stays; }

/* What one thread does in a look. */
typedef struct zm_forward_look {
    const zm_dense *dense;
    uint32_t tier;
    uint32_t *word;  /* by place */
    unsigned level;  /* what has a smaller remoteness is known; 0: this is the first look */
    bool wins_final; /* only who wins is asked: a win need not become a sooner one */
    uint64_t visits;
    uint64_t unsettled; /* states that may still change */
    unsigned farthest;  /* remoteness of what it has seen decided */
    bool too_many;      /* a state has more than ZM_FORWARD_MOST moves inside the tier */
    /* The moves that were not known to lose; NULL: nobody asks. `full` makes room in it. */
    uint64_t *edge;
    unsigned edges, room;
    void (*full)(struct zm_forward_look *w);
    /* OPTIONAL. Told of every state that is decided and not known at this level. */
    void (*decided)(struct zm_forward_look *w, uint64_t index, zm_value value);
} zm_forward_look;

typedef struct zm_forward_kernels {
    /* Looks at the states of [from, to) that are not known at w->level. Safe on several threads: what one of them
     * decides has remoteness w->level at least, so the others take it as undecided. */
    void (*look)(zm_forward_look *w, uint64_t from, uint64_t to);
    /* Moves of a state that stay in its tier. */
    unsigned (*inside)(const zm_dense *d, zm_place at);
} zm_forward_kernels;

#endif
