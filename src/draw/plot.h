/* plot.h: numbers as a chart: series of points, lines, bars or areas in a frame with ticks, names and a legend; several
 * charts on a page. Draws figures of statistics; knows nothing of games. */
#ifndef ZM_DRAW_PLOT_H
#define ZM_DRAW_PLOT_H

#include <zermelo/base.h>

enum { ZM_PLOT_SERIES = 6 }; /* as many colours as there are to tell apart */

typedef enum zm_series_kind {
    ZM_DOTS = 0,
    ZM_LINE,
    ZM_DOTTED_LINE, /* a line with a dot at each of its points */
    ZM_BARS,        /* 1 wide, on top of those of the series before it, which has the same x */
    ZM_AREA,        /* between the curve of the series before it, or 0, and one that lies y above it */
} zm_series_kind;

typedef struct zm_series {
    const char *name;
    size_t count;
    const double *x, *y;
    zm_series_kind kind;
    unsigned colour; /* 0xRRGGBB; 0: by its number */
} zm_series;

typedef struct zm_axis {
    const char *name;
    double from, to;
    bool log; /* a decade is as long as the next; `from` is more than 0, and what is less is not shown */
    /* Names instead of numbers, of 0, 1, 2, ...; none where names is 0. */
    unsigned names;
    const char *const *label;
} zm_axis;

typedef struct zm_plot {
    const char *title;
    zm_axis x, y;
    unsigned count; /* at most ZM_PLOT_SERIES */
    const zm_series *series;
    unsigned columns; /* of a page that it takes; whoever lays the page out sets it, 0 is 1 */
} zm_plot;

/* The ending of a path: "svg", "png", "pdf" or "txt"; refuses others. */
zm_status zm_plot_format(zm_context *c, const char *path, const char **format);
/* As the ending of the path says: .svg, .png or .pdf; .txt has the numbers in columns, a block a series. Whole or not
 * at all. */
zm_status zm_plot_file(zm_context *c, const zm_plot *p, const char *path, unsigned *width, unsigned *height);
/* Several of them on one page, two side by side; one that is alone in its row takes all of it. */
enum { ZM_PLOT_MOST = 8 };
zm_status zm_plots_file(zm_context *c, unsigned count, const zm_plot *p, const char *path, unsigned *width,
                        unsigned *height);

/* Where the ticks of an axis go: about seven, at round numbers, or at its names. Returns how many, at most
 * ZM_PLOT_TICKS. */
enum { ZM_PLOT_TICKS = 64, ZM_PLOT_TEXT = 48 };
unsigned zm_plot_ticks(const zm_axis *a, double out[ZM_PLOT_TICKS]);
double zm_plot_at(const zm_axis *a, double x); /* 0 at `from`, 1 at `to` */
/* A tick as people read it: "20,000", "0.5", on a log axis "10⁶"; its name where it has one. */
const char *zm_plot_number(const zm_axis *a, double x, char out[ZM_PLOT_TEXT]);
/* An axis from 0 (log: from the decade below the least that is more than 0) to a little more than the most. */
zm_axis zm_plot_axis(const char *name, bool log, size_t count, const double *numbers);

#endif
