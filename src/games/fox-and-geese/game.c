/* game.c: Fox and Geese: its options, its tables, its notation, its board and the thesis' codes. The rules are in
 * rules.h. */
#include "rules.h"

#include "games/shared/cross_board.h"

#include <zermelo/variant.h>

/* Rows 0 to 2 are filled from the top left, then row 3 from the outside in. */
static zm_pos start_of(unsigned geese)
{
    static const uint8_t column[7] = {0, 6, 1, 5, 2, 4, 3};
    uint64_t set = zm_low_bits(geese < 13 ? geese : 13);
    for (unsigned i = 13; i < geese; i++)
        set |= zm_bit(cross_field_at(3, column[i - 13]));
    return fox_position(set, cross_field_at(geese < 20 ? 3 : 4, 3), 0);
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    fox_data *d = data;
    d->geese = (uint32_t)zm_option_number(v, "geese");
    d->enough = (uint32_t)zm_option_number(v, "enough");
    d->chain = zm_option_number(v, "multi") ? 1 : CROSS_MANY;
    if (d->enough > d->geese)
        return zm_wrong(why, 0, "%u geese would be too few from the start", d->geese);
    d->start = start_of(d->geese);
    cross_fill_board(&d->board, (cross_diagonals)zm_option_number(v, "fox_diagonals"),
                     (cross_diagonals)zm_option_number(v, "geese_diagonals"));
    cross_fill_shapes(&d->shapes, d->enough - 1, d->geese);
    for (unsigned n = 0; n <= CROSS_MANY; n++)
        d->inverse[n] = cross_inverse(CROSS_FIELDS - n);
    return true;
}

/* ---- notation ---- */
static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const fox_data *d = fox_of(v);
    size_t at = 0;
    uint64_t foxes = 0;
    *p = (zm_pos){0, 0};
    if (!cross_read_rows(text, &at, 'g', "goose", 1, &p->lo, &foxes, why))
        return false;
    if (!foxes)
        return zm_wrong(why, ZM_WHOLE, "there is no fox");
    p->hi = zm_lowest(foxes);
    if (text[at] != ':')
        return zm_wrong(why, at, "expected a colon after the seven rows");
    if (++at, text[at] != 'g' && text[at] != 'f')
        return zm_wrong(why, at, "expected whose turn it is: g (geese) or f (fox)");
    if (text[at + 1])
        return zm_wrong(why, at + 1, "expected the end");
    p->hi |= text[at] == 'f' ? ZM_TURN_BIT : 0;
    const unsigned geese = zm_count_bits(p->lo);
    if (geese > d->geese || geese + 1 < d->enough)
        return zm_wrong(why, ZM_WHOLE, "there are %u geese; %u to %u can be", geese, d->enough - 1, d->geese);
    if (geese < d->enough && fox_turn(*p))
        return zm_wrong(why, at, "the fox has just taken the last goose it needed: it is the geese's turn");
    return true;
}

static bool is_position(const zm_variant *v, zm_pos p)
{
    const fox_data *d = fox_of(v);
    const unsigned geese = zm_count_bits(p.lo);
    if (p.lo > zm_low_bits(CROSS_FIELDS) || p.hi & ~(ZM_TURN_BIT | 63) || fox_field(p) >= CROSS_FIELDS)
        return false;
    return !(p.lo >> fox_field(p) & 1) && geese <= d->geese && geese + 1 >= d->enough &&
           (geese >= d->enough || !fox_turn(p));
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    cross_write_rows(p.lo, zm_bit(fox_field(p)), 'g', out);
    zm_say_char(out, fox_turn(p) ? 'f' : 'g');
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    const uint64_t changed = m >> 6;
    const cross_board *b = &fox_of(v)->board;
    if (fox_turn(p))
        cross_write_way(b, p.lo, changed, fox_field(p), (unsigned)m & 63, out);
    else
        cross_write_way(b, p.lo, 0, zm_lowest(changed & p.lo), zm_lowest(changed & ~p.lo), out);
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    uint64_t drawn = 0; /* where diagonals are */
    (void)v;
    for (unsigned f = 0; f < CROSS_FIELDS; f++)
        drawn |= (cross_row(f) + cross_column(f)) % 2 == 0 ? zm_bit(f) : 0;
    return cross_cells(p.lo, zm_bit(fox_field(p)), 'g', drawn, out);
}

