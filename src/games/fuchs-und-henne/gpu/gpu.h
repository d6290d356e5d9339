/* gpu.h: a pair of hunters on a device, as the files of this folder see it. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_GPU_GPU_H
#define ZM_GAMES_FUCHS_UND_HENNE_GPU_GPU_H

#include "device.h"
#include "engine/cuda/device/sample.h"
#include "games/fuchs-und-henne/solver/store.h"
#include "runner.h"

typedef struct zm_pair_device_entries { /* of a layer */
    uint32_t *there, *here;
} zm_pair_device_entries;

typedef struct zm_pair_device_times {
    double reach, ones, twos, close, moved, sample, table;
} zm_pair_device_times;

struct zm_pair_device {
    zm_context *context;
    const zm_pair_plan *plan;
    const zm_pair_device_limits *limits;
    zm_device *device;
    const zm_pair_runner *pair_runner;
    unsigned here;                    /* so many layers, the uppermost ones, have their entries here */
    uint64_t room, window;            /* bytes, of a phase */
    zm_pair_device_board *board_here; /* before it is put there */
    zm_pair_device_board *board;
    void *data, *room_block, *window_block[2];
    uint64_t *first;
    zm_pair_device_entries entry[CROSS_FIELDS + 1];
    uint8_t *stage; /* pinned */
    uint32_t *tier; /* of each tier: HEN_KINDS times its shape, and its kind */
    zm_device_sample sample;
    bool stores;
    uint64_t places;      /* in all */
    zm_pair_store *store; /* where values go; NULL: nowhere */
    zm_value *piece;      /* pinned; so many come at once */
    uint64_t piece_values;
    zm_pair_gpu job;
    zm_pair_device_notes notes;
    zm_pair_device_times times;
};

enum { ZM_PAIR_GPU_ALIGNED = 256 };
static const uint64_t zm_pair_device_stage = (uint64_t)1
                                             << 28; /* what goes from here to there or back passes through */

/* ---- layers ---- */
static inline unsigned zm_pair_device_squares(const zm_pair_device *s, const zm_pair_layer *l)
{
    return s->plan->board->squares - l->pieces;
}

static inline bool zm_pair_device_few(const zm_pair_device *s, const zm_pair_layer *l)
{
    return l->pieces < s->plan->board->enough;
}

static inline bool zm_pair_device_top(const zm_pair_device *s, const zm_pair_layer *l)
{
    return l->to == s->plan->shapes;
}

static inline uint64_t zm_pair_device_end(const zm_pair_device *s, const zm_pair_layer *l, uint32_t shape)
{
    return shape < l->to ? s->plan->first[shape] : l->placements;
}

static inline unsigned zm_pair_device_depth(const zm_pair_device *s, uint32_t shape)
{
    return hen_depth(s->plan->variant, shape);
}

/* ---- the board ---- */
/* One clear line and ZM_BAD_INPUT when a device cannot do this game. */
zm_status zm_pair_device_fill_board(zm_pair_device *s);

/* ---- room ---- */
uint64_t zm_pair_device_entry_bytes(const zm_pair_device *s, const zm_pair_layer *l);
/* Windows and room of a phase. */
void zm_pair_device_size_work(zm_pair_device *s, bool finds);
/* How many placements a batch may have. */
uint64_t zm_pair_device_most(zm_pair_device *s, const zm_pair_layer *l, bool finds);
/* The room becomes that of a batch. */
void zm_pair_device_divide_room(zm_pair_device *s, bool finds);
zm_status zm_pair_device_announce(zm_pair_device *s, const zm_solve_options *o, zm_solved *out);

/* ---- to the table, if there is one ---- */
zm_status zm_pair_device_table_open(zm_pair_device *s);
void zm_pair_device_table_close(zm_pair_device *s);
uint64_t zm_pair_device_table_bytes(const zm_pair_device *s); /* here; and there */
uint64_t zm_pair_device_table_bytes_there(const zm_pair_device *s);
/* What the batch at work has. */
zm_status zm_pair_device_table_put(zm_pair_device *s, const zm_pair_layer *l);

/* ---- a sample is computed anew ---- */
zm_status zm_pair_device_sample_open(zm_pair_device *s);
/* What is asked about the batch at work. */
const char *zm_pair_device_sample_answer(zm_pair_device *s);
zm_status zm_pair_device_sample_check(zm_pair_device *s, uint64_t *checked);
uint64_t zm_pair_device_sample_bytes(const zm_pair_device *s);

#endif
