/* verify_host.c: the kernels of verify/verify_gpu.h on the CPU, one thread after the other, for machines without a GPU:
 * tests, and nobody in a hurry. */
#include "verify/verify_runner.h"

#define DEVICE_RULES(r, v) const zm_game *const r = (v)->game
#include "verify/verify_gpu.inc"

static const char *start(zm_stream *s, zm_verify_gpu_step kernel, const zm_verify_gpu *job)
{
    (void)s;
    zm_variant v = *job->variant;
    zm_move moves[ZM_MAX_MOVES];
    if (!job->own.size) /* a GPU starts no kernel without threads */
        return "a kernel of no places";
    zm_use_rules(&v, &job->rules);
    verify_thread k = {.job = job, .variant = &v, .moves = moves};
    for (uint64_t i = 0; i < job->own.size; i++)
        verify_gpu_at(&k, kernel, i);
    verify_gpu_tell(&k);
    return NULL;
}

const zm_verify_runner zm_verify_runner_host = {start, 0};
