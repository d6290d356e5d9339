/* game.c: Fox and Geese: its options, its tables, its notation, its board and the thesis' codes. The rules are in rules.h. */
#include "rules.h"

#include <stdio.h>
#include <string.h>

/* ---- fields ---- */
static const uint8_t width[7] = {3, 3, 7, 7, 7, 3, 3};

static bool on_board(int row, int column)
{
    return row >= 0 && row < 7 && column >= 0 && column < 7 && (width[row] == 7 || (column >= 2 && column <= 4));
}

static unsigned field_at(int row, int column)
{
    static const uint8_t first[7] = {0, 3, 6, 13, 20, 27, 30};
    return first[row] + (unsigned)column - (width[row] == 7 ? 0 : 2);
}

static int row_of(unsigned field)
{
    int row = 0;
    for (; field >= width[row]; row++)
        field -= width[row];
    return row;
}

static int column_of(unsigned field)
{
    const int row = row_of(field);
    return (int)(field - field_at(row, width[row] == 7 ? 0 : 2)) + (width[row] == 7 ? 0 : 2);
}

/* ---- tables ---- */
/* Steps of one field; how far `down` (negative: up) and `right`. */
static bool allowed(int row, int column, int down, int right, int64_t diagonals)
{
    enum { ALL, DRAWN };
    if (!down && !right)
        return false;
    if (!down || !right || diagonals == ALL)
        return true;
    return diagonals == DRAWN && (row + column) % 2 == 0; /* lines are drawn between fields like these */
}

static void fill_field(fox_data *d, int row, int column, int64_t fox_diagonals, int64_t geese_diagonals)
{
    const unsigned from = field_at(row, column);
    d->mirror[from] = (uint8_t)field_at(row, 6 - column);
    d->diagonal |= allowed(row, column, 1, 1, fox_diagonals) ? zm_bit(from) : 0;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            if (!on_board(row + down, column + right))
                continue;
            const unsigned to = field_at(row + down, column + right);
            if (down >= 0 && allowed(row, column, down, right, geese_diagonals)) {
                d->forth[from] |= zm_bit(to);
                d->back[to] |= zm_bit(from);
            }
            if (!allowed(row, column, down, right, fox_diagonals))
                continue;
            d->step[from] |= zm_bit(to);
            if (on_board(row + 2 * down, column + 2 * right)) {
                d->over[from] |= zm_bit(to);
                d->land[from][to] = (uint8_t)field_at(row + 2 * down, column + 2 * right);
            }
        }
}

static unsigned reversed(unsigned set, unsigned bits)
{
    unsigned out = 0;
    for (unsigned i = 0; i < bits; i++)
        out |= (set >> i & 1) << (bits - 1 - i);
    return out;
}

/* The image and the class of a set of a band: two rows of three fields, or one of seven. */
static unsigned image_of(unsigned set, bool is_long)
{
    return is_long ? reversed(set, 7) : reversed(set & 7, 3) | reversed(set >> 3, 3) << 3;
}

static unsigned class_of(unsigned set, bool is_long)
{
    return is_long ? zm_count_bits(set) : 4 * zm_count_bits(set & 7) + zm_count_bits(set >> 3);
}

static void add_set(fox_kind *k, unsigned set, bool is_long)
{
    const unsigned class = class_of(set, is_long);
    k->set[set] = (fox_set){.class = (uint8_t) class, .geese = (uint8_t)zm_count_bits(set), .number = k->sets[class]};
    k->set_of[class][k->sets[class]++] = (uint8_t)set;
}

