/* packed_bits.h: runs of up to 64 bits, side by side in 64-bit words. */
#ifndef ZM_BASE_PACKED_BITS_H
#define ZM_BASE_PACKED_BITS_H

#include <zermelo/position.h>

ZM_INLINE uint64_t zm_bits_at(const uint64_t *words, uint64_t at, unsigned count)
{
    const unsigned shift = (unsigned)(at % 64);
    uint64_t bits = words[at / 64] >> shift;
    if (shift + count > 64)
        bits |= words[at / 64 + 1] << (64 - shift);
    return bits & zm_low_bits(count);
}

/* Into words that are 0 there. */
ZM_INLINE void zm_put_bits_at(uint64_t *words, uint64_t at, uint64_t bits, unsigned count)
{
    const unsigned shift = (unsigned)(at % 64);
    words[at / 64] |= bits << shift;
    if (shift + count > 64)
        words[at / 64 + 1] |= bits >> (64 - shift);
}

#endif
