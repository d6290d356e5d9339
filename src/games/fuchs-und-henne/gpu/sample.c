/* sample.c: what is asked about a sample of a pair's states (engine/cuda/device/sample.h), and when a batch answers. */
#include "gpu.h"

#include "base/context.h"
#include "base/memory.h"

typedef zm_pair_device stalk;

static const zm_pair *pair_of(const stalk *s) { return s->plan->variant->game->rules.pair; }

/* Tiers do not say what they are of. */
static zm_status find_tiers(stalk *s)
{
    const zm_variant *v = s->plan->variant;
    ZM_TRY(s->context, zm_alloc(s->context, &s->tier, v->game->rules.tiers(v), sizeof *s->tier, "tiers"));
    for (uint32_t shape = 0; shape < s->plan->shapes; shape++)
        for (unsigned kind = 0; kind < ZM_PAIR_KINDS; kind++) {
            const int64_t tier = pair_of(s)->tier(v, shape, (zm_pair_kind)kind);
            if (tier != ZM_PAIR_NO_TIER)
                s->tier[tier] = shape * ZM_PAIR_KINDS + kind;
        }
    return ZM_OK;
}

/* Where nothing can be asked: the pair has won, or is gone. */
static bool is_over(const stalk *s, uint32_t tier)
{
    const uint32_t shape = s->tier[tier] / ZM_PAIR_KINDS;
    return s->tier[tier] % ZM_PAIR_KINDS == ZM_PAIR_GONE ||
           pair_of(s)->pieces(s->plan->variant, shape) < s->plan->board->enough;
}

static bool leaves_out(const void *of, uint32_t tier) { return is_over(of, tier); }

static uint8_t nth(uint64_t squares, unsigned n) { return (uint8_t)zm_lowest(zm_deposit(zm_bit(n), squares)); }

/* A column is a square, or of two with the numbers a < b it is C(b,2) + a (zermelo/pair.h). */
static void find_squares(zm_device_probe *a, uint64_t free, uint64_t column)
{
    unsigned up = 1;
    if (a->kind != ZM_PAIR_TWO && a->kind != ZM_PAIR_ONE_GOES) {
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
    const stalk *s = of;
    const zm_variant *v = s->plan->variant;
    const zm_rules *r = &v->game->rules;
    const zm_place at = r->rank(v, p);
    const uint32_t shape = s->tier[at.tier] / ZM_PAIR_KINDS, placements = pair_of(s)->placements(v, shape);
    zm_device_probe a = {.kind = (uint8_t)(s->tier[at.tier] % ZM_PAIR_KINDS)};
    if (is_over(s, at.tier)) {
        a.value = r->ended ? zm_end_value(r->ended(v, p)) : (zm_value)ZM_NONE;
        return a;
    }
    a.layer = (uint8_t)pair_of(s)->pieces(v, shape);
    const unsigned columns = zm_pair_columns((zm_pair_kind)a.kind, s->plan->board->squares - a.layer);
    const uint32_t n = (uint32_t)(at.index / columns % placements);
    a.turn = (uint8_t)(at.index / columns / placements);
    a.at = s->plan->first[shape] + n;
    find_squares(&a, s->plan->board->all & ~pair_of(s)->many(v, shape, n), at.index % columns);
    return a;
}

uint64_t zm_pair_device_quiz_bytes(const stalk *s)
{
    const zm_variant *v = s->plan->variant;
    return zm_device_sample_bytes(s->context, v) + v->game->rules.tiers(v) * sizeof *s->tier;
}

zm_status zm_pair_device_quiz_open(stalk *s)
{
    const zm_device_sample_rules rules = {.of = s, .ask = ask, .leaves_out = leaves_out, .exact = true};
    ZM_TRY(s->context, find_tiers(s));
    return zm_device_sample_open(&s->quiz, s->context, s->plan->variant, &rules);
}

const char *zm_pair_device_quiz_answer(stalk *s)
{
    zm_pair_gpu *j = &s->job;
    uint64_t begin, end;
    zm_device_sample_range(&s->quiz, j->pieces, j->from, (uint64_t)j->from + j->count, &begin, &end);
    if (begin == end)
        return NULL;
    j->ask = s->quiz.there + begin;
    j->asks = (uint32_t)(end - begin);
    return s->pair_runner->start(ZM_PAIR_GPU_ANSWER, j);
}

zm_status zm_pair_device_quiz_check(stalk *s, uint64_t *checked)
{
    const char *failed = zm_device_sample_get(&s->quiz, s->device);
    if (failed)
        return zm_fail(s->context, ZM_IO, "%s: %s", s->name, failed);
    return zm_device_sample_check(&s->quiz, checked);
}
