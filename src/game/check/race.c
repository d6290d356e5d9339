/* race.c: checks of the race facet: a position is made of its two sides, and these are as the facet says. A solver sees
 * only the sides, so a side that is not the position's own makes a wrong value. */
#include "run.h"

static zm_status check_side(run *k, const zm_side *s)
{
    const zm_race *r = k->g->race;
    const unsigned runners = zm_count_bits(s->track);
    if (s->home >= r->homes(k->v))
        return wrong(k, "race: sides gives home %u; there are %u", (unsigned)s->home, r->homes(k->v));
    if (s->track & ~zm_low_bits(r->squares(k->v)) || runners > r->runners(k->v, s->home))
        return wrong(k, "race: sides gives a side with %u pieces on the track, or a square that it has not", runners);
    if (r->facing(k->v, r->facing(k->v, s->track)) != s->track)
        return wrong(k, "race: facing is not its own inverse");
    return ZM_OK;
}

static zm_status check_steps(run *k, zm_side s)
{
    zm_race_step step[2 * ZM_RACE_STEPS];
    for (unsigned roll = 0; roll < k->g->dice->rolls; roll++) {
        const unsigned n = k->g->race->steps(k->v, s, roll, step);
        if (n > ZM_RACE_STEPS)
            return wrong(k, "race: steps gives %u with a roll; %d are allowed", n, ZM_RACE_STEPS);
        for (unsigned i = 0; i < n; i++)
            if (step[i].to.home > s.home)
                return wrong(k, "race: steps leads to a larger home");
    }
    return ZM_OK;
}

static zm_status state(run *k)
{
    zm_side s[2];
    if (!k->g->race)
        return ZM_OK;
    k->g->race->sides(k->v, k->p, s);
    ZM_TRY(k->c, check_side(k, &s[0]));
    ZM_TRY(k->c, check_side(k, &s[1]));
    if (!zm_same(zm_state_of(k->v, k->g->race->position(k->v, s[0], s[1])), k->p))
        return wrong(k, "race: position makes another one of its sides");
    return k->end == ZM_OPEN ? check_steps(k, s[0]) : ZM_OK;
}

const zm_check_facet zm_check_race = {.state = state};
