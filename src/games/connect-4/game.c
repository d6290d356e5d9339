/* game.c: Connect 4: its options, its notation and its board. The rules are in rules.h. */
#include "layers.h"
#include "rules.h"

#include <string.h>

/* 4, 3, 5, 2, 6, 1, 7 on seven columns; all from 0. */
static unsigned column_from_middle(const four_data *d, unsigned i)
{
    return (d->width - 1) / 2 + (i & 1 ? (i + 1) / 2 : 0u - i / 2);
}

/* What a search thinks of a field: by its column's distance from the middle, and its row. */
static int8_t worth_of(const four_data *d, unsigned column, unsigned row)
{
    enum { COLUMNS = 4, ROWS = 6 };
    static const int8_t worth[COLUMNS][ROWS] = {{2, 7, 9, 6, 13, 12},
                                                {2, 5, 14, 10, 1, 6},
                                                {-10, -7, -1, 2, -1, 6},
                                                {-10, -10, -6, -1, -4, 0}};
    const unsigned twice = 2 * column > d->width - 1 ? 2 * column - (d->width - 1) : d->width - 1 - 2 * column;
    return worth[twice / 2 < COLUMNS ? twice / 2 : COLUMNS - 1][row < ROWS ? row : ROWS - 1];
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    four_data *d = data;
    d->width = (uint32_t)zm_option_number(v, "width");
    d->height = (uint32_t)zm_option_number(v, "height");
    d->connect = (uint32_t)zm_option_number(v, "connect");
    d->step = d->height + 1;
    d->cells = d->width * d->height;
    if (d->width * d->step > FOUR_BITS)
        return zm_wrong(why, 0, "width times height + 1 is %u, and at most %d fit", d->width * d->step, FOUR_BITS);
    d->power[0] = 1;
    for (unsigned c = 0; c < d->width; c++) {
        d->bottom |= zm_bit(c * d->step);
        d->board |= four_column(d, c);
        d->power[c + 1] = d->power[c] * d->step;
        for (unsigned row = 0; row < d->height; row++)
            d->worth[c * d->step + row] = worth_of(d, c, row);
        for (unsigned row = d->height - 1; row < d->height; row -= 2)
            d->odd |= zm_bit(c * d->step + row);
    }
    for (unsigned n = 0; n < FOUR_BITS; n++)
        for (unsigned k = 0; k <= FOUR_BITS / 2; k++)
            d->choose[k][n] = zm_binomial(n, k);
    return true;
}

/* ---- notation: the columns played, from 1 ---- */
static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const four_data *d = four_of(v);
    *p = four_start(v);
    if (text[0] == '-' && !text[1])
        return true;
    for (size_t i = 0; text[i]; i++) {
        const unsigned column = (unsigned)(text[i] - '1'), move = (unsigned)i + 1;
        if (text[i] < '1' || text[i] > '9')
            return zm_wrong(why, i, "move %u must be a column, 1 to %u", move, d->width);
        if (column >= d->width)
            return zm_wrong(why, i, "move %u: there is no column %u, this board has 1 to %u", move, column + 1,
                            d->width);
        if (four_has_line(d, four_theirs(*p)))
            return zm_wrong(why, i, "move %u: the game was over after move %u, which made a line of %u", move, move - 1,
                            d->connect);
        if (!(((four_all(*p) + d->bottom) & d->board) & four_column(d, column)))
            return zm_wrong(why, i, "move %u: column %u is full", move, column + 1);
        *p = four_play(v, *p, column);
    }
    return true;
}

/* ---- an order in which a board can have been played: the colours alternate, and what made a line came last ---- Of
 * the columns whose next disc has the right colour the one with most discs to come is taken first, of equals a middle
 * one: that hardly ever ends nowhere. When it does, the others are tried; `lost` remembers what has turned out to lead
 * nowhere. */
