/* exact.c: what two agents score against each other with dice, without playing a game. Races, where 1e-7 will do:
 * exact_race.c.
 *
 * Two ways of playing that are fixed make a Markov chain. With X to move in state s, the chance x(s) that X wins is the
 * mean over the rolls of what is behind X's move, and y(s) the same for Y:
 *     x(s) = sum over rolls of odds(roll) * (x(s') where the turn stays, 1 - y(s') where it passes),
 * s' being where X goes with the roll; a random agent goes everywhere alike. That is linear, and is solved as a game
 * is: tiers in order, each swept again and again in place, with a bound from below that begins at 0 and one from above
 * that begins at 1.
 *
 * WHY THE BOUNDS ARE BOUNDS. The right-hand side is monotone, so bounds that hold give bounds that hold, in whatever
 * order. All terms are at least 0 and a mean takes few operations, each off by a factor of 1 +- 2^-53 at most: the
 * lower bound times 1 - SLACK and the upper times 1 + SLACK hold for the reals too.
 *
 * The chain of a tier is written down once: a list of links, roll by roll, of each state (4 bytes a link). Threads
 * share a sweep out in phases of a fixed size: a phase sees what was there before it, so the numbers do not depend on
 * the threads. Memory: 32 bytes a place (16 when both play alike), 8 for the table where an agent needs it, and the
 * links of the largest tier: 4 bytes a roll and agent, of the random one 4 bytes a move. Cost: one expansion a state
 * and agent, then one look at each link a sweep. */
#include "exact.h"
#include "table/read/best_move.h"

#include "base/options.h"
#include "base/stop.h"
#include "game/expand.h"

#include <math.h>
#include <string.h>

#define SLACK 0x1p-46 /* a mean takes fewer than 2^6 operations a roll */

enum {
    CHUNK = 1024, /* states whose links lie together: what a thread takes at a time */
    PHASES = 24,  /* of a sweep, where there are chunks enough */
    MOST_WEIGHTS = 256,
    FEW = 1 << 16, /* states for which threads do not pay */
    STALL = 256,   /* sweeps after which intervals must have become narrower */
};

/* ---- links ---- */
#define PASSES (1u << 31) /* the other agent is to move there */
#define LAST (1u << 30)   /* of its roll */
#define TARGET (LAST - 1)
#define STAYS TARGET      /* the roll changes nothing and does not count */
#define OVER (TARGET - 1) /* the state has no links: its value is known */
#define MOST_PLACES (OVER - 1)

typedef struct chunk {
    uint32_t *link;
    uint32_t links;
    uint8_t *weights; /* by state: which of the chain's; NULL: all rolls are as likely */
} chunk;

typedef struct bounds {
    double lower, upper;
} bounds;

typedef struct chain {
    zm_context *context;
    const zm_variant *variant;
    const zm_game *rules;
    const zm_table *table;
    const zm_exact_options *options;
    zm_exact *out;
    unsigned agents; /* 1: both play alike */
    uint32_t tiers;
    uint64_t *first, places; /* the place of each tier's first state among all */
    zm_odds *truth; /* of all places, where an agent asks for the best move or the table says which places are states */
    uint64_t *best; /* the same by a table of best moves */
    bounds *value[2]; /* of all places, by agent to move */
    uint32_t weight[MOST_WEIGHTS][ZM_MAX_ROLLS];
    unsigned weight_count;
    /* The tier at hand. */
    uint32_t tier;
    uint64_t size, chunk_states, chunk_count;
    chunk *chunks[2];
    bounds *room; /* of a phase */
} chain;

static zm_odds odds_of(const void *arg, zm_pos state)
{
    const chain *k = arg;
    const zm_place at = k->rules->index->rank(k->variant, state);
    return k->truth[k->first[at.tier] + at.index];
}

/* ---- writing a tier's chain down ---- */
typedef struct writing { /* a thread's own */
    const chain *k;
    const zm_agent *agent;
    zm_move *move;
    uint32_t *link;
    uint64_t links, room;
    zm_status status;
} writing;

