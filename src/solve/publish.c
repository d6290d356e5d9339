/* publish.c: see publish.h. */
#include "publish.h"

#include "method.h"
#include "solve/core/encode_queue.h"
#include "solve/core/transfer.h"
#include "solve/iterate/bounds.h"

#include <assert.h>
#include <omp.h>

enum {
    PIECE = 1 << 14, /* values that are handed over at a time on one thread */
    CHUNK = 1 << 17, /* values of a large tier that a thread makes at a time */
};

struct zm_publisher {
    zm_driver *driver;
    zm_writer *writer;
    zm_encode_queue *queue; /* ZM_PUBLISH_TIERS, of exact values */
    zm_transfer *transfer;  /* ZM_PUBLISH_BEHIND */
    zm_value *packed;       /* a large tier in the table's order; NULL until there is one that does not lie so */
};

/* ---- opening and closing ---- */
static zm_status get(void *arg, uint32_t tier, uint64_t from, uint64_t count, zm_value *values)
{
    zm_driver *d = arg;
    return d->solver->source.values(d, tier, from, count, values);
}

static zm_status pin(void *arg, void *block, uint64_t bytes)
{
    zm_driver *d = arg;
    return d->solver->source.pin ? d->solver->source.pin(d, block, bytes) : ZM_OK;
}

static void unpin(void *arg, void *block)
{
    zm_driver *d = arg;
    if (d->solver->source.unpin)
        d->solver->source.unpin(d, block);
}

static zm_writer_plan writer_plan(const zm_driver *d)
{
    const zm_table_kind *k = &d->plan.table;
    const zm_solve_options *o = d->options;
    return (zm_writer_plan){.tiers = d->plan.tiers,
                            .tier_size = d->plan.tier_size,
                            .keyed = k->keyed,
                            .placed = k->placed,
                            .book = k->book,
                            .beyond = k->beyond,
                            .beyond_from = k->beyond_from,
                            .wdl = o->wdl && !d->solver->dice,
                            .odds = d->solver->dice,
                            .estimates = d->solver->dice && o->one_vector,
                            .bits = d->solver->dice && !k->keyed ? o->bits : 0,
                            .again = o->again || k->keyed || d->plan.no_resume,
                            .part_states = o->part_states};
}

/* What is on disk of a game with dice is of no use when its intervals are too wide, or rounded. */
static bool starts_over(const zm_driver *d, const zm_writer *w)
{
    const zm_solve_options *o = d->options;
    if (!d->solver->dice || d->plan.table.keyed || !zm_writer_done(w))
        return false;
    if (o->precision > 0 && zm_writer_widest(w) > zm_bounds_allowed(o->precision, o->bits)) {
        zm_note(d->context, "starting over: the intervals there are wider than %.2g", o->precision);
        return true;
    }
    if (o->bits) /* other tiers are made from what was not rounded yet */
        zm_note(d->context, "starting over: what is there is rounded");
    return o->bits;
}

static zm_status open_writer(zm_publisher *p)
{
    zm_driver *d = p->driver;
    zm_writer_plan plan = writer_plan(d);
    ZM_TRY(d->context, zm_writer_open(d->context, d->variant, d->options->tables, &plan, &p->writer));
    if (starts_over(d, p->writer)) {
        zm_writer_close(p->writer);
        p->writer = NULL;
        plan.again = true;
        ZM_TRY(d->context, zm_writer_open(d->context, d->variant, d->options->tables, &plan, &p->writer));
    }
    d->done = zm_writer_done(p->writer);
    if (d->done)
        zm_note(d->context, "resuming: %u of %u tiers are done", d->done, d->plan.tiers);
    return ZM_OK;
}

static zm_status open_way(zm_publisher *p)
{
    zm_driver *d = p->driver;
    zm_context *c = d->context;
    if (d->plan.way == ZM_PUBLISH_BEHIND && d->done < d->plan.tiers) {
        const zm_transfer_source from = {d, get, pin, unpin};
        return zm_transfer_open(c, from, p->writer, d->plan.graph, &p->transfer);
    }
    if (d->plan.way == ZM_PUBLISH_TIERS && !d->solver->dice && !d->plan.table.keyed)
        return zm_encode_queue_open(c, p->writer, d->plan.tiers, &p->queue);
    return ZM_OK;
}

