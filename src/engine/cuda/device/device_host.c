/* device_host.c: the kernels on the CPU, for machines without a GPU: tests, and nobody in a hurry. */
#include "device_calls.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *open_host(zm_device_opened *out)
{
    *out = (zm_device_opened){.free_bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGE_SIZE) / 2};
    snprintf(out->name, sizeof out->name, "the CPU, in place of a GPU");
    return NULL;
}

static void close_host(zm_device_opened *o) { *o = (zm_device_opened){.free_bytes = 0}; }

static const char nothing[] = "invalid argument: a size of 0";

/* A GPU's memory comes as somebody left it. */
enum { LEFT_BEHIND = 0xA5 };

static const char *take(void **out, uint64_t bytes)
{
    *out = NULL;
    if (!bytes)
        return nothing;
    *out = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!*out)
        return "out of memory";
    memset(*out, LEFT_BEHIND, bytes);
    return NULL;
}

static void give(void *block) { free(block); }

static const char *copy(void *stream, void *to, const void *from, uint64_t bytes)
{
    (void)stream;
    if (!bytes)
        return nothing;
    memcpy(to, from, bytes);
    return NULL;
}

static const char *clear(void *stream, void *at, uint64_t bytes)
{
    (void)stream;
    if (!bytes)
        return nothing;
    memset(at, 0, bytes);
    return NULL;
}

static const char *copy_strips(void *stream, void *to, const void *from, const zm_device_strips *s)
{
    (void)stream;
    if (!s->count || !s->bytes)
        return nothing;
    for (uint64_t i = 0; i < s->count; i++)
        memcpy((char *)to + i * s->bytes, (const char *)from + i * s->distance, s->bytes);
    return NULL;
}

static const char *pin(void *block, uint64_t bytes)
{
    if (!bytes)
        return nothing;
    return zm_begins_page(block) ? NULL : "invalid argument: what is to be pinned has no pages of its own";
}

static void unpin(void *block) { (void)block; }

static const char *wait(void *stream)
{
    (void)stream;
    return NULL;
}

static const char *ended(void *stream, bool *out)
{
    *out = true;
    return wait(stream);
}

static const char *fetch_values(zm_stream *s, const void *spot, uint64_t count, void *out)
{
    const zm_value *const *from = spot;
    zm_value *to = out;
    (void)s;
    if (!count)
        return nothing;
    for (uint64_t i = 0; i < count; i++)
        to[i] = *from[i];
    return NULL;
}

static const char *measure(double *copied, double *operations)
{
    enum { BYTES = 1 << 26, ROUNDS = 1 << 22 };
    char *from = aligned_alloc(64, BYTES), *to = aligned_alloc(64, BYTES);
    volatile uint32_t sum;
    void *(*volatile copy_all)(void *, const void *, size_t) = memcpy; /* or it is seen that nobody reads it */
    if (from && to) {
        memset(from, 1, BYTES);
        memset(to, 2, BYTES);
        const double began = zm_now();
        copy_all(to, from, BYTES);
        const double middle = zm_now();
        sum = zm_work_integers((uint32_t)to[BYTES - 1], ROUNDS);
        (void)sum;
        *copied = 2.0 * BYTES / (middle - began);
        *operations = (double)ROUNDS * ZM_WORK_OPERATIONS / (zm_now() - middle);
    }
    const bool done = from && to;
    free(from);
    free(to);
    return done ? NULL : "out of memory";
}

const zm_device_calls zm_device_host = {.open = open_host,
                                        .close = close_host,
                                        .take = take,
                                        .give = give,
                                        .put = copy,
                                        .get = copy,
                                        .get_strips = copy_strips,
                                        .clear = clear,
                                        .pin = pin,
                                        .unpin = unpin,
                                        .wait = wait,
                                        .ended = ended,
                                        .fetch_values = fetch_values,
                                        .measure = measure};
