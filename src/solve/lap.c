/* lap.c: the inner loop of races: from the panels of what a side can become to its own, ZM_LANES placements of the other side at
 * once. The same source is compiled for several instruction sets; which one runs is chosen when it starts. */
#include "lap.h"

#include <string.h>

#define BODY static inline __attribute__((always_inline))

/* What one group of the other side has in common for all own sides. */
typedef struct group {
    const zm_lap *l;
    uint32_t first, lanes;        /* of the other sides; real lanes */
    uint32_t other[ZM_LANES];     /* lanes beyond the last repeat it */
    uint16_t hit[ZM_NOWHERE + 1]; /* by own square: lanes that have a piece there */
} group;

/* Words are summed up as signed numbers (their top bit flipped), which every machine can turn into reals. */
enum { HALF = ZM_LANES / 2 };
#define OFFSET 2147483648.0
typedef int32_t ints __attribute__((vector_size(4 * HALF)));
typedef double reals __attribute__((vector_size(8 * HALF)));
typedef int64_t longs __attribute__((vector_size(8 * HALF)));
#define ONE_BITS 0x3FF0000000000000 /* 1.0 */
#define ONES ONE_BITS, ONE_BITS, ONE_BITS, ONE_BITS, ONE_BITS, ONE_BITS, ONE_BITS, ONE_BITS

typedef struct sums {
    reals lower[2], upper[2];
    double total;
} sums;

static void look_at_group(const zm_lap *l, group *g)
{
    g->l = l;
    g->first = l->group * ZM_LANES;
    g->lanes = l->other->sides - g->first < ZM_LANES ? l->other->sides - g->first : ZM_LANES;
    memset(g->hit, 0, sizeof g->hit);
    for (unsigned i = 0; i < ZM_LANES; i++) {
        g->other[i] = g->first + (i < g->lanes ? i : g->lanes - 1);
        for (uint64_t rest = l->other->faced[g->other[i]]; rest;)
            g->hit[zm_take_lowest(&rest)] |= (uint16_t)(1u << i);
    }
}

BODY void take_least(zm_panel *best, const zm_panel *p)
{
    for (unsigned i = 0; i < ZM_LANES; i++)
        best->lower[i] = p->lower[i] < best->lower[i] ? p->lower[i] : best->lower[i];
    for (unsigned i = 0; i < ZM_LANES; i++)
        best->upper[i] = p->upper[i] < best->upper[i] ? p->upper[i] : best->upper[i];
}

BODY void take_most(zm_panel *best, const zm_panel *p)
{
    for (unsigned i = 0; i < ZM_LANES; i++)
        best->lower[i] = p->lower[i] > best->lower[i] ? p->lower[i] : best->lower[i];
    for (unsigned i = 0; i < ZM_LANES; i++)
        best->upper[i] = p->upper[i] > best->upper[i] ? p->upper[i] : best->upper[i];
}

/* Lanes that may not take this step, because they can capture with another, get the worst value. */
static void forbid(zm_panel *p, uint32_t lanes, uint32_t worst)
{
    for (unsigned i = 0; i < ZM_LANES; i++)
        if (lanes >> i & 1) {
            p->lower[i] = worst;
            p->upper[i] = worst;
        }
}

static uint32_t capturing(const group *g, const uint32_t *step, const uint32_t *end)
{
    uint32_t lanes = 0;
    for (; step < end; step++)
        lanes |= g->hit[zm_step_lands(*step)];
    return lanes;
}

/* ---- the turn goes over ---- */
BODY void go_over(const group *g, uint32_t side, const uint32_t *step, const uint32_t *end, zm_panel *best)
{
    const zm_lap *l = g->l;
    if (step == end) {
        *best = l->over[0][side];
        return;
    }
    *best = l->over[zm_step_block(*step)][zm_step_side(*step)];
    while (++step < end)
        take_least(best, &l->over[zm_step_block(*step)][zm_step_side(*step)]);
}

static void go_over_capturing(const group *g, const uint32_t *step, const uint32_t *end, zm_panel *best)
{
    const zm_lap *l = g->l;
    const uint32_t can = capturing(g, step, end);
    memset(best, 255, sizeof *best);
    for (; step < end; step++) {
        zm_panel p = l->over[zm_step_block(*step)][zm_step_side(*step)];
        forbid(&p, can & ~(uint32_t)g->hit[zm_step_lands(*step)], ZM_CERTAIN);
        take_least(best, &p);
    }
}

