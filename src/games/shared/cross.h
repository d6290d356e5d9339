/* cross.h: a cross of 33 fields on which many come down from the top and foxes take them by jumping: what Fox and Geese
 * and Fuchs und Henne have in common.
 *
 * FIELDS     Rows 0 to 6 from the top have 3, 3, 7, 7, 7, 3 and 3 fields; fields are numbered row by row. Diagonals are drawn
 *            between fields whose row and column add up to an even number.
 *
 * SHAPES     The many are taken and go down, never up. The placements with the same number in each row are a shape. Shapes are in
 *            order of the number of the many, then of how far down they stand (the sum of their rows, the largest first): a step
 *            down leads to the slice just before, so that few shapes are needed at a time. Steps to the side stay.
 *
 * NUMBERS    The board is cut into five bands: rows 0 and 1, row 2, row 3, row 4, rows 5 and 6. The sets of a band with the same
 *            counts (a family: n sets, s of them their own mirror images) are numbered 0 to n-1: first the s, then those smaller
 *            than their image, then the images. Of the placements of bands 0 to b, full(b) in number, those that are not
 *            greater than their image are
 *                canon(b) = s canon(b-1) + (n-s)/2 full(b-1)          canon(-1) = full(-1) = 1
 *            because the highest band that is not its own image decides. Numbering them in that order gives
 *                number(b) = j canon(b-1) + number(b-1)                     when the band's number j is less than s
 *                            s canon(b-1) + (j-s) full(b-1) + rank(b-1)     when it is not; rank = j full(b-1) + rank(b-1)
 *            without waste. */
#ifndef ZM_GAMES_SHARED_CROSS_H
#define ZM_GAMES_SHARED_CROSS_H

#include <zermelo/rules.h>

enum {
    CROSS_FIELDS = 33,
    CROSS_MANY = 20, /* at most */
    CROSS_BANDS = 5,
    CROSS_FAMILIES = 16,   /* of a band of two rows: 4 * upper count + lower count; of a single row: the count */
    CROSS_SETS = 35,       /* of the largest family: C(7,3) */
    CROSS_SHAPES = 105426, /* of 0 to 20 pieces */
    CROSS_CODES = 1 << 17, /* shapes are coded as less than this */
};

typedef struct cross_set { /* what stands in a band */
    uint8_t family, pieces;
    uint8_t number; /* among the sets of its family, */
    uint8_t sets;   /* so many, */
    uint8_t own;    /* the first of which are their own mirror images */
} cross_set;

typedef struct cross_kind { /* of band: two short rows, or one long one */
    cross_set set[128];
    uint8_t set_of[CROSS_FAMILIES][CROSS_SETS];
    uint8_t sets[CROSS_FAMILIES], own[CROSS_FAMILIES], pieces[CROSS_FAMILIES];
} cross_kind;

typedef struct cross_counts { /* full(b-1) and canon(b-1) of the header, for b = 0 to 5 */
    uint32_t full[CROSS_BANDS + 1], canon[CROSS_BANDS + 1];
} cross_counts;

typedef struct cross_shapes {
    cross_kind kind[2];
    uint32_t shapes;
    uint32_t code[CROSS_SHAPES]; /* [shape]: the families of its bands, each shifted by cross_shift */
    uint32_t shape[CROSS_CODES]; /* [code] */
    uint8_t pieces[CROSS_SHAPES];
    cross_counts count[CROSS_SHAPES];
} cross_shapes;

typedef enum cross_diagonals { CROSS_ALL, CROSS_DRAWN, CROSS_NONE } cross_diagonals;

typedef struct cross_board {
    uint64_t step[CROSS_FIELDS];              /* where a fox can step, */
    uint64_t over[CROSS_FIELDS];              /* and what it can jump over */
    uint64_t diagonal;                        /* from these fields along diagonals too */
    uint8_t land[CROSS_FIELDS][CROSS_FIELDS]; /* [from][over]: into this field */
    uint64_t forth[CROSS_FIELDS];             /* where one of the many can step */
    uint8_t mirror[CROSS_FIELDS];
} cross_board;

/* ---- fields ---- */
/* Fields of columns 0, 1 and 2; their images are 6, 4 and 2 fields further on. */
#define CROSS_COLUMN_0 (zm_bit(6) | zm_bit(13) | zm_bit(20))
#define CROSS_COLUMN_1 (CROSS_COLUMN_0 << 1)
#define CROSS_COLUMN_2 (zm_bit(0) | zm_bit(3) | CROSS_COLUMN_0 << 2 | zm_bit(27) | zm_bit(30))
#define CROSS_COLUMN_3 (CROSS_COLUMN_2 << 1)
#define CROSS_LEFT (CROSS_COLUMN_0 | CROSS_COLUMN_1 | CROSS_COLUMN_2)

