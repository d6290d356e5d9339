/* layers.c: who wins the states of a hunt with cycles, and how far that is, found on a device layer by layer from the
 * bottom up; which step (kernel/hunt_gpu.h) comes when. */
#include "game/trace/trace.h"
#include "hunt.h"

#include "base/clock.h"
#include "kernel/tally.h"

#include <stdio.h>

static const zm_hunt *hunt_of(const zm_hunt_device *d) { return zm_quick_rules(d->cyclic->variant)->hunt; }

/* ---- who wins ---- */
static zm_status clear_note(zm_hunt_device *d, uint64_t *note)
{
    return zm_device_clear(d->device, note, sizeof *note);
}

/* Something for all placements that are reached on all squares, and something for those reached in part. */
static zm_status do_layer(zm_hunt_device *d, zm_hunt_gpu_step whole, zm_hunt_gpu_step parts)
{
    zm_hunt_whole_layer(d);
    ZM_TRY(d->context, zm_hunt_step(d, whole));
    d->job.to = d->kept[d->job.layer].parts;
    if (d->job.to)
        ZM_TRY(d->context, zm_hunt_step(d, parts));
    return zm_hunt_get_notes(d);
}

/* ---- how far ---- */
static zm_status take_values(zm_hunt_device *d, zm_value **values, uint64_t count)
{
    if (count > UINT32_MAX)
        return zm_hunt_device_cannot(
            d, "more than 2^32 squares of a layer are decided, so that only who wins can be told, with --values wdl");
    return zm_device_take(d->device, values, count * sizeof **values);
}

static zm_status find_distances(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    zm_hunt_whole_layer(d);
    ZM_TRY(c, clear_note(d, &j->notes->values));
    ZM_TRY(c, zm_hunt_step(d, ZM_HUNT_GPU_FAR_COUNT));
    ZM_TRY(c, zm_hunt_get_notes(d));
    ZM_TRY(c, take_values(d, &j->lone_far.value, d->notes.values));
    ZM_TRY(c, clear_note(d, &j->notes->values));
    ZM_TRY(c, zm_hunt_step(d, ZM_HUNT_GPU_FAR_MAKE));
    for (unsigned w = d->slices; w-- > 0;)
        ZM_TRY(c, zm_hunt_do_slice(d, w, ZM_HUNT_GPU_FAR_FIRST, ZM_HUNT_GPU_FAR_AGAIN));
    return ZM_OK;
}

/* Of the states that are farthest from the end the one with the smallest fingerprint. */
static zm_status tally_candidates(zm_hunt_device *d, zm_summary *sum)
{
    const zm_variant *v = d->cyclic->variant;
    const uint64_t count = d->notes.candidates;
    zm_hunt_gpu_part *found;
    ZM_TRY(d->context, zm_alloc(d->context, &found, count, sizeof *found, "the farthest positions"));
    const zm_status s = zm_device_get(d->device, found, d->job.candidate, count * sizeof *found);
    for (uint64_t i = 0; s == ZM_OK && i < count; i++) {
        for (uint64_t rest = found[i].many; rest;)
            zm_tally_farthest(sum, hunt_of(d)->position(v, found[i].placement, zm_take_lowest(&rest), false),
                              d->notes.farthest);
        for (uint64_t rest = found[i].lone; rest;)
            zm_tally_farthest(sum, hunt_of(d)->position(v, found[i].placement, zm_take_lowest(&rest), true),
                              d->notes.farthest);
    }
    zm_release(d->context, found);
    return s;
}

static zm_status find_farthest(zm_hunt_device *d, zm_summary *sum)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    do {
        if (d->notes.candidates > j->room) {
            zm_device_give(d->device, &j->candidate);
            j->room = d->notes.candidates;
            ZM_TRY(c, zm_device_take(d->device, &j->candidate, j->room * sizeof *j->candidate));
        }
        ZM_TRY(c, clear_note(d, &j->notes->candidates));
        ZM_TRY(c, do_layer(d, ZM_HUNT_GPU_FAR_LIST, ZM_HUNT_GPU_FAR_LIST_PARTS));
    } while (d->notes.candidates > j->room);
    return d->notes.candidates ? tally_candidates(d, sum) : ZM_OK;
}

/* A, then V, of which there are so many values; then the farthest. */
static zm_status measure_layer(zm_hunt_device *d, uint64_t landed, zm_summary *sum)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    ZM_TRY(c, find_distances(d));
    ZM_TRY(c, take_values(d, &j->landed_far.value, landed));
    ZM_TRY(c, clear_note(d, &j->notes->values));
    ZM_TRY(c, zm_device_clear(d->device, &j->notes->farthest, sizeof j->notes->farthest));
    ZM_TRY(c, do_layer(d, ZM_HUNT_GPU_FAR_CLOSE, ZM_HUNT_GPU_FAR_PARTS));
    if (d->notes.farthest >= sum->longest)
        ZM_TRY(c, find_farthest(d, sum));
    return ZM_OK;
}

/* ---- a layer ---- */
/* In the bottom layer the game has ended: which states there are is all there is to know. Its memory is given back, and
 * that of the layers above is taken. */
