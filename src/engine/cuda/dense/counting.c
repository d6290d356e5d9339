/* counting.c: a tier with cycles on a device: its memory, and which step (kernel/counting_gpu.h) comes when. */
#include "dense.h"

#include "base/clock.h"
#include "base/stop.h"

/* ---- what it needs ---- */
static uint64_t blocks_of(uint64_t places) { return (places + ZM_COUNTING_BLOCK - 1) / ZM_COUNTING_BLOCK; }
static uint64_t levels_bytes(uint64_t places) { return blocks_of(places) * ZM_COUNTING_WORDS * sizeof(uint64_t); }
static uint64_t words_of(uint64_t places) { return (places + 63) / 64; }

uint64_t zm_dense_counting_bytes(const zm_dense_device *d, bool enumerated)
{
    const zm_tiers *t = d->tiers;
    return t->count * sizeof(zm_value *) + sizeof d->notes + d->counting_runner->bytes + levels_bytes(t->largest) +
           blocks_of(t->largest) * (1 + sizeof(uint32_t)) + (enumerated ? words_of(t->largest) * sizeof(uint64_t) : 0);
}

zm_status zm_dense_counting_open(zm_dense_device *d)
{
    const uint64_t largest = d->tiers->largest;
    zm_counting_gpu *j = &d->job;
    ZM_TRY(d->context, zm_dense_device_put_rules(d));
    ZM_TRY(d->context, zm_device_take(d->device, &j->values, d->tiers->count * sizeof *j->values));
    ZM_TRY(d->context, zm_device_take(d->device, &j->levels, levels_bytes(largest)));
    ZM_TRY(d->context, zm_device_take(d->device, &j->marked, blocks_of(largest)));
    ZM_TRY(d->context, zm_device_take(d->device, &j->list, blocks_of(largest) * sizeof *j->list));
    ZM_TRY(d->context, zm_device_take(d->device, &j->notes, sizeof *j->notes));
    j->variant = d->variant;
    j->rules = d->rules;
    return ZM_OK;
}

zm_status zm_dense_counting_tell(zm_dense_device *d, const zm_run *run)
{
    return zm_device_put_parallel(d->device, d->job.values + run->from, &d->values[run->from],
                                  (run->to - run->from) * sizeof *d->values);
}

/* ---- a tier ---- */
static zm_status start(zm_dense_device *d, zm_counting_step kernel)
{
    return zm_device_check(d->device, d->counting_runner->start(&d->device->stream, kernel, &d->job));
}

static zm_status look_at_notes(zm_dense_device *d)
{
    ZM_TRY(d->context, zm_device_wait(d->device));
    return zm_device_get(d->device, &d->notes, d->job.notes, sizeof d->notes);
}

static zm_status put_reached(zm_dense_device *d, const uint64_t *reached)
{
    const uint64_t bytes = words_of(d->job.size) * sizeof *reached;
    d->job.reached = NULL;
    d->job.ask = !reached && !d->variant->game->index->all_reachable;
    if (!reached)
        return ZM_OK;
    if (!d->reached)
        ZM_TRY(d->context, zm_device_take(d->device, &d->reached, words_of(d->tiers->largest) * sizeof *reached));
    d->job.reached = d->reached;
    return zm_device_put(d->device, d->reached, reached, bytes);
}

static zm_status prepare(zm_dense_device *d, uint32_t tier, const uint64_t *reached)
{
    zm_counting_gpu *j = &d->job;
    const zm_counting_gpu_notes none = {.hi = UINT64_MAX, .lo = UINT64_MAX};
    j->tier = tier;
    j->own = d->values[tier];
    j->size = d->tiers->size[tier];
    j->blocks = blocks_of(j->size);
    ZM_TRY(d->context, zm_device_clear(d->device, j->levels, levels_bytes(j->size)));
    ZM_TRY(d->context, zm_device_clear(d->device, j->marked, j->blocks));
    ZM_TRY(d->context, zm_device_put(d->device, j->notes, &none, sizeof none));
    return put_reached(d, reached);
}

static zm_status do_level(zm_dense_device *d)
{
    static const zm_counting_step steps[] = {ZM_COUNTING_LIST_LEVEL, ZM_COUNTING_TELL, ZM_COUNTING_LIST_MARKED,
                                             ZM_COUNTING_SETTLE};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        ZM_TRY(d->context, start(d, steps[i]));
    return look_at_notes(d);
}

static zm_status levels(zm_dense_device *d)
{
    zm_context *c = d->context;
    ZM_TRY(c, start(d, ZM_COUNTING_LOOK));
    ZM_TRY(c, look_at_notes(d));
    for (d->job.level = 0; d->job.level <= d->notes.farthest; d->job.level++) {
        ZM_TRY(c, zm_check_stop(c));
        if (d->notes.farthest >= ZM_COUNTING_FARTHEST)
            return zm_fail(c, ZM_BAD_INPUT, "a win takes more than %d plies: use --engine cpu", ZM_COUNTING_FARTHEST);
        ZM_TRY(c, do_level(d));
    }
    return ZM_OK;
}

/* Of the states that are farthest from the end the one with the smallest fingerprint. */
static zm_status find_farthest(zm_dense_device *d)
{
    static const zm_counting_step steps[] = {ZM_COUNTING_LIST_LEVEL, ZM_COUNTING_FARTHEST_HI, ZM_COUNTING_FARTHEST_LO};
    d->job.level = d->notes.farthest;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        ZM_TRY(d->context, start(d, steps[i]));
    return look_at_notes(d);
}

static zm_status close_tier(zm_dense_device *d)
{
    ZM_TRY(d->context, zm_device_clear(d->device, &d->job.notes->farthest, sizeof d->job.notes->farthest));
    ZM_TRY(d->context, start(d, ZM_COUNTING_CLOSE));
    ZM_TRY(d->context, look_at_notes(d));
    return d->notes.decided ? find_farthest(d) : ZM_OK;
}

zm_status zm_dense_device_solve(zm_dense_device *d, uint32_t tier, const uint64_t *reached, zm_summary *sum,
                                uint64_t *visits)
{
    if (!d->tiers->size[tier]) /* it has no places */
        return ZM_OK;
    ZM_TRY(d->context, prepare(d, tier, reached));
    const double began = zm_now();
    ZM_TRY(d->context, levels(d));
    ZM_TRY(d->context, close_tier(d));
    const zm_counting_gpu_notes *n = &d->notes;
    /* What is looked at is a value each; all of them are also written first, and read and written again in the end. */
    zm_device_add_work(d->device, zm_now() - began, (n->visits + 3 * d->job.size) * sizeof(zm_value));
    sum->states = n->states;
    sum->won_by[0] = n->won_by[0];
    sum->won_by[1] = n->won_by[1];
    sum->drawn = n->drawn;
    sum->has_longest = n->decided;
    sum->longest = n->farthest;
    if (n->decided)
        sum->longest_position = (zm_pos){n->lo, n->hi};
    *visits += n->visits;
    return ZM_OK;
}
