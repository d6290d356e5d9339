/* memory.c: what a solve by a pair takes, and when: of each thread arrays for the placements of a shape, two slices,
 * what is packed of two layers, and of all shapes which states there are. */
#include "cpu.h"

#include "base/context.h"

#include <string.h>

unsigned zm_pair_kept_words(const zm_pair_cpu *s, const zm_pair_layer *l)
{
    return !l->few ? zm_pair_seen_words(l->free) : s->stores ? zm_pair_few_words(l->free) : 0;
}

/* ---- room ---- */
typedef struct share { /* of a thread's room: where its pointer is, bytes a placement */
    void *pointer;
    size_t bytes;
} share;

enum { SHARES = 25 };

/* What is needed to find states, or who wins. */
static unsigned shares_of(const zm_pair_cpu *s, zm_pair_room *r, bool finds, share out[SHARES])
{
    const bool ones = s->plan.board.ones, twos = s->plan.board.twos, values = s->distances && !finds;
    unsigned words = 0, n = 0;
    for (unsigned k = 0; k < s->plan.layers; k++)
        words = zm_pair_kept_words(s, &s->plan.layer[k]) > words ? zm_pair_kept_words(s, &s->plan.layer[k]) : words;
    out[n++] = (share){&r->many, sizeof *r->many};
    out[n++] = (share){&r->flag, sizeof *r->flag};
    out[n++] = (share){&r->moves, twos && !finds ? sizeof *r->moves : 0};
    out[n++] = (share){&r->outside, twos && !finds ? sizeof *r->outside : 0};
    out[n++] = (share){&r->jumps, twos && !finds ? sizeof *r->jumps : 0};
    out[n++] = (share){&r->one_moves, ones && !finds ? sizeof *r->one_moves : 0};
    out[n++] = (share){&r->one_outside, ones && !finds ? sizeof *r->one_outside : 0};
    out[n++] = (share){&r->one_jumps, ones && !finds ? sizeof *r->one_jumps : 0};
    out[n++] = (share){&r->here_values, values && twos ? sizeof *r->here_values : 0};
    out[n++] = (share){&r->moves_values, values && twos ? sizeof *r->moves_values : 0};
    out[n++] = (share){&r->outside_values, values && twos ? sizeof *r->outside_values : 0};
    out[n++] = (share){&r->jumps_values, values && twos ? sizeof *r->jumps_values : 0};
    out[n++] = (share){&r->one_moves_values, values && ones ? sizeof *r->one_moves_values : 0};
    out[n++] = (share){&r->one_outside_values, values && ones ? sizeof *r->one_outside_values : 0};
    out[n++] = (share){&r->one_jumps_values, values && ones ? sizeof *r->one_jumps_values : 0};
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

static zm_status open_room(zm_pair_cpu *s, zm_pair_room *r, bool finds)
{
    share each[SHARES];
    const unsigned shares = shares_of(s, r, finds, each);
    for (unsigned i = 0; i < shares; i++)
        if (each[i].bytes)
            ZM_TRY(s->context,
                   zm_resize(s->context, each[i].pointer, s->plan.largest_shape, each[i].bytes, "a shape at work"));
    return zm_alloc(s->context, &r->dirty, s->plan.largest_shape / 64 + 1, sizeof *r->dirty, "a shape at work");
}

static void close_room(zm_pair_cpu *s, zm_pair_room *r)
{
    share each[SHARES];
    const unsigned shares = shares_of(s, r, true, each);
    for (unsigned i = 0; i < shares; i++)
        zm_release(s->context, *(void **)each[i].pointer);
    zm_release(s->context, r->dirty);
    *r = (zm_pair_room){0};
}

static zm_status open_window(zm_pair_cpu *s, zm_pair_window *w, bool finds)
{
    zm_context *c = s->context;
    if (s->plan.board.twos && finds)
        ZM_TRY(c, zm_resize(c, &w->two_seen, s->plan.largest_slice, sizeof *w->two_seen, "a slice"));
    if (s->plan.board.ones && finds)
        ZM_TRY(c, zm_resize(c, &w->one_seen, s->plan.largest_slice, sizeof *w->one_seen, "a slice"));
    if (s->plan.board.twos && !finds)
        ZM_TRY(c, zm_resize(c, &w->two, s->plan.largest_slice, sizeof *w->two, "a slice"));
    if (s->plan.board.ones && !finds)
        ZM_TRY(c, zm_resize(c, &w->one, s->plan.largest_slice, sizeof *w->one, "a slice"));
    if (s->plan.board.twos && !finds && s->distances)
        ZM_TRY(c, zm_resize(c, &w->plies, s->plan.largest_plies, sizeof *w->plies, "a slice"));
    if (s->plan.board.ones && !finds && s->distances)
        ZM_TRY(c, zm_resize(c, &w->one_values, s->plan.largest_slice, sizeof *w->one_values, "a slice"));
    return ZM_OK;
}

static void close_window(zm_pair_cpu *s, zm_pair_window *w)
{
    zm_release(s->context, w->two);
    zm_release(s->context, w->one);
    zm_release(s->context, w->two_seen);
    zm_release(s->context, w->one_seen);
    zm_release(s->context, w->plies);
    zm_release(s->context, w->one_values);
    *w = (zm_pair_window){0};
}

static void close_landings(zm_pair_cpu *s, zm_pair_landings *f)
{
    zm_release(s->context, f->two);
    zm_release(s->context, f->one);
    zm_release(s->context, f->plies);
    zm_release(s->context, f->one_plies);
    *f = (zm_pair_landings){0};
}

static zm_status open_plies(zm_pair_cpu *s, const zm_pair_layer *l, zm_pair_landings *f)
{
    if (s->plan.board.twos)
        ZM_TRY(s->context,
               zm_resize(s->context, &f->plies, l->placements * f->free * (f->free - 1), sizeof *f->plies, "a layer"));
    return s->plan.board.ones
               ? zm_resize(s->context, &f->one_plies, l->placements * f->free, sizeof *f->one_plies, "a layer")
               : ZM_OK;
}

static zm_status open_landings(zm_pair_cpu *s, const zm_pair_layer *l, unsigned sets, zm_pair_landings *f)
{
    *f = (zm_pair_landings){.free = l->free, .sets = sets, .words = zm_pair_landing_words(l->free, sets)};
    if (s->plan.board.twos)
        ZM_TRY(s->context, zm_alloc(s->context, &f->two, l->placements * f->words, sizeof *f->two, "a layer"));
    if (s->plan.board.ones)
        ZM_TRY(s->context, zm_alloc(s->context, &f->one, l->placements * sets, sizeof *f->one, "a layer"));
    return s->distances && sets == 2 ? open_plies(s, l, f) : ZM_OK;
}

zm_status zm_pair_open_work(zm_pair_cpu *s, bool finds)
{
    for (unsigned i = 0; i < s->threads; i++)
        ZM_TRY(s->context, open_room(s, &s->room[i], finds));
    ZM_TRY(s->context, open_window(s, &s->window[0], finds));
    return open_window(s, &s->window[1], finds);
}

void zm_pair_close_work(zm_pair_cpu *s)
{
    for (unsigned i = 0; i < s->threads && s->room; i++)
        close_room(s, &s->room[i]);
    for (unsigned i = 0; i < 2; i++) {
        close_window(s, &s->window[i]);
        close_landings(s, &s->landings[i]);
    }
}

void zm_pair_close_seen(zm_pair_cpu *s, uint32_t shape)
{
    zm_release(s->context, s->seen[shape].mark);
    zm_release(s->context, s->seen[shape].entry);
    s->seen[shape] = (zm_pair_seen){0};
}

zm_status zm_pair_next_layer(zm_pair_cpu *s, const zm_pair_layer *l, unsigned sets)
{
    close_landings(s, &s->landings[1]);
    s->landings[1] = s->landings[0];
    s->landings[0] = (zm_pair_landings){0};
    return sets ? open_landings(s, l, sets, &s->landings[0]) : ZM_OK;
}

/* ---- which states there are ---- */
zm_status zm_pair_keep_seen(zm_pair_cpu *s, const zm_pair_layer *l, const zm_pair_job *j)
{
    zm_pair_seen *to = &s->seen[j->shape];
    const unsigned words = zm_pair_kept_words(s, l);
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

/* ---- what it needs ---- */
static uint64_t landing_bytes(const zm_pair_cpu *s, const zm_pair_layer *l, unsigned sets)
{
    const uint64_t two = s->plan.board.twos ? zm_pair_landing_words(l->free, sets) : 0,
                   one = s->plan.board.ones ? sets : 0;
    const uint64_t free = l->free, plies = s->plan.board.twos * free * (free - 1) + s->plan.board.ones * free;
    return l->placements * ((two + one) * sizeof(uint64_t) + (s->distances && sets == 2 ? plies : 0));
}

static uint64_t work_bytes(zm_pair_cpu *s, bool finds)
{
    const bool values = s->distances && !finds;
    const size_t two = finds ? sizeof(zm_twos) : sizeof(zm_won_twos);
    const size_t one = (finds ? sizeof(uint64_t) : sizeof(zm_won_ones)) + (values ? sizeof(zm_pair_one_values) : 0);
    share each[SHARES];
    zm_pair_room room = {0};
    const unsigned shares = shares_of(s, &room, finds, each);
    uint64_t bytes = 0, landings = 0;
    for (unsigned i = 0; i < shares; i++)
        bytes += each[i].bytes;
    for (unsigned k = 0; k + 1 < s->plan.layers; k++) {
        const zm_pair_layer *l = &s->plan.layer[k];
        const uint64_t low = l->few ? 0 : landing_bytes(s, l, finds ? 1 : 2);
        const uint64_t high = finds || k + 2 < s->plan.layers ? landing_bytes(s, l + 1, finds ? 1 : 2) : 0;
        landings = low + high > landings ? low + high : landings;
    }
    return s->threads * (s->plan.largest_shape * bytes + s->plan.largest_shape / 8) +
           2 * s->plan.largest_slice * ((s->plan.board.twos ? two : 0) + (s->plan.board.ones ? one : 0)) +
           (values && s->plan.board.twos ? 2 * s->plan.largest_plies : 0) + landings;
}

/* Of a table: of each thread a tier, compressed or as it is read back, and what waits for those before it. */
static uint64_t storing_bytes(const zm_pair_cpu *s, const zm_solve_options *o)
{
    const uint64_t tier = s->plan.largest_tier * sizeof(zm_value);
    return o->tables ? zm_storing_bytes(s->context, o, s->plan.places, s->plan.largest_tier) + s->threads * tier : 0;
}

uint64_t zm_pair_need(const zm_driver *d)
{
    enum { FIXED = 1 << 21 };
    zm_pair_cpu *s = zm_pair_cpu_of(d);
    const zm_pair_plan *p = &s->plan;
    const uint64_t finds = work_bytes(s, true), decides = work_bytes(s, false) + storing_bytes(s, d->options);
    uint64_t seen = p->shapes * (sizeof *s->seen + 128);
    for (unsigned k = 0; k < p->layers; k++)
        if (zm_pair_kept_words(s, &p->layer[k]))
            seen += p->layer[k].placements * (zm_pair_kept_words(s, &p->layer[k]) * sizeof(uint64_t) + 1);
    return zm_pair_plan_bytes(p) + seen + (finds > decides ? finds : decides) + FIXED;
}
