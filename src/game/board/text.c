/* text.c: see text.h. A reader goes through the text once; whatever is wrong is told at its byte, with what would be right. */
#include "text.h"
#include "game/names.h"
#include "make.h"

#include <zermelo/variant.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- what notation has ---- */
bool zm_board_tells_turn(const zm_variant *v) { return zm_board_of(v)->turn != ZM_TURN_COUNTED && !zm_impartial(v); }

char zm_board_turn_letter(const zm_variant *v, unsigned player)
{
    const int one = tolower((unsigned char)*zm_player(v->game, 0)),
              other = tolower((unsigned char)*zm_player(v->game, 1));
    return (char)(one == other ? '1' + (int)player : player ? other : one);
}

bool zm_board_has_hands(const zm_board_data *d)
{
    bool has = false;
    for (unsigned i = 0; i < d->letters; i++)
        has |= d->letter[i].in_hand;
    return has;
}

bool zm_board_one_kind(const zm_board_data *d)
{
    unsigned kinds[3] = {0};
    for (unsigned i = 0; i < d->letters; i++)
        kinds[d->letter[i].owner] += d->letter[i].in_hand;
    return kinds[0] == 1 && kinds[1] == 1;
}

static bool begins_row(const zm_variant *v, unsigned square)
{
    const zm_board_data *d = zm_board_of(v);
    return !v->game->board->one_line && square && d->row_of[square] != d->row_of[square - 1];
}

/* ---- writing ---- */
static void write_squares(const zm_variant *v, zm_pos shown, zm_text *out)
{
    for (unsigned i = 0; i < zm_squares(v); i++) {
        if (begins_row(v, i))
            zm_say_char(out, '/');
        zm_say_char(out, zm_at(v, shown, i));
    }
}

static void write_hands(const zm_variant *v, zm_pos shown, zm_text *out)
{
    const zm_board_data *d = zm_board_of(v);
    const bool numbers = zm_board_one_kind(d);
    const size_t begin = out->length;
    for (unsigned i = 0; i < d->letters; i++) {
        const unsigned held = zm_held(v, shown, d->letter[i].letter);
        if (numbers && d->letter[i].in_hand)
            zm_say(out, "%s%u", out->length == begin ? "" : ",", held);
        for (unsigned k = 0; k < held && !numbers; k++)
            zm_say_char(out, d->letter[i].letter);
    }
    if (out->length == begin)
        zm_say_char(out, '-');
}

static void write_counters(const zm_board_data *d, zm_pos shown, zm_text *out)
{
    for (unsigned i = 0; i < d->numbers; i++) {
        const zm_board_number *n = &d->number[i];
        const uint64_t above = zm_block_get(zm_board_number_block(d, n), shown);
        zm_say(out, "%c%u", i ? ',' : ':', n->least + (unsigned)above);
    }
}

void zm_board_write(const zm_variant *v, zm_pos p, zm_text *out)
{
    const zm_board_data *d = zm_board_of(v);
    const zm_pos shown = zm_board_shown(v, p);
    write_squares(v, shown, out);
    if (zm_board_tells_turn(v))
        zm_say(out, ":%c", zm_board_turn_letter(v, (unsigned)(p.hi >> 63)));
    if (zm_board_has_hands(d)) {
        zm_say_char(out, ':');
        write_hands(v, shown, out);
    }
    write_counters(d, shown, out);
}

/* ---- reading ---- */
typedef struct reader {
    const zm_variant *v;
    const char *text;
    size_t at;
    zm_pos p; /* as text shows it */
    zm_mistake *why;
} reader;

static const char *all_letters(const zm_board_data *d, char out[ZM_BOARD_LETTERS + 2])
{
    out[0] = '.';
    for (unsigned i = 0; i < d->letters; i++)
        out[i + 1] = d->letter[i].letter;
    out[d->letters + 1] = 0;
    return out;
}

static bool is_square(const zm_board_data *d, char c)
{
    return c == '.' || (c > 0 && d->number_of[(unsigned)c & 127] != ZM_NO_LETTER);
}

static unsigned in_row(const zm_board_data *d, unsigned row)
{
    unsigned n = 0;
    for (unsigned i = 0; i < d->squares; i++)
        n += d->row_of[i] == row;
    return n;
}

/* A text that ends too soon, a row that does, or a letter that no piece has. */
static bool no_square(const reader *r, unsigned square)
{
    const zm_board_data *d = zm_board_of(r->v);
    const char c = r->text[r->at];
    const unsigned row = d->row_of[square];
    char letters[ZM_BOARD_LETTERS + 2];
    all_letters(d, letters);
    if (r->v->game->board->one_line)
        return zm_wrong(r->why, r->at, "expected %u of \"%s\"", d->squares, letters);
    if (!c || c == '/' || c == ':')
        return zm_wrong(r->why, r->at, "row %u has %u squares, each one of \"%s\"", row + 1, in_row(d, row), letters);
    return zm_wrong(r->why, r->at, "expected one of \"%s\"", letters);
}

static bool read_squares(reader *r)
{
    const zm_board_data *d = zm_board_of(r->v);
    for (unsigned i = 0; i < d->squares; i++) {
        if (begins_row(r->v, i) && r->text[r->at++] != '/')
            return zm_wrong(r->why, r->at - 1, "row %u has %u squares; a '/' and row %u come next",
                            d->row_of[i - 1] + 1u, in_row(d, d->row_of[i - 1]), d->row_of[i] + 1u);
        if (!is_square(d, r->text[r->at]))
            return no_square(r, i);
        r->p = zm_put(r->v, r->p, i, r->text[r->at++]);
    }
    if (r->text[r->at] && r->text[r->at] != ':')
        return zm_wrong(r->why, r->at, "expected %u squares and no more", d->squares);
    return true;
}

