/* dense.c: a solve over a dense index on a device: enumerate, then classify tier by tier, storing as it goes.
 *
 * In memory are a bit a place for all tiers (which places are states) and two bytes a place for the tiers that are
 * still needed: those being solved and those that later tiers have as children. On a device these are in its memory,
 * one tier is solved after the other, and each is carried to the table while the next ones are solved. */
#include "base/clock.h"
#include "base/stop.h"
#include "base/text.h"
#include "classify.h"
#include "dense_device.h"
#include "dense_memory.h"
#include "solve/hash/graph.h"
#include "solve/solver.h"
#include "states.h"
#include "table/format/format.h"
#include "transfer.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

typedef struct dense_solve {
    zm_context *context;
    const zm_variant *variant;
    const zm_solve_options *options;
    zm_solved *out;
    zm_tiers tiers;
    zm_states reach;
    zm_dense dense;
    zm_tally *tally; /* of each tier */
    zm_place start;
    zm_value start_value;
    zm_writer *writer;      /* NULL: nothing is stored */
    uint32_t done;          /* tiers that were on disk */
    zm_dense_device *climb; /* on a device: all values */
    zm_device_plan plan;    /* of those that find no room there */
    bool plan_works;        /* there and here, they find some */
    zm_transfer *carry;     /* and who takes them to the table */
} dense_solve;

/* Where all states count a device finds them itself. */
static bool is_enumerated(const dense_solve *d)
{
    return !d->variant->game->rules.all_reachable && !(d->climb && zm_all_states(d->variant));
}

static zm_dense_needs need_of(const dense_solve *d)
{
    return (zm_dense_needs){.variant = d->variant,
                            .tiers = &d->tiers,
                            .method = d->out->method,
                            .threads = zm_threads(d->context),
                            .games = d->options->count_games,
                            .device = d->climb,
                            .held = d->plan.here,
                            .writer = zm_storing_bytes(d->context, d->options, d->tiers.places, d->tiers.largest)};
}

static zm_status announce(dense_solve *d)
{
    const zm_dense_needs n = need_of(d);
    d->out->places = d->tiers.places;
    d->out->tiers = d->tiers.count;
    const uint64_t disk = zm_storing_disk(d->options, d->tiers.places);
    const zm_demand demand = {.memory = zm_dense_need(&n), .disk = disk};
    if (d->climb)
        ZM_TRY(d->context, zm_dense_device_announce(d->climb));
    return zm_announce(d->context, d->variant, d->options, &demand, d->out);
}

/* ---- states ---- */
static void reach_path(const dense_solve *d, char *out, size_t size)
{
    snprintf(out, size, "%s/" ZM_STATES_FILE, zm_writer_folder(d->writer));
}

static zm_status enumerate_there(dense_solve *d)
{
    const double began = zm_now();
    ZM_TRY(d->context,
           zm_dense_device_reach(d->climb, zm_states_start(d->variant, &d->tiers, &d->reach), d->reach.tier));
    zm_note(d->context, "which states there are was found there in %.2f s", zm_now() - began);
    return ZM_OK;
}

static zm_status enumerate(dense_solve *d)
{
    zm_context *c = d->context;
    char path[4096];
    if (!is_enumerated(d))
        return ZM_OK;
    ZM_TRY(c, zm_states_open(c, &d->tiers, &d->reach));
    d->dense.reached = d->reach.tier;
    if (d->writer)
        reach_path(d, path, sizeof path);
    if (d->writer && zm_states_load(c, d->variant, &d->reach, path))
        return ZM_OK;
    ZM_TRY(c, enumerate_there(d));
    return d->writer && d->tiers.runs > 1 ? zm_states_save(c, d->variant, &d->reach, path) : ZM_OK;
}

/* Of a solve that was stopped when that tier was on disk. */
static zm_status read_start(dense_solve *d)
{
    return zm_writer_read_piece(d->writer, d->start.tier, d->start.index, 1, &d->start_value);
}

/* What an interrupted solve left, as far as it is still needed. */
static zm_status take_over(dense_solve *d)
{
    zm_context *c = d->context;
    if (!d->writer)
        return ZM_OK;
    d->done = zm_writer_done(d->writer);
    if (d->done)
        zm_note(c, "resuming: %u of %u tiers are done", d->done, d->tiers.count);
    if (d->start.tier < d->done)
        ZM_TRY(c, read_start(d));
    for (uint32_t i = 0; i < d->done; i++) /* the device reads them when they are needed */
        zm_progress_add(c, 2 * d->tiers.size[i]);
    return ZM_OK;
}

/* One ply more than ZM_FARTHEST would be stored as a draw. Retrograde by levels notices that it has come so far. The
 * best of known values does not show it, so there the last ply counts as one too many. */
static zm_status check_farthest(const dense_solve *d, uint32_t tier)
{
    const bool by_levels = d->out->method == ZM_METHOD_BACKWARD && d->variant->game->rules.inside != ZM_DESCENDS;
    return by_levels || d->tally[tier].summary.longest < ZM_FARTHEST ? ZM_OK : zm_too_far(d->context, ZM_FARTHEST - 1);
}

