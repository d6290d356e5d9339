/* hunt_distances.c: see kernel/hunt_distances.h. */
#include "base/memory.h"
#include "base/stop.h"
#include "distances.h"
#include "kernel/kernels.h"
#include "solve/hunt/acyclic.h"
#include "solve/hunt/cyclic.h"

typedef struct counting {
    zm_context *context;
    const zm_variant *variant;
    zm_tiers tiers;
    zm_cyclic *cyclic;
    zm_hunt_distances plies;
    const zm_ply_visitor *by;
    uint32_t ply;
} counting;

/* ---- room ---- */
static uint64_t in_chunks(uint64_t placements)
{
    return (placements + ZM_HUNT_CHUNK - 1) / ZM_HUNT_CHUNK * ZM_HUNT_CHUNK;
}

/* The two tiers of a pair have the same placements. */
static zm_status number_placements(counting *k)
{
    zm_context *c = k->context;
    zm_hunt_distances *p = &k->plies;
    const unsigned tiers_each = k->tiers.cyclic ? 1 : 2;
    p->groups = k->tiers.count / tiers_each;
    ZM_TRY(c, zm_alloc(c, &p->first, p->groups + (uint64_t)1, sizeof *p->first, "the placements of each tier"));
    ZM_TRY(c, zm_alloc(c, &p->count, p->groups, sizeof *p->count, "the placements of each tier"));
    for (uint32_t i = 0; i < p->groups; i++) {
        p->count[i] = k->tiers.units[tiers_each * i];
        p->first[i + 1] = p->first[i] + in_chunks(p->count[i]);
    }
    return ZM_OK;
}

static uint64_t rows_bytes(const counting *k)
{
    const uint64_t placements = k->plies.first[k->plies.groups];
    return placements * (k->cyclic ? 5 : 4) * sizeof(uint64_t) + placements / ZM_HUNT_CHUNK * 2;
}

static zm_status open_rows(counting *k)
{
    zm_context *c = k->context;
    zm_hunt_distances *p = &k->plies;
    const uint64_t placements = p->first[p->groups];
    if (k->cyclic)
        ZM_TRY(c, zm_alloc(c, &p->landed, placements, sizeof *p->landed, "the states by ply"));
    for (unsigned turn = 0; turn < 2; turn++) {
        ZM_TRY(c, zm_alloc(c, &p->seen[turn], placements, sizeof *p->seen[turn], "the states by ply"));
        ZM_TRY(c, zm_alloc(c, &p->came[turn], placements, sizeof *p->came[turn], "the states by ply"));
        ZM_TRY(c,
               zm_alloc(c, &p->fresh[turn], placements / ZM_HUNT_CHUNK, sizeof *p->fresh[turn], "the states by ply"));
    }
    return ZM_OK;
}

static void close_counting(counting *k)
{
    zm_context *c = k->context;
    zm_hunt_distances *p = &k->plies;
    zm_cyclic_close(c, k->cyclic, &k->tiers);
    void *const blocks[] = {p->first,   p->count,    p->seen[0],  p->seen[1], p->came[0],
                            p->came[1], p->fresh[0], p->fresh[1], p->landed};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(c, blocks[i]);
    zm_tiers_close(c, &k->tiers);
}

static zm_status open_counting(counting *k)
{
    zm_context *c = k->context;
    ZM_TRY(c, zm_tiers_open(c, k->variant, true, &k->tiers));
    k->plies.variant = k->variant;
    if (k->tiers.cyclic)
        ZM_TRY(c, zm_cyclic_open(c, k->variant, &k->tiers, false, &k->cyclic));
    k->plies.board = k->cyclic;
    return number_placements(k);
}

/* ---- plies ---- */
static void mark_start(counting *k)
{
    const zm_variant *v = k->variant;
    const zm_place at = v->game->index->rank(v, zm_start_state(v));
    zm_hunt_distances *p = &k->plies;
    const uint64_t n = k->cyclic ? p->first[k->cyclic->start.tier] + k->cyclic->start.index
                                 : p->first[at.tier / 2] + zm_hunt_row(v, at);
    const bool lone = zm_turn_of(v, zm_start_state(v)) == v->game->hunt->lone;
    p->came[lone][n] = k->cyclic ? k->cyclic->start_bit : zm_bit(zm_hunt_square(v, at));
    p->fresh[lone][n / ZM_HUNT_CHUNK] = 1;
}

static void visit_states(void *arg, uint64_t many, uint64_t squares, bool lone_to_move)
{
    const counting *k = arg;
    while (squares)
        k->by->visit(k->by->arg, k->ply,
                     k->variant->game->hunt->position(k->variant, many, zm_take_lowest(&squares), lone_to_move));
}

static uint64_t count_chunk(const counting *k, bool lone, uint64_t chunk)
{
    const zm_hunt_distances *p = &k->plies;
    const uint32_t group = zm_find_tier(p->first, p->groups, chunk * ZM_HUNT_CHUNK);
    const uint64_t from = chunk * ZM_HUNT_CHUNK - p->first[group], count = p->count[group];
    const uint64_t to = from + ZM_HUNT_CHUNK < count ? from + ZM_HUNT_CHUNK : count;
    p->fresh[lone][chunk] = 0;
    const uint64_t states = zm_kernels_for(k->variant)->hunt_distances->ply(p, lone, group, from, to);
    zm_progress_add(k->context, states);
    return states;
}

static uint64_t count_ply(const counting *k, bool lone)
{
    const uint64_t chunks = k->plies.first[k->plies.groups] / ZM_HUNT_CHUNK;
    uint64_t states = 0;
#pragma omp parallel for schedule(dynamic, 64) num_threads((int)zm_threads(k->context)) reduction(+ : states)
    for (uint64_t i = 0; i < chunks; i++)
        if (k->plies.fresh[lone][i] && !zm_stopped(k->context))
            states += count_chunk(k, lone, i);
    return states;
}

static zm_status count_plies(counting *k, zm_plies *out)
{
    zm_context *c = k->context;
    const zm_variant *v = k->variant;
    ZM_TRY(c, open_rows(k));
    mark_start(k);
    if (k->by->visit) {
        k->plies.visit = visit_states;
        k->plies.arg = k;
    }
    bool lone = zm_turn_of(v, zm_start_state(v)) == v->game->hunt->lone;
    for (uint64_t n; (n = count_ply(k, lone)); k->ply++, lone = !lone) {
        ZM_TRY(c, zm_check_stop(c));
        ZM_TRY(c, zm_plies_add(c, out, n));
    }
    return zm_check_stop(c);
}

zm_status zm_enumerate_hunt(zm_context *c, const zm_variant *v, const zm_ply_visitor *by, bool *fits, zm_plies *out)
{
    counting k = {.context = c, .variant = v, .by = by};
    zm_status s = open_counting(&k);
    *fits = s != ZM_OK || zm_memory_used(c) + rows_bytes(&k) <= zm_memory_limit(c);
    zm_progress_begin(c, "count by ply", 0);
    if (s == ZM_OK && *fits)
        s = count_plies(&k, out);
    zm_progress_end(c);
    close_counting(&k);
    return s;
}