static zm_status end_bottom(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    zm_hunt_gpu_won **const won[] = {&j->lone, &j->landed, &j->below};
    uint32_t **const firsts[] = {&j->lone_far.first, &j->landed_far.first, &j->below_far.first};
    zm_hunt_device_give_reach(d);
    ZM_TRY(c, zm_hunt_device_sample_open(d));
    for (size_t i = 0; i < sizeof won / sizeof *won; i++)
        ZM_TRY(c, zm_device_take(d->device, won[i], d->largest * sizeof **won[i]));
    if (!j->distances)
        return ZM_OK;
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++)
        ZM_TRY(c, zm_device_take(d->device, firsts[i], d->largest * sizeof **firsts[i]));
    j->room = ZM_HUNT_GPU_CANDIDATES;
    return zm_device_take(d->device, &j->candidate, j->room * sizeof *j->candidate);
}

/* Who wins: A, slice by slice; then B and V follow from it. */
static zm_status win_layer(zm_hunt_device *d, unsigned layer)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    zm_hunt_gpu_won *const landed = j->below;
    j->below = j->landed;
    j->landed = landed;
    ZM_TRY(c, zm_hunt_begin_layer(d, layer));
    ZM_TRY(c, zm_device_clear(d->device, j->lone, d->size[layer] * sizeof *j->lone));
    for (unsigned w = d->slices; w-- > 0;)
        ZM_TRY(c, zm_hunt_do_slice(d, w, ZM_HUNT_GPU_WON_FIRST, ZM_HUNT_GPU_WON_AGAIN));
    j->whole = d->kept[layer].whole;
    j->part = d->kept[layer].part;
    ZM_TRY(c, clear_note(d, &j->notes->values));
    return do_layer(d, ZM_HUNT_GPU_CLOSE, ZM_HUNT_GPU_COUNT_PARTS);
}

static zm_status solve_upper(zm_hunt_device *d, unsigned layer)
{
    const double began = zm_now();
    ZM_TRY(d->context, win_layer(d, layer));
    const double won = zm_now();
    if (d->job.distances)
        ZM_TRY(d->context, measure_layer(d, d->notes.values, &d->farthest));
    d->times.won += won - began;
    d->times.far += zm_now() - won;
    ZM_TRY(d->context, zm_hunt_device_sample_answer(d));
    zm_progress_add(d->context, d->size[layer]);
    return ZM_OK;
}

zm_status zm_hunt_device_solve_layer(zm_hunt_device *d, uint32_t n)
{
    if (n)
        ZM_TRY(d->context, solve_upper(d, d->bottom + n));
    else
        zm_progress_add(d->context, d->size[d->bottom]);
    ZM_TRY(d->context, zm_hunt_gpu_table_ready(d));
    d->table.since = zm_now();
    return ZM_OK;
}

/* Of distances only V stays, for the layer above. */
zm_status zm_hunt_device_end_layer(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    const zm_hunt_gpu_far below = j->below_far;
    d->times.table += zm_now() - d->table.since;
    if (j->layer == d->bottom)
        return end_bottom(d);
    zm_device_give(d->device, &d->kept[j->layer].whole);
    zm_device_give(d->device, &d->kept[j->layer].part);
    zm_device_give(d->device, &j->lone_far.value);
    zm_device_give(d->device, &j->below_far.value);
    j->below_far = j->landed_far;
    j->landed_far.first = below.first;
    j->landed_far.value = NULL;
    return ZM_OK;
}

/* ---- the whole ---- */
zm_value zm_hunt_device_start_value(const zm_hunt_device *d)
{
    const zm_hunt_gpu_notes *n = &d->notes;
    const uint64_t bit = d->cyclic->start_bit;
    if (d->job.distances)
        return (zm_value)n->start_value;
    return n->start.lone & bit ? zm_loss_in(0) : n->start.many & bit ? zm_win_in(0) : (zm_value)ZM_DRAWN;
}

/* In the bottom layer the lone piece has won everything that is reached. */
void zm_hunt_device_summary(const zm_hunt_device *d, zm_summary *sum)
{
    const zm_hunt_gpu_notes *n = &d->notes;
    const unsigned lone = hunt_of(d)->lone;
    *sum = d->farthest;
    sum->states = n->states;
    sum->won_by[lone] = n->won_by_lone;
    sum->won_by[1 - lone] = n->won_by_many;
    sum->drawn = n->states - n->won_by_lone - n->won_by_many;
    sum->start = zm_hunt_device_start_value(d);
}

void zm_hunt_device_work(const zm_hunt_device *d, zm_device_work *out)
{
    const zm_hunt_gpu_times *t = &d->times;
    char table[64] = "";
    if (d->table.asked)
        snprintf(table, sizeof table, ", and %.2f until all was stored", t->table);
    zm_note(d->context, "seconds on the device: %.2f for which states there are, %.2f for who wins, %.2f for how far%s",
            t->reach, t->won, t->far, table);
    out->seconds = t->reach + t->won + t->far;
    out->bytes = d->notes.visits * sizeof(zm_hunt_gpu_won);
}
