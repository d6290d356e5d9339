/* exact_race.c: what two agents score against each other in a race, without playing: the chain of exact.c, by the laps
 * of the solver.
 *
 * There are two vectors: x, with the first agent to move, and y, with the other. A sweep of x looks at y where the turn
 * goes over, and the other way round; else it is the solver's (solve/race/race.h), with the agent's step in place of
 * the best. Which step that is does not change: before a tier is swept it is written down for all its states, 2 bits a
 * roll, ZM_LANES states a word. `random` takes the mean of its steps; roll weights are multiplied so that it is one of
 * whole numbers.
 *
 * WHY THE BOUNDS ARE BOUNDS: as in race.c. They are whole multiples of 1/(2^32-1), and come no closer than some 1e-8;
 * for more there is exact.c. Memory: 16 bytes a pair of sides (8 when both play alike), 8 more where the table is
 * asked, and 1.5 an agent that chooses, of the tiers that are still needed. With an engine of its own the values are
 * there, 2 bytes a pair say how an agent plays, and of finished tiers 6 bytes a pair are kept instead of 8. */
#include "exact.h"

#include "solve/race/race.h"
#include "solve/solver.h"

#include <zermelo/race.h>

#include <string.h>

#define FINEST 1e-7 /* than which words do not promise intervals to be narrower */

typedef struct runners { /* both agents, and the table */
    zm_context *context;
    const zm_exact_options *options;
    unsigned agents; /* 1: both play alike */
    zm_race_solve *agent[2], *truth;
    uint32_t home[2]; /* of the tier at hand */
} runners;

/* ---- how an agent chooses ---- */
typedef struct deciding { /* for a group of the other side */
    const zm_race_solve *s, *truth;
    const zm_policy *policy; /* NULL: the table decides */
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
    const uint64_t faced = d->s->course[d->pairing.other].faced[other];
    unsigned best = 0;
    for (unsigned i = 1; i < count; i++)
        best = goes_before(faced, step, taste, i, best) ? i : best;
    return best;
}

/* What the table says is behind a step, for who makes it: lower and upper bound together. */
static uint64_t worth(const deciding *d, uint32_t other, uint32_t step, bool again)
{
    const zm_race_solve *t = d->truth;
    const zm_race_sides *own = &t->course[d->pairing.mover], *rest = &t->course[d->pairing.other];
    const uint32_t home = own->target[zm_step_block(step) % ZM_RACE_SIDES_WON];
    if (zm_step_block(step) == ZM_RACE_SIDES_WON)
        return 2 * (uint64_t)ZM_CERTAIN;
    if (!again) { /* a piece that is taken is taken into account there */
        const uint32_t *at = zm_race_word(t, (zm_pairing){d->pairing.other, home}, other, zm_step_side(step));
        return 2 * (uint64_t)ZM_CERTAIN - at[0] - at[ZM_LANES];
    }
    if (rest->faced[other] >> zm_step_lands(step) & 1) {
        const uint64_t below = zm_low_bits(t->lap.face[zm_step_lands(step)]);
        other = rest->less[other * ZM_RACE_RUNNERS + zm_count_bits(rest->track[other] & below)];
    }
    const uint32_t *at = zm_race_word(t, (zm_pairing){home, d->pairing.other}, zm_step_side(step), other);
    return (uint64_t)at[0] + at[ZM_LANES];
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
    const zm_race_solve *s = d->s;
    const zm_race_sides *k = &s->course[d->pairing.mover], *other = &s->course[d->pairing.other];
    const uint64_t n = (uint64_t)side * s->lap.rolls + roll;
    const uint32_t *step = k->step + k->at[n];
    const unsigned count = k->at[n + 1] - k->at[n];
    zm_race_taste taste[ZM_RACE_STEPS] = {{0}};
    uint32_t choice = 0;
    if (count < 2)
        return 0;
    if (d->policy)
        s->race->taste(s->variant, (unsigned)(d->policy - s->variant->game->policies),
                       (zm_side){k->track[side], k->home}, roll, taste);
    for (uint32_t lane = 0; lane < ZM_LANES && d->group * ZM_LANES + lane < other->sides; lane++) {
        const uint32_t at = d->group * ZM_LANES + lane;
        if (k->track[side] & other->faced[at])
            continue; /* no state */
        const unsigned best =
            d->policy ? by_taste(d, at, step, count, taste) : by_table(d, at, step, count, s->lap.again >> roll & 1);
        choice |= (best & 1) << lane | (best >> 1) << (ZM_LANES + lane);
    }
    return choice;
}

