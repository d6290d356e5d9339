/* keyed.h: states and their values in the order of a keyed table: what methods that find states through a hash
 * publish. */
#ifndef ZM_SOLVE_CORE_KEYED_H
#define ZM_SOLVE_CORE_KEYED_H

#include "kernel/tally.h"

#include <zermelo/variant.h>

typedef struct zm_keyed {
    uint64_t count;
    zm_pos *keys; /* fingerprints, ascending */
    zm_value *values;
} zm_keyed;

/* Sorts `count` states, which stay as they are. After an error, free what there is. */
zm_status zm_keyed_sort(zm_context *c, const zm_pos *keys, const zm_value *values, uint64_t count, zm_keyed *out);
void zm_keyed_free(zm_context *c, zm_keyed *k);

/* Adds the states to *t. */
void zm_keyed_tally(const zm_variant *v, const zm_pos *keys, const zm_value *values, uint64_t count, zm_tally *t);

/* The same states by their places in the game's index: these take less disk than fingerprints. */
typedef struct zm_placed {
    uint64_t *places; /* numbers (game/place.h), ascending */
    zm_value *values;
} zm_placed;

/* Of memory, per state, while they are sorted. */
enum {
    ZM_PLACED_BYTES = sizeof(zm_pos) + 2 * sizeof(uint32_t) + sizeof(uint64_t) + sizeof(zm_value),
};
zm_status zm_placed_sort(zm_context *c, const zm_variant *v, const zm_keyed *k, zm_placed *out);
void zm_placed_free(zm_context *c, zm_placed *p);

#endif
