/* driver.c: one solve, from the announcement to the finished table, whatever the method and the engine.
 *
 * INVARIANTS
 *  1. Only the driver and its publisher touch the writer of the table.
 *  2. A tier is solved when all its children are solved or restored. Tiers are published in ascending order.
 *  3. A tier is dropped only when it is published (or nothing is stored) and no tier that is not solved yet needs it.
 *  4. Nothing large is taken before the announcement, and no more is ever taken than was announced. Only a method that
 *     knows its size when its states are found (`late`) announces no more than what a state takes.
 *  5. A table of exact values by a dense index depends on the variant, the kind of values and part_states alone: not on
 *     the method, the engine, the number of threads, or how often the solve was interrupted.
 *  6. What is on disk is never stored again. A method with `restore` does not solve it again either.
 *
 * Where a killed solve goes on: the publisher finds the finished tiers of its table (d->done), find_states loads what
 * the file d->states_file has, and solve_all passes over what is done. */
#include "announce.h"
#include "base/stop.h"
#include "lifetime.h"
#include "method.h"
#include "solve/core/graph.h"
#include "table/format/format.h"

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

void zm_plan_tiers(zm_driver *d, const zm_tiers *t)
{
    zm_plan *p = &d->plan;
    const bool stored = d->options->tables;
    p->graph = t;
    p->tiers = t->count;
    p->tier_size = t->size;
    p->places = t->places;
    p->largest = t->largest;
    if (d->solver->dice) {
        p->phase = "iterate";
        return; /* a method that makes graphs of moves counts twice */
    }
    p->phase = stored ? "classify and store" : "classify";
    p->counts_twice = stored;
    p->demand.disk = zm_storing_disk(d->options, t->places);
}

/* ---- the start ---- */
static zm_status start_from_disk(zm_driver *d)
{
    const zm_place at = d->start;
    return d->solver->dice ? zm_publish_read_odds(d->publisher, at.tier, at.index, 1, &d->start_odds)
                           : zm_publish_read(d->publisher, at.tier, at.index, 1, &d->start_value);
}

/* While its tier is in memory. */
static zm_status note_start(zm_driver *d)
{
    const zm_values_source *s = &d->solver->source;
    const zm_place at = d->start;
    if (d->solver->dice)
        return s->start_odds ? s->start_odds(d, &d->start_odds) : s->odds(d, at.tier, at.index, 1, &d->start_odds);
    return s->start ? s->start(d, &d->start_value) : s->values(d, at.tier, at.index, 1, &d->start_value);
}

/* ---- a tier ---- */
zm_status zm_driver_check_farthest(const zm_driver *d, uint32_t tier)
{
    /* One ply more than ZM_FARTHEST would be stored as a draw. The best of known values does not show it, so the last
     * ply counts as one too many. */
    return d->tally[tier].summary.longest < ZM_FARTHEST ? ZM_OK : zm_too_far(d->context, ZM_FARTHEST - 1);
}

static zm_status restore_tier(zm_driver *d, uint32_t tier)
{
    const bool needed = d->plan.restores_all ? d->done < d->plan.tiers : zm_lifetime_is_needed(d, tier);
    zm_progress_add(d->context, (d->plan.counts_twice ? 2 : 1) * d->plan.tier_size[tier]);
    ZM_TRY(d->context, zm_check_stop(d->context));
    if (needed && d->solver->restore)
        ZM_TRY(d->context, d->solver->restore(d, tier));
    zm_lifetime_settle(d, tier);
    return ZM_OK;
}

/* Side by side with others a tier is encoded by the thread that has solved it, and its values may go before the table
 * has it. */
static bool is_encoded_here(const zm_driver *d) { return !d->all_threads && !d->plan.one_by_one && !d->solver->dice; }

static zm_status publish_tier(zm_driver *d, uint32_t tier)
{
    if (!d->publisher)
        return ZM_OK;
    switch (d->plan.way) {
    case ZM_PUBLISH_BEHIND: zm_publish_behind(d->publisher, tier); return ZM_OK;
    case ZM_PUBLISH_PIECES: return ZM_OK;
    default: return is_encoded_here(d) ? zm_publish_encode(d->publisher, tier) : zm_publish_tier(d->publisher, tier);
    }
}

zm_status zm_driver_solved(zm_driver *d, uint32_t tier)
{
    const bool here = d->publisher && d->plan.way == ZM_PUBLISH_TIERS && is_encoded_here(d);
    assert(tier >= d->done);
    if (tier == d->start.tier)
        ZM_TRY(d->context, note_start(d));
    ZM_TRY(d->context, publish_tier(d, tier));
    zm_lifetime_settle(d, tier);
    return here ? zm_publish_encoded(d->publisher, tier) : ZM_OK;
}

zm_status zm_driver_encoded(zm_driver *d, uint32_t tier)
{
    assert(tier >= d->done);
    if (tier == d->start.tier)
        ZM_TRY(d->context, note_start(d));
    zm_lifetime_settle(d, tier);
    return zm_publish_encoded(d->publisher, tier);
}

static zm_status do_tier(void *arg, uint32_t tier)
{
    zm_driver *d = arg;
    if (tier < d->done)
        return restore_tier(d, tier);
    ZM_TRY(d->context, zm_check_stop(d->context));
    ZM_TRY(d->context, d->solver->solve_tier(d, tier));
    return zm_driver_solved(d, tier);
}

/* ---- all tiers ---- */
static zm_status solve_runs(zm_driver *d)
{
    const zm_tiers *t = d->plan.graph;
    for (uint32_t k = 0; k < t->runs; k++) {
        d->all_threads = t->run[k].large;
        ZM_TRY(d->context, zm_tiers_do(d->context, t, &t->run[k], true, do_tier, d));
    }
    return ZM_OK;
}

