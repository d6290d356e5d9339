/* explore.c: breadth-first search through a hash.
 *
 * The states found are numbered in the order they are found, so the array of keys is the queue. A batch of them is
 * expanded on all threads, chunk by chunk into buffers; then one thread adds the successors to the hash in order, which
 * makes the numbering the same on any number of threads. Hash slots are prefetched a few successors ahead: a miss costs
 * more than all the rest. */
#include "explore.h"

#include "base/stop.h"
#include "base/text.h"
#include "kernel/kernels.h"

#include <omp.h>

enum { CHUNK = 64, BATCH = 64 /* chunks */, AHEAD = 12 };

typedef struct chunk { /* successors of CHUNK states */
    zm_pos *next;
    uint64_t *hash;
    uint8_t *stays;
    uint64_t room, count;
    unsigned count_of[CHUNK];
    zm_value end_of[CHUNK]; /* ZM_NONE while open */
    uint64_t unkept;        /* the first state that cannot be kept, + 1 */
    zm_status status;
} chunk;

typedef struct scratch { /* successors of one state, a thread's own: there may be many, but seldom are */
    zm_pos next[ZM_MAX_MOVES];
    uint8_t stays[ZM_MAX_MOVES];
} scratch;

typedef struct explorer {
    zm_context *context;
    const zm_variant *variant;
    const zm_kernels *kernels;
    zm_explored *x;
    bool edges;
    zm_explore_limit limit;
    chunk chunks[BATCH];
    scratch *scratch; /* one a thread */
    uint64_t edge_count, edge_room, state_room, ply_room;
} explorer;

static zm_status chunk_room(zm_context *c, chunk *k, uint64_t room)
{
    if (room <= k->room)
        return ZM_OK;
    room = room < 2 * k->room ? 2 * k->room : room;
    ZM_TRY(c, zm_resize(c, &k->next, room, sizeof *k->next, "successors of states"));
    ZM_TRY(c, zm_resize(c, &k->hash, room, sizeof *k->hash, "successors of states"));
    ZM_TRY(c, zm_resize(c, &k->stays, room, sizeof *k->stays, "successors of states"));
    k->room = room;
    return ZM_OK;
}

/* Those that are being expanded are as far from the start as it goes. */
static bool at_the_edge(const explorer *e) { return e->limit.plies && e->x->plies == e->limit.plies + 1; }

static zm_status expand_chunk(explorer *e, chunk *k, scratch *own, uint64_t from, uint64_t to)
{
    k->count = k->unkept = 0;
    for (uint64_t i = from; i < to; i++) {
        unsigned n;
        zm_end end = e->kernels->hash->expand(e->variant, e->x->map.keys[i], own->next, own->stays, &n);
        k->count_of[i - from] = n;
        k->end_of[i - from] = end == ZM_OPEN ? (zm_value)ZM_NONE : zm_end_value(end);
        if (end == ZM_BEYOND && !k->unkept)
            k->unkept = i + 1;
        if (at_the_edge(e))
            k->count_of[i - from] = n = 0;
        ZM_TRY(e->context, chunk_room(e->context, k, k->count + n));
        for (unsigned s = 0; s < n; s++) {
            k->next[k->count + s] = own->next[s];
            k->stays[k->count + s] = own->stays[s];
            k->hash[k->count + s] = zm_hash(own->next[s]);
        }
        k->count += n;
    }
    return ZM_OK;
}

static zm_status graph_room(explorer *e, uint64_t states, uint64_t edges)
{
    zm_move_graph *g = &e->x->graph;
    zm_context *c = e->context;
    if (states + 1 > e->state_room) {
        uint64_t room = e->state_room * 3 / 2 > states + 1 ? e->state_room * 3 / 2 : states + 1 + 4096;
        ZM_TRY(c, zm_resize(c, &g->first, room, sizeof *g->first, "the graph of moves"));
        ZM_TRY(c, zm_resize(c, &g->value, room, sizeof *g->value, "the values of states"));
        e->state_room = room;
    }
    if (edges > e->edge_room) {
        uint64_t room = e->edge_room * 3 / 2 > edges ? e->edge_room * 3 / 2 : edges + 4096;
        ZM_TRY(c, zm_resize(c, &g->edge, room, sizeof *g->edge, "the graph of moves"));
        e->edge_room = room;
    }
    return ZM_OK;
}

/* Adds the successors of the states from..to-1 to the hash, and the edges to the graph. */
static zm_status add_chunk(explorer *e, const chunk *k, uint64_t from, uint64_t to)
{
    zm_map *m = &e->x->map;
    zm_move_graph *g = &e->x->graph;
    ZM_TRY(e->context, zm_map_reserve(m, k->count));
    if (e->edges)
        ZM_TRY(e->context, graph_room(e, to, e->edge_count + k->count));
    for (uint64_t s = 0; s < k->count && s < AHEAD; s++)
        zm_map_prefetch(m, k->hash[s]);
    uint64_t s = 0;
    for (uint64_t i = from; i < to; i++) {
        if (e->edges) {
            g->first[i] = e->edge_count;
            g->value[i] = k->end_of[i - from];
        }
        for (uint64_t last = s + k->count_of[i - from]; s < last; s++) {
            if (s + AHEAD < k->count)
                zm_map_prefetch(m, k->hash[s + AHEAD]);
            uint32_t to_state = zm_map_add(m, k->next[s], k->hash[s]);
            if (e->edges)
                g->edge[e->edge_count++] = to_state | (k->stays[s] ? ZM_EDGE_STAYS_BIT : 0);
        }
    }
    e->x->moves += k->count;
    return ZM_OK;
}

