/* sample.c: what is asked about a sample of a hunt's states (engine/cuda/device/layer_sample.h), and when a layer
 * answers. */
#include "hunt.h"

#include "base/context.h"

static bool leaves_out(const void *of, uint32_t tier)
{
    const zm_hunt_device *d = of;
    const zm_variant *v = d->cyclic->variant;
    return v->game->hunt->few(v, tier);
}

/* Where too few are left nothing is asked: the game has ended. */
static zm_device_probe ask(const void *of, zm_pos p)
{
    const zm_hunt_device *d = of;
    const zm_variant *v = d->cyclic->variant;
    const zm_game *r = v->game;
    const zm_place at = r->index->rank(v, p);
    const zm_cyclic_spot s = zm_cyclic_spot_at(d->cyclic, d->tiers, at);
    zm_device_probe a = {.at = s.many, .turn = s.lone_to_move, .low = (uint8_t)s.square, .up = (uint8_t)s.square};
    if (leaves_out(d, at.tier))
        a.value = r->ended ? zm_end_value(r->ended(v, p)) : (zm_value)ZM_NONE;
    else
        a.layer = (uint8_t)zm_count_bits(s.many);
    return a;
}

zm_status zm_hunt_device_sample_open(zm_hunt_device *d)
{
    const zm_layer_sample_rules rules = {.of = d, .ask = ask, .leaves_out = leaves_out, .distances = d->job.distances};
    ZM_TRY(d->context, zm_layer_sample_open(&d->sample, d->context, d->cyclic->variant, &rules));
    return zm_layer_sample_put(&d->sample, d->device);
}

zm_status zm_hunt_device_sample_answer(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    zm_layer_sample_range(&d->sample, j->layer, 0, UINT64_MAX, &j->from, &j->to);
    j->ask = d->sample.on_device;
    return j->from == j->to ? ZM_OK : zm_hunt_device_start(d, ZM_HUNT_GPU_ANSWER, j);
}

zm_status zm_hunt_device_check(zm_hunt_device *d, uint64_t *checked)
{
    ZM_TRY(d->context, zm_layer_sample_get(&d->sample));
    return zm_layer_sample_check(&d->sample, checked);
}
