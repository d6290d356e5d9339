/* dodgem (Colin Vout; Winning Ways, chapter 22): x drives from the left to the right, o from the bottom to the top. A car
 * goes one square forward or aside, never onto another, and leaves the board forward. The first without cars has won,
 * and so has a player who is blocked. */
#include <zermelo/rules.h>

static bool material(const zm_variant *v, const uint8_t *on_board, const uint8_t *in_hand)
{
    return on_board[0] < zm_row_count(v) && on_board[1] < zm_row_count(v);
}

static const zm_board board =
    ZM_BOARD(.rows = "size", .first = "x", .second = "o", .shrinks = "xo", .most_change = 1, .material = material);

static zm_pos start(const zm_variant *v) /* all but the lower left corner, where the two would meet */
{
    const int size = (int)zm_row_count(v);
    zm_pos p = {0, 0};
    for (int i = 1; i < size; i++) {
        p = zm_put(v, p, zm_square(v, i - 1, 0), 'x');
        p = zm_put(v, p, zm_square(v, size - 1, i), 'o');
    }
    return p;
}

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    static const int ways[2][3][2] = {{{0, 1}, {-1, 0}, {1, 0}}, {{-1, 0}, {0, -1}, {0, 1}}}; /* forward, aside */
    const uint64_t empty = zm_free(v, p);
    unsigned n = 0;
    for (uint64_t cars = zm_own(v, p); cars;) {
        const unsigned from = zm_take_lowest(&cars);
        for (unsigned i = 0; i < 3; i++) {
            const int *way = ways[zm_mover(v, p)][i];
            const unsigned to = zm_toward(v, from, way[0], way[1]);
            if (to == ZM_NO_SQUARE ? i == 0 : empty >> to & 1)
                out[n++] = zm_from_to(from, to);
        }
    }
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    p = zm_put(v, p, zm_move_from(m), '.');
    if (zm_move_to(m) != ZM_NO_SQUARE)
        p = zm_put(v, p, zm_move_to(m), zm_mine(v, p, 'x'));
    return zm_pass(v, p);
}

static zm_end ended(const zm_variant *v, zm_pos p)
{
    zm_move out[3 * 4];
    return !zm_theirs(v, p) ? ZM_LOSS : moves(v, p, out) ? ZM_OPEN : ZM_WIN;
}

ZM_GAME(
    dodgem, "dodgem", .title = "Dodgem",
    .about =
        "{size} by {size} squares with a row of cars less one on two sides. x drives to the right and o drives up: one "
        "square forward or to a side, never onto another car. Cars leave the board at the far side. The first "
        "without cars wins; a player whose cars are all blocked wins too.",
    .known =
        "{size=3:The first player wins (Winning Ways), in 19 plies.|{size=4:A draw (des Jardins 1996).|A draw (des "
        "Jardins 1996); both only drive to and fro.}}",
    .notation =
        "rows from the top with / between, x, o or . for each square, then whose turn, f or s: x../x../.oo:f; a "
        "move a2-b2 goes from square to square, a3-off leaves the board",
    .options = {ZM_INT("size", "3", 2, 5, "rows and columns")}, .board = &board, .start = start, .moves = moves,
    .play = play, .ended = ended, .sources = ZM_SOURCES(.bench = {{"forward hash", "size=4"}}))
