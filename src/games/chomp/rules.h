/* rules.h: Chomp, the chocolate game.
 *
 * A bar of rows x cols squares; the square of row 0 and column 0 is poisoned. A bite at (i, j) takes every square in
 * row i or above and in column j or to its right. Whoever takes the poisoned square has lost, so the one who finds the
 * bar empty has won. What is left of the bar is a staircase: row lengths a_0 >= a_1 >= ... >= a_(R-1), 0 <= a_i <= C.
 *
 * POSITION   five bits a row, row i in bits 5i to 5i+4 of the 128 (lengths are at most 16, rows at most 16: 80 bits).
 *
 * INDEX      b_i = a_i + R-1-i falls strictly, so a staircase is an R-subset of 0 .. R+C-1 and its colex rank
 *                rank = sum over i of C(a_i + R-1-i, R-i)          0 .. C(R+C, R)-1
 *            wastes nothing. Every term grows with a_i and a bite only shortens rows: moves lead to smaller indices.
 *            Two rows are ten bits, and `pair` holds the sum of their two terms: a rank is eight look-ups. */
#ifndef ZM_GAMES_CHOMP_RULES_H
#define ZM_GAMES_CHOMP_RULES_H

#include <zermelo/rules.h>

enum { CHOMP_MOST = 16, CHOMP_BITS = 5, CHOMP_PAIRS = CHOMP_MOST / 2 };

typedef struct chomp_data {
    uint32_t rows, cols;
    uint32_t states;                                 /* C(rows+cols, rows), at most C(32,16) */
    uint32_t term[CHOMP_MOST][CHOMP_MOST + 1];       /* [i][a] = C(a + R-1-i, R-i) */
    uint32_t pair[CHOMP_PAIRS][1 << 2 * CHOMP_BITS]; /* [i][a | b << 5] = term[2i][a] + term[2i+1][b] */
} chomp_data;

typedef unsigned __int128 chomp_bar;

ZM_INLINE const chomp_data *chomp_of(const zm_variant *v) { return (const chomp_data *)v->data; }
ZM_INLINE chomp_bar chomp_unpack(zm_pos p) { return (chomp_bar)p.hi << 64 | p.lo; }

ZM_INLINE zm_pos chomp_pack(chomp_bar b)
{
    zm_pos p = {(uint64_t)b, (uint64_t)(b >> 64)};
    return p;
}

ZM_INLINE unsigned chomp_row(chomp_bar b, unsigned i) { return (unsigned)(b >> CHOMP_BITS * i) & 31; }

/* The same length in rows 0 to 15; 12 and 4 rows apart, because a 128-bit constant cannot be written. */
ZM_INLINE chomp_bar chomp_every_row(unsigned length)
{
    uint64_t twelve = 0x0084210842108421u * length, four = 0x8421u * length; /* 12 * 5 = 60 bits; 20 bits */
    return (chomp_bar)four << 60 | twelve;
}

/* The bits of rows i to 15 and beyond. */
ZM_INLINE chomp_bar chomp_rows_from(unsigned i) { return ~(chomp_bar)0 << CHOMP_BITS * i; }

ZM_INLINE zm_pos chomp_start(const zm_variant *v)
{
    const chomp_data *d = chomp_of(v);
    return chomp_pack(chomp_every_row(d->cols) & ~chomp_rows_from(d->rows));
}

ZM_INLINE zm_end chomp_ended(const zm_variant *v, zm_pos p)
{
    return (p.lo & 31) ? ZM_OPEN : ZM_WIN; /* the other one took the poisoned square */
}

/* A move is row << 8 | column, both from 0. */
ZM_INLINE unsigned chomp_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const chomp_bar b = chomp_unpack(p);
    unsigned n = 0;
    for (unsigned i = 0, length; i < CHOMP_MOST && (length = chomp_row(b, i)) > 0; i++)
        for (unsigned j = 0; j < length; j++)
            out[n++] = (zm_move)i << 8 | j;
    return n;
}

/* All rows at once: for a <= 16 and j <= 15, a + (15-j) stays below 32 and has bit 4 set just when a > j. */
ZM_INLINE zm_pos chomp_play(const zm_variant *v, zm_pos p, zm_move m)
{
    unsigned j = (unsigned)m & 255;
    chomp_bar b = chomp_unpack(p), from = chomp_rows_from((unsigned)(m >> 8));
    chomp_bar longer = (b + chomp_every_row(15 - j)) & chomp_every_row(16) & from;
    chomp_bar cut = (longer << 1) - (longer >> 4); /* all five bits of those rows */
    return chomp_pack((b & ~cut) | (chomp_every_row(j) & cut));
}

