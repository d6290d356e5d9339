/* plot.c: where the numbers of a chart go: ticks, scales, and the numbers as text. plot_paint.c has the ink. */
#include "plot.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

/* Where there are few decades 2 and 5 are ticks too. */
static unsigned log_ticks(const zm_axis *a, double out[ZM_PLOT_TICKS])
{
    static const double between[] = {1, 2, 5};
    unsigned n = 0;
    const double decades = log10(a->to / a->from), skip = decades > 8 ? ceil(decades / 8) : 1;
    for (double e = floor(log10(a->from) + 1e-9); decades <= 2 && pow(10, e) <= a->to * (1 + 1e-9); e++)
        for (unsigned i = 0; i < 3; i++) {
            const double x = between[i] * pow(10, e);
            if (x >= a->from * (1 - 1e-9) && x <= a->to * (1 + 1e-9) && n < ZM_PLOT_TICKS)
                out[n++] = x;
        }
    if (decades <= 2)
        return n;
    for (double e = ceil(log10(a->from) - 1e-9); pow(10, e) <= a->to * (1 + 1e-9) && n < ZM_PLOT_TICKS; e += skip)
        out[n++] = pow(10, e);
    return n;
}

unsigned zm_plot_ticks(const zm_axis *a, double out[ZM_PLOT_TICKS])
{
    unsigned n = 0;
    for (; n < a->names && n < ZM_PLOT_TICKS; n++)
        out[n] = n;
    if (a->names)
        return n;
    if (a->log)
        return log_ticks(a, out);
    const double step = step_of(a->to - a->from), first = ceil(a->from / step - 1e-9);
    while (n < ZM_PLOT_TICKS && (first + n) * step <= a->to + step * 1e-9) {
        out[n] = (first + n) * step;
        n++;
    }
    return n;
}

/* ---- text ---- */
static const char *power_of_ten(int exponent, char out[ZM_PLOT_TEXT])
{
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    char digits[16];
    snprintf(digits, sizeof digits, "%d", exponent < 0 ? -exponent : exponent);
    strcpy(out, exponent < 0 ? "10⁻" : "10");
    for (const char *d = digits; *d; d++)
        strcat(out, raised[*d - '0']);
    return out;
}

const char *zm_plot_number(const zm_axis *a, double x, char out[ZM_PLOT_TEXT])
{
    char count[32];
    if (a->names)
        snprintf(out, ZM_PLOT_TEXT, "%.*s", ZM_PLOT_TEXT - 1, x >= 0 && x < a->names ? a->label[(unsigned)x] : "");
    else if (a->log && (x < 1e-3 || x > 1e5) && a->to > 101 * a->from)
        return power_of_ten((int)lround(log10(x)), out);
    else if (x >= 1e4 && x < 1e12 && x - floor(x) < 1e-6 * x)
        snprintf(out, ZM_PLOT_TEXT, "%s", zm_count_text((uint64_t)(x + 0.5), count));
    else
        snprintf(out, ZM_PLOT_TEXT, "%.6g", fabs(x) < 1e-12 ? 0 : x);
    return out;
}

/* ---- axes ---- */
zm_axis zm_plot_axis(const char *name, bool log, size_t count, const double *numbers)
{
    double most = 0, least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        most = fmax(most, numbers[i]);
        least = numbers[i] > 0 ? fmin(least, numbers[i]) : least;
    }
    if (!log)
        return (zm_axis){.name = name, .from = 0, .to = most > 0 ? most * 1.05 : 1};
    least = isinf(least) ? 1 : pow(10, floor(log10(least)));
    most = pow(10, ceil(log10(fmax(most, 1))));
    return (zm_axis){.name = name, .from = least, .to = most > least ? most : 10 * least, .log = true};
}
