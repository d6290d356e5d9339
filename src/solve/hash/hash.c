/* hash.c: the method `hash`, which solves any game without dice: finds the states that play reaches (find.c), decides
 * them (levels.c), and stores fingerprints and values in order.
 *
 * How many states there are is known only when they are found. So the table is opened when all is solved and sorted: a
 * solve that finds no room for its states leaves the table that is there alone.
 *
 * Cost: moves are made once. A state takes a slot of 8 to 12 bytes if its positions differ in at most 46 bits, two or
 * three times that else, and 4 bytes for each move that is kept: those of states that are no win in 1, to states that
 * are neither. */
#include "base/stop.h"
#include "find.h"
#include "game/expand.h"
#include "solve/method.h"
#include "table/write/writer.h"

#include <omp.h>

enum { TALLY = 1 << 14 /* slots */ };

typedef struct zm_hash_solve { /* zm_driver.state */
    zm_hash_states found;
    zm_value start;
    uint64_t size; /* states of the only tier */
} zm_hash_solve;

static zm_hash_solve *of(const zm_driver *d) { return d->state; }

static zm_status open(zm_driver *d)
{
    zm_hash_solve *s;
    ZM_TRY(d->context, zm_alloc(d->context, &s, 1, sizeof *s, "a solve"));
    d->state = s;
    d->plan.late = true;
    d->plan.phase = "classify";
    d->plan.table.keyed = true;
    return ZM_OK;
}

static void close(zm_driver *d)
{
    if (d->state)
        zm_hash_states_free(&of(d)->found);
    zm_release(d->context, d->state);
}

static zm_status announce(zm_driver *d)
{
    zm_note(d->context,
            "%s through a hash: about 10 bytes for each state that play reaches, and 4 for each move that must be kept",
            d->variant->game->title);
    return ZM_OK;
}

/* ---- finding ---- */
static zm_status find_states(zm_driver *d)
{
    zm_context *c = d->context;
    zm_hash_solve *s = of(d);
    ZM_TRY(c, zm_hash_find(c, d->variant, zm_state_of(d->variant, d->from), d->most_states, &s->found));
    const uint64_t states = s->found.set.count;
    s->size = states;
    d->plan.tiers = 1;
    d->plan.tier_size = &s->size;
    d->plan.places = d->plan.largest = states;
    const uint64_t solving = zm_memory_used(c) + zm_undecided_solve_bytes(&s->found.undecided, &s->found.set);
    const uint64_t storing =
        zm_memory_used(c) + states * sizeof(zm_value) + zm_storing_bytes(c, d->options, states, states);
    d->plan.demand.memory = zm_memory_peak(c);
    d->plan.demand.memory = solving > d->plan.demand.memory ? solving : d->plan.demand.memory;
    d->plan.demand.memory = storing > d->plan.demand.memory ? storing : d->plan.demand.memory;
    return ZM_OK;
}

/* ---- deciding ---- */
static void tally_slots(const zm_driver *d, uint64_t from, uint64_t to, zm_tally *t)
{
    const zm_state_set *set = &of(d)->found.set;
    const zm_game *r = d->variant->game;
    for (uint64_t i = from; i < to; i++) {
        const uint32_t code = ZM_SLOT_CODE(*zm_set_slot(set, i));
        if (!code)
            continue;
        const zm_pos p = zm_set_pos(set, i);
        zm_tally_state(t, p, zm_rules_turn(r, d->variant, p), (zm_value)code);
    }
}

static void tally_all(zm_driver *d, zm_meter *meter)
{
    const zm_hash_states *f = &of(d)->found;
    const uint64_t slots = f->set.slots;
#pragma omp parallel num_threads((int)zm_threads(d->context)) if (slots > TALLY)
    {
        zm_tally t = {0};
#pragma omp for schedule(dynamic, 1)
        for (uint64_t from = 0; from < slots; from += TALLY) {
            const uint64_t to = from + TALLY < slots ? from + TALLY : slots;
            tally_slots(d, from, to, &t);
            zm_meter_add(meter, to - from);
        }
#pragma omp critical(zm_hash_tally)
        zm_summary_add(&d->tally[0].summary, &t.summary);
    }
    d->tally[0].visits = f->set.count + f->moves;
}

static zm_status decide(zm_driver *d, zm_meter *meter)
{
    zm_hash_states *f = &of(d)->found;
    const zm_pos from = zm_state_of(d->variant, d->from);
    bool added;
    zm_meter_phase(meter, 0.7, 4 * (f->undecided.moves + 1));
    ZM_TRY(d->context, zm_undecided_solve(&f->undecided, &f->set, f->late_ends ? 1 : 2, meter));
    zm_undecided_free(&f->undecided);
    zm_set_key k = {{0}};
    zm_set_key_of(&f->set.layout, from, &k);
    of(d)->start = (zm_value)zm_set_code(&f->set, zm_set_add(&f->set, &k, zm_set_home(&f->set, &k), &added));
    zm_meter_phase(meter, 0.1, f->set.slots);
    tally_all(d, meter);
    return d->options->tables ? zm_state_set_sort(&f->set) : zm_check_stop(d->context);
}

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    zm_meter meter = zm_meter_of(d->context, d->plan.places);
    const zm_status status = decide(d, &meter);
    zm_meter_end(&meter);
    return status;
}

/* ---- its values, when it is sorted ---- */
static zm_pos key(void *driver, uint64_t i) { return zm_set_pos(&of(driver)->found.set, i); }

static zm_status values(zm_driver *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *out)
{
    const zm_state_set *set = &of(d)->found.set;
    for (uint64_t i = 0; i < count; i++)
        out[i] = (zm_value)ZM_SLOT_CODE(*zm_set_slot(set, from + i));
    return ZM_OK;
}

static zm_status start(zm_driver *d, zm_value *out)
{
    *out = of(d)->start;
    return ZM_OK;
}

static bool can(const zm_variant *v, const zm_solve_options *o) { return !zm_all_states(v); }

static zm_status refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return zm_fail(c, ZM_BAD_INPUT, "all states of this variant of %s count, reached or not: not by `hash`",
                   v->game->name);
}

static unsigned suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o) { return ZM_SUITS_ANY; }

const zm_solver zm_solver_hash = {.method = ZM_METHOD_HASH,
                                  .engines = 1 << ZM_ENGINE_CPU,
                                  .can = can,
                                  .refuse = refuse,
                                  .suits = suits,
                                  .open = open,
                                  .close = close,
                                  .announce = announce,
                                  .find_states = find_states,
                                  .solve_tier = solve_tier,
                                  .source = {.start = start, .values = values, .key = key}};
