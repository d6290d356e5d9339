/* sets.h: a few sets of squares each, packed: of every set only what can be there at all, side by side in 64-bit
 * words. */
#ifndef ZM_BASE_SETS_H
#define ZM_BASE_SETS_H

#include "packed_bits.h"

enum { ZM_SETS = 3 };

typedef struct zm_sets {
    uint64_t set[ZM_SETS];
} zm_sets;

static inline unsigned zm_sets_words(unsigned squares) { return (ZM_SETS * squares + 63) / 64; }

static inline void zm_pack_sets(zm_sets s, uint64_t mask, uint64_t *out)
{
    const unsigned squares = zm_count_bits(mask);
    for (unsigned i = 0; i < zm_sets_words(squares); i++)
        out[i] = 0;
    for (unsigned i = 0; i < ZM_SETS; i++)
        zm_put_bits_at(out, i * squares, zm_extract(s.set[i], mask), squares);
}

static inline zm_sets zm_unpack_sets(const uint64_t *from, uint64_t mask)
{
    const unsigned squares = zm_count_bits(mask);
    zm_sets s;
    for (unsigned i = 0; i < ZM_SETS; i++)
        s.set[i] = zm_deposit(zm_bits_at(from, i * squares, squares), mask);
    return s;
}

#endif
