/* store.c: see store.h. */
#include "store.h"

#include "solve/core/encode_queue.h"

#include "base/context.h"

#include <inttypes.h>

struct zm_pair_store {
    zm_context *context;
    const zm_variant *variant;
    uint32_t tiers, done;
    bool wdl;
    uint64_t *size;     /* of each tier */
    zm_summary *counts; /* likewise; the store wants them to stay */
    zm_writer *writer;
    zm_encode_queue *store; /* NULL: what comes is written at once */
};

/* ---- opening and closing ---- */
static zm_status open_store(zm_pair_store *s, const zm_solve_options *o)
{
    zm_context *c = s->context;
    const zm_rules *r = &s->variant->game->rules;
    s->tiers = r->tiers(s->variant);
    s->wdl = o->wdl;
    ZM_TRY(c, zm_alloc(c, &s->size, s->tiers, sizeof *s->size, "the list of tiers"));
    ZM_TRY(c, zm_alloc(c, &s->counts, s->tiers, sizeof *s->counts, "the list of tiers"));
    for (uint32_t i = 0; i < s->tiers; i++)
        s->size[i] = r->tier_size(s->variant, i);
    const zm_writer_plan plan = {
        .tiers = s->tiers, .tier_size = s->size, .wdl = o->wdl, .again = o->again, .part_states = o->part_states};
    ZM_TRY(c, zm_writer_open(c, s->variant, o->tables, &plan, &s->writer));
    s->done = zm_writer_done(s->writer);
    if (s->done)
        zm_note(c, "resuming: %u of %u tiers are done", s->done, s->tiers);
    return o->engine == ZM_ENGINE_CPU ? zm_encode_queue_open(c, s->writer, s->tiers, &s->store) : ZM_OK;
}

zm_status zm_pair_store_open(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_pair_store **out)
{
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "the table writer"));
    zm_pair_store *s = *out;
    s->context = c;
    s->variant = v;
    return open_store(s, o);
}

void zm_pair_store_close(zm_pair_store *s)
{
    if (!s)
        return;
    zm_encode_queue_close(s->store);
    zm_writer_close(s->writer);
    zm_release(s->context, s->counts);
    zm_release(s->context, s->size);
    zm_release(s->context, s);
}

uint32_t zm_pair_store_done(const zm_pair_store *s) { return s->done; }
const char *zm_pair_store_folder(const zm_pair_store *s) { return zm_writer_folder(s->writer); }

/* ---- the tiers of a shape ---- */
static bool find_tier(const zm_pair_store *s, uint32_t shape, hen_kind kind, uint32_t *tier)
{
    const int64_t found = hen_pair_tier(s->variant, shape, kind);
    *tier = (uint32_t)found;
    return found != HEN_NO_TIER;
}

uint64_t zm_pair_store_places(const zm_pair_store *s, uint32_t shape)
{
    uint64_t places = 0;
    uint32_t tier;
    for (unsigned kind = 0; kind < HEN_KINDS; kind++)
        places += find_tier(s, shape, (hen_kind)kind, &tier) ? s->size[tier] : 0;
    return places;
}

bool zm_pair_store_has(const zm_pair_store *s, uint32_t shape)
{
    uint32_t tier;
    for (unsigned kind = 0; kind < HEN_KINDS; kind++)
        if (find_tier(s, shape, (hen_kind)kind, &tier) && tier >= s->done)
            return false;
    return true;
}

/* Placements a step, so that their rows fit. */
enum { PLACEMENTS = 64 };

static zm_status put_rows(const zm_pair_store *s, const zm_pair_job *j, zm_encoder *e, zm_pair_part *p,
                          zm_pair_sum *sum)
{
    zm_value values[PLACEMENTS * HEN_WIDEST + ZM_PAIR_SLACK];
    for (p->from = 0; p->from < j->count; p->from += PLACEMENTS) {
        p->count = j->count - p->from < PLACEMENTS ? j->count - p->from : PLACEMENTS;
        zm_pair_pack(j, p, values, sum);
        ZM_TRY(s->context, zm_encoder_put(e, values, p->count * zm_pair_columns(p->kind, j->free)));
    }
    return ZM_OK;
}

static void sum_up(const zm_pair_store *s, const zm_pair_sum *all, zm_summary *sum)
{
    const zm_pair_counts *n = &all->counts;
    sum->states = n->states;
    sum->won_by[HEN_PAIR] = n->won_by_pair;
    sum->won_by[1 - HEN_PAIR] = n->won_by_many;
    sum->drawn = n->states - n->won_by_pair - n->won_by_many;
    sum->wdl = s->wdl;
    sum->has_longest = all->farthest.any;
    sum->longest = (unsigned)all->farthest.plies;
    sum->longest_position = all->farthest.at;
}

/* How often a tier has the placements: once for each that may have the turn. */
static unsigned turns_of(const zm_pair_store *s, const zm_pair_job *j, hen_kind kind, uint32_t tier)
{
    return s->size[tier] > j->count * zm_pair_columns(kind, j->free) ? 2 : 1;
}

static zm_status put_tier(zm_pair_store *s, const zm_pair_job *j, hen_kind kind, uint32_t tier)
{
    zm_encoder *e;
    zm_pair_sum sum = {0};
    ZM_TRY(s->context, zm_encode_queue_begin(s->store, tier, &e));
    for (unsigned turn = 0; turn < turns_of(s, j, kind, tier); turn++) {
        zm_pair_part p = {.kind = kind, .turn = turn};
        ZM_TRY(s->context, put_rows(s, j, e, &p, &sum));
    }
    ZM_TRY(s->context, zm_encoder_end(e));
    sum_up(s, &sum, &s->counts[tier]);
    return zm_encode_queue_ready(s->store, tier, &s->counts[tier]);
}

