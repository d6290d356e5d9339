/* states.h: which places of a dense index are states: those that play from the start reaches. */
#ifndef ZM_SOLVE_CORE_STATES_H
#define ZM_SOLVE_CORE_STATES_H

#include "kernel/kernels.h"
#include "tiers.h"

typedef struct zm_reach {
    uint64_t **tier; /* a bitmap each (zm_tier_words), in one block */
    uint64_t *block;
    uint64_t words;
    bool hunt; /* a word a placement */
} zm_reach;

zm_status zm_reach_open(zm_context *c, const zm_tiers *t, zm_reach *r); /* empty */
void zm_reach_close(zm_context *c, zm_reach *r);

/* Marks the start, from which all follows; says where that is. */
zm_place zm_reach_start(const zm_variant *v, const zm_tiers *t, zm_reach *r);

/* Fills it from the start on, tier by tier in descending order. */
zm_status zm_reach_fill(zm_context *c, const zm_variant *v, const zm_tiers *t, zm_reach *r);

/* The same for a hunt, with the number of ways to get to each state (on one thread): how many games end how. */
zm_status zm_reach_count(zm_context *c, const zm_variant *v, const zm_tiers *t, zm_reach *r, zm_ends *ends);

/* A solver's own file in the table's folder, so that a resumed solve need not enumerate again. Loading answers false when
 * there is none that is whole and of this variant. */
zm_status zm_reach_save(zm_context *c, const zm_variant *v, const zm_reach *r, const char *path);
bool zm_reach_load(zm_context *c, const zm_variant *v, zm_reach *r, const char *path);

#endif
