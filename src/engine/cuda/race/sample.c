/* sample.c: some states of a tier recomputed on the CPU, by the rules themselves, from what the device says of their
 * successors. It shares nothing with the kernels: no tables of steps, no places for captures, no sums. A bound is right
 * when those of the successors give one that is as good or better. */
#include "race.h"

#include "base/context.h"
#include "base/random.h"

enum { BATCH = 1 << 12 }; /* states at once */

typedef struct checking {
    zm_race_device *device;
    const zm_variant *variant;
    zm_race_gpu_spot *spot;
    zm_odds *odds;  /* what is there */
    uint64_t next;  /* of spots or odds */
    bool asking;    /* first all spots are asked for, then the odds are read in the same order */
    double allowed; /* with one vector: how much a state may be off */
} checking;

/* ---- values of positions ---- */
static zm_race_gpu_spot spot_of(const zm_race_device *d, zm_pos p)
{
    const zm_race_pair at = zm_race_pair_of(d->board, p);
    const zm_race_values *values = &d->values[at.pairing.mover][at.pairing.other];
    const uint64_t place = zm_race_gpu_place(at.side, d->board->sides[at.pairing.other].sides, at.other);
    if (!values->open)
        return (zm_race_gpu_spot){values->lower + place, NULL, values->width ? values->width + place : NULL};
    const uint32_t *words = values->open + place * d->words;
    return (zm_race_gpu_spot){words, d->words == 2 ? words + 1 : NULL, NULL};
}

static zm_status gather(zm_race_device *d, const zm_race_gpu_spot *spot, uint64_t count, zm_odds *out)
{
    const zm_device_gathered g = {
        .spot = spot, .out = out, .count = count, .spot_bytes = sizeof *spot, .out_bytes = sizeof *out};
    return zm_device_gather(d->device, d->runner->fetch_odds, &g);
}

zm_status zm_race_device_odds(zm_race_device *d, zm_pos p, zm_odds *out)
{
    const zm_race_gpu_spot spot = spot_of(d, p);
    return gather(d, &spot, 1, out);
}

static zm_odds odds_of(checking *c, zm_pos p)
{
    const zm_end end = c->variant->game->ended(c->variant, p);
    if (end != ZM_OPEN)
        return end == ZM_WIN ? (zm_odds){ZM_CERTAIN, ZM_CERTAIN} : (zm_odds){0, 0};
    if (!c->asking)
        return c->odds[c->next++];
    c->spot[c->next++] = spot_of(c->device, p);
    return (zm_odds){0, ZM_CERTAIN};
}

/* ---- one state ---- */
/* The best of a roll; false when all it leads to is the state itself, so that the other rolls decide. */
static bool best_of(checking *c, zm_pos p, unsigned roll, zm_odds *best)
{
    const zm_game *g = c->variant->game;
    zm_move moves[ZM_RACE_STEPS];
    const unsigned count = g->roll_moves(c->variant, p, roll, moves);
    bool moved = false;
    *best = (zm_odds){0, 0};
    for (unsigned i = 0; i < count; i++) {
        const zm_pos next = g->play(c->variant, p, moves[i]);
        if (zm_same(next, p))
            continue;
        zm_odds o = odds_of(c, next);
        if ((next.hi ^ p.hi) & ZM_TURN_BIT)
            o = zm_odds_against(o);
        best->lower = o.lower > best->lower ? o.lower : best->lower;
        best->upper = o.upper > best->upper ? o.upper : best->upper;
        moved = true;
    }
    return moved;
}

/* Is what is said of it no better than what its successors give? */
static bool agrees(checking *c, zm_pos p)
{
    const zm_game *g = c->variant->game;
    const zm_odds said = odds_of(c, p);
    uint32_t weight[ZM_MAX_ROLLS];
    uint64_t lower = 0, upper = 0, total = 0;
    for (unsigned roll = 0; roll < g->rolls; roll++)
        weight[roll] = 1;
    if (g->odds)
        g->odds(c->variant, p, weight);
    for (unsigned roll = 0; roll < g->rolls; roll++) {
        zm_odds best;
        if (!best_of(c, p, roll, &best))
            continue;
        lower += (uint64_t)best.lower * weight[roll];
        upper += (uint64_t)best.upper * weight[roll];
        total += weight[roll];
    }
    if (c->asking || !total)
        return true;
    if (c->device->words == 2)
        return lower / total >= said.lower && (upper + total - 1) / total <= said.upper;
    const double off = (double)lower / (double)total - (double)said.lower;
    return (off < 0 ? -off : off) <= c->allowed;
}

/* ---- many ---- */
/* The seed is the same for both rounds, so that the states are. */
static bool visit(checking *c, uint32_t tier, uint64_t count, uint64_t seed, bool asking)
{
    const uint64_t size = zm_race_tier_size(c->variant, tier);
    bool right = true;
    c->asking = asking;
    c->next = 0;
    for (uint64_t i = 0; i < count && right; i++)
        right = agrees(c, zm_race_unrank(c->variant, (zm_place){tier, zm_any_below(&seed, size)}));
    return right;
}

static zm_status check_batches(checking *c, uint32_t tier, uint64_t count)
{
    zm_context *context = c->device->context;
    for (uint64_t from = 0; from < count; from += BATCH) {
        const uint64_t batch = count - from < BATCH ? count - from : BATCH, seed = (uint64_t)tier << 40 ^ from;
        visit(c, tier, batch, seed, true);
        ZM_TRY(context, gather(c->device, c->spot, c->next, c->odds));
        if (!visit(c, tier, batch, seed, false))
            return zm_fail(context, ZM_WRONG, "tier %u: the engine's value of a state contradicts its successors",
                           tier);
    }
    return ZM_OK;
}

/* Values that a batch asks for at most. */
static uint64_t spots_of(const zm_variant *v) { return (uint64_t)BATCH * (v->game->rolls * ZM_RACE_STEPS + 1); }

uint64_t zm_race_device_check_bytes(const zm_variant *v)
{
    return spots_of(v) * (sizeof(zm_race_gpu_spot) + sizeof(zm_odds));
}

zm_status zm_race_device_check(zm_race_device *d, uint32_t tier, uint64_t count)
{
    const zm_variant *v = d->board->variant;
    const uint64_t spots = spots_of(v);
    checking c = {.device = d, .variant = v, .allowed = 4 * d->precision * ZM_CERTAIN + 4};
    ZM_TRY(d->context, zm_alloc(d->context, &c.spot, spots, sizeof *c.spot, "a sample"));
    zm_status s = zm_alloc(d->context, &c.odds, spots, sizeof *c.odds, "a sample");
    if (s == ZM_OK)
        s = check_batches(&c, tier, count);
    zm_release(d->context, c.spot);
    zm_release(d->context, c.odds);
    return s;
}
