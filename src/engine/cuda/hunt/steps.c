/* steps.c: a hunt with cycles on a device: its memory, and steps (kernel/hunt_gpu.h) over a slice or a layer. */
#include "game/trace/trace.h"
#include "hunt.h"

#include "base/stop.h"

enum { ROUNDS = 4 /* that are begun before anyone looks whether there is more to do */ };

static const zm_hunt *hunt_of(const zm_hunt_device *d) { return zm_quick_rules(d->cyclic->variant)->hunt; }

/* ---- what it needs ---- */
uint64_t zm_hunt_bits_bytes(uint64_t count) { return (count + 31) / 32 * sizeof(uint32_t); }

static uint64_t before_bytes(const zm_hunt_device *d)
{
    return (uint64_t)d->board.map.bands * d->board.rows * ZM_HUNT_SETS * sizeof *d->before;
}

/* Which states there are: as measured, at most a third of the placements are reached in part. */
static uint64_t kept_bytes(const zm_hunt_device *d)
{
    uint64_t bytes = 0;
    for (unsigned k = d->bottom; k <= d->top; k++)
        bytes += zm_hunt_bits_bytes(d->size[k]) + d->size[k] / 2 * sizeof(zm_hunt_gpu_part) / 3;
    return bytes;
}

/* Of the lists of steps; of what is known of a layer; of the sample; and of rows. */
uint64_t zm_hunt_device_bytes(const zm_hunt_device *d)
{
    const bool distances = d->cyclic->distances;
    const uint64_t a_placement = 3 * sizeof(zm_hunt_gpu_won) + (distances ? 3 * sizeof(uint32_t) + 4 : 0);
    const uint64_t lists = d->largest_canon * sizeof(uint64_t) + 2 * d->largest_slice * sizeof(uint64_t) +
                           2 * zm_hunt_bits_bytes(d->largest) + d->slices * sizeof(uint64_t) + sizeof d->notes;
    const uint64_t candidates = distances ? ZM_HUNT_GPU_CANDIDATES * sizeof(zm_hunt_gpu_part) : 0;
    return sizeof d->board + before_bytes(d) + lists + kept_bytes(d) + d->largest * a_placement + candidates +
           zm_layer_sample_device_bytes(d->cyclic->variant) + zm_hunt_gpu_table_bytes(d);
}

zm_status zm_hunt_device_announce(zm_hunt_device *d) { return zm_device_announce(d->device, zm_hunt_device_bytes(d)); }

static zm_status take_common(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    ZM_TRY(c, zm_device_take_copy(d->device, &j->board, &d->board, sizeof d->board));
    ZM_TRY(c, zm_device_take_copy(d->device, &j->before, d->before, before_bytes(d)));
    ZM_TRY(c, zm_device_take(d->device, &j->order, d->largest_canon * sizeof *j->order));
    ZM_TRY(c, zm_device_take(d->device, &j->cursor, d->slices * sizeof *j->cursor));
    for (unsigned i = 0; i < 2; i++) {
        ZM_TRY(c, zm_device_take(d->device, &j->list[i], d->largest_slice * sizeof *j->list[i]));
        ZM_TRY(c, zm_device_take(d->device, &j->dirty[i], zm_hunt_bits_bytes(d->largest)));
        ZM_TRY(c, zm_device_clear(d->device, j->dirty[i], zm_hunt_bits_bytes(d->largest)));
    }
    ZM_TRY(c, zm_device_take(d->device, &j->notes, sizeof *j->notes));
    ZM_TRY(c, zm_device_clear(d->device, j->notes, sizeof *j->notes));
    j->bottom = d->bottom;
    j->top = d->top;
    return zm_hunt_gpu_table_take(d);
}

static void find_start(zm_hunt_device *d)
{
    const zm_cyclic *h = d->cyclic;
    zm_hunt_gpu *j = &d->job;
    j->start[0] = hunt_of(d)->many(h->variant, h->start.tier, h->start.index);
    j->start[1] = hunt_of(d)->image(h->variant, j->start[0]);
    j->start_bit[0] = h->start_bit;
    j->start_bit[1] = hunt_of(d)->image(h->variant, h->start_bit);
}

zm_status zm_hunt_device_take(zm_hunt_device *d)
{
    ZM_TRY(d->context, take_common(d));
    find_start(d);
    d->job.distances = d->cyclic->distances;
    return ZM_OK;
}

/* ---- steps ---- */
zm_status zm_hunt_device_start(zm_hunt_device *d, zm_hunt_gpu_step kernel, const zm_hunt_gpu *job)
{
    return zm_device_check(d->device, d->runner->start(&d->device->stream, kernel, job));
}

zm_status zm_hunt_step(zm_hunt_device *d, zm_hunt_gpu_step kernel) { return zm_hunt_device_start(d, kernel, &d->job); }

zm_status zm_hunt_get_notes(zm_hunt_device *d)
{
    return zm_device_get(d->device, &d->notes, d->job.notes, sizeof d->notes);
}

zm_status zm_hunt_begin_layer(zm_hunt_device *d, unsigned layer)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    ZM_TRY(c, zm_check_stop(c));
    j->layer = layer;
    j->size = (uint32_t)d->size[layer];
    j->round = 1;
    d->cursor[0] = 0;
    for (unsigned w = 0; w < d->slices; w++)
        d->cursor[w + 1] = d->cursor[w] + d->canon[layer * d->slices + w];
    ZM_TRY(c, zm_device_put(d->device, j->cursor, d->cursor, d->slices * sizeof *d->cursor));
    return zm_hunt_step(d, ZM_HUNT_GPU_LIST);
}

zm_status zm_hunt_do_slice(zm_hunt_device *d, unsigned slice, zm_hunt_gpu_step first, zm_hunt_gpu_step again)
{
    zm_hunt_gpu *j = &d->job;
    j->from = d->cursor[slice];
    j->to = d->cursor[slice + 1];
    if (j->from == j->to)
        return ZM_OK;
    ZM_TRY(d->context, zm_check_stop(d->context));
    j->round = 1;
    ZM_TRY(d->context, zm_hunt_step(d, first));
    do {
        for (unsigned i = 0; i < ROUNDS; i++) {
            j->round = 1 - j->round;
            ZM_TRY(d->context, zm_hunt_step(d, again));
        }
        ZM_TRY(d->context, zm_hunt_get_notes(d));
    } while (d->notes.listed[1 - j->round]);
    return ZM_OK;
}

void zm_hunt_whole_layer(zm_hunt_device *d)
{
    d->job.from = 0;
    d->job.to = d->cursor[d->slices];
}
