/* race.c: races on a device: its memory, and which kernel (kernel/race_gpu.h) runs on what.
 *
 * While a tier is solved it takes 8 bytes a pair of sides (two bounds), or 4 (one vector); when it is finished and
 * others still need it, 6 or 4. That is what lets four pieces a side fit: 83 GB for the last tier and 52 GB for those
 * it rests on. */
#include "race.h"

#include "base/clock.h"
#include "base/context.h"
#include "table/write/writer.h"

#include <string.h>

enum { WIDEST = UINT16_MAX }; /* of a closed interval */

/* ---- tables of sides ---- */
/* The steps of a roll that keep the home before the others; what is best does not depend on their order. */
static void sort_steps(const zm_race_sides *k, uint64_t n, uint32_t *step, zm_race_gpu_steps *at)
{
    const uint32_t from = k->at[n], to = k->at[n + 1];
    uint32_t next = from;
    for (unsigned away = 0; away < 2; away++) {
        for (uint32_t i = from; i < to; i++)
            if (!!zm_step_block(k->step[i]) == away)
                step[next++] = k->step[i];
        if (!away)
            at->kept = (uint16_t)(next - from);
    }
    at->first = from;
    at->all = (uint16_t)(to - from);
}

static zm_status copy_steps(zm_race_device *d, const zm_race_sides *k, zm_race_gpu_side *out)
{
    const uint64_t lists = (uint64_t)k->sides * d->common.rolls, steps = k->at[lists];
    zm_race_gpu_steps *at;
    uint32_t *step = NULL;
    ZM_TRY(d->context, zm_alloc(d->context, &at, lists, sizeof *at, "steps"));
    zm_status s = zm_alloc(d->context, &step, steps + 1, sizeof *step, "steps");
    for (uint64_t n = 0; s == ZM_OK && n < lists; n++)
        sort_steps(k, n, step, &at[n]);
    if (s == ZM_OK)
        s = zm_device_take_copy(d->device, &out->at, at, lists * sizeof *at);
    if (s == ZM_OK)
        s = zm_device_take_copy(d->device, &out->step, step, (steps + 1) * sizeof *step);
    zm_release(d->context, at);
    zm_release(d->context, step);
    return s;
}

static zm_status copy_sides(zm_race_device *d, const zm_race_sides *k, zm_race_gpu_side *out)
{
    const uint64_t sides = k->sides;
    out->sides = k->sides;
    ZM_TRY(d->context, zm_device_take_copy(d->device, &out->track, k->track, sides * sizeof *k->track));
    ZM_TRY(d->context, zm_device_take_copy(d->device, &out->faced, k->faced, sides * sizeof *k->faced));
    ZM_TRY(d->context, zm_device_take_copy(d->device, &out->less, k->less, sides * ZM_RACE_RUNNERS * sizeof *k->less));
    if (k->weight)
        ZM_TRY(d->context,
               zm_device_take_copy(d->device, &out->weight, k->weight, sides * d->common.rolls * sizeof *k->weight));
    return copy_steps(d, k, out);
}

/* ---- opening ---- */
static zm_status look_for_device(zm_race_device *d, const zm_solve_options *o)
{
    ZM_TRY(d->context, zm_device_open(d->context, o->engine, &d->device));
    d->runner = &zm_race_runner_host;
#ifdef ZERMELO_CUDA
    if (o->engine == ZM_ENGINE_CUDA)
        d->runner = &zm_race_runner_cuda;
#endif
    if (!o->one_vector && o->precision * ZM_CERTAIN > WIDEST)
        return zm_fail(d->context, ZM_BAD_INPUT, "the engine `cuda` works with a --precision of at most 1.5e-5");
    return ZM_OK;
}

static zm_status fill(zm_race_device *d, const zm_solve_options *o)
{
    const zm_race_block *k = &d->board->block;
    ZM_TRY(d->context, look_for_device(d, o));
    d->words = k->words;
    d->precision = o->precision;
    d->look = o->precision <= 0;
    d->common.words = k->words;
    d->common.rolls = k->rolls;
    d->common.again = k->again;
    d->common.first_again = k->again ? zm_lowest(k->again) : k->rolls;
    d->common.must_capture = k->must_capture;
    memcpy(d->common.face, k->face, sizeof d->common.face);
    ZM_TRY(d->context, zm_device_take(d->device, &d->found, sizeof *d->found));
    for (uint32_t home = 1; home < d->board->homes; home++)
        ZM_TRY(d->context, copy_sides(d, &d->board->sides[home], &d->side[home]));
    return ZM_OK;
}

