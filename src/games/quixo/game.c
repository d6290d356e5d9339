/* quixo: cubes on a square board. A player takes a blank cube or one of his own from the rim, turns it to his sign, and pushes
 * it in again at another end of its row or column, so that the cubes between move by one square.
 *
 * A move that makes a line of the other's sign loses, even if it makes one of the mover's, too. So whoever is to move has won if
 * his sign has a line, and has lost if only the other's has one. Positions are seen from the side to move: his sign is x. */
#include <zermelo/rules.h>

static zm_end ended(const zm_variant *v, zm_pos p)
{
    const unsigned size = zm_row_count(v);
    return zm_has_line(v, zm_own(v, p), size) ? ZM_WIN : zm_has_line(v, zm_theirs(v, p), size) ? ZM_LOSS : ZM_OPEN;
}

/* From a square of the rim to every end of its row and its column that is not the square itself. */
static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const int last = (int)zm_row_count(v) - 1;
    unsigned n = 0;
    for (uint64_t rest = zm_rim(v) & (zm_own(v, p) | zm_free(v, p)); rest;) {
        const unsigned from = zm_take_lowest(&rest);
        const int row = (int)zm_row_of(v, from), col = (int)zm_col_of(v, from);
        const unsigned end[] = {zm_square(v, row, 0), zm_square(v, row, last), zm_square(v, 0, col),
                                zm_square(v, last, col)};
        for (unsigned i = 0; i < 4; i++)
            if (end[i] != from)
                out[n++] = zm_from_to(from, end[i]);
    }
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    return zm_pass(v, zm_put(v, zm_push(v, p, zm_move_from(m), zm_move_to(m)), zm_move_to(m), 'x'));
}

/* Nearly all placements are reached by play; to find out which takes as long as to solve them. */
static bool all_states(const zm_variant *v) { return zm_option_number(v, "states"); }

static const zm_board board = ZM_BOARD(.rows = "size", .first = "x", .second = "o", .turn = ZM_TURN_SWAPS,
                                       .symmetry = ZM_SQUARE, .grows = "xo", .most_change = 1);

ZM_GAME(
    quixo, "quixo", .title = "Quixo", .players = {"x", "o"}, .board = &board,
    .about =
        "A square board of {size} by {size} cubes, blank at first. A player takes a blank cube or one of his own from "
        "the rim, turns it to his sign and pushes it in at another end of its row or column. A line of {size} of "
        "one's own wins; who makes one of the other's loses.",
    .known = "{size=3:The first player wins in 7 plies}{size=4:The first player wins in 21 plies}{size=5:A draw} "
             "(Tanaka, Bonnet, Tixeuil, Tamura 2020).",
    .options = {ZM_INT("size", "4", 3, 5, "rows and columns"),
                ZM_CHOICE("states", "reachable", "reachable|all",
                          "which states count: those that play reaches from the start, or all placements")},
    .index = ZM_INDEX(.all_states = all_states), .moves = moves, .play = play, .ended = ended, .most_moves = 44,
    .sources = ZM_SOURCES(.bench = {{"forward", ""}}))
