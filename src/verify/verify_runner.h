/* verify_runner.h: who runs the kernels of verify/verify_gpu.h for one game: the same source on a GPU and on the
 * CPU. */
#ifndef ZM_VERIFY_VERIFY_RUNNER_H
#define ZM_VERIFY_VERIFY_RUNNER_H

#include "base/stream.h"
#include "verify_gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_verify_runner {
    /* Begins a kernel, after those that were begun before. */
    const char *(*start)(zm_stream *s, zm_verify_gpu_step kernel, const zm_verify_gpu *job);
    /* Memory that its threads take beside what the job names. */
    uint64_t bytes;
} zm_verify_runner;

extern const zm_verify_runner zm_verify_runner_host; /* any game, through its pointers */

#ifdef __cplusplus
}
#endif

#endif
