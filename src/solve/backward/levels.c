/* levels.c: retrograde analysis of a tier with `parents`: from what is decided to what that decides.
 *
 * Level r decides the states with remoteness r. Candidates are the parents of what was decided at level r-1, in this
 * tier (followed at once) or in another (sorted into `later` before it all begins). A good move decides a parent at
 * once; after a bad one its moves are looked at again: if all are bad by now it is lost. So the work grows with what is
 * decided, whatever the number of draws; the one look at every state is for those that have ended.
 *
 * Where the game helps, moves are counted down instead: see counting.c, and rows.c.
 *
 * One descending tier that is alone in its game needs no levels at all: see `push` in kernel/levels.inc. */
#include "base/stop.h"
#include "solve/core/dense_solver.h"
#include "solve/core/graph.h"

#include <omp.h>

enum { LEVELS = ZM_FARTHEST + 2, CHUNK = 1024 };

typedef struct tier_work {
    const zm_job *job;
    uint32_t tier;
    zm_index_list *later; /* by level: states of this tier that a move out of it concerns */
    unsigned last_later;
    zm_index_list fresh, next; /* decided at the level before, at this one */
    zm_meter meter;
    uint64_t visits;
    zm_status status;
} tier_work;

/* Runs `step` over 0 .. count-1 in chunks; what it decides is gathered in w->next. */
typedef void step(tier_work *w, zm_level_work *work_at, uint64_t from, uint64_t to);

static void in_chunks(tier_work *w, unsigned level, uint64_t count, step *work)
{
    const zm_job *j = w->job;
#pragma omp parallel num_threads((int)zm_threads(j->context)) if (j->large && count > CHUNK)
    {
        zm_index_list mine = {.context = j->context};
        zm_level_work work_at = {j->dense, w->tier, level, &mine, 0};
#pragma omp for schedule(dynamic, 1)
        for (uint64_t from = 0; from < count; from += CHUNK)
            if (!zm_stopped(j->context)) {
                const uint64_t to = from + CHUNK < count ? from + CHUNK : count;
                work(w, &work_at, from, to);
                zm_meter_add(&w->meter, to - from);
            }
#pragma omp critical(zm_backward)
        {
            for (uint64_t i = 0; i < mine.count; i++)
                zm_index_list_push(&w->next, mine.item[i]);
            w->visits += work_at.visits;
            if (mine.status != ZM_OK || w->next.status != ZM_OK)
                w->status = mine.status != ZM_OK ? mine.status : w->next.status;
        }
        zm_index_list_free(&mine);
    }
}

static void step_ends(tier_work *w, zm_level_work *work_at, uint64_t from, uint64_t to)
{
    w->job->kernels->levels->ends(work_at, from, to);
}

static void step_parents(tier_work *w, zm_level_work *work_at, uint64_t from, uint64_t to)
{
    w->job->kernels->levels->parents(work_at, w->fresh.item + from, to - from);
}

static void step_again(tier_work *w, zm_level_work *work_at, uint64_t from, uint64_t to)
{
    w->job->kernels->levels->again(work_at, w->later[work_at->level].item + from, to - from);
}

static void put_later(void *arg, uint64_t index, unsigned level, bool wins)
{
    tier_work *w = arg;
    if (level >= LEVELS)
        return;
    zm_index_list *l = &w->later[level];
    l->context = w->job->context;
    zm_index_list_push(l, index << 1 | wins);
    if (l->status != ZM_OK)
        w->status = l->status;
    if (level > w->last_later)
        w->last_later = level;
}

/* What the tiers below say of this one. */
static void inherit(tier_work *w)
{
    const zm_tiers *t = w->job->tiers;
    zm_level_work work_at = {w->job->dense, w->tier, 0, &w->next, 0};
    uint64_t children = t->linked ? t->down.first[w->tier + 1] - t->down.first[w->tier] : w->tier;
    for (uint64_t k = 0; k < children; k++) {
        uint32_t child = t->linked ? t->down.tier[t->down.first[w->tier] + k] : (uint32_t)k;
        for (uint64_t from = 0; from < t->size[child] && !zm_stopped(w->job->context); from += CHUNK) {
            const uint64_t to = from + CHUNK < t->size[child] ? from + CHUNK : t->size[child];
            w->job->kernels->levels->inherit(&work_at, child, from, to, put_later, w);
            zm_meter_drift(&w->meter, to - from);
        }
    }
    w->visits += work_at.visits;
}

static void next_level(tier_work *w)
{
    zm_index_list old = w->fresh;
    w->fresh = w->next;
    w->next = old;
    w->next.count = 0;
}

static zm_status levels(tier_work *w)
{
    zm_context *c = w->job->context;
    const uint64_t size = w->job->tiers->size[w->tier];
    zm_meter_phase(&w->meter, 0.2, size);
    inherit(w);
    zm_meter_phase(&w->meter, 0.2, size);
    in_chunks(w, 0, size, step_ends);
    ZM_TRY(c, zm_check_stop(c));
    zm_meter_phase(&w->meter, 0.5, size); /* fewer where there are draws, twice as many where tiers below decide much */
    for (unsigned level = 1; w->next.count || level <= w->last_later; level++) {
        next_level(w);
        in_chunks(w, level, w->fresh.count, step_parents);
        if (level <= w->last_later) {
            in_chunks(w, level, w->later[level].count, step_again);
            zm_index_list_free(&w->later[level]);
        }
        if (w->status != ZM_OK)
            return w->status;
        ZM_TRY(c, zm_check_stop(c));
        if (level > ZM_FARTHEST) /* what was decided at this level has no value */
            return w->next.count ? zm_too_far(c, ZM_FARTHEST) : ZM_OK;
    }
    return w->status;
}

typedef struct tallier {
    const zm_job *job;
    uint32_t tier;
} tallier;

static void tally_range(void *arg, uint64_t from, uint64_t to, zm_tally *t)
{
    tallier *a = arg;
    a->job->kernels->dense->tally(a->job->dense, a->tier, from, to, t);
}

zm_status zm_classify_levels(const zm_job *j, uint32_t tier, zm_tally *t)
{
    zm_context *c = j->context;
    tier_work w = {.job = j, .tier = tier, .fresh.context = c, .next.context = c};
    w.meter = zm_meter_of(c, j->tiers->size[tier]);
    ZM_TRY(c, zm_alloc(c, &w.later, LEVELS, sizeof *w.later, "the levels of a tier"));
    zm_status s = levels(&w);
    for (unsigned i = 0; i <= w.last_later; i++)
        if (w.later[i].item)
            zm_index_list_free(&w.later[i]);
    zm_release(c, w.later);
    zm_index_list_free(&w.fresh);
    zm_index_list_free(&w.next);
    t->visits += w.visits;
    ZM_TRY(c, s);
    tallier a = {j, tier};
    zm_job metered = *j;
    metered.meter = &w.meter;
    zm_meter_phase(&w.meter, 0.1, j->tiers->size[tier]);
    zm_job_ranges(&metered, j->tiers->size[tier], 1 << 14, tally_range, &a, t);
    zm_meter_end(&w.meter);
    return zm_check_stop(c);
}
