/* codec.h: one block of a table as bytes, and back. A block decodes alone.
 *
 * A block of symbols is one byte that says its kind, then
 *     0   one symbol, two bytes: all symbols of the block are this one
 *     1   a zstd frame of the symbols, a byte each (all are below 256)
 *     2   a zstd frame of the low bytes of all symbols, then their high bytes
 *     3   a zstd frame of the symbols, half a byte each, the first in the low half (there are no distances)
 * A block of odds likewise:
 *     4   a zstd frame of eight planes of a byte each: the differences of `lower` to the item before (to 0 the first), zigzag,
 *         highest byte first, then upper - lower, highest byte first
 *     5   lower and upper, four bytes each: all items of the block are this one
 *     7   odds that are rounded, in as many bits as they take, the same for all: one can be had without the others (zm_packed)
 * A block of best moves (words of 64 bits) likewise:
 *     6   eight bytes that say which bits of the words are not the same in all items, eight that say what the others are, and a zstd
 *         frame of a plane for each such bit, lowest first: a bit an item, eight items a byte, the first in the lowest bit
 * A block of keys is a zstd frame: the first key (16 bytes), then of each further one the LEB128 difference to the one
 * before. Keys are strictly increasing 128-bit numbers. */
#ifndef ZM_TABLE_FORMAT_CODEC_H
#define ZM_TABLE_FORMAT_CODEC_H

#include <zermelo/base.h>
#include <zermelo/value.h>
#include <zstd.h>

#include "format.h"

enum { ZM_ENCODED_ROOM = ZM_BLOCK_ROOM + 512 }; /* no block is longer than this when compressed */

/* Return the bytes written to out (which has ZM_ENCODED_ROOM), 0 when zstd fails (it is out of memory). */
typedef size_t zm_encode_fn(ZSTD_CCtx *z, const void *items, size_t count, uint8_t *out);
size_t zm_encode_values(ZSTD_CCtx *z, const void *values, size_t count, uint8_t *out);
size_t zm_encode_wdl(ZSTD_CCtx *z, const void *values, size_t count, uint8_t *out); /* the same, distances left out */
/* The same, larger and sooner done: for what is packed in memory and goes to no file. */
size_t zm_encode_quickly(ZSTD_CCtx *z, const void *values, size_t count, uint8_t *out);
size_t zm_encode_odds(ZSTD_CCtx *z, const void *odds, size_t count, uint8_t *out);
size_t zm_encode_rounded(ZSTD_CCtx *z, const void *odds, size_t count, uint8_t *out);
size_t zm_encode_moves(ZSTD_CCtx *z, const void *words, size_t count, uint8_t *out);
size_t zm_encode_keys(ZSTD_CCtx *z, const void *keys, size_t count, uint8_t *out);
size_t zm_encode_places(ZSTD_CCtx *z, const void *places, size_t count, uint8_t *out);

/* A block of symbols, decoded as far as a probe needs it. */
typedef struct zm_symbols {
    unsigned width; /* bytes a symbol; 0: all are `same` */
    uint16_t same;
    size_t count;
    const uint8_t *low; /* the high bytes follow when width is 2 */
} zm_symbols;

static inline zm_value zm_symbol_value(const zm_symbols *s, size_t i)
{
    if (s->width == 0)
        return zm_from_symbol(s->same);
    uint16_t high = s->width == 2 ? s->low[s->count + i] : 0;
    return zm_from_symbol((uint16_t)(s->low[i] | high << 8));
}

/* `room` has ZM_BLOCK_ROOM bytes and must live as long as *out. False: the bytes are no such block. */
typedef bool zm_decode_fn(ZSTD_DCtx *z, const uint8_t *data, size_t bytes, size_t count, uint8_t *room, void *out);
zm_decode_fn zm_decode_symbols; /* zm_symbols */
/* `out` has room for ZM_ODDS_BLOCK; a place that is no state comes out as zm_no_odds(). */
zm_decode_fn zm_decode_odds;   /* zm_odds */
zm_decode_fn zm_decode_moves;  /* uint64_t */
zm_decode_fn zm_decode_keys;   /* zm_pos */
zm_decode_fn zm_decode_places; /* uint64_t */

/* What all odds of a packed block have in common; in units of 2^shift. */
typedef struct zm_packed {
    unsigned shift, lower_bits, width_bits;
    uint32_t lower, width; /* the least of all; each item has what it has more */
} zm_packed;
bool zm_is_packed(const uint8_t *data, size_t bytes, size_t count, zm_packed *p);
/* Item i, which must be one; zm_no_odds() when its bits are none. */
zm_odds zm_packed_odds(const uint8_t *data, size_t bytes, const zm_packed *p, size_t i);

#endif
