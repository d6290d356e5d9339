/* exact_race.c: what two agents score against each other in a race, without playing: the chain of exact.c, by the
 * blocks of the solver.
 *
 * There are two vectors: x, with the first agent to move, and y, with the other. A sweep of x looks at y where the turn
 * goes over, and the other way round; else it is the solver's (solve/race/race.h), with the agent's step in place of
 * the best. Which step that is does not change: before a tier is swept it is written down for all its states
 * (race_choice.h). `random` takes the mean of its steps; roll weights are multiplied so that it is a whole number.
 *
 * WHY THE BOUNDS ARE BOUNDS: as in solve/race/race.c. They are whole multiples of 1/(2^32-1), and come no closer than
 * some 1e-8; for more there is exact.c. Memory: 16 bytes per pair of sides (8 when both play alike), 8 more where the
 * table is asked, and 1.5 per agent that chooses, of the tiers that are still needed. On a device the values are in its
 * memory, 2 bytes per pair say how an agent plays, and of finished tiers 6 bytes per pair are kept instead of 8. */
#include "exact.h"
#include "game/trace/trace.h"

#include "engine/cuda/race/race_device.h"
#include "race_choice.h"

#include <zermelo/race.h>

#define FINEST 1e-7 /* than which words do not promise intervals to be narrower */

typedef struct runners { /* both agents, and the table */
    zm_context *context;
    const zm_exact_options *options;
    zm_race_board board;
    unsigned agents; /* 1: both play alike */
    zm_race_host agent[2], truth;
    bool asks; /* the table, which `truth` has the values of */
    const zm_table *table;
    zm_race_device *device[2]; /* with the values of the agents; NULL: they are on the host */
    uint32_t start;            /* the tier the games begin in */
    zm_pairing pairing[2];     /* of the tier at hand */
    unsigned pairings;
} runners;

/* ---- how an agent chooses ---- */
static zm_status decide_pairing(runners *r, unsigned agent, zm_pairing p)
{
    const zm_race_judge judge = {r->options->agent[agent].policy, &r->truth};
    return r->agent[agent].block.parts ? ZM_OK : zm_race_choose(&r->agent[agent], &judge, p);
}

static void forget_choice(zm_race_host *s, zm_pairing p)
{
    zm_release(s->context, s->choice[p.mover][p.other]);
    s->choice[p.mover][p.other] = NULL;
}

/* ---- on a device ---- */
/* How an agent plays against one side, two bits per roll: from the words of the blocks. */
static uint16_t choice_of(const uint32_t *choice, unsigned rolls, unsigned lane)
{
    unsigned sum = 0;
    for (unsigned roll = 0; roll < rolls; roll++) {
        const uint32_t bits = choice[roll] >> lane;
        sum |= ((bits & 1) | (bits >> (ZM_RACE_LANES - 1) & 2)) << 2 * roll;
    }
    return (uint16_t)sum;
}

/* The choices by pair of sides, and to where the values are. */
static zm_status tell_device(runners *r, unsigned agent, zm_pairing p)
{
    const uint32_t others = r->board.sides[p.other].sides, sides = r->board.sides[p.mover].sides;
    const unsigned rolls = r->board.block.rolls;
    const uint64_t words = (uint64_t)sides * rolls;
    const uint32_t *choice = r->agent[agent].choice[p.mover][p.other];
    uint16_t *out;
    ZM_TRY(r->context, zm_alloc(r->context, &out, zm_race_device_places(r->device[agent], p), sizeof *out, "choices"));
#pragma omp parallel for num_threads((int)zm_threads(r->context)) schedule(dynamic, 16)
    for (uint32_t side = 0; side < sides; side++)
        for (uint32_t other = 0; other < others; other++)
            out[((uint64_t)(side / ZM_DEVICE_ROWS) * others + other) * ZM_DEVICE_ROWS + side % ZM_DEVICE_ROWS] =
                choice_of(choice + other / ZM_RACE_LANES * words + (uint64_t)side * rolls, rolls,
                          other % ZM_RACE_LANES);
    const zm_status status = zm_race_device_choose(r->device[agent], p, out);
    zm_release(r->context, out);
    forget_choice(&r->agent[agent], p);
    return status;
}