zm_status zm_race_device_open(const zm_race_board *b, const zm_solve_options *o, zm_race_device **out)
{
    zm_race_device *d;
    ZM_TRY(b->context, zm_alloc(b->context, &d, 1, sizeof *d, "a device"));
    d->context = b->context;
    d->board = b;
    d->against = d;
    const zm_status s = fill(d, o);
    if (s == ZM_OK)
        *out = d;
    else
        zm_race_device_free(d);
    return s;
}

void zm_race_device_free(zm_race_device *d)
{
    if (!d)
        return;
    zm_device_close(d->device);
    zm_release(d->context, d);
}

/* ---- memory ---- */
static uint64_t places_of(const zm_race_device *d, zm_pairing p)
{
    const uint64_t groups = (d->board->sides[p.mover].sides + ZM_RACE_GPU_SIDES - 1) / ZM_RACE_GPU_SIDES;
    return groups * ZM_RACE_GPU_SIDES * d->board->sides[p.other].sides;
}

static uint64_t open_bytes(const zm_race_device *d, zm_pairing p)
{
    return places_of(d, p) * d->words * sizeof(uint32_t);
}

static uint64_t closed_bytes(const zm_race_device *d, zm_pairing p)
{
    return places_of(d, p) * (sizeof(uint32_t) + (d->words - 1) * sizeof(uint16_t));
}

/* Its pairings are closed one by one. The last tier is not closed. */
zm_race_bytes zm_race_device_bytes(const void *device, uint32_t tier)
{
    const zm_race_device *d = device;
    zm_race_bytes bytes = {0, 0};
    zm_pairing p[2];
    for (unsigned k = zm_race_pairings(tier, p); k-- > 0;) {
        bytes.solving += open_bytes(d, p[k]);
        bytes.closed += closed_bytes(d, p[k]);
    }
    bytes.solving += tier + 1 < d->board->tiers.count ? closed_bytes(d, p[0]) : 0;
    return bytes;
}

/* ---- kernels ---- */
static zm_race_gpu job_of(const zm_race_device *d, zm_pairing p)
{
    zm_race_gpu w = d->common;
    const zm_race_sides *own = &d->board->sides[p.mover];
    w.own = d->side[p.mover];
    w.other = d->side[p.other];
    w.open = d->values[p.mover][p.other].open;
    w.turned = d->against->values[p.other][p.mover].open;
    w.choice = d->choice[p.mover][p.other];
    for (uint32_t i = 1; i < own->targets; i++) {
        const uint32_t home = own->target[i];
        const zm_race_values *over = &d->against->values[p.other][home], *stay = &d->values[home][p.other];
        w.over[i] = (zm_race_gpu_closed){over->lower, over->width, d->board->sides[home].sides};
        w.stay[i] = (zm_race_gpu_closed){stay->lower, stay->width, d->board->sides[p.other].sides};
    }
    return w;
}

static zm_status run(zm_race_device *d, zm_race_gpu_kernel kernel, const zm_race_gpu *w)
{
    const double began = zm_now();
    if (!d->failed)
        d->failed = d->runner->run(&d->device->stream, kernel, w, d->found, &d->copy);
    zm_device_add_work(d->device, zm_now() - began, 0);
    return zm_device_check(d->device, d->failed);
}

zm_status zm_race_device_make(zm_race_device *d, zm_pairing p)
{
    zm_race_values *v = &d->values[p.mover][p.other];
    ZM_TRY(d->context, zm_device_take(d->device, &v->open, open_bytes(d, p)));
    const zm_race_gpu w = job_of(d, p);
    d->sweeps = 0;
    return run(d, ZM_RACE_GPU_FILL, &w);
}

