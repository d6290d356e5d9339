/* dense.c: a dense solve on a device: opening it, what it needs, and the values of tiers. */
#include "dense.h"

#include "base/context.h"
#include "base/text.h"
#include "game/builtin.h"
#include "solve/core/classify.h"

/* ---- what it needs ---- */
/* Blocks that come and go leave gaps: where they do, this fraction of the memory (1/n) stays free. */
enum { RESERVE = 64 };

static uint64_t less(uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

static void find_room(zm_dense_device *d, bool enumerated)
{
    const bool limited = d->device->free_bytes == zm_gpu_memory(d->context);
    d->others = zm_device_rules_bytes(d->variant) + zm_dense_device_check_device_bytes() +
                (d->tier.runner ? zm_dense_tier_bytes(d, enumerated) : zm_dense_sweep_bytes(d, enumerated));
    d->all_room = less(d->device->free_bytes, d->others);
    d->room = less(d->device->free_bytes, d->others + (limited ? 0 : d->device->free_bytes / RESERVE));
}

bool zm_dense_device_suffices(zm_dense_device *d, bool enumerated)
{
    find_room(d, enumerated);
    return d->tiers->most_in_runs * sizeof(zm_value) <= d->all_room;
}

zm_status zm_dense_device_plan(zm_dense_device *d, const zm_memory_terms *terms, zm_memory_plan *out)
{
    const uint64_t data = zm_device_rules_bytes(d->variant);
    uint64_t before = 0;
    d->stored = terms->stored;
    find_room(d, terms->enumerated);
    ZM_TRY(d->context, zm_residency_plan(d, terms, out));
    if (terms->enumerated)
        ZM_TRY(d->context, zm_dense_reach_bytes(d, less(d->device->free_bytes, data), &before));
    out->device_bytes += d->others;
    out->device_bytes = out->device_bytes > data + before ? out->device_bytes : data + before;
    out->fits = out->fits && data + before <= d->device->free_bytes;
    d->plan = *out;
    return ZM_OK;
}

static zm_status announce_moves(zm_dense_device *d)
{
    char need[32], free_bytes[32], away[32];
    const zm_memory_plan *p = &d->plan;
    zm_note(d->context, "on %s: needs %s of its memory (%s %s); values that find no room, up to %s, %s",
            d->device->name, zm_bytes_text(p->device_bytes, need), zm_bytes_text(d->device->free_bytes, free_bytes),
            zm_device_free_word(d->device), zm_bytes_text(p->away, away),
            d->stored ? "are read back from the table" : "are packed in the host's memory");
    return ZM_OK;
}

zm_status zm_dense_device_announce(zm_dense_device *d)
{
    char need[32], text[ZM_DEVICE_TEXT];
    const zm_memory_plan *p = &d->plan;
    if (p->fits)
        return p->stays ? zm_device_announce(d->device, p->device_bytes) : announce_moves(d);
    return zm_fail(d->context, ZM_NO_MEMORY,
                   "%s and %s are needed, for a tier, those its moves lead to and what is at work",
                   zm_device_free_text(d->device, text), zm_bytes_text(p->device_bytes, need));
}

zm_status zm_dense_device_put_rules(zm_dense_device *d)
{
    if (d->has_rules)
        return ZM_OK;
    d->has_rules = true;
    return zm_device_take_rules(d->device, &d->rules, d->variant);
}

/* ---- opening and closing ---- */
static zm_status find_counting(zm_dense_device *d, bool on_host)
{
    const zm_game *g = d->variant->game;
    d->tier.runner = on_host ? &zm_counting_runner_host : zm_counting_runner_of(zm_game_of_kernels(d->variant));
    if (!d->tier.runner || !g->backward->leaving || !g->backward->parents_inside)
        return zm_fail(d->context, ZM_BAD_INPUT,
                       "%s is not solved on a GPU: its moves are not counted down; use --engine cpu", g->name);
    return ZM_OK;
}

static zm_status find_runner(zm_dense_device *d, const zm_dense_way *way)
{
    const zm_game *g = d->variant->game;
    const bool on_host = way->engine == ZM_ENGINE_CUDA_HOST;
    d->forward = way->method == ZM_METHOD_FORWARD;
    d->wdl = d->forward && way->wdl;
    d->dense_runner = on_host ? &zm_dense_runner_host : zm_dense_runner_of(zm_game_of_kernels(d->variant));
    if (d->forward)
        d->tier.runner = on_host ? &zm_forward_runner_host : zm_forward_runner_of(zm_game_of_kernels(d->variant));
    if (d->forward && !d->tier.runner && (zm_can_count(d->variant) || g->index->inside != ZM_CYCLES))
        return zm_fail(d->context, ZM_BAD_INPUT, "%s is solved by `%s` on a GPU, not by `forward`", g->name,
                       zm_can_count(d->variant) ? "backward" : "sweep");
    if (!d->dense_runner || (d->forward && !d->tier.runner))
        return zm_fail(d->context, ZM_BAD_INPUT,
                       "%s is not solved on a GPU: it does not say how many moves there are at most (most_moves), or "
                       "it is a plugin "
                       "that was not compiled for one (zermelo build --cuda); use --engine cpu",
                       g->name);
    return way->method == ZM_METHOD_BACKWARD ? find_counting(d, on_host) : ZM_OK;
}

static zm_status find(zm_dense_device *d, const zm_dense_way *way)
{
    zm_context *c = d->context;
    ZM_TRY(c, zm_device_open(c, way->engine, &d->device));
    ZM_TRY(c, find_runner(d, way));
    return zm_alloc(c, &d->values, d->tiers->count, sizeof *d->values, "the list of tiers");
}

zm_status zm_dense_device_open(zm_context *c, const zm_variant *v, const zm_dense_way *way, const zm_tiers *t,
                               zm_dense_device **out)
{
    zm_dense_device *d;
    ZM_TRY(c, zm_alloc(c, &d, 1, sizeof *d, "a device"));
    *d = (zm_dense_device){.context = c, .variant = v, .tiers = t};
    zm_status s = find(d, way);
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
    zm_residency_close(d->residency);
    zm_dense_sweep_close(d);
    zm_device_close(d->device);
    zm_release(d->context, d->values);
    zm_release(d->context, d);
}

/* ---- values of tiers ---- */
void zm_dense_device_publish(zm_dense_device *d, zm_publisher *p) { d->publisher = p; }

zm_status zm_dense_device_tell(zm_dense_device *d, const zm_run *run)
{
    return d->tier.runner ? zm_dense_tier_tell(d, run) : zm_dense_sweep_tell(d, run);
}

static zm_status open_residency(zm_dense_device *d)
{
    ZM_TRY(d->context, d->tier.runner ? zm_dense_tier_open(d) : zm_dense_sweep_open(d));
    return zm_residency_open(d, &d->residency);
}

zm_status zm_dense_device_family(zm_dense_device *d, uint32_t run)
{
    if (!d->residency)
        ZM_TRY(d->context, open_residency(d));
    return zm_residency_family(d->residency, run);
}

void zm_dense_device_wait(zm_dense_device *d) { zm_residency_wait(d->residency); }

zm_status zm_dense_device_get(zm_dense_device *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *values)
{
    return zm_device_get_parallel(d->device, values, d->values[tier] + from, count * sizeof *values);
}

zm_status zm_dense_device_pin(zm_dense_device *d, void *block, uint64_t bytes)
{
    return zm_device_pin(d->device, block, bytes);
}

void zm_dense_device_unpin(zm_dense_device *d, void *block) { zm_device_unpin(d->device, block); }

void zm_dense_device_work(const zm_dense_device *d, zm_dense_work *out)
{
    *out = (zm_dense_work){.seconds = d->device->seconds, .bytes = d->device->bytes};
    zm_residency_moved(d->residency, &out->out, &out->back, &out->waited);
}
