/* plot_paint.h: a chart on a Cairo surface. */
#ifndef ZM_DRAW_PLOT_PAINT_H
#define ZM_DRAW_PLOT_PAINT_H

#include "plot.h"

#include <cairo.h>

enum { ZM_PLOT_WIDTH = 720, ZM_PLOT_HEIGHT = 480 };
void zm_plot_paint(cairo_t *to, const void *plot);

#endif
