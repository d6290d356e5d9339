/* block.c: the inner loop of races: from the panels of what a side can become to its own, ZM_RACE_LANES placements of
 * the other side at once. The same source is compiled for several instruction sets, and for bounds and one vector each;
 * which one runs is chosen when it starts. `words` is a constant everywhere in it.
 *
 * ONE VECTOR is rounded to the nearest word, ties up. Its last digits may go on swinging; solve/iterate/bounds.c sees
 * to that. */
#include "block.h"

#include <string.h>

#define BODY static inline __attribute__((always_inline))
/* Over all lanes of a panel, as vectors; not under a sanitizer, whose checks in the loops clang cannot turn into
 * vectors. */
#ifdef __has_feature
#if __has_feature(undefined_behavior_sanitizer)
#define LANEWISE
#endif
#endif
#ifndef LANEWISE
#define LANEWISE _Pragma("omp simd")
#endif
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-loop-unroll-and-jam") /* which takes steps two at a time and lanes one by one */
#endif

/* What one group of the other side has in common for all own sides. */
typedef struct group {
    const zm_race_block *block;
    uint32_t first, lanes;         /* of the other sides; real lanes */
    uint32_t other[ZM_RACE_LANES]; /* lanes beyond the last repeat it */
    uint16_t hit[ZM_NOWHERE + 1];  /* by own square: lanes that have a piece there */
} group;

/* Words are summed up as signed numbers (their top bit flipped), which every machine can turn into reals. */
enum { ROW = ZM_RACE_LANES * sizeof(uint32_t) /* bytes */ };
#define OFFSET 2147483648.0

typedef struct sums {
    double lower[ZM_RACE_LANES], upper[ZM_RACE_LANES]; /* one vector has no upper ones */
    double total;
} sums;

static void look_at_group(const zm_race_block *b, group *g)
{
    g->block = b;
    g->first = b->group * ZM_RACE_LANES;
    g->lanes = b->other->sides - g->first < ZM_RACE_LANES ? b->other->sides - g->first : ZM_RACE_LANES;
    memset(g->hit, 0, sizeof g->hit);
    for (unsigned i = 0; i < ZM_RACE_LANES; i++) {
        g->other[i] = g->first + (i < g->lanes ? i : g->lanes - 1);
        for (uint64_t rest = b->other->faced[g->other[i]]; rest;)
            g->hit[zm_take_lowest(&rest)] |= (uint16_t)(1u << i);
    }
}

BODY void take_least(uint32_t *best, const uint32_t *p, const unsigned words)
{
    LANEWISE
    for (unsigned i = 0; i < words * ZM_RACE_LANES; i++)
        best[i] = p[i] < best[i] ? p[i] : best[i];
}

BODY void take_most(uint32_t *best, const uint32_t *p, const unsigned words)
{
    LANEWISE
    for (unsigned i = 0; i < words * ZM_RACE_LANES; i++)
        best[i] = p[i] > best[i] ? p[i] : best[i];
}

/* The lanes get what is in p. */
BODY void take_chosen(uint32_t *best, const uint32_t *p, const unsigned words, uint32_t lanes)
{
    for (unsigned word = 0; word < words; word++) {
        LANEWISE
        for (unsigned i = 0; i < ZM_RACE_LANES; i++) {
            const unsigned at = word * ZM_RACE_LANES + i;
            best[at] ^= (best[at] ^ p[at]) & (0u - (lanes >> i & 1));
        }
    }
}

/* Lanes that may not take this step, because they can capture with another, get the worst value. */
BODY void forbid(uint32_t *p, const unsigned words, uint32_t lanes, uint32_t worst)
{
    LANEWISE
    for (unsigned i = 0; i < words * ZM_RACE_LANES; i++)
        p[i] = lanes >> i % ZM_RACE_LANES & 1 ? worst : p[i];
}

