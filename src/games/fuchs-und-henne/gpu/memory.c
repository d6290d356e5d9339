/* memory.c: what a pair of hunters needs on a device and on the host, and how the room of a batch is divided. */
#include "gpu.h"

#include "base/context.h"
#include "base/memory.h"

#include <string.h>

static const uint64_t LEFT_FREE = (uint64_t)1 << 30, MOST_ROOM = (uint64_t)8 << 30; /* of the device; a batch at work */

static uint64_t more(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* ---- of a placement ---- */
static uint64_t landing_bytes(const zm_pair_gpu_solve *s, const zm_pair_layer *l, unsigned sets)
{
    const hen_board *b = &s->plan.board;
    return l->placements * ((b->twos ? zm_pair_device_landing_words(l->free, sets) * sizeof(uint32_t) : 0) +
                            (b->ones ? sets * sizeof(uint64_t) : 0)) +
           2 * sizeof(uint64_t);
}

uint64_t zm_pair_gpu_entry_bytes(const zm_pair_gpu_solve *s, const zm_pair_layer *l)
{
    return l->few && !s->stores ? 0 : l->placements * zm_pair_device_entry_words(l->free) * sizeof(uint32_t);
}

static uint64_t window_bytes(const zm_pair_gpu_solve *s, unsigned free, bool finds)
{
    const hen_board *b = &s->plan.board;
    return (b->twos ? free * sizeof(uint32_t) * (finds ? 1 : 2) : 0) +
           (b->ones ? (finds ? sizeof(uint64_t) : sizeof(zm_won_ones)) : 0);
}

/* The arrays of a batch, by placement: where the pointer is, and how many bytes each. */
typedef struct share {
    void *pointer;
    uint64_t bytes;
} share;

enum { SHARES = 20 };

static unsigned shares_of(zm_pair_gpu_solve *s, unsigned free, bool finds, share out[SHARES])
{
    const hen_board *b = &s->plan.board;
    const uint64_t two = b->twos ? free * sizeof(uint32_t) : 0, won = finds ? 0 : 2 * two, seen = finds ? two : 0;
    const uint64_t one = !finds && b->ones ? sizeof(zm_won_ones) : 0, single = finds ? sizeof(uint64_t) : 0;
    zm_pair_gpu *j = &s->job;
    const share all[] = {{&j->many, sizeof *j->many},
                         {&j->beside, s->host_board->aside.count * sizeof *j->beside},
                         {&j->moves, won},
                         {&j->outside, won},
                         {&j->jumps, won},
                         {&j->leaps, won},
                         {&j->one_moves, one},
                         {&j->one_outside, one},
                         {&j->one_jumps, one},
                         {&j->seen, seen},
                         {&j->landed, seen},
                         {&j->above, seen},
                         {&j->begun, seen},
                         {&j->one_seen, single},
                         {&j->one_landed, single},
                         {&j->one_above, single},
                         {&j->one_begun, single},
                         {&j->put, single},
                         {&j->entry, zm_pair_device_entry_words(free) * sizeof(uint32_t)}};
    memcpy(out, all, sizeof all);
    return sizeof all / sizeof *all;
}

/* Of a placement, and of what is there anyhow. */
static uint64_t room_bytes(zm_pair_gpu_solve *s, unsigned free, bool finds, uint64_t placements)
{
    share each[SHARES];
    uint64_t bytes = 2 * (placements / 8 + ZM_PAIR_GPU_ALIGNED);
    const unsigned shares = shares_of(s, free, finds, each);
    for (unsigned i = 0; i < shares; i++)
        bytes += placements * each[i].bytes + ZM_PAIR_GPU_ALIGNED;
    return bytes;
}

uint64_t zm_pair_gpu_most(zm_pair_gpu_solve *s, const zm_pair_layer *l, bool finds)
{
    const uint64_t thousand = room_bytes(s, l->free, finds, 1 << 12) - room_bytes(s, l->free, finds, 0);
    const uint64_t fixed = room_bytes(s, l->free, finds, 0);
    return (s->room - fixed) / (thousand + 1) << 12;
}

/* Placements of the largest shape of a layer, and of its largest slice. */
static void find_largest(const zm_pair_gpu_solve *s, const zm_pair_layer *l, uint64_t *shape, uint64_t *slice)
{
    *shape = *slice = 0;
    for (uint32_t i = l->from; i < l->to; i++)
        *shape = more(*shape, zm_pair_shape_end(&s->plan, l, i) - s->plan.first[i]);
    for (uint32_t i = 0; i < s->plan.slices; i++)
        if (s->plan.slice[i].layer == l)
            *slice = more(*slice, zm_pair_slice_placements(&s->plan, &s->plan.slice[i]));
}

/* Windows and room of a phase. */
static void size_work(zm_pair_gpu_solve *s, bool finds)
{
    enum { ROUNDED = 2 << 12 }; /* placements more than there are */
    uint64_t least = 0, shape, slice;
    s->room = s->window = 0;
    for (unsigned k = 0; k < s->plan.layers; k++) {
        const zm_pair_layer *l = &s->plan.layer[k];
        if (!finds && l->few && !s->stores)
            continue;
        find_largest(s, l, &shape, &slice);
        s->window = more(s->window, slice * window_bytes(s, l->free, finds) + ZM_PAIR_GPU_ALIGNED);
        s->room = more(s->room, room_bytes(s, l->free, finds, slice + ROUNDED));
        least = more(least, room_bytes(s, l->free, finds, shape + ROUNDED));
    }
    const uint64_t most = more(least, s->limits.room ? s->limits.room : MOST_ROOM);
    s->room = s->room < most ? s->room : most;
}

/* While layer k is at work; entries of those above lie on the device too. */
static uint64_t layer_bytes(zm_pair_gpu_solve *s, unsigned k, bool finds)
{
    const zm_pair_layer *l = &s->plan.layer[k];
    const unsigned sets = finds ? 1 : 2;
    uint64_t bytes = s->room + 2 * s->window;
    if (!l->few && (finds || !l->top))
        bytes += landing_bytes(s, l, sets);
    if (finds && !l->top)
        bytes += landing_bytes(s, l + 1, sets);
    if (!finds && k && !l[-1].few)
        bytes += landing_bytes(s, l - 1, sets);
    for (unsigned i = k; i < s->plan.layers - s->host_layers; i++)
        bytes += zm_pair_gpu_entry_bytes(s, &s->plan.layer[i]);
    return bytes;
}

static uint64_t need(zm_pair_gpu_solve *s)
{
    uint64_t most = 0;
    for (unsigned finds = 0; finds < 2; finds++) {
        size_work(s, finds);
        for (unsigned k = 0; k < s->plan.layers; k++)
            most = more(most, layer_bytes(s, k, finds));
    }
    return most + zm_device_rules_bytes(s->plan.variant) + sizeof(zm_pair_device_board) +
           s->plan.shapes * sizeof(uint64_t) + zm_layer_sample_device_bytes(s->plan.variant) +
           zm_pair_gpu_table_bytes(s) + LEFT_FREE;
}

void zm_pair_gpu_find_need(zm_pair_gpu_solve *s)
{
    s->device_bytes = need(s);
    while (s->device_bytes > s->device->free_bytes && s->host_layers < s->plan.layers) {
        s->host_layers++;
        s->device_bytes = need(s);
    }
}

uint64_t zm_pair_gpu_host_bytes(const zm_pair_gpu_solve *s, const zm_solve_options *o)
{
    enum { FIXED = 1 << 21 };
    const zm_pair_plan *p = &s->plan;
    uint64_t bytes = zm_pair_plan_bytes(p) + sizeof *s->host_board + FIXED;
    for (unsigned i = p->layers - s->host_layers; i < p->layers; i++)
        bytes += zm_pair_gpu_entry_bytes(s, &p->layer[i]);
    bytes += s->host_layers ? zm_pages_bytes(zm_pair_gpu_stage_bytes) : 0;
    bytes += s->stores ? zm_pages_bytes(zm_pair_gpu_table_bytes(s)) : 0;
    return bytes + zm_layer_sample_bytes(s->context, p->variant) +
           zm_storing_bytes(s->context, o, p->places, p->largest_tier);
}

void zm_pair_gpu_divide_room(zm_pair_gpu_solve *s, bool finds)
{
    share each[SHARES];
    uint8_t *at = s->room_block;
    const unsigned shares = shares_of(s, s->job.free, finds, each);
    for (unsigned i = 0; i < 2; i++) {
        s->job.dirty[i] = (uint64_t *)(void *)at;
        at += (s->job.count / 8 + ZM_PAIR_GPU_ALIGNED) / ZM_PAIR_GPU_ALIGNED * ZM_PAIR_GPU_ALIGNED;
    }
    for (unsigned i = 0; i < shares; i++) {
        memcpy(each[i].pointer, &at, sizeof at);
        at += (s->job.count * each[i].bytes + ZM_PAIR_GPU_ALIGNED - 1) / ZM_PAIR_GPU_ALIGNED * ZM_PAIR_GPU_ALIGNED;
    }
}

/* ---- taking and giving it ---- */
zm_status zm_pair_gpu_take_common(zm_pair_gpu_solve *s)
{
    const zm_pair_plan *p = &s->plan;
    zm_pair_gpu *j = &s->job;
    ZM_TRY(s->context, zm_device_take_rules(s->device, &j->rules, p->variant));
    ZM_TRY(s->context, zm_device_take_copy(s->device, &s->board, s->host_board, sizeof *s->board));
    ZM_TRY(s->context, zm_device_take_copy(s->device, &s->first, p->first, p->shapes * sizeof *s->first));
    ZM_TRY(s->context, zm_device_take_copy(s->device, &j->notes, &s->notes, sizeof s->notes));
    j->variant = p->variant;
    j->board = s->board;
    j->first = s->first;
    j->stores = s->stores;
    ZM_TRY(s->context, zm_pair_gpu_table_open(s));
    return s->host_layers
               ? zm_device_alloc_pinned(s->device, &s->stage, zm_pair_gpu_stage_bytes, "what passes to the device")
               : ZM_OK;
}

zm_status zm_pair_gpu_open_work(zm_pair_gpu_solve *s, bool finds)
{
    size_work(s, finds);
    ZM_TRY(s->context, zm_device_take(s->device, &s->room_block, s->room));
    ZM_TRY(s->context, zm_device_take(s->device, &s->window_block[0], s->window));
    return zm_device_take(s->device, &s->window_block[1], s->window);
}

static void give_landings(zm_pair_gpu_solve *s, zm_pair_device_landings *f)
{
    zm_device_give(s->device, &f->two);
    zm_device_give(s->device, &f->one);
    *f = (zm_pair_device_landings){0};
}

void zm_pair_gpu_close_work(zm_pair_gpu_solve *s)
{
    zm_device_give(s->device, &s->room_block);
    zm_device_give(s->device, &s->window_block[0]);
    zm_device_give(s->device, &s->window_block[1]);
    give_landings(s, &s->job.near_layer);
    give_landings(s, &s->job.this_layer);
}

static zm_status take_landings(zm_pair_gpu_solve *s, const zm_pair_layer *l, unsigned sets, zm_pair_device_landings *f)
{
    const hen_board *b = &s->plan.board;
    *f = (zm_pair_device_landings){.free = l->free, .sets = sets, .words = zm_pair_device_landing_words(l->free, sets)};
    if (b->twos)
        ZM_TRY(s->context, zm_device_take(s->device, &f->two, l->placements * f->words * sizeof *f->two));
    return b->ones ? zm_device_take(s->device, &f->one, l->placements * sets * sizeof *f->one) : ZM_OK;
}

zm_status zm_pair_gpu_next_layer(zm_pair_gpu_solve *s, const zm_pair_layer *l, unsigned sets)
{
    zm_pair_gpu *j = &s->job;
    give_landings(s, &j->near_layer);
    j->near_layer = j->this_layer;
    j->this_layer = (zm_pair_device_landings){0};
    j->pieces = l->pieces;
    j->free = l->free;
    j->few = l->few;
    j->top = l->top;
    return sets ? take_landings(s, l, sets, &j->this_layer) : ZM_OK;
}

zm_status zm_pair_gpu_open_entries(zm_pair_gpu_solve *s, const zm_pair_layer *l)
{
    const unsigned k = (unsigned)(l - s->plan.layer);
    const uint64_t bytes = zm_pair_gpu_entry_bytes(s, l);
    if (!bytes)
        return ZM_OK;
    if (k < s->plan.layers - s->host_layers)
        return zm_device_take(s->device, &s->entry[k].device, bytes);
    return zm_resize(s->context, &s->entry[k].host, bytes, 1, "which states there are");
}

void zm_pair_gpu_close_entries(zm_pair_gpu_solve *s, const zm_pair_layer *l)
{
    zm_pair_gpu_entries *e = &s->entry[l - s->plan.layer];
    zm_device_give(s->device, &e->device);
    zm_release(s->context, e->host);
    e->host = NULL;
}
