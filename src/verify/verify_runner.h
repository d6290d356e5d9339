/* verify_runner.h: who runs the kernels of verify/verify_gpu.h for one game: the same source on a GPU and on the CPU. */
#ifndef ZM_VERIFY_VERIFY_RUNNER_H
#define ZM_VERIFY_VERIFY_RUNNER_H

#include "verify_gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_prover {
    /* Begins a kernel, after those that were begun before. */
    const char *(*start)(zm_prove_kernel kernel, const zm_prove *job);
    /* Waits for all of them. */
    const char *(*wait)(void);
    /* Memory that its threads take beside what the job names. */
    uint64_t bytes;
} zm_prover;

extern const zm_prover zm_prover_host; /* any game, through its pointers */

#ifdef __cplusplus
}
#endif

#endif
