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
};

/* From every tier at least one, of large ones as many as is their share. */
static uint64_t share(const zm_tiers *t, uint32_t tier)
{
    const uint64_t sample = t->places / ONE_IN < SAMPLE ? t->places / ONE_IN : SAMPLE;
    return t->size[tier] ? 1 + (uint64_t)((double)sample * (double)t->size[tier] / (double)t->places) : 0;
}

static uint64_t room_for(const zm_tiers *t)
{
    uint64_t states = 0;
    for (uint32_t i = 0; i < t->count; i++)
        states += share(t, i);
    return states * ASKED + ZM_MAX_MOVES + 1;
}

uint64_t zm_swarm_device_check_bytes(const zm_tiers *t)
{
    return 2 * room_for(t) * sizeof(zm_swarm_ask) + ZM_MAX_MOVES * sizeof(zm_move);
}

static const zm_hunt *hunt_of(const zm_swarm_device *d) { return d->chase->variant->game->rules.hunt; }

/* ---- one state ---- */
/* Where too few are left nothing is asked: the game has ended. */
static void ask(zm_swarm_device *d, zm_pos p)
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
    d->sample.ask[d->sample.count++] = a;
}

static const zm_swarm_ask *answer(zm_swarm_device *d, zm_pos p)
{
    static const zm_swarm_ask none = {.value = ZM_NONE};
    if (!d->sample.asking)
        return &d->sample.ask[d->sample.next++];
    ask(d, p);
    return &none;
}

/* False: it contradicts its successors. While questions are listed, never. */
static bool agrees(zm_swarm_device *d, zm_pos p, bool *whole)
{
    const zm_variant *v = d->chase->variant;
    const zm_rules *r = &v->game->rules;
    unsigned count;
    const zm_swarm_ask *said = answer(d, p);
    const zm_end end = zm_rules_moves(r, v, p, d->sample.moves, &count);
    zm_value best = end == ZM_OPEN ? (zm_value)ZM_NONE : zm_end_value(end);
    *whole = said->whole;
    for (unsigned i = 0; i < count; i++) {
        bool passes;
        const zm_pos next = zm_rules_play(r, v, p, d->sample.moves[i], &passes);
        const zm_value value = zm_before_move(answer(d, next)->value, passes);
        best = value > best ? value : best;
    }
    return d->sample.asking || said->value == (d->job.distances ? best : zm_wdl(best));
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
static zm_status visit_tier(zm_swarm_device *d, uint32_t tier, uint64_t *left, uint64_t *checked)
{
    const zm_variant *v = d->chase->variant;
    const zm_rules *r = &v->game->rules;
    zm_swarm_sample *s = &d->sample;
    uint64_t seed = tier;
    for (uint64_t n = share(d->tiers, tier); n && *left; n--) {
        const zm_place at = {tier, random_below(&seed, d->tiers->size[tier])};
        bool whole;
        if (!zm_rules_is_state(r, v, at))
            continue;
        if (s->asking && s->count + ZM_MAX_MOVES + 1 > s->room)
            return ZM_OK;
        if (!agrees(d, r->unrank(v, at), &whole))
            return zm_fail(d->context, ZM_WRONG, "tier %u: the engine's value of a state contradicts its successors",
                           tier);
        --*left;
        s->states += s->asking;
        *checked += whole;
    }
    return ZM_OK;
}

/* The largest tiers come first, should there not be room for all. */
static zm_status visit(zm_swarm_device *d, uint64_t states, uint64_t *checked)
{
    for (uint32_t i = d->tiers->count; i-- > 0;) {
        if (hunt_of(d)->few(d->chase->variant, i))
            continue;
        ZM_TRY(d->context, zm_check_stop(d->context));
        ZM_TRY(d->context, visit_tier(d, i, &states, checked));
    }
    return ZM_OK;
}

zm_status zm_swarm_sample_choose(zm_swarm_device *d)
{
    zm_swarm_sample *s = &d->sample;
    uint64_t none = 0;
    s->room = room_for(d->tiers);
    s->asking = true;
    ZM_TRY(d->context, zm_alloc(d->context, &s->ask, s->room, sizeof *s->ask, "a sample"));
    ZM_TRY(d->context, zm_alloc(d->context, &s->moves, ZM_MAX_MOVES, sizeof *s->moves, "a sample"));
    return visit(d, UINT64_MAX, &none);
}

zm_status zm_swarm_sample_check(zm_swarm_device *d, uint64_t *checked)
{
    d->sample.asking = false;
    d->sample.next = 0;
    return visit(d, d->sample.states, checked);
}

void zm_swarm_sample_free(zm_swarm_device *d)
{
    zm_release(d->context, d->sample.ask);
    zm_release(d->context, d->sample.moves);
}

/* ---- what a layer answers ---- */
/* The questions about it, taken out of the list or put back into it; how many they are. */
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
    zm_swarm_sample *s = &d->sample;
    const unsigned layer = d->job.layer;
    const uint64_t count = pick(s, layer, NULL, false);
    zm_swarm_ask *picked;
    if (!count)
        return ZM_OK;
    ZM_TRY(d->context, zm_alloc(d->context, &picked, count, sizeof *picked, "a sample"));
    pick(s, layer, picked, false);
    const zm_status status = answer_there(d, picked, count);
    if (status == ZM_OK)
        pick(s, layer, picked, true);
    zm_release(d->context, picked);
    return status;
}