/* First the sets that are their own images, then those smaller than their images, then the others. */
static void fill_kind(fox_kind *k, bool is_long)
{
    const unsigned sets = is_long ? 128 : 64;
    for (unsigned turn = 0; turn < 3; turn++) {
        for (unsigned set = 0; set < sets; set++) {
            const unsigned image = image_of(set, is_long);
            if (turn == (image == set ? 0 : set < image ? 1 : 2))
                add_set(k, set, is_long);
        }
        if (turn == 0)
            memcpy(k->own, k->sets, sizeof k->own);
    }
    for (unsigned set = 0; set < sets; set++) {
        fox_set *s = &k->set[set];
        s->sets = k->sets[s->class];
        s->own = k->own[s->class];
        k->geese[s->class] = s->geese;
    }
}

static unsigned how_far_down(uint32_t shape)
{
    uint8_t row[7];
    unsigned sum = 0;
    fox_rows_of(shape, row);
    for (unsigned r = 0; r < 7; r++)
        sum += r * row[r];
    return sum;
}

static bool shape_exists(const fox_data *d, uint32_t shape)
{
    bool exists = true;
    for (unsigned b = 0; b < FOX_BANDS; b++)
        exists &= fox_kind_of(d, b)->sets[fox_class(shape, b)] > 0;
    const unsigned geese = fox_shape_geese(d, shape);
    return exists && geese + 1 >= d->enough && geese <= d->geese;
}

/* By the number of geese, then the farthest down first: counted, then put in their places. */
static void fill_shapes(fox_data *d)
{
    enum { FARTHEST = 6 * FOX_GEESE, SLICES = (FOX_GEESE + 1) * (FARTHEST + 1) };
    uint32_t first[SLICES + 1] = {0};
    for (unsigned turn = 0; turn < 2; turn++) {
        for (uint32_t shape = 0; shape < FOX_CODES; shape++) {
            if (!shape_exists(d, shape))
                continue;
            const unsigned geese = fox_shape_geese(d, shape),
                           slice = geese * (FARTHEST + 1) + FARTHEST - how_far_down(shape);
            const uint32_t tier = first[slice + !turn]++;
            if (!turn)
                continue;
            d->tier[shape] = tier;
            d->shape[tier] = shape;
            d->goose[tier] = (uint8_t)geese;
            d->count[tier] = fox_count(d, shape);
            d->shapes++;
        }
        for (unsigned i = 0; !turn && i < SLICES; i++)
            first[i + 1] += first[i];
    }
    for (unsigned n = 0; n <= FOX_GEESE; n++)
        d->inverse[n] = fox_inverse(FOX_FIELDS - n);
}

/* Rows 0 to 2 are filled from the top left, then row 3 from the outside in. */
static zm_pos start_of(unsigned geese)
{
    static const uint8_t column[7] = {0, 6, 1, 5, 2, 4, 3};
    uint64_t set = zm_low_bits(geese < 13 ? geese : 13);
    for (unsigned i = 13; i < geese; i++)
        set |= zm_bit(field_at(3, column[i - 13]));
    return fox_position(set, field_at(geese < 20 ? 3 : 4, 3), 0);
}

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    fox_data *d = data;
    d->geese = (uint32_t)zm_option_number(v, "geese");
    d->enough = (uint32_t)zm_option_number(v, "enough");
    d->chain = zm_option_number(v, "multi") ? 1 : FOX_GEESE;
    if (d->enough > d->geese)
        return zm_wrong(why, 0, "%u geese would be too few from the start", d->geese);
    d->start = start_of(d->geese);
    for (unsigned f = 0; f < FOX_FIELDS; f++)
        fill_field(d, row_of(f), column_of(f), zm_option_number(v, "fox_diagonals"),
                   zm_option_number(v, "geese_diagonals"));
    fill_kind(&d->kind[0], false);
    fill_kind(&d->kind[1], true);
    fill_shapes(d);
    return true;
}

/* ---- notation ---- */
static bool read_field(char c, unsigned field, size_t at, zm_pos *p, unsigned *foxes, zm_mistake *why)
{
    if (c == 'g')
        p->lo |= zm_bit(field);
    else if (c == 'f' && ++*foxes > 1)
        return zm_wrong(why, at, "there is only one fox");
    else if (c == 'f')
        p->hi |= field;
    else if (c != '.')
        return zm_wrong(why, at, "expected . (empty), g (goose) or f (fox): rows have 3, 3, 7, 7, 7, 3 and 3 fields");
    return true;
}

