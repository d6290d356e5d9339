/* paint.h: a picture on a Cairo surface: sizes, colours, and where everything goes. */
#ifndef ZM_DRAW_PAINT_H
#define ZM_DRAW_PAINT_H

#include "picture.h"

#include <cairo.h>

void zm_paint_size(const zm_picture *p, double *width,
                   double *height); /* in pixels, or points of a PDF; whole numbers */
void zm_paint(cairo_t *to, const zm_picture *p);

#endif
