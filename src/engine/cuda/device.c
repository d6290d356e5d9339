/* device.c: which device an engine means, and whether it is there. */
#include "device.h"

static const zm_device *device_of(zm_engine e)
{
#ifdef ZERMELO_CUDA
    if (e == ZM_ENGINE_CUDA)
        return &zm_device_cuda;
#endif
    return e == ZM_ENGINE_CUDA_HOST ? &zm_device_host : NULL;
}

zm_status zm_device_find(zm_context *c, zm_engine e, const zm_device **out, char *name, size_t size,
                         uint64_t *free_bytes)
{
    *out = device_of(e);
    if (!*out)
        return zm_fail(c, ZM_BAD_INPUT,
                       "the engine `cuda` is not in this build: it needs nvcc and -DZERMELO_CUDA=ON; use --engine cpu");
    const char *failed = (*out)->open(name, size, free_bytes);
    if (failed)
        return zm_fail(c, ZM_BAD_INPUT, "the engine `cuda` finds no GPU here (%s): use --engine cpu", failed);
    return ZM_OK;
}
