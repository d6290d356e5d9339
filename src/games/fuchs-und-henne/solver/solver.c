/* solver.c: a pair of hunters against many, layer by layer and slice by slice (pair.h): which states there are from the
 * top down, then who wins from the bottom up. The shapes of a slice do not depend on each other: each is one thread's,
 * who encodes it for the table as well. */
#include "solver.h"

#include "base/stop.h"
#include "games/fuchs-und-henne/gpu/device.h"
#include "solve/solver.h"
#include "store.h"

#include <zermelo/value.h>
#include <zermelo/variant.h>

#include <omp.h>
#include <string.h>

typedef zm_pair_layer layer;

typedef struct pair_solve {
    zm_context *context;
    const zm_variant *variant;
    bool distances;
    unsigned threads;
    uint32_t shapes, largest; /* largest: placements of a shape */
    uint64_t *first;          /* by shape, in its layer */
    layer layer[CROSS_FIELDS + 1];
    unsigned layers;
    uint64_t placements, slice; /* in all; of a slice, at most */
    uint64_t slice_plies;       /* bytes for its distances, at most */
    zm_pair_board board;
    zm_pair_seen *seen; /* by shape */
    zm_pair_window window[2];
    zm_pair_far far[2]; /* of this layer and the one before */
    zm_pair_room *room; /* by thread */
    zm_pair_counts counts;
    zm_won_ones start;
    uint64_t places, largest_tier;
    bool stores;
    zm_pair_store *store; /* NULL: nothing is stored */
    zm_pair_farthest farthest;
    zm_pair_device_limits limits; /* of a device */
    zm_pair_plan plan;            /* for it */
    zm_pair_device *device;
} pair_solve;

/* ---- the board ---- */
static void fill_hit(zm_pair_board *b, unsigned square)
{
    for (unsigned a = 0; a < CROSS_FIELDS; a++)
        b->hit[square].row[a] = a == square ? ~(uint32_t)0 : (uint32_t)zm_bit(square > a ? square - 1 : square);
}

static void fill_square(const pair_solve *s, zm_pair_board *b, unsigned a)
{
    const zm_variant *v = s->variant;
    b->near[a] = hen_steps(v, a);
    b->aside[a] = hen_aside(v, a);
    b->ahead[a] = hen_forth(v, a) & ~b->aside[a];
    for (uint64_t rest = b->ahead[a]; rest;)
        b->behind[zm_take_lowest(&rest)] |= zm_bit(a);
    for (unsigned over = 0; over < b->squares; over++) {
        const unsigned land = hen_land(v, a, over);
        if (land == HEN_NO_LANDING)
            continue;
        b->over[a] |= zm_bit(over);
        b->from[over] |= zm_bit(a);
        b->land[a][over] = (uint8_t)land;
    }
    b->image[a] = (uint8_t)zm_lowest(cross_mirrored(zm_bit(a)));
    b->selves |= b->image[a] == a ? zm_bit(a) : 0;
}

static void fill_turned(zm_pair_board *b)
{
    for (unsigned high = 1, t = 0; high < CROSS_FIELDS; high++)
        for (unsigned low = 0; low < high; low++, t++) {
            const unsigned x = b->image[high], y = b->image[low];
            b->turned[t] = (uint16_t)(x > y ? x * (x - 1) / 2 + y : y * (y - 1) / 2 + x);
        }
}

static void fill_board(pair_solve *s)
{
    zm_pair_board *b = &s->board;
    b->squares = CROSS_FIELDS;
    b->all = zm_low_bits(b->squares);
    b->enough = hen_enough(s->variant);
    b->ways = hen_ways_of(s->variant);
    b->twos = b->ways.foxes == 2;
    b->ones = b->ways.huffs || !b->twos;
    b->rescues = b->ways.huffs && b->twos;
    for (unsigned a = 0; a < CROSS_FIELDS; a++) {
        b->image[a] = (uint8_t)a;
        fill_hit(b, a);
        if (a < b->squares)
            fill_square(s, b, a);
    }
    fill_turned(b);
    hen_pair_start(s->variant, &b->start, &b->start_pair);
    const uint64_t image = cross_mirrored(b->start);
    if (image < b->start) {
        b->start = image;
        b->start_pair = cross_mirrored(b->start_pair);
    }
}

