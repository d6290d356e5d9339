/* solver.c: the method `pair` on the CPU, layer by layer and slice by slice (solver.h): which states there are from the
 * top down, then who wins from the bottom up. The shapes of a slice do not depend on each other: each is one thread's,
 * which encodes it for the table as well. */
#include "cpu.h"

#include "base/context.h"
#include "base/stop.h"

#include <omp.h>

typedef zm_pair_cpu solve;

/* ---- a shape ---- */
static zm_pair_job job_of(const solve *s, const zm_pair_layer *l, uint32_t shape)
{
    const zm_pair_plan *p = &s->plan;
    return (zm_pair_job){.variant = p->variant,
                         .board = &p->board,
                         .tables = &p->tables,
                         .first = p->first,
                         .shape = shape,
                         .from = p->first[shape],
                         .count = zm_pair_shape_end(p, l, shape) - p->first[shape],
                         .pieces = l->pieces,
                         .free = l->free,
                         .few = l->few,
                         .top = l->top,
                         .stores = s->stores,
                         .distances = s->distances,
                         .beyond = &s->window[1],
                         .here = &s->window[0],
                         .near_layer = s->landings[1],
                         .this_layer = s->landings[0],
                         .room = s->room[omp_get_thread_num()],
                         .seen = &s->seen[shape]};
}

static void add_farthest(solve *s, const zm_pair_farthest *f)
{
    zm_pair_farthest *all = &s->farthest;
    all->beyond |= f->beyond;
    all->start |= f->start;
    if (!f->any || f->plies < all->plies || (f->plies == all->plies && all->any && !zm_before(f->at, all->at)))
        return;
    all->plies = f->plies;
    all->at = f->at;
    all->any = true;
}

static void add_found(solve *s, const zm_pair_job *j)
{
#pragma omp critical(zm_pair)
    {
        s->counts.states += j->counts.states;
        s->counts.won_by_pair += j->counts.won_by_pair;
        s->counts.won_by_many += j->counts.won_by_many;
        s->counts.visits += j->counts.visits;
        s->start.lone |= j->start.lone;
        s->start.many |= j->start.many;
        add_farthest(s, &j->farthest);
    }
}

static zm_status find_shape(zm_driver *d, const zm_pair_layer *l, uint32_t shape)
{
    solve *s = zm_pair_cpu_of(d);
    zm_pair_job j = job_of(s, l, shape);
    zm_pair_reach(&j);
    const zm_status status = zm_pair_kept_words(s, l) ? zm_pair_keep_seen(s, l, &j) : ZM_OK;
    add_found(s, &j);
    zm_progress_add(d->context, j.count);
    return status;
}

static zm_status measure_shape(solve *s, zm_pair_job *j)
{
#pragma omp critical(zm_pair)
    j->farthest.plies = s->farthest.plies;
    zm_pair_measure(j);
    return j->farthest.beyond ? zm_fail(s->context, ZM_BAD_INPUT,
                                        "some win is more than %d plies away, and `pair` keeps no farther ones: use "
                                        "another method, or --values wdl",
                                        UINT8_MAX)
                              : ZM_OK;
}

static zm_status decide_shape(zm_driver *d, zm_pair_job *j)
{
    solve *s = zm_pair_cpu_of(d);
    if (j->few)
        return ZM_OK;
    zm_pair_classify(j);
    return s->distances ? measure_shape(s, j) : ZM_OK;
}

static zm_status restore_shape(zm_driver *d, zm_pair_job *j)
{
    const zm_status status = j->few ? ZM_OK : zm_pair_restore_shape(d, j);
    add_found(zm_pair_cpu_of(d), j);
    zm_progress_add(d->context, 2 * zm_pair_shape_places(&zm_pair_cpu_of(d)->plan, j->shape));
    return status;
}

/* What was found is added up before the tiers are published: the start's value is asked for then. */
static zm_status solve_shape(zm_driver *d, const zm_pair_layer *l, uint32_t shape)
{
    solve *s = zm_pair_cpu_of(d);
    zm_pair_job j = job_of(s, l, shape);
    const bool stored = d->publisher && zm_pair_is_stored(d, shape);
    zm_status status = stored ? restore_shape(d, &j) : decide_shape(d, &j);
    if (!stored && status == ZM_OK) {
        add_found(s, &j);
        zm_progress_add(d->context, d->publisher ? zm_pair_shape_places(&s->plan, shape) : j.count);
        status = d->publisher ? zm_pair_store_shape(d, &j) : ZM_OK;
    }
    zm_pair_close_seen(s, shape);
    return status;
}

/* ---- slices ---- */
typedef zm_status shape_work(zm_driver *d, const zm_pair_layer *l, uint32_t shape);

static zm_status do_slice(zm_driver *d, const zm_pair_slice *slice, shape_work *work)
{
    solve *s = zm_pair_cpu_of(d);
    const zm_pair_window beyond = s->window[1];
    zm_status status = zm_check_stop(d->context);
    s->window[1] = s->window[0];
    s->window[0] = beyond;
    s->window[0].begin = s->plan.first[slice->from];
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)s->threads)
    for (uint32_t shape = slice->from; shape < slice->to; shape++) {
        zm_status now;
#pragma omp atomic read
        now = status;
        if (now != ZM_OK)
            continue;
        now = work(d, slice->layer, shape);
        if (now != ZM_OK)
#pragma omp atomic write
            status = now;
    }
    return status;
}

