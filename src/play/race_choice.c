/* race_choice.c: see race_choice.h. */
#include "race_choice.h"

#include <zermelo/race.h>

typedef struct deciding { /* for a group of the other side */
    const zm_race_board *board;
    const zm_race_judge *judge;
    zm_pairing pairing;
    uint32_t group;
} deciding;

static bool goes_before(uint64_t other, const uint32_t *step, const zm_race_taste *taste, unsigned a, unsigned b)
{
    const bool takes_a = other >> zm_step_lands(step[a]) & 1, takes_b = other >> zm_step_lands(step[b]) & 1;
    const unsigned met_a = zm_count_bits(other & taste[a].avoids), met_b = zm_count_bits(other & taste[b].avoids);
    if (takes_a != takes_b)
        return takes_a;
    return !takes_a && met_a != met_b ? met_a < met_b : taste[a].likes > taste[b].likes;
}

static unsigned by_taste(const deciding *d, uint32_t other, const uint32_t *step, unsigned count,
                         const zm_race_taste *taste)
{
    const uint64_t faced = d->board->sides[d->pairing.other].faced[other];
    unsigned best = 0;
    for (unsigned i = 1; i < count; i++)
        best = goes_before(faced, step, taste, i, best) ? i : best;
    return best;
}

/* What the table says is behind a step, for who makes it: lower and upper bound together. */
static uint64_t worth(const deciding *d, uint32_t other, uint32_t step, bool again)
{
    const zm_race_host *t = d->judge->truth;
    const zm_race_sides *own = &t->board->sides[d->pairing.mover], *rest = &t->board->sides[d->pairing.other];
    const uint32_t home = own->target[zm_step_block(step) % ZM_RACE_SIDES_WON];
    if (zm_step_block(step) == ZM_RACE_SIDES_WON)
        return 2 * (uint64_t)ZM_CERTAIN;
    if (!again) { /* a piece that is taken is taken into account there */
        const uint32_t *at = zm_race_host_word(t, (zm_pairing){d->pairing.other, home}, other, zm_step_side(step));
        return 2 * (uint64_t)ZM_CERTAIN - at[0] - at[ZM_RACE_LANES];
    }
    if (rest->faced[other] >> zm_step_lands(step) & 1) {
        const uint64_t below = zm_low_bits(t->block.face[zm_step_lands(step)]);
        other = rest->less[other * ZM_RACE_RUNNERS + zm_count_bits(rest->track[other] & below)];
    }
    const uint32_t *at = zm_race_host_word(t, (zm_pairing){home, d->pairing.other}, zm_step_side(step), other);
    return (uint64_t)at[0] + at[ZM_RACE_LANES];
}

static unsigned by_table(const deciding *d, uint32_t other, const uint32_t *step, unsigned count, bool again)
{
    unsigned best = 0;
    uint64_t most = worth(d, other, step[0], again);
    for (unsigned i = 1; i < count; i++) {
        const uint64_t here = worth(d, other, step[i], again);
        best = here > most ? i : best;
        most = here > most ? here : most;
    }
    return best;
}

/* The word of a side and a roll. */
static uint32_t decide(const deciding *d, uint32_t side, unsigned roll)
{
    const zm_race_board *b = d->board;
    const zm_race_sides *k = &b->sides[d->pairing.mover], *other = &b->sides[d->pairing.other];
    const uint64_t n = (uint64_t)side * b->block.rolls + roll;
    const uint32_t *step = k->step + k->at[n];
    const unsigned count = k->at[n + 1] - k->at[n];
    zm_race_taste taste[ZM_RACE_STEPS] = {{0}};
    uint32_t choice = 0;
    if (count < 2)
        return 0;
    if (d->judge->policy)
        b->race->taste(b->variant, (unsigned)(d->judge->policy - b->variant->game->sources->policies),
                       (zm_side){k->track[side], k->home}, roll, taste);
    for (uint32_t lane = 0; lane < ZM_RACE_LANES && d->group * ZM_RACE_LANES + lane < other->sides; lane++) {
        const uint32_t at = d->group * ZM_RACE_LANES + lane;
        if (k->track[side] & other->faced[at])
            continue; /* no state */
        const unsigned best = d->judge->policy ? by_taste(d, at, step, count, taste)
                                               : by_table(d, at, step, count, b->block.again >> roll & 1);
        choice |= (best & 1) << lane | (best >> 1) << (ZM_RACE_LANES + lane);
    }
    return choice;
}

zm_status zm_race_choose(zm_race_host *h, const zm_race_judge *judge, zm_pairing p)
{
    const zm_race_board *b = h->board;
    const zm_race_sides *k = &b->sides[p.mover];
    const uint32_t groups = zm_groups_of(b->sides[p.other].sides);
    const uint64_t words = (uint64_t)k->sides * b->block.rolls;
    uint32_t **choice = &h->choice[p.mover][p.other];
    ZM_TRY(h->context, zm_alloc(h->context, choice, groups * words, sizeof **choice, "choices"));
#pragma omp parallel for num_threads((int)zm_threads(h->context)) schedule(dynamic, 1)
    for (uint32_t group = 0; group < groups; group++) {
        const deciding d = {b, judge, p, group};
        for (uint32_t side = 0; side < k->sides; side++)
            for (unsigned roll = 0; roll < b->block.rolls; roll++)
                (*choice)[group * words + (uint64_t)side * b->block.rolls + roll] = decide(&d, side, roll);
    }
    return ZM_OK;
}
