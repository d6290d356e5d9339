/* race_gpu.h: the kernels of races on a device, in the common subset of C and CUDA C++: one thread's work, and nothing
 * about threads.
 *
 * VALUES of the pairs of sides with two homes lie together by four sides of the mover's,
 *     open[((mover / 4 * others + other) * 4 + mover % 4) * words]
 * `words` is 2, a lower and an upper bound, or 1, one vector. A tier that is finished is closed: lower bounds and
 * widths apart, 6 bytes a pair instead of 8, and only read from then on. As in solve/race/block.h, a pair in which the
 * other stands on a square of the mover's is no state: its place holds the value after the mover's piece there has been
 * taken. So a turn that goes over needs no look at captures.
 *
 * The host has its own (solve/race/block.c), sixteen placements at once: 0.57 s on one core for two pieces, where these
 * take 1.93 s.
 *
 * A THREAD has four sides of the mover's against two placements of the other side. The threads of a warp have the same
 * four and neighbouring placements: all go the same way through the steps, and what a turn that goes over leads to, the
 * values of (other, mover'), are neighbours too: 16 bytes a thread, whole sectors a warp. What a turn that stays leads
 * to, (mover', other), is a quarter of a sector at a time; the other quarters are mostly what the thread's next three
 * sides ask for. What it writes are whole sectors again.
 *
 * ORDER. Threads read what others write at the same time. Each word is a bound that holds, older or newer, so that
 * whatever comes out is one too; a sweep in which no word changed has seen what all words are, so that the end, when it
 * is waited for, is the one fixed point above 0 and below 1 whatever the order (solve/race/race.c). */
#ifndef ZM_KERNEL_RACE_GPU_H
#define ZM_KERNEL_RACE_GPU_H

#include "race_sides.h"

#ifdef __CUDACC__
#define ZM_RACE_KERNEL static __device__ __forceinline__
#define ZM_LOAD(p) __ldg(p) /* tables, which nobody writes */
#else
#define ZM_RACE_KERNEL static inline __attribute__((always_inline))
#define ZM_LOAD(p) (*(p))
#endif

enum {
    ZM_RACE_GPU_SIDES = 4,     /* of the mover's, a thread */
    ZM_RACE_GPU_OTHERS = 2,    /* of the other's, a thread */
    ZM_RACE_GPU_EQUALS = 4096, /* states with the least or the most that are listed */
};

typedef enum zm_race_gpu_kernel {
    ZM_RACE_GPU_FILL,     /* nothing is known: from 0 to 1, or in the middle */
    ZM_RACE_GPU_SWEEP,    /* every value from those of what it can become */
    ZM_RACE_GPU_CHOSEN,   /* the same for one who takes the steps that are written down */
    ZM_RACE_GPU_EVEN,     /* and for one who takes any step of a roll alike */
    ZM_RACE_GPU_CAPTURED, /* places that are no states from those that are, for values that came from elsewhere */
    ZM_RACE_GPU_CLOSE,    /* open values to closed ones */
    ZM_RACE_GPU_EXTREMES, /* the least and the most likely to win */
    ZM_RACE_GPU_LIST,     /* which they are */
} zm_race_gpu_kernel;

/* The steps of one roll: first those that keep the home. */
typedef struct zm_race_gpu_steps {
    uint32_t first;
    uint16_t kept, all;
} zm_race_gpu_steps;

typedef struct zm_race_gpu_side { /* a zm_race_sides, where the kernels are */
    uint32_t sides;
    const uint64_t *track, *faced;
    const uint32_t *less;
    const zm_race_gpu_steps *at; /* [side * rolls + roll] */
    const uint32_t *step;
    const uint16_t *weight;
} zm_race_gpu_side;

typedef struct zm_race_gpu_closed {
    const uint32_t *lower;
    const uint16_t *width; /* NULL with one vector */
    uint32_t others;
} zm_race_gpu_closed;

/* What a kernel found; sums over all its threads. */
typedef struct zm_race_gpu_found {
    uint32_t widest; /* of the states: interval, or change where there is one vector */
    uint32_t changed;
    uint64_t least, most; /* lower + upper; twice the value where there is one vector */
    uint32_t listed;
    uint32_t list[ZM_RACE_GPU_EQUALS][2]; /* mover, other */
} zm_race_gpu_found;

