/* device.h: where kernels run, those of races (kernel/race_gpu.h) and others: a GPU, or the same source on the CPU, one
 * thread after the other.
 *
 * What fails gives a text in the words of whoever failed; NULL is success. GPUs refuse kernels without threads, and
 * copies to memory here of which some is pinned and some is not. So no size and no count is ever 0, and what is pinned
 * has pages of its own (zm_alloc_pages); the CPU, in place of a GPU, refuses what is otherwise, for tests to find it.
 * */
#ifndef ZM_ENGINE_CUDA_DEVICE_DEVICE_H
#define ZM_ENGINE_CUDA_DEVICE_DEVICE_H

#include "game/expand.h"
#include "kernel/race_gpu.h"

#include <zermelo/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_device_strips { /* pieces that lie at equal distances there, and without gaps here */
    uint64_t count, bytes, distance;
} zm_device_strips;

typedef struct zm_device {
    const char *(*open)(char *name, size_t size, uint64_t *free_bytes); /* before all else: is there one? */
    const char *(*take)(void **out, uint64_t bytes);
    void (*give)(void *block); /* NULL is none */
    const char *(*put)(void *to, const void *from, uint64_t bytes);
    const char *(*get)(void *to, const void *from, uint64_t bytes);
    /* The same beside kernels that have nothing to do with it, and beside other copies. */
    const char *(*put_beside)(void *to, const void *from, uint64_t bytes);
    const char *(*get_beside)(void *to, const void *from, uint64_t bytes);
    const char *(*clear)(void *at, uint64_t bytes);
    const char *(*get_strips)(void *to, const void *from, const zm_device_strips *s);
    const char *(*pin)(void *block,
                       uint64_t bytes); /* memory here, so that `get` is quicker; where that fails it is as it was */
    void (*unpin)(void *block);
    /* All threads of a kernel. *found is on the device and is made new; *out gets it, its list only for
     * ZM_RACE_GPU_LIST. */
    const char *(*run)(zm_race_gpu_kernel kernel, const zm_race_gpu *w, zm_race_gpu_found *found,
                       zm_race_gpu_found *out);
    /* Values from all over; spots and out are here, what they name is there. */
    const char *(*gather)(const zm_race_gpu_spot *spot, uint64_t count, zm_odds *out);
    const char *(*gather_values)(const zm_value *const *spot, uint64_t count, zm_value *out);
    /* What it can do at best: bytes copied a second, each read and written; integer operations a second. */
    const char *(*measure)(double *copied, double *operations);
} zm_device;

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

/* The device that an engine means, its name and how much memory it has free, of that no more than zm_set_gpu_memory
 * allows. One clear line and ZM_BAD_INPUT when it is not here. */
zm_status zm_device_find(zm_context *c, zm_engine e, const zm_device **out, char *name, size_t size,
                         uint64_t *free_bytes);

/* Says what is needed of it; ZM_NO_MEMORY when it has less free. */
zm_status zm_device_announce(zm_context *c, const char *name, uint64_t bytes, uint64_t free_bytes);

/* "free", or "allowed" where that is less. */
const char *zm_device_free_word(const zm_context *c, uint64_t free_bytes);

extern const zm_device zm_device_host;
#ifdef ZERMELO_CUDA
extern const zm_device zm_device_cuda;
#endif

#ifdef __cplusplus
}
#endif

#endif
