/* plot_paint.c: see plot_paint.h. The colours differ for every kind of eye (Okabe and Ito 2008); series of points have marks of
 * their own as well: a disc, a ring, a square, a cross. */
#include "plot_paint.h"

#include "brush.h"

#include <math.h>
#include <stdio.h>

#define LEFT 76.0
#define RIGHT 24.0
#define TOP 48.0
#define BOTTOM 60.0
#define WIDE (ZM_PLOT_WIDTH - LEFT - RIGHT)
#define HIGH (ZM_PLOT_HEIGHT - TOP - BOTTOM)

enum { FAINT = 0xD8D8D8 };
static const unsigned colours[ZM_PLOT_SERIES] = {0x0072B2, 0x009E73, 0xD55E00, 0xE69F00, 0xCC79A7, 0x56B4E9};

static double x_of(const zm_plot *p, double x) { return LEFT + WIDE * zm_plot_at(&p->x, x); }
static double y_of(const zm_plot *p, double y) { return TOP + HIGH * (1 - zm_plot_at(&p->y, y)); }

static bool inside(const zm_axis *a, double x)
{
    const double slack = a->log ? 0 : (a->to - a->from) * 1e-9;
    return x >= a->from - slack && x <= a->to + slack;
}

/* ---- the frame ---- */
static const char *number(const zm_axis *a, double x, char out[32])
{
    snprintf(out, 32, a->log && (x < 1e-3 || x > 1e5) ? "%.0e" : "%.6g", fabs(x) < 1e-12 ? 0 : x);
    return out;
}

static void frame(cairo_t *to, const zm_plot *p)
{
    double tick[ZM_PLOT_TICKS];
    char words[32];
    for (unsigned i = 0, n = zm_plot_ticks(&p->x, tick); i < n; i++) {
        zm_brush_stroke(to, x_of(p, tick[i]), TOP, x_of(p, tick[i]), TOP + HIGH, FAINT, 1);
        zm_brush_text(to, number(&p->x, tick[i], words), x_of(p, tick[i]), TOP + HIGH + 14, 12, false, ZM_CENTRE,
                      ZM_INK);
    }
    for (unsigned i = 0, n = zm_plot_ticks(&p->y, tick); i < n; i++) {
        zm_brush_stroke(to, LEFT, y_of(p, tick[i]), LEFT + WIDE, y_of(p, tick[i]), FAINT, 1);
        zm_brush_text(to, number(&p->y, tick[i], words), LEFT - 8, y_of(p, tick[i]), 12, false, ZM_END, ZM_INK);
    }
    zm_brush_use(to, ZM_INK);
    cairo_set_line_width(to, 1);
    cairo_rectangle(to, LEFT, TOP, WIDE, HIGH);
    cairo_stroke(to);
    zm_brush_text(to, p->title, LEFT + WIDE / 2, TOP - 28, 16, false, ZM_CENTRE, ZM_INK);
    zm_brush_text(to, p->x.name, LEFT + WIDE / 2, ZM_PLOT_HEIGHT - 21, 13, false, ZM_CENTRE, ZM_INK);
    cairo_save(to);
    cairo_translate(to, 20, TOP + HIGH / 2);
    cairo_rotate(to, -M_PI / 2);
    zm_brush_text(to, p->y.name, 0, -5, 13, false, ZM_CENTRE, ZM_INK);
    cairo_restore(to);
}

/* ---- series ---- */
static void mark(cairo_t *to, unsigned which, double x, double y)
{
    const double r = 2.4;
    zm_brush_use(to, colours[which]);
    cairo_set_line_width(to, 1.2);
    cairo_new_path(to);
    if (which % 4 == 2) {
        cairo_rectangle(to, x - r, y - r, 2 * r, 2 * r);
        cairo_stroke(to);
    } else if (which % 4 == 3) {
        zm_brush_stroke(to, x - r, y - r, x + r, y + r, colours[which], 1.2);
        zm_brush_stroke(to, x - r, y + r, x + r, y - r, colours[which], 1.2);
    } else {
        cairo_arc(to, x, y, r, 0, 2 * M_PI);
        if (which % 4)
            cairo_stroke(to);
        else
            cairo_fill(to);
    }
}

static void draw_line(cairo_t *to, const zm_plot *p, const zm_series *s, unsigned which)
{
    bool drawing = false;
    zm_brush_use(to, colours[which]);
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

static void draw_series(cairo_t *to, const zm_plot *p, unsigned which)
{
    const zm_series *s = &p->series[which];
    if (s->line) {
        draw_line(to, p, s, which);
        return;
    }
    for (size_t i = 0; i < s->count; i++)
        if (inside(&p->x, s->x[i]) && inside(&p->y, s->y[i]))
            mark(to, which, x_of(p, s->x[i]), y_of(p, s->y[i]));
}

/* ---- the legend: in the corner where it hides least ---- */
typedef struct box {
    double x, y, width, height;
} box;

static box corner(cairo_t *to, const zm_plot *p, unsigned which)
{
    double widest = 0;
    for (unsigned i = 0; i < p->count; i++) {
        cairo_text_extents_t e;
        cairo_set_font_size(to, 12);
        cairo_text_extents(to, p->series[i].name, &e);
        widest = fmax(widest, e.x_advance);
    }
    const double width = widest + 44, height = 18.0 * p->count + 10;
    return (box){which % 2 ? LEFT + WIDE - width - 6 : LEFT + 6, which / 2 ? TOP + HIGH - height - 6 : TOP + 6, width,
                 height};
}

static size_t hidden(const zm_plot *p, box b)
{
    size_t n = 0;
    for (unsigned i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->series[i].count; k++) {
            const double x = x_of(p, p->series[i].x[k]), y = y_of(p, p->series[i].y[k]);
            n += x > b.x && x < b.x + b.width && y > b.y && y < b.y + b.height;
        }
    return n;
}

static void legend(cairo_t *to, const zm_plot *p)
{
    box b = corner(to, p, 0);
    for (unsigned i = 1; i < 4; i++)
        if (hidden(p, corner(to, p, i)) < hidden(p, b))
            b = corner(to, p, i);
    zm_brush_use(to, ZM_PAPER);
    cairo_rectangle(to, b.x, b.y, b.width, b.height);
    cairo_fill(to);
    for (unsigned i = 0; i < p->count; i++) {
        const double x = b.x + 16, y = b.y + 18 + 18 * i;
        if (p->series[i].line)
            zm_brush_stroke(to, x - 8, y - 4, x + 8, y - 4, colours[i], 1.8);
        else
            mark(to, i, x, y - 4);
        zm_brush_text(to, p->series[i].name, x + 14, y - 4, 12, false, ZM_BEGIN, ZM_INK);
    }
}

void zm_plot_paint(cairo_t *to, const void *plot)
{
    const zm_plot *p = plot;
    zm_brush_use(to, ZM_PAPER);
    cairo_rectangle(to, 0, 0, ZM_PLOT_WIDTH, ZM_PLOT_HEIGHT);
    cairo_fill(to);
    frame(to, p);
    for (unsigned i = 0; i < p->count && i < ZM_PLOT_SERIES; i++)
        draw_series(to, p, i);
    legend(to, p);
}