/* ---- layers and slices ---- */
static uint32_t slice_end(const pair_solve *s, const layer *l, uint32_t from)
{
    const unsigned depth = hen_depth(s->variant, from);
    while (from < l->to && hen_depth(s->variant, from) == depth)
        from++;
    return from;
}

static uint64_t end_of(const pair_solve *s, const layer *l, uint32_t shape)
{
    return shape < l->to ? s->first[shape] : l->placements;
}

static void add_shape(pair_solve *s, uint32_t shape)
{
    const unsigned pieces = hen_pieces(s->variant, shape);
    const uint32_t placements = hen_placements(s->variant, shape);
    if (!s->layers || s->layer[s->layers - 1].pieces != pieces)
        s->layer[s->layers++] = (layer){shape, shape, pieces, 0};
    layer *l = &s->layer[s->layers - 1];
    s->first[shape] = l->placements;
    l->placements += placements;
    l->to = shape + 1;
    s->placements += placements;
    s->largest = placements > s->largest ? placements : s->largest;
}

static unsigned free_of(const pair_solve *s, const layer *l) { return s->board.squares - l->pieces; }

static zm_status find_layers(pair_solve *s)
{
    s->shapes = hen_shapes(s->variant);
    ZM_TRY(s->context, zm_alloc(s->context, &s->first, s->shapes, sizeof *s->first, "shapes"));
    ZM_TRY(s->context, zm_alloc(s->context, &s->seen, s->shapes, sizeof *s->seen, "shapes"));
    for (uint32_t shape = 0; shape < s->shapes; shape++)
        add_shape(s, shape);
    for (unsigned k = 0; k < s->layers; k++)
        for (uint32_t from = s->layer[k].from, to; from < s->layer[k].to; from = to) {
            to = slice_end(s, &s->layer[k], from);
            const uint64_t count = end_of(s, &s->layer[k], to) - s->first[from];
            const uint64_t plies = count * zm_pair_triangle(free_of(s, &s->layer[k]));
            s->slice = count > s->slice ? count : s->slice;
            s->slice_plies = plies > s->slice_plies ? plies : s->slice_plies;
        }
    return ZM_OK;
}

static bool is_few(const pair_solve *s, const layer *l) { return l->pieces < s->board.enough; }

/* Words of what is kept of which states a placement has, where they are not all. */
static unsigned kept_words(const pair_solve *s, const layer *l)
{
    return !is_few(s, l) ? zm_pair_seen_words(free_of(s, l)) : s->stores ? zm_pair_few_words(free_of(s, l)) : 0;
}

/* ---- room ---- */
typedef struct share { /* of a thread's room: where its pointer is, bytes a placement */
    void *pointer;
    size_t bytes;
} share;

enum { SHARES = 25 };

/* What is needed to find states, or who wins. */
static unsigned shares_of(const pair_solve *s, zm_pair_room *r, bool finds, share out[SHARES])
{
    const bool ones = s->board.ones, twos = s->board.twos, far = s->distances && !finds;
    unsigned words = 0, n = 0;
    for (unsigned k = 0; k < s->layers; k++)
        words = kept_words(s, &s->layer[k]) > words ? kept_words(s, &s->layer[k]) : words;
    out[n++] = (share){&r->many, sizeof *r->many};
    out[n++] = (share){&r->flag, sizeof *r->flag};
    out[n++] = (share){&r->moves, twos && !finds ? sizeof *r->moves : 0};
    out[n++] = (share){&r->outside, twos && !finds ? sizeof *r->outside : 0};
    out[n++] = (share){&r->jumps, twos && !finds ? sizeof *r->jumps : 0};
    out[n++] = (share){&r->one_moves, ones && !finds ? sizeof *r->one_moves : 0};
    out[n++] = (share){&r->one_outside, ones && !finds ? sizeof *r->one_outside : 0};
    out[n++] = (share){&r->one_jumps, ones && !finds ? sizeof *r->one_jumps : 0};
    out[n++] = (share){&r->far_here, far && twos ? sizeof *r->far_here : 0};
    out[n++] = (share){&r->far_moves, far && twos ? sizeof *r->far_moves : 0};
    out[n++] = (share){&r->far_outside, far && twos ? sizeof *r->far_outside : 0};
    out[n++] = (share){&r->far_jumps, far && twos ? sizeof *r->far_jumps : 0};
    out[n++] = (share){&r->one_far_moves, far && ones ? sizeof *r->one_far_moves : 0};
    out[n++] = (share){&r->one_far_outside, far && ones ? sizeof *r->one_far_outside : 0};
    out[n++] = (share){&r->one_far_jumps, far && ones ? sizeof *r->one_far_jumps : 0};
    out[n++] = (share){&r->seen, twos && finds ? sizeof *r->seen : 0};
    out[n++] = (share){&r->landed, twos && finds ? sizeof *r->landed : 0};
    out[n++] = (share){&r->above, twos && finds ? sizeof *r->above : 0};
    out[n++] = (share){&r->begun, twos && finds ? sizeof *r->begun : 0};
    out[n++] = (share){&r->one_seen, finds ? sizeof *r->one_seen : 0};
    out[n++] = (share){&r->one_landed, finds ? sizeof *r->one_landed : 0};
    out[n++] = (share){&r->one_above, finds ? sizeof *r->one_above : 0};
    out[n++] = (share){&r->one_begun, finds ? sizeof *r->one_begun : 0};
    out[n++] = (share){&r->put, finds ? sizeof *r->put : 0};
    out[n++] = (share){&r->entry, finds ? words * sizeof *r->entry : 0};
    return n;
}