static void put_link(writing *w, uint32_t link)
{
    if (w->links == w->room) {
        const uint64_t room = 2 * w->room + 64;
        const zm_status status = zm_resize(w->k->context, &w->link, room, sizeof *w->link, "the moves of a game");
        if (status != ZM_OK) {
            w->status = status;
            return;
        }
        w->room = room;
    }
    w->link[w->links++] = link;
}

/* The link of a move; the turn's own state is told apart by whoever asks. */
static uint32_t link_of(const chain *k, zm_pos p, zm_move m, bool *same)
{
    bool passes;
    const zm_pos next = zm_rules_play(k->rules, k->variant, p, m, &passes);
    const zm_place at = k->rules->index->rank(k->variant, next);
    *same = !passes && zm_same(next, p);
    return (uint32_t)(k->first[at.tier] + at.index) | (passes ? PASSES : 0);
}

static unsigned best_of(const writing *w, zm_pos p, uint64_t place, unsigned roll, unsigned count)
{
    const chain *k = w->k;
    const unsigned bits = zm_move_bits(k->variant);
    if (k->best)
        return (unsigned)(k->best[place] >> roll * bits & zm_low_bits(bits));
    return zm_best_of(k->variant, p, w->move, count, odds_of, k);
}

static void write_roll(writing *w, zm_pos p, uint64_t place, unsigned roll)
{
    const chain *k = w->k;
    const unsigned count = k->rules->dice->moves(k->variant, p, roll, w->move);
    unsigned from = 0, to = count;
    bool same = false;
    if (w->agent->kind != ZM_RANDOM) {
        from = w->agent->kind == ZM_POLICY ? w->agent->policy->choose(k->variant, p, w->move, count)
                                           : best_of(w, p, place, roll, count);
        to = from + 1;
    }
    if (from >= count) {
        w->status = zm_fail(k->context, ZM_BAD_INPUT, "%s: an agent chooses move %u of %u", k->variant->game->name,
                            from + 1, count);
        return;
    }
    for (unsigned i = from; i < to; i++)
        put_link(w, link_of(k, p, w->move[i], &same) | (i + 1 == to ? LAST : 0));
    if (same && to == from + 1)
        w->link[w->links - 1] = STAYS | LAST;
}

static bounds bounds_of_end(zm_end end)
{
    const double value = end == ZM_WIN ? 1 : end == ZM_DRAW ? 0.5 : 0;
    return (bounds){value, value};
}

static void write_state(writing *w, unsigned agent, uint64_t index)
{
    const chain *k = w->k;
    const uint64_t place = k->first[k->tier] + index;
    bounds *value = &k->value[agent][place];
    *value = (bounds){0, 1};
    if (k->truth && !zm_is_odds(k->truth[place])) {
        put_link(w, OVER);
        *value = (bounds){0, 0};
        return;
    }
    const zm_pos p = k->rules->index->unrank(k->variant, (zm_place){k->tier, index});
    if (k->truth && k->variant->game->is_position && !k->variant->game->is_position(k->variant, p)) {
        w->status = zm_fail(k->context, ZM_CORRUPT, "the table has a state that is no position; run `zermelo verify`");
        return;
    }
    const zm_end end = k->rules->ended ? k->rules->ended(k->variant, p) : ZM_OPEN;
    if (end != ZM_OPEN) {
        put_link(w, OVER);
        *value = bounds_of_end(end);
        return;
    }
    for (unsigned roll = 0; roll < k->rules->dice->rolls && w->status == ZM_OK; roll++)
        write_roll(w, p, place, roll);
}