static bool read_turn(reader *r)
{
    const char first = zm_board_turn_letter(r->v, 0), second = zm_board_turn_letter(r->v, 1);
    const char *one = zm_player(r->v->game, 0), *other = zm_player(r->v->game, 1);
    if (r->text[r->at] != ':')
        return zm_wrong(r->why, r->at, "it must say whose turn it is: add \":%c\" (%s) or \":%c\" (%s)", first, one,
                        second, other);
    const char c = (char)tolower((unsigned char)r->text[++r->at]);
    if (c != first && c != second)
        return zm_wrong(r->why, r->at, "expected whose turn it is: %c (%s) or %c (%s)", first, one, second, other);
    r->p.hi |= c == second ? ZM_TURN_BIT : 0;
    r->at++;
    return true;
}

static bool hold(reader *r, const zm_board_letter *l, unsigned n)
{
    if (n > l->most_held)
        return zm_wrong(r->why, r->at, "there can be %u of %c in hand, not more", l->most_held, l->letter);
    r->p = zm_hold(r->v, r->p, l->letter, n);
    return true;
}

/* "8,8" */
static bool read_numbers_held(reader *r)
{
    const zm_board_data *d = zm_board_of(r->v);
    const char *before = "";
    for (unsigned i = 0; i < d->letters; i++) {
        const zm_board_letter *l = &d->letter[i];
        unsigned n;
        if (!l->in_hand)
            continue;
        if (*before && r->text[r->at++] != ',')
            return zm_wrong(r->why, r->at - 1, "expected a comma and how many %c are in hand", l->letter);
        if (!zm_read_number(r->text, &r->at, 0, l->most_held, &n, r->why) || !hold(r, l, n))
            return false;
        before = ",";
    }
    return true;
}

/* "EGc", in any order */
static bool read_letters_held(reader *r)
{
    const zm_board_data *d = zm_board_of(r->v);
    if (r->text[r->at] == '-')
        return r->at++, true;
    if (!r->text[r->at] || r->text[r->at] == ':')
        return zm_wrong(r->why, r->at, "expected the letters of all pieces in hand, \"-\" for none");
    for (; r->text[r->at] && r->text[r->at] != ':'; r->at++) {
        const char c = r->text[r->at];
        const unsigned number = c > 0 ? d->number_of[(unsigned)c & 127] : ZM_NO_LETTER;
        if (number == ZM_NO_LETTER || !d->letter[number].in_hand)
            return zm_wrong(r->why, r->at, "no such piece can be in hand");
        if (!hold(r, &d->letter[number], zm_held(r->v, r->p, c) + 1))
            return false;
    }
    return true;
}

static bool read_hands(reader *r)
{
    const bool numbers = zm_board_one_kind(zm_board_of(r->v));
    if (r->text[r->at] != ':')
        return zm_wrong(r->why, r->at, "it must say what is in hand: add %s",
                        numbers ? "both numbers, as in \":0,0\"" : "the letters, or \":-\" for nothing");
    r->at++;
    return numbers ? read_numbers_held(r) : read_letters_held(r);
}

static bool read_counters(reader *r)
{
    const zm_board_data *d = zm_board_of(r->v);
    for (unsigned i = 0; i < d->numbers; i++) {
        const zm_board_number *n = &d->number[i];
        const char *name = r->v->game->board->counters[n->declared].name, *whose = n->owner < 2 ? " of " : "";
        unsigned count;
        if (r->text[r->at] != (i ? ',' : ':'))
            return zm_wrong(r->why, r->at, "expected \"%c\" and %s%s%s, %u to %u", i ? ',' : ':', name, whose,
                            n->owner < 2 ? zm_player(r->v->game, n->owner) : "", n->least, n->most);
        r->at++;
        if (!zm_read_number(r->text, &r->at, n->least, n->most, &count, r->why))
            return false;
        r->p = zm_block_set(zm_board_number_block(d, n), r->p, count - n->least);
    }
    return true;
}

bool zm_board_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const zm_board_data *d = zm_board_of(v);
    reader r = {.v = v, .text = text, .why = why};
    if (!read_squares(&r) || (zm_board_tells_turn(v) && !read_turn(&r)) || (zm_board_has_hands(d) && !read_hands(&r)) ||
        !read_counters(&r))
        return false;
    if (text[r.at])
        return zm_wrong(why, r.at, "expected the end");
    *p = d->turn == ZM_TURN_COUNTED ? zm_board_count_turn(v, r.p) : zm_board_shown(v, r.p);
    return zm_board_judge(v, *p, why);
}

/* ---- the start ---- */
zm_status zm_board_open(zm_context *c, zm_variant *v)
{
    const char *start = v->game->board->start;
    zm_mistake why = {.at = ZM_WHOLE};
    char what[ZM_SHOWN];
    zm_pos p;
    ZM_TRY(c, zm_board_make(c, v->game->board, v));
    if (!start)
        return ZM_OK;
    snprintf(what, sizeof what, "the board of %s: its start", v->game->name);
    if (!zm_board_read(v, start, &p, &why))
        return zm_refuse_text(c, what, start, &why);
    ((zm_board_data *)(uintptr_t)v->board)->start = p; /* nobody else has it yet */
    return ZM_OK;
}
