/* device.c: see device.h: which device an engine means, its memory, and what is said of it. */
#include "device.h"

#include "base/context.h"
#include "base/memory.h"
#include "base/text.h"
#include "engine/speed.h"

#include <stdio.h>
#include <string.h>

/* ---- opening ---- */
static const zm_device_calls *calls_of(zm_engine e)
{
#ifdef ZERMELO_CUDA
    if (e == ZM_ENGINE_CUDA)
        return &zm_device_cuda;
#endif
    return e == ZM_ENGINE_CUDA_HOST ? &zm_device_host : NULL;
}

static zm_status find(zm_context *c, zm_engine e, const zm_device_calls **calls, zm_device_opened *out)
{
    *calls = calls_of(e);
    if (!*calls)
        return zm_fail(c, ZM_BAD_INPUT,
                       "the engine `cuda` is not in this build: it needs nvcc and -DZERMELO_CUDA=ON; use --engine cpu");
    const char *failed = (*calls)->open(out);
    if (failed)
        return zm_fail(c, ZM_BAD_INPUT, "the engine `cuda` finds no GPU here (%s): use --engine cpu", failed);
    out->free_bytes = out->free_bytes < zm_gpu_memory(c) ? out->free_bytes : zm_gpu_memory(c);
    return ZM_OK;
}

zm_status zm_device_open(zm_context *c, zm_engine e, zm_device **out)
{
    const zm_device_calls *calls;
    zm_device_opened found = {.free_bytes = 0};
    zm_device *d;
    ZM_TRY(c, find(c, e, &calls, &found));
    const zm_status s = zm_alloc(c, &d, 1, sizeof *d, "a device");
    if (s != ZM_OK) {
        calls->close(&found);
        return s;
    }
    *d = (zm_device){.context = c,
                     .calls = calls,
                     .free_bytes = found.free_bytes,
                     .stream = found.stream,
                     .upload = found.upload,
                     .download = found.download};
    memcpy(d->name, found.name, sizeof d->name);
    pthread_mutex_init(&d->lock, NULL);
    *out = d;
    return ZM_OK;
}

void zm_device_close(zm_device *d)
{
    if (!d)
        return;
    zm_device_opened opened = {.stream = d->stream, .upload = d->upload, .download = d->download};
    for (uint64_t i = 0; i < d->blocks; i++)
        d->calls->give(d->block[i].at);
    d->calls->close(&opened);
    pthread_mutex_destroy(&d->lock);
    zm_release(d->context, d->block);
    zm_release(d->context, d);
}

/* ---- what it needs ---- */
const char *zm_device_free_word(const zm_device *d)
{
    return d->free_bytes < zm_gpu_memory(d->context) ? "free" : "allowed";
}

const char *zm_device_free_text(const zm_device *d, char out[ZM_DEVICE_TEXT])
{
    char bytes[32];
    snprintf(out, ZM_DEVICE_TEXT, "%s has %s %s", d->name, zm_bytes_text(d->free_bytes, bytes), zm_device_free_word(d));
    return out;
}

zm_status zm_device_announce(zm_device *d, uint64_t bytes)
{
    char need[32], free_bytes[32], text[ZM_DEVICE_TEXT];
    zm_bytes_text(bytes, need);
    if (bytes > d->free_bytes)
        return zm_fail(d->context, ZM_NO_MEMORY, "%s and %s are needed", zm_device_free_text(d, text), need);
    zm_note(d->context, "on %s: needs %s of its memory (%s %s)", d->name, need,
            zm_bytes_text(d->free_bytes, free_bytes), zm_device_free_word(d));
    return ZM_OK;
}

/* ---- memory ---- */
/* The list of blocks has room for one more. */
static zm_status grow_list(zm_device *d)
{
    enum { FIRST = 32 };
    const uint64_t room = d->room ? 2 * d->room : FIRST;
    if (d->blocks < d->room)
        return ZM_OK;
    ZM_TRY(d->context, zm_resize(d->context, &d->block, room, sizeof *d->block, "the memory of a device"));
    d->room = room;
    return ZM_OK;
}

