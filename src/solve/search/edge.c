/* edge.c: see edge.h. */
#include "edge.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/stop.h"
#include "base/text.h"
#include "table/format/format.h"

#include <zermelo/search.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { BATCH = 64, /* positions per thread, between two looks at the clock */ SECONDS_BETWEEN = 60 };

zm_status zm_edge_room(zm_edge *e, uint64_t most)
{
    zm_context *c = e->context;
    ZM_TRY(c, zm_alloc(c, &e->key, most, sizeof *e->key, "the edge of a book"));
    return zm_alloc(c, &e->value, most, sizeof *e->value, "the edge of a book"); /* ZM_NONE is 0 */
}

void zm_edge_free(zm_edge *e)
{
    zm_release(e->context, e->key);
    zm_release(e->context, e->least);
    zm_release(e->context, e->value);
}

/* ---- what is put aside: a header, then the values in order ---- */
typedef struct header {
    char magic[8];
    uint64_t rules, plies, count, sum;
} header;

static header header_of(const zm_edge *e, const void *values)
{
    return (header){"ZMBOOK1", zm_rules_hash(e->variant), e->plies, e->count,
                    XXH3_64bits(values, e->count * sizeof *e->value)};
}

/* Of its edge, or of a ply beyond it: each has a file, so that one does not cost the other when the book is written in
 * the end. */
static zm_status aside_path(const zm_edge *e, unsigned plies, char *out, size_t size)
{
    char name[32] = "/" ZM_BOOK_FILE;
    if (plies > e->options->book_plies)
        snprintf(name, sizeof name, "/" ZM_BOOK_FILE "-%u", plies);
    ZM_TRY(e->context, zm_table_path(e->context, e->variant, e->options->tables, out, size - sizeof name));
    strcat(out, name);
    return ZM_OK;
}

static zm_status put_aside(const zm_edge *e)
{
    char path[4096];
    zm_out *o;
    const header h = header_of(e, e->value);
    if (!e->options->tables)
        return ZM_OK;
    ZM_TRY(e->context, zm_table_path(e->context, e->variant, e->options->tables, path, sizeof path));
    ZM_TRY(e->context, zm_make_folders(e->context, path));
    ZM_TRY(e->context, aside_path(e, e->plies, path, sizeof path));
    ZM_TRY(e->context, zm_out_open(e->context, path, &o));
    zm_status s = zm_out_write(o, &h, sizeof h);
    if (s == ZM_OK)
        s = zm_out_write(o, e->value, e->count * sizeof *e->value);
    if (s != ZM_OK) {
        zm_out_abandon(o);
        return s;
    }
    return zm_out_commit(o);
}

static void take_what_was_aside(zm_edge *e)
{
    char path[4096];
    zm_mapped m;
    if (!e->options->tables || e->options->again || aside_path(e, e->plies, path, sizeof path) != ZM_OK ||
        access(path, R_OK) || zm_map_file(e->context, path, &m) != ZM_OK)
        return;
    const size_t bytes = e->count * sizeof *e->value;
    if (m.bytes == sizeof(header) + bytes) {
        const header h = header_of(e, m.data + sizeof h);
        if (!memcmp(&h, m.data, sizeof h))
            memcpy(e->value, m.data + sizeof h, bytes);
        if (zm_is_cut(&m))
            memset(e->value, 0, bytes);
    }
    zm_unmap_file(&m);
}

/* A book of as many plies has them all. One that has those of this ply that are far from decided says of the others
 * that they are not, and what they are worth nobody asks. One that is damaged is none. */
static bool has_ply(const zm_edge *e, const zm_table *t)
{
    unsigned from;
    const unsigned beyond = zm_table_beyond(t, &from), plies = zm_table_book(t);
    return (plies >= e->plies || (plies + beyond >= e->plies && from <= e->options->beyond_from)) &&
           zm_table_check(e->context, t, NULL) == ZM_OK;
}

static void take_from_book(zm_edge *e)
{
    zm_table *t;
    zm_status s = ZM_OK;
    if (!e->options->tables || e->options->again ||
        zm_book_open(e->context, e->variant, e->options->tables, &t) != ZM_OK)
        return;
    const bool has = has_ply(e, t), near = zm_table_book(t) < e->plies;
#pragma omp parallel for schedule(static) num_threads((int)zm_threads(e->context)) reduction(max : s) if (has)
    for (uint64_t i = 0; i < e->count; i++) {
        if (has && s == ZM_OK)
            s = zm_table_probe(e->context, t, e->key[i], &e->value[i]);
        if (has && near && e->value[i] == ZM_NONE)
            e->value[i] = zm_win_in(1);
    }
    e->whole = has && s == ZM_OK;
    if (has && s != ZM_OK)
        memset(e->value, 0, e->count * sizeof *e->value);
    zm_table_close(t);
}

static void take_up(zm_edge *e)
{
    take_from_book(e);
    if (!e->whole)
        take_what_was_aside(e);
    for (uint64_t i = 0; i < e->count; i++) {
        e->resumed += e->value[i] != ZM_NONE;
        e->whole &= e->value[i] != ZM_NONE;
    }
}

