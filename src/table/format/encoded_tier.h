/* encoded_tier.h: values of a part encoded apart from their file, by any thread and before their turn has come.
 *
 * Blocks do not begin anew with a tier (docs/table-format.md). So those that lie in a tier whole are encoded here; what
 * it has of the blocks it shares with its neighbours stays as it is until they are put together. A slice is a row of
 * such records. */
#ifndef ZM_TABLE_FORMAT_ENCODED_TIER_H
#define ZM_TABLE_FORMAT_ENCODED_TIER_H

#include "pack.h"

typedef struct zm_encoded_tier {
    uint8_t *data; /* of each record a number, twice its bytes and one if it is an encoded block; then these */
    uint64_t bytes, room;
} zm_encoded_tier;

void zm_encoded_tier_free(zm_context *c, zm_encoded_tier *p);

typedef struct zm_encoded_tier_item {
    const uint8_t *data;
    size_t bytes;
    bool encoded; /* a whole block; else items */
} zm_encoded_tier_item;
/* The record at *at, which goes on to the next; false at the end. */
bool zm_encoded_tier_next(const zm_encoded_tier *p, uint64_t *at, zm_encoded_tier_item *out);

/* What encoding needs; one a thread. */
enum { ZM_ENCODER_BYTES = 1 << 18 }; /* at most, with what zstd takes for itself (0.21 MiB by its version 1.5) */
typedef struct zm_encoder zm_encoder;
zm_status zm_encoder_open(zm_context *c, const zm_pack_kind *k, zm_encoder **out);
void zm_encoder_close(zm_encoder *e); /* NULL is fine */

/* A slice: begin, put its items, end. first: the number of its first item in the file. */
void zm_encoder_begin(zm_encoder *e, uint64_t first, zm_encoded_tier *to);
zm_status zm_encoder_put(zm_encoder *e, const void *items, uint64_t count);
zm_status zm_encoder_end(zm_encoder *e);

#endif
