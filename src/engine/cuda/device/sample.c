/* sample.c: see sample.h. It shares nothing with the kernels: neither how placements are numbered nor sets of squares,
 * and chains of jumps are followed to their ends. */
#include "sample.h"

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
    const zm_rules *r = &v->game->rules;
    sizes z = {.tiers = r->tiers(v)};
    for (uint32_t i = 0; i < z.tiers; i++)
        z.places += r->tier_size(v, i);
    z.chosen = z.places / ONE_IN < SAMPLE ? z.places / ONE_IN : SAMPLE;
    return z;
}

/* As many as is its share, and one at least where there are not too many tiers. What is left over is rounded by chance.
 * */
static uint64_t share_of(const sizes *z, const zm_variant *v, uint32_t tier)
{
    const uint64_t size = v->game->rules.tier_size(v, tier);
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

uint64_t zm_device_sample_bytes(const zm_context *c, const zm_variant *v)
{
    const unsigned n = shares_for(c);
    const uint64_t each = sizeof(zm_device_probe) + 2 * sizeof(uint32_t) +
                          (sizeof(zm_device_probe) > sizeof(zm_pos) ? sizeof(zm_device_probe) : sizeof(zm_pos));
    return most_asked(v, n) * each + n * (sizeof(zm_device_sample_share) + ZM_MAX_MOVES * sizeof(zm_move));
}

uint64_t zm_device_sample_bytes_there(const zm_variant *v) { return most_asked(v, SHARES) * sizeof(zm_device_probe); }

/* ---- one state ---- */
static const zm_device_probe *answer(const zm_device_sample *s, zm_device_sample_share *h, zm_pos p)
{
    static const zm_device_probe none = {.value = ZM_NONE};
    if (!s->asking)
        return &s->ask[s->where[s->asks + h->base + h->next++]];
    s->ask[h->base + h->count++] = s->rules.ask(s->rules.of, p);
    return &none;
}

/* False: it contradicts its successors, or they are said not to be reached and it is. While questions are listed,
 * never. */
static bool agrees(const zm_device_sample *s, zm_device_sample_share *h, zm_pos p)
{
    const zm_variant *v = s->variant;
    const zm_rules *r = &v->game->rules;
    unsigned count;
    bool follows = true;
    const zm_device_probe *said = answer(s, h, p);
    const zm_end end = zm_rules_moves(r, v, p, h->moves, &count);
    zm_value best = end == ZM_OPEN ? (zm_value)ZM_NONE : zm_end_value(end);
    h->seen += said->seen;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        const zm_device_probe *next = answer(s, h, zm_rules_play(r, v, p, h->moves[i], &passes));
        const zm_value value = zm_before_move(next->value, passes);
        best = value > best ? value : best;
        follows &= next->seen || !next->layer;
    }
    if (s->asking || (s->rules.exact && !said->seen))
        return true;
    return said->value == (s->rules.distances ? best : zm_wdl(best)) && (follows || !s->rules.exact);
}

/* ---- many ---- */
/* Positions that could be states. Where it is not said of each whether play reaches it, all of them must hold. */
static zm_status visit_tier(const zm_device_sample *s, zm_device_sample_share *h, const sizes *z, uint32_t tier,
                            uint64_t *left)
{
    const zm_variant *v = s->variant;
    const zm_rules *r = &v->game->rules;
    uint64_t seed = tier;
    for (uint64_t n = share_of(z, v, tier); n && *left; n--) {
        const zm_place at = {tier, zm_any_below(&seed, r->tier_size(v, tier))};
        if (!zm_rules_is_state(r, v, at))
            continue;
        if (s->asking && h->count + ZM_MAX_MOVES + 1 > h->room)
            return ZM_OK;
        if (!agrees(s, h, r->unrank(v, at)))
            return zm_fail(s->context, ZM_WRONG, "tier %u: the engine's value of a state contradicts its successors",
                           tier);
        --*left;
        h->states += s->asking;
    }
    return ZM_OK;
}