void zm_edge_forget(const zm_edge *e)
{
    char path[4096];
    for (unsigned plies = e->options->book_plies; plies <= e->plies; plies++)
        if (aside_path(e, plies, path, sizeof path) == ZM_OK)
            unlink(path);
}

/* ---- searching ---- */
typedef struct batch { /* some that are open: which, their keys, and what comes out */
    uint64_t count, room;
    uint64_t *number;
    zm_pos *key;
    int8_t *least;
    zm_value *value;
} batch;

static zm_status open_batch(const zm_edge *e, uint64_t room, batch *b)
{
    zm_context *c = e->context;
    *b = (batch){.room = room};
    ZM_TRY(c, zm_alloc(c, &b->number, room, sizeof *b->number, "the edge of a book"));
    ZM_TRY(c, zm_alloc(c, &b->key, room, sizeof *b->key, "the edge of a book"));
    ZM_TRY(c, zm_alloc(c, &b->least, room, sizeof *b->least, "the edge of a book"));
    return zm_alloc(c, &b->value, room, sizeof *b->value, "the edge of a book");
}

static zm_many all_of(const batch *b)
{
    return (zm_many){.position = b->key, .least = b->least, .count = b->count, .value = b->value};
}

static void close_batch(const zm_edge *e, batch *b)
{
    zm_release(e->context, b->number);
    zm_release(e->context, b->key);
    zm_release(e->context, b->least);
    zm_release(e->context, b->value);
}

/* From *from on. */
static void fill_batch(const zm_edge *e, batch *b, uint64_t *from)
{
    for (b->count = 0; *from < e->count && b->count < b->room; ++*from) {
        if (e->value[*from] != ZM_NONE)
            continue;
        b->number[b->count] = *from;
        b->value[b->count] = ZM_NONE;
        b->least[b->count] = e->least ? e->least[*from] : -ZM_SCORE_WIN;
        b->key[b->count++] = e->key[*from];
    }
}

static void empty_batch(zm_edge *e, const batch *b)
{
    for (uint64_t i = 0; i < b->count; i++)
        e->value[b->number[i]] = b->value[i];
}

/* Put aside every minute, when it is stopped, and when it is done: what comes then can be stopped, too. */
static zm_status search_batches(zm_edge *e, zm_searcher *s, batch *b)
{
    double saved = zm_now();
    zm_status status = ZM_OK;
    for (uint64_t from = 0; from < e->count && status == ZM_OK;) {
        fill_batch(e, b, &from);
        const zm_many all = all_of(b);
        status = zm_search_many_of(s, &all);
        empty_batch(e, b);
        if (status == ZM_OK && from < e->count && zm_now() - saved < SECONDS_BETWEEN)
            continue;
        zm_saving_begin(e->context);
        const zm_status put = put_aside(e);
        zm_saving_end(e->context);
        status = status == ZM_OK ? put : status;
        saved = zm_now();
    }
    return status;
}

static zm_status search_on_cpu(zm_edge *e, batch *b)
{
    zm_searcher *s;
    ZM_TRY(e->context, zm_searcher_open(e->context, e->variant, NULL, &s));
    const zm_status status = search_batches(e, s, b);
    e->out->visits += zm_search_nodes(s);
    zm_searcher_close(s);
    return status;
}

/* A device gets all at once; what it has when it is stopped is put aside, and what it has left over is for the CPU. */
static zm_status search_on_device(zm_edge *e, batch *b)
{
    uint64_t from = 0;
    fill_batch(e, b, &from);
    const zm_many all = all_of(b);
    zm_saving_begin(e->context);
    const zm_status status = e->device(e->context, e->variant, e->options->engine, &all, &e->out->visits);
    empty_batch(e, b);
    if (status == ZM_INTERRUPTED)
        put_aside(e);
    zm_saving_end(e->context);
    return status == ZM_OK ? search_on_cpu(e, b) : status;
}

static zm_status search_open(zm_edge *e)
{
    const uint64_t room = e->device ? e->count : (uint64_t)BATCH * zm_threads(e->context);
    batch b;
    zm_status status = open_batch(e, room, &b);
    if (status == ZM_OK)
        status = e->device ? search_on_device(e, &b) : search_on_cpu(e, &b);
    close_batch(e, &b);
    return status;
}

zm_status zm_edge_search(zm_edge *e)
{
    zm_context *c = e->context;
    char all[32], done[32];
    take_up(e);
    zm_note(c, "a book of %s: %s states after %u plies are searched%s%s%s", e->variant->game->title,
            zm_count_text(e->count, all), e->plies, e->resumed ? ", " : "",
            e->resumed ? zm_count_text(e->resumed, done) : "", e->resumed ? " of them were already" : "");
    zm_progress_begin(c, "search", e->count);
    zm_progress_add(c, e->resumed);
    const zm_status status = e->resumed < e->count ? search_open(e)
                             : e->options->book_beyond
                                 ? put_aside(e) /* the book it is from gives way to a larger one */
                                 : ZM_OK;
    zm_progress_end(c);
    e->out->resumed += (uint32_t)e->resumed;
    return status;
}
