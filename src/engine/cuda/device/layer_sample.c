/* layer_sample.c: see layer_sample.h. */
#include "layer_sample.h"

#include "base/context.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/stop.h"
#include "game/expand.h"
#include "solve/core/sort_keys.h"

#include <string.h>

enum {
    SAMPLE = 3 << 16,
    ONE_IN = 1 << 6, /* of a small game: fewer */
    ASKED = 32,      /* about a state and its successors, on average at most; the last state may bring more */
    SHARES = 16,     /* side by side, at most */
};

/* ---- how many ---- */
typedef struct sizes {
    uint64_t places, chosen;
    uint32_t tiers;
} sizes;

static sizes sizes_of(const zm_variant *v)
{
    const zm_game *r = v->game;
    sizes z = {.tiers = r->index->tiers(v)};
    for (uint32_t i = 0; i < z.tiers; i++)
        z.places += r->index->tier_size(v, i);
    z.chosen = z.places / ONE_IN < SAMPLE ? z.places / ONE_IN : SAMPLE;
    return z;
}

/* As many as is its share, and one at least where there are not too many tiers. What is left over is rounded at
 * random. */
static uint64_t share_of(const sizes *z, const zm_variant *v, uint32_t tier)
{
    const uint64_t size = v->game->index->tier_size(v, tier);
    uint64_t seed = ~(uint64_t)tier;
    const double share = (double)z->chosen * (double)size / (double)z->places, whole = (double)(uint64_t)share;
    if (!size)
        return 0;
    if (z->tiers <= SAMPLE)
        return 1 + (uint64_t)share;
    return (uint64_t)share + (zm_any_below(&seed, 1 << 20) < (uint64_t)((share - whole) * (1 << 20)));
}

/* For every step-th tier. */
static uint64_t room_for(const sizes *z, const zm_variant *v, uint32_t first, uint32_t step)
{
    uint64_t states = 0;
    for (uint32_t i = first; i < z->tiers; i += step)
        states += share_of(z, v, i);
    return states * ASKED + ZM_MAX_MOVES + 1;
}

static unsigned shares_for(const zm_context *c) { return zm_threads(c) < SHARES ? zm_threads(c) : SHARES; }

static uint64_t most_asked(const zm_variant *v, unsigned shares)
{
    const sizes z = sizes_of(v);
    return room_for(&z, v, 0, 1) + (shares - 1) * (uint64_t)(ZM_MAX_MOVES + 1);
}

uint64_t zm_layer_sample_bytes(const zm_context *c, const zm_variant *v)
{
    const unsigned n = shares_for(c);
    const uint64_t each = sizeof(zm_device_probe) + 2 * sizeof(uint32_t) +
                          (sizeof(zm_device_probe) > sizeof(zm_pos) ? sizeof(zm_device_probe) : sizeof(zm_pos));
    return most_asked(v, n) * each + n * (sizeof(zm_layer_sample_share) + ZM_MAX_MOVES * sizeof(zm_move));
}

uint64_t zm_layer_sample_device_bytes(const zm_variant *v) { return most_asked(v, SHARES) * sizeof(zm_device_probe); }

/* ---- one state ---- */
typedef struct visitor { /* zm_sample_pass.of */
    zm_layer_sample *sample;
    zm_layer_sample_share *share;
} visitor;

static void ask(void *of, zm_pos p)
{
    const visitor *k = of;
    const zm_layer_sample_rules *r = &k->sample->rules;
    k->sample->ask[k->share->base + k->share->count++] = r->ask(r->of, p);
}

static zm_sample_answer answer(void *of)
{
    const visitor *k = of;
    const zm_layer_sample *s = k->sample;
    const zm_device_probe *a = &s->ask[s->where[s->asks + k->share->base + k->share->next++]];
    return (zm_sample_answer){.value = a->value, .reached = a->seen, .over = !a->layer};
}

/* ---- many ---- */
/* Positions that could be states. Where it is not said of each whether play reaches it, all of them must hold. */
static zm_status visit_tier(zm_sample_pass *pass, const sizes *z, uint32_t tier, uint64_t *left)
{
    const visitor *k = pass->of;
    zm_layer_sample_share *h = k->share;
    const zm_variant *v = pass->variant;
    const zm_game *r = v->game;
    uint64_t seed = tier;
    for (uint64_t n = share_of(z, v, tier); n && *left; n--) {
        const zm_place at = {tier, zm_any_below(&seed, r->index->tier_size(v, tier))};
        if (!zm_rules_is_state(r, v, at))
            continue;
        if (pass->asking && h->count + ZM_MAX_MOVES + 1 > h->room)
            return ZM_OK;
        if (!zm_sample_agrees(pass, r->index->unrank(v, at)))
            return zm_sample_fail(k->sample->context, tier);
        --*left;
        h->states += pass->asking;
    }
    return ZM_OK;
}

static zm_status visit_share(zm_layer_sample *s, zm_layer_sample_share *h, const sizes *z, bool asking)
{
    visitor k = {s, h};
    zm_sample_pass pass = {.variant = s->variant,
                           .moves = h->moves,
                           .of = &k,
                           .ask = ask,
                           .answer = answer,
                           .asking = asking,
                           .wdl = !s->rules.distances,
                           .exact = s->rules.exact};
    uint64_t left = asking ? UINT64_MAX : h->states;
    zm_status status = ZM_OK;
    for (uint32_t i = h->first; i < z->tiers && status == ZM_OK; i += h->step) {
        if (s->rules.leaves_out(s->rules.of, i))
            continue;
        status = zm_check_stop(s->context);
        if (status == ZM_OK)
            status = visit_tier(&pass, z, i, &left);
    }
    h->reached = pass.reached;
    return status;
}

