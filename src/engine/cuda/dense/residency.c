/* residency.c: see residency.h. */
#include "residency.h"

#include "dense.h"
#include "packed_tier.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/stop.h"

#include <inttypes.h>

enum { PIECE = 1 << 25 }; /* values that are copied at a time */
_Static_assert(PIECE % ZM_PACKED_CHUNK == 0, "pieces are packed by chunks");

struct zm_residency {
    zm_dense_device *device;
    zm_context *context;
    const zm_tiers *tiers;
    uint64_t *bytes; /* by run: of its block */
    zm_eviction eviction;
    uint64_t room, used;    /* bytes of the device: for values, and taken for them */
    bool moves;             /* not everything stays on the device */
    bool keeps_packed;      /* what was packed stays so, in case it leaves again */
    zm_value **block;       /* by run; NULL: it is not on the device */
    zm_packed_tier *packed; /* by tier */
    uint32_t packed_tiers;  /* that are */
    zm_packing *packing;
    zm_value *piece; /* pinned */
    uint64_t out, back;
    double waited;
    /* ---- the thread that prepares the next step ---- */
    pthread_mutex_t lock;   /* guards what follows */
    pthread_cond_t changed; /* any of it */
    uint32_t next;          /* the run that it prepares; none: UINT32_MAX */
    bool closing;
    zm_status status;
    pthread_t thread;
    bool has_thread;
};

uint64_t zm_residency_piece_values(const zm_tiers *t) { return t->largest < PIECE ? t->largest : PIECE; }

static uint64_t run_places(const zm_tiers *t, uint32_t run)
{
    uint64_t places = 0;
    for (uint32_t i = t->run[run].from; i < t->run[run].to; i++)
        places += t->size[i];
    return places;
}

zm_status zm_residency_block_bytes(zm_context *c, const zm_tiers *t, uint64_t **out)
{
    ZM_TRY(c, zm_alloc(c, out, t->runs, sizeof **out, "the runs of tiers"));
    for (uint32_t k = 0; k < t->runs; k++) {
        const uint64_t places = run_places(t, k);
        (*out)[k] = places ? places * sizeof(zm_value) : 1; /* a block has one byte at least */
    }
    return ZM_OK;
}

/* ---- values of a tier, piece by piece ---- */
/* It is in a file of the table that is finished. */
static bool is_stored(const zm_residency *r, uint32_t tier)
{
    return r->device->publisher && zm_publish_is_stored(r->device->publisher, tier);
}

static void forget_packed(zm_residency *r, uint32_t tier)
{
    if (!r->packed[tier].chunk)
        return;
    zm_packed_tier_free(r->packing, &r->packed[tier]);
    r->packed_tiers--;
}

/* Packed tiers that are in the table by now. */
static void forget_stored(zm_residency *r)
{
    for (uint32_t i = 0; r->device->publisher && r->packed_tiers && i < r->tiers->count; i++)
        if (r->packed[i].chunk && is_stored(r, i))
            forget_packed(r, i);
}

/* What copies go through, from the first on. */
static zm_status make_piece(zm_residency *r)
{
    zm_context *c = r->context;
    const uint64_t values = zm_residency_piece_values(r->tiers);
    if (!r->packing)
        ZM_TRY(c, zm_packing_open(c, &r->packing));
    if (r->piece)
        return ZM_OK;
    return zm_device_alloc_pinned(r->device->device, &r->piece, values * sizeof *r->piece, "values on their way");
}

static zm_status pack_tier(zm_residency *r, uint32_t tier)
{
    zm_context *c = r->context;
    zm_dense_device *d = r->device;
    const uint64_t size = r->tiers->size[tier];
    ZM_TRY(c, make_piece(r));
    ZM_TRY(c, zm_packed_tier_begin(r->packing, &r->packed[tier], size));
    r->packed_tiers++;
    for (uint64_t from = 0; from < size; from += PIECE) {
        const uint64_t count = size - from < PIECE ? size - from : PIECE;
        ZM_TRY(c, zm_check_stop(c));
        ZM_TRY(c, zm_dense_device_get(d, tier, from, count, r->piece));
        ZM_TRY(c, zm_packed_tier_put(r->packing, &r->packed[tier], from, r->piece, count));
    }
    return ZM_OK;
}

