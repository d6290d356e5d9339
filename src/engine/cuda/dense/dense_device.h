/* dense_device.h: a dense solve on a device, which finds states and values itself: with cycles by counting moves down or
 * by looking at moves again (tier.c), without by a sweep (sweep.c). solver.c asks for what it needs.
 *
 * Runs of tiers (solve/core/tiers.h) come in order, and the values of a run's tiers come and go together. Those that
 * later runs need are on the device, on the host or in the table, as the plan says (residency.h). */
#ifndef ZM_ENGINE_CUDA_DENSE_DENSE_DEVICE_H
#define ZM_ENGINE_CUDA_DENSE_DENSE_DEVICE_H

#include "kernel/tally.h"
#include "solve/core/tiers.h"
#include "solve/publish.h"

#include <zermelo/solve.h>

typedef struct zm_dense_device zm_dense_device;

enum { ZM_DEVICE_TIER_BYTES = 320 }; /* memory of the host that its lists take per tier, at most */

typedef struct zm_dense_way { /* how a game is solved there */
    zm_engine engine;
    zm_method method; /* `sweep`: zm_dense_device_sweep does all; `backward`, `forward`: zm_dense_device_solve does */
    bool wdl;         /* with `forward`: only who wins */
} zm_dense_way;

/* One clear line and ZM_BAD_INPUT when there is no such device, or it cannot do this game. The tiers may be cut again
 * until the last plan is made. */
zm_status zm_dense_device_open(zm_context *c, const zm_variant *v, const zm_dense_way *way, const zm_tiers *t,
                               zm_dense_device **out);
void zm_dense_device_free(zm_dense_device *d); /* NULL is none */

/* ---- before the start: what will be where ---- */
typedef struct zm_memory_terms {
    bool enumerated;      /* not all places are states, and a bitmap says which are */
    bool stored;          /* a table is made */
    uint64_t part_states; /* places in a file of it, at most, but for larger tiers */
    uint64_t memory;      /* that is left on the host */
} zm_memory_terms;

typedef struct zm_memory_plan {
    bool fits;                         /* the device has room for any run and the runs its moves lead to */
    bool stays;                        /* and for all that is needed again */
    uint64_t device_bytes, host_bytes; /* memory that is taken, at most */
    uint64_t away;                     /* bytes of values that are needed again and are not on the device, at most */
} zm_memory_plan;

zm_status zm_dense_device_plan(zm_dense_device *d, const zm_memory_terms *terms, zm_memory_plan *out);
/* zm_memory_plan.stays, which is sooner known than the rest. */
bool zm_dense_device_suffices(zm_dense_device *d, bool enumerated);
/* Says what it needs of the device by the last plan, and refuses when that has less. */
zm_status zm_dense_device_announce(zm_dense_device *d);

/* Fills bitmaps, by tier and in one block, as zm_states_fill does, to the bit; the start is marked. Before all that has
 * to do with values. */
zm_status zm_dense_device_reach(zm_dense_device *d, zm_place start, uint64_t *const *reached);

/* ---- values ---- */
/* Who publishes finished tiers, and reads them back; NULL: nobody. Before all values. */
void zm_dense_device_publish(zm_dense_device *d, zm_publisher *p);
/* Brings the values of a run, as far as tiers of it are on disk, and of all runs that its moves lead to. Runs come in
 * ascending order, from any one on; values of earlier runs may leave the device. */
zm_status zm_dense_device_family(zm_dense_device *d, uint32_t run);
/* Waits for the thread that brings values for the next run. */
void zm_dense_device_wait(zm_dense_device *d);
/* Of a tier whose values are on the device; on any thread. */
zm_status zm_dense_device_get(zm_dense_device *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *values);
/* Host memory that values are copied to. */
zm_status zm_dense_device_pin(zm_dense_device *d, void *block, uint64_t bytes);
void zm_dense_device_unpin(zm_dense_device *d, void *block);

/* Solves a tier of the family's run, moves progress by its places, and counts its states. `reached` has a bit per place, on the host; NULL: the rules
 * say which places are states. */
zm_status zm_dense_device_solve(zm_dense_device *d, uint32_t tier, const uint64_t *reached, zm_summary *sum,
                                uint64_t *visits);
/* The same without cycles, for the tiers of a run from `first` on; `reached` and the tallies are by tier. */
zm_status zm_dense_device_sweep(zm_dense_device *d, uint32_t run, uint32_t first, uint64_t *const *reached,
                                zm_tally *tally);
/* Recomputes the states at `count` places of the tiers [from, to) (engine/cuda/device/sample.h). Adds to *checked how
 * many states there were. `reached` is by tier, NULL as above. */
zm_status zm_dense_device_check(zm_dense_device *d, uint32_t from, uint32_t to, uint64_t *const *reached,
                                uint64_t count, uint64_t *checked);
uint64_t zm_dense_device_check_bytes(void); /* memory of the host that takes */

typedef struct zm_dense_work {
    double seconds;     /* that kernels took so far */
    uint64_t bytes;     /* that they asked for (zm_device_work) */
    uint64_t out, back; /* bytes of values that left the device, and came back */
    double waited;      /* seconds that kernels waited for them */
} zm_dense_work;
void zm_dense_device_work(const zm_dense_device *d, zm_dense_work *out);

#endif