static zm_status visit(zm_layer_sample *s, bool asking)
{
    const sizes z = sizes_of(s->variant);
    zm_status status = ZM_OK;
#pragma omp parallel for num_threads((int)s->shares) schedule(static, 1)
    for (unsigned i = 0; i < s->shares; i++) {
        const zm_status mine = visit_share(s, &s->share[i], &z, asking);
        if (mine != ZM_OK)
#pragma omp critical(zm_layer_sample)
            status = mine;
    }
    return status;
}

/* ---- what is asked ---- */
static zm_status open_shares(zm_layer_sample *s)
{
    zm_context *c = s->context;
    const sizes z = sizes_of(s->variant);
    const unsigned count = shares_for(c);
    uint64_t room = 0;
    ZM_TRY(c, zm_alloc(c, &s->share, count, sizeof *s->share, "a sample"));
    s->shares = count;
    for (unsigned i = 0; i < count; i++) {
        zm_layer_sample_share *h = &s->share[i];
        *h = (zm_layer_sample_share){.first = i,
                                     .step = count,
                                     .base = room,
                                     .room = room_for(&z, s->variant, i, count)};
        room += h->room;
        ZM_TRY(c, zm_alloc(c, &h->moves, ZM_MAX_MOVES, sizeof *h->moves, "a sample"));
    }
    return zm_alloc(c, &s->ask, room, sizeof *s->ask, "a sample");
}

/* Without gaps between shares. */
static void close_gaps(zm_layer_sample *s)
{
    for (unsigned i = 0; i < s->shares; i++) {
        zm_layer_sample_share *h = &s->share[i];
        memmove(s->ask + s->asks, s->ask + h->base, h->count * sizeof *s->ask);
        h->base = s->asks;
        s->asks += h->count;
    }
}

static zm_pos key_of(const zm_device_probe *a) { return (zm_pos){a->at, a->layer}; }

static zm_status find_order(zm_layer_sample *s)
{
    zm_context *c = s->context;
    zm_pos *keys;
    ZM_TRY(c, zm_alloc(c, &s->where, 2 * s->asks + 1, sizeof *s->where, "a sample"));
    ZM_TRY(c, zm_alloc(c, &keys, s->asks + 1, sizeof *keys, "a sample"));
    for (uint64_t i = 0; i < s->asks; i++)
        keys[i] = key_of(&s->ask[i]);
    zm_sort_keys(keys, s->asks, s->where);
    zm_release(c, keys);
    return ZM_OK;
}

static zm_status put_in_order(zm_layer_sample *s)
{
    zm_context *c = s->context;
    zm_device_probe *sorted;
    close_gaps(s);
    ZM_TRY(c, find_order(s));
    ZM_TRY(c, zm_alloc(c, &sorted, s->asks + 1, sizeof *sorted, "a sample"));
    for (uint64_t i = 0; i < s->asks; i++) {
        sorted[i] = s->ask[s->where[i]];
        s->where[s->asks + s->where[i]] = (uint32_t)i;
    }
    zm_release(c, s->ask);
    s->ask = sorted;
    return ZM_OK;
}

zm_status zm_layer_sample_open(zm_layer_sample *s, zm_context *c, const zm_variant *v,
                               const zm_layer_sample_rules *rules)
{
    *s = (zm_layer_sample){.context = c, .variant = v, .rules = *rules};
    ZM_TRY(c, open_shares(s));
    ZM_TRY(c, visit(s, true));
    return put_in_order(s);
}

/* ---- what is answered ---- */
static uint64_t first_at(const zm_layer_sample *s, unsigned layer, uint64_t at)
{
    uint64_t low = 0, high = s->asks;
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        const zm_device_probe *a = &s->ask[middle];
        if (a->layer < layer || (a->layer == layer && a->at < at))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void zm_layer_sample_range(const zm_layer_sample *s, unsigned layer, uint64_t from, uint64_t to, uint64_t *begin,
                           uint64_t *end)
{
    *begin = first_at(s, layer, from);
    *end = first_at(s, layer, to);
}

zm_status zm_layer_sample_put(zm_layer_sample *s, zm_device *d)
{
    s->device = d;
    return zm_device_take_copy(d, &s->on_device, s->ask, s->asks * sizeof *s->ask);
}

zm_status zm_layer_sample_get(zm_layer_sample *s)
{
    return s->on_device ? zm_device_get(s->device, s->ask, s->on_device, s->asks * sizeof *s->ask) : ZM_OK;
}

zm_status zm_layer_sample_check(zm_layer_sample *s, uint64_t *checked)
{
    for (unsigned i = 0; i < s->shares; i++)
        s->share[i].next = 0;
    const zm_status status = visit(s, false);
    for (unsigned i = 0; i < s->shares; i++)
        *checked += s->share[i].reached;
    return status;
}

void zm_layer_sample_close(zm_layer_sample *s)
{
    for (unsigned i = 0; i < s->shares; i++)
        zm_release(s->context, s->share[i].moves);
    if (s->on_device)
        zm_device_give(s->device, &s->on_device);
    zm_release(s->context, s->where);
    zm_release(s->context, s->ask);
    zm_release(s->context, s->share);
    *s = (zm_layer_sample){0};
}
