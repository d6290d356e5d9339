/* race_runner.h: who runs the kernels of kernel/race_gpu.h: the same source on a GPU and on the CPU. */
#ifndef ZM_ENGINE_CUDA_RACE_RACE_RUNNER_H
#define ZM_ENGINE_CUDA_RACE_RACE_RUNNER_H

#include "base/stream.h"
#include "engine/cuda/device/device_calls.h"
#include "kernel/race_gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_race_runner {
    /* All threads of a kernel, until they have ended. *found is on the device and is cleared first; *out gets it, its
     * list only for ZM_RACE_GPU_LIST. */
    const char *(*run)(zm_stream *s, zm_race_gpu_kernel kernel, const zm_race_gpu *w, zm_race_gpu_found *found,
                       zm_race_gpu_found *out);
    zm_device_fetch *fetch_odds; /* zm_odds, by zm_race_gpu_spot */
} zm_race_runner;

extern const zm_race_runner zm_race_runner_host;
#ifdef ZERMELO_CUDA
extern const zm_race_runner zm_race_runner_cuda;
#endif

#ifdef __cplusplus
}
#endif

#endif
