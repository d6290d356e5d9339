/* reach.c: which places are states, found on a device (kernel/dense_gpu.h): from the start down, run by run.
 *
 * The bits of a run are on the device from the time the first tier above leads to it until all its own places have
 * marked what they lead to; then they go to the host. Where there is no room for them they go there earlier, and come
 * back when they are needed (eviction.h). */
#include "dense.h"

#include "base/context.h"

/* ---- what it needs ---- */
/* Bits of each run. */
static zm_status bits_by_run(zm_context *c, const zm_tiers *t, uint64_t **out)
{
    ZM_TRY(c, zm_alloc(c, out, t->runs, sizeof **out, "the runs of tiers"));
    for (uint32_t k = 0; k < t->runs; k++)
        (*out)[k] = zm_dense_run_words(t, &t->run[k]) * sizeof(uint64_t);
    return ZM_OK;
}

/* Bytes on the device at once, at most; where a family finds no room, what it would take. */
static uint64_t most_bits(zm_eviction *s, uint64_t room)
{
    uint64_t most = 0;
    zm_eviction_begin(s, 0, room);
    for (uint32_t i = 0; i < s->tiers->runs; i++) {
        if (!zm_eviction_next(s))
            return zm_eviction_largest_family(s);
        most = s->used > most ? s->used : most;
    }
    return most;
}

static uint64_t reach_fixed(const zm_dense_device *d)
{
    const zm_dense_extent most = zm_dense_largest_run(d->tiers);
    return zm_dense_sweep_fixed_bytes(d, &most) + (zm_dense_has_inner_moves(d) ? most.numbers / 8 : 0);
}

zm_status zm_dense_reach_bytes(zm_dense_device *d, uint64_t room, uint64_t *bytes)
{
    zm_context *c = d->context;
    uint64_t *bits = NULL;
    zm_eviction s = {0};
    const uint64_t fixed = reach_fixed(d), all = (d->tiers->most_in_runs / 64 + d->tiers->count) * sizeof *bits;
    *bytes = fixed + all;
    if (*bytes <= room)
        return ZM_OK;
    zm_status status = bits_by_run(c, d->tiers, &bits);
    if (status == ZM_OK)
        status = zm_eviction_open(c, d->tiers, true, bits, &s);
    if (status == ZM_OK)
        *bytes = fixed + most_bits(&s, room > fixed ? room - fixed : 0);
    zm_eviction_close(&s);
    zm_release(c, bits);
    return status;
}

/* ---- bits ---- */
static void give_bits(zm_dense_device *d)
{
    for (uint32_t k = 0; d->bits.block && k < d->tiers->runs; k++)
        zm_device_give(d->device, &d->bits.block[k]);
    zm_eviction_close(&d->bits.eviction);
    zm_release(d->context, d->bits.block);
    zm_release(d->context, d->bits.bytes);
    zm_release(d->context, d->bits.known);
    d->bits.block = NULL;
    d->bits.bytes = NULL;
    d->bits.known = NULL;
    zm_device_give(d->device, &d->sweep.job.expanded);
}

/* Takes room for the bits of a run, and copies those that are set: the start's, or those that were on the host. */
static zm_status take_bits(zm_dense_device *d, uint32_t run, zm_place start, uint64_t *const *reached)
{
    zm_context *c = d->context;
    const zm_run *tiers = &d->tiers->run[run];
    const uint64_t bytes = d->bits.bytes[run];
    const bool known = d->bits.known[run] || (start.tier >= tiers->from && start.tier < tiers->to);
    ZM_TRY(c, zm_device_take(d->device, &d->bits.block[run], bytes));
    if (known)
        ZM_TRY(c, zm_device_put(d->device, d->bits.block[run], reached[tiers->from], bytes));
    else
        ZM_TRY(c, zm_device_clear(d->device, d->bits.block[run], bytes));
    d->bits.known[run] = false;
    for (uint32_t i = tiers->from; i < tiers->to; i++)
        d->sweep.tier[i].reached = d->bits.block[run] + (reached[i] - reached[tiers->from]);
    return zm_dense_sweep_put_tiers(d, tiers);
}