/* ---- the turn stays ---- */
/* The lanes in which the step captures: the other side has a piece less. */
static void mend_captures(const group *g, uint32_t step, zm_panel *p)
{
    const zm_lap *l = g->l;
    const uint32_t side = zm_step_side(step);
    const uint64_t below = zm_low_bits(l->face[zm_step_lands(step)]);
    const zm_panel *row = l->stay[0] + (uint64_t)(side / ZM_LANES) * l->other->sides;
    for (uint32_t lanes = g->hit[zm_step_lands(step)]; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctz(lanes);
        const uint32_t other = g->other[i], nth = zm_count_bits(l->other->track[other] & below);
        const zm_panel *at = &row[l->other->less[other * ZM_RACE_RUNNERS + nth]];
        p->lower[i] = at->lower[side % ZM_LANES];
        p->upper[i] = at->upper[side % ZM_LANES];
    }
}

/* Another home: its panels lie the other way round. */
static void fetch(const group *g, uint32_t step, zm_panel *p)
{
    const zm_lap *l = g->l;
    const uint32_t side = zm_step_side(step);
    const zm_panel *row = l->stay[zm_step_block(step)] + (uint64_t)(side / ZM_LANES) * l->other->sides;
    for (unsigned i = 0; i < ZM_LANES; i++) {
        p->lower[i] = row[g->other[i]].lower[side % ZM_LANES];
        p->upper[i] = row[g->other[i]].upper[side % ZM_LANES];
    }
}

BODY void stay(const group *g, const uint32_t *step, const uint32_t *end, zm_panel *best)
{
    const zm_lap *l = g->l;
    const uint32_t can = l->must_capture ? capturing(g, step, end) : 0;
    memset(best, 0, sizeof *best);
    for (; step < end; step++) {
        zm_panel p;
        if (zm_step_block(*step) == ZM_COURSE_WON)
            memset(&p, 255, sizeof p);
        else if (zm_step_block(*step))
            fetch(g, *step, &p);
        else
            p = l->out[zm_step_side(*step)];
        if (g->hit[zm_step_lands(*step)])
            mend_captures(g, *step, &p);
        if (can & ~(uint32_t)g->hit[zm_step_lands(*step)])
            forbid(&p, can & ~(uint32_t)g->hit[zm_step_lands(*step)], 0);
        take_most(best, &p);
    }
}

/* ---- the mean ---- */
/* Vectors are handed on by address: as arguments they would depend on the instruction set. */
BODY void add_words(reals *sum, const uint32_t *words, uint32_t flip, double weight)
{
    uint32_t flipped[HALF];
    ints as_ints;
    for (unsigned i = 0; i < HALF; i++)
        flipped[i] = words[i] ^ flip;
    memcpy(&as_ints, flipped, sizeof as_ints);
    *sum += weight * __builtin_convertvector(as_ints, reals);
}

BODY void add(sums *s, const zm_panel *p, double weight)
{
    for (unsigned h = 0; h < 2; h++) {
        add_words(&s->lower[h], p->lower + h * HALF, 0x80000000, weight);
        add_words(&s->upper[h], p->upper + h * HALF, 0x80000000, weight);
    }
    s->total += weight;
}

/* What the other side has at least, this side has not at most. */
BODY void add_against(sums *s, const zm_panel *p, double weight)
{
    for (unsigned h = 0; h < 2; h++) {
        add_words(&s->lower[h], p->upper + h * HALF, 0x7FFFFFFF, weight);
        add_words(&s->upper[h], p->lower + h * HALF, 0x7FFFFFFF, weight);
    }
    s->total += weight;
}

/* 1 where the mask is true, 0 elsewhere. */
#define ONE_IF(mask) ((reals)((mask) & (longs){ONES}))

/* sum / total rounded to a whole number. All that is done here is exact but the quotient, which is the nearest number: at most
 * one too large or too small, and what is left over tells. */
BODY void quotient(const reals *sum, double total, reals *near, reals *rest)
{
    const double round = 4503599627370496.0; /* 2^52: the next larger reals are whole numbers */
    const reals all = *sum + total * OFFSET;
    *near = (all * (1 / total) + round) - round;
    *rest = all - *near * total;
}

BODY void put(uint32_t *out, const reals *q)
{
    const ints as_ints = __builtin_convertvector(*q - OFFSET, ints);
    uint32_t words[HALF];
    memcpy(words, &as_ints, sizeof words);
    for (unsigned i = 0; i < HALF; i++)
        out[i] = words[i] ^ 0x80000000;
}

/* The lower bounds are rounded down, the upper ones up. */
BODY void divide(const sums *s, zm_panel *out)
{
    const double total = s->total;
    for (unsigned h = 0; h < 2; h++) {
        reals q, rest;
        quotient(&s->lower[h], total, &q, &rest);
        q += ONE_IF(rest >= total) - ONE_IF(rest < 0.0);
        put(out->lower + h * HALF, &q);
        quotient(&s->upper[h], total, &q, &rest);
        q += ONE_IF(rest > 0.0) + ONE_IF(rest > total) - ONE_IF(rest <= -total);
        put(out->upper + h * HALF, &q);
    }
}