static zm_status read_piece(zm_residency *r, uint32_t tier, uint64_t from, uint64_t count)
{
    if (r->packed[tier].chunk)
        return zm_packed_tier_get(r->packing, &r->packed[tier], from, r->piece, count);
    if (is_stored(r, tier))
        return zm_publish_read(r->device->publisher, tier, from, count, r->piece);
    return zm_fail(r->context, ZM_WRONG, "the values of tier %" PRIu32 " are needed again and were not kept", tier);
}

static zm_status read_tier(zm_residency *r, uint32_t tier)
{
    zm_context *c = r->context;
    zm_dense_device *d = r->device;
    const uint64_t size = r->tiers->size[tier];
    ZM_TRY(c, make_piece(r));
    for (uint64_t from = 0; from < size; from += PIECE) {
        const uint64_t count = size - from < PIECE ? size - from : PIECE;
        ZM_TRY(c, zm_check_stop(c));
        ZM_TRY(c, read_piece(r, tier, from, count));
        ZM_TRY(c, zm_device_put_parallel(d->device, d->values[tier] + from, r->piece, count * sizeof *r->piece));
    }
    r->back += size * sizeof(zm_value);
    if (!r->keeps_packed || is_stored(r, tier))
        forget_packed(r, tier);
    return ZM_OK;
}

/* ---- blocks ---- */
/* Tells the device where the values of a run are: those of each tier begin where the last one's end. */
static zm_status tell_where(zm_residency *r, uint32_t run)
{
    const zm_run *t = &r->tiers->run[run];
    zm_value *at = r->block[run];
    for (uint32_t i = t->from; i < t->to; i++) {
        r->device->values[i] = at;
        at = at ? at + r->tiers->size[i] : NULL;
    }
    return zm_dense_device_tell(r->device, t);
}

static zm_status give_block(zm_residency *r, uint32_t run)
{
    zm_value *block = r->block[run];
    r->block[run] = NULL;
    const zm_status s = tell_where(r, run);
    zm_device_give(r->device->device, &block);
    r->used -= r->bytes[run];
    return s;
}

/* Is a tier needed by this run, or by a later one? */
static bool needed_from(const zm_residency *r, uint32_t tier, uint32_t run)
{
    return r->tiers->last_user[tier] >= r->tiers->run[run].from;
}

/* It is in the table, or there is none. */
static bool is_published(const zm_residency *r, uint32_t run)
{
    return !r->device->publisher || zm_publish_is_done(r->device->publisher, r->tiers->run[run].to - 1);
}

/* A block leaves the device to make room for the run `user`. What is needed again is stored or packed first. */
static zm_status evict_block(zm_residency *r, uint32_t run, uint32_t user)
{
    const zm_run *t = &r->tiers->run[run];
    while (!is_published(r, run))
        ZM_TRY(r->context, zm_publish_wait(r->device->publisher));
    forget_stored(r);
    for (uint32_t i = t->from; i < t->to; i++)
        if (needed_from(r, i, user) && !r->packed[i].chunk && !is_stored(r, i))
            ZM_TRY(r->context, pack_tier(r, i));
    r->out += r->bytes[run];
    return give_block(r, run);
}

/* Nobody needs it any more. */
static zm_status drop_block(zm_residency *r, uint32_t run)
{
    const zm_run *t = &r->tiers->run[run];
    for (uint32_t i = t->from; r->packed_tiers && i < t->to; i++)
        forget_packed(r, i);
    return give_block(r, run);
}

/* All blocks that leave for the run `user` (eviction.h), or are needed no more and published. `early`: the run before
 * `user` is still at work, and its family stays. */