static zm_status decide_pairing(const runners *r, unsigned agent, zm_pairing p)
{
    zm_race_solve *s = r->agent[agent];
    const zm_race_sides *k = &s->course[p.mover];
    const uint32_t groups = zm_groups_of(s->course[p.other].sides);
    const uint64_t words = (uint64_t)k->sides * s->lap.rolls;
    if (s->lap.parts)
        return ZM_OK;
    ZM_TRY(s->context, zm_alloc(s->context, &s->choice[p.mover][p.other], groups * words, sizeof(uint32_t), "choices"));
    uint32_t *choice = s->choice[p.mover][p.other];
#pragma omp parallel for num_threads((int)zm_threads(s->context)) schedule(dynamic, 1)
    for (uint32_t group = 0; group < groups; group++) {
        const deciding d = {s, r->truth, r->options->agent[agent].policy, p, group};
        for (uint32_t side = 0; side < k->sides; side++)
            for (unsigned roll = 0; roll < s->lap.rolls; roll++)
                choice[group * words + (uint64_t)side * s->lap.rolls + roll] = decide(&d, side, roll);
    }
    return ZM_OK;
}

/* ---- an engine of its own ---- */
/* The same by pair of sides, and to where the values are. */
static zm_status tell_device(const runners *r, unsigned agent, zm_pairing p)
{
    zm_race_solve *s = r->agent[agent];
    const uint32_t others = s->course[p.other].sides, sides = s->course[p.mover].sides;
    const uint64_t words = (uint64_t)sides * s->lap.rolls;
    const uint32_t *choice = s->choice[p.mover][p.other];
    uint16_t *out;
    ZM_TRY(s->context,
           zm_alloc(s->context, &out, zm_race_device_places(s->device, p.mover, p.other), sizeof *out, "choices"));
#pragma omp parallel for num_threads((int)zm_threads(s->context)) schedule(dynamic, 16)
    for (uint32_t side = 0; side < sides; side++)
        for (uint32_t other = 0; other < others; other++) {
            const uint32_t *at = choice + other / ZM_LANES * words + (uint64_t)side * s->lap.rolls;
            unsigned sum = 0;
            for (unsigned roll = 0; roll < s->lap.rolls; roll++) {
                const uint32_t bits = at[roll] >> other % ZM_LANES;
                sum |= ((bits & 1) | (bits >> (ZM_LANES - 1) & 2)) << 2 * roll;
            }
            out[((uint64_t)(side / ZM_DEVICE_ROWS) * others + other) * ZM_DEVICE_ROWS + side % ZM_DEVICE_ROWS] =
                (uint16_t)sum;
        }
    const zm_status status = zm_race_device_choose(s->device, p.mover, p.other, out);
    zm_release(s->context, out);
    zm_release(s->context, s->choice[p.mover][p.other]);
    s->choice[p.mover][p.other] = NULL;
    return status;
}

static zm_status open_devices(runners *r)
{
    const zm_solve_options o = {.engine = r->options->engine, .precision = r->options->precision};
    const zm_race_solve *first = r->agent[0];
    if (2 * first->lap.rolls > 8 * sizeof(uint16_t))
        return zm_fail(r->context, ZM_BAD_INPUT, "%s has too many rolls for exact scores by the engine `%s`",
                       first->variant->game->name, zm_engine_name(o.engine));
    for (unsigned agent = 0; agent < r->agents; agent++)
        ZM_TRY(r->context,
               zm_race_device_open(r->context, &o, &first->lap, first->course, first->homes, &r->agent[agent]->device));
    for (unsigned agent = 0; agent < r->agents; agent++)
        zm_race_device_plays(r->agent[agent]->device, r->agent[r->agents == 1 ? agent : !agent]->device,
                             r->agent[agent]->lap.parts);
    return ZM_OK;
}

/* The last tier is not read any more. */
static zm_status close_tier(const runners *r, uint32_t tier)
{
    for (unsigned agent = 0; agent < r->agents && tier + 1 < r->agent[0]->tiers; agent++) {
        zm_race_device *d = r->agent[agent]->device;
        if (d)
            ZM_TRY(r->context, zm_race_device_close(d, r->home[0], r->home[1]));
        if (d && r->home[0] != r->home[1])
            ZM_TRY(r->context, zm_race_device_close(d, r->home[1], r->home[0]));
    }
    return ZM_OK;
}

/* ---- a tier ---- */
static void sweep_tier(void *arg, zm_sweep *last)
{
    const runners *r = arg;
    for (unsigned turned = 0; turned < (r->home[0] == r->home[1] ? 1 : 2); turned++) {
        const zm_pairing p = {r->home[turned], r->home[!turned]}, back = {p.other, p.mover};
        zm_race_sweep(r->agent[0], p, last);
        if (r->agents == 2) /* who looks at what has just been found */
            zm_race_sweep(r->agent[1], back, last);
    }
}

