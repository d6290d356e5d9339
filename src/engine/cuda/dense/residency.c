/* residency.c: see residency.h for who is where, and why. */
#include "residency.h"

#include "dense.h"
#include "packed_tier.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/memory.h"
#include "base/stop.h"

#include <inttypes.h>

enum { PIECE = 1 << 25 }; /* values that travel at once */
_Static_assert(PIECE % ZM_HELD_CHUNK == 0, "pieces are packed by chunks");

struct zm_residency {
    zm_dense_device *device;
    zm_context *context;
    const zm_tiers *tiers;
    uint64_t *bytes; /* by run */
    zm_eviction stay;
    uint64_t room, used;  /* bytes there: for values, and taken for them */
    bool moves;           /* not all stays there */
    bool keeps;           /* what was packed here stays so, in case it leaves once more */
    zm_value **block;     /* by run; NULL: it is not there */
    zm_packed_tier *held; /* by tier */
    uint32_t holding;     /* tiers that are packed here */
    zm_packing *packing;
    zm_value *piece; /* pinned */
    uint64_t out, back;
    double waited;
    /* ---- beside ---- */
    pthread_mutex_t lock;   /* guards what follows */
    pthread_cond_t changed; /* any of it */
    uint32_t ahead;         /* the run that is prepared; none: UINT32_MAX */
    bool closing;
    zm_status status;
    pthread_t thread;
    bool has_thread;
};

static uint64_t piece_values(const zm_tiers *t) { return t->largest < PIECE ? t->largest : PIECE; }

static uint64_t run_places(const zm_tiers *t, uint32_t run)
{
    uint64_t places = 0;
    for (uint32_t i = t->run[run].from; i < t->run[run].to; i++)
        places += t->size[i];
    return places;
}

static zm_status bytes_by_run(zm_context *c, const zm_tiers *t, uint64_t **out)
{
    ZM_TRY(c, zm_alloc(c, out, t->runs, sizeof **out, "the runs of tiers"));
    for (uint32_t k = 0; k < t->runs; k++) {
        const uint64_t places = run_places(t, k);
        (*out)[k] = places ? places * sizeof(zm_value) : 1; /* so much is taken for nothing */
    }
    return ZM_OK;
}

/* ---- before the start ---- */
typedef struct rehearsal {
    zm_eviction *stay;
    bool *packed;        /* by run: here */
    bool keeps;          /* until nobody needs it; else until it comes back */
    uint64_t here, away; /* bytes, now */
    uint64_t there;      /* at most, as the next two */
    uint64_t most_here, most_away;
} rehearsal;

static uint64_t packed_bytes(const zm_tiers *t, uint32_t run)
{
    uint64_t bytes = 0;
    for (uint32_t i = t->run[run].from; i < t->run[run].to; i++)
        bytes += zm_packed_tier_bytes(t->size[i]);
    return bytes;
}

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void pack(rehearsal *r, uint32_t run, bool packed)
{
    if (r->packed[run] == packed)
        return;
    const uint64_t bytes = packed_bytes(r->stay->tiers, run);
    r->here = packed ? r->here + bytes : r->here - bytes;
    r->packed[run] = packed;
}

static void rehearse_step(rehearsal *r, uint32_t run)
{
    const zm_eviction *s = r->stay;
    for (uint32_t i = 0; i < s->leaving; i++) {
        pack(r, s->leaves[i], true);
        r->away += s->bytes[s->leaves[i]];
    }
    r->most_here = larger(r->here, r->most_here);
    r->most_away = larger(r->away, r->most_away);
    for (uint32_t i = 0; i < s->coming; i++) {
        if (s->comes[i] == run)
            continue;
        r->away -= s->bytes[s->comes[i]];
        if (!r->keeps)
            pack(r, s->comes[i], false);
    }
    for (uint32_t i = 0; i < s->ending; i++)
        pack(r, s->ends[i], false);
    r->there = larger(s->there, r->there);
}

