/* table.c: the tiers of a shape on their way to the table, and back from one that a killed solve has left. */
#include "cpu.h"

#include "base/context.h"

/* ---- the tiers of a shape ---- */
uint64_t zm_pair_shape_places(const zm_pair_plan *p, uint32_t shape)
{
    uint64_t places = 0;
    uint32_t tier;
    for (unsigned kind = 0; kind < HEN_KINDS; kind++)
        places += zm_pair_find_tier(p, shape, (hen_kind)kind, &tier) ? p->tier_size[tier] : 0;
    return places;
}

bool zm_pair_is_stored(const zm_driver *d, uint32_t shape)
{
    uint32_t tier;
    for (unsigned kind = 0; kind < HEN_KINDS; kind++)
        if (zm_pair_find_tier(&zm_pair_cpu_of(d)->plan, shape, (hen_kind)kind, &tier) && tier >= d->done)
            return false;
    return true;
}

/* ---- to the table ---- */
enum { PLACEMENTS = 64 }; /* at a time, so that their rows fit */

static zm_status encode_rows(zm_driver *d, const zm_pair_job *j, zm_encoder *e, zm_pair_part *p, zm_pair_sum *sum)
{
    zm_value values[PLACEMENTS * HEN_WIDEST + ZM_PAIR_SLACK];
    for (p->from = 0; p->from < j->count; p->from += PLACEMENTS) {
        p->count = j->count - p->from < PLACEMENTS ? j->count - p->from : PLACEMENTS;
        zm_pair_pack(j, p, values, sum);
        ZM_TRY(d->context, zm_encoder_put(e, values, p->count * zm_pair_columns(p->kind, j->free)));
    }
    return ZM_OK;
}

static void set_tally(zm_driver *d, uint32_t tier, const zm_pair_sum *sum)
{
    zm_summary *out = &d->tally[tier].summary;
    zm_pair_summarize(&sum->counts, out);
    out->wdl = d->options->wdl;
    out->has_longest = sum->farthest.any;
    out->longest = (unsigned)sum->farthest.plies;
    out->longest_position = sum->farthest.at;
}

/* A tier has the placements once for each side that may have the turn. */
static zm_status store_tier(zm_driver *d, const zm_pair_job *j, hen_kind kind, uint32_t tier)
{
    const uint64_t one = j->count * zm_pair_columns(kind, j->free);
    zm_encoder *e;
    zm_pair_sum sum = {0};
    ZM_TRY(d->context, zm_publish_begin_encoding(d->publisher, tier, &e));
    for (unsigned turn = 0; turn * one < d->plan.tier_size[tier]; turn++) {
        zm_pair_part p = {.kind = kind, .turn = turn};
        ZM_TRY(d->context, encode_rows(d, j, e, &p, &sum));
    }
    ZM_TRY(d->context, zm_encoder_end(e));
    set_tally(d, tier, &sum);
    return zm_driver_encoded(d, tier);
}

zm_status zm_pair_store_shape(zm_driver *d, const zm_pair_job *j)
{
    uint32_t tier;
    if (j->few)
        zm_pair_list(j);
    for (unsigned kind = 0; kind < HEN_KINDS; kind++)
        if (zm_pair_find_tier(&zm_pair_cpu_of(d)->plan, j->shape, (hen_kind)kind, &tier) && tier >= d->done)
            ZM_TRY(d->context, store_tier(d, j, (hen_kind)kind, tier));
    return ZM_OK;
}

/* ---- and back ---- */
static zm_status restore_tier(zm_driver *d, const zm_pair_job *j, hen_kind kind, uint32_t tier)
{
    const uint64_t size = d->plan.tier_size[tier];
    zm_value *values;
    ZM_TRY(d->context, zm_alloc(d->context, &values, size, sizeof *values, "the values of a tier"));
    const zm_status status = zm_publish_read(d->publisher, tier, 0, size, values);
    for (unsigned turn = 0; turn < 2 && status == ZM_OK; turn++) {
        const zm_pair_part p = {.kind = kind, .turn = turn, .from = 0, .count = j->count};
        zm_pair_unpack(j, &p, values + turn * j->count * zm_pair_columns(kind, j->free));
    }
    zm_release(d->context, values);
    return status;
}

zm_status zm_pair_restore_shape(zm_driver *d, zm_pair_job *j)
{
    static const hen_kind kinds[] = {HEN_ONE_FOX, HEN_TWO_FOXES};
    uint32_t tier;
    zm_pair_list(j);
    for (unsigned k = 0; k < 2; k++)
        if (zm_pair_find_tier(&zm_pair_cpu_of(d)->plan, j->shape, kinds[k], &tier))
            ZM_TRY(d->context, restore_tier(d, j, kinds[k], tier));
    zm_pair_restore(j);
    return ZM_OK;
}
