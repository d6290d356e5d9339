/* encode_queue.c: see encode_queue.h. */
#include "encode_queue.h"

#include <omp.h>
#include <pthread.h>

typedef struct slot {
    zm_encoded_tier slice;
    const zm_summary *count; /* NULL: not ready */
} slot;

struct zm_encode_queue {
    zm_context *context;
    zm_writer *writer;
    uint32_t tiers;
    zm_encoder **encoder;   /* by thread; NULL until it needs one */
    slot *slot;             /* by tier */
    pthread_mutex_t lock;   /* guards the counts of the slots and the next four */
    pthread_cond_t changed; /* any of them */
    uint32_t next;          /* tier that the table gets */
    uint64_t waiting;       /* bytes that are ready */
    zm_status status;       /* of adding: after a failure nothing is added any more */
    bool adding;            /* without a thread for it: somebody adds */
    bool closing;
    pthread_t thread; /* that adds */
    bool has_thread;
    pthread_mutex_t io; /* the writer is for one thread at a time */
};

/* ---- adding in order ---- */
static bool next_is_ready(const zm_encode_queue *s)
{
    return s->status == ZM_OK && s->next < s->tiers && s->slot[s->next].count;
}

/* With the lock held, which is let go of while the slice is added. */
static void add_next(zm_encode_queue *s)
{
    const uint32_t tier = s->next;
    slot *at = &s->slot[tier];
    const uint64_t bytes = at->slice.bytes;
    pthread_mutex_unlock(&s->lock);
    pthread_mutex_lock(&s->io);
    const zm_status status = zm_writer_add_encoded(s->writer, tier, &at->slice, at->count);
    pthread_mutex_unlock(&s->io);
    zm_encoded_tier_free(s->context, &at->slice);
    pthread_mutex_lock(&s->lock);
    s->status = status;
    s->waiting -= bytes;
    s->next++;
    pthread_cond_broadcast(&s->changed);
}

static void *add_all(void *arg)
{
    zm_encode_queue *s = arg;
    pthread_mutex_lock(&s->lock);
    while (!s->closing)
        if (next_is_ready(s))
            add_next(s);
        else
            pthread_cond_wait(&s->changed, &s->lock);
    pthread_mutex_unlock(&s->lock);
    return NULL;
}

/* ---- opening and closing ---- */
zm_status zm_encode_queue_open(zm_context *c, zm_writer *w, uint32_t tiers, zm_encode_queue **out)
{
    zm_encode_queue *s;
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "the table writer"));
    s = *out;
    s->context = c;
    s->writer = w;
    s->tiers = tiers;
    s->next = zm_writer_done(w);
    pthread_mutex_init(&s->lock, NULL);
    pthread_mutex_init(&s->io, NULL);
    pthread_cond_init(&s->changed, NULL);
    ZM_TRY(c, zm_alloc(c, &s->encoder, zm_threads(c), sizeof *s->encoder, "the table writer"));
    ZM_TRY(c, zm_alloc(c, &s->slot, tiers, sizeof *s->slot, "the list of tiers"));
    s->has_thread = zm_threads(c) > 1 && !pthread_create(&s->thread, NULL, add_all, s);
    return ZM_OK;
}

static void end_thread(zm_encode_queue *s)
{
    if (!s->has_thread)
        return;
    pthread_mutex_lock(&s->lock);
    s->closing = true;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
    pthread_join(s->thread, NULL);
}

void zm_encode_queue_close(zm_encode_queue *s)
{
    if (!s)
        return;
    end_thread(s);
    for (unsigned i = 0; s->encoder && i < zm_threads(s->context); i++)
        zm_encoder_close(s->encoder[i]);
    for (uint32_t i = 0; s->slot && i < s->tiers; i++)
        zm_encoded_tier_free(s->context, &s->slot[i].slice);
    zm_release(s->context, s->encoder);
    zm_release(s->context, s->slot);
    pthread_mutex_destroy(&s->lock);
    pthread_mutex_destroy(&s->io);
    pthread_cond_destroy(&s->changed);
    zm_release(s->context, s);
}

zm_status zm_encode_queue_finish(zm_encode_queue *s)
{
    pthread_mutex_lock(&s->lock);
    while (next_is_ready(s))
        pthread_cond_wait(&s->changed, &s->lock);
    const zm_status status = s->status;
    pthread_mutex_unlock(&s->lock);
    return status;
}

/* ---- for those who solve ---- */
zm_status zm_encode_queue_begin(zm_encode_queue *s, uint32_t tier, zm_encoder **e)
{
    zm_encoder **mine = &s->encoder[omp_get_thread_num()];
    if (!*mine)
        ZM_TRY(s->context, zm_writer_encoder(s->writer, mine));
    *e = *mine;
    zm_writer_begin_encoded(s->writer, tier, *e, &s->slot[tier].slice);
    return ZM_OK;
}

/* Nobody waits for a tier that is not solved yet: it could be he who has to. */
zm_status zm_encode_queue_ready(zm_encode_queue *s, uint32_t tier, const zm_summary *count)
{
    pthread_mutex_lock(&s->lock);
    s->slot[tier].count = count;
    s->waiting += s->slot[tier].slice.bytes;
    pthread_cond_broadcast(&s->changed);
    while (!s->has_thread && !s->adding && next_is_ready(s)) {
        s->adding = true;
        add_next(s);
        s->adding = false;
    }
    while (s->waiting > ZM_ENCODE_QUEUE_WAITING && next_is_ready(s))
        pthread_cond_wait(&s->changed, &s->lock);
    const zm_status status = s->status;
    pthread_mutex_unlock(&s->lock);
    return status;
}

zm_status zm_encode_queue_tier(zm_encode_queue *s, uint32_t tier, const zm_value *values, const zm_summary *count)
{
    ZM_TRY(s->context, zm_encode_queue_finish(s));
    pthread_mutex_lock(&s->lock);
    s->next = tier + 1;
    pthread_mutex_unlock(&s->lock);
    return zm_writer_add_tier(s->writer, tier, values, count);
}

zm_status zm_encode_queue_read(zm_encode_queue *s, uint32_t tier, zm_value *values)
{
    pthread_mutex_lock(&s->io);
    const zm_status status = zm_writer_read_tier(s->writer, tier, values);
    pthread_mutex_unlock(&s->io);
    return status;
}

zm_status zm_encode_queue_read_piece(zm_encode_queue *s, uint32_t tier, uint64_t from, uint64_t count, zm_value *values)
{
    pthread_mutex_lock(&s->io);
    const zm_status status = zm_writer_read_piece(s->writer, tier, from, count, values);
    pthread_mutex_unlock(&s->io);
    return status;
}