/* All steps of all sides against every placement, and each value itself. */
static uint64_t sweep_bytes(const zm_race_device *d, zm_pairing p)
{
    const zm_race_sides *k = &d->board->sides[p.mover];
    const uint64_t steps = k->at[(uint64_t)k->sides * d->common.rolls];
    return (steps + k->sides) * d->board->sides[p.other].sides * d->words * sizeof(uint32_t);
}

/* Whether anything changed is asked of a sweep in eight where an end before that is expected: it costs a read of every
 * value. */
void zm_race_device_sweep(zm_race_device *d, zm_pairing p, uint32_t *widest, bool *changed)
{
    zm_race_gpu w = job_of(d, p);
    w.look = d->look || d->words == 1 || ++d->sweeps % 8 == 0;
    if (run(d, w.parts ? ZM_RACE_GPU_EVEN : w.choice ? ZM_RACE_GPU_CHOSEN : ZM_RACE_GPU_SWEEP, &w) != ZM_OK)
        return;
    zm_device_add_work(d->device, 0, sweep_bytes(d, p));
    *widest = d->copy.widest > *widest ? d->copy.widest : *widest;
    *changed |=
        d->words == 1 ? d->copy.widest > 1 : !w.look || d->copy.changed; /* one vector swings in its last digit */
}

static zm_status close_pairing(zm_race_device *d, zm_pairing p)
{
    zm_race_values *v = &d->values[p.mover][p.other];
    const uint64_t places = places_of(d, p);
    zm_race_gpu w = job_of(d, p);
    ZM_TRY(d->context, run(d, ZM_RACE_GPU_CAPTURED, &w));
    zm_device_give(d->device, &d->choice[p.mover][p.other]);
    if (d->words == 1) {
        v->lower = v->open;
        v->open = NULL;
        return ZM_OK;
    }
    ZM_TRY(d->context, zm_device_take(d->device, &v->lower, places * sizeof *v->lower));
    ZM_TRY(d->context, zm_device_take(d->device, &v->width, places * sizeof *v->width));
    w.lower = v->lower;
    w.width = v->width;
    ZM_TRY(d->context, run(d, ZM_RACE_GPU_CLOSE, &w));
    if (d->copy.widest > WIDEST)
        return zm_fail(d->context, ZM_BAD_INPUT, "intervals stay wider than 1.5e-5: not by the engine `cuda`");
    zm_device_give(d->device, &v->open);
    return ZM_OK;
}

/* Nobody reads the last one any more. */
zm_status zm_race_device_close(zm_race_device *d, uint32_t tier)
{
    zm_pairing p[2];
    const unsigned pairings = zm_race_pairings(tier, p);
    for (unsigned k = 0; k < pairings && tier + 1 < d->board->tiers.count; k++)
        ZM_TRY(d->context, close_pairing(d, p[k]));
    return ZM_OK;
}

void zm_race_device_drop(zm_race_device *d, uint32_t tier)
{
    zm_pairing p[2];
    for (unsigned k = zm_race_pairings(tier, p); k-- > 0;) {
        zm_race_values *v = &d->values[p[k].mover][p[k].other];
        zm_device_give(d->device, &v->open);
        zm_device_give(d->device, &v->lower);
        zm_device_give(d->device, &v->width);
        zm_device_give(d->device, &d->choice[p[k].mover][p[k].other]);
    }
}

/* ---- who does not play his best ---- */
void zm_race_device_plays(zm_race_device *d, zm_race_device *against, unsigned parts)
{
    d->against = against;
    d->common.parts = parts;
}

/* The number that a step of a roll has on the device (sort_steps). */
static unsigned number_on_device(const zm_race_sides *k, uint64_t n, unsigned step)
{
    const uint32_t from = k->at[n], to = k->at[n + 1];
    const bool away = from + step < to && zm_step_block(k->step[from + step]);
    unsigned number = 0;
    for (uint32_t i = from; i < to; i++) {
        const bool goes = zm_step_block(k->step[i]);
        number += away ? !goes || i < from + step : !goes && i < from + step;
    }
    return number;
}

