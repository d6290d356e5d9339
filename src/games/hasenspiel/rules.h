/* rules.h: Hasenspiel: a rabbit runs from the top row of a chess board to the first, pawns try to shut it in.
 *
 * Only dark squares are used. They are numbered row by row from the first row up, size/2 a row: a1 is 0, c1 is 1; odd
 * rows (from 0) begin at b. The rabbit steps to a neighbouring free square, a pawn to one in the next higher row. The
 * rabbit wins on the first row, and whoever cannot move has lost. docs/hasenspiel.md has the rules, the cuts and the
 * figures.
 *
 * POSITION   lo           pawns on squares 0 to 63
 *            hi  0 to  7  pawns on squares 64 to 71
 *            hi  8 to 14  the rabbit's square
 *            hi 63        the turn: 0 rabbit, 1 pawns
 *
 * TIERS      Pawns never come back, so the pawns per row (the shape) and the turn are a tier key. Let the k pawns in ascending
 *            order stand h_0 >= h_1 >= ... rows below the top row. Then
 *                shape = sum over i of C(h_i + k-1-i, k-i)         0 .. C(size-1+k, k)-1
 *            is the place of the shape in alphabetical order of its counts, first row first. A pawn's step makes it smaller;
 *            with  tier = 2 shape + (1 if the rabbit is to move)  every move leads to a smaller tier.
 *
 * INDEX      Two rows are a number of `size` bits; the sets with the same two counts (a class) are numbered in order. The
 *            numbers of the size/2 pairs of rows are the digits of a mixed radix number; times the free squares, plus the
 *            rabbit's number among the free squares. Nothing is wasted but what play cannot reach. */
#ifndef ZM_GAMES_HASENSPIEL_RULES_H
#define ZM_GAMES_HASENSPIEL_RULES_H

#include <zermelo/rules.h>

enum {
    HASE_SQUARES = 72, /* of the largest board, 12x12 */
    HASE_PAWNS = 6,
    HASE_SETS = 1 << 12, /* sets of squares of two rows */
    HASE_CLASSES = 49,   /* 0 to 6 pawns in either row */
    HASE_SHAPES = 12376, /* C(17,6) */
};

typedef struct hase_class { /* the sets of squares of two rows with given counts */
    uint32_t first;         /* of them in `set_of` */
    uint32_t sets;
    uint64_t inverse; /* hase_inverse(sets) */
} hase_class;

typedef struct hase_data {
    uint32_t size, half, pawns, rabbit; /* half: squares a row; rabbit: where it starts */
    uint32_t goal;                      /* the rabbit has won on a smaller square than this, */
    int32_t lead[2];                    /* or, by turn, on a smaller one than the rear pawn's plus this */
    uint32_t shapes, free;
    uint64_t free_inverse;
    uint64_t left,
        right; /* boards of up to 64 squares: those of even rows but the first column, of odd rows but the last */
    zm_pos up[HASE_SQUARES], down[HASE_SQUARES]; /* neighbours, as sets of squares */
    uint32_t term[HASE_PAWNS][HASE_SQUARES];     /* [i][square] = C(h_i + k-1-i, k-i) */
    uint32_t digit[HASE_SETS];                   /* sets of its class << 16 | its number among them */
    uint16_t set_of[HASE_SETS];                  /* and back */
    hase_class classes[HASE_CLASSES];
    uint8_t shape[HASE_SHAPES][8]; /* the class of every pair of rows */
} hase_data;

ZM_INLINE const hase_data *hase_of(const zm_variant *v) { return (const hase_data *)v->data; }

/* x / y is x * inverse(y) >> 32 as long as x*y < 2^32; here x < 46656 * 66 and y <= 71, or x < 46656 and y <= 400. */
ZM_INLINE uint64_t hase_inverse(uint32_t y) { return ((uint64_t)1 << 32) / y + 1; }
ZM_INLINE uint32_t hase_divide(uint32_t x, uint64_t inverse) { return (uint32_t)(x * inverse >> 32); }

ZM_INLINE unsigned hase_turn(zm_pos p) { return (unsigned)(p.hi >> 63); }
ZM_INLINE unsigned hase_rabbit(zm_pos p) { return (unsigned)(p.hi >> 8) & 127; }

