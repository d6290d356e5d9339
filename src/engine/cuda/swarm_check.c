/* swarm_check.c: some states computed anew on the CPU, by the rules themselves, from what the device says of their successors. It shares
 * nothing with the kernels: neither ranks of placements nor sets of squares, and chains of jumps are followed to their ends.
 *
 * Such a chain leads many layers down, and of those the device does not keep what is asked. So everything that is to be asked
 * is listed before, and every layer answers when it is solved. */
#include "swarm.h"

#include "base/context.h"
#include "base/stop.h"
#include "game/expand.h"

enum {
    SAMPLE = 1 << 17,
    ONE_IN = 1 << 6, /* of a small game: fewer */
    ASKED = 32,      /* about a state and its successors, on average at most; the last state may bring more */
    SHARES = 16,     /* side by side, at most */
};

/* From every tier at least one, of large ones as many as is their share. */
static uint64_t share(const zm_tiers *t, uint32_t tier)
{
    const uint64_t sample = t->places / ONE_IN < SAMPLE ? t->places / ONE_IN : SAMPLE;
    return t->size[tier] ? 1 + (uint64_t)((double)sample * (double)t->size[tier] / (double)t->places) : 0;
}

/* For every step-th tier. */
static uint64_t room_for(const zm_tiers *t, uint32_t first, uint32_t step)
{
    uint64_t states = 0;
    for (uint32_t i = first; i < t->count; i += step)
        states += share(t, i);
    return states * ASKED + ZM_MAX_MOVES + 1;
}

static unsigned samples_for(const zm_context *c) { return zm_threads(c) < SHARES ? zm_threads(c) : SHARES; }

/* Twice: a layer's questions are put next to each other. */
uint64_t zm_swarm_device_check_bytes(const zm_context *c, const zm_tiers *t)
{
    const uint64_t n = samples_for(c);
    const uint64_t room = room_for(t, 0, 1) + (n - 1) * (ZM_MAX_MOVES + 1);
    return 2 * room * sizeof(zm_swarm_ask) + n * (sizeof(zm_swarm_sample) + ZM_MAX_MOVES * sizeof(zm_move));
}

static const zm_hunt *hunt_of(const zm_swarm_device *d) { return d->chase->variant->game->rules.hunt; }

/* ---- one state ---- */
/* Where too few are left nothing is asked: the game has ended. */
static void ask(const zm_swarm_device *d, zm_swarm_sample *sample, zm_pos p)
{
    const zm_variant *v = d->chase->variant;
    const zm_rules *r = &v->game->rules;
    const zm_place at = r->rank(v, p);
    const zm_chase_spot s = zm_chase_spot_at(d->chase, d->tiers, at);
    zm_swarm_ask a = {.placement = s.many, .square = (uint8_t)s.square, .lone = s.lone_to_move};
    if (hunt_of(d)->few(v, at.tier))
        a.value = r->ended ? zm_end_value(r->ended(v, p)) : (zm_value)ZM_NONE;
    else
        a.layer = (uint8_t)zm_count_bits(s.many);
    sample->ask[sample->count++] = a;
}

static const zm_swarm_ask *answer(const zm_swarm_device *d, zm_swarm_sample *s, zm_pos p)
{
    static const zm_swarm_ask none = {.value = ZM_NONE};
    if (!s->asking)
        return &s->ask[s->next++];
    ask(d, s, p);
    return &none;
}

/* False: it contradicts its successors. While questions are listed, never. */
static bool agrees(const zm_swarm_device *d, zm_swarm_sample *s, zm_pos p)
{
    const zm_variant *v = d->chase->variant;
    const zm_rules *r = &v->game->rules;
    unsigned count;
    const zm_swarm_ask *said = answer(d, s, p);
    const zm_end end = zm_rules_moves(r, v, p, s->moves, &count);
    zm_value best = end == ZM_OPEN ? (zm_value)ZM_NONE : zm_end_value(end);
    s->whole += said->whole;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        const zm_pos next = zm_rules_play(r, v, p, s->moves[i], &passes);
        const zm_value value = zm_before_move(answer(d, s, next)->value, passes);
        best = value > best ? value : best;
    }
    return s->asking || said->value == (d->job.distances ? best : zm_wdl(best));
}

/* ---- many ---- */
static uint64_t random_below(uint64_t *seed, uint64_t n) /* splitmix64 */
{
    uint64_t x = *seed += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (x ^ (x >> 31)) % n;
}

/* Positions that could be states. Only those of which the placement is reached on all squares are counted as such: others are computed too, and
 * their values must hold as well. */
