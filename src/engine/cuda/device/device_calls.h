/* device_calls.h: the primitive calls of a kind of device; device.c makes a zm_device of them.
 *
 * A call that fails returns a text in the words of whoever failed; NULL is success. GPUs refuse kernels without threads
 * and pinned memory that shares a page. So no size and no count is ever 0, and what is pinned has pages of its own; the
 * CPU, in place of a GPU, refuses what is otherwise, for tests to find it. In the common subset of C and CUDA C++. */
#ifndef ZM_ENGINE_CUDA_DEVICE_DEVICE_CALLS_H
#define ZM_ENGINE_CUDA_DEVICE_DEVICE_CALLS_H

#include "base/stream.h"
#include "game/expand.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_device_strips { /* pieces that lie at equal distances on the device, and without gaps on the host */
    uint64_t count, bytes, distance;
} zm_device_strips;

typedef struct zm_device_opened { /* what opening a device gives */
    char name[128];
    uint64_t free_bytes;
    zm_stream stream;
    void *upload, *download;
} zm_device_opened;

/* Starts a kernel that fetches `count` values: out[i] is what spot[i] names. All of it is on the device. */
typedef const char *zm_device_fetch(zm_stream *s, const void *spot, uint64_t count, void *out);

typedef struct zm_device_calls {
    const char *(*open)(zm_device_opened *out); /* fails where there is none */
    void (*close)(zm_device_opened *o);
    const char *(*take)(void **out, uint64_t bytes);
    void (*give)(void *block); /* NULL is none */
    /* Copies are made on a stream, after what was begun there, and have ended when they return. */
    const char *(*put)(void *stream, void *to, const void *from, uint64_t bytes);
    const char *(*get)(void *stream, void *to, const void *from, uint64_t bytes);
    const char *(*get_strips)(void *stream, void *to, const void *from, const zm_device_strips *s);
    const char *(*clear)(void *stream, void *at, uint64_t bytes);
    const char *(*pin)(void *block, uint64_t bytes); /* host memory; where that fails it is as it was */
    void (*unpin)(void *block);
    const char *(*wait)(void *stream);
    const char *(*ended)(void *stream, bool *out);
    zm_device_fetch *fetch_values; /* zm_value, by addresses */
    /* What it can do at best: bytes copied per second, each read and written; integer operations per second. */
    const char *(*measure)(double *copied, double *operations);
} zm_device_calls;

/* The loop that integer operations are counted by: so many a round, none of which can be left out, in chains that do
 * not wait for each other. */
enum { ZM_WORK_CHAINS = 4, ZM_WORK_OPERATIONS = 3 * ZM_WORK_CHAINS };
ZM_KERNEL uint32_t zm_work_integers(uint32_t seed, uint32_t rounds)
{
    uint32_t x[ZM_WORK_CHAINS], y[ZM_WORK_CHAINS], sum = 0;
    for (unsigned i = 0; i < ZM_WORK_CHAINS; i++) {
        x[i] = seed + i;
        y[i] = seed ^ i;
    }
    for (uint32_t n = 0; n < rounds; n++)
        for (unsigned i = 0; i < ZM_WORK_CHAINS; i++) {
            x[i] = x[i] * seed + y[i];
            y[i] = (y[i] + x[i]) ^ seed;
        }
    for (unsigned i = 0; i < ZM_WORK_CHAINS; i++)
        sum += x[i] ^ y[i];
    return sum;
}

extern const zm_device_calls zm_device_host;
#ifdef ZERMELO_CUDA
extern const zm_device_calls zm_device_cuda;
#endif

#ifdef __cplusplus
}
#endif

#endif