/* ---- sets of squares: the two words of a position's pawns ---- */
ZM_INLINE zm_pos hase_square(unsigned s)
{
    zm_pos set = {(uint64_t)(s < 64) << (s & 63), (uint64_t)(s >> 6) << (s & 63)};
    return set;
}

ZM_INLINE zm_pos hase_pawns(zm_pos p)
{
    p.hi &= 255;
    return p;
}

ZM_INLINE zm_pos hase_minus(zm_pos a, zm_pos b)
{
    a.lo &= ~b.lo;
    a.hi &= ~b.hi;
    return a;
}

ZM_INLINE bool hase_any(zm_pos set) { return (set.lo | set.hi) != 0; }
ZM_INLINE unsigned hase_first(zm_pos set) { return set.lo ? zm_lowest(set.lo) : 64 + zm_lowest(set.hi); }
ZM_INLINE unsigned hase_take(zm_pos *set) { return set->lo ? zm_take_lowest(&set->lo) : 64 + zm_take_lowest(&set->hi); }

ZM_INLINE zm_pos hase_occupied(zm_pos p)
{
    zm_pos rabbit = hase_square(hase_rabbit(p));
    p.lo |= rabbit.lo;
    p.hi = (p.hi & 255) | rabbit.hi;
    return p;
}

ZM_INLINE zm_pos hase_around(const hase_data *d, unsigned s)
{
    zm_pos set = {d->up[s].lo | d->down[s].lo, d->up[s].hi | d->down[s].hi};
    return set;
}

/* ---- the rules ---- */
ZM_INLINE zm_pos hase_start(const zm_variant *v)
{
    const hase_data *d = hase_of(v);
    zm_pos p = {zm_low_bits(d->pawns), (uint64_t)d->rabbit << 8};
    return p;
}

ZM_INLINE zm_end hase_ended(const zm_variant *v, zm_pos p)
{
    const hase_data *d = hase_of(v);
    const unsigned rabbit = hase_rabbit(p), turn = hase_turn(p);
    if (rabbit >= d->goal && (int32_t)rabbit >= (int32_t)hase_first(hase_pawns(p)) + d->lead[turn])
        return ZM_OPEN; /* or whoever is to move is stuck and has lost: that needs no word here */
    return turn ? ZM_LOSS : ZM_WIN;
}

/* A move is from | to << 8. */
ZM_INLINE unsigned hase_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const hase_data *d = hase_of(v);
    const zm_pos occupied = hase_occupied(p);
    unsigned n = 0;
    if (!hase_turn(p)) {
        for (zm_pos to = hase_minus(hase_around(d, hase_rabbit(p)), occupied); hase_any(to);)
            out[n++] = hase_rabbit(p) | (zm_move)hase_take(&to) << 8;
        return n;
    }
    for (zm_pos rest = hase_pawns(p); hase_any(rest);) {
        const unsigned from = hase_take(&rest);
        for (zm_pos to = hase_minus(d->up[from], occupied); hase_any(to);)
            out[n++] = from | (zm_move)hase_take(&to) << 8;
    }
    return n;
}

/* Rabbit or pawn from one square to another, forwards or backwards; the turn passes. */
ZM_INLINE zm_pos hase_step_rabbit(zm_pos p, unsigned to)
{
    p.hi = (p.hi & ~(uint64_t)(127 << 8)) | (uint64_t)to << 8;
    return zm_next_turn(p);
}

ZM_INLINE zm_pos hase_step_pawn(zm_pos p, unsigned from, unsigned to)
{
    const zm_pos a = hase_square(from), b = hase_square(to);
    p.lo ^= a.lo | b.lo;
    p.hi ^= a.hi | b.hi;
    return zm_next_turn(p);
}

ZM_INLINE zm_pos hase_play(const zm_variant *v, zm_pos p, zm_move m)
{
    const unsigned from = (unsigned)m & 255, to = (unsigned)(m >> 8);
    return hase_turn(p) ? hase_step_pawn(p, from, to) : hase_step_rabbit(p, to);
}

