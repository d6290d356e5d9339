/* layers.c: a hunt with cycles on a device, layer by layer: its memory, and which step (kernel/hunt_gpu.h) comes when.
 *
 * From the top layer down it is found which states there are; then from the bottom layer up who wins, and how far. */
#include "hunt.h"

#include "base/clock.h"
#include "base/stop.h"
#include "kernel/tally.h"

#include <stdio.h>

enum {
    ROUNDS = 4,                 /* that are begun before anyone looks whether there is more to do */
    REACH_BLOCKS = 4,           /* that finding the states takes */
    FIRST_CANDIDATES = 1 << 16, /* for the farthest state: room to begin with */
};

static const zm_hunt *hunt_of(const zm_hunt_device *d) { return d->cyclic->variant->game->rules.hunt; }

/* ---- what it needs ---- */
static uint64_t bits_bytes(uint64_t count) { return (count + 31) / 32 * sizeof(uint32_t); }

static uint64_t before_bytes(const zm_hunt_device *d)
{
    return (uint64_t)d->board.map.bands * d->board.rows * ZM_HUNT_SETS * sizeof *d->before;
}

/* Which states there are: as measured, at most a third of the placements are reached in part. */
static uint64_t kept_bytes(const zm_hunt_device *d)
{
    uint64_t bytes = 0;
    for (unsigned k = d->bottom; k <= d->top; k++)
        bytes += bits_bytes(d->size[k]) + d->size[k] / 2 * sizeof(zm_hunt_gpu_part) / 3;
    return bytes;
}

/* Of the lists of steps; of what is known of a layer; of the sample; and of rows. */
uint64_t zm_hunt_device_bytes(const zm_hunt_device *d)
{
    const bool distances = d->cyclic->distances;
    const uint64_t a_placement = 3 * sizeof(zm_hunt_gpu_won) + (distances ? 3 * sizeof(uint32_t) + 4 : 0);
    const uint64_t lists = d->largest_canon * sizeof(uint64_t) + 2 * d->largest_slice * sizeof(uint64_t) +
                           2 * bits_bytes(d->largest) + d->slices * sizeof(uint64_t) + sizeof d->notes;
    const uint64_t candidates = distances ? FIRST_CANDIDATES * sizeof(zm_hunt_gpu_part) : 0;
    return sizeof d->board + before_bytes(d) + lists + kept_bytes(d) + d->largest * a_placement + candidates +
           zm_layer_sample_device_bytes(d->cyclic->variant) + zm_hunt_gpu_table_bytes(d);
}

zm_status zm_hunt_device_announce(zm_hunt_device *d) { return zm_device_announce(d->device, zm_hunt_device_bytes(d)); }

static zm_status take_common(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    ZM_TRY(c, zm_device_take_copy(d->device, &j->board, &d->board, sizeof d->board));
    ZM_TRY(c, zm_device_take_copy(d->device, &j->before, d->before, before_bytes(d)));
    ZM_TRY(c, zm_device_take(d->device, &j->order, d->largest_canon * sizeof *j->order));
    ZM_TRY(c, zm_device_take(d->device, &j->cursor, d->slices * sizeof *j->cursor));
    for (unsigned i = 0; i < 2; i++) {
        ZM_TRY(c, zm_device_take(d->device, &j->list[i], d->largest_slice * sizeof *j->list[i]));
        ZM_TRY(c, zm_device_take(d->device, &j->dirty[i], bits_bytes(d->largest)));
        ZM_TRY(c, zm_device_clear(d->device, j->dirty[i], bits_bytes(d->largest)));
    }
    ZM_TRY(c, zm_device_take(d->device, &j->notes, sizeof *j->notes));
    ZM_TRY(c, zm_device_clear(d->device, j->notes, sizeof *j->notes));
    j->bottom = d->bottom;
    j->top = d->top;
    return zm_hunt_gpu_table_take(d);
}

