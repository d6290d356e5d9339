/* graph.c: see graph.h. Levels: states are decided in the order of their remoteness.
 *
 *   won in r     some move leads to a state that loses for the other side in r-1, and none to one that does sooner
 *   lost in r    every move leads to a state that wins for the other side, the last of them in r-1
 *
 * At level r the states decided with remoteness r-1 are taken and their parents told: a good move decides the parent at
 * once, a bad one is counted off; the parent whose last move is counted off is lost. Moves out of the graph have their
 * remoteness from elsewhere: their states wait in a chain for the level that is theirs. What is never decided is
 * drawn. */
#include "graph.h"

#include "base/stop.h"

#include <omp.h>
#include <string.h>

enum { LEVELS = ZM_FARTHEST + 2, PARALLEL_FROM = 4096, CHUNK = 256, PAUSE = 1 << 16 };

typedef struct solver {
    zm_context *context;
    zm_move_graph *graph;
    uint64_t *first;  /* parents of i are parent[first[i]] .. */
    uint32_t *parent; /* topmost bit: the turn stays */
    uint16_t *left;   /* moves inside the graph not yet known to be bad */
    uint32_t *queue;  /* the decided, in the order they were: a level is a run of it */
    uint64_t begin, end, tail;
    uint32_t *chain;   /* the next state that waits for the same level, + 1 */
    uint32_t *waiting; /* head of each level's chain, + 1 */
    unsigned last_waiting;
} solver;

/* ---- turning the edges round: a counting sort by target ---- */
static zm_status turn_round(solver *s)
{
    zm_move_graph *g = s->graph;
    uint64_t edges = g->first[g->states];
    ZM_TRY(s->context, zm_alloc(s->context, &s->first, g->states + 2, sizeof *s->first, "the graph's parents"));
    ZM_TRY(s->context, zm_alloc(s->context, &s->parent, edges, sizeof *s->parent, "the graph's parents"));
    uint64_t *at = s->first + 1; /* at[i] becomes the start of i + 1 when all is placed */
    for (uint64_t e = 0; e < edges; e++) {
        if (e % PAUSE == 0)
            ZM_TRY(s->context, zm_check_stop(s->context));
        at[ZM_EDGE_STATE(g->edge[e]) + 1]++;
    }
    for (uint64_t i = 1; i <= g->states; i++)
        at[i] += at[i - 1];
    for (uint64_t i = 0; i < g->states; i++) {
        if (i % PAUSE == 0) {
            ZM_TRY(s->context, zm_check_stop(s->context));
            zm_meter_add(g->meter, i ? PAUSE : 0);
        }
        for (uint64_t e = g->first[i]; e < g->first[i + 1]; e++) {
            uint32_t to = ZM_EDGE_STATE(g->edge[e]), stays = g->edge[e] & ZM_EDGE_STAYS_BIT;
            s->parent[at[to]++] = (uint32_t)i | stays;
        }
    }
    return ZM_OK;
}