static zm_status find_slices(zm_driver *d)
{
    solve *s = zm_pair_cpu_of(d);
    for (uint32_t i = s->plan.slices; i-- > 0;) {
        const zm_pair_slice *slice = &s->plan.slice[i];
        if (slice->to == slice->layer->to)
            ZM_TRY(d->context, zm_pair_next_layer(s, slice->layer, slice->layer->few ? 0 : 1));
        ZM_TRY(d->context, do_slice(d, slice, find_shape));
    }
    return ZM_OK;
}

/* ---- the method ---- */
static bool can(const zm_variant *v, const zm_solve_options *o) { return (void)v, (void)o, true; }
static unsigned suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return (void)c, (void)v, (void)o, ZM_SUITS_OWN;
}

static zm_status open(zm_driver *d)
{
    zm_context *c = d->context;
    solve *s;
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "a solve"));
    d->state = s;
    s->context = c;
    s->distances = !d->options->wdl;
    s->stores = d->options->tables;
    s->threads = zm_threads(c);
    ZM_TRY(c, zm_pair_plan_open(c, d->variant, &s->plan));
    zm_pair_plan_tell(&s->plan, d);
    d->plan.counts_twice = s->stores;
    d->plan.demand.memory = zm_pair_need(d);
    return ZM_OK;
}

static void close(zm_driver *d)
{
    solve *s = zm_pair_cpu_of(d);
    if (!s)
        return;
    zm_pair_close_work(s);
    for (uint32_t i = 0; i < s->plan.shapes && s->seen; i++)
        zm_pair_close_seen(s, i);
    zm_release(d->context, s->seen);
    zm_release(d->context, s->room);
    zm_pair_plan_close(d->context, &s->plan);
    zm_release(d->context, s);
}

static zm_status prepare(zm_driver *d)
{
    solve *s = zm_pair_cpu_of(d);
    ZM_TRY(d->context, zm_pair_plan_prepare(d, &s->plan));
    ZM_TRY(d->context, zm_alloc(d->context, &s->seen, s->plan.shapes, sizeof *s->seen, "shapes"));
    return zm_alloc(d->context, &s->room, s->threads, sizeof *s->room, "threads");
}

/* A solve may have been stopped when all tiers were on disk, and only the last line of its manifest was not. */
static bool is_all_stored(const zm_driver *d) { return d->publisher && d->done == d->plan.tiers; }

static zm_status find_states(zm_driver *d)
{
    solve *s = zm_pair_cpu_of(d);
    if (is_all_stored(d))
        return ZM_OK;
    zm_progress_begin(d->context, "enumerate", s->plan.placements);
    zm_status status = zm_pair_open_work(s, true);
    if (status == ZM_OK)
        status = find_slices(d);
    zm_progress_end(d->context);
    zm_pair_close_work(s);
    return status;
}

static zm_status solve_group(zm_driver *d, uint32_t group)
{
    solve *s = zm_pair_cpu_of(d);
    const zm_pair_slice *slice = &s->plan.slice[group];
    const zm_pair_layer *l = slice->layer;
    if (is_all_stored(d) || (l->few && !d->publisher))
        return ZM_OK;
    if (!s->classifies)
        ZM_TRY(d->context, zm_pair_open_work(s, false));
    s->classifies = true;
    if (slice->from == l->from && !l->few)
        ZM_TRY(d->context, zm_pair_next_layer(s, l, l->top ? 0 : 2));
    return do_slice(d, slice, solve_shape);
}

/* While other shapes are being added up. */
static zm_status start(zm_driver *d, zm_value *out)
{
    const solve *s = zm_pair_cpu_of(d);
#pragma omp critical(zm_pair)
    *out = s->distances ? s->farthest.start : zm_pair_start_value(s->start);
    return ZM_OK;
}

static zm_status finish(zm_driver *d)
{
    const solve *s = zm_pair_cpu_of(d);
    zm_summary *sum = &d->out->summary;
    d->out->visits = s->counts.visits;
    if (d->publisher)
        return ZM_OK;
    zm_pair_summarize(&s->counts, sum);
    sum->longest = (unsigned)s->farthest.plies;
    sum->longest_position = s->farthest.at;
    sum->has_longest = s->farthest.any;
    return start(d, &d->start_value);
}

extern const zm_solver zm_pair_solver;
const zm_solver zm_pair_solver = {.method = ZM_METHOD_PAIR,
                                  .engines = 1u << ZM_ENGINE_CPU,
                                  .index = true,
                                  .can = can,
                                  .suits = suits,
                                  .open = open,
                                  .close = close,
                                  .prepare = prepare,
                                  .find_states = find_states,
                                  .solve_group = solve_group,
                                  .source = {.start = start},
                                  .finish = finish};