/* ---- the dense index ---- */
ZM_INLINE uint32_t hase_tiers(const zm_variant *v) { return 2 * hase_of(v)->shapes; }

ZM_INLINE uint64_t hase_tier_size(const zm_variant *v, uint32_t tier)
{
    const hase_data *d = hase_of(v);
    uint64_t size = d->free;
    for (unsigned k = 0; k < d->half; k++)
        size *= d->classes[d->shape[tier / 2][k]].sets;
    return size;
}

/* The number of the pawns among those of their shape. With the size as a constant the loop is unrolled; it is the
 * innermost one. Of all boards only the top two rows of 12x12 lie in both words. */
ZM_INLINE uint32_t hase_number_on(const hase_data *d, zm_pos pawns, unsigned size)
{
    uint32_t number = 0;
    for (unsigned k = 0; k < size / 2; k++) {
        const uint64_t set = size * k == 60 ? pawns.lo >> 60 | pawns.hi << 4 : pawns.lo >> size * k;
        const uint32_t digit = d->digit[set & zm_low_bits(size)];
        number = number * (digit >> 16) + (digit & 0xFFFF);
    }
    return number;
}

ZM_INLINE uint32_t hase_number(const hase_data *d, zm_pos pawns)
{
    return d->size == 8    ? hase_number_on(d, pawns, 8)
           : d->size == 10 ? hase_number_on(d, pawns, 10)
                           : hase_number_on(d, pawns, d->size);
}

ZM_INLINE zm_place hase_rank(const zm_variant *v, zm_pos p)
{
    const hase_data *d = hase_of(v);
    const unsigned rabbit = hase_rabbit(p);
    unsigned i = 0, below = 0; /* pawns so far; those before the rabbit */
    uint32_t shape = 0;
    for (zm_pos rest = hase_pawns(p); i < d->pawns; i++) {
        const unsigned s = hase_take(&rest);
        shape += d->term[i][s];
        below += s < rabbit;
    }
    zm_place at = {2 * shape + 1 - hase_turn(p), (uint64_t)hase_number(d, hase_pawns(p)) * d->free + rabbit - below};
    return at;
}

ZM_INLINE zm_pos hase_pawns_of(const hase_data *d, uint32_t shape, uint32_t number)
{
    zm_pos p = {0, 0};
    for (unsigned k = d->half; k-- > 0;) {
        const hase_class *c = &d->classes[d->shape[shape][k]];
        const uint32_t rest = hase_divide(number, c->inverse);
        const uint64_t set = d->set_of[c->first + number - rest * c->sets];
        const unsigned shift = d->size * k;
        p.lo |= set << shift;
        p.hi |= shift == 60 ? set >> 4 : 0;
        number = rest;
    }
    return p;
}

ZM_INLINE zm_pos hase_unrank(const zm_variant *v, zm_place at)
{
    const hase_data *d = hase_of(v);
    const uint32_t number = hase_divide((uint32_t)at.index, d->free_inverse);
    unsigned rabbit = (unsigned)at.index - number * d->free; /* its number among the free squares */
    zm_pos p = hase_pawns_of(d, at.tier / 2, number);
    for (zm_pos rest = p; hase_any(rest);)
        rabbit += hase_take(&rest) <= rabbit;
    p.hi |= (uint64_t)rabbit << 8 | (uint64_t)(~at.tier & 1) << 63;
    return p;
}

/* The rabbit's step only passes the turn; a pawn's takes one from a row's count to the next row's. */
ZM_INLINE unsigned hase_children(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    const hase_data *d = hase_of(v);
    unsigned row[HASE_PAWNS], n = 0, pawns = 0;
    if (tier & 1)
        return out[0] = tier - 1, 1;
    for (unsigned r = 0; r < d->size; r++) {
        const unsigned c = d->shape[tier / 2][r / 2], count = r & 1 ? c % (HASE_PAWNS + 1) : c / (HASE_PAWNS + 1);
        for (unsigned i = 0; i < count; i++)
            row[pawns++] = r;
    }
    for (unsigned i = 0; i < pawns; i++) {
        if (row[i] + 1 == d->size || (i + 1 < pawns && row[i + 1] == row[i]))
            continue; /* of the pawns of a row the last one goes */
        uint32_t shape = 0;
        for (unsigned j = 0; j < pawns; j++)
            shape += d->term[j][(row[j] + (j == i)) * d->half];
        out[n++] = 2 * shape + 1;
    }
    return n;
}