/* The number of these weights in the chain's list; one that is new is added. */
static unsigned number_of(chain *k, const uint32_t *weight)
{
    const size_t bytes = k->rules->dice->rolls * sizeof *weight;
    unsigned i = 0;
    while (i < k->weight_count && memcmp(k->weight[i], weight, bytes))
        i++;
    if (i == k->weight_count && i < MOST_WEIGHTS)
        memcpy(k->weight[k->weight_count++], weight, bytes);
    return i;
}

static zm_status write_weights(chain *k, uint64_t from, uint64_t to, chunk *out)
{
    if (!k->rules->dice->odds)
        return ZM_OK;
    if (!out->weights)
        ZM_TRY(k->context, zm_alloc(k->context, &out->weights, to - from, 1, "the odds of the rolls"));
    unsigned number = MOST_WEIGHTS;
    for (uint64_t i = from; i < to; i++) {
        uint32_t weight[ZM_MAX_ROLLS];
        const zm_pos p = k->rules->index->unrank(k->variant, (zm_place){k->tier, i});
        if ((k->truth && !zm_is_odds(k->truth[k->first[k->tier] + i])) ||
            (k->rules->ended && k->rules->ended(k->variant, p) != ZM_OPEN))
            continue;
        k->rules->dice->odds(k->variant, p, weight);
        if (number == MOST_WEIGHTS || memcmp(k->weight[number], weight, k->rules->dice->rolls * sizeof *weight)) {
#pragma omp critical(zm_exact_weights)
            number = number_of(k, weight);
        }
        if (number == MOST_WEIGHTS)
            return zm_fail(k->context, ZM_BAD_INPUT, "%s: its rolls have more than %d different odds",
                           k->variant->game->name, MOST_WEIGHTS);
        out->weights[i - from] = (uint8_t)number;
    }
    return ZM_OK;
}

static void write_chunk(chain *k, unsigned agent, uint64_t number, writing *w)
{
    chunk *out = &k->chunks[agent][number];
    const uint64_t from = number * k->chunk_states;
    const uint64_t to = k->size - from < k->chunk_states ? k->size : from + k->chunk_states;
    w->agent = &k->options->agent[agent];
    w->links = 0;
    for (uint64_t i = from; i < to && w->status == ZM_OK; i++)
        write_state(w, agent, i);
    if (w->status == ZM_OK && w->links)
        w->status = zm_alloc(k->context, &out->link, w->links, sizeof *out->link, "the moves of a game");
    if (w->status == ZM_OK)
        w->status = write_weights(k, from, to, out);
    if (w->status != ZM_OK)
        return;
    memcpy(out->link, w->link, w->links * sizeof *out->link);
    out->links = (uint32_t)w->links;
}

static int threads_for(const chain *k) { return k->size < FEW ? 1 : (int)zm_threads(k->context); }

static zm_status write_tier(chain *k)
{
    zm_status failed = ZM_OK;
    for (unsigned agent = 0; agent < k->agents; agent++)
        ZM_TRY(k->context,
               zm_alloc(k->context, &k->chunks[agent], k->chunk_count, sizeof **k->chunks, "the moves of a game"));
#pragma omp parallel num_threads(threads_for(k))
    {
        writing w = {.k = k};
        w.status = zm_alloc(k->context, &w.move, ZM_MAX_MOVES, sizeof *w.move, "the moves of a position");
#pragma omp for schedule(dynamic, 1)
        for (uint64_t i = 0; i < k->agents * k->chunk_count; i++) {
            if (w.status == ZM_OK)
                w.status = zm_check_stop(k->context);
            if (w.status == ZM_OK)
                write_chunk(k, (unsigned)(i / k->chunk_count), i % k->chunk_count, &w);
        }
        if (w.status != ZM_OK) {
#pragma omp atomic write
            failed = w.status;
        }
        zm_release(k->context, w.link);
        zm_release(k->context, w.move);
    }
    return failed;
}

