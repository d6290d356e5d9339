/* value_source.c: see zermelo/value_source.h.
 *
 * `decide` is the whole decision; all else looks up what it needs or makes what it says. What is made is kept until the
 * source is closed: one search, one table of all that play reaches, and a table for each position that needed its own.
 * The first two can appear while other threads look, and are atomic for that. */
#include "base/context.h"
#include "base/options.h"
#include "table/format/manifest.h"

#include <zermelo/search.h>
#include <zermelo/solve.h>
#include <zermelo/value_source.h>

#include <stdatomic.h>
#include <stdio.h>

typedef struct beside { /* a table of what follows a position */
    struct beside *next;
    zm_table *table;
} beside;

struct zm_value_source {
    zm_context *context;
    const zm_variant *variant;
    zm_value_source_options options;
    zm_origin stored_is; /* ZM_FROM_TABLE, _BOOK, _UNFINISHED or _NOTHING */
    zm_table *stored;
    zm_status status; /* ZM_OK: there is a finished table; else why not */
    char problem[1024];
    uint64_t places; /* of the index, else the bound on states; 0: nobody knows */
    _Atomic(zm_table *) searched, whole;
    atomic_bool too_large; /* a solve of the whole variant was tried */
    beside *besides;
};

const char *zm_origin_name(zm_origin o)
{
    static const char *const names[] = {"nothing", "table", "book", "unfinished", "search", "whole", "position"};
    return names[o];
}

/* ---- what there is ---- */
static void measure(zm_value_source *s)
{
    const zm_variant *v = s->variant;
    const zm_game *r = v->game;
    s->places = r->index->rank ? 0 : zm_bound_of(v);
    for (uint32_t tiers = r->index->rank ? r->index->tiers(v) : 0, i = 0; i < tiers && s->places < UINT64_MAX; i++)
        if (__builtin_add_overflow(s->places, r->index->tier_size(v, i), &s->places))
            s->places = UINT64_MAX;
}

static zm_status no_table(zm_context *c, zm_value_source *s, zm_status status)
{
    s->status = status;
    snprintf(s->problem, sizeof s->problem, "%s", zm_message(c));
    return status;
}

/* The three kinds lie in the same place: a folder has one of them at most. What an interrupted solve has left damaged
 * is nothing: the next solve starts over. */
static void open_stored(zm_context *c, zm_value_source *s)
{
    const zm_variant *v = s->variant;
    const char *tables = s->options.tables;
    zm_status status = zm_table_open(c, v, tables, &s->stored);
    s->stored_is = status == ZM_OK ? ZM_FROM_TABLE : ZM_FROM_NOTHING;
    if (status == ZM_OK || no_table(c, s, status) != ZM_NOT_FOUND || !zm_can_search(v))
        return;
    status = zm_book_open(c, v, tables, &s->stored);
    if (status == ZM_OK)
        s->stored_is = ZM_FROM_BOOK;
    else if (status != ZM_NOT_FOUND)
        no_table(c, s, status);
    else if (zm_table_open_unfinished(c, v, tables, &s->stored) == ZM_OK)
        s->stored_is = ZM_FROM_UNFINISHED;
}

zm_status zm_value_source_open(zm_context *c, const zm_variant *v, const zm_value_source_options *options,
                               zm_value_source **out)
{
    zm_value_source *s;
    *out = NULL;
    ZM_TAKE_OPTIONS(c, zm_value_source_options, options, o);
    ZM_TRY(c, zm_alloc(c, &s, 1, sizeof *s, "a source of values"));
    s->context = c;
    s->variant = v;
    s->options = o;
    s->options.places = o.places ? o.places : ZM_SPOT_PLACES;
    s->options.states = o.states ? o.states : ZM_SPOT_STATES;
    measure(s);
    open_stored(c, s);
    *out = s;
    return ZM_OK;
}

void zm_value_source_close(zm_value_source *s)
{
    if (!s)
        return;
    for (beside *b = s->besides, *next; b; b = next) {
        next = b->next;
        zm_table_close(b->table);
        zm_release(s->context, b);
    }
    zm_table_close(atomic_load(&s->searched));
    zm_table_close(atomic_load(&s->whole));
    zm_table_close(s->stored);
    zm_release(s->context, s);
}

zm_values_found zm_value_source_stored(const zm_value_source *s) { return (zm_values_found){s->stored_is, s->stored}; }

zm_values_found zm_value_source_whole(const zm_value_source *s)
{
    const zm_table *made = atomic_load(&s->whole);
    if (s->stored_is == ZM_FROM_TABLE)
        return zm_value_source_stored(s);
    return (zm_values_found){made ? ZM_FROM_WHOLE : ZM_FROM_NOTHING, made};
}

bool zm_value_source_fits(const zm_value_source *s)
{
    const bool dense = s->variant->game->index->rank;
    if (atomic_load(&s->too_large))
        return false;
    return s->places <= (dense ? s->options.places : s->options.states);
}

