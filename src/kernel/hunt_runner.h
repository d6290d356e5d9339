/* hunt_runner.h: who runs the steps of kernel/hunt_gpu.h: the same source on a GPU and on the CPU. */
#ifndef ZM_KERNEL_HUNT_RUNNER_H
#define ZM_KERNEL_HUNT_RUNNER_H

#include "hunt_gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const zm_hunt_runner zm_hunt_runner_host;
#ifdef ZERMELO_CUDA
extern const zm_hunt_runner zm_hunt_runner_cuda;
#endif

#ifdef __cplusplus
}
#endif

#endif
