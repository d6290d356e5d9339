/* beyond.c: a book's states beyond its edge.
 *
 * A search soon finds a win that is near. What takes it long is drawn, or decided far from the end: right beyond the
 * edge of a book of Connect 4 a quarter of the states is that far from decided, and all but one in a hundred of those
 * that take long are among them. So a book may have these of some plies more, and the rest is searched when it is asked
 * for.
 *
 * Ply after ply: the states after all moves from the last one, sorted and each once, with what they are worth at least
 * by those they come from; they are searched as the edge was, and those that are far from decided go into the book.
 * With two plies or more, what comes from a state that is not in the book is not looked at.
 *
 * Moves are made on all threads, twice: first they are counted, by ranges of keys, then each has its place. Ranges are
 * sorted side by side. */
#include "book.h"

#include "base/stop.h"
#include "kernel/kernels.h"
#include "kernel/search.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* Of a state beyond a book: key and value, what it is worth at least, all that once more while it is searched, and
 * again in the book. */
enum {
    STATE_BYTES = 2 * (sizeof(zm_pos) + sizeof(zm_value) + 1) + sizeof(uint64_t) + sizeof(zm_pos) + sizeof(zm_value)
};
enum { RANGES = 256, CHUNK = 1 << 12, SAMPLE = 1 << 12 };

typedef struct after { /* a state after a move */
    zm_pos key;
    int least;
} after;

typedef struct room { /* of a thread: the moves of a state */
    zm_pos next[ZM_MAX_MOVES];
    uint8_t stays[ZM_MAX_MOVES];
} room;

typedef struct expansion { /* one ply farther, from the states of the last one */
    zm_context *context;
    const zm_variant *variant;
    const zm_kernels *kernels;
    const zm_keyed *book;
    const zm_pos *from; /* those that are moved from, and what they are worth */
    const zm_value *value;
    uint64_t count, chunks;
    room *rooms;
    zm_pos first[RANGES];       /* the least key of each range; of the first, any is */
    uint64_t (*at)[RANGES];     /* by chunk: how many fall into each range, then where the next one goes */
    uint64_t begin[RANGES + 1]; /* of the ranges in `all` */
    uint64_t kept[RANGES];      /* of each, when it is sorted */
    after *all;
} expansion;

/* ---- ranges ---- */
static int compare_keys(const void *a, const void *b)
{
    zm_pos p, q;
    memcpy(&p, a, sizeof p);
    memcpy(&q, b, sizeof q);
    return zm_same(p, q) ? 0 : zm_before(p, q) ? -1 : 1;
}

/* By the states after moves from some. */
static zm_status choose_ranges(expansion *k)
{
    const uint64_t step = k->count / SAMPLE + 1;
    uint64_t n = 0, most = SAMPLE;
    zm_pos *some;
    ZM_TRY(k->context, zm_alloc(k->context, &some, most, sizeof *some, "the order of states"));
    zm_status s = ZM_OK;
    for (uint64_t i = 0; i < k->count && s == ZM_OK; i += step) {
        unsigned moves;
        if (k->kernels->hash->expand(k->variant, k->from[i], k->rooms->next, k->rooms->stays, &moves) != ZM_OPEN)
            continue;
        if (n + moves > most) {
            most = 2 * most + moves;
            s = zm_resize(k->context, &some, most, sizeof *some, "the order of states");
        }
        for (unsigned m = 0; m < moves && s == ZM_OK; m++)
            some[n++] = k->rooms->next[m];
    }
    if (n)
        qsort(some, n, sizeof *some, compare_keys);
    for (unsigned r = 0; r < RANGES && n; r++)
        k->first[r] = some[n * r / RANGES];
    zm_release(k->context, some);
    return s;
}

static unsigned range_of(const expansion *k, zm_pos p)
{
    unsigned low = 0, high = RANGES; /* first[low] <= p < first[high], but for the first range */
    while (high - low > 1) {
        const unsigned middle = (low + high) / 2;
        if (zm_before(p, k->first[middle]))
            high = middle;
        else
            low = middle;
    }
    return low;
}

