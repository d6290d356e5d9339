/* hunt.c: a hunt with cycles on a device: opening and closing it. */
#include "hunt.h"

static zm_status find(zm_hunt_device *d, zm_engine e)
{
    ZM_TRY(d->context, zm_device_open(d->context, e, &d->device));
    d->runner = &zm_hunt_runner_host;
#ifdef ZERMELO_CUDA
    if (e == ZM_ENGINE_CUDA)
        d->runner = &zm_hunt_runner_cuda;
#endif
    return zm_hunt_device_fill_board(d);
}

zm_status zm_hunt_device_open(zm_context *c, zm_engine e, const zm_cyclic *cyclic, const zm_tiers *t,
                              zm_hunt_device **out)
{
    zm_hunt_device *d;
    ZM_TRY(c, zm_alloc(c, &d, 1, sizeof *d, "a device"));
    d->context = c;
    d->cyclic = cyclic;
    d->tiers = t;
    const zm_status s = find(d, e);
    if (s == ZM_OK)
        *out = d;
    else
        zm_hunt_device_free(d);
    return s;
}

void zm_hunt_device_free(zm_hunt_device *d)
{
    if (!d)
        return;
    zm_layer_sample_close(&d->sample);
    zm_device_close(d->device);
    void *const lists[] = {d->table.first, d->before, d->canon, d->cursor};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        zm_release(d->context, lists[i]);
    zm_release(d->context, d);
}
