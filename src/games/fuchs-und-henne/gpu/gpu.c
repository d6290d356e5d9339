/* gpu.c: the method `pair` on a GPU, or with its kernels on the CPU: who wins. */
#include "gpu.h"

#include "base/clock.h"
#include "base/context.h"

#include <inttypes.h>

/* ---- can it? ---- */
static bool can(const zm_variant *v, const zm_solve_options *o) { return (void)v, o->wdl; }

static zm_status refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    (void)v;
    return zm_fail(c, ZM_BAD_INPUT,
                   "the engine `%s` finds by `pair` who wins, not how far it is: use --values wdl, or --engine cpu",
                   zm_engine_name(o->engine));
}

static unsigned suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return (void)c, (void)v, (void)o, ZM_SUITS_OWN;
}

/* ---- opening and closing ---- */
static const zm_pair_runner *runner_of(zm_engine e)
{
#ifdef ZERMELO_CUDA
    if (e == ZM_ENGINE_CUDA)
        return &zm_pair_runner_cuda;
#endif
    (void)e;
    return &zm_pair_runner_host;
}

static zm_status open_device(zm_driver *d, zm_pair_gpu_solve *s)
{
    ZM_TRY(d->context, zm_device_open(d->context, d->options->engine, &s->device));
    if (s->limits.device && s->limits.device < s->device->free_bytes)
        s->device->free_bytes = s->limits.device;
    s->runner = s->limits.runner ? s->limits.runner : runner_of(d->options->engine);
    for (unsigned k = 0; k < s->plan.layers; k++)
        if (s->plan.layer[k].placements >= ZM_PAIR_GPU_PLACES)
            return zm_fail(d->context, ZM_BAD_INPUT, "%s has a layer of 2^30 placements or more: use --engine cpu",
                           d->variant->game->name);
    return zm_pair_gpu_fill_board(s);
}

zm_status zm_pair_gpu_open_within(zm_driver *d, const zm_pair_gpu_limits *limits)
{
    zm_context *c = d->context;
    zm_pair_gpu_solve *s;
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "a solve"));
    d->state = s;
    s->context = c;
    s->limits = *limits;
    s->stores = d->options->tables;
    ZM_TRY(c, zm_pair_plan_open(c, d->variant, &s->plan));
    ZM_TRY(c, open_device(d, s));
    zm_pair_plan_tell(&s->plan, d);
    zm_pair_gpu_find_need(s);
    d->plan.way = ZM_PUBLISH_PIECES;
    d->plan.demand.memory = zm_pair_gpu_host_bytes(s, d->options);
    return ZM_OK;
}

static zm_status open(zm_driver *d) { return zm_pair_gpu_open_within(d, &(zm_pair_gpu_limits){0}); }

static void close(zm_driver *d)
{
    zm_pair_gpu_solve *s = zm_pair_gpu_of(d);
    if (!s)
        return;
    if (s->device) {
        zm_layer_sample_close(&s->sample);
        zm_device_free_pinned(s->device, &s->piece);
        zm_device_free_pinned(s->device, &s->stage);
        for (unsigned k = 0; k < s->plan.layers; k++)
            zm_pair_gpu_close_entries(s, &s->plan.layer[k]);
    }
    zm_device_close(s->device);
    zm_release(d->context, s->host_board);
    zm_pair_plan_close(d->context, &s->plan);
    zm_release(d->context, s);
}

static zm_status announce(zm_driver *d)
{
    return zm_device_announce(zm_pair_gpu_of(d)->device, zm_pair_gpu_of(d)->device_bytes);
}

static zm_status prepare(zm_driver *d)
{
    zm_pair_gpu_solve *s = zm_pair_gpu_of(d);
    ZM_TRY(d->context, zm_pair_plan_prepare(d, &s->plan));
    return zm_pair_gpu_take_common(s);
}

/* ---- which states there are ---- */
/* A solve may have been stopped when all tiers were on disk, and only the last line of its manifest was not. */
static bool is_all_stored(const zm_driver *d) { return d->publisher && d->done == d->plan.tiers; }

