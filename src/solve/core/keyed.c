/* keyed.c: see keyed.h. */
#include "keyed.h"

#include "game/expand.h"
#include "game/place.h"
#include "kernel/kernels.h"
#include "sort_keys.h"

void zm_keyed_tally(const zm_variant *v, const zm_pos *keys, const zm_value *values, uint64_t count, zm_tally *t)
{
    const zm_game *r = v->game;
    for (uint64_t i = 0; i < count; i++)
        zm_tally_state(t, keys[i], zm_rules_turn(r, v, keys[i]), values[i]);
}

/* ---- by fingerprint ---- */
zm_status zm_keyed_sort(zm_context *c, const zm_pos *keys, const zm_value *values, uint64_t count, zm_keyed *out)
{
    uint32_t *order;
    ZM_TRY(c, zm_alloc(c, &order, 2 * count, sizeof *order, "the order of states"));
    zm_status s = zm_alloc(c, &out->keys, count, sizeof *out->keys, "the order of states");
    if (s == ZM_OK)
        s = zm_alloc(c, &out->values, count, sizeof *out->values, "the order of states");
    if (s == ZM_OK)
        zm_sort_keys(keys, count, order);
    out->count = s == ZM_OK ? count : 0;
    for (uint64_t i = 0; i < out->count; i++) {
        out->keys[i] = keys[order[i]];
        out->values[i] = values[order[i]];
    }
    zm_release(c, order);
    return s;
}

void zm_keyed_free(zm_context *c, zm_keyed *k)
{
    zm_release(c, k->keys);
    zm_release(c, k->values);
    *k = (zm_keyed){0};
}

/* ---- by place ---- */
static zm_status sort_places(zm_context *c, const zm_variant *v, const zm_keyed *k, zm_pos *key, uint32_t *order,
                             zm_placed *out)
{
    const zm_game *r = v->game;
    ZM_TRY(c, zm_alloc(c, &out->places, k->count, sizeof *out->places, "the order of states"));
    ZM_TRY(c, zm_alloc(c, &out->values, k->count, sizeof *out->values, "the order of states"));
#pragma omp parallel for schedule(static) num_threads((int)zm_threads(c))
    for (uint64_t i = 0; i < k->count; i++)
        key[i] = (zm_pos){.lo = zm_place_number(r->index->rank(v, k->keys[i]))};
    zm_sort_keys(key, k->count, order);
    for (uint64_t i = 0; i < k->count; i++) {
        out->places[i] = key[order[i]].lo;
        out->values[i] = k->values[order[i]];
    }
    return ZM_OK;
}

zm_status zm_placed_sort(zm_context *c, const zm_variant *v, const zm_keyed *k, zm_placed *out)
{
    uint32_t *order = NULL;
    zm_pos *key;
    ZM_TRY(c, zm_alloc(c, &key, k->count, sizeof *key, "the order of states"));
    zm_status s = zm_alloc(c, &order, 2 * k->count, sizeof *order, "the order of states");
    if (s == ZM_OK)
        s = sort_places(c, v, k, key, order, out);
    zm_release(c, order);
    zm_release(c, key);
    return s;
}

void zm_placed_free(zm_context *c, zm_placed *p)
{
    zm_release(c, p->places);
    zm_release(c, p->values);
    *p = (zm_placed){0};
}
