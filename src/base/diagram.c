/* diagram.c: nodes that are found by what they lead to, operations that remember what they have done, and what is left
 * of both.
 *
 * The table that finds nodes is open-addressed. A number of fewer than 32 bits leaves bits of its place free: they hold
 * bits of the node's hash, so that nodes that are not meant are seldom touched. The memory of results has one place for
 * each pair; the latest stays. */
#include "diagram.h"

#include "memory.h"
#include "stop.h"

#include <string.h>

enum { FIRST_BITS = 12, MOST_BITS = 32, ENDS = 2, LOOK_UP = 1 << 16 };

static inline uint64_t places(unsigned bits) { return (uint64_t)1 << bits; }
static inline uint64_t room(unsigned bits) { return places(bits) / 4 * 3; }

static inline uint64_t hash_of(uint32_t a, uint32_t b)
{
    uint64_t x = ((uint64_t)a << 32 | b) * 0x9E3779B97F4A7C15u;
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 29;
}

/* The bits of a hash that stand above a number. */
static inline uint32_t tag_of(const zm_diagram *d, uint64_t hash)
{
    return (uint32_t)(hash >> 32) & ~(uint32_t)(places(d->bits) - 1);
}

static void enter_all(zm_diagram *d)
{
    const uint64_t mask = places(d->bits) - 1;
    for (uint64_t i = ENDS; i < d->count; i++) {
        const uint64_t hash = hash_of(d->node[i].zero, d->node[i].one);
        uint64_t at = hash & mask;
        while (d->slot[at])
            at = (at + 1) & mask;
        d->slot[at] = tag_of(d, hash) | (uint32_t)i;
    }
}

/* Results are only a help: without memory for more of them there are as many as before. */
static void remember_more(zm_diagram *d, unsigned bits)
{
    zm_diagram_result *fresh;
    if (zm_alloc(d->context, &fresh, places(bits), sizeof *fresh, "results about sets"))
        return;
    zm_large_pages(fresh);
    for (uint64_t i = 0; d->known && i < places(d->known_bits); i++)
        if (d->known[i].a)
            fresh[hash_of(d->known[i].a, d->known[i].b) & (places(bits) - 1)] = d->known[i];
    zm_release(d->context, d->known);
    d->known = fresh;
    d->known_bits = bits;
}

static zm_status grow(zm_diagram *d, unsigned bits)
{
    if (bits > MOST_BITS)
        return zm_fail(d->context, ZM_NO_MEMORY, "more than 3,221,225,472 nodes: too many for a diagram of sets");
    ZM_TRY(d->context, zm_resize(d->context, &d->node, room(bits), sizeof *d->node, "nodes of sets"));
    zm_large_pages(d->node);
    zm_release(d->context, d->slot);
    ZM_TRY(d->context, zm_alloc(d->context, &d->slot, places(bits), sizeof *d->slot, "the hash of nodes of sets"));
    zm_large_pages(d->slot);
    d->bits = bits;
    enter_all(d);
    remember_more(d, bits - 1);
    return ZM_OK;
}

zm_status zm_diagram_open(zm_context *c, zm_diagram *d)
{
    *d = (zm_diagram){.context = c};
    zm_status status = grow(d, FIRST_BITS);
    if (!status && !d->known)
        status = ZM_NO_MEMORY; /* the message is there */
    if (status) {
        zm_diagram_close(d);
        return status;
    }
    memset(d->node, 0, ENDS * sizeof *d->node);
    d->count = d->most = ENDS;
    return ZM_OK;
}

void zm_diagram_close(zm_diagram *d)
{
    zm_release(d->context, d->node);
    zm_release(d->context, d->slot);
    zm_release(d->context, d->known);
    *d = (zm_diagram){.context = d->context, .status = d->status};
}

/* ---- nodes ---- */
static zm_words add_node(zm_diagram *d, zm_branch n, uint64_t at, uint32_t tag)
{
    const zm_words number = (zm_words)d->count;
    d->slot[at] = tag | number;
    d->node[number] = n;
    d->count++;
    if (d->count % LOOK_UP == 0) {
        zm_progress_add(d->context, LOOK_UP);
        d->status = zm_check_stop(d->context);
    }
    if (d->count == room(d->bits) && !d->status)
        d->status = grow(d, d->bits + 1);
    return number;
}

zm_words zm_diagram_join(zm_diagram *d, zm_words zero, zm_words one)
{
    if (d->status || (!zero && !one))
        return ZM_NO_WORDS;
    const uint64_t hash = hash_of(zero, one), mask = places(d->bits) - 1;
    const uint32_t tag = tag_of(d, hash);
    for (uint64_t at = hash & mask;; at = (at + 1) & mask) {
        const uint32_t slot = d->slot[at], number = slot & (uint32_t)mask;
        if (!slot)
            return add_node(d, (zm_branch){zero, one}, at, tag);
        if ((slot ^ number) == tag && d->node[number].zero == zero && d->node[number].one == one)
            return number;
    }
}