typedef struct zm_race_gpu {
    zm_race_gpu_side own, other;
    uint32_t words;
    uint32_t rolls, first_again; /* the first roll after which the turn stays; `rolls` when there is none */
    uint64_t again;
    bool must_capture;
    bool look;              /* SWEEP: compare with what was there */
    uint32_t parts;         /* EVEN: what a roll's weight is multiplied by; can be divided by the number of its steps */
    const uint16_t *choice; /* CHOSEN: by place, two bits a roll: which of its steps */
    uint8_t face[ZM_RACE_SQUARES];
    uint32_t *open;         /* this pair of homes */
    const uint32_t *turned; /* the same with the other to move: his own values, when two play who do not play alike */
    zm_race_gpu_closed over[ZM_RACE_SIDES_BLOCKS], stay[ZM_RACE_SIDES_BLOCKS];
    uint32_t *lower; /* CLOSE: where to */
    uint16_t *width;
    uint64_t least, most; /* LIST: what counts */
} zm_race_gpu;

/* Where one value is. */
typedef struct zm_race_gpu_spot {
    const uint32_t *lower, *upper; /* no upper: with one vector, and closed */
    const uint16_t *width;         /* closed */
} zm_race_gpu_spot;

/* What a thread found. */
typedef struct zm_race_gpu_note {
    uint32_t widest, changed;
    uint64_t least, most;
} zm_race_gpu_note;

/* Values against two neighbouring placements of the other side; with one vector there is no upper. */
typedef struct zm_duo {
    uint32_t lower[2], upper[2];
} zm_duo;

/* ---- getting at values ---- */
ZM_RACE_KERNEL void zm_load_pair(const uint32_t *p, uint32_t out[2])
{
#ifdef __CUDACC__
    const uint2 x = *(const uint2 *)p;
    out[0] = x.x;
    out[1] = x.y;
#else
    out[0] = p[0];
    out[1] = p[1];
#endif
}

/* Four words in a row: with bounds, two neighbouring movers. */
ZM_RACE_KERNEL void zm_load_four(const uint32_t *p, uint32_t out[4])
{
#ifdef __CUDACC__
    const uint4 x = *(const uint4 *)p;
    out[0] = x.x;
    out[1] = x.y;
    out[2] = x.z;
    out[3] = x.w;
#else
    for (unsigned i = 0; i < 4; i++)
        out[i] = p[i];
#endif
}

ZM_RACE_KERNEL void zm_store_four(uint32_t *p, const uint32_t in[4])
{
#ifdef __CUDACC__
    *(uint4 *)p = make_uint4(in[0], in[1], in[2], in[3]);
#else
    for (unsigned i = 0; i < 4; i++)
        p[i] = in[i];
#endif
}

/* Where (mover, other) is, counted in pairs. */
ZM_RACE_KERNEL uint64_t zm_race_gpu_place(uint32_t mover, uint32_t others, uint32_t other)
{
    return ((uint64_t)(mover / ZM_RACE_GPU_SIDES) * others + other) * ZM_RACE_GPU_SIDES + mover % ZM_RACE_GPU_SIDES;
}

/* Two neighbouring movers (the first even) against one other. */
ZM_RACE_KERNEL void zm_load_movers(const uint32_t *p, const unsigned words, zm_duo *out)
{
    if (words == 2) {
        uint32_t x[4];
        zm_load_four(p, x);
        out->lower[0] = x[0];
        out->upper[0] = x[1];
        out->lower[1] = x[2];
        out->upper[1] = x[3];
    } else
        zm_load_pair(p, out->lower);
}

ZM_RACE_KERNEL void zm_load_one(const uint32_t *values, uint64_t place, const unsigned words, unsigned i, zm_duo *out)
{
    if (words == 2) {
        uint32_t x[2];
        zm_load_pair(values + 2 * place, x);
        out->lower[i] = x[0];
        out->upper[i] = x[1];
    } else
        out->lower[i] = values[place];
}

ZM_RACE_KERNEL void zm_take_least(zm_duo *best, const zm_duo *x, const unsigned words)
{
    for (unsigned i = 0; i < 2; i++) {
        best->lower[i] = x->lower[i] < best->lower[i] ? x->lower[i] : best->lower[i];
        if (words == 2)
            best->upper[i] = x->upper[i] < best->upper[i] ? x->upper[i] : best->upper[i];
    }
}

ZM_RACE_KERNEL void zm_take_most(zm_duo *best, const zm_duo *x, const unsigned words)
{
    for (unsigned i = 0; i < 2; i++) {
        best->lower[i] = x->lower[i] > best->lower[i] ? x->lower[i] : best->lower[i];
        if (words == 2)
            best->upper[i] = x->upper[i] > best->upper[i] ? x->upper[i] : best->upper[i];
    }
}