static zm_status take_listed(zm_device *d, void **out, uint64_t bytes)
{
    ZM_TRY(d->context, grow_list(d));
    ZM_TRY(d->context, zm_device_check(d, d->calls->take(out, bytes)));
    d->block[d->blocks++] = (zm_device_block){*out, bytes};
    d->taken += bytes;
    d->most_taken = d->taken > d->most_taken ? d->taken : d->most_taken;
    return ZM_OK;
}

zm_status zm_device_take(zm_device *d, void *out, uint64_t bytes)
{
    void *block = NULL;
    pthread_mutex_lock(&d->lock);
    const zm_status s = take_listed(d, &block, bytes ? bytes : 1);
    pthread_mutex_unlock(&d->lock);
    memcpy(out, &block, sizeof block);
    return s;
}

zm_status zm_device_take_copy(zm_device *d, void *out, const void *from, uint64_t bytes)
{
    void *block;
    if (!bytes)
        return ZM_OK;
    ZM_TRY(d->context, zm_device_take(d, &block, bytes));
    memcpy(out, &block, sizeof block);
    return zm_device_put(d, block, from, bytes);
}

/* Those that were taken last are mostly given back first. */
static void strike_off(zm_device *d, const void *block)
{
    for (uint64_t i = d->blocks; i--;)
        if (d->block[i].at == block) {
            d->taken -= d->block[i].bytes;
            d->block[i] = d->block[--d->blocks];
            return;
        }
}

void zm_device_give(zm_device *d, void *pointer)
{
    void *block, *none = NULL;
    memcpy(&block, pointer, sizeof block);
    memcpy(pointer, &none, sizeof none);
    if (!block)
        return;
    pthread_mutex_lock(&d->lock);
    strike_off(d, block);
    d->calls->give(block);
    pthread_mutex_unlock(&d->lock);
}

uint64_t zm_device_rules_bytes(const zm_variant *v) { return v->game->data_bytes + (v->board ? v->board->bytes : 0); }

zm_status zm_device_take_rules(zm_device *d, zm_device_rules *out, const zm_variant *v)
{
    *out = (zm_device_rules){NULL, NULL};
    ZM_TRY(d->context, zm_device_take_copy(d, &out->data, v->data, v->game->data_bytes));
    return zm_device_take_copy(d, &out->board, v->board, v->board ? v->board->bytes : 0);
}

zm_status zm_device_alloc_pinned(zm_device *d, void *out, uint64_t bytes, const char *what)
{
    void *block;
    ZM_TRY(d->context, zm_alloc_pages(d->context, &block, bytes, 1, what));
    const zm_status s = zm_device_pin(d, block, bytes);
    if (s != ZM_OK) {
        zm_release(d->context, block);
        block = NULL;
    }
    memcpy(out, &block, sizeof block);
    return s;
}

void zm_device_free_pinned(zm_device *d, void *pointer)
{
    void *block, *none = NULL;
    memcpy(&block, pointer, sizeof block);
    if (block)
        zm_device_unpin(d, block);
    zm_release(d->context, block);
    memcpy(pointer, &none, sizeof none);
}

zm_status zm_device_pin(zm_device *d, void *block, uint64_t bytes)
{
    return zm_device_check(d, d->calls->pin(block, bytes));
}

void zm_device_unpin(zm_device *d, void *block) { d->calls->unpin(block); }

/* ---- copies ---- */
static zm_status put_on(zm_device *d, void *stream, const void *to, const void *from, uint64_t bytes)
{
    void *block;
    memcpy(&block, &to, sizeof block); /* what kernels only read gets its contents from the host */
    return bytes ? zm_device_check(d, d->calls->put(stream, block, from, bytes)) : ZM_OK;
}

