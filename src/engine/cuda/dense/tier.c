/* tier.c: a tier with cycles on a device (kernel/tier_gpu.h): its memory, its first steps and its last. What comes
 * between them is in counting.c and forward.c.
 *
 * A step goes over the tier slice by slice. After each the solve may be stopped, and progress is told. */
#include "dense.h"

#include "base/clock.h"
#include "base/stop.h"

/* ---- what it needs ---- */
static uint64_t blocks_of(uint64_t places) { return (places + ZM_TIER_BLOCK - 1) / ZM_TIER_BLOCK; }
static uint64_t levels_bytes(uint64_t places) { return blocks_of(places) * ZM_TIER_WORDS * sizeof(uint64_t); }
static uint64_t words_of(uint64_t places) { return (places + 63) / 64; }

static uint64_t slice_of(const zm_dense_device *d)
{
    const uint64_t slice = d->tier.runner->slice;
    return slice < d->tiers->largest ? slice : d->tiers->largest;
}

uint64_t zm_dense_tier_bytes(const zm_dense_device *d, bool enumerated)
{
    const zm_tiers *t = d->tiers;
    return t->count * sizeof(zm_value *) + sizeof *d->tier.job.notes + sizeof *d->tier.job.found +
           d->tier.runner->bytes + levels_bytes(t->largest) + blocks_of(t->largest) +
           blocks_of(slice_of(d)) * sizeof *d->tier.job.list +
           (enumerated ? words_of(t->largest) * sizeof(uint64_t) : 0);
}

zm_status zm_dense_tier_open(zm_dense_device *d)
{
    const uint64_t largest = d->tiers->largest;
    zm_tier_gpu *j = &d->tier.job;
    ZM_TRY(d->context, zm_dense_device_put_rules(d));
    ZM_TRY(d->context, zm_device_take(d->device, &j->values, d->tiers->count * sizeof *j->values));
    ZM_TRY(d->context, zm_device_take(d->device, &j->levels, levels_bytes(largest)));
    ZM_TRY(d->context, zm_device_take(d->device, &j->marked, blocks_of(largest)));
    ZM_TRY(d->context, zm_device_take(d->device, &j->list, blocks_of(slice_of(d)) * sizeof *j->list));
    ZM_TRY(d->context, zm_device_take(d->device, &j->notes, sizeof *j->notes));
    ZM_TRY(d->context, zm_device_take(d->device, &j->found, sizeof *j->found));
    j->variant = d->variant;
    j->rules = d->rules;
    return ZM_OK;
}

zm_status zm_dense_tier_tell(zm_dense_device *d, const zm_run *run)
{
    return zm_device_put_parallel(d->device, d->tier.job.values + run->from, &d->values[run->from],
                                  (run->to - run->from) * sizeof *d->values);
}

/* ---- steps ---- */
static zm_status start(zm_dense_device *d, zm_tier_step kernel)
{
    return zm_device_check(d->device, d->tier.runner->start(&d->device->stream, kernel, &d->tier.job));
}

/* Kernels that were started are done, or there is only one slice and they are waited for later. */
static zm_status end_slice(zm_dense_device *d)
{
    const zm_tier_gpu *j = &d->tier.job;
    const bool one = j->to - j->from == j->size;
    if (!one)
        ZM_TRY(d->context, zm_device_wait(d->device));
    if (d->tier.drifts)
        zm_meter_drift(&d->tier.meter, j->to - j->from);
    else
        zm_meter_add(&d->tier.meter, j->to - j->from);
    return zm_check_stop(d->context);
}

zm_status zm_dense_tier_steps(zm_dense_device *d, const zm_tier_step *steps, size_t count)
{
    zm_tier_gpu *j = &d->tier.job;
    const uint64_t slice = slice_of(d);
    for (j->from = 0; j->from < j->size; j->from = j->to) {
        j->to = j->size - j->from < slice ? j->size : j->from + slice;
        for (size_t i = 0; i < count; i++)
            ZM_TRY(d->context, start(d, steps[i]));
        ZM_TRY(d->context, end_slice(d));
    }
    return ZM_OK;
}

zm_status zm_dense_tier_read_notes(zm_dense_device *d)
{
    ZM_TRY(d->context, zm_device_wait(d->device));
    return zm_device_get(d->device, &d->tier.notes, d->tier.job.notes, sizeof d->tier.notes);
}

zm_status zm_dense_tier_check_level(const zm_dense_device *d)
{
    return d->tier.notes.farthest < ZM_TIER_FARTHEST
               ? ZM_OK
               : zm_fail(d->context, ZM_BAD_INPUT, "a win takes more than %d plies: use --engine cpu",
                         ZM_TIER_FARTHEST);
}