/* There is room for any run and its children. */
static void rehearse(rehearsal *r, uint64_t room)
{
    const uint32_t runs = r->stay->tiers->runs;
    r->here = r->away = r->there = r->most_here = r->most_away = 0;
    for (uint32_t k = 0; k < runs; k++)
        r->packed[k] = false;
    zm_eviction_begin(r->stay, 0, room);
    for (uint32_t k = 0; k < runs; k++) {
        zm_eviction_next(r->stay);
        rehearse_step(r, k);
    }
}

/* Memory here beside what is packed. */
static uint64_t moving_bytes(const zm_dense_device *d)
{
    return zm_pages_bytes(piece_values(d->tiers) * sizeof(zm_value)) + zm_packing_bytes(zm_threads(d->context));
}

static uint64_t part_bytes(const zm_dense_device *d, const zm_device_terms *terms)
{
    const uint64_t places = d->tiers->places;
    return zm_packed_tier_bytes(terms->part_states < places ? terms->part_states : places) +
           d->tiers->count * zm_packed_tier_bytes(1);
}

/* Some leave. What was packed stays so until nobody needs it, if there is memory for that; else it is packed anew when
 * it leaves once more. */
static void plan_moves(zm_dense_device *d, rehearsal *r, const zm_device_terms *terms, zm_device_plan *out)
{
    out->here = zm_eviction_list_bytes(d->tiers) + moving_bytes(d);
    out->there = zm_eviction_most_in_family(r->stay);
    out->fits = out->there <= d->room;
    d->keeps = r->keeps = true;
    if (!out->fits)
        return;
    rehearse(r, d->room);
    if (!terms->stored && out->here + r->most_here > terms->memory) {
        d->keeps = r->keeps = false;
        rehearse(r, d->room);
    }
    out->there = r->there;
    out->away = r->most_away;
    out->here += terms->stored ? part_bytes(d, terms) : r->most_here;
}

zm_status zm_residency_plan(zm_dense_device *d, const zm_device_terms *terms, zm_device_plan *out)
{
    zm_context *c = d->context;
    uint64_t *bytes = NULL;
    zm_eviction stay = {0};
    rehearsal r = {.stay = &stay};
    *out = (zm_device_plan){.here = zm_eviction_list_bytes(d->tiers) + (terms->stored ? moving_bytes(d) : 0)};
    out->there = d->tiers->most_in_runs * sizeof(zm_value);
    out->fits = out->stays = out->there <= d->all_room;
    if (out->stays)
        return ZM_OK;
    zm_status s = bytes_by_run(c, d->tiers, &bytes);
    if (s == ZM_OK)
        s = zm_eviction_open(c, d->tiers, false, bytes, &stay);
    if (s == ZM_OK)
        s = zm_alloc(c, &r.packed, d->tiers->runs, sizeof *r.packed, "the runs of tiers");
    if (s == ZM_OK)
        plan_moves(d, &r, terms, out);
    zm_release(c, r.packed);
    zm_eviction_close(&stay);
    zm_release(c, bytes);
    return s;
}

/* ---- values of a tier, piece by piece ---- */
static bool stored(const zm_residency *h, uint32_t tier)
{
    return h->device->publisher && zm_publish_is_stored(h->device->publisher, tier);
}

static void forget_packed(zm_residency *h, uint32_t tier)
{
    if (!h->held[tier].chunk)
        return;
    zm_packed_tier_free(h->packing, &h->held[tier]);
    h->holding--;
}

/* What is in the table by now. */
static void forget_stored(zm_residency *h)
{
    for (uint32_t i = 0; h->device->publisher && h->holding && i < h->tiers->count; i++)
        if (h->held[i].chunk && stored(h, i))
            forget_packed(h, i);
}

static zm_status make_piece(zm_residency *h)
{
    zm_context *c = h->context;
    const uint64_t values = piece_values(h->tiers);
    if (!h->packing)
        ZM_TRY(c, zm_packing_open(c, &h->packing));
    if (h->piece)
        return ZM_OK;
    return zm_device_alloc_pinned(h->device->device, &h->piece, values * sizeof *h->piece, "values on their way");
}

