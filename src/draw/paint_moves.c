/* paint_moves.c: moves on a painted board, and the legend below it.
 *
 * A move is an arrow along the fields that it touches, with a mark on the last of them; one that touches a single field
 * is the mark alone. What a move is worth is told three times, by colour, shape and sign:
 *
 *     green disc +12      red triangle -5      amber square =      with dice a box and the chance in per cent
 *
 * the same as on the page (web/src/board/piece.tsx), so that it can be read in grey and by every kind of eye. The best
 * moves have thick arrows and a dark edge. Where several arrows end on one field, the marks are smaller and stand on
 * their arrows, a little before the field; where a piece stands on it, in its corner or above. Arrows go from the edge
 * of a piece to the edge of another, so that pieces stay to be seen. Of arrows that come to a field along one line only
 * the best is drawn, and of heaps the best way to take. */
#include "brush.h"
#include "paint.h"

#include <math.h>
#include <string.h>

#define FIELD ZM_PAINT_FIELD
#define LARGE (FIELD * 0.27) /* radii of marks */
#define CORNER (FIELD * 0.18)
#define PIECE (FIELD * 0.41) /* half of one, and a little air */
#define SMALL (FIELD * 0.17)
#define BEFORE (FIELD * 0.42) /* the field, a small mark stands */

typedef struct spot {
    double x, y;
} spot;

static const zm_colour colours[] = {ZM_GREEN, ZM_AMBER, ZM_RED, ZM_SLATE};
static const zm_colour letters[] = {ZM_PAPER, ZM_INK, ZM_PAPER, ZM_PAPER};

static spot middle(const zm_picture *p, const zm_frame *f, zm_point at)
{
    spot s;
    zm_paint_middle(p, f, at, &s.x, &s.y);
    return s;
}

