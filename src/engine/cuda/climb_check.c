/* climb_check.c: some states of a tier computed anew on the CPU, by the rules themselves, from what the device says of their successors.
 * It shares nothing with the kernels: neither the moves that leave a tier nor parents nor counts. A value is right when it is that
 * of the best move; that distances along best play fall to the end is what makes it the only one. */
#include "climb.h"

#include "base/context.h"
#include "game/expand.h"

enum {
    BATCH = 1 << 10,
    ROOM = BATCH * 64,               /* values that are asked for at once; the last state may bring more of them */
    SPOTS = ROOM + ZM_MAX_MOVES + 1, /* at most */
};

typedef struct checking {
    zm_climb_device *device;
    const zm_value **spot;
    zm_value *value; /* what is there */
    zm_move *moves;
    uint64_t count, next; /* of spots; of values */
    bool asking;          /* first all spots are asked for, then values are read in the same order */
} checking;

static zm_value value_of(checking *k, zm_place at)
{
    if (!k->asking)
        return k->value[k->next++];
    k->spot[k->count++] = k->device->values[at.tier] + at.index;
    return ZM_NONE;
}

/* False: it contradicts its successors. While values are asked for, never. */
static bool agrees(checking *k, zm_place at)
{
    const zm_variant *v = k->device->variant;
    const zm_rules *r = &v->game->rules;
    unsigned count;
    const zm_pos p = r->unrank(v, at);
    const zm_value said = value_of(k, at);
    const zm_end end = zm_rules_moves(r, v, p, k->moves, &count);
    zm_value best = end == ZM_OPEN ? (zm_value)ZM_NONE : zm_end_value(end);
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        const zm_pos next = zm_rules_play(r, v, p, k->moves[i], &passes);
        const zm_value value = zm_before_move(value_of(k, r->rank(v, next)), passes);
        best = value > best ? value : best;
    }
    return k->asking || said == best;
}

static uint64_t random_below(uint64_t *seed, uint64_t n) /* splitmix64 */
{
    uint64_t x = *seed += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (x ^ (x >> 31)) % n;
}

/* Is there a state at this place? */
static bool has_state(const zm_climb_device *d, const uint64_t *reached, zm_place at)
{
    const zm_rules *r = &d->variant->game->rules;
    return reached ? reached[at.index / 64] >> at.index % 64 & 1
                   : r->all_reachable || zm_rules_is_state(r, d->variant, at);
}

/* Fills a list with up to BATCH states, as many as there is room to ask for. */
static unsigned choose(checking *k, uint32_t tier, const uint64_t *reached, uint64_t *seed, uint64_t *left,
                       zm_place chosen[BATCH])
{
    const uint64_t size = k->device->tiers->size[tier];
    unsigned n = 0;
    k->asking = true;
    k->count = k->next = 0;
    while (*left && n < BATCH && k->count < ROOM) {
        const zm_place at = {tier, random_below(seed, size)};
        --*left;
        if (!has_state(k->device, reached, at))
            continue;
        agrees(k, at);
        chosen[n++] = at;
    }
    return n;
}

static zm_status check_batches(checking *k, uint32_t tier, const uint64_t *reached, uint64_t count, uint64_t *checked)
{
    zm_climb_device *d = k->device;
    zm_place chosen[BATCH];
    uint64_t seed = tier;
    while (count) {
        const unsigned n = choose(k, tier, reached, &seed, &count, chosen);
        if (!n) /* a tier of which few places are states, or none */
            break;
        ZM_TRY(d->context, zm_climb_device_say(d, d->device->gather_values(k->spot, k->count, k->value)));
        k->asking = false;
        for (unsigned i = 0; i < n; i++)
            if (!agrees(k, chosen[i]))
                return zm_fail(d->context, ZM_WRONG,
                               "tier %u: the engine's value of a state contradicts its successors", tier);
        *checked += n;
    }
    return ZM_OK;
}

uint64_t zm_climb_device_check_bytes(void)
{
    return SPOTS * (sizeof(zm_value *) + sizeof(zm_value)) + ZM_MAX_MOVES * sizeof(zm_move);
}

zm_status zm_climb_device_check(zm_climb_device *d, uint32_t tier, const uint64_t *reached, uint64_t count,
                                uint64_t *checked)
{
    zm_context *c = d->context;
    checking k = {.device = d};
    if (!d->tiers->size[tier])
        return ZM_OK;
    zm_status s = zm_alloc(c, &k.spot, SPOTS, sizeof *k.spot, "a sample");
    if (s == ZM_OK)
        s = zm_alloc(c, &k.value, SPOTS, sizeof *k.value, "a sample");
    if (s == ZM_OK)
        s = zm_alloc(c, &k.moves, ZM_MAX_MOVES, sizeof *k.moves, "a sample");
    if (s == ZM_OK)
        s = check_batches(&k, tier, reached, count, checked);
    zm_release(c, k.spot);
    zm_release(c, k.value);
    zm_release(c, k.moves);
    return s;
}
