/* levels.h: the kernels of retrograde analysis level by level (level = remoteness), by visiting parents; see
 * solve/backward/levels.c. */
#ifndef ZM_KERNEL_LEVELS_H
#define ZM_KERNEL_LEVELS_H

#include "dense.h"

/* What is decided in a tier. */
typedef struct zm_level_work {
    const zm_dense *dense;
    uint32_t tier;
    unsigned level;         /* states are being decided with this remoteness */
    zm_index_list *decided; /* by this thread, at this level */
    uint64_t visits;
} zm_level_work;

/* A state of the tier that is to be looked at again at a later level; `wins`: it is won then, unless it is sooner. What
 * is kept is index << 1 | wins. */
typedef void zm_level_later(void *arg, uint64_t index, unsigned level, bool wins);

typedef struct zm_levels_kernels {
    /* One tier with ZM_DESCENDS, alone in its game, with parents: only states without a lost successor are expanded.
     * Ranges come in ascending order. */
    void (*push)(const zm_dense *d, uint64_t from, uint64_t to, zm_tally *t);

    /* Retrograde: decide the states in [from, to) that have ended (level 0). */
    void (*ends)(zm_level_work *w, uint64_t from, uint64_t to);
    /* For the decided states [from, to) of another tier: the parents they have in w->tier, each to `later`. */
    void (*inherit)(zm_level_work *w, uint32_t child, uint64_t from, uint64_t to, zm_level_later *later, void *arg);
    /* Decide at w->level what can be: the parents of `fresh` (decided at the level before), or `again` themselves (as
     * zm_level_later has kept them). */
    void (*parents)(zm_level_work *w, const uint64_t *fresh, uint64_t count);
    void (*again)(zm_level_work *w, const uint64_t *again, uint64_t count);
} zm_levels_kernels;

#endif