static bool read_rows(const char *text, size_t *at, zm_pos *p, zm_mistake *why)
{
    unsigned field = 0, foxes = 0;
    for (unsigned row = 0; row < 7; row++) {
        for (unsigned i = 0; i < width[row]; i++, field++, ++*at)
            if (!read_field(text[*at], field, *at, p, &foxes, why))
                return false;
        if (row < 6 && text[(*at)++] != '/')
            return zm_wrong(why, *at - 1, "expected / after row %u, which has %u fields", row + 1, width[row]);
    }
    return foxes || zm_wrong(why, ZM_WHOLE, "there is no fox");
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const fox_data *d = fox_of(v);
    size_t at = 0;
    *p = (zm_pos){0, 0};
    if (!read_rows(text, &at, p, why))
        return false;
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

static void write(const zm_variant *v, zm_pos p, char *out)
{
    unsigned field = 0;
    for (unsigned row = 0; row < 7; row++) {
        for (unsigned i = 0; i < width[row]; i++, field++)
            *out++ = p.lo >> field & 1 ? 'g' : field == fox_field(p) ? 'f' : '.';
        *out++ = row < 6 ? '/' : ':';
    }
    *out++ = fox_turn(p) ? 'f' : 'g';
    *out = 0;
}

/* ---- moves: columns a to g, rows 7 (top) to 1 ---- */
static char *write_field(unsigned field, char *out)
{
    *out++ = (char)('a' + column_of(field));
    *out++ = (char)('7' - row_of(field));
    return out;
}

/* A chain that takes just `taken` and ends on `to`, the first in the order of fields. False: there is none from here. */
static bool find_chain(const fox_data *d, uint64_t geese, uint64_t taken, unsigned from, unsigned to, char *out)
{
    *out = 0;
    if (!taken)
        return from == to;
    for (uint64_t rest = d->over[from] & taken; rest;) {
        const unsigned over = zm_take_lowest(&rest), next = d->land[from][over];
        if (geese >> next & 1)
            continue;
        *out = 'x';
        if (find_chain(d, geese & ~zm_bit(over), taken & ~zm_bit(over), next, to, write_field(next, out + 1)))
            return true;
    }
    return false;
}

static void write_move(const zm_variant *v, zm_pos p, zm_move m, char *out)
{
    const uint64_t changed = m >> 6;
    if (!fox_turn(p)) {
        out = write_field(zm_lowest(changed & p.lo), out);
        *out++ = '-';
        *write_field(zm_lowest(changed & ~p.lo), out) = 0;
        return;
    }
    out = write_field(fox_field(p), out);
    if (changed) {
        find_chain(fox_of(v), p.lo, changed, fox_field(p), (unsigned)m & 63, out);
        return;
    }
    *out++ = '-';
    *write_field((unsigned)m & 63, out) = 0;
}

static unsigned cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    for (unsigned f = 0; f < FOX_FIELDS; f++)
        out[f] = (zm_cell){(uint8_t)row_of(f), (uint8_t)column_of(f),
                           p.lo >> f & 1       ? 'g'
                           : f == fox_field(p) ? 'f'
                                               : '.',
                           (row_of(f) + column_of(f)) % 2 == 0};
    return FOX_FIELDS;
}

/* Lines run where the fox may go. */
static bool joined(const zm_variant *v, const zm_cell *a, const zm_cell *b)
{
    const int down = b->row - a->row, right = b->col - a->col;
    return down * down <= 1 && right * right <= 1 &&
           allowed(a->row, a->col, down, right, zm_option_number(v, "fox_diagonals"));
}

