/* game.c: Hasenspiel: its options, its tables, its notation and its board. The rules are in rules.h. */
#include "rules.h"

/* ---- squares as text: a1 is dark, so is every square whose column and row are both odd or both even ---- */
static unsigned column_of(const hase_data *d, unsigned s) { return 2 * (s % d->half) + (s / d->half & 1); }

static void write_square(const hase_data *d, unsigned s, zm_text *out)
{
    zm_say(out, "%c%u", 'a' + (int)column_of(d, s), s / d->half + 1);
}

/* The square named at *at, which moves behind it. */
static bool read_square(const hase_data *d, const char *text, size_t *at, unsigned *square, zm_mistake *why)
{
    const size_t begin = *at;
    const unsigned column = (unsigned)(text[begin] - 'a');
    unsigned row = 0;
    if (column >= d->size)
        return zm_wrong(why, begin, "expected a square, a1 to %c%u", 'a' + (int)d->size - 1, d->size);
    for (++*at; text[*at] >= '0' && text[*at] <= '9' && *at < begin + 4; ++*at)
        row = 10 * row + (unsigned)(text[*at] - '0');
    if (row < 1 || row > d->size || text[begin + 1] == '0')
        return zm_wrong(why, begin + 1, "expected a row, 1 to %u", d->size);
    if ((column ^ (row - 1)) & 1)
        return zm_wrong(why, begin, "%c%u is a light square; only dark ones like a1 are used", text[begin], row);
    *square = (row - 1) * d->half + column / 2;
    return true;
}

/* ---- options ---- */
static bool set_board(zm_variant *v, hase_data *d, zm_mistake *why)
{
    char text[16];
    zm_text half = zm_text_in(text, sizeof text);
    d->size = (uint32_t)zm_option_number(v, "size");
    d->half = d->size / 2;
    if (d->size & 1)
        return zm_wrong(why, 0, "the size must be even");
    if (!*zm_option_text(v, "pawns")) {
        zm_say(&half, "%u", d->half);
        zm_option_set(v, "pawns", text);
    }
    d->pawns = (uint32_t)zm_option_number(v, "pawns");
    if (d->pawns < 1 || d->pawns > d->half)
        return zm_wrong(why, 0, "a board of size %u has 1 to %u pawns", d->size, d->half);
    d->free = d->size * d->half - d->pawns;
    d->free_inverse = hase_inverse(d->free);
    return true;
}

static bool set_rabbit(zm_variant *v, hase_data *d, zm_mistake *why)
{
    char text[16];
    zm_text usual = zm_text_in(text, sizeof text);
    size_t at = 0;
    d->rabbit = (d->size - 1) * d->half + (d->half - 1) / 2; /* d8 on the chess board */
    if (!*zm_option_text(v, "rabbit")) {
        write_square(d, d->rabbit, &usual);
        zm_option_set(v, "rabbit", text);
        return true;
    }
    const char *given = zm_option_text(v, "rabbit");
    zm_mistake square;
    if (!read_square(d, given, &at, &d->rabbit, &square))
        return zm_wrong(why, ZM_WHOLE, "option rabbit: %s", square.text);
    if (given[at])
        return zm_wrong(why, ZM_WHOLE, "option rabbit: expected one square, as %.*s", (int)at, given);
    return d->rabbit >= d->pawns || zm_wrong(why, ZM_WHOLE, "option rabbit: a pawn starts on %s", given);
}

/* none: no lead suffices. passed: on the pawns' turn, a row. blog: on either turn, a row less one square; the first row
 * is then no goal of its own (see docs/hasenspiel.md). */
static void set_cut(hase_data *d, int64_t cut)
{
    const int32_t never = -HASE_SQUARES, row = (int32_t)d->half;
    d->goal = cut == 2 ? 0 : d->half;
    d->lead[0] = cut == 2 ? row - 1 : never;
    d->lead[1] = cut == 2 ? row - 1 : cut == 1 ? row : never;
}

/* ---- tables ---- */
static zm_pos joined(zm_pos a, zm_pos b) { return (zm_pos){a.lo | b.lo, a.hi | b.hi}; }

