/* shares.c: see shares.h.
 *
 * Games with an index: the ply of every state is noted at its place, two bytes each, while the states are enumerated;
 * then the table is read tier by tier, which is a hundred times faster than to ask about one state after the other.
 * Games without one are small, and the table is asked. Every thread has a tally of its own, a row of plies that grows
 * as they come. */
#include "shares.h"

#include "base/stop.h"

#include <omp.h>

typedef struct tally {
    zm_ply_values *ply;
    uint32_t plies;
    zm_status status;
    char pad[40]; /* so that two threads do not write to one line of the cache */
} tally;

typedef struct counting {
    zm_context *context;
    const zm_variant *variant;
    const zm_table *table;
    tally *each;
    /* of games with an index: tier after tier, 1 + the ply; 0: no state */
    uint64_t *first; /* place of each tier */
    uint16_t *ply;
} counting;

enum { LAST = UINT16_MAX - 1 };

/* ---- tallies ---- */
static zm_status make_room(zm_context *c, tally *t, uint32_t plies)
{
    const uint32_t room = 2 * plies + 64;
    if (plies <= t->plies)
        return ZM_OK;
    ZM_TRY(c, zm_resize(c, &t->ply, room, sizeof *t->ply, "the values by ply"));
    for (; t->plies < room; t->plies++)
        t->ply[t->plies] = (zm_ply_values){{0, 0}, 0};
    return ZM_OK;
}

static zm_status note(const counting *k, tally *t, uint32_t ply, zm_pos state, zm_value value)
{
    const unsigned turn = zm_turn_of(k->variant, state);
    ZM_TRY(k->context, make_room(k->context, t, ply + 1));
    if (zm_is_draw(value))
        t->ply[ply].drawn++;
    else if (value != ZM_NONE)
        t->ply[ply].won_by[zm_is_win(value) ? turn : !turn]++;
    return ZM_OK;
}

static zm_status add_up(const counting *k, uint32_t plies, zm_shares *out)
{
    zm_context *c = k->context;
    ZM_TRY(c, zm_alloc(c, &out->ply, plies + (uint64_t)1, sizeof *out->ply, "the values by ply"));
    out->plies = plies;
    for (unsigned i = 0; i < zm_threads(c); i++) {
        const tally *t = &k->each[i];
        if (t->status != ZM_OK)
            return t->status;
        for (uint32_t ply = 0; ply < plies && ply < t->plies; ply++) {
            out->ply[ply].won_by[0] += t->ply[ply].won_by[0];
            out->ply[ply].won_by[1] += t->ply[ply].won_by[1];
            out->ply[ply].drawn += t->ply[ply].drawn;
        }
    }
    return ZM_OK;
}

/* ---- games without an index ---- */
static zm_status ask(const counting *k, tally *t, uint32_t ply, zm_pos state)
{
    zm_value value;
    ZM_TRY(k->context, zm_table_probe(k->context, k->table, state, &value));
    return note(k, t, ply, state, value);
}

static void visit_asking(void *arg, uint32_t ply, zm_pos state)
{
    const counting *k = arg;
    tally *t = &k->each[omp_get_thread_num()];
    if (t->status == ZM_OK)
        t->status = ask(k, t, ply, state);
}

/* ---- games with one ---- */
static zm_status open_places(counting *k)
{
    zm_context *c = k->context;
    const uint32_t tiers = zm_table_tiers(k->table);
    ZM_TRY(c, zm_alloc(c, &k->first, tiers + (uint64_t)1, sizeof *k->first, "the tiers"));
    for (uint32_t t = 0; t < tiers; t++)
        k->first[t + 1] = k->first[t] + zm_table_tier_size(k->table, t);
    return zm_alloc(c, &k->ply, k->first[tiers] + 1, sizeof *k->ply, "the ply of every state");
}

static void visit_noting(void *arg, uint32_t ply, zm_pos state)
{
    const counting *k = arg;
    const zm_place at = k->variant->game->index->rank(k->variant, state);
    k->ply[k->first[at.tier] + at.index] = (uint16_t)(1 + (ply < LAST ? ply : LAST));
}

static void count_tier(const counting *k, uint32_t tier, const zm_value *values)
{
    const uint16_t *ply = k->ply + k->first[tier];
    const uint64_t size = k->first[tier + 1] - k->first[tier];
#pragma omp parallel for schedule(static) num_threads((int)zm_threads(k->context)) if (size > 4096)
    for (uint64_t i = 0; i < size; i++) {
        tally *t = &k->each[omp_get_thread_num()];
        const zm_place at = {tier, i};
        if (ply[i] && t->status == ZM_OK)
            t->status = note(k, t, ply[i] - 1u, k->variant->game->index->unrank(k->variant, at), values[i]);
    }
}

static zm_status count_places(const counting *k)
{
    zm_context *c = k->context;
    const uint32_t tiers = zm_table_tiers(k->table);
    uint64_t largest = 1;
    zm_value *values;
    for (uint32_t t = 0; t < tiers; t++)
        largest = k->first[t + 1] - k->first[t] > largest ? k->first[t + 1] - k->first[t] : largest;
    ZM_TRY(c, zm_alloc(c, &values, largest, sizeof *values, "the values of a tier"));
    zm_status status = ZM_OK;
    for (uint32_t t = 0; t < tiers && status == ZM_OK; t++) {
        if (k->first[t + 1] == k->first[t])
            continue;
        status = zm_check_stop(c);
        if (status == ZM_OK)
            status = zm_table_read_tier(c, k->table, t, values);
        if (status == ZM_OK)
            count_tier(k, t, values);
    }
    zm_release(c, values);
    return status;
}

static zm_status count(counting *k, zm_shares *out)
{
    zm_context *c = k->context;
    const bool index = k->variant->game->index->rank != NULL;
    zm_plies plies = {0};
    ZM_TRY(c, zm_alloc(c, &k->each, zm_threads(c), sizeof *k->each, "a tally for each thread"));
    if (index)
        ZM_TRY(c, open_places(k));
    ZM_TRY(c, zm_enumerate_each(c, k->variant, index ? visit_noting : visit_asking, k, &plies));
    const uint32_t count = plies.plies;
    zm_plies_free(c, &plies);
    if (index)
        ZM_TRY(c, count_places(k));
    return add_up(k, count, out);
}

zm_status zm_shares_find(zm_context *c, const zm_variant *v, const zm_table *t, zm_shares *out)
{
    counting k = {.context = c, .variant = v, .table = t};
    *out = (zm_shares){0};
    const zm_status status = count(&k, out);
    for (unsigned i = 0; k.each && i < zm_threads(c); i++)
        zm_release(c, k.each[i].ply);
    zm_release(c, k.each);
    zm_release(c, k.first);
    zm_release(c, k.ply);
    return status;
}

void zm_shares_free(zm_context *c, zm_shares *s)
{
    zm_release(c, s->ply);
    *s = (zm_shares){0};
}

void zm_json_shares(zm_json *j, const zm_variant *v, const zm_shares *s)
{
    zm_json_open(j, "values_by_ply", '[');
    for (uint32_t i = 0; i < s->plies; i++) {
        zm_json_open(j, NULL, '{');
        zm_json_players(j, "won_by", v->game, s->ply[i].won_by);
        zm_json_number(j, "drawn", s->ply[i].drawn);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}