zm_status zm_publisher_open(zm_driver *d, zm_publisher **out)
{
    ZM_TRY(d->context, zm_alloc(d->context, out, 1, sizeof **out, "the table writer"));
    (*out)->driver = d;
    ZM_TRY(d->context, open_writer(*out));
    return open_way(*out);
}

void zm_publisher_close(zm_publisher *p)
{
    if (!p)
        return;
    zm_transfer_close(p->transfer);
    zm_encode_queue_close(p->queue);
    zm_writer_close(p->writer);
    zm_release(p->driver->context, p->packed);
    zm_release(p->driver->context, p);
}

const char *zm_publisher_folder(const zm_publisher *p) { return zm_writer_folder(p->writer); }

zm_status zm_publish_wait_all(zm_publisher *p)
{
    if (p->transfer)
        return zm_transfer_finish(p->transfer);
    return p->queue ? zm_encode_queue_finish(p->queue) : ZM_OK;
}

zm_status zm_publisher_finish(zm_publisher *p)
{
    zm_driver *d = p->driver;
    zm_summary *sum = &d->out->summary;
    ZM_TRY(d->context, zm_publish_wait_all(p));
    return d->solver->dice ? zm_writer_finish_odds(p->writer, d->start_odds, sum, &d->out->table_bytes)
                           : zm_writer_finish(p->writer, d->start_value, sum, &d->out->table_bytes);
}

/* ---- tiers encoded by the threads that solve them ---- */
zm_status zm_publish_begin_encoding(zm_publisher *p, uint32_t tier, zm_encoder **e)
{
    return zm_encode_queue_begin(p->queue, tier, e);
}

static zm_status encode_pieces(zm_publisher *p, uint32_t tier, zm_encoder *e)
{
    zm_driver *d = p->driver;
    const zm_values_source *s = &d->solver->source;
    zm_value values[PIECE];
    const uint64_t size = d->plan.tier_size[tier], unit = s->unit ? s->unit(d, tier) : 1, step = PIECE / unit * unit;
    assert(unit && step);
    for (uint64_t from = 0; from < size; from += step) {
        const uint64_t count = size - from < step ? size - from : step;
        ZM_TRY(d->context, s->values(d, tier, from, count, values));
        ZM_TRY(d->context, zm_encoder_put(e, values, count));
    }
    return ZM_OK;
}

zm_status zm_publish_encode(zm_publisher *p, uint32_t tier)
{
    zm_driver *d = p->driver;
    zm_encoder *e;
    ZM_TRY(d->context, zm_publish_begin_encoding(p, tier, &e));
    const zm_value *whole = d->solver->source.whole ? d->solver->source.whole(d, tier) : NULL;
    ZM_TRY(d->context, whole ? zm_encoder_put(e, whole, d->plan.tier_size[tier]) : encode_pieces(p, tier, e));
    return zm_encoder_end(e);
}

zm_status zm_publish_encoded(zm_publisher *p, uint32_t tier)
{
    return zm_encode_queue_ready(p->queue, tier, &p->driver->tally[tier].summary);
}

/* ---- a tier on all threads ---- */
static zm_status pack_tier(zm_publisher *p, uint32_t tier)
{
    zm_driver *d = p->driver;
    const zm_values_source *s = &d->solver->source;
    const uint64_t size = d->plan.tier_size[tier], unit = s->unit ? s->unit(d, tier) : 1;
    const uint64_t step = unit < CHUNK ? CHUNK / unit * unit : unit;
    zm_status status = ZM_OK;
    if (!p->packed)
        ZM_TRY(d->context,
               zm_alloc(d->context, &p->packed, d->plan.largest, sizeof *p->packed, "a tier on its way to disk"));
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(d->context))
    for (uint64_t from = 0; from < size; from += step) {
        const zm_status now = s->values(d, tier, from, size - from < step ? size - from : step, p->packed + from);
        if (now != ZM_OK)
#pragma omp atomic write
            status = now;
    }
    return status;
}

static zm_status add_keys(zm_publisher *p)
{
    zm_driver *d = p->driver;
    const zm_values_source *s = &d->solver->source;
    if (!d->plan.table.keyed)
        return ZM_OK;
    const uint64_t count = d->plan.tier_size[0];
    if (d->plan.table.placed)
        return zm_writer_places(p->writer, s->places(d), count);
    return s->key ? zm_writer_keys_from(p->writer, s->key, d, count) : zm_writer_keys(p->writer, s->keys(d), count);
}

