/* tic-tac-toe: two bits a square, the upper left one highest: 0 empty, 1 x, 2 o; the topmost bit is the turn. With play_on=yes
 * a line ends nothing: on the full board who alone has one has won, lines of both or of none are a draw. */
#include <string.h>
#include <zermelo/game.h>

static unsigned at(zm_pos p, unsigned i) { return p.lo >> (16 - 2 * i) & 3; }
static uint64_t three(uint64_t b, unsigned step, uint64_t from) { return b & b >> step & b >> 2 * step & from; }
static int line(uint64_t b) { return (three(b, 2, 0x1041) | three(b, 6, 21) | three(b, 8, 1) | three(b, 4, 16)) != 0; }
static uint64_t rebase(uint64_t n, uint64_t a, uint64_t b) { return n ? n % a + b * rebase(n / a, a, b) : 0; }
static zm_pos start(const zm_variant *v) { return (zm_pos){0, 0}; }

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 9; i++)
        if (!at(p, i))
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
    return ((p.lo | p.lo >> 1) & 0x15555) == 0x15555 || (lead && !v->option[0].number) ? (zm_end)(ZM_DRAW + lead)
                                                                                       : ZM_OPEN;
}

static zm_pos fingerprint(const zm_variant *v, zm_pos p) /* the smallest of eight: two mirrors, one after the other */
{
    uint64_t b = p.lo;
    for (unsigned i = 0; i < 8; i++, p.lo = b < p.lo ? b : p.lo)
        b = i & 1 ? (b & 0xC30C) | (b & 0x30C3) << 4 | (b >> 4 & 0x30C3)
                  : (b & 0x30303) | (b & 0xC0C) << 4 | (b >> 4 & 0xC0C) | (b & 0x30) << 8 | (b >> 8 & 0x30);
    return p;
}

static bool from_bits2(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    const unsigned x = zm_count_bits(code & 0x15555), o = zm_count_bits(code & 0x2AAAA);
    const char *fault = code >> 18 || (code & code >> 1 & 0x15555) ? "this is no code of nine squares"
                        : x - o > 1                                ? "x must have as many as o, or one more"
                        : v->option[0].number || !line(x == o ? code : code >> 1) ? NULL
                        : line(x == o ? code >> 1 : code)                         ? "both have won"
                                                          : "a move was made after the game was won";
    *p = (zm_pos){code, x == o ? 0 : ZM_TURN_BIT};
    return !fault || zm_wrong(why, 0, "%s", fault);
}

static bool from_base3(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    return from_bits2(v, code < 19683 ? rebase(code, 3, 4) : UINT64_MAX, p, why);
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const size_t good = strspn(text, ".xo");
    uint64_t code = 0;
    if (good != 9 || text[9])
        return zm_wrong(why, good < 9 ? good : 9, "expected nine of x, o and .");
    for (unsigned i = 0; i < 9; i++)
        code = 4 * code + (text[i] == 'x' ? 1 : text[i] == 'o' ? 2 : 0);
    return from_bits2(v, code, p, why);
}

static void write(const zm_variant *v, zm_pos p, char *out)
{
    for (unsigned i = 0; i < 9; i++)
        out[i] = ".xo"[at(p, i)];
    out[9] = 0;
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    for (unsigned i = 0; i < 9; i++)
        out[i] = (zm_cell){(uint8_t)(i / 3), (uint8_t)(i % 3), ".xo"[at(p, i)], false};
    return 9;
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, char *out)
{
    out[0] = (char)('1' + m);
    out[1] = 0;
}

static uint64_t bits2(const zm_variant *v, zm_pos p) { return p.lo; }
static uint64_t base3(const zm_variant *v, zm_pos p) { return rebase(p.lo, 4, 3); }

ZM_GAME(tic_tac_toe, "tic-tac-toe", .title = "Tic-Tac-Toe", .players = {"x", "o"},
        .about = "Three by three squares. x and o in turn take an empty one; a line of three of one's own wins.",
        .bench = {{"hash", ""}}, .known = "A draw. 765 states, 5,478 positions, 255,168 games.",
        .notation = "nine of x, o and . row by row: xo..x.... A move is the number of its square, 1 to 9.",
        .options = {ZM_CHOICE("play_on", "no", "no|yes", "fill the board; who alone has a line then has won")},
        .start = start, .moves = moves, .play = play, .ended = ended, .fingerprint = fingerprint, .read = read,
        .write = write, .write_move = write_move, .cells = cells,
        .codes = {{"bits2", "two bits a square, the first highest: 0 empty, 1 x, 2 o", bits2, from_bits2},
                  {"base3", "the same digits in base 3", base3, from_base3}})