static zm_status open_room(pair_solve *s, zm_pair_room *r, bool finds)
{
    share each[SHARES];
    const unsigned shares = shares_of(s, r, finds, each);
    for (unsigned i = 0; i < shares; i++)
        if (each[i].bytes)
            ZM_TRY(s->context, zm_resize(s->context, each[i].pointer, s->largest, each[i].bytes, "a shape at work"));
    return zm_alloc(s->context, &r->dirty, s->largest / 64 + 1, sizeof *r->dirty, "a shape at work");
}

static void close_room(pair_solve *s, zm_pair_room *r)
{
    share each[SHARES];
    const unsigned shares = shares_of(s, r, true, each);
    for (unsigned i = 0; i < shares; i++)
        zm_release(s->context, *(void **)each[i].pointer);
    zm_release(s->context, r->dirty);
    *r = (zm_pair_room){0};
}

static zm_status open_window(pair_solve *s, zm_pair_window *w, bool finds)
{
    zm_context *c = s->context;
    if (s->board.twos && finds)
        ZM_TRY(c, zm_resize(c, &w->two_seen, s->slice, sizeof *w->two_seen, "a slice"));
    if (s->board.ones && finds)
        ZM_TRY(c, zm_resize(c, &w->one_seen, s->slice, sizeof *w->one_seen, "a slice"));
    if (s->board.twos && !finds)
        ZM_TRY(c, zm_resize(c, &w->two, s->slice, sizeof *w->two, "a slice"));
    if (s->board.ones && !finds)
        ZM_TRY(c, zm_resize(c, &w->one, s->slice, sizeof *w->one, "a slice"));
    if (s->board.twos && !finds && s->distances)
        ZM_TRY(c, zm_resize(c, &w->plies, s->slice_plies, sizeof *w->plies, "a slice"));
    if (s->board.ones && !finds && s->distances)
        ZM_TRY(c, zm_resize(c, &w->one_values, s->slice, sizeof *w->one_values, "a slice"));
    return ZM_OK;
}

static void close_window(pair_solve *s, zm_pair_window *w)
{
    zm_release(s->context, w->two);
    zm_release(s->context, w->one);
    zm_release(s->context, w->two_seen);
    zm_release(s->context, w->one_seen);
    zm_release(s->context, w->plies);
    zm_release(s->context, w->one_values);
    *w = (zm_pair_window){0};
}

static void close_far(pair_solve *s, zm_pair_far *f)
{
    zm_release(s->context, f->two);
    zm_release(s->context, f->one);
    zm_release(s->context, f->plies);
    zm_release(s->context, f->one_plies);
    *f = (zm_pair_far){0};
}

static zm_status open_plies(pair_solve *s, const layer *l, zm_pair_far *f)
{
    if (s->board.twos)
        ZM_TRY(s->context,
               zm_resize(s->context, &f->plies, l->placements * f->free * (f->free - 1), sizeof *f->plies, "a layer"));
    return s->board.ones
               ? zm_resize(s->context, &f->one_plies, l->placements * f->free, sizeof *f->one_plies, "a layer")
               : ZM_OK;
}