static void fill_neighbours(hase_data *d)
{
    for (unsigned s = 0; s + d->half < d->size * d->half; s++)
        for (int side = -1; side <= 1; side += 2) {
            const int column = (int)column_of(d, s) + side;
            if (column < 0 || column >= (int)d->size)
                continue;
            const unsigned to = (s / d->half + 1) * d->half + (unsigned)column / 2;
            d->up[s] = joined(d->up[s], hase_square(to));
            d->down[to] = joined(d->down[to], hase_square(s));
        }
}

static void fill_sides(hase_data *d)
{
    for (unsigned s = 0; s < d->size * d->half && s < 64; s++) {
        const unsigned row = s / d->half, column = s % d->half;
        if (row % 2 == 0 && column > 0)
            d->left |= zm_bit(s);
        if (row % 2 == 1 && column + 1 < d->half)
            d->right |= zm_bit(s);
    }
}

static unsigned class_of(const hase_data *d, unsigned set)
{
    return zm_count_bits(set & zm_low_bits(d->half)) * (HASE_PAWNS + 1) + zm_count_bits(set >> d->half);
}

static void fill_classes(hase_data *d)
{
    const unsigned sets = 1u << d->size;
    uint32_t first = 0;
    for (unsigned set = 0; set < sets; set++)
        d->digit[set] = d->classes[class_of(d, set)].sets++;
    for (unsigned c = 0; c < HASE_CLASSES; first += d->classes[c++].sets) {
        d->classes[c].first = first;
        d->classes[c].inverse = d->classes[c].sets ? hase_inverse(d->classes[c].sets) : 0;
    }
    for (unsigned set = 0; set < sets; set++) {
        const hase_class *c = &d->classes[class_of(d, set)];
        d->set_of[c->first + d->digit[set]] = (uint16_t)set;
        d->digit[set] |= c->sets << 16;
    }
}

/* A shape from its number, as chomp and colex do it: the first pawn's term is the largest that fits, then the next. */
static void fill_shapes(hase_data *d)
{
    const unsigned k = d->pawns, top = d->size - 1;
    d->shapes = (uint32_t)zm_binomial(top + k, k);
    for (unsigned i = 0; i < k; i++)
        for (unsigned s = 0; s < d->size * d->half; s++)
            d->term[i][s] = (uint32_t)zm_binomial(top - s / d->half + k - 1 - i, k - i);
    for (uint32_t shape = 0; shape < d->shapes; shape++) {
        uint32_t rest = shape;
        for (unsigned i = 0, row = 0; i < k; i++) {
            while (d->term[i][row * d->half] > rest)
                row++;
            rest -= d->term[i][row * d->half];
            d->shape[shape][row / 2] = (uint8_t)(d->shape[shape][row / 2] + (row & 1 ? 1 : HASE_PAWNS + 1));
        }
    }
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    hase_data *d = data;
    if (!set_board(v, d, why) || !set_rabbit(v, d, why))
        return false;
    set_cut(d, zm_option_number(v, "cut"));
    fill_neighbours(d);
    fill_sides(d);
    fill_classes(d);
    fill_shapes(d);
    return true;
}