/* ---- deciding ---- */
static void decide(solver *s, uint32_t i, zm_value value)
{
    zm_value none = ZM_NONE;
    if (__atomic_compare_exchange_n(&s->graph->value[i], &none, value, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        s->queue[__atomic_fetch_add(&s->tail, 1, __ATOMIC_RELAXED)] = i;
}

static zm_value outside(const solver *s, uint32_t i) { return s->graph->outside ? s->graph->outside[i] : ZM_NONE; }

/* Chains are only touched between the parallel parts, or under the lock. */
static void wait_for(solver *s, uint32_t i, unsigned level)
{
#pragma omp critical(zm_move_graph_wait)
    {
        s->chain[i] = s->waiting[level];
        s->waiting[level] = i + 1;
        if (level > s->last_waiting)
            s->last_waiting = level;
    }
}

/* All moves inside the graph are bad, the last was decided at level-1. */
static void all_bad(solver *s, uint32_t i, unsigned level)
{
    zm_value out = outside(s, i);
    if (out != ZM_NONE && !zm_is_loss(out))
        return; /* drawn, or won later: it has its place in a chain */
    unsigned r = zm_remoteness(out);
    if (out == ZM_NONE || r <= level)
        decide(s, i, zm_loss_in(level));
    else
        wait_for(s, i, r);
}

static void start(solver *s)
{
    zm_move_graph *g = s->graph;
    for (uint32_t i = 0; i < g->states; i++) {
        if (g->value[i] != ZM_NONE) {
            s->queue[s->tail++] = i;
            continue;
        }
        s->left[i] = (uint16_t)(g->first[i + 1] - g->first[i]);
        zm_value out = outside(s, i);
        if (zm_is_win(out) || (zm_is_loss(out) && !s->left[i]))
            wait_for(s, i, zm_remoteness(out));
    }
}

static void tell_parents(solver *s, uint32_t i, unsigned level)
{
    zm_value value = s->graph->value[i];
    if (value == ZM_DRAWN)
        return;
    for (uint64_t e = s->first[i]; e < s->first[i + 1]; e++) {
        uint32_t p = ZM_EDGE_STATE(s->parent[e]);
        bool stays = s->parent[e] & ZM_EDGE_STAYS_BIT;
        if (__atomic_load_n(&s->graph->value[p], __ATOMIC_RELAXED) != ZM_NONE)
            continue;
        if (zm_is_win(zm_before_move(value, !stays)))
            decide(s, p, zm_win_in(level));
        else if (__atomic_sub_fetch(&s->left[p], 1, __ATOMIC_RELAXED) == 0)
            all_bad(s, p, level);
    }
}

/* Those whose move out of the graph has this remoteness. */
static void wake(solver *s, unsigned level)
{
    for (uint32_t next = s->waiting[level]; next; next = s->chain[next - 1]) {
        uint32_t i = next - 1;
        decide(s, i, zm_is_win(outside(s, i)) ? zm_win_in(level) : zm_loss_in(level));
    }
}

static zm_status levels(solver *s)
{
    start(s);
    for (unsigned level = 1; s->begin < s->tail || level <= s->last_waiting; level++) {
        ZM_TRY(s->context, zm_check_stop(s->context));
        uint64_t begin = s->begin, end = s->tail;
        s->begin = end;
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(s->context)) if (end - begin > PARALLEL_FROM)
        for (uint64_t from = begin; from < end; from += CHUNK) {
            const uint64_t to = from + CHUNK < end ? from + CHUNK : end;
            if (zm_stopped(s->context))
                continue;
            for (uint64_t q = from; q < to; q++)
                tell_parents(s, s->queue[q], level);
            zm_meter_add(s->graph->meter, to - from);
        }
        if (level > ZM_FARTHEST) /* what is decided at this level has no value, and nothing waits for it */
            return s->tail == end ? ZM_OK : zm_too_far(s->context, ZM_FARTHEST);
        wake(s, level);
    }
    return ZM_OK;
}

zm_status zm_too_far(zm_context *c, unsigned most)
{
    return zm_fail(c, ZM_BAD_INPUT, "a win takes more than %u plies: farther than tables can say", most);
}

static void draw_the_rest(zm_move_graph *g)
{
    for (uint64_t i = 0; i < g->states; i++)
        if (g->value[i] == ZM_NONE)
            g->value[i] = ZM_DRAWN;
}

static zm_status run(solver *s, bool keep)
{
    zm_context *c = s->context;
    zm_move_graph *g = s->graph;
    ZM_TRY(c, zm_alloc(c, &s->left, g->states, sizeof *s->left, "the graph's counters"));
    ZM_TRY(c, zm_alloc(c, &s->queue, g->states, sizeof *s->queue, "the graph's queue"));
    ZM_TRY(c, zm_alloc(c, &s->chain, g->outside ? g->states : 1, sizeof *s->chain, "the graph's chains"));
    ZM_TRY(c, zm_alloc(c, &s->waiting, LEVELS, sizeof *s->waiting, "the graph's levels"));
    ZM_TRY(c, turn_round(s));
    ZM_TRY(c, levels(s));
    draw_the_rest(g);
    if (!keep) {
        zm_release(c, g->edge);
        zm_release(c, g->first);
        g->edge = NULL;
        g->first = NULL;
    }
    return ZM_OK;
}

zm_status zm_move_graph_solve(zm_context *c, zm_move_graph *g, bool keep)
{
    solver s = {.context = c, .graph = g};
    zm_status status = run(&s, keep);
    zm_release(c, s.first);
    zm_release(c, s.parent);
    zm_release(c, s.left);
    zm_release(c, s.queue);
    zm_release(c, s.chain);
    zm_release(c, s.waiting);
    return status;
}

void zm_move_graph_free(zm_context *c, zm_move_graph *g)
{
    zm_release(c, g->first);
    zm_release(c, g->edge);
    zm_release(c, g->value);
    zm_release(c, g->outside);
    *g = (zm_move_graph){0};
}
