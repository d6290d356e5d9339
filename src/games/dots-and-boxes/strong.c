/* strong.c: the w-number (seed 001, definition 5.3) of every position of the degenerate game in which no box has three
 * lines.
 *
 * Positions with a box of three lines are superwinning and nobody moves there, so the others are a game of their own:
 * draw a line that gives no box a third; who cannot has lost. w is its Grundy number, the least number that no
 * successor has.
 *
 * INDEX      The board is cut along its middle row of lines. With m of these drawn, a position is a pair (a, b) of fillings of
 *            the two halves, any of those whose full boxes (half.h) leave m alone. So the positions are
 *                the union over m of  A_m x B_m,     A_m = { a : full(a) does not meet m }
 *            a few dense matrices, and nothing is wasted but the padding of panels. 5x5 dots: 16 matrices, the largest
 *            48,822 x 48,822.
 *
 * MOVES      A line in the upper half changes a alone, one in the lower half b alone, one in the middle m alone. Hence whole
 *            rows and columns can be handled at once: the numbers seen by 32 neighbours (a, b..b+31) through a move a -> a' are
 *            the 32 neighbours (a', b..b+31). A middle line leads to the same pair in the matrix of a larger m.
 *
 * ORDER      By m from all lines to none, then by the number of lines of a and b together, most first. Pairs with equally
 *            many lines do not depend on each other: they are the unit of parallel work.
 *
 * TILES      A matrix is stored in panels of 32 columns, all rows of a panel one after the other. A tile is 32 x 32 cells, 1 KiB
 *            in one place. What is seen along rows is gathered in rows, what is seen along columns in the transposed matrix,
 *            also in rows; the one is transposed and added to the other. If the halves are alike (an even number of rows
 *            of boxes) the matrix is symmetric: it is its own transpose, and half of the tiles are computed.
 *
 * CELLS      A byte: w below 16 as it is; from 16 up w-16 with the topmost bit set. Such a tile takes a slower way.
 *            (4x5 dots has w up to 12.)
 *
 * SYMMETRY   States are counted by Burnside's lemma: of each value, as many as the mean, over all symmetries of the board, of
 *            the positions that the symmetry leaves unchanged. Those are few and are looked up one by one.
 *
 * COST       A cell is read once for each move that leads to it, 32 at a time. Memory: the matrices of two neighbouring
 *            numbers of middle lines, a byte a position (two where the halves differ). */
#include "strong.h"

#include "base/stop.h"
#include "base/text.h"
#include "half.h"

#include <string.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

/* Rows of 32 bytes are never handed to another file, so it does not matter how that is done without AVX. */
#pragma GCC diagnostic ignored "-Wpsabi"

enum { VALUES = ZM_MAX_TABULATED, NARROW = 16, DEEP = 0x80, BLOCK = 8, MOST_FILLINGS = 1 << 23 };

typedef uint8_t row __attribute__((vector_size(PANEL)));
typedef uint8_t word __attribute__((vector_size(PANEL / 2)));

typedef struct matrix { /* of one set of middle lines */
    side own[2], *a, *b;
    row *cell; /* cell[panel of b * rows + a] has 32 values of b */
    row *flip; /* flip[panel of a * rows + b] has 32 values of a; the same as `cell` when the halves are alike */
} matrix;

typedef struct fixed { /* a position that some symmetry leaves unchanged */
    uint32_t a, b, middle;
} fixed;

typedef struct strong {
    zm_context *c;
    const dots_data *d;
    bool careful, sideways; /* the cut runs from top to bottom */
    bool alike;
    unsigned rows, width; /* of boxes, as cut */
    half own[2], *top, *bottom;
    matrix *matrix; /* by middle lines */
    fixed *fixed;
    uint64_t fixed_count, fixed_room;
    uint64_t positions[VALUES], unchanged[VALUES]; /* by value */
    int start;
} strong;

/* ---- 32 cells at a time ---- */
/* t[i] for the lower four bits of each i; 0 where the topmost bit of i is set. */
static inline row look_up(row t, row i)
{
#ifdef __AVX2__
    return (row)_mm256_shuffle_epi8((__m256i)t, (__m256i)i);
#else
    row out;
    for (unsigned k = 0; k < PANEL; k++)
        out[k] = i[k] & DEEP ? 0 : t[i[k] % NARROW];
    return out;
#endif
}