static void find_start(zm_hunt_device *d)
{
    const zm_cyclic *h = d->cyclic;
    zm_hunt_gpu *j = &d->job;
    j->start[0] = hunt_of(d)->many(h->variant, h->start.tier, h->start.index);
    j->start[1] = hunt_of(d)->image(h->variant, j->start[0]);
    j->start_bit[0] = h->start_bit;
    j->start_bit[1] = hunt_of(d)->image(h->variant, h->start_bit);
}

/* ---- steps ---- */
zm_status zm_hunt_device_start(zm_hunt_device *d, zm_hunt_gpu_step kernel, const zm_hunt_gpu *job)
{
    return zm_device_check(d->device, d->runner->start(&d->device->stream, kernel, job));
}

static zm_status start(zm_hunt_device *d, zm_hunt_gpu_step kernel) { return zm_hunt_device_start(d, kernel, &d->job); }

static zm_status look_at_notes(zm_hunt_device *d)
{
    return zm_device_get(d->device, &d->notes, d->job.notes, sizeof d->notes);
}

/* The placements of a layer, by slice; cursor[w] is where slice w begins. */
static zm_status begin_layer(zm_hunt_device *d, unsigned layer)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    ZM_TRY(c, zm_check_stop(c));
    j->layer = layer;
    j->size = (uint32_t)d->size[layer];
    j->round = 1;
    d->cursor[0] = 0;
    for (unsigned w = 0; w < d->slices; w++)
        d->cursor[w + 1] = d->cursor[w] + d->canon[layer * d->slices + w];
    ZM_TRY(c, zm_device_put(d->device, j->cursor, d->cursor, d->slices * sizeof *d->cursor));
    return start(d, ZM_HUNT_GPU_LIST);
}

/* All of a slice, then what is dirty until nothing is. */
static zm_status do_slice(zm_hunt_device *d, unsigned slice, zm_hunt_gpu_step first, zm_hunt_gpu_step again)
{
    zm_hunt_gpu *j = &d->job;
    j->from = d->cursor[slice];
    j->to = d->cursor[slice + 1];
    if (j->from == j->to)
        return ZM_OK;
    ZM_TRY(d->context, zm_check_stop(d->context));
    j->round = 1;
    ZM_TRY(d->context, start(d, first));
    do {
        for (unsigned i = 0; i < ROUNDS; i++) {
            j->round = 1 - j->round;
            ZM_TRY(d->context, start(d, again));
        }
        ZM_TRY(d->context, look_at_notes(d));
    } while (d->notes.listed[1 - j->round]);
    return ZM_OK;
}

static void whole_layer(zm_hunt_device *d)
{
    d->job.from = 0;
    d->job.to = d->cursor[d->slices];
}

/* ---- which states there are ---- */
static zm_status keep_layer(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    zm_hunt_gpu_kept *k = &d->kept[j->layer];
    const uint64_t none = 0;
    whole_layer(d);
    ZM_TRY(c, zm_device_put(d->device, &j->notes->parts, &none, sizeof none));
    ZM_TRY(c, start(d, ZM_HUNT_GPU_KEEP_COUNT));
    ZM_TRY(c, look_at_notes(d));
    k->parts = d->notes.parts;
    ZM_TRY(c, zm_device_take(d->device, &k->whole, bits_bytes(j->size)));
    ZM_TRY(c, zm_device_clear(d->device, k->whole, bits_bytes(j->size)));
    if (k->parts)
        ZM_TRY(c, zm_device_take(d->device, &k->part, k->parts * sizeof *k->part));
    j->whole = k->whole;
    j->part = k->part;
    ZM_TRY(c, zm_device_put(d->device, &j->notes->parts, &none, sizeof none));
    ZM_TRY(c, start(d, ZM_HUNT_GPU_KEEP));
    return look_at_notes(d);
}

