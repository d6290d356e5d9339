/* reach.c: which states of a hunt with cycles play reaches, found on a device from the top layer down. Of each layer it
 * is kept which placements are reached on all squares, and of the others on which. */
#include "hunt.h"

#include "base/clock.h"

enum { REACH_BLOCKS = 4 }; /* that it takes */

static zm_status keep_layer(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    zm_hunt_gpu_kept *k = &d->kept[j->layer];
    zm_hunt_whole_layer(d);
    ZM_TRY(c, zm_device_clear(d->device, &j->notes->parts, sizeof j->notes->parts));
    ZM_TRY(c, zm_hunt_step(d, ZM_HUNT_GPU_KEEP_COUNT));
    ZM_TRY(c, zm_hunt_get_notes(d));
    k->parts = d->notes.parts;
    ZM_TRY(c, zm_device_take(d->device, &k->whole, zm_hunt_bits_bytes(j->size)));
    ZM_TRY(c, zm_device_clear(d->device, k->whole, zm_hunt_bits_bytes(j->size)));
    if (k->parts)
        ZM_TRY(c, zm_device_take(d->device, &k->part, k->parts * sizeof *k->part));
    j->whole = k->whole;
    j->part = k->part;
    ZM_TRY(c, zm_device_clear(d->device, &j->notes->parts, sizeof j->notes->parts));
    ZM_TRY(c, zm_hunt_step(d, ZM_HUNT_GPU_KEEP));
    return zm_hunt_get_notes(d);
}

static zm_status reach_layer(zm_hunt_device *d, unsigned layer)
{
    zm_hunt_gpu *j = &d->job;
    uint64_t *const above = j->jumps;
    j->jumps = j->above;
    j->above = above;
    ZM_TRY(d->context, zm_hunt_begin_layer(d, layer));
    for (unsigned w = 0; w < d->slices; w++)
        ZM_TRY(d->context, zm_hunt_do_slice(d, w, ZM_HUNT_GPU_REACH_FIRST, ZM_HUNT_GPU_REACH_AGAIN));
    ZM_TRY(d->context, keep_layer(d));
    zm_progress_add(d->context, d->size[layer]);
    return ZM_OK;
}

/* Blocks that finding the states takes, until the bottom layer is published. */
static void reach_blocks(zm_hunt_device *d, uint64_t **blocks[REACH_BLOCKS])
{
    zm_hunt_gpu *j = &d->job;
    blocks[0] = &j->reached_many;
    blocks[1] = &j->reached_lone;
    blocks[2] = &j->jumps;
    blocks[3] = &j->above;
}

static zm_status reach(zm_hunt_device *d)
{
    uint64_t **blocks[REACH_BLOCKS];
    reach_blocks(d, blocks);
    for (size_t i = 0; i < REACH_BLOCKS; i++)
        ZM_TRY(d->context, zm_device_take(d->device, blocks[i], d->largest * sizeof **blocks[i]));
    for (unsigned k = d->top + 1; k-- > d->bottom;)
        ZM_TRY(d->context, reach_layer(d, k));
    return ZM_OK;
}

void zm_hunt_device_give_reach(zm_hunt_device *d)
{
    uint64_t **blocks[REACH_BLOCKS];
    reach_blocks(d, blocks);
    for (size_t i = 0; i < REACH_BLOCKS; i++)
        zm_device_give(d->device, blocks[i]);
}

zm_status zm_hunt_device_find_states(zm_hunt_device *d)
{
    const double began = zm_now();
    uint64_t all = 0;
    for (unsigned k = d->bottom; k <= d->top; k++)
        all += d->size[k];
    ZM_TRY(d->context, zm_hunt_device_take(d));
    zm_progress_begin(d->context, "enumerate", all);
    const zm_status s = reach(d);
    zm_progress_end(d->context);
    d->times.reach = zm_now() - began;
    return s;
}
