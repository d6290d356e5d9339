/* census.c: see census.h. The tiers are cut into pieces; a thread takes one, reads it and counts it. */
#include "census.h"

#include "base/stop.h"
#include "kernel/kernels.h"
#include "solve/hunt/acyclic.h"
#include "solve/hunt/cyclic.h"
#include "table/read/reader.h"

#include <omp.h>

enum { PIECE = 1 << 16 }; /* places: eight blocks of a table; rows are not cut */

typedef struct counting {
    zm_context *context;
    const zm_variant *variant;
    const zm_table *table;
    const zm_kernels *kernels;
    uint64_t *first;   /* by tier: its first piece; behind the last: all */
    zm_value **values; /* by thread */
    /* of a hunt */
    bool rows;
    zm_tiers tiers;
    zm_cyclic *cyclic;
    zm_hunt_census hunt;
} counting;

/* ---- pieces ---- */
/* Places that stay together: the row of a placement, or one. */
static uint64_t row_places(const counting *k, uint32_t tier)
{
    const zm_hunt *h = k->variant->game->hunt;
    return k->rows ? h->free(k->variant, k->tiers.cyclic ? tier : tier / 2) : 1;
}

static uint64_t piece_places(const counting *k, uint32_t tier)
{
    const uint64_t row = row_places(k, tier);
    return PIECE / row * row;
}

static zm_status cut_pieces(counting *k)
{
    const uint32_t tiers = zm_table_tiers(k->table);
    ZM_TRY(k->context, zm_alloc(k->context, &k->first, tiers + (uint64_t)1, sizeof *k->first, "the pieces of tiers"));
    for (uint32_t t = 0; t < tiers; t++) {
        const uint64_t size = zm_table_tier_size(k->table, t), piece = piece_places(k, t);
        k->first[t + 1] = k->first[t] + (size + piece - 1) / piece;
    }
    return ZM_OK;
}

static uint32_t tier_of(const counting *k, uint64_t piece)
{
    uint32_t low = 0, high = zm_table_tiers(k->table);
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (k->first[middle] <= piece)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* ---- a table whose states are kept by key ---- */
static zm_status count_keyed(const counting *k, uint32_t tier, uint64_t from, const zm_value *values, uint64_t count,
                             zm_census *s)
{
    const zm_variant *v = k->variant;
    zm_move moves[ZM_MAX_MOVES];
    for (uint64_t i = 0; i < count; i++) {
        unsigned n, winner;
        zm_pos p;
        if (values[i] == ZM_NONE)
            continue;
        ZM_TRY(k->context, zm_table_state(k->context, k->table, tier, from + i, &p));
        zm_census_moves(s, zm_moves_of(v, p, moves, &n) == ZM_OPEN ? n : 0);
        if (zm_census_value(s, zm_turn_of(v, p), values[i], &winner))
            s->tell(s, winner, zm_remoteness(values[i]), p);
    }
    return ZM_OK;
}

/* ---- one piece ---- */
static zm_status count_values(const counting *k, uint32_t tier, uint64_t from, const zm_value *values, uint64_t count,
                              zm_census *s)
{
    const uint64_t row = row_places(k, tier);
    zm_pos p;
    if (zm_table_keyed(k->table))
        return count_keyed(k, tier, from, values, count, s);
    if (k->rows) {
        k->kernels->hunt_census->rows(&k->hunt, tier, from / row, values, count / row, s);
        return ZM_OK;
    }
    const uint64_t done = k->kernels->census->states(k->variant, tier, from, values, count, s);
    return done == count ? ZM_OK : zm_table_state(k->context, k->table, tier, from + done, &p); /* says what is wrong */
}

static zm_status count_piece(const counting *k, uint64_t piece, zm_value *values, zm_census *s)
{
    zm_context *c = k->context;
    const uint32_t tier = tier_of(k, piece);
    const uint64_t places = piece_places(k, tier), from = (piece - k->first[tier]) * places,
                   left = zm_table_tier_size(k->table, tier) - from, count = left < places ? left : places;
    ZM_TRY(c, zm_check_stop(c));
    ZM_TRY(c, zm_table_read_piece(c, k->table, tier, from, count, values));
    ZM_TRY(c, count_values(k, tier, from, values, count, s));
    zm_progress_add(c, count);
    return ZM_OK;
}

static zm_status count_pieces(const counting *k, zm_census *each)
{
    const uint64_t pieces = k->first[zm_table_tiers(k->table)];
    zm_status failed = ZM_OK;
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(k->context))
    for (uint64_t i = 0; i < pieces; i++) {
        const int me = omp_get_thread_num();
        zm_status s, so_far;
#pragma omp atomic read
        so_far = failed;
        if (so_far != ZM_OK || (s = count_piece(k, i, k->values[me], &each[me])) == ZM_OK)
            continue;
#pragma omp atomic write
        failed = s;
    }
    return failed;
}

