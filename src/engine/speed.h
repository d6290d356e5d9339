/* speed.h: what a device can do at best, for `zermelo bench`. */
#ifndef ZM_ENGINE_SPEED_H
#define ZM_ENGINE_SPEED_H

#include <zermelo/solve.h>

typedef struct zm_engine_speed {
    char name[128];
    uint64_t free_bytes;
    double copied;     /* bytes a second, each read and written */
    double operations; /* of 32-bit integers, a second */
} zm_engine_speed;

/* Measured by a copy of the device's memory to itself and by a loop of additions, multiplications and logical
 * operations on all its threads. ZM_BAD_INPUT when the device is not here; the CPU is no device. */
zm_status zm_engine_measure(zm_context *c, zm_engine e, zm_engine_speed *out);

#endif
