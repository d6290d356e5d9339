/* fairness.c: how fair a variant is. No number says it all, so there are several, each stated in words; what they share
 * is that 0 is fair and that nearer to 0 is fairer. */
#include <zermelo/play.h>

#include <math.h>

static const zm_measure measures[ZM_MEASURES] = {
    {"start", "value of the start: a draw is fair, else a later win is fairer"},
    {"decided", "states won by one side less the other's, of all won states"},
    {"all", "the same difference, of all states, drawn ones too"},
    {"by-ply", "positions along random games, likewise, every ply counting the same"},
    {"random", "random games won by one side less the other's, of all games"},
};

const zm_measure *zm_measure_at(unsigned i) { return &measures[i]; }

static double lean_of_start(const zm_summary *s, unsigned turn)
{
    const zm_value value = s->start;
    if (!zm_is_win(value) && !zm_is_loss(value))
        return 0;
    if (s->wdl)
        return NAN;
    return (zm_is_win(value) == !turn ? 1 : -1) / (1.0 + zm_remoteness(value));
}

static double difference(const uint64_t won_by[2], uint64_t of)
{
    return of ? ((double)won_by[0] - (double)won_by[1]) / (double)of : 0;
}

zm_lean zm_lean_of(const zm_summary *s, unsigned turn, const zm_sample *sample)
{
    return (zm_lean){{
        lean_of_start(s, turn),
        difference(s->won_by, s->won_by[0] + s->won_by[1]),
        difference(s->won_by, s->states),
        zm_sample_by_ply(sample),
        difference(sample->won_by, sample->games),
    }};
}

bool zm_is_fairest(const zm_lean *lean, unsigned count, unsigned i, unsigned measure)
{
    if (isnan(lean[i].by[measure]))
        return false;
    for (unsigned k = 0; k < count; k++)
        if (fabs(lean[k].by[measure]) < fabs(lean[i].by[measure]))
            return false;
    return true;
}

/* By the first measure that tells them apart. */
static bool fairer(const zm_lean *a, const zm_lean *b)
{
    for (unsigned m = 0; m < ZM_MEASURES; m++) {
        const double x = fabs(a->by[m]), y = fabs(b->by[m]);
        if (x < y || x > y)
            return x < y;
    }
    return false;
}

unsigned zm_fairest(const zm_lean *lean, unsigned count, unsigned *firsts)
{
    unsigned best = 0;
    for (unsigned i = 0; i < count; i++) {
        firsts[i] = 0;
        for (unsigned m = 0; m < ZM_MEASURES; m++)
            firsts[i] += zm_is_fairest(lean, count, i, m);
        if (firsts[i] > firsts[best] || (firsts[i] == firsts[best] && fairer(&lean[i], &lean[best])))
            best = i;
    }
    return best;
}
