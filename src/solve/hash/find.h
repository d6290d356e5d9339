/* find.h: all states that play reaches, in a set, with the moves of those that are undecided. */
#ifndef ZM_SOLVE_HASH_FIND_H
#define ZM_SOLVE_HASH_FIND_H

#include "undecided.h"

#include <zermelo/variant.h>

typedef struct zm_hash_states {
    zm_state_set set;
    zm_undecided undecided;
    uint64_t moves; /* looked at */
    bool late_ends; /* states without a move, which nobody knows before they are expanded */
} zm_hash_states;

/* From `from`; more than `most` states are refused (0: as many as fit). */
zm_status zm_hash_find(zm_context *c, const zm_variant *v, zm_pos from, uint64_t most, zm_hash_states *out);
void zm_hash_states_free(zm_hash_states *f);

#endif