static zm_status get_on(zm_device *d, void *stream, void *to, const void *from, uint64_t bytes)
{
    return bytes ? zm_device_check(d, d->calls->get(stream, to, from, bytes)) : ZM_OK;
}

zm_status zm_device_put(zm_device *d, const void *to, const void *from, uint64_t bytes)
{
    return put_on(d, d->stream.cuda, to, from, bytes);
}

zm_status zm_device_put_parallel(zm_device *d, const void *to, const void *from, uint64_t bytes)
{
    return put_on(d, d->upload, to, from, bytes);
}

zm_status zm_device_get(zm_device *d, void *to, const void *from, uint64_t bytes)
{
    return get_on(d, d->stream.cuda, to, from, bytes);
}

zm_status zm_device_get_parallel(zm_device *d, void *to, const void *from, uint64_t bytes)
{
    return get_on(d, d->download, to, from, bytes);
}

zm_status zm_device_get_strips(zm_device *d, void *to, const void *from, const zm_device_strips *s)
{
    return zm_device_check(d, d->calls->get_strips(d->stream.cuda, to, from, s));
}

zm_status zm_device_clear(zm_device *d, void *at, uint64_t bytes)
{
    return bytes ? zm_device_check(d, d->calls->clear(d->stream.cuda, at, bytes)) : ZM_OK;
}

zm_status zm_device_clear_parallel(zm_device *d, void *at, uint64_t bytes)
{
    if (!bytes)
        return ZM_OK;
    ZM_TRY(d->context, zm_device_check(d, d->calls->clear(d->upload, at, bytes)));
    return zm_device_check(d, d->calls->wait(d->upload));
}

static zm_status gather_into(zm_device *d, zm_device_fetch *fetch, const zm_device_gathered *g, void *blocks[2])
{
    const uint64_t spot_bytes = g->count * g->spot_bytes, out_bytes = g->count * g->out_bytes;
    ZM_TRY(d->context, zm_device_take(d, &blocks[0], spot_bytes));
    ZM_TRY(d->context, zm_device_take(d, &blocks[1], out_bytes));
    ZM_TRY(d->context, zm_device_put(d, blocks[0], g->spot, spot_bytes));
    ZM_TRY(d->context, zm_device_check(d, fetch(&d->stream, blocks[0], g->count, blocks[1])));
    return zm_device_get(d, g->out, blocks[1], out_bytes);
}

zm_status zm_device_gather(zm_device *d, zm_device_fetch *fetch, const zm_device_gathered *g)
{
    void *blocks[2] = {NULL, NULL};
    const zm_status s = g->count ? gather_into(d, fetch, g, blocks) : ZM_OK;
    zm_device_give(d, &blocks[0]);
    zm_device_give(d, &blocks[1]);
    return s;
}

/* ---- kernels ---- */
zm_status zm_device_check(const zm_device *d, const char *failed)
{
    return failed ? zm_fail(d->context, ZM_IO, "%s: %s", d->name, failed) : ZM_OK;
}

zm_status zm_device_wait(zm_device *d) { return zm_device_check(d, d->calls->wait(d->stream.cuda)); }

zm_status zm_device_ended(zm_device *d, bool *out) { return zm_device_check(d, d->calls->ended(d->stream.cuda, out)); }

void zm_device_add_work(zm_device *d, double seconds, uint64_t bytes)
{
    d->seconds += seconds;
    d->bytes += bytes;
}

zm_status zm_engine_measure(zm_context *c, zm_engine e, zm_engine_speed *out)
{
    zm_device *device;
    *out = (zm_engine_speed){.name = ""};
    if (e == ZM_ENGINE_CPU)
        return zm_fail(c, ZM_BAD_INPUT, "the engine `cpu` is no device");
    ZM_TRY(c, zm_device_open(c, e, &device));
    memcpy(out->name, device->name, sizeof out->name);
    out->free_bytes = device->free_bytes;
    const zm_status s = zm_device_check(device, device->calls->measure(&out->copied, &out->operations));
    zm_device_close(device);
    return s;
}
