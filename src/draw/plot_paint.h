/* plot_paint.h: charts on a Cairo surface. */
#ifndef ZM_DRAW_PLOT_PAINT_H
#define ZM_DRAW_PLOT_PAINT_H

#include "plot.h"

#include <cairo.h>

typedef struct zm_plot_page {
    unsigned count;
    const zm_plot *plot;
} zm_plot_page;

void zm_plot_size(const zm_plot_page *page, double *width, double *height);
void zm_plot_paint(cairo_t *to, const void *page);

#endif
