/* memory.c: large blocks, counted against the budget of their context.
 *
 * A block is preceded by 64 bytes that hold its size, so that it can be given back without being told how large it was
 * and starts on a cache line. Fresh memory comes from calloc: pages that are never touched are never paid for. */
#include "memory.h"

#include "context.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HEADER = 64, PAGE = 1 << 16 /* bytes: no machine of today has larger ones, unless it is asked for them */ };

void zm_set_memory(zm_context *c, uint64_t bytes) { c->limit = bytes; }
uint64_t zm_memory_limit(const zm_context *c) { return c->limit; }
void zm_set_gpu_memory(zm_context *c, uint64_t bytes) { c->gpu_limit = bytes; }
uint64_t zm_gpu_memory(const zm_context *c) { return c->gpu_limit; }
uint64_t zm_memory_used(const zm_context *c) { return atomic_load(&c->used); }
uint64_t zm_memory_peak(const zm_context *c) { return atomic_load(&c->peak); }
void zm_reset_peak(zm_context *c) { atomic_store(&c->peak, atomic_load(&c->used)); }

void zm_fail_allocation(zm_context *c, uint64_t nth)
{
    c->fail_from = nth;
    atomic_store(&c->allocations, 0);
}

static zm_status refuse(zm_context *c, uint64_t bytes, const char *what)
{
    char need[32], limit[32];
    return zm_fail(c, ZM_NO_MEMORY, "not enough memory: %s more for %s, and the limit is %s; allow more with --memory",
                   zm_bytes_text(bytes, need), what, zm_bytes_text(c->limit, limit));
}

/* The budget has them, the machine has not, or does not give them to this process. */
static zm_status refused_by_system(zm_context *c, uint64_t bytes, const char *what)
{
    char need[32], used[32], limit[32];
    return zm_fail(
        c, ZM_NO_MEMORY,
        "the system refuses %s more memory for %s; %s are in use, and zermelo itself would take up to %s: free "
        "some, or allow the process more (ulimit -v)",
        zm_bytes_text(bytes, need), what, zm_bytes_text(atomic_load(&c->used), used), zm_bytes_text(c->limit, limit));
}

/* Takes the bytes out of the budget, or says that they are not there. */
static bool take(zm_context *c, uint64_t bytes)
{
    if (c->fail_from && atomic_fetch_add(&c->allocations, 1) + 1 >= c->fail_from)
        return false;
    uint64_t used = atomic_load(&c->used);
    do { /* never more than the limit, not even for an instant: another thread would be refused for it */
        if (bytes > c->limit || used > c->limit - bytes)
            return false;
    } while (!atomic_compare_exchange_weak(&c->used, &used, used + bytes));
    uint64_t peak = atomic_load(&c->peak);
    while (used + bytes > peak && !atomic_compare_exchange_weak(&c->peak, &peak, used + bytes))
        ;
    return true;
}

static bool total(uint64_t count, size_t size, uint64_t *bytes)
{
    return !__builtin_mul_overflow(count, (uint64_t)size, bytes) && *bytes < UINT64_MAX / 2;
}

/* The first cache line, or page, of a block that leaves room for the header before it. */
static char *start_on(char *block, uintptr_t unit)
{
    return block + HEADER + (unit - 1 - ((uintptr_t)block + HEADER - 1) % unit);
}
static char *start_of(char *block) { return start_on(block, HEADER); }

static void note_block(char *start, char *block, uint64_t bytes)
{
    memcpy(start - 16, &bytes, sizeof bytes);
    memcpy(start - 8, &block, sizeof block);
}

static char *block_of(const char *start)
{
    char *block;
    memcpy(&block, start - 8, sizeof block);
    return block;
}

static uint64_t bytes_of(const char *start)
{
    uint64_t bytes;
    memcpy(&bytes, start - 16, sizeof bytes);
    return bytes;
}

static zm_status get(zm_context *c, void *pointer_to_pointer, uint64_t count, size_t size, bool zeroed,
                     const char *what)
{
    uint64_t bytes;
    void *none = NULL;
    memcpy(pointer_to_pointer, &none, sizeof none);
    if (!total(count, size, &bytes))
        return refuse(c, UINT64_MAX, what);
    if (!take(c, bytes))
        return refuse(c, bytes, what);
    char *block = zeroed ? calloc(1, bytes + 2 * HEADER) : malloc(bytes + 2 * HEADER);
    if (!block) {
        atomic_fetch_sub(&c->used, bytes);
        return refused_by_system(c, bytes, what);
    }
    char *start = start_of(block);
    note_block(start, block, bytes);
    memcpy(pointer_to_pointer, &start, sizeof start);
    return ZM_OK;
}

zm_status zm_alloc(zm_context *c, void *pointer_to_pointer, uint64_t count, size_t size, const char *what)
{
    return get(c, pointer_to_pointer, count, size, true, what);
}

/* The last page whole, and one more for the header. */
uint64_t zm_pages_bytes(uint64_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE + PAGE; }

zm_status zm_alloc_pages(zm_context *c, void *pointer_to_pointer, uint64_t count, size_t size, const char *what)
{
    uint64_t bytes;
    char *old;
    if (!total(count, size, &bytes))
        return refuse(c, UINT64_MAX, what);
    ZM_TRY(c, get(c, pointer_to_pointer, zm_pages_bytes(bytes), 1, true, what));
    memcpy(&old, pointer_to_pointer, sizeof old);
    char *block = block_of(old), *start = start_on(block, PAGE);
    note_block(start, block, zm_pages_bytes(bytes));
    memcpy(pointer_to_pointer, &start, sizeof start);
    return ZM_OK;
}

bool zm_begins_page(const void *block) { return (uintptr_t)block % PAGE == 0; }

void zm_release(zm_context *c, void *pointer)
{
    if (!pointer)
        return;
    atomic_fetch_sub(&c->used, bytes_of(pointer));
    free(block_of(pointer));
}

void zm_large_pages(void *block)
{
#ifdef MADV_HUGEPAGE
    if (!block)
        return;
    char *start = (char *)block + (PAGE - (uintptr_t)block % PAGE) % PAGE, *end = (char *)block + bytes_of(block);
    if (start < end)
        madvise(start, (size_t)(end - start), MADV_HUGEPAGE);
#else
    (void)block;
#endif
}

/* By realloc, which moves pages instead of copying them where it can: a block that grows does not count twice. */
zm_status zm_resize(zm_context *c, void *pointer_to_pointer, uint64_t count, size_t size, const char *what)
{
    char *old;
    memcpy(&old, pointer_to_pointer, sizeof old);
    if (!old)
        return get(c, pointer_to_pointer, count, size, false, what);
    uint64_t bytes, had = bytes_of(old);
    if (!total(count, size, &bytes))
        return refuse(c, UINT64_MAX, what);
    uint64_t more = bytes > had ? bytes - had : 0, less = had > bytes ? had - bytes : 0;
    if (!take(c, more))
        return refuse(c, more, what);
    size_t offset = (size_t)(old - block_of(old));
    char *block = realloc(block_of(old), bytes + 2 * HEADER);
    if (!block) {
        atomic_fetch_sub(&c->used, more);
        return refused_by_system(c, more, what);
    }
    char *start = start_of(block);
    memmove(start, block + offset,
            had < bytes ? had : bytes); /* the new block may lie differently on its cache lines */
    note_block(start, block, bytes);
    atomic_fetch_sub(&c->used, less);
    memcpy(pointer_to_pointer, &start, sizeof start);
    return ZM_OK;
}