zm_status zm_publish_tier(zm_publisher *p, uint32_t tier)
{
    zm_driver *d = p->driver;
    const zm_values_source *s = &d->solver->source;
    const zm_summary *count = &d->tally[tier].summary;
    ZM_TRY(d->context, add_keys(p));
    if (d->solver->dice)
        return zm_writer_add_odds(p->writer, tier, s->whole_odds(d, tier), count);
    const zm_value *values = s->whole ? s->whole(d, tier) : NULL;
    if (!values)
        ZM_TRY(d->context, pack_tier(p, tier));
    values = values ? values : p->packed;
    return p->queue ? zm_encode_queue_tier(p->queue, tier, values, count)
                    : zm_writer_add_tier(p->writer, tier, values, count);
}

/* ---- behind those who solve ---- */
void zm_publish_behind(zm_publisher *p, uint32_t tier)
{
    zm_transfer_tier(p->transfer, tier, &p->driver->tally[tier].summary);
}

bool zm_publish_is_done(zm_publisher *p, uint32_t tier)
{
    return p->transfer ? zm_transfer_done(p->transfer, tier) : tier < p->driver->done;
}

bool zm_publish_is_stored(zm_publisher *p, uint32_t tier)
{
    return p->transfer ? zm_transfer_stored(p->transfer, tier) : tier < p->driver->done;
}

zm_status zm_publish_wait(zm_publisher *p) { return p->transfer ? zm_transfer_wait(p->transfer) : ZM_OK; }

uint64_t zm_publish_piece_values(const zm_driver *d) { return zm_transfer_values(d->plan.graph); }

/* ---- pieces that the method pushes ---- */
zm_status zm_publish_begin(zm_publisher *p, uint32_t tier)
{
    return p->driver->solver->dice ? zm_writer_begin_odds(p->writer, tier) : zm_writer_begin_tier(p->writer, tier);
}

zm_status zm_publish_values(zm_publisher *p, const zm_value *values, uint64_t count)
{
    return zm_writer_add_piece(p->writer, values, count);
}

zm_status zm_publish_odds(zm_publisher *p, const zm_odds *odds, uint64_t count)
{
    return zm_writer_add_odds_piece(p->writer, odds, count);
}

zm_status zm_publish_end(zm_publisher *p, uint32_t tier)
{
    const zm_summary *count = &p->driver->tally[tier].summary;
    return p->driver->solver->dice ? zm_writer_end_odds(p->writer, count) : zm_writer_end_tier(p->writer, count);
}

/* ---- what is on disk ---- */
zm_status zm_publish_read(zm_publisher *p, uint32_t tier, uint64_t from, uint64_t count, zm_value *values)
{
    const bool all = !from && count == p->driver->plan.tier_size[tier];
    if (p->transfer)
        return zm_transfer_read(p->transfer, tier, from, count, values);
    if (p->queue)
        return all ? zm_encode_queue_read(p->queue, tier, values)
                   : zm_encode_queue_read_piece(p->queue, tier, from, count, values);
    return all ? zm_writer_read_tier(p->writer, tier, values)
               : zm_writer_read_piece(p->writer, tier, from, count, values);
}

zm_status zm_publish_read_odds(zm_publisher *p, uint32_t tier, uint64_t from, uint64_t count, zm_odds *odds)
{
    return !from && count == p->driver->plan.tier_size[tier]
               ? zm_writer_read_odds(p->writer, tier, odds)
               : zm_writer_read_odds_piece(p->writer, tier, from, count, odds);
}

/* ---- memory ---- */
/* ZM_PUBLISH_TIERS: each thread's encoder with a tier, and what waits for the disk. ZM_PUBLISH_BEHIND: a piece. */
uint64_t zm_publisher_bytes(const zm_driver *d)
{
    const zm_plan *plan = &d->plan;
    if (!d->options->tables)
        return 0;
    if (plan->way == ZM_PUBLISH_BEHIND)
        return zm_transfer_bytes(plan->graph);
    const uint64_t values = plan->places * sizeof(zm_value);
    return plan->way == ZM_PUBLISH_TIERS && !d->solver->dice && !plan->table.keyed
               ? zm_threads(d->context) * 2 * ZM_ENCODER_BYTES +
                     (values < ZM_ENCODE_QUEUE_WAITING ? values : ZM_ENCODE_QUEUE_WAITING)
               : 0;
}
