/* random.c: streams of random numbers, one for each seed and number. */
#include "stream.h"

zm_random zm_random_stream(uint64_t seed, uint64_t number)
{
    return (zm_random){zm_mixed(zm_mixed(seed + ZM_GOLDEN) + (number + 1) * ZM_GOLDEN)};
}

uint64_t zm_random_below(zm_random *r, uint64_t n) { return zm_draw_below(r, n); }