static zm_status begin_pairing(runners *r, zm_pairing p)
{
    for (unsigned agent = 0; agent < r->agents; agent++) {
        ZM_TRY(r->context, zm_race_make_values(r->agent[agent], p));
        ZM_TRY(r->context, decide_pairing(r, agent, p));
        if (r->agent[agent]->device && r->agent[agent]->choice[p.mover][p.other])
            ZM_TRY(r->context, tell_device(r, agent, p));
    }
    return ZM_OK;
}

static zm_status iterate(runners *r, uint32_t tier, zm_exact *out)
{
    const zm_race_solve *s = r->agent[0];
    const zm_solve_options options = {.precision = r->options->precision};
    zm_solved solved = {0};
    const zm_bounds_job n = {.context = r->context,
                             .options = &options,
                             .tier = tier,
                             .tiers = s->tiers,
                             .states = zm_race_tier_size(s->variant, tier),
                             .sweep = sweep_tier,
                             .arg = r,
                             .out = &solved};
    ZM_TRY(r->context, zm_narrow_bounds(&n));
    out->sweeps += solved.sweeps;
    out->updates += solved.updates * r->agents;
    return ZM_OK;
}

static void forget_choices(zm_race_solve *s)
{
    for (uint32_t x = 0; x < ZM_RACE_HOMES; x++)
        for (uint32_t y = 0; y < ZM_RACE_HOMES; y++) {
            zm_release(s->context, s->choice[x][y]);
            s->choice[x][y] = NULL;
        }
}

static zm_status solve_tier(runners *r, uint32_t tier, zm_exact *out)
{
    uint32_t a, b;
    zm_race_homes_of(tier, &a, &b);
    if (!b)
        return ZM_OK; /* somebody has won */
    r->home[0] = a;
    r->home[1] = b;
    if (r->truth)
        ZM_TRY(r->context, zm_race_take(r->truth, tier, a, b));
    ZM_TRY(r->context, begin_pairing(r, (zm_pairing){a, b}));
    if (a != b)
        ZM_TRY(r->context, begin_pairing(r, (zm_pairing){b, a}));
    if (r->truth && tier + 1 == r->truth->tiers)
        zm_race_free_values(r->truth), memset(r->truth->values, 0, sizeof r->truth->values);
    ZM_TRY(r->context, iterate(r, tier, out));
    ZM_TRY(r->context, close_tier(r, tier));
    for (unsigned agent = 0; agent < r->agents; agent++) {
        forget_choices(r->agent[agent]);
        if (tier + 1 < r->agent[0]->tiers)
            zm_race_drop_unused(r->agent[agent], tier);
    }
    if (r->truth)
        zm_race_drop_unused(r->truth, tier);
    return ZM_OK;
}

/* ---- all of it ---- */
static zm_status chance(const runners *r, unsigned agent, zm_interval *out)
{
    const zm_race_solve *s = r->agent[r->agents == 1 ? 0 : agent];
    if (s->device) {
        zm_odds odds;
        ZM_TRY(r->context, zm_race_device_odds(s->device, s->variant, r->options->from, &odds));
        *out = (zm_interval){zm_odds_number(odds.lower), zm_odds_number(odds.upper)};
        return ZM_OK;
    }
    const unsigned squares = s->race->squares(s->variant);
    zm_side side[2];
    s->race->sides(s->variant, r->options->from, side);
    const zm_pairing p = {side[0].home, side[1].home};
    const uint32_t *at = zm_race_word(s, p, zm_race_sides_number(&s->course[p.mover], squares, side[0].track),
                                      zm_race_sides_number(&s->course[p.other], squares, side[1].track));
    *out = (zm_interval){zm_odds_number(at[0]), zm_odds_number(at[ZM_LANES])};
    return ZM_OK;
}

/* Values are only kept as long as they are needed: those of the last tier, and of the tier the games begin in. */
static void keep_start(runners *r)
{
    zm_side side[2];
    const zm_race_solve *s = r->agent[0];
    s->race->sides(s->variant, r->options->from, side);
    for (unsigned agent = 0; agent < r->agents; agent++) {
        r->agent[agent]->last_use[side[0].home][side[1].home] = s->tiers;
        r->agent[agent]->last_use[side[1].home][side[0].home] = s->tiers;
    }
}

static unsigned most_steps(const zm_race_solve *s)
{
    unsigned most = 1;
    for (uint32_t home = 1; home < s->homes; home++)
        for (uint64_t n = 0; n < (uint64_t)s->course[home].sides * s->lap.rolls; n++) {
            const unsigned count = s->course[home].at[n + 1] - s->course[home].at[n];
            most = count > most ? count : most;
        }
    return most;
}

