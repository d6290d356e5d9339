/* pair_set.h: sets of pairs of squares {a,b} on a board of up to 33, for the verifier of hunts by a pair
 * (verify.c).
 *
 * At rest a set is a triangle: with a < b, bit C(b,2) + a, the same for every placement of the others, so that sets of
 * neighbouring placements are joined a word at a time. At work it has a row of squares for each square, (a,b) and (b,a)
 * both; there it may also be ordered. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_VERIFY_PAIR_SET_H
#define ZM_GAMES_FUCHS_UND_HENNE_VERIFY_PAIR_SET_H

#include "base/packed_bits.h"
#include "base/square_pairs.h"
#include "games/fuchs-und-henne/pair.h"

#include <string.h>

enum { ZM_PAIR_SET_WORDS = (HEN_WIDEST + 63) / 64 };

typedef struct zm_pair_set {
    uint64_t word[ZM_PAIR_SET_WORDS];
} zm_pair_set;

#define ZM_EACH_SQUARE(a) for (unsigned a = 0; a < CROSS_FIELDS; a++)

/* ---- at rest ---- */
static inline unsigned zm_pair_set_at(unsigned b) { return b * (b - 1) / 2; }

static inline bool zm_pair_set_same(const zm_pair_set *s, const zm_pair_set *t) { return !memcmp(s, t, sizeof *s); }

static inline bool zm_pair_set_empty(const zm_pair_set *s)
{
    uint64_t any = 0;
    for (unsigned w = 0; w < ZM_PAIR_SET_WORDS; w++)
        any |= s->word[w];
    return !any;
}

static inline void zm_pair_set_join(zm_pair_set *to, const zm_pair_set *s)
{
    for (unsigned w = 0; w < ZM_PAIR_SET_WORDS; w++)
        to->word[w] |= s->word[w];
}

static inline void zm_pair_set_meet(zm_pair_set *to, const zm_pair_set *s)
{
    for (unsigned w = 0; w < ZM_PAIR_SET_WORDS; w++)
        to->word[w] &= s->word[w];
}

/* Of `to` only what either of two has. */
static inline void zm_pair_set_meet_either(zm_pair_set *to, const zm_pair_set *s, const zm_pair_set * or)
{
    for (unsigned w = 0; w < ZM_PAIR_SET_WORDS; w++)
        to->word[w] &= s->word[w] | or->word[w];
}

static inline zm_pair_set zm_pair_set_less(const zm_pair_set *s, const zm_pair_set *t)
{
    zm_pair_set out;
    for (unsigned w = 0; w < ZM_PAIR_SET_WORDS; w++)
        out.word[w] = s->word[w] & ~t->word[w];
    return out;
}

/* All pairs of some squares. */
static inline zm_pair_set zm_pair_set_among(uint64_t squares)
{
    zm_pair_set out = {{0}};
    for (uint64_t rest = squares & ~(uint64_t)1; rest;) {
        const unsigned b = zm_take_lowest(&rest);
        zm_put_bits_at(out.word, zm_pair_set_at(b), squares & zm_low_bits(b), b);
    }
    return out;
}

/* From a triangle over the free squares alone, as a table has it. */
static inline zm_pair_set zm_pair_set_spread(const uint64_t *columns, uint64_t free)
{
    zm_pair_set out = {{0}};
    unsigned n = 0;
    for (uint64_t rest = free; rest; n++) {
        const unsigned b = zm_take_lowest(&rest);
        if (n)
            zm_put_bits_at(out.word, zm_pair_set_at(b),
                           zm_deposit(zm_bits_at(columns, zm_pair_set_at(n), n), free & zm_low_bits(b)), b);
    }
    return out;
}

/* ---- at work ---- */
static inline void zm_pair_set_rows(const zm_pair_set *s, zm_pair_rows *out)
{
    out->row[0] = 0;
    for (unsigned b = 1; b < CROSS_FIELDS; b++)
        out->row[b] = zm_bits_at(s->word, zm_pair_set_at(b), b);
    zm_pair_rows_both_ways(out);
}

/* Of rows with no order. */
static inline zm_pair_set zm_pair_set_of_rows(const zm_pair_rows *m)
{
    zm_pair_set out = {{0}};
    for (unsigned b = 1; b < CROSS_FIELDS; b++)
        zm_put_bits_at(out.word, zm_pair_set_at(b), m->row[b] & zm_low_bits(b), b);
    return out;
}

/* The first one: its squares. */
static inline void zm_pair_set_first(const zm_pair_set *s, unsigned *a, unsigned *b)
{
    unsigned at = 0;
    while (!s->word[at / 64])
        at += 64;
    at += zm_lowest(s->word[at / 64]);
    for (*b = 1; zm_pair_set_at(*b + 1) <= at;)
        ++*b;
    *a = at - zm_pair_set_at(*b);
}

#endif
