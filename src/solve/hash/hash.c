/* hash.c: the method `hash`, which solves any game without dice: explore through a hash, solve the graph of all moves
 * at once, store fingerprints and values in order.
 *
 * How many states there are is known only when they are found. So the table is opened when all is solved and sorted: a
 * solve that finds no room for its states leaves the table that is there alone. */
#include "hash.h"

enum { STATE_BYTES = 60, MOVE_BYTES = 8, FIXED_BYTES = 12 << 20 };

/* ---- for search, too ---- */
void zm_hash_plan_size(zm_driver *d, zm_hash_states *s, uint64_t states)
{
    s->size = states;
    d->plan.tiers = 1;
    d->plan.tier_size = &s->size;
    d->plan.places = d->plan.largest = states;
}

zm_status zm_hash_find(zm_driver *d, unsigned plies, zm_hash_states *s)
{
    zm_context *c = d->context;
    const zm_explore_limit most = {.states = d->most_states, .plies = plies};
    zm_explored *x = &s->explored;
    ZM_TRY(c, zm_explore(c, d->variant, zm_state_of(d->variant, d->from), true, &most, x));
    zm_hash_plan_size(d, s, x->map.count);
    d->plan.demand.memory = x->map.count * STATE_BYTES + x->moves * MOVE_BYTES + FIXED_BYTES +
                            zm_storing_bytes(c, d->options, x->map.count, x->map.count);
    return ZM_OK;
}

zm_status zm_hash_solve(zm_driver *d, zm_hash_states *s)
{
    zm_explored *x = &s->explored;
    zm_meter meter = zm_meter_of(d->context, x->map.count);
    zm_meter_phase(&meter, 1, 2 * x->map.count);
    x->graph.meter = &meter;
    const zm_status status = zm_move_graph_solve(d->context, &x->graph, false);
    x->graph.meter = NULL;
    zm_meter_end(&meter);
    ZM_TRY(d->context, status);
    zm_keyed_tally(d->variant, x->map.keys, x->graph.value, x->map.count, &d->tally[0]);
    d->tally[0].visits = x->map.count + x->moves;
    return ZM_OK;
}

zm_status zm_hash_sort(zm_driver *d, zm_hash_states *s)
{
    const zm_explored *x = &s->explored;
    return zm_keyed_sort(d->context, x->map.keys, x->graph.value, x->map.count, &s->table);
}

void zm_hash_free(zm_driver *d, zm_hash_states *s)
{
    zm_keyed_free(d->context, &s->table);
    zm_explored_free(d->context, &s->explored);
}

/* ---- the method ---- */
static zm_hash_states *of(const zm_driver *d) { return d->state; }

static zm_status open(zm_driver *d)
{
    zm_hash_states *s;
    ZM_TRY(d->context, zm_alloc(d->context, &s, 1, sizeof *s, "a solve"));
    d->state = s;
    d->plan.late = true;
    d->plan.phase = "classify";
    d->plan.table.keyed = true;
    return ZM_OK;
}

static void close(zm_driver *d)
{
    if (d->state)
        zm_hash_free(d, d->state);
    zm_release(d->context, d->state);
}

static zm_status announce(zm_driver *d)
{
    zm_note(d->context, "%s through a hash: about %d bytes and %d more a move for each state that play reaches",
            d->variant->game->title, STATE_BYTES, MOVE_BYTES);
    return ZM_OK;
}

static zm_status find_states(zm_driver *d) { return zm_hash_find(d, 0, of(d)); }

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    ZM_TRY(d->context, zm_hash_solve(d, of(d)));
    return d->options->tables ? zm_hash_sort(d, of(d)) : ZM_OK;
}

static const zm_pos *keys(zm_driver *d) { return of(d)->table.keys; }
static const zm_value *whole(zm_driver *d, uint32_t tier) { return of(d)->table.values; }

static zm_status start(zm_driver *d, zm_value *out)
{
    *out = of(d)->explored.graph.value[0];
    return ZM_OK;
}

static bool can(const zm_variant *v, const zm_solve_options *o) { return !zm_all_states(v); }

static zm_status refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return zm_fail(c, ZM_BAD_INPUT, "all states of this variant of %s count, reached or not: not by `hash`",
                   v->game->name);
}

static unsigned suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o) { return ZM_SUITS_ANY; }

const zm_solver zm_solver_hash = {.method = ZM_METHOD_HASH,
                                  .engines = 1 << ZM_ENGINE_CPU,
                                  .can = can,
                                  .refuse = refuse,
                                  .suits = suits,
                                  .open = open,
                                  .close = close,
                                  .announce = announce,
                                  .find_states = find_states,
                                  .solve_tier = solve_tier,
                                  .source = {.start = start, .whole = whole, .keys = keys}};