/* ---- moves ---- */
static void move_from(expansion *k, uint64_t chunk, bool counting)
{
    room *own = &k->rooms[omp_get_thread_num()];
    uint64_t *at = k->at[chunk];
    const uint64_t from = chunk * CHUNK, to = from + CHUNK < k->count ? from + CHUNK : k->count;
    for (uint64_t i = from; i < to; i++) {
        unsigned moves;
        if (k->kernels->hash->expand(k->variant, k->from[i], own->next, own->stays, &moves) != ZM_OPEN)
            continue;
        for (unsigned m = 0; m < moves; m++) {
            const uint64_t place = at[range_of(k, own->next[m])]++;
            if (!counting)
                k->all[place] = (after){own->next[m], own->stays[m] ? -ZM_SCORE_WIN : zm_least_after(k->value[i])};
        }
    }
}

static void all_chunks(expansion *k, bool counting)
{
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(k->context))
    for (uint64_t i = 0; i < k->chunks; i++)
        move_from(k, i, counting);
}

/* From how many fall into each range to where they go, chunk after chunk. */
static uint64_t places(expansion *k)
{
    uint64_t sum = 0;
    for (unsigned r = 0; r < RANGES; r++) {
        k->begin[r] = sum;
        for (uint64_t i = 0; i < k->chunks; i++) {
            const uint64_t n = k->at[i][r];
            k->at[i][r] = sum;
            sum += n;
        }
    }
    k->begin[RANGES] = sum;
    return sum;
}

static bool in_book(const zm_keyed *b, zm_pos p)
{
    return b->count && bsearch(&p, b->keys, b->count, sizeof p, compare_keys);
}

/* Each once, with the most that is known; none that is over, or in the book. */
static void sort_range(expansion *k, unsigned r)
{
    room *own = &k->rooms[omp_get_thread_num()];
    after *a = k->all + k->begin[r];
    const uint64_t count = k->begin[r + 1] - k->begin[r];
    uint64_t n = 0;
    unsigned moves;
    if (count)
        qsort(a, count, sizeof *a, compare_keys); /* a key is the first in an `after` */
    for (uint64_t i = 0, next; i < count; i = next) {
        after best = a[i];
        for (next = i + 1; next < count && zm_same(a[next].key, best.key); next++)
            best.least = a[next].least > best.least ? a[next].least : best.least;
        if (!in_book(k->book, best.key) &&
            k->kernels->hash->expand(k->variant, best.key, own->next, own->stays, &moves) == ZM_OPEN)
            a[n++] = best;
    }
    k->kept[r] = n;
}

static zm_status make_moves(expansion *k)
{
    zm_context *c = k->context;
    k->chunks = (k->count + CHUNK - 1) / CHUNK;
    ZM_TRY(c, zm_alloc(c, &k->rooms, zm_threads(c), sizeof *k->rooms, "the moves of states"));
    ZM_TRY(c, choose_ranges(k));
    ZM_TRY(c, zm_alloc(c, &k->at, k->chunks, sizeof *k->at, "the order of states"));
    all_chunks(k, true);
    ZM_TRY(c, zm_alloc(c, &k->all, places(k), sizeof *k->all, "the states beyond a book"));
    all_chunks(k, false);
    ZM_TRY(c, zm_check_stop(c));
#pragma omp parallel for schedule(dynamic, 1) num_threads((int)zm_threads(c))
    for (unsigned r = 0; r < RANGES; r++)
        sort_range(k, r);
    return zm_check_stop(c);
}

