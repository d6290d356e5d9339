/* table.c: a search as a table: what is probed is searched. So whatever works with tables works where none would
 * fit. */
#include "base/context.h"
#include "kernel/search.h"
#include "table/read/reader.h"

#include <pthread.h>

typedef struct searched {
    zm_searcher *searcher;
    zm_table *stored;    /* looked at first; NULL: there is none */
    zm_context *context; /* whose memory it is, and whose messages the searcher leaves */
    pthread_mutex_t one_at_a_time;
} searched;

/* By what a book has of positions one move before. */
static zm_status least_by_book(const searched *k, zm_context *c, zm_pos p, int *least)
{
    const zm_variant *v = zm_table_variant(k->stored);
    const zm_search *s = v->game->search;
    zm_pos before[ZM_SEARCH_KIDS];
    if (!s || !s->parents || !zm_table_keyed(k->stored))
        return ZM_OK;
    const unsigned count = s->parents(v, p, before);
    for (unsigned i = 0; i < count; i++) {
        zm_value value = ZM_NONE;
        ZM_TRY(c, zm_table_probe(c, k->stored, before[i], &value));
        if (value != ZM_NONE && zm_least_after(value) > *least)
            *least = zm_least_after(value);
        else if (value == ZM_NONE && !zm_table_beyond(k->stored, NULL))
            break; /* too many plies beyond the book, as a rule */
    }
    return ZM_OK;
}

static zm_status ask(void *arg, zm_context *c, zm_pos p, zm_value *value)
{
    searched *k = arg;
    int least = -ZM_SCORE_WIN;
    if (k->stored)
        ZM_TRY(c, zm_table_probe(c, k->stored, p, value));
    if (k->stored && *value != ZM_NONE)
        return ZM_OK;
    if (k->stored)
        ZM_TRY(c, least_by_book(k, c, p, &least));
    pthread_mutex_lock(&k->one_at_a_time);
    zm_status status = zm_search_value_from(k->searcher, p, least, value);
    if (status && c != k->context)
        zm_fail(c, status, "%s", zm_message(k->context));
    pthread_mutex_unlock(&k->one_at_a_time);
    return status;
}

static void ask_no_more(void *arg)
{
    searched *k = arg;
    zm_searcher_close(k->searcher);
    zm_table_close(k->stored);
    pthread_mutex_destroy(&k->one_at_a_time);
    zm_release(k->context, k);
}

/* `stored` is closed in the end, and in any case. */
static zm_status open_searched(zm_context *c, const zm_variant *v, const zm_search_options *o, zm_table *stored,
                               zm_table **out)
{
    searched *k;
    *out = NULL;
    zm_status status = zm_alloc(c, &k, 1, sizeof *k, "a search");
    if (status) {
        zm_table_close(stored);
        return status;
    }
    k->context = c;
    k->stored = stored;
    pthread_mutex_init(&k->one_at_a_time, NULL);
    zm_table answers = {.ask = ask, .ask_no_more = ask_no_more, .ask_arg = k};
    status = zm_searcher_open(c, v, o, &k->searcher);
    if (status == ZM_OK)
        status = zm_table_by_asking(c, v, &answers, out);
    if (status)
        ask_no_more(k);
    return status;
}

zm_status zm_search_table(zm_context *c, const zm_variant *v, const zm_search_options *o, zm_table **out)
{
    return open_searched(c, v, o, NULL, out);
}

zm_status zm_search_from_tables(zm_context *c, const zm_variant *v, const char *tables, zm_table **out)
{
    zm_table *stored = NULL;
    zm_search_options o = ZM_OPTIONS(zm_search_options, .tells = true);
    *out = NULL;
    zm_status status = zm_book_open(c, v, tables, &stored);
    if (status == ZM_NOT_FOUND) {
        status = zm_table_open_unfinished(c, v, tables, &stored);
        if (status == ZM_OK && !zm_table_keyed(stored) && zm_table_distances(stored))
            o.known = stored;
    }
    if (status != ZM_OK && status != ZM_NOT_FOUND)
        return status;
    return open_searched(c, v, &o, stored, out);
}