static uint32_t capturing(const group *g, const uint32_t *step, const uint32_t *end)
{
    uint32_t lanes = 0;
    for (; step < end; step++)
        lanes |= g->hit[zm_step_lands(*step)];
    return lanes;
}

/* ---- the turn goes over ---- */
BODY const uint32_t *panel(const uint32_t *panels, const unsigned words, uint64_t number)
{
    return panels + number * words * ZM_RACE_LANES;
}

BODY void go_over(const group *g, const unsigned words, uint32_t side, const uint32_t *step, const uint32_t *end,
                  uint32_t *best)
{
    const zm_race_block *b = g->block;
    if (step == end) {
        memcpy(best, panel(b->over[0], words, side), words * ROW);
        return;
    }
    memcpy(best, panel(b->over[zm_step_block(*step)], words, zm_step_side(*step)), words * ROW);
    while (++step < end)
        take_least(best, panel(b->over[zm_step_block(*step)], words, zm_step_side(*step)), words);
}

BODY void go_over_chosen(const group *g, const unsigned words, uint32_t choice, const uint32_t *step,
                         const uint32_t *end, uint32_t *best)
{
    const zm_race_block *b = g->block;
    memcpy(best, panel(b->over[zm_step_block(*step)], words, zm_step_side(*step)), words * ROW);
    for (unsigned i = 1; ++step < end; i++)
        take_chosen(best, panel(b->over[zm_step_block(*step)], words, zm_step_side(*step)), words,
                    zm_race_lanes_choosing(choice, i));
}

BODY void go_over_capturing(const group *g, const unsigned words, const uint32_t *step, const uint32_t *end,
                            uint32_t *best)
{
    const zm_race_block *b = g->block;
    const uint32_t can = capturing(g, step, end);
    memset(best, 255, words * ROW);
    for (; step < end; step++) {
        uint32_t p[ZM_PANEL];
        memcpy(p, panel(b->over[zm_step_block(*step)], words, zm_step_side(*step)), words * ROW);
        forbid(p, words, can & ~(uint32_t)g->hit[zm_step_lands(*step)], ZM_CERTAIN);
        take_least(best, p, words);
    }
}

/* ---- the turn stays ---- */
/* One lane, against one placement of the other side. */
BODY void take_lane(const uint32_t *row, const unsigned words, uint32_t side, uint32_t other, unsigned lane,
                    uint32_t *p)
{
    const uint32_t *at = panel(row, words, other) + side % ZM_RACE_LANES;
    p[lane] = at[0];
    if (words > 1)
        p[ZM_RACE_LANES + lane] = at[ZM_RACE_LANES];
}

/* The lanes in which the step captures: the other side has a piece less. */
BODY void mend_captures(const group *g, const unsigned words, uint32_t step, uint32_t *p)
{
    const zm_race_block *b = g->block;
    const uint32_t side = zm_step_side(step);
    const uint64_t below = zm_low_bits(b->face[zm_step_lands(step)]);
    const uint32_t *row = panel(b->stay[0], words, (uint64_t)(side / ZM_RACE_LANES) * b->other->sides);
    for (uint32_t lanes = g->hit[zm_step_lands(step)]; lanes; lanes &= lanes - 1) {
        const unsigned i = (unsigned)__builtin_ctz(lanes);
        const uint32_t other = g->other[i], nth = zm_count_bits(b->other->track[other] & below);
        take_lane(row, words, side, b->other->less[other * ZM_RACE_RUNNERS + nth], i, p);
    }
}

/* Of panels that lie the other way round. */
BODY void fetch(const group *g, const unsigned words, const uint32_t *panels, uint32_t side, uint32_t *p)
{
    const uint32_t *row = panel(panels, words, (uint64_t)(side / ZM_RACE_LANES) * g->block->other->sides);
    for (unsigned i = 0; i < ZM_RACE_LANES; i++)
        take_lane(row, words, side, g->other[i], i, p);
}