/* Whole rows, the three middle ones of a row's seven fields, and the ends of rows. */
#define CROSS_FIRST(row) ((row) < 2 ? 3u * (row) : (row) < 6 ? 7u * (row)-8u : 30u)
#define CROSS_ROWS(first, last) \
    (zm_low_bits((last) == 6 ? 33u : CROSS_FIRST((last) + 1)) & ~zm_low_bits(CROSS_FIRST(first)))
#define CROSS_MIDDLE (zm_bit(2) | zm_bit(3) | zm_bit(4))
#define CROSS_LEFTMOST (zm_bit(0) | zm_bit(3) | CROSS_COLUMN_0 | zm_bit(27) | zm_bit(30))
#define CROSS_RIGHTMOST (CROSS_COLUMN_0 << 6 | zm_bit(2) | zm_bit(5) | zm_bit(29) | zm_bit(32))

ZM_INLINE uint64_t cross_mirrored(uint64_t x)
{
    return (x & CROSS_COLUMN_3) | (x & CROSS_COLUMN_0) << 6 | (x >> 6 & CROSS_COLUMN_0) | (x & CROSS_COLUMN_1) << 4 |
           (x >> 4 & CROSS_COLUMN_1) | (x & CROSS_COLUMN_2) << 2 | (x >> 2 & CROSS_COLUMN_2);
}

/* One field to the left or right, and one up or down: rows of seven fields lie seven apart, those above and below
 * less. */
ZM_INLINE uint64_t cross_beside(uint64_t x) { return (x & ~CROSS_RIGHTMOST) << 1 | (x & ~CROSS_LEFTMOST) >> 1; }

ZM_INLINE uint64_t cross_above_below(uint64_t x)
{
    return (x & CROSS_ROWS(0, 0)) << 3 | (x & CROSS_ROWS(1, 1)) << 5 | (x & CROSS_ROWS(2, 3)) << 7 |
           (x & CROSS_MIDDLE << 20) << 5 | (x & CROSS_ROWS(5, 5)) << 3 | (x & CROSS_ROWS(6, 6)) >> 3 |
           (x & CROSS_ROWS(5, 5)) >> 5 | (x & CROSS_ROWS(3, 4)) >> 7 | (x & CROSS_MIDDLE << 6) >> 5 |
           (x & CROSS_ROWS(1, 1)) >> 3;
}

/* Where foxes on any of these fields can step. */
ZM_INLINE uint64_t cross_steps(const cross_board *b, uint64_t from)
{
    const uint64_t slanting = from & b->diagonal; /* round an inner corner only one of the two ways is on the board */
    return cross_beside(from | cross_above_below(slanting)) | cross_above_below(from | cross_beside(slanting));
}

/* ---- chains of jumps ---- */
/* A chain is where it ends in the lowest six bits, and above them the set it has taken. */
ZM_INLINE bool cross_among(const zm_move *list, unsigned count, zm_move m)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i] == m)
            return true;
    return false;
}

/* Adds what this chain can be continued to, with no jump into `blocked`; list[same] is the first chain that is as
 * long. */
ZM_INLINE unsigned cross_jumps(const cross_board *b, uint64_t many, uint64_t blocked, zm_move chain, zm_move *list,
                               unsigned same, unsigned n)
{
    const uint64_t taken = chain >> 6, left = many & ~taken;
    const unsigned from = (unsigned)chain & 63;
    for (uint64_t rest = b->over[from] & left; rest;) {
        const unsigned over = zm_take_lowest(&rest), to = b->land[from][over];
        const zm_move m = (taken | zm_bit(over)) << 6 | to;
        if (!((left | blocked) >> to & 1) && !cross_among(list + same, n - same, m))
            list[n++] = m;
    }
    return n;
}

/* All chains of up to `most` jumps. The list is its own queue: first chains of one jump, then, going through it, what
 * they can be continued to. Some are found in several orders, from three jumps on; they have the same length, so only
 * those are compared. */
