/* hunt_acyclic.h: the kernels of a hunt without cycles (zermelo/hunt.h), by placements; hunt_acyclic.inc says how. */
#ifndef ZM_KERNEL_HUNT_ACYCLIC_H
#define ZM_KERNEL_HUNT_ACYCLIC_H

#include "dense.h"

/* Numbers of games; `over` when 128 bits do not suffice. */
typedef struct zm_ends {
    zm_wide lone, many; /* games that the lone piece wins, that the many win */
    bool over;
} zm_ends;

typedef struct zm_hunt_acyclic_kernels {
    /* As those of zm_dense_kernels. */
    void (*reach)(const zm_dense *d, uint32_t tier, const uint64_t *seeds, uint64_t first, uint64_t words, zm_reach *r);
    void (*sweep)(const zm_dense *d, uint32_t tier, uint64_t from, uint64_t to, zm_tally *t);
    /* As reach, with the number of ways to get to each state, which the moves hand on (d->paths); what ends there is
     * added up. On one thread. */
    void (*paths)(const zm_dense *d, uint32_t tier, uint64_t placements, zm_ends *ends);
} zm_hunt_acyclic_kernels;

#endif
