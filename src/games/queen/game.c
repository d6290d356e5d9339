/* queen: the Game of Queens. games/shared/board_pieces.h has what it shares with All the King's Horses. */
#include "games/shared/board_pieces.h"

/* West, north, north-west. */
static unsigned steps(unsigned size, square from, square *to)
{
    unsigned n = 0;
    for (unsigned k = 1; k <= from.col; k++)
        to[n++] = (square){from.row, (uint8_t)(from.col - k)};
    for (unsigned k = 1; k <= from.row; k++)
        to[n++] = (square){(uint8_t)(from.row - k), from.col};
    for (unsigned k = 1; k <= from.row && k <= from.col; k++)
        to[n++] = (square){(uint8_t)(from.row - k), (uint8_t)(from.col - k)};
    return n;
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    static const zm_compound rules[] = {ZM_UNION, ZM_SELECTIVE, ZM_SUM};
    return pieces_prepare(v, data, rules, why);
}

PIECES_GAME(queen, "queen", .title = "Game of Queens",
            .about = "Queens on a board, several on a square if need be; they are not in each other's way. A "
                     "player moves {rule=some:at least one queen}{rule=notall:at least one queen, but not all of "
                     "them}{rule=one:one queen}{rule=some,notall:, each} any number of squares west, north or "
                     "north-west. Who cannot{rule!=notall:, all queens being in the top left corner,} has lost.",
            .known = "One queen is Wythoff's Nim (1907). Lost are {rule=some:the positions where every queen is "
                     "lost on her own}{rule=notall:the positions where all have the same Grundy "
                     "number}{rule=one:the positions where the binary sum of the Grundy numbers without carry is "
                     "0} (Lenhardt 2007).",
            .options = {PIECES_OPTIONS(ZM_CHOICE("rule", "some", "some|notall|one", "which queens a player moves"))})