static zm_status open_devices(runners *r)
{
    const zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .engine = r->options->engine, .precision = r->options->precision);
    if (2 * r->board.block.rolls > 8 * sizeof(uint16_t))
        return zm_fail(r->context, ZM_BAD_INPUT, "%s has too many rolls for exact scores by the engine `%s`",
                       r->board.variant->game->name, zm_engine_name(o.engine));
    for (unsigned agent = 0; agent < r->agents; agent++)
        ZM_TRY(r->context, zm_race_device_open(&r->board, &o, &r->device[agent]));
    for (unsigned agent = 0; agent < r->agents; agent++)
        zm_race_device_plays(r->device[agent], r->device[r->agents == 1 ? agent : !agent], r->agent[agent].block.parts);
    return ZM_OK;
}

/* ---- a tier ---- */
static void sweep_pairing(const runners *r, unsigned agent, zm_pairing p, zm_sweep *last)
{
    if (r->device[agent])
        zm_race_device_sweep(r->device[agent], p, &last->widest, &last->changed);
    else
        zm_race_host_sweep(&r->agent[agent], p, last);
}

static void sweep_tier(void *arg, zm_sweep *last)
{
    const runners *r = arg;
    for (unsigned k = 0; k < r->pairings; k++) {
        const zm_pairing p = r->pairing[k], back = {p.other, p.mover};
        sweep_pairing(r, 0, p, last);
        if (r->agents == 2) /* who looks at what has just been found */
            sweep_pairing(r, 1, back, last);
    }
}

static zm_status begin_pairing(runners *r, unsigned agent, zm_pairing p)
{
    ZM_TRY(r->context,
           r->device[agent] ? zm_race_device_make(r->device[agent], p) : zm_race_host_make(&r->agent[agent], p));
    ZM_TRY(r->context, decide_pairing(r, agent, p));
    return r->device[agent] && r->agent[agent].choice[p.mover][p.other] ? tell_device(r, agent, p) : ZM_OK;
}

static zm_status begin_tier(runners *r)
{
    for (unsigned k = 0; k < r->pairings; k++)
        for (unsigned agent = 0; agent < r->agents; agent++)
            ZM_TRY(r->context, begin_pairing(r, agent, r->pairing[k]));
    return ZM_OK;
}

static zm_status iterate(runners *r, uint32_t tier, zm_exact *out)
{
    const zm_solve_options options = ZM_OPTIONS(zm_solve_options, .precision = r->options->precision);
    zm_solved solved = {0};
    const zm_bounds_job n = {.context = r->context,
                             .options = &options,
                             .tier = tier,
                             .tiers = r->board.tiers.count,
                             .states = r->board.tiers.size[tier],
                             .sweep = sweep_tier,
                             .arg = r,
                             .out = &solved};
    ZM_TRY(r->context, zm_narrow_bounds(&n));
    out->sweeps += solved.sweeps;
    out->updates += solved.updates * r->agents;
    return ZM_OK;
}

/* Values are only kept as long as they are needed: those of the last tier, and of the tier the games begin in. */
static void drop_unused(runners *r, uint32_t tier)
{
    const zm_tiers *t = &r->board.tiers;
    for (uint32_t i = 0; i <= tier; i++) {
        const bool kept = tier + 1 == t->count || i == r->start;
        for (unsigned agent = 0; agent < r->agents && t->last_user[i] <= tier && !kept; agent++)
            if (r->device[agent])
                zm_race_device_drop(r->device[agent], i);
            else
                zm_race_host_drop(&r->agent[agent], i);
        if (t->last_user[i] <= tier)
            zm_race_host_drop(&r->truth, i);
    }
}

static zm_status end_tier(runners *r, uint32_t tier)
{
    for (unsigned agent = 0; agent < r->agents; agent++) {
        if (r->device[agent])
            ZM_TRY(r->context, zm_race_device_close(r->device[agent], tier));
        for (unsigned k = 0; k < r->pairings; k++)
            forget_choice(&r->agent[agent], r->pairing[k]);
    }
    drop_unused(r, tier);
    return ZM_OK;
}

static zm_status read_table(void *arg, uint32_t tier, uint64_t from, uint64_t count, zm_odds *out)
{
    const runners *r = arg;
    return zm_table_read_odds_piece(r->context, r->table, tier, from, count, out);
}

static zm_status solve_tier(runners *r, uint32_t tier, zm_exact *out)
{
    if (zm_race_is_over(tier))
        return ZM_OK;
    r->pairings = zm_race_pairings(tier, r->pairing);
    if (r->asks)
        ZM_TRY(r->context, zm_race_host_restore(&r->truth, tier, read_table, r));
    ZM_TRY(r->context, begin_tier(r));
    if (tier + 1 == r->board.tiers.count)
        zm_race_host_close(&r->truth);
    ZM_TRY(r->context, iterate(r, tier, out));
    return end_tier(r, tier);
}

