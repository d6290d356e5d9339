/* solver.c: the method `race` on a device. The values stay there (race.c); the host counts and stores them, row by row
 * (rows.h), and recomputes a sample (sample.c).
 *
 * A solve is quick, and what was interrupted begins again. */
#include "solve/race/solver.h"

#include "engine/cuda/device/sample.h"
#include "rows.h"
#include "solve/race/race.h"

#include <assert.h>

typedef struct solver {
    zm_race_board board;
    zm_race_device *device;
    zm_race_fetched fetched;
    zm_race_store store;
    uint64_t announced; /* bytes of the device's memory */
} solver;

static solver *of(const zm_driver *d) { return d->state; }

/* ---- opening and closing ---- */
static void find_demand(zm_driver *d)
{
    const zm_race_board *b = &of(d)->board;
    d->plan.demand.memory = zm_race_fetched_bytes(b) + zm_race_device_check_bytes() + zm_race_room_bytes(b) +
                            zm_race_line_bytes(b) + zm_memory_used(d->context) + zm_race_list_bytes(b) +
                            zm_storing_bytes(d->context, d->options, b->tiers.places, b->tiers.largest);
    zm_race_find_disk(b, d->options, &d->plan.demand);
}

static zm_status open(zm_driver *d)
{
    solver *s;
    ZM_TRY(d->context, zm_alloc(d->context, &s, 1, sizeof *s, "a race"));
    d->state = s;
    ZM_TRY(d->context, zm_race_board_open(d->context, d->variant, d->options->one_vector, &s->board));
    zm_race_plan(&s->board, &d->plan);
    d->plan.no_resume = true;
    ZM_TRY(d->context, zm_race_device_open(&s->board, d->options, &s->device));
    find_demand(d);
    return ZM_OK;
}

static void close(zm_driver *d)
{
    solver *s = of(d);
    if (!s)
        return;
    if (s->device) {
        d->work.seconds = s->device->device->seconds;
        d->work.bytes = s->device->device->bytes;
    }
    zm_release(d->context, s->store.room);
    zm_release(d->context, s->store.lines);
    zm_race_fetched_close(&s->fetched);
    zm_race_device_free(s->device);
    zm_race_board_close(&s->board);
    zm_release(d->context, s);
}

/* Values, a sample, and the tables of sides, which are there already. */
static zm_status announce(zm_driver *d)
{
    solver *s = of(d);
    s->announced = zm_race_values_needed(&s->board, zm_race_device_bytes, s->device) +
                   zm_race_device_check_device_bytes() + s->device->device->taken;
    return zm_device_announce(s->device->device, s->announced);
}

static zm_status prepare(zm_driver *d)
{
    solver *s = of(d);
    zm_context *c = d->context;
    s->store = (zm_race_store){.driver = d, .board = &s->board, .source = zm_race_fetched_source(&s->fetched)};
    ZM_TRY(c, zm_race_fetched_open(s->device, &s->fetched));
    ZM_TRY(c, zm_alloc(c, &s->store.lines, zm_race_line_bytes(&s->board), 1, "rows of probabilities"));
    return zm_alloc(c, &s->store.room, zm_race_room_bytes(&s->board), 1, "rows of probabilities");
}

/* ---- tiers ---- */
typedef struct sweeping {
    zm_race_device *device;
    zm_pairing pairing[2];
    unsigned pairings;
} sweeping;

static void sweep_tier(void *arg, zm_sweep *last)
{
    const sweeping *s = arg;
    for (unsigned k = 0; k < s->pairings; k++)
        zm_race_device_sweep(s->device, s->pairing[k], &last->widest, &last->changed);
}

static zm_status iterate(zm_driver *d, uint32_t tier)
{
    sweeping s = {.device = of(d)->device};
    s.pairings = zm_race_pairings(tier, s.pairing);
    for (unsigned k = 0; k < s.pairings; k++)
        ZM_TRY(d->context, zm_race_device_make(s.device, s.pairing[k]));
    return zm_narrow_tier(d, tier, sweep_tier, &s);
}

/* Some states of each tier, of large ones as many as is their share. */
static zm_status check(zm_driver *d, uint32_t tier)
{
    return zm_race_device_check(of(d)->device, tier, zm_sample_size(d->plan.tier_size[tier], d->plan.places),
                                &d->work.checked);
}

/* Where nothing is stored the device finds out itself what the summary asks for. */
static zm_status store(zm_driver *d, uint32_t tier)
{
    bool whole = false;
    if (!d->publisher && !zm_race_is_over(tier))
        ZM_TRY(d->context, zm_race_device_summary(of(d)->device, tier, &d->tally[tier].summary, &whole));
    return whole ? ZM_OK : zm_race_store_tier(&of(d)->store, tier);
}

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    if (zm_race_is_over(tier))
        return store(d, tier);
    ZM_TRY(d->context, iterate(d, tier));
    ZM_TRY(d->context, check(d, tier));
    ZM_TRY(d->context, store(d, tier));
    return zm_race_device_close(of(d)->device, tier);
}

static void drop(zm_driver *d, uint32_t tier) { zm_race_device_drop(of(d)->device, tier); }

static zm_status start_odds(zm_driver *d, zm_odds *out)
{
    ZM_TRY(d->context, zm_race_device_odds(of(d)->device, zm_start_state(d->variant), out));
    *out = zm_odds_rounded(*out, d->options->bits);
    return ZM_OK;
}

static zm_status finish(zm_driver *d)
{
    assert(of(d)->device->device->most_taken <= of(d)->announced);
    zm_sample_note(d->context, d->work.checked);
    return ZM_OK;
}

const zm_solver zm_solver_race_cuda = {.method = ZM_METHOD_RACE,
                                       .engines = 1 << ZM_ENGINE_CUDA | 1 << ZM_ENGINE_CUDA_HOST,
                                       .dice = true,
                                       .index = true,
                                       .rounds = true,
                                       .solves = "races",
                                       .can = zm_race_can,
                                       .refuse = zm_race_refuse,
                                       .suits = zm_race_suits,
                                       .open = open,
                                       .close = close,
                                       .announce = announce,
                                       .prepare = prepare,
                                       .solve_tier = solve_tier,
                                       .drop = drop,
                                       .finish = finish,
                                       .source = {.start_odds = start_odds}};