typedef struct four_order {
    const four_data *d;
    uint64_t first, all; /* what has to be played */
    unsigned count;
    uint64_t lost[1 << 15];
    char *out; /* room for `count` columns */
} four_order;

static uint64_t *four_memory(four_order *o, uint64_t played)
{
    return &o->lost[(played + 1) * 0x9E3779B97F4A7C15u >> 49];
}

/* The columns whose next disc is the n-th player's, best last; returns how many. */
static unsigned four_next_columns(const four_order *o, uint64_t played, unsigned n, unsigned char *out)
{
    const four_data *d = o->d;
    unsigned count = 0;
    for (unsigned i = d->width; i-- > 0;) {
        const unsigned c = column_from_middle(d, i);
        const uint64_t left = o->all & ~played & four_column(d, c), disc = left & (~left + 1);
        if (!disc || ((disc & o->first) != 0) == (n & 1))
            continue;
        unsigned k = count++;
        for (; k && zm_count_bits(o->all & ~played & four_column(d, out[k - 1])) > zm_count_bits(left); k--)
            out[k] = out[k - 1];
        out[k] = (unsigned char)c;
    }
    return count;
}

static bool four_go_on(four_order *o, uint64_t played, unsigned n)
{
    const four_data *d = o->d;
    unsigned char columns[FOUR_MOST_COLUMNS];
    if (n == o->count)
        return true;
    if (*four_memory(o, played) == ~played)
        return false;
    for (unsigned i = four_next_columns(o, played, n, columns); i-- > 0;) {
        const uint64_t left = o->all & ~played & four_column(d, columns[i]);
        o->out[n] = (char)('1' + columns[i]);
        if (four_go_on(o, played | (left & (~left + 1)), n + 1))
            return true;
    }
    *four_memory(o, played) = ~played;
    return false;
}

/* Orders that end with the topmost disc of this column, which must be the last player's and have made what lines there
 * are. */
static bool four_ends_with(four_order *o, unsigned column)
{
    const uint64_t all = o->all, discs = all & four_column(o->d, column);
    if (!discs)
        return false;
    const uint64_t last = zm_bit(zm_highest(discs));
    if (((last & o->first) != 0) == ((o->count - 1) & 1))
        return false;
    if (four_has_line(o->d, o->first & ~last) || four_has_line(o->d, all & ~o->first & ~last))
        return false;
    o->all &= ~last;
    o->count--;
    o->out[o->count] = (char)('1' + column);
    const bool found = four_go_on(o, 0, 0);
    o->all = all;
    o->count++;
    return found;
}

/* False: play cannot have led there. */
static bool four_find_order(const four_data *d, uint64_t first, uint64_t all, char *out)
{
    four_order o = {.d = d, .first = first, .all = all, .count = zm_count_bits(all), .out = out};
    out[o.count] = 0;
    if (!four_has_line(d, first) && !four_has_line(d, all & ~first))
        return four_go_on(&o, 0, 0);
    for (unsigned i = 0; i < d->width; i++) {
        if (four_ends_with(&o, column_from_middle(d, i)))
            return true;
        memset(o.lost, 0, sizeof o.lost); /* what leads nowhere depends on what is to be played */
    }
    return false;
}

/* Discs lie on each other, so one more on every column meets none of them. */
static bool is_position(const zm_variant *v, zm_pos p)
{
    const four_data *d = four_of(v);
    const uint64_t all = four_all(p);
    const unsigned discs = zm_count_bits(all);
    return !(all & ~d->board) && !((all + d->bottom) & all) && !(p.lo & ~all) && four_turn(p) == discs % 2 &&
           zm_count_bits(p.lo) == (discs + 1) / 2;
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    char order[FOUR_BITS + 1];
    const bool found = p.hi && four_find_order(four_of(v), p.lo, four_all(p), order);
    zm_say(out, "%s", found ? order : p.hi ? "?" : "-"); /* ?: no position of the game */
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out) { zm_say(out, "%u", (unsigned)m + 1); }

