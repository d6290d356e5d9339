/* touches_text.c: see touches_text.h.
 *
 * A text is read from left to right: a name of a field, the longest that fits, or a word that names none ("off", "pass",
 * the N of "Nb1-c3", the Q of "a7-a8=Q"), which is passed over. A word with a digit in it that is no field is a sign that
 * the game counts in another way: then nothing is taken from the text. With dice the roll stands before a colon. */
#include "touches_text.h"

#include <ctype.h>
#include <stdio.h>
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
static void name_by_rule(zm_naming naming, unsigned rows, const zm_cell *cell, char out[ZM_FIELD_NAME])
{
    if (naming == ZM_AS_IN_CHESS && cell->col < 26)
        snprintf(out, ZM_FIELD_NAME, "%c%u", 'a' + cell->col, rows - cell->row);
    else if (naming == ZM_BY_NUMBERS && rows == 1)
        snprintf(out, ZM_FIELD_NAME, "%u", cell->col);
    else if (naming == ZM_BY_NUMBERS)
        snprintf(out, ZM_FIELD_NAME, "%u,%u", cell->row, cell->col);
    else if (naming == ZM_BY_ROWS)
        snprintf(out, ZM_FIELD_NAME, "%u,%u", rows - cell->row, cell->col + 1u);
}

void zm_name_fields(zm_touching *t)
{
    const zm_game *g = t->variant->game;
    const unsigned rows = rows_of(&t->before);
    for (unsigned i = 0; t->before.board && i < t->before.count; i++) {
        t->name[i][0] = 0;
        if (g->looks->name_cell)
            g->looks->name_cell(t->variant, t->position, &t->before.cell[i], t->name[i]);
        else
            name_by_rule(g->looks->naming, rows, &t->before.cell[i], t->name[i]);
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

/* A field that is named twice in a row, "8-5,5-3", is touched once. */
static void add(zm_named *out, zm_point at, bool taken)
{
    const zm_point *last = out->count ? &out->at[out->count - 1] : NULL;
    if (out->count == ZM_MAX_TOUCHES || (last && last->row == at.row && last->col == at.col))
        return;
    out->taken |= (uint64_t)taken << out->count;
    out->at[out->count++] = at;
}

static bool read_names(const zm_touching *t, const char *text, zm_named *out)
{
    bool taken = false;
    while (*text) {
        size_t length;
        const int i = field_here(t, text, &length);
        if (i >= 0) {
            add(out, (zm_point){t->before.cell[i].row, t->before.cell[i].col}, taken);
            text += length;
        }
        taken = *text == 'x';
        if (i >= 0 ? taken : !isalnum((unsigned char)*text))
            text++;
        else if (i < 0 && !pass_over(t, &text))
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
    g->write_move(t->variant, t->position, m, text);
    const char *after_roll = g->dice->rolls ? strchr(text, ':') : NULL;
    return read_names(t, after_roll ? after_roll + 1 : text, out);
}
