/* sample.c: what is asked about a sample of a pair's states (engine/cuda/device/sample.h), and when a batch answers. */
#include "gpu.h"

#include "base/context.h"
#include "base/memory.h"

/* Tiers do not say what they are of. */
static zm_status find_tiers(zm_pair_device *s)
{
    const zm_variant *v = s->plan->variant;
    ZM_TRY(s->context, zm_alloc(s->context, &s->tier, v->game->rules.tiers(v), sizeof *s->tier, "tiers"));
    for (uint32_t shape = 0; shape < s->plan->shapes; shape++)
        for (unsigned kind = 0; kind < HEN_KINDS; kind++) {
            const int64_t tier = hen_pair_tier(v, shape, (hen_kind)kind);
            if (tier != HEN_NO_TIER)
                s->tier[tier] = shape * HEN_KINDS + kind;
        }
    return ZM_OK;
}

/* Where nothing can be asked: the pair has won, or is gone. */
static bool is_over(const zm_pair_device *s, uint32_t tier)
{
    const uint32_t shape = s->tier[tier] / HEN_KINDS;
    return s->tier[tier] % HEN_KINDS == HEN_NO_FOX || hen_pieces(s->plan->variant, shape) < s->plan->board->enough;
}

static bool leaves_out(const void *of, uint32_t tier) { return is_over(of, tier); }

static uint8_t nth(uint64_t squares, unsigned n) { return (uint8_t)zm_lowest(zm_deposit(zm_bit(n), squares)); }

/* A column is a square, or of two with the numbers a < b it is C(b,2) + a (pair.h). */
static void find_squares(zm_device_probe *a, uint64_t free, uint64_t column)
{
    unsigned up = 1;
    if (a->kind != HEN_TWO_FOXES && a->kind != HEN_ONE_GOES) {
        a->low = a->up = nth(free, (unsigned)column);
        return;
    }
    while ((uint64_t)up * (up + 1) / 2 <= column)
        up++;
    a->low = nth(free, (unsigned)column - up * (up - 1) / 2);
    a->up = nth(free, up);
}

static zm_device_probe ask(const void *of, zm_pos p)
{
    const zm_pair_device *s = of;
    const zm_variant *v = s->plan->variant;
    const zm_rules *r = &v->game->rules;
    const zm_place at = r->rank(v, p);
    const uint32_t shape = s->tier[at.tier] / HEN_KINDS, placements = hen_placements(v, shape);
    zm_device_probe a = {.kind = (uint8_t)(s->tier[at.tier] % HEN_KINDS)};
    if (is_over(s, at.tier)) {
        a.value = r->ended ? zm_end_value(r->ended(v, p)) : (zm_value)ZM_NONE;
        return a;
    }
    a.layer = (uint8_t)hen_pieces(v, shape);
    const unsigned columns = zm_pair_columns((hen_kind)a.kind, s->plan->board->squares - a.layer);
    const uint32_t n = (uint32_t)(at.index / columns % placements);
    a.turn = (uint8_t)(at.index / columns / placements);
    a.at = s->plan->first[shape] + n;
    find_squares(&a, s->plan->board->all & ~hen_many(v, shape, n), at.index % columns);
    return a;
}

uint64_t zm_pair_device_sample_bytes(const zm_pair_device *s)
{
    const zm_variant *v = s->plan->variant;
    return zm_device_sample_bytes(s->context, v) + v->game->rules.tiers(v) * sizeof *s->tier;
}

zm_status zm_pair_device_sample_open(zm_pair_device *s)
{
    const zm_device_sample_rules rules = {.of = s, .ask = ask, .leaves_out = leaves_out, .exact = true};
    ZM_TRY(s->context, find_tiers(s));
    return zm_device_sample_open(&s->sample, s->context, s->plan->variant, &rules);
}

const char *zm_pair_device_sample_answer(zm_pair_device *s)
{
    zm_pair_gpu *j = &s->job;
    uint64_t begin, end;
    zm_device_sample_range(&s->sample, j->pieces, j->from, (uint64_t)j->from + j->count, &begin, &end);
    if (begin == end)
        return NULL;
    j->ask = s->sample.there + begin;
    j->asks = (uint32_t)(end - begin);
    return s->pair_runner->start(&s->device->stream, ZM_PAIR_GPU_ANSWER, j);
}

zm_status zm_pair_device_sample_check(zm_pair_device *s, uint64_t *checked)
{
    ZM_TRY(s->context, zm_device_sample_get(&s->sample));
    return zm_device_sample_check(&s->sample, checked);
}
