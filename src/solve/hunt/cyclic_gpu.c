/* cyclic_gpu.c: a solve of a hunt with cycles on a device (kernel/hunt_gpu.h): all of it happens there. With a table,
 * each layer is carried to it when it is done, before the next one is begun: the device needs what it knows of a layer
 * to make its rows, and has room for one. What is counted then is what is stored, so that the device's own counts are
 * held against it. */
#include "base/stop.h"
#include "hunt_device.h"
#include "kernel/hunt_cyclic.h"
#include "kernel/tally.h"
#include "solve/core/transfer.h"
#include "solve/solver.h"
#include "table/format/format.h"
#include "table/write/writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

typedef struct hunt_gpu_solve {
    zm_context *context;
    const zm_variant *variant;
    const zm_solve_options *options;
    zm_tiers tiers;
    zm_cyclic *chase;
    zm_hunt_device *device;
    zm_writer *writer; /* NULL: nothing is stored */
    zm_transfer *carry;
    uint32_t done;     /* tiers that were on disk */
    zm_summary *count; /* of each tier, as it is stored */
} hunt_gpu_solve;

/* ---- what goes by on its way to the table is counted ---- */
enum { CHUNK = 8192 }; /* values */

typedef struct span { /* of values of a tier, from this place on */
    zm_place at;
    const zm_value *value;
    uint64_t values;
} span;

/* Those that are that near to the draw, which is to say that far from the end. */
static void find_farthest(const hunt_gpu_solve *s, const span *v, unsigned remoteness, zm_summary *sum)
{
    for (uint64_t i = 0; i < v->values; i++)
        if (v->value[i] == zm_win_in(remoteness) || v->value[i] == zm_loss_in(remoteness))
            zm_tally_farthest(sum, s->variant->game->rules.unrank(s->variant, (zm_place){v->at.tier, v->at.index + i}),
                              remoteness);
}

/* At most a chunk, with the same side to move. */
static void count_chunk(const hunt_gpu_solve *s, const span *v, bool lone_to_move, zm_summary *sum)
{
    const unsigned lone = s->variant->game->rules.hunt->lone, turn = lone_to_move ? lone : 1 - lone;
    uint32_t states = 0, drawn = 0, won = 0;
    uint16_t nearest = UINT16_MAX; /* to the draw, less 1; the draw itself is the farthest then, and none comes next */
    for (uint64_t i = 0; i < v->values; i++) {
        const zm_value value = v->value[i];
        const uint16_t from_draw = (uint16_t)((value > ZM_DRAWN ? value - ZM_DRAWN : ZM_DRAWN - value) - 1);
        states += value != ZM_NONE;
        drawn += value == ZM_DRAWN;
        won += value > ZM_DRAWN;
        nearest = from_draw < nearest ? from_draw : nearest;
    }
    sum->states += states;
    sum->drawn += drawn;
    sum->won_by[turn] += won;
    sum->won_by[1 - turn] += states - drawn - won;
    const unsigned remoteness = (unsigned)ZM_FARTHEST - nearest;
    if (states > drawn && !s->options->wdl && remoteness >= sum->longest)
        find_farthest(s, v, remoteness, sum);
}

/* The places of a tier have first the many to move, then the lone piece; no chunk has both. */
static void count_values(const hunt_gpu_solve *s, const span *v, zm_summary *sum)
{
    const uint64_t half = s->tiers.units[v->at.tier] * s->variant->game->rules.hunt->free(s->variant, v->at.tier);
    const uint64_t chunks = (v->values + CHUNK - 1) / CHUNK;
#pragma omp parallel num_threads((int)zm_threads(s->context)) if (chunks > 16)
    {
        zm_summary mine = {0};
#pragma omp for schedule(static)
        for (uint64_t k = 0; k < chunks; k++) {
            const uint64_t from = k * CHUNK, to = from + CHUNK < v->values ? from + CHUNK : v->values;
            const uint64_t there = v->at.index < half ? half - v->at.index : 0; /* the first of the lone piece */
            const uint64_t middle = there < from ? from : there > to ? to : there;
            const span many = {{v->at.tier, v->at.index + from}, v->value + from, middle - from};
            const span lone = {{v->at.tier, v->at.index + middle}, v->value + middle, to - middle};
            count_chunk(s, &many, false, &mine);
            count_chunk(s, &lone, true, &mine);
        }
#pragma omp critical(zm_hunt_gpu_count)
        zm_summary_add(sum, &mine);
    }
}

/* ---- to the table ---- */
static zm_status get(void *arg, uint32_t tier, uint64_t from, uint64_t count, zm_value *values)
{
    hunt_gpu_solve *s = arg;
    ZM_TRY(s->context, zm_check_stop(s->context));
    ZM_TRY(s->context, zm_hunt_device_get(s->device, tier, from, count, values));
    count_values(s, &(span){{tier, from}, values, count}, &s->count[tier]);
    return ZM_OK;
}

static zm_status pin(void *arg, void *block, uint64_t bytes)
{
    return zm_hunt_device_pin(((hunt_gpu_solve *)arg)->device, block, bytes);
}

static void unpin(void *arg, void *block) { zm_hunt_device_unpin(((hunt_gpu_solve *)arg)->device, block); }

