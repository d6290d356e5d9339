/* table.c: the values of a batch on their way to the table, tier by tier: made on the device as they are stored, in
 * pieces that pass through pinned memory. */
#include "gpu.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/stop.h"

#include <inttypes.h>

enum { PIECE = 1 << 25 }; /* values that come at once; a row at least */

static uint64_t piece_values(const zm_pair_gpu_solve *s)
{
    const uint64_t largest = s->plan.largest_tier > HEN_WIDEST ? s->plan.largest_tier : HEN_WIDEST;
    return largest < PIECE ? largest : PIECE;
}

uint64_t zm_pair_gpu_table_bytes(const zm_pair_gpu_solve *s)
{
    return s->stores ? piece_values(s) * sizeof(zm_value) : 0;
}

zm_status zm_pair_gpu_table_open(zm_pair_gpu_solve *s)
{
    if (!s->stores)
        return ZM_OK;
    s->piece_values = piece_values(s);
    ZM_TRY(s->context, zm_device_take(s->device, &s->job.rows.value, zm_pair_gpu_table_bytes(s)));
    return zm_device_alloc_pinned(s->device, &s->piece, zm_pair_gpu_table_bytes(s), "values to be written");
}

/* ---- a tier ---- */
static void count_values(zm_driver *d, uint32_t tier, const zm_value *values, uint64_t count)
{
    const unsigned turn = zm_pair_gpu_of(d)->job.rows.turn, mover = turn ? HEN_PAIR : 1 - HEN_PAIR;
    zm_summary *sum = &d->tally[tier].summary;
    uint64_t states = 0, won = 0, drawn = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : states, won, drawn) \
    num_threads((int)zm_threads(d->context))
    for (uint64_t i = 0; i < count; i++) {
        states += values[i] != ZM_NONE;
        drawn += values[i] == ZM_DRAWN;
        won += values[i] > ZM_DRAWN;
    }
    sum->states += states;
    sum->drawn += drawn;
    sum->won_by[mover] += won;
    sum->won_by[1 - mover] += states - drawn - won;
    sum->wdl = true;
}

/* Rows of the shape with one of the turns, from the one with this number in the batch on. */
static zm_status store_rows(zm_driver *d, uint32_t tier, uint64_t first, uint64_t count)
{
    zm_pair_gpu_solve *s = zm_pair_gpu_of(d);
    zm_pair_device_rows *r = &s->job.rows;
    const uint64_t most = s->piece_values / r->columns;
    for (uint64_t done = 0; done < count; done += r->count) {
        r->first = (uint32_t)(first + done);
        r->count = (uint32_t)(count - done < most ? count - done : most);
        const uint64_t values = (uint64_t)r->count * r->columns;
        ZM_TRY(s->context, zm_check_stop(s->context));
        ZM_TRY(s->context, zm_pair_gpu_start(s, ZM_PAIR_GPU_ROWS));
        ZM_TRY(s->context, zm_device_wait(s->device));
        ZM_TRY(s->context, zm_device_get(s->device, s->piece, r->value, values * sizeof *r->value));
        count_values(d, tier, s->piece, values);
        ZM_TRY(s->context, zm_publish_values(d->publisher, s->piece, values));
    }
    return ZM_OK;
}

static zm_status store_tier(zm_driver *d, uint32_t tier, uint64_t first, uint64_t count)
{
    zm_pair_device_rows *r = &zm_pair_gpu_of(d)->job.rows;
    ZM_TRY(d->context, zm_publish_begin(d->publisher, tier));
    for (r->turn = 0; r->turn * count * r->columns < d->plan.tier_size[tier]; r->turn++)
        ZM_TRY(d->context, store_rows(d, tier, first, count));
    ZM_TRY(d->context, zm_publish_end(d->publisher, tier));
    return zm_driver_solved(d, tier);
}

/* ---- a batch ---- */
static zm_status store_shape(zm_driver *d, const zm_pair_layer *l, uint32_t shape)
{
    zm_pair_gpu_solve *s = zm_pair_gpu_of(d);
    const uint64_t first = s->plan.first[shape], count = zm_pair_shape_end(&s->plan, l, shape) - first;
    uint32_t tier;
    for (unsigned kind = 0; kind < HEN_KINDS; kind++) {
        if (!zm_pair_find_tier(&s->plan, shape, (hen_kind)kind, &tier) || tier < d->done)
            continue;
        s->job.rows.kind = kind;
        s->job.rows.columns = zm_pair_columns((hen_kind)kind, l->free);
        ZM_TRY(d->context, store_tier(d, tier, first - s->job.from, count));
    }
    return ZM_OK;
}

zm_status zm_pair_gpu_store_batch(zm_driver *d, const zm_pair_layer *l)
{
    zm_pair_gpu_solve *s = zm_pair_gpu_of(d);
    const double began = zm_now();
    for (uint32_t shape = s->job.shape; shape < s->job.shape + s->job.shapes; shape++)
        ZM_TRY(d->context, store_shape(d, l, shape));
    s->times.table += zm_now() - began;
    return ZM_OK;
}

zm_status zm_pair_gpu_compare(const zm_driver *d)
{
    const zm_pair_device_notes *found = &zm_pair_gpu_of(d)->notes;
    zm_summary all = {0};
    for (uint32_t i = 0; i < d->plan.tiers; i++)
        zm_summary_add(&all, &d->tally[i].summary);
    if (d->done || (all.states == found->states && all.won_by[HEN_PAIR] == found->won_by_pair &&
                    all.won_by[1 - HEN_PAIR] == found->won_by_many))
        return ZM_OK;
    return zm_fail(d->context, ZM_WRONG,
                   "the engine counts %" PRIu64 " states and %" PRIu64 " were stored, or other wins", found->states,
                   all.states);
}
