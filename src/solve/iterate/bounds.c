/* bounds.c: see bounds.h.
 *
 * That it ends: bounds only ever move towards each other, in whole steps of 1/(2^32-1), so that one day nothing
 * changes. One vector can swing for ever in its last digit: it is never asked for more than one such step, and when no
 * sweep of STALL has changed less than those before, it is as near as it comes. */
#include "bounds.h"

#include "base/stop.h"
#include "solve/method.h"

#include <math.h>

/* Intervals wider than that are not for want of digits: play can go on for ever there. */
#define ENDLESS (1.0 / 4096)

enum { STALL = 128 };

/* How narrow a tier's intervals must be: those that others rest on narrower than theirs. */
static double wanted(const zm_bounds_job *n)
{
    const double precision = n->options->precision * ZM_CERTAIN;
    if (n->options->one_vector)
        return precision > 1 ? precision : 1;
    return precision * (1 + (double)n->tier / n->tiers) / 2;
}

/* Widths shrink by a factor a sweep: their logarithm says how much of the way is done. */
static void report(const zm_bounds_job *n, uint32_t widest, double want, uint64_t *reported)
{
    double share = log((double)ZM_CERTAIN / (widest ? widest : 1)) / log((double)ZM_CERTAIN / (want > 1 ? want : 1));
    const uint64_t now = (uint64_t)((share > 1 ? 1 : share) * (double)n->states);
    if (now > *reported) {
        zm_progress_add(n->context, now - *reported);
        *reported = now;
    }
}

static zm_status check_width(const zm_bounds_job *n, uint32_t widest)
{
    const double width = zm_odds_number(widest);
    if (n->options->one_vector || n->options->precision <= 0 || width <= n->options->precision)
        return ZM_OK;
    if (width < ENDLESS)
        return zm_fail(n->context, ZM_BAD_INPUT,
                       "intervals become no narrower than %.2g here: ask for a coarser --precision", width);
    zm_note(n->context, "tier %u: intervals stay as wide as %.2g: play need not end there", n->tier, width);
    return ZM_OK;
}

static void tell(const zm_bounds_job *n, uint64_t sweep, const zm_sweep *last)
{
    const zm_sweep_report r = {n->tier, sweep, n->states, zm_odds_number(last->widest), last->moved};
    if (n->options->sweep)
        n->options->sweep(n->options->sweep_arg, &r);
}

typedef struct rest { /* of one vector */
    uint32_t least;
    uint64_t at; /* the sweep that changed least */
} rest;

static bool goes_on(const zm_bounds_job *n, const zm_sweep *last, uint64_t sweep, rest *r)
{
    if (last->widest < r->least)
        *r = (rest){last->widest, sweep};
    return last->changed && last->widest > wanted(n) && !(n->options->one_vector && sweep >= r->at + STALL);
}

zm_status zm_narrow_bounds(const zm_bounds_job *n)
{
    const double want = wanted(n);
    uint64_t reported = 0, sweeps = 0;
    rest one = {UINT32_MAX, 0};
    zm_sweep last;
    do {
        ZM_TRY(n->context, zm_check_stop(n->context));
        last = (zm_sweep){.counts = n->options->sweep,
                          .slack =
                              (uint32_t)(n->options->precision < 1 ? n->options->precision * ZM_CERTAIN : ZM_CERTAIN)};
        n->sweep(n->arg, &last);
        ZM_TRY(n->context, zm_check_stop(n->context));
        n->out->sweeps++;
        tell(n, ++sweeps, &last);
        n->out->updates += n->states;
        n->out->visits += n->states;
        report(n, last.widest, want, &reported);
    } while (goes_on(n, &last, sweeps, &one));
    zm_progress_add(n->context, n->states - reported);
    return check_width(n, last.widest);
}

double zm_bounds_allowed(double precision, unsigned bits)
{
    const double units = bits ? 2 * ((double)((uint64_t)1 << (32 - bits)) - 1) : 0;
    return precision * ZM_CERTAIN + units;
}

zm_status zm_narrow_tier(zm_driver *d, uint32_t tier, zm_sweep_work *sweep, void *arg)
{
    const zm_bounds_job n = {.context = d->context,
                             .options = d->options,
                             .tier = tier,
                             .tiers = d->plan.tiers,
                             .states = d->plan.tier_size[tier],
                             .sweep = sweep,
                             .arg = arg,
                             .out = d->out};
    return zm_narrow_bounds(&n);
}
