/* dense_solver.h: what the methods over a dense index share on the CPU: sweep, backward, forward, and hunts without
 * cycles. Each adds how it solves a tier.
 *
 * In memory are a bit per place for all tiers (which places are states) and two bytes per place for the tiers that are
 * still needed: those being solved, and those that later tiers have as children. */
#ifndef ZM_SOLVE_CORE_DENSE_SOLVER_H
#define ZM_SOLVE_CORE_DENSE_SOLVER_H

#include "classify.h"
#include "solve/method.h"
#include "states.h"

typedef struct zm_dense_solver { /* zm_driver.state */
    zm_tiers tiers;
    zm_states states;
    zm_dense dense;
    zm_job job; /* of a tier, but for `large` */
} zm_dense_solver;

static inline zm_dense_solver *zm_dense_of(const zm_driver *d) { return d->state; }
/* The job for the tier at hand. */
zm_job zm_dense_job(const zm_driver *d);

/* Parts of a zm_solver. */
zm_status zm_dense_open(zm_driver *d);
zm_status zm_dense_open_hunt(zm_driver *d); /* tiers are cut by placements */
void zm_dense_close(zm_driver *d);
zm_status zm_dense_prepare(zm_driver *d);
zm_status zm_dense_find_states(zm_driver *d);
zm_status zm_dense_restore(zm_driver *d, uint32_t tier);
void zm_dense_drop(zm_driver *d, uint32_t tier);
zm_status zm_dense_values(zm_driver *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *out);
const zm_value *zm_dense_whole(zm_driver *d, uint32_t tier);
zm_status zm_dense_make_room(zm_driver *d, uint32_t tier); /* for the values of a tier */

/* ---- memory, for the announcement ---- */
/* Bitmaps, values that are needed at once, lists, and what publishing takes. A method adds its own. */
uint64_t zm_dense_bytes(const zm_driver *d, const zm_tiers *t);
/* Some states to judge the others by: places all over the largest tier where all are states, else those of some
 * games. */
void zm_sample_states(const zm_variant *v, const zm_tiers *t, unsigned count, zm_visit *visit, void *arg);

#endif