static zm_status open_far(pair_solve *s, const layer *l, unsigned sets, zm_pair_far *f)
{
    *f = (zm_pair_far){.free = free_of(s, l), .sets = sets, .words = zm_pair_far_words(free_of(s, l), sets)};
    if (s->board.twos)
        ZM_TRY(s->context, zm_alloc(s->context, &f->two, l->placements * f->words, sizeof *f->two, "a layer"));
    if (s->board.ones)
        ZM_TRY(s->context, zm_alloc(s->context, &f->one, l->placements * sets, sizeof *f->one, "a layer"));
    return s->distances && sets == 2 ? open_plies(s, l, f) : ZM_OK;
}

static zm_status open_work(pair_solve *s, bool finds)
{
    for (unsigned i = 0; i < s->threads; i++)
        ZM_TRY(s->context, open_room(s, &s->room[i], finds));
    ZM_TRY(s->context, open_window(s, &s->window[0], finds));
    return open_window(s, &s->window[1], finds);
}

static void close_work(pair_solve *s)
{
    for (unsigned i = 0; i < s->threads && s->room; i++)
        close_room(s, &s->room[i]);
    for (unsigned i = 0; i < 2; i++) {
        close_window(s, &s->window[i]);
        close_far(s, &s->far[i]);
    }
}

static void close_seen(pair_solve *s, uint32_t shape)
{
    zm_release(s->context, s->seen[shape].mark);
    zm_release(s->context, s->seen[shape].entry);
    s->seen[shape] = (zm_pair_seen){0};
}

static void close_solve(pair_solve *s)
{
    close_work(s);
    zm_pair_device_free(s->device);
    zm_pair_store_close(s->store);
    for (uint32_t i = 0; i < s->shapes && s->seen; i++)
        close_seen(s, i);
    zm_release(s->context, s->seen);
    zm_release(s->context, s->first);
    zm_release(s->context, s->room);
    zm_release(s->context, s);
}

/* ---- a shape ---- */
static zm_pair_job job_of(const pair_solve *s, const layer *l, uint32_t shape)
{
    return (zm_pair_job){.variant = s->variant,
                         .board = &s->board,
                         .first = s->first,
                         .shape = shape,
                         .from = s->first[shape],
                         .count = end_of(s, l, shape + 1) - s->first[shape],
                         .pieces = l->pieces,
                         .free = free_of(s, l),
                         .few = is_few(s, l),
                         .top = l->to == s->shapes,
                         .stores = s->stores,
                         .distances = s->distances,
                         .beyond = &s->window[1],
                         .here = &s->window[0],
                         .near_layer = s->far[1],
                         .this_layer = s->far[0],
                         .room = s->room[omp_get_thread_num()],
                         .seen = &s->seen[shape]};
}

static void add_counts(pair_solve *s, const zm_pair_job *j)
{
    s->counts.states += j->counts.states;
    s->counts.won_by_pair += j->counts.won_by_pair;
    s->counts.won_by_many += j->counts.won_by_many;
    s->counts.visits += j->counts.visits;
    s->start.lone |= j->start.lone;
    s->start.many |= j->start.many;
}

static void add_farthest(pair_solve *s, const zm_pair_farthest *f)
{
    zm_pair_farthest *all = &s->farthest;
    all->beyond |= f->beyond;
    all->start |= f->start;
    if (!f->any || f->plies < all->plies || (f->plies == all->plies && all->any && !zm_before(f->at, all->at)))
        return;
    all->plies = f->plies;
    all->at = f->at;
    all->any = true;
}

static zm_status measure_shape(pair_solve *s, zm_pair_job *j)
{
#pragma omp critical(zm_pair)
    j->farthest.plies = s->farthest.plies;
    zm_pair_measure(j);
#pragma omp critical(zm_pair)
    add_farthest(s, &j->farthest);
    return j->farthest.beyond ? zm_fail(s->context, ZM_BAD_INPUT,
                                        "some win is more than %d plies away, and `pair` keeps no farther ones: use "
                                        "another method, or --values wdl",
                                        UINT8_MAX)
                              : ZM_OK;
}