/* What is behind one step. */
BODY void look_behind(const group *g, const unsigned words, uint32_t step, uint32_t *p)
{
    const zm_race_block *b = g->block;
    if (zm_step_block(step) == ZM_RACE_SIDES_WON)
        memset(p, 255, words * ROW);
    else if (zm_step_block(step)) /* another home */
        fetch(g, words, b->stay[zm_step_block(step)], zm_step_side(step), p);
    else
        memcpy(p, panel(b->out, words, zm_step_side(step)), words * ROW);
    if (g->hit[zm_step_lands(step)])
        mend_captures(g, words, step, p);
}

BODY void stay(const group *g, const unsigned words, const uint32_t *step, const uint32_t *end, uint32_t *best)
{
    const uint32_t can = g->block->must_capture ? capturing(g, step, end) : 0;
    memset(best, 0, words * ROW);
    for (; step < end; step++) {
        uint32_t p[ZM_PANEL];
        look_behind(g, words, *step, p);
        if (can & ~(uint32_t)g->hit[zm_step_lands(*step)])
            forbid(p, words, can & ~(uint32_t)g->hit[zm_step_lands(*step)], 0);
        take_most(best, p, words);
    }
}

BODY void stay_chosen(const group *g, const unsigned words, uint32_t choice, const uint32_t *step, const uint32_t *end,
                      uint32_t *best)
{
    memset(best, 0, words * ROW);
    for (unsigned i = 0; step < end; step++, i++) {
        uint32_t p[ZM_PANEL];
        look_behind(g, words, *step, p);
        take_chosen(best, p, words, zm_race_lanes_choosing(choice, i));
    }
}

/* ---- the mean ---- */
BODY void add_words(double *sum, const uint32_t *words, uint32_t flip, double weight)
{
    LANEWISE
    for (unsigned i = 0; i < ZM_RACE_LANES; i++)
        sum[i] += weight * (double)(int32_t)(words[i] ^ flip);
}

BODY void add(sums *s, const unsigned words, const uint32_t *p, double weight)
{
    add_words(s->lower, p, 0x80000000, weight);
    if (words > 1)
        add_words(s->upper, p + ZM_RACE_LANES, 0x80000000, weight);
    s->total += weight;
}

/* What the other side has at least, this side has not at most. */
BODY void add_against(sums *s, const unsigned words, const uint32_t *p, double weight)
{
    add_words(s->lower, p + (words > 1 ? ZM_RACE_LANES : 0), 0x7FFFFFFF, weight);
    if (words > 1)
        add_words(s->upper, p, 0x7FFFFFFF, weight);
    s->total += weight;
}

/* sum / total rounded to a whole number. All that is done here is exact but the quotient, which is the nearest number:
 * at most one too large or too small, and what is left over tells. */
BODY double quotient(double sum, double total, double *rest)
{
    const double round = 4503599627370496.0; /* 2^52: the next larger reals are whole numbers */
    const double all = sum + total * OFFSET, near = (all * (1 / total) + round) - round;
    *rest = all - near * total;
    return near;
}

BODY uint32_t word_of(double q) { return (uint32_t)(int32_t)(q - OFFSET) ^ 0x80000000; }

/* The lower bounds are rounded down, the upper ones up; one vector to the nearest. */
BODY void divide(const sums *s, const unsigned words, uint32_t *out)
{
    const double total = s->total;
    LANEWISE
    for (unsigned i = 0; i < ZM_RACE_LANES; i++) {
        double rest, q = quotient(s->lower[i], total, &rest);
        const double up = words > 1 ? total : total / 2, down = up - total;
        q += (rest >= up ? 1.0 : 0.0) - (rest < down ? 1.0 : 0.0);
        out[i] = word_of(q);
    }
    if (words == 1)
        return;
    LANEWISE
    for (unsigned i = 0; i < ZM_RACE_LANES; i++) {
        double rest, q = quotient(s->upper[i], total, &rest);
        q += (rest > 0.0 ? 1.0 : 0.0) + (rest > total ? 1.0 : 0.0) - (rest <= -total ? 1.0 : 0.0);
        out[ZM_RACE_LANES + i] = word_of(q);
    }
}

