/* counting_runner.h: who runs the steps of kernel/counting_gpu.h for one game: the same source on a GPU and on the
 * CPU. */
#ifndef ZM_KERNEL_COUNTING_RUNNER_H
#define ZM_KERNEL_COUNTING_RUNNER_H

#include "base/stream.h"
#include "counting_gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_counting_runner {
    /* Begins a step, after those that were begun before. */
    const char *(*start)(zm_stream *s, zm_counting_step kernel, const zm_counting_gpu *job);
    /* Memory that its threads take beside what the job names. */
    uint64_t bytes;
} zm_counting_runner;

extern const zm_counting_runner zm_counting_runner_host; /* of any game, on the CPU */

#ifdef __cplusplus
}
#endif

#endif