static zm_status solve_all(zm_driver *d)
{
    zm_lifetime_begin(d);
    if (d->publisher && d->start.tier < d->done)
        ZM_TRY(d->context, start_from_disk(d));
    if (d->solver->solve_group) {
        for (uint32_t g = 0; g < d->plan.groups; g++)
            ZM_TRY(d->context, d->solver->solve_group(d, g));
        return ZM_OK;
    }
    if (!d->plan.one_by_one)
        return solve_runs(d);
    for (uint32_t tier = 0; tier < d->plan.tiers; tier++)
        ZM_TRY(d->context, do_tier(d, tier));
    return ZM_OK;
}

static zm_status solve_phase(zm_driver *d)
{
    const zm_plan *p = &d->plan;
    zm_progress_begin(d->context, p->phase, p->work ? p->work : p->places * (p->counts_twice ? 2 : 1));
    zm_status s = solve_all(d);
    if (s == ZM_OK && d->publisher)
        s = zm_publish_wait_all(d->publisher);
    zm_progress_end(d->context);
    return s;
}

/* ---- the table ---- */
static zm_status open_table(zm_driver *d)
{
    if (!d->options->tables)
        return ZM_OK;
    ZM_TRY(d->context, zm_publisher_open(d, &d->publisher));
    d->out->resumed += d->done;
    snprintf(d->states_file, sizeof d->states_file, "%s/" ZM_STATES_FILE, zm_publisher_folder(d->publisher));
    return ZM_OK;
}

static zm_status finish(zm_driver *d)
{
    zm_summary *sum = &d->out->summary;
    if (d->solver->finish)
        ZM_TRY(d->context, d->solver->finish(d));
    sum->start = d->start_value;
    sum->start_odds = d->start_odds;
    if (!d->publisher) {
        if (d->options->wdl && !d->solver->dice)
            zm_summary_wdl(sum);
        return ZM_OK;
    }
    unlink(d->states_file); /* before the table is finished: afterwards nobody would come back for it */
    return zm_publisher_finish(d->publisher);
}

/* ---- the whole ---- */
static zm_status announce(zm_driver *d)
{
    d->out->tiers = d->plan.tiers;
    d->out->places = d->plan.places;
    if (d->solver->announce)
        ZM_TRY(d->context, d->solver->announce(d));
    ZM_TRY(d->context, zm_check_memory(d->context, d->variant, &d->plan.demand, d->out));
    if (d->need_only)
        return zm_fail(d->context, ZM_INTERRUPTED, "what it needs is known");
    return zm_announce(d->context, d->variant, d->options, &d->plan.demand, d->out);
}

/* ---- the only tier of a method that knows its size late ---- */
static zm_status solve_late(zm_driver *d)
{
    if (!d->plan.phase)
        return d->solver->solve_tier(d, 0);
    zm_progress_begin(d->context, d->plan.phase, d->plan.places);
    const zm_status s = d->solver->solve_tier(d, 0);
    zm_progress_end(d->context);
    return s;
}

static zm_status store_late(zm_driver *d)
{
    zm_context *c = d->context;
    if (!d->options->tables || d->plan.unpublished)
        return finish(d);
    zm_progress_begin(c, "store", 2 * d->plan.places);
    zm_status s = open_table(d);
    if (s == ZM_OK)
        s = zm_publish_tier(d->publisher, 0);
    if (s == ZM_OK)
        s = finish(d);
    zm_progress_end(c);
    zm_publisher_close(d->publisher);
    d->publisher = NULL;
    return s;
}

/* It is solved as a whole before a table is opened: a solve that fails leaves the table that is there alone. */
static zm_status one_round(zm_driver *d)
{
    ZM_TRY(d->context, solve_late(d));
    ZM_TRY(d->context, note_start(d));
    d->out->announced_bytes = d->plan.demand.memory;
    d->out->tiers = d->plan.tiers;
    d->out->places = d->plan.places;
    d->out->visits += d->tally[0].visits;
    d->out->summary = d->tally[0].summary;
    return store_late(d);
}

static zm_status run_late(zm_driver *d)
{
    const zm_solver *m = d->solver;
    if (m->announce)
        ZM_TRY(d->context, m->announce(d));
    ZM_TRY(d->context, m->find_states(d));
    ZM_TRY(d->context, zm_lifetime_open(d));
    do
        ZM_TRY(d->context, one_round(d));
    while (m->goes_on && m->goes_on(d));
    return ZM_OK;
}

static zm_status run(zm_driver *d)
{
    const zm_solver *m = d->solver;
    zm_context *c = d->context;
    ZM_TRY(c, m->open(d));
    if (d->plan.late)
        return d->need_only ? ZM_OK : run_late(d); /* what it needs nobody knows before */
    ZM_TRY(c, announce(d));
    ZM_TRY(c, zm_lifetime_open(d));
    if (m->prepare)
        ZM_TRY(c, m->prepare(d));
    if (d->variant->game->index->rank)
        d->start = d->variant->game->index->rank(d->variant, zm_start_state(d->variant));
    ZM_TRY(c, open_table(d));
    if (m->find_states)
        ZM_TRY(c, m->find_states(d));
    ZM_TRY(c, solve_phase(d));
    return finish(d);
}

zm_status zm_drive(zm_driver *d)
{
    d->out->summary.dice = d->solver->dice;
    d->out->summary.certified = d->solver->dice && !d->options->one_vector;
    const zm_status s = run(d);
    zm_publisher_close(d->publisher);
    d->publisher = NULL;
    d->solver->close(d);
    zm_lifetime_close(d);
    return s;
}
