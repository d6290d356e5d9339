/* search_host.c: many searches of any game with a zm_search as a GPU does them (search_gpu.h), one thread after the
 * other on the CPU. */
#include "search_runner.h"

#include "game/trace/trace.h"

#define SEARCH_HOOK(hook) zm_quick_rules(v)->search->hook
#include "search_gpu.inc"

static const char *threads(const zm_stream *stream, uint64_t data_bytes, uint64_t *out)
{
    (void)stream;
    (void)data_bytes;
    *out = 3;
    return NULL;
}

static const char *start(zm_stream *stream, const zm_search_gpu *job, const void *data, uint64_t data_bytes,
                         uint64_t threads)
{
    zm_variant v = *job->variant;
    (void)stream;
    (void)data_bytes;
    v.data = data;
    v.board = job->board;
    for (uint64_t i = 0; i < threads; i++)
        zm_search_gpu_thread(job, &v, i);
    return NULL;
}

const zm_search_runner zm_search_runner_host = {threads, start};
