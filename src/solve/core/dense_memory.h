/* dense_memory.h: how much memory a dense solve takes, told before it starts. */
#ifndef ZM_SOLVE_CORE_DENSE_MEMORY_H
#define ZM_SOLVE_CORE_DENSE_MEMORY_H

#include "tiers.h"

#include <zermelo/solve.h>

typedef struct zm_dense_needs {
    const zm_variant *variant;
    const zm_tiers *tiers;
    zm_method method;
    unsigned threads;
    bool games;      /* a hunt that also counts games */
    bool device;     /* values are there, not here */
    uint64_t held;   /* bytes of those that are here all the same, and of moving them */
    uint64_t writer; /* what writing a table takes; 0: nothing is stored */
} zm_dense_needs;

uint64_t zm_dense_need(const zm_dense_needs *n); /* bytes */

#endif
