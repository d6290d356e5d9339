/* climb_device.h: the values of a dense solve where the CPU's are not: on a device that finds them itself, with cycles by retrograde analysis
 * (climb.h), without by a sweep (walk.h). src/engine has it; dense.c asks for what it needs. Values of the tiers of a run (tiers.h) come and go
 * together. */
#ifndef ZM_SOLVE_CLIMB_DEVICE_H
#define ZM_SOLVE_CLIMB_DEVICE_H

#include "tally.h"
#include "tiers.h"

#include <zermelo/solve.h>

typedef struct zm_climb_device zm_climb_device;

enum { ZM_DEVICE_TIER_BYTES = 192 }; /* memory that its lists take here, a tier, at most */

/* Who runs the steps on the CPU; kernels_plugin.c has it. */
const struct zm_climber *zm_climber_on_cpu(const zm_variant *v);
const struct zm_walker *zm_walker_on_cpu(const zm_variant *v);

/* One clear line and ZM_BAD_INPUT when there is no such device here, or it cannot do this game. `sweeps`: there are no cycles, and
 * zm_climb_device_sweep does all. The tiers may be cut anew until something is asked of it. */
zm_status zm_climb_device_open(zm_context *c, const zm_variant *v, zm_engine e, bool sweeps, const zm_tiers *t,
                               zm_climb_device **out);
void zm_climb_device_free(zm_climb_device *d); /* NULL is none */
/* Says what it will need of the device, and refuses when that has not got it. `enumerated`: not all places are states, and there are
 * bits that say which. */
zm_status zm_climb_device_announce(zm_climb_device *d, bool enumerated);
uint64_t zm_climb_device_bytes(zm_climb_device *d, bool enumerated); /* that this is */
bool zm_climb_device_suffices(zm_climb_device *d, bool enumerated);  /* has it got that? */

/* Fills bitmaps, by tier and in one block, as zm_reach_fill does, to the bit; the start is marked. Before all that has to do with values. */
zm_status zm_climb_device_reach(zm_climb_device *d, zm_place start, uint64_t *const *reached);

/* Is there room for one more run, that of this tier, beside those that are there? There is for those that the announcement was about. */
bool zm_climb_device_fits(const zm_climb_device *d, uint32_t tier);
/* Values of a tier, and its whole run, of which nothing is known; they are there until they are dropped. */
zm_status zm_climb_device_make(zm_climb_device *d, uint32_t tier);
void zm_climb_device_drop(zm_climb_device *d, uint32_t tier);
bool zm_climb_device_has(const zm_climb_device *d, uint32_t tier);
zm_status zm_climb_device_put(zm_climb_device *d, uint32_t tier, const zm_value *values);
/* On any thread. */
zm_status zm_climb_device_get(zm_climb_device *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *values);
/* Memory here that values come to is reached more quickly when it is pinned. What cannot be pinned works all the same. */
zm_status zm_climb_device_pin(zm_climb_device *d, void *block, uint64_t bytes);
void zm_climb_device_unpin(zm_climb_device *d, void *block);

/* Decides every state of the tier, whose children are there, and counts them. `reached` has a bit a place, here; NULL: the rules say
 * which places are states. */
zm_status zm_climb_device_solve(zm_climb_device *d, uint32_t tier, const uint64_t *reached, zm_summary *sum,
                                uint64_t *visits);
/* The same without cycles, for the tiers of a run from `first` on; `reached` and the tallies are by tier. */
zm_status zm_climb_device_sweep(zm_climb_device *d, uint32_t run, uint32_t first, uint64_t *const *reached,
                                zm_tally *tally);
/* Computes the states at `count` places of the tiers [from, to) anew, from the rules and what is said of their successors, and compares:
 * ZM_WRONG when one contradicts them. Adds to *checked how many states that were. `reached` is by tier, NULL as above. */
zm_status zm_climb_device_check(zm_climb_device *d, uint32_t from, uint32_t to, uint64_t *const *reached,
                                uint64_t count, uint64_t *checked);
/* How long kernels took so far, and the bytes that they asked for (zm_solved). */
void zm_climb_device_work(const zm_climb_device *d, double *seconds, uint64_t *bytes);
uint64_t zm_climb_device_check_bytes(void); /* memory that takes here */

#endif
