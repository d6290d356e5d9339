/* combinations.h: exact binomials, and k-subsets numbered without gaps.
 *
 * Two orders are offered, both perfect (0 to C(n,k)-1, nothing wasted):
 *
 *   colex      a subset as a bit set b_1 < b_2 < ... < b_k has rank  sum of C(b_i, i).
 *              It does not depend on n, so a smaller board's ranks are a prefix of a larger one's.
 *
 *   sequence   the order of the theses' formula: a string t_1 ... t_n of zeros and ones has rank
 *              sum over the ones of C(n-k, w_k), w_k the number of ones from place k on.
 *              It is the alphabetical order of the strings; '010100' is C(4,2) + C(2,1) = 8.
 *              Place k of the string is bit n-k here, so that the string reads like the binary number;
 *              then the alphabetical order is the numerical one.
 *
 * A rank or unrank costs k table look-ups or n comparisons. */
#ifndef ZERMELO_COMBINATIONS_H
#define ZERMELO_COMBINATIONS_H

#include <zermelo/position.h>

/* C(n,k) exactly; 0 when k > n, and UINT64_MAX when it does not fit 64 bits (no C(n,k) equals that number). */
ZM_INLINE uint64_t zm_binomial(unsigned n, unsigned k)
{
    if (k > n)
        return 0;
    if (k > n - k)
        k = n - k;
    unsigned __int128 c = 1;
    for (unsigned i = 1; i <= k; i++) {
        c = c * (n - k + i) / i; /* C(n-k+i, i): a whole number at every step */
        if (c >> 64)
            return UINT64_MAX; /* the partial results only grow */
    }
    return (uint64_t)c;
}

ZM_INLINE uint64_t zm_rank_colex(uint64_t set)
{
    uint64_t rank = 0;
    for (unsigned i = 1; set; i++)
        rank += zm_binomial(zm_take_lowest(&set), i);
    return rank;
}

ZM_INLINE uint64_t zm_unrank_colex(unsigned k, uint64_t rank)
{
    uint64_t set = 0;
    for (unsigned top = 63; k; k--) {
        while (zm_binomial(top, k) > rank)
            top--;
        rank -= zm_binomial(top, k);
        set |= zm_bit(top);
    }
    return set;
}

/* The next subset of the same size in numerical (= colex) order (Gosper's hack); the caller stops at the last. */
ZM_INLINE uint64_t zm_next_subset(uint64_t set)
{
    uint64_t low = set & (~set + 1), carry = set + low;
    return carry | (((set ^ carry) >> 2) / low);
}

/* Sequence order: bits n-1 ... 0 of `set` are places 1 ... n of the string. */
ZM_INLINE uint64_t zm_rank_sequence(uint64_t set, unsigned n)
{
    uint64_t rank = 0;
    unsigned ones = zm_count_bits(set & zm_low_bits(n));
    for (unsigned k = 1; k <= n; k++)
        if (set >> (n - k) & 1)
            rank += zm_binomial(n - k, ones--);
    return rank;
}

ZM_INLINE uint64_t zm_unrank_sequence(unsigned n, unsigned ones, uint64_t rank)
{
    uint64_t set = 0;
    for (unsigned k = 1; k <= n; k++) {
        uint64_t zero_here = zm_binomial(n - k, ones); /* strings that have a zero at place k come first */
        if (ones && rank >= zero_here) {
            rank -= zero_here;
            set |= zm_bit(n - k);
            ones--;
        }
    }
    return set;
}

#endif
