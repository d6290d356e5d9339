/* table.c: the values of a layer as a table has them: tier by tier, placements in the order of their game, of a
 * placement and its image one.
 *
 * Rows are made on the device, some tens of millions of values at a time: the game's kernel lists their placements
 * (placements_runner.h), and a thread a row finds who wins there, how far that is and which of it play reaches
 * (kernel/hunt_gpu.inc). That is also where B is found, which is not kept. */
#include "game/trace/trace.h"
#include "hunt.h"

#include "base/context.h"
#include "game/builtin.h"

static const zm_hunt *hunt_of(const zm_hunt_device *d) { return zm_quick_rules(d->cyclic->variant)->hunt; }

static unsigned free_in(const zm_hunt_device *d, uint32_t tier) { return hunt_of(d)->free(d->cyclic->variant, tier); }

static zm_status cannot(const zm_hunt_device *d, const char *why)
{
    return zm_fail(d->context, ZM_BAD_INPUT, "tables of %s are not made on a GPU: %s; use --no-table, or --engine cpu",
                   d->cyclic->variant->game->name, why);
}

/* The tiers of each layer: those with more of the many come later. */
static zm_status find_tiers(zm_hunt_device *d)
{
    const zm_cyclic *h = d->cyclic;
    ZM_TRY(d->context, zm_alloc(d->context, &d->table.first, ZM_HUNT_GPU_LAYERS + 1, sizeof *d->table.first,
                                "the tiers of layers"));
    unsigned layer = 0;
    for (uint32_t i = 0; i < d->tiers->count; i++) {
        const unsigned own = h->board.squares - free_in(d, i);
        if (own < layer)
            return cannot(d, "its tiers are not in the order of how many are left");
        while (layer < own)
            d->table.first[++layer] = i;
    }
    while (layer < ZM_HUNT_GPU_LAYERS)
        d->table.first[++layer] = d->tiers->count;
    return ZM_OK;
}

zm_status zm_hunt_device_will_store(zm_hunt_device *d, uint64_t values)
{
    zm_hunt_gpu_table *t = &d->table;
    const zm_game *g = d->cyclic->variant->game;
    t->placements_runner = d->runner == &zm_hunt_runner_host ? &zm_placements_runner_host : zm_placements_runner_of(g);
    if (!t->placements_runner)
        return cannot(d, "it is a plugin");
    ZM_TRY(d->context, find_tiers(d));
    t->asked = true;
    t->values = values;
    t->rows =
        values / (d->cyclic->board.squares - d->top) + 2; /* of the first and the last only a part may be asked for */
    return ZM_OK;
}

void zm_hunt_device_tiers(const zm_hunt_device *d, uint32_t n, uint32_t *from, uint32_t *to)
{
    *from = d->table.first[d->bottom + n];
    *to = d->table.first[d->bottom + n + 1];
}

/* ---- memory of the device ---- */
static uint64_t row_bytes(const zm_hunt_device *d)
{
    return (d->table.values + 2 * ZM_HUNT_SQUARES) * sizeof *d->table.row;
}

uint64_t zm_hunt_gpu_table_bytes(const zm_hunt_device *d)
{
    return d->table.asked
               ? row_bytes(d) + d->table.rows * sizeof *d->table.placement + zm_device_rules_bytes(d->cyclic->variant)
               : 0;
}

zm_status zm_hunt_gpu_table_take(zm_hunt_device *d)
{
    zm_hunt_gpu_table *t = &d->table;
    if (!t->asked)
        return ZM_OK;
    ZM_TRY(d->context, zm_device_take(d->device, &t->row, row_bytes(d)));
    ZM_TRY(d->context, zm_device_take(d->device, &t->placement, t->rows * sizeof *t->placement));
    return zm_device_take_rules(d->device, &t->rules, d->cyclic->variant);
}

/* ---- a layer ---- */
/* The list of placements has room for a number each, images too, because of these two at least one is in it. */
static zm_status index_parts(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    j->part_of = (uint32_t *)(void *)j->order;
    j->from = 0;
    j->to = d->kept[j->layer].parts;
    ZM_TRY(d->context, zm_device_clear(d->device, j->part_of, j->size * sizeof *j->part_of));
    return j->to ? zm_hunt_device_start(d, ZM_HUNT_GPU_INDEX, j) : ZM_OK;
}

zm_status zm_hunt_gpu_table_ready(zm_hunt_device *d)
{
    return d->table.asked && d->job.layer > d->bottom ? index_parts(d) : ZM_OK;
}

/* Rows are made whole, and what is asked for may begin and end within one. */
zm_status zm_hunt_device_get(zm_hunt_device *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *values)
{
    const zm_hunt_gpu_table *t = &d->table;
    const unsigned length = free_in(d, tier);
    const uint64_t first = from / length, rows = (from + count - 1) / length + 1 - first, units = d->tiers->units[tier];
    const zm_placements_runner_job list = {.variant = d->cyclic->variant,
                                           .rules = t->rules,
                                           .tier = tier,
                                           .units = units,
                                           .from = first,
                                           .count = rows,
                                           .placement = t->placement};
    zm_hunt_gpu job = d->job;
    job.placement = t->placement;
    job.row = t->row;
    job.lone_from = first < units ? units - first : 0;
    job.from = 0;
    job.to = rows;
    ZM_TRY(d->context, zm_device_check(d->device, t->placements_runner->list(&d->device->stream, &list)));
    ZM_TRY(d->context, zm_hunt_device_start(d, ZM_HUNT_GPU_ROWS, &job));
    return zm_device_get(d->device, values, t->row + from % length, count * sizeof *values);
}
