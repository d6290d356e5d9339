/* tier_runner.h: who runs the steps of kernel/tier_gpu.h for one game and one way to solve it: the same source on a GPU
 * and on the CPU. */
#ifndef ZM_KERNEL_TIER_RUNNER_H
#define ZM_KERNEL_TIER_RUNNER_H

#include "base/stream.h"
#include "tier_gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_tier_runner {
    /* Begins a step, after those that were begun before. */
    const char *(*start)(zm_stream *s, zm_tier_step kernel, const zm_tier_gpu *job);
    /* Memory that its threads take beside what the job names. */
    uint64_t bytes;
    uint64_t slice; /* places of a step, at most: a multiple of ZM_TIER_BLOCK, at most 2^32 */
} zm_tier_runner;

/* By moves counted down, and forward. */
typedef zm_tier_runner zm_counting_runner, zm_forward_runner;

extern const zm_counting_runner zm_counting_runner_host; /* of any game, on the CPU */
extern const zm_forward_runner zm_forward_runner_host;

#ifdef __cplusplus
}
#endif

#endif
