/* table.c: the values of a batch on their way to the table, tier by tier: made there as they are stored, in pieces that
 * pass through pinned memory. */
#include "gpu.h"

#include "base/context.h"
#include "base/memory.h"
#include "base/stop.h"

enum { PIECE = 1 << 25 }; /* values that come at once */

/* Of a row at least. */
static uint64_t piece_values(const zm_pair_device *s)
{
    const zm_variant *v = s->plan->variant;
    uint64_t largest = HEN_WIDEST;
    for (uint32_t i = 0; i < v->game->rules.tiers(v); i++) {
        const uint64_t size = v->game->rules.tier_size(v, i);
        largest = size > largest ? size : largest;
    }
    return largest < PIECE ? largest : PIECE;
}

uint64_t zm_pair_device_table_bytes(const zm_pair_device *s)
{
    return s->stores ? zm_pages_bytes(zm_pair_device_table_bytes_there(s)) : 0;
}
uint64_t zm_pair_device_table_bytes_there(const zm_pair_device *s)
{
    return s->stores ? piece_values(s) * sizeof(zm_value) : 0;
}

zm_status zm_pair_device_table_open(zm_pair_device *s)
{
    const uint64_t values = s->stores ? piece_values(s) : 0;
    if (!s->stores)
        return ZM_OK;
    s->piece_values = values;
    ZM_TRY(s->context, zm_device_take(s->device, &s->job.rows.value, values * sizeof(zm_value)));
    return zm_device_alloc_pinned(s->device, &s->piece, values * sizeof(zm_value), "values to be written");
}

void zm_pair_device_table_close(zm_pair_device *s)
{
    zm_device_free_pinned(s->device, &s->piece);
    zm_device_give(s->device, &s->job.rows.value);
}

/* Rows of the shape with one of the turns, from the one with this number in the batch on. */
static zm_status put_rows(zm_pair_device *s, uint32_t tier, uint64_t first, uint64_t count)
{
    zm_pair_device_rows *r = &s->job.rows;
    const uint64_t most = s->piece_values / r->columns;
    for (uint64_t done = 0; done < count; done += r->count) {
        r->first = (uint32_t)(first + done);
        r->count = (uint32_t)(count - done < most ? count - done : most);
        const uint64_t values = (uint64_t)r->count * r->columns;
        ZM_TRY(s->context, zm_check_stop(s->context));
        ZM_TRY(s->context,
               zm_device_check(s->device, s->pair_runner->start(&s->device->stream, ZM_PAIR_GPU_ROWS, &s->job)));
        ZM_TRY(s->context, zm_device_wait(s->device));
        ZM_TRY(s->context, zm_device_get(s->device, s->piece, r->value, values * sizeof *r->value));
        ZM_TRY(s->context, zm_pair_store_add(s->store, tier, r->turn, s->piece, values));
    }
    return ZM_OK;
}

static zm_status put_tier(zm_pair_device *s, uint32_t tier, hen_kind kind, uint64_t first, uint64_t count)
{
    const zm_variant *v = s->plan->variant;
    const unsigned columns = zm_pair_columns(kind, s->job.free);
    s->job.rows.kind = kind;
    s->job.rows.columns = columns;
    ZM_TRY(s->context, zm_pair_store_begin(s->store, tier));
    for (unsigned turn = 0; turn * count * columns < v->game->rules.tier_size(v, tier); turn++) {
        s->job.rows.turn = turn;
        ZM_TRY(s->context, put_rows(s, tier, first, count));
    }
    return zm_pair_store_end(s->store, tier);
}

zm_status zm_pair_device_table_put(zm_pair_device *s, const zm_pair_layer *l)
{
    const zm_pair_gpu *j = &s->job;
    for (uint32_t shape = j->shape; shape < j->shape + j->shapes; shape++) {
        const uint64_t first = s->plan->first[shape] - j->from, end = zm_pair_device_end(s, l, shape + 1) - j->from;
        for (unsigned kind = 0; kind < HEN_KINDS; kind++) {
            uint32_t tier;
            if (zm_pair_store_wants(s->store, shape, (hen_kind)kind, &tier))
                ZM_TRY(s->context, put_tier(s, tier, (hen_kind)kind, first, end - first));
        }
    }
    return ZM_OK;
}