static zm_status pack_tier(zm_residency *h, uint32_t tier)
{
    zm_context *c = h->context;
    zm_dense_device *d = h->device;
    const uint64_t size = h->tiers->size[tier];
    ZM_TRY(c, make_piece(h));
    ZM_TRY(c, zm_packed_tier_begin(h->packing, &h->held[tier], size));
    h->holding++;
    for (uint64_t from = 0; from < size; from += PIECE) {
        const uint64_t count = size - from < PIECE ? size - from : PIECE;
        ZM_TRY(c, zm_check_stop(c));
        ZM_TRY(c, zm_dense_device_get(d, tier, from, count, h->piece));
        ZM_TRY(c, zm_packed_tier_put(h->packing, &h->held[tier], from, h->piece, count));
    }
    return ZM_OK;
}

static zm_status read_piece(zm_residency *h, uint32_t tier, uint64_t from, uint64_t count)
{
    if (h->held[tier].chunk)
        return zm_packed_tier_get(h->packing, &h->held[tier], from, h->piece, count);
    if (stored(h, tier))
        return zm_publish_read(h->device->publisher, tier, from, count, h->piece);
    return zm_fail(h->context, ZM_WRONG, "the values of tier %" PRIu32 " are needed again, and nowhere", tier);
}

static zm_status read_tier(zm_residency *h, uint32_t tier)
{
    zm_context *c = h->context;
    zm_dense_device *d = h->device;
    const uint64_t size = h->tiers->size[tier];
    ZM_TRY(c, make_piece(h));
    for (uint64_t from = 0; from < size; from += PIECE) {
        const uint64_t count = size - from < PIECE ? size - from : PIECE;
        ZM_TRY(c, zm_check_stop(c));
        ZM_TRY(c, read_piece(h, tier, from, count));
        ZM_TRY(c, zm_device_put_parallel(d->device, d->values[tier] + from, h->piece, count * sizeof *h->piece));
    }
    h->back += size * sizeof(zm_value);
    if (!h->keeps || stored(h, tier))
        forget_packed(h, tier);
    return ZM_OK;
}

/* ---- blocks ---- */
/* Of a run: those of each tier begin where the last one's end. */
static zm_status tell_where(zm_residency *h, uint32_t run)
{
    const zm_run *r = &h->tiers->run[run];
    zm_value *at = h->block[run];
    for (uint32_t i = r->from; i < r->to; i++) {
        h->device->values[i] = at;
        at = at ? at + h->tiers->size[i] : NULL;
    }
    return zm_dense_device_tell(h->device, r);
}

static zm_status give_block(zm_residency *h, uint32_t run)
{
    zm_value *block = h->block[run];
    h->block[run] = NULL;
    const zm_status s = tell_where(h, run);
    zm_device_give(h->device->device, &block);
    h->used -= h->bytes[run];
    return s;
}

/* Is a tier needed by this run, or by a later one? */
static bool needed_from(const zm_residency *h, uint32_t tier, uint32_t run)
{
    return h->tiers->last_user[tier] >= h->tiers->run[run].from;
}

/* It has been taken to the table, or there is none. */
static bool carried(const zm_residency *h, uint32_t run)
{
    return !h->device->publisher || zm_publish_is_done(h->device->publisher, h->tiers->run[run].to - 1);
}

/* For the sake of a run: its tiers that are needed again can be had from elsewhere then. */
static zm_status leave(zm_residency *h, uint32_t run, uint32_t sake)
{
    const zm_run *r = &h->tiers->run[run];
    while (!carried(h, run))
        ZM_TRY(h->context, zm_publish_wait(h->device->publisher));
    forget_stored(h);
    for (uint32_t i = r->from; i < r->to; i++)
        if (needed_from(h, i, sake) && !h->held[i].chunk && !stored(h, i))
            ZM_TRY(h->context, pack_tier(h, i));
    h->out += h->bytes[run];
    return give_block(h, run);
}

