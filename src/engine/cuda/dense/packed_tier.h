/* packed_tier.h: values of a tier packed in memory, while a device has no room for them: blocks as a table's
 * (table/format/codec.h), compressed more quickly. */
#ifndef ZM_ENGINE_CUDA_DENSE_PACKED_TIER_H
#define ZM_ENGINE_CUDA_DENSE_PACKED_TIER_H

#include "table/format/codec.h"

enum { ZM_HELD_CHUNK = 8 * ZM_SYMBOL_BLOCK }; /* values that one thread packs at once */

typedef struct zm_packed_tier { /* zero: nothing is held */
    uint8_t **chunk;            /* of each block its bytes as a number, then these */
    uint64_t chunks;
} zm_packed_tier;

typedef struct zm_packing zm_packing; /* what threads need for it */
zm_status zm_packing_open(zm_context *c, zm_packing **out);
void zm_packing_close(zm_packing *p);           /* NULL is none */
uint64_t zm_packing_bytes(unsigned threads);    /* memory that it takes */
uint64_t zm_packed_tier_bytes(uint64_t places); /* and what so many values take, at most */

/* Begun with all its places; then pieces of it, from multiples of ZM_HELD_CHUNK on, in any order, on all threads of the
 * context. */
zm_status zm_packed_tier_begin(zm_packing *p, zm_packed_tier *h, uint64_t places);
zm_status zm_packed_tier_put(zm_packing *p, zm_packed_tier *h, uint64_t from, const zm_value *values, uint64_t count);
zm_status zm_packed_tier_get(zm_packing *p, const zm_packed_tier *h, uint64_t from, zm_value *values, uint64_t count);
void zm_packed_tier_free(zm_packing *p, zm_packed_tier *h);

#endif
