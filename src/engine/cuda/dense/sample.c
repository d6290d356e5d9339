/* sample.c: which places of a run's tiers are recomputed (engine/cuda/device/sample.h), and where the device has their
 * values. */
#include "engine/cuda/device/sample.h"
#include "dense.h"

#include "game/expand.h"

typedef struct places { /* of the tiers [from, to), numbered through */
    const zm_dense_device *device;
    uint32_t from, to;
    uint64_t *first;          /* by tier of these: the number of its first place */
    uint64_t *const *reached; /* by tier; NULL: the rules say which places are states */
} places;

static uint64_t number_places(const places *k)
{
    uint64_t count = 0;
    for (uint32_t i = k->from; i < k->to; i++) {
        k->first[i - k->from] = count;
        count += k->device->tiers->size[i];
    }
    return count;
}

/* In the last tier that does not begin after it: empty ones come before it. */
static zm_place place(const void *of, uint64_t number)
{
    const places *k = of;
    uint32_t low = 0, high = k->to - k->from - 1;
    while (low < high) {
        const uint32_t middle = high - (high - low) / 2;
        if (k->first[middle] <= number)
            low = middle;
        else
            high = middle - 1;
    }
    return (zm_place){k->from + low, number - k->first[low]};
}

static bool is_state(const void *of, zm_place at)
{
    const places *k = of;
    const zm_variant *v = k->device->variant;
    const zm_game *r = v->game;
    return k->reached ? k->reached[at.tier][at.index / 64] >> at.index % 64 & 1
                      : r->index->all_reachable || zm_rules_is_state(r, v, at);
}

static void spot(const void *of, zm_pos p, void *out)
{
    const zm_dense_device *d = ((const places *)of)->device;
    const zm_place at = d->variant->game->index->rank(d->variant, p);
    *(const zm_value **)out = d->values[at.tier] + at.index;
}

uint64_t zm_dense_device_check_bytes(void) { return zm_sample_host_bytes(sizeof(zm_value *), false); }

uint64_t zm_dense_device_check_device_bytes(void) { return zm_sample_device_bytes(sizeof(zm_value *), false); }

zm_status zm_dense_device_check(zm_dense_device *d, uint32_t from, uint32_t to, uint64_t *const *reached,
                                uint64_t count, uint64_t *checked)
{
    places k = {.device = d, .from = from, .to = to, .reached = reached};
    ZM_TRY(d->context, zm_alloc(d->context, &k.first, to - from, sizeof *k.first, "a sample"));
    const zm_sample_batches b = {.device = d->device,
                                 .variant = d->variant,
                                 .of = &k,
                                 .place = place,
                                 .is_state = is_state,
                                 .spot = spot,
                                 .fetch = d->device->calls->fetch_values,
                                 .spot_bytes = sizeof(zm_value *),
                                 .wdl = d->wdl,
                                 .places = number_places(&k),
                                 .seed = from};
    const zm_status s = zm_sample_check(&b, count, checked);
    zm_release(d->context, k.first);
    return s;
}
