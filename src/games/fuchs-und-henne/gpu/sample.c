/* sample.c: what is asked about a sample of the states (engine/cuda/device/layer_sample.h), and when a batch
 * answers. */
#include "gpu.h"

#include "base/clock.h"
#include "base/context.h"

#include <inttypes.h>

/* Where nothing can be asked: the pair has won, or is gone. */
static bool is_over(const zm_pair_gpu_solve *s, hen_spot at)
{
    return at.kind == HEN_NO_FOX || hen_pieces(s->plan.variant, at.shape) < s->plan.board.enough;
}

static hen_spot spot_of(const zm_pair_gpu_solve *s, uint32_t tier)
{
    return hen_spot_of(hen_of(s->plan.variant), tier);
}

static bool leaves_out(const void *of, uint32_t tier) { return is_over(of, spot_of(of, tier)); }

static uint8_t nth(uint64_t squares, unsigned n) { return (uint8_t)zm_lowest(zm_deposit(zm_bit(n), squares)); }

/* A column is a square, or of two with the numbers a < b it is C(b,2) + a (rules.h). */
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
    const zm_pair_gpu_solve *s = of;
    const zm_variant *v = s->plan.variant;
    const zm_place at = hen_rank(v, p);
    const hen_spot spot = spot_of(s, at.tier);
    zm_device_probe a = {.kind = (uint8_t)spot.kind};
    if (is_over(s, spot)) {
        a.value = zm_end_value(hen_ended(v, p));
        return a;
    }
    a.layer = (uint8_t)hen_pieces(v, spot.shape);
    const unsigned columns = zm_pair_columns(spot.kind, CROSS_FIELDS - a.layer);
    const uint32_t placements = hen_placements(v, spot.shape), n = (uint32_t)(at.index / columns % placements);
    a.turn = (uint8_t)(at.index / columns / placements);
    a.at = s->plan.first[spot.shape] + n;
    find_squares(&a, s->plan.board.all & ~hen_many(v, spot.shape, n), at.index % columns);
    return a;
}

zm_status zm_pair_gpu_choose_sample(zm_pair_gpu_solve *s)
{
    const zm_layer_sample_rules rules = {.of = s, .ask = ask, .leaves_out = leaves_out, .exact = true};
    const double began = zm_now();
    ZM_TRY(s->context, zm_layer_sample_open(&s->sample, s->context, s->plan.variant, &rules));
    ZM_TRY(s->context, zm_layer_sample_put(&s->sample, s->device));
    s->times.sample += zm_now() - began;
    return ZM_OK;
}

zm_status zm_pair_gpu_answer(zm_pair_gpu_solve *s)
{
    zm_pair_gpu *j = &s->job;
    uint64_t begin, end;
    zm_layer_sample_range(&s->sample, j->pieces, j->from, (uint64_t)j->from + j->count, &begin, &end);
    if (begin == end)
        return ZM_OK;
    j->ask = s->sample.on_device + begin;
    j->asks = (uint32_t)(end - begin);
    return zm_pair_gpu_start(s, ZM_PAIR_GPU_ANSWER);
}

zm_status zm_pair_gpu_check_sample(zm_driver *d)
{
    zm_pair_gpu_solve *s = zm_pair_gpu_of(d);
    const double began = zm_now();
    ZM_TRY(s->context, zm_layer_sample_get(&s->sample));
    ZM_TRY(s->context, zm_layer_sample_check(&s->sample, &d->work.checked));
    s->times.sample += zm_now() - began;
    zm_note(s->context, "%" PRIu64 " states recomputed from the rules: all as found", d->work.checked);
    return ZM_OK;
}
