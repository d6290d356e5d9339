/* backward.c: the method `backward`: from what is decided to its parents. There are four ways to solve a tier so:
 *
 *     rows.c       a row of places at a time, for games that give `rows`
 *     counting.c   each state counts how many moves are left that may not lose: `leaving` and `parents_inside`
 *     push         one descending tier that is alone in its game: from each lost state to its parents, in order
 *     forward      for all others: moves are made forward, and turned round in memory (solve/forward/forward.c)
 *
 * A way of its own for tiers with cycles and `parents` was here before the last one: parents were asked for, and the
 * moves of candidates looked at again. On Fox and Geese with 4 and 5 geese that took 3.4 to 4 times as long. */
#include "base/stop.h"
#include "solve/forward/forward.h"

enum { PUSH_CHUNK = 1 << 18 };

static bool is_pushed(const zm_variant *v)
{
    const zm_game *g = v->game;
    return g->backward->parents && g->index->inside == ZM_DESCENDS && g->index->tiers(v) == 1;
}

static zm_status push_tier(zm_driver *d, uint32_t tier)
{
    const zm_job j = zm_dense_job(d);
    const uint64_t size = d->plan.tier_size[tier];
    for (uint64_t from = 0; from < size; from += PUSH_CHUNK) {
        const uint64_t to = from + PUSH_CHUNK < size ? from + PUSH_CHUNK : size;
        ZM_TRY(d->context, zm_check_stop(d->context));
        j.kernels->push->push(j.dense, from, to, &d->tally[tier]);
        zm_progress_add(d->context, to - from);
    }
    return zm_driver_check_farthest(d, tier);
}

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    const zm_job j = zm_dense_job(d);
    zm_tally *t = &d->tally[tier];
    if (!zm_can_count(d->variant) && !is_pushed(d->variant))
        return zm_forward_solve(d, tier);
    ZM_TRY(d->context, zm_dense_make_room(d, tier));
    if (!zm_can_count(d->variant))
        return push_tier(d, tier);
    return zm_has_rows(d->variant, tier) ? zm_classify_rows(&j, tier, t) : zm_classify_counting(&j, tier, t);
}

static zm_status open(zm_driver *d)
{
    if (!zm_can_count(d->variant) && !is_pushed(d->variant))
        return zm_forward_open(d);
    ZM_TRY(d->context, zm_dense_open(d));
    const zm_tiers *t = &zm_dense_of(d)->tiers;
    const unsigned threads = zm_threads(d->context);
    const uint64_t at_once = zm_tiers_at_once(t, threads);
    if (zm_can_count(d->variant))
        d->plan.demand.memory +=
            at_once + at_once / 64 + threads * ZM_LEVEL_WORDS * sizeof(uint64_t) + zm_rows_need(d->variant, t, threads);
    return ZM_OK;
}

/* ---- when ---- */
static bool can(const zm_variant *v, const zm_solve_options *o) { return true; }

/* Where it goes as forward does, that is what it is called. */
static unsigned suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    const bool counts = v->game->index->inside == ZM_CYCLES && zm_can_count(v);
    return counts || is_pushed(v) ? ZM_SUITS_BACKWARD : 0;
}

const zm_solver zm_solver_backward = {.method = ZM_METHOD_BACKWARD,
                                      .engines = 1 << ZM_ENGINE_CPU,
                                      .index = true,
                                      .can = can,
                                      .suits = suits,
                                      .open = open,
                                      .close = zm_dense_close,
                                      .prepare = zm_dense_prepare,
                                      .find_states = zm_dense_find_states,
                                      .solve_tier = solve_tier,
                                      .restore = zm_dense_restore,
                                      .drop = zm_dense_drop,
                                      .source = {.values = zm_dense_values, .whole = zm_dense_whole}};
