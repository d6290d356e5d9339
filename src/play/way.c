/* way.c: how to win when the table says who wins, but not how far.
 *
 * A winner who only keeps winning may go round in circles for ever. Tiers are never entered again, so it is enough to
 * leave the present one with the win in hand, again and again. The states of this tier that play can reach while the
 * winner keeps to winning moves and the other does what he likes make a graph; what leads out of it, or ends the game,
 * counts as done. Solving that graph gives the plies in which the winner can force the way out, and going by these he
 * wins: not in the fewest plies, but for certain.
 *
 * Cost: a probe for every move of every state of the graph. At most LIMIT states are looked at; where there are more, a
 * move that leaves the tier at once is preferred, and nothing is promised. */
#include "think.h"

#include "base/map.h"
#include "base/stop.h"
#include "solve/core/graph.h"

enum { LIMIT = 200000 };

typedef struct region {
    zm_context *c;
    const zm_variant *v;
    const zm_table *t;
    uint32_t tier;
    zm_map map; /* in the order they are found: the queue */
    zm_move_graph graph;
    uint64_t edges, edge_room, state_room;
    bool too_large;
} region;

static uint32_t tier_of(const region *g, zm_pos state)
{
    return zm_table_keyed(g->t) ? 0 : g->v->game->index->rank(g->v, state).tier;
}

static bool inside(const region *g, zm_pos state) { return tier_of(g, state) == g->tier; }

static zm_status add_state(region *g, zm_pos state, uint32_t *number)
{
    ZM_TRY(g->c, zm_map_reserve(&g->map, 1));
    *number = zm_map_add(&g->map, state, zm_hash(state));
    return ZM_OK;
}

static zm_status add_edge(region *g, zm_pos state, bool stays)
{
    uint32_t number;
    ZM_TRY(g->c, add_state(g, state, &number));
    if (g->edges == g->edge_room) {
        g->edge_room = 2 * g->edge_room + 1024;
        ZM_TRY(g->c, zm_resize(g->c, &g->graph.edge, g->edge_room, sizeof *g->graph.edge, "a way to win"));
    }
    g->graph.edge[g->edges++] = number | (stays ? ZM_EDGE_STAYS_BIT : 0);
    return ZM_OK;
}

static zm_status make_room(region *g, uint64_t states)
{
    if (states < g->state_room)
        return ZM_OK;
    g->state_room = 2 * g->state_room + 1024;
    ZM_TRY(g->c, zm_resize(g->c, &g->graph.first, g->state_room + 1, sizeof *g->graph.first, "a way to win"));
    ZM_TRY(g->c, zm_resize(g->c, &g->graph.value, g->state_room, sizeof *g->graph.value, "a way to win"));
    return zm_resize(g->c, &g->graph.outside, g->state_room, sizeof *g->graph.outside, "a way to win");
}

/* A move of state number i. The winner's other moves are left out; all of the loser's lose. */
static zm_status expand_move(region *g, uint32_t i, zm_pos p, zm_move m, bool wins)
{
    zm_pos next = g->v->game->play(g->v, p, m), state = zm_state_of(g->v, next);
    const bool passes = zm_player_after(g->v, p, 0, next);
    zm_value value;
    ZM_TRY(g->c, zm_value_of_move(g->c, g->v, g->t, p, next, &value));
    if (wins && !zm_is_win(value))
        return ZM_OK;
    if (inside(g, state))
        return add_edge(g, state, !passes);
    g->graph.outside[i] = wins ? zm_win_in(1) : zm_loss_in(1);
    return ZM_OK;
}

static zm_status expand(region *g, uint32_t i)
{
    zm_move moves[ZM_MAX_MOVES];
    const zm_pos p = g->map.keys[i];
    unsigned count;
    zm_value value;
    ZM_TRY(g->c, zm_check_stop(g->c));
    ZM_TRY(g->c, make_room(g, i));
    ZM_TRY(g->c, zm_value_in_game(g->c, g->t, p, &value));
    g->graph.first[i] = g->edges;
    g->graph.outside[i] = ZM_NONE;
    g->graph.value[i] = ZM_NONE;
    if (zm_moves_of(g->v, p, moves, &count) != ZM_OPEN)
        g->graph.value[i] = zm_wdl(value);
    for (unsigned m = 0; m < count; m++)
        ZM_TRY(g->c, expand_move(g, i, p, moves[m], zm_is_win(value)));
    g->graph.first[i + 1] = g->edges;
    return ZM_OK;
}

static zm_status explore(region *g, zm_pos from)
{
    uint32_t number;
    ZM_TRY(g->c, add_state(g, from, &number));
    for (uint32_t i = 0; i < g->map.count && !g->too_large; i++) {
        ZM_TRY(g->c, expand(g, i));
        g->too_large = g->map.count > LIMIT;
    }
    g->graph.states = g->map.count;
    return g->too_large ? ZM_OK : zm_move_graph_solve(g->c, &g->graph, false);
}

/* Plies of a choice to the way out, its own included. */
static unsigned way_of(const region *g, const zm_choice *m)
{
    const zm_pos state = zm_state_of(g->v, m->next);
    if (!inside(g, state))
        return 1;
    const uint32_t number = g->too_large ? (uint32_t)ZM_MAP_NONE : zm_map_find(&g->map, state);
    if (number == (uint32_t)ZM_MAP_NONE || g->graph.value[number] == ZM_NONE || zm_is_draw(g->graph.value[number]))
        return 0;
    return zm_remoteness(g->graph.value[number]) + 1;
}

static zm_status find_ways(region *g, zm_choices *choices)
{
    const zm_pos from = zm_state_of(g->v, choices->position);
    g->tier = tier_of(g, from);
    ZM_TRY(g->c, zm_map_open(g->c, &g->map));
    ZM_TRY(g->c, explore(g, from));
    for (unsigned i = 0; i < choices->best; i++)
        choices->choice[i].way = way_of(g, &choices->choice[i]);
    return ZM_OK;
}

zm_status zm_find_ways(zm_context *c, const zm_variant *v, const zm_table *t, zm_choices *choices)
{
    region g = {.c = c, .v = v, .t = t};
    zm_status status = find_ways(&g, choices);
    zm_map_close(&g.map);
    zm_move_graph_free(c, &g.graph);
    return status;
}
