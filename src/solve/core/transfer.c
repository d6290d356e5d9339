/* transfer.c: see transfer.h. */
#include "transfer.h"

#include "base/memory.h"

#include <pthread.h>

enum { PIECE = 1 << 25 }; /* values */

struct zm_transfer {
    zm_context *context;
    zm_transfer_source from;
    zm_writer *to;
    const zm_tiers *tiers;
    zm_value *piece;
    const zm_summary **count; /* by tier; NULL: it is not finished */
    pthread_mutex_t writing;  /* tiers begin and end, or values are read back */
    pthread_mutex_t lock;     /* guards the counts and the next four */
    pthread_cond_t changed;   /* any of them */
    uint32_t next, stored;    /* tier that the table gets; tiers in files that are finished */
    zm_status status;         /* after a failure nothing more is written */
    bool closing;
    pthread_t thread;
    bool has_thread, pinned;
};

static zm_status write_values(zm_transfer *k, uint32_t tier)
{
    const uint64_t size = k->tiers->size[tier];
    for (uint64_t from = 0; from < size; from += PIECE) {
        const uint64_t count = size - from < PIECE ? size - from : PIECE;
        ZM_TRY(k->context, k->from.get(k->from.device, tier, from, count, k->piece));
        ZM_TRY(k->context, zm_writer_add_piece(k->to, k->piece, count));
    }
    return ZM_OK;
}

static zm_status write_tier(zm_transfer *k, uint32_t tier, const zm_summary *count, uint32_t *stored)
{
    pthread_mutex_lock(&k->writing);
    zm_status s = zm_writer_begin_tier(k->to, tier);
    pthread_mutex_unlock(&k->writing);
    if (s == ZM_OK)
        s = write_values(k, tier);
    ZM_TRY(k->context, s);
    pthread_mutex_lock(&k->writing);
    s = zm_writer_end_tier(k->to, count);
    *stored = zm_writer_done(k->to);
    pthread_mutex_unlock(&k->writing);
    return s;
}

static bool is_waiting(const zm_transfer *k)
{
    return k->status == ZM_OK && k->next < k->tiers->count && k->count[k->next];
}

static void *write_tiers(void *arg)
{
    zm_transfer *k = arg;
    pthread_mutex_lock(&k->lock);
    while (!k->closing) {
        if (!is_waiting(k)) {
            pthread_cond_wait(&k->changed, &k->lock);
            continue;
        }
        const uint32_t tier = k->next;
        const zm_summary *count = k->count[tier];
        uint32_t stored = k->stored;
        pthread_mutex_unlock(&k->lock);
        const zm_status status = write_tier(k, tier, count, &stored);
        pthread_mutex_lock(&k->lock);
        k->status = status;
        k->stored = stored;
        k->next++;
        pthread_cond_broadcast(&k->changed);
    }
    pthread_mutex_unlock(&k->lock);
    return NULL;
}

uint64_t zm_transfer_values(const zm_tiers *t) { return t->largest < PIECE ? t->largest : PIECE; }

uint64_t zm_transfer_bytes(const zm_tiers *t) { return zm_pages_bytes(zm_transfer_values(t) * sizeof(zm_value)); }

zm_status zm_transfer_open(zm_context *c, zm_transfer_source from, zm_writer *to, const zm_tiers *t, zm_transfer **out)
{
    zm_transfer *k;
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "the table writer"));
    k = *out;
    *k = (zm_transfer){.context = c, .from = from, .to = to, .tiers = t, .next = zm_writer_done(to)};
    k->stored = k->next;
    pthread_mutex_init(&k->writing, NULL);
    pthread_mutex_init(&k->lock, NULL);
    pthread_cond_init(&k->changed, NULL);
    ZM_TRY(c, zm_alloc(c, &k->count, t->count, sizeof *k->count, "the list of tiers"));
    ZM_TRY(c, zm_alloc_pages(c, &k->piece, zm_transfer_values(t), sizeof *k->piece, "values to be written"));
    ZM_TRY(c, from.pin(from.device, k->piece, zm_transfer_values(t) * sizeof *k->piece));
    k->pinned = true;
    k->has_thread = !pthread_create(&k->thread, NULL, write_tiers, k);
    return k->has_thread ? ZM_OK : zm_fail(c, ZM_NO_MEMORY, "no thread could be started that writes the table");
}

void zm_transfer_close(zm_transfer *k)
{
    if (!k)
        return;
    if (k->has_thread) {
        pthread_mutex_lock(&k->lock);
        k->closing = true;
        pthread_cond_broadcast(&k->changed);
        pthread_mutex_unlock(&k->lock);
        pthread_join(k->thread, NULL);
    }
    if (k->pinned)
        k->from.unpin(k->from.device, k->piece);
    zm_release(k->context, k->piece);
    zm_release(k->context, k->count);
    pthread_mutex_destroy(&k->writing);
    pthread_mutex_destroy(&k->lock);
    pthread_cond_destroy(&k->changed);
    zm_release(k->context, k);
}

void zm_transfer_tier(zm_transfer *k, uint32_t tier, const zm_summary *count)
{
    pthread_mutex_lock(&k->lock);
    k->count[tier] = count;
    pthread_cond_broadcast(&k->changed);
    pthread_mutex_unlock(&k->lock);
}

bool zm_transfer_done(zm_transfer *k, uint32_t tier)
{
    pthread_mutex_lock(&k->lock);
    const bool done = tier < k->next;
    pthread_mutex_unlock(&k->lock);
    return done;
}

bool zm_transfer_stored(zm_transfer *k, uint32_t tier)
{
    pthread_mutex_lock(&k->lock);
    const bool stored = tier < k->stored;
    pthread_mutex_unlock(&k->lock);
    return stored;
}

zm_status zm_transfer_read(zm_transfer *k, uint32_t tier, uint64_t from, uint64_t count, zm_value *values)
{
    pthread_mutex_lock(&k->writing);
    const zm_status s = zm_writer_read_piece(k->to, tier, from, count, values);
    pthread_mutex_unlock(&k->writing);
    return s;
}

static zm_status wait_until(zm_transfer *k, uint32_t tiers)
{
    pthread_mutex_lock(&k->lock);
    while (k->next < tiers && is_waiting(k))
        pthread_cond_wait(&k->changed, &k->lock);
    const zm_status status = k->status;
    pthread_mutex_unlock(&k->lock);
    return status;
}

zm_status zm_transfer_wait(zm_transfer *k)
{
    pthread_mutex_lock(&k->lock);
    const uint32_t next = k->next;
    pthread_mutex_unlock(&k->lock);
    return wait_until(k, next + 1);
}

zm_status zm_transfer_finish(zm_transfer *k) { return wait_until(k, k->tiers->count); }
