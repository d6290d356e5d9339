/* sets.c: a value for every line set, found in the order of falling numbers.
 *
 * A move draws a line: it leads from a set to a larger number. So one pass from the full set down to the empty one
 * finds all values. The upper lines of a set, all but the CHUNK lowest, make its chunk; chunks whose upper lines are
 * equally many do not depend on each other and are shared among threads.
 *
 * SCORE      V(S) = max over free lines e of   k + V(S+e) if e completes k boxes (the same player goes on),   -V(S+e) if none.
 *            32 sets at a time, those that differ in their five lowest lines: they are neighbours in memory. For every other
 *            line the 32 successors are neighbours too, and whether the line completes a box is one look at the upper lines
 *            and a pattern of the five. Moves among the five: V is computed five times over, each time with what the five
 *            then say of each other; after r times all sets with at least 5-r of the five are right.
 *
 * GRUNDY     of NimString, where completing a box is no end of the turn (Winning Ways, chapter 16). Let S be a set with lines
 *            that complete boxes. Taking one, the same player is at S+e with the choice of all its moves, and those elsewhere.
 *            S is loony (the one to move wins whatever is added) if some S+e is loony, or if two of them differ, or if they
 *            are all n and another move from S has the number n too: against a rest of n one goes there, against any other
 *            rest one takes the box and moves on. Else S is worth n. Where no box can be completed, S is worth the least
 *            number that no successor has.
 *
 * W          the least number that no successor has, among sets without a complete box (misère, definition 9.1), without
 *            a box of three lines (definition 5.3), or with a line to draw that completes no box (misère play of the rule
 *            misere, in which nobody completes a box of his own will).
 *
 * COST       2^lines bytes; 4x5 dots have 31 lines: 2 GiB. */
#include "sets.h"

#include "base/stop.h"
#include "base/text.h"

#include <string.h>

/* Rows of 32 bytes are never handed to another file, so it does not matter how that is done without AVX. */
#pragma GCC diagnostic ignored "-Wpsabi"

enum {
    CHUNK = 14, /* lines that change inside a chunk */
    LOW = 5,    /* of them, lines that change inside a unit */
    UNIT = 1 << LOW,
    MOST_LINES = 36,
    LOONY = ZM_LOONY,
    VALUES = 256,
};

typedef int8_t unit __attribute__((vector_size(UNIT)));
typedef uint8_t bits __attribute__((vector_size(UNIT))); /* the same bytes where they may overflow */

typedef struct line {
    uint64_t need[2]; /* the other three lines of the boxes beside it */
    unsigned boxes;
} line;

typedef struct sets {
    zm_context *c;
    const dots_data *d;
    dots_kind kind;
    unsigned lines, low; /* `low`: lines of a chunk */
    int8_t *value;
    uint32_t *chunk; /* sorted by their number of lines, most first */
    uint64_t chunks;
    line line[DOTS_LINES];
    unit has[UNIT];                                /* has[x][i]: -1 where i has all of x, else 0 */
    unit without[LOW];                             /* -1 where i has not the line */
    uint64_t positions[VALUES], unchanged[VALUES]; /* by value as a byte */
} sets;

/* ---- what lines do ---- */
static void know_lines(sets *k)
{
    for (unsigned e = 0; e < k->lines; e++)
        for (uint64_t boxes = dots_boxes_of(k->d, zm_bit(e)); boxes;) {
            const uint64_t all = dots_lines_of(k->d, zm_bit(zm_take_lowest(&boxes)));
            k->line[e].need[k->line[e].boxes++] = all & ~zm_bit(e);
        }
    for (unsigned x = 0; x < UNIT; x++)
        for (unsigned i = 0; i < UNIT; i++)
            k->has[x][i] = (i & x) == x ? -1 : 0;
    for (unsigned b = 0; b < LOW; b++)
        k->without[b] = ~k->has[1u << b];
}

