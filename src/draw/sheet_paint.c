/* sheet_paint.c: see sheet_paint.h. All boards have one scale, so that they are no wider than BOARD; they stand on one
 * line, and the words below them have a size of their own. */
#include "sheet_paint.h"

#include "brush.h"
#include "paint.h"

#include <math.h>

#define BOARD 240.0
#define MARGIN 24.0
#define TITLE 40.0
#define WORDS 44.0 /* room for two lines below a board */
#define GAP 10.0

typedef struct grid {
    double scale, cell, row; /* of boards; how wide and high one with its words is */
    unsigned columns, rows;
} grid;

static unsigned columns_for(const zm_sheet *s)
{
    const unsigned best = (unsigned)ceil(sqrt((double)s->count * 1.3));
    const unsigned columns = s->columns ? s->columns : best, most = s->count ? (unsigned)s->count : 1;
    return columns > most ? most : columns ? columns : 1;
}

static grid grid_of(const zm_sheet *s)
{
    grid g = {.scale = 1, .columns = columns_for(s)};
    double widest = 1, highest = 1, words = 0;
    for (size_t i = 0; i < s->count; i++) {
        double width, height;
        zm_paint_size(&s->entry[i].picture, &width, &height);
        widest = fmax(widest, width);
        highest = fmax(highest, height);
        words = fmax(words, zm_brush_width(s->entry[i].title, 14, true));
        words = fmax(words, zm_brush_width(s->entry[i].note, 12, false));
    }
    g.scale = fmin(1, BOARD / widest);
    g.cell = ceil(fmax(widest * g.scale, words) + GAP);
    g.row = ceil(highest * g.scale + WORDS);
    g.rows = (unsigned)((s->count + g.columns - 1) / g.columns);
    return g;
}

void zm_sheet_paint_size(const zm_sheet *s, double *width, double *height)
{
    const grid g = grid_of(s);
    *width = ceil(fmax(g.cell * g.columns, zm_brush_width(s->title, 18, false)) + 2 * MARGIN);
    *height = g.row * g.rows + TITLE + 2 * MARGIN;
}

static void put_entry(cairo_t *to, const zm_sheet_entry *e, const grid *g, double x, double bottom)
{
    double width, height;
    zm_paint_size(&e->picture, &width, &height);
    cairo_save(to);
    cairo_translate(to, x - width * g->scale / 2, bottom - WORDS - height * g->scale);
    cairo_scale(to, g->scale, g->scale);
    zm_paint(to, &e->picture);
    cairo_restore(to);
    zm_brush_text(to, e->title, x, bottom - WORDS + 4, 14, true, ZM_CENTRE, ZM_INK);
    zm_brush_text(to, e->note, x, bottom - WORDS + 23, 12, false, ZM_CENTRE, ZM_FAINT);
}

void zm_sheet_paint(cairo_t *to, const void *sheet)
{
    const zm_sheet *s = sheet;
    const grid g = grid_of(s);
    double width, height;
    zm_sheet_paint_size(s, &width, &height);
    zm_brush_box(to, 0, 0, width, height, ZM_PAPER, 0, 0);
    zm_brush_text(to, s->title, width / 2, MARGIN + TITLE / 2 - 8, 18, false, ZM_CENTRE, ZM_INK);
    const double left = (width - g.cell * g.columns) / 2;
    for (size_t i = 0; i < s->count; i++) {
        const size_t column = i % g.columns, row = i / g.columns;
        put_entry(to, &s->entry[i], &g, left + g.cell * ((double)column + 0.5),
                  MARGIN + TITLE + g.row * (double)(row + 1));
    }
}
