/* plot.c: where the numbers of a chart go: ticks, scales, and the numbers as text. plot_paint.c has the ink. */
#include "plot.h"

#include <math.h>

double zm_plot_at(const zm_axis *a, double x)
{
    if (a->log)
        return (log(x) - log(a->from)) / (log(a->to) - log(a->from));
    return (x - a->from) / (a->to - a->from);
}

/* The step of 1, 2 or 5 times a power of ten that makes at most eight parts. */
static double step_of(double range)
{
    static const double steps[] = {1, 2, 5, 10};
    const double power = pow(10, floor(log10(range / 8)));
    unsigned i = 0;
    while (i < 3 && range / (steps[i] * power) > 8)
        i++;
    return steps[i] * power;
}

static unsigned log_ticks(const zm_axis *a, double out[ZM_PLOT_TICKS])
{
    unsigned n = 0;
    const double decades = log10(a->to / a->from), skip = decades > 8 ? ceil(decades / 8) : 1;
    for (double e = ceil(log10(a->from) - 1e-9); pow(10, e) <= a->to * (1 + 1e-9) && n < ZM_PLOT_TICKS; e += skip)
        out[n++] = pow(10, e);
    return n;
}

unsigned zm_plot_ticks(const zm_axis *a, double out[ZM_PLOT_TICKS])
{
    unsigned n = 0;
    if (a->log)
        return log_ticks(a, out);
    const double step = step_of(a->to - a->from), first = ceil(a->from / step - 1e-9);
    while (n < ZM_PLOT_TICKS && (first + n) * step <= a->to + step * 1e-9) {
        out[n] = (first + n) * step;
        n++;
    }
    return n;
}
