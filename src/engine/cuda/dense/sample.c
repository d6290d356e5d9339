/* sample.c: some states of a tier, or of several, computed anew on the CPU, by the rules themselves, from what the
 * device says of their successors. It shares nothing with the kernels: neither the moves that leave a tier nor parents
 * nor counts. A value is right when it is that of the best move; that distances along best play fall to the end is what
 * makes it the only one. */
#include "dense.h"

#include "base/context.h"
#include "base/random.h"
#include "game/expand.h"

enum {
    BATCH = 1 << 10,
    ROOM = BATCH * 64,               /* values that are asked for at once; the last state may bring more of them */
    SPOTS = ROOM + ZM_MAX_MOVES + 1, /* at most */
};

typedef struct checking {
    zm_dense_device *device;
    const zm_value **spot;
    zm_value *value; /* what is there */
    zm_move *moves;
    uint64_t count, next; /* of spots; of values */
    uint32_t from, to;    /* tiers */
    uint64_t *first;      /* by tier of these: the number of its first place */
    uint64_t *const *reached;
    bool asking; /* first all spots are asked for, then values are read in the same order */
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

/* Is there a state at this place? */
static bool has_state(const checking *k, zm_place at)
{
    const zm_variant *v = k->device->variant;
    const zm_rules *r = &v->game->rules;
    return k->reached ? k->reached[at.tier][at.index / 64] >> at.index % 64 & 1
                      : r->all_reachable || zm_rules_is_state(r, v, at);
}

/* Places numbered through all tiers; returns how many there are. */
static uint64_t number_places(checking *k)
{
    uint64_t places = 0;
    for (uint32_t i = k->from; i < k->to; i++) {
        k->first[i - k->from] = places;
        places += k->device->tiers->size[i];
    }
    return places;
}

static zm_place place_of(const checking *k, uint64_t number)
{
    uint32_t low = 0,
             high = k->to - k->from - 1; /* the last tier that does not begin after it: empty ones come before it */
    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;
        if (k->first[middle] <= number)
            low = middle;
        else
            high = middle - 1;
    }
    return (zm_place){k->from + low, number - k->first[low]};
}

/* Fills a list with up to BATCH states, as many as there is room to ask for. */
static unsigned choose(checking *k, uint64_t places, uint64_t *seed, uint64_t *left, zm_place chosen[BATCH])
{
    unsigned n = 0;
    k->asking = true;
    k->count = k->next = 0;
    while (*left && n < BATCH && k->count < ROOM) {
        const zm_place at = place_of(k, zm_any_below(seed, places));
        --*left;
        if (!has_state(k, at))
            continue;
        agrees(k, at);
        chosen[n++] = at;
    }
    return n;
}

static zm_status check_batches(checking *k, uint64_t count, uint64_t *checked)
{
    zm_dense_device *d = k->device;
    zm_place chosen[BATCH];
    uint64_t seed = k->from;
    const uint64_t places = number_places(k);
    while (count && places) {
        const unsigned n = choose(k, places, &seed, &count, chosen);
        if (!n) /* few places are states, or none */
            break;
        ZM_TRY(d->context, zm_device_gather_values(d->device, k->spot, k->count, k->value));
        k->asking = false;
        for (unsigned i = 0; i < n; i++)
            if (!agrees(k, chosen[i]))
                return zm_fail(d->context, ZM_WRONG,
                               "tier %u: the engine's value of a state contradicts its successors", chosen[i].tier);
        *checked += n;
    }
    return ZM_OK;
}

uint64_t zm_dense_device_check_device_bytes(void) { return SPOTS * (sizeof(zm_value *) + sizeof(zm_value)); }

uint64_t zm_dense_device_check_bytes(void)
{
    return SPOTS * (sizeof(zm_value *) + sizeof(zm_value)) + ZM_MAX_MOVES * sizeof(zm_move);
}

static zm_status check(checking *k, uint64_t count, uint64_t *checked)
{
    zm_context *c = k->device->context;
    ZM_TRY(c, zm_alloc(c, &k->first, k->to - k->from, sizeof *k->first, "a sample"));
    ZM_TRY(c, zm_alloc(c, &k->spot, SPOTS, sizeof *k->spot, "a sample"));
    ZM_TRY(c, zm_alloc(c, &k->value, SPOTS, sizeof *k->value, "a sample"));
    ZM_TRY(c, zm_alloc(c, &k->moves, ZM_MAX_MOVES, sizeof *k->moves, "a sample"));
    return check_batches(k, count, checked);
}

zm_status zm_dense_device_check(zm_dense_device *d, uint32_t from, uint32_t to, uint64_t *const *reached,
                                uint64_t count, uint64_t *checked)
{
    checking k = {.device = d, .from = from, .to = to, .reached = reached};
    const zm_status s = check(&k, count, checked);
    void *const blocks[] = {k.first, (void *)k.spot, k.value, k.moves};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(d->context, blocks[i]);
    return s;
}