static zm_status prepare(runners *r, const zm_table *t, const zm_solve_options *plain)
{
    enum { TWELVE = 12 }; /* can be divided by any number of steps up to ZM_CHOICE_STEPS */
    zm_race_solve *first = r->agent[0];
    first->options = plain;
    ZM_TRY(r->context, zm_race_prepare(first));
    if (most_steps(first) > ZM_CHOICE_STEPS)
        return zm_fail(r->context, ZM_BAD_INPUT,
                       "%s: more than %d steps with a roll; ask for a precision finer than %g",
                       first->variant->game->name, ZM_CHOICE_STEPS, FINEST);
    ZM_TRY(r->context, zm_alloc(r->context, &first->room, zm_race_room(first), 1, "a phase of the iteration"));
    *r->agent[1] = *first;
    *r->truth = *first;
    r->truth->source = t;
    for (unsigned agent = 0; agent < 2; agent++) {
        r->agent[agent]->against = r->agent[r->agents == 1 ? agent : !agent]->values;
        r->agent[agent]->lap.parts = r->options->agent[agent].kind == ZM_RANDOM ? TWELVE : 0;
    }
    keep_start(r);
    return r->options->engine == ZM_ENGINE_CPU ? ZM_OK : open_devices(r);
}

static uint64_t places_of(const zm_race_solve *s)
{
    uint64_t places = 0;
    for (uint32_t tier = 0, a, b; tier < s->tiers; tier++) {
        zm_race_homes_of(tier, &a, &b);
        places += b ? zm_race_tier_size(s->variant, tier) : 0;
    }
    return places;
}

static zm_status solve(runners *r, const zm_table *t, zm_exact *out)
{
    const zm_solve_options plain = {0};
    zm_race_solve *truth = r->truth;
    const bool asks = r->options->agent[0].kind == ZM_PERFECT || r->options->agent[1].kind == ZM_PERFECT;
    zm_status status = ZM_OK;
    ZM_TRY(r->context, prepare(r, t, &plain));
    r->truth = asks ? truth : NULL;
    zm_progress_begin(r->context, "iterating", places_of(r->agent[0]));
    for (uint32_t tier = 0; status == ZM_OK && tier < r->agent[0]->tiers; tier++)
        status = solve_tier(r, tier, out);
    zm_progress_end(r->context);
    r->truth = truth;
    for (unsigned agent = 0; status == ZM_OK && agent < 2; agent++)
        status = chance(r, agent, &out->wins[agent]);
    return status;
}

static bool is_understood(const zm_variant *v, const zm_table *t, const zm_agent *a)
{
    if (a->kind == ZM_PERFECT)
        return t && zm_table_dice(t) && !zm_table_moves(t);
    return a->kind == ZM_RANDOM || (a->kind == ZM_POLICY && v->game->race->taste);
}

bool zm_exact_is_race(const zm_variant *v, const zm_table *t, const zm_exact_options *o)
{
    const zm_race *race = v->game->race;
    return o->precision >= FINEST && zm_is_race(v) && !(race->must_capture && race->must_capture(v)) &&
           is_understood(v, t, &o->agent[0]) && is_understood(v, t, &o->agent[1]) &&
           v->game->ended(v, o->from) == ZM_OPEN;
}

static zm_status open_three(zm_context *c, const zm_variant *v, zm_race_solve **three)
{
    for (unsigned i = 0; i < 3; i++) {
        ZM_TRY(c, zm_alloc(c, &three[i], 1, sizeof **three, "a race"));
        *three[i] = (zm_race_solve){.context = c, .variant = v, .race = v->game->race};
    }
    return ZM_OK;
}

zm_status zm_exact_race(zm_context *c, const zm_variant *v, const zm_table *t, const zm_exact_options *o, zm_exact *out)
{
    zm_race_solve *three[3] = {NULL, NULL, NULL};
    zm_status status = open_three(c, v, three);
    const bool alike = o->agent[0].kind == o->agent[1].kind && o->agent[0].policy == o->agent[1].policy;
    runners r = {.context = c, .options = o, .agents = alike ? 1 : 2, .agent = {three[0], three[1]}, .truth = three[2]};
    *out = (zm_exact){0};
    if (status == ZM_OK)
        status = solve(&r, t, out);
    for (unsigned i = 0; i < 3; i++)
        if (three[i]) {
            zm_race_free_values(three[i]);
            zm_race_device_free(three[i]->device);
        }
    if (three[0]) {
        zm_race_free_courses(three[0]);
        zm_release(c, three[0]->room);
    }
    for (unsigned i = 0; i < 3; i++)
        zm_release(c, three[i]);
    return status;
}