static bool joined(const zm_variant *v, const zm_cell *a, const zm_cell *b)
{
    return cross_joined(a, b, (cross_diagonals)zm_option_number(v, "fox_diagonals"));
}

static unsigned symmetry(const zm_variant *v, unsigned operation, uint8_t image[ZM_MAX_CELLS])
{
    return cross_symmetry(&fox_of(v)->board, operation, image);
}

/* ---- the thesis' codes (chapter 7) ---- Fields are numbered column by column, the left one first, each from the top.
 * The fox stands left of the middle or on it; on it, the first field in reading order that differs from its image has
 * the goose on the left. Then
 *     code = (geese code * 20 + the fox's number) * 2 + (1 if the fox is to move)
 *     geese code = rank of the 32 other fields as a sequence of zeros and ones + sum of C(32,k) over the smaller numbers of geese
 * The sum begins at k = 6 in the worked examples and at k = 4 in formula 7.1.2. Fewer geese than that have no code in
 * the thesis; here they follow after 32 geese, in the order 0, 1, 2 ... */
enum { OTHERS = CROSS_FIELDS - 1, FOX_NUMBERS = 20 };

static zm_pos thesis_fingerprint(const zm_variant *v, zm_pos p)
{
    const unsigned fox = fox_field(p), image = fox_of(v)->board.mirror[fox];
    const zm_pos other = fox_position(cross_mirrored(p.lo), image, fox_turn(p));
    if (fox != image)
        return cross_column(fox) < 3 ? p : other;
    return cross_leans_left(p.lo) ? p : other;
}

static uint64_t thesis_encode(const zm_variant *v, zm_pos p, unsigned from)
{
    p = thesis_fingerprint(v, p);
    const uint64_t sequence = cross_thesis_sequence(p.lo, zm_bit(fox_field(p)));
    const uint64_t geese =
        zm_rank_sequence(sequence, OTHERS) + cross_sequences_before(OTHERS, zm_count_bits(p.lo), from);
    return (geese * FOX_NUMBERS + cross_thesis_number(fox_field(p))) * 2 + fox_turn(p);
}

static bool thesis_decode(const zm_variant *v, uint64_t code, unsigned from, zm_pos *p, zm_mistake *why)
{
    uint64_t geese = code / 2 / FOX_NUMBERS;
    if (geese >> OTHERS)
        return zm_wrong(why, 0, "the largest code is %llu", (unsigned long long)(((uint64_t)FOX_NUMBERS << 33) - 1));
    const unsigned k = cross_sequences_ones(OTHERS, from, &geese);
    const unsigned fox = cross_thesis_field((unsigned)(code / 2 % FOX_NUMBERS));
    *p = fox_position(cross_thesis_set(zm_unrank_sequence(OTHERS, k, geese), zm_bit(fox)), fox, (unsigned)code & 1);
    char text[ZM_MAX_TEXT];
    if (!read(v, zm_write_position(v, *p, text, sizeof text), p, why))
        return false;
    return zm_same(thesis_fingerprint(v, *p), *p) ||
           zm_wrong(why, 0, "that is the mirror image of the position with code %llu",
                    (unsigned long long)thesis_encode(v, *p, from));
}

static uint64_t encode_examples(const zm_variant *v, zm_pos p) { return thesis_encode(v, p, 6); }
static uint64_t encode_formula(const zm_variant *v, zm_pos p) { return thesis_encode(v, p, 4); }

static bool decode_examples(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    return thesis_decode(v, code, 6, p, why);
}

static bool decode_formula(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    return thesis_decode(v, code, 4, p, why);
}

/* ---- what the thesis says (8.2) ---- Its bound counts the geese's placements on 32 fields, 20 fields for the fox and
 * two turns, for every number of geese with which play goes on. It leaves the ends out that have one goose fewer (the
 * geese's turn: 20 C(32,enough-1) of them), and it holds all the same because it counts mirror images twice while the
 * fox is in the middle column (7 C(32,enough), but for what is its own image): that is more for all `enough` up to
 * 8. */
static uint64_t thesis_bound(const zm_variant *v)
{
    const fox_data *d = fox_of(v);
    uint64_t sum = 0;
    if (d->enough > 8)
        return 0;
    for (unsigned k = d->enough; k <= d->geese; k++)
        sum += zm_binomial(OTHERS, k);
    return sum * FOX_NUMBERS * 2;
}

