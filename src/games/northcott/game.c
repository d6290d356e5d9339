/* northcott: a board with one white and one black piece in each row. A player moves one of his pieces along its row,
 * any number of squares either way, not past the other piece. A player who cannot move loses; the first player has the
 * white pieces.
 *
 * POSITION  row i is byte i of p.lo: the column of the white piece in its upper four bits, of the black one in the lower. The
 * topmost bit of the 128 is the turn. */
#include <zermelo/rules.h>

enum { MOST = 16 };

typedef struct board {
    unsigned rows, cols;
} board;

static const board *board_of(const zm_variant *v) { return v->data; }
static unsigned white(zm_pos p, unsigned i) { return p.lo >> (8 * i + 4) & 15; }
static unsigned black(zm_pos p, unsigned i) { return p.lo >> 8 * i & 15; }
static uint64_t packed(unsigned w, unsigned b, unsigned i) { return (uint64_t)(w << 4 | b) << 8 * i; }

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    board *b = data;
    uint16_t at[ZM_MAX_LIST];
    const unsigned n = zm_option_list(v, "at", at);
    *b = (board){n / 2, (unsigned)zm_option_number(v, "cols")};
    if (n % 2)
        return zm_wrong(why, ZM_WHOLE, "at has %u numbers; each row takes two, the white and the black piece", n);
    for (unsigned i = 0; i < n; i++)
        if (at[i] >= b->cols)
            return zm_wrong(why, ZM_WHOLE, "a piece stands on column %u; they go from 0 to %u", at[i], b->cols - 1);
    for (unsigned i = 0; i < b->rows; i++)
        if (at[2 * i] == at[2 * i + 1])
            return zm_wrong(why, ZM_WHOLE, "both pieces of row %u stand on column %u", i, at[2 * i]);
    return true;
}

static zm_pos start(const zm_variant *v)
{
    uint16_t at[ZM_MAX_LIST];
    zm_pos p = {0, 0};
    zm_option_list(v, "at", at);
    for (unsigned i = 0; i < board_of(v)->rows; i++)
        p.lo |= packed(at[2 * i], at[2 * i + 1], i);
    return p;
}

/* A move is a row and the column to go to. */
static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const bool second = p.hi & ZM_TURN_BIT;
    unsigned n = 0;
    for (unsigned i = 0; i < board_of(v)->rows; i++) {
        const unsigned own = second ? black(p, i) : white(p, i), other = second ? white(p, i) : black(p, i);
        const unsigned from = own < other ? 0 : other + 1, end = own < other ? other : board_of(v)->cols;
        for (unsigned to = from; to < end; to++)
            if (to != own)
                out[n++] = i << 8 | to;
    }
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    const unsigned i = (unsigned)(m >> 8), to = m & 255;
    const uint64_t after = p.hi & ZM_TURN_BIT ? packed(white(p, i), to, i) : packed(to, black(p, i), i);
    p.lo = (p.lo & ~((uint64_t)255 << 8 * i)) | after;
    return zm_next_turn(p);
}

/* A row may be turned round, and the rows be put in any order: white stands left, and the rows fall. */
static zm_pos fingerprint(const zm_variant *v, zm_pos p)
{
    const board *b = board_of(v);
    zm_pos f = {0, p.hi};
    for (unsigned i = 0; i < b->rows; i++)
        f.lo |= white(p, i) < black(p, i) ? packed(white(p, i), black(p, i), i)
                                          : packed(b->cols - 1 - white(p, i), b->cols - 1 - black(p, i), i);
    for (unsigned i = 1; i < b->rows; i++)
        for (unsigned k = i; k && (f.lo >> 8 * k & 255) > (f.lo >> 8 * (k - 1) & 255); k--) {
            const uint64_t differs = (f.lo >> 8 * k ^ f.lo >> 8 * (k - 1)) & 255;
            f.lo ^= differs * 257 << 8 * (k - 1);
        }
    return f;
}

