/* square_pairs.h: a set of pairs of squares (a,b) on a board of 33: for each square a row, the squares of the other one
 * as bits of a word. Ordered, or with (b,a) for each (a,b). */
#ifndef ZM_BASE_SQUARE_PAIRS_H
#define ZM_BASE_SQUARE_PAIRS_H

#include <zermelo/position.h>

enum { ZM_PAIR_SQUARES = 33 };

typedef struct zm_pair_rows {
    uint64_t row[ZM_PAIR_SQUARES];
} zm_pair_rows;

/* Adds (b,a) for each (a,b). 32 rows and columns are transposed by halves, halves of halves and so on; the last square
 * is treated separately. */
ZM_INLINE void zm_pair_rows_both_ways(zm_pair_rows *s)
{
    enum { SIDE = ZM_PAIR_SQUARES - 1 };
    uint32_t turned[SIDE], mask = 0xFFFF;
    uint64_t last = 0;
    for (unsigned a = 0; a < SIDE; a++) {
        turned[a] = (uint32_t)s->row[a];
        last |= (s->row[a] >> SIDE & 1) << a;
    }
    for (unsigned half = SIDE / 2; half; half /= 2, mask ^= mask << half)
        for (unsigned from = 0; from < SIDE; from += 2 * half)
            for (unsigned a = from; a < from + half; a++) {
                const uint32_t swap = (turned[a] >> half ^ turned[a + half]) & mask;
                turned[a] ^= swap << half;
                turned[a + half] ^= swap;
            }
    for (unsigned a = 0; a < SIDE; a++)
        s->row[a] |= turned[a] | (s->row[SIDE] >> a & 1) << SIDE;
    s->row[SIDE] |= last;
}

#endif