static const zm_source thesis = {"thesis", "Bianca Teufl's thesis (2018), Table 8.2"};

ZM_GAME(fox_and_geese, "fox-and-geese", ZM_RULES, .title = "Fox and Geese", .players = {"geese", "fox"},
        .about = "{geese=1:A goose starts|{geese} geese start} at the top of a cross of 33 fields and "
                 "move{geese=1:s} first, one field down{geese_diagonals=none: or sideways|, sideways or "
                 "diagonally down{geese_diagonals=drawn: along a drawn line}}. The fox steps one field "
                 "{fox_diagonals=all:in any direction|along the lines in any direction}, or jumps over a "
                 "goose into the empty field behind it and takes it{multi=optional:; it may jump on in the "
                 "same move|, one goose a move}. The geese win when the fox cannot move, the fox when fewer "
                 "than {enough} geese are left or the geese cannot move. Endless play is a draw.",
        .known = "{enough=4 fox_diagonals=all geese_diagonals=all multi=optional:{geese>3 geese<15:A draw "
                 "(here{geese<10:, and Teufl 2018}).}{geese=15:The geese win in 93 plies "
                 "(here).}{geese=16:The geese win in 71 plies (here).}{geese=17:The geese win in 65 plies "
                 "(here).}{geese=18:The geese win in 59 plies (here).}{geese=19:The geese win in 53 plies "
                 "(here).}{geese=20:The geese win in 49 plies (here).}} Solved for 4 to 9 geese by Teufl "
                 "(2018), whose rows have 28 states too many, and here for 4 to 20: a draw from the start "
                 "with up to 14, won by the geese from 15 on. docs/fox-and-geese.md.",
        .notation = "seven rows, top row first, . f g, / between, then g or f to move: {position}; fields in "
                    "moves are columns a to g, rows 1 (bottom) to 7: {geese_diagonals=none:a4-b4|a4-b3}, "
                    "{multi=no:a jump d4xd6|a chain d4xd6xb6}",
        .options = {ZM_INT("geese", "15", 1, CROSS_MANY, "geese at the start; 4 or more unless fewer are enough"),
                    ZM_CHOICE("fox_diagonals", "all", "all|drawn",
                              "the fox moves along all diagonals, or only drawn ones"),
                    ZM_CHOICE("geese_diagonals", "all", "all|drawn|none", "the geese do; none: only down and sideways"),
                    ZM_CHOICE("multi", "optional", "optional|no", "the fox may jump on in the same move"),
                    ZM_INT("enough", "4", 1, CROSS_MANY, "with fewer geese than this the fox has won")},
        .data_bytes = sizeof(fox_data), .prepare = prepare, .read = read, .write = write, .is_position = is_position,
        .write_move = write_move, .looks = ZM_LOOKS(.cells = cells, .joined = joined),
        .sources = ZM_SOURCES(.bench = {{"hunt hunt+wdl forward backward hash", "geese=4"},
                                        {"hunt hunt+wdl", "geese=6"},
                                        {"hunt+device", "geese=10"}},
                              .bound = {&thesis, "sum of C(32,k) * 20 * 2 over k = enough to geese", thesis_bound},
                              .published = {{&thesis, "geese=4", 1270717, {0, 666912}, ZM_NOT_GIVEN, "13 MB"},
                                            {&thesis, "geese=5", 7919632, {0, 1644004}, ZM_NOT_GIVEN, "83 MB"},
                                            {&thesis, "geese=6", 37820778, {16, 3478337}, ZM_NOT_GIVEN, "431 MB"},
                                            {&thesis, "geese=7", 148821122, {416, 6975888}, ZM_NOT_GIVEN, "1.3 GB"},
                                            {&thesis, "geese=8", 495481299, {5224, 12936253}, ZM_NOT_GIVEN, "4.7 GB"},
                                            {&thesis, "geese=9", 1419189540, {52859, 21781681}, ZM_NOT_GIVEN, "15 GB"}},
                              .codes = {{"thesis", "Teufl 2018, as in its worked examples: the sum begins at 6 geese",
                                         encode_examples, decode_examples},
                                        {"formula", "Teufl 2018, formula 7.1.2 as printed: the sum begins at 4 geese",
                                         encode_formula, decode_formula}}),
        .counts = ZM_COUNTS(.symmetry = symmetry))
