/* search_runner.h: who searches many positions at once (kernel/search_gpu.h) for one game: the same source on a GPU and
 * on the CPU. */
#ifndef ZM_KERNEL_SEARCH_RUNNER_H
#define ZM_KERNEL_SEARCH_RUNNER_H

#include "base/stream.h"
#include "search_gpu.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_search_runner {
    /* Threads that can run at once. */
    const char *(*threads)(const zm_stream *s, uint64_t data_bytes, uint64_t *out);
    /* Begins; what the job names is on the device, and so is `data`, what the rules have of the variant. */
    const char *(*start)(zm_stream *s, const zm_search_gpu *job, const void *data, uint64_t data_bytes,
                         uint64_t threads);
} zm_search_runner;

extern const zm_search_runner zm_search_runner_host; /* of any game, on the CPU */

#ifdef __cplusplus
}
#endif

#endif
