/* memory.c: large blocks, counted against the budget of their context.
 *
 * A block is preceded by 64 bytes that hold its size, so that it can be given back without being told how large it was
 * and starts on a cache line. Fresh memory comes from calloc: pages that are never touched are never paid for. */
#include "context.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

enum { HEADER = 64 };

void zm_set_memory(zm_context *c, uint64_t bytes) { c->limit = bytes; }
uint64_t zm_memory_limit(const zm_context *c) { return c->limit; }
uint64_t zm_memory_used(const zm_context *c) { return atomic_load(&c->used); }
uint64_t zm_memory_peak(const zm_context *c) { return atomic_load(&c->peak); }
void zm_fail_allocation(zm_context *c, uint64_t after)
{
    c->fail_after = after;
    atomic_store(&c->allocations, 0);
}

static zm_status refuse(zm_context *c, uint64_t bytes, const char *what)
{
    char need[32], limit[32];
    return zm_fail(c, ZM_NO_MEMORY, "not enough memory: %s needs %s more and the limit is %s; allow more with --memory",
                   what, zm_bytes_text(bytes, need), zm_bytes_text(c->limit, limit));
}

/* Takes the bytes out of the budget, or says that they are not there. */
static bool take(zm_context *c, uint64_t bytes)
{
    if (c->fail_after && atomic_fetch_add(&c->allocations, 1) + 1 >= c->fail_after)
        return false;
    uint64_t used = atomic_fetch_add(&c->used, bytes) + bytes;
    if (used > c->limit || used < bytes) {
        atomic_fetch_sub(&c->used, bytes);
        return false;
    }
    uint64_t peak = atomic_load(&c->peak);
    while (used > peak && !atomic_compare_exchange_weak(&c->peak, &peak, used))
        ;
    return true;
}

static bool total(uint64_t count, size_t size, uint64_t *bytes)
{
    return !__builtin_mul_overflow(count, (uint64_t)size, bytes) && *bytes < UINT64_MAX / 2;
}

zm_status zm_alloc(zm_context *c, void *pointer_to_pointer, uint64_t count, size_t size, const char *what)
{
    uint64_t bytes;
    void *none = NULL;
    memcpy(pointer_to_pointer, &none, sizeof none);
    if (!total(count, size, &bytes))
        return refuse(c, UINT64_MAX, what);
    if (!take(c, bytes))
        return refuse(c, bytes, what);
    char *block = calloc(1, bytes + 2 * HEADER);
    if (!block) {
        atomic_fetch_sub(&c->used, bytes);
        return refuse(c, bytes, what);
    }
    char *start = block + HEADER + (HEADER - (uintptr_t)block % HEADER) % HEADER;
    memcpy(start - 16, &bytes, sizeof bytes);
    memcpy(start - 8, &block, sizeof block);
    memcpy(pointer_to_pointer, &start, sizeof start);
    return ZM_OK;
}

static uint64_t bytes_of(const char *start)
{
    uint64_t bytes;
    memcpy(&bytes, start - 16, sizeof bytes);
    return bytes;
}

void zm_release(zm_context *c, void *pointer)
{
    if (!pointer)
        return;
    void *block;
    memcpy(&block, (char *)pointer - 8, sizeof block);
    atomic_fetch_sub(&c->used, bytes_of(pointer));
    free(block);
}

zm_status zm_resize(zm_context *c, void *pointer_to_pointer, uint64_t count, size_t size, const char *what)
{
    char *old, *fresh;
    memcpy(&old, pointer_to_pointer, sizeof old);
    ZM_TRY(c, zm_alloc(c, &fresh, count, size, what));
    if (old) {
        uint64_t keep = bytes_of(old), have = bytes_of(fresh);
        memcpy(fresh, old, keep < have ? keep : have);
        zm_release(c, old);
    }
    memcpy(pointer_to_pointer, &fresh, sizeof fresh);
    return ZM_OK;
}
