/* iterate.c: the method `iterate`: games with dice, any of them: every state again and again from what it can become,
 * until its interval is narrow.
 *
 * solve/race/race.c says why the bounds are bounds. The work itself is in dice_graph.c: a graph of moves, swept in
 * place. Here the graph is that of one tier, whose moves out of it lead to tiers that are solved. Games without a dense
 * index are in iterate_hash.c.
 *
 * ORDER. A sweep carries what is known from the states near the end to those far from it, if it comes by the former
 * first. Where most moves inside a tier lead to smaller indices they are taken as they are, else from the last to the
 * first.
 *
 * Memory: 8 bytes per state of the tiers that are needed, and for the tier that is solved about 8 per roll and 4 per
 * move. */
#include "dice_graph.h"
#include "game/trace/trace.h"
#include "solve/core/dense_solver.h"

enum { SAMPLE = 4096, BYTES_A_STATE = 6 /* on disk, hardly more */, TABLE_FRAME = 1 << 16 };

typedef struct solver {
    const zm_variant *variant;
    const zm_solve_options *options;
    zm_tiers tiers;
    zm_states states;
    zm_odds **odds; /* by tier; NULL where they are not in memory */
    uint32_t tier;  /* the one that is solved */
    bool downward;  /* its states are taken from the last to the first */
} solver;

static solver *of(const zm_driver *d) { return d->state; }

/* ---- a tier ---- */
static uint64_t number_in(const solver *s, uint64_t index)
{
    return s->downward ? s->tiers.size[s->tier] - 1 - index : index;
}

static bool is_state(const solver *s, uint64_t index)
{
    return !s->states.tier || s->states.tier[s->tier][index / 64] >> index % 64 & 1;
}

static void look_in_tier(void *arg, uint64_t number, zm_outlook *o)
{
    const solver *s = arg;
    const zm_variant *v = s->variant;
    const zm_game *r = zm_quick_rules(v);
    const zm_place at = {s->tier, number_in(s, number)};
    o->stands = ZM_STANDS_NOWHERE;
    if (!is_state(s, at.index))
        return;
    const zm_pos p = r->index->unrank(v, at);
    zm_outlook_look(v, s->options, p, o);
    for (unsigned i = 0, count = zm_outlook_moves(v, o); i < count; i++) {
        zm_target *t = &o->target[i];
        const zm_place to = r->index->rank(v, zm_rules_play(r, v, p, o->move[i], &t->passes));
        const bool inside = to.tier == s->tier;
        t->state = inside ? (uint32_t)number_in(s, to.index) : ZM_OUTSIDE;
        if (!inside)
            t->odds = s->odds[to.tier][to.index];
    }
}

static zm_pos position_in_tier(void *arg, uint64_t number)
{
    const solver *s = arg;
    return s->variant->game->index->unrank(s->variant, (zm_place){s->tier, number_in(s, number)});
}

static void turn_round(zm_odds *odds, uint64_t count)
{
    for (uint64_t i = 0; i < count / 2; i++) {
        const zm_odds first = odds[i];
        odds[i] = odds[count - 1 - i];
        odds[count - 1 - i] = first;
    }
}

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    solver *s = of(d);
    zm_context *c = d->context;
    zm_dice_graph g;
    s->tier = tier;
    ZM_TRY(c, zm_dice_graph_make(c, d->variant, s->tiers.size[tier], d->options->one_vector, look_in_tier, s, &g));
    const zm_status status = zm_narrow_tier(d, tier, zm_dice_graph_sweep, &g);
    if (status != ZM_OK) {
        zm_dice_graph_free(c, &g);
        return status;
    }
    d->tally[tier].summary.dice = true;
    zm_dice_graph_end(&g, position_in_tier, s, &d->tally[tier].summary);
    s->odds[tier] = g.odds;
    if (s->downward)
        turn_round(s->odds[tier], s->tiers.size[tier]);
    return ZM_OK;
}

static zm_status restore(zm_driver *d, uint32_t tier)
{
    solver *s = of(d);
    const uint64_t size = s->tiers.size[tier];
    ZM_TRY(d->context, zm_alloc(d->context, &s->odds[tier], size, sizeof(zm_odds), "probabilities"));
    return zm_publish_read_odds(d->publisher, tier, 0, size, s->odds[tier]);
}

static void drop(zm_driver *d, uint32_t tier)
{
    zm_release(d->context, of(d)->odds[tier]);
    of(d)->odds[tier] = NULL;
}

static const zm_odds *whole_odds(zm_driver *d, uint32_t tier) { return of(d)->odds[tier]; }

static zm_status start_odds(zm_driver *d, zm_odds *out)
{
    *out = of(d)->odds[d->start.tier][d->start.index];
    return ZM_OK;
}

/* ---- what it will be like ---- */
typedef struct sample {
    const solver *solver;
    zm_outlook outlook;
    uint64_t words, up, down; /* of rows; moves inside a tier */
} sample;