/* One row: where the two pieces stand, `cols` where one is missing. */
static bool read_row(const char *text, size_t at, unsigned cols, unsigned piece[2], zm_mistake *why)
{
    piece[0] = piece[1] = cols;
    for (unsigned k = 0; k < cols; k++) {
        const char c = text[at + k];
        if (c != 'w' && c != 'b' && c != '.')
            return zm_wrong(why, at + k, "expected w, b or . for a square; a row has %u", cols);
        if (c != '.' && piece[c == 'b'] < cols)
            return zm_wrong(why, at + k, "a row has one piece of each colour");
        if (c != '.')
            piece[c == 'b'] = k;
    }
    return (piece[0] < cols && piece[1] < cols) || zm_wrong(why, at, "a row has a white and a black piece, w and b");
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const board *b = board_of(v);
    size_t at = 0;
    *p = (zm_pos){0, 0};
    for (unsigned i = 0; i < b->rows; i++, at += b->cols) {
        unsigned piece[2];
        if (i && text[at++] != '/')
            return zm_wrong(why, at - 1, "expected / and another row: there are %u rows of %u squares", b->rows,
                            b->cols);
        if (!read_row(text, at, b->cols, piece, why))
            return false;
        p->lo |= packed(piece[0], piece[1], i);
    }
    if (text[at] != ':')
        return zm_wrong(why, at, "expected : and the side to move, w or b");
    if (text[at + 1] != 'w' && text[at + 1] != 'b')
        return zm_wrong(why, at + 1, "expected the side to move, w or b");
    p->hi = text[at + 1] == 'b' ? ZM_TURN_BIT : 0;
    return !text[at + 2] || zm_wrong(why, at + 2, "expected the end");
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    const board *b = board_of(v);
    for (unsigned i = 0; i < b->rows; i++)
        if (white(p, i) >= b->cols || black(p, i) >= b->cols || white(p, i) == black(p, i))
            return false;
    return p.lo <= zm_low_bits(8 * b->rows) && !(p.hi & ~ZM_TURN_BIT);
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    for (unsigned i = 0; i < board_of(v)->rows; i++) {
        if (i)
            zm_say_char(out, '/');
        for (unsigned k = 0; k < board_of(v)->cols; k++)
            zm_say_char(out, k == white(p, i) ? 'w' : k == black(p, i) ? 'b' : '.');
    }
    zm_say(out, ":%c", p.hi & ZM_TURN_BIT ? 'b' : 'w');
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    const unsigned i = (unsigned)(m >> 8);
    zm_say(out, "%u:%u-%u", i, p.hi & ZM_TURN_BIT ? black(p, i) : white(p, i), (unsigned)(m & 255));
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < board_of(v)->rows; i++)
        for (unsigned k = 0; k < board_of(v)->cols; k++)
            out[n++] = (zm_cell){(uint8_t)i, (uint8_t)k,
                                 k == white(p, i)   ? 'w'
                                 : k == black(p, i) ? 'b'
                                                    : '.',
                                 false, 0};
    return n;
}

ZM_GAME(
    northcott, "northcott", .title = "Northcott's game",
    .about =
        "A board with one white and one black piece in each row. A player moves one of his pieces along its row, any\n"
        "number of squares either way, but not past the other piece. Who cannot move has lost. The first player\n"
        "has the white pieces.",
    .known =
        "The players have different moves, and pieces may go back; still it is Nim, the empty squares between the\n"
        "pieces of a row being a pile: the side to move wins when their binary sum without carry is not 0. Who\n"
        "retreats is followed, and nobody can retreat for ever: there are no draws.",
    .notation =
        "rows from the top, w, b or . for each square, then the side to move: w..b..../.w...b..:w; a move 1:5-3 goes "
        "in row 1 from column 5 to column 3, both counted from 0",
    .options = {ZM_INT("cols", "8", 2, MOST, "squares a row"),
                ZM_LIST("at", "0,4,1,7,5,2", 0, MOST - 1,
                        "columns of white and black in each row, from 0; 1 to 8 rows")},
    .data_bytes = sizeof(board), .prepare = prepare, .start = start, .moves = moves, .play = play,
    .fingerprint = fingerprint, .read = read, .write = write, .is_position = is_position, .write_move = write_move,
    .looks = ZM_LOOKS(.cells = cells, .naming = ZM_BY_NUMBERS))
