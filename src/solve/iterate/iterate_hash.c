/* iterate_hash.c: the method `iterate` for games without a dense index, and for what can be reached from one position:
 * as iterate.c does, but the graph is that of all states that play reaches, found through a hash.
 *
 * ORDER. States are numbered as a depth-first search leaves them: after everything they lead to, but for cycles. So a
 * sweep comes by the states near the end first.
 *
 * Memory: 76 bytes per state, 4 more per roll and 8 per move. */
#include "dice_graph.h"
#include "solve/core/explore.h"
#include "solve/core/sort_keys.h"
#include "solve/method.h"

#include <inttypes.h>
#include <string.h>

typedef struct solver {
    const zm_variant *variant;
    const zm_solve_options *options;
    zm_explored x;
    uint64_t count;           /* of states */
    uint32_t *number, *state; /* of a found state in the graph, and the other way round */
    zm_dice_graph graph;
    zm_pos *keys; /* as the table has them, and what belongs to them */
    zm_odds *sorted;
} solver;

enum { ON_THE_WAY = INT32_MAX };

static solver *of(const zm_driver *d) { return d->state; }

static uint64_t bytes_a_state(const zm_variant *v) { return 76 + 4 * (uint64_t)v->game->dice->rolls; }

static zm_status open(zm_driver *d)
{
    solver *s;
    ZM_TRY(d->context, zm_alloc(d->context, &s, 1, sizeof *s, "a solve"));
    d->state = s;
    s->variant = d->variant;
    s->options = d->options;
    d->plan.late = true;
    d->plan.table.keyed = true;
    d->plan.phase = "iterate";
    d->plan.counts_twice = true;
    return ZM_OK;
}

static void close(zm_driver *d)
{
    solver *s = of(d);
    zm_context *c = d->context;
    if (!s)
        return;
    zm_dice_graph_free(c, &s->graph);
    zm_release(c, s->number);
    zm_release(c, s->state);
    zm_release(c, s->keys);
    zm_release(c, s->sorted);
    zm_explored_free(c, &s->x);
    zm_release(c, s);
}

/* How many states there are is known when they are found: until then, what each takes. */
static zm_status announce(zm_driver *d)
{
    zm_note(d->context, "%s through a hash: about %" PRIu64 " bytes and 8 more a move for each state that play reaches",
            d->variant->game->title, bytes_a_state(d->variant));
    return ZM_OK;
}

/* ---- states, and their order ---- */
/* Numbers the states as a depth-first search leaves them: `cursor` is the next move of each to follow. */
static void number_states(solver *s, uint32_t *stack, uint64_t *cursor)
{
    const zm_move_graph *g = &s->x.graph;
    uint32_t next = 0;
    uint64_t depth = 0;
    memset(s->number, 255, s->count * sizeof *s->number);
    stack[depth++] = 0;
    s->number[0] = ON_THE_WAY;
    while (depth) {
        const uint32_t at = stack[depth - 1];
        if (g->first[at] + cursor[at] < g->first[at + 1]) {
            const uint32_t to = ZM_EDGE_STATE(g->edge[g->first[at] + cursor[at]++]);
            if (s->number[to] == ZM_OUTSIDE) { /* not seen yet */
                s->number[to] = ON_THE_WAY;
                stack[depth++] = to;
            }
        } else {
            s->number[at] = next;
            s->state[next++] = at;
            depth--;
        }
    }
}

static zm_status order_states(zm_context *c, solver *s)
{
    uint64_t *cursor = NULL;
    uint32_t *stack = NULL;
    ZM_TRY(c, zm_alloc(c, &s->number, s->count, sizeof *s->number, "the order of states"));
    ZM_TRY(c, zm_alloc(c, &s->state, s->count, sizeof *s->state, "the order of states"));
    zm_status status = zm_alloc(c, &cursor, s->count, sizeof *cursor, "the order of states");
    if (status == ZM_OK)
        status = zm_alloc(c, &stack, s->count, sizeof *stack, "the order of states");
    if (status == ZM_OK)
        number_states(s, stack, cursor);
    zm_release(c, cursor);
    zm_release(c, stack);
    return status;
}