ZM_RACE_KERNEL void zm_set_duo(zm_duo *d, uint32_t value)
{
    for (unsigned i = 0; i < 2; i++)
        d->lower[i] = d->upper[i] = value;
}

/* ---- one thread ---- */
typedef struct zm_race_gpu_at { /* what a thread's two placements are */
    uint32_t other[2];          /* the second repeats the first when it is beyond the last */
    uint64_t faced[2];
    const uint32_t *turned; /* of the two as movers, by other */
} zm_race_gpu_at;

/* ZM_NOWHERE is no square, so that its bit is never set. */
ZM_RACE_KERNEL bool zm_race_gpu_hits(const zm_race_gpu_at *t, unsigned i, uint32_t step)
{
    return t->faced[i] >> zm_step_lands(step) & 1;
}

/* Which of the two can capture with this roll, as a set. */
ZM_RACE_KERNEL unsigned zm_race_gpu_capturing(const zm_race_gpu *w, const zm_race_gpu_at *t, zm_race_gpu_steps s)
{
    unsigned can = 0;
    for (uint32_t i = 0; i < s.all; i++)
        for (unsigned k = 0; k < 2; k++)
            can |= (unsigned)zm_race_gpu_hits(t, k, ZM_LOAD(w->own.step + s.first + i)) << k;
    return can;
}

/* Where one of the two can capture and does not with this step, it gets the worst value. */
ZM_RACE_KERNEL void zm_race_gpu_forbid(const zm_race_gpu_at *t, uint32_t step, unsigned can, uint32_t worst, zm_duo *x)
{
    for (unsigned k = 0; k < 2; k++)
        if ((can >> k & 1) && !zm_race_gpu_hits(t, k, step))
            x->lower[k] = x->upper[k] = worst;
}

/* ---- the turn goes over ---- */
ZM_RACE_KERNEL void zm_race_gpu_kept(const zm_race_gpu *w, const zm_race_gpu_at *t, uint32_t step, const unsigned words,
                                     zm_duo *x)
{
    zm_load_movers(t->turned + (uint64_t)zm_step_side(step) * ZM_RACE_GPU_SIDES * words, words, x);
}

ZM_RACE_KERNEL void zm_race_gpu_home(const zm_race_gpu *w, const zm_race_gpu_at *t, uint32_t step, const unsigned words,
                                     zm_duo *x)
{
    const uint32_t block = zm_step_block(step);
    if (block == ZM_RACE_SIDES_WON) {
        zm_set_duo(x, 0);
        return;
    }
    const zm_race_gpu_closed *c = &w->over[block];
    const uint64_t place = zm_race_gpu_place(t->other[0], c->others, zm_step_side(step));
    zm_load_pair(c->lower + place, x->lower);
    if (words == 2) {
        x->upper[0] = x->lower[0] + ZM_LOAD(c->width + place);
        x->upper[1] = x->lower[1] + ZM_LOAD(c->width + place + 1);
    }
}

/* `count` steps at once, so that their loads do not wait for each other. */
ZM_RACE_KERNEL void zm_race_gpu_least(const zm_race_gpu *w, const zm_race_gpu_at *t, const uint32_t *step,
                                      const unsigned count, const unsigned words, zm_duo *best)
{
    zm_duo x[4];
    for (unsigned i = 0; i < count; i++)
        zm_race_gpu_kept(w, t, ZM_LOAD(step + i), words, &x[i]);
    for (unsigned i = 0; i < count; i++)
        zm_take_least(best, &x[i], words);
}

ZM_RACE_KERNEL void zm_race_gpu_over(const zm_race_gpu *w, const zm_race_gpu_at *t, uint32_t side, zm_race_gpu_steps s,
                                     const unsigned words, zm_duo *best)
{
    const uint32_t *step = w->own.step + s.first;
    uint32_t kept = s.kept;
    zm_set_duo(best, ZM_CERTAIN);
    if (!s.all) {
        zm_race_gpu_kept(w, t, side, words, best);
        return;
    }
    for (; kept >= 4; kept -= 4, step += 4)
        zm_race_gpu_least(w, t, step, 4, words, best);
    if (kept == 3)
        zm_race_gpu_least(w, t, step, 3, words, best);
    else if (kept == 2)
        zm_race_gpu_least(w, t, step, 2, words, best);
    else if (kept == 1)
        zm_race_gpu_least(w, t, step, 1, words, best);
    step = w->own.step + s.first;
    for (uint32_t i = s.kept; i < s.all; i++) {
        zm_duo x;
        zm_race_gpu_home(w, t, ZM_LOAD(step + i), words, &x);
        zm_take_least(best, &x, words);
    }
}

