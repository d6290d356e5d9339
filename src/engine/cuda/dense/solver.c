/* solver.c: the methods `sweep`, `backward` and `forward` on a device (solve/method.h).
 *
 * Values are in the device's memory; on the host a bit per place says which places are states. Runs of tiers
 * (solve/core/tiers.h) are the groups of the driver: one after the other, each with all threads of the device. A
 * finished tier is published by a thread of its own while the next ones are solved. Which values stay on the device is
 * decided before the start (eviction.h, residency.h). */
#include "dense_device.h"

#include "base/clock.h"
#include "base/stop.h"
#include "base/text.h"
#include "engine/cuda/device/sample.h"
#include "solve/core/classify.h"
#include "solve/core/states.h"
#include "solve/method.h"
#include "table/write/writer.h"

#include <inttypes.h>

typedef struct solver { /* zm_driver.state */
    zm_tiers tiers;
    zm_states states;
    zm_dense_device *device;
    zm_memory_plan plan; /* of the values that find no room on the device */
} solver;

static solver *of(const zm_driver *d) { return d->state; }

static bool sweeps(const zm_driver *d) { return d->solver->method == ZM_METHOD_SWEEP; }

/* Where all states count the device finds them itself. */
static bool has_bitmap(const zm_driver *d)
{
    return !d->variant->game->index->all_reachable && !zm_all_states(d->variant);
}

/* ---- memory of the host ---- */
static uint64_t bitmap_bytes(const zm_tiers *t)
{
    uint64_t words = 0;
    for (uint32_t i = 0; i < t->count; i++)
        words += zm_tier_words(t, i);
    return words * sizeof(uint64_t);
}

/* Beside values that leave the device. */
static uint64_t need(const zm_driver *d)
{
    enum { FIXED = 1 << 21, TIER = sizeof(zm_tally) + 128 + ZM_DEVICE_TIER_BYTES };
    const zm_tiers *t = &of(d)->tiers;
    return d->variant->game->data_bytes /* taken already, but the budget is for it too */ +
           (has_bitmap(d) ? bitmap_bytes(t) : 0) + t->count * (uint64_t)TIER + FIXED +
           zm_storing_bytes(d->context, d->options, t->places, t->largest) + zm_dense_device_check_bytes() +
           zm_publisher_bytes(d);
}

/* ---- the plan ---- */
/* With runs as they are cut now; *works: device and host have room for it. */
static zm_status plan_runs(zm_driver *d, bool *works)
{
    solver *s = of(d);
    const uint64_t others = need(d), limit = zm_memory_limit(d->context);
    const zm_memory_terms terms = {.enumerated = has_bitmap(d),
                                   .stored = d->options->tables,
                                   .part_states = zm_writer_part(s->tiers.places, d->options->part_states),
                                   .memory = limit > others ? limit - others : 0};
    ZM_TRY(d->context, zm_dense_device_plan(s->device, &terms, &s->plan));
    *works = s->plan.fits && s->plan.host_bytes <= terms.memory;
    return ZM_OK;
}

/* Runs of at most so many places, the longest first. A device sweeps all tiers of a level at once; the others gain
 * nothing from runs of more than 2^20 places. */
static const uint64_t run_places[] = {1 << 26, 1 << 24, 1 << 22, 1 << 20, 1 << 18, 1 << 16, 1 << 14, 1 << 12};
enum { RUN_CHOICES = sizeof run_places / sizeof *run_places, CYCLES_CHOICE = 3 };

static unsigned first_choice(const zm_driver *d) { return sweeps(d) ? 0 : CYCLES_CHOICE; }

/* The longest runs with which all that is needed again stays on the device; false: there are none. */
static zm_status try_all_resident(zm_driver *d, bool *stays)
{
    solver *s = of(d);
    *stays = false;
    for (unsigned i = first_choice(d); i < RUN_CHOICES && !*stays; i++) {
        ZM_TRY(d->context, zm_tiers_recut(d->context, &s->tiers, run_places[i]));
        *stays = zm_dense_device_suffices(s->device, has_bitmap(d));
    }
    return ZM_OK;
}

/* The longest runs of which one has room with all that its moves lead to. The shortest, a tier each, are tried first:
 * without room for these there is none for longer ones. */