static inline row least(row a, row b)
{
    const row smaller = (row)(a < b);
    return (a & smaller) | (b & ~smaller);
}

#define TWICE(...)               \
    {                            \
        __VA_ARGS__, __VA_ARGS__ \
    }
static const row bit_low = TWICE(1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0);
static const row bit_high = TWICE(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128);
/* The lowest clear bit of four, DEEP when there is none. */
static const row clear_bit = TWICE(0, 1, 0, 2, 0, 1, 0, 3, 0, 1, 0, 2, 0, 1, 0, DEEP);

typedef struct seen {       /* values of successors, of 32 cells */
    row low, high, deepest; /* bits for 0 to 7 and for 8 to 15; the bits of all values */
} seen;

static inline void see(seen *s, row values)
{
    s->low |= look_up(bit_low, values);
    s->high |= look_up(bit_high, values);
    s->deepest |= values;
}

/* The least value that was not seen, below 16 or, DEEP, 16. */
static inline row least_unseen(row low, row high)
{
    const row zero = {0};
    const row a = look_up(clear_bit, low & 15), b = look_up(clear_bit, low >> 4) + (zero + 4);
    const row c = look_up(clear_bit, high & 15) + (zero + 8), d = look_up(clear_bit, high >> 4) + (zero + 12);
    return least(least(a, b), least(least(c, d), zero + DEEP));
}

static inline bool any_deep(row values)
{
#ifdef __AVX2__
    return _mm256_movemask_epi8((__m256i)values) != 0;
#else
    uint8_t all = 0;
    for (unsigned k = 0; k < PANEL; k++)
        all |= values[k];
    return all & DEEP;
#endif
}