uint64_t zm_value_source_places(const zm_value_source *s) { return s->places; }
const char *zm_value_source_problem(const zm_value_source *s) { return s->problem; }

zm_status zm_values_no_table(zm_context *c, const zm_value_source *s)
{
    return s->status == ZM_OK ? ZM_OK : zm_fail(c, s->status, "%s", s->problem);
}

/* ---- deciding ---- */
/* With dice only what is small is solved: `long_solve` changes nothing. */
static bool solves_any_size(const zm_value_source *s)
{
    return s->options.long_solve && !s->variant->game->dice->rolls;
}

static zm_status check_damage(zm_context *c, const zm_value_source *s)
{
    return s->status == ZM_NOT_FOUND || s->options.ignore_damage ? ZM_OK : zm_values_no_table(c, s);
}

static zm_origin search_origin(const zm_value_source *s)
{
    return s->stored_is == ZM_FROM_BOOK || s->stored_is == ZM_FROM_UNFINISHED ? s->stored_is : ZM_FROM_SEARCH;
}

/* A table of its own, made for this position or for one before it. */
static zm_status find_beside(zm_context *c, const zm_value_source *s, zm_pos p, const zm_table **out)
{
    bool has = false;
    *out = NULL;
    for (const beside *b = s->besides; b && !has; b = b->next) {
        ZM_TRY(c, zm_table_has(c, b->table, p, &has));
        *out = has ? b->table : NULL;
    }
    return ZM_OK;
}

/* Of a position that the table of all that play reaches does not have. */
static zm_origin decide_beside(const zm_value_source *s, zm_pos p)
{
    return !solves_any_size(s) && zm_search_is_quick(s->variant, p) ? ZM_FROM_SEARCH : ZM_FROM_POSITION;
}

static zm_status decide_without_table(zm_context *c, const zm_value_source *s, zm_pos p, zm_origin *out)
{
    const zm_value_source_options *o = &s->options;
    const zm_game *g = s->variant->game;
    bool in_book = s->stored_is == ZM_FROM_BOOK;
    if (in_book && o->always_quick)
        ZM_TRY(c, zm_book_is_quick(c, s->stored, p, &in_book));
    const bool dense = g->index->rank;
    if (in_book)
        *out = ZM_FROM_BOOK;
    else if (o->long_search && (g->search || s->stored_is != ZM_FROM_NOTHING))
        *out = search_origin(s);
    else if (solves_any_size(s))
        *out = ZM_FROM_POSITION;
    else if (zm_value_source_fits(s) &&
             (dense || o->always_quick)) /* without an index, less follows from the position */
        *out = ZM_FROM_WHOLE;
    else if (zm_search_is_quick(s->variant, p))
        *out = search_origin(s);
    else
        *out = o->always_quick ? ZM_FROM_NOTHING : ZM_FROM_POSITION;
    return ZM_OK;
}

static zm_status decide(zm_context *c, const zm_value_source *s, zm_pos p, zm_values_found *out)
{
    bool has = false;
    *out = zm_value_source_whole(s);
    if (!out->table)
        ZM_TRY(c, check_damage(c, s));
    if (out->table)
        ZM_TRY(c, zm_table_has(c, out->table, p, &has));
    if (has)
        return ZM_OK;
    const bool solved = out->table;
    out->origin = ZM_FROM_POSITION;
    ZM_TRY(c, find_beside(c, s, p, &out->table));
    if (out->table)
        return ZM_OK;
    if (solved)
        out->origin = decide_beside(s, p);
    else
        ZM_TRY(c, decide_without_table(c, s, p, &out->origin));
    return ZM_OK;
}

zm_status zm_values_at_hand(zm_context *c, const zm_value_source *s, zm_pos p, zm_values_found *out)
{
    *out = (zm_values_found){0};
    ZM_TRY(c, decide(c, s, p, out));
    if (out->origin == ZM_FROM_BOOK || out->origin == ZM_FROM_UNFINISHED || out->origin == ZM_FROM_SEARCH)
        out->table = atomic_load(&s->searched);
    return ZM_OK;
}

/* ---- making ---- */
static zm_status make_search(zm_context *c, zm_value_source *s)
{
    zm_table *t;
    ZM_TRY(c, zm_search_from_tables(c, s->variant, s->options.tables, &t));
    atomic_store(&s->searched, t);
    return ZM_OK;
}

typedef zm_status make_fn(zm_context *c, const zm_value_source *s, zm_pos p, zm_table **out);

/* What a solve needs is no news for somebody who did not ask for one. */
static zm_status make_quietly(zm_context *c, const zm_value_source *s, make_fn *make, zm_pos p, zm_table **out)
{
    zm_note_fn *note = c->note;
    void *arg = c->note_arg;
    if (!solves_any_size(s))
        zm_set_note(c, NULL, NULL);
    const zm_status status = make(c, s, p, out);
    zm_set_note(c, note, arg);
    return status;
}