static zm_status reach_layer(zm_hunt_device *d, unsigned layer)
{
    zm_hunt_gpu *j = &d->job;
    uint64_t *const above = j->jumps;
    j->jumps = j->above;
    j->above = above;
    ZM_TRY(d->context, begin_layer(d, layer));
    for (unsigned w = 0; w < d->slices; w++)
        ZM_TRY(d->context, do_slice(d, w, ZM_HUNT_GPU_REACH_FIRST, ZM_HUNT_GPU_REACH_AGAIN));
    ZM_TRY(d->context, keep_layer(d));
    zm_progress_add(d->context, d->size[layer]);
    return ZM_OK;
}

/* Blocks that finding the states takes, until the bottom layer is published. */
static void reach_blocks(zm_hunt_device *d, uint64_t **blocks[REACH_BLOCKS])
{
    zm_hunt_gpu *j = &d->job;
    blocks[0] = &j->reached_many;
    blocks[1] = &j->reached_lone;
    blocks[2] = &j->jumps;
    blocks[3] = &j->above;
}

static zm_status reach(zm_hunt_device *d)
{
    uint64_t **blocks[REACH_BLOCKS];
    reach_blocks(d, blocks);
    for (size_t i = 0; i < REACH_BLOCKS; i++)
        ZM_TRY(d->context, zm_device_take(d->device, blocks[i], d->largest * sizeof **blocks[i]));
    for (unsigned k = d->top + 1; k-- > d->bottom;)
        ZM_TRY(d->context, reach_layer(d, k));
    return ZM_OK;
}

zm_status zm_hunt_device_find_states(zm_hunt_device *d)
{
    const double began = zm_now();
    uint64_t all = 0;
    for (unsigned k = d->bottom; k <= d->top; k++)
        all += d->size[k];
    ZM_TRY(d->context, take_common(d));
    find_start(d);
    d->job.distances = d->cyclic->distances;
    zm_progress_begin(d->context, "enumerate", all);
    const zm_status s = reach(d);
    zm_progress_end(d->context);
    d->times.reach = zm_now() - began;
    return s;
}

/* ---- who wins ---- */
static zm_status set_note(zm_hunt_device *d, uint64_t *note, uint64_t n)
{
    return zm_device_put(d->device, note, &n, sizeof n);
}

/* Something for all placements that are reached on all squares, and something for those reached in part. */
static zm_status do_layer(zm_hunt_device *d, zm_hunt_gpu_step whole, zm_hunt_gpu_step parts)
{
    whole_layer(d);
    ZM_TRY(d->context, start(d, whole));
    d->job.to = d->kept[d->job.layer].parts;
    if (d->job.to)
        ZM_TRY(d->context, start(d, parts));
    return look_at_notes(d);
}

/* ---- how far ---- */
static zm_status take_values(zm_hunt_device *d, zm_value **values, uint64_t count)
{
    if (count > UINT32_MAX)
        return zm_hunt_device_cannot(
            d, "more than 2^32 squares of a layer are decided, so that only who wins can be told, with --values wdl");
    return zm_device_take(d->device, values, count * sizeof **values);
}

static zm_status find_distances(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    whole_layer(d);
    ZM_TRY(c, set_note(d, &j->notes->values, 0));
    ZM_TRY(c, start(d, ZM_HUNT_GPU_FAR_COUNT));
    ZM_TRY(c, look_at_notes(d));
    ZM_TRY(c, take_values(d, &j->lone_far.value, d->notes.values));
    ZM_TRY(c, set_note(d, &j->notes->values, 0));
    ZM_TRY(c, start(d, ZM_HUNT_GPU_FAR_MAKE));
    for (unsigned w = d->slices; w-- > 0;)
        ZM_TRY(c, do_slice(d, w, ZM_HUNT_GPU_FAR_FIRST, ZM_HUNT_GPU_FAR_AGAIN));
    return ZM_OK;
}