/* 16 x 16 bytes: four times, the first half of the rows is interleaved with the second. */
static inline void transpose_words(word x[16])
{
    word y[16];
    for (unsigned round = 0; round < 4; round++) {
        for (unsigned i = 0; i < 8; i++) {
            y[2 * i] = __builtin_shufflevector(x[i], x[i + 8], 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            y[2 * i + 1] =
                __builtin_shufflevector(x[i], x[i + 8], 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        }
        memcpy(x, y, sizeof y);
    }
}

static void transpose(const row in[PANEL], row out[PANEL])
{
    for (unsigned i = 0; i < 2; i++)
        for (unsigned j = 0; j < 2; j++) {
            word x[16];
            for (unsigned k = 0; k < 16; k++)
                memcpy(&x[k], (const word *)&in[16 * i + k] + j, sizeof *x);
            transpose_words(x);
            for (unsigned k = 0; k < 16; k++)
                memcpy((word *)&out[16 * j + k] + i, &x[k], sizeof *x);
        }
}

/* ---- a tile ---- */
static inline row *tile_at(const matrix *m, uint32_t i, uint32_t j)
{
    return m->cell + ((uint64_t)j * m->a->panels + i) * PANEL;
}

static inline row *flipped_at(const matrix *m, uint32_t i, uint32_t j)
{
    return m->flip + ((uint64_t)i * m->b->panels + j) * PANEL;
}

/* The tile of the same pairs with one more middle line; NULL when it is drawn, or closed by a full box. */
static const row *tile_above(const strong *k, unsigned middle, uint32_t i, uint32_t j, unsigned line)
{
    const matrix *m = &k->matrix[middle], *more = &k->matrix[middle | 1u << line];
    const uint32_t p = m->a->global[i], q = m->b->global[j];
    if ((middle | k->top->panel[p].full | k->bottom->panel[q].full) >> line & 1)
        return NULL;
    return tile_at(more, more->a->local[p], more->b->local[q]);
}

/* What is seen by the lines of one half, for the 32 fillings of a panel. */
static inline void see_along(const side *s, uint32_t panel_number, const row *from, row low[PANEL], row high[PANEL],
                             row *deepest)
{
    const uint32_t *first = s->first + (uint64_t)panel_number * PANEL;
    for (unsigned k = 0; k < PANEL; k++) {
        seen n = {{0}, {0}, {0}};
        for (uint32_t e = first[k]; e < first[k + 1]; e++)
            see(&n, from[s->next[e]]);
        low[k] = n.low;
        high[k] = n.high;
        *deepest |= n.deepest;
    }
}

static inline void see_above(const row *from, row low[PANEL], row high[PANEL], row *deepest)
{
    for (unsigned k = 0; k < PANEL; k++) {
        low[k] |= look_up(bit_low, from[k]);
        high[k] |= look_up(bit_high, from[k]);
        *deepest |= from[k];
    }
}

/* Fills in `out` and returns true, or false when a value of 16 or more was seen. */
static bool narrow_tile(const strong *k, unsigned middle, uint32_t i, uint32_t j, row out[PANEL])
{
    const matrix *m = &k->matrix[middle];
    row low[PANEL], high[PANEL], low_b[PANEL], high_b[PANEL], turned[PANEL], deepest = {0};
    see_along(m->a, i, tile_at(m, 0, j), low, high, &deepest);
    see_along(m->b, j, flipped_at(m, i, 0), low_b, high_b, &deepest);
    for (unsigned line = 0; line < k->width; line++) {
        const row *above = tile_above(k, middle, i, j, line);
        if (above)
            see_above(above, low, high, &deepest);
    }
    if (any_deep(deepest))
        return false;
    transpose(low_b, turned);
    for (unsigned r = 0; r < PANEL; r++)
        low[r] |= turned[r];
    transpose(high_b, turned);
    for (unsigned r = 0; r < PANEL; r++)
        out[r] = least_unseen(low[r], high[r] | turned[r]);
    return true;
}

static unsigned from_cell(uint8_t x) { return x & DEEP ? NARROW + (x & (DEEP - 1)) : x; }
static uint8_t to_cell(unsigned w) { return (uint8_t)(w < NARROW ? w : DEEP + w - NARROW); }

/* The same, one cell at a time, for any value. */
static void wide_tile(const strong *k, unsigned middle, uint32_t i, uint32_t j, row out[PANEL])
{
    const matrix *m = &k->matrix[middle];
    const row *along = tile_at(m, 0, j), *across = flipped_at(m, i, 0);
    for (unsigned r = 0; r < PANEL; r++)
        for (unsigned s = 0; s < PANEL; s++) {
            const uint64_t a = (uint64_t)i * PANEL + r, b = (uint64_t)j * PANEL + s;
            uint64_t values = 0;
            for (uint32_t e = m->a->first[a]; e < m->a->first[a + 1]; e++)
                values |= zm_bit(from_cell(along[m->a->next[e]][s]));
            for (uint32_t e = m->b->first[b]; e < m->b->first[b + 1]; e++)
                values |= zm_bit(from_cell(across[m->b->next[e]][r]));
            for (unsigned line = 0; line < k->width; line++) {
                const row *above = tile_above(k, middle, i, j, line);
                values |= above ? zm_bit(from_cell(above[r][s])) : 0;
            }
            out[r][s] = to_cell(zm_lowest(~values));
        }
}

static void count_tile(const strong *k, const matrix *m, uint32_t i, uint32_t j, const row out[PANEL],
                       uint64_t counts[VALUES])
{
    const unsigned rows = k->top->panel[m->a->global[i]].count, columns = k->bottom->panel[m->b->global[j]].count;
    const unsigned weight = k->alike && i != j ? 2 : 1;
    uint16_t n[2][256] = {{0}};
    for (unsigned r = 0; r < rows; r++) {
        uint8_t value[PANEL];
        memcpy(value, &out[r], PANEL);
        for (unsigned s = 0; s < columns; s++)
            n[s % 2][value[s]]++;
    }
    for (unsigned w = 0; w < VALUES; w++)
        counts[w] += weight * (uint64_t)(n[0][to_cell(w)] + n[1][to_cell(w)]);
}

static void do_tile(const strong *k, unsigned middle, uint32_t i, uint32_t j, uint64_t counts[VALUES])
{
    const matrix *m = &k->matrix[middle];
    row out[PANEL], turned[PANEL];
    if (k->careful || !narrow_tile(k, middle, i, j, out))
        wide_tile(k, middle, i, j, out);
    memcpy(tile_at(m, i, j), out, sizeof out);
    if (!k->alike || i != j) {
        transpose(out, turned);
        memcpy(flipped_at(m, i, j), turned, sizeof turned);
    }
    count_tile(k, m, i, j, out, counts);
}

/* ---- all tiles with so many lines, in blocks that use the same rows ---- */
typedef struct stretch { /* tiles of a with one number of lines and of b with another */
    uint64_t first;      /* block */
    uint32_t i, i_end, j, j_end, wide;
    bool triangle; /* only those on and below the diagonal */
} stretch;

static uint64_t plan(const strong *k, const matrix *m, unsigned lines, stretch out[SIDE_LEVELS], unsigned *count)
{
    uint64_t blocks = 0;
    *count = 0;
    for (unsigned a = 0; a <= lines && a + 1 < SIDE_LEVELS; a++) {
        const unsigned b = lines - a;
        if (b + 1 >= SIDE_LEVELS || (k->alike && b > a))
            continue;
        stretch s = {.i = m->a->level[a],
                     .i_end = m->a->level[a + 1],
                     .j = m->b->level[b],
                     .j_end = m->b->level[b + 1]};
        s.wide = (s.i_end - s.i + BLOCK - 1) / BLOCK;
        s.first = blocks;
        s.triangle = k->alike && a == b;
        blocks += (uint64_t)s.wide * ((s.j_end - s.j + BLOCK - 1) / BLOCK);
        if (blocks > s.first)
            out[(*count)++] = s;
    }
    return blocks;
}

static void do_block(const strong *k, unsigned middle, const stretch *s, uint64_t block, uint64_t counts[VALUES])
{
    const uint32_t i0 = s->i + (uint32_t)((block - s->first) % s->wide) * BLOCK;
    const uint32_t j0 = s->j + (uint32_t)((block - s->first) / s->wide) * BLOCK;
    uint64_t done = 0;
    for (uint32_t j = j0; j < j0 + BLOCK && j < s->j_end; j++)
        for (uint32_t i = i0; i < i0 + BLOCK && i < s->i_end; i++)
            if (!s->triangle || i >= j) {
                do_tile(k, middle, i, j, counts);
                done++;
            }
    zm_progress_add(k->c, done);
}

static void do_lines(strong *k, unsigned middle, unsigned lines)
{
    const uint64_t worth_threads = k->careful ? 2 : 64; /* blocks */
    stretch s[SIDE_LEVELS];
    unsigned count;
    const uint64_t blocks = plan(k, &k->matrix[middle], lines, s, &count);
    uint64_t counts[VALUES] = {0};
#pragma omp parallel for schedule(dynamic) num_threads(zm_threads(k->c)) reduction(+ : counts[:VALUES]) \
    if (blocks >= worth_threads)
    for (uint64_t block = 0; block < blocks; block++) {
        unsigned n = count - 1;
        while (s[n].first > block)
            n--;
        if (!zm_stopped(k->c))
            do_block(k, middle, &s[n], block, counts);
    }
    for (unsigned w = 0; w < VALUES; w++)
        k->positions[w] += counts[w];
}

/* ---- a matrix ---- */
static zm_status open_matrix(strong *k, unsigned middle)
{
    zm_context *c = k->c;
    matrix *m = &k->matrix[middle];
    m->a = &m->own[0];
    m->b = &m->own[!k->alike];
    ZM_TRY(c, side_make(c, k->top, middle, m->a));
    if (!k->alike)
        ZM_TRY(c, side_make(c, k->bottom, middle, m->b));
    const uint64_t rows = (uint64_t)m->a->panels * m->b->panels * PANEL;
    ZM_TRY(c, zm_alloc(c, &m->cell, rows, sizeof(row), "the values of all positions"));
    if (k->alike)
        m->flip = m->cell;
    else
        ZM_TRY(c, zm_alloc(c, &m->flip, rows, sizeof(row), "the values of all positions"));
    return ZM_OK;
}

static void close_matrix(strong *k, unsigned middle)
{
    matrix *m = &k->matrix[middle];
    zm_release(k->c, m->cell);
    if (m->flip != m->cell)
        zm_release(k->c, m->flip);
    side_free(k->c, &m->own[0]);
    side_free(k->c, &m->own[1]);
    *m = (matrix){0};
}

static unsigned cell_of(const matrix *m, uint32_t a, uint32_t b)
{
    const uint32_t i = m->a->local[a / PANEL], j = m->b->local[b / PANEL];
    return from_cell(tile_at(m, i, j)[a % PANEL][b % PANEL]);
}

static void count_unchanged(strong *k, unsigned middle)
{
    for (uint64_t n = 0; n < k->fixed_count; n++)
        if (k->fixed[n].middle == middle)
            k->unchanged[cell_of(&k->matrix[middle], k->fixed[n].a, k->fixed[n].b)]++;
}

static zm_status do_matrix(strong *k, unsigned middle)
{
    ZM_TRY(k->c, open_matrix(k, middle));
    for (unsigned lines = 2 * HALF_LINES + 1; lines-- > 0;) {
        ZM_TRY(k->c, zm_check_stop(k->c));
        do_lines(k, middle, lines);
    }
    count_unchanged(k, middle);
    if (!middle)
        k->start = (int)cell_of(&k->matrix[0], 0, 0); /* nothing drawn comes first in both halves */
    return ZM_OK;
}

static zm_status do_matrices(strong *k)
{
    for (unsigned count = k->width + 1; count-- > 0;) {
        for (unsigned middle = 0; middle < 1u << k->width; middle++)
            if (zm_count_bits(middle) == count)
                ZM_TRY(k->c, do_matrix(k, middle));
        for (unsigned middle = 0; middle < 1u << k->width; middle++)
            if (zm_count_bits(middle) == count + 1)
                close_matrix(k, middle);
    }
    return ZM_OK;
}

/* ---- positions that a symmetry leaves unchanged ---- */
/* A line's bit in the upper half (0), the middle (1) or the lower half (2), each row of which is counted from
 * outside. */
static void place_line(const strong *k, unsigned line, uint32_t code[3])
{
    const unsigned stride = 2 * k->d->cols - 1;
    unsigned r = line / stride, c = line % stride, t;
    bool down = c >= k->d->cols - 1;
    c -= down ? k->d->cols - 1 : 0;
    if (k->sideways)
        t = r, r = c, c = t, down = !down;
    const unsigned middle = k->top->rows;
    const bool upper = r < middle;
    const unsigned depth = upper ? r : down ? k->rows - 1 - r : k->rows - r;
    if (!down && r == middle)
        code[1] |= 1u << c;
    else
        code[upper ? 0 : 2] |= 1u << (down ? half_v(k->width, depth, c) : half_h(k->width, depth, c));
}

static zm_status note_fixed(strong *k, uint64_t lines)
{
    uint32_t code[3] = {0};
    while (lines)
        place_line(k, zm_take_lowest(&lines), code);
    if (k->fixed_count == k->fixed_room) {
        k->fixed_room = 2 * k->fixed_room + 1024;
        ZM_TRY(k->c, zm_resize(k->c, &k->fixed, k->fixed_room, sizeof *k->fixed, "symmetric positions"));
    }
    k->fixed[k->fixed_count++] = (fixed){half_find(k->top, code[0]), half_find(k->bottom, code[2]), code[1]};
    return ZM_OK;
}

/* All unions of the orbits from number n on with `lines`. */
static zm_status list_fixed(strong *k, const uint64_t *orbit, unsigned count, uint64_t lines)
{
    if (dots_three(k->d, lines))
        return ZM_OK;
    if (!count)
        return note_fixed(k, lines);
    ZM_TRY(k->c, list_fixed(k, orbit + 1, count - 1, lines));
    return list_fixed(k, orbit + 1, count - 1, lines | *orbit);
}

static zm_status list_all_fixed(strong *k)
{
    for (unsigned s = 1; s < k->d->symmetries; s++) {
        uint64_t orbit[DOTS_LINES];
        const unsigned count = dots_orbits(k->d, s, orbit);
        ZM_TRY(k->c, zm_check_stop(k->c));
        ZM_TRY(k->c, list_fixed(k, orbit, count, 0));
    }
    return ZM_OK;
}

/* ---- the whole ---- */
/* Cut so that the halves are alike if that is possible; else along the shorter way. */
static void choose_cut(strong *k)
{
    const unsigned rows = k->d->rows - 1, cols = k->d->cols - 1;
    k->sideways = rows % 2 != cols % 2 ? cols % 2 == 0 : cols > rows;
    k->rows = k->sideways ? cols : rows;
    k->width = k->sideways ? rows : cols;
    k->alike = k->rows % 2 == 0;
}

static double tiles_of(const half *a, const half *b, unsigned middle)
{
    double rows = 0, columns = 0;
    for (uint32_t p = 0; p < a->panels; p++)
        rows += !(a->panel[p].full & middle);
    for (uint32_t p = 0; p < b->panels; p++)
        columns += !(b->panel[p].full & middle);
    return rows * columns;
}

/* Announces how many positions there are and what they take; fails when that is more than may be used. */
static zm_status announce(strong *k)
{
    double bytes[HALF_WIDTH + 2] = {0}, most = 0, tiles = 0;
    char need[32], limit[32];
    for (unsigned middle = 0; middle < 1u << k->width; middle++) {
        const double n = tiles_of(k->top, k->bottom, middle);
        bytes[zm_count_bits(middle)] += n * PANEL * PANEL * (k->alike ? 1 : 2);
        tiles += k->alike ? n / 2 : n;
    }
    for (unsigned count = 0; count <= k->width; count++)
        most = bytes[count] + bytes[count + 1] > most ? bytes[count] + bytes[count + 1] : most;
    most += (double)zm_memory_used(k->c);
    if (most > (double)zm_memory_limit(k->c))
        return zm_fail(k->c, ZM_NO_MEMORY,
                       "the values of all positions need %s, and the limit is %s; allow more with --memory",
                       zm_bytes_text((uint64_t)most, need), zm_bytes_text(zm_memory_limit(k->c), limit));
    zm_note(k->c, "the values of all positions need %s of memory (limit %s)", zm_bytes_text((uint64_t)most, need),
            zm_bytes_text(zm_memory_limit(k->c), limit));
    zm_progress_begin(k->c, "all positions (tiles)", (uint64_t)tiles);
    return ZM_OK;
}

static zm_status make_halves(strong *k)
{
    const unsigned upper = k->rows / 2, lower = k->rows - upper;
    if (k->width > HALF_WIDTH || lower * (2 * k->width + 1) > HALF_LINES || half_count(lower, k->width) > MOST_FILLINGS)
        return zm_fail(k->c, ZM_BAD_INPUT, "%ux%u dots have too many positions to find the values of all", k->d->rows,
                       k->d->cols);
    k->top = &k->own[0];
    k->bottom = &k->own[!k->alike];
    ZM_TRY(k->c, half_make(k->c, upper, k->width, k->top));
    if (!k->alike)
        ZM_TRY(k->c, half_make(k->c, lower, k->width, k->bottom));
    return ZM_OK;
}

static zm_status solve(strong *k)
{
    ZM_TRY(k->c, make_halves(k));
    ZM_TRY(k->c, zm_alloc(k->c, &k->matrix, (uint64_t)1 << k->width, sizeof *k->matrix, "the values of all positions"));
    ZM_TRY(k->c, list_all_fixed(k));
    ZM_TRY(k->c, announce(k));
    zm_status s = do_matrices(k);
    zm_progress_end(k->c);
    return s;
}

static void close(strong *k)
{
    for (unsigned middle = 0; k->matrix && middle < 1u << k->width; middle++)
        close_matrix(k, middle);
    zm_release(k->c, k->matrix);
    zm_release(k->c, k->fixed);
    half_free(k->c, &k->own[0]);
    half_free(k->c, &k->own[1]);
}

zm_status dots_strong(zm_context *c, const dots_data *d, bool careful, zm_tabulation *out)
{
    strong k = {.c = c, .d = d, .careful = careful};
    choose_cut(&k);
    zm_status s = solve(&k);
    for (unsigned w = 0; w < VALUES; w++)
        out->row[w] = (zm_tabulated){(int)w, k.positions[w], (k.positions[w] + k.unchanged[w]) / d->symmetries};
    out->count = VALUES;
    out->start = k.start;
    close(&k);
    return s == ZM_OK ? s : zm_forward(c, s, __FILE__, __LINE__);
}
