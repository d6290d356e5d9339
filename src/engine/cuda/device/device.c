/* device.c: which device an engine means, and whether it is there. */
#include "device.h"

#include "base/context.h"
#include "base/text.h"

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
    *free_bytes = *free_bytes < zm_gpu_memory(c) ? *free_bytes : zm_gpu_memory(c);
    return ZM_OK;
}

const char *zm_device_free_word(const zm_context *c, uint64_t free_bytes)
{
    return free_bytes < zm_gpu_memory(c) ? "free" : "allowed";
}

zm_status zm_device_announce(zm_context *c, const char *name, uint64_t bytes, uint64_t free_bytes)
{
    char need[32], there[32];
    const char *word = zm_device_free_word(c, free_bytes);
    zm_bytes_text(bytes, need);
    zm_bytes_text(free_bytes, there);
    if (bytes > free_bytes)
        return zm_fail(c, ZM_NO_MEMORY, "%s has %s %s and %s are needed", name, there, word, need);
    zm_note(c, "on %s: needs %s of its memory (%s %s)", name, need, there, word);
    return ZM_OK;
}

zm_status zm_engine_measure(zm_context *c, zm_engine e, zm_engine_rods *out)
{
    const zm_device *device;
    *out = (zm_engine_rods){.name = ""};
    if (e == ZM_ENGINE_CPU)
        return zm_fail(c, ZM_BAD_INPUT, "the engine `cpu` is no device");
    ZM_TRY(c, zm_device_find(c, e, &device, out->name, sizeof out->name, &out->free_bytes));
    const char *failed = device->measure(&out->copied, &out->operations);
    return failed ? zm_fail(c, ZM_IO, "%s: %s", out->name, failed) : ZM_OK;
}
