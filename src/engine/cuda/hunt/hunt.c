/* hunt.c: a hunt with cycles on a device: its memory, and which step (kernel/hunt_gpu.h) comes when. */
#include "hunt.h"

#include "base/clock.h"
#include "base/context.h"
#include "base/stop.h"
#include "base/text.h"
#include "kernel/tally.h"

#include <stdio.h>
#include <string.h>

enum { ROUNDS = 4 /* that are begun before anyone looks whether there is more to do */ };

static const zm_hunt *hunt_of(const zm_hunt_device *d) { return d->chase->variant->game->rules.hunt; }

/* ---- the board, as tables ---- */
/* A set of a band as the squares of the board that it stands for. */
static uint64_t squares_of(const zm_cyclic *h, unsigned band, unsigned set)
{
    return (uint64_t)set << h->first_of[band];
}

static void fill_bands(zm_hunt_device *d)
{
    const zm_cyclic *h = d->chase;
    zm_hunt_gpu_board *b = &d->board;
    b->bands = h->bands;
    memcpy(b->first, h->first_of, sizeof b->first);
    memcpy(b->mask, h->sets_of, sizeof b->mask);
    memcpy(b->band_of, h->band_of, sizeof b->band_of);
    for (unsigned band = 0; band < h->bands; band++)
        for (unsigned set = 0; set <= h->sets_of[band]; set++) {
            b->steps[band][set] = hunt_of(d)->steps(h->variant, squares_of(h, band, set)) & h->board;
            b->image[band][set] = hunt_of(d)->image(h->variant, squares_of(h, band, set));
        }
}

/* The least weights that grow ahead and stay the same aside; false: there are none. */
static bool fill_weights(zm_hunt_device *d)
{
    const zm_cyclic *h = d->chase;
    uint8_t *weight = d->board.weight;
    for (unsigned turn = 0; turn <= h->squares * h->squares; turn++) {
        bool changed = false;
        for (unsigned s = 0; s < h->squares; s++)
            for (uint64_t rest = h->ahead[s] | h->aside[s]; rest;) {
                const unsigned to = zm_take_lowest(&rest);
                const uint8_t least = (uint8_t)(weight[s] + (h->ahead[s] >> to & 1));
                changed |= weight[to] < least;
                weight[to] = weight[to] < least ? least : weight[to];
            }
        if (!changed)
            return true;
    }
    return false;
}

static zm_status fill_board(zm_hunt_device *d)
{
    const zm_cyclic *h = d->chase;
    zm_hunt_gpu_board *b = &d->board;
    b->board = h->board;
    b->left = h->left;
    b->rows = h->most + 1;
    b->chains = h->chains;
    for (unsigned s = 0; s < h->squares; s++)
        b->forth[s] = h->ahead[s] | h->aside[s];
    memcpy(b->aside, h->aside, sizeof b->aside);
    memcpy(b->behind, h->behind, sizeof b->behind);
    memcpy(b->line, h->line, sizeof b->line);
    memcpy(b->near, h->near, sizeof b->near);
    memcpy(b->turned, h->image, sizeof b->turned);
    fill_bands(d);
    if (!fill_weights(d))
        return zm_fail(d->context, ZM_BAD_INPUT, "in %s steps ahead lead round in a circle: use --engine cpu",
                       h->variant->game->name);
    return ZM_OK;
}

/* C(n, k); UINT64_MAX when it is larger. */
static uint64_t choose(unsigned n, unsigned k)
{
    unsigned __int128 c = 1;
    for (unsigned i = 0; i < k; i++) {
        c = c * (n - i) / (i + 1);
        if (c > UINT32_MAX)
            return UINT64_MAX;
    }
    return k > n ? 0 : (uint64_t)c;
}

/* Before each set of a band, when so many pieces stand on it and on all higher bands. */
static zm_status fill_ranks(zm_hunt_device *d)
{
    const zm_cyclic *h = d->chase;
    const unsigned rows = d->board.rows;
    ZM_TRY(d->context, zm_alloc(d->context, &d->before, (uint64_t)h->bands * rows * ZM_HUNT_SETS, sizeof *d->before,
                                "the ranks of placements"));
    for (unsigned band = 0; band < h->bands; band++) {
        const unsigned above = h->squares - h->first_of[band] - zm_count_bits(h->sets_of[band]);
        for (unsigned pieces = 0; pieces < rows; pieces++) {
            uint32_t *row = d->before + (band * rows + pieces) * ZM_HUNT_SETS;
            uint64_t sum = 0;
            for (unsigned set = 0; set <= h->sets_of[band]; set++) {
                const unsigned here = zm_count_bits(set);
                row[set] = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
                sum += here <= pieces ? choose(above, pieces - here) : 0;
            }
        }
    }
    return ZM_OK;
}

