/* dense_solver.c: see dense_solver.h. */
#include "dense_solver.h"

#include "base/memory.h"
#include "base/stop.h"

#include <string.h>

enum { LARGE_PAGES = 1 << 21 }; /* values of a tier from which on large pages pay: they are looked up at random */

/* ---- opening and closing ---- */
static zm_status open(zm_driver *d, bool hunt)
{
    zm_context *c = d->context;
    zm_dense_solver *s;
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "a solve"));
    d->state = s;
    ZM_TRY(c, zm_tiers_open(c, d->variant, hunt, &s->tiers));
    s->dense.variant = d->variant;
    s->job = (zm_job){.context = c, .kernels = zm_kernels_for(d->variant), .dense = &s->dense, .tiers = &s->tiers};
    zm_plan *p = &d->plan;
    zm_plan_tiers(d, &s->tiers);
    p->demand.memory = zm_dense_bytes(d, &s->tiers);
    return ZM_OK;
}

zm_status zm_dense_open(zm_driver *d) { return open(d, false); }
zm_status zm_dense_open_hunt(zm_driver *d) { return open(d, true); }

void zm_dense_close(zm_driver *d)
{
    zm_dense_solver *s = zm_dense_of(d);
    zm_context *c = d->context;
    if (!s)
        return;
    for (uint32_t i = 0; s->dense.values && i < s->tiers.count; i++)
        zm_release(c, s->dense.values[i]);
    zm_release(c, s->dense.values);
    zm_states_close(c, &s->states);
    zm_tiers_close(c, &s->tiers);
    zm_release(c, s);
}

zm_status zm_dense_prepare(zm_driver *d)
{
    zm_dense_solver *s = zm_dense_of(d);
    return zm_alloc(d->context, &s->dense.values, s->tiers.count, sizeof *s->dense.values, "the list of tiers");
}

zm_job zm_dense_job(const zm_driver *d)
{
    zm_job j = zm_dense_of(d)->job;
    j.large = d->all_threads;
    return j;
}

/* ---- states ---- */
zm_status zm_dense_find_states(zm_driver *d)
{
    zm_dense_solver *s = zm_dense_of(d);
    zm_context *c = d->context;
    if (d->variant->game->index->all_reachable)
        return ZM_OK;
    ZM_TRY(c, zm_states_find(c, d->variant, &s->tiers, d->states_file, &s->states));
    s->dense.reached = s->states.tier;
    return ZM_OK;
}

/* ---- values ---- */
zm_status zm_dense_make_room(zm_driver *d, uint32_t tier)
{
    zm_dense_solver *s = zm_dense_of(d);
    const uint64_t room = zm_tier_room(&s->tiers, tier);
    /* A hunt writes all that it reads; clearing it first would cost as much as solving it. */
    zm_status (*get)(zm_context *, void *, uint64_t, size_t, const char *) = s->tiers.stride ? zm_resize : zm_alloc;
    ZM_TRY(d->context, get(d->context, &s->dense.values[tier], room, sizeof(zm_value), "the values of a tier"));
    if (room >= LARGE_PAGES)
        zm_large_pages(s->dense.values[tier]);
    return ZM_OK;
}

zm_status zm_dense_restore(zm_driver *d, uint32_t tier)
{
    ZM_TRY(d->context, zm_dense_make_room(d, tier));
    return zm_publish_read(d->publisher, tier, 0, d->plan.tier_size[tier], zm_dense_of(d)->dense.values[tier]);
}

void zm_dense_drop(zm_driver *d, uint32_t tier)
{
    zm_value **values = &zm_dense_of(d)->dense.values[tier];
    zm_release(d->context, *values);
    *values = NULL;
}

const zm_value *zm_dense_whole(zm_driver *d, uint32_t tier) { return zm_dense_of(d)->dense.values[tier]; }

zm_status zm_dense_values(zm_driver *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *out)
{
    memcpy(out, zm_dense_whole(d, tier) + from, count * sizeof *out);
    return ZM_OK;
}
