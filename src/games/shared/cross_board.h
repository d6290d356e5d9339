/* cross_board.h: for people and for setting up: rows and columns of the cross, its tables, its notation, the numbering
 * of the thesis. Part of a game's game.c; cross.h has what rules need. */
#ifndef ZM_GAMES_SHARED_CROSS_BOARD_H
#define ZM_GAMES_SHARED_CROSS_BOARD_H

#include "cross.h"

#include <string.h>

/* ---- fields ---- */
static const uint8_t cross_width[7] = {3, 3, 7, 7, 7, 3, 3};

ZM_INLINE bool cross_has(int row, int column)
{
    return row >= 0 && row < 7 && column >= 0 && column < 7 && (cross_width[row] == 7 || (column >= 2 && column <= 4));
}

ZM_INLINE unsigned cross_field_at(int row, int column)
{
    static const uint8_t first[7] = {0, 3, 6, 13, 20, 27, 30};
    return first[row] + (unsigned)column - (cross_width[row] == 7 ? 0 : 2);
}

ZM_INLINE int cross_row(unsigned field)
{
    int row = 0;
    for (; field >= cross_width[row]; row++)
        field -= cross_width[row];
    return row;
}

ZM_INLINE int cross_column(unsigned field)
{
    const int row = cross_row(field), first = cross_width[row] == 7 ? 0 : 2;
    return (int)(field - cross_field_at(row, first)) + first;
}

/* ---- tables ---- */
/* Steps of one field; how far `down` (negative: up) and `right`. */
ZM_INLINE bool cross_allowed(int row, int column, int down, int right, cross_diagonals diagonals)
{
    if (!down && !right)
        return false;
    if (!down || !right || diagonals == CROSS_ALL)
        return true;
    return diagonals == CROSS_DRAWN && (row + column) % 2 == 0; /* lines are drawn between fields like these */
}

ZM_INLINE void cross_fill_field(cross_board *b, unsigned from, cross_diagonals foxes, cross_diagonals many)
{
    const int row = cross_row(from), column = cross_column(from);
    b->mirror[from] = (uint8_t)cross_field_at(row, 6 - column);
    b->diagonal |= cross_allowed(row, column, 1, 1, foxes) ? zm_bit(from) : 0;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            if (!cross_has(row + down, column + right))
                continue;
            const unsigned to = cross_field_at(row + down, column + right);
            if (down >= 0 && cross_allowed(row, column, down, right, many)) {
                b->forth[from] |= zm_bit(to);
            }
            if (!cross_allowed(row, column, down, right, foxes))
                continue;
            b->step[from] |= zm_bit(to);
            if (cross_has(row + 2 * down, column + 2 * right)) {
                b->over[from] |= zm_bit(to);
                b->land[from][to] = (uint8_t)cross_field_at(row + 2 * down, column + 2 * right);
            }
        }
}

ZM_INLINE void cross_fill_board(cross_board *b, cross_diagonals foxes, cross_diagonals many)
{
    for (unsigned f = 0; f < CROSS_FIELDS; f++)
        cross_fill_field(b, f, foxes, many);
}

ZM_INLINE unsigned cross_reversed(unsigned set, unsigned bits)
{
    unsigned out = 0;
    for (unsigned i = 0; i < bits; i++)
        out |= (set >> i & 1) << (bits - 1 - i);
    return out;
}

/* The image and the family of a set of a band: two rows of three fields, or one of seven. */
ZM_INLINE unsigned cross_image_of(unsigned set, bool is_long)
{
    return is_long ? cross_reversed(set, 7) : cross_reversed(set & 7, 3) | cross_reversed(set >> 3, 3) << 3;
}

ZM_INLINE unsigned cross_family_of(unsigned set, bool is_long)
{
    return is_long ? zm_count_bits(set) : 4 * zm_count_bits(set & 7) + zm_count_bits(set >> 3);
}

ZM_INLINE void cross_add_set(cross_kind *k, unsigned set, bool is_long)
{
    const unsigned family = cross_family_of(set, is_long);
    k->set[set] =
        (cross_set){.family = (uint8_t)family, .pieces = (uint8_t)zm_count_bits(set), .number = k->sets[family]};
    k->set_of[family][k->sets[family]++] = (uint8_t)set;
}