/* Only what is not reached in full. */
static zm_status keep_seen(pair_solve *s, const layer *l, const zm_pair_job *j)
{
    zm_pair_seen *to = &s->seen[j->shape];
    const unsigned words = kept_words(s, l);
    ZM_TRY(s->context,
           zm_alloc(s->context, &to->mark, zm_marks_words(j->count), sizeof *to->mark, "which states there are"));
    for (uint64_t i = 0; i < j->count; i++)
        to->mark[i / 64].bits |= j->room.flag[i] ? 0 : zm_bit(i % 64);
    to->entries = zm_count_marks(to->mark, zm_marks_words(j->count));
    ZM_TRY(s->context,
           zm_resize(s->context, &to->entry, to->entries * words, sizeof *to->entry, "which states there are"));
    uint64_t *entry = to->entry;
    for (uint64_t i = 0; i < j->count; i++)
        if (!j->room.flag[i]) {
            memcpy(entry, j->room.entry + i * words, words * sizeof *entry);
            entry += words;
        }
    return ZM_OK;
}

typedef zm_status shape_work(pair_solve *s, const layer *l, uint32_t shape);

static zm_status find_shape(pair_solve *s, const layer *l, uint32_t shape)
{
    zm_pair_job j = job_of(s, l, shape);
    zm_pair_reach(&j);
    const zm_status status = kept_words(s, l) ? keep_seen(s, l, &j) : ZM_OK;
#pragma omp critical(zm_pair)
    add_counts(s, &j);
    return status;
}

/* Of one that is on disk. */
static zm_status read_shape(pair_solve *s, zm_pair_job *j)
{
    const zm_status status = j->few ? ZM_OK : zm_pair_store_get(s->store, j);
#pragma omp critical(zm_pair)
    add_farthest(s, &j->farthest);
    return status;
}

static zm_status decide_shape(pair_solve *s, zm_pair_job *j)
{
    if (s->store && zm_pair_store_has(s->store, j->shape))
        return read_shape(s, j);
    if (!j->few)
        zm_pair_classify(j);
    if (!j->few && s->distances)
        ZM_TRY(s->context, measure_shape(s, j));
    if (!s->store)
        return ZM_OK;
    zm_progress_add(s->context, zm_pair_store_places(s->store, j->shape));
    return zm_pair_store_put(s->store, j);
}

static zm_status classify_shape(pair_solve *s, const layer *l, uint32_t shape)
{
    zm_pair_job j = job_of(s, l, shape);
    const zm_status status = decide_shape(s, &j);
#pragma omp critical(zm_pair)
    add_counts(s, &j);
    close_seen(s, shape);
    return status;
}

/* ---- slices ---- */
static zm_status work_on_slice(pair_solve *s, const layer *l, uint32_t from, uint32_t to, shape_work *work)
{
    const zm_pair_window beyond = s->window[1];
    zm_status status = zm_check_stop(s->context);
    s->window[1] = s->window[0];
    s->window[0] = beyond;
    s->window[0].begin = s->first[from];
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)s->threads)
    for (uint32_t shape = from; shape < to; shape++) {
        zm_status now;
#pragma omp atomic read
        now = status;
        if (now != ZM_OK)
            continue;
        now = work(s, l, shape);
        if (now != ZM_OK)
#pragma omp atomic write
            status = now;
        if (!s->store || work != classify_shape)
            zm_progress_add(s->context, end_of(s, l, shape + 1) - s->first[shape]);
    }
    return status;
}

/* The next layer is begun: the one that was at work is near it. */
static zm_status next_layer(pair_solve *s, const layer *l, unsigned sets)
{
    close_far(s, &s->far[1]);
    s->far[1] = s->far[0];
    s->far[0] = (zm_pair_far){0};
    return sets ? open_far(s, l, sets, &s->far[0]) : ZM_OK;
}

static zm_status find_states(pair_solve *s)
{
    for (unsigned k = s->layers; k-- > 0;) {
        const layer *l = &s->layer[k];
        ZM_TRY(s->context, next_layer(s, l, is_few(s, l) ? 0 : 1));
        for (uint32_t to = l->to, from; to > l->from; to = from) {
            const unsigned depth = hen_depth(s->variant, to - 1);
            for (from = to; from > l->from && hen_depth(s->variant, from - 1) == depth;)
                from--;
            ZM_TRY(s->context, work_on_slice(s, l, from, to, find_shape));
        }
    }
    return ZM_OK;
}