/* Of the states that are farthest from the end the one with the smallest fingerprint. */
static zm_status tally_candidates(zm_hunt_device *d, zm_summary *sum)
{
    const zm_variant *v = d->cyclic->variant;
    const uint64_t count = d->notes.candidates;
    zm_hunt_gpu_part *found;
    ZM_TRY(d->context, zm_alloc(d->context, &found, count, sizeof *found, "the farthest positions"));
    const zm_status s = zm_device_get(d->device, found, d->job.candidate, count * sizeof *found);
    for (uint64_t i = 0; s == ZM_OK && i < count; i++) {
        for (uint64_t rest = found[i].many; rest;)
            zm_tally_farthest(sum, hunt_of(d)->position(v, found[i].placement, zm_take_lowest(&rest), false),
                              d->notes.farthest);
        for (uint64_t rest = found[i].lone; rest;)
            zm_tally_farthest(sum, hunt_of(d)->position(v, found[i].placement, zm_take_lowest(&rest), true),
                              d->notes.farthest);
    }
    zm_release(d->context, found);
    return s;
}

static zm_status find_farthest(zm_hunt_device *d, zm_summary *sum)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    do {
        if (d->notes.candidates > j->room) {
            zm_device_give(d->device, &j->candidate);
            j->room = d->notes.candidates;
            ZM_TRY(c, zm_device_take(d->device, &j->candidate, j->room * sizeof *j->candidate));
        }
        ZM_TRY(c, set_note(d, &j->notes->candidates, 0));
        ZM_TRY(c, do_layer(d, ZM_HUNT_GPU_FAR_LIST, ZM_HUNT_GPU_FAR_LIST_PARTS));
    } while (d->notes.candidates > j->room);
    return d->notes.candidates ? tally_candidates(d, sum) : ZM_OK;
}

/* A, then V, of which there are so many values; then the farthest. */
static zm_status measure_layer(zm_hunt_device *d, uint64_t landed, zm_summary *sum)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    const uint32_t none = 0;
    ZM_TRY(c, find_distances(d));
    ZM_TRY(c, take_values(d, &j->landed_far.value, landed));
    ZM_TRY(c, set_note(d, &j->notes->values, 0));
    ZM_TRY(c, zm_device_put(d->device, &j->notes->farthest, &none, sizeof none));
    ZM_TRY(c, do_layer(d, ZM_HUNT_GPU_FAR_CLOSE, ZM_HUNT_GPU_FAR_PARTS));
    if (d->notes.farthest >= sum->longest)
        ZM_TRY(c, find_farthest(d, sum));
    return ZM_OK;
}

/* ---- a layer ---- */
/* In the bottom layer the game has ended: which states there are is all there is to know. Its memory is given back, and
 * that of the layers above is taken. */
static zm_status end_bottom(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    uint64_t **blocks[REACH_BLOCKS];
    zm_hunt_gpu_won **const won[] = {&j->lone, &j->landed, &j->below};
    uint32_t **const firsts[] = {&j->lone_far.first, &j->landed_far.first, &j->below_far.first};
    reach_blocks(d, blocks);
    for (size_t i = 0; i < REACH_BLOCKS; i++)
        zm_device_give(d->device, blocks[i]);
    ZM_TRY(c, zm_hunt_device_sample_open(d));
    for (size_t i = 0; i < sizeof won / sizeof *won; i++)
        ZM_TRY(c, zm_device_take(d->device, won[i], d->largest * sizeof **won[i]));
    if (!j->distances)
        return ZM_OK;
    for (size_t i = 0; i < sizeof firsts / sizeof *firsts; i++)
        ZM_TRY(c, zm_device_take(d->device, firsts[i], d->largest * sizeof **firsts[i]));
    j->room = FIRST_CANDIDATES;
    return zm_device_take(d->device, &j->candidate, j->room * sizeof *j->candidate);
}

