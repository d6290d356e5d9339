/* cyclic_solver.c: the method `hunt` for games with cycles (kernel/hunt_cyclic.h). Each tier is one thread's. */
#include "acyclic.h"
#include "base/stop.h"
#include "solve/hunt/cyclic.h"
#include "solve/method.h"

typedef struct solver {
    zm_tiers tiers;
    zm_cyclic *cyclic;
} solver;

static solver *of(const zm_driver *d) { return d->state; }

static const zm_hunt *hunt_of(const zm_driver *d) { return d->variant->game->hunt; }

/* Beside what it keeps: threads that compress, each with a tier. */
static uint64_t need(const zm_driver *d)
{
    enum { FIXED = 1 << 21 };
    const zm_tiers *t = &of(d)->tiers;
    const unsigned threads = zm_threads(d->context);
    const uint64_t storing = zm_storing_bytes(d->context, d->options, t->places, t->largest);
    return d->variant->game->data_bytes + zm_cyclic_need(d->variant, t, threads, storing > 0) + FIXED + storing +
           (storing ? threads * (t->largest / 4) : 0) + zm_publisher_bytes(d);
}

static zm_status open(zm_driver *d)
{
    zm_context *c = d->context;
    zm_plan *p = &d->plan;
    solver *s;
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "a solve"));
    d->state = s;
    ZM_TRY(c, zm_tiers_open(c, d->variant, true, &s->tiers));
    zm_plan_tiers(d, &s->tiers);
    p->restores_all = true; /* what is kept of a tier is made from its values and the tiers below */
    p->demand.memory = need(d);
    return ZM_OK;
}

static void close(zm_driver *d)
{
    solver *s = of(d);
    if (!s)
        return;
    zm_cyclic_close(d->context, s->cyclic, &s->tiers);
    zm_tiers_close(d->context, &s->tiers);
    zm_release(d->context, s);
}

static zm_status prepare(zm_driver *d)
{
    return zm_cyclic_open(d->context, d->variant, &of(d)->tiers, !d->options->wdl, &of(d)->cyclic);
}

static zm_status find_states(zm_driver *d)
{
    solver *s = of(d);
    zm_context *c = d->context;
    if (!*d->states_file)
        return zm_cyclic_reach(c, s->cyclic, &s->tiers);
    if (zm_cyclic_load(c, s->cyclic, &s->tiers, d->states_file))
        return ZM_OK;
    ZM_TRY(c, zm_cyclic_reach(c, s->cyclic, &s->tiers));
    return zm_cyclic_save(c, s->cyclic, &s->tiers, d->states_file);
}

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    solver *s = of(d);
    ZM_TRY(d->context, zm_cyclic_classify(d->context, s->cyclic, &s->tiers, tier, &d->tally[tier]));
    zm_progress_add(d->context, s->tiers.size[tier]);
    return zm_driver_check_farthest(d, tier);
}

static zm_status restore(zm_driver *d, uint32_t tier)
{
    solver *s = of(d);
    zm_context *c = d->context;
    zm_value *disk;
    ZM_TRY(c, zm_alloc(c, &disk, s->tiers.size[tier], sizeof *disk, "the values of a tier"));
    zm_status status = zm_publish_read(d->publisher, tier, 0, s->tiers.size[tier], disk);
    if (status == ZM_OK)
        status = zm_cyclic_restore(c, s->cyclic, &s->tiers, tier, disk);
    zm_release(c, disk);
    return status;
}

static void drop(zm_driver *d, uint32_t tier) { zm_cyclic_drop(d->context, of(d)->cyclic, tier); }
static void used(zm_driver *d, uint32_t user, uint32_t child)
{
    zm_cyclic_used(d->context, of(d)->cyclic, user, child);
}
static void published(zm_driver *d, uint32_t tier) { zm_cyclic_stored(d->context, of(d)->cyclic, tier); }

/* ---- its values, row by row ---- */
static uint64_t unit(zm_driver *d, uint32_t tier) { return hunt_of(d)->free(d->variant, tier); }

static zm_status values(zm_driver *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *out)
{
    const uint64_t row = unit(d, tier);
    zm_cyclic_pack(of(d)->cyclic, &of(d)->tiers, tier, from / row, count / row, out);
    return ZM_OK;
}

static zm_status start(zm_driver *d, zm_value *out)
{
    *out = zm_cyclic_start(of(d)->cyclic);
    return ZM_OK;
}

static bool can(const zm_variant *v, const zm_solve_options *o)
{
    return zm_is_hunt(v) && v->game->index->inside == ZM_CYCLES;
}

const zm_solver zm_solver_hunt_cyclic = {.method = ZM_METHOD_HUNT,
                                         .engines = 1 << ZM_ENGINE_CPU,
                                         .index = true,
                                         .can = can,
                                         .refuse = zm_hunt_refuse,
                                         .suits = zm_hunt_suits,
                                         .open = open,
                                         .close = close,
                                         .prepare = prepare,
                                         .find_states = find_states,
                                         .solve_tier = solve_tier,
                                         .restore = restore,
                                         .drop = drop,
                                         .used = used,
                                         .published = published,
                                         .source = {.unit = unit, .values = values, .start = start}};
