/* cache.h: decoded blocks of an open table, shared by all threads without locks, and the workspaces they decode in.
 *
 * A slot is guarded by a version that is odd while the slot is filled: a reader takes the version, the word it wants
 * and the version again, and believes the word only if both are the same even number. A thread that finds a slot being
 * filled goes without it. All words are atomics with acquire and release, which on common machines are plain loads and
 * stores. Block n belongs to slot n modulo their number: a table with fewer blocks than slots never evicts anything. In
 * a larger one a block is let in when it is asked for a second time: filling a slot costs a fifth of decoding, and most
 * blocks of a large table are not asked for again before they would be evicted. */
#ifndef ZM_TABLE_READ_CACHE_H
#define ZM_TABLE_READ_CACHE_H

#include "table/format/blocks.h"

#include <stdatomic.h>

enum { ZM_SLOT_WORDS = ZM_BLOCK_ROOM / 8, ZM_WORKSPACES = 64 };

typedef struct zm_slot {
    _Atomic uint64_t version;
    _Atomic uint64_t tag;     /* block + 1 above, four bits the cache's user sets below */
    _Atomic uint64_t refused; /* the block (+ 1) that was last not let in */
    _Atomic uint64_t word[ZM_SLOT_WORDS];
} zm_slot;

typedef struct zm_cache {
    uint64_t slots;
    zm_slot *slot;
    _Atomic uint64_t *right; /* a bit a block: its checksum was compared; NULL: this is not kept */
    _Atomic(zm_workspace *) idle[ZM_WORKSPACES];
} zm_cache;

/* For a table of that many blocks; takes at most a small share of what the budget has left. packed: single items are
 * read from blocks where they lie, once they are known to be right. */
zm_status zm_cache_open(zm_context *c, uint64_t blocks, bool packed, zm_cache *k);
void zm_cache_close(zm_context *c, zm_cache *k);

zm_workspace *zm_cache_borrow(zm_cache *k); /* NULL: out of memory */
void zm_cache_return(zm_cache *k, zm_workspace *w);

void zm_cache_put(zm_cache *k, uint64_t block, unsigned bits, const void *data, size_t bytes);
/* The whole block, if it is there. */
bool zm_cache_copy(const zm_cache *k, uint64_t block, void *data, size_t bytes);

/* Is the block known to be right? From now on it is. */
static inline bool zm_cache_is_right(const zm_cache *k, uint64_t block)
{
    return atomic_load_explicit(&k->right[block / 64], memory_order_relaxed) >> block % 64 & 1;
}

static inline void zm_cache_note_right(zm_cache *k, uint64_t block)
{
    atomic_fetch_or_explicit(&k->right[block / 64], (uint64_t)1 << block % 64, memory_order_relaxed);
}

/* Eight bytes of the block, from byte 8 * at on; *bits are those it was put with. */
static inline bool zm_cache_word(const zm_cache *k, uint64_t block, size_t at, unsigned *bits, uint64_t *word)
{
    if (!k->slots)
        return false;
    const zm_slot *s = &k->slot[block % k->slots];
    uint64_t version = atomic_load_explicit(&s->version, memory_order_acquire);
    uint64_t tag = atomic_load_explicit(&s->tag, memory_order_acquire);
    *word = atomic_load_explicit(&s->word[at], memory_order_acquire);
    *bits = tag & 15;
    return !(version & 1) && tag >> 4 == block + 1 &&
           atomic_load_explicit(&s->version, memory_order_relaxed) == version;
}

static inline bool zm_cache_byte(const zm_cache *k, uint64_t block, size_t at, unsigned *bits, uint8_t *byte)
{
    uint64_t word = 0;
    bool there = zm_cache_word(k, block, at / 8, bits, &word);
    *byte = (uint8_t)(word >> at % 8 * 8);
    return there;
}

#endif