static void drop_tier(chain *k)
{
    for (unsigned agent = 0; agent < k->agents; agent++) {
        for (uint64_t i = 0; k->chunks[agent] && i < k->chunk_count; i++) {
            zm_release(k->context, k->chunks[agent][i].link);
            zm_release(k->context, k->chunks[agent][i].weights);
        }
        zm_release(k->context, k->chunks[agent]);
        k->chunks[agent] = NULL;
    }
    zm_release(k->context, k->room);
    k->room = NULL;
}

/* ---- a sweep ---- */
/* What is behind the links of one roll: their mean. */
static inline const uint32_t *mean_of(const chain *k, const bounds *own, const bounds *other, const uint32_t *at,
                                      bounds *out)
{
    double lower = 0, upper = 0, count = 0;
    uint32_t link;
    (void)k;
    do {
        link = *at++;
        const uint32_t target = link & TARGET;
        const bounds v = link & PASSES ? (bounds){1 - other[target].upper, 1 - other[target].lower} : own[target];
        lower += v.lower;
        upper += v.upper;
        count++;
    } while (!(link & LAST));
    *out = count == 1 ? (bounds){lower, upper} : (bounds){lower / count, upper / count};
    return at;
}

static bounds rounded(double lower, double upper, double weight)
{
    const bounds b = {lower / weight * (1 - SLACK), upper / weight * (1 + SLACK)};
    return (bounds){b.lower, b.upper < 1 ? b.upper : 1};
}

static const uint32_t *value_of(const chain *k, unsigned agent, const uint32_t *at, const uint32_t *weight, bounds *out)
{
    const bounds *own = k->value[agent], *other = k->value[agent ^ (k->agents - 1)];
    double lower = 0, upper = 0, all = 0;
    for (unsigned roll = 0; roll < k->rules->dice->rolls; roll++) {
        const double w = weight ? weight[roll] : 1;
        bounds mean;
        if ((*at & TARGET) == STAYS) {
            at++;
            continue;
        }
        at = mean_of(k, own, other, at, &mean);
        lower += w * mean.lower;
        upper += w * mean.upper;
        all += w;
    }
    *out = all > 0 ? rounded(lower, upper, all) : (bounds){0, 1}; /* it comes back for ever: nothing is known of it */
    return at;
}

