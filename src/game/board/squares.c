/* squares.c: rows and columns, which squares there are, where a step leads, and how the board turns with the view. */
#include "make.h"

#include <string.h>

static zm_status number_square(zm_board_maker *m, zm_point at)
{
    zm_board_data *d = m->d;
    const unsigned last = d->squares - 1u, place = (unsigned)at.row * ZM_BOARD_SIDE + at.col;
    if (at.row >= d->rows || at.col >= d->cols)
        return zm_board_wrong(m, "its point %u is in row %u, column %u (from 0), outside of %u rows and %u columns",
                              d->squares, at.row, at.col, d->rows, d->cols);
    if (d->squares && place <= (unsigned)d->row_of[last] * ZM_BOARD_SIDE + d->col_of[last])
        return zm_board_wrong(m, "its points %u and %u are not in reading order", last, d->squares);
    d->row_of[d->squares] = at.row;
    d->col_of[d->squares] = at.col;
    d->square_at[place] = d->squares++;
    return ZM_OK;
}

static zm_status too_many(zm_board_maker *m, unsigned n)
{
    return zm_board_wrong(m, "it has %u squares; it can have 1 to %d", n, ZM_BOARD_SQUARES);
}

static zm_status number_points(zm_board_maker *m)
{
    zm_point point[ZM_BOARD_SIDE * ZM_BOARD_SIDE];
    const unsigned n = m->declared->points(m->v, point);
    if (!n || n > ZM_BOARD_SQUARES)
        return too_many(m, n);
    for (unsigned i = 0; i < n; i++)
        ZM_TRY(m->c, number_square(m, point[i]));
    return ZM_OK;
}

static zm_status number_all(zm_board_maker *m)
{
    const unsigned rows = m->d->rows, cols = m->d->cols;
    if (rows * cols > ZM_BOARD_SQUARES)
        return too_many(m, rows * cols);
    for (unsigned i = 0; i < rows * cols; i++)
        ZM_TRY(m->c, number_square(m, (zm_point){(uint8_t)(i / cols), (uint8_t)(i % cols)}));
    return ZM_OK;
}

static void find_steps(zm_board_maker *m)
{
    zm_board_data *d = m->d;
    for (unsigned i = 0; i < d->squares; i++) {
        for (int way = 0; way < 9; way++)
            d->next[way][i] = (uint8_t)zm_toward(m->v, i, way / 3 - 1, way % 3 - 1);
        d->inner[0] |= d->col_of[i] ? zm_bit(i) : 0;
        d->inner[1] |= zm_bit(i);
        d->inner[2] |= d->col_of[i] + 1u < d->cols ? zm_bit(i) : 0;
        for (int way = 1; way < 9; way += 2) /* up, left, right, down */
            d->rim |= d->next[way][i] == ZM_NO_SQUARE ? zm_bit(i) : 0;
    }
}

static zm_status find_lines(zm_board_maker *m)
{
    uint64_t at;
    const unsigned squares = m->d->squares;
    ZM_TRY(m->c, zm_board_add(m, squares * squares * sizeof(uint64_t), &at));
    m->d->between = at;
    for (unsigned from = 0; from < squares; from++)
        for (unsigned way = 0; way < 9; way++) {
            uint64_t line = 0;
            for (unsigned to = from; to != ZM_NO_SQUARE && !(line >> to & 1); to = m->d->next[way][to]) {
                line |= zm_bit(to);
                ((uint64_t *)zm_board_at(m, at))[from * squares + to] = line;
            }
        }
    return ZM_OK;
}

bool zm_board_operation(const zm_board_data *d, zm_symmetry s, uint8_t image[ZM_BOARD_SQUARES])
{
    for (unsigned i = 0; i < d->squares; i++) {
        const unsigned row = s == ZM_MIRROR ? d->row_of[i] : d->rows - 1u - d->row_of[i],
                       col = s == ZM_UPSIDE_DOWN ? d->col_of[i] : d->cols - 1u - d->col_of[i];
        image[i] = d->square_at[row * ZM_BOARD_SIDE + col];
        if (image[i] == ZM_NO_SQUARE)
            return false;
    }
    return true;
}

void zm_board_image_table(const zm_board_data *d, const uint8_t *image, unsigned planes, uint64_t *table)
{
    const unsigned bits = planes * d->squares;
    for (unsigned i = 0; i < (bits + 7) / 8 * 256; i++) {
        table[i] = 0;
        for (unsigned k = 0, bit = i / 256 * 8; k < 8 && bit < bits; k++, bit++)
            table[i] |= i >> k & 1 ? zm_bit(bit - bit % d->squares + image[bit % d->squares]) : 0;
    }
}

static zm_status find_view(zm_board_maker *m)
{
    const zm_symmetry seen = m->declared->seen;
    if (!seen)
        return ZM_OK;
    if (m->declared->turn != ZM_TURN_SWAPS || (seen != ZM_HALF_TURN && seen != ZM_UPSIDE_DOWN))
        return zm_board_wrong(m, "`seen` can be ZM_HALF_TURN or ZM_UPSIDE_DOWN, with ZM_TURN_SWAPS");
    if (!zm_board_operation(m->d, seen, m->d->view))
        return zm_board_wrong(m, "it does not turn onto itself with the view");
    m->d->turned = true;
    return ZM_OK;
}

zm_status zm_board_squares(zm_board_maker *m)
{
    const zm_board *b = m->declared;
    unsigned rows, cols;
    if (!b->rows)
        return zm_board_wrong(m, "`rows` is missing: a number (\"3\") or the name of an option");
    ZM_TRY(m->c, zm_board_amount(m, "its rows", b->rows, 0, ZM_BOARD_SIDE, &rows));
    ZM_TRY(m->c, zm_board_amount(m, "its columns", b->cols, rows, ZM_BOARD_SIDE, &cols));
    m->d->rows = (uint8_t)rows;
    m->d->cols = (uint8_t)cols;
    memset(m->d->square_at, ZM_NO_SQUARE, sizeof m->d->square_at);
    if (!rows || !cols)
        return too_many(m, 0);
    ZM_TRY(m->c, b->points ? number_points(m) : number_all(m));
    m->d->full = m->d->squares == rows * cols;
    m->d->board = zm_low_bits(m->d->squares);
    m->d->chunks = (uint8_t)((m->d->squares + 7) / 8);
    find_steps(m);
    ZM_TRY(m->c, find_lines(m));
    return find_view(m);
}