static zm_status solve_whole(zm_context *c, const zm_value_source *s, zm_pos p, zm_table **out)
{
    if (s->variant->game->index->rank && zm_value_source_fits(s))
        return zm_solve_variant(c, s->variant, out);
    return zm_solve_position(c, s->variant, p, s->options.states, out);
}

static zm_status solve_beside(zm_context *c, const zm_value_source *s, zm_pos p, zm_table **out)
{
    return zm_solve_position(c, s->variant, p, solves_any_size(s) ? 0 : s->options.states, out);
}

/* ZM_OK without a table: it is too large. */
static zm_status make_whole(zm_context *c, zm_value_source *s)
{
    zm_table *t;
    const zm_status status = make_quietly(c, s, solve_whole, s->variant->game->start(s->variant), &t);
    if (status == ZM_OK)
        atomic_store(&s->whole, t);
    else if (status == ZM_NO_MEMORY)
        atomic_store(&s->too_large, true);
    return status == ZM_NO_MEMORY ? ZM_OK : status;
}

static zm_status make_beside(zm_context *c, zm_value_source *s, zm_pos p, zm_values_found *out)
{
    beside *b;
    ZM_TRY(c, zm_alloc(s->context, &b, 1, sizeof *b, "a table of what follows a position"));
    const zm_status status = make_quietly(c, s, solve_beside, p, &b->table);
    if (status != ZM_OK) {
        zm_release(s->context, b);
        out->origin = ZM_FROM_NOTHING;
        return status == ZM_NO_MEMORY && !solves_any_size(s) ? ZM_OK : status;
    }
    b->next = s->besides;
    s->besides = b;
    out->table = b->table;
    return ZM_OK;
}

zm_status zm_values_for(zm_context *c, zm_value_source *s, zm_pos p, zm_values_found *out)
{
    ZM_TRY(c, zm_values_at_hand(c, s, p, out));
    if (out->table || out->origin == ZM_FROM_NOTHING)
        return ZM_OK;
    if (out->origin == ZM_FROM_POSITION)
        return make_beside(c, s, p, out);
    if (out->origin == ZM_FROM_WHOLE)
        ZM_TRY(c, make_whole(c, s));
    else
        ZM_TRY(c, make_search(c, s));
    return zm_values_for(c, s, p, out); /* it is there, unless it is too large or play does not reach the position */
}

zm_status zm_values_for_all(zm_context *c, zm_value_source *s, zm_values_found *out)
{
    *out = zm_value_source_whole(s);
    if (out->table)
        return ZM_OK;
    ZM_TRY(c, check_damage(c, s));
    const bool tries = !s->options.always_quick && !s->variant->game->search && !atomic_load(&s->too_large);
    if (zm_value_source_fits(s) || tries)
        ZM_TRY(c, make_whole(c, s));
    *out = zm_value_source_whole(s);
    return ZM_OK;
}

/* ---- why there are none ---- */
/* Was a solve begun that `zermelo solve` goes on with? */
static bool is_begun(zm_context *c, const zm_value_source *s)
{
    char folder[ZM_PATH];
    zm_manifest m = {0};
    const bool begun = zm_table_path(c, s->variant, s->options.tables, folder, sizeof folder) == ZM_OK &&
                       zm_manifest_read(c, s->variant, folder, &m) == ZM_OK && !m.finished;
    zm_manifest_free(c, &m);
    return begun;
}

static zm_status unreachable(zm_context *c, const zm_value_source *s, zm_pos p)
{
    char position[ZM_MAX_TEXT];
    return zm_fail(c, ZM_BAD_INPUT,
                   "%s cannot arise from the start, and too many positions follow it to solve it on the spot",
                   zm_write_position(s->variant, p, position, sizeof position));
}

zm_status zm_values_missing(zm_context *c, const zm_value_source *s, zm_pos p)
{
    const zm_variant *v = s->variant;
    char text[ZM_VARIANT_TEXT];
    if (zm_value_source_whole(s).table)
        return unreachable(c, s, p);
    zm_variant_text(v, ' ', false, text, sizeof text);
    if (v->game->search)
        return zm_fail(c, ZM_BAD_INPUT,
                       "there is no table of %s%s%s, and so far from the end a search is not quick; `zermelo query` "
                       "takes the time it needs, smaller boards and later positions are played at once, and so is all "
                       "that is in a book (`zermelo solve --book-plies`)",
                       v->game->name, *text ? " " : "", text);
    const bool begun = is_begun(c, s);
    return zm_fail(c, ZM_NOT_FOUND, "%s of %s%s%s%s, and it is too large to solve on the spot",
                   begun ? "the table" : "there is no table", v->game->name, *text ? " " : "", text,
                   begun ? " is begun, not finished (a solve goes on with it)" : "");
}