static zm_status classify(pair_solve *s)
{
    for (unsigned k = 0; k < s->layers; k++) {
        const layer *l = &s->layer[k];
        if (is_few(s, l) && !s->store)
            continue;
        if (!is_few(s, l))
            ZM_TRY(s->context, next_layer(s, l, k + 1 < s->layers ? 2 : 0));
        for (uint32_t from = l->from, to; from < l->to; from = to) {
            to = slice_end(s, l, from);
            ZM_TRY(s->context, work_on_slice(s, l, from, to, classify_shape));
        }
    }
    return ZM_OK;
}

/* ---- what it needs ---- */
static uint64_t far_bytes(const pair_solve *s, const layer *l, unsigned sets)
{
    const uint64_t two = s->board.twos ? zm_pair_far_words(free_of(s, l), sets) : 0, one = s->board.ones ? sets : 0;
    const uint64_t free = free_of(s, l), plies = s->board.twos * free * (free - 1) + s->board.ones * free;
    return l->placements * ((two + one) * sizeof(uint64_t) + (s->distances && sets == 2 ? plies : 0));
}

static uint64_t work_bytes(pair_solve *s, bool finds)
{
    const bool values = s->distances && !finds;
    const size_t two = finds ? sizeof(zm_twos) : sizeof(zm_won_twos);
    const size_t one = (finds ? sizeof(uint64_t) : sizeof(zm_won_ones)) + (values ? sizeof(zm_pair_one_values) : 0);
    share each[SHARES];
    zm_pair_room room = {0};
    const unsigned shares = shares_of(s, &room, finds, each);
    uint64_t bytes = 0, far = 0;
    for (unsigned i = 0; i < shares; i++)
        bytes += each[i].bytes;
    for (unsigned k = 0; k + 1 < s->layers; k++) {
        const layer *l = &s->layer[k];
        const uint64_t low = is_few(s, l) ? 0 : far_bytes(s, l, finds ? 1 : 2);
        const uint64_t high = finds || k + 2 < s->layers ? far_bytes(s, l + 1, finds ? 1 : 2) : 0;
        far = low + high > far ? low + high : far;
    }
    return s->threads * (s->largest * bytes + s->largest / 8) +
           2 * s->slice * ((s->board.twos ? two : 0) + (s->board.ones ? one : 0)) +
           (values && s->board.twos ? 2 * s->slice_plies : 0) + far;
}

/* Of a table: of each thread a tier, compressed or as it is read back, and what waits for those before it. */
static uint64_t storing_bytes(const pair_solve *s, const zm_solve_options *o)
{
    const uint64_t tier = s->largest_tier * sizeof(zm_value);
    return o->tables ? zm_storing_bytes(s->context, o, s->places, s->largest_tier) + s->threads * tier : 0;
}

static uint64_t need(pair_solve *s, const zm_solve_options *o)
{
    const uint64_t finds = work_bytes(s, true), decides = work_bytes(s, false) + storing_bytes(s, o);
    uint64_t seen = 0;
    for (unsigned k = 0; k < s->layers; k++)
        if (kept_words(s, &s->layer[k]))
            seen += s->layer[k].placements * (kept_words(s, &s->layer[k]) * sizeof(uint64_t) + 1);
    return s->variant->game->data_bytes + s->shapes * (sizeof *s->seen + sizeof *s->first + 128) + seen +
           (finds > decides ? finds : decides) + ((uint64_t)1 << 21);
}

/* ---- the solve ---- */
static zm_value start_value(const pair_solve *s) /* the many begin */
{
    return s->distances    ? s->farthest.start
           : s->start.many ? zm_win_in(0)
           : s->start.lone ? zm_loss_in(0)
                           : (zm_value)ZM_DRAWN;
}

static void sum_up(const pair_solve *s, zm_solved *out)
{
    const unsigned pair = HEN_PAIR;
    zm_summary *sum = &out->summary;
    sum->states = s->counts.states;
    sum->won_by[pair] = s->counts.won_by_pair;
    sum->won_by[1 - pair] = s->counts.won_by_many;
    sum->drawn = sum->states - sum->won_by[0] - sum->won_by[1];
    sum->start = start_value(s);
    sum->wdl = !s->distances;
    sum->longest = (unsigned)s->farthest.plies;
    sum->longest_position = s->farthest.at;
    sum->has_longest = s->farthest.any;
}

