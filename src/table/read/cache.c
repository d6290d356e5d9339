/* cache.c: see cache.h. */
#include "cache.h"

#include <string.h>

enum { MOST_SLOTS = 4096, SHARE = 16 }; /* 64 MiB at most, half of it touched as a rule; a sixteenth of what is left */

zm_status zm_cache_open(zm_context *c, uint64_t blocks, bool packed, zm_cache *k)
{
    uint64_t limit = zm_memory_limit(c), used = zm_memory_used(c);
    uint64_t most = (limit > used ? limit - used : 0) / SHARE / sizeof(zm_slot);
    memset(k, 0, sizeof *k);
    if (packed)
        ZM_TRY(c, zm_alloc(c, &k->right, blocks / 64 + 1, sizeof *k->right, "the cache of a table"));
    uint64_t slots = blocks < MOST_SLOTS ? blocks : MOST_SLOTS;
    slots = slots < most ? slots : most;
    if (slots)
        ZM_TRY(c, zm_alloc(c, &k->slot, slots, sizeof *k->slot, "the cache of a table"));
    k->slots = slots;
    return ZM_OK;
}

void zm_cache_close(zm_context *c, zm_cache *k)
{
    for (unsigned i = 0; i < ZM_WORKSPACES; i++)
        zm_workspace_free(atomic_load(&k->idle[i]));
    zm_release(c, k->slot);
    zm_release(c, k->right);
    memset(k, 0, sizeof *k);
}

zm_workspace *zm_cache_borrow(zm_cache *k)
{
    for (unsigned i = 0; i < ZM_WORKSPACES; i++) {
        if (!atomic_load_explicit(&k->idle[i], memory_order_relaxed))
            continue;
        zm_workspace *w = atomic_exchange(&k->idle[i], NULL);
        if (w)
            return w;
    }
    return zm_workspace_new(); /* as often as there are threads at once, not once a probe */
}

void zm_cache_return(zm_cache *k, zm_workspace *w)
{
    for (unsigned i = 0; i < ZM_WORKSPACES; i++) {
        zm_workspace *none = NULL;
        if (atomic_compare_exchange_strong(&k->idle[i], &none, w))
            return;
    }
    zm_workspace_free(w);
}

static bool let_in(zm_slot *s, uint64_t block)
{
    if (!atomic_load_explicit(&s->tag, memory_order_relaxed) ||
        atomic_load_explicit(&s->refused, memory_order_relaxed) == block + 1)
        return true;
    atomic_store_explicit(&s->refused, block + 1, memory_order_relaxed);
    return false;
}

void zm_cache_put(zm_cache *k, uint64_t block, unsigned bits, const void *data, size_t bytes)
{
    if (!k->slots)
        return;
    zm_slot *s = &k->slot[block % k->slots];
    uint64_t version = atomic_load_explicit(&s->version, memory_order_relaxed);
    if (!let_in(s, block) || version & 1 || !atomic_compare_exchange_strong(&s->version, &version, version + 1))
        return; /* someone else is filling it */
    atomic_store_explicit(&s->tag, (block + 1) << 4 | bits, memory_order_release);
    for (size_t i = 0; i < bytes; i += 8)
        atomic_store_explicit(&s->word[i / 8], zm_get64((const uint8_t *)data + i), memory_order_release);
    atomic_store_explicit(&s->version, version + 2, memory_order_release);
}

bool zm_cache_copy(const zm_cache *k, uint64_t block, void *data, size_t bytes)
{
    if (!k->slots)
        return false;
    const zm_slot *s = &k->slot[block % k->slots];
    uint64_t version = atomic_load_explicit(&s->version, memory_order_acquire);
    if (version & 1 || atomic_load_explicit(&s->tag, memory_order_acquire) >> 4 != block + 1)
        return false;
    for (size_t i = 0; i < bytes; i += 8)
        zm_put64((uint8_t *)data + i, atomic_load_explicit(&s->word[i / 8], memory_order_acquire));
    return atomic_load_explicit(&s->version, memory_order_relaxed) == version;
}