/* ---- layers and slices ---- */
static zm_status cannot(const zm_hunt_device *d, const char *why)
{
    return zm_fail(d->context, ZM_BAD_INPUT, "%s is not solved on a GPU: %s; use --engine cpu",
                   d->chase->variant->game->name, why);
}

static zm_status find_layers(zm_hunt_device *d)
{
    const zm_cyclic *h = d->chase;
    const zm_variant *v = h->variant;
    uint64_t all[ZM_HUNT_GPU_LAYERS] = {0};
    unsigned next = 0;
    for (unsigned b = 0; b < h->bands; b++) {
        if (h->first_of[b] != next)
            return cannot(d, "its bands are not in the order of squares");
        next += zm_count_bits(h->sets_of[b]);
    }
    d->top = h->most;
    d->bottom = h->most;
    for (uint32_t i = 0, tiers = v->game->rules.tiers(v); i < tiers; i++) {
        const unsigned layer = h->squares - hunt_of(d)->free(v, i);
        d->bottom = layer < d->bottom ? layer : d->bottom;
        all[layer] += hunt_of(d)->stride(v, i, h->bands);
    }
    for (uint32_t i = 0, tiers = v->game->rules.tiers(v); i < tiers; i++)
        if (hunt_of(d)->few(v, i) != (h->squares - hunt_of(d)->free(v, i) == d->bottom))
            return cannot(d, "too few are not the same number everywhere");
    for (unsigned k = d->bottom; k <= d->top; k++) {
        d->size[k] = choose(h->squares, k);
        if (d->size[k] > UINT32_MAX || d->size[k] != all[k])
            return cannot(d, "not every set of squares is a placement, or there are too many");
        d->largest = d->size[k] > d->largest ? d->size[k] : d->largest;
    }
    return ZM_OK;
}

/* How many sets there are of so many squares and such a weight: squares one by one; and of those that are their own
 * images, pairs of squares at once. */
static void count_sets(const zm_hunt_device *d, bool own, uint64_t *count)
{
    const zm_cyclic *h = d->chase;
    count[0] = 1;
    for (unsigned s = 0; s < h->squares; s++) {
        const bool pair = own && h->image[s] != s;
        const unsigned pieces = pair ? 2 : 1, weight = d->board.weight[s] * pieces;
        if (own && h->image[s] < s)
            continue;
        for (unsigned k = d->top + 1; k-- > pieces;)
            for (unsigned w = d->slices; w-- > weight;)
                count[k * d->slices + w] += count[(k - pieces) * d->slices + w - weight];
    }
}

static zm_status count_slices(zm_hunt_device *d)
{
    zm_context *c = d->context;
    uint64_t *own;
    for (unsigned s = 0; s < d->chase->squares; s++)
        d->slices += d->board.weight[s];
    d->slices++;
    const uint64_t cells = (uint64_t)(d->top + 1) * d->slices;
    ZM_TRY(c, zm_alloc(c, &d->canon, cells, sizeof *d->canon, "the slices of layers"));
    ZM_TRY(c, zm_alloc(c, &d->cursor, d->slices + 1, sizeof *d->cursor, "the slices of layers"));
    ZM_TRY(c, zm_alloc(c, &own, cells, sizeof *own, "the slices of layers"));
    count_sets(d, false, d->canon);
    count_sets(d, true, own);
    for (unsigned k = d->bottom; k <= d->top; k++) {
        uint64_t all = 0;
        for (unsigned w = 0; w < d->slices; w++) {
            uint64_t *n = &d->canon[k * d->slices + w];
            *n = (*n + own[k * d->slices + w]) / 2;
            all += *n;
            d->largest_slice = *n > d->largest_slice ? *n : d->largest_slice;
        }
        d->largest_canon = all > d->largest_canon ? all : d->largest_canon;
    }
    zm_release(c, own);
    return ZM_OK;
}

/* ---- opening ---- */
static zm_status find(zm_hunt_device *d, zm_engine e)
{
    ZM_TRY(d->context, zm_device_open(d->context, e, &d->device));
#ifdef ZERMELO_CUDA
    d->runner = e == ZM_ENGINE_CUDA ? &zm_hunt_runner_cuda : &zm_hunt_runner_host;
#else
    d->runner = &zm_hunt_runner_host;
#endif
    ZM_TRY(d->context, find_layers(d));
    ZM_TRY(d->context, fill_board(d));
    ZM_TRY(d->context, fill_ranks(d));
    return count_slices(d);
}

