/* position.h: a position is 128 bits that only its game understands, and the bit tricks rules are made of.
 *
 * The only convention is the topmost bit: a game that gives no `turn` function keeps the side to move there, so
 * `zm_next_turn` works for it. Everything here is pure, in the common subset of C17 and CUDA C++. */
#ifndef ZERMELO_POSITION_H
#define ZERMELO_POSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __CUDACC__
#define ZM_INLINE static inline __host__ __device__
#define ZM_ALWAYS_INLINE static __forceinline__ __host__ __device__
#else
#define ZM_INLINE static inline __attribute__((unused))
#define ZM_ALWAYS_INLINE \
    static inline __attribute__((always_inline, unused)) /* for loops that call what they are given */
#endif

typedef struct zm_pos {
    uint64_t lo, hi;
} zm_pos;

#define ZM_TURN_BIT ((uint64_t)1 << 63)

ZM_INLINE bool zm_same(zm_pos a, zm_pos b) { return a.lo == b.lo && a.hi == b.hi; }

/* The order of fingerprints in tables: as 128-bit numbers. */
ZM_INLINE bool zm_before(zm_pos a, zm_pos b) { return a.hi != b.hi ? a.hi < b.hi : a.lo < b.lo; }

ZM_INLINE zm_pos zm_smaller(zm_pos a, zm_pos b) { return zm_before(b, a) ? b : a; }

ZM_INLINE zm_pos zm_next_turn(zm_pos p)
{
    p.hi ^= ZM_TURN_BIT;
    return p;
}

ZM_INLINE uint64_t zm_bit(unsigned i) { return (uint64_t)1 << i; }

/* The lowest n bits, n up to 64. */
ZM_INLINE uint64_t zm_low_bits(unsigned n) { return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1; }

#ifdef __CUDA_ARCH__
ZM_INLINE unsigned zm_count_bits(uint64_t x) { return (unsigned)__popcll(x); }
ZM_INLINE unsigned zm_lowest(uint64_t x) { return (unsigned)__ffsll((long long)x) - 1; }
ZM_INLINE unsigned zm_highest(uint64_t x) { return 63u - (unsigned)__clzll((long long)x); }
#else
ZM_INLINE unsigned zm_count_bits(uint64_t x) { return (unsigned)__builtin_popcountll(x); }
/* Number of the lowest and of the highest bit that is set; x must not be 0. */
ZM_INLINE unsigned zm_lowest(uint64_t x) { return (unsigned)__builtin_ctzll(x); }
ZM_INLINE unsigned zm_highest(uint64_t x) { return 63u - (unsigned)__builtin_clzll(x); }
#endif

/* Takes the lowest bit out of *x and returns its number: `while (rest) use(zm_take_lowest(&rest));` */
ZM_INLINE unsigned zm_take_lowest(uint64_t *x)
{
    unsigned i = zm_lowest(*x);
    *x &= *x - 1;
    return i;
}

/* All bits n places up, those beyond the highest from below again; n up to 63. */
ZM_INLINE uint64_t zm_rotated(uint64_t x, unsigned n)
{
#ifdef __CUDA_ARCH__
    const uint32_t lo = (uint32_t)(n & 32 ? x >> 32 : x), hi = (uint32_t)(n & 32 ? x : x >> 32);
    return (uint64_t)__funnelshift_l(lo, hi, n) << 32 | __funnelshift_l(hi, lo, n);
#else
    return x << (n & 63) | x >> (-n & 63);
#endif
}

/* Number of the n-th set bit (n from 0); there must be more than n. */
ZM_INLINE unsigned zm_nth_bit(uint64_t x, unsigned n)
{
    while (n--)
        x &= x - 1;
    return zm_lowest(x);
}

/* The bits of x that the mask has, side by side from the lowest; and back. Without an instruction for it: bit by bit. Most masks need only
 * half a word, which is what GPUs compute with. */
ZM_INLINE uint64_t zm_extract_bits(uint64_t x, uint64_t mask)
{
    uint64_t out = 0;
    if (mask >> 32) {
        for (x &= mask; x; x &= x - 1)
            out |= (uint64_t)1 << zm_count_bits(mask & ((x & (0 - x)) - 1));
        return out;
    }
    const uint32_t narrow = (uint32_t)mask;
    uint32_t bits = 0;
    for (uint32_t rest = (uint32_t)x & narrow; rest; rest &= rest - 1)
        bits |= 1u << zm_count_bits(narrow & ((rest & (0u - rest)) - 1));
    return bits;
}

ZM_INLINE uint64_t zm_deposit_bits(uint64_t x, uint64_t mask)
{
    uint64_t out = 0;
    if (mask >> 32) {
        for (; x && mask; x >>= 1, mask &= mask - 1)
            out |= (mask & (0 - mask)) & (0 - (x & 1));
        return out;
    }
    uint32_t bits = 0, narrow = (uint32_t)mask;
    for (uint32_t rest = (uint32_t)x; rest && narrow; rest >>= 1, narrow &= narrow - 1)
        bits |= (narrow & (0u - narrow)) & (0u - (rest & 1));
    return bits;
}

#if defined(__BMI2__) && !defined(__CUDA_ARCH__)
#define ZM_EXTRACTS 1 /* in one instruction */
ZM_INLINE uint64_t zm_extract(uint64_t x, uint64_t mask) { return __builtin_ia32_pext_di(x, mask); }
ZM_INLINE uint64_t zm_deposit(uint64_t x, uint64_t mask) { return __builtin_ia32_pdep_di(x, mask); }
#else
#define ZM_EXTRACTS 0
ZM_INLINE uint64_t zm_extract(uint64_t x, uint64_t mask) { return zm_extract_bits(x, mask); }
ZM_INLINE uint64_t zm_deposit(uint64_t x, uint64_t mask) { return zm_deposit_bits(x, mask); }
#endif

/* A good 64-bit hash of a position (the finaliser of splitmix64 over both halves). */
ZM_INLINE uint64_t zm_hash(zm_pos p)
{
    uint64_t x = p.lo ^ (p.hi * 0x9e3779b97f4a7c15u) ^ (p.hi >> 32);
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

#endif
