/* board.c: ready-made parts for games on a board of squares that each hold one of up to four things: two bits a square
 * in p.lo, the first square (upper left) highest. The game's `board` says which letters and how many rows and columns;
 * its `legal` completes what a board does not say (whose turn it is) or refuses it. */
#include <zermelo/rules.h>

#include <string.h>

static unsigned squares(const zm_variant *v) { return v->game->squares.rows * v->game->squares.cols; }

static unsigned at(const zm_variant *v, zm_pos p, unsigned square) { return p.lo >> 2 * (squares(v) - 1 - square) & 3; }

static bool judge(const zm_variant *v, zm_pos *p, zm_mistake *why)
{
    return !v->game->legal || v->game->legal(v, p, why);
}

bool zm_read_board(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const char *letters = v->game->squares.letters;
    *p = (zm_pos){0, 0};
    for (unsigned i = 0; i < squares(v); i++) {
        const char *letter = text[i] ? strchr(letters, text[i]) : NULL;
        if (!letter)
            return zm_wrong(why, i, "expected %u of \"%s\"", squares(v), letters);
        p->lo = p->lo << 2 | (uint64_t)(letter - letters);
    }
    if (text[squares(v)])
        return zm_wrong(why, squares(v), "expected %u squares and no more", squares(v));
    return judge(v, p, why);
}

bool zm_is_board(const zm_variant *v, zm_pos p)
{
    zm_pos judged = p;
    zm_mistake why;
    if (p.lo > zm_low_bits(2 * squares(v)) || p.hi & ~ZM_TURN_BIT)
        return false;
    for (unsigned i = 0; i < squares(v); i++)
        if (at(v, p, i) >= strlen(v->game->squares.letters))
            return false;
    return judge(v, &judged, &why) && zm_same(judged, p);
}

void zm_write_board(const zm_variant *v, zm_pos p, zm_text *out)
{
    for (unsigned i = 0; i < squares(v); i++)
        zm_say_char(out, v->game->squares.letters[at(v, p, i)]);
}

void zm_write_square(const zm_variant *v, zm_pos p, zm_move m, zm_text *out) { zm_say(out, "%u", (unsigned)m + 1); }

unsigned zm_board_cells(const zm_variant *v, zm_pos p, zm_cell *out)
{
    for (unsigned i = 0; i < squares(v); i++)
        out[i] = (zm_cell){.row = (uint8_t)(i / v->game->squares.cols),
                           .col = (uint8_t)(i % v->game->squares.cols),
                           .piece = v->game->squares.letters[at(v, p, i)]};
    return squares(v);
}

void zm_name_square(const zm_variant *v, zm_pos p, const zm_cell *cell, zm_text *out)
{
    zm_say(out, "%u", cell->row * v->game->squares.cols + cell->col + 1);
}

/* ---- codes ---- */
uint64_t zm_board_bits(const zm_variant *v, zm_pos p) { return p.lo & zm_low_bits(2 * squares(v)); }

bool zm_board_from_bits(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    *p = (zm_pos){code, 0};
    if (code > zm_low_bits(2 * squares(v)))
        return zm_wrong(why, 0, "the largest code of %u squares has %u bits", squares(v), 2 * squares(v));
    for (unsigned i = 0; i < squares(v); i++)
        if (at(v, *p, i) >= strlen(v->game->squares.letters))
            return zm_wrong(why, 0, "square %u holds a %u, which stands for nothing", i + 1, at(v, *p, i));
    return judge(v, p, why);
}

uint64_t zm_board_base(const zm_variant *v, zm_pos p)
{
    uint64_t code = 0;
    for (unsigned i = 0; i < squares(v); i++)
        code = code * strlen(v->game->squares.letters) + at(v, p, i);
    return code;
}

bool zm_board_from_base(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    const uint64_t base = strlen(v->game->squares.letters);
    uint64_t bits = 0, rest = code;
    for (unsigned i = 0; i < squares(v); i++, rest /= base)
        bits |= rest % base << 2 * i;
    if (rest)
        return zm_wrong(why, 0, "the code has more than %u digits in base %u", squares(v), (unsigned)base);
    return zm_board_from_bits(v, bits, p, why);
}
