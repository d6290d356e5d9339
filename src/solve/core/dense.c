/* dense.c: a solve over a dense index: enumerate, then classify tier by tier, storing as it goes.
 *
 * In memory are a bit a place for all tiers (which places are states) and two bytes a place for the tiers that are
 * still needed: those being solved and those that later tiers have as children. On a device these are in its memory,
 * one tier is solved after the other, and each is carried to the table while the next ones are solved. */
#include "base/clock.h"
#include "base/memory.h"
#include "base/stop.h"
#include "base/text.h"
#include "classify.h"
#include "dense_device.h"
#include "dense_memory.h"
#include "encode_queue.h"
#include "kernel/hunt_cyclic.h"
#include "solve/hash/graph.h"
#include "solve/hunt/acyclic.h"
#include "solve/solver.h"
#include "states.h"
#include "table/format/format.h"
#include "transfer.h"

#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

enum {
    LARGE_PAGES = 1 << 21, /* values of a tier from which they are worth large pages */
};

typedef struct dense_solve {
    zm_context *context;
    const zm_variant *variant;
    const zm_solve_options *options;
    zm_solved *out;
    zm_tiers tiers;
    zm_states reach;
    zm_dense dense;
    zm_job job;
    zm_tally *tally; /* of each tier */
    zm_place start;
    zm_value start_value;
    zm_writer *writer;      /* NULL: nothing is stored */
    uint32_t done;          /* tiers that were on disk */
    zm_encode_queue *store; /* with a writer: the tiers on their way to it */
    omp_lock_t lock;        /* guards the next two, counting and dropping */
    bool *is_done;          /* by tier: classified, and stored or encoded for that */
    uint32_t *users;        /* by tier: tiers above that still need its values */
    zm_value *packed;       /* of a hunt without cycles: a tier as it goes to disk */
    zm_cyclic *chase;       /* of a hunt with cycles: what is kept of its tiers */
    zm_dense_device *climb; /* on a device: all values */
    zm_device_plan plan;    /* of those that find no room there */
    bool plan_works;        /* there and here, they find some */
    zm_transfer *carry;     /* and who takes them to the table */
} dense_solve;

static bool is_hunt(const dense_solve *d) { return d->chase || d->tiers.stride; }

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

static zm_status count_games(dense_solve *d)
{
    zm_ends ends;
    ZM_TRY(d->context, zm_states_count(d->context, d->variant, &d->tiers, &d->reach, &ends));
    zm_hunt_games_text(d->variant, &ends, d->out);
    return ZM_OK;
}

static zm_status enumerate_chase(dense_solve *d)
{
    char path[4096];
    if (!d->writer)
        return zm_cyclic_reach(d->context, d->chase, &d->tiers);
    reach_path(d, path, sizeof path);
    if (zm_cyclic_load(d->context, d->chase, &d->tiers, path))
        return ZM_OK;
    ZM_TRY(d->context, zm_cyclic_reach(d->context, d->chase, &d->tiers));
    return zm_cyclic_save(d->context, d->chase, &d->tiers, path);
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
    if (d->chase)
        return enumerate_chase(d);
    ZM_TRY(c, zm_states_open(c, &d->tiers, &d->reach));
    d->dense.reached = d->reach.tier;
    if (d->writer)
        reach_path(d, path, sizeof path);
    if (d->tiers.stride && d->options->count_games)
        return count_games(d);
    if (d->writer && zm_states_load(c, d->variant, &d->reach, path))
        return ZM_OK;
    if (d->climb)
        ZM_TRY(c, enumerate_there(d));
    else
        ZM_TRY(c, zm_states_fill(c, d->variant, &d->tiers, &d->reach));
    return d->writer && d->tiers.runs > 1 ? zm_states_save(c, d->variant, &d->reach, path) : ZM_OK;
}

/* ---- values ---- */
static void drop(dense_solve *d, uint32_t tier)
{
    if (d->chase)
        zm_cyclic_drop(d->context, d->chase, tier);
    zm_release(d->context, d->dense.values[tier]);
    d->dense.values[tier] = NULL;
}

/* A tier is dropped when it is stored, or encoded for that, and nobody needs it any more. */
static void drop_if_done(dense_solve *d, uint32_t tier)
{
    if (d->is_done[tier] && !d->users[tier])
        drop(d, tier);
}

