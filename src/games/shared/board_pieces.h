/* board_pieces.h: games of pieces that go home on a board, each as if it were alone on it, moved together in one of the
 * ways of zm_compound. The game that includes this says how a piece steps (`steps`), which way each choice of its
 * option `rule` is (`prepare`), and what a piece looks like (`board`).
 *
 * POSITION  16 bits a piece: 4096 | row << 6 | column, both from 0 at the top left; 0 where there is none. Pieces in rising order.
 * STATE     steps are the same with rows and columns exchanged, for each piece on its own, so its row is not larger than its column.
 * MOVE      a byte a piece: 0 when it stays, else the number of its step from 1. */
#ifndef ZM_GAMES_SHARED_BOARD_PIECES_H
#define ZM_GAMES_SHARED_BOARD_PIECES_H

#include <stdio.h>
#include <string.h>
#include <zermelo/rules.h>

enum { PIECES = 8, SIDE = 64, STEPS = 3 * (SIDE - 1), PIECES_DRAWN = 16 };

typedef struct square {
    uint8_t row, col;
} square;

typedef struct pieces {
    unsigned count;
    square at[PIECES];
} pieces;

typedef struct pieces_data {
    unsigned size;
    zm_compound how;
} pieces_data;

/* What the game gives: the squares a piece can step to, at most STEPS. */
static unsigned steps(unsigned size, square from, square *to);

ZM_INLINE const pieces_data *pieces_of(const zm_variant *v) { return (const pieces_data *)v->data; }

/* ---- positions ---- */
ZM_INLINE uint64_t pieces_bits(square s) { return 4096u | (unsigned)s.row << 6 | s.col; }

ZM_INLINE pieces pieces_unpack(zm_pos p)
{
    pieces s = {.count = 0};
    for (unsigned i = 0; i < PIECES; i++) {
        const unsigned bits = (unsigned)((i < 4 ? p.lo >> 16 * i : p.hi >> 16 * (i - 4)) & 8191);
        if (bits)
            s.at[s.count++] = (square){(uint8_t)(bits >> 6 & 63), (uint8_t)(bits & 63)};
    }
    return s;
}

ZM_INLINE zm_pos pieces_pack(pieces s)
{
    zm_pos p = {0, 0};
    for (unsigned i = 1; i < s.count; i++)
        for (unsigned k = i; k && pieces_bits(s.at[k]) < pieces_bits(s.at[k - 1]); k--) {
            const square other = s.at[k];
            s.at[k] = s.at[k - 1];
            s.at[k - 1] = other;
        }
    for (unsigned i = 0; i < s.count; i++)
        *(i < 4 ? &p.lo : &p.hi) |= pieces_bits(s.at[i]) << 16 * (i % 4);
    return p;
}

static zm_pos pieces_fingerprint(const zm_variant *v, zm_pos p)
{
    pieces s = pieces_unpack(p);
    for (unsigned i = 0; i < s.count; i++)
        if (s.at[i].row > s.at[i].col)
            s.at[i] = (square){s.at[i].col, s.at[i].row};
    return pieces_pack(s);
}

static zm_pos pieces_single(const zm_variant *v, unsigned row, unsigned col)
{
    return pieces_pack((pieces){1, {{(uint8_t)row, (uint8_t)col}}});
}

/* ---- moves ---- */

/* Steps of each piece from `low` to `high`, 0 for none: the range that a move chooses from. False: there is no move. */
typedef struct pieces_range {
    unsigned low[PIECES], high[PIECES];
} pieces_range;

ZM_INLINE bool pieces_ranges(const zm_variant *v, const pieces *s, pieces_range *r)
{
    const pieces_data *d = pieces_of(v);
    square to[STEPS];
    for (unsigned i = 0; i < s->count; i++) {
        r->high[i] = steps(d->size, s->at[i], to);
        r->low[i] = d->how == ZM_AND || (d->how == ZM_ALSO && r->high[i]);
        if ((d->how == ZM_AND || d->how == ZM_WTIA) && !r->high[i])
            return false; /* a piece is home */
    }
    return true;
}

/* Of pieces on one square the earlier has the larger step: they are alike. */
ZM_INLINE bool pieces_allowed(zm_compound how, const pieces *s, const unsigned step[PIECES])
{
    unsigned moved = 0;
    for (unsigned i = 0; i < s->count; i++) {
        moved += step[i] > 0;
        if (i && pieces_bits(s->at[i]) == pieces_bits(s->at[i - 1]) && step[i] > step[i - 1])
            return false;
    }
    return moved && !(how == ZM_SELECTIVE && moved == s->count);
}

