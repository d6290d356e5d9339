/* touches.c: see touches.h.
 *
 * A field has a piece, or several of a kind where it shows a digit. A move makes some fields poorer and some richer;
 * one whose piece becomes another is both. What it was follows from these two sets:
 *
 *     one richer, one poorer of the same kind     a step; other poorer ones are captured
 *     one richer, none of its kind poorer         a placement
 *     anything else                               every field that changed is touched, the last first
 *
 * A piece that captures may have gone round corners, and back to where it came from; where the notation names squares
 * as in chess the move's text says how. */
#include "touches.h"

#include "heaps.h"

#include <ctype.h>
#include <string.h>

/* ---- what there is to see ---- */
static void see(const zm_variant *v, zm_pos p, zm_sight *out)
{
    out->count = v->game->cells ? v->game->cells(v, p, out->cell) : 0;
    out->board = out->count && out->count <= ZM_MAX_CELLS;
    if (out->board)
        return;
    char text[ZM_MAX_TEXT];
    zm_heap_reader r = {.next = text};
    zm_heap h;
    v->game->write(v, p, text);
    for (out->count = 0; out->count < ZM_MAX_CELLS && zm_next_heap(&r, &h); out->count++) {
        out->cell[out->count] = (zm_cell){(uint8_t)h.row, (uint8_t)h.col, 'o', false};
        out->number[out->count] = h.number;
    }
    if (r.wrong)
        out->count = 0;
}

void zm_touching_open(zm_touching *t, const zm_variant *v, zm_pos p)
{
    t->variant = v;
    t->position = p;
    see(v, p, &t->before);
}

static bool same_place(const zm_cell *a, const zm_cell *b) { return a->row == b->row && a->col == b->col; }
static zm_point spot_of(const zm_cell *c) { return (zm_point){c->row, c->col}; }

/* The field at the same place; mostly it has the same number too. */
static int find(const zm_sight *s, unsigned number, const zm_cell *place)
{
    if (number < s->count && same_place(&s->cell[number], place))
        return (int)number;
    for (unsigned i = 0; i < s->count; i++)
        if (same_place(&s->cell[i], place))
            return (int)i;
    return -1;
}

static void touch(zm_touches *out, zm_point s)
{
    if (out->count < ZM_MAX_TOUCHES)
        out->touch[out->count++] = s;
}

static void capture(zm_touches *out, zm_point s)
{
    if (out->captures < ZM_MAX_CELLS)
        out->captured[out->captures++] = s;
}

/* ---- boards ---- */
typedef struct change {
    zm_point at;
    char before, after; /* pieces; 0: none */
} change;

typedef struct changes {
    unsigned count;
    change of[ZM_MAX_CELLS];
} changes;

static char piece_of(const zm_cell *c) { return c->piece == '.' || c->piece == ' ' ? 0 : c->piece; }

static unsigned pieces(char piece) { return isdigit((unsigned char)piece) ? (unsigned)(piece - '0') : piece != 0; }

/* So many of the usual piece are of any kind. */
static bool same_kind(char a, char b)
{
    return a && b && (a == b || isdigit((unsigned char)a) || isdigit((unsigned char)b));
}

static bool richer(const change *c)
{
    return c->after && (!same_kind(c->before, c->after) || pieces(c->after) > pieces(c->before));
}

static bool poorer(const change *c)
{
    return c->before && (!same_kind(c->before, c->after) || pieces(c->after) < pieces(c->before));
}

static void compare(const zm_sight *a, const zm_sight *b, changes *out)
{
    out->count = 0;
    for (unsigned i = 0; i < a->count; i++) {
        const int k = find(b, i, &a->cell[i]);
        const char before = piece_of(&a->cell[i]), after = k < 0 ? 0 : piece_of(&b->cell[k]);
        if (before != after)
            out->of[out->count++] = (change){spot_of(&a->cell[i]), before, after};
    }
}

/* The only field that is richer; NULL where there is none or another. */
static const change *only_richer(const changes *c)
{
    const change *found = NULL;
    for (unsigned i = 0; i < c->count; i++)
        if (richer(&c->of[i])) {
            if (found)
                return NULL;
            found = &c->of[i];
        }
    return found;
}

/* Where the piece that is now at `to` has come from: NULL when it was nowhere. *count: how many fields it might be. */
static const change *origin_of(const changes *c, const change *to, unsigned *count)
{
    const change *found = NULL;
    *count = 0;
    for (unsigned i = 0; i < c->count; i++)
        if (&c->of[i] != to && poorer(&c->of[i]) && same_kind(c->of[i].before, to->after)) {
            found = &c->of[i];
            ++*count;
        }
    return found;
}

static void touch_all(const changes *c, zm_touches *out)
{
    for (unsigned i = c->count; i-- > 0;)
        touch(out, c->of[i].at);
}

/* A piece that steps onto another takes it, and so it does with those that go while it steps. */
static void step(const changes *c, const change *from, const change *to, zm_touches *out)
{
    if (from)
        touch(out, from->at);
    touch(out, to->at);
    for (unsigned i = 0; i < c->count; i++)
        if (&c->of[i] != from && poorer(&c->of[i]) && (from || &c->of[i] != to))
            capture(out, c->of[i].at);
}

