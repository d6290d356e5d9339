/* distances.c: how many states lie at each distance from the start. Hunts by words of squares (hunt_distances.c) where
 * there is memory for it, other dense games through bitmaps (three bits a place: seen, now, next), the others through a
 * hash. */
#include "distances.h"

#include "base/stop.h"
#include "game/trace/trace.h"
#include "solve/core/explore.h"
#include "solve/core/states.h"
#include "solve/hunt/acyclic.h"

#include <zermelo/solve.h>

#include <omp.h>
#include <string.h>

enum { CHUNK = 64 /* words */ };

zm_status zm_plies_add(zm_context *c, zm_plies *p, uint64_t states)
{
    ZM_TRY(c, zm_resize(c, &p->count, p->plies + (uint64_t)1, sizeof *p->count, "the states by ply"));
    p->count[p->plies++] = states;
    p->states += states;
    return ZM_OK;
}

static void visit_explored(zm_context *c, const zm_explored *x, uint32_t ply, const zm_ply_visitor *by)
{
#pragma omp parallel for schedule(static) num_threads((int)zm_threads(c))
    for (uint64_t i = x->ply[ply]; i < x->ply[ply + 1]; i++)
        by->visit(by->arg, ply, x->map.keys[i]);
}

static zm_status through_hash(zm_context *c, const zm_variant *v, const zm_ply_visitor *by, zm_plies *out)
{
    zm_explored x;
    ZM_TRY(c, zm_explore(c, v, zm_start_state(v), false, NULL, &x));
    zm_status s = ZM_OK;
    for (uint32_t i = 0; i < x.plies && s == ZM_OK; i++) {
        s = zm_plies_add(c, out, x.ply[i + 1] - x.ply[i]);
        if (by->visit)
            visit_explored(c, &x, i, by);
    }
    zm_explored_free(c, &x);
    return s;
}

/* Chunks of all tiers, one after the other: threads share them without a pause after each tier, of which there may be
 * thousands, each with little to do. first[i] is the first chunk of tier i, and first[count] how many there are. */
static zm_status cut_chunks(zm_context *c, const zm_tiers *t, uint64_t **first)
{
    ZM_TRY(c, zm_alloc(c, first, t->count + (uint64_t)1, sizeof **first, "the states by ply"));
    for (uint32_t i = 0; i < t->count; i++)
        (*first)[i + 1] = (*first)[i] + (zm_tier_words(t, i) + CHUNK - 1) / CHUNK;
    return ZM_OK;
}