BODY void note_widths(const uint32_t *p, uint32_t *widest)
{
    uint32_t width[ZM_RACE_LANES];
    LANEWISE
    for (unsigned i = 0; i < ZM_RACE_LANES; i++)
        width[i] = p[ZM_RACE_LANES + i] - p[i];
    LANEWISE
    for (unsigned i = 0; i < ZM_RACE_LANES; i++)
        widest[i] = width[i] > widest[i] ? width[i] : widest[i];
}

/* A pass that keeps the turn changes nothing: the other rolls decide. One vector swings with the turns, and what it was
 * damps it. */
BODY void keep(const group *g, const unsigned words, uint32_t side, double weight, sums *s)
{
    uint32_t before[ZM_PANEL];
    if (words > 1)
        return;
    fetch(g, words, g->block->stay[0], side, before);
    add(s, words, before, weight);
}

/* ---- all rolls ---- */
typedef enum way { BEST, CHOSEN, EVEN } way; /* in which the mover plays */

/* All steps of a roll alike. */
BODY void add_even(const group *g, const unsigned words, const uint32_t *step, const uint32_t *end, bool again,
                   double weight, sums *s)
{
    const double share = weight / (double)(end - step);
    for (; step < end; step++) {
        uint32_t p[ZM_PANEL];
        if (again) {
            look_behind(g, words, *step, p);
            add(s, words, p, share);
        } else
            add_against(s, words, panel(g->block->over[zm_step_block(*step)], words, zm_step_side(*step)), share);
    }
}

BODY void add_roll(const group *g, const unsigned words, const way how, uint32_t side, unsigned roll, sums *s)
{
    const zm_race_block *b = g->block;
    const zm_race_sides *k = b->own;
    const uint64_t n = (uint64_t)side * b->rolls + roll;
    const uint32_t *step = k->step + k->at[n], *end = k->step + k->at[n + 1];
    const double weight = (k->weight ? (double)k->weight[n] : 1) * (how == EVEN ? b->parts : 1);
    const bool again = b->again >> roll & 1;
    uint32_t best[ZM_PANEL];
    if (how == EVEN && step < end)
        add_even(g, words, step, end, again, weight, s);
    else if (!again) {
        if (how == CHOSEN && step + 1 < end)
            go_over_chosen(g, words, b->choice[n], step, end, best);
        else if (how == BEST && b->must_capture && step < end)
            go_over_capturing(g, words, step, end, best);
        else
            go_over(g, words, side, step, end, best);
        add_against(s, words, best, weight);
    } else if (step < end) {
        if (how == CHOSEN && step + 1 < end)
            stay_chosen(g, words, b->choice[n], step, end, best);
        else
            stay(g, words, step, end, best);
        add(s, words, best, weight);
    } else
        keep(g, words, side, weight, s);
}

BODY uint32_t run(const zm_race_block *b, const unsigned words, const way how)
{
    group g;
    const zm_race_sides *k = b->own;
    uint32_t widest[ZM_RACE_LANES] = {0}, all = 0;
    look_at_group(b, &g);
    for (uint32_t side = 0; side < k->sides; side++) {
        sums s = {0};
        for (unsigned roll = 0; roll < b->rolls; roll++)
            add_roll(&g, words, how, side, roll, &s);
        uint32_t *out = zm_panel_at(b->out, words, side);
        divide(&s, words, out);
        if (words > 1)
            note_widths(out, widest);
    }
    for (unsigned i = 0; i < g.lanes; i++)
        all = widest[i] > all ? widest[i] : all;
    return all;
}

