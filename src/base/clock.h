/* clock.h: seconds that only go forward. */
#ifndef ZM_BASE_CLOCK_H
#define ZM_BASE_CLOCK_H

#include <time.h>

static inline double zm_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

#endif