static zm_status find_slice(zm_driver *d, const zm_pair_slice *slice)
{
    zm_pair_gpu_solve *s = zm_pair_gpu_of(d);
    const zm_pair_layer *l = slice->layer;
    if (slice->to == l->to) {
        ZM_TRY(d->context, zm_pair_gpu_next_layer(s, l, l->few ? 0 : 1));
        ZM_TRY(d->context, zm_pair_gpu_open_entries(s, l));
    }
    ZM_TRY(d->context, zm_pair_gpu_do_slice(d, slice, true));
    return slice->from == l->from ? zm_pair_gpu_look_at_notes(s) : ZM_OK;
}

static zm_status find_slices(zm_driver *d)
{
    zm_pair_gpu_solve *s = zm_pair_gpu_of(d);
    ZM_TRY(d->context, zm_pair_gpu_open_work(s, true));
    for (uint32_t i = s->plan.slices; i-- > 0;)
        ZM_TRY(d->context, find_slice(d, &s->plan.slice[i]));
    return ZM_OK;
}

static zm_status find_states(zm_driver *d)
{
    zm_pair_gpu_solve *s = zm_pair_gpu_of(d);
    const double began = zm_now();
    if (is_all_stored(d))
        return ZM_OK;
    zm_progress_begin(d->context, "enumerate", s->plan.placements);
    const zm_status status = find_slices(d);
    zm_progress_end(d->context);
    zm_pair_gpu_close_work(s);
    ZM_TRY(d->context, status);
    s->times.reach = zm_now() - began;
    return zm_pair_gpu_choose_sample(s);
}

/* ---- who wins ---- */
static zm_status solve_group(zm_driver *d, uint32_t group)
{
    zm_pair_gpu_solve *s = zm_pair_gpu_of(d);
    const zm_pair_slice *slice = &s->plan.slice[group];
    const zm_pair_layer *l = slice->layer;
    if (is_all_stored(d) || (l->few && !d->publisher))
        return ZM_OK;
    if (!s->classifies)
        ZM_TRY(d->context, zm_pair_gpu_open_work(s, false));
    s->classifies = true;
    if (slice->from == l->from)
        ZM_TRY(d->context, zm_pair_gpu_next_layer(s, l, l->top || l->few ? 0 : 2));
    ZM_TRY(d->context, zm_pair_gpu_do_slice(d, slice, false));
    if (slice->to == l->to)
        zm_pair_gpu_close_entries(s, l);
    return ZM_OK;
}

static zm_status start(zm_driver *d, zm_value *out)
{
    const zm_pair_device_notes *n = &zm_pair_gpu_of(d)->notes;
    *out = zm_pair_start_value((zm_won_ones){n->lone, n->many});
    return ZM_OK;
}

static void note_times(const zm_pair_gpu_solve *s)
{
    const zm_pair_gpu_times *t = &s->times;
    zm_note(s->context,
            "seconds on the device: %.2f for which states there are, %.2f for who wins with one, %.2f with two, %.2f "
            "to count; %.2f of all to move entries, %.2f for a sample, %.2f to store; %.1f looks per placement",
            t->reach, t->ones, t->twos, t->close, t->moved, t->sample, t->table,
            (double)s->notes.visits / (double)s->plan.placements);
}

static zm_status finish(zm_driver *d)
{
    const zm_pair_gpu_solve *s = zm_pair_gpu_of(d);
    const zm_pair_device_notes *n = &s->notes;
    if (is_all_stored(d))
        return ZM_OK;
    ZM_TRY(d->context, zm_pair_gpu_check_sample(d));
    note_times(s);
    d->out->visits = n->visits;
    if (d->publisher)
        return zm_pair_gpu_compare(d);
    zm_pair_summarize(&(zm_pair_counts){n->states, n->won_by_pair, n->won_by_many, n->visits}, &d->out->summary);
    return start(d, &d->start_value);
}

const zm_solver zm_pair_gpu_solver = {.method = ZM_METHOD_PAIR,
                                      .engines = 1u << ZM_ENGINE_CUDA | 1u << ZM_ENGINE_CUDA_HOST,
                                      .index = true,
                                      .solves = "hunts by a pair",
                                      .can = can,
                                      .refuse = refuse,
                                      .suits = suits,
                                      .open = open,
                                      .close = close,
                                      .announce = announce,
                                      .prepare = prepare,
                                      .find_states = find_states,
                                      .solve_group = solve_group,
                                      .source = {.start = start},
                                      .finish = finish};