/* ---- laying down: from a panel an own side to a panel an other side ---- */
typedef uint32_t line __attribute__((vector_size(4 * ZM_RACE_LANES), aligned(4), may_alias));

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
    for (unsigned i = 0; i < ZM_RACE_LANES; i++)                     \
        if (!(i & (d))) {                                            \
            const line a = row[i], b = row[i + (d)];                 \
            row[i] = __builtin_shufflevector(a, b, UPPER_##d);       \
            row[i + (d)] = __builtin_shufflevector(a, b, LOWER_##d); \
        }

BODY void transpose(line row[ZM_RACE_LANES]){SWAP_BLOCKS(8) SWAP_BLOCKS(4) SWAP_BLOCKS(2) SWAP_BLOCKS(1)}

BODY void note_change(const uint32_t *before, const uint32_t *now, uint32_t *most)
{
    LANEWISE
    for (unsigned i = 0; i < ZM_RACE_LANES; i++) {
        const uint32_t change = now[i] > before[i] ? now[i] - before[i] : before[i] - now[i];
        most[i] = change > most[i] ? change : most[i];
    }
}

/* One bound of ZM_RACE_LANES own sides against all lanes; `from` and `to` point at that bound of the first panel. */
BODY void put_tile(const uint32_t *from, uint32_t *to, const unsigned words, uint32_t lanes, uint32_t *most)
{
    line row[ZM_RACE_LANES];
    for (unsigned i = 0; i < ZM_RACE_LANES; i++)
        row[i] = *(const line *)(from + i * words * ZM_RACE_LANES);
    transpose(row);
    for (unsigned i = 0; i < lanes; i++) {
        line *at = (line *)(to + i * words * ZM_RACE_LANES);
        note_change((const uint32_t *)at, (const uint32_t *)&row[i], most);
        *at = row[i];
    }
}

BODY uint32_t put_back(const zm_race_block *b, const unsigned words, uint32_t *values)
{
    const uint32_t first = b->group * ZM_RACE_LANES, others = b->other->sides;
    const uint32_t lanes = others - first < ZM_RACE_LANES ? others - first : ZM_RACE_LANES;
    uint32_t most[ZM_RACE_LANES] = {0}, all = 0;
    for (uint32_t side = 0; side < b->own->sides; side += ZM_RACE_LANES) {
        uint32_t *to = zm_panel_at(values, words, (uint64_t)(side / ZM_RACE_LANES) * others + first);
        for (unsigned word = 0; word < words; word++)
            put_tile(zm_panel_at(b->out, words, side) + word * ZM_RACE_LANES, to + word * ZM_RACE_LANES, words, lanes,
                     most);
    }
    for (unsigned i = 0; i < ZM_RACE_LANES; i++)
        all = most[i] > all ? most[i] : all;
    return all;
}

/* Who does not play his best has bounds. */
#define RUN(b)                    \
    if ((b)->parts)               \
        return run(b, 2, EVEN);   \
    if ((b)->choice)              \
        return run(b, 2, CHOSEN); \
    return (b)->words > 1 ? run(b, 2, BEST) : run(b, 1, BEST);

/* Not with the address sanitizer, whose stack frames gcc does not align for it (its bug 110027). */
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#define AVX512 __attribute__((target("avx512f,avx512dq,avx512vl,avx512bw")))
AVX512 static uint32_t run_avx512(const zm_race_block *b){RUN(b)} AVX512 static uint32_t
    put_back_avx512(const zm_race_block *b, uint32_t *values)
{
    return b->words > 1 ? put_back(b, 2, values) : put_back(b, 1, values);
}

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
static uint32_t run_any(const zm_race_block *b) { RUN(b) }
static uint32_t put_back_any(const zm_race_block *b, uint32_t *values)
{
    return b->words > 1 ? put_back(b, 2, values) : put_back(b, 1, values);
}

uint32_t zm_race_block_run(const zm_race_block *b) { return has_avx512() ? run_avx512(b) : run_any(b); }
uint32_t zm_race_block_put_back(const zm_race_block *b, uint32_t *values)
{
    return has_avx512() ? put_back_avx512(b, values) : put_back_any(b, values);
}