ZM_INLINE zm_move pieces_move(const pieces *s, const unsigned step[PIECES])
{
    zm_move m = 0;
    for (unsigned i = 0; i < s->count; i++)
        m |= (zm_move)step[i] << 8 * i;
    return m;
}

/* All choices of the ranges, like an odometer. */
ZM_INLINE unsigned pieces_move_some(zm_compound how, const pieces *s, const pieces_range *r, zm_move *out)
{
    unsigned n = 0, step[PIECES], i;
    memcpy(step, r->low, sizeof step);
    do {
        if (pieces_allowed(how, s, step))
            out[n++] = pieces_move(s, step);
        for (i = 0; i < s->count && step[i] == r->high[i]; i++)
            step[i] = r->low[i];
        if (i < s->count)
            step[i]++;
    } while (i < s->count);
    return n;
}

ZM_INLINE unsigned pieces_move_one(const pieces *s, const pieces_range *r, zm_move *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->count; i++)
        for (unsigned k = 1; k <= r->high[i]; k++)
            if (!i || pieces_bits(s->at[i]) != pieces_bits(s->at[i - 1]))
                out[n++] = (zm_move)k << 8 * i;
    return n;
}

static unsigned pieces_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const zm_compound how = pieces_of(v)->how;
    const pieces s = pieces_unpack(p);
    pieces_range r = {{0}, {0}};
    if (!pieces_ranges(v, &s, &r))
        return 0;
    return how == ZM_SUM || how == ZM_WTIA ? pieces_move_one(&s, &r, out) : pieces_move_some(how, &s, &r, out);
}

static zm_pos pieces_play(const zm_variant *v, zm_pos p, zm_move m)
{
    pieces s = pieces_unpack(p);
    square to[STEPS];
    for (unsigned i = 0; i < s.count; i++)
        if (m >> 8 * i & 255) {
            steps(pieces_of(v)->size, s.at[i], to);
            s.at[i] = to[(m >> 8 * i & 255) - 1];
        }
    return pieces_pack(s);
}

static zm_compound pieces_compound(const zm_variant *v) { return pieces_of(v)->how; }

/* Single pieces. Only by the rule "not all" a single one is another game: it cannot move. */
static unsigned pieces_parts(const zm_variant *v, zm_pos p, zm_pos *out)
{
    const pieces s = pieces_unpack(p);
    out[0] = p;
    if (pieces_of(v)->how == ZM_SELECTIVE)
        return 1;
    for (unsigned i = 0; i < s.count; i++)
        out[i] = pieces_single(v, s.at[i].row, s.at[i].col);
    return s.count;
}

/* ---- options and notation ---- */
static bool pieces_few_enough(const zm_variant *v, zm_pos p, zm_mistake *why)
{
    const zm_compound how = pieces_of(v)->how;
    const pieces s = pieces_unpack(p);
    pieces_range r = {{0}, {0}};
    uint64_t moves = 1;
    if (how == ZM_SUM || how == ZM_WTIA || !pieces_ranges(v, &s, &r))
        return true;
    for (unsigned i = 0; i < s.count; i++)
        moves *= 1 + r.high[i] - r.low[i];
    return moves <= ZM_MAX_MOVES || zm_wrong(why, ZM_WHOLE, "there would be %llu moves; a position can have %d",
                                             (unsigned long long)moves, ZM_MAX_MOVES);
}

static bool pieces_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    pieces s = {.count = 0};
    for (size_t at = 0;; at++) {
        unsigned row, col;
        if (s.count == PIECES)
            return zm_wrong(why, at, "there can be up to %d pieces", PIECES);
        if (!zm_read_number(text, &at, 0, pieces_of(v)->size - 1, &row, why))
            return false;
        if (text[at] != ',')
            return zm_wrong(why, at, "expected a comma and the column");
        at++;
        if (!zm_read_number(text, &at, 0, pieces_of(v)->size - 1, &col, why))
            return false;
        s.at[s.count++] = (square){(uint8_t)row, (uint8_t)col};
        if (!text[at])
            break;
        if (text[at] != ',')
            return zm_wrong(why, at, "expected a comma and the row of another piece, or the end");
    }
    *p = pieces_pack(s);
    return pieces_few_enough(v, *p, why);
}

static bool pieces_is_position(const zm_variant *v, zm_pos p)
{
    const pieces s = pieces_unpack(p);
    zm_mistake why;
    for (unsigned i = 0; i < s.count; i++)
        if (s.at[i].row >= pieces_of(v)->size || s.at[i].col >= pieces_of(v)->size)
            return false;
    return s.count && zm_same(pieces_pack(s), p) && pieces_few_enough(v, p, &why);
}

