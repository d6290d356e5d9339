/* paint.h: a picture on a Cairo surface: sizes, and where everything goes. */
#ifndef ZM_DRAW_PAINT_H
#define ZM_DRAW_PAINT_H

#include "picture.h"

#include <cairo.h>

void zm_paint_size(const zm_picture *p, double *width,
                   double *height); /* in pixels, or points of a PDF; whole numbers */
void zm_paint(cairo_t *to, const zm_picture *p);

#define ZM_PAINT_FIELD 44.0 /* a field is so wide; everything else is a part of that */

typedef struct zm_frame { /* where the board is */
    double x, y;          /* its upper left corner */
    double width, height, field_width;
} zm_frame;
/* The middle of a field, of the line between two dots; of a heap, above its topmost coin. */
void zm_paint_middle(const zm_picture *p, const zm_frame *f, zm_point at, double *x, double *y);
const zm_field *zm_field_at(const zm_picture *p, unsigned row, unsigned col); /* NULL: none */

/* ---- paint_moves.c: moves with their marks ---- */
double zm_paint_moves_scale(const zm_picture *p); /* pictures with small marks are the larger for it */
double zm_paint_legend_width(const zm_picture *p);
#define ZM_PAINT_LEGEND 26.0      /* high */
#define ZM_PAINT_ABOVE_HEAPS 46.0 /* room for the marks there */
void zm_paint_moves(cairo_t *to, const zm_picture *p, const zm_frame *f);
void zm_paint_legend(cairo_t *to, const zm_picture *p, double x, double y); /* its middle */

#endif