/* Of the free lines, those that complete a box. */
static uint64_t completing(const dots_data *d, uint64_t x)
{
    const unsigned l = d->cols - 1, r = d->cols, b = 2 * d->cols - 1;
    const uint64_t left = x >> l, right = x >> r, below = x >> b, sides = left & right & d->boxes,
                   ends = x & below & d->boxes;
    return ((sides & below) | (sides & x) << b | (ends & right) << l | (ends & left) << r) & ~x & d->lines;
}

/* ---- score: a unit at a time ---- */
/* Boxes that line e completes in each of the 32 sets that begin with s. */
static inline unit gains(const sets *k, uint64_t s, const line *e)
{
    unit g = {0};
    for (unsigned i = 0; i < e->boxes; i++)
        if (!(e->need[i] & ~s & ~(uint64_t)(UNIT - 1)))
            g -= k->has[e->need[i] % UNIT];
    return g;
}

static inline unit larger(unit a, unit b)
{
    const unit mask = (unit)(a > b);
    return (a & mask) | (b & ~mask);
}

/* What a move is worth that gains g and leads to v. Where v is not known yet it is INT8_MIN, which wraps around. */
static inline unit worth(unit g, unit v)
{
    const bits passes = (bits)(g == 0);
    return (unit)((((bits)v ^ passes) - passes) + (bits)g);
}

static inline unit with_line(unit v, unsigned b)
{
    switch (b) { /* v[i | 1 << b] */
    case 0:
        return __builtin_shufflevector(v, v, 1, 1, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 13, 13, 15, 15, 17, 17, 19, 19, 21,
                                       21, 23, 23, 25, 25, 27, 27, 29, 29, 31, 31);
    case 1:
        return __builtin_shufflevector(v, v, 2, 3, 2, 3, 6, 7, 6, 7, 10, 11, 10, 11, 14, 15, 14, 15, 18, 19, 18, 19, 22,
                                       23, 22, 23, 26, 27, 26, 27, 30, 31, 30, 31);
    case 2:
        return __builtin_shufflevector(v, v, 4, 5, 6, 7, 4, 5, 6, 7, 12, 13, 14, 15, 12, 13, 14, 15, 20, 21, 22, 23, 20,
                                       21, 22, 23, 28, 29, 30, 31, 28, 29, 30, 31);
    case 3:
        return __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27,
                                       28, 29, 30, 31, 24, 25, 26, 27, 28, 29, 30, 31);
    default:
        return __builtin_shufflevector(v, v, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 16, 17, 18,
                                       19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31);
    }
}

static inline unit among_low(const sets *k, uint64_t s, unit base)
{
    const unit never = {0};
    unit g[LOW], v = base;
    for (unsigned b = 0; b < LOW; b++)
        g[b] = gains(k, s, &k->line[b]);
    for (unsigned round = 0; round < LOW; round++) {
        unit next = base;
#pragma GCC unroll 5
        for (unsigned b = 0; b < LOW; b++) {
            const unit w = worth(g[b], with_line(v, b));
            next = larger(next, (w & k->without[b]) | ((never + INT8_MIN) & ~k->without[b]));
        }
        v = next;
    }
    return v;
}

static void score_unit(const sets *k, uint64_t s)
{
    unit best = {0}, v;
    best += INT8_MIN;
    if (s >> LOW == k->d->lines >> LOW)
        best[UNIT - 1] = 0; /* all lines are drawn */
    for (uint64_t rest = k->d->lines & ~s & ~(uint64_t)(UNIT - 1); rest;) {
        const unsigned e = zm_take_lowest(&rest);
        memcpy(&v, k->value + (s | zm_bit(e)), sizeof v);
        best = larger(best, worth(gains(k, s, &k->line[e]), v));
    }
    best = among_low(k, s, best);
    memcpy(k->value + s, &best, sizeof best);
}