static zm_status make_room(dense_solve *d, uint32_t tier)
{
    if (d->chase)
        return ZM_OK; /* it asks for what is decided, when that is known */
    /* A hunt writes what it reads; clearing it first would cost as much as solving it. */
    zm_status (*get)(zm_context *, void *, uint64_t, size_t, const char *) = d->tiers.stride ? zm_resize : zm_alloc;
    ZM_TRY(d->context, get(d->context, &d->dense.values[tier], zm_tier_room(&d->tiers, tier), sizeof(zm_value),
                           "the values of a tier"));
    if (zm_tier_room(&d->tiers, tier) >= LARGE_PAGES) /* they are looked up all over the place */
        zm_large_pages(d->dense.values[tier]);
    return ZM_OK;
}

static zm_value value_of_start(const dense_solve *d)
{
    const zm_value *values = d->dense.values[d->start.tier];
    if (d->chase)
        return zm_cyclic_start(d->chase);
    return d->tiers.stride
               ? values[zm_hunt_row(d->variant, d->start) * d->tiers.stride + zm_hunt_square(d->variant, d->start)]
               : values[d->start.index];
}

static zm_status read_back(dense_solve *d, uint32_t tier)
{
    zm_value *to = d->tiers.stride ? d->packed : d->dense.values[tier];
    ZM_TRY(d->context, zm_encode_queue_read(d->store, tier, to));
    if (d->tiers.stride)
        zm_hunt_unpack(&d->dense, &d->tiers, tier, d->packed);
    return ZM_OK;
}

/* Of a solve that was stopped when that tier was on disk. */
static zm_status read_start(dense_solve *d)
{
    return zm_encode_queue_read_piece(d->store, d->start.tier, d->start.index, 1, &d->start_value);
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
    if (d->chase) /* each when its turn comes */
        return d->done == d->tiers.count ? read_start(d) : ZM_OK;
    if (d->climb && d->start.tier < d->done)
        ZM_TRY(c, read_start(d));
    for (uint32_t i = 0; i < d->done; i++) {
        zm_progress_add(c, 2 * d->tiers.size[i]); /* classified and stored */
        if (d->climb)                             /* it reads them when they are needed */
            continue;
        if (d->tiers.last_user[i] >= d->done || i == d->start.tier) {
            ZM_TRY(c, make_room(d, i));
            ZM_TRY(c, read_back(d, i));
        }
    }
    if (d->start.tier < d->done && !d->climb)
        d->start_value = value_of_start(d);
    return ZM_OK;
}

/* A tier that is on disk, as far as the ones above need it. */
static zm_status restore(dense_solve *d, uint32_t tier)
{
    zm_context *c = d->context;
    zm_value *disk = NULL;
    zm_status s = zm_alloc(c, &disk, d->tiers.size[tier], sizeof *disk, "the values of a tier");
    if (s == ZM_OK)
        s = zm_encode_queue_read(d->store, tier, disk);
    if (s == ZM_OK)
        s = zm_cyclic_restore(c, d->chase, &d->tiers, tier, disk);
    zm_release(c, disk);
    if (s == ZM_OK && tier == d->start.tier)
        d->start_value = value_of_start(d);
    zm_progress_add(c, 2 * d->tiers.size[tier]);
    return s;
}

static zm_status classify_chase(dense_solve *d, uint32_t tier)
{
    zm_status s = zm_cyclic_classify(d->context, d->chase, &d->tiers, tier, &d->tally[tier]);
    zm_progress_add(d->context, d->tiers.size[tier]);
    return s;
}

static zm_status classify_tier(dense_solve *d, uint32_t tier)
{
    ZM_TRY(d->context, zm_check_stop(d->context));
    switch (d->out->method) {
    case ZM_METHOD_FORWARD: return zm_classify_forward(&d->job, tier, &d->tally[tier]);
    case ZM_METHOD_HUNT: return d->chase ? classify_chase(d, tier) : zm_classify_hunt(&d->job, tier, &d->tally[tier]);
    case ZM_METHOD_BACKWARD: return zm_classify_backward(&d->job, tier, &d->tally[tier]);
    default: return zm_classify_sweep(&d->job, tier, &d->tally[tier]);
    }
}

