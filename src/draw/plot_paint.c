/* plot_paint.c: see plot_paint.h. The colours differ for every kind of eye (Okabe and Ito 2008); series of points have
 * marks of their own as well. Bars and areas have an edge of paper between them, and their legend is above the frame,
 * where it hides nothing. */
#include "plot_paint.h"

#include "brush.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 720.0
#define HEIGHT 480.0
#define LEFT 92.0
#define RIGHT 24.0
#define TOP 64.0
#define BOTTOM 70.0
#define HIGH (HEIGHT - TOP - BOTTOM)

enum { FAINT = 0xD8D8D8, BAND = 0xF3F3F3 };
static const zm_colour colours[ZM_PLOT_SERIES] = {0x0072B2, 0x009E73, 0xD55E00, 0xE69F00, 0xCC79A7, 0x56B4E9};

static zm_colour colour_of(const zm_plot *p, unsigned which)
{
    return p->series[which].colour ? p->series[which].colour : colours[which];
}

/* Of the frame. */
static double wide(const zm_plot *p) { return WIDTH * (p->columns ? p->columns : 1) - LEFT - RIGHT; }

static double x_of(const zm_plot *p, double x) { return LEFT + wide(p) * zm_plot_at(&p->x, x); }
static double y_of(const zm_plot *p, double y) { return TOP + HIGH * (1 - zm_plot_at(&p->y, y)); }

static bool inside(const zm_axis *a, double x)
{
    const double slack = a->log ? 0 : (a->to - a->from) * 1e-9;
    return x >= a->from - slack && x <= a->to + slack;
}

static bool is_stacked(zm_series_kind kind) { return kind == ZM_BARS || kind == ZM_AREA; }

/* ---- the frame ---- */
static unsigned words_in(const char *name)
{
    unsigned words = 1;
    for (; *name; name++)
        words += *name == ' ';
    return words;
}

/* The words of a name stand below each other. */
static unsigned name_lines(const zm_axis *a)
{
    unsigned most = 1;
    for (unsigned i = 0; i < a->names; i++)
        most = words_in(a->label[i]) > most ? words_in(a->label[i]) : most;
    return most;
}

/* As small as the widest word needs it. */
static double name_size(const zm_plot *p)
{
    const zm_axis *a = &p->x;
    double widest = 1;
    for (unsigned i = 0; i < a->names; i++) {
        char word[ZM_PLOT_TEXT];
        for (const char *at = a->label[i]; *at; at += strcspn(at, " "), at += *at == ' ') {
            snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
            widest = fmax(widest, zm_brush_width(word, 12, false));
        }
    }
    const double room = wide(p) / (a->names ? a->names : 1) - 4;
    /* Two lines and a bit of the usual size fit below the frame. */
    return 12 * fmin(1, fmin(room / widest, 2.6 / name_lines(a)));
}

static double name_leading(const zm_plot *p) { return name_size(p) * 1.15; }

static void put_name(cairo_t *to, const char *words, double x, double y, double size)
{
    char word[ZM_PLOT_TEXT];
    for (; *words; y += size * 1.15) {
        const size_t n = strcspn(words, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, words);
        zm_brush_text(to, word, x, y, size, false, ZM_CENTRE, ZM_INK);
        words += n + (words[n] == ' ');
    }
}

/* What has a name has a band, so that all that is in it is seen to belong to it; a number has a line. */
static void tick_of_x(cairo_t *to, const zm_plot *p, unsigned i, double at)
{
    const double half = fabs(x_of(p, 1) - x_of(p, 0)) / 2;
    if (!p->x.names)
        zm_brush_stroke(to, x_of(p, at), TOP, x_of(p, at), TOP + HIGH, FAINT, 1);
    else if (i % 2 == 0)
        zm_brush_box(to, x_of(p, at) - half, TOP, 2 * half, HIGH, BAND, 0, 0);
}

static void ticks(cairo_t *to, const zm_plot *p)
{
    double tick[ZM_PLOT_TICKS];
    char words[ZM_PLOT_TEXT];
    for (unsigned i = 0, n = zm_plot_ticks(&p->x, tick); i < n; i++) {
        tick_of_x(to, p, i, tick[i]);
        put_name(to, zm_plot_number(&p->x, tick[i], words), x_of(p, tick[i]), TOP + HIGH + 13, name_size(p));
    }
    for (unsigned i = 0, n = zm_plot_ticks(&p->y, tick); i < n; i++) {
        const double y = y_of(p, tick[i]);
        zm_brush_stroke(to, LEFT, y, LEFT + wide(p), y, FAINT, 1);
        zm_brush_text(to, zm_plot_number(&p->y, tick[i], words), LEFT - 8, y, 12, false, ZM_END, ZM_INK);
    }
}