ZM_RACE_KERNEL void zm_race_gpu_over_capturing(const zm_race_gpu *w, const zm_race_gpu_at *t, zm_race_gpu_steps s,
                                               const unsigned words, zm_duo *best)
{
    const unsigned can = zm_race_gpu_capturing(w, t, s);
    zm_set_duo(best, ZM_CERTAIN);
    for (uint32_t i = 0; i < s.all; i++) {
        const uint32_t step = ZM_LOAD(w->own.step + s.first + i);
        zm_duo x;
        if (i < s.kept)
            zm_race_gpu_kept(w, t, step, words, &x);
        else
            zm_race_gpu_home(w, t, step, words, &x);
        zm_race_gpu_forbid(t, step, can, ZM_CERTAIN, &x);
        zm_take_least(best, &x, words);
    }
}

/* ---- the turn stays ---- */
/* The other side after the step: without the piece that was taken, if one was. */
ZM_RACE_KERNEL uint32_t zm_race_gpu_left(const zm_race_gpu *w, const zm_race_gpu_at *t, unsigned i, uint32_t step)
{
    if (!zm_race_gpu_hits(t, i, step))
        return t->other[i];
    const uint64_t below = zm_low_bits(w->face[zm_step_lands(step)]);
    const uint32_t nth = zm_count_bits(ZM_LOAD(w->other.track + t->other[i]) & below);
    return ZM_LOAD(w->other.less + t->other[i] * ZM_RACE_RUNNERS + nth);
}

/* For one of the two; the step does not win. */
ZM_RACE_KERNEL void zm_race_gpu_again_one(const zm_race_gpu *w, const zm_race_gpu_at *t, uint32_t step,
                                          const unsigned words, unsigned i, zm_duo *x)
{
    const uint32_t side = zm_step_side(step), block = zm_step_block(step);
    const uint64_t place = zm_race_gpu_place(side, w->other.sides, zm_race_gpu_left(w, t, i, step));
    if (!block) {
        zm_load_one(w->open, place, words, i, x);
        return;
    }
    x->lower[i] = ZM_LOAD(w->stay[block].lower + place);
    if (words == 2)
        x->upper[i] = x->lower[i] + ZM_LOAD(w->stay[block].width + place);
}

ZM_RACE_KERNEL void zm_race_gpu_again(const zm_race_gpu *w, const zm_race_gpu_at *t, uint32_t step,
                                      const unsigned words, zm_duo *x)
{
    if (zm_step_block(step) == ZM_RACE_SIDES_WON) {
        zm_set_duo(x, ZM_CERTAIN);
        return;
    }
    for (unsigned i = 0; i < 2; i++)
        zm_race_gpu_again_one(w, t, step, words, i, x);
}

ZM_RACE_KERNEL void zm_race_gpu_stay(const zm_race_gpu *w, const zm_race_gpu_at *t, zm_race_gpu_steps s,
                                     const unsigned words, const bool general, zm_duo *best)
{
    const unsigned can = general && w->must_capture ? zm_race_gpu_capturing(w, t, s) : 0;
    zm_set_duo(best, 0);
    for (uint32_t i = 0; i < s.all; i++) {
        const uint32_t step = ZM_LOAD(w->own.step + s.first + i);
        zm_duo x;
        zm_race_gpu_again(w, t, step, words, &x);
        if (general)
            zm_race_gpu_forbid(t, step, can, 0, &x);
        zm_take_most(best, &x, words);
    }
}

/* ---- the mean ---- */
/* x / 6 and x / 5 for x below 6 * 2^32, in 32 bits: 2^32 = 6 * 715827882 + 4 = 5 * 858993459 + 1. */
ZM_RACE_KERNEL uint32_t zm_sixth(uint64_t x)
{
    const uint32_t high = (uint32_t)(x >> 32), low = (uint32_t)x, q = low / 6;
    return high * 715827882u + q + (4 * high + (low - 6 * q)) / 6;
}