/* ---- operations ---- */
static inline zm_diagram_result *place_of(const zm_diagram *d, zm_words a, zm_words b)
{
    return &d->known[hash_of(a, b) & (places(d->known_bits) - 1)];
}

static inline bool look_up(const zm_diagram *d, zm_words a, zm_words b, zm_words *result)
{
    const zm_diagram_result *r = place_of(d, a, b);
    *result = r->result;
    return r->a == a && r->b == b;
}

static inline zm_words remember(zm_diagram *d, zm_words a, zm_words b, zm_words result)
{
    if (!d->status)
        *place_of(d, a, b) = (zm_diagram_result){a, b, result};
    return result;
}

zm_words zm_diagram_union(zm_diagram *d, zm_words a, zm_words b)
{
    zm_words known;
    if (!a || a == b)
        return b;
    if (!b)
        return a;
    if (a > b)
        return zm_diagram_union(d, b, a);
    if (look_up(d, a, b, &known))
        return known;
    if (d->status)
        return ZM_NO_WORDS;
    const zm_branch x = d->node[a], y = d->node[b];
    const zm_words zero = zm_diagram_union(d, x.zero, y.zero), one = zm_diagram_union(d, x.one, y.one);
    return remember(d, a, b, zm_diagram_join(d, zero, one));
}

zm_words zm_diagram_intersection(zm_diagram *d, zm_words a, zm_words b)
{
    zm_words known;
    if (!a || !b)
        return ZM_NO_WORDS;
    if (a == b)
        return a;
    if (a < b)
        return zm_diagram_intersection(d, b, a);
    if (look_up(d, a, b, &known))
        return known;
    if (d->status)
        return ZM_NO_WORDS;
    const zm_branch x = d->node[a], y = d->node[b];
    const zm_words zero = zm_diagram_intersection(d, x.zero, y.zero);
    const zm_words one = zm_diagram_intersection(d, x.one, y.one);
    return remember(d, a, b, zm_diagram_join(d, zero, one));
}

/* ---- from the ends up ---- */
zm_status zm_diagram_count(zm_diagram *d, zm_words set, uint64_t *words)
{
    uint64_t *of;
    *words = 0;
    ZM_TRY(d->context, d->status);
    ZM_TRY(d->context, zm_alloc(d->context, &of, (uint64_t)set + ENDS, sizeof *of, "the words of sets"));
    of[ZM_EMPTY_WORD] = 1;
    for (uint64_t i = ENDS; i <= set; i++)
        of[i] = of[d->node[i].zero] + of[d->node[i].one];
    *words = of[set];
    zm_release(d->context, of);
    return ZM_OK;
}

/* number[i] is not 0 where node i belongs to one of the sets. */
static void mark(const zm_diagram *d, const zm_words *set, unsigned sets, uint32_t *number)
{
    for (unsigned i = 0; i < sets; i++)
        number[set[i]] = 1;
    for (uint64_t i = d->count; i-- > ENDS;)
        if (number[i])
            number[d->node[i].zero] = number[d->node[i].one] = 1;
}

/* Moves those that are marked to the front, and tells where they went. */
static void close_up(zm_diagram *d, uint32_t *number)
{
    uint64_t kept = ENDS;
    number[ZM_NO_WORDS] = ZM_NO_WORDS;
    number[ZM_EMPTY_WORD] = ZM_EMPTY_WORD;
    for (uint64_t i = ENDS; i < d->count; i++) {
        if (!number[i])
            continue;
        d->node[kept] = (zm_branch){number[d->node[i].zero], number[d->node[i].one]};
        number[i] = (uint32_t)kept++;
    }
    d->count = kept;
}

zm_status zm_diagram_keep(zm_diagram *d, zm_words *set, unsigned sets)
{
    uint32_t *number;
    ZM_TRY(d->context, d->status);
    if (d->count > d->most)
        d->most = d->count;
    ZM_TRY(d->context, zm_alloc(d->context, &number, d->count, sizeof *number, "new numbers of sets"));
    mark(d, set, sets, number);
    close_up(d, number);
    for (unsigned i = 0; i < sets; i++)
        set[i] = number[set[i]];
    zm_release(d->context, number);
    memset(d->slot, 0, places(d->bits) * sizeof *d->slot);
    memset(d->known, 0, places(d->known_bits) * sizeof *d->known);
    enter_all(d);
    return ZM_OK;
}
