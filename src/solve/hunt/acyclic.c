/* acyclic.c: the method `hunt` for games without cycles: tiers are swept by placements of the many, all squares of the
 * lone piece at once (kernel/hunt_acyclic.inc). */
#include "acyclic.h"
#include "game/trace/trace.h"

#include "base/big.h"
#include "base/stop.h"
#include "solve/core/dense_solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const zm_hunt *hunt_of(const zm_variant *v) { return zm_quick_rules(v)->hunt; }

bool zm_is_hunt(const zm_variant *v)
{
    const zm_hunt *h = hunt_of(v);
    return h && (h->advance || h->forth) && h->squares(v) <= ZM_HUNT_SQUARES;
}

void zm_hunt_open(zm_dense *d, const zm_tiers *t)
{
    d->stride = t->stride;
    d->squares = hunt_of(d->variant)->squares(d->variant);
    for (unsigned s = 0; s < d->squares; s++)
        d->near[s] = hunt_of(d->variant)->steps(d->variant, zm_bit(s));
}

uint64_t zm_hunt_row(const zm_variant *v, zm_place at) { return at.index / hunt_of(v)->free(v, at.tier / 2); }

unsigned zm_hunt_square(const zm_variant *v, zm_place at)
{
    uint64_t many = hunt_of(v)->many(v, at.tier / 2, zm_hunt_row(v, at));
    return zm_nth_bit(~many, (unsigned)(at.index % hunt_of(v)->free(v, at.tier / 2)));
}

static uint64_t free_squares(const zm_dense *d, uint32_t tier, uint64_t n)
{
    return zm_low_bits(d->squares) & ~hunt_of(d->variant)->many(d->variant, tier / 2, n);
}

void zm_hunt_pack(const zm_dense *d, uint32_t tier, uint64_t first, uint64_t count, zm_value *disk)
{
    for (uint64_t n = first; n < first + count; n++) {
        const zm_value *row = d->values[tier] + n * d->stride;
        const uint64_t reached = d->reached[tier][n];
        for (uint64_t free = free_squares(d, tier, n); free; disk++) {
            unsigned s = zm_take_lowest(&free);
            *disk = reached >> s & 1 ? row[s] : (zm_value)ZM_NONE;
        }
    }
}

void zm_hunt_unpack(const zm_dense *d, const zm_tiers *t, uint32_t tier, const zm_value *disk)
{
    for (uint64_t n = 0; n < t->units[tier]; n++) {
        zm_value *row = d->values[tier] + n * t->stride;
        memset(row, 0, t->stride * sizeof *row); /* none where the many stand: kernel/hunt_acyclic.inc relies on it */
        for (uint64_t free = free_squares(d, tier, n); free;)
            row[zm_take_lowest(&free)] = *disk++;
    }
}

static void games_text(zm_wide n, char out[48])
{
    uint64_t limbs[2] = {(uint64_t)n, (uint64_t)(n >> 64)};
    char *text = zm_big_text(limbs, 2);
    snprintf(out, 48, "%s", text ? text : "");
    free(text);
}

void zm_hunt_games_text(const zm_variant *v, const zm_ends *ends, zm_solved *out)
{
    if (ends->over)
        return;
    games_text(ends->lone + ends->many, out->games);
    games_text(ends->lone, out->games_won_by[hunt_of(v)->lone]);
    games_text(ends->many, out->games_won_by[1 - hunt_of(v)->lone]);
}

/* ---- the method ---- */
enum { PLACEMENTS = 256 /* a thread takes at a time */ };

typedef struct sweeper {
    const zm_job *job;
    uint32_t tier;
} sweeper;

static void sweep_range(void *arg, uint64_t from, uint64_t to, zm_tally *t)
{
    const sweeper *s = arg;
    s->job->kernels->hunt_acyclic->sweep(s->job->dense, s->tier, from, to, t);
}

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    const uint64_t size = d->plan.tier_size[tier], placements = zm_dense_of(d)->tiers.units[tier];
    zm_meter meter = zm_meter_of(d->context, size);
    zm_job j = zm_dense_job(d);
    ZM_TRY(d->context, zm_dense_make_room(d, tier));
    j.meter = &meter;
    zm_meter_phase(&meter, 1, placements);
    zm_job_ranges(&j, placements, PLACEMENTS, sweep_range, &(sweeper){&j, tier}, &d->tally[tier]);
    zm_meter_end(&meter);
    ZM_TRY(d->context, zm_check_stop(d->context));
    return zm_driver_check_farthest(d, tier);
}