/* One ply more than ZM_FARTHEST would be stored as a draw. Retrograde by levels notices that it has come so far. The
 * best of known values does not show it, so there the last ply counts as one too many. */
static zm_status check_farthest(const dense_solve *d, uint32_t tier)
{
    const bool by_levels = d->out->method == ZM_METHOD_BACKWARD && d->variant->game->rules.inside != ZM_DESCENDS;
    return by_levels || d->tally[tier].summary.longest < ZM_FARTHEST ? ZM_OK : zm_too_far(d->context, ZM_FARTHEST - 1);
}

/* ---- to the table ---- */
static void pack_rows(const dense_solve *d, uint32_t tier, uint64_t first, uint64_t count, zm_value *disk)
{
    if (d->chase)
        zm_cyclic_pack(d->chase, &d->tiers, tier, first, count, disk);
    else
        zm_hunt_pack(&d->dense, tier, first, count, disk);
}

static zm_status encode_rows(const dense_solve *d, uint32_t tier, zm_encoder *e)
{
    enum { ROWS = 256 };
    zm_value disk[ROWS * ZM_HUNT_SQUARES];
    const unsigned length = d->variant->game->rules.hunt->free(d->variant, d->chase ? tier : tier / 2);
    const uint64_t rows = d->tiers.size[tier] / length;
    for (uint64_t i = 0; i < rows; i += ROWS) {
        const uint64_t n = rows - i < ROWS ? rows - i : ROWS;
        pack_rows(d, tier, i, n, disk);
        ZM_TRY(d->context, zm_encoder_put(e, disk, n * length));
    }
    return ZM_OK;
}

static zm_status encode_tier(const dense_solve *d, uint32_t tier)
{
    zm_encoder *e;
    ZM_TRY(d->context, zm_encode_queue_begin(d->store, tier, &e));
    ZM_TRY(d->context,
           is_hunt(d) ? encode_rows(d, tier, e) : zm_encoder_put(e, d->dense.values[tier], d->tiers.size[tier]));
    return zm_encoder_end(e);
}

typedef struct packing {
    const dense_solve *solve;
    uint32_t tier;
} packing;

static void pack_range(void *arg, uint64_t from, uint64_t to, zm_tally *t)
{
    const packing *p = arg;
    const dense_solve *d = p->solve;
    (void)t;
    zm_hunt_pack(&d->dense, p->tier, from, to - from,
                 d->packed + from * (d->tiers.size[p->tier] / d->tiers.units[p->tier]));
}

static zm_status write_tier(const dense_solve *d, uint32_t tier)
{
    enum { ROWS = 1024 };
    zm_tally none = {0};
    packing p = {d, tier};
    if (d->packed)
        zm_job_ranges(&d->job, d->tiers.units[tier], ROWS, pack_range, &p, &none);
    return zm_encode_queue_tier(d->store, tier, d->packed ? d->packed : d->dense.values[tier], &d->tally[tier].summary);
}

/* Where tiers are solved side by side, they are encoded so too. */
static bool side_by_side(const dense_solve *d) { return d->chase || (!d->job.large && zm_threads(d->context) > 1); }

static zm_status store(dense_solve *d, uint32_t tier)
{
    if (tier == d->start.tier)
        d->start_value = value_of_start(d);
    if (!d->writer)
        return ZM_OK;
    return side_by_side(d) ? encode_tier(d, tier) : write_tier(d, tier);
}

/* ---- bookkeeping ---- */
static void count_tier(dense_solve *d, uint32_t tier)
{
    d->out->visits += d->tally[tier].visits;
    if (!d->writer)
        zm_summary_add(&d->out->summary, &d->tally[tier].summary);
}