static zm_status visit_tier(const zm_swarm_device *d, zm_swarm_sample *s, uint32_t tier, uint64_t *left)
{
    const zm_variant *v = d->chase->variant;
    const zm_rules *r = &v->game->rules;
    uint64_t seed = tier;
    for (uint64_t n = share(d->tiers, tier); n && *left; n--) {
        const zm_place at = {tier, random_below(&seed, d->tiers->size[tier])};
        if (!zm_rules_is_state(r, v, at))
            continue;
        if (s->asking && s->count + ZM_MAX_MOVES + 1 > s->room)
            return ZM_OK;
        if (!agrees(d, s, r->unrank(v, at)))
            return zm_fail(d->context, ZM_WRONG, "tier %u: the engine's value of a state contradicts its successors",
                           tier);
        --*left;
        s->states += s->asking;
    }
    return ZM_OK;
}

static zm_status visit_share(const zm_swarm_device *d, zm_swarm_sample *s)
{
    uint64_t left = s->asking ? UINT64_MAX : s->states;
    for (uint32_t i = s->first; i < d->tiers->count; i += s->step) {
        if (hunt_of(d)->few(d->chase->variant, i))
            continue;
        ZM_TRY(d->context, zm_check_stop(d->context));
        ZM_TRY(d->context, visit_tier(d, s, i, &left));
    }
    return ZM_OK;
}

static zm_status visit(const zm_swarm_device *d)
{
    zm_status status = ZM_OK;
#pragma omp parallel for num_threads((int)d->samples) schedule(static, 1)
    for (unsigned i = 0; i < d->samples; i++) {
        const zm_status mine = visit_share(d, &d->sample[i]);
        if (mine != ZM_OK)
#pragma omp critical(zm_swarm_check)
            status = mine;
    }
    return status;
}

zm_status zm_swarm_sample_choose(zm_swarm_device *d)
{
    zm_context *c = d->context;
    const unsigned count = samples_for(c);
    ZM_TRY(c, zm_alloc(c, &d->sample, count, sizeof *d->sample, "a sample"));
    d->samples = count;
    for (unsigned i = 0; i < count; i++) {
        zm_swarm_sample *s = &d->sample[i];
        *s = (zm_swarm_sample){.first = i, .step = count, .room = room_for(d->tiers, i, count), .asking = true};
        ZM_TRY(c, zm_alloc(c, &s->ask, s->room, sizeof *s->ask, "a sample"));
        ZM_TRY(c, zm_alloc(c, &s->moves, ZM_MAX_MOVES, sizeof *s->moves, "a sample"));
    }
    return visit(d);
}

zm_status zm_swarm_sample_check(zm_swarm_device *d, uint64_t *checked)
{
    for (unsigned i = 0; i < d->samples; i++) {
        d->sample[i].asking = false;
        d->sample[i].next = d->sample[i].whole = 0;
    }
    const zm_status status = visit(d);
    for (unsigned i = 0; i < d->samples; i++)
        *checked += d->sample[i].whole;
    return status;
}

void zm_swarm_sample_free(zm_swarm_device *d)
{
    for (unsigned i = 0; i < d->samples; i++) {
        zm_release(d->context, d->sample[i].ask);
        zm_release(d->context, d->sample[i].moves);
    }
    zm_release(d->context, d->sample);
}

/* ---- what a layer answers ---- */
/* The questions of a share about it, taken out of the list or put back into it; how many they are. */
static uint64_t pick(zm_swarm_sample *s, unsigned layer, zm_swarm_ask *picked, bool back)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < s->count; i++) {
        if (s->ask[i].layer != layer)
            continue;
        if (picked && back)
            s->ask[i] = picked[n];
        else if (picked)
            picked[n] = s->ask[i];
        n++;
    }
    return n;
}

static uint64_t pick_all(zm_swarm_device *d, zm_swarm_ask *picked, bool back)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < d->samples; i++)
        n += pick(&d->sample[i], d->job.layer, picked ? picked + n : NULL, back);
    return n;
}

static zm_status answer_there(zm_swarm_device *d, zm_swarm_ask *picked, uint64_t count)
{
    zm_swarm *j = &d->job;
    const uint64_t bytes = count * sizeof *picked;
    void *block;
    ZM_TRY(d->context, zm_swarm_device_say(d, d->device->take(&block, bytes)));
    j->ask = block; /* given back with the device, should something fail */
    ZM_TRY(d->context, zm_swarm_device_say(d, d->device->put(j->ask, picked, bytes)));
    j->from = 0;
    j->to = count;
    ZM_TRY(d->context, zm_swarm_device_say(d, d->swarmer->start(ZM_SWARM_ANSWER, j)));
    ZM_TRY(d->context, zm_swarm_device_say(d, d->device->get(picked, j->ask, bytes)));
    d->device->give(j->ask);
    j->ask = NULL;
    return ZM_OK;
}

zm_status zm_swarm_sample_answer(zm_swarm_device *d)
{
    const uint64_t count = pick_all(d, NULL, false);
    zm_swarm_ask *picked;
    if (!count)
        return ZM_OK;
    ZM_TRY(d->context, zm_alloc(d->context, &picked, count, sizeof *picked, "a sample"));
    pick_all(d, picked, false);
    const zm_status status = answer_there(d, picked, count);
    if (status == ZM_OK)
        pick_all(d, picked, true);
    zm_release(d->context, picked);
    return status;
}