/* ---- as a hunt: boards of up to 64 squares ---- */
ZM_INLINE unsigned hase_hunt_squares(const zm_variant *v) { return hase_of(v)->size * hase_of(v)->half; }
ZM_INLINE unsigned hase_hunt_free(const zm_variant *v, uint32_t pair) { return hase_of(v)->free; }

ZM_INLINE uint64_t hase_hunt_many(const zm_variant *v, uint32_t pair, uint64_t n)
{
    return hase_pawns_of(hase_of(v), pair, (uint32_t)n).lo;
}

ZM_INLINE zm_place hase_hunt_place(const zm_variant *v, uint64_t many)
{
    const hase_data *d = hase_of(v);
    const zm_pos pawns = {many, 0};
    zm_place at = {0, hase_number(d, pawns)};
    for (unsigned i = 0; many; i++)
        at.tier += d->term[i][zm_take_lowest(&many)];
    return at;
}

/* Straight up or down in the numbering is one diagonal; the other goes to the left from even rows, to the right from
 * odd. */
ZM_INLINE uint64_t hase_hunt_steps(const zm_variant *v, uint64_t from)
{
    const hase_data *d = hase_of(v);
    const uint64_t left = from & d->left, right = from & d->right;
    const unsigned h = d->half;
    const uint64_t to = from << h | from >> h | left << (h - 1) | left >> (h + 1) | right << (h + 1) | right >> (h - 1);
    return to & zm_low_bits(d->size * h);
}

ZM_INLINE unsigned hase_hunt_advance(const zm_variant *v, uint64_t many, uint8_t *from, uint8_t *to)
{
    const hase_data *d = hase_of(v);
    unsigned n = 0;
    for (uint64_t rest = many; rest;) {
        const unsigned s = zm_take_lowest(&rest);
        for (uint64_t up = d->up[s].lo & ~many; up; n++) {
            from[n] = (uint8_t)s;
            to[n] = (uint8_t)zm_take_lowest(&up);
        }
    }
    return n;
}

ZM_INLINE uint64_t hase_hunt_escaped(const zm_variant *v, uint64_t many, bool lone_to_move)
{
    const hase_data *d = hase_of(v);
    const int32_t passed = (int32_t)zm_lowest(many) + d->lead[lone_to_move ? 0 : 1], goal = (int32_t)d->goal;
    const int32_t won = passed > goal ? passed : goal;
    return won > 0 ? zm_low_bits((unsigned)won) : 0;
}

ZM_INLINE zm_pos hase_hunt_position(const zm_variant *v, uint64_t many, unsigned square, bool lone_to_move)
{
    zm_pos p = {many, (uint64_t)square << 8 | (uint64_t)!lone_to_move << 63};
    return p;
}

/* clang-format off */
#define RULES(HOOK)                                                                                                    \
    HOOK(start, hase_start) HOOK(moves, hase_moves) HOOK(play, hase_play) HOOK(ended, hase_ended)
#define INDEX(HOOK)                                                                                                    \
    HOOK(tiers, hase_tiers) HOOK(tier_size, hase_tier_size) HOOK(rank, hase_rank) HOOK(unrank, hase_unrank)            \
    HOOK(inside, ZM_LEAVES) HOOK(children, hase_children)
#define HUNT(HOOK)                                                                                                     \
    HOOK(lone, 0) HOOK(squares, hase_hunt_squares) HOOK(free, hase_hunt_free) HOOK(many, hase_hunt_many)               \
    HOOK(place, hase_hunt_place) HOOK(steps, hase_hunt_steps) HOOK(position, hase_hunt_position)                       \
    HOOK(advance, hase_hunt_advance) HOOK(escaped, hase_hunt_escaped)
#define MOST_MOVES 12
/* clang-format on */
#include "game/hooks.h"

#endif
