/* forward.c: tiers with cycles of games without `parents`. The tier's moves are made once, forward; what leads out of
 * it is summed up in one value a state; the rest is a graph, solved backward (core/graph.c). Memory: 8 bytes a move
 * inside the tier and 36 a place while it lasts. */
#include "base/stop.h"
#include "solve/core/dense_solver.h"
#include "solve/core/graph.h"

enum { PAUSE = 4096, CHUNK = 1 << 14 };
enum { PLACE_BYTES = 36, MOVE_BYTES = 8 }; /* of the tier at hand */

static zm_status build(const zm_job *j, uint32_t tier, zm_move_graph *g, zm_meter *meter, zm_tally *t)
{
    zm_context *c = j->context;
    const zm_dense *d = j->dense;
    uint64_t size = j->tiers->size[tier], room = 0, count = 0, inside[ZM_MAX_MOVES];
    if (size >= ZM_EDGE_STAYS_BIT)
        return zm_fail(c, ZM_NO_MEMORY, "tier %u has more than 2,147,483,647 places: too many without `parents`", tier);
    g->states = size;
    ZM_TRY(c, zm_alloc(c, &g->first, size + 1, sizeof *g->first, "the graph of moves"));
    ZM_TRY(c, zm_alloc(c, &g->value, size, sizeof *g->value, "the graph of moves"));
    ZM_TRY(c, zm_alloc(c, &g->outside, size, sizeof *g->outside, "the graph of moves"));
    for (uint64_t i = 0; i < size; i++) {
        if (i % PAUSE == 0) {
            ZM_TRY(c, zm_check_stop(c));
            zm_meter_add(meter, i ? PAUSE : 0);
        }
        g->first[i] = count;
        if (d->reached && !(d->reached[tier][i / 64] >> i % 64 & 1)) {
            g->value[i] = ZM_DRAWN; /* no state: it has no moves and nobody comes here */
            continue;
        }
        bool ended;
        unsigned n = j->kernels->dense->edges(d, tier, i, &g->outside[i], inside, &ended);
        t->visits += 1 + n;
        if (ended)
            g->value[i] = g->outside[i];
        if (count + n > room) {
            room = room + room / 2 + n + 4096;
            ZM_TRY(c, zm_resize(c, &g->edge, room, sizeof *g->edge, "the graph of moves"));
        }
        for (unsigned k = 0; k < n; k++)
            g->edge[count++] = (uint32_t)(inside[k] >> 1) | (inside[k] & 1 ? ZM_EDGE_STAYS_BIT : 0);
    }
    g->first[size] = count;
    if (g->edge)
        ZM_TRY(c, zm_resize(c, &g->edge, count, sizeof *g->edge, "the graph of moves"));
    return zm_check_stop(c);
}

zm_status zm_classify_forward(const zm_job *j, uint32_t tier, zm_tally *t)
{
    zm_meter meter = zm_meter_of(j->context, j->tiers->size[tier]);
    zm_move_graph g = {.meter = &meter};
    zm_meter_phase(&meter, 0.5, j->tiers->size[tier]);
    zm_status s = build(j, tier, &g, &meter, t);
    zm_meter_phase(&meter, 0.4, 2 * g.states);
    if (s == ZM_OK)
        s = zm_move_graph_solve(j->context, &g, false);
    zm_meter_phase(&meter, 0.1, g.states);
    if (s == ZM_OK) {
        zm_value *values = j->dense->values[tier];
        for (uint64_t i = 0; i < g.states; i++)
            if (!j->dense->reached || j->dense->reached[tier][i / 64] >> i % 64 & 1)
                values[i] = g.value[i];
        for (uint64_t from = 0; from < g.states && !zm_stopped(j->context); from += CHUNK) {
            const uint64_t to = from + CHUNK < g.states ? from + CHUNK : g.states;
            j->kernels->dense->tally(j->dense, tier, from, to, t);
            zm_meter_add(&meter, to - from);
        }
    }
    zm_move_graph_free(j->context, &g);
    zm_meter_end(&meter);
    return s == ZM_OK ? zm_check_stop(j->context) : s;
}

static zm_status open(zm_driver *d)
{
    ZM_TRY(d->context, zm_dense_open(d));
    const zm_tiers *t = &zm_dense_of(d)->tiers;
    const bool inside = d->variant->game->index->inside != ZM_LEAVES;
    d->plan.demand.memory += zm_tiers_at_once(t, zm_threads(d->context)) *
                             (PLACE_BYTES + (inside ? MOVE_BYTES * zm_moves_per_state(d->variant, t) : 0));
    return ZM_OK;
}

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    const zm_job j = zm_dense_job(d);
    ZM_TRY(d->context, zm_dense_make_room(d, tier));
    ZM_TRY(d->context, zm_classify_forward(&j, tier, &d->tally[tier]));
    return zm_driver_check_farthest(d, tier);
}

static bool can(const zm_variant *v, const zm_solve_options *o) { return true; }

static unsigned suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return v->game->index->inside == ZM_CYCLES ? ZM_SUITS_CYCLES : 0;
}

const zm_solver zm_solver_forward = {.method = ZM_METHOD_FORWARD,
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