/* Who wins: A, slice by slice; then B and V follow from it. */
static zm_status win_layer(zm_hunt_device *d, unsigned layer)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    zm_hunt_gpu_won *const landed = j->below;
    j->below = j->landed;
    j->landed = landed;
    ZM_TRY(c, begin_layer(d, layer));
    ZM_TRY(c, zm_device_clear(d->device, j->lone, d->size[layer] * sizeof *j->lone));
    for (unsigned w = d->slices; w-- > 0;)
        ZM_TRY(c, do_slice(d, w, ZM_HUNT_GPU_WON_FIRST, ZM_HUNT_GPU_WON_AGAIN));
    j->whole = d->kept[layer].whole;
    j->part = d->kept[layer].part;
    ZM_TRY(c, set_note(d, &j->notes->values, 0));
    return do_layer(d, ZM_HUNT_GPU_CLOSE, ZM_HUNT_GPU_COUNT_PARTS);
}

static zm_status solve_upper(zm_hunt_device *d, unsigned layer)
{
    const double began = zm_now();
    ZM_TRY(d->context, win_layer(d, layer));
    const double won = zm_now();
    if (d->job.distances)
        ZM_TRY(d->context, measure_layer(d, d->notes.values, &d->farthest));
    d->times.won += won - began;
    d->times.far += zm_now() - won;
    ZM_TRY(d->context, zm_hunt_device_sample_answer(d));
    zm_progress_add(d->context, d->size[layer]);
    return ZM_OK;
}

zm_status zm_hunt_device_solve_layer(zm_hunt_device *d, uint32_t n)
{
    if (n)
        ZM_TRY(d->context, solve_upper(d, d->bottom + n));
    else
        zm_progress_add(d->context, d->size[d->bottom]);
    ZM_TRY(d->context, zm_hunt_gpu_table_ready(d));
    d->table.since = zm_now();
    return ZM_OK;
}

/* Of distances only V stays, for the layer above. */
zm_status zm_hunt_device_end_layer(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    const zm_hunt_gpu_far below = j->below_far;
    d->times.table += zm_now() - d->table.since;
    if (j->layer == d->bottom)
        return end_bottom(d);
    zm_device_give(d->device, &d->kept[j->layer].whole);
    zm_device_give(d->device, &d->kept[j->layer].part);
    zm_device_give(d->device, &j->lone_far.value);
    zm_device_give(d->device, &j->below_far.value);
    j->below_far = j->landed_far;
    j->landed_far.first = below.first;
    j->landed_far.value = NULL;
    return ZM_OK;
}

/* ---- the whole ---- */
zm_value zm_hunt_device_start_value(const zm_hunt_device *d)
{
    const zm_hunt_gpu_notes *n = &d->notes;
    const uint64_t bit = d->cyclic->start_bit;
    if (d->job.distances)
        return (zm_value)n->start_value;
    return n->start.lone & bit ? zm_loss_in(0) : n->start.many & bit ? zm_win_in(0) : (zm_value)ZM_DRAWN;
}

/* In the bottom layer the lone piece has won everything that is reached. */
void zm_hunt_device_summary(const zm_hunt_device *d, zm_summary *sum)
{
    const zm_hunt_gpu_notes *n = &d->notes;
    const unsigned lone = hunt_of(d)->lone;
    *sum = d->farthest;
    sum->states = n->states;
    sum->won_by[lone] = n->won_by_lone;
    sum->won_by[1 - lone] = n->won_by_many;
    sum->drawn = n->states - n->won_by_lone - n->won_by_many;
    sum->start = zm_hunt_device_start_value(d);
}

void zm_hunt_device_work(const zm_hunt_device *d, zm_solved *out)
{
    const zm_hunt_gpu_times *t = &d->times;
    char table[64] = "";
    if (d->table.asked)
        snprintf(table, sizeof table, ", and %.2f until all was stored", t->table);
    zm_note(d->context, "seconds on the device: %.2f for which states there are, %.2f for who wins, %.2f for how far%s",
            t->reach, t->won, t->far, table);
    out->visits += d->notes.visits;
    out->device_seconds = t->reach + t->won + t->far;
    out->device_bytes = d->notes.visits * sizeof(zm_hunt_gpu_won);
}