static zm_status evict_bits(zm_dense_device *d, uint32_t run, uint64_t *const *reached)
{
    ZM_TRY(d->context,
           zm_device_get(d->device, reached[d->tiers->run[run].from], d->bits.block[run], d->bits.bytes[run]));
    zm_device_give(d->device, &d->bits.block[run]);
    d->bits.known[run] = true;
    return ZM_OK;
}

/* The bits of a run and of all that it leads to. Others go to the host where there is no room for them (eviction.h). */
static zm_status take_family(zm_dense_device *d, zm_place start, uint64_t *const *reached)
{
    zm_eviction *s = &d->bits.eviction;
    if (!zm_eviction_next(s))
        return zm_fail(d->context, ZM_NO_MEMORY, "%s has no room for what is reached", d->device->name);
    for (uint32_t i = 0; i < s->leaving; i++)
        ZM_TRY(d->context, evict_bits(d, s->leaves[i], reached));
    for (uint32_t i = 0; i < s->coming; i++)
        ZM_TRY(d->context, take_bits(d, s->comes[i], start, reached));
    return ZM_OK;
}

static zm_status reach_level(zm_dense_device *d)
{
    zm_dense_gpu *w = &d->sweep.job;
    if (!w->to)
        return ZM_OK;
    if (w->expanded)
        ZM_TRY(d->context, zm_device_clear(d->device, w->expanded, w->to / 8));
    do
        ZM_TRY(d->context, zm_dense_sweep_step(d, ZM_DENSE_GPU_REACH));
    while (w->expanded && d->sweep.notes.found);
    return ZM_OK;
}

static zm_status reach_run(zm_dense_device *d, uint32_t run, zm_place start, uint64_t *const *reached)
{
    const zm_run *tiers = &d->tiers->run[run];
    ZM_TRY(d->context, take_family(d, start, reached));
    for (uint32_t level = zm_tiers_depths(d->tiers, tiers, d->sweep.level); level--;) {
        ZM_TRY(d->context, zm_dense_sweep_choose_level(d, tiers, 0, level));
        ZM_TRY(d->context, reach_level(d));
    }
    for (uint32_t i = tiers->from; i < tiers->to; i++)
        zm_progress_add(d->context, d->tiers->size[i]);
    return evict_bits(d, run, reached);
}

static zm_status reach_all(zm_dense_device *d, zm_place start, uint64_t *const *reached)
{
    zm_context *c = d->context;
    ZM_TRY(c, zm_dense_sweep_open(d));
    const uint64_t taken = zm_device_rules_bytes(d->variant) + reach_fixed(d);
    ZM_TRY(c, zm_alloc(c, &d->bits.block, d->tiers->runs, sizeof *d->bits.block, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &d->bits.known, d->tiers->runs, sizeof *d->bits.known, "the list of tiers"));
    ZM_TRY(c, bits_by_run(c, d->tiers, &d->bits.bytes));
    ZM_TRY(c, zm_eviction_open(c, d->tiers, true, d->bits.bytes, &d->bits.eviction));
    zm_eviction_begin(&d->bits.eviction, 0, d->device->free_bytes > taken ? d->device->free_bytes - taken : 0);
    if (zm_dense_has_inner_moves(d))
        ZM_TRY(c, zm_device_take(d->device, &d->sweep.job.expanded, zm_dense_largest_run(d->tiers).numbers / 8));
    for (uint32_t k = d->tiers->runs; k--;)
        ZM_TRY(c, reach_run(d, k, start, reached));
    return ZM_OK;
}

zm_status zm_dense_device_reach(zm_dense_device *d, zm_place start, uint64_t *const *reached)
{
    zm_progress_begin(d->context, "enumerate", d->tiers->places);
    const zm_status s = reach_all(d, start, reached);
    give_bits(d);
    for (uint32_t i = 0; d->sweep.tier && i < d->tiers->count; i++)
        d->sweep.tier[i].reached = NULL;
    if (d->tier.runner) /* the rest is done in another way */
        zm_dense_sweep_close(d);
    zm_progress_end(d->context);
    return s;
}
