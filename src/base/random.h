/* random.h: numbers that look random and are the same every time: splitmix64 (Steele, Lea, Flood 2014). */
#ifndef ZM_BASE_RANDOM_H
#define ZM_BASE_RANDOM_H

#include <stdint.h>

#define ZM_GOLDEN 0x9e3779b97f4a7c15u

static inline uint64_t zm_mixed(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The high half of a product with n: even but for one part in 2^64 / n. */
static inline uint64_t zm_any_below(uint64_t *seed, uint64_t n)
{
    *seed += ZM_GOLDEN;
    return (uint64_t)((unsigned __int128)zm_mixed(*seed) * n >> 64);
}

#endif
