/* square_pairs.h: sets of pairs of squares {a,b} on a board of up to 33, for the verifier of hunts by a pair
 * (verify.c).
 *
 * At rest a set is a triangle: with a < b, bit C(b,2) + a, the same for every placement of the others, so that sets of
 * neighbouring placements are joined a word at a time. At work it has a row of squares for each square, (a,b) and (b,a)
 * both; there it may also be ordered. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_VERIFY_SQUARE_PAIRS_H
#define ZM_GAMES_FUCHS_UND_HENNE_VERIFY_SQUARE_PAIRS_H

#include <zermelo/pair.h>

#include <string.h>

enum { ZM_DUO_WORDS = (ZM_PAIR_COLUMNS + 63) / 64 };

typedef struct zm_square_pairs {
    uint64_t word[ZM_DUO_WORDS];
} zm_square_pairs;

typedef struct zm_duo_rows {
    uint64_t row[ZM_PAIR_SQUARES];
} zm_duo_rows;

#define ZM_EACH_SQUARE(a) for (unsigned a = 0; a < ZM_PAIR_SQUARES; a++)

/* ---- bits in a row ---- */
static inline uint64_t zm_bits_at(const uint64_t *words, uint64_t at, unsigned count)
{
    const unsigned shift = (unsigned)(at % 64);
    uint64_t bits = words[at / 64] >> shift;
    if (shift + count > 64)
        bits |= words[at / 64 + 1] << (64 - shift);
    return bits & zm_low_bits(count);
}

/* Into words that are 0 there. */
static inline void zm_put_bits_at(uint64_t *words, uint64_t at, uint64_t bits, unsigned count)
{
    const unsigned shift = (unsigned)(at % 64);
    words[at / 64] |= bits << shift;
    if (shift + count > 64)
        words[at / 64 + 1] |= bits >> (64 - shift);
}

/* ---- at rest ---- */
static inline unsigned zm_duo_at(unsigned b) { return b * (b - 1) / 2; }

static inline bool zm_same_duos(const zm_square_pairs *s, const zm_square_pairs *t) { return !memcmp(s, t, sizeof *s); }

static inline bool zm_no_duos(const zm_square_pairs *s)
{
    uint64_t any = 0;
    for (unsigned w = 0; w < ZM_DUO_WORDS; w++)
        any |= s->word[w];
    return !any;
}

static inline void zm_join_duos(zm_square_pairs *to, const zm_square_pairs *s)
{
    for (unsigned w = 0; w < ZM_DUO_WORDS; w++)
        to->word[w] |= s->word[w];
}

static inline void zm_meet_duos(zm_square_pairs *to, const zm_square_pairs *s)
{
    for (unsigned w = 0; w < ZM_DUO_WORDS; w++)
        to->word[w] &= s->word[w];
}

/* Of `to` only what either of two has. */
static inline void zm_meet_either(zm_square_pairs *to, const zm_square_pairs *s, const zm_square_pairs * or)
{
    for (unsigned w = 0; w < ZM_DUO_WORDS; w++)
        to->word[w] &= s->word[w] | or->word[w];
}

static inline zm_square_pairs zm_square_pairs_less(const zm_square_pairs *s, const zm_square_pairs *t)
{
    zm_square_pairs out;
    for (unsigned w = 0; w < ZM_DUO_WORDS; w++)
        out.word[w] = s->word[w] & ~t->word[w];
    return out;
}

static inline uint64_t zm_count_duos(const zm_square_pairs *s)
{
    uint64_t n = 0;
    for (unsigned w = 0; w < ZM_DUO_WORDS; w++)
        n += zm_count_bits(s->word[w]);
    return n;
}

/* All pairs of some squares. */
static inline zm_square_pairs zm_square_pairs_among(uint64_t squares)
{
    zm_square_pairs out = {{0}};
    for (uint64_t rest = squares & ~(uint64_t)1; rest;) {
        const unsigned b = zm_take_lowest(&rest);
        zm_put_bits_at(out.word, zm_duo_at(b), squares & zm_low_bits(b), b);
    }
    return out;
}

/* From a triangle over the free squares alone, as a table has it. */
static inline zm_square_pairs zm_spread_duos(const uint64_t *columns, uint64_t free)
{
    zm_square_pairs out = {{0}};
    unsigned n = 0;
    for (uint64_t rest = free; rest; n++) {
        const unsigned b = zm_take_lowest(&rest);
        if (n)
            zm_put_bits_at(out.word, zm_duo_at(b),
                           zm_deposit(zm_bits_at(columns, zm_duo_at(n), n), free & zm_low_bits(b)), b);
    }
    return out;
}

/* ---- at work ---- */
/* Adds (b,a) for each (a,b): by blocks of 16, 8, 4, 2 and 1 squares; the last square apart. */
static inline void zm_fold_rows(zm_duo_rows *m)
{
    enum { LAST = ZM_PAIR_SQUARES - 1 };
    uint32_t turned[LAST], mask = 0xFFFF;
    uint64_t last = 0;
    for (unsigned a = 0; a < LAST; a++) {
        turned[a] = (uint32_t)m->row[a];
        last |= (m->row[a] >> LAST & 1) << a;
    }
    for (unsigned block = LAST / 2; block; block /= 2, mask ^= mask << block)
        for (unsigned first = 0; first < LAST; first += 2 * block)
            for (unsigned a = first; a < first + block; a++) {
                const uint32_t swap = (turned[a] >> block ^ turned[a + block]) & mask;
                turned[a] ^= swap << block;
                turned[a + block] ^= swap;
            }
    for (unsigned a = 0; a < LAST; a++)
        m->row[a] |= turned[a] | (m->row[LAST] >> a & 1) << LAST;
    m->row[LAST] |= last;
}

static inline void zm_rows_of_duos(const zm_square_pairs *s, zm_duo_rows *out)
{
    out->row[0] = 0;
    for (unsigned b = 1; b < ZM_PAIR_SQUARES; b++)
        out->row[b] = zm_bits_at(s->word, zm_duo_at(b), b);
    zm_fold_rows(out);
}

/* Of rows with no order. */
static inline zm_square_pairs zm_square_pairs_of_rows(const zm_duo_rows *m)
{
    zm_square_pairs out = {{0}};
    for (unsigned b = 1; b < ZM_PAIR_SQUARES; b++)
        zm_put_bits_at(out.word, zm_duo_at(b), m->row[b] & zm_low_bits(b), b);
    return out;
}

/* The first one: its squares. */
static inline void zm_first_duo(const zm_square_pairs *s, unsigned *a, unsigned *b)
{
    unsigned at = 0;
    while (!s->word[at / 64])
        at += 64;
    at += zm_lowest(s->word[at / 64]);
    for (*b = 1; zm_duo_at(*b + 1) <= at;)
        ++*b;
    *a = at - zm_duo_at(*b);
}

#endif
