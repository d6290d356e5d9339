/* runner.h: who runs the steps of games/fuchs-und-henne/gpu/pair_gpu.h for one game: the same source on a GPU and on
 * the CPU. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_GPU_RUNNER_H
#define ZM_GAMES_FUCHS_UND_HENNE_GPU_RUNNER_H

#include "pair_gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_pair_runner {
    /* Begins a step, after those that were begun before. */
    const char *(*start)(zm_pair_gpu_step kernel, const zm_pair_gpu *job);
    /* Waits for all of them. */
    const char *(*wait)(void);
} zm_pair_runner;

#ifdef __cplusplus
}
#endif

#endif
