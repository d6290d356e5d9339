/* device_work.h: what a device did in a solve, for `zermelo bench` and for tests. */
#ifndef ZM_SOLVE_DEVICE_WORK_H
#define ZM_SOLVE_DEVICE_WORK_H

#include <zermelo/solve.h>

typedef struct zm_device_work {
    uint64_t checked; /* states of a sample that were then recomputed on the CPU by the rules alone */
    /* How long its kernels took, and the bytes they asked its memory for, as far as they count what they look at:
     * values, bits and words, read and written, whether or not a cache has them. */
    double seconds;
    uint64_t bytes;
    uint64_t moved; /* bytes of values that had to leave its memory while they were still needed */
} zm_device_work;

/* zm_solve, and what the device did; all 0 on the CPU. */
zm_status zm_solve_measured(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out,
                            zm_device_work *work);

#endif
