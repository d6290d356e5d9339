/* tic-tac-toe: with play_on=yes a line ends nothing: on the full board who alone has one has won, lines of both or of none
 * are a draw. */
#include <zermelo/rules.h>

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (uint64_t rest = zm_free(v, p); rest;)
        out[n++] = zm_to(zm_take_lowest(&rest));
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    return zm_pass(v, zm_put(v, p, zm_move_to(m), zm_mine(v, p, 'x')));
}

static zm_end ended(const zm_variant *v, zm_pos p)
{
    const int lead = zm_has_line(v, zm_own(v, p), 3) - zm_has_line(v, zm_theirs(v, p), 3);
    return !zm_free(v, p) || (lead && !v->option[0].number) ? (zm_end)(ZM_DRAW + lead) : ZM_OPEN;
}

static bool legal(const zm_variant *v, zm_pos p, zm_mistake *why)
{
    if (v->option[0].number || !zm_has_line(v, zm_own(v, p), 3))
        return true;
    return zm_wrong(why, ZM_WHOLE, zm_has_line(v, zm_theirs(v, p), 3) ? "both have won" : "a move came after the win");
}

static const zm_board board =
    ZM_BOARD(.rows = "3", .first = "x", .second = "o", .turn = ZM_TURN_COUNTED, .grows = "xo", .most_change = 1,
             .inside = ZM_LEAVES, .symmetry = ZM_SQUARE, .legal = legal, .one_line = true);

ZM_GAME(tic_tac_toe, "tic-tac-toe", .title = "Tic-Tac-Toe", .players = {"x", "o"}, .board = &board,
        .about = "Three by three squares. x and o in turn take an empty one; {play_on=no:a line of three of "
                 "one's own wins|when the board is full, who alone has a line of three has won}.",
        .known = "A draw. {play_on=no:765 states, 5,478 positions, 255,168 games|850 states}.",
        .notation = "nine of x, o and . row by row: xo..x.... A move is the number of its square, 1 to 9.",
        .options = {ZM_CHOICE("play_on", "no", "no|yes", "fill the board; who alone has a line then has won")},
        .moves = moves, .play = play, .ended = ended,
        .looks = ZM_LOOKS(.naming = ZM_NUMBERED, .pieces = {{'x', ZM_CROSS}, {'o', ZM_RING}}),
        .sources = ZM_SOURCES(.bench = {{"hash", ""}}))
