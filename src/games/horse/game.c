/* horse: All the King's Horses, and its two modifications. games/shared/board_pieces.h has what it shares with the Game
 * of Queens. */
#include "games/shared/board_pieces.h"

/* As knights, but only to a smaller sum of row and column. */
static unsigned steps(unsigned size, square from, square *to)
{
    static const int8_t jump[4][2] = {{-2, 1}, {-2, -1}, {-1, -2}, {1, -2}};
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++) {
        const int row = from.row + jump[i][0], col = from.col + jump[i][1];
        if (row >= 0 && col >= 0 && row < (int)size && col < (int)size)
            to[n++] = (square){(uint8_t)row, (uint8_t)col};
    }
    return n;
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    static const zm_compound rules[] = {ZM_AND, ZM_ALSO, ZM_WTIA};
    return pieces_prepare(v, data, rules, why);
}

PIECES_GAME(horse, "horse", .title = "All the King's Horses",
            .about = "Horses on a board, several on a square if need be; they are not in each other's way. They "
                     "jump like knights, but only where the sum of row and column gets smaller. A player moves "
                     "{rule=all:every horse; who cannot has lost.}{rule=able:all horses that can be moved, and "
                     "has lost when none can.}{rule=home:one horse, and who first brings one home, where it "
                     "cannot move, has won.}",
            .known = "Lost are {rule=all:the positions where the least remoteness of the horses is "
                     "even}{rule=able:the positions where the largest suspense of the horses is "
                     "even}{rule=home:the positions where the w-numbers of the horses add up to 0} (Winning Ways, "
                     "chapter 9; Lenhardt 2007).",
            .options = {PIECES_OPTIONS(ZM_CHOICE("rule", "all", "all|able|home", "which horses a player moves"))})