static void find_on_board(const changes *c, zm_touches *out)
{
    unsigned origins = 0;
    const change *to = only_richer(c), *from = to ? origin_of(c, to, &origins) : NULL;
    if (to && origins <= 1)
        step(c, from, to, out);
    else
        touch_all(c, out);
}

static void find_line(const changes *c, zm_touches *out)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->of[i].at.row % 2 != c->of[i].at.col % 2)
            touch(out, c->of[i].at);
}

/* ---- the way of a piece that captures, from the move's text ---- */
static unsigned rows_of(const zm_sight *s)
{
    unsigned rows = 0;
    for (unsigned i = 0; i < s->count; i++)
        rows = s->cell[i].row >= rows ? s->cell[i].row + 1u : rows;
    return rows;
}

static bool named_as_in_chess(const zm_variant *v, const zm_sight *s)
{
    for (unsigned i = 0; v->game->naming == ZM_AS_IN_CHESS && i < s->count; i++)
        if (s->cell[i].dark)
            return true;
    return false;
}

/* The next square that the text names, "d4"; false at its end and where there is none like this. */
static bool next_square(const char **text, const zm_sight *s, unsigned rows, zm_point *out)
{
    while (**text && !(islower((unsigned char)(*text)[0]) && isdigit((unsigned char)(*text)[1])))
        ++*text;
    if (!**text)
        return false;
    const unsigned col = (unsigned)(*(*text)++ - 'a');
    unsigned row = 0;
    while (isdigit((unsigned char)**text) && row < 100)
        row = 10 * row + (unsigned)(*(*text)++ - '0');
    if (row < 1 || row > rows)
        return false;
    const zm_cell place = {.row = (uint8_t)(rows - row), .col = (uint8_t)col};
    *out = (zm_point){place.row, place.col};
    return find(s, s->count, &place) >= 0;
}

/* Fields that change but are on the way are none that were captured. */
static void forget_touched(zm_touches *t)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < t->captures; i++) {
        bool touched = false;
        for (unsigned k = 0; k < t->count; k++)
            touched |= t->captured[i].row == t->touch[k].row && t->captured[i].col == t->touch[k].col;
        if (!touched)
            t->captured[kept++] = t->captured[i];
    }
    t->captures = kept;
}

static void follow_text(const zm_touching *t, zm_move m, const changes *c, zm_touches *out)
{
    char text[ZM_MAX_TEXT];
    const char *next = text;
    const unsigned rows = rows_of(&t->before);
    zm_touches way = {0};
    zm_point at;
    t->variant->game->write_move(t->variant, t->position, m, text);
    while (way.count < ZM_MAX_TOUCHES && next_square(&next, &t->before, rows, &at))
        way.touch[way.count++] = at;
    if (way.count < 3)
        return;
    for (unsigned i = 0; i < c->count; i++)
        if (poorer(&c->of[i]))
            capture(&way, c->of[i].at);
    forget_touched(&way);
    *out = way;
}

static bool goes_round(const zm_touching *t, const zm_touches *found)
{
    return (found->captures || found->count > 2) && t->variant->game->write_move &&
           named_as_in_chess(t->variant, &t->before);
}

/* ---- heaps ---- */
/* Those that get smaller, then those that get larger. */
static void find_heaps(const zm_sight *a, const zm_sight *b, zm_touches *out)
{
    for (int larger = 0; larger < 2; larger++)
        for (unsigned i = 0; i < a->count; i++) {
            const int k = find(b, i, &a->cell[i]);
            const unsigned before = a->number[i], after = k < 0 ? 0 : b->number[k];
            if (larger ? after > before : after < before)
                touch(out, spot_of(&a->cell[i]));
        }
}

/* ---- any move ---- */
/* What a game says is kept only where it is on the board that there is: large ones are not drawn. */
static void keep_on_board(const zm_sight *s, zm_touches *t)
{
    for (unsigned i = 0; i < t->count; i++)
        if (find(s, s->count, &(zm_cell){.row = t->touch[i].row, .col = t->touch[i].col}) < 0)
            t->count = t->captures = 0;
}

void zm_picture_touches(zm_touching *t, zm_move m, zm_touches *out)
{
    const zm_game *g = t->variant->game;
    changes c;
    out->count = out->captures = 0;
    if (g->touches) {
        g->touches(t->variant, t->position, m, out);
        keep_on_board(&t->before, out);
        return;
    }
    see(t->variant, g->play(t->variant, t->position, m), &t->after);
    if (!t->before.board) {
        find_heaps(&t->before, &t->after, out);
        return;
    }
    compare(&t->before, &t->after, &c);
    if (g->line_board) {
        find_line(&c, out);
        return;
    }
    find_on_board(&c, out);
    if (goes_round(t, out))
        follow_text(t, m, &c, out);
}

/* ---- as JSON ---- */
static void json_spots(zm_json *j, const char *key, const zm_point *s, unsigned count)
{
    zm_json_open(j, key, '[');
    for (unsigned i = 0; i < count; i++) {
        zm_json_open(j, NULL, '[');
        zm_json_number(j, NULL, s[i].row);
        zm_json_number(j, NULL, s[i].col);
        zm_json_close(j, ']');
    }
    zm_json_close(j, ']');
}

void zm_touches_json(zm_json *j, const zm_touches *t)
{
    json_spots(j, "touches", t->touch, t->count);
    json_spots(j, "captured", t->captured, t->captures);
}