static zm_status try_leaving(zm_driver *d)
{
    solver *s = of(d);
    zm_context *c = d->context;
    bool works;
    ZM_TRY(c, zm_tiers_recut(c, &s->tiers, 1));
    ZM_TRY(c, plan_runs(d, &works));
    if (!s->plan.fits)
        return ZM_OK;
    for (unsigned i = first_choice(d); i < RUN_CHOICES; i++) {
        ZM_TRY(c, zm_tiers_recut(c, &s->tiers, run_places[i]));
        ZM_TRY(c, plan_runs(d, &works));
        if (works)
            return ZM_OK;
    }
    ZM_TRY(c, zm_tiers_recut(c, &s->tiers, 1));
    return plan_runs(d, &works);
}

static zm_status choose_runs(zm_driver *d)
{
    bool stays, works;
    ZM_TRY(d->context, try_all_resident(d, &stays));
    return stays ? plan_runs(d, &works) : try_leaving(d);
}

/* ---- opening and closing ---- */
static void fill_plan(zm_driver *d)
{
    const zm_tiers *t = &of(d)->tiers;
    zm_plan *p = &d->plan;
    zm_plan_tiers(d, t);
    p->way = ZM_PUBLISH_BEHIND;
}

static zm_status open(zm_driver *d)
{
    zm_context *c = d->context;
    solver *s;
    /* What is stored has distances until it is encoded: the largest are in its summary. */
    const zm_dense_way way = {.engine = d->options->engine,
                              .method = d->solver->method,
                              .wdl = d->options->wdl && !d->options->tables};
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "a solve"));
    d->state = s;
    ZM_TRY(c, zm_tiers_open(c, d->variant, false, &s->tiers));
    ZM_TRY(c, zm_dense_device_open(c, d->variant, &way, &s->tiers, &s->device));
    fill_plan(d);
    ZM_TRY(c, choose_runs(d));
    d->plan.groups = s->tiers.runs;
    d->plan.demand.memory = need(d) + s->plan.host_bytes;
    return ZM_OK;
}

static void close(zm_driver *d)
{
    solver *s = of(d);
    if (!s)
        return;
    zm_dense_device_free(s->device);
    zm_states_close(d->context, &s->states);
    zm_tiers_close(d->context, &s->tiers);
    zm_release(d->context, s);
}

static zm_status announce(zm_driver *d) { return zm_dense_device_announce(of(d)->device); }

/* ---- states ---- */
static zm_status fill_states(zm_driver *d)
{
    solver *s = of(d);
    const double began = zm_now();
    const zm_place start = zm_states_start(d->variant, &s->tiers, &s->states);
    ZM_TRY(d->context, zm_dense_device_reach(s->device, start, s->states.tier));
    zm_note(d->context, "the device found the states in %.2f s", zm_now() - began);
    return ZM_OK;
}

static zm_status find_states(zm_driver *d)
{
    solver *s = of(d);
    zm_context *c = d->context;
    zm_dense_device_publish(s->device, d->publisher);
    if (!has_bitmap(d))
        return ZM_OK;
    ZM_TRY(c, zm_states_open(c, &s->tiers, &s->states));
    if (*d->states_file && zm_states_load(c, d->variant, &s->states, d->states_file))
        return ZM_OK;
    ZM_TRY(c, fill_states(d));
    return *d->states_file && s->tiers.runs > 1 ? zm_states_save(c, d->variant, &s->states, d->states_file) : ZM_OK;
}

/* ---- a run of tiers ---- */
static zm_status check_sample(zm_driver *d, uint32_t from, uint32_t to)
{
    solver *s = of(d);
    uint64_t places = 0;
    for (uint32_t i = from; i < to; i++)
        places += s->tiers.size[i];
    return zm_dense_device_check(s->device, from, to, s->states.tier, zm_sample_size(places, s->tiers.places),
                                 &d->work.checked);
}

/* With cycles: one tier after the other. */
static zm_status solve_tiers(zm_driver *d, uint32_t from, uint32_t to)
{
    solver *s = of(d);
    for (uint32_t i = from; i < to; i++) {
        zm_tally *t = &d->tally[i];
        ZM_TRY(d->context, zm_check_stop(d->context));
        ZM_TRY(d->context,
               zm_dense_device_solve(s->device, i, s->states.tier ? s->states.tier[i] : NULL, &t->summary, &t->visits));
        ZM_TRY(d->context, check_sample(d, i, i + 1));
        ZM_TRY(d->context, zm_driver_solved(d, i));
    }
    return ZM_OK;
}

