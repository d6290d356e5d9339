/* chessboard-nim: coins on a chessboard, at most one a square. A player removes a coin and, if he likes, changes the
 * squares to the left of it in the same row, each as he likes. Who cannot, the board being empty, has lost.
 *
 * THE MAP TO NIM  A row read as a binary number, its leftmost column worth 1, the next 2, 4, ..., is a pile: what a move does to
 * it is to make it any smaller number. So the row is kept as that number, `cols` bits each, the first row lowest in
 * p.lo. */
#include <zermelo/rules.h>

enum { SQUARES = 64, COLS = 14 }; /* 4 rows of 14 columns have 65,532 moves at most, and more have fewer */

typedef struct board {
    unsigned rows, cols;
} board;

static const board *board_of(const zm_variant *v) { return v->data; }
static unsigned row(const zm_variant *v, zm_pos p, unsigned i)
{
    return (unsigned)(p.lo >> board_of(v)->cols * i & zm_low_bits(board_of(v)->cols));
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    board *b = data;
    uint16_t pile[ZM_MAX_LIST];
    b->cols = (unsigned)zm_option_number(v, "cols");
    b->rows = zm_option_list(v, "rows", pile);
    if (b->rows * b->cols > SQUARES)
        return zm_wrong(why, ZM_WHOLE, "%u rows of %u columns have %u squares; there can be up to %d", b->rows, b->cols,
                        b->rows * b->cols, SQUARES);
    for (unsigned i = 0; i < b->rows; i++)
        if (pile[i] >> b->cols)
            return zm_wrong(why, ZM_WHOLE, "row %u is %u; with %u columns it can be 0 to %u", i + 1, pile[i], b->cols,
                            (1u << b->cols) - 1);
    return true;
}

static zm_pos start(const zm_variant *v)
{
    uint16_t pile[ZM_MAX_LIST];
    zm_pos p = {0, 0};
    for (unsigned i = zm_option_list(v, "rows", pile); i-- > 0;)
        p.lo = p.lo << board_of(v)->cols | pile[i];
    return p;
}

/* A move is a row and the smaller number that it becomes. */
static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < board_of(v)->rows; i++)
        for (unsigned to = 0; to < row(v, p, i); to++)
            out[n++] = i << 16 | to;
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    const unsigned i = (unsigned)(m >> 16);
    p.lo -= (row(v, p, i) - (m & 65535)) << board_of(v)->cols * i;
    return p;
}

/* The order of the rows does not matter: they fall. */
static zm_pos fingerprint(const zm_variant *v, zm_pos p)
{
    for (unsigned i = 1; i < board_of(v)->rows; i++)
        for (unsigned k = i; k && row(v, p, k) > row(v, p, k - 1); k--) {
            const uint64_t differs = row(v, p, k) ^ row(v, p, k - 1);
            p.lo ^= (differs | differs << board_of(v)->cols) << board_of(v)->cols * (k - 1);
        }
    return p;
}

static unsigned parts(const zm_variant *v, zm_pos p, zm_pos *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < board_of(v)->rows; i++)
        if (row(v, p, i))
            out[n++] = (zm_pos){row(v, p, i), 0};
    return n;
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const board *b = board_of(v);
    *p = (zm_pos){0, 0};
    for (unsigned i = 0, at = 0; i < b->rows; i++) {
        if (i && text[at++] != '/')
            return zm_wrong(why, at - 1, "expected / and another row: there are %u rows of %u squares", b->rows,
                            b->cols);
        for (unsigned k = 0; k < b->cols; k++, at++)
            if (text[at] == 'o')
                p->lo |= zm_bit(b->cols * i + k);
            else if (text[at] != '.')
                return zm_wrong(why, at, "expected o or . for a square; a row has %u", b->cols);
    }
    const unsigned end = b->rows * (b->cols + 1) - 1;
    return !text[end] || zm_wrong(why, end, "expected the end after %u rows of %u squares", b->rows, b->cols);
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    return !p.hi && p.lo <= zm_low_bits(board_of(v)->rows * board_of(v)->cols);
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    for (unsigned i = 0; i < board_of(v)->rows; i++) {
        if (i)
            zm_say_char(out, '/');
        for (unsigned k = 0; k < board_of(v)->cols; k++)
            zm_say_char(out, row(v, p, i) >> k & 1 ? 'o' : '.');
    }
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    const unsigned i = (unsigned)(m >> 16);
    zm_say(out, "%u-%u", i + 1, row(v, p, i) - (unsigned)(m & 65535)); /* as in Nim */
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const unsigned cols = board_of(v)->cols, squares = board_of(v)->rows * cols;
    for (unsigned i = 0; i < squares; i++)
        out[i] = (zm_cell){(uint8_t)(i / cols), (uint8_t)(i % cols), p.lo >> i & 1 ? 'o' : '.', false, 0};
    return squares;
}

static uint64_t encode(const zm_variant *v, zm_pos p) { return p.lo; }
static bool decode(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    const unsigned squares = board_of(v)->rows * board_of(v)->cols;
    *p = (zm_pos){code, 0};
    return code <= zm_low_bits(squares) ||
           zm_wrong(why, 0, "the largest code of %u squares has %u bits", squares, squares);
}

ZM_GAME(chessboard_nim, "chessboard-nim", .title = "Chessboard Nim", .impartial = true,
        .about =
            "Coins on a board, at most one a square. A player removes a coin and, if he likes, removes or adds coins\n"
            "anywhere to the left of it in the same row. Who cannot, the board being empty, has lost.",
        .known = "Lost when every column has an even number of coins. Each row is a pile of Nim: the leftmost column\n"
                 "is worth 1, the next 2, 4, 8, ..., and a move makes a row any smaller number (Lenhardt 2007).",
        .notation = "rows from the top, o a coin, . none: .oo./oo.o; a move 2-5 takes 5 from row 2 as a pile of Nim",
        .options = {ZM_INT("cols", "4", 1, COLS, "columns of the board"),
                    ZM_LIST("rows", "6,11,13", 0, 16383, "each row as its pile of Nim: 6 is .oo.")},
        .data_bytes = sizeof(board), .prepare = prepare, .start = start, .moves = moves, .play = play,
        .fingerprint = fingerprint, .read = read, .write = write, .is_position = is_position, .write_move = write_move,
        .sums = ZM_SUMS(.parts = parts), .looks = ZM_LOOKS(.pieces = {{'o', ZM_COIN}}, .cells = cells),
        .sources = ZM_SOURCES(.codes = {{"piles", "the piles of Nim, a binary digit a column, the first row lowest",
                                         encode, decode}}))
