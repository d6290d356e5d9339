/* sample.c: the odds of positions that a device has, and a sample of them recomputed (engine/cuda/device/sample.h). */
#include "engine/cuda/device/sample.h"
#include "race.h"

static zm_race_gpu_spot spot_of(const zm_race_device *d, zm_pos p)
{
    const zm_race_pair at = zm_race_pair_of(d->board, p);
    const zm_race_values *values = &d->values[at.pairing.mover][at.pairing.other];
    const uint64_t place = zm_race_gpu_place(at.side, d->board->sides[at.pairing.other].sides, at.other);
    if (!values->open)
        return (zm_race_gpu_spot){values->lower + place, NULL, values->width ? values->width + place : NULL};
    const uint32_t *words = values->open + place * d->words;
    return (zm_race_gpu_spot){words, d->words == 2 ? words + 1 : NULL, NULL};
}

zm_status zm_race_device_odds(zm_race_device *d, zm_pos p, zm_odds *out)
{
    const zm_race_gpu_spot spot = spot_of(d, p);
    const zm_device_gathered g = {
        .spot = &spot, .out = out, .count = 1, .spot_bytes = sizeof spot, .out_bytes = sizeof *out};
    return zm_device_gather(d->device, d->runner->fetch_odds, &g);
}

/* ---- a sample of a tier ---- */
typedef struct tier_places {
    const zm_race_device *device;
    uint32_t tier;
} tier_places;

static zm_place place(const void *of, uint64_t number) { return (zm_place){((const tier_places *)of)->tier, number}; }

static void spot(const void *of, zm_pos p, void *out)
{
    *(zm_race_gpu_spot *)out = spot_of(((const tier_places *)of)->device, p);
}

uint64_t zm_race_device_check_bytes(void) { return zm_sample_host_bytes(sizeof(zm_race_gpu_spot), true); }

uint64_t zm_race_device_check_device_bytes(void) { return zm_sample_device_bytes(sizeof(zm_race_gpu_spot), true); }

zm_status zm_race_device_check(zm_race_device *d, uint32_t tier, uint64_t count, uint64_t *checked)
{
    const tier_places places = {d, tier};
    const zm_sample_batches b = {.device = d->device,
                                 .variant = d->board->variant,
                                 .of = &places,
                                 .place = place,
                                 .spot = spot,
                                 .fetch = d->runner->fetch_odds,
                                 .spot_bytes = sizeof(zm_race_gpu_spot),
                                 .dice = true,
                                 .one_vector = d->words == 1,
                                 .allowed = 4 * d->precision * ZM_CERTAIN + 4,
                                 .places = zm_race_tier_size(d->board->variant, tier),
                                 .seed = tier};
    return zm_sample_check(&b, count, checked);
}
