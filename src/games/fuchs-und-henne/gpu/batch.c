/* batch.c: which step of the kernels (pair_gpu.h) comes when: a slice at once, or as many of its shapes as there is
 * room for, a batch. */
#include "gpu.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/stop.h"

#include <string.h>

enum { ROUNDS = 4 /* that are started before anyone looks whether there is more to do */ };

typedef zm_pair_gpu_solve solve;

/* ---- steps ---- */
zm_status zm_pair_gpu_start(solve *s, zm_pair_gpu_step kernel)
{
    return zm_device_check(s->device, s->runner->start(&s->device->stream, kernel, &s->job));
}

zm_status zm_pair_gpu_look_at_notes(solve *s)
{
    ZM_TRY(s->context, zm_device_wait(s->device));
    return zm_device_get(s->device, &s->notes, s->job.notes, sizeof s->notes);
}

/* Until nothing changes; the first round may be another step than the rest. */
static zm_status settle(solve *s, zm_pair_gpu_step begin, zm_pair_gpu_step first, zm_pair_gpu_step again)
{
    uint64_t before;
    s->job.round = 1;
    ZM_TRY(s->context, zm_pair_gpu_start(s, begin));
    s->job.round = 0;
    ZM_TRY(s->context, zm_pair_gpu_start(s, first));
    do {
        before = s->notes.changed;
        for (unsigned i = 0; i < ROUNDS; i++) {
            s->job.round = 1 - s->job.round;
            ZM_TRY(s->context, zm_pair_gpu_start(s, again));
        }
        ZM_TRY(s->context, zm_pair_gpu_look_at_notes(s));
        ZM_TRY(s->context, zm_check_stop(s->context));
    } while (s->notes.changed != before);
    return ZM_OK;
}

static zm_status find_batch(solve *s)
{
    const hen_board *b = &s->plan.board;
    if (b->twos && !s->job.few)
        ZM_TRY(s->context, settle(s, ZM_PAIR_GPU_SEEN_BEGIN, ZM_PAIR_GPU_SEEN_AGAIN, ZM_PAIR_GPU_SEEN_AGAIN));
    else
        ZM_TRY(s->context, zm_pair_gpu_start(s, ZM_PAIR_GPU_SEEN_BEGIN));
    if (b->ones && !s->job.few)
        ZM_TRY(s->context,
               settle(s, ZM_PAIR_GPU_ONE_SEEN_BEGIN, ZM_PAIR_GPU_ONE_SEEN_AGAIN, ZM_PAIR_GPU_ONE_SEEN_AGAIN));
    else if (b->ones)
        ZM_TRY(s->context, zm_pair_gpu_start(s, ZM_PAIR_GPU_ONE_SEEN_BEGIN));
    return zm_pair_gpu_start(s, ZM_PAIR_GPU_SEEN_CLOSE);
}

static zm_status win_batch(solve *s)
{
    const hen_board *b = &s->plan.board;
    const double began = zm_now();
    if (s->job.few)
        return ZM_OK;
    if (b->ones)
        ZM_TRY(s->context, settle(s, ZM_PAIR_GPU_ONE_BEGIN, ZM_PAIR_GPU_ONE_AGAIN, ZM_PAIR_GPU_ONE_AGAIN));
    const double ones = zm_now();
    if (b->twos)
        ZM_TRY(s->context, settle(s, ZM_PAIR_GPU_BEGIN, ZM_PAIR_GPU_FIRST, ZM_PAIR_GPU_AGAIN));
    const double twos = zm_now();
    ZM_TRY(s->context, zm_pair_gpu_start(s, ZM_PAIR_GPU_CLOSE));
    ZM_TRY(s->context, zm_pair_gpu_answer(s));
    ZM_TRY(s->context, zm_pair_gpu_look_at_notes(s));
    s->times.ones += ones - began;
    s->times.twos += twos - ones;
    s->times.close += zm_now() - twos;
    return ZM_OK;
}

/* ---- entries ---- */
/* On all threads: to touch memory for the first time takes longer than the copy from the device. */
static void copy(const solve *s, uint8_t *to, const uint8_t *from, uint64_t bytes)
{
    const uint64_t piece = (uint64_t)1 << 21, pieces = (bytes + piece - 1) / piece;
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(s->context))
    for (uint64_t i = 0; i < pieces; i++) {
        const uint64_t at = i * piece;
        memcpy(to + at, from + at, bytes - at < piece ? bytes - at : piece);
    }
}

