/* dense_device.h: the values of a dense solve on a device that finds them itself: with cycles by counting moves down
 * (kernel/counting_gpu.h), without by a sweep (kernel/dense_gpu.h). solver.c asks for what it needs. Runs of tiers
 * (solve/core/tiers.h) come in order, and the values of a run's tiers come and go together; those that later runs need
 * are on the device, on the host or in the table, as the plan says. */
#ifndef ZM_ENGINE_CUDA_DENSE_DENSE_DEVICE_H
#define ZM_ENGINE_CUDA_DENSE_DENSE_DEVICE_H

#include "kernel/tally.h"
#include "solve/core/tiers.h"
#include "solve/publish.h"

#include <zermelo/solve.h>

typedef struct zm_dense_device zm_dense_device;

enum { ZM_DEVICE_TIER_BYTES = 320 }; /* memory that its lists take here, a tier, at most */

/* One clear line and ZM_BAD_INPUT when there is no such device here, or it cannot do this game. `sweeps`: there are no
 * cycles, and zm_dense_device_sweep does all. The tiers may be cut anew until it is planned for the last time. */
zm_status zm_dense_device_open(zm_context *c, const zm_variant *v, zm_engine e, bool sweeps, const zm_tiers *t,
                               zm_dense_device **out);
void zm_dense_device_free(zm_dense_device *d); /* NULL is none */

/* ---- before the start: what goes where ---- */
typedef struct zm_device_terms {
    bool enumerated;      /* not all places are states, and there are bits that say which */
    bool stored;          /* a table is made */
    uint64_t part_states; /* of which a file has so many places at most, larger tiers apart */
    uint64_t memory;      /* that is left here */
} zm_device_terms;

typedef struct zm_device_plan {
    bool fits;            /* the device has room for a run with its children, at any time */
    bool stays;           /* and for all that is needed again */
    uint64_t there, here; /* bytes of its memory and of ours, at most */
    uint64_t away;        /* bytes of values that are needed again and are not there, at most */
} zm_device_plan;

zm_status zm_dense_device_plan(zm_dense_device *d, const zm_device_terms *terms, zm_device_plan *out);
/* Does all that is needed again find room there? That is sooner known than the rest. */
bool zm_dense_device_suffices(zm_dense_device *d, bool enumerated);
/* Says what it will need of the device by the last plan, and refuses when that has not got it. */
zm_status zm_dense_device_announce(zm_dense_device *d);

/* Fills bitmaps, by tier and in one block, as zm_states_fill does, to the bit; the start is marked. Before all that has
 * to do with values. */
zm_status zm_dense_device_reach(zm_dense_device *d, zm_place start, uint64_t *const *reached);

/* ---- values ---- */
/* Who publishes finished tiers, and reads them back; NULL: nobody. Before all values. */
void zm_dense_device_publish(zm_dense_device *d, zm_publisher *p);
/* Values of a run, of which nothing is known but what the table has, and of all that its moves lead to. Runs come in
 * ascending order, from any one on; what was there before need not be there any more. */
zm_status zm_dense_device_family(zm_dense_device *d, uint32_t run);
/* Waits for what goes on beside. */
void zm_dense_device_rest(zm_dense_device *d);
/* Of a tier that is there; on any thread. */
zm_status zm_dense_device_get(zm_dense_device *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *values);
/* Memory here that values come to is reached more quickly when it is pinned. What cannot be pinned works all the same.
 * */
zm_status zm_dense_device_pin(zm_dense_device *d, void *block, uint64_t bytes);
void zm_dense_device_unpin(zm_dense_device *d, void *block);

/* Decides every state of the tier, whose children are there, and counts them. `reached` has a bit a place, here; NULL:
 * the rules say which places are states. */
zm_status zm_dense_device_solve(zm_dense_device *d, uint32_t tier, const uint64_t *reached, zm_summary *sum,
                                uint64_t *visits);
/* The same without cycles, for the tiers of a run from `first` on; `reached` and the tallies are by tier. */
zm_status zm_dense_device_sweep(zm_dense_device *d, uint32_t run, uint32_t first, uint64_t *const *reached,
                                zm_tally *tally);
/* Computes the states at `count` places of the tiers [from, to) anew, from the rules and what is said of their
 * successors, and compares: ZM_WRONG when one contradicts them. Adds to *checked how many states that were. `reached`
 * is by tier, NULL as above. */
zm_status zm_dense_device_check(zm_dense_device *d, uint32_t from, uint32_t to, uint64_t *const *reached,
                                uint64_t count, uint64_t *checked);
uint64_t zm_dense_device_check_bytes(void); /* memory that takes here */

typedef struct zm_device_work {
    double seconds;     /* that kernels took so far */
    uint64_t bytes;     /* that they asked for (zm_solved) */
    uint64_t out, back; /* bytes of values that left, and came back */
    double waited;      /* seconds that kernels waited for them */
} zm_device_work;
void zm_dense_device_work(const zm_dense_device *d, zm_device_work *out);

#endif