ZM_INLINE uint32_t chomp_tiers(const zm_variant *v) { return 1; }

ZM_INLINE uint64_t chomp_tier_size(const zm_variant *v, uint32_t tier) { return chomp_of(v)->states; }

ZM_INLINE zm_place chomp_rank(const zm_variant *v, zm_pos p)
{
    const chomp_data *d = chomp_of(v);
    const uint64_t upper = p.hi << 4 | p.lo >> 60; /* rows 12 to 15 */
    uint32_t rank = d->pair[0][p.lo & 1023] + d->pair[1][p.lo >> 10 & 1023] + d->pair[2][p.lo >> 20 & 1023] +
                    d->pair[3][p.lo >> 30 & 1023] + d->pair[4][p.lo >> 40 & 1023] + d->pair[5][p.lo >> 50 & 1023] +
                    d->pair[6][upper & 1023] + d->pair[7][upper >> 10 & 1023];
    zm_place at = {0, rank};
    return at;
}

/* Row 0 has the largest term: take the longest row whose term fits, then go on with the rest, R+C steps in all. */
ZM_INLINE zm_pos chomp_unrank(const zm_variant *v, zm_place at)
{
    const chomp_data *d = chomp_of(v);
    uint32_t rest = (uint32_t)at.index;
    unsigned length = d->cols;
    chomp_bar b = 0;
    for (unsigned i = 0; rest; i++) {
        while (d->term[i][length] > rest)
            length--;
        rest -= d->term[i][length];
        b |= (chomp_bar)length << CHOMP_BITS * i;
    }
    return chomp_pack(b);
}

/* Rows first to end-1 all have length j, the row below them has `most` > j. The bite was at (first, j): before it these
 * rows were any staircase between j and `most`, but not all j. The last of them runs in the inner loop; then the last
 * one that is shorter than the row below it grows by one and all after it fall back to j: an odometer. */
ZM_INLINE void chomp_parents_of_run(chomp_bar b, unsigned first, unsigned end, unsigned most, zm_visit *visit,
                                    void *arg)
{
    const unsigned j = chomp_row(b, first);
    const chomp_bar one = (chomp_bar)1 << CHOMP_BITS * (end - 1), below = (chomp_bar)most << CHOMP_BITS * first;
    const chomp_bar low = b, run = chomp_rows_from(first) & ~chomp_rows_from(end);
    for (;;) {
        const unsigned limit = end - 1 == first ? most : chomp_row(b, end - 2);
        for (unsigned length = j; length < limit; length++) {
            b += one;
            visit(arg, chomp_pack(b));
        }
        /* Bits are left only in rows that differ from the one below them. */
        chomp_bar shorter = (b ^ ((b & run) << CHOMP_BITS | below)) & run;
        if (!shorter)
            return;
        uint64_t upper = (uint64_t)(shorter >> 64);
        unsigned t = (upper ? 64 + zm_highest(upper) : zm_highest((uint64_t)shorter)) / CHOMP_BITS;
        chomp_bar after = chomp_rows_from(t + 1);
        b = ((b & ~after) | (low & after)) + ((chomp_bar)1 << CHOMP_BITS * t);
        visit(arg, chomp_pack(b));
    }
}

ZM_INLINE void chomp_parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    const chomp_data *d = chomp_of(v);
    const chomp_bar b = chomp_unpack(p);
    for (unsigned first = 0, end, most = d->cols; first < d->rows; first = end) {
        const unsigned j = chomp_row(b, first);
        for (end = first + 1; end < d->rows && chomp_row(b, end) == j; end++)
            ;
        if (j < most) /* only the first run can have the full width of the bar */
            chomp_parents_of_run(b, first, end, most, visit, arg);
        most = j;
    }
}

/* clang-format off */
#define RULES(HOOK)                                                                                                    \
    HOOK(start, chomp_start) HOOK(moves, chomp_moves) HOOK(play, chomp_play) HOOK(ended, chomp_ended)                  \
    HOOK(impartial, true)
#define INDEX(HOOK)                                                                                                    \
    HOOK(tiers, chomp_tiers) HOOK(tier_size, chomp_tier_size) HOOK(rank, chomp_rank) HOOK(unrank, chomp_unrank)        \
    HOOK(inside, ZM_DESCENDS) HOOK(all_reachable, true)
#define PARENTS(HOOK)                                                                                                  \
    HOOK(parents, chomp_parents)
#define MOST_MOVES 256
/* clang-format on */
#include "game/hooks.h"

#endif