/* ---- a tier ---- */
static zm_status put_reached(zm_dense_device *d, const uint64_t *reached)
{
    zm_tier_gpu *j = &d->tier.job;
    const uint64_t bytes = words_of(j->size) * sizeof *reached;
    j->reached = NULL;
    j->ask = !reached && !d->variant->game->index->all_reachable;
    if (!reached)
        return ZM_OK;
    if (!d->reached)
        ZM_TRY(d->context, zm_device_take(d->device, &d->reached, words_of(d->tiers->largest) * sizeof *reached));
    j->reached = d->reached;
    return zm_device_put(d->device, d->reached, reached, bytes);
}

static zm_status prepare(zm_dense_device *d, uint32_t tier, const uint64_t *reached)
{
    zm_tier_gpu *j = &d->tier.job;
    const zm_tier_gpu_notes none = {.hi = UINT64_MAX, .lo = UINT64_MAX};
    j->tier = tier;
    j->own = d->values[tier];
    j->size = d->tiers->size[tier];
    ZM_TRY(d->context, zm_device_clear(d->device, j->levels, levels_bytes(j->size)));
    ZM_TRY(d->context, zm_device_clear(d->device, j->marked, blocks_of(j->size)));
    ZM_TRY(d->context, zm_device_clear(d->device, j->found, sizeof *j->found));
    ZM_TRY(d->context, zm_device_put(d->device, j->notes, &none, sizeof none));
    return put_reached(d, reached);
}

/* Of the states that are farthest from the end the one with the smallest fingerprint. */
static zm_status find_farthest(zm_dense_device *d)
{
    static const zm_tier_step upper[] = {ZM_TIER_LIST_LEVEL, ZM_TIER_FARTHEST_HI};
    static const zm_tier_step lower[] = {ZM_TIER_LIST_LEVEL, ZM_TIER_FARTHEST_LO};
    d->tier.job.level = d->tier.notes.farthest;
    ZM_TRY(d->context, zm_dense_tier_steps(d, upper, 2));
    ZM_TRY(d->context, zm_dense_tier_steps(d, lower, 2));
    return zm_dense_tier_read_notes(d);
}

static zm_status close_tier(zm_dense_device *d)
{
    zm_tier_gpu_notes *there = d->tier.job.notes;
    ZM_TRY(d->context, zm_device_clear(d->device, &there->farthest, sizeof there->farthest));
    ZM_TRY(d->context, zm_dense_tier_steps(d, &(const zm_tier_step){ZM_TIER_CLOSE}, 1));
    ZM_TRY(d->context, zm_dense_tier_read_notes(d));
    return d->tier.notes.decided && !d->wdl ? find_farthest(d) : ZM_OK;
}

static void sum_up(const zm_dense_device *d, zm_summary *sum)
{
    const zm_tier_gpu_notes *n = &d->tier.notes;
    sum->states = n->states;
    sum->won_by[0] = n->won_by[0];
    sum->won_by[1] = n->won_by[1];
    sum->drawn = n->drawn;
    sum->has_longest = n->decided && !d->wdl;
    if (!sum->has_longest)
        return;
    sum->longest = n->farthest;
    sum->longest_position = (zm_pos){n->lo, n->hi};
}

/* How much of the time each phase takes is a guess. */
static zm_status solve(zm_dense_device *d)
{
    const uint64_t size = d->tier.job.size;
    zm_meter *m = &d->tier.meter;
    d->tier.drifts = false;
    zm_meter_phase(m, 0.4, size);
    ZM_TRY(d->context, d->forward ? zm_dense_forward_look(d) : zm_dense_counting_look(d));
    d->tier.drifts = true;
    zm_meter_phase(m, 0.5, 4 * size);
    ZM_TRY(d->context, d->forward ? zm_dense_forward_decide(d) : zm_dense_counting_decide(d));
    d->tier.drifts = false;
    zm_meter_phase(m, 0.1, 3 * size);
    return close_tier(d);
}

zm_status zm_dense_device_solve(zm_dense_device *d, uint32_t tier, const uint64_t *reached, zm_summary *sum,
                                uint64_t *visits)
{
    if (!d->tiers->size[tier]) /* it has no places */
        return ZM_OK;
    ZM_TRY(d->context, prepare(d, tier, reached));
    const double began = zm_now();
    d->tier.meter = zm_meter_of(d->context, d->tiers->size[tier]);
    ZM_TRY(d->context, solve(d));
    zm_meter_end(&d->tier.meter);
    /* What is looked at is a value each; all of them are also written first, and read and written again in the end. */
    zm_device_add_work(d->device, zm_now() - began, (d->tier.notes.visits + 3 * d->tier.job.size) * sizeof(zm_value));
    sum_up(d, sum);
    *visits += d->tier.notes.visits;
    return ZM_OK;
}
