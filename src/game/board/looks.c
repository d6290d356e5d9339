/* looks.c: the drawn board of a declared one, in true colours and as the first player sees it.
 *
 * Where only squares of one colour of a chessboard exist, the others are drawn too, as light squares without a piece. */
#include "text.h"

/* All existing squares are of one colour, and some other would be between them. */
static bool is_chequered(const zm_variant *v)
{
    const zm_board_data *d = zm_board_of(v);
    if (d->full || v->game->board->joined || d->rows < 2)
        return false;
    for (unsigned i = 1; i < d->squares; i++)
        if ((d->row_of[i] + d->col_of[i] + d->row_of[0] + d->col_of[0]) % 2)
            return false;
    return d->squares > 1;
}

static unsigned owner_of(const zm_board_data *d, char piece)
{
    const unsigned number = d->number_of[(unsigned)piece & 127];
    return number == ZM_NO_LETTER || d->letter[number].owner == 2 ? 0 : d->letter[number].owner + 1u;
}

static unsigned show_squares(const zm_variant *v, zm_pos shown, bool dark, zm_cell *out)
{
    const zm_board_data *d = zm_board_of(v);
    for (unsigned i = 0; i < d->squares; i++) {
        out[i] = (zm_cell){.row = d->row_of[i], .col = d->col_of[i], .piece = zm_at(v, shown, i), .dark = dark};
        out[i].owner = (uint8_t)owner_of(d, out[i].piece);
    }
    return d->squares;
}

/* A board of points shows a dot where a point is empty, as it does for dark squares. */
unsigned zm_board_show(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const zm_board_data *d = zm_board_of(v);
    const bool chequered = is_chequered(v);
    unsigned n = show_squares(v, zm_board_shown(v, p), chequered || v->game->board->joined, out);
    for (unsigned i = 0; chequered && i < (unsigned)d->rows * d->cols; i++)
        if (zm_square(v, (int)(i / d->cols), (int)(i % d->cols)) == ZM_NO_SQUARE)
            out[n++] = (zm_cell){.row = (uint8_t)(i / d->cols), .col = (uint8_t)(i % d->cols), .piece = '.'};
    return n;
}

bool zm_board_joined(const zm_variant *v, const zm_cell *a, const zm_cell *b)
{
    return v->game->board->joined(v, zm_square(v, a->row, a->col), zm_square(v, b->row, b->col));
}

/* Squares that are numbered say their names; the others are named by rows and columns. */
void zm_board_name_cell(const zm_variant *v, zm_pos p, const zm_cell *cell, zm_text *out)
{
    const unsigned square = zm_square(v, cell->row, cell->col);
    (void)p;
    if (v->game->looks->naming == ZM_NUMBERED && square != ZM_NO_SQUARE)
        zm_board_name(v, square, out);
}

unsigned zm_board_in_hand(const zm_variant *v, zm_pos p, zm_hand *out)
{
    const zm_board_data *d = zm_board_of(v);
    const zm_pos shown = zm_board_shown(v, p);
    unsigned n = 0;
    for (unsigned i = 0; i < d->letters; i++)
        if (d->letter[i].in_hand)
            out[n++] = (zm_hand){.piece = d->letter[i].letter,
                                 .owner = (uint8_t)(d->letter[i].owner + 1),
                                 .count = zm_held(v, shown, d->letter[i].letter)};
    return n;
}