static zm_status evict_blocks(zm_residency *r, uint32_t user, bool early)
{
    forget_stored(r);
    for (uint32_t k = 0; k < user; k++) {
        if (!r->block[k] || r->eviction.resident[k] || (early && r->eviction.last[k] == user))
            continue;
        if (zm_eviction_needed(&r->eviction, k))
            ZM_TRY(r->context, evict_block(r, k, user));
        else if (is_published(r, k))
            ZM_TRY(r->context, drop_block(r, k));
    }
    return ZM_OK;
}

/* Blocks that are needed no more and wait to be published may be in the way. */
static zm_status make_room(zm_residency *r, uint32_t run, uint64_t bytes)
{
    while (r->used + bytes > r->room) {
        const bool none_waits = !run || is_published(r, run - 1); /* asked first: one may be published meanwhile */
        ZM_TRY(r->context, evict_blocks(r, run, false));
        if (r->used + bytes <= r->room)
            break;
        if (none_waits)
            return zm_fail(r->context, ZM_NO_MEMORY, "%s has no room for the tiers from %" PRIu32 " on",
                           r->device->device->name, r->tiers->run[run].from);
        ZM_TRY(r->context, zm_publish_wait(r->device->publisher));
    }
    return ZM_OK;
}

/* A block comes to the device, for the run `user`. Of that run itself only tiers that are on disk have values. */
static zm_status bring_block(zm_residency *r, uint32_t run, uint32_t user)
{
    zm_dense_device *d = r->device;
    const zm_run *t = &r->tiers->run[run];
    ZM_TRY(r->context, zm_device_take(d->device, &r->block[run], r->bytes[run]));
    r->used += r->bytes[run];
    if (!d->tier.runner && run == user) /* a sweep sees from zeros what has no value yet */
        ZM_TRY(r->context, zm_device_clear_parallel(d->device, r->block[run], r->bytes[run]));
    ZM_TRY(r->context, tell_where(r, run));
    for (uint32_t i = t->from; i < t->to; i++)
        if (needed_from(r, i, user) && (run < user || is_stored(r, i)))
            ZM_TRY(r->context, read_tier(r, i));
    return ZM_OK;
}

static zm_status bring_family(zm_residency *r, uint32_t run, bool early)
{
    uint32_t member;
    for (uint64_t i = 0; zm_eviction_member(&r->eviction, run, i, &member); i++) {
        if (r->block[member] || (early && r->used + r->bytes[member] > r->room))
            continue;
        ZM_TRY(r->context, make_room(r, run, r->bytes[member]));
        ZM_TRY(r->context, bring_block(r, member, run));
    }
    return ZM_OK;
}

/* Which blocks leave for the next step. */
static zm_status decide(zm_residency *r)
{
    return zm_eviction_next(&r->eviction)
               ? ZM_OK
               : zm_fail(r->context, ZM_NO_MEMORY, "%s has no room for a tier and its children",
                         r->device->device->name);
}

/* ---- the thread that prepares the next step ---- */
static zm_status prepare(zm_residency *r, uint32_t run)
{
    ZM_TRY(r->context, decide(r));
    ZM_TRY(r->context, evict_blocks(r, run, true));
    return bring_family(r, run, true);
}