/* ---- all of it ---- */
static zm_status chance(const runners *r, unsigned agent, zm_interval *out)
{
    const unsigned who = r->agents == 1 ? 0 : agent;
    zm_odds odds;
    if (r->device[who])
        ZM_TRY(r->context, zm_race_device_odds(r->device[who], r->options->from, &odds));
    else
        odds = zm_race_host_odds(&r->agent[who], r->options->from);
    *out = (zm_interval){zm_odds_number(odds.lower), zm_odds_number(odds.upper)};
    return ZM_OK;
}

static unsigned most_steps(const zm_race_board *b)
{
    unsigned most = 1;
    for (uint32_t home = 1; home < b->homes; home++)
        for (uint64_t n = 0; n < (uint64_t)b->sides[home].sides * b->block.rolls; n++) {
            const unsigned count = b->sides[home].at[n + 1] - b->sides[home].at[n];
            most = count > most ? count : most;
        }
    return most;
}

static zm_status prepare(runners *r, const zm_variant *v)
{
    enum { TWELVE = 12 }; /* can be divided by any number of steps up to ZM_CHOICE_STEPS */
    uint32_t *room;
    ZM_TRY(r->context, zm_race_board_open(r->context, v, false, &r->board));
    if (most_steps(&r->board) > ZM_CHOICE_STEPS)
        return zm_fail(r->context, ZM_BAD_INPUT,
                       "%s: more than %d steps with a roll; ask for a precision finer than %g", v->game->name,
                       ZM_CHOICE_STEPS, FINEST);
    ZM_TRY(r->context, zm_alloc(r->context, &room, zm_race_room_bytes(&r->board), 1, "a phase of the iteration"));
    zm_race_host *const hosts[] = {&r->agent[0], &r->agent[1], &r->truth};
    for (unsigned i = 0; i < 3; i++) {
        zm_race_host_open(r->context, &r->board, hosts[i]);
        hosts[i]->room = room;
    }
    for (unsigned agent = 0; agent < 2; agent++) {
        r->agent[agent].against = r->agent[r->agents == 1 ? agent : !agent].values;
        r->agent[agent].block.parts = r->options->agent[agent].kind == ZM_RANDOM ? TWELVE : 0;
    }
    const zm_pairing from = zm_race_pair_of(&r->board, r->options->from).pairing;
    r->start = zm_race_tier_of(from.mover, from.other);
    return r->options->engine == ZM_ENGINE_CPU ? ZM_OK : open_devices(r);
}

static uint64_t places_of(const zm_race_board *b)
{
    uint64_t places = 0;
    for (uint32_t tier = 0; tier < b->tiers.count; tier++)
        places += zm_race_is_over(tier) ? 0 : b->tiers.size[tier];
    return places;
}

static zm_status solve(runners *r, const zm_variant *v, zm_exact *out)
{
    zm_status status = ZM_OK;
    ZM_TRY(r->context, prepare(r, v));
    zm_progress_begin(r->context, "iterating", places_of(&r->board));
    for (uint32_t tier = 0; status == ZM_OK && tier < r->board.tiers.count; tier++)
        status = solve_tier(r, tier, out);
    zm_progress_end(r->context);
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
    const zm_race *race = zm_quick_rules(v)->race;
    return o->precision >= FINEST && zm_is_race(v) && !(race->must_capture && race->must_capture(v)) &&
           is_understood(v, t, &o->agent[0]) && is_understood(v, t, &o->agent[1]) &&
           v->game->ended(v, o->from) == ZM_OPEN;
}

static void close(runners *r)
{
    for (unsigned agent = 0; agent < 2; agent++) {
        zm_race_device_free(r->device[agent]);
        zm_race_host_close(&r->agent[agent]);
    }
    zm_race_host_close(&r->truth);
    zm_release(r->context, r->truth.room);
    zm_race_board_close(&r->board);
    zm_release(r->context, r);
}

zm_status zm_exact_race(zm_context *c, const zm_variant *v, const zm_table *t, const zm_exact_options *o, zm_exact *out)
{
    const zm_agent *a = o->agent;
    const bool alike = a[0].kind == a[1].kind && a[0].policy == a[1].policy;
    runners *r;
    *out = (zm_exact){0};
    ZM_TRY(c, zm_alloc(c, &r, 1, sizeof *r, "a race"));
    *r = (runners){.context = c,
                   .options = o,
                   .agents = alike ? 1 : 2,
                   .asks = a[0].kind == ZM_PERFECT || a[1].kind == ZM_PERFECT,
                   .table = t};
    const zm_status status = solve(r, v, out);
    close(r);
    return status;
}
