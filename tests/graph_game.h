/* graph_game.h: a game that is nothing but a random graph, for tests: cycles, tiers, moves that keep the turn, draws by
 * an end and draws by endless play, states nobody reaches. Position: the node's number and whose turn it is there. The
 * rules look everything up; a plain reference solver, written from the definition and sharing nothing with the
 * library's, says what is right. */
#ifndef ZM_TESTS_GRAPH_GAME_H
#define ZM_TESTS_GRAPH_GAME_H

#include <zermelo/zermelo.h>

#include "game/complete.h"
#include "unit.h"

enum { GRAPH_NODES = 400, GRAPH_TIERS = 12, GRAPH_DEGREE = 6 };

typedef struct graph_data {
    uint32_t nodes, tiers;
    uint32_t first[GRAPH_TIERS + 1]; /* nodes of tier t: first[t] .. first[t+1]-1 */
    uint32_t tier[GRAPH_NODES];
    uint8_t turn[GRAPH_NODES], degree[GRAPH_NODES];
    zm_end end[GRAPH_NODES];
    uint32_t to[GRAPH_NODES][GRAPH_DEGREE];
} graph_data;

static inline const graph_data *graph_of(const zm_variant *v) { return v->data; }
static inline zm_pos graph_pos(const graph_data *g, uint32_t node)
{
    return (zm_pos){node, node < GRAPH_NODES && g->turn[node] ? ZM_TURN_BIT : 0};
}

static zm_pos graph_start(const zm_variant *v) { return graph_pos(graph_of(v), graph_of(v)->nodes - 1); }
static zm_end graph_ended(const zm_variant *v, zm_pos p) { return graph_of(v)->end[p.lo]; }
static zm_pos graph_play(const zm_variant *v, zm_pos p, zm_move m)
{
    return graph_pos(graph_of(v), graph_of(v)->to[p.lo][m]);
}

static unsigned graph_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    for (unsigned i = 0; i < graph_of(v)->degree[p.lo]; i++)
        out[i] = i;
    return graph_of(v)->degree[p.lo];
}

static uint32_t graph_tiers(const zm_variant *v) { return graph_of(v)->tiers; }

static uint64_t graph_tier_size(const zm_variant *v, uint32_t t)
{
    return graph_of(v)->first[t + 1] - graph_of(v)->first[t];
}

static zm_place graph_rank(const zm_variant *v, zm_pos p)
{
    uint32_t t = graph_of(v)->tier[p.lo];
    return (zm_place){t, p.lo - graph_of(v)->first[t]};
}

static zm_pos graph_unrank(const zm_variant *v, zm_place at)
{
    return graph_pos(graph_of(v), graph_of(v)->first[at.tier] + (uint32_t)at.index);
}

static unsigned graph_children(const zm_variant *v, uint32_t t, uint32_t *out)
{
    const graph_data *g = graph_of(v);
    bool seen[GRAPH_TIERS] = {false};
    unsigned n = 0;
    for (uint32_t i = g->first[t]; i < g->first[t + 1]; i++)
        for (unsigned k = 0; k < g->degree[i]; k++)
            if (g->tier[g->to[i][k]] != t && !seen[g->tier[g->to[i][k]]]) {
                seen[g->tier[g->to[i][k]]] = true;
                out[n++] = g->tier[g->to[i][k]];
            }
    return n;
}

static void graph_parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    const graph_data *g = graph_of(v);
    for (uint32_t i = 0; i < g->nodes; i++)
        for (unsigned k = 0; k < g->degree[i] && g->end[i] == ZM_OPEN; k++)
            if (g->to[i][k] == p.lo)
                visit(arg, graph_pos(g, i));
}

static bool graph_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    *p = graph_pos(graph_of(v), (uint32_t)strtoul(text, NULL, 10));
    return p->lo < graph_of(v)->nodes || zm_wrong(why, 0, "no such node");
}

static void graph_write(const zm_variant *v, zm_pos p, zm_text *out)
{
    (void)v;
    zm_say(out, "%u", (unsigned)p.lo);
}

/* ---- making one ---- */
static inline uint32_t graph_target(const graph_data *g, uint32_t from, zm_inside inside, uint64_t *seed)
{
    uint32_t t = g->tier[from];
    bool within = inside != ZM_LEAVES && (t == 0 || unit_random(seed) % 4);
    uint32_t low = within ? g->first[t] : 0, high = within && inside == ZM_CYCLES ? g->first[t + 1] : from;
    if (!within)
        high = g->first[t];
    return low < high ? low + (uint32_t)(unit_random(seed) % (high - low)) : UINT32_MAX;
}

