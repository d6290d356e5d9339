/* backward.c: the method `backward`: from what is decided to its parents. There are four ways to solve a tier so:
 *
 *     rows.c       a row of places at a time, for games that give `rows`
 *     counting.c   each state counts how many moves are left that may not lose: `leaving` and `parents_inside`
 *     levels.c     level by level, looking at the moves of candidates again: `parents`
 *     push         one descending tier that is alone in its game: from each lost state to its parents, in order */
#include "base/stop.h"
#include "solve/core/dense_solver.h"

enum { PUSH_CHUNK = 1 << 18 };

static bool is_pushed(const zm_driver *d)
{
    return d->variant->game->index->inside == ZM_DESCENDS && d->plan.tiers == 1;
}

static zm_status push_tier(zm_driver *d, uint32_t tier)
{
    const zm_job j = zm_dense_job(d);
    const uint64_t size = d->plan.tier_size[tier];
    for (uint64_t from = 0; from < size; from += PUSH_CHUNK) {
        const uint64_t to = from + PUSH_CHUNK < size ? from + PUSH_CHUNK : size;
        ZM_TRY(d->context, zm_check_stop(d->context));
        j.kernels->levels->push(j.dense, from, to, &d->tally[tier]);
        zm_progress_add(d->context, to - from);
    }
    return zm_driver_check_farthest(d, tier);
}

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    const zm_job j = zm_dense_job(d);
    zm_tally *t = &d->tally[tier];
    ZM_TRY(d->context, zm_dense_make_room(d, tier));
    if (zm_can_count(d->variant))
        return zm_has_rows(d->variant, tier) ? zm_classify_rows(&j, tier, t) : zm_classify_counting(&j, tier, t);
    return is_pushed(d) ? push_tier(d, tier) : zm_classify_levels(&j, tier, t);
}

static zm_status open(zm_driver *d)
{
    ZM_TRY(d->context, zm_dense_open(d));
    const zm_tiers *t = &zm_dense_of(d)->tiers;
    const unsigned threads = zm_threads(d->context);
    const uint64_t at_once = zm_tiers_at_once(t, threads);
    if (zm_can_count(d->variant))
        d->plan.demand.memory +=
            at_once + at_once / 64 + threads * ZM_LEVEL_WORDS * sizeof(uint64_t) + zm_rows_need(d->variant, t, threads);
    else if (!is_pushed(d))
        d->plan.demand.memory += at_once * 16 + threads * ZM_BACKWARD_LEVELS_BYTES;
    return ZM_OK;
}

/* ---- when ---- */
bool zm_has_parents(const zm_variant *v)
{
    const zm_game *r = v->game;
    return zm_can_count(v) || (r->backward->parents && (!r->backward->few_parents || r->backward->few_parents(v)));
}

static bool can(const zm_variant *v, const zm_solve_options *o) { return zm_has_parents(v); }

static zm_status refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    if (!v->game->backward->parents && !zm_can_count(v))
        return zm_fail(c, ZM_BAD_INPUT, "%s gives no parents: use the method `forward`, not `backward`", v->game->name);
    return zm_fail(c, ZM_BAD_INPUT, "states of this variant of %s have too many parents: not by `backward`",
                   v->game->name);
}

/* With cycles, the graph of a tier's moves in memory (forward) is several times faster than asking for parents again
 * and again (levels; on Fox and Geese 3 to 5 times), as long as the tiers that are worked on at once are small beside
 * the budget. */
static bool tiers_are_small(const zm_context *c, const zm_variant *v)
{
    enum { PLACE_BYTES = 100 };
    const zm_game *r = v->game;
    uint64_t largest = 0;
    for (uint32_t tiers = r->index->tiers(v), i = 0; i < tiers; i++) {
        const uint64_t size = r->index->tier_size(v, i);
        largest = size > largest ? size : largest;
    }
    return largest < zm_memory_limit(c) / 4 / PLACE_BYTES / zm_threads(c);
}

static unsigned suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    const zm_inside inside = v->game->index->inside;
    if (inside == ZM_CYCLES)
        return zm_can_count(v) || !tiers_are_small(c, v) ? ZM_SUITS_BACKWARD : 0;
    return inside == ZM_DESCENDS ? ZM_SUITS_BACKWARD : 0;
}

const zm_solver zm_solver_backward = {.method = ZM_METHOD_BACKWARD,
                                      .engines = 1 << ZM_ENGINE_CPU,
                                      .index = true,
                                      .can = can,
                                      .refuse = refuse,
                                      .suits = suits,
                                      .open = open,
                                      .close = zm_dense_close,
                                      .prepare = zm_dense_prepare,
                                      .find_states = zm_dense_find_states,
                                      .solve_tier = solve_tier,
                                      .restore = zm_dense_restore,
                                      .drop = zm_dense_drop,
                                      .source = {.values = zm_dense_values, .whole = zm_dense_whole}};