ZM_RACE_KERNEL uint32_t zm_fifth(uint64_t x)
{
    const uint32_t high = (uint32_t)(x >> 32), low = (uint32_t)x, q = low / 5;
    return high * 858993459u + q + (high + (low - 5 * q)) / 5;
}

/* x / total rounded down; x is at most total * 2^32 - 1. */
ZM_RACE_KERNEL uint32_t zm_race_gpu_divide(uint64_t x, uint32_t total)
{
    return total == 6 ? zm_sixth(x) : total == 5 ? zm_fifth(x) : (uint32_t)(x / total);
}

typedef struct zm_race_gpu_sums {
    uint64_t lower[2], upper[2];
    uint32_t total;
} zm_race_gpu_sums;

/* What the other side has at least, this side has not at most. */
ZM_RACE_KERNEL void zm_race_gpu_add(zm_race_gpu_sums *s, const zm_duo *x, bool against, uint32_t weight,
                                    const unsigned words)
{
    for (unsigned i = 0; i < 2; i++)
        if (words == 1)
            s->lower[i] += (uint64_t)(against ? ~x->lower[i] : x->lower[i]) * weight;
        else {
            s->lower[i] += (uint64_t)(against ? ~x->upper[i] : x->lower[i]) * weight;
            s->upper[i] += (uint64_t)(against ? ~x->lower[i] : x->upper[i]) * weight;
        }
    s->total += weight;
}

/* Bounds are rounded outward, one vector to the nearest. */
ZM_RACE_KERNEL void zm_race_gpu_mean(const zm_race_gpu_sums *s, const unsigned words, zm_duo *out)
{
    for (unsigned i = 0; i < 2; i++)
        if (words == 1)
            out->lower[i] = zm_race_gpu_divide(s->lower[i] + s->total / 2, s->total);
        else {
            out->lower[i] = zm_race_gpu_divide(s->lower[i], s->total);
            out->upper[i] = zm_race_gpu_divide(s->upper[i] + s->total - 1, s->total);
        }
}

ZM_RACE_KERNEL zm_race_gpu_steps zm_race_gpu_roll(const zm_race_gpu *w, uint32_t side, unsigned roll)
{
    const uint64_t n = (uint64_t)side * w->rolls + roll;
#ifdef __CUDACC__
    const uint2 x = __ldg((const uint2 *)w->own.at + n);
    zm_race_gpu_steps s;
    s.first = x.x;
    s.kept = (uint16_t)x.y;
    s.all = (uint16_t)(x.y >> 16);
    return s;
#else
    return w->own.at[n];
#endif
}

/* One side of the mover's; `stays` is what the first roll that keeps the turn gives. */
ZM_RACE_KERNEL void zm_race_gpu_value(const zm_race_gpu *w, const zm_race_gpu_at *t, uint32_t side, const zm_duo *stays,
                                      const unsigned words, const bool general, zm_duo *out)
{
    zm_race_gpu_sums sums = {{0, 0}, {0, 0}, 0};
    for (unsigned roll = 0; roll < w->rolls; roll++) {
        const zm_race_gpu_steps s = zm_race_gpu_roll(w, side, roll);
        const bool again = w->again >> roll & 1;
        const uint32_t weight =
            general && w->own.weight ? ZM_LOAD(w->own.weight + (uint64_t)side * w->rolls + roll) : 1;
        zm_duo best;
        if (again && !s.all)
            continue; /* a pass that keeps the turn changes nothing: the other rolls decide */
        if (roll == w->first_again)
            best = *stays;
        else if (again)
            zm_race_gpu_stay(w, t, s, words, general, &best);
        else if (general && w->must_capture && s.all)
            zm_race_gpu_over_capturing(w, t, s, words, &best);
        else
            zm_race_gpu_over(w, t, side, s, words, &best);
        zm_race_gpu_add(&sums, &best, !again, weight, words);
    }
    zm_race_gpu_mean(&sums, words, out);
}

/* ---- who does not play his best ---- */
/* What is behind the step that one of the two takes. */
ZM_RACE_KERNEL void zm_race_gpu_behind(const zm_race_gpu *w, const zm_race_gpu_at *t, uint32_t step, bool again,
                                       const unsigned words, unsigned i, zm_duo *x)
{
    const uint32_t side = zm_step_side(step), block = zm_step_block(step);
    if (block == ZM_RACE_SIDES_WON)
        x->lower[i] = x->upper[i] = again ? ZM_CERTAIN : 0;
    else if (again)
        zm_race_gpu_again_one(w, t, step, words, i, x);
    else if (!block)
        zm_load_one(t->turned, (uint64_t)side * ZM_RACE_GPU_SIDES + i, words, i, x);
    else {
        const zm_race_gpu_closed *c = &w->over[block];
        const uint64_t place = zm_race_gpu_place(t->other[0], c->others, side) + i;
        x->lower[i] = ZM_LOAD(c->lower + place);
        if (words == 2)
            x->upper[i] = x->lower[i] + ZM_LOAD(c->width + place);
    }
}