/* As it is, and left and right exchanged. */
static unsigned symmetry(const zm_variant *v, unsigned operation, uint8_t image[ZM_MAX_CELLS])
{
    for (unsigned f = 0; f < FOX_FIELDS; f++)
        image[f] = operation ? fox_of(v)->mirror[f] : (uint8_t)f;
    return operation < 2 ? FOX_FIELDS : 0;
}

/* ---- the thesis' codes (chapter 7) ----
 * Fields are numbered column by column, the left one first, each from the top. The fox stands left of the middle or on it; on it,
 * the first field in reading order that differs from its image has the goose on the left. Then
 *     code = (geese code * 20 + the fox's number) * 2 + (1 if the fox is to move)
 *     geese code = rank of the 32 other fields as a sequence of zeros and ones + sum of C(32,k) over the smaller numbers of geese
 * The sum begins at k = 6 in the worked examples and at k = 4 in formula 7.1.2. Fewer geese than that have no code in the thesis;
 * here they follow after 32 geese, in the order 0, 1, 2 ... */
enum { OTHERS = FOX_FIELDS - 1, FOX_NUMBERS = 20 };

/* The board is its own image along the diagonal, so field i of the one numbering is the image of field i of the other. */
static unsigned thesis_field(unsigned number) { return field_at(column_of(number), row_of(number)); }
static unsigned thesis_number(unsigned field) { return thesis_field(field); }

static zm_pos thesis_fingerprint(const zm_variant *v, zm_pos p)
{
    const unsigned fox = fox_field(p), image = fox_of(v)->mirror[fox];
    const zm_pos other = fox_position(fox_mirrored(p.lo), image, fox_turn(p));
    const uint64_t left = FOX_COLUMN_0 | FOX_COLUMN_1 | FOX_COLUMN_2, differs = (p.lo ^ other.lo) & left;
    if (fox != image)
        return column_of(fox) < 3 ? p : other;
    return !differs || p.lo >> zm_lowest(differs) & 1 ? p : other;
}

/* The fields but the fox's, the first of them in the highest of 32 bits. */
static uint64_t thesis_sequence(zm_pos p)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < FOX_FIELDS; i++) {
        const unsigned field = thesis_field(i);
        if (field != fox_field(p))
            set = set << 1 | (p.lo >> field & 1);
    }
    return set;
}

/* How many sequences come before those with this many geese. */
static uint64_t sequences_before(unsigned geese, unsigned from)
{
    uint64_t sum = 0;
    for (unsigned k = from; k != geese; k = k == OTHERS ? 0 : k + 1)
        sum += zm_binomial(OTHERS, k);
    return sum;
}

static uint64_t thesis_encode(const zm_variant *v, zm_pos p, unsigned from)
{
    p = thesis_fingerprint(v, p);
    const uint64_t geese = zm_rank_sequence(thesis_sequence(p), OTHERS) + sequences_before(zm_count_bits(p.lo), from);
    return (geese * FOX_NUMBERS + thesis_number(fox_field(p))) * 2 + fox_turn(p);
}