/* Those of the batch go to the host, or come from there. */
static zm_status move_entries(solve *s, const zm_pair_gpu_entries *e, bool finds)
{
    const uint64_t words = zm_pair_device_entry_words(s->job.free), bytes = s->job.count * words * sizeof(uint32_t);
    const double began = zm_now();
    uint8_t *const host = (uint8_t *)(e->host + s->job.from * words), *const device = (uint8_t *)s->job.entry;
    if (finds)
        ZM_TRY(s->context, zm_pair_gpu_look_at_notes(s));
    for (uint64_t at = 0; at < bytes; at += zm_pair_gpu_stage_bytes) {
        const uint64_t now = bytes - at < zm_pair_gpu_stage_bytes ? bytes - at : zm_pair_gpu_stage_bytes;
        if (!finds)
            copy(s, s->stage, host + at, now);
        ZM_TRY(s->context, finds ? zm_device_get(s->device, s->stage, device + at, now)
                                 : zm_device_put(s->device, device + at, s->stage, now));
        if (finds)
            copy(s, host + at, s->stage, now);
    }
    s->times.moved += zm_now() - began;
    return ZM_OK;
}

/* ---- batches ---- */
static zm_status solve_batch(zm_driver *d, const zm_pair_layer *l, bool finds)
{
    solve *s = zm_pair_gpu_of(d);
    zm_pair_gpu *j = &s->job;
    const zm_pair_gpu_entries *e = &s->entry[l - s->plan.layer];
    zm_pair_gpu_divide_room(s, finds);
    if (e->device)
        j->entry = e->device + (uint64_t)j->from * zm_pair_device_entry_words(j->free);
    if (e->host && !finds)
        ZM_TRY(s->context, move_entries(s, e, finds));
    ZM_TRY(s->context, zm_pair_gpu_start(s, ZM_PAIR_GPU_LIST));
    ZM_TRY(s->context, finds ? find_batch(s) : win_batch(s));
    if (e->host && finds)
        ZM_TRY(s->context, move_entries(s, e, finds));
    if (!finds && d->publisher)
        ZM_TRY(s->context, zm_pair_gpu_store_batch(d, l));
    if (finds || !d->publisher) /* what is stored is counted by the writer */
        zm_progress_add(s->context, j->count);
    return zm_check_stop(s->context);
}

/* Windows change places, and this one is about another slice. */
static void next_slice(solve *s, const zm_pair_slice *slice, bool finds)
{
    void *const block = s->window_block[1];
    zm_pair_device_window *const w = &s->job.here;
    const uint64_t count = zm_pair_slice_placements(&s->plan, slice);
    const uint64_t two = s->plan.board.twos ? count * s->job.free * sizeof(uint32_t) * (finds ? 1 : 2) : 0;
    s->window_block[1] = s->window_block[0];
    s->window_block[0] = block;
    s->job.beyond = *w;
    w->begin = s->plan.first[slice->from];
    w->two = block;
    uint8_t *const rest =
        (uint8_t *)block + (two + ZM_PAIR_GPU_ALIGNED - 1) / ZM_PAIR_GPU_ALIGNED * ZM_PAIR_GPU_ALIGNED;
    w->one = (zm_won_ones *)(void *)rest;
    w->one_seen = (uint64_t *)(void *)rest;
}

zm_status zm_pair_gpu_do_slice(zm_driver *d, const zm_pair_slice *slice, bool finds)
{
    solve *s = zm_pair_gpu_of(d);
    const zm_pair_layer *l = slice->layer;
    const uint64_t most = zm_pair_gpu_most(s, l, finds);
    zm_pair_gpu *j = &s->job;
    next_slice(s, slice, finds);
    for (uint32_t shape = slice->from, next; shape < slice->to; shape = next) {
        const uint64_t first = s->plan.first[shape];
        for (next = shape + 1; next < slice->to && zm_pair_shape_end(&s->plan, l, next) - first <= most;)
            next++;
        j->shape = shape;
        j->shapes = next - shape;
        j->from = (uint32_t)first;
        j->count = (uint32_t)(zm_pair_shape_end(&s->plan, l, next - 1) - first);
        if (j->count)
            ZM_TRY(s->context, solve_batch(d, l, finds));
    }
    return ZM_OK;
}