ZM_RACE_KERNEL void zm_race_gpu_add_even(const zm_race_gpu *w, const zm_race_gpu_at *t, zm_race_gpu_steps s, bool again,
                                         uint32_t weight, const unsigned words, zm_race_gpu_sums *sums)
{
    for (uint32_t i = 0; i < s.all; i++) {
        const uint32_t step = ZM_LOAD(w->own.step + s.first + i);
        zm_duo x;
        for (unsigned k = 0; k < 2; k++)
            zm_race_gpu_behind(w, t, step, again, words, k, &x);
        zm_race_gpu_add(sums, &x, !again, weight * w->parts / s.all, words);
    }
}

ZM_RACE_KERNEL void zm_race_gpu_played(const zm_race_gpu *w, const zm_race_gpu_kernel kernel, const zm_race_gpu_at *t,
                                       uint32_t side, const unsigned words, zm_duo *out)
{
    zm_race_gpu_sums sums = {{0, 0}, {0, 0}, 0};
    uint32_t choice[2] = {0, 0};
    if (kernel == ZM_RACE_GPU_CHOSEN)
        for (unsigned i = 0; i < 2; i++)
            choice[i] = ZM_LOAD(w->choice + zm_race_gpu_place(side, w->other.sides, t->other[i]));
    for (unsigned roll = 0; roll < w->rolls; roll++) {
        const zm_race_gpu_steps s = zm_race_gpu_roll(w, side, roll);
        const bool again = w->again >> roll & 1;
        const uint32_t weight = w->own.weight ? ZM_LOAD(w->own.weight + (uint64_t)side * w->rolls + roll) : 1;
        zm_duo x;
        if (again && !s.all)
            continue;
        if (kernel == ZM_RACE_GPU_EVEN && s.all) {
            zm_race_gpu_add_even(w, t, s, again, weight, words, &sums);
            continue;
        }
        if (!s.all)
            zm_race_gpu_kept(w, t, side, words, &x);
        else
            for (unsigned i = 0; i < 2; i++)
                zm_race_gpu_behind(w, t, ZM_LOAD(w->own.step + s.first + (choice[i] >> 2 * roll & 3)), again, words, i,
                                   &x);
        zm_race_gpu_add(&sums, &x, !again, kernel == ZM_RACE_GPU_EVEN ? weight * w->parts : weight, words);
    }
    zm_race_gpu_mean(&sums, words, out);
}

/* ---- the kernels ---- */
ZM_RACE_KERNEL uint32_t zm_race_gpu_side_at(const zm_race_gpu *w, uint32_t group, unsigned j)
{
    const uint32_t side = group * ZM_RACE_GPU_SIDES + j;
    return side < w->own.sides ? side : w->own.sides - 1; /* those beyond the last repeat it */
}

/* A pair that is no state has the value it has without the mover's piece. */
ZM_RACE_KERNEL void zm_race_gpu_taken(const zm_race_gpu *w, const zm_race_gpu_at *t, uint32_t side, uint64_t common,
                                      unsigned i, const unsigned words, zm_duo *out)
{
    const uint64_t lowest = common & (~common + 1);
    const uint32_t nth = zm_count_bits(ZM_LOAD(w->own.track + side) & (lowest - 1));
    const uint32_t less = ZM_LOAD(w->own.less + side * ZM_RACE_RUNNERS + nth);
    zm_load_one(w->open, zm_race_gpu_place(less, w->other.sides, t->other[i]), words, i, out);
}

/* What a state adds to the note; `word` is the first of the four sides of one placement. */
ZM_RACE_KERNEL void zm_race_gpu_compare(const zm_race_gpu *w, const uint32_t *was, const uint32_t *is,
                                        const bool *state, const unsigned words, zm_race_gpu_note *note)
{
    for (unsigned j = 0; j < ZM_RACE_GPU_SIDES; j++) {
        uint32_t width;
        if (words == 2) {
            width = is[2 * j + 1] - is[2 * j];
            if (w->look)
                note->changed |= (was[2 * j] ^ is[2 * j]) | (was[2 * j + 1] ^ is[2 * j + 1]);
        } else {
            width = was[j] > is[j] ? was[j] - is[j] : is[j] - was[j];
            note->changed |= width;
        }
        note->widest = state[j] && width > note->widest ? width : note->widest;
    }
}