static void pieces_write(const zm_variant *v, zm_pos p, zm_text *out)
{
    const pieces s = pieces_unpack(p);
    for (unsigned i = 0; i < s.count; i++)
        zm_say(out, "%s%u,%u", i ? "," : "", s.at[i].row, s.at[i].col);
}

static void pieces_write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    const pieces s = pieces_unpack(p);
    square to[STEPS];
    const char *between = "";
    for (unsigned i = 0; i < s.count; i++) {
        const unsigned step = m >> 8 * i & 255;
        if (!step)
            continue;
        steps(pieces_of(v)->size, s.at[i], to);
        zm_say(out, "%s%u,%u-%u,%u", between, s.at[i].row, s.at[i].col, to[step - 1].row, to[step - 1].col);
        between = "/";
    }
}

/* Without `at` one piece stands in the corner farthest from home. */
ZM_INLINE bool pieces_prepare(zm_variant *v, pieces_data *d, const zm_compound *rules, zm_mistake *why)
{
    char corner[16];
    uint16_t at[ZM_MAX_LIST];
    zm_pos p;
    *d = (pieces_data){(unsigned)zm_option_number(v, "size"), rules[zm_option_number(v, "rule")]};
    snprintf(corner, sizeof corner, "%u,%u", d->size - 1, d->size - 1);
    if (!*zm_option_text(v, "at"))
        zm_option_set(v, "at", corner);
    const unsigned n = zm_option_list(v, "at", at);
    if (n % 2)
        return zm_wrong(why, ZM_WHOLE, "at has %u numbers; each piece takes two, its row and its column", n);
    for (unsigned i = 0; i < n; i++)
        if (at[i] >= d->size)
            return zm_wrong(why, ZM_WHOLE, "at has the number %u; rows and columns go from 0 to %u", at[i],
                            d->size - 1);
    return pieces_read(v, zm_option_text(v, "at"), &p, why);
}

static zm_pos pieces_start(const zm_variant *v)
{
    uint16_t at[ZM_MAX_LIST];
    pieces s = {.count = zm_option_list(v, "at", at) / 2};
    for (unsigned i = 0; i < s.count; i++)
        s.at[i] = (square){(uint8_t)at[2 * i], (uint8_t)at[2 * i + 1]};
    return pieces_pack(s);
}

/* Several pieces on a square are told by their number. */
static unsigned pieces_cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    const unsigned size = pieces_of(v)->size;
    const pieces s = pieces_unpack(p);
    for (unsigned i = 0; size <= PIECES_DRAWN && i < size * size; i++) {
        unsigned here = 0;
        for (unsigned k = 0; k < s.count; k++)
            here += s.at[k].row * size + s.at[k].col == i;
        const char piece = here > 1 ? (char)('0' + here) : here ? *v->game->name : '.';
        out[i] = (zm_cell){(uint8_t)(i / size), (uint8_t)(i % size), piece, false, 0};
    }
    return size <= PIECES_DRAWN ? size * size : 0;
}

static void pieces_grid(const zm_variant *v, unsigned *rows, unsigned *cols) { *rows = *cols = pieces_of(v)->size; }

#define PIECES_OPTIONS(rule_)                                      \
    ZM_INT("size", "8", 1, SIDE, "rows and columns of the board"), \
        ZM_LIST("at", NULL, 0, SIDE - 1, "row and column of each piece, from 0 at the top left; 1 to 8 pieces"), rule_

#define PIECES_GAME(id, name_, ...)                                                                                    \
    ZM_GAME(id, name_, .impartial = true,                                                                              \
            .notation =                                                                                                \
                "row and column of each piece, from 0 at the top left: 4,6 or, for two, 4,6,2,3; a move 4,6-4,3 goes " \
                "from row 4, column 6 to row 4, column 3, moves of several pieces have / between",                     \
            .data_bytes = sizeof(pieces_data), .prepare = prepare, .start = pieces_start, .moves = pieces_moves,       \
            .play = pieces_play, .fingerprint = pieces_fingerprint, .read = pieces_read, .write = pieces_write,        \
            .is_position = pieces_is_position, .write_move = pieces_write_move,                                        \
            .looks = ZM_LOOKS(.cells = pieces_cells, .naming = ZM_BY_NUMBERS),                                         \
            .sums = ZM_SUMS(.parts = pieces_parts, .compound = pieces_compound, .grid = pieces_grid,                   \
                            .grid_at = pieces_single),                                                                 \
            __VA_ARGS__)

#endif
