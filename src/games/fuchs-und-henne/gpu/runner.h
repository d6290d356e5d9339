/* runner.h: who runs the steps of pair_gpu.h: a GPU, or the same source on the CPU. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_GPU_RUNNER_H
#define ZM_GAMES_FUCHS_UND_HENNE_GPU_RUNNER_H

#include "base/stream.h"
#include "pair_gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_pair_runner {
    /* Begins a step, after those that were begun before. */
    const char *(*start)(zm_stream *s, zm_pair_gpu_step kernel, const zm_pair_gpu *job);
} zm_pair_runner;

extern const zm_pair_runner zm_pair_runner_host;
#ifdef ZERMELO_CUDA
extern const zm_pair_runner zm_pair_runner_cuda;
#endif

#ifdef __cplusplus
}
#endif

#endif