static zm_status take_over(const expansion *k, zm_edge *e)
{
    uint64_t count = 0;
    for (unsigned r = 0; r < RANGES; r++)
        count += k->kept[r];
    ZM_TRY(k->context, zm_edge_room(e, count));
    ZM_TRY(k->context, zm_alloc(k->context, &e->least, count, sizeof *e->least, "the edge of a book"));
    for (unsigned r = 0; r < RANGES; r++)
        for (uint64_t i = 0; i < k->kept[r]; i++) {
            const after *a = &k->all[k->begin[r] + i];
            e->least[e->count] = (int8_t)a->least;
            e->key[e->count++] = a->key;
        }
    return ZM_OK;
}

/* ---- one ply ---- */
/* Into *e: what can be after one more move from k->from, and is not in the book. */
static zm_status find_after(zm_driver *d, expansion *k, zm_edge *e)
{
    zm_context *c = k->context;
    zm_status s = make_moves(k);
    if (s == ZM_OK)
        s = take_over(k, e);
    d->plan.demand.memory += k->begin[RANGES] * sizeof *k->all + e->count * STATE_BYTES +
                             k->book->count * (sizeof *k->book->keys + sizeof *k->book->values);
    zm_release(c, k->all);
    zm_release(c, k->at);
    zm_release(c, k->rooms);
    return s;
}

static void keep_far_from_decided(zm_edge *e)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < e->count; i++)
        if (zm_is_draw(e->value[i]) || zm_remoteness(e->value[i]) >= e->options->beyond_from) {
            e->key[n] = e->key[i];
            e->value[n++] = e->value[i];
        }
    e->count = n;
}

static zm_status merge(const zm_edge *e, zm_keyed *book)
{
    zm_context *c = e->context;
    zm_keyed all = {.count = book->count + e->count};
    ZM_TRY(c, zm_alloc(c, &all.keys, all.count, sizeof *all.keys, "the order of states"));
    const zm_status s = zm_alloc(c, &all.values, all.count, sizeof *all.values, "the order of states");
    if (s != ZM_OK) {
        zm_release(c, all.keys);
        return s;
    }
    for (uint64_t i = 0, a = 0, b = 0; i < all.count; i++) {
        const bool old = b == e->count || (a < book->count && zm_before(book->keys[a], e->key[b]));
        all.keys[i] = old ? book->keys[a] : e->key[b];
        all.values[i] = old ? book->values[a++] : e->value[b++];
    }
    zm_keyed_free(c, book);
    *book = all;
    return ZM_OK;
}

/* From the states of the last ply, which `from` has, to those of the next one: *e. */
static zm_status go_one_ply(zm_driver *d, const zm_keyed *from, zm_edge *e)
{
    zm_book *b = zm_book_of(d);
    expansion *k;
    ZM_TRY(d->context, zm_alloc(d->context, &k, 1, sizeof *k, "the states beyond a book"));
    *k = (expansion){.context = d->context,
                     .variant = d->variant,
                     .kernels = zm_kernels_for(d->variant),
                     .book = &b->states.table,
                     .from = from->keys,
                     .value = from->values,
                     .count = from->count};
    zm_status s = find_after(d, k, e);
    zm_release(d->context, k);
    if (s == ZM_OK && e->count)
        s = zm_edge_search(e);
    ZM_TRY(d->context, s);
    keep_far_from_decided(e);
    return merge(e, &b->states.table);
}

zm_status zm_book_go_beyond(zm_driver *d)
{
    zm_explored *x = &zm_book_of(d)->states.explored;
    const unsigned plies = d->options->book_plies;
    const uint64_t first = zm_first_at(x, plies);
    zm_keyed from = {x->map.count - first, x->map.keys + first, x->graph.value + first};
    zm_edge last = zm_book_edge(d, plies); /* of the ply before */
    zm_status s = ZM_OK;
    for (unsigned i = 1; i <= d->options->book_beyond && s == ZM_OK; i++) {
        zm_edge e = zm_book_edge(d, plies + i);
        s = go_one_ply(d, &from, &e);
        zm_edge_free(&last);
        last = e;
        from = (zm_keyed){e.count, e.key, e.value};
    }
    zm_edge_free(&last);
    return s;
}