static bool thesis_decode(const zm_variant *v, uint64_t code, unsigned from, zm_pos *p, zm_mistake *why)
{
    uint64_t geese = code / 2 / FOX_NUMBERS;
    unsigned k = from;
    if (geese >> OTHERS)
        return zm_wrong(why, 0, "the largest code is %llu", (unsigned long long)(((uint64_t)FOX_NUMBERS << 33) - 1));
    while (geese >= zm_binomial(OTHERS, k)) {
        geese -= zm_binomial(OTHERS, k);
        k = k == OTHERS ? 0 : k + 1;
    }
    const unsigned fox = thesis_field((unsigned)(code / 2 % FOX_NUMBERS));
    const uint64_t sequence = zm_unrank_sequence(OTHERS, k, geese);
    *p = fox_position(0, fox, (unsigned)code & 1);
    for (unsigned i = 0, place = OTHERS; i < FOX_FIELDS; i++)
        if (thesis_field(i) != fox && sequence >> --place & 1)
            p->lo |= zm_bit(thesis_field(i));
    char text[ZM_MAX_TEXT];
    write(v, *p, text);
    if (!read(v, text, p, why))
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

/* ---- what the thesis says (8.2) ----
 * Its bound counts the geese's placements on 32 fields, 20 fields for the fox and two turns, for every number of geese with which
 * play goes on. It leaves the ends out that have one goose fewer (the geese's turn: 20 C(32,enough-1) of them), and it holds all the
 * same because it counts mirror images twice while the fox is in the middle column (7 C(32,enough), but for what is its own
 * image): that is more for all `enough` up to 8. */
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

ZM_GAME(
    fox_and_geese, "fox-and-geese", .rules = RULES, .title = "Fox and Geese", .players = {"geese", "fox"},
    .about = "Geese start at the top of a cross of 33 fields and move first, one field down, sideways or diagonally "
             "down. The\n"
             "fox steps one field in any direction, or jumps over a goose into the empty field behind it and takes it; "
             "it may\n"
             "jump on in the same move. The geese win when the fox cannot move, the fox when fewer than 4 geese are "
             "left or\n"
             "the geese cannot move. Endless play is a draw.",
    .bench = {{"hunt hunt+wdl forward backward hash", "geese=4"}, {"hunt hunt+wdl", "geese=6"}},
    .known = "Solved for 4 to 9 geese by Teufl (2018), whose rows have 28 states too many, and here up to 17: a draw "
             "from the\n"
             "start with up to 14 geese; with 15 the geese win in 93 plies, with 16 in 71: docs/fox-and-geese.md.",
    .notation = "seven rows, top row first, . f g, / between, then g or f to move: "
                "ggg/ggg/ggggggg/g..f..g/......./.../...:g; fields in moves are columns a to g, rows 1 (bottom) to 7: "
                "a4-b3, a chain d4xd6xb6",
    .options = {ZM_INT("geese", "15", 1, FOX_GEESE, "geese at the start; 4 or more unless fewer are enough"),
                ZM_CHOICE("fox_diagonals", "all", "all|drawn", "the fox moves along all diagonals, or only drawn ones"),
                ZM_CHOICE("geese_diagonals", "all", "all|drawn|none", "the geese do; none: only down and sideways"),
                ZM_CHOICE("multi", "optional", "optional|no", "the fox may jump on in the same move"),
                ZM_INT("enough", "4", 1, FOX_GEESE, "with fewer geese than this the fox has won")},
    .data_bytes = sizeof(fox_data), .prepare = prepare, .read = read, .write = write, .write_move = write_move,
    .cells = cells, .joined = joined, .symmetry = symmetry,
    .bound = {&thesis, "sum of C(32,k) * 20 * 2 over k = enough to geese", thesis_bound},
    .published = {{&thesis, "geese=4", 1270717, {0, 666912}, ZM_NOT_GIVEN, "13 MB"},
                  {&thesis, "geese=5", 7919632, {0, 1644004}, ZM_NOT_GIVEN, "83 MB"},
                  {&thesis, "geese=6", 37820778, {16, 3478337}, ZM_NOT_GIVEN, "431 MB"},
                  {&thesis, "geese=7", 148821122, {416, 6975888}, ZM_NOT_GIVEN, "1.3 GB"},
                  {&thesis, "geese=8", 495481299, {5224, 12936253}, ZM_NOT_GIVEN, "4.7 GB"},
                  {&thesis, "geese=9", 1419189540, {52859, 21781681}, ZM_NOT_GIVEN, "15 GB"}},
    .codes = {{"thesis", "Teufl 2018, as in its worked examples: the sum begins at 6 geese", encode_examples,
               decode_examples},
              {"formula", "Teufl 2018, formula 7.1.2 as printed: the sum begins at 4 geese", encode_formula,
               decode_formula}})
