/* touches_text.c: see touches_text.h.
 *
 * A text is read from left to right: a name of a field, the longest that fits, or a word that names none ("off", "pass",
 * the N of "Nb1-c3", the Q of "a7-a8=Q"), which is passed over. A word with a digit in it that is no field is a sign that
 * the game counts in another way: then nothing is taken from the text. With dice the roll stands before a colon. */
#include "touches_text.h"

#include <zermelo/variant.h>

#include <ctype.h>
#include <string.h>

/* ---- what fields are called ---- */
static unsigned rows_of(const zm_sight *s)
{
    unsigned rows = 0;
    for (unsigned i = 0; i < s->count; i++)
        rows = s->cell[i].row >= rows ? s->cell[i].row + 1u : rows;
    return rows;
}

/* Columns alone, lines and fields that are told in another way have no names here. */
static void name_by_rule(zm_naming naming, unsigned rows, const zm_cell *cell, zm_text *out)
{
    if (naming == ZM_AS_IN_CHESS && cell->col < 26)
        zm_say(out, "%c%u", 'a' + cell->col, rows - cell->row);
    else if (naming == ZM_BY_NUMBERS && rows == 1)
        zm_say(out, "%u", cell->col);
    else if (naming == ZM_BY_NUMBERS)
        zm_say(out, "%u,%u", cell->row, cell->col);
    else if (naming == ZM_BY_ROWS)
        zm_say(out, "%u,%u", rows - cell->row, cell->col + 1u);
}

void zm_name_fields(zm_touching *t)
{
    const zm_game *g = t->variant->game;
    const unsigned rows = rows_of(&t->before);
    for (unsigned i = 0; t->before.board && i < t->before.count; i++) {
        zm_text name = zm_text_in(t->name[i], sizeof t->name[i]);
        if (g->looks->name_cell)
            g->looks->name_cell(t->variant, t->position, &t->before.cell[i], &name);
        else
            name_by_rule(g->looks->naming, rows, &t->before.cell[i], &name);
    }
}

/* ---- in a text ---- */
/* A name ends where another letter or digit cannot be part of it: "b2x", not "b21". */
static bool ends_name(const char *text) { return !isalnum((unsigned char)*text) || *text == 'x'; }

/* The number of the field whose name stands here, the longest that does, and how long it is; -1: none. */
static int field_here(const zm_touching *t, const char *text, size_t *length)
{
    int found = -1;
    *length = 0;
    for (unsigned i = 0; i < t->before.count; i++) {
        const size_t n = strlen(t->name[i]);
        if (n > *length && !strncmp(text, t->name[i], n) && ends_name(text + n)) {
            *length = n;
            found = (int)i;
        }
    }
    return found;
}

/* Over a word that names nothing; false when it has a digit. A letter before a name is the piece, or
 * the x of "a1-b2 xc3". */
static bool pass_over(const zm_touching *t, const char **text)
{
    size_t length;
    if ((isupper((unsigned char)**text) || **text == 'x') && field_here(t, *text + 1, &length) >= 0)
        return ++*text, true;
    for (; isalnum((unsigned char)**text); ++*text)
        if (isdigit((unsigned char)**text))
            return false;
    return true;
}

/* The mover's kind in hand that "C*" names, small or capital; -1: none. */
static int kind_here(const zm_touching *t, const char *text)
{
    const unsigned mover = zm_turn_of(t->variant, t->position) + 1;
    for (unsigned i = 0; text[0] && text[1] == '*' && i < t->kinds; i++)
        if (t->hand[i].owner == mover && tolower((unsigned char)t->hand[i].piece) == tolower((unsigned char)*text))
            return (int)i;
    return -1;
}

static bool parts_moves(char c) { return c && strchr(",;/+&", c); }

/* Of what stands between two names, what tells most: ',' more than '-', and that more than a space. */
static char between(char before, char next) { return parts_moves(before) || (before && next == ' ') ? before : next; }

/* A field that is named twice in a row, "8-5,5-3", is touched once. `before` is what stands between it and the name before. */
static void add(zm_named *out, zm_point at, char before)
{
    const zm_point *last = out->count ? &out->at[out->count - 1] : NULL;
    if (out->count == ZM_MAX_TOUCHES || (last && last->row == at.row && last->col == at.col))
        return;
    out->taken |= (uint64_t)(before == 'x') << out->count;
    out->begins |= (uint64_t)(last && (parts_moves(before) || before == ' ')) << out->count;
    out->at[out->count++] = at;
}

/* The point that is named here, and where the text goes on; false: none. */
static bool point_here(const zm_touching *t, const char **text, zm_point *at)
{
    size_t length;
    const int kind = kind_here(t, *text), i = kind < 0 ? field_here(t, *text, &length) : -1;
    if (kind >= 0) {
        *at = (zm_point){(uint8_t)(ZM_FIRST_HAND + t->hand[kind].owner - 1), (uint8_t)kind};
        *text += 2;
    } else if (i >= 0) {
        *at = (zm_point){t->before.cell[i].row, t->before.cell[i].col};
        *text += length;
    }
    return kind >= 0 || i >= 0;
}

static bool read_names(const zm_touching *t, const char *text, zm_named *out)
{
    char before = 0;
    while (*text) {
        zm_point at;
        if (point_here(t, &text, &at)) {
            add(out, at, before);
            before = 0;
            if (*text != 'x')
                continue;
        }
        before = between(before, *text);
        if (*text == 'x' || !isalnum((unsigned char)*text))
            text++;
        else if (!pass_over(t, &text))
            return false;
    }
    return out->count > 0;
}

bool zm_named_fields(const zm_touching *t, zm_move m, zm_named *out)
{
    const zm_game *g = t->variant->game;
    char text[ZM_MAX_TEXT];
    *out = (zm_named){0};
    if (!g->write_move)
        return false;
    zm_write_move(t->variant, t->position, m, text, sizeof text);
    char *after_roll = g->dice->rolls ? strchr(text, ':') : NULL, *move = after_roll ? after_roll + 1 : text;
    for (char *at = move; !strchr(move, '-') && (at = strchr(at, '/'));)
        *at = '>'; /* "8/5,6/1" as backgammon has it: from one to the other */
    return read_names(t, move, out);
}