/* Nobody needs it any more. */
static zm_status end(zm_residency *h, uint32_t run)
{
    const zm_run *r = &h->tiers->run[run];
    for (uint32_t i = r->from; h->holding && i < r->to; i++)
        forget_packed(h, i);
    return give_block(h, run);
}

/* All that has to go for the sake of a run, as far as it can; beside: what the run before it works on stays. */
static zm_status let_go(zm_residency *h, uint32_t sake, bool beside)
{
    forget_stored(h);
    for (uint32_t k = 0; k < sake; k++) {
        if (!h->block[k] || h->stay.on[k] || (beside && h->stay.last[k] == sake))
            continue;
        if (zm_eviction_needed(&h->stay, k))
            ZM_TRY(h->context, leave(h, k, sake));
        else if (carried(h, k))
            ZM_TRY(h->context, end(h, k));
    }
    return ZM_OK;
}

/* What is needed no more and waits to be carried is in the way at times. */
static zm_status make_room(zm_residency *h, uint32_t run, uint64_t bytes)
{
    while (h->used + bytes > h->room) {
        const bool none_waits = !run || carried(h, run - 1); /* asked before, or one is carried in between */
        ZM_TRY(h->context, let_go(h, run, false));
        if (h->used + bytes <= h->room)
            break;
        if (none_waits)
            return zm_fail(h->context, ZM_NO_MEMORY, "%s has no room for the tiers from %" PRIu32 " on",
                           h->device->device->name, h->tiers->run[run].from);
        ZM_TRY(h->context, zm_publish_wait(h->device->publisher));
    }
    return ZM_OK;
}

/* For the sake of a run; of that itself only the table has anything, if it was begun before. */
static zm_status bring(zm_residency *h, uint32_t run, uint32_t sake)
{
    zm_dense_device *d = h->device;
    const zm_run *r = &h->tiers->run[run];
    ZM_TRY(h->context, zm_device_take(d->device, &h->block[run], h->bytes[run]));
    h->used += h->bytes[run];
    if (!d->counting_runner && run == sake) /* a sweep sees from that what has no value yet */
        ZM_TRY(h->context, zm_device_clear_parallel(d->device, h->block[run], h->bytes[run]));
    ZM_TRY(h->context, tell_where(h, run));
    for (uint32_t i = r->from; i < r->to; i++)
        if (needed_from(h, i, sake) && (run < sake || stored(h, i)))
            ZM_TRY(h->context, read_tier(h, i));
    return ZM_OK;
}

static zm_status bring_family(zm_residency *h, uint32_t run, bool beside)
{
    uint32_t member;
    for (uint64_t i = 0; zm_eviction_member(&h->stay, run, i, &member); i++) {
        if (h->block[member] || (beside && h->used + h->bytes[member] > h->room))
            continue;
        ZM_TRY(h->context, make_room(h, run, h->bytes[member]));
        ZM_TRY(h->context, bring(h, member, run));
    }
    return ZM_OK;
}

static zm_status decide(zm_residency *h)
{
    return zm_eviction_next(&h->stay) ? ZM_OK
                                      : zm_fail(h->context, ZM_NO_MEMORY, "%s has no room for a tier and its children",
                                                h->device->device->name);
}

/* ---- beside the work ---- */
static zm_status prepare(zm_residency *h, uint32_t run)
{
    ZM_TRY(h->context, decide(h));
    ZM_TRY(h->context, let_go(h, run, true));
    return bring_family(h, run, true);
}

static void *prepare_all(void *arg)
{
    zm_residency *h = arg;
    pthread_mutex_lock(&h->lock);
    while (!h->closing) {
        if (h->ahead == UINT32_MAX) {
            pthread_cond_wait(&h->changed, &h->lock);
            continue;
        }
        const uint32_t run = h->ahead;
        pthread_mutex_unlock(&h->lock);
        const zm_status s = prepare(h, run);
        pthread_mutex_lock(&h->lock);
        h->status = s;
        h->ahead = UINT32_MAX;
        pthread_cond_broadcast(&h->changed);
    }
    pthread_mutex_unlock(&h->lock);
    return NULL;
}