zm_status zm_pair_store_put(zm_pair_store *s, const zm_pair_job *j)
{
    uint32_t tier;
    if (j->few)
        zm_pair_list(j);
    for (unsigned kind = 0; kind < HEN_KINDS; kind++)
        if (find_tier(s, j->shape, (hen_kind)kind, &tier) && tier >= s->done)
            ZM_TRY(s->context, put_tier(s, j, (hen_kind)kind, tier));
    return ZM_OK;
}

/* ---- from a device ---- */
bool zm_pair_store_wants(const zm_pair_store *s, uint32_t shape, hen_kind kind, uint32_t *tier)
{
    return find_tier(s, shape, kind, tier) && *tier >= s->done;
}

zm_status zm_pair_store_begin(zm_pair_store *s, uint32_t tier) { return zm_writer_begin_tier(s->writer, tier); }

zm_status zm_pair_store_add(zm_pair_store *s, uint32_t tier, unsigned turn, const zm_value *values, uint64_t count)
{
    uint64_t states = 0, won = 0, drawn = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : states, won, drawn) num_threads((int)zm_threads(s->context))
    for (uint64_t i = 0; i < count; i++) {
        states += values[i] != ZM_NONE;
        drawn += values[i] == ZM_DRAWN;
        won += values[i] > ZM_DRAWN;
    }
    zm_summary *sum = &s->counts[tier];
    const unsigned mover = turn ? HEN_PAIR : 1 - HEN_PAIR;
    sum->states += states;
    sum->drawn += drawn;
    sum->won_by[mover] += won;
    sum->won_by[1 - mover] += states - drawn - won;
    sum->wdl = s->wdl;
    return zm_writer_add_piece(s->writer, values, count);
}

zm_status zm_pair_store_end(zm_pair_store *s, uint32_t tier) { return zm_writer_end_tier(s->writer, &s->counts[tier]); }

void zm_pair_store_need(const zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_demand *d)
{
    const zm_rules *r = &v->game->rules;
    uint64_t places = 0, largest = 0;
    if (!o->tables)
        return;
    for (uint32_t i = 0; i < r->tiers(v); i++) {
        const uint64_t size = r->tier_size(v, i);
        places += size;
        largest = size > largest ? size : largest;
    }
    d->memory += zm_storing_bytes(c, o, places, largest) + r->tiers(v) * (sizeof(uint64_t) + sizeof(zm_summary)) +
                 (uint64_t)4096;
    d->disk += zm_storing_disk(o, places);
}

zm_status zm_pair_store_compare(const zm_pair_store *s, const zm_pair_counts *found)
{
    zm_summary all = {0};
    const unsigned pair = HEN_PAIR;
    for (uint32_t i = 0; i < s->tiers; i++)
        zm_summary_add(&all, &s->counts[i]);
    if (s->done || (all.states == found->states && all.won_by[pair] == found->won_by_pair &&
                    all.won_by[1 - pair] == found->won_by_many))
        return ZM_OK;
    return zm_fail(s->context, ZM_WRONG,
                   "the engine counts %" PRIu64 " states and %" PRIu64 " were stored, or other wins", found->states,
                   all.states);
}

/* ---- and back ---- */
static zm_status get_tier(zm_pair_store *s, const zm_pair_job *j, hen_kind kind, uint32_t tier)
{
    zm_value *values;
    ZM_TRY(s->context, zm_alloc(s->context, &values, s->size[tier], sizeof *values, "the values of a tier"));
    const zm_status status = zm_encode_queue_read(s->store, tier, values);
    for (unsigned turn = 0; turn < 2 && status == ZM_OK; turn++) {
        const zm_pair_part p = {.kind = kind, .turn = turn, .from = 0, .count = j->count};
        zm_pair_unpack(j, &p, values + turn * j->count * zm_pair_columns(kind, j->free));
    }
    zm_release(s->context, values);
    return status;
}

zm_status zm_pair_store_get(zm_pair_store *s, zm_pair_job *j)
{
    static const hen_kind kinds[] = {HEN_ONE_FOX, HEN_TWO_FOXES};
    uint32_t tier;
    zm_pair_list(j);
    for (unsigned k = 0; k < 2; k++)
        if (find_tier(s, j->shape, kinds[k], &tier))
            ZM_TRY(s->context, get_tier(s, j, kinds[k], tier));
    zm_pair_restore(j);
    return ZM_OK;
}

/* ---- the end ---- */
zm_status zm_pair_store_start(zm_pair_store *s, zm_value *out)
{
    zm_value *values;
    const zm_place at = s->variant->game->rules.rank(s->variant, zm_start_state(s->variant));
    ZM_TRY(s->context, zm_alloc(s->context, &values, s->size[at.tier], sizeof *values, "the values of a tier"));
    const zm_status status = zm_writer_read_tier(s->writer, at.tier, values);
    *out = status == ZM_OK ? values[at.index] : (zm_value)ZM_NONE;
    zm_release(s->context, values);
    return status;
}

zm_status zm_pair_store_settle(zm_pair_store *s) { return s->store ? zm_encode_queue_finish(s->store) : ZM_OK; }

zm_status zm_pair_store_finish(zm_pair_store *s, zm_value start, zm_solved *out)
{
    return zm_writer_finish(s->writer, start, &out->summary, &out->table_bytes);
}