/* As Pascal Pons' solver and its page have it: how many discs the winner has left when he wins, plus one. */
static int score(const zm_variant *v, zm_pos p, zm_value value)
{
    const unsigned left = four_of(v)->cells - zm_count_bits(four_all(p)), plies = zm_remoteness(value);
    const int discs = (int)(left + 2 - plies) / 2;
    return zm_is_draw(value) ? 0 : zm_is_win(value) ? discs : -discs;
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const four_data *d = four_of(v);
    unsigned n = 0;
    for (unsigned row = d->height; row-- > 0;)
        for (unsigned c = 0; c < d->width; c++) {
            const uint64_t field = zm_bit(c * d->step + row);
            const char piece = !(p.hi & field) ? '.' : p.lo & field ? 'x' : 'o';
            out[n++] = (zm_cell){(uint8_t)(d->height - 1 - row), (uint8_t)c, piece, false, 0};
        }
    return n;
}

/* The fields of all rows of four of the player who has just moved. */
static unsigned winning(const zm_variant *v, zm_pos p, zm_point *out)
{
    const four_data *d = four_of(v);
    const unsigned way[] = {1, d->step - 1, d->step, d->step + 1};
    uint64_t fields = 0;
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++) {
        const uint64_t first = four_lines_by(four_theirs(p), d->connect, way[i]);
        for (unsigned k = 0; first && k < d->connect; k++)
            fields |= first << k * way[i];
    }
    while (fields) {
        const unsigned at = zm_take_lowest(&fields);
        out[n++] = (zm_point){(uint8_t)(d->height - 1 - at % d->step), (uint8_t)(at / d->step)};
    }
    return n;
}

/* ---- the lecture notes' codes: a column from above as 0 for every empty field, 1, then the discs, 1 for the first
 * player ---- */
static unsigned four_top(const four_data *d, uint64_t all, unsigned c)
{
    return zm_count_bits(all & four_column(d, c));
}

static uint64_t encode(const zm_variant *v, zm_pos p)
{
    const four_data *d = four_of(v);
    uint64_t code = 0;
    for (unsigned c = 0; c < d->width; c++) {
        const uint64_t discs = p.lo >> c * d->step & zm_low_bits(d->height);
        code = code << (d->step & 63) | discs | zm_bit(four_top(d, four_all(p), c));
    }
    return code;
}

static bool four_complete(const zm_variant *v, uint64_t first, uint64_t all, zm_pos *p, zm_mistake *why)
{
    const four_data *d = four_of(v);
    char order[ZM_MAX_TEXT];
    const unsigned n = zm_count_bits(all), x = zm_count_bits(first);
    if (x != n - x && x != n - x + 1)
        return zm_wrong(why, ZM_WHOLE, "the first player has as many discs as the second or one more, not %u and %u", x,
                        n - x);
    if (!four_find_order(d, first, all, order))
        return zm_wrong(why, ZM_WHOLE, "play cannot lead to this board");
    *p = (zm_pos){first, n & 1 ? all | ZM_TURN_BIT : all};
    return true;
}

static bool decode(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    const four_data *d = four_of(v);
    uint64_t first = 0, all = 0;
    for (unsigned c = d->width; c-- > 0; code = d->step < FOUR_BITS ? code >> d->step : 0) {
        const uint64_t column = code & zm_low_bits(d->step);
        if (!column)
            return zm_wrong(why, ZM_WHOLE, "column %u has no 1 above its discs", c + 1);
        const unsigned top = zm_highest(column);
        all |= zm_low_bits(top) << c * d->step;
        first |= (column ^ zm_bit(top)) << c * d->step;
    }
    if (code)
        return zm_wrong(why, ZM_WHOLE, "it has more than %u bits", d->width * d->step);
    return four_complete(v, first, all, p, why);
}

