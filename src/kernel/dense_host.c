/* dense_host.c: the dense tiers of any game gone through as a GPU does it (dense_gpu.h), one thread after the other on
 * the CPU. */
#include "dense_runner.h"

#include "game/trace/trace.h"

#define DEVICE_RULES(r, v) const zm_game *const r = zm_quick_rules(v)
#include "dense_gpu.inc"

static const char *start(zm_stream *stream, zm_dense_gpu_step kernel, const zm_dense_gpu *job)
{
    (void)stream;
    zm_variant v = *job->variant;
    zm_move moves[ZM_MAX_MOVES];
    uint64_t gathered[DENSE_GPU_GATHERED];
    if (!zm_quick_rules(&v)->index->rank)
        return "no dense index";
    if (job->from >= job->to) /* a GPU starts no kernel without threads */
        return "a step of no places";
    zm_use_rules(&v, &job->rules);
    dense_thread k = {.job = job, .variant = &v, .moves = moves};
    if (kernel == ZM_DENSE_GPU_REACH)
        dense_gpu_reach(&k, job->from / ZM_DENSE_GPU_ROW, 1, 1, gathered);
    else if (kernel == ZM_DENSE_GPU_SWEEP) /* the last first, so that here too those wait that do so on a GPU */
        for (uint64_t number = job->to; number-- > job->from;)
            dense_gpu_places(&k, kernel, number, UINT64_MAX - number);
    else
        dense_gpu_places(&k, kernel, job->from, 1);
    dense_gpu_tell(&k);
    return NULL;
}

const zm_dense_runner zm_dense_runner_host = {start, 0};