ZM_INLINE unsigned cross_chains(const cross_board *b, uint64_t many, uint64_t blocked, unsigned from, unsigned most,
                                zm_move *list)
{
    unsigned count = cross_jumps(b, many, blocked, from, list, 0, 0), same = count;
    for (unsigned i = 0; i < count; i++) {
        if (i == same)
            same = count;
        if (zm_count_bits(list[i] >> 6) < most)
            count = cross_jumps(b, many, blocked, list[i], list, same, count);
    }
    return count;
}

/* ---- shapes and numbers ---- */
ZM_INLINE unsigned cross_band(uint64_t set, unsigned band)
{
    return band == 0 ? (unsigned)set & 63 : (unsigned)(set >> (7 * band - 1)) & (band == CROSS_BANDS - 1 ? 63 : 127);
}

ZM_INLINE uint64_t cross_band_fields(unsigned band)
{
    return band == 0                 ? zm_low_bits(6)
           : band == CROSS_BANDS - 1 ? zm_low_bits(33) & ~zm_low_bits(27)
                                     : zm_low_bits(7) << (7 * band - 1);
}

ZM_INLINE const cross_kind *cross_kind_of(const cross_shapes *s, unsigned band)
{
    return &s->kind[band > 0 && band < CROSS_BANDS - 1];
}

ZM_INLINE unsigned cross_shift(unsigned band) { return band ? 3 * band + 1 : 0; }

ZM_INLINE unsigned cross_family(uint32_t code, unsigned band)
{
    return code >> cross_shift(band) & (band > 0 && band < CROSS_BANDS - 1 ? 7 : 15);
}

ZM_INLINE unsigned cross_pieces(const cross_shapes *s, uint32_t code)
{
    unsigned n = 0;
    for (unsigned b = 0; b < CROSS_BANDS; b++)
        n += cross_kind_of(s, b)->pieces[cross_family(code, b)];
    return n;
}

ZM_INLINE cross_counts cross_count(const cross_shapes *s, uint32_t code)
{
    cross_counts c;
    c.full[0] = c.canon[0] = 1;
    for (unsigned b = 0; b < CROSS_BANDS; b++) {
        const cross_kind *k = cross_kind_of(s, b);
        const uint32_t sets = k->sets[cross_family(code, b)], own = k->own[cross_family(code, b)];
        c.canon[b + 1] = own * c.canon[b] + (sets - own) / 2 * c.full[b];
        c.full[b + 1] = sets * c.full[b];
    }
    return c;
}

/* How many placements of a shape are not greater than their image. */
ZM_INLINE uint32_t cross_canon(const cross_shapes *s, uint32_t shape) { return s->count[shape].canon[CROSS_BANDS]; }

/* For a placement that is not greater than its image: its shape, as the tier, and its number there. */
ZM_INLINE zm_place cross_place(const cross_shapes *s, uint64_t many)
{
    cross_set in[CROSS_BANDS];
    uint32_t code = 0, rank = 0, number = 0;
    for (unsigned b = 0; b < CROSS_BANDS; b++) {
        in[b] = cross_kind_of(s, b)->set[cross_band(many, b)];
        code |= (uint32_t)in[b].family << cross_shift(b);
    }
    const uint32_t shape = s->shape[code];
    const cross_counts *c = &s->count[shape];
    for (unsigned b = 0; b < CROSS_BANDS; b++) {
        const uint32_t j = in[b].number, own = in[b].own;
        number = j < own ? j * c->canon[b] + number : own * c->canon[b] + (j - own) * c->full[b] + rank;
        rank += j * c->full[b];
    }
    const zm_place at = {shape, number};
    return at;
}

/* The placement with this number among those of the shape, band by band from the lowest one. */
ZM_INLINE uint64_t cross_many(const cross_shapes *s, uint32_t shape, uint32_t number)
{
    const cross_counts *c = &s->count[shape];
    uint64_t many = 0;
    bool decided = false; /* a band that is not its own image has been seen */
    for (unsigned b = CROSS_BANDS; b-- > 0;) {
        const cross_kind *k = cross_kind_of(s, b);
        const unsigned family = cross_family(s->code[shape], b);
        const uint32_t first = decided ? 0 : k->own[family], own = first * c->canon[b];
        const bool is_own = number < own;
        const uint32_t unit = is_own ? c->canon[b] : c->full[b], rest = is_own ? number : number - own;
        const uint32_t j = rest / unit;
        number = rest - j * unit;
        many |= (uint64_t)k->set_of[family][is_own ? j : first + j] << (b ? 7 * b - 1 : 0);
        decided |= !is_own;
    }
    return many;
}