/* Without the last column's 1: how many discs are in it follows from how many half-moves were made, which the notes
 * keep apart. Here the bit above says whether the second player is to move, and that is enough: he has as many discs as
 * the first, or one less. */
static unsigned short_bits(const four_data *d) { return d->width * d->step - 1; }

static uint64_t encode_short(const zm_variant *v, zm_pos p)
{
    const four_data *d = four_of(v);
    const uint64_t last = p.lo >> (d->width - 1) * d->step & zm_low_bits(d->height);
    const uint64_t others = d->width > 1 ? encode(v, p) >> d->step << d->height : 0;
    return (uint64_t)four_turn(p) << short_bits(d) | others | last;
}

static bool decode_short(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    const four_data *d = four_of(v);
    const uint64_t last = code & zm_low_bits(d->height), others = (code & zm_low_bits(short_bits(d))) >> d->height;
    const unsigned turn = (unsigned)(code >> short_bits(d)) & 1;
    int top = 2 * (int)zm_count_bits(last) - (int)turn; /* discs of the last column, if the others were even */
    if (short_bits(d) < 63 && code >> (short_bits(d) + 1))
        return zm_wrong(why, ZM_WHOLE, "it has more than %u bits", short_bits(d) + 1);
    for (unsigned c = 0; c + 1 < d->width; c++) {
        const uint64_t column = others >> c * d->step & zm_low_bits(d->step);
        if (column)
            top += 2 * (int)(zm_count_bits(column) - 1) - (int)zm_highest(column); /* first players' less second's */
    }
    if (top < 0 || top > (int)d->height || last >> top)
        return zm_wrong(why, ZM_WHOLE, "the last column would have %d discs, with %s to move", top,
                        turn ? "the second player" : "the first player");
    return decode(v, (d->width > 1 ? others << d->step : 0) | zm_bit((unsigned)top) | last, p, why);
}

ZM_GAME(connect_4, "connect-4", ZM_RULES, .title = "Connect 4",
        .about = "A board of {width} columns and {height} rows that stands upright. The players in turn drop "
                 "a disc into a column, where it falls as low as it can. Who first has "
                 "{connect=3:three}{connect=4:four}{connect=5:five} of his own in a row, upright, along or "
                 "aslant, has won; a full board is a draw.",
        .known = "{width=7 height=6 connect=4:The first player wins, with the middle column (Allis, Allen "
                 "1988), on his last disc. The neighbouring columns draw, the outer ones lose. "
                 "4,531,985,219,092 positions (Edelkamp, Kissmann 2008).|{connect=4:John Tromp's table has "
                 "who wins on other boards than 7x6; what|What} was found here is in docs/connect-4.md.}",
        .notation = "the columns played, from 1: 4435; nothing played yet is -; a move is its column",
        .options = {ZM_INT("width", "7", 1, FOUR_MOST_COLUMNS, "columns"), ZM_INT("height", "6", 1, 15, "rows"),
                    ZM_INT("connect", "4", 3, 5, "how many in a row win")},
        .data_bytes = sizeof(four_data), .prepare = prepare, .read = read, .write = write, .is_position = is_position,
        .write_move = write_move,
        .looks = ZM_LOOKS(
                .cells = cells, .naming = ZM_BY_COLUMNS, .winning = winning, .score = score,
                .score_help =
                    "how many discs the winner has left plus one, less than 0 for the loser; the sooner the larger"),
        .sources = ZM_SOURCES(.bench = {{"sweep hash", "width=4 height=4"},
                                        {"sweep", "width=5 height=4"},
                                        {"sweep+device", "width=6 height=5"}},
                              .codes = {{"bits", "a column from above: 0 for an empty field, 1, then 1 and 0 for discs",
                                         encode, decode},
                                        {"short", "the same without the last column's 1; the bit above is the turn",
                                         encode_short, decode_short}}),
        .counts = ZM_COUNTS(.count_layers = four_count_layers))