BODY void note_widths(const zm_panel *p, uint32_t *widest)
{
    uint32_t width[ZM_LANES];
    for (unsigned i = 0; i < ZM_LANES; i++)
        width[i] = p->upper[i] - p->lower[i];
    for (unsigned i = 0; i < ZM_LANES; i++)
        widest[i] = width[i] > widest[i] ? width[i] : widest[i];
}

BODY uint32_t run(const zm_lap *l)
{
    group g;
    const zm_course *k = l->own;
    uint32_t widest[ZM_LANES] = {0}, all = 0;
    look_at_group(l, &g);
    for (uint32_t side = 0; side < k->sides; side++) {
        sums s = {0};
        for (unsigned roll = 0; roll < l->rolls; roll++) {
            const uint64_t n = (uint64_t)side * l->rolls + roll;
            const uint32_t *step = k->step + k->at[n], *end = k->step + k->at[n + 1];
            const double weight = k->weight ? (double)k->weight[n] : 1;
            zm_panel best;
            if (!(l->again >> roll & 1)) {
                if (l->must_capture && step < end)
                    go_over_capturing(&g, step, end, &best);
                else
                    go_over(&g, side, step, end, &best);
                add_against(&s, &best, weight);
            } else if (step < end) { /* a pass that keeps the turn changes nothing: the other rolls decide */
                stay(&g, step, end, &best);
                add(&s, &best, weight);
            }
        }
        zm_panel *out = &l->out[side];
        divide(&s, out);
        note_widths(out, widest);
    }
    for (unsigned i = 0; i < g.lanes; i++)
        all = widest[i] > all ? widest[i] : all;
    return all;
}

/* ---- laying down: from a panel an own side to a panel an other side ---- */
typedef uint32_t words __attribute__((vector_size(4 * ZM_LANES), aligned(4), may_alias));

/* Of two rows that are `d` apart, what changes places when blocks of d by d do. */
#define UPPER_8 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
#define LOWER_8 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31
#define UPPER_4 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27
#define LOWER_4 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31
#define UPPER_2 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29
#define LOWER_2 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31
#define UPPER_1 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30
#define LOWER_1 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31
#define SWAP_BLOCKS(d)                                               \
    for (unsigned i = 0; i < ZM_LANES; i++)                          \
        if (!(i & (d))) {                                            \
            const words a = row[i], b = row[i + (d)];                \
            row[i] = __builtin_shufflevector(a, b, UPPER_##d);       \
            row[i + (d)] = __builtin_shufflevector(a, b, LOWER_##d); \
        }

BODY void transpose(words row[ZM_LANES]){SWAP_BLOCKS(8) SWAP_BLOCKS(4) SWAP_BLOCKS(2) SWAP_BLOCKS(1)}

/* One bound of ZM_LANES own sides against all lanes; `from` and `to` point at that bound of the first panel. */
BODY void put_tile(const uint32_t *from, uint32_t *to, uint32_t lanes, words *changed)
{
    enum { STRIDE = sizeof(zm_panel) / sizeof(uint32_t) };
    words row[ZM_LANES];
    for (unsigned i = 0; i < ZM_LANES; i++)
        row[i] = *(const words *)(from + i * STRIDE);
    transpose(row);
    for (unsigned i = 0; i < lanes; i++) {
        words *at = (words *)(to + i * STRIDE);
        *changed |= *at ^ row[i];
        *at = row[i];
    }
}

BODY bool put_back(const zm_lap *l, zm_panel *values)
{
    const uint32_t first = l->group * ZM_LANES, others = l->other->sides;
    const uint32_t lanes = others - first < ZM_LANES ? others - first : ZM_LANES;
    words changed = {0};
    for (uint32_t side = 0; side < l->own->sides; side += ZM_LANES) {
        zm_panel *to = values + (uint64_t)(side / ZM_LANES) * others + first;
        put_tile(l->out[side].lower, to->lower, lanes, &changed);
        put_tile(l->out[side].upper, to->upper, lanes, &changed);
    }
    uint32_t any = 0;
    for (unsigned i = 0; i < ZM_LANES; i++)
        any |= changed[i];
    return any;
}

#ifdef __x86_64__
#define AVX512 __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw")))
AVX512 static uint32_t run_avx512(const zm_lap *l) { return run(l); }
AVX512 static bool put_back_avx512(const zm_lap *l, zm_panel *values) { return put_back(l, values); }

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
}
#else
static bool has_avx512(void) { return false; }
#define run_avx512 run_any
#define put_back_avx512 put_back_any
#endif
static uint32_t run_any(const zm_lap *l) { return run(l); }
static bool put_back_any(const zm_lap *l, zm_panel *values) { return put_back(l, values); }

uint32_t zm_lap_run(const zm_lap *l) { return has_avx512() ? run_avx512(l) : run_any(l); }
bool zm_lap_put_back(const zm_lap *l, zm_panel *values)
{
    return has_avx512() ? put_back_avx512(l, values) : put_back_any(l, values);
}