static zm_status phase(pair_solve *s, const char *name, bool finds, zm_status (*work)(pair_solve *))
{
    zm_status status = open_work(s, finds);
    if (status == ZM_OK) {
        zm_progress_begin(s->context, name, !finds && s->store ? 2 * s->places : s->placements);
        status = work(s);
        zm_progress_end(s->context);
    }
    close_work(s);
    return status;
}

static zm_status solve_there(pair_solve *s, zm_solved *out)
{
    ZM_TRY(s->context, zm_pair_device_solve(s->device, s->store, out, &s->counts, &s->start));
    out->visits = s->counts.visits;
    return s->store ? zm_pair_store_compare(s->store, &s->counts) : ZM_OK;
}

static zm_status solve(pair_solve *s, zm_solved *out)
{
    zm_context *c = s->context;
    if (s->device)
        return solve_there(s, out);
    ZM_TRY(c, phase(s, "enumerate", true, find_states));
    ZM_TRY(c, phase(s, s->store ? "classify and store" : "classify", false, classify));
    out->visits = s->counts.visits;
    return ZM_OK;
}

/* With a table; a solve may have been stopped when all tiers were on disk, and only the last line of its manifest was
 * not. */
static zm_status solve_and_store(pair_solve *s, const zm_solve_options *o, zm_solved *out)
{
    zm_context *c = s->context;
    zm_value start;
    ZM_TRY(c, zm_pair_store_open(c, s->variant, o, &s->store));
    out->resumed = zm_pair_store_done(s->store);
    if (out->resumed == out->tiers) {
        ZM_TRY(c, zm_pair_store_start(s->store, &start));
    } else {
        ZM_TRY(c, solve(s, out));
        start = start_value(s);
    }
    ZM_TRY(c, zm_pair_store_settle(s->store));
    return zm_pair_store_finish(s->store, start, out);
}

static void find_tiers(pair_solve *s, zm_solved *out)
{
    out->tiers = s->variant->game->rules.tiers(s->variant);
    for (uint32_t i = 0; i < out->tiers; i++) {
        const uint64_t size = s->variant->game->rules.tier_size(s->variant, i);
        s->places += size;
        s->largest_tier = size > s->largest_tier ? size : s->largest_tier;
    }
    out->places = s->places;
}

static zm_status announce(pair_solve *s, const zm_solve_options *o, zm_solved *out)
{
    const zm_demand demand = {.memory = need(s, o), .disk = zm_storing_disk(o, s->places)};
    if (o->engine == ZM_ENGINE_CPU)
        return zm_announce(s->context, s->variant, o, &demand, out);
    s->plan = (zm_pair_plan){.variant = s->variant,
                             .board = &s->board,
                             .first = s->first,
                             .layer = s->layer,
                             .layers = s->layers,
                             .shapes = s->shapes,
                             .largest = s->largest,
                             .placements = s->placements};
    return zm_pair_device_open(s->context, &s->plan, o, &s->limits, out, &s->device);
}

static zm_status run(pair_solve *s, const zm_solve_options *o, zm_solved *out)
{
    zm_context *c = s->context;
    fill_board(s);
    ZM_TRY(c, zm_alloc(c, &s->room, s->threads, sizeof *s->room, "threads"));
    ZM_TRY(c, find_layers(s));
    find_tiers(s, out);
    ZM_TRY(c, announce(s, o, out));
    if (s->stores)
        return solve_and_store(s, o, out);
    ZM_TRY(c, solve(s, out));
    sum_up(s, out);
    return ZM_OK;
}

zm_status zm_solve_pair_within(zm_context *c, const zm_variant *v, const zm_solve_options *o,
                               const zm_pair_device_limits *limits, zm_solved *out)
{
    pair_solve *s;
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "a solve"));
    s->context = c;
    s->variant = v;
    s->distances = !o->wdl;
    s->threads = zm_threads(c);
    s->stores = o->tables;
    s->limits = *limits;
    const zm_status status = run(s, o, out);
    close_solve(s);
    return status;
}

zm_status zm_solve_pair(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out)
{
    return zm_solve_pair_within(c, v, o, &(zm_pair_device_limits){0}, out);
}

struct zm_solver {
    zm_method method;
};
const struct zm_solver zm_pair_solver = {ZM_METHOD_PAIR};