static spot towards(spot from, spot to, double far)
{
    const double length = hypot(to.x - from.x, to.y - from.y);
    const double share = length > 0 ? far / length : 0;
    return (spot){from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
}

/* ---- which of them ---- */
static bool same_point(zm_point a, zm_point b) { return a.row == b.row && a.col == b.col; }

static bool same_touches(const zm_drawn_move *a, const zm_drawn_move *b)
{
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (!same_point(a->at[i], b->at[i]))
            return false;
    return true;
}

/* The field that has the mark: where a move ends, or the heap that it begins with. */
static zm_point marked(const zm_picture *p, const zm_drawn_move *m)
{
    return m->at[p->kind == ZM_PICTURE_HEAPS ? 0 : m->count - 1];
}

static int sign_of(int x) { return (x > 0) - (x < 0); }

/* Do the last steps of two moves lie on one line, from the same side? */
static bool same_way(const zm_drawn_move *a, const zm_drawn_move *b)
{
    if (a->count < 2 || b->count < 2)
        return false;
    const zm_point to = a->at[a->count - 1], from = a->at[a->count - 2], other = b->at[b->count - 2];
    const int down = from.row - to.row, right = from.col - to.col, d = other.row - to.row, r = other.col - to.col;
    return down * r == right * d && sign_of(down) == sign_of(d) && sign_of(right) == sign_of(r);
}

/* Would their marks lie on each other? */
static bool same_mark(const zm_picture *p, const zm_drawn_move *a, const zm_drawn_move *b)
{
    if (!a->count || !b->count || !same_point(marked(p, a), marked(p, b)))
        return false;
    return p->kind == ZM_PICTURE_HEAPS || same_touches(a, b) || same_way(a, b);
}

/* Of moves whose marks would lie on each other only the first, which is the best, is drawn. */
static bool is_drawn(const zm_picture *p, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (same_mark(p, &p->move[k], &p->move[i]))
            return false;
    return p->move[i].count > 0;
}

/* Do other moves end on the same field? */
static bool is_crowded(const zm_picture *p, size_t i)
{
    if (p->move[i].count < 2 || p->kind == ZM_PICTURE_HEAPS)
        return false;
    for (size_t k = 0; k < p->moves; k++)
        if (k != i && p->move[k].count && same_point(marked(p, &p->move[k]), marked(p, &p->move[i])) &&
            !same_touches(&p->move[k], &p->move[i]))
            return true;
    return false;
}

double zm_paint_moves_scale(const zm_picture *p)
{
    for (size_t i = 0; i < p->moves; i++)
        if (is_crowded(p, i))
            return 1.6;
    return 1;
}

/* ---- marks ---- */
static void shape(cairo_t *to, zm_verdict verdict, spot at, double r)
{
    cairo_new_path(to);
    switch (verdict) {
    case ZM_WINS: cairo_arc(to, at.x, at.y, r, 0, 2 * M_PI); break;
    case ZM_DRAWS: cairo_rectangle(to, at.x - r * 0.9, at.y - r * 0.9, r * 1.8, r * 1.8); break;
    case ZM_LOSES: /* on its tip */
        cairo_move_to(to, at.x, at.y + r * 1.25);
        cairo_line_to(to, at.x - r * 1.3, at.y - r * 0.9);
        cairo_line_to(to, at.x + r * 1.3, at.y - r * 0.9);
        cairo_close_path(to);
        break;
    case ZM_CHANCE: /* with round ends */
        cairo_arc(to, at.x + r * 0.45, at.y, r * 0.8, -M_PI / 2, M_PI / 2);
        cairo_arc(to, at.x - r * 0.45, at.y, r * 0.8, M_PI / 2, 3 * M_PI / 2);
        cairo_close_path(to);
        break;
    }
}

/* A minus sign is as wide as a plus. */
static const char *with_minus(const char *text, char out[ZM_FIELD_TEXT + 4])
{
    strcpy(out, *text == '-' ? "\xe2\x88\x92" : "");
    strcat(out, *text == '-' ? text + 1 : text);
    return out;
}

static void put_mark(cairo_t *to, zm_verdict verdict, bool best, const char *text, spot at, double r)
{
    char words[ZM_FIELD_TEXT + 4];
    const zm_colour fill = verdict == ZM_CHANCE && best ? ZM_GREEN : colours[verdict];
    with_minus(text, words);
    shape(to, verdict, at, r);
    zm_brush_fill(to, fill, best ? ZM_INK : ZM_PAPER, best ? r * 0.2 : r * 0.12);
    const double wide = zm_brush_width(words, 10, true), room = r * (verdict == ZM_CHANCE  ? 1.9
                                                                     : verdict == ZM_LOSES ? 1.3
                                                                                           : 1.5);
    const double size = fmin(r * 1.1, wide > 0 ? 10 * room / wide : r);
    zm_brush_text(to, words, at.x, at.y - (verdict == ZM_LOSES ? r * 0.22 : 0), size, true, ZM_CENTRE,
                  letters[verdict]);
}

/* ---- arrows ---- */
/* Where all are as good nothing stands out. */
static bool stands_out(const zm_picture *p, const zm_drawn_move *m)
{
    for (size_t i = 0; m->best && i < p->moves; i++)
        if (!p->move[i].best)
            return true;
    return false;
}

/* Several pieces may move at once. Where the move does not say which touch begins with another, it is a piece that is touched
 * where the one before has come to its end. */
static bool starts_another(const zm_picture *p, const zm_drawn_move *m, unsigned i)
{
    if (m->begins)
        return m->begins >> i & 1;
    const zm_field *f = zm_field_at(p, m->at[i].row, m->at[i].col);
    return i >= 2 && i % 2 == 0 && f && f->piece && !same_point(m->at[i], m->at[0]);
}

static void head(cairo_t *to, spot from, spot tip, double size, zm_colour c)
{
    const spot back = towards(tip, from, size);
    const double dx = (tip.x - back.x) * 0.5, dy = (tip.y - back.y) * 0.5;
    cairo_new_path(to);
    cairo_move_to(to, tip.x, tip.y);
    cairo_line_to(to, back.x - dy, back.y + dx);
    cairo_line_to(to, back.x + dy, back.y - dx);
    cairo_close_path(to);
    zm_brush_fill(to, c, 0, 0);
}

static void arrow(cairo_t *to, spot from, spot tip, bool best, zm_colour c)
{
    const double line = best ? FIELD * 0.1 : FIELD * 0.05, size = best ? FIELD * 0.27 : FIELD * 0.2;
    const spot neck = towards(tip, from, size * 0.8);
    cairo_set_line_cap(to, CAIRO_LINE_CAP_ROUND);
    zm_brush_stroke(to, from.x, from.y, neck.x, neck.y, c, line);
    head(to, from, tip, size, c);
}

static bool covers_all(const zm_field *f) { return f->shape == ZM_BLOCK; }

/* Would a mark in the middle of the field hide a piece? */
static bool hides_piece(const zm_picture *p, zm_point at)
{
    const zm_field *f = zm_field_at(p, at.row, at.col);
    return f && f->piece && !covers_all(f);
}

static void put_arrows(cairo_t *to, const zm_picture *p, const zm_frame *f, size_t number)
{
    const zm_drawn_move *m = &p->move[number];
    const zm_colour c = m->verdict == ZM_CHANCE && m->best ? ZM_GREEN : colours[m->verdict];
    for (unsigned i = 1; i < m->count; i++) {
        const spot a = middle(p, f, m->at[i - 1]), b = middle(p, f, m->at[i]);
        const bool ends_at_mark = i + 1 == m->count && !is_crowded(p, number) && !hides_piece(p, m->at[i]);
        if (starts_another(p, m, i))
            continue;
        const spot from = towards(a, b, hides_piece(p, m->at[i - 1]) ? PIECE : i == 1 ? FIELD * 0.2 : 0);
        const double short_of = ends_at_mark ? LARGE + 2 : hides_piece(p, m->at[i]) ? PIECE : 0;
        arrow(to, from, towards(b, a, short_of), stands_out(p, m), c);
    }
}

static void put_line(cairo_t *to, const zm_picture *p, const zm_frame *f, const zm_drawn_move *m)
{
    const spot s = middle(p, f, m->at[0]);
    const double half = FIELD * 0.75 - 8, across = m->at[0].row % 2 ? 0 : half, down = m->at[0].row % 2 ? half : 0;
    zm_brush_stroke(to, s.x - across, s.y - down, s.x + across, s.y + down, colours[m->verdict],
                    stands_out(p, m) ? 4 : 2);
}

/* ---- where the mark of a move goes ---- */
static spot mark_spot(const zm_picture *p, const zm_frame *f, size_t i, double *r)
{
    const zm_drawn_move *m = &p->move[i];
    const spot s = middle(p, f, marked(p, m));
    const bool hides = hides_piece(p, marked(p, m));
    *r = LARGE;
    if (p->kind == ZM_PICTURE_HEAPS)
        return (spot){s.x, s.y - LARGE - 5};
    if (p->kind == ZM_PICTURE_LINES)
        return *r = CORNER, s;
    if (is_crowded(p, i)) {
        const spot before = towards(s, middle(p, f, m->at[m->count - 2]), BEFORE);
        return *r = SMALL, (spot){before.x, before.y - (hides ? FIELD * 0.3 : 0)};
    }
    if (hides)
        return *r = CORNER, (spot){s.x + FIELD * 0.33, s.y + FIELD * 0.33};
    return s;
}

static void put_move(cairo_t *to, const zm_picture *p, const zm_frame *f, size_t i)
{
    const zm_drawn_move *m = &p->move[i];
    double r;
    const spot at = mark_spot(p, f, i, &r);
    put_mark(to, m->verdict, stands_out(p, m), m->text, at, r);
    if (p->kind == ZM_PICTURE_HEAPS)
        zm_brush_text(to, m->name, at.x, at.y - LARGE - 9, 12, stands_out(p, m), ZM_CENTRE, ZM_INK);
}

/* The worst first, so that nothing lies on the best. */
void zm_paint_moves(cairo_t *to, const zm_picture *p, const zm_frame *f)
{
    for (size_t i = p->moves; i-- > 0;)
        if (is_drawn(p, i) && p->kind == ZM_PICTURE_LINES)
            put_line(to, p, f, &p->move[i]);
        else if (is_drawn(p, i) && p->kind != ZM_PICTURE_HEAPS)
            put_arrows(to, p, f, i);
    for (size_t i = p->moves; i-- > 0;)
        if (is_drawn(p, i))
            put_move(to, p, f, i);
}

/* ---- the legend ---- */
typedef struct entry {
    zm_verdict verdict;
    bool best;
    const char *text, *words;
} entry;

enum { ENTRIES = 5 };

/* What to say of a verdict, where a move has it; without distances a mark is its sign alone. */
static const char *words_of(const zm_picture *p, zm_verdict verdict)
{
    static const char *const plain[] = {"wins", "draw", "loses", "chance to win, in per cent"};
    static const char *const far[] = {"wins in so many plies", "draw", "loses in so many",
                                      "chance to win, in per cent"};
    for (size_t i = 0; i < p->moves; i++)
        if (p->move[i].verdict == verdict)
            return p->move[i].text[1] ? far[verdict] : plain[verdict];
    return NULL;
}

/* Only what there is; the edge of the best only where there are others. Returns how many. */
static unsigned entries_of(const zm_picture *p, entry out[ENTRIES])
{
    static const char *const sign[] = {"+", "=", "-", "%"};
    unsigned n = 0;
    bool others = false;
    for (unsigned k = 0; k < 4; k++)
        if (words_of(p, (zm_verdict)k))
            out[n++] = (entry){(zm_verdict)k, false, sign[k], words_of(p, (zm_verdict)k)};
    for (size_t i = 0; i < p->moves; i++)
        others |= !p->move[i].best;
    if (others)
        out[n++] = (entry){p->move[0].verdict, true, "", "best"};
    return n;
}

static double entry_width(const entry *e) { return 22 + zm_brush_width(e->words, 12, false); }

double zm_paint_legend_width(const zm_picture *p)
{
    entry e[ENTRIES];
    double width = 0;
    for (unsigned i = 0, n = entries_of(p, e); i < n; i++)
        width += entry_width(&e[i]) + (i ? 18 : 0);
    return width;
}

void zm_paint_legend(cairo_t *to, const zm_picture *p, double x, double y)
{
    entry e[ENTRIES];
    x -= zm_paint_legend_width(p) / 2;
    for (unsigned i = 0, n = entries_of(p, e); i < n; i++) {
        put_mark(to, e[i].verdict, e[i].best, e[i].text, (spot){x + 8, y}, 7.5);
        zm_brush_text(to, e[i].words, x + 22, y, 12, false, ZM_BEGIN, ZM_FAINT);
        x += entry_width(&e[i]) + 18;
    }
}
