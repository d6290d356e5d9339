/* counting.c: a dense solve with cycles on a device: its memory, and which step (kernel/counting_gpu.h) comes when. */
#include "dense.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/stop.h"
#include "base/text.h"
#include "game/builtin.h"

#include <string.h>

/* ---- what it needs ---- */
static uint64_t blocks_of(uint64_t places) { return (places + ZM_COUNTING_BLOCK - 1) / ZM_COUNTING_BLOCK; }
static uint64_t levels_bytes(uint64_t places) { return blocks_of(places) * ZM_COUNTING_WORDS * sizeof(uint64_t); }
static uint64_t words_of(uint64_t places) { return (places + 63) / 64; }

/* For retrograde analysis. */
static uint64_t counting_bytes(const zm_dense_device *d, bool enumerated)
{
    const zm_tiers *t = d->tiers;
    return t->count * sizeof(zm_value *) + sizeof d->notes + d->counting_runner->bytes + levels_bytes(t->largest) +
           blocks_of(t->largest) * (1 + sizeof(uint32_t)) + (enumerated ? words_of(t->largest) * sizeof(uint64_t) : 0);
}

/* Blocks that come and go leave gaps: where they do, a part of what is free is left so. */
enum { RESERVE = 64 };

static uint64_t less(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

static void find_room(zm_dense_device *d, bool enumerated)
{
    const bool limited = d->device->free_bytes == zm_gpu_memory(d->context);
    d->others = zm_device_data_bytes(d->variant) + zm_dense_device_check_device_bytes() +
                (d->counting_runner ? counting_bytes(d, enumerated) : zm_dense_gpu_device_bytes(d, enumerated));
    d->all_room = less(d->device->free_bytes, d->others);
    d->room = less(d->device->free_bytes, d->others + (limited ? 0 : d->device->free_bytes / RESERVE));
}

bool zm_dense_device_suffices(zm_dense_device *d, bool enumerated)
{
    find_room(d, enumerated);
    return d->tiers->most_in_runs * sizeof(zm_value) <= d->all_room;
}

zm_status zm_dense_device_plan(zm_dense_device *d, const zm_device_terms *terms, zm_device_plan *out)
{
    const uint64_t data = zm_device_data_bytes(d->variant);
    uint64_t before = 0;
    d->stored = terms->stored;
    find_room(d, terms->enumerated);
    ZM_TRY(d->context, zm_residency_plan(d, terms, out));
    if (terms->enumerated)
        ZM_TRY(d->context, zm_dense_gpu_device_reach_bytes(d, less(d->device->free_bytes, data), &before));
    out->there += d->others;
    out->there = out->there > data + before ? out->there : data + before;
    out->fits = out->fits && data + before <= d->device->free_bytes;
    d->plan = *out;
    return ZM_OK;
}

/* Who leaves goes to the table, or is packed on the host. */
static zm_status announce_moves(zm_dense_device *d)
{
    char need[32], free_bytes[32], away[32];
    const zm_device_plan *p = &d->plan;
    zm_note(d->context, "on %s: needs %s of its memory (%s %s); values that find no room there, up to %s, %s",
            d->device->name, zm_bytes_text(p->there, need), zm_bytes_text(d->device->free_bytes, free_bytes),
            zm_device_free_word(d->device), zm_bytes_text(p->away, away),
            d->stored ? "are read back from the table" : "are packed here");
    return ZM_OK;
}

zm_status zm_dense_device_announce(zm_dense_device *d)
{
    char need[32], text[ZM_DEVICE_TEXT];
    const zm_device_plan *p = &d->plan;
    if (p->fits)
        return p->stays ? zm_device_announce(d->device, p->there) : announce_moves(d);
    return zm_fail(d->context, ZM_NO_MEMORY,
                   "%s and %s are needed, for a tier, those its moves lead to and what is at work",
                   zm_device_free_text(d->device, text), zm_bytes_text(p->there, need));
}

zm_status zm_dense_device_put_data(zm_dense_device *d)
{
    return d->data ? ZM_OK : zm_device_take_data(d->device, &d->data, d->variant);
}

static zm_status take_all(zm_dense_device *d)
{
    const uint64_t largest = d->tiers->largest;
    zm_counting_gpu *j = &d->job;
    ZM_TRY(d->context, zm_dense_device_put_data(d));
    ZM_TRY(d->context, zm_device_take(d->device, &j->values, d->tiers->count * sizeof *j->values));
    ZM_TRY(d->context, zm_device_take(d->device, &j->levels, levels_bytes(largest)));
    ZM_TRY(d->context, zm_device_take(d->device, &j->marked, blocks_of(largest)));
    ZM_TRY(d->context, zm_device_take(d->device, &j->list, blocks_of(largest) * sizeof *j->list));
    ZM_TRY(d->context, zm_device_take(d->device, &j->notes, sizeof *j->notes));
    j->variant = d->variant;
    j->data = d->data;
    return ZM_OK;
}

static zm_status find_runner(zm_dense_device *d, zm_engine e, bool sweeps)
{
    const zm_game *g = d->variant->game;
    const bool here = e == ZM_ENGINE_CUDA_HOST;
    d->dense_runner = here ? &zm_dense_runner_host : zm_dense_runner_of(g);
    if (!d->dense_runner)
        return zm_fail(
            d->context, ZM_BAD_INPUT,
            "%s is not solved on a GPU: it does not say how many moves there are at most, or it is a plugin; use "
            "--engine cpu",
            g->name);
    if (sweeps)
        return ZM_OK;
    d->counting_runner = here ? &zm_counting_runner_host : zm_counting_runner_of(g);
    if (!d->counting_runner || !g->rules.leaving || !g->rules.parents_inside)
        return zm_fail(d->context, ZM_BAD_INPUT,
                       "%s is not solved on a GPU: its moves are not counted down; use --engine cpu", g->name);
    if (d->tiers->largest > UINT32_MAX)
        return zm_fail(d->context, ZM_BAD_INPUT, "%s has a tier of more than 2^32 places: use --engine cpu", g->name);
    return ZM_OK;
}

static zm_status find(zm_dense_device *d, zm_engine e, bool sweeps)
{
    zm_context *c = d->context;
    ZM_TRY(c, zm_device_open(c, e, &d->device));
    ZM_TRY(c, find_runner(d, e, sweeps));
    return zm_alloc(c, &d->values, d->tiers->count, sizeof *d->values, "the list of tiers");
}

zm_status zm_dense_device_open(zm_context *c, const zm_variant *v, zm_engine e, bool sweeps, const zm_tiers *t,
                               zm_dense_device **out)
{
    zm_dense_device *d;
    ZM_TRY(c, zm_alloc(c, &d, 1, sizeof *d, "a device"));
    *d = (zm_dense_device){.context = c, .variant = v, .tiers = t};
    zm_status s = find(d, e, sweeps);
    if (s == ZM_OK)
        *out = d;
    else
        zm_dense_device_free(d);
    return s;
}

void zm_dense_device_free(zm_dense_device *d)
{
    if (!d)
        return;
    zm_residency_close(d->hold);
    zm_dense_gpu_device_free(d);
    zm_device_close(d->device);
    zm_release(d->context, d->values);
    zm_release(d->context, d);
}

/* ---- values of tiers ---- */
void zm_dense_device_publish(zm_dense_device *d, zm_publisher *p) { d->publisher = p; }

zm_status zm_dense_device_tell(zm_dense_device *d, const zm_run *run)
{
    if (!d->counting_runner)
        return zm_dense_gpu_device_tell(d, run);
    return zm_device_put_parallel(d->device, d->job.values + run->from, &d->values[run->from],
                                  (run->to - run->from) * sizeof *d->values);
}

static zm_status open_hold(zm_dense_device *d)
{
    ZM_TRY(d->context, d->counting_runner ? take_all(d) : zm_dense_gpu_device_ready(d));
    return zm_residency_open(d, &d->hold);
}

zm_status zm_dense_device_family(zm_dense_device *d, uint32_t run)
{
    if (!d->hold)
        ZM_TRY(d->context, open_hold(d));
    return zm_residency_family(d->hold, run);
}

void zm_dense_device_rest(zm_dense_device *d) { zm_residency_rest(d->hold); }

zm_status zm_dense_device_get(zm_dense_device *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *values)
{
    return zm_device_get_parallel(d->device, values, d->values[tier] + from, count * sizeof *values);
}

zm_status zm_dense_device_pin(zm_dense_device *d, void *block, uint64_t bytes)
{
    return zm_device_pin(d->device, block, bytes);
}

void zm_dense_device_unpin(zm_dense_device *d, void *block) { zm_device_unpin(d->device, block); }

/* ---- a tier ---- */
static zm_status start(zm_dense_device *d, zm_counting_step kernel)
{
    return zm_device_check(d->device, d->counting_runner->start(&d->device->stream, kernel, &d->job));
}

static zm_status look_at_notes(zm_dense_device *d)
{
    ZM_TRY(d->context, zm_device_wait(d->device));
    return zm_device_get(d->device, &d->notes, d->job.notes, sizeof d->notes);
}

static zm_status put_reached(zm_dense_device *d, const uint64_t *reached)
{
    const uint64_t bytes = words_of(d->job.size) * sizeof *reached;
    d->job.reached = NULL;
    d->job.ask = !reached && !d->variant->game->rules.all_reachable;
    if (!reached)
        return ZM_OK;
    if (!d->reached)
        ZM_TRY(d->context, zm_device_take(d->device, &d->reached, words_of(d->tiers->largest) * sizeof *reached));
    d->job.reached = d->reached;
    return zm_device_put(d->device, d->reached, reached, bytes);
}

static zm_status prepare(zm_dense_device *d, uint32_t tier, const uint64_t *reached)
{
    zm_counting_gpu *j = &d->job;
    const zm_counting_gpu_notes none = {.hi = UINT64_MAX, .lo = UINT64_MAX};
    j->tier = tier;
    j->own = d->values[tier];
    j->size = d->tiers->size[tier];
    j->blocks = blocks_of(j->size);
    ZM_TRY(d->context, zm_device_clear(d->device, j->levels, levels_bytes(j->size)));
    ZM_TRY(d->context, zm_device_clear(d->device, j->marked, j->blocks));
    ZM_TRY(d->context, zm_device_put(d->device, j->notes, &none, sizeof none));
    return put_reached(d, reached);
}

static zm_status do_level(zm_dense_device *d)
{
    static const zm_counting_step steps[] = {ZM_COUNTING_LIST_LEVEL, ZM_COUNTING_TELL, ZM_COUNTING_LIST_MARKED,
                                             ZM_COUNTING_SETTLE};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        ZM_TRY(d->context, start(d, steps[i]));
    return look_at_notes(d);
}

static zm_status levels(zm_dense_device *d)
{
    zm_context *c = d->context;
    ZM_TRY(c, start(d, ZM_COUNTING_LOOK));
    ZM_TRY(c, look_at_notes(d));
    for (d->job.level = 0; d->job.level <= d->notes.farthest; d->job.level++) {
        ZM_TRY(c, zm_check_stop(c));
        if (d->notes.farthest >= ZM_COUNTING_FARTHEST)
            return zm_fail(c, ZM_BAD_INPUT, "a win takes more than %d plies: use --engine cpu", ZM_COUNTING_FARTHEST);
        ZM_TRY(c, do_level(d));
    }
    return ZM_OK;
}

/* Of the states that are farthest from the end the one with the smallest fingerprint. */
static zm_status find_farthest(zm_dense_device *d)
{
    static const zm_counting_step steps[] = {ZM_COUNTING_LIST_LEVEL, ZM_COUNTING_FARTHEST_HI, ZM_COUNTING_FARTHEST_LO};
    d->job.level = d->notes.farthest;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        ZM_TRY(d->context, start(d, steps[i]));
    return look_at_notes(d);
}

static zm_status close_tier(zm_dense_device *d)
{
    const uint32_t nothing = 0;
    ZM_TRY(d->context, zm_device_put(d->device, &d->job.notes->farthest, &nothing, sizeof nothing));
    ZM_TRY(d->context, start(d, ZM_COUNTING_CLOSE));
    ZM_TRY(d->context, look_at_notes(d));
    return d->notes.decided ? find_farthest(d) : ZM_OK;
}

void zm_dense_device_work(const zm_dense_device *d, zm_device_work *out)
{
    *out = (zm_device_work){.seconds = d->device->seconds, .bytes = d->device->bytes};
    zm_residency_moved(d->hold, &out->out, &out->back, &out->waited);
}

zm_status zm_dense_device_solve(zm_dense_device *d, uint32_t tier, const uint64_t *reached, zm_summary *sum,
                                uint64_t *visits)
{
    if (!d->tiers->size[tier]) /* nothing is there */
        return ZM_OK;
    ZM_TRY(d->context, prepare(d, tier, reached));
    const double began = zm_now();
    ZM_TRY(d->context, levels(d));
    ZM_TRY(d->context, close_tier(d));
    const zm_counting_gpu_notes *n = &d->notes;
    /* What is looked at is a value each; all of them are also written first, and read and written again in the end. */
    zm_device_add_work(d->device, zm_now() - began, (n->visits + 3 * d->job.size) * sizeof(zm_value));
    sum->states = n->states;
    sum->won_by[0] = n->won_by[0];
    sum->won_by[1] = n->won_by[1];
    sum->drawn = n->drawn;
    sum->has_longest = n->decided;
    sum->longest = n->farthest;
    if (n->decided)
        sum->longest_position = (zm_pos){n->lo, n->hi};
    *visits += n->visits;
    return ZM_OK;
}