static zm_status open(zm_driver *d)
{
    ZM_TRY(d->context, zm_dense_open_hunt(d));
    const zm_tiers *t = &zm_dense_of(d)->tiers;
    /* A tier in the table's order; and while games are counted, their numbers in place of the values. */
    d->plan.demand.memory += t->largest * sizeof(zm_value);
    if (d->options->count_games)
        d->plan.demand.memory += t->most_alive / t->stride * hunt_of(d->variant)->squares(d->variant) * sizeof(zm_wide);
    return ZM_OK;
}

static zm_status prepare(zm_driver *d)
{
    ZM_TRY(d->context, zm_dense_prepare(d));
    zm_hunt_open(&zm_dense_of(d)->dense, &zm_dense_of(d)->tiers);
    return ZM_OK;
}

static zm_status find_states(zm_driver *d)
{
    zm_dense_solver *s = zm_dense_of(d);
    zm_ends ends;
    if (!d->options->count_games)
        return zm_dense_find_states(d);
    ZM_TRY(d->context, zm_states_open(d->context, &s->tiers, &s->states));
    s->dense.reached = s->states.tier;
    ZM_TRY(d->context, zm_states_count(d->context, d->variant, &s->tiers, &s->states, &ends));
    zm_hunt_games_text(d->variant, &ends, d->out);
    return ZM_OK;
}

static zm_status restore(zm_driver *d, uint32_t tier)
{
    zm_dense_solver *s = zm_dense_of(d);
    zm_value *disk;
    ZM_TRY(d->context, zm_dense_make_room(d, tier));
    ZM_TRY(d->context, zm_alloc(d->context, &disk, d->plan.tier_size[tier], sizeof *disk, "the values of a tier"));
    const zm_status status = zm_publish_read(d->publisher, tier, 0, d->plan.tier_size[tier], disk);
    if (status == ZM_OK)
        zm_hunt_unpack(&s->dense, &s->tiers, tier, disk);
    zm_release(d->context, disk);
    return status;
}

/* ---- its values, row by row ---- */
static uint64_t unit(zm_driver *d, uint32_t tier) { return hunt_of(d->variant)->free(d->variant, tier / 2); }

static zm_status values(zm_driver *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *out)
{
    zm_hunt_pack(&zm_dense_of(d)->dense, tier, from / unit(d, tier), count / unit(d, tier), out);
    return ZM_OK;
}

static zm_status start(zm_driver *d, zm_value *out)
{
    const zm_dense_solver *s = zm_dense_of(d);
    *out = s->dense.values[d->start.tier]
                          [zm_hunt_row(d->variant, d->start) * s->tiers.stride + zm_hunt_square(d->variant, d->start)];
    return ZM_OK;
}

zm_status zm_hunt_refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return zm_fail(c, ZM_BAD_INPUT,
                   "%s is no hunt here (a lone piece against many, on at most %d squares): use another method",
                   v->game->name, ZM_HUNT_SQUARES);
}

unsigned zm_hunt_suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o) { return ZM_SUITS_KIND; }

static bool can(const zm_variant *v, const zm_solve_options *o)
{
    return zm_is_hunt(v) && v->game->index->inside != ZM_CYCLES;
}

const zm_solver zm_solver_hunt_acyclic = {.method = ZM_METHOD_HUNT,
                                          .engines = 1 << ZM_ENGINE_CPU,
                                          .index = true,
                                          .can = can,
                                          .refuse = zm_hunt_refuse,
                                          .suits = zm_hunt_suits,
                                          .open = open,
                                          .close = zm_dense_close,
                                          .prepare = prepare,
                                          .find_states = find_states,
                                          .solve_tier = solve_tier,
                                          .restore = restore,
                                          .drop = zm_dense_drop,
                                          .source = {.unit = unit, .values = values, .start = start}};
