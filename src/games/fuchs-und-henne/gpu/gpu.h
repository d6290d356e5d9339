/* gpu.h: a solve by a pair on a device, as the files of this folder see it.
 *
 * Layers and slices come as on the CPU (solver/plan.h). The entries by which states are counted are made from the top
 * down and asked for from the bottom up. They lie on the device as far as there is room; those of the uppermost layers,
 * which are made first and needed last, lie on the host. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_GPU_GPU_H
#define ZM_GAMES_FUCHS_UND_HENNE_GPU_GPU_H

#include "engine/cuda/device/layer_sample.h"
#include "games/fuchs-und-henne/solver/plan.h"
#include "runner.h"

typedef struct zm_pair_gpu_limits { /* for tests; 0: none */
    uint64_t device;                /* bytes of the device */
    uint64_t room;                  /* bytes of them for a batch at work, or what the largest shape takes */
    const zm_pair_runner *runner;   /* instead of the engine's own */
} zm_pair_gpu_limits;

typedef struct zm_pair_gpu_entries { /* of a layer */
    uint32_t *device, *host;         /* one of them */
} zm_pair_gpu_entries;

typedef struct zm_pair_gpu_times {
    double reach, ones, twos, close, moved, sample, table;
} zm_pair_gpu_times;

typedef struct zm_pair_gpu_solve {
    zm_context *context;
    zm_pair_plan plan;
    zm_pair_gpu_limits limits;
    zm_device *device;
    const zm_pair_runner *runner;
    bool stores, classifies;          /* classifies: the memory for that has been taken */
    unsigned host_layers;             /* the uppermost ones, that have their entries on the host */
    uint64_t device_bytes;            /* needed */
    uint64_t room, window;            /* bytes, of a phase */
    zm_pair_device_board *host_board; /* before it is copied to the device */
    zm_pair_device_board *board;
    void *room_block, *window_block[2];
    uint64_t *first;
    zm_pair_gpu_entries entry[CROSS_FIELDS + 1];
    uint8_t *stage; /* pinned: what is copied from the host passes through */
    zm_layer_sample sample;
    zm_value *piece; /* pinned; so many values are copied at a time */
    uint64_t piece_values;
    zm_pair_gpu job;
    zm_pair_device_notes notes;
    zm_pair_gpu_times times;
} zm_pair_gpu_solve;

enum { ZM_PAIR_GPU_ALIGNED = 256 };
static const uint64_t zm_pair_gpu_stage_bytes = (uint64_t)1 << 28;

static inline zm_pair_gpu_solve *zm_pair_gpu_of(const zm_driver *d) { return d->state; }

/* The method's `open`, with limits. */
zm_status zm_pair_gpu_open_within(zm_driver *d, const zm_pair_gpu_limits *limits);
extern const zm_solver zm_pair_gpu_solver;

/* ---- the board (board.c) ---- */
zm_status zm_pair_gpu_fill_board(zm_pair_gpu_solve *s);

/* ---- memory (memory.c) ---- */
uint64_t zm_pair_gpu_entry_bytes(const zm_pair_gpu_solve *s, const zm_pair_layer *l);
/* Bytes on the device; as few entries on the host as there must be. Then bytes on the host. */
void zm_pair_gpu_find_need(zm_pair_gpu_solve *s);
uint64_t zm_pair_gpu_host_bytes(const zm_pair_gpu_solve *s, const zm_solve_options *o);
/* How many placements a batch may have. */
uint64_t zm_pair_gpu_most(zm_pair_gpu_solve *s, const zm_pair_layer *l, bool finds);
/* The room becomes that of a batch. */
void zm_pair_gpu_divide_room(zm_pair_gpu_solve *s, bool finds);
/* What all phases have in common; then windows and room of a phase, and the sets of a layer. */
zm_status zm_pair_gpu_take_common(zm_pair_gpu_solve *s);
zm_status zm_pair_gpu_open_work(zm_pair_gpu_solve *s, bool finds);
void zm_pair_gpu_close_work(zm_pair_gpu_solve *s);
/* The next layer is begun: the one that was at hand is near it. */
zm_status zm_pair_gpu_next_layer(zm_pair_gpu_solve *s, const zm_pair_layer *l, unsigned sets);
zm_status zm_pair_gpu_open_entries(zm_pair_gpu_solve *s, const zm_pair_layer *l);
void zm_pair_gpu_close_entries(zm_pair_gpu_solve *s, const zm_pair_layer *l);

/* ---- a slice (batch.c) ---- */
zm_status zm_pair_gpu_start(zm_pair_gpu_solve *s, zm_pair_gpu_step kernel);
zm_status zm_pair_gpu_look_at_notes(zm_pair_gpu_solve *s); /* waits for all steps */
zm_status zm_pair_gpu_do_slice(zm_driver *d, const zm_pair_slice *slice, bool finds);

/* ---- to the table, if there is one (table.c) ---- */
uint64_t zm_pair_gpu_table_bytes(const zm_pair_gpu_solve *s); /* on the device, and as many on the host */
zm_status zm_pair_gpu_table_open(zm_pair_gpu_solve *s);
/* The values of the batch at work. */
zm_status zm_pair_gpu_store_batch(zm_driver *d, const zm_pair_layer *l);
/* What was stored must be what was counted; unless some of it was there before. */
zm_status zm_pair_gpu_compare(const zm_driver *d);

/* ---- a sample is recomputed (sample.c) ---- */
zm_status zm_pair_gpu_choose_sample(zm_pair_gpu_solve *s);
zm_status zm_pair_gpu_answer(zm_pair_gpu_solve *s); /* what is asked about the batch at work */
zm_status zm_pair_gpu_check_sample(zm_driver *d);

#endif
