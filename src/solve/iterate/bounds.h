/* bounds.h: sweeps over a tier until its intervals are narrow enough, whatever a sweep is. The one loop of all methods
 * for games with dice. */
#ifndef ZM_SOLVE_ITERATE_BOUNDS_H
#define ZM_SOLVE_ITERATE_BOUNDS_H

#include "table/write/writer.h"

#include <zermelo/solve.h>

struct zm_driver;

typedef struct zm_sweep {
    uint32_t widest; /* of the intervals after it; of one vector, how much a state has changed at most */
    bool changed;
    bool counts;    /* asked for: */
    uint32_t slack; /* how many states have changed by more than this */
    uint64_t moved;
} zm_sweep;

typedef void zm_sweep_work(void *arg, zm_sweep *last); /* adds to *last */

typedef struct zm_bounds_job {
    zm_context *context;
    const zm_solve_options *options;
    uint32_t tier, tiers;
    uint64_t states; /* of the tier */
    zm_sweep_work *sweep;
    void *arg;
    zm_solved *out; /* sweeps and updates are counted there */
} zm_bounds_job;

/* How wide an interval of a table may be, in units of 1/(2^32-1), when no wider ones than `precision` were asked for
 * and they are then rounded to so many bits (0: they are not). */
double zm_bounds_allowed(double precision, unsigned bits);

/* Sweeps until nothing changes, or nothing is wider than wanted. Reports progress: `states` in all. */
zm_status zm_narrow_bounds(const zm_bounds_job *n);
/* The same for a tier of a solve. */
zm_status zm_narrow_tier(struct zm_driver *d, uint32_t tier, zm_sweep_work *sweep, void *arg);

#endif
