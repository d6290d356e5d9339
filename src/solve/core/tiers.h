/* tiers.h: the tiers of a variant as a graph, cut into runs: the units of scheduling, of memory and of checkpoints.
 *
 * A run is a large tier, worked on by all threads together, or a row of small ones, each worked on by one thread as
 * soon as what it depends on is done. Runs are solved in ascending order (children first) and enumerated in descending
 * order. After run k, the values of tiers whose last user lies in it are no longer needed. */
#ifndef ZM_SOLVE_CORE_TIERS_H
#define ZM_SOLVE_CORE_TIERS_H

#include <zermelo/variant.h>

typedef struct zm_links { /* lists of tiers, one after the other */
    uint64_t *first;      /* tiers + 1 */
    uint32_t *tier;
} zm_links;

typedef struct zm_run {
    uint32_t from, to; /* tiers from .. to-1 */
    bool large;
} zm_run;

typedef struct zm_tiers {
    uint32_t count;
    uint64_t *size;  /* places of each */
    uint64_t *units; /* what work is cut by: places, or in a hunt placements */
    unsigned stride; /* in a hunt without cycles: values a placement in memory; else 0 */
    bool cyclic;     /* a hunt with cycles: each tier is for one thread, and kept as kernel/hunt_cyclic.h says */
    uint64_t places, largest;
    bool linked;         /* the game says what leads where; without that every smaller tier is a child */
    zm_links down, up;   /* children and parents of each tier; empty unless linked */
    uint32_t *last_user; /* the largest tier that needs this one's values */
    zm_run *run;
    uint32_t runs;
    uint64_t
        most_alive; /* values that are in memory at once when solved run by run, freeing what is no longer needed */
    uint64_t most_in_runs; /* the same, when the tiers of a run are freed together */
} zm_tiers;

zm_status zm_tiers_open(zm_context *c, const zm_variant *v, bool hunt, zm_tiers *t);
/* The same, for a method that knows better than the rules which tiers a tier needs. */
typedef unsigned zm_tier_children(const void *arg, uint32_t tier, uint32_t *out);
zm_status zm_tiers_open_linked(zm_context *c, const zm_variant *v, zm_tier_children *children, const void *arg,
                               zm_tiers *t);
void zm_tiers_close(zm_context *c, zm_tiers *t);

/* Runs cut anew, for a device that works on all tiers of a level side by side: of up to so many places, however large
 * their tiers are. */
zm_status zm_tiers_recut(zm_context *c, zm_tiers *t, uint64_t places);
/* The run that has the tier, by number. */
uint32_t zm_tiers_run(const zm_tiers *t, uint32_t tier);
/* How deep each tier of a run lies: level[i - from] of tier i is more than those of its children in the run. Returns
 * how many levels there are. What has the same level can be done side by side, upward in ascending order, downward in
 * descending order. */
uint32_t zm_tiers_depths(const zm_tiers *t, const zm_run *run, uint32_t *level);

/* Values a tier takes in memory, and words of its bitmap (a bit a place; in a hunt a word a placement). */
static inline uint64_t zm_tier_room(const zm_tiers *t, uint32_t i)
{
    return t->stride ? t->units[i] * t->stride : t->size[i];
}
static inline uint64_t zm_tier_words(const zm_tiers *t, uint32_t i)
{
    return t->stride ? t->units[i] : (t->size[i] + 63) / 64;
}

/* The most places that are being solved at once: a large tier, or a small one a thread. */
uint64_t zm_tiers_at_once(const zm_tiers *t, unsigned threads);

/* Does `work` for the tiers of a run on all threads, each after the tiers of the run it depends on: its children when
 * ascending, its parents when not. Stops early when a work fails. */
typedef zm_status zm_tier_work(void *arg, uint32_t tier);
zm_status zm_tiers_do(zm_context *c, const zm_tiers *t, const zm_run *run, bool ascending, zm_tier_work *work,
                      void *arg);

#endif
