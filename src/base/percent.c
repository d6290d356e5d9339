/* percent.c: see percent.h. What rounding takes away is given to the reach, so that the interval said holds the one meant. */
#include "percent.h"

#include <math.h>
#include <stdio.h>

double zm_percent_reach(zm_odds o) { return 50 * (zm_odds_number(o.upper) - zm_odds_number(o.lower)); }

int zm_percent_decimals(double percent)
{
    const int digits = percent > 0 ? (int)ceil(-log10(percent)) : 8;
    return digits < 2 ? 2 : digits > 8 ? 8 : digits;
}

/* The least multiple of the unit that is not smaller. */
static double rounded_up(double x, double unit) { return ceil(x / unit - 1e-6) * unit; }

char *zm_percent_text(zm_odds o, int decimals, bool utf8, char out[ZM_ODDS_TEXT])
{
    const double percent = 100 * zm_odds_middle(o), unit = pow(10, -decimals), shown = round(percent / unit) * unit;
    if (o.lower == o.upper)
        snprintf(out, ZM_ODDS_TEXT, "%.*f %%", o.lower && ~o.lower ? decimals : 0, percent);
    else
        snprintf(out, ZM_ODDS_TEXT, "%.*f %% %s %.*f %%", decimals, percent, utf8 ? "±" : "+-", decimals,
                 rounded_up(zm_percent_reach(o) + fabs(shown - percent), unit));
    return out;
}

char *zm_percent_short(zm_odds o, int decimals, bool utf8, char out[ZM_ODDS_TEXT])
{
    if (zm_percent_reach(o) >= pow(10, -decimals))
        return zm_percent_text(o, decimals, utf8, out);
    snprintf(out, ZM_ODDS_TEXT, "%.*f %%", decimals, 100 * zm_odds_middle(o));
    return out;
}

char *zm_percent_range(zm_odds o, char out[ZM_ODDS_TEXT])
{
    if (zm_is_odds(o))
        snprintf(out, ZM_ODDS_TEXT, "%.9f %% to %.9f %%", 100 * zm_odds_number(o.lower), 100 * zm_odds_number(o.upper));
    else
        snprintf(out, ZM_ODDS_TEXT, "no value");
    return out;
}

char *zm_percent_width(double width, char out[ZM_ODDS_TEXT])
{
    const int decimals = zm_percent_decimals(100 * width) + 1;
    snprintf(out, ZM_ODDS_TEXT, "%.*f %%", decimals, rounded_up(100 * width, pow(10, -decimals)));
    return out;
}
