/* host.c: the steps of pair_gpu.h on the CPU, one warp after the other. */
#include "runner.h"

#include "game/warp.h"

#include <string.h>

#include "games/fuchs-und-henne/solver/sets.inc"

#include "games/fuchs-und-henne/solver/wins.inc"

#include "games/fuchs-und-henne/solver/states.inc"

#include "pair_gpu.inc"

static void pair_gpu_all_dirty(pair_thread *k, zm_pair_gpu_step kernel)
{
    const uint64_t *dirty = k->job->dirty[k->job->round];
    for (uint64_t w = 0; w < (k->job->count + 63u) / 64; w++)
        for (uint64_t rest = dirty[w]; rest;) {
            const uint64_t i = w * 64 + zm_take_lowest(&rest);
            if (pair_gpu_is_thread(kernel))
                pair_gpu_thread(k, kernel, i);
            else
                pair_gpu_warp(k, kernel, i);
        }
}

static const char *pair_gpu_start(zm_stream *s, zm_pair_gpu_step kernel, const zm_pair_gpu *job)
{
    uint32_t scratch[ZM_PAIR_GPU_SCRATCH];
    pair_thread k;
    zm_variant v = *job->variant;
    zm_pair_job shown = {0};
    zm_pair_window here, beyond;
    if (!job->count) /* a GPU starts no kernel without threads */
        return "a step of no placements";
    if (pair_gpu_marks(kernel))
        memset(job->dirty[1 - job->round], 0, (job->count + 63u) / 64 * sizeof(uint64_t));
    pair_gpu_open(&k, job, scratch, &shown, &v, &here, &beyond);
    if (pair_gpu_is_dirty(kernel))
        pair_gpu_all_dirty(&k, kernel);
    for (uint64_t i = 0; i < pair_gpu_items(job, kernel) && !pair_gpu_is_dirty(kernel); i++)
        if (pair_gpu_is_thread(kernel))
            pair_gpu_thread(&k, kernel, i);
        else
            pair_gpu_warp(&k, kernel, i);
    pair_gpu_tell(&k);
    return NULL;
}

const zm_pair_runner zm_pair_runner_host = {pair_gpu_start};
