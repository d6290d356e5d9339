/* plot.h: numbers as a chart: series of points, or lines, in a frame with ticks, names and a legend. Draws figures of statistics; knows
 * nothing of games. */
#ifndef ZM_DRAW_PLOT_H
#define ZM_DRAW_PLOT_H

#include <zermelo/base.h>

enum { ZM_PLOT_SERIES = 6 }; /* as many colours as there are to tell apart */

typedef struct zm_series {
    const char *name;
    size_t count;
    const double *x, *y;
    bool line; /* the points are joined; else each is a dot */
} zm_series;

typedef struct zm_axis {
    const char *name;
    double from, to;
    bool log; /* a decade is as long as the next; `from` is more than 0, and what is less is not shown */
} zm_axis;

typedef struct zm_plot {
    const char *title;
    zm_axis x, y;
    unsigned count; /* at most ZM_PLOT_SERIES */
    const zm_series *series;
} zm_plot;

/* As the ending of the path says: .svg, .png or .pdf; .txt has the numbers in columns, a block a series. Whole or not at all. */
zm_status zm_plot_file(zm_context *c, const zm_plot *p, const char *path, unsigned *width, unsigned *height);

/* Where the ticks of an axis go: about seven, at round numbers. Returns how many, at most ZM_PLOT_TICKS. */
enum { ZM_PLOT_TICKS = 16 };
unsigned zm_plot_ticks(const zm_axis *a, double out[ZM_PLOT_TICKS]);
double zm_plot_at(const zm_axis *a, double x); /* 0 at `from`, 1 at `to` */

#endif