ZM_RACE_KERNEL void zm_race_gpu_put(const zm_race_gpu *w, const zm_race_gpu_at *t, uint32_t group, unsigned i,
                                    const zm_duo *values, const bool *state, const unsigned words,
                                    zm_race_gpu_note *note)
{
    uint32_t *to = w->open + zm_race_gpu_place(group * ZM_RACE_GPU_SIDES, w->other.sides, t->other[i]) * words;
    uint32_t was[8] = {0}, is[8];
    for (unsigned j = 0; j < ZM_RACE_GPU_SIDES; j++) {
        is[words * j] = values[j].lower[i];
        if (words == 2)
            is[2 * j + 1] = values[j].upper[i];
    }
    if (w->look || words == 1)
        for (unsigned k = 0; k < words; k++)
            zm_load_four(to + 4 * k, was + 4 * k);
    zm_race_gpu_compare(w, was, is, state, words, note);
    for (unsigned k = 0; k < words; k++)
        zm_store_four(to + 4 * k, is + 4 * k);
}

ZM_RACE_KERNEL zm_race_gpu_at zm_race_gpu_look(const zm_race_gpu *w, uint32_t other)
{
    zm_race_gpu_at t;
    t.other[0] = other;
    t.other[1] = other + 1 < w->other.sides ? other + 1 : other;
    for (unsigned i = 0; i < 2; i++)
        t.faced[i] = ZM_LOAD(w->other.faced + t.other[i]);
    t.turned = w->turned + zm_race_gpu_place(other, w->own.sides, 0) * w->words;
    return t;
}

ZM_RACE_KERNEL bool zm_race_gpu_is_sweep(const zm_race_gpu_kernel kernel)
{
    return kernel == ZM_RACE_GPU_SWEEP || kernel == ZM_RACE_GPU_CHOSEN || kernel == ZM_RACE_GPU_EVEN;
}

ZM_RACE_KERNEL void zm_race_gpu_sweep(const zm_race_gpu *w, const zm_race_gpu_kernel kernel, uint32_t group,
                                      uint32_t other, const unsigned words, const bool general, zm_race_gpu_note *note)
{
    const zm_race_gpu_at t = zm_race_gpu_look(w, other);
    zm_duo value[ZM_RACE_GPU_SIDES];
    bool state[2][ZM_RACE_GPU_SIDES];
    for (unsigned j = 0; j < ZM_RACE_GPU_SIDES; j++)
        if (kernel == ZM_RACE_GPU_SWEEP && w->first_again < w->rolls)
            zm_race_gpu_stay(w, &t, zm_race_gpu_roll(w, zm_race_gpu_side_at(w, group, j), w->first_again), words,
                             general, &value[j]);
    for (unsigned j = 0; j < ZM_RACE_GPU_SIDES; j++) {
        const uint32_t side = zm_race_gpu_side_at(w, group, j);
        const uint64_t track = ZM_LOAD(w->own.track + side);
        const zm_duo stays = value[j];
        if (kernel == ZM_RACE_GPU_SWEEP)
            zm_race_gpu_value(w, &t, side, &stays, words, general, &value[j]);
        else
            zm_race_gpu_played(w, kernel, &t, side, words, &value[j]);
        for (unsigned i = 0; i < 2; i++) {
            state[i][j] = !(track & t.faced[i]);
            if (!state[i][j])
                zm_race_gpu_taken(w, &t, side, track & t.faced[i], i, words, &value[j]);
        }
    }
    zm_race_gpu_put(w, &t, group, 0, value, state[0], words, note);
    if (t.other[1] != t.other[0])
        zm_race_gpu_put(w, &t, group, 1, value, state[1], words, note);
}

ZM_RACE_KERNEL bool zm_race_gpu_is_state(const zm_race_gpu *w, uint32_t side, uint32_t other)
{
    return side < w->own.sides && !(ZM_LOAD(w->own.track + side) & ZM_LOAD(w->other.faced + other));
}

