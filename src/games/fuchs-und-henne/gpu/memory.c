/* memory.c: what a pair of hunters needs on a device and here, and how the room of a batch is divided. */
#include "gpu.h"

#include "base/context.h"
#include "base/memory.h"
#include "solve/solver.h"

#include <string.h>

typedef zm_pair_layer layer;

static const uint64_t LEFT_FREE = (uint64_t)1 << 30, MOST_ROOM = (uint64_t)8 << 30; /* of the device; a batch at work */

static uint64_t largest_slice(const zm_pair_device *s, const layer *l)
{
    uint64_t largest = 0, begin = 0;
    for (uint32_t shape = l->from; shape < l->to; shape++)
        if (shape + 1 == l->to || zm_pair_device_depth(s, shape + 1) != zm_pair_device_depth(s, shape)) {
            const uint64_t end = zm_pair_device_end(s, l, shape + 1);
            largest = end - begin > largest ? end - begin : largest;
            begin = end;
        }
    return largest;
}

/* ---- of a placement ---- */
static uint64_t far_bytes(const zm_pair_device *s, const layer *l, unsigned sets)
{
    const zm_pair_board *b = s->plan->board;
    return l->placements *
               ((b->twos ? zm_pair_device_far_words(zm_pair_device_squares(s, l), sets) * sizeof(uint32_t) : 0) +
                (b->ones ? sets * sizeof(uint64_t) : 0)) +
           2 * sizeof(uint64_t);
}

uint64_t zm_pair_device_entry_bytes(const zm_pair_device *s, const layer *l)
{
    return zm_pair_device_few(s, l) && !s->stores
               ? 0
               : l->placements * zm_pair_device_entry_words(zm_pair_device_squares(s, l)) * sizeof(uint32_t);
}

static uint64_t window_bytes(const zm_pair_device *s, unsigned free, bool finds)
{
    const zm_pair_board *b = s->plan->board;
    return (b->twos ? free * sizeof(uint32_t) * (finds ? 1 : 2) : 0) +
           (b->ones ? (finds ? sizeof(uint64_t) : sizeof(zm_won_ones)) : 0);
}

/* The arrays of a batch, by placement: where the pointer is, and how many bytes each. */
typedef struct share {
    void *pointer;
    uint64_t bytes;
} share;

enum { SHARES = 20 };

