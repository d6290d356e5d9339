/* book_states.c: see book_states.h. Memory: STATE_BYTES per state and MOVE_BYTES per move. */
#include "book_states.h"

enum { STATE_BYTES = 60, MOVE_BYTES = 8, FIXED_BYTES = 12 << 20 };

void zm_book_states_plan(zm_driver *d, zm_book_states *s, uint64_t states)
{
    s->size = states;
    d->plan.tiers = 1;
    d->plan.tier_size = &s->size;
    d->plan.places = d->plan.largest = states;
}

zm_status zm_book_states_find(zm_driver *d, unsigned plies, zm_book_states *s)
{
    zm_context *c = d->context;
    const zm_explore_limit most = {.states = d->most_states, .plies = plies};
    zm_explored *x = &s->explored;
    ZM_TRY(c, zm_explore(c, d->variant, zm_state_of(d->variant, d->from), true, &most, x));
    zm_book_states_plan(d, s, x->map.count);
    d->plan.demand.memory = x->map.count * STATE_BYTES + x->moves * MOVE_BYTES + FIXED_BYTES +
                            zm_storing_bytes(c, d->options, x->map.count, x->map.count);
    return ZM_OK;
}

zm_status zm_book_states_solve(zm_driver *d, zm_book_states *s)
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

zm_status zm_book_states_sort(zm_driver *d, zm_book_states *s)
{
    const zm_explored *x = &s->explored;
    return zm_keyed_sort(d->context, x->map.keys, x->graph.value, x->map.count, &s->table);
}

void zm_book_states_free(zm_driver *d, zm_book_states *s)
{
    zm_keyed_free(d->context, &s->table);
    zm_explored_free(d->context, &s->explored);
}
