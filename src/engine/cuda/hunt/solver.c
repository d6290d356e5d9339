/* solver.c: the method `hunt` on a device, for games with cycles (solve/method.h): all of it happens there. Layers are
 * the groups of the driver. With a table, each layer is published when it is solved, before the next one is begun: the
 * device needs what it knows of a layer to make its rows, and has room for one. */
#include "hunt.h"

#include "base/stop.h"
#include "engine/cuda/device/sample.h"
#include "solve/hunt/acyclic.h"
#include "solve/method.h"

#include <inttypes.h>

typedef struct solver { /* zm_driver.state */
    zm_tiers tiers;
    zm_cyclic *cyclic;
    zm_hunt_device *device;
} solver;

static solver *of(const zm_driver *d) { return d->state; }

/* What an interrupted solve has left is all there is to do. */
static bool is_done(const zm_driver *d) { return d->done == d->plan.tiers; }

/* ---- opening and closing ---- */
static uint64_t need(const zm_driver *d)
{
    enum { TIER = 4 * sizeof(zm_decisions) + 512, FIXED = 1 << 22 };
    const zm_tiers *t = &of(d)->tiers;
    return d->variant->game->data_bytes + t->count * (uint64_t)(TIER + sizeof(zm_tally)) + FIXED +
           zm_layer_sample_bytes(d->context, d->variant) +
           zm_storing_bytes(d->context, d->options, t->places, t->largest) + zm_publisher_bytes(d);
}

static void fill_plan(zm_driver *d)
{
    const zm_tiers *t = &of(d)->tiers;
    zm_plan *p = &d->plan;
    zm_plan_tiers(d, t);
    p->way = ZM_PUBLISH_BEHIND;
    p->counts_itself = true;
    p->demand.memory = need(d);
}

/* Placements, images too, of all layers; and values, if they are stored. */
static uint64_t work_of(const zm_driver *d)
{
    const zm_hunt_device *device = of(d)->device;
    uint64_t work = d->options->tables ? d->plan.places : 0;
    for (unsigned k = device->bottom; k <= device->top; k++)
        work += device->size[k];
    return work;
}

static zm_status open(zm_driver *d)
{
    zm_context *c = d->context;
    solver *s;
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "a solve"));
    d->state = s;
    ZM_TRY(c, zm_tiers_open(c, d->variant, true, &s->tiers));
    ZM_TRY(c, zm_cyclic_open(c, d->variant, &s->tiers, !d->options->wdl, &s->cyclic));
    ZM_TRY(c, zm_hunt_device_open(c, d->options->engine, s->cyclic, &s->tiers, &s->device));
    fill_plan(d);
    d->plan.groups = zm_hunt_device_layers(s->device);
    d->plan.work = work_of(d);
    return d->options->tables ? zm_hunt_device_will_store(s->device, zm_publish_piece_values(d)) : ZM_OK;
}

static void close(zm_driver *d)
{
    solver *s = of(d);
    if (!s)
        return;
    zm_hunt_device_free(s->device);
    zm_cyclic_close(d->context, s->cyclic, &s->tiers);
    zm_tiers_close(d->context, &s->tiers);
    zm_release(d->context, s);
}

static zm_status announce(zm_driver *d) { return zm_hunt_device_announce(of(d)->device); }

/* ---- layers ---- */
static zm_status find_states(zm_driver *d) { return is_done(d) ? ZM_OK : zm_hunt_device_find_states(of(d)->device); }

/* What is on disk from an interrupted solve was solved again, because later layers need it; it is not stored again. */
static zm_status publish_layer(zm_driver *d, uint32_t layer)
{
    uint32_t from, to;
    zm_hunt_device_tiers(of(d)->device, layer, &from, &to);
    for (uint32_t i = from; i < to; i++)
        if (i < d->done)
            zm_progress_add(d->context, d->plan.tier_size[i]);
        else
            ZM_TRY(d->context, zm_driver_solved(d, i));
    while (from < to && !zm_publish_is_done(d->publisher, to - 1))
        ZM_TRY(d->context, zm_publish_wait(d->publisher));
    return ZM_OK;
}

static zm_status solve_layer(zm_driver *d, uint32_t layer)
{
    if (is_done(d))
        return ZM_OK;
    ZM_TRY(d->context, zm_hunt_device_solve_layer(of(d)->device, layer));
    if (d->publisher)
        ZM_TRY(d->context, publish_layer(d, layer));
    return zm_hunt_device_end_layer(of(d)->device);
}

/* ---- its values ---- */
static zm_status values(zm_driver *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *out)
{
    ZM_TRY(d->context, zm_check_stop(d->context));
    ZM_TRY(d->context, zm_hunt_device_get(of(d)->device, tier, from, count, out));
    zm_hunt_device_count(of(d)->device, (zm_place){tier, from}, out, count, &d->tally[tier].summary);
    return ZM_OK;
}

static zm_status start(zm_driver *d, zm_value *out)
{
    *out = zm_hunt_device_start_value(of(d)->device);
    return ZM_OK;
}

static zm_status pin(zm_driver *d, void *block, uint64_t bytes)
{
    return zm_device_pin(of(d)->device->device, block, bytes);
}

static void unpin(zm_driver *d, void *block) { zm_device_unpin(of(d)->device->device, block); }

/* ---- the end ---- */
/* What is stored must be what the device has counted, before it was made into rows. */
static zm_status compare_counts(const zm_driver *d)
{
    const zm_summary *found = &d->out->summary;
    zm_summary stored = {0};
    for (uint32_t i = 0; i < d->plan.tiers; i++)
        zm_summary_add(&stored, &d->tally[i].summary);
    if (d->done || (stored.states == found->states && stored.won_by[0] == found->won_by[0] &&
                    stored.won_by[1] == found->won_by[1] && stored.longest == found->longest))
        return ZM_OK;
    return zm_fail(d->context, ZM_WRONG,
                   "the engine counts %" PRIu64 " states and %" PRIu64 " were stored, or other wins", found->states,
                   stored.states);
}

static zm_status finish(zm_driver *d)
{
    zm_hunt_device *device = of(d)->device;
    if (is_done(d))
        return ZM_OK;
    zm_hunt_device_summary(device, &d->out->summary);
    d->out->visits += device->notes.visits;
    zm_hunt_device_work(device, &d->work);
    ZM_TRY(d->context, zm_hunt_device_check(device, &d->work.checked));
    zm_sample_note(d->context, d->work.checked);
    if (!d->publisher) {
        d->start_value = zm_hunt_device_start_value(device);
        return ZM_OK;
    }
    if (d->options->wdl)
        zm_summary_wdl(&d->out->summary);
    return compare_counts(d);
}

static bool can(const zm_variant *v, const zm_solve_options *o)
{
    return zm_is_hunt(v) && v->game->index->inside == ZM_CYCLES;
}

const zm_solver zm_solver_hunt_cuda = {.method = ZM_METHOD_HUNT,
                                       .engines = 1 << ZM_ENGINE_CUDA | 1 << ZM_ENGINE_CUDA_HOST,
                                       .index = true,
                                       .solves = "hunts with cycles",
                                       .can = can,
                                       .suits = zm_hunt_suits,
                                       .open = open,
                                       .close = close,
                                       .announce = announce,
                                       .find_states = find_states,
                                       .solve_group = solve_layer,
                                       .finish = finish,
                                       .source = {.values = values, .start = start, .pin = pin, .unpin = unpin}};
