/* sweep.c: tiers without cycles. Each state is looked at once, after everything it leads to: O(moves), no extra memory.
 * Where moves leave the tier all its states are independent; where they descend inside it, the order of the index is
 * kept. */
#include "base/stop.h"
#include "solve/core/dense_solver.h"

enum { CHUNK = 4096 };

typedef struct sweeper {
    const zm_job *job;
    uint32_t tier;
} sweeper;

static void sweep_range(void *arg, uint64_t from, uint64_t to, zm_tally *t)
{
    sweeper *s = arg;
    s->job->kernels->dense->sweep(s->job->dense, s->tier, from, to, t);
}

zm_status zm_classify_sweep(const zm_job *j, uint32_t tier, zm_tally *t)
{
    zm_job in_order = *j;
    zm_meter meter = zm_meter_of(j->context, j->tiers->size[tier]);
    in_order.meter = &meter;
    zm_meter_phase(&meter, 1, j->tiers->size[tier]);
    in_order.large = j->large && j->dense->variant->game->index->inside == ZM_LEAVES;
    sweeper s = {j, tier};
    zm_job_ranges(&in_order, j->tiers->size[tier], CHUNK, sweep_range, &s, t);
    zm_meter_end(&meter);
    return zm_check_stop(j->context);
}

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    const zm_job j = zm_dense_job(d);
    ZM_TRY(d->context, zm_dense_make_room(d, tier));
    ZM_TRY(d->context, zm_classify_sweep(&j, tier, &d->tally[tier]));
    return zm_driver_check_farthest(d, tier);
}

static bool can(const zm_variant *v, const zm_solve_options *o) { return v->game->index->inside != ZM_CYCLES; }

static zm_status refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return zm_fail(c, ZM_BAD_INPUT, "the tiers of %s have cycles: use the method `%s`, not `sweep`", v->game->name,
                   zm_can_count(v) ? "backward" : "forward");
}

static unsigned suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o) { return ZM_SUITS_ACYCLIC; }

const zm_solver zm_solver_sweep = {.method = ZM_METHOD_SWEEP,
                                   .engines = 1 << ZM_ENGINE_CPU,
                                   .index = true,
                                   .can = can,
                                   .refuse = refuse,
                                   .suits = suits,
                                   .open = zm_dense_open,
                                   .close = zm_dense_close,
                                   .prepare = zm_dense_prepare,
                                   .find_states = zm_dense_find_states,
                                   .solve_tier = solve_tier,
                                   .restore = zm_dense_restore,
                                   .drop = zm_dense_drop,
                                   .source = {.values = zm_dense_values, .whole = zm_dense_whole}};
