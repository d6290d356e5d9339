/* states.h: which places of a dense index are states: those that play from the start reaches. */
#ifndef ZM_SOLVE_CORE_STATES_H
#define ZM_SOLVE_CORE_STATES_H

#include "kernel/kernels.h"
#include "tiers.h"

typedef struct zm_states {
    uint64_t **tier; /* a bitmap each (zm_tier_words), in one block */
    uint64_t *block;
    uint64_t words;
    bool hunt; /* a word a placement */
} zm_states;

zm_status zm_states_open(zm_context *c, const zm_tiers *t, zm_states *r); /* empty */
void zm_states_close(zm_context *c, zm_states *r);

/* Marks the start, from which all follows; says where that is. */
zm_place zm_states_start(const zm_variant *v, const zm_tiers *t, zm_states *r);

/* Fills it from the start on, tier by tier in descending order. */
zm_status zm_states_fill(zm_context *c, const zm_variant *v, const zm_tiers *t, zm_states *r);

/* The same for a hunt, with the number of ways to get to each state (on one thread): how many games end how. */
zm_status zm_states_count(zm_context *c, const zm_variant *v, const zm_tiers *t, zm_states *r, zm_ends *ends);

/* A solver's own file in the table's folder, so that a resumed solve need not enumerate again. Loading answers false
 * when there is none that is whole and of this variant. */
zm_status zm_states_save(zm_context *c, const zm_variant *v, const zm_states *r, const char *path);
bool zm_states_load(zm_context *c, const zm_variant *v, zm_states *r, const char *path);

/* Opens it, and takes what is in that file, or else fills it and saves it there. "": there is no file. */
zm_status zm_states_find(zm_context *c, const zm_variant *v, const zm_tiers *t, const char *path, zm_states *r);

#endif