zm_status zm_hunt_device_open(zm_context *c, zm_engine e, const zm_cyclic *chase, const zm_tiers *t,
                              zm_hunt_device **out)
{
    zm_hunt_device *d;
    ZM_TRY(c, zm_alloc(c, &d, 1, sizeof *d, "a device"));
    d->context = c;
    d->chase = chase;
    d->tiers = t;
    const zm_status s = find(d, e);
    if (s == ZM_OK)
        *out = d;
    else
        zm_hunt_device_free(d);
    return s;
}

void zm_hunt_device_free(zm_hunt_device *d)
{
    if (!d)
        return;
    zm_device_sample_close(&d->sample);
    zm_device_close(d->device);
    zm_release(d->context, d->table.first);
    zm_release(d->context, d->before);
    zm_release(d->context, d->canon);
    zm_release(d->context, d->cursor);
    zm_release(d->context, d);
}

/* ---- what it needs ---- */
static uint64_t bits_bytes(uint64_t count) { return (count + 31) / 32 * sizeof(uint32_t); }

static uint64_t before_bytes(const zm_hunt_device *d)
{
    return (uint64_t)d->board.bands * d->board.rows * ZM_HUNT_SETS * sizeof *d->before;
}

/* Which states there are: as measured, at most a third of the placements are reached in part. */
static uint64_t kept_bytes(const zm_hunt_device *d)
{
    uint64_t bytes = 0;
    for (unsigned k = d->bottom; k <= d->top; k++)
        bytes += bits_bytes(d->size[k]) + d->size[k] / 2 * sizeof(zm_hunt_gpu_part) / 3;
    return bytes;
}

zm_status zm_hunt_device_announce(zm_hunt_device *d)
{
    const uint64_t a_placement = 3 * sizeof(zm_hunt_gpu_won) + (d->chase->distances ? 3 * sizeof(uint32_t) + 4 : 0);
    const uint64_t bytes = sizeof d->board + before_bytes(d) + d->largest_canon * sizeof(uint64_t) +
                           2 * d->largest_slice * sizeof(uint64_t) + 2 * bits_bytes(d->largest) + kept_bytes(d) +
                           d->largest * a_placement + zm_device_sample_bytes_there(d->chase->variant) +
                           zm_hunt_gpu_table_bytes(d);
    return zm_device_announce(d->device, bytes);
}

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
    const zm_cyclic *h = d->chase;
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

