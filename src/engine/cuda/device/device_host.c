/* device_host.c: the kernels on the CPU, for machines without a GPU: tests, and nobody in a hurry. */
#include "device.h"

#include "base/clock.h"
#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *open_host(char *name, size_t size, uint64_t *free_bytes)
{
    snprintf(name, size, "the CPU, in place of a GPU");
    *free_bytes = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGE_SIZE) / 2;
    return NULL;
}

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

static const char *copy(void *to, const void *from, uint64_t bytes)
{
    if (!bytes)
        return nothing;
    memcpy(to, from, bytes);
    return NULL;
}

static const char *clear(void *at, uint64_t bytes)
{
    if (!bytes)
        return nothing;
    memset(at, 0, bytes);
    return NULL;
}

static const char *copy_strips(void *to, const void *from, const zm_device_strips *s)
{
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

static void add(zm_race_gpu_found *f, const zm_race_gpu_note *n)
{
    f->widest = n->widest > f->widest ? n->widest : f->widest;
    f->changed |= n->changed;
    f->least = n->least < f->least ? n->least : f->least;
    f->most = n->most > f->most ? n->most : f->most;
}

static const char *run(zm_race_gpu_kernel kernel, const zm_race_gpu *w, zm_race_gpu_found *found,
                       zm_race_gpu_found *out)
{
    const uint32_t groups = (w->own.sides + ZM_RACE_GPU_SIDES - 1) / ZM_RACE_GPU_SIDES;
    zm_race_gpu_note note = zm_race_gpu_nothing();
    if (!w->own.sides || !w->other.sides)
        return nothing;
    *found = (zm_race_gpu_found){.least = UINT64_MAX};
    for (uint32_t other = 0; other < w->other.sides; other += ZM_RACE_GPU_OTHERS)
        for (uint32_t group = 0; group < groups; group++)
            if (zm_race_gpu_is_sweep(kernel) && w->words == 2)
                zm_race_gpu_sweep(w, kernel, group, other, 2, true, &note);
            else
                zm_race_gpu_thread(w, kernel, group, other, 1, true, &note, found);
    add(found, &note);
    *out = *found;
    return NULL;
}

static const char *gather(const zm_race_gpu_spot *spot, uint64_t count, zm_odds *out)
{
    if (!count)
        return nothing;
    for (uint64_t i = 0; i < count; i++)
        out[i] = zm_race_gpu_fetch(&spot[i]);
    return NULL;
}

static const char *gather_values(const zm_value *const *spot, uint64_t count, zm_value *out)
{
    if (!count)
        return nothing;
    for (uint64_t i = 0; i < count; i++)
        out[i] = *spot[i];
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

const zm_device zm_device_host = {.open = open_host,
                                  .take = take,
                                  .give = give,
                                  .put = copy,
                                  .get = copy,
                                  .put_beside = copy,
                                  .get_beside = copy,
                                  .clear = clear,
                                  .get_strips = copy_strips,
                                  .pin = pin,
                                  .unpin = unpin,
                                  .run = run,
                                  .gather = gather,
                                  .gather_values = gather_values,
                                  .measure = measure};