/* The n-th free field: n and the pieces up to it. */
ZM_INLINE unsigned cross_free_field(uint64_t many, unsigned n)
{
    unsigned field = n, next;
    while ((next = n + zm_count_bits(many & zm_low_bits(field + 1))) != field)
        field = next;
    return field;
}

/* x / n is this as long as x * n < 2^64; n is 2 or more. */
ZM_INLINE uint64_t cross_inverse(unsigned n) { return UINT64_MAX / n + 1; }
ZM_INLINE uint64_t cross_divide(uint64_t x, uint64_t inverse)
{
    return (uint64_t)((unsigned __int128)x * inverse >> 64);
}

/* ---- which shapes moves lead to ---- */
ZM_INLINE uint32_t cross_code_of(const uint8_t row[7])
{
    return 4u * row[0] + row[1] + 16u * row[2] + 128u * row[3] + 1024u * row[4] + 8192u * (4u * row[5] + row[6]);
}

ZM_INLINE void cross_rows_of(uint32_t code, uint8_t row[7])
{
    const unsigned upper = cross_family(code, 0), lower = cross_family(code, CROSS_BANDS - 1);
    row[0] = (uint8_t)(upper / 4);
    row[1] = (uint8_t)(upper % 4);
    for (unsigned b = 1; b < CROSS_BANDS - 1; b++)
        row[b + 1] = (uint8_t)cross_family(code, b);
    row[5] = (uint8_t)(lower / 4);
    row[6] = (uint8_t)(lower % 4);
}

/* The sum of their rows. */
ZM_INLINE unsigned cross_how_far_down(uint32_t code)
{
    uint8_t row[7];
    unsigned sum = 0;
    cross_rows_of(code, row);
    for (unsigned r = 0; r < 7; r++)
        sum += r * row[r];
    return sum;
}

/* Where a step down leads. */
ZM_INLINE unsigned cross_shapes_down(const cross_shapes *s, uint8_t row[7], uint32_t *out)
{
    unsigned n = 0;
    for (unsigned r = 0; r < 6; r++)
        if (row[r] && row[r + 1] < (r >= 1 && r <= 3 ? 7 : 3)) {
            row[r]--, row[r + 1]++;
            out[n++] = s->shape[cross_code_of(row)];
            row[r]++, row[r + 1]--;
        }
    return n;
}

/* Where one piece less leads. */
ZM_INLINE unsigned cross_shapes_less(const cross_shapes *s, uint8_t row[7], uint32_t *out)
{
    unsigned n = 0;
    for (unsigned r = 0; r < 7; r++)
        if (row[r]) {
            row[r]--;
            out[n++] = s->shape[cross_code_of(row)];
            row[r]++;
        }
    return n;
}

/* A chain keeps to every other row. It takes pieces of these rows while it jumps along them, and of those between while
 * it crosses them; no more than these of each, because others stand where nothing can be jumped over. */
ZM_INLINE bool cross_takes(const uint8_t taken[7])
{
    const uint8_t even[7] = {1, 3, 3, 7, 3, 3, 1}, odd[7] = {0, 1, 5, 3, 5, 1, 0};
    bool on_even = true, on_odd = true;
    for (unsigned r = 0; r < 7; r++) {
        on_even &= taken[r] <= even[r];
        on_odd &= taken[r] <= odd[r];
    }
    return on_even || on_odd;
}

/* The next way to take some pieces of some rows, as a clock counts; false after the last. */
ZM_INLINE bool cross_next_taken(const uint8_t row[7], uint8_t taken[7])
{
    const uint8_t most[7] = {1, 3, 5, 7, 5, 3, 1};
    for (unsigned r = 0; r < 7; r++) {
        if (taken[r] < row[r] && taken[r] < most[r])
            return taken[r]++, true;
        taken[r] = 0;
    }
    return false;
}

/* Where a chain of up to `most` jumps leads that stops when only `least` pieces are left. */
ZM_INLINE unsigned cross_shapes_taken(const cross_shapes *s, const uint8_t row[7], unsigned most, unsigned least,
                                      uint32_t *out)
{
    uint8_t taken[7] = {0}, rest[7];
    unsigned n = 0;
    while (cross_next_taken(row, taken)) {
        unsigned sum = 0, left = 0;
        for (unsigned r = 0; r < 7; r++) {
            rest[r] = (uint8_t)(row[r] - taken[r]);
            sum += taken[r];
            left += rest[r];
        }
        if (sum <= most && left >= least && cross_takes(taken))
            out[n++] = s->shape[cross_code_of(rest)];
    }
    return n;
}

#endif
