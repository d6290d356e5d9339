/* random.c: streams of random numbers: splitmix64 (Steele, Lea, Flood 2014), a stream for each seed and number. */
#include <zermelo/play.h>

static const uint64_t golden = 0x9e3779b97f4a7c15u;

static uint64_t mixed(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

zm_random zm_random_stream(uint64_t seed, uint64_t number)
{
    return (zm_random){mixed(mixed(seed + golden) + (number + 1) * golden)};
}

/* The high half of a product with n: even but for one part in 2^64 / n, and moves are a few at most. */
uint64_t zm_random_below(zm_random *r, uint64_t n)
{
    r->state += golden;
    return (uint64_t)((unsigned __int128)mixed(r->state) * n >> 64);
}