/* ---- notation ---- */
static bool read_pawns(const hase_data *d, const char *text, size_t *at, unsigned rabbit, zm_pos *p, zm_mistake *why)
{
    for (unsigned i = 0; i < d->pawns; i++) {
        const size_t begin = *at + (i > 0);
        unsigned s = 0;
        if (i && text[*at] != ',')
            return zm_wrong(why, *at, "expected a comma: there are %u pawns", d->pawns);
        *at = begin;
        if (!read_square(d, text, at, &s, why))
            return false;
        if (s == rabbit)
            return zm_wrong(why, begin, "the rabbit is on this square");
        if (hase_any(hase_minus(hase_square(s), hase_minus(hase_square(s), *p))))
            return zm_wrong(why, begin, "two pawns on one square");
        *p = joined(*p, hase_square(s));
    }
    return true;
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const hase_data *d = hase_of(v);
    unsigned rabbit = 0;
    size_t at = 0;
    *p = (zm_pos){0, 0};
    if (!read_square(d, text, &at, &rabbit, why))
        return false;
    if (text[at] != ':')
        return zm_wrong(why, at, "expected a colon after the rabbit's square");
    if (++at, !read_pawns(d, text, &at, rabbit, p, why))
        return false;
    if (text[at] != ':')
        return zm_wrong(why, at, "expected a colon after %u pawn%s", d->pawns, d->pawns == 1 ? "" : "s");
    if (++at, text[at] != 'w' && text[at] != 'b')
        return zm_wrong(why, at, "expected whose turn it is: w (rabbit) or b (pawns)");
    if (text[at + 1])
        return zm_wrong(why, at + 1, "expected the end");
    p->hi |= (uint64_t)rabbit << 8 | (text[at] == 'b' ? ZM_TURN_BIT : 0);
    return true;
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    const hase_data *d = hase_of(v);
    const unsigned squares = d->size * d->half;
    const zm_pos all = {zm_low_bits(squares < 64 ? squares : 64), squares > 64 ? zm_low_bits(squares - 64) : 0};
    const zm_pos pawns = hase_pawns(p), rabbit = hase_square(hase_rabbit(p));
    if (p.hi & ~(ZM_TURN_BIT | 255 | 127 << 8) || hase_rabbit(p) >= squares || hase_any(hase_minus(pawns, all)))
        return false;
    return zm_count_bits(pawns.lo) + zm_count_bits(pawns.hi) == d->pawns && zm_same(hase_minus(rabbit, pawns), rabbit);
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    const hase_data *d = hase_of(v);
    char before = ':';
    write_square(d, hase_rabbit(p), out);
    for (zm_pos rest = hase_pawns(p); hase_any(rest); before = ',') {
        zm_say_char(out, before);
        write_square(d, hase_take(&rest), out);
    }
    zm_say(out, ":%c", hase_turn(p) ? 'b' : 'w');
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    write_square(hase_of(v), (unsigned)m & 255, out);
    zm_say_char(out, '-');
    write_square(hase_of(v), (unsigned)(m >> 8), out);
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const hase_data *d = hase_of(v);
    for (unsigned i = 0; i < d->size * d->size; i++) {
        const unsigned row = d->size - 1 - i / d->size, column = i % d->size;
        out[i] = (zm_cell){(uint8_t)(i / d->size), (uint8_t)column, '.', !((row ^ column) & 1), 0};
    }
    zm_pos rest = hase_occupied(p);
    while (hase_any(rest)) {
        const unsigned s = hase_take(&rest), row = d->size - 1 - s / d->half;
        out[row * d->size + column_of(d, s)].piece = s == hase_rabbit(p) ? 'r' : 'p';
    }
    return d->size * d->size;
}

ZM_GAME(hasenspiel, "hasenspiel", ZM_RULES, .title = "Hasenspiel", .players = {"rabbit", "pawns"},
        .about = "On the dark squares of {size=8:a chess board|a board of {size} by {size} squares} a rabbit "
                 "starts {rabbit=d8,b4,d6,f10,f12:on the top row|on {rabbit}} and moves first, one square "
                 "diagonally in any direction; {pawns} {pawns=1:pawn starts|pawns start} on the first row and "
                 "move{pawns=1:s} one square diagonally upward. Nothing is taken, nothing jumped. The rabbit "
                 "wins on the first row{cut=passed:, or on the pawns' turn once it has passed all of "
                 "them}{cut=blog:; the game stops as soon as it has passed them, counted as the blog's "
                 "program did}, and whoever is to move and cannot has lost.",
        .known = "{size=8 pawns=4 cut=none rabbit=b8,d8,f8,h8:The pawns win (Manuel Capel, 2025){rabbit=d8:, "
                 "after 44 plies of best play. 895,280 states}.} Several of the figures published for the "
                 "chess board are wrong: docs/hasenspiel.md.",
        .notation = "the rabbit's square, the pawns' squares, then w (rabbit to move) or b (pawns): {position}",
        .options = {ZM_INT("size", "8", 4, 12, "squares along a side; even"),
                    ZM_INT("pawns", NULL, 1, HASE_PAWNS, "from the left of the first row; size/2 when not set"),
                    ZM_TEXT("rabbit", NULL, "where the rabbit starts; in the middle of the top row when not set"),
                    ZM_CHOICE("cut", "none", "none|passed|blog",
                              "stop when the rabbit has passed: never; on the pawns' turn; as the blog's program did")},
        .data_bytes = sizeof(hase_data), .prepare = prepare, .read = read, .write = write, .is_position = is_position,
        .write_move = write_move, .looks = ZM_LOOKS(.cells = cells),
        .sources = ZM_SOURCES(.bench = {{"hunt sweep backward hash", ""}, {"hunt sweep sweep+device", "size=10"}}))
