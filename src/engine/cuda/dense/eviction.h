/* eviction.h: which runs of tiers (solve/core/tiers.h) stay on a device that has no room for all that will be needed
 * there again.
 *
 * The order is known beforehand: a run a step, upward for values, downward for what is reached. A step needs its run
 * and those its moves lead to, its *family*. Where there is no room for them, whoever is needed farthest in the future
 * leaves: nothing else means less to carry (Belady). Nobody measures or guesses anything, so that what happens is known
 * before the start, by the same steps. */
#ifndef ZM_ENGINE_CUDA_DENSE_EVICTION_H
#define ZM_ENGINE_CUDA_DENSE_EVICTION_H

#include "solve/core/tiers.h"

typedef struct zm_eviction_turn {
    uint32_t step, run; /* when the run is needed */
} zm_eviction_turn;

typedef struct zm_eviction {
    zm_context *context;
    const zm_tiers *tiers;
    bool down; /* the last run comes first */
    const uint64_t
        *bytes; /* by run: what it takes there. This and what follows, but for `room`, is not to be changed */
    uint64_t room;
    uint64_t *first_child; /* by run: runs its moves lead to, itself not among them */
    uint32_t *child;
    uint64_t *first_use; /* by run: steps that need it, in order */
    uint32_t *use;
    uint64_t *at;   /* by run: the next of these */
    uint32_t *last; /* by run: the step that has needed it last, and one */
    bool *on;       /* by run: is there, or should be */
    uint64_t there; /* bytes of these */
    uint32_t step;  /* that comes next */
    zm_eviction_turn *heap;
    uint64_t turns;
    /* Of the last step: runs that leave for its sake, those of its family that were not there, and those that nobody
     * needs since the one before it. */
    uint32_t *leaves, *comes, *ends;
    uint32_t leaving, coming, ending;
} zm_eviction;

/* Of all runs, as they are cut now; `bytes` is borrowed. Nothing is there. */
zm_status zm_eviction_open(zm_context *c, const zm_tiers *t, bool down, const uint64_t *bytes, zm_eviction *s);
void zm_eviction_close(zm_eviction *s); /* also what was not opened, if it is zero */
uint64_t zm_eviction_list_bytes(
    const zm_tiers *t); /* memory that it takes for what leads where, beside some bytes a tier */

/* From this step on, with so much room; nothing is there yet. */
void zm_eviction_begin(zm_eviction *s, uint32_t step, uint64_t room);
/* The next step: who leaves is off, and who is needed no more; the family is on. False: there is no room for it. */
bool zm_eviction_next(zm_eviction *s);
uint64_t zm_eviction_most_in_family(const zm_eviction *s); /* bytes of a run and those its moves lead to, at most */

static inline uint32_t zm_eviction_run(const zm_eviction *s, uint32_t step)
{
    return s->down ? s->tiers->runs - 1 - step : step;
}

/* The family of a run, one after the other, itself first; i from 0 on, false when there is no more. */
static inline bool zm_eviction_member(const zm_eviction *s, uint32_t run, uint64_t i, uint32_t *out)
{
    const uint64_t count = s->tiers->linked ? s->first_child[run + 1] - s->first_child[run] : run;
    if (i > count)
        return false;
    *out = !i ? run : s->tiers->linked ? s->child[s->first_child[run] + i - 1] : (uint32_t)(i - 1);
    return true;
}

/* Does a step after the last one need it? */
bool zm_eviction_needed(const zm_eviction *s, uint32_t run);

#endif
