/* dobutsu-shogi ("Let's catch the lion", Madoka Kitao 2008): shogi on three by four squares, with a lion, an elephant, a
 * giraffe and a chick each. Positions are seen from the side to move, who plays upward.
 *
 * Tanaka (2009) counts a position in which the mover can catch the lion, and does not go on from it. So does this: where
 * the lion can be caught that is the only move, and it leads to one position, in which only the catcher's lion is left. */
#include <zermelo/rules.h>

enum { LION, ELEPHANT, GIRAFFE, CHICK, HEN, KINDS };
static const char mine[] = "LEGCH", theirs[] = "legch";

static bool material(const zm_variant *v, const uint8_t *on_board, const uint8_t *in_hand)
{
    static const char *const option[KINDS] = {"", "elephants", "giraffes", "chicks", ""};
    unsigned count[KINDS], others = 0;
    for (unsigned i = 0; i < KINDS; i++) {
        count[i] = (unsigned)(on_board[i] + on_board[KINDS + i] + in_hand[i] + in_hand[KINDS + i]);
        others += i == LION ? 0 : count[i];
    }
    if (count[LION] == 1)
        return !others; /* one is caught */
    count[CHICK] += count[HEN];
    for (unsigned i = ELEPHANT; i <= CHICK; i++)
        if (count[i] != (unsigned)zm_option_number(v, option[i]))
            return false;
    return on_board[LION] && on_board[KINDS + LION];
}

static const zm_board board =
    ZM_BOARD(.rows = "4", .cols = "3", .first = mine, .second = theirs, .hand = "EGC", .turn = ZM_TURN_SWAPS,
             .seen = ZM_HALF_TURN, .symmetry = ZM_MIRROR, .material = material,
             .totals = {{"L", "0", "1"},
                        {"l", "0", "1"},
                        {"Ee", "0", "elephants"},
                        {"Gg", "0", "giraffes"},
                        {"CcHh", "0", "chicks"}});

/* ---- how pieces go ---- A row has three squares, so it is an octal digit: the rows below, beside and above the piece. */
static const unsigned goes[KINDS] = {0757, 0505, 0252, 0002, 0257};

/* These squares around the piece, which is in the middle of them. What leaves a row comes to the far column of the next one. */
static uint64_t reach(unsigned kind, unsigned from)
{
    static const unsigned columns[3] = {03333, 07777, 06666};
    return (uint64_t)goes[kind] << from >> 4 & columns[from % 3];
}

/* Moves of pieces on the board to these squares. */
static unsigned steps(const zm_variant *v, zm_pos p, uint64_t targets, zm_move *out)
{
    unsigned n = 0;
    for (unsigned kind = 0; kind < KINDS; kind++)
        for (uint64_t from = zm_pieces(v, p, mine[kind]); from;) {
            const unsigned square = zm_take_lowest(&from);
            for (uint64_t to = reach(kind, square) & targets; to;)
                out[n++] = zm_from_to(square, zm_take_lowest(&to));
        }
    return n;
}

/* ---- the rules ---- */
static zm_pos start(const zm_variant *v)
{
    static const char *const option[KINDS] = {"", "elephants", "giraffes", "chicks", ""};
    static const unsigned home[KINDS] = {10, 9, 11, 7, 0};
    zm_pos p = zm_put(v, zm_put(v, (zm_pos){0, 0}, home[LION], 'L'), 11 - home[LION], 'l');
    for (unsigned i = ELEPHANT; i <= CHICK; i++) {
        if (zm_option_number(v, option[i]) > 0)
            p = zm_put(v, p, home[i], mine[i]);
        if (zm_option_number(v, option[i]) > 1)
            p = zm_put(v, p, 11 - home[i], theirs[i]);
    }
    return p;
}

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = steps(v, p, zm_pieces(v, p, 'l'), out);
    if (n)
        return n;
    n = steps(v, p, zm_free(v, p) | zm_theirs(v, p), out);
    for (unsigned kind = ELEPHANT; kind <= CHICK; kind++)
        for (uint64_t to = zm_held(v, p, mine[kind]) ? zm_free(v, p) : 0; to;)
            out[n++] = zm_drop(mine[kind], zm_take_lowest(&to));
    return n;
}

/* A piece that is caught goes to the hand; a hen is a chick there. */
static zm_pos take(const zm_variant *v, zm_pos p, char caught)
{
    const char held = caught == 'e' ? 'E' : caught == 'g' ? 'G' : 'C';
    return zm_hold(v, p, held, zm_held(v, p, held) + 1);
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    const unsigned from = zm_move_from(m), to = zm_move_to(m);
    char piece = zm_move_letter(m);
    if (piece) {
        p = zm_hold(v, p, piece, zm_held(v, p, piece) - 1);
        return zm_pass(v, zm_put(v, p, to, piece));
    }
    const char caught = zm_at(v, p, to);
    piece = zm_at(v, p, from);
    if (caught == 'l')
        return zm_pass(v, zm_put(v, (zm_pos){0, p.hi & ZM_TURN_BIT}, 10, 'L'));
    p = zm_put(v, caught == '.' ? p : take(v, p, caught), from, '.');
    return zm_pass(v, zm_put(v, p, to, piece == 'C' && to < 3 ? 'H' : piece));
}

/* Lost: the lion is caught, or the other's has come through (a try) and cannot be caught. */
static zm_end ended(const zm_variant *v, zm_pos p)
{
    zm_move out[8];
    const uint64_t lion = zm_pieces(v, p, 'l');
    if (!zm_pieces(v, p, 'L'))
        return ZM_LOSS;
    return lion >> 9 && !steps(v, p, lion, out) ? ZM_LOSS : ZM_OPEN;
}

static const zm_source tanaka = {"Tanaka", "Tetsuro Tanaka, An Analysis of a Board Game \"Doubutsu Shogi\" (2009)"};

ZM_GAME(
    dobutsu_shogi, "dobutsu-shogi", .title = "Dobutsu shogi",
    .about =
        "Shogi for children on three by four squares. The lion (L) goes one square in any direction, the elephant (E) "
        "diagonally, the giraffe (G) along rows and columns, the chick (C) forward. A chick that reaches the last row "
        "becomes a hen (H), which goes anywhere but diagonally backward. What is caught changes sides and goes to the "
        "hand; a turn may drop it on an empty square instead of a move. Who catches the lion wins, and who brings the "
        "own lion to the last row where it cannot be caught at once. A lion that can be caught is caught.",
    .known = "{elephants=2 giraffes=2 chicks=2:The second player wins in 78 plies; 246,803,167 positions (Tanaka "
             "2009). The position "
             "with a caught lion is one more here.}",
    .notation = "rows from the top with / between: the first player's pieces are capital letters, the second's small; "
                "whose turn, "
                "f or s; pieces in hand, - for none: gle/.c./.C./ELG:f:-; a move b2-b3 goes, E*b2 drops",
    .options = {ZM_INT("elephants", "2", 0, 2, "elephants in the game; 1: the first player's"),
                ZM_INT("giraffes", "2", 0, 2, "giraffes in the game; 1: the first player's"),
                ZM_INT("chicks", "2", 0, 2, "chicks in the game; 1: the first player's")},
    .board = &board, .start = start, .moves = moves, .play = play, .ended = ended, .most_moves = 128,
    .sources = ZM_SOURCES(.bench = {{"forward", "elephants=0 chicks=0"}},
                          .published = {{&tanaka, "", 246803167, {ZM_NOT_GIVEN, ZM_NOT_GIVEN}, ZM_NOT_GIVEN, NULL}}))
