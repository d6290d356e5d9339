/* sets.h: a few sets of squares each, packed: of every set only what can be there at all, side by side in 64-bit words.
 * */
#ifndef ZM_BASE_SETS_H
#define ZM_BASE_SETS_H

#include <zermelo/position.h>

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
    for (unsigned i = 0; i < ZM_SETS; i++) {
        const unsigned at = i * squares, low = at % 64;
        const uint64_t set = zm_extract(s.set[i], mask);
        out[at / 64] |= set << low;
        if (low + squares > 64)
            out[at / 64 + 1] |= set >> (64 - low);
    }
}

static inline zm_sets zm_unpack_sets(const uint64_t *from, uint64_t mask)
{
    const unsigned squares = zm_count_bits(mask);
    zm_sets s;
    for (unsigned i = 0; i < ZM_SETS; i++) {
        const unsigned at = i * squares, low = at % 64;
        uint64_t set = from[at / 64] >> low;
        if (low + squares > 64)
            set |= from[at / 64 + 1] << (64 - low);
        s.set[i] = zm_deposit(set, mask);
    }
    return s;
}

#endif