static inline void graph_make(graph_data *g, zm_inside inside, uint32_t tiers, uint64_t *seed)
{
    memset(g, 0, sizeof *g);
    g->nodes = 20 + (uint32_t)(unit_random(seed) % (GRAPH_NODES - 20));
    g->tiers = tiers;
    bool impatient = unit_random(seed) % 2; /* the turn always passes, or not */
    for (uint32_t t = 0; t <= tiers; t++)
        g->first[t] = g->nodes * t / tiers;
    for (uint32_t i = 0; i < g->nodes; i++) {
        g->tier[i] = 0;
        while (g->first[g->tier[i] + 1] <= i)
            g->tier[i]++;
        g->turn[i] = impatient ? i & 1 : unit_random(seed) & 1;
        if (unit_random(seed) % 12 == 0)
            g->end[i] = (zm_end)(1 + unit_random(seed) % 3);
        unsigned degree = (unsigned)(unit_random(seed) % (GRAPH_DEGREE + 1));
        for (unsigned k = 0; k < degree; k++) {
            uint32_t to = graph_target(g, i, inside, seed);
            if (to != UINT32_MAX)
                g->to[i][g->degree[i]++] = to;
        }
    }
}

static inline void graph_game(zm_completed *out, zm_inside inside, bool dense, bool parents, bool children)
{
    static const zm_game g = {.abi = ZM_ABI,
                              .name = "graph",
                              .title = "Random graph",
                              .about = "A test.",
                              .data_bytes = sizeof(graph_data),
                              .read = graph_read,
                              .write = graph_write,
                              .start = graph_start,
                              .moves = graph_moves,
                              .play = graph_play,
                              .ended = graph_ended};
    zm_complete(out, &g);
    if (dense) {
        out->index = *ZM_INDEX(.tiers = graph_tiers, .tier_size = graph_tier_size, .rank = graph_rank,
                               .unrank = graph_unrank, .inside = inside, .children = children ? graph_children : NULL);
        out->backward.parents = parents ? graph_parents : NULL;
    }
}

/* ---- the truth, from the definition: level by level, looking at every node each time ---- */
typedef struct graph_truth {
    zm_value value[GRAPH_NODES];
    bool reached[GRAPH_NODES];
    uint64_t states;
} graph_truth;

static inline void graph_reach(const graph_data *g, uint32_t node, graph_truth *t)
{
    if (t->reached[node])
        return;
    t->reached[node] = true;
    t->states++;
    for (unsigned k = 0; k < g->degree[node] && g->end[node] == ZM_OPEN; k++)
        graph_reach(g, g->to[node][k], t);
}

/* Is node i decided at level r, given what was decided at smaller ones? */
static inline zm_value graph_decide(const graph_data *g, const graph_truth *t, uint32_t i, unsigned r)
{
    bool all_bad = true;
    for (unsigned k = 0; k < g->degree[i]; k++) {
        zm_value there = t->value[g->to[i][k]];
        bool mine = g->turn[g->to[i][k]] == g->turn[i];
        bool known = there != ZM_NONE && there != ZM_DRAWN && zm_remoteness(there) < r;
        if (known && zm_is_win(there) == mine)
            return zm_win_in(r);
        all_bad &= known;
    }
    return all_bad ? zm_loss_in(r) : (zm_value)ZM_NONE;
}

static inline void graph_solve(const graph_data *g, graph_truth *t)
{
    memset(t, 0, sizeof *t);
    graph_reach(g, g->nodes - 1, t);
    for (uint32_t i = 0; i < g->nodes; i++)
        if (g->end[i] != ZM_OPEN || !g->degree[i])
            t->value[i] = g->end[i] == ZM_WIN ? zm_win_in(0) : g->end[i] == ZM_DRAW ? ZM_DRAWN : zm_loss_in(0);
    for (unsigned r = 1; r <= g->nodes; r++) {
        zm_value fresh[GRAPH_NODES];
        for (uint32_t i = 0; i < g->nodes; i++)
            fresh[i] = t->value[i] == ZM_NONE ? graph_decide(g, t, i, r) : t->value[i];
        memcpy(t->value, fresh, sizeof fresh);
    }
    for (uint32_t i = 0; i < g->nodes; i++)
        if (t->value[i] == ZM_NONE)
            t->value[i] = ZM_DRAWN;
}

#endif