static zm_status reach(zm_hunt_device *d)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    uint64_t **const blocks[] = {&j->reached_many, &j->reached_lone, &j->jumps, &j->above};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        ZM_TRY(c, zm_device_take(d->device, blocks[i], d->largest * sizeof **blocks[i]));
    for (unsigned k = d->top + 1; k-- > d->bottom;)
        ZM_TRY(c, reach_layer(d, k));
    ZM_TRY(c, zm_hunt_gpu_table_layer(d)); /* the bottom one: there is nothing more to find out about it */
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_device_give(d->device, blocks[i]);
    return ZM_OK;
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
        return cannot(
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
    const zm_variant *v = d->chase->variant;
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

/* Of what is far only V stays, for the layer above. */
static void end_layer(zm_hunt_device *d, unsigned layer)
{
    zm_hunt_gpu *j = &d->job;
    const zm_hunt_gpu_far below = j->below_far;
    zm_device_give(d->device, &d->kept[layer].whole);
    zm_device_give(d->device, &d->kept[layer].part);
    zm_device_give(d->device, &j->lone_far.value);
    zm_device_give(d->device, &j->below_far.value);
    j->below_far = j->landed_far;
    j->landed_far.first = below.first;
    j->landed_far.value = NULL;
}

static zm_status win_layer(zm_hunt_device *d, unsigned layer, zm_summary *sum)
{
    const double began = zm_now();
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    const zm_hunt_gpu_kept *const k = &d->kept[layer];
    zm_hunt_gpu_won *const landed = j->below;
    j->below = j->landed;
    j->landed = landed;
    ZM_TRY(c, begin_layer(d, layer));
    ZM_TRY(c, zm_device_clear(d->device, j->lone, d->size[layer] * sizeof *j->lone));
    for (unsigned w = d->slices; w-- > 0;)
        ZM_TRY(c, do_slice(d, w, ZM_HUNT_GPU_WON_FIRST, ZM_HUNT_GPU_WON_AGAIN));
    j->whole = k->whole;
    j->part = k->part;
    ZM_TRY(c, set_note(d, &j->notes->values, 0));
    ZM_TRY(c, do_layer(d, ZM_HUNT_GPU_CLOSE, ZM_HUNT_GPU_COUNT_PARTS));
    const double closed = zm_now();
    if (j->distances)
        ZM_TRY(c, measure_layer(d, d->notes.values, sum));
    d->times.won += closed - began;
    d->times.far += zm_now() - closed;
    ZM_TRY(c, zm_hunt_gpu_sample_answer(d));
    ZM_TRY(c, zm_hunt_gpu_table_layer(d));
    end_layer(d, layer);
    zm_progress_add(c, d->size[layer]);
    return ZM_OK;
}

static zm_status win(zm_hunt_device *d, zm_summary *sum)
{
    zm_hunt_gpu *j = &d->job;
    zm_context *c = d->context;
    zm_hunt_gpu_won **const blocks[] = {&j->lone, &j->landed, &j->below};
    uint32_t **const firsts[] = {&j->lone_far.first, &j->landed_far.first, &j->below_far.first};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        ZM_TRY(c, zm_device_take(d->device, blocks[i], d->largest * sizeof **blocks[i]));
    for (size_t i = 0; j->distances && i < sizeof firsts / sizeof *firsts; i++)
        ZM_TRY(c, zm_device_take(d->device, firsts[i], d->largest * sizeof **firsts[i]));
    j->room = 1 << 16;
    if (j->distances)
        ZM_TRY(c, zm_device_take(d->device, &j->candidate, j->room * sizeof *j->candidate));
    for (unsigned k = d->bottom + 1; k <= d->top; k++)
        ZM_TRY(c, win_layer(d, k, sum));
    return ZM_OK;
}

/* ---- the whole ---- */
static void say_times(const zm_hunt_device *d)
{
    const zm_hunt_gpu_times *t = &d->times;
    char table[64] = "";
    if (d->table.ready)
        snprintf(table, sizeof table, ", and %.2f until all was stored", t->table);
    zm_note(d->context, "seconds there: %.2f for which states there are, %.2f for who wins, %.2f for how far%s",
            t->reach, t->won, t->far, table);
}

/* In the bottom layer the lone piece has won everything that is reached. */
static zm_status solve(zm_hunt_device *d, zm_summary *sum)
{
    const zm_cyclic *h = d->chase;
    const double began = zm_now();
    uint64_t all = 0;
    for (unsigned k = d->bottom; k <= d->top; k++)
        all += 2 * d->size[k];
    if (d->table.ready)
        all += d->tiers->places;
    ZM_TRY(d->context, take_common(d));
    find_start(d);
    d->job.distances = h->distances;
    zm_progress_begin(d->context, d->table.ready ? "enumerate, classify and store" : "enumerate and classify", all);
    ZM_TRY(d->context, reach(d));
    d->times.reach = zm_now() - began - d->times.table;
    ZM_TRY(d->context, zm_hunt_gpu_sample_open(d));
    ZM_TRY(d->context, win(d, sum));
    say_times(d);
    const zm_hunt_gpu_notes *n = &d->notes;
    const unsigned lone = hunt_of(d)->lone;
    sum->states = n->states;
    sum->won_by[lone] = n->won_by_lone;
    sum->won_by[1 - lone] = n->won_by_many;
    sum->drawn = n->states - n->won_by_lone - n->won_by_many;
    sum->start = d->job.distances               ? (zm_value)n->start_value
                 : n->start.lone & h->start_bit ? zm_loss_in(0)
                 : n->start.many & h->start_bit ? zm_win_in(0)
                                                : (zm_value)ZM_DRAWN;
    return ZM_OK;
}

void zm_hunt_device_work(const zm_hunt_device *d, double *seconds, uint64_t *bytes)
{
    *seconds = d->times.reach + d->times.won + d->times.far;
    *bytes = d->notes.visits * sizeof(zm_hunt_gpu_won);
}

zm_status zm_hunt_device_solve(zm_hunt_device *d, zm_summary *sum, uint64_t *visits, uint64_t *checked)
{
    zm_status s = solve(d, sum);
    zm_progress_end(d->context);
    if (s == ZM_OK)
        s = zm_hunt_gpu_sample_check(d, checked);
    *visits += d->notes.visits;
    return s;
}
