/* levels.c: the values of undecided states when all states are found (undecided.h).
 *
 * Where states do not come back, going through the records from the last to the first decides most of them. Then levels:
 * level r decides what is r plies from its end, by one look through all records. While each look leaves a good part of
 * them out that is about as fast as turning the moves round, and takes no memory. When looks become idle, which is where
 * draws and long wins are left, what remains is solved as a graph (core/graph.c) in time that grows with its moves. If the
 * memory limit does not allow that, levels go on: slower, but with the same result. */
#include "undecided.h"

#include "base/stop.h"
#include "solve/core/graph.h"

enum { IDLE = 3 /* two looks that leave out less than a third of the moves are idle */ };

/* ---- the rest as a graph ---- */
typedef struct numbering { /* of the states with records: their rank by slot */
    uint64_t *bit;
    uint32_t *before; /* states in the words before */
    uint64_t words;
} numbering;

typedef void cell_fn(void *arg, uint32_t record, const uint32_t *cell, uint32_t count);

/* Calls `f` for each record with its moves. */
static zm_status for_records(const zm_undecided *u, cell_fn *f, void *arg)
{
    const zm_segments *s = &u->all;
    for (uint64_t k = 0; k < s->count; k++) {
        const zm_segment *g = s->one[k];
        ZM_TRY(u->context, zm_check_stop(u->context));
        for (uint32_t from = 0, to; from < g->used; from = to) {
            for (to = from + 1; to < g->used && !(g->cell[to] & ZM_CELL_RECORD); to++)
                ;
            f(arg, ZM_CELL_SLOT(g->cell[from]), g->cell + from + 1, to - from - 1);
        }
    }
    return ZM_OK;
}

static void count_record(void *arg, uint32_t slot, const uint32_t *cell, uint32_t count)
{
    zm_undecided *u = arg;
    (void)slot, (void)cell;
    u->records++;
    u->moves += count;
}

zm_status zm_undecided_count(zm_undecided *u)
{
    u->records = u->moves = 0;
    return for_records(u, count_record, u);
}

typedef struct rest {
    const zm_state_set *set;
    numbering number;
    zm_move_graph graph;
} rest;

static uint32_t number_of(const numbering *n, uint64_t slot)
{
    const uint64_t below = n->bit[slot / 64] & zm_low_bits(slot % 64);
    return n->before[slot / 64] + zm_count_bits(below);
}

static void note_state(void *arg, uint32_t slot, const uint32_t *cell, uint32_t count)
{
    (void)cell, (void)count;
    ((rest *)arg)->number.bit[slot / 64] |= zm_bit(slot % 64);
}

static bool is_inside(const rest *r, uint32_t cell)
{
    return zm_set_code(r->set, ZM_CELL_SLOT(cell)) & ZM_SLOT_UNDECIDED;
}

static void count_edges(void *arg, uint32_t slot, const uint32_t *cell, uint32_t count)
{
    rest *r = arg;
    uint64_t *edges = &r->graph.first[number_of(&r->number, slot) + 1];
    for (uint32_t i = 0; i < count; i++)
        *edges += is_inside(r, cell[i]);
}

static void put_edges(void *arg, uint32_t slot, const uint32_t *cell, uint32_t count)
{
    rest *r = arg;
    const uint32_t number = number_of(&r->number, slot);
    uint64_t at = r->graph.first[number];
    zm_value best = ZM_NONE;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t to = ZM_CELL_SLOT(cell[i]);
        if (is_inside(r, cell[i])) {
            r->graph.edge[at++] = number_of(&r->number, to) | (cell[i] & ZM_CELL_STAYS ? ZM_EDGE_STAYS_BIT : 0);
            continue;
        }
        const zm_value value = zm_before_move((zm_value)zm_set_code(r->set, to), !(cell[i] & ZM_CELL_STAYS));
        best = value > best ? value : best;
    }
    r->graph.outside[number] = best;
}

static void take_value(void *arg, uint32_t slot, const uint32_t *cell, uint32_t count)
{
    const rest *r = arg;
    (void)cell, (void)count;
    zm_set_put(r->set, slot, r->graph.value[number_of(&r->number, slot)]);
}

