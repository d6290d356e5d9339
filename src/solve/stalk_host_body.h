/* stalk_host_body.h: the steps of stalk.h on the CPU, one warp after the other; part of kernels_body.h, behind pair_shape_body.h. */
#include "stalk_body.h"

static void stalk_all_dirty(stalker *k, zm_stalk_kernel kernel)
{
    const uint64_t *dirty = k->job->dirty[k->job->round];
    for (uint64_t w = 0; w < (k->job->count + 63u) / 64; w++)
        for (uint64_t rest = dirty[w]; rest;) {
            const uint64_t i = w * 64 + zm_take_lowest(&rest);
            if (stalk_is_thread(kernel))
                stalk_thread(k, kernel, i);
            else
                stalk_warp(k, kernel, i);
        }
}

static const char *stalk_start(zm_stalk_kernel kernel, const zm_stalk *job)
{
    uint32_t scratch[ZM_STALK_SCRATCH];
    stalker k;
    zm_variant v = *job->variant;
    zm_pair_job shown = {0};
    zm_pair_window here, beyond;
    if (!KERNEL_RULES(job->variant)->pair)
        return "the game has no pair of hunters";
    if (!job->count) /* a GPU starts no kernel without threads */
        return "a step of no placements";
    if (stalk_marks(kernel))
        memset(job->dirty[1 - job->round], 0, (job->count + 63u) / 64 * sizeof(uint64_t));
    stalk_open(&k, job, scratch, &shown, &v, &here, &beyond);
    if (stalk_is_dirty(kernel))
        stalk_all_dirty(&k, kernel);
    for (uint64_t i = 0; i < stalk_items(job, kernel) && !stalk_is_dirty(kernel); i++)
        if (stalk_is_thread(kernel))
            stalk_thread(&k, kernel, i);
        else
            stalk_warp(&k, kernel, i);
    stalk_tell(&k);
    return NULL;
}

static const char *stalk_wait(void) { return NULL; }

static const zm_stalker stalker_on_cpu = {stalk_start, stalk_wait};
