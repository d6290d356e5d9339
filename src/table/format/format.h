/* format.h: the numbers of table format 1, and how they lie in a file. docs/table-format.md is the page people read;
 * this is the same for the compiler. Everything is little-endian whatever the machine. */
#ifndef ZM_TABLE_FORMAT_FORMAT_H
#define ZM_TABLE_FORMAT_FORMAT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    ZM_FORMAT = 1,
    ZM_SYMBOL_BLOCK = 8192,   /* symbols a block */
    ZM_ODDS_BLOCK = 2048,     /* intervals a block: 8192 are 1 % smaller, but a probe takes three times as long */
    ZM_MOVES_BLOCK = 2048,    /* best moves a block */
    ZM_KEY_BLOCK = 512,       /* keys a block: a probe decodes one, so that it must be small */
    ZM_PLACE_BLOCK = 1600,    /* the same where keys are places of an index, which take fewer bits */
    ZM_PART_STATES = 1 << 22, /* places a part holds unless told otherwise */
    ZM_LEVEL = 6,             /* of zstd; part of the format only in that it fixes the bytes */
    ZM_ODDS_LEVEL = 1,        /* of zstd, of intervals: there is little to find; 6 saves 1 % in three times the time */
    ZM_QUICK_LEVEL = 1,       /* of zstd, of values that are packed and not written */
    ZM_BLOCK_ROOM = 1 << 14,  /* bytes of the largest block, not compressed */
    ZM_LONGEST_NUMBER = 19,   /* bytes of a LEB128 number of 128 bits */
    ZM_LONGEST_PLACE = 10,    /* of 64 bits */
};

#define ZM_MANIFEST_FILE "manifest"
#define ZM_KEYS_FILE "keys.zmt"
#define ZM_LOCK_FILE "lock"
#define ZM_STATES_FILE "states" /* of a solve on its way (solve/core/states.h); no part of the table */
#define ZM_BOOK_FILE "book"     /* of a book on its way (solve/search/edge.h); neither */

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define ZM_LITTLE32(x) __builtin_bswap32(x)
#define ZM_LITTLE64(x) __builtin_bswap64(x)
#else
#define ZM_LITTLE32(x) (x)
#define ZM_LITTLE64(x) (x)
#endif

static inline void zm_put32(uint8_t *at, uint32_t x)
{
    x = ZM_LITTLE32(x);
    memcpy(at, &x, sizeof x);
}

static inline void zm_put64(uint8_t *at, uint64_t x)
{
    x = ZM_LITTLE64(x);
    memcpy(at, &x, sizeof x);
}

static inline uint32_t zm_get32(const uint8_t *at)
{
    uint32_t x;
    memcpy(&x, at, sizeof x);
    return ZM_LITTLE32(x);
}

static inline uint64_t zm_get64(const uint8_t *at)
{
    uint64_t x;
    memcpy(&x, at, sizeof x);
    return ZM_LITTLE64(x);
}

/* LEB128: seven bits a byte, lowest first, the top bit says that more follow. Returns the bytes written. */
static inline size_t zm_put_number(uint8_t *at, unsigned __int128 x)
{
    size_t n = 0;
    for (; x > 127; x >>= 7)
        at[n++] = (uint8_t)(x | 128);
    at[n++] = (uint8_t)x;
    return n;
}

/* Returns what follows the number, or NULL when it runs over the end or over 128 bits. */
static inline const uint8_t *zm_get_number(const uint8_t *at, const uint8_t *end, unsigned __int128 *x)
{
    *x = 0;
    for (unsigned shift = 0; at < end && shift < 128; shift += 7) {
        uint8_t byte = *at++;
        unsigned __int128 bits = (unsigned __int128)(byte & 127);
        if (shift == 126 && bits > 3)
            return NULL;
        *x |= bits << shift;
        if (!(byte & 128))
            return at;
    }
    return NULL;
}

#endif