static void tier_is_done(dense_solve *d, uint32_t tier)
{
    const zm_links *l = &d->tiers.down;
    omp_set_lock(&d->lock);
    count_tier(d, tier);
    d->is_done[tier] = true;
    if (d->chase)
        zm_cyclic_stored(d->context, d->chase, tier);
    if (d->tiers.linked)
        for (uint64_t k = l->first[tier]; k < l->first[tier + 1]; k++) {
            d->users[l->tier[k]]--;
            if (d->chase)
                zm_cyclic_used(d->context, d->chase, tier, l->tier[k]);
            drop_if_done(d, l->tier[k]);
        }
    drop_if_done(d, tier);
    omp_unset_lock(&d->lock);
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

static zm_status do_tier(void *arg, uint32_t tier)
{
    dense_solve *d = arg;
    if (tier < d->done && !d->chase)
        return ZM_OK;
    if (tier < d->done) {
        ZM_TRY(d->context, zm_check_stop(d->context));
        ZM_TRY(d->context, restore(d, tier));
        tier_is_done(d, tier);
        return ZM_OK;
    }
    ZM_TRY(d->context, make_room(d, tier));
    ZM_TRY(d->context, classify_tier(d, tier));
    ZM_TRY(d->context, check_farthest(d, tier));
    ZM_TRY(d->context, store(d, tier));
    tier_is_done(d, tier);
    return d->writer && side_by_side(d) ? zm_encode_queue_ready(d->store, tier, &d->tally[tier].summary) : ZM_OK;
}

/* Who needs a tier's values: the tiers above it that are not on disk; without links, somebody always does. */
static void count_users(dense_solve *d)
{
    const zm_links *l = &d->tiers.up;
    for (uint32_t i = 0; i < d->tiers.count; i++) {
        d->is_done[i] = i < d->done;
        d->users[i] = d->tiers.linked ? 0 : 1;
        if (d->tiers.linked)
            for (uint64_t k = l->first[i]; k < l->first[i + 1]; k++)
                d->users[i] += d->chase || l->tier[k] >= d->done;
    }
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
    count_users(d);
    if (d->climb && s == ZM_OK)
        s = climb(d);
    for (uint32_t k = 0; !d->climb && k < d->tiers.runs && s == ZM_OK; k++)
        if (d->tiers.run[k].to > d->done) {
            d->job.large = d->tiers.run[k].large;
            s = zm_tiers_do(c, &d->tiers, &d->tiers.run[k], true, do_tier, d);
        }
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
    ZM_TRY(d->context, zm_writer_open(d->context, d->variant, d->options->tables, &plan, &d->writer));
    return zm_encode_queue_open(d->context, d->writer, d->tiers.count, &d->store);
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
    ZM_TRY(d->context, zm_encode_queue_finish(d->store));
    reach_path(d, path, sizeof path);
    unlink(path); /* before the table is finished: afterwards nobody would come back for it */
    return zm_writer_finish(d->writer, d->start_value, &d->out->summary, &d->out->table_bytes);
}

static zm_status make_lists(dense_solve *d)
{
    zm_context *c = d->context;
    uint32_t n = d->tiers.count;
    ZM_TRY(c, zm_alloc(c, &d->dense.values, n, sizeof *d->dense.values, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &d->tally, n, sizeof *d->tally, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &d->is_done, n, sizeof *d->is_done, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &d->users, n, sizeof *d->users, "the list of tiers"));
    if (d->tiers.chase)
        return zm_cyclic_open(c, d->variant, &d->tiers, !d->options->wdl, &d->chase);
    if (!d->tiers.stride)
        return ZM_OK;
    zm_hunt_open(&d->dense, &d->tiers);
    return d->options->tables
               ? zm_alloc(c, &d->packed, d->tiers.largest, sizeof *d->packed, "a tier on its way to disk")
               : ZM_OK;
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
    if (d->options->engine != ZM_ENGINE_CPU)
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
    d.job = (zm_job){.context = c, .kernels = zm_kernels_for(v), .dense = &d.dense, .tiers = &d.tiers};
    omp_init_lock(&d.lock);
    zm_status s = run(&d);
    omp_destroy_lock(&d.lock);
    if (d.climb)
        zm_dense_device_rest(d.climb);
    zm_transfer_close(d.carry);
    zm_encode_queue_close(d.store);
    zm_writer_close(d.writer);
    zm_cyclic_close(c, d.chase, &d.tiers);
    d.chase = NULL;
    zm_dense_device_free(d.climb);
    d.climb = NULL;
    if (d.dense.values)
        for (uint32_t i = 0; i < d.tiers.count; i++)
            drop(&d, i);
    zm_release(c, d.dense.values);
    zm_release(c, d.packed);
    zm_release(c, d.is_done);
    zm_release(c, d.users);
    zm_release(c, d.tally);
    zm_states_close(c, &d.reach);
    zm_tiers_close(c, &d.tiers);
    return s;
}
