/* swarmer.h: who runs the steps of solve/swarm.h: the same source on a GPU and on the CPU. */
#ifndef ZM_ENGINE_CUDA_SWARMER_H
#define ZM_ENGINE_CUDA_SWARMER_H

#include "solve/swarm.h"

#ifdef __cplusplus
extern "C" {
#endif

extern const zm_swarmer zm_swarmer_host;
#ifdef ZERMELO_CUDA
extern const zm_swarmer zm_swarmer_cuda;
#endif

#ifdef __cplusplus
}
#endif

#endif