/* Without: all of them together. */
static zm_status sweep_tiers(zm_driver *d, uint32_t run, uint32_t from, uint32_t to)
{
    solver *s = of(d);
    ZM_TRY(d->context, zm_dense_device_sweep(s->device, run, from, s->states.tier, d->tally));
    ZM_TRY(d->context, check_sample(d, from, to));
    for (uint32_t i = from; i < to; i++) {
        ZM_TRY(d->context, zm_driver_check_farthest(d, i));
        zm_progress_add(d->context, d->plan.tier_size[i]);
        ZM_TRY(d->context, zm_driver_solved(d, i));
    }
    return ZM_OK;
}

/* Tiers that are on disk are passed over; the device reads their values when it needs them. */
static zm_status solve_run(zm_driver *d, uint32_t run)
{
    const zm_run *r = &of(d)->tiers.run[run];
    const uint32_t from = d->done < r->from ? r->from : d->done > r->to ? r->to : d->done;
    for (uint32_t i = r->from; i < from; i++)
        zm_progress_add(d->context, 2 * d->plan.tier_size[i]); /* classified and stored */
    if (from == r->to)
        return ZM_OK;
    ZM_TRY(d->context, zm_dense_device_family(of(d)->device, run));
    return sweeps(d) ? sweep_tiers(d, run, from, r->to) : solve_tiers(d, from, r->to);
}

/* The thread that makes room for the next run must not outlive the publisher. */
static zm_status solve_group(zm_driver *d, uint32_t run)
{
    const zm_status s = solve_run(d, run);
    if (s != ZM_OK || run + 1 == d->plan.groups)
        zm_dense_device_wait(of(d)->device);
    return s;
}

static zm_status finish(zm_driver *d)
{
    zm_dense_work w;
    char out[32], back[32];
    zm_dense_device_work(of(d)->device, &w);
    d->work.seconds = w.seconds;
    d->work.bytes = w.bytes;
    d->work.moved = w.out;
    if (w.out)
        zm_note(d->context, "%s of values left the device and %s came back; it waited %.2f s for them",
                zm_bytes_text(w.out, out), zm_bytes_text(w.back, back), w.waited);
    zm_sample_note(d->context, d->work.checked);
    return ZM_OK;
}

/* ---- its values ---- */
static zm_status values(zm_driver *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *out)
{
    return zm_dense_device_get(of(d)->device, tier, from, count, out);
}

static zm_status pin(zm_driver *d, void *block, uint64_t bytes)
{
    return zm_dense_device_pin(of(d)->device, block, bytes);
}

static void unpin(zm_driver *d, void *block) { zm_dense_device_unpin(of(d)->device, block); }

/* ---- when ---- */
static bool can_sweep(const zm_variant *v, const zm_solve_options *o) { return v->game->index->inside != ZM_CYCLES; }

static unsigned suits_sweep(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return ZM_SUITS_ACYCLIC;
}

static bool can_count(const zm_variant *v, const zm_solve_options *o) { return zm_can_count(v); }

static unsigned suits_count(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return v->game->index->inside == ZM_CYCLES ? ZM_SUITS_BACKWARD : 0;
}

static bool can_look(const zm_variant *v, const zm_solve_options *o) { return true; }

static unsigned suits_look(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return v->game->index->inside == ZM_CYCLES ? ZM_SUITS_CYCLES : 0;
}

#define DENSE_ON_A_DEVICE                                                                                   \
    .engines = 1 << ZM_ENGINE_CUDA | 1 << ZM_ENGINE_CUDA_HOST, .index = true, .open = open, .close = close, \
    .announce = announce, .find_states = find_states, .solve_group = solve_group, .finish = finish,         \
    .source = {.values = values, .pin = pin, .unpin = unpin}

const zm_solver zm_solver_sweep_cuda = {.method = ZM_METHOD_SWEEP,
                                        .solves = "games without cycles",
                                        .can = can_sweep,
                                        .suits = suits_sweep,
                                        DENSE_ON_A_DEVICE};
const zm_solver zm_solver_backward_cuda = {.method = ZM_METHOD_BACKWARD,
                                           .solves = "games with cycles",
                                           .can = can_count,
                                           .suits = suits_count,
                                           DENSE_ON_A_DEVICE};
const zm_solver zm_solver_forward_cuda = {.method = ZM_METHOD_FORWARD,
                                          .solves = "games with cycles",
                                          .can = can_look,
                                          .suits = suits_look,
                                          DENSE_ON_A_DEVICE};