static zm_status visit_share(const zm_device_sample *s, zm_device_sample_share *h, const sizes *z)
{
    uint64_t left = s->asking ? UINT64_MAX : h->states;
    for (uint32_t i = h->first; i < z->tiers; i += h->step) {
        if (s->rules.leaves_out(s->rules.of, i))
            continue;
        ZM_TRY(s->context, zm_check_stop(s->context));
        ZM_TRY(s->context, visit_tier(s, h, z, i, &left));
    }
    return ZM_OK;
}

static zm_status visit(zm_device_sample *s, bool asking)
{
    const sizes z = sizes_of(s->variant);
    zm_status status = ZM_OK;
    s->asking = asking;
#pragma omp parallel for num_threads((int)s->shares) schedule(static, 1)
    for (unsigned i = 0; i < s->shares; i++) {
        const zm_status mine = visit_share(s, &s->share[i], &z);
        if (mine != ZM_OK)
#pragma omp critical(zm_device_sample)
            status = mine;
    }
    return status;
}

/* ---- what is asked ---- */
static zm_status open_shares(zm_device_sample *s)
{
    zm_context *c = s->context;
    const sizes z = sizes_of(s->variant);
    const unsigned count = shares_for(c);
    uint64_t room = 0;
    ZM_TRY(c, zm_alloc(c, &s->share, count, sizeof *s->share, "a sample"));
    s->shares = count;
    for (unsigned i = 0; i < count; i++) {
        zm_device_sample_share *h = &s->share[i];
        *h = (zm_device_sample_share){.first = i,
                                      .step = count,
                                      .base = room,
                                      .room = room_for(&z, s->variant, i, count)};
        room += h->room;
        ZM_TRY(c, zm_alloc(c, &h->moves, ZM_MAX_MOVES, sizeof *h->moves, "a sample"));
    }
    return zm_alloc(c, &s->ask, room, sizeof *s->ask, "a sample");
}

/* Without gaps between shares. */
static void close_gaps(zm_device_sample *s)
{
    for (unsigned i = 0; i < s->shares; i++) {
        zm_device_sample_share *h = &s->share[i];
        memmove(s->ask + s->asks, s->ask + h->base, h->count * sizeof *s->ask);
        h->base = s->asks;
        s->asks += h->count;
    }
}

static zm_pos key_of(const zm_device_probe *a) { return (zm_pos){a->at, a->layer}; }

static zm_status find_order(zm_device_sample *s)
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

static zm_status put_in_order(zm_device_sample *s)
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

zm_status zm_device_sample_open(zm_device_sample *s, zm_context *c, const zm_variant *v,
                                const zm_device_sample_rules *rules)
{
    *s = (zm_device_sample){.context = c, .variant = v, .rules = *rules};
    ZM_TRY(c, open_shares(s));
    ZM_TRY(c, visit(s, true));
    return put_in_order(s);
}

/* ---- and answered ---- */
static uint64_t first_at(const zm_device_sample *s, unsigned layer, uint64_t at)
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

void zm_device_sample_range(const zm_device_sample *s, unsigned layer, uint64_t from, uint64_t to, uint64_t *begin,
                            uint64_t *end)
{
    *begin = first_at(s, layer, from);
    *end = first_at(s, layer, to);
}

zm_status zm_device_sample_put(zm_device_sample *s, zm_device *d)
{
    s->device = d;
    return zm_device_take_copy(d, &s->there, s->ask, s->asks * sizeof *s->ask);
}

zm_status zm_device_sample_get(zm_device_sample *s)
{
    return s->there ? zm_device_get(s->device, s->ask, s->there, s->asks * sizeof *s->ask) : ZM_OK;
}

zm_status zm_device_sample_check(zm_device_sample *s, uint64_t *checked)
{
    for (unsigned i = 0; i < s->shares; i++)
        s->share[i].next = s->share[i].seen = 0;
    const zm_status status = visit(s, false);
    for (unsigned i = 0; i < s->shares; i++)
        *checked += s->share[i].seen;
    return status;
}

void zm_device_sample_close(zm_device_sample *s)
{
    for (unsigned i = 0; i < s->shares; i++)
        zm_release(s->context, s->share[i].moves);
    if (s->there)
        zm_device_give(s->device, &s->there);
    zm_release(s->context, s->where);
    zm_release(s->context, s->ask);
    zm_release(s->context, s->share);
    *s = (zm_device_sample){0};
}
