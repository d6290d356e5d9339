/* moves.c: names of squares, and moves as text: "b2" to a square, "a1-b2" from one to another, "a1-off" from the board,
 * "C*b2" from the hand.
 *
 * A move is about squares and letters as the mover sees them; text has them as the first player does. */
#include "text.h"

void zm_board_name(const zm_variant *v, unsigned square, zm_text *out)
{
    const unsigned row = zm_row_of(v, square), col = zm_col_of(v, square);
    const zm_naming naming = v->game->looks->naming;
    if (naming == ZM_NUMBERED)
        zm_say(out, "%u", square + 1);
    else if (naming == ZM_BY_NUMBERS && zm_row_count(v) == 1)
        zm_say(out, "%u", col);
    else if (naming == ZM_BY_NUMBERS)
        zm_say(out, "%u,%u", row, col);
    else if (naming == ZM_BY_ROWS)
        zm_say(out, "%u,%u", zm_row_count(v) - row, col + 1);
    else
        zm_say(out, "%c%u", 'a' + (int)col, zm_row_count(v) - row);
}

/* The squares and the letter of a move as text shows them. */
static unsigned shown_square(const zm_variant *v, zm_pos p, unsigned square)
{
    const zm_board_data *d = zm_board_of(v);
    return d->turned && p.hi >> 63 ? d->view[square] : square;
}

static char shown_letter(const zm_variant *v, zm_pos p, char letter)
{
    const zm_board_data *d = zm_board_of(v);
    const unsigned number = d->number_of[(unsigned)letter & 127];
    if (d->turn != ZM_TURN_SWAPS || !(p.hi >> 63) || number == ZM_NO_LETTER)
        return letter;
    return d->letter[d->letter[number].swapped].letter;
}

static void write_square(const zm_variant *v, zm_pos p, unsigned square, zm_text *out)
{
    if (square < zm_squares(v))
        zm_board_name(v, shown_square(v, p, square), out);
}

/* Where there is one kind in hand, the square tells all. */
void zm_board_write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    if (zm_move_letter(m) && !zm_board_one_kind(zm_board_of(v)))
        zm_say(out, "%c*", shown_letter(v, p, zm_move_letter(m)));
    if (zm_move_from(m) != ZM_NO_SQUARE) {
        write_square(v, p, zm_move_from(m), out);
        zm_say(out, zm_move_to(m) == ZM_NO_SQUARE ? "-off" : "-");
    }
    write_square(v, p, zm_move_to(m), out);
}