static void frame(cairo_t *to, const zm_plot *p)
{
    const double below = TOP + HIGH + 13 + (name_lines(&p->x) - 1) * name_leading(p);
    zm_brush_use(to, ZM_INK);
    cairo_set_line_width(to, 1);
    cairo_rectangle(to, LEFT, TOP, wide(p), HIGH);
    cairo_stroke(to);
    zm_brush_text(to, p->title, LEFT + wide(p) / 2, 20, 16, false, ZM_CENTRE, ZM_INK);
    zm_brush_text(to, p->x.name, LEFT + wide(p) / 2, below + 20, 13, false, ZM_CENTRE, ZM_INK);
    cairo_save(to);
    cairo_translate(to, 18, TOP + HIGH / 2);
    cairo_rotate(to, -M_PI / 2);
    zm_brush_text(to, p->y.name, 0, 0, 13, false, ZM_CENTRE, ZM_INK);
    cairo_restore(to);
}

/* ---- dots and lines ---- */
/* A disc, a ring, a square, a cross, a triangle, a diamond. */
static void mark(cairo_t *to, unsigned which, zm_colour c, double x, double y, double r)
{
    zm_brush_use(to, c);
    cairo_set_line_width(to, r / 2);
    cairo_new_path(to);
    switch (which) {
    case 2: cairo_rectangle(to, x - r, y - r, 2 * r, 2 * r); break;
    case 3:
        cairo_move_to(to, x - r, y - r);
        cairo_line_to(to, x + r, y + r);
        cairo_move_to(to, x - r, y + r);
        cairo_line_to(to, x + r, y - r);
        break;
    case 4:
    case 5:
        cairo_move_to(to, x, y - 1.2 * r);
        cairo_line_to(to, x + 1.2 * r, y + (which == 4 ? r : 0));
        if (which == 5)
            cairo_line_to(to, x, y + 1.2 * r);
        cairo_line_to(to, x - 1.2 * r, y + (which == 4 ? r : 0));
        cairo_close_path(to);
        break;
    default: cairo_arc(to, x, y, r, 0, 2 * M_PI);
    }
    if (which)
        cairo_stroke(to);
    else
        cairo_fill(to);
}

static void draw_line(cairo_t *to, const zm_plot *p, const zm_series *s, zm_colour c)
{
    bool drawing = false;
    zm_brush_use(to, c);
    cairo_set_line_width(to, 1.8);
    cairo_new_path(to);
    for (size_t i = 0; i < s->count; i++) {
        const bool shown = inside(&p->x, s->x[i]) && inside(&p->y, s->y[i]);
        if (shown && drawing)
            cairo_line_to(to, x_of(p, s->x[i]), y_of(p, s->y[i]));
        else if (shown)
            cairo_move_to(to, x_of(p, s->x[i]), y_of(p, s->y[i]));
        drawing = shown;
    }
    cairo_stroke(to);
}

/* Few points have larger marks. */
static double mark_size(const zm_plot *p, const zm_series *s) { return s->count <= 20 || p->x.names ? 4.5 : 2.4; }

static void draw_dots(cairo_t *to, const zm_plot *p, unsigned which)
{
    const zm_series *s = &p->series[which];
    for (size_t i = 0; i < s->count; i++) {
        const double x = x_of(p, s->x[i]), y = y_of(p, s->y[i]);
        if (!inside(&p->x, s->x[i]) || !inside(&p->y, s->y[i]))
            continue;
        if (s->kind == ZM_DOTTED_LINE) /* the line ends where its mark begins */
            zm_brush_disc(to, x, y, mark_size(p, s), ZM_PAPER, 0, 0);
        mark(to, which, colour_of(p, which), x, y, mark_size(p, s));
    }
}

/* ---- bars and areas: on top of those before ---- */
static double below(const zm_plot *p, unsigned which, size_t i)
{
    double sum = 0;
    for (unsigned k = 0; k < which; k++)
        if (p->series[k].kind == p->series[which].kind && i < p->series[k].count)
            sum += p->series[k].y[i];
    return sum;
}

static double clamped(const zm_plot *p, double y) { return y_of(p, fmin(fmax(y, p->y.from), p->y.to)); }

static void draw_bars(cairo_t *to, const zm_plot *p, unsigned which)
{
    const zm_series *s = &p->series[which];
    const double room = fabs(x_of(p, 1) - x_of(p, 0)) * (p->x.names ? 0.7 : 1);
    for (size_t i = 0; i < s->count; i++) {
        const double foot = clamped(p, below(p, which, i)), top = clamped(p, below(p, which, i) + s->y[i]);
        if (foot - top > 0)
            zm_brush_box(to, x_of(p, s->x[i]) - room * 0.45, top, room * 0.9, foot - top, colour_of(p, which), ZM_PAPER,
                         room > 6 ? 0.6 : 0);
    }
}