/* No step leads to a pair with two squares in common. */
ZM_RACE_KERNEL bool zm_race_gpu_is_read(const zm_race_gpu *w, uint32_t side, uint32_t other)
{
    return side < w->own.sides && zm_count_bits(ZM_LOAD(w->own.track + side) & ZM_LOAD(w->other.faced + other)) < 2;
}

ZM_RACE_KERNEL uint64_t zm_race_gpu_twice(const zm_race_gpu *w, uint64_t place)
{
    return w->words == 2 ? (uint64_t)w->open[2 * place] + w->open[2 * place + 1] : 2 * (uint64_t)w->open[place];
}

/* All but the sweep: one pair of sides. */
ZM_RACE_KERNEL void zm_race_gpu_pair(const zm_race_gpu *w, const zm_race_gpu_kernel kernel, uint32_t side,
                                     uint32_t other, zm_race_gpu_note *note, zm_race_gpu_found *found)
{
    const uint64_t place = zm_race_gpu_place(side, w->other.sides, other);
    const bool state = zm_race_gpu_is_state(w, side, other);
    uint32_t *open = w->open + place * w->words;
    if (kernel == ZM_RACE_GPU_FILL) {
        open[0] = w->words == 2 ? 0 : ZM_CERTAIN / 2;
        if (w->words == 2)
            open[1] = ZM_CERTAIN;
    } else if (kernel == ZM_RACE_GPU_CLOSE) {
        const uint32_t width = open[1] - open[0];
        w->lower[place] = open[0];
        w->width[place] = (uint16_t)width;
        if (zm_race_gpu_is_read(w, side, other))
            note->widest = width > note->widest ? width : note->widest;
    } else if (kernel == ZM_RACE_GPU_CAPTURED && !state && side < w->own.sides) {
        zm_duo x = {{0, 0}, {0, 0}};
        const zm_race_gpu_at t = zm_race_gpu_look(w, other);
        zm_race_gpu_taken(w, &t, side, ZM_LOAD(w->own.track + side) & t.faced[0], 0, w->words, &x);
        open[0] = x.lower[0];
        if (w->words == 2)
            open[1] = x.upper[0];
    } else if (kernel == ZM_RACE_GPU_EXTREMES && state) {
        const uint64_t twice = zm_race_gpu_twice(w, place);
        const uint32_t width = w->words == 2 ? open[1] - open[0] : 0;
        note->widest = width > note->widest ? width : note->widest;
        note->least = twice < note->least ? twice : note->least;
        note->most = twice > note->most ? twice : note->most;
    } else if (kernel == ZM_RACE_GPU_LIST && state) {
        const uint64_t twice = zm_race_gpu_twice(w, place);
        if (twice == w->least || twice == w->most) {
#ifdef __CUDACC__
            const uint32_t n = atomicAdd(&found->listed, 1u);
#else
            const uint32_t n = found->listed++;
#endif
            if (n < ZM_RACE_GPU_EQUALS) {
                found->list[n][0] = side;
                found->list[n][1] = other;
            }
        }
    }
}

/* A thread's work: four sides of the mover's, two placements of the other side. */
ZM_RACE_KERNEL void zm_race_gpu_thread(const zm_race_gpu *w, const zm_race_gpu_kernel kernel, uint32_t group,
                                       uint32_t other, const unsigned words, const bool general, zm_race_gpu_note *note,
                                       zm_race_gpu_found *found)
{
    if (zm_race_gpu_is_sweep(kernel)) {
        zm_race_gpu_sweep(w, kernel, group, other, words, general, note);
        return;
    }
    for (uint32_t i = other; i < other + 2 && i < w->other.sides; i++)
        for (uint32_t j = 0; j < ZM_RACE_GPU_SIDES; j++)
            zm_race_gpu_pair(w, kernel, group * ZM_RACE_GPU_SIDES + j, i, note, found);
}

ZM_RACE_KERNEL zm_race_gpu_note zm_race_gpu_nothing(void)
{
    zm_race_gpu_note n = {0, 0, UINT64_MAX, 0};
    return n;
}

ZM_RACE_KERNEL zm_odds zm_race_gpu_fetch(const zm_race_gpu_spot *s)
{
    zm_odds o = {*s->lower, 0};
    o.upper = s->upper ? *s->upper : s->width ? o.lower + *s->width : o.lower;
    return o;
}

/* Games with plain rolls, and without a duty to capture, have a shorter kernel. */
static inline bool zm_race_gpu_is_general(const zm_race_gpu *w) { return w->must_capture || w->own.weight; }

#endif
