/* runner.h: who runs the steps of games/fuchs-und-henne/gpu/pair_gpu.h for one game: the same source on a GPU and on the CPU. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_GPU_RUNNER_H
#define ZM_GAMES_FUCHS_UND_HENNE_GPU_RUNNER_H

#include "pair_gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_stalker {
    /* Begins a step, after those that were begun before. */
    const char *(*start)(zm_stalk_kernel kernel, const zm_stalk *job);
    /* Waits for all of them. */
    const char *(*wait)(void);
} zm_stalker;

#ifdef __cplusplus
}
#endif

#endif