/* Without a thread all of it is done when its turn has come. */
static void prepare_next(zm_residency *h, uint32_t run)
{
    if (!h->moves || run >= h->tiers->runs)
        return;
    if (!h->has_thread)
        h->has_thread = !pthread_create(&h->thread, NULL, prepare_all, h);
    pthread_mutex_lock(&h->lock);
    h->ahead = h->has_thread ? run : UINT32_MAX;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
}

static zm_status wait_for_thread(zm_residency *h)
{
    pthread_mutex_lock(&h->lock);
    while (h->ahead != UINT32_MAX)
        pthread_cond_wait(&h->changed, &h->lock);
    const zm_status s = h->status;
    pthread_mutex_unlock(&h->lock);
    return s;
}

void zm_residency_rest(zm_residency *h)
{
    if (h)
        (void)wait_for_thread(h); /* who asks for a family is told how it went */
}

zm_status zm_residency_family(zm_residency *h, uint32_t run)
{
    const double began = zm_now();
    ZM_TRY(h->context, wait_for_thread(h));
    if (!h->used && h->stay.step < run) /* it begins here */
        zm_eviction_begin(&h->stay, run, h->room);
    if (h->stay.step <= run)
        ZM_TRY(h->context, decide(h));
    ZM_TRY(h->context, let_go(h, run, false));
    ZM_TRY(h->context, bring_family(h, run, false));
    h->waited += h->moves ? zm_now() - began : 0;
    prepare_next(h, run + 1);
    return ZM_OK;
}

void zm_residency_moved(const zm_residency *h, uint64_t *out, uint64_t *back, double *waited)
{
    *out = h ? h->out : 0;
    *back = h ? h->back : 0;
    *waited = h ? h->waited : 0;
}

/* ---- opening and closing ---- */
static zm_status open_lists(zm_residency *h)
{
    zm_context *c = h->context;
    ZM_TRY(c, bytes_by_run(c, h->tiers, &h->bytes));
    ZM_TRY(c, zm_alloc(c, &h->block, h->tiers->runs, sizeof *h->block, "the runs of tiers"));
    ZM_TRY(c, zm_alloc(c, &h->held, h->tiers->count, sizeof *h->held, "the list of tiers"));
    ZM_TRY(c, zm_eviction_open(c, h->tiers, false, h->bytes, &h->stay));
    zm_eviction_begin(&h->stay, 0, h->room);
    return ZM_OK;
}

zm_status zm_residency_open(zm_dense_device *d, zm_residency **out)
{
    zm_context *c = d->context;
    zm_residency *h;
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "the values of tiers"));
    h = *out;
    *h = (zm_residency){.device = d, .context = c, .tiers = d->tiers, .moves = !d->plan.stays};
    h->room = d->plan.stays ? d->all_room : d->room;
    h->keeps = d->keeps;
    h->ahead = UINT32_MAX;
    pthread_mutex_init(&h->lock, NULL);
    pthread_cond_init(&h->changed, NULL);
    const zm_status s = open_lists(h);
    if (s != ZM_OK) {
        zm_residency_close(h);
        *out = NULL;
    }
    return s;
}

static void end_thread(zm_residency *h)
{
    if (!h->has_thread)
        return;
    pthread_mutex_lock(&h->lock);
    h->closing = true;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
    pthread_join(h->thread, NULL);
}

void zm_residency_close(zm_residency *h)
{
    if (!h)
        return;
    end_thread(h);
    for (uint32_t k = 0; h->block && k < h->tiers->runs; k++)
        zm_device_give(h->device->device, &h->block[k]);
    for (uint32_t i = 0; h->held && i < h->tiers->count; i++)
        forget_packed(h, i);
    zm_device_free_pinned(h->device->device, &h->piece);
    zm_eviction_close(&h->stay);
    zm_packing_close(h->packing);
    void *const lists[] = {h->bytes, h->block, h->held};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        zm_release(h->context, lists[i]);
    pthread_mutex_destroy(&h->lock);
    pthread_cond_destroy(&h->changed);
    zm_release(h->context, h);
}
