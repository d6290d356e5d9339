/* book_verify.c: is a book right? Visits the states ply by ply, by the rules, and shares with the solver only
 * the rules and the search: every state before the edge must be worth what its moves are, and of those at the edge some
 * are searched again, one ply deeper: each of their moves on its own.
 *
 * Beyond the edge a book has only what is far from decided. There a state is worth no less than any of its moves that
 * the book has; and where it is decided later than that, its best move is one of them.
 *
 * This file is not in src/verify: that layer lies below the search and knows only rules and tables. */
#include "base/context.h"
#include "base/stop.h"
#include "game/expand.h"

#include <zermelo/search.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLE = 200 }; /* states at the edge that are searched */

typedef struct layer {
    zm_pos *state;
    uint64_t count, room;
} layer;

typedef struct verifier {
    zm_context *context;
    const zm_table *book;
    const zm_variant *variant;
    unsigned beyond, from; /* plies beyond the edge; states there are drawn or decided in so many plies or more */
    zm_table *searched;    /* for the edge */
    layer before, now, next;
    zm_summary sum;
    zm_verified *out;
    zm_move moves[ZM_MAX_MOVES];
} verifier;

/* ---- layers ---- */
static zm_status add(verifier *w, layer *l, zm_pos p)
{
    if (l->count == l->room) {
        const uint64_t room = 2 * l->room + 64;
        ZM_TRY(w->context, zm_resize(w->context, &l->state, room, sizeof *l->state, "the states of a book"));
        l->room = room;
    }
    l->state[l->count++] = p;
    return ZM_OK;
}

static int compare(const void *a, const void *b)
{
    zm_pos p, q;
    memcpy(&p, a, sizeof p);
    memcpy(&q, b, sizeof q);
    return zm_same(p, q) ? 0 : zm_before(p, q) ? -1 : 1;
}

static bool has(const layer *l, zm_pos p) { return l->count && bsearch(&p, l->state, l->count, sizeof p, compare); }

static void sort(layer *l)
{
    uint64_t n = 0;
    if (l->count)
        qsort(l->state, l->count, sizeof *l->state, compare);
    for (uint64_t i = 0; i < l->count; i++)
        if (!n || !zm_same(l->state[n - 1], l->state[i]))
            l->state[n++] = l->state[i];
    l->count = n;
}

/* What was there before is not counted again. */
static void leave_out(layer *l, const layer *known)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < l->count; i++)
        if (!has(known, l->state[i]))
            l->state[n++] = l->state[i];
    l->count = n;
}

/* ---- a state ---- */
static zm_status wrong(const verifier *w, zm_pos p, const char *what)
{
    char text[ZM_MAX_TEXT];
    zm_write_position(w->variant, p, text, sizeof text);
    return zm_fail(w->context, ZM_WRONG, "%s: %s", text, what);
}

/* The best of its moves, as `by` has them. */
static zm_status best_of(verifier *w, const zm_table *by, zm_pos p, unsigned count, bool keep, zm_value *best)
{
    const zm_variant *v = w->variant;
    const unsigned turn = zm_turn_of(v, p);
    *best = ZM_NONE;
    for (unsigned i = 0; i < count; i++) {
        const zm_pos after = v->game->play(v, p, w->moves[i]), next = zm_state_of(v, after);
        zm_value value;
        ZM_TRY(w->context, zm_table_probe(w->context, by, next, &value));
        if (value == ZM_NONE)
            return wrong(w, p, "a move leads to a state that the book has not");
        value = zm_before_move(value, zm_impartial(v) || zm_turn_of(v, after) != turn);
        *best = value > *best ? value : *best;
        if (keep)
            ZM_TRY(w->context, add(w, &w->next, next));
    }
    w->out->moves += count;
    return ZM_OK;
}

static void count_state(verifier *w, zm_pos p, zm_value value)
{
    const unsigned turn = zm_impartial(w->variant) ? 0 : zm_turn_of(w->variant, p);
    w->sum.states++;
    if (zm_is_draw(value))
        w->sum.drawn++;
    else
        w->sum.won_by[zm_is_win(value) ? turn : 1 - turn]++;
    w->out->states++;
}

/* ---- at the edge and beyond it ---- */
/* Far from decided: drawn, or in so many plies or more. */
static bool is_far_from_decided(zm_value value, unsigned from)
{
    return zm_is_draw(value) || zm_remoteness(value) >= from;
}

/* The best of those moves that the book has, or that end the game. */
static zm_status best_that_is_there(verifier *w, zm_pos p, unsigned count, zm_value *best)
{
    const zm_variant *v = w->variant;
    const unsigned turn = zm_turn_of(v, p);
    *best = ZM_NONE;
    for (unsigned i = 0; i < count; i++) {
        const zm_pos after = v->game->play(v, p, w->moves[i]), next = zm_state_of(v, after);
        const zm_end end = v->game->ended ? v->game->ended(v, next) : ZM_OPEN;
        zm_value value = ZM_NONE;
        if (end != ZM_OPEN)
            value = zm_end_value(end);
        else
            ZM_TRY(w->context, zm_table_probe(w->context, w->book, next, &value));
        if (value == ZM_NONE)
            continue;
        if (end == ZM_OPEN)
            ZM_TRY(w->context, add(w, &w->next, next));
        value = zm_before_move(value, zm_impartial(v) || zm_turn_of(v, after) != turn);
        *best = value > *best ? value : *best;
    }
    w->out->moves += count;
    return ZM_OK;
}