/* It was found from a state of the ply before: the first that has a move there is told. */
static zm_status cannot_keep(explorer *e, uint64_t state)
{
    const zm_variant *v = e->variant;
    const zm_pos *keys = e->x->map.keys;
    const uint64_t from = e->x->plies > 1 ? e->x->ply[e->x->plies - 2] : 0;
    zm_move moves[ZM_MAX_MOVES];
    for (uint64_t i = from; i < state; i++) {
        unsigned n;
        zm_moves_of(v, keys[i], moves, &n);
        for (unsigned m = 0; m < n; m++)
            if (zm_same(zm_state_of(v, v->game->play(v, keys[i], moves[m])), keys[state]))
                return zm_beyond(e->context, v, &keys[i], moves[m]);
    }
    return zm_beyond(e->context, v, NULL, 0);
}

/* Expands the states from..to-1, at most a batch. */
static zm_status batch(explorer *e, uint64_t from, uint64_t to)
{
    uint64_t chunks = (to - from + CHUNK - 1) / CHUNK;
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(e->context)) if (chunks > 4)
    for (uint64_t k = 0; k < chunks; k++) {
        uint64_t a = from + k * CHUNK, b = a + CHUNK < to ? a + CHUNK : to;
        e->chunks[k].status = expand_chunk(e, &e->chunks[k], &e->scratch[omp_get_thread_num()], a, b);
    }
    for (uint64_t k = 0; k < chunks; k++) {
        uint64_t a = from + k * CHUNK, b = a + CHUNK < to ? a + CHUNK : to;
        ZM_TRY(e->context, e->chunks[k].status);
        if (e->chunks[k].unkept)
            return cannot_keep(e, e->chunks[k].unkept - 1);
        ZM_TRY(e->context, add_chunk(e, &e->chunks[k], a, b));
    }
    zm_progress_add(e->context, to - from);
    return ZM_OK;
}

static zm_status note_ply(explorer *e, uint64_t begin)
{
    zm_explored *x = e->x;
    if (x->plies + 2 > e->ply_room) {
        e->ply_room = e->ply_room * 2 + 64;
        ZM_TRY(e->context, zm_resize(e->context, &x->ply, e->ply_room, sizeof *x->ply, "the states by ply"));
    }
    x->ply[x->plies++] = begin;
    x->ply[x->plies] = x->map.count;
    return ZM_OK;
}

static zm_status too_many(const explorer *e)
{
    char limit[32];
    return zm_fail(e->context, ZM_NO_MEMORY, "%s has more than %s states from here, the limit", e->variant->game->name,
                   zm_count_text(e->limit.states, limit));
}

static bool too_many_states(const explorer *e) { return e->limit.states && e->x->map.count > e->limit.states; }

static zm_status explore(explorer *e, zm_pos from)
{
    zm_explored *x = e->x;
    zm_map_add(&x->map, from, zm_hash(from));
    uint64_t ply_end = 0;
    for (uint64_t done = 0; done < x->map.count;) {
        ZM_TRY(e->context, zm_check_stop(e->context));
        if (too_many_states(e))
            return too_many(e);
        if (done == ply_end) {
            ply_end = x->map.count;
            ZM_TRY(e->context, note_ply(e, done));
        }
        uint64_t to = done + BATCH * CHUNK;
        to = to < ply_end ? to : ply_end;
        ZM_TRY(e->context, batch(e, done, to));
        done = to;
    }
    if (too_many_states(e))
        return too_many(e);
    x->graph.states = x->map.count;
    if (e->edges)
        x->graph.first[x->map.count] = e->edge_count;
    return x->map.count >= ZM_EDGE_STAYS_BIT
               ? zm_fail(e->context, ZM_NO_MEMORY,
                         "more than 2,147,483,647 states: too many for a hash; the game needs tiers")
               : ZM_OK;
}

zm_status zm_explore(zm_context *c, const zm_variant *v, zm_pos from, bool edges, const zm_explore_limit *limit,
                     zm_explored *x)
{
    *x = (zm_explored){0};
    explorer *e;
    ZM_TRY(c, zm_alloc(c, &e, 1, sizeof *e, "the search for states"));
    e->context = c;
    e->variant = v;
    e->kernels = zm_kernels_for(v);
    e->x = x;
    e->edges = edges;
    e->limit = limit ? *limit : (zm_explore_limit){0};
    zm_progress_begin(c, "enumerate", 0);
    zm_status s = zm_alloc(c, &e->scratch, zm_threads(c), sizeof *e->scratch, "the search for states");
    if (s == ZM_OK)
        s = zm_map_open(c, &x->map);
    if (s == ZM_OK)
        s = explore(e, from);
    zm_progress_end(c);
    for (unsigned k = 0; k < BATCH; k++) {
        zm_release(c, e->chunks[k].next);
        zm_release(c, e->chunks[k].hash);
        zm_release(c, e->chunks[k].stays);
    }
    zm_release(c, e->scratch);
    zm_release(c, e);
    if (s != ZM_OK)
        zm_explored_free(c, x);
    return s;
}

void zm_explored_free(zm_context *c, zm_explored *x)
{
    if (x->map.context)
        zm_map_close(&x->map);
    zm_move_graph_free(c, &x->graph);
    zm_release(c, x->ply);
    *x = (zm_explored){0};
}