/* ---- a hunt ---- */
static void read_board(counting *k)
{
    zm_hunt_census *h = &k->hunt;
    const zm_hunt *rules = k->variant->game->hunt;
    const unsigned squares = rules->squares(k->variant);
    h->variant = k->variant;
    h->board = k->cyclic;
    h->placements = k->tiers.units;
    h->squares = zm_low_bits(squares);
    for (unsigned s = 0; s < squares; s++) {
        h->near[s] = rules->steps(k->variant, zm_bit(s));
        h->most_near = zm_count_bits(h->near[s]) > h->most_near ? zm_count_bits(h->near[s]) : h->most_near;
        for (uint64_t to = k->cyclic ? k->cyclic->board.ahead[s] | k->cyclic->board.aside[s] : 0; to;)
            h->onto[zm_take_lowest(&to)] |= zm_bit(s);
        for (unsigned i = 0; k->cyclic && i < ZM_HUNT_LINES; i++)
            for (uint64_t ends = k->cyclic->board.line[s][i], rest = ends; rest;) {
                const unsigned end = zm_take_lowest(&rest);
                h->beyond[end] |= ends ^ zm_bit(end);
            }
    }
}

static zm_status open_hunt(counting *k)
{
    zm_context *c = k->context;
    ZM_TRY(c, zm_tiers_open(c, k->variant, true, &k->tiers));
    if (k->tiers.cyclic)
        ZM_TRY(c, zm_cyclic_open(c, k->variant, &k->tiers, false, &k->cyclic));
    read_board(k);
    return ZM_OK;
}

/* ---- the whole ---- */
static zm_status open_values(counting *k)
{
    zm_context *c = k->context;
    ZM_TRY(c, zm_alloc(c, &k->values, zm_threads(c), sizeof *k->values, "values of a table"));
    for (unsigned i = 0; i < zm_threads(c); i++)
        ZM_TRY(c, zm_alloc(c, &k->values[i], PIECE, sizeof *k->values[i], "values of a table"));
    return ZM_OK;
}

static void close_counting(counting *k)
{
    zm_context *c = k->context;
    for (unsigned i = 0; k->values && i < zm_threads(c); i++)
        zm_release(c, k->values[i]);
    zm_release(c, k->values);
    zm_release(c, k->first);
    zm_cyclic_close(c, k->cyclic, &k->tiers);
    zm_tiers_close(c, &k->tiers);
}

static zm_status count_all(counting *k, zm_census *each)
{
    zm_context *c = k->context;
    uint64_t places = 0;
    if (k->rows)
        ZM_TRY(c, open_hunt(k));
    ZM_TRY(c, cut_pieces(k));
    ZM_TRY(c, open_values(k));
    for (uint32_t t = 0; t < zm_table_tiers(k->table); t++)
        places += zm_table_tier_size(k->table, t);
    zm_progress_begin(c, "counting", places);
    const zm_status s = count_pieces(k, each);
    zm_progress_end(c);
    return s;
}

zm_status zm_census_of(zm_context *c, const zm_table *t, zm_census_way way, zm_census *each)
{
    const zm_variant *v = zm_table_variant(t);
    counting k = {.context = c, .variant = v, .table = t, .kernels = zm_kernels_for(v)};
    k.rows = way != ZM_CENSUS_WALK && !zm_table_keyed(t) && zm_is_hunt(v);
    const zm_status s = count_all(&k, each);
    close_counting(&k);
    return s;
}
