/* touches.c: see touches.h. Fields that the move's text names are found in touches_text.c; this file looks at the boards.
 *
 * A field has a piece, or several of a kind where it shows a digit. A move makes some fields poorer and some richer;
 * one whose piece becomes another is both. What it was follows from these two sets:
 *
 *     one richer, one poorer of the same kind     a step; other poorer ones are captured
 *     one richer, none of its kind poorer         a placement
 *     anything else                               every field that changed is touched, the last first
 *
 * The text says more: the way of a piece that goes round corners, which of several pieces move, and what is pushed or
 * turned besides. So two named fields and more are touched as they are named. A text that names a single field may
 * leave out where the piece came from; then a step that ends or begins there is touched as it is seen. */
#include "touches.h"

#include "heaps.h"
#include "picture.h"
#include "touches_text.h"

#include <ctype.h>
#include <string.h>

/* ---- what there is to see ---- */
static void see(const zm_variant *v, zm_pos p, zm_sight *out)
{
    out->count = v->game->looks->cells ? v->game->looks->cells(v, p, out->cell) : 0;
    out->board = out->count && out->count <= ZM_MAX_CELLS;
    if (out->board)
        return;
    char text[ZM_MAX_TEXT];
    zm_heap_reader r = {.next = text};
    zm_heap h;
    zm_write_position(v, p, text, sizeof text);
    for (out->count = 0; out->count < ZM_MAX_CELLS && zm_next_heap(&r, &h); out->count++) {
        out->cell[out->count] = (zm_cell){(uint8_t)h.row, (uint8_t)h.col, 'o', false, 0};
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
    zm_name_fields(t);
    t->kinds = v->game->looks->in_hand ? v->game->looks->in_hand(v, p, t->hand) : 0;
    t->kinds = zm_several_in_hand(t->hand, t->kinds) ? t->kinds : 0;
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

/* Is it a step of one piece? */
static bool find_on_board(const changes *c, zm_touches *out)
{
    unsigned origins = 0;
    const change *to = only_richer(c), *from = to ? origin_of(c, to, &origins) : NULL;
    if (to && origins <= 1)
        step(c, from, to, out);
    else
        touch_all(c, out);
    return from && origins == 1;
}

static void find_line(const changes *c, zm_touches *out)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->of[i].at.row % 2 != c->of[i].at.col % 2)
            touch(out, c->of[i].at);
}

/* ---- what the text names ---- */
static bool touched(const zm_named *n, zm_point at, unsigned *where)
{
    for (*where = 0; *where < n->count; ++*where)
        if (n->at[*where].row == at.row && n->at[*where].col == at.col)
            return true;
    return false;
}

/* Does the board have fewer pieces of this kind than before? Else what left a field was pushed elsewhere. */
static bool gets_fewer(const zm_touching *t, char kind)
{
    int more = 0;
    for (unsigned i = 0; i < t->before.count; i++)
        more -= same_kind(t->before.cell[i].piece, kind) ? (int)pieces(t->before.cell[i].piece) : 0;
    for (unsigned i = 0; i < t->after.count; i++)
        more += same_kind(t->after.cell[i].piece, kind) ? (int)pieces(t->after.cell[i].piece) : 0;
    return more < 0;
}

/* A field that is touched loses a piece where the text says so, "xd4", and where another piece comes to stand on it. */
static bool is_captured(const zm_named *n, const change *c)
{
    unsigned k;
    if (!poorer(c))
        return false;
    return !touched(n, c->at, &k) || n->taken >> k & 1 || (k && c->after && !same_kind(c->before, c->after));
}

static bool same_touches(const zm_touches *t, const zm_named *n)
{
    bool same = t->count == n->count;
    for (unsigned i = 0; same && i < n->count; i++)
        same = t->touch[i].row == n->at[i].row && t->touch[i].col == n->at[i].col;
    return same;
}

/* A step that the text names one end of is known already. */
static bool tells_more(const zm_named *n, const zm_touches *seen, bool step)
{
    unsigned k;
    if (n->count == 1 && step)
        return !touched(n, seen->touch[0], &k) && !touched(n, seen->touch[1], &k);
    return n->begins || !same_touches(seen, n);
}

static void follow(const zm_touching *t, const zm_named *n, const changes *c, zm_touches *out)
{
    out->count = out->captures = 0;
    out->begins = n->begins;
    for (unsigned i = 0; i < n->count; i++)
        touch(out, n->at[i]);
    for (unsigned i = 0; i < c->count; i++) {
        const change *f = &c->of[i];
        unsigned k;
        if (is_captured(n, f) && gets_fewer(t, f->before))
            capture(out, f->at);
        if (!f->after && touched(n, f->at, &k) && k && n->taken >> k & 1)
            out->begins |= zm_bit(k); /* nothing goes to a piece that is taken away */
    }
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
static void keep_on_board(const zm_touching *t, zm_touches *out)
{
    const zm_sight *s = &t->before;
    for (unsigned i = 0; i < out->count; i++) {
        const zm_point at = out->touch[i];
        const bool there = at.row >= ZM_FIRST_HAND ? at.col < t->kinds
                                                   : find(s, s->count, &(zm_cell){.row = at.row, .col = at.col}) >= 0;
        if (!there)
            out->count = out->captures = 0;
    }
}

void zm_picture_touches(zm_touching *t, zm_move m, zm_touches *out)
{
    const zm_game *g = t->variant->game;
    changes c;
    zm_named named;
    out->count = out->captures = 0;
    out->begins = 0;
    if (g->looks->touches) {
        g->looks->touches(t->variant, t->position, m, out);
        keep_on_board(t, out);
        return;
    }
    see(t->variant, g->play(t->variant, t->position, m), &t->after);
    if (!t->before.board) {
        find_heaps(&t->before, &t->after, out);
        return;
    }
    compare(&t->before, &t->after, &c);
    if (g->looks->line_board) {
        find_line(&c, out);
        return;
    }
    const bool step = find_on_board(&c, out);
    if (zm_named_fields(t, m, &named) && tells_more(&named, out, step))
        follow(t, &named, &c, out);
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
    if (!t->begins)
        return;
    zm_json_open(j, "begins", '[');
    for (unsigned i = 0; i < t->count; i++)
        if (t->begins >> i & 1)
            zm_json_number(j, NULL, i);
    zm_json_close(j, ']');
}