static void look_at_sample(void *arg, zm_pos p)
{
    sample *s = arg;
    const zm_variant *v = s->solver->variant;
    const zm_game *r = zm_quick_rules(v);
    zm_outlook *o = &s->outlook;
    const zm_place at = r->index->rank(v, p);
    zm_outlook_look(v, s->solver->options, p, o);
    for (unsigned i = 0, count = zm_outlook_moves(v, o); i < count; i++) {
        zm_target *t = &o->target[i];
        const zm_place to = r->index->rank(v, zm_rules_play(r, v, p, o->move[i], &t->passes));
        const bool inside = to.tier == at.tier;
        t->odds = (zm_odds){0, (uint32_t)to.index}; /* any, but not all the same */
        t->state = inside ? (uint32_t)to.index : ZM_OUTSIDE;
        s->up += inside && to.index > at.index;
        s->down += inside && to.index < at.index;
    }
    s->words += zm_dice_graph_words(v, (uint32_t)at.index, o);
}

/* The bytes of the tier that is solved, estimated; and which way its moves lead. */
static zm_status look_ahead(zm_context *c, solver *s, uint64_t *bytes)
{
    sample some = {.solver = s};
    ZM_TRY(c, zm_outlook_open(c, &some.outlook));
    zm_sample_states(s->variant, &s->tiers, SAMPLE, look_at_sample, &some);
    zm_outlook_close(c, &some.outlook);
    s->downward = some.up > some.down;
    *bytes = (uint64_t)(1.1 * (double)s->tiers.largest * (double)some.words / SAMPLE * sizeof(uint32_t));
    return ZM_OK;
}

static zm_status find_demand(zm_driver *d)
{
    solver *s = of(d);
    zm_context *c = d->context;
    uint64_t rows = 0, words = 0;
    ZM_TRY(c, look_ahead(c, s, &rows));
    for (uint32_t i = 0; !d->variant->game->index->all_reachable && i < s->tiers.count; i++)
        words += zm_tier_words(&s->tiers, i);
    const uint64_t writer = zm_storing_bytes(c, d->options, s->tiers.places, s->tiers.largest);
    const uint64_t fixed = zm_dice_graph_fixed_bytes(zm_threads(c)) + ((uint64_t)1 << 20) + writer;
    const uint64_t values = s->tiers.most_alive * sizeof(zm_odds);
    const uint64_t lists = (uint64_t)s->tiers.count * (128 + sizeof(zm_tally));
    d->plan.demand =
        (zm_demand){.memory = d->variant->game->data_bytes + rows + words * sizeof(uint64_t) + fixed + values + lists,
                    .disk = d->options->tables ? BYTES_A_STATE * s->tiers.places + TABLE_FRAME : 0};
    return ZM_OK;
}

/* ---- the method ---- */
static zm_status open(zm_driver *d)
{
    zm_context *c = d->context;
    zm_plan *p = &d->plan;
    solver *s;
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "a solve"));
    d->state = s;
    s->variant = d->variant;
    s->options = d->options;
    ZM_TRY(c, zm_tiers_open(c, d->variant, false, &s->tiers));
    zm_plan_tiers(d, &s->tiers);
    p->one_by_one = true;
    p->counts_twice = true;
    return find_demand(d);
}

static void close(zm_driver *d)
{
    solver *s = of(d);
    if (!s)
        return;
    for (uint32_t i = 0; s->odds && i < s->tiers.count; i++)
        zm_release(d->context, s->odds[i]);
    zm_release(d->context, s->odds);
    zm_states_close(d->context, &s->states);
    zm_tiers_close(d->context, &s->tiers);
    zm_release(d->context, s);
}

static zm_status prepare(zm_driver *d)
{
    solver *s = of(d);
    return zm_alloc(d->context, &s->odds, s->tiers.count, sizeof *s->odds, "the list of tiers");
}

static zm_status find_states(zm_driver *d)
{
    solver *s = of(d);
    return d->variant->game->index->all_reachable
               ? ZM_OK
               : zm_states_find(d->context, d->variant, &s->tiers, d->states_file, &s->states);
}

static bool can(const zm_variant *v, const zm_solve_options *o) { return v->game->dice->rolls && v->game->index->rank; }

static unsigned suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o) { return ZM_SUITS_ANY; }

const zm_solver zm_solver_iterate = {.method = ZM_METHOD_ITERATE,
                                     .engines = 1 << ZM_ENGINE_CPU,
                                     .dice = true,
                                     .index = true,
                                     .can = can,
                                     .suits = suits,
                                     .open = open,
                                     .close = close,
                                     .prepare = prepare,
                                     .find_states = find_states,
                                     .solve_tier = solve_tier,
                                     .restore = restore,
                                     .drop = drop,
                                     .source = {.whole_odds = whole_odds, .start_odds = start_odds}};
