/* solver.c: the method `race` on the CPU: races, ZM_RACE_LANES states at once (block.h), a tier after the other.
 *
 * Memory: 8 bytes per pair of sides of the tiers that are needed, 4 with one vector. */
#include "solver.h"

#include "race.h"
#include "store.h"

typedef struct solver {
    zm_race_board board;
    zm_race_host host;
    zm_race_store store;
} solver;

static solver *of(const zm_driver *d) { return d->state; }

/* ---- opening and closing ---- */
static void find_demand(zm_driver *d)
{
    const zm_race_board *b = &of(d)->board;
    const uint64_t values = zm_race_values_needed(b, zm_race_host_bytes, b);
    d->plan.demand.memory = values + zm_race_room_bytes(b) + zm_race_line_bytes(b) + zm_memory_used(d->context) +
                            zm_race_list_bytes(b) +
                            zm_storing_bytes(d->context, d->options, b->tiers.places, b->tiers.largest);
    zm_race_find_disk(b, d->options, &d->plan.demand);
}

static zm_status open(zm_driver *d)
{
    solver *s;
    ZM_TRY(d->context, zm_alloc(d->context, &s, 1, sizeof *s, "a race"));
    d->state = s;
    ZM_TRY(d->context, zm_race_board_open(d->context, d->variant, d->options->one_vector, &s->board));
    zm_race_host_open(d->context, &s->board, &s->host);
    s->host.warm = d->options->warm;
    zm_race_plan(&s->board, &d->plan);
    find_demand(d);
    return ZM_OK;
}

static void close(zm_driver *d)
{
    solver *s = of(d);
    if (!s)
        return;
    zm_release(d->context, s->store.lines);
    zm_release(d->context, s->host.room);
    zm_race_host_close(&s->host);
    zm_race_board_close(&s->board);
    zm_release(d->context, s);
}

/* ---- tiers ---- */
static uint64_t line_up(const void *arg, const zm_race_rows *r, uint32_t side, zm_odds *line)
{
    const zm_race_host *h = arg;
    const uint64_t *faced = h->board->sides[r->pairing.other].faced;
    const uint64_t track = h->board->sides[r->pairing.mover].track[side];
    const unsigned upper = h->block.words > 1 ? ZM_RACE_LANES : 0;
    uint64_t n = 0;
    for (uint32_t i = r->first; i < r->last; i++) {
        const uint32_t *word = zm_race_host_word(h, r->pairing, side, i);
        line[n] = (zm_odds){word[0], word[upper]};
        n += !(faced[i] & track);
    }
    return n;
}

static zm_status prepare(zm_driver *d)
{
    solver *s = of(d);
    zm_context *c = d->context;
    s->store = (zm_race_store){.driver = d, .board = &s->board, .source = {.arg = &s->host, .line_up = line_up}};
    ZM_TRY(c, zm_alloc(c, &s->store.lines, zm_race_line_bytes(&s->board), 1, "rows of probabilities"));
    ZM_TRY(c, zm_alloc(c, &s->host.room, zm_race_room_bytes(&s->board), 1, "a phase of the iteration"));
    s->store.room = s->host.room;
    return ZM_OK;
}

typedef struct sweeping {
    const zm_race_host *host;
    zm_pairing pairing[2];
    unsigned pairings;
} sweeping;

static void sweep_tier(void *arg, zm_sweep *last)
{
    const sweeping *s = arg;
    for (unsigned k = 0; k < s->pairings; k++)
        zm_race_host_sweep(s->host, s->pairing[k], last);
}

static zm_status solve_tier(zm_driver *d, uint32_t tier)
{
    zm_race_host *h = &of(d)->host;
    sweeping s = {.host = h};
    s.pairings = zm_race_pairings(tier, s.pairing);
    if (!zm_race_is_over(tier)) {
        for (unsigned k = 0; k < s.pairings; k++)
            ZM_TRY(d->context, zm_race_host_make(h, s.pairing[k]));
        ZM_TRY(d->context, zm_narrow_tier(d, tier, sweep_tier, &s));
    }
    return zm_race_store_tier(&of(d)->store, tier);
}

static zm_status read_disk(void *arg, uint32_t tier, uint64_t from, uint64_t count, zm_odds *out)
{
    return zm_publish_read_odds(arg, tier, from, count, out);
}

static zm_status restore(zm_driver *d, uint32_t tier)
{
    return zm_race_is_over(tier) ? ZM_OK : zm_race_host_restore(&of(d)->host, tier, read_disk, d->publisher);
}

static void drop(zm_driver *d, uint32_t tier) { zm_race_host_drop(&of(d)->host, tier); }

static zm_status start_odds(zm_driver *d, zm_odds *out)
{
    *out = zm_odds_rounded(zm_race_host_odds(&of(d)->host, zm_start_state(d->variant)), d->options->bits);
    return ZM_OK;
}

/* ---- the method ---- */
void zm_race_plan(const zm_race_board *b, zm_plan *out)
{
    *out = (zm_plan){.graph = &b->tiers,
                     .tiers = b->tiers.count,
                     .tier_size = b->tiers.size,
                     .places = b->tiers.places,
                     .largest = b->tiers.largest,
                     .phase = "iterating",
                     .one_by_one = true,
                     .way = ZM_PUBLISH_PIECES};
}

bool zm_race_can(const zm_variant *v, const zm_solve_options *o) { return zm_is_race(v); }

zm_status zm_race_refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o)
{
    return zm_fail(c, ZM_BAD_INPUT, "%s is no race: use the method `iterate`", v->game->name);
}

unsigned zm_race_suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o) { return ZM_SUITS_KIND; }

const zm_solver zm_solver_race = {.method = ZM_METHOD_RACE,
                                  .engines = 1 << ZM_ENGINE_CPU,
                                  .dice = true,
                                  .index = true,
                                  .rounds = true,
                                  .can = zm_race_can,
                                  .refuse = zm_race_refuse,
                                  .suits = zm_race_suits,
                                  .open = open,
                                  .close = close,
                                  .prepare = prepare,
                                  .solve_tier = solve_tier,
                                  .restore = restore,
                                  .drop = drop,
                                  .source = {.start_odds = start_odds}};
