/* counting_host.c: retrograde by counting of any game as a GPU does it (counting_gpu.h), one thread after the other on
 * the CPU. */
#include "counting_runner.h"

#include "game/trace/trace.h"

#define DEVICE_RULES(r, v) const zm_game *const r = zm_quick_rules(v)
#include "counting_gpu.inc"

static void counting_all_places(counting_thread *k, zm_counting_step kernel)
{
    counting_counts counts = {0, {0, 0}, 0, 0, 0};
    for (uint64_t i = 0; i < k->job->size; i++)
        if (kernel == ZM_COUNTING_LOOK)
            counting_look(k, i);
        else
            counting_close(k, i, &counts);
    counting_tell_notes(k);
    counting_tell_counts(k, &counts);
}

static void counting_list_blocks(const zm_counting_gpu *j, zm_counting_step kernel)
{
    j->notes->listed = 0;
    for (uint64_t i = 0; i < j->blocks; i++)
        counting_list(j, kernel, i);
}

static const char *start(zm_stream *stream, zm_counting_step kernel, const zm_counting_gpu *job)
{
    (void)stream;
    zm_variant v = *job->variant;
    const zm_game *r = zm_quick_rules(&v);
    zm_move moves[ZM_MAX_MOVES];
    uint32_t gathered[COUNTING_GATHERED];
    if (!r->index->rank || !r->backward->leaving || !r->backward->parents_inside)
        return "no moves are counted";
    if (!job->size) /* a GPU starts no kernel without threads */
        return "a step of no places";
    zm_use_rules(&v, &job->rules);
    counting_thread k = {.job = job, .variant = &v, .moves = moves};
    job->notes->ticket = 0;
    switch (kernel) {
    case ZM_COUNTING_LOOK:
    case ZM_COUNTING_CLOSE: counting_all_places(&k, kernel); break;
    case ZM_COUNTING_LIST_LEVEL:
    case ZM_COUNTING_LIST_MARKED: counting_list_blocks(job, kernel); break;
    default: counting_listed(&k, kernel, gathered);
    }
    return NULL;
}

const zm_counting_runner zm_counting_runner_host = {start, 0};