/* The last that begins there or before, and so has something. */
uint32_t zm_find_tier(const uint64_t *first, uint32_t tiers, uint64_t thing)
{
    uint32_t low = 0, high = tiers;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (first[middle] <= thing)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Marks in `next` what `now` leads to. */
static void step(zm_context *c, const zm_variant *v, const zm_tiers *t, const uint64_t *first, const zm_states *now,
                 const zm_states *next)
{
    const zm_kernels *k = zm_kernels_for(v);
    zm_dense d = {.variant = v, .reached = next->tier};
    const uint64_t chunks = first[t->count];
#pragma omp parallel for schedule(dynamic, 4) num_threads((int)zm_threads(c)) if (chunks > 4)
    for (uint64_t i = 0; i < chunks; i++) {
        const uint32_t tier = zm_find_tier(first, t->count, i);
        const uint64_t from = (i - first[tier]) * CHUNK, words = zm_tier_words(t, tier);
        k->dense->reach(&d, tier, now->tier[tier] + from, from, from + CHUNK < words ? CHUNK : words - from, NULL);
    }
}

/* now = next without what was seen; returns how many. */
static uint64_t advance(zm_context *c, zm_states *seen, zm_states *now, zm_states *next)
{
    uint64_t count = 0;
#pragma omp parallel for schedule(static) num_threads((int)zm_threads(c)) reduction(+ : count) \
    if (seen->words > 1000 * CHUNK)
    for (uint64_t w = 0; w < seen->words; w++) {
        now->block[w] = next->block[w] & ~seen->block[w];
        next->block[w] = 0;
        seen->block[w] |= now->block[w];
        count += zm_count_bits(now->block[w]);
    }
    return count;
}

static void visit_tier(zm_context *c, const zm_variant *v, uint32_t tier, const uint64_t *bits, uint64_t words,
                       uint32_t ply, const zm_ply_visitor *by)
{
#pragma omp parallel for schedule(dynamic, CHUNK) num_threads((int)zm_threads(c)) if (words > 4 * CHUNK)
    for (uint64_t w = 0; w < words; w++)
        for (uint64_t rest = bits[w]; rest;) {
            const zm_place at = {tier, 64 * w + zm_take_lowest(&rest)};
            by->visit(by->arg, ply, v->game->index->unrank(v, at));
        }
}

static zm_status walk(zm_context *c, const zm_variant *v, const zm_tiers *t, const uint64_t *first, zm_states bits[3],
                      const zm_ply_visitor *by, zm_plies *out)
{
    for (unsigned i = 0; i < 3; i++)
        ZM_TRY(c, zm_states_open(c, t, &bits[i]));
    zm_place start = v->game->index->rank(v, zm_start_state(v));
    bits[2].tier[start.tier][start.index / 64] |= zm_bit(start.index % 64);
    for (uint64_t n; (n = advance(c, &bits[0], &bits[1], &bits[2]));) {
        ZM_TRY(c, zm_check_stop(c));
        ZM_TRY(c, zm_plies_add(c, out, n));
        for (uint32_t i = 0; by->visit && i < t->count; i++)
            visit_tier(c, v, i, bits[1].tier[i], zm_tier_words(t, i), out->plies - 1, by);
        zm_progress_add(c, n);
        step(c, v, t, first, &bits[1], &bits[2]);
    }
    return ZM_OK;
}

zm_status zm_enumerate_walk(zm_context *c, const zm_variant *v, const zm_ply_visitor *by, zm_plies *out)
{
    zm_tiers t;
    zm_states bits[3] = {{0}, {0}, {0}};
    ZM_TRY(c, zm_tiers_open(c, v, false, &t));
    uint64_t *first = NULL;
    zm_progress_begin(c, "count by ply", 0);
    zm_status s = cut_chunks(c, &t, &first);
    if (s == ZM_OK)
        s = walk(c, v, &t, first, bits, by, out);
    zm_progress_end(c);
    zm_release(c, first);
    for (unsigned i = 0; i < 3; i++)
        zm_states_close(c, &bits[i]);
    zm_tiers_close(c, &t);
    return s;
}

static zm_status through_index(zm_context *c, const zm_variant *v, const zm_ply_visitor *by, zm_plies *out)
{
    bool fits = false;
    if (zm_is_hunt(v))
        ZM_TRY(c, zm_enumerate_hunt(c, v, by, &fits, out));
    return fits ? ZM_OK : zm_enumerate_walk(c, v, by, out);
}

zm_status zm_enumerate_each(zm_context *c, const zm_variant *v, zm_ply_visit *visit, void *arg, zm_plies *out)
{
    const zm_ply_visitor by = {visit, arg};
    *out = (zm_plies){0};
    zm_status s = v->game->index->rank ? through_index(c, v, &by, out) : through_hash(c, v, &by, out);
    if (s != ZM_OK)
        zm_plies_free(c, out);
    return s;
}

zm_status zm_enumerate(zm_context *c, const zm_variant *v, zm_plies *out)
{
    return zm_enumerate_each(c, v, NULL, NULL, out);
}

static void drop_fingerprint(zm_completed *g, const void *arg)
{
    (void)arg;
    g->game.fingerprint = NULL;
}

zm_status zm_enumerate_positions(zm_context *c, const zm_variant *v, zm_plies *out)
{
    zm_traced plain;
    zm_variant without = *v;
    zm_traced_copy(&plain, v->game, drop_fingerprint, NULL);
    without.game = &plain.game.game;
    *out = (zm_plies){0};
    zm_status s = through_hash(c, &without, &(zm_ply_visitor){NULL, NULL}, out);
    zm_trace_forget_game(&plain.game.game);
    if (s != ZM_OK)
        zm_plies_free(c, out);
    return s;
}

void zm_plies_free(zm_context *c, zm_plies *p)
{
    zm_release(c, p->count);
    *p = (zm_plies){0};
}