static unsigned shares_of(zm_pair_device *s, unsigned free, bool finds, share out[SHARES])
{
    const zm_pair_board *b = s->plan->board;
    const uint64_t two = b->twos ? free * sizeof(uint32_t) : 0, won = finds ? 0 : 2 * two, seen = finds ? two : 0;
    const uint64_t one = !finds && b->ones ? sizeof(zm_won_ones) : 0, single = finds ? sizeof(uint64_t) : 0;
    zm_pair_gpu *j = &s->job;
    const share all[] = {{&j->many, sizeof *j->many},
                         {&j->beside, s->board_here->aside.count * sizeof *j->beside},
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
static uint64_t room_bytes(zm_pair_device *s, unsigned free, bool finds, uint64_t placements)
{
    share each[SHARES];
    uint64_t bytes = 2 * (placements / 8 + ZM_PAIR_GPU_ALIGNED);
    const unsigned shares = shares_of(s, free, finds, each);
    for (unsigned i = 0; i < shares; i++)
        bytes += placements * each[i].bytes + ZM_PAIR_GPU_ALIGNED;
    return bytes;
}

uint64_t zm_pair_device_most(zm_pair_device *s, const layer *l, bool finds)
{
    const uint64_t thousand = room_bytes(s, zm_pair_device_squares(s, l), finds, 1 << 12) -
                              room_bytes(s, zm_pair_device_squares(s, l), finds, 0);
    const uint64_t fixed = room_bytes(s, zm_pair_device_squares(s, l), finds, 0);
    return (s->room - fixed) / (thousand + 1) << 12;
}

static uint64_t largest_shape(const zm_pair_device *s, const layer *l)
{
    uint64_t largest = 0;
    for (uint32_t shape = l->from; shape < l->to; shape++) {
        const uint64_t count = zm_pair_device_end(s, l, shape + 1) - s->plan->first[shape];
        largest = count > largest ? count : largest;
    }
    return largest;
}

void zm_pair_device_size_work(zm_pair_device *s, bool finds)
{
    uint64_t least = 0;
    s->room = s->window = 0;
    for (unsigned k = 0; k < s->plan->layers; k++) {
        const layer *l = &s->plan->layer[k];
        if (!finds && zm_pair_device_few(s, l) && !s->stores)
            continue;
        const unsigned free = zm_pair_device_squares(s, l);
        const uint64_t slice = largest_slice(s, l), window = slice * window_bytes(s, free, finds) + ZM_PAIR_GPU_ALIGNED,
                       all = room_bytes(s, free, finds, slice + (2 << 12)),
                       shape = room_bytes(s, free, finds, largest_shape(s, l) + (2 << 12));
        s->window = window > s->window ? window : s->window;
        s->room = all > s->room ? all : s->room;
        least = shape > least ? shape : least;
    }
    const uint64_t most = s->limits->room ? s->limits->room : MOST_ROOM;
    s->room = s->room < most ? s->room : most > least ? most : least;
}

/* While layer k is at work; entries of those above lie there too. */
static uint64_t layer_bytes(zm_pair_device *s, unsigned k, bool finds)
{
    const layer *l = &s->plan->layer[k];
    const unsigned sets = finds ? 1 : 2;
    uint64_t bytes = s->room + 2 * s->window;
    if (!zm_pair_device_few(s, l) && (finds || !zm_pair_device_top(s, l)))
        bytes += far_bytes(s, l, sets);
    if (finds && !zm_pair_device_top(s, l))
        bytes += far_bytes(s, l + 1, sets);
    if (!finds && k && !zm_pair_device_few(s, l - 1))
        bytes += far_bytes(s, l - 1, sets);
    for (unsigned i = k; i < s->plan->layers - s->here; i++)
        bytes += zm_pair_device_entry_bytes(s, &s->plan->layer[i]);
    return bytes;
}

static uint64_t need(zm_pair_device *s)
{
    uint64_t most = 0;
    for (unsigned finds = 0; finds < 2; finds++) {
        zm_pair_device_size_work(s, finds);
        for (unsigned k = 0; k < s->plan->layers; k++) {
            const uint64_t bytes = layer_bytes(s, k, finds);
            most = bytes > most ? bytes : most;
        }
    }
    return most + s->plan->variant->game->data_bytes + sizeof(zm_pair_device_board) +
           s->plan->shapes * sizeof(uint64_t) + zm_device_sample_bytes_there(s->plan->variant) +
           zm_pair_device_table_bytes_there(s) + LEFT_FREE;
}

/* As few entries here as there must be. */
zm_status zm_pair_device_announce(zm_pair_device *s, const zm_solve_options *o, zm_solved *out)
{
    zm_demand demand = {.memory = s->plan->variant->game->data_bytes + sizeof(zm_pair_device_board) +
                                  s->plan->shapes * (sizeof(uint64_t) + 128) + ((uint64_t)1 << 21)};
    uint64_t bytes = need(s);
    while (bytes > s->device->free_bytes && s->here < s->plan->layers) {
        s->here++;
        bytes = need(s);
    }
    for (unsigned i = s->plan->layers - s->here; i < s->plan->layers; i++)
        demand.memory += zm_pair_device_entry_bytes(s, &s->plan->layer[i]);
    demand.memory += s->here ? zm_pages_bytes(zm_pair_device_stage) : 0;
    demand.memory += zm_pair_device_sample_bytes(s) + zm_pair_device_table_bytes(s);
    zm_pair_store_need(s->context, s->plan->variant, o, &demand);
    ZM_TRY(s->context, zm_device_announce(s->device, bytes));
    return zm_announce(s->context, s->plan->variant, o, &demand, out);
}

void zm_pair_device_divide_room(zm_pair_device *s, bool finds)
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