/* ---- bookkeeping ---- */
static void count_tier(dense_solve *d, uint32_t tier)
{
    d->out->visits += d->tally[tier].visits;
    if (!d->writer)
        zm_summary_add(&d->out->summary, &d->tally[tier].summary);
}

/* ---- on a device ---- */
static const uint64_t *reached_of(const dense_solve *d, uint32_t tier)
{
    return d->dense.reached ? d->dense.reached[tier] : NULL;
}

/* Some states of each tier are computed anew, or of each run; of large ones as many as is their share. */
static zm_status check_tiers(dense_solve *d, uint32_t from, uint32_t to)
{
    enum { SAMPLE = 1 << 17, AT_LEAST = 64, ONE_IN = 1 << 10 };
    const uint64_t places = d->tiers.places, sample = places / ONE_IN < SAMPLE ? places / ONE_IN : SAMPLE;
    uint64_t here = 0;
    for (uint32_t i = from; i < to; i++)
        here += d->tiers.size[i];
    const double share = (double)here / (double)places;
    return zm_dense_device_check(d->climb, from, to, d->dense.reached, AT_LEAST + (uint64_t)((double)sample * share),
                                 &d->out->checked);
}

/* A tier whose values are there. */
static zm_status end_tier_there(dense_solve *d, uint32_t tier)
{
    if (tier == d->start.tier)
        ZM_TRY(d->context, zm_dense_device_get(d->climb, tier, d->start.index, 1, &d->start_value));
    zm_progress_add(d->context, d->tiers.size[tier]);
    if (d->carry)
        zm_transfer_tier(d->carry, tier, &d->tally[tier].summary);
    count_tier(d, tier);
    return ZM_OK;
}

static zm_status counting_tier(dense_solve *d, uint32_t tier)
{
    zm_context *c = d->context;
    zm_tally *t = &d->tally[tier];
    ZM_TRY(c, zm_check_stop(c));
    ZM_TRY(c, zm_dense_device_solve(d->climb, tier, reached_of(d, tier), &t->summary, &t->visits));
    ZM_TRY(c, check_tiers(d, tier, tier + 1));
    return end_tier_there(d, tier);
}

static bool sweeps(const dense_solve *d) { return d->out->method == ZM_METHOD_SWEEP; }

/* Without cycles: all that are not done, side by side where they can be. */
static zm_status sweep_run(dense_solve *d, uint32_t run, uint32_t from)
{
    zm_context *c = d->context;
    const zm_run *r = &d->tiers.run[run];
    ZM_TRY(c, zm_dense_device_sweep(d->climb, run, from, d->dense.reached, d->tally));
    ZM_TRY(c, check_tiers(d, from, r->to));
    for (uint32_t i = from; i < r->to; i++) {
        ZM_TRY(c, check_farthest(d, i));
        ZM_TRY(c, end_tier_there(d, i));
    }
    return ZM_OK;
}

static zm_status run_there(dense_solve *d, uint32_t run)
{
    zm_context *c = d->context;
    const zm_run *r = &d->tiers.run[run];
    const uint32_t from = r->from > d->done ? r->from : d->done;
    if (from >= r->to)
        return ZM_OK;
    ZM_TRY(c, zm_dense_device_family(d->climb, run));
    if (sweeps(d))
        return sweep_run(d, run, from);
    for (uint32_t i = from; i < r->to; i++)
        ZM_TRY(c, counting_tier(d, i));
    return ZM_OK;
}

static void note_work(dense_solve *d)
{
    zm_device_work w;
    char out[32], back[32];
    zm_dense_device_work(d->climb, &w);
    d->out->device_seconds = w.seconds;
    d->out->device_bytes = w.bytes;
    d->out->device_moved = w.out;
    if (w.out)
        zm_note(d->context, "%s of values left its memory and %s came back; it waited %.2f s for them",
                zm_bytes_text(w.out, out), zm_bytes_text(w.back, back), w.waited);
}

/* One after the other; a device does each with all its threads. */
static zm_status climb(dense_solve *d)
{
    zm_status s = ZM_OK;
    if (d->writer && d->done < d->tiers.count)
        s = zm_transfer_open(d->context, d->climb, d->writer, &d->tiers, &d->carry);
    zm_dense_device_carry(d->climb, d->carry);
    for (uint32_t k = 0; k < d->tiers.runs && s == ZM_OK; k++)
        s = run_there(d, k);
    if (s == ZM_OK && d->carry)
        s = zm_transfer_finish(d->carry);
    zm_dense_device_rest(d->climb);
    note_work(d);
    if (s == ZM_OK && d->out->checked)
        zm_note(d->context, "%" PRIu64 " states computed anew from the rules: all as found", d->out->checked);
    return s;
}