static zm_status find_states(zm_driver *d)
{
    solver *s = of(d);
    zm_context *c = d->context;
    const zm_explore_limit most = {.states = d->most_states};
    ZM_TRY(c, zm_explore(c, d->variant, zm_state_of(d->variant, d->from), true, &most, &s->x));
    s->count = s->x.map.count;
    d->plan.tiers = 1;
    d->plan.tier_size = &s->count;
    d->plan.places = d->plan.largest = s->count;
    d->plan.demand.memory = s->count * bytes_a_state(d->variant) + s->x.moves * 8 +
                            zm_dice_graph_fixed_bytes(zm_threads(c)) +
                            zm_storing_bytes(c, d->options, s->count, s->count);
    return order_states(c, s);
}

/* ---- the graph ---- */
/* The search has made the moves already, roll by roll in the same order. */
static void look_in_hash(void *arg, uint64_t number, zm_outlook *o)
{
    const solver *s = arg;
    const uint32_t state = s->state[number];
    const uint32_t *edge = s->x.graph.edge + s->x.graph.first[state];
    zm_outlook_look(s->variant, s->options, s->x.map.keys[state], o);
    for (unsigned i = 0, count = zm_outlook_moves(s->variant, o); i < count; i++)
        o->target[i] =
            (zm_target){.state = s->number[ZM_EDGE_STATE(edge[i])], .passes = !(edge[i] & ZM_EDGE_STAYS_BIT)};
}

static zm_pos position_in_hash(void *arg, uint64_t number)
{
    const solver *s = arg;
    return s->x.map.keys[s->state[number]];
}

/* Keys and odds as the table has them. */
static zm_status sort(zm_context *c, solver *s)
{
    uint32_t *order;
    ZM_TRY(c, zm_alloc(c, &s->keys, s->count, sizeof *s->keys, "the order of states"));
    ZM_TRY(c, zm_alloc(c, &s->sorted, s->count, sizeof *s->sorted, "the order of states"));
    ZM_TRY(c, zm_alloc(c, &order, 2 * s->count, sizeof *order, "the order of states"));
    zm_sort_keys(s->x.map.keys, s->count, order);
    for (uint64_t i = 0; i < s->count; i++) {
        s->keys[i] = s->x.map.keys[order[i]];
        s->sorted[i] = s->graph.odds[s->number[order[i]]];
    }
    zm_release(c, order);
    return ZM_OK;
}

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    solver *s = of(d);
    zm_context *c = d->context;
    ZM_TRY(c, zm_dice_graph_make(c, d->variant, s->count, d->options->one_vector, look_in_hash, s, &s->graph));
    zm_move_graph_free(c, &s->x.graph); /* the rows have it all */
    ZM_TRY(c, zm_narrow_tier(d, tier, zm_dice_graph_sweep, &s->graph));
    d->tally[tier].summary = d->out->summary; /* what kind of numbers they are */
    zm_dice_graph_end(&s->graph, position_in_hash, s, &d->tally[tier].summary);
    return d->options->tables ? sort(c, s) : ZM_OK;
}

/* ---- what the table gets ---- */
static const zm_pos *keys(zm_driver *d) { return of(d)->keys; }
static const zm_odds *whole_odds(zm_driver *d, uint32_t tier) { return of(d)->sorted; }

static zm_status start_odds(zm_driver *d, zm_odds *out)
{
    *out = of(d)->graph.odds[of(d)->number[0]];
    return ZM_OK;
}

static bool can(const zm_variant *v, const zm_solve_options *o)
{
    return v->game->dice->rolls && !v->game->index->rank;
}

static unsigned suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o) { return ZM_SUITS_ANY; }

const zm_solver zm_solver_iterate_hash = {.method = ZM_METHOD_ITERATE,
                                          .engines = 1 << ZM_ENGINE_CPU,
                                          .dice = true,
                                          .can = can,
                                          .suits = suits,
                                          .open = open,
                                          .close = close,
                                          .announce = announce,
                                          .find_states = find_states,
                                          .solve_tier = solve_tier,
                                          .source = {.whole_odds = whole_odds, .start_odds = start_odds, .keys = keys}};