static void draw_area(cairo_t *to, const zm_plot *p, unsigned which)
{
    const zm_series *s = &p->series[which];
    cairo_new_path(to);
    for (size_t i = 0; i < s->count; i++)
        cairo_line_to(to, x_of(p, s->x[i]), clamped(p, below(p, which, i) + s->y[i]));
    for (size_t i = s->count; i-- > 0;)
        cairo_line_to(to, x_of(p, s->x[i]), clamped(p, below(p, which, i)));
    cairo_close_path(to);
    zm_brush_fill(to, colour_of(p, which), ZM_PAPER, 0.8);
}

static void draw_series(cairo_t *to, const zm_plot *p, unsigned which)
{
    const zm_series *s = &p->series[which];
    switch (s->kind) {
    case ZM_BARS: draw_bars(to, p, which); break;
    case ZM_AREA: draw_area(to, p, which); break;
    case ZM_DOTTED_LINE:
    case ZM_LINE: draw_line(to, p, s, colour_of(p, which)); break;
    case ZM_DOTS: break;
    }
    if (s->kind == ZM_DOTS || s->kind == ZM_DOTTED_LINE)
        draw_dots(to, p, which);
}

/* ---- the legend ---- */
static void legend_mark(cairo_t *to, const zm_plot *p, unsigned i, double x, double y)
{
    const zm_series_kind kind = p->series[i].kind;
    const zm_colour c = colour_of(p, i);
    if (is_stacked(kind))
        zm_brush_box(to, x - 6, y - 6, 12, 12, c, 0, 0);
    if (kind == ZM_LINE || kind == ZM_DOTTED_LINE)
        zm_brush_stroke(to, x - 8, y, x + 8, y, c, 1.8);
    if (kind == ZM_DOTS || kind == ZM_DOTTED_LINE)
        mark(to, i, c, x, y, mark_size(p, &p->series[i]));
}

/* Bars that are nowhere to be seen need no words. */
static bool is_empty(const zm_series *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (!is_stacked(s->kind) || s->y[i] > 0)
            return false;
    return true;
}

static double entry_width(const zm_plot *p, unsigned i) { return 24 + zm_brush_width(p->series[i].name, 12, false); }

/* In a row above the frame. */
static void legend(cairo_t *to, const zm_plot *p)
{
    double width = -18;
    for (unsigned i = 0; i < p->count; i++)
        width += is_empty(&p->series[i]) ? 0 : entry_width(p, i) + 18;
    const double scale = fmin(1, wide(p) / width);
    cairo_save(to);
    cairo_translate(to, LEFT + (wide(p) - width * scale) / 2, TOP - 18);
    cairo_scale(to, scale, scale);
    double x = 0;
    for (unsigned i = 0; i < p->count; i++) {
        if (is_empty(&p->series[i]))
            continue;
        legend_mark(to, p, i, x + 8, 0);
        zm_brush_text(to, p->series[i].name, x + 24, 0, 12, false, ZM_BEGIN, ZM_INK);
        x += entry_width(p, i) + 18;
    }
    cairo_restore(to);
}

static void paint_one(cairo_t *to, const zm_plot *p)
{
    ticks(to, p);
    for (unsigned i = 0; i < p->count && i < ZM_PLOT_SERIES; i++)
        draw_series(to, p, i);
    frame(to, p);
    if (p->count)
        legend(to, p);
}

/* ---- pages ---- */
static unsigned columns_of(const zm_plot_page *page) { return page->count > 1 ? 2 : 1; }

void zm_plot_size(const zm_plot_page *page, double *width, double *height)
{
    const unsigned columns = columns_of(page), rows = (page->count + columns - 1) / columns;
    *width = WIDTH * columns;
    *height = HEIGHT * rows;
}

void zm_plot_paint(cairo_t *to, const void *what)
{
    const zm_plot_page *page = what;
    double width, height;
    zm_plot_size(page, &width, &height);
    zm_brush_box(to, 0, 0, width, height, ZM_PAPER, 0, 0);
    for (unsigned i = 0; i < page->count; i++) {
        const unsigned row = i / columns_of(page), column = i % columns_of(page);
        cairo_save(to);
        cairo_translate(to, WIDTH * column, HEIGHT * row);
        zm_plot p = page->plot[i];
        p.columns = column == 0 && i + 1 == page->count ? columns_of(page) : 1;
        paint_one(to, &p);
        cairo_restore(to);
    }
}
