/* count.c: the values of a hunt with cycles, counted on their way from a device to the table: what is stored is held
 * against what the device itself has counted. */
#include "hunt.h"

#include "kernel/tally.h"
#include "table/write/writer.h"

enum { CHUNK = 8192 }; /* values */

typedef struct span { /* of values of a tier, from this place on */
    zm_place at;
    const zm_value *value;
    uint64_t values;
} span;

/* Those that are that near to the draw, which is to say that far from the end. */
static void find_farthest(const zm_hunt_device *d, const span *v, unsigned remoteness, zm_summary *sum)
{
    for (uint64_t i = 0; i < v->values; i++)
        if (v->value[i] == zm_win_in(remoteness) || v->value[i] == zm_loss_in(remoteness))
            zm_tally_farthest(sum,
                              d->cyclic->variant->game->index->unrank(d->cyclic->variant,
                                                                      (zm_place){v->at.tier, v->at.index + i}),
                              remoteness);
}

/* At most a chunk, with the same side to move. */
static void count_chunk(const zm_hunt_device *d, const span *v, bool lone_to_move, zm_summary *sum)
{
    const unsigned lone = d->cyclic->variant->game->hunt->lone, turn = lone_to_move ? lone : 1 - lone;
    uint32_t states = 0, drawn = 0, won = 0;
    uint16_t nearest = UINT16_MAX; /* to the draw, less 1; the draw itself is the farthest then, and none comes next */
    for (uint64_t i = 0; i < v->values; i++) {
        const zm_value value = v->value[i];
        const uint16_t from_draw = (uint16_t)((value > ZM_DRAWN ? value - ZM_DRAWN : ZM_DRAWN - value) - 1);
        states += value != ZM_NONE;
        drawn += value == ZM_DRAWN;
        won += value > ZM_DRAWN;
        nearest = from_draw < nearest ? from_draw : nearest;
    }
    sum->states += states;
    sum->drawn += drawn;
    sum->won_by[turn] += won;
    sum->won_by[1 - turn] += states - drawn - won;
    const unsigned remoteness = (unsigned)ZM_FARTHEST - nearest;
    if (states > drawn && d->cyclic->distances && remoteness >= sum->longest)
        find_farthest(d, v, remoteness, sum);
}

/* The places of a tier have first the many to move, then the lone piece; no chunk has both. */
static void count_values(const zm_hunt_device *d, const span *v, zm_summary *sum)
{
    const uint64_t half =
        d->tiers->units[v->at.tier] * d->cyclic->variant->game->hunt->free(d->cyclic->variant, v->at.tier);
    const uint64_t chunks = (v->values + CHUNK - 1) / CHUNK;
#pragma omp parallel num_threads((int)zm_threads(d->context)) if (chunks > 16)
    {
        zm_summary mine = {0};
#pragma omp for schedule(static)
        for (uint64_t k = 0; k < chunks; k++) {
            const uint64_t from = k * CHUNK, to = from + CHUNK < v->values ? from + CHUNK : v->values;
            const uint64_t first = v->at.index < half ? half - v->at.index : 0; /* the first of the lone piece */
            const uint64_t middle = first < from ? from : first > to ? to : first;
            const span many = {{v->at.tier, v->at.index + from}, v->value + from, middle - from};
            const span lone = {{v->at.tier, v->at.index + middle}, v->value + middle, to - middle};
            count_chunk(d, &many, false, &mine);
            count_chunk(d, &lone, true, &mine);
        }
#pragma omp critical(zm_hunt_gpu_count)
        zm_summary_add(sum, &mine);
    }
}

void zm_hunt_device_count(const zm_hunt_device *d, zm_place from, const zm_value *values, uint64_t count,
                          zm_summary *sum)
{
    count_values(d, &(span){from, values, count}, sum);
}