/* ---- the others, and boards of fewer than five lines: a set at a time ---- */
static int8_t score(const sets *k, uint64_t s)
{
    int best = s == k->d->lines ? 0 : INT8_MIN;
    for (uint64_t rest = k->d->lines & ~s; rest;) {
        const line *e = &k->line[zm_lowest(rest)];
        const int8_t there = k->value[s | zm_bit(zm_take_lowest(&rest))];
        int gain = 0;
        for (unsigned i = 0; i < e->boxes; i++)
            gain += !(e->need[i] & ~s);
        const int value = gain ? gain + there : -there;
        best = value > best ? value : best;
    }
    return (int8_t)best;
}

static int8_t grundy(const sets *k, uint64_t s)
{
    const uint64_t takes = completing(k->d, s);
    uint64_t seen = 0, rest;
    int8_t n = 0;
    for (rest = takes; rest;) {
        const int8_t there = k->value[s | zm_bit(zm_take_lowest(&rest))];
        if (there == LOONY || (seen && there != n))
            return LOONY;
        n = there;
        seen = 1;
    }
    seen = 0;
    for (rest = k->d->lines & ~s & ~takes; rest;) {
        const int8_t there = k->value[s | zm_bit(zm_take_lowest(&rest))];
        seen |= there == LOONY ? 0 : zm_bit((unsigned)there);
    }
    if (takes)
        return seen >> n & 1 ? (int8_t)LOONY : n;
    return (int8_t)zm_lowest(~seen);
}

static int8_t least_of_others(const sets *k, uint64_t s, uint64_t rest)
{
    uint64_t seen = 0;
    while (rest) {
        const int8_t there = k->value[s | zm_bit(zm_take_lowest(&rest))];
        seen |= there < 0 ? 0 : zm_bit((unsigned)there);
    }
    return (int8_t)zm_lowest(~seen);
}

static int8_t value_of(const sets *k, uint64_t s)
{
    const zm_pos p = {s, 0};
    switch (k->kind) {
    case DOTS_KIND_SCORE: return score(k, s);
    case DOTS_KIND_GRUNDY: return grundy(k, s);
    case DOTS_KIND_W_MISERE:
        return dots_complete(k->d, p) ? (int8_t)DOTS_NO_VALUE : least_of_others(k, s, k->d->lines & ~s);
    case DOTS_KIND_W_OF_MISERE: {
        const uint64_t safe = k->d->lines & ~s & ~completing(k->d, s);
        return dots_complete(k->d, p) || !safe ? (int8_t)DOTS_NO_VALUE : least_of_others(k, s, safe);
    }
    default: return dots_three(k->d, s) ? (int8_t)DOTS_NO_VALUE : least_of_others(k, s, k->d->lines & ~s);
    }
}

/* ---- in order ---- */
static void do_chunk(const sets *k, uint32_t chunk, uint64_t counts[VALUES])
{
    const uint64_t from = (uint64_t)chunk << k->low, size = zm_bit(k->low);
    if (k->kind == DOTS_KIND_SCORE && k->low >= LOW)
        for (uint64_t s = size; s > 0; s -= UNIT)
            score_unit(k, from + s - UNIT);
    else
        for (uint64_t s = size; s-- > 0;)
            k->value[from + s] = value_of(k, from + s);
    uint32_t n[2][VALUES] = {{0}};
    for (uint64_t s = 0; s < size; s++)
        n[s % 2][(uint8_t)k->value[from + s]]++;
    for (unsigned v = 0; v < VALUES; v++)
        counts[v] += n[0][v] + n[1][v];
}

static void sort_chunks(sets *k)
{
    uint64_t n = 0;
    for (unsigned count = k->lines - k->low + 1; count-- > 0;)
        for (uint64_t chunk = 0; chunk < k->chunks; chunk++)
            if (zm_count_bits(chunk) == count)
                k->chunk[n++] = (uint32_t)chunk;
}