/* First the sets that are their own images, then those smaller than their images, then the others. */
ZM_INLINE void cross_fill_kind(cross_kind *k, bool is_long)
{
    const unsigned sets = is_long ? 128 : 64;
    for (unsigned turn = 0; turn < 3; turn++) {
        for (unsigned set = 0; set < sets; set++) {
            const unsigned image = cross_image_of(set, is_long);
            if (turn == (image == set ? 0 : set < image ? 1 : 2))
                cross_add_set(k, set, is_long);
        }
        if (turn == 0)
            memcpy(k->own, k->sets, sizeof k->own);
    }
    for (unsigned set = 0; set < sets; set++) {
        cross_set *s = &k->set[set];
        s->sets = k->sets[s->family];
        s->own = k->own[s->family];
        k->pieces[s->family] = s->pieces;
    }
}

ZM_INLINE bool cross_exists(const cross_shapes *s, uint32_t code, unsigned least, unsigned most)
{
    bool exists = true;
    for (unsigned b = 0; b < CROSS_BANDS; b++)
        exists &= cross_kind_of(s, b)->sets[cross_family(code, b)] > 0;
    const unsigned pieces = cross_pieces(s, code);
    return exists && pieces >= least && pieces <= most;
}

/* Those of least to most pieces: by their number, then the farthest down first; counted, then put in their places. */
ZM_INLINE void cross_fill_shapes(cross_shapes *s, unsigned least, unsigned most)
{
    enum { FARTHEST = 6 * CROSS_MANY, SLICES = (CROSS_MANY + 1) * (FARTHEST + 1) };
    uint32_t first[SLICES + 1] = {0};
    cross_fill_kind(&s->kind[0], false);
    cross_fill_kind(&s->kind[1], true);
    for (unsigned turn = 0; turn < 2; turn++) {
        for (uint32_t code = 0; code < CROSS_CODES; code++) {
            if (!cross_exists(s, code, least, most))
                continue;
            const unsigned pieces = cross_pieces(s, code),
                           slice = pieces * (FARTHEST + 1) + FARTHEST - cross_how_far_down(code);
            const uint32_t shape = first[slice + !turn]++;
            if (!turn)
                continue;
            s->shape[code] = shape;
            s->code[shape] = code;
            s->pieces[shape] = (uint8_t)pieces;
            s->count[shape] = cross_count(s, code);
            s->shapes++;
        }
        for (unsigned i = 0; !turn && i < SLICES; i++)
            first[i + 1] += first[i];
    }
}

/* ---- notation ---- */
/* Seven rows with / between, from text[*at] on; a field has the letter of the many, f (up to `most` of them) or a
 * dot. */
ZM_INLINE bool cross_read_rows(const char *text, size_t *at, char letter, const char *name, unsigned most,
                               uint64_t *many, uint64_t *foxes, zm_mistake *why)
{
    unsigned field = 0;
    for (unsigned row = 0; row < 7; row++) {
        for (unsigned i = 0; i < cross_width[row]; i++, field++, ++*at) {
            const char c = text[*at];
            if (c != letter && c != 'f' && c != '.')
                return zm_wrong(why, *at,
                                "expected . (empty), %c (%s) or f (fox): rows have 3, 3, 7, 7, 7, 3 and 3 fields",
                                letter, name);
            if (c == 'f' && zm_count_bits(*foxes) == most)
                return zm_wrong(why, *at, most == 1 ? "there is only one fox" : "there are only %u foxes", most);
            *many |= c == letter ? zm_bit(field) : 0;
            *foxes |= c == 'f' ? zm_bit(field) : 0;
        }
        if (row < 6 && text[(*at)++] != '/')
            return zm_wrong(why, *at - 1, "expected / after row %u, which has %u fields", row + 1, cross_width[row]);
    }
    return true;
}

/* The same rows as text, a colon behind them. */
static inline __attribute__((unused)) void cross_write_rows(uint64_t many, uint64_t foxes, char letter, zm_text *out)
{
    unsigned field = 0;
    for (unsigned row = 0; row < 7; row++) {
        for (unsigned i = 0; i < cross_width[row]; i++, field++)
            zm_say_char(out, many >> field & 1 ? letter : foxes >> field & 1 ? 'f' : '.');
        zm_say_char(out, row < 6 ? '/' : ':');
    }
}

/* Columns a to g, rows 7 (top) to 1. */
static inline __attribute__((unused)) void cross_write_field(unsigned field, zm_text *out)
{
    zm_say(out, "%c%u", 'a' + (int)cross_column(field), 7 - cross_row(field));
}

/* A chain that takes just `taken` and ends on `to`, the first in the order of fields: the fields it lands on. False:
 * there is none from here. */
static inline __attribute__((unused)) bool cross_find_chain(const cross_board *b, uint64_t occupied, uint64_t taken,
                                                            unsigned from, unsigned to, uint8_t *out)
{
    if (!taken)
        return from == to;
    for (uint64_t rest = b->over[from] & taken; rest;) {
        const unsigned over = zm_take_lowest(&rest), next = b->land[from][over];
        *out = (uint8_t)next;
        if (!(occupied >> next & 1) &&
            cross_find_chain(b, occupied & ~zm_bit(over), taken & ~zm_bit(over), next, to, out + 1))
            return true;
    }
    return false;
}