static void number_row(const zm_race_device *d, const zm_race_sides *k, uint32_t side, uint32_t others,
                       uint16_t *choice)
{
    enum { STEPS = 4 };
    uint16_t number[ZM_MAX_ROLLS][STEPS];
    for (unsigned roll = 0; roll < d->common.rolls; roll++)
        for (unsigned i = 0; i < STEPS; i++)
            number[roll][i] =
                (uint16_t)(number_on_device(k, (uint64_t)side * d->common.rolls + roll, i) % STEPS << 2 * roll);
    for (uint32_t other = 0; other < others; other++) {
        uint16_t *word = choice + zm_race_gpu_place(side, others, other), sum = 0;
        for (unsigned roll = 0; roll < d->common.rolls; roll++)
            sum |= number[roll][*word >> 2 * roll & (STEPS - 1)];
        *word = sum;
    }
}

uint64_t zm_race_device_places(const zm_race_device *d, zm_pairing p) { return places_of(d, p); }

zm_status zm_race_device_choose(zm_race_device *d, zm_pairing p, uint16_t *choice)
{
    const zm_race_sides *k = &d->board->sides[p.mover];
#pragma omp parallel for num_threads((int)zm_threads(d->context)) schedule(dynamic, 16)
    for (uint32_t side = 0; side < k->sides; side++)
        number_row(d, k, side, d->board->sides[p.other].sides, choice);
    return zm_device_take_copy(d->device, &d->choice[p.mover][p.other], choice, places_of(d, p) * sizeof *choice);
}

/* ---- results ---- */
zm_status zm_race_device_rows(zm_race_device *d, zm_pairing p, const zm_device_rows *rows, uint32_t *out)
{
    const uint64_t value = (uint64_t)ZM_RACE_GPU_SIDES * d->words, others = d->board->sides[p.other].sides;
    const uint32_t *from = d->values[p.mover][p.other].open + (rows->group * others + rows->other) * value;
    const zm_device_strips strips = {rows->groups, rows->others * value * sizeof *out, others * value * sizeof *out};
    return zm_device_get_strips(d->device, out, from, &strips);
}

static zm_status odds_at(zm_race_device *d, const zm_race_gpu *w, uint32_t side, uint32_t other, zm_odds *out)
{
    const uint64_t place =
        ((uint64_t)(side / ZM_RACE_GPU_SIDES) * w->other.sides + other) * ZM_RACE_GPU_SIDES + side % ZM_RACE_GPU_SIDES;
    ZM_TRY(d->context, zm_device_get(d->device, out, w->open + place * d->words, d->words * sizeof *w->open));
    if (d->words == 1)
        out->upper = out->lower;
    return ZM_OK;
}

static zm_status sum_up(zm_race_device *d, zm_pairing p, zm_summary *sum, bool *whole)
{
    const zm_variant *v = d->board->variant;
    zm_race_gpu w = job_of(d, p);
    const zm_race_sides *own = &d->board->sides[p.mover], *rest = &d->board->sides[p.other];
    ZM_TRY(d->context, run(d, ZM_RACE_GPU_EXTREMES, &w));
    w.least = d->copy.least;
    w.most = d->copy.most;
    const uint32_t widest = d->copy.widest;
    ZM_TRY(d->context, run(d, ZM_RACE_GPU_LIST, &w));
    *whole = d->copy.listed <= ZM_RACE_GPU_EQUALS;
    for (uint32_t i = 0; *whole && i < d->copy.listed; i++) {
        const uint32_t a = d->copy.list[i][0], b = d->copy.list[i][1];
        zm_odds odds;
        ZM_TRY(d->context, odds_at(d, &w, a, b, &odds));
        const zm_side s[2] = {{own->track[a], p.mover}, {rest->track[b], p.other}};
        zm_summary_count_odds(sum, v->game->race->position(v, s[0], s[1]), odds, false);
    }
    sum->widest = widest > sum->widest ? widest : sum->widest;
    return ZM_OK;
}

zm_status zm_race_device_summary(zm_race_device *d, uint32_t tier, zm_summary *sum, bool *whole)
{
    zm_pairing p[2];
    const unsigned pairings = zm_race_pairings(tier, p);
    *sum = (zm_summary){.dice = true};
    *whole = true;
    for (unsigned k = 0; k < pairings && *whole; k++)
        ZM_TRY(d->context, sum_up(d, p[k], sum, whole));
    sum->states = d->board->tiers.size[tier];
    return ZM_OK;
}