static zm_status do_chunks(sets *k)
{
    enum { WORTH_THREADS = 4 };
    uint64_t counts[VALUES] = {0};
    for (uint64_t from = 0, to; from < k->chunks; from = to) {
        ZM_TRY(k->c, zm_check_stop(k->c));
        for (to = from; to < k->chunks && zm_count_bits(k->chunk[to]) == zm_count_bits(k->chunk[from]); to++)
            ;
#pragma omp parallel for schedule(dynamic) num_threads(zm_threads(k->c)) reduction(+ : counts[:VALUES]) \
    if (to - from >= WORTH_THREADS)
        for (uint64_t i = from; i < to; i++)
            if (!zm_stopped(k->c)) {
                do_chunk(k, k->chunk[i], counts);
                zm_progress_add(k->c, zm_bit(k->low));
            }
    }
    memcpy(k->positions, counts, sizeof counts);
    return ZM_OK;
}

/* ---- sets that a symmetry leaves unchanged (strong.c says what for) ---- */
static void count_unions(sets *k, const uint64_t *orbit, unsigned count, uint64_t s)
{
    if (!count) {
        k->unchanged[(uint8_t)k->value[s]]++;
        return;
    }
    count_unions(k, orbit + 1, count - 1, s);
    count_unions(k, orbit + 1, count - 1, s | *orbit);
}

static void count_unchanged(sets *k)
{
    uint64_t orbit[DOTS_LINES];
    for (unsigned s = 1; s < k->d->symmetries; s++)
        count_unions(k, orbit, dots_orbits(k->d, s, orbit), 0);
}

/* ---- the whole ---- */
static zm_status solve(sets *k)
{
    zm_context *c = k->c;
    char sets_text[64], need[32];
    if (k->lines > MOST_LINES)
        return zm_fail(c, ZM_BAD_INPUT, "%ux%u dots have %u lines; a value for every set of lines is found up to %d",
                       k->d->rows, k->d->cols, k->lines, MOST_LINES);
    ZM_TRY(c, zm_alloc(c, &k->chunk, k->chunks, sizeof *k->chunk, "the order of line sets"));
    ZM_TRY(c, zm_alloc(c, &k->value, zm_bit(k->lines), 1, "the values of all line sets"));
    zm_note(c, "%s need %s of memory", zm_things_text(zm_bit(k->lines), "line set", sets_text),
            zm_bytes_text(zm_memory_used(c), need));
    know_lines(k);
    sort_chunks(k);
    zm_progress_begin(c, "all line sets", zm_bit(k->lines));
    zm_status s = do_chunks(k);
    zm_progress_end(c);
    if (s == ZM_OK)
        count_unchanged(k);
    return s;
}

static void tell(const sets *k, zm_tabulation *out)
{
    for (int v = -ZM_MAX_TABULATED / 2; v < ZM_MAX_TABULATED / 2; v++) {
        const uint64_t n = k->positions[(uint8_t)v], fixed = k->unchanged[(uint8_t)v];
        out->row[out->count++] = (zm_tabulated){v, n, (n + fixed) / k->d->symmetries};
    }
    out->start = k->value ? k->value[0] : 0;
}

zm_status dots_sets_keep(zm_context *c, const dots_data *d, dots_kind kind, zm_tabulation *out, int8_t **values)
{
    sets k = {.c = c, .d = d, .kind = kind, .lines = zm_count_bits(d->lines)};
    k.low = k.lines < CHUNK ? k.lines : CHUNK;
    k.chunks = zm_bit(k.lines - k.low);
    zm_status s = solve(&k);
    tell(&k, out);
    zm_release(c, k.chunk);
    *values = k.value;
    if (s == ZM_OK)
        return s;
    zm_release(c, k.value);
    *values = NULL;
    return zm_forward(c, s, __FILE__, __LINE__);
}

zm_status dots_sets(zm_context *c, const dots_data *d, dots_kind kind, zm_tabulation *out)
{
    int8_t *values;
    ZM_TRY(c, dots_sets_keep(c, d, kind, out, &values));
    zm_release(c, values);
    return ZM_OK;
}
