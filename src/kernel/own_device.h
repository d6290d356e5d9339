/* own_device.h: what comes before the one C file of a game (game/device_source.h) where it is compiled as CUDA C++: the
 * headers it may include, which are then read once and as they are, and its words that C++ does not have. */
#ifndef ZM_KERNEL_OWN_DEVICE_H
#define ZM_KERNEL_OWN_DEVICE_H

#include "game/expand.h"

#include <zermelo/board_index.h>
#include <zermelo/rules.h>
#include <zermelo/search.h>
#include <zermelo/variant.h>

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A pointer that converts to others, as const void * does in C. */
struct zm_any {
    const void *at;
    __host__ __device__ explicit zm_any(const void *p) : at(p) {}
    template <typename T> __host__ __device__ operator T *() const { return (T *)at; }
};

#define _Static_assert static_assert
#define restrict __restrict__

#undef ZM_GAME
#define ZM_GAME(...) /* the host has it */

#endif