static zm_status classify(dense_solve *d)
{
    zm_context *c = d->context;
    zm_progress_begin(c, d->writer ? "classify and store" : "classify", d->tiers.places * (d->writer ? 2 : 1));
    zm_status s = take_over(d);
    if (s == ZM_OK)
        s = climb(d);
    zm_progress_end(c);
    return s;
}

/* ---- the whole ---- */
static zm_status open_writer(dense_solve *d)
{
    if (!d->options->tables)
        return ZM_OK;
    zm_writer_plan plan = {.tiers = d->tiers.count,
                           .tier_size = d->tiers.size,
                           .wdl = d->options->wdl,
                           .again = d->options->again,
                           .part_states = d->options->part_states};
    return zm_writer_open(d->context, d->variant, d->options->tables, &plan, &d->writer);
}

static zm_status finish(dense_solve *d)
{
    d->out->summary.start = d->start_value;
    d->out->resumed = d->done;
    if (!d->writer && d->options->wdl)
        zm_summary_wdl(&d->out->summary);
    if (!d->writer)
        return ZM_OK;
    char path[4096];
    reach_path(d, path, sizeof path);
    unlink(path); /* before the table is finished: afterwards nobody would come back for it */
    return zm_writer_finish(d->writer, d->start_value, &d->out->summary, &d->out->table_bytes);
}

static zm_status make_lists(dense_solve *d)
{
    zm_context *c = d->context;
    uint32_t n = d->tiers.count;
    return zm_alloc(c, &d->tally, n, sizeof *d->tally, "the list of tiers");
}

/* What goes where, with runs as they are cut now. */
static zm_status plan_runs(dense_solve *d)
{
    zm_context *c = d->context;
    d->plan.here = 0;
    const zm_dense_needs n = need_of(d);
    const uint64_t need = zm_dense_need(&n), limit = zm_memory_limit(c);
    const zm_device_terms terms = {.enumerated = is_enumerated(d),
                                   .stored = d->options->tables,
                                   .part_states = zm_writer_part(d->tiers.places, d->options->part_states),
                                   .memory = limit > need ? limit - need : 0};
    ZM_TRY(c, zm_dense_device_plan(d->climb, &terms, &d->plan));
    d->plan_works = d->plan.fits && d->plan.here <= terms.memory;
    return ZM_OK;
}

/* Runs as long as a device has room for: it sweeps all tiers of a level at once, and moves them together. Of shorter
 * ones less is there at a time. Where even so not all stays there that is needed again, they are the longest of which
 * one has room with all that its moves lead to. */
static zm_status choose_runs(dense_solve *d)
{
    static const uint64_t places[] = {1 << 26, 1 << 24, 1 << 22, 1 << 20, 1 << 18, 1 << 16, 1 << 14, 1 << 12};
    enum { CHOICES = sizeof places / sizeof *places };
    zm_context *c = d->context;
    for (unsigned i = sweeps(d) ? 0 : 3; i < CHOICES; i++) {
        ZM_TRY(c, zm_tiers_recut(c, &d->tiers, places[i]));
        if (zm_dense_device_suffices(d->climb, is_enumerated(d)))
            return plan_runs(d);
    }
    ZM_TRY(c, zm_tiers_recut(c, &d->tiers, 1));
    ZM_TRY(c, plan_runs(d));
    if (!d->plan.fits) /* then nothing does */
        return ZM_OK;
    for (unsigned i = sweeps(d) ? 0 : 3; i < CHOICES; i++) {
        ZM_TRY(c, zm_tiers_recut(c, &d->tiers, places[i]));
        ZM_TRY(c, plan_runs(d));
        if (d->plan_works)
            return ZM_OK;
    }
    ZM_TRY(c, zm_tiers_recut(c, &d->tiers, 1));
    return plan_runs(d);
}

static zm_status open_device(dense_solve *d)
{
    ZM_TRY(d->context,
           zm_dense_device_open(d->context, d->variant, d->options->engine, sweeps(d), &d->tiers, &d->climb));
    return choose_runs(d);
}

static zm_status run(dense_solve *d)
{
    zm_context *c = d->context;
    ZM_TRY(c, zm_tiers_open(c, d->variant, d->out->method == ZM_METHOD_HUNT, &d->tiers));
    ZM_TRY(c, open_device(d));
    ZM_TRY(c, announce(d));
    ZM_TRY(c, make_lists(d));
    d->start = d->variant->game->rules.rank(d->variant, zm_start_state(d->variant));
    ZM_TRY(c, open_writer(d));
    ZM_TRY(c, enumerate(d));
    ZM_TRY(c, classify(d));
    return finish(d);
}

zm_status zm_solve_dense(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out)
{
    dense_solve d = {.context = c, .variant = v, .options = o, .out = out, .dense.variant = v};
    zm_status s = run(&d);
    if (d.climb)
        zm_dense_device_rest(d.climb);
    zm_transfer_close(d.carry);
    zm_writer_close(d.writer);
    zm_dense_device_free(d.climb);
    d.climb = NULL;
    zm_release(c, d.tally);
    zm_states_close(c, &d.reach);
    zm_tiers_close(c, &d.tiers);
    return s;
}