static double sweep_chunk(const chain *k, unsigned agent, uint64_t number, bounds *out)
{
    const chunk *c = &k->chunks[agent][number];
    const bounds *old = k->value[agent] + k->first[k->tier] + number * k->chunk_states;
    double widest = 0;
    uint64_t i = 0;
    for (const uint32_t *at = c->link, *end = c->link + c->links; at < end; i++) {
        if (*at == OVER) {
            out[i] = old[i];
            at++;
            continue;
        }
        at = value_of(k, agent, at, c->weights ? k->weight[c->weights[i]] : NULL, &out[i]);
        /* In exact numbers bounds only become narrower; what rounding widens is not taken. */
        out[i].lower = out[i].lower > old[i].lower ? out[i].lower : old[i].lower;
        out[i].upper = out[i].upper < old[i].upper ? out[i].upper : old[i].upper;
        const double width = out[i].upper - out[i].lower;
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void put_back(const chain *k, unsigned agent, uint64_t number, const bounds *from)
{
    const uint64_t first = number * k->chunk_states;
    const uint64_t count = k->size - first < k->chunk_states ? k->size - first : k->chunk_states;
    memcpy(k->value[agent] + k->first[k->tier] + first, from, count * sizeof *from);
}

static uint64_t phase_of(const chain *k) { return (k->chunk_count + PHASES - 1) / PHASES; }

/* The widest interval there is after it. Both agents' chunks of the same states make a phase. */
static double sweep(const chain *k)
{
    const uint64_t chunks = k->chunk_count, phase = phase_of(k);
    double widest = 0;
#pragma omp parallel num_threads(threads_for(k)) reduction(max : widest)
    for (uint64_t from = 0; from < chunks; from += phase) {
        const uint64_t count = (chunks - from < phase ? chunks - from : phase) * k->agents;
#pragma omp for schedule(dynamic, 1)
        for (uint64_t i = 0; i < count; i++) {
            const double wide =
                sweep_chunk(k, (unsigned)(i % k->agents), from + i / k->agents, k->room + i * k->chunk_states);
            widest = wide > widest ? wide : widest;
        }
#pragma omp for schedule(static)
        for (uint64_t i = 0; i < count; i++)
            put_back(k, (unsigned)(i % k->agents), from + i / k->agents, k->room + i * k->chunk_states);
    }
    return widest;
}

/* ---- a tier ---- */
/* Those that others rest on must be narrower than theirs. */
static double wanted(const chain *k)
{
    const double narrowest = 1e-12; /* than which rounding leaves nothing */
    const double precision = k->options->precision > narrowest ? k->options->precision : narrowest;
    return precision * (1 + (double)(k->tier + 1) / k->tiers) / 2;
}

static zm_status never_ends(const chain *k)
{
    return zm_fail(k->context, ZM_BAD_INPUT,
                   "the bounds do not come closer: ask for a coarser precision, or these two need not come to an end");
}

static zm_status iterate(chain *k)
{
    const double want = wanted(k);
    double widest = 1, before = 2;
    for (uint64_t sweeps = 1; widest > want; sweeps++) {
        ZM_TRY(k->context, zm_check_stop(k->context));
        widest = sweep(k);
        k->out->sweeps++;
        k->out->updates += k->size * k->agents;
        if (sweeps % STALL == 0) {
            if (widest > before * 0.999)
                return never_ends(k);
            before = widest;
        }
    }
    return ZM_OK;
}

static zm_status solve_tier(chain *k, uint32_t tier)
{
    k->tier = tier;
    k->size = k->rules->index->tier_size(k->variant, tier);
    /* A small tier has small chunks, so that a sweep has phases enough to be one in place. */
    k->chunk_states = k->size / (PHASES * 4) < 1 ? 1 : k->size / (PHASES * 4) < CHUNK ? k->size / (PHASES * 4) : CHUNK;
    k->chunk_count = (k->size + k->chunk_states - 1) / k->chunk_states;
    if (k->truth)
        ZM_TRY(k->context, zm_table_read_odds(k->context, k->table, tier, k->truth + k->first[tier]));
    if (k->best)
        ZM_TRY(k->context, zm_table_read_moves(k->context, k->table, tier, k->best + k->first[tier]));
    ZM_TRY(k->context, zm_alloc(k->context, &k->room, k->agents * phase_of(k) * k->chunk_states, sizeof *k->room,
                                "a phase of the iteration"));
    zm_status status = write_tier(k);
    if (status == ZM_OK)
        status = iterate(k);
    drop_tier(k);
    zm_progress_add(k->context, k->size);
    return status;
}

/* ---- all of it ---- */
static bool plays_alike(const zm_agent *a, const zm_agent *b) { return a->kind == b->kind && a->policy == b->policy; }

static zm_status check(const chain *k)
{
    const zm_game *r = k->rules;
    const char *name = k->variant->game->name;
    if (!r->dice->rolls || !r->index->rank || !r->index->unrank || !r->index->tiers || !r->index->tier_size)
        return zm_fail(k->context, ZM_BAD_INPUT, "%s has no %s: exact scores are for games with dice and an index",
                       name, r->dice->rolls ? "index" : "dice");
    for (unsigned i = 0; i < 2; i++) {
        const zm_agent_kind kind = k->options->agent[i].kind;
        if (kind != ZM_PERFECT && kind != ZM_RANDOM && kind != ZM_POLICY)
            return zm_fail(k->context, ZM_BAD_INPUT,
                           "exact scores are of perfect, random and the policies of a game, not of %s",
                           zm_agent_name(kind));
        if (kind == ZM_PERFECT && !k->table)
            return zm_fail(k->context, ZM_BAD_INPUT, "the agent %s needs a table", zm_agent_name(kind));
    }
    if (!r->index->all_reachable && !(k->table && zm_table_dice(k->table)))
        return zm_fail(k->context, ZM_BAD_INPUT,
                       "%s: exact scores need its table of probabilities, which says what play reaches", name);
    return ZM_OK;
}

static zm_status lay_out(chain *k)
{
    const bool asks = k->options->agent[0].kind == ZM_PERFECT || k->options->agent[1].kind == ZM_PERFECT;
    k->tiers = k->rules->index->tiers(k->variant);
    ZM_TRY(k->context, zm_alloc(k->context, &k->first, k->tiers, sizeof *k->first, "the list of tiers"));
    for (uint32_t tier = 0; tier < k->tiers; tier++) {
        k->first[tier] = k->places;
        k->places += k->rules->index->tier_size(k->variant, tier);
    }
    if (k->places > MOST_PLACES)
        return zm_fail(k->context, ZM_NO_MEMORY, "%s: %llu places are too many for exact scores (at most %u)",
                       k->variant->game->name, (unsigned long long)k->places, MOST_PLACES);
    for (unsigned agent = 0; agent < k->agents; agent++)
        ZM_TRY(k->context, zm_alloc(k->context, &k->value[agent], k->places, sizeof **k->value, "probabilities"));
    if (asks && zm_table_moves(k->table))
        return zm_alloc(k->context, &k->best, k->places, sizeof *k->best, "the moves of a table");
    if (asks || !k->rules->index->all_reachable)
        ZM_TRY(k->context, zm_alloc(k->context, &k->truth, k->places, sizeof *k->truth, "the values of a table"));
    return ZM_OK;
}

static zm_status solve(chain *k)
{
    zm_status status = ZM_OK;
    ZM_TRY(k->context, check(k));
    ZM_TRY(k->context, lay_out(k));
    zm_progress_begin(k->context, "iterating", k->places);
    for (uint32_t tier = 0; status == ZM_OK && tier < k->tiers; tier++)
        status = solve_tier(k, tier);
    zm_progress_end(k->context);
    ZM_TRY(k->context, status);
    const zm_place at = k->rules->index->rank(k->variant, zm_state_of(k->variant, k->options->from));
    for (unsigned agent = 0; agent < 2; agent++) {
        const bounds b = k->value[k->agents == 1 ? 0 : agent][k->first[at.tier] + at.index];
        k->out->wins[agent] = (zm_interval){b.lower, b.upper};
    }
    return ZM_OK;
}

zm_status zm_arena_exact_by_rules(zm_context *c, const zm_variant *v, const zm_table *t, const zm_exact_options *o,
                                  zm_exact *out)
{
    chain *k;
    if (o->engine != ZM_ENGINE_CPU)
        return zm_fail(c, ZM_BAD_INPUT,
                       "the engine `%s` finds exact scores of races alone, and with a precision of 1e-7 or coarser",
                       zm_engine_name(o->engine));
    ZM_TRY(c, zm_alloc(c, &k, 1, sizeof *k, "a chain"));
    *out = (zm_exact){0};
    *k = (chain){.context = c, .variant = v, .rules = v->game, .table = t, .options = o, .out = out};
    k->agents = plays_alike(&o->agent[0], &o->agent[1]) ? 1 : 2;
    zm_status status = solve(k);
    for (unsigned agent = 0; agent < 2; agent++)
        zm_release(c, k->value[agent]);
    zm_release(c, k->truth);
    zm_release(c, k->best);
    zm_release(c, k->first);
    zm_release(c, k);
    return status;
}

zm_status zm_arena_exact(zm_context *c, const zm_variant *v, const zm_table *t, const zm_exact_options *options,
                         zm_exact *out)
{
    ZM_TAKE_OPTIONS(c, zm_exact_options, options, o);
    return zm_exact_is_race(v, t, &o) ? zm_exact_race(c, v, t, &o, out) : zm_arena_exact_by_rules(c, v, t, &o, out);
}
