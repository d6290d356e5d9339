/* tic-tac-toe: two bits a square, the upper left one highest: 0 empty, 1 x, 2 o; the topmost bit is the turn. With
 * play_on=yes a line ends nothing: on the full board who alone has one has won, lines of both or of none are a draw. */
#include <zermelo/rules.h>

static uint64_t three(uint64_t b, unsigned step, uint64_t from) { return b & b >> step & b >> 2 * step & from; }
static int line(uint64_t b) { return (three(b, 2, 0x1041) | three(b, 6, 21) | three(b, 8, 1) | three(b, 4, 16)) != 0; }
static zm_pos start(const zm_variant *v) { return (zm_pos){0, 0}; }

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 9; i++)
        if (!(p.lo >> (16 - 2 * i) & 3))
            out[n++] = i;
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    p.lo |= (1 + (p.hi >> 63)) << (16 - 2 * m);
    return zm_next_turn(p);
}

static zm_end ended(const zm_variant *v, zm_pos p)
{
    const int x_leads = line(p.lo) - line(p.lo >> 1), lead = p.hi ? -x_leads : x_leads;
    const bool full = ((p.lo | p.lo >> 1) & 0x15555) == 0x15555;
    return full || (lead && !v->option[0].number) ? (zm_end)(ZM_DRAW + lead) : ZM_OPEN;
}

static zm_pos fingerprint(const zm_variant *v, zm_pos p) /* the smallest of eight: two mirrors, one after the other */
{
    uint64_t b = p.lo;
    for (unsigned i = 0; i < 8; i++, p.lo = b < p.lo ? b : p.lo)
        b = i & 1 ? (b & 0xC30C) | (b & 0x30C3) << 4 | (b >> 4 & 0x30C3)
                  : (b & 0x30303) | (b & 0xC0C) << 4 | (b >> 4 & 0xC0C) | (b & 0x30) << 8 | (b >> 8 & 0x30);
    return p;
}

static bool legal(const zm_variant *v, zm_pos *p, zm_mistake *why)
{
    const unsigned x = zm_count_bits(p->lo & 0x15555), o = zm_count_bits(p->lo & 0x2AAAA);
    p->hi = x == o ? 0 : ZM_TURN_BIT;
    if (x - o > 1)
        return zm_wrong(why, ZM_WHOLE, "x moves first, so x has as many as o or one more, not %u and %u", x, o);
    if (v->option[0].number || !line(x == o ? p->lo : p->lo >> 1))
        return true;
    return zm_wrong(why, ZM_WHOLE, line(x == o ? p->lo >> 1 : p->lo) ? "both have won" : "a move came after the win");
}

ZM_GAME(tic_tac_toe, "tic-tac-toe", .title = "Tic-Tac-Toe", .players = {"x", "o"}, .squares = {".xo", 3, 3},
        .legal = legal,
        .about = "Three by three squares. x and o in turn take an empty one; {play_on=no:a line of three of "
                 "one's own wins|when the board is full, who alone has a line of three has won}.",
        .known = "A draw. {play_on=no:765 states, 5,478 positions, 255,168 games|850 states}.",
        .notation = "nine of x, o and . row by row: xo..x.... A move is the number of its square, 1 to 9.",
        .options = {ZM_CHOICE("play_on", "no", "no|yes", "fill the board; who alone has a line then has won")},
        .start = start, .moves = moves, .play = play, .ended = ended, .fingerprint = fingerprint, .read = zm_read_board,
        .write = zm_write_board, .is_position = zm_is_board, .write_move = zm_write_square,
        .looks = ZM_LOOKS(.cells = zm_board_cells, .name_cell = zm_name_square,
                          .pieces = {{'x', ZM_CROSS}, {'o', ZM_RING}}),
        .sources = ZM_SOURCES(.bench = {{"hash", ""}}, .codes = {ZM_CODE_BITS2, ZM_CODE_BASE3}))
