/* packed_tier.h: values of a tier that a device has no room for, packed in the host's memory: blocks as those of a
 * table (table/format/codec.h), compressed faster and not as well. */
#ifndef ZM_ENGINE_CUDA_DENSE_PACKED_TIER_H
#define ZM_ENGINE_CUDA_DENSE_PACKED_TIER_H

#include "table/format/codec.h"

enum { ZM_PACKED_CHUNK = 8 * ZM_SYMBOL_BLOCK }; /* values that one thread packs at a time */

typedef struct zm_packed_tier { /* zero: nothing is packed */
    uint8_t **chunk;            /* of each block the number of its bytes, then the bytes */
    uint64_t chunks;
} zm_packed_tier;

typedef struct zm_packing zm_packing; /* what the threads need to pack and unpack */
zm_status zm_packing_open(zm_context *c, zm_packing **out);
void zm_packing_close(zm_packing *p);           /* NULL is none */
uint64_t zm_packing_bytes(unsigned threads);    /* memory that takes */
uint64_t zm_packed_tier_bytes(uint64_t places); /* memory of so many packed values, at most */

/* First the number of places; then pieces, in any order, each beginning at a multiple of ZM_PACKED_CHUNK. A piece is
 * packed on all threads of the context. */
zm_status zm_packed_tier_begin(zm_packing *p, zm_packed_tier *t, uint64_t places);
zm_status zm_packed_tier_put(zm_packing *p, zm_packed_tier *t, uint64_t from, const zm_value *values, uint64_t count);
zm_status zm_packed_tier_get(zm_packing *p, const zm_packed_tier *t, uint64_t from, zm_value *values, uint64_t count);
void zm_packed_tier_free(zm_packing *p, zm_packed_tier *t);

#endif