/* What is on disk from an interrupted solve is found anew, as far as later layers need it, and not stored again. */
static zm_status store_layer(void *arg, uint32_t from, uint32_t to)
{
    hunt_gpu_solve *s = arg;
    for (uint32_t i = from; i < to; i++)
        if (i < s->done)
            zm_progress_add(s->context, s->tiers.size[i]);
        else
            zm_transfer_tier(s->carry, i, &s->count[i]);
    while (to > s->done && !zm_transfer_done(s->carry, to - 1))
        ZM_TRY(s->context, zm_transfer_wait(s->carry));
    return ZM_OK;
}

static zm_status open_table(hunt_gpu_solve *s)
{
    zm_context *c = s->context;
    const zm_writer_plan plan = {.tiers = s->tiers.count,
                                 .tier_size = s->tiers.size,
                                 .wdl = s->options->wdl,
                                 .again = s->options->again,
                                 .part_states = s->options->part_states};
    const zm_transfer_source source = {s, get, pin, unpin};
    if (!s->options->tables)
        return ZM_OK;
    ZM_TRY(c, zm_alloc(c, &s->count, s->tiers.count, sizeof *s->count, "the list of tiers"));
    ZM_TRY(c, zm_writer_open(c, s->variant, s->options->tables, &plan, &s->writer));
    s->done = zm_writer_done(s->writer);
    if (s->done)
        zm_note(c, "resuming: %u of %u tiers are done", s->done, s->tiers.count);
    return s->done < s->tiers.count ? zm_transfer_open_from(c, source, s->writer, &s->tiers, &s->carry) : ZM_OK;
}

/* What is stored must be what was counted there, before it was made into rows. */
static zm_status compare_counts(const hunt_gpu_solve *s, const zm_summary *found)
{
    zm_summary stored = {0};
    for (uint32_t i = 0; i < s->tiers.count; i++)
        zm_summary_add(&stored, &s->count[i]);
    if (s->done || (stored.states == found->states && stored.won_by[0] == found->won_by[0] &&
                    stored.won_by[1] == found->won_by[1] && stored.longest == found->longest))
        return ZM_OK;
    return zm_fail(s->context, ZM_WRONG,
                   "the engine counts %" PRIu64 " states and %" PRIu64 " were stored, or other wins", found->states,
                   stored.states);
}

static zm_status finish_table(hunt_gpu_solve *s, zm_solved *out)
{
    char states[4096];
    const zm_value start = out->summary.start;
    out->resumed = s->done;
    if (!s->writer)
        return ZM_OK;
    ZM_TRY(s->context, compare_counts(s, &out->summary));
    snprintf(states, sizeof states, "%s/" ZM_STATES_FILE, zm_writer_folder(s->writer));
    unlink(states); /* the CPU's, when it was that which was interrupted */
    return zm_writer_finish(s->writer, start, &out->summary, &out->table_bytes);
}

/* ---- the whole ---- */
static zm_status announce(hunt_gpu_solve *s, zm_solved *out)
{
    enum { A_TIER = 4 * sizeof(zm_decisions) + 512, FIXED = 1 << 22 };
    zm_context *c = s->context;
    const zm_tiers *t = &s->tiers;
    const uint64_t table =
        s->options->tables ? zm_transfer_bytes(t) + t->count * (sizeof(zm_summary) + sizeof(zm_summary *)) : 0;
    const zm_demand demand = {.memory = s->variant->game->data_bytes + t->count * (uint64_t)A_TIER + FIXED +
                                        zm_hunt_device_check_bytes(c, s->variant) + table +
                                        zm_storing_bytes(c, s->options, t->places, t->largest),
                              .disk = zm_storing_disk(s->options, t->places)};
    out->places = t->places;
    out->tiers = t->count;
    ZM_TRY(c, zm_hunt_device_announce(s->device));
    return zm_announce(c, s->variant, s->options, &demand, out);
}

static zm_status run(hunt_gpu_solve *s, zm_solved *out)
{
    zm_context *c = s->context;
    ZM_TRY(c, zm_tiers_open(c, s->variant, true, &s->tiers));
    ZM_TRY(c, zm_cyclic_open(c, s->variant, &s->tiers, !s->options->wdl, &s->chase));
    ZM_TRY(c, zm_hunt_device_open(c, s->options->engine, s->chase, &s->tiers, &s->device));
    if (s->options->tables)
        ZM_TRY(c, zm_hunt_device_tells(s->device, zm_transfer_values(&s->tiers), store_layer, s));
    ZM_TRY(c, announce(s, out));
    ZM_TRY(c, open_table(s));
    ZM_TRY(c, zm_hunt_device_solve(s->device, &out->summary, &out->visits, &out->checked));
    zm_hunt_device_work(s->device, &out->device_seconds, &out->device_bytes);
    zm_note(c, "%" PRIu64 " states computed anew from the rules: all as found", out->checked);
    if (s->options->wdl)
        zm_summary_wdl(&out->summary);
    return finish_table(s, out);
}

zm_status zm_solve_swarm(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out)
{
    hunt_gpu_solve s = {.context = c, .variant = v, .options = o};
    const zm_status status = run(&s, out);
    zm_transfer_close(s.carry);
    zm_writer_close(s.writer);
    zm_hunt_device_free(s.device);
    zm_cyclic_close(c, s.chase, &s.tiers);
    zm_release(c, s.count);
    zm_tiers_close(c, &s.tiers);
    return status;
}