/* What a fox does on its way from one field to another: "d4-d5", or a chain, "d4xd6xf6". */
static inline __attribute__((unused)) void cross_write_way(const cross_board *b, uint64_t occupied, uint64_t taken,
                                                           unsigned from, unsigned to, zm_text *out)
{
    uint8_t field[CROSS_FIELDS] = {(uint8_t)to};
    cross_find_chain(b, occupied, taken, from, to, field);
    cross_write_field(from, out);
    for (unsigned i = 0; i < (taken ? zm_count_bits(taken) : 1); i++) {
        zm_say_char(out, taken ? 'x' : '-');
        cross_write_field(field[i], out);
    }
}

/* ---- what is drawn ---- */
/* `dark` are the fields that boards of letters mark with a dot while they are empty. */
ZM_INLINE unsigned cross_cells(uint64_t many, uint64_t foxes, char letter, uint64_t dark, zm_cell *out)
{
    for (unsigned f = 0; f < CROSS_FIELDS; f++)
        out[f] = (zm_cell){(uint8_t)cross_row(f), (uint8_t)cross_column(f),
                           many >> f & 1    ? letter
                           : foxes >> f & 1 ? 'f'
                                            : '.',
                           dark >> f & 1, 0};
    return CROSS_FIELDS;
}

/* Lines run where foxes may go. */
ZM_INLINE bool cross_joined(const zm_cell *a, const zm_cell *b, cross_diagonals diagonals)
{
    const int down = b->row - a->row, right = b->col - a->col;
    return down * down <= 1 && right * right <= 1 && cross_allowed(a->row, a->col, down, right, diagonals);
}

/* As it is, and left and right exchanged. */
ZM_INLINE unsigned cross_symmetry(const cross_board *b, unsigned operation, uint8_t image[ZM_MAX_CELLS])
{
    for (unsigned f = 0; f < CROSS_FIELDS; f++)
        image[f] = operation ? b->mirror[f] : (uint8_t)f;
    return operation < 2 ? CROSS_FIELDS : 0;
}

/* ---- the thesis' numbering (Figure 5.1): column by column, the left one first, each from the top ---- The board is
 * its own image along the diagonal, so field i of the one numbering is the image of field i of the other. */
ZM_INLINE unsigned cross_thesis_field(unsigned number)
{
    return cross_field_at(cross_column(number), cross_row(number));
}
ZM_INLINE unsigned cross_thesis_number(unsigned field) { return cross_thesis_field(field); }

/* Does the first field, in reading order, that differs from its image have its piece on the left? Also when none
 * does. */
ZM_INLINE bool cross_leans_left(uint64_t set)
{
    const uint64_t differs = (set ^ cross_mirrored(set)) & CROSS_LEFT;
    return !differs || set >> zm_lowest(differs) & 1;
}

/* The fields as a sequence, the first in the highest bit; those of `without` are left out. */
ZM_INLINE uint64_t cross_thesis_sequence(uint64_t set, uint64_t without)
{
    uint64_t sequence = 0;
    for (unsigned i = 0; i < CROSS_FIELDS; i++)
        if (!(without >> cross_thesis_field(i) & 1))
            sequence = sequence << 1 | (set >> cross_thesis_field(i) & 1);
    return sequence;
}

ZM_INLINE uint64_t cross_thesis_set(uint64_t sequence, uint64_t without)
{
    uint64_t set = 0;
    for (unsigned i = CROSS_FIELDS; i-- > 0;)
        if (!(without >> cross_thesis_field(i) & 1)) {
            set |= (sequence & 1) << cross_thesis_field(i);
            sequence >>= 1;
        }
    return set;
}

/* How many sequences of this length come before those with `ones` ones, when they begin with `from` and 0 follows after
 * all. */
ZM_INLINE uint64_t cross_sequences_before(unsigned length, unsigned ones, unsigned from)
{
    uint64_t sum = 0;
    for (unsigned k = from; k != ones; k = k == length ? 0 : k + 1)
        sum += zm_binomial(length, k);
    return sum;
}

/* And back: takes them off *number, which is the rank among those with that many ones then. */
ZM_INLINE unsigned cross_sequences_ones(unsigned length, unsigned from, uint64_t *number)
{
    unsigned k = from;
    while (*number >= zm_binomial(length, k)) {
        *number -= zm_binomial(length, k);
        k = k == length ? 0 : k + 1;
    }
    return k;
}

#endif
