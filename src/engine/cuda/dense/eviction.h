/* eviction.h: which runs of tiers (solve/core/tiers.h) leave a device that has no room for all that is needed again.
 * This is where it is decided; residency.c does it.
 *
 * The order of the solve is known beforehand: one run per step, upward for values, downward for finding states. A step
 * needs its own run and the runs its moves lead to: its *family*. Where there is no room for a family, the run that is
 * needed farthest in the future leaves; no other choice moves less (Belady). Nothing is measured or guessed, so that
 * the same steps, gone through before the start, tell what will happen. */
#ifndef ZM_ENGINE_CUDA_DENSE_EVICTION_H
#define ZM_ENGINE_CUDA_DENSE_EVICTION_H

#include "solve/core/tiers.h"

typedef struct zm_eviction_turn {
    uint32_t step, run; /* when the run is needed */
} zm_eviction_turn;

typedef struct zm_eviction {
    zm_context *context;
    const zm_tiers *tiers;
    bool down;             /* the last run comes first */
    const uint64_t *bytes; /* by run: what it takes on the device. Borrowed; it must not change */
    uint64_t room;         /* of the device */
    /* The graph of runs: not to be changed either. */
    uint64_t *first_child; /* by run: runs its moves lead to, without itself */
    uint32_t *child;
    uint64_t *first_use; /* by run: steps that need it, in order */
    uint32_t *use;
    /* Where the solve stands. */
    uint32_t step;  /* that comes next */
    uint64_t *at;   /* by run: the next of its uses */
    uint32_t *last; /* by run: 1 + the step that needed it last */
    bool *resident; /* by run: it is on the device, or has to be now */
    uint64_t used;  /* bytes of these */
    zm_eviction_turn *heap;
    uint64_t turns;
    /* What the last step decided: runs that leave, runs of its family that were not on the device, and runs that nobody
     * needs any more since the step before. */
    uint32_t *leaves, *comes, *ends;
    uint32_t leaving, coming, ending;
} zm_eviction;

/* Of all runs, as they are cut now. Nothing is on the device. */
zm_status zm_eviction_open(zm_context *c, const zm_tiers *t, bool down, const uint64_t *bytes, zm_eviction *s);
void zm_eviction_close(zm_eviction *s);             /* one that was not opened must be zero */
uint64_t zm_eviction_list_bytes(const zm_tiers *t); /* memory of the graph of runs, beside some bytes per tier */

/* From this step on, with so much room; nothing is on the device yet. */
void zm_eviction_begin(zm_eviction *s, uint32_t step, uint64_t room);
/* Decides the next step: afterwards its family is resident. False: there is no room for it. */
bool zm_eviction_next(zm_eviction *s);
uint64_t zm_eviction_largest_family(const zm_eviction *s); /* bytes */

static inline uint32_t zm_eviction_run(const zm_eviction *s, uint32_t step)
{
    return s->down ? s->tiers->runs - 1 - step : step;
}

/* The i-th run of a family, from 0 on, the run itself first; false when there are no more. */
static inline bool zm_eviction_member(const zm_eviction *s, uint32_t run, uint64_t i, uint32_t *out)
{
    const uint64_t count = s->tiers->linked ? s->first_child[run + 1] - s->first_child[run] : run;
    if (i > count)
        return false;
    *out = !i ? run : s->tiers->linked ? s->child[s->first_child[run] + i - 1] : (uint32_t)(i - 1);
    return true;
}

/* Does a step after the last one need the run? */
bool zm_eviction_needed(const zm_eviction *s, uint32_t run);

#endif