static zm_status number_states(rest *r, const zm_undecided *u)
{
    zm_context *c = u->context;
    numbering *n = &r->number;
    n->words = r->set->slots / 64 + 1;
    ZM_TRY(c, zm_alloc(c, &n->bit, n->words, sizeof *n->bit, "the numbers of undecided states"));
    ZM_TRY(c, zm_alloc(c, &n->before, n->words, sizeof *n->before, "the numbers of undecided states"));
    ZM_TRY(c, for_records(u, note_state, r));
    for (uint64_t i = 1; i < n->words; i++)
        n->before[i] = n->before[i - 1] + zm_count_bits(n->bit[i - 1]);
    return ZM_OK;
}

static zm_status make_graph(rest *r, const zm_undecided *u)
{
    zm_context *c = u->context;
    zm_move_graph *g = &r->graph;
    ZM_TRY(c, number_states(r, u));
    g->states = u->records;
    ZM_TRY(c, zm_alloc(c, &g->first, g->states + 1, sizeof *g->first, "the graph of moves"));
    ZM_TRY(c, zm_alloc(c, &g->value, g->states, sizeof *g->value, "the graph of moves"));
    ZM_TRY(c, zm_alloc(c, &g->outside, g->states, sizeof *g->outside, "the graph of moves"));
    ZM_TRY(c, for_records(u, count_edges, r));
    for (uint64_t i = 0; i < g->states; i++)
        g->first[i + 1] += g->first[i];
    ZM_TRY(c, zm_alloc(c, &g->edge, g->first[g->states], sizeof *g->edge, "the graph of moves"));
    return for_records(u, put_edges, r);
}

uint64_t zm_undecided_solve_bytes(const zm_undecided *u, const zm_state_set *set)
{
    enum { STATE = 40, MOVE = 8, FIXED = 1 << 18 };
    return u->records * STATE + u->moves * MOVE + set->slots / 64 * 12 + FIXED;
}

static zm_status solve_rest(zm_undecided *u, const zm_state_set *set, zm_meter *meter)
{
    zm_context *c = u->context;
    rest r = {.set = set, .graph = {.meter = meter}};
    zm_status status = make_graph(&r, u);
    if (meter)
        zm_meter_phase(meter, 0.1, 2 * r.graph.states);
    if (status == ZM_OK)
        status = zm_move_graph_solve(c, &r.graph, false);
    if (status == ZM_OK)
        status = for_records(u, take_value, &r);
    zm_release(c, r.number.bit);
    zm_release(c, r.number.before);
    zm_move_graph_free(c, &r.graph);
    return status;
}

/* ---- levels ---- */
static void draw_state(void *arg, uint32_t slot, const uint32_t *cell, uint32_t count)
{
    (void)cell, (void)count;
    zm_set_put(arg, slot, ZM_DRAWN);
}

/* A graph takes what leads out of it as values. A move to a state as far from its end as can be has none. */
static bool can_turn_round(const zm_undecided *u, const zm_state_set *set, unsigned level)
{
    const uint64_t used = zm_memory_used(u->context), limit = zm_memory_limit(u->context);
    return u->longest < ZM_FARTHEST && level < ZM_FARTHEST && used <= limit &&
           zm_undecided_solve_bytes(u, set) <= limit - used;
}

static zm_status solve_levels(zm_undecided *u, const zm_state_set *set, unsigned level, zm_meter *meter)
{
    uint64_t before = UINT64_MAX, two_before = UINT64_MAX;
    for (;; level++) {
        if (!u->known || level <= u->longest + 1) /* what was decided early is known from its level on */
            ZM_TRY(u->context, zm_undecided_know(u, set, level));
        ZM_TRY(u->context, zm_undecided_settle(u, set, level, meter));
        const uint64_t left = u->records + u->moves;
        if (!u->records)
            return ZM_OK;
        if (left == before && level > u->longest + 1)
            return for_records(u, draw_state, (void *)set);
        if (two_before != UINT64_MAX && left > two_before - two_before / IDLE && can_turn_round(u, set, level))
            return solve_rest(u, set, meter);
        two_before = before;
        before = left;
    }
}

zm_status zm_undecided_solve(zm_undecided *u, const zm_state_set *set, unsigned level, zm_meter *meter)
{
    zm_status status = zm_undecided_sweep(u, set, meter);
    if (status == ZM_OK && u->records)
        status = solve_levels(u, set, level, meter);
    zm_undecided_forget(u);
    return status;
}
