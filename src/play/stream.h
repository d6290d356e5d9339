/* stream.h: streams of random numbers where a call for each would be too slow: splitmix64 (Steele, Lea, Flood 2014). */
#ifndef ZM_PLAY_STREAM_H
#define ZM_PLAY_STREAM_H

#include <zermelo/play.h>

#define ZM_GOLDEN 0x9e3779b97f4a7c15u

static inline uint64_t zm_mixed(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The high half of a product with n: even but for one part in 2^64 / n, and moves are a few at most. */
static inline uint64_t zm_draw_below(zm_random *r, uint64_t n)
{
    r->state += ZM_GOLDEN;
    return (uint64_t)((unsigned __int128)zm_mixed(r->state) * n >> 64);
}

#endif