static void *prepare_all(void *arg)
{
    zm_residency *r = arg;
    pthread_mutex_lock(&r->lock);
    while (!r->closing) {
        if (r->next == UINT32_MAX) {
            pthread_cond_wait(&r->changed, &r->lock);
            continue;
        }
        const uint32_t run = r->next;
        pthread_mutex_unlock(&r->lock);
        const zm_status s = prepare(r, run);
        pthread_mutex_lock(&r->lock);
        r->status = s;
        r->next = UINT32_MAX;
        pthread_cond_broadcast(&r->changed);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Without a thread all of it is done when the step begins. */
static void prepare_next(zm_residency *r, uint32_t run)
{
    if (!r->moves || run >= r->tiers->runs)
        return;
    if (!r->has_thread)
        r->has_thread = !pthread_create(&r->thread, NULL, prepare_all, r);
    pthread_mutex_lock(&r->lock);
    r->next = r->has_thread ? run : UINT32_MAX;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

static zm_status wait_for_thread(zm_residency *r)
{
    pthread_mutex_lock(&r->lock);
    while (r->next != UINT32_MAX)
        pthread_cond_wait(&r->changed, &r->lock);
    const zm_status s = r->status;
    pthread_mutex_unlock(&r->lock);
    return s;
}

void zm_residency_wait(zm_residency *r)
{
    if (r)
        (void)wait_for_thread(r); /* what went wrong is told when the next family is asked for */
}

zm_status zm_residency_family(zm_residency *r, uint32_t run)
{
    const double began = zm_now();
    ZM_TRY(r->context, wait_for_thread(r));
    if (!r->used && r->eviction.step < run) /* the first run of this solve */
        zm_eviction_begin(&r->eviction, run, r->room);
    if (r->eviction.step <= run)
        ZM_TRY(r->context, decide(r));
    ZM_TRY(r->context, evict_blocks(r, run, false));
    ZM_TRY(r->context, bring_family(r, run, false));
    r->waited += r->moves ? zm_now() - began : 0;
    prepare_next(r, run + 1);
    return ZM_OK;
}

void zm_residency_moved(const zm_residency *r, uint64_t *out, uint64_t *back, double *waited)
{
    *out = r ? r->out : 0;
    *back = r ? r->back : 0;
    *waited = r ? r->waited : 0;
}

/* ---- opening and closing ---- */
static zm_status open_lists(zm_residency *r)
{
    zm_context *c = r->context;
    ZM_TRY(c, zm_residency_block_bytes(c, r->tiers, &r->bytes));
    ZM_TRY(c, zm_alloc(c, &r->block, r->tiers->runs, sizeof *r->block, "the runs of tiers"));
    ZM_TRY(c, zm_alloc(c, &r->packed, r->tiers->count, sizeof *r->packed, "the list of tiers"));
    ZM_TRY(c, zm_eviction_open(c, r->tiers, false, r->bytes, &r->eviction));
    zm_eviction_begin(&r->eviction, 0, r->room);
    return ZM_OK;
}

zm_status zm_residency_open(zm_dense_device *d, zm_residency **out)
{
    zm_context *c = d->context;
    zm_residency *r;
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "the values of tiers"));
    r = *out;
    *r = (zm_residency){.device = d, .context = c, .tiers = d->tiers, .moves = !d->plan.stays};
    r->room = d->plan.stays ? d->all_room : d->room;
    r->keeps_packed = d->keeps_packed;
    r->next = UINT32_MAX;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->changed, NULL);
    const zm_status s = open_lists(r);
    if (s != ZM_OK) {
        zm_residency_close(r);
        *out = NULL;
    }
    return s;
}

static void end_thread(zm_residency *r)
{
    if (!r->has_thread)
        return;
    pthread_mutex_lock(&r->lock);
    r->closing = true;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    pthread_join(r->thread, NULL);
}

void zm_residency_close(zm_residency *r)
{
    if (!r)
        return;
    end_thread(r);
    for (uint32_t k = 0; r->block && k < r->tiers->runs; k++)
        zm_device_give(r->device->device, &r->block[k]);
    for (uint32_t i = 0; r->packed && i < r->tiers->count; i++)
        forget_packed(r, i);
    zm_device_free_pinned(r->device->device, &r->piece);
    zm_eviction_close(&r->eviction);
    zm_packing_close(r->packing);
    void *const lists[] = {r->bytes, r->block, r->packed};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        zm_release(r->context, lists[i]);
    pthread_mutex_destroy(&r->lock);
    pthread_cond_destroy(&r->changed);
    zm_release(r->context, r);
}
