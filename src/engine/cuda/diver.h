/* diver.h: who searches many positions at once (search/dive.h) for one game: the same source on a GPU and on the CPU. */
#ifndef ZM_ENGINE_CUDA_DIVER_H
#define ZM_ENGINE_CUDA_DIVER_H

#include "search/dive.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_diver {
    /* Threads that can run at once. */
    const char *(*threads)(uint64_t data_bytes, uint64_t *out);
    /* Begins; what the job names is on the device. `data` is what the rules have of the variant, there too. */
    const char *(*start)(const zm_dive *job, const void *data, uint64_t data_bytes, uint64_t threads);
    /* Has it ended? */
    const char *(*ended)(bool *out);
} zm_diver;

#ifdef __cplusplus
}
#endif

#endif