static zm_status check_beyond(verifier *w, zm_pos p, zm_value value, unsigned count)
{
    zm_value best;
    ZM_TRY(w->context, best_that_is_there(w, p, count, &best));
    if (best > value || (best != value && is_far_from_decided(value, w->from + 1)))
        return wrong(w, p, "its value is not that of its best move");
    return ZM_OK;
}

typedef enum place { BEFORE, EDGE, BEYOND } place;

static zm_status check_state(verifier *w, zm_pos p, place at, bool last, bool sampled)
{
    const bool edge = at != BEFORE;
    zm_value value, best;
    unsigned count;
    ZM_TRY(w->context, zm_table_probe(w->context, w->book, p, &value));
    if (value == ZM_NONE)
        return wrong(w, p, "play gets there, and the book has it not");
    count_state(w, p, value);
    const zm_end end = zm_moves_of(w->variant, p, w->moves, &count);
    if (end != ZM_OPEN)
        return value == zm_end_value(end) ? ZM_OK : wrong(w, p, "it is over, and not as the book says");
    if (at == BEYOND && !is_far_from_decided(value, w->from))
        return wrong(w, p, "it is not far from decided, and the book has it");
    if (edge && !last)
        ZM_TRY(w->context, check_beyond(w, p, value, count));
    if (edge && !sampled)
        return ZM_OK;
    ZM_TRY(w->context, best_of(w, edge ? w->searched : w->book, p, count, !edge, &best));
    return best == value ? ZM_OK : wrong(w, p, "its value is not that of its best move");
}

/* ---- the whole ---- */
static zm_status check_layer(verifier *w, place at, bool last)
{
    const uint64_t step = w->now.count / SAMPLE + 1;
    for (uint64_t i = 0; i < w->now.count; i++) {
        ZM_TRY(w->context, zm_check_stop(w->context));
        ZM_TRY(w->context, check_state(w, w->now.state[i], at, last, i % step == 0));
        zm_progress_add(w->context, 1);
    }
    return ZM_OK;
}

/* Layers that are done are kept in one list: a state may come up again after more plies. */
static zm_status next_layer(verifier *w)
{
    for (uint64_t i = 0; i < w->now.count; i++)
        ZM_TRY(w->context, add(w, &w->before, w->now.state[i]));
    sort(&w->before);
    sort(&w->next);
    leave_out(&w->next, &w->before);
    layer used = w->now;
    w->now = w->next;
    used.count = 0;
    w->next = used;
    return ZM_OK;
}

static zm_status check_counts(const verifier *w)
{
    const zm_summary *s = zm_table_summary(w->book);
    zm_value start;
    ZM_TRY(w->context, zm_table_probe(w->context, w->book, zm_start_state(w->variant), &start));
    if (s->states != w->sum.states || s->drawn != w->sum.drawn || s->won_by[0] != w->sum.won_by[0] ||
        s->won_by[1] != w->sum.won_by[1] || s->start != start)
        return zm_fail(w->context, ZM_WRONG, "the book's summary is not that of its %" PRIu64 " states", w->sum.states);
    return ZM_OK;
}

static zm_status check_all(verifier *w)
{
    const unsigned plies = zm_table_book(w->book);
    ZM_TRY(w->context, zm_table_check(w->context, w->book, &w->out->blocks));
    ZM_TRY(w->context, zm_search_table(w->context, w->variant, NULL, &w->searched));
    ZM_TRY(w->context, add(w, &w->now, zm_start_state(w->variant)));
    for (unsigned ply = 0; ply < plies && w->now.count; ply++) {
        ZM_TRY(w->context, check_layer(w, BEFORE, false));
        ZM_TRY(w->context, next_layer(w));
    }
    ZM_TRY(w->context, check_layer(w, EDGE, !w->beyond));
    for (unsigned i = 1; i <= w->beyond; i++) {
        ZM_TRY(w->context, next_layer(w));
        ZM_TRY(w->context, check_layer(w, BEYOND, i == w->beyond));
    }
    return check_counts(w);
}

zm_status zm_book_verify(zm_context *c, const zm_table *book, zm_verified *out)
{
    verifier *w;
    *out = (zm_verified){0};
    ZM_TRY(c, zm_alloc(c, &w, 1, sizeof *w, "verifying a book"));
    w->context = c;
    w->book = book;
    w->variant = zm_table_variant(book);
    w->beyond = zm_table_beyond(book, &w->from);
    w->out = out;
    zm_progress_begin(c, "verify", zm_table_summary(book)->states);
    const zm_status s = check_all(w);
    zm_progress_end(c);
    zm_table_close(w->searched);
    zm_release(c, w->before.state);
    zm_release(c, w->now.state);
    zm_release(c, w->next.state);
    zm_release(c, w);
    return s;
}
