/* hunt.h: a hunt with cycles on a device (kernel/hunt_gpu.h): solver.c asks for what it needs, the other files of this
 * folder have it. All of it happens on the device, layer by layer; there is room for the rows of one layer at a
 * time. */
#ifndef ZM_ENGINE_CUDA_HUNT_HUNT_H
#define ZM_ENGINE_CUDA_HUNT_HUNT_H

#include "engine/cuda/device/layer_sample.h"
#include "kernel/hunt_runner.h"
#include "kernel/placements_runner.h"
#include "solve/device_work.h"
#include "solve/hunt/cyclic.h"

enum {
    ZM_HUNT_GPU_LAYERS = ZM_HUNT_SQUARES + 1,
    ZM_HUNT_GPU_CANDIDATES = 1 << 16, /* for the farthest state: room to begin with */
};

typedef struct zm_hunt_gpu_kept { /* of a layer: which states there are */
    uint32_t *whole;
    zm_hunt_gpu_part *part;
    uint64_t parts;
} zm_hunt_gpu_kept;

typedef struct zm_hunt_gpu_table { /* where the values of layers are asked for (table.c) */
    bool asked;
    const zm_placements_runner *placements_runner; /* who knows which placement comes when */
    uint64_t values, rows;                         /* that are asked for at a time, at most */
    uint32_t *first;                               /* tier of each layer, and one more */
    double since;                                  /* when a layer was ready */
    zm_device_rules rules;                         /* on the device, as the next two */
    uint64_t *placement;                           /* of rows */
    zm_value *row;
} zm_hunt_gpu_table;

typedef struct zm_hunt_gpu_times { /* seconds */
    double reach, won, far, table;
} zm_hunt_gpu_times;

typedef struct zm_hunt_device {
    zm_context *context;
    const zm_cyclic *cyclic; /* the board and the start */
    const zm_tiers *tiers;
    zm_device *device;
    const zm_hunt_runner *runner;
    zm_hunt_gpu_board board;
    uint32_t *before; /* on the host */
    unsigned bottom, top, slices;
    uint64_t size[ZM_HUNT_GPU_LAYERS]; /* placements, images too */
    uint64_t *canon;                   /* [layer][slice]: placements that are not greater than their image */
    uint64_t *cursor;                  /* where the slices of a layer begin in its order, and where they end */
    uint64_t largest, largest_canon, largest_slice;
    zm_hunt_gpu_kept kept[ZM_HUNT_GPU_LAYERS];
    zm_layer_sample sample;
    zm_hunt_gpu_table table;
    zm_hunt_gpu_times times;
    zm_summary farthest; /* the longest of all layers so far */
    zm_hunt_gpu job;
    zm_hunt_gpu_notes notes;
} zm_hunt_device;

/* One clear line and ZM_BAD_INPUT when there is no such device, or it cannot do this game. */
zm_status zm_hunt_device_open(zm_context *c, zm_engine e, const zm_cyclic *cyclic, const zm_tiers *t,
                              zm_hunt_device **out);
void zm_hunt_device_free(zm_hunt_device *d); /* NULL is none */

/* Before it is announced: the values of each layer will be asked for, so many at a time at most. One clear line and
 * ZM_BAD_INPUT when the values of this game cannot be had. */
zm_status zm_hunt_device_will_store(zm_hunt_device *d, uint64_t values);
/* Says what it needs of the device, and refuses when that has less. */
zm_status zm_hunt_device_announce(zm_hunt_device *d);
uint64_t zm_hunt_device_bytes(const zm_hunt_device *d);

/* ---- the solve: states, then layers from the bottom up ---- */
zm_status zm_hunt_device_find_states(zm_hunt_device *d);
static inline uint32_t zm_hunt_device_layers(const zm_hunt_device *d) { return d->top - d->bottom + 1; }
/* Layer 0 is the bottom one. Its values can be had until it is ended. */
zm_status zm_hunt_device_solve_layer(zm_hunt_device *d, uint32_t n);
zm_status zm_hunt_device_end_layer(zm_hunt_device *d);
/* The tiers from .. to-1 of a layer. */
void zm_hunt_device_tiers(const zm_hunt_device *d, uint32_t n, uint32_t *from, uint32_t *to);
/* Values of a tier of that layer, as they are stored: only where play reaches. On one thread at a time, whichever. */
zm_status zm_hunt_device_get(zm_hunt_device *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *values);

/* Adds values that go to the table to the counts of their tier. */
void zm_hunt_device_count(const zm_hunt_device *d, zm_place from, const zm_value *values, uint64_t count,
                          zm_summary *sum);

/* ---- when all layers are solved ---- */
zm_value zm_hunt_device_start_value(const zm_hunt_device *d);
void zm_hunt_device_summary(const zm_hunt_device *d, zm_summary *sum);  /* as the device has counted */
void zm_hunt_device_work(const zm_hunt_device *d, zm_device_work *out); /* how long it took, and what it asked for */
/* A sample of states is recomputed by the rules alone; adds how many. */
zm_status zm_hunt_device_check(zm_hunt_device *d, uint64_t *checked);

/* ---- for the files of this folder ---- */
zm_status zm_hunt_device_fill_board(zm_hunt_device *d);
zm_status zm_hunt_device_cannot(const zm_hunt_device *d, const char *why); /* fails so */
/* Takes the memory that all steps need, and tells them of the start. */
zm_status zm_hunt_device_take(zm_hunt_device *d);
void zm_hunt_device_give_reach(zm_hunt_device *d); /* the memory that finding the states took */
uint64_t zm_hunt_bits_bytes(uint64_t count);       /* of so many bits */
/* Starts a step, with another job or with the one at hand. */
zm_status zm_hunt_device_start(zm_hunt_device *d, zm_hunt_gpu_step kernel, const zm_hunt_gpu *job);
zm_status zm_hunt_step(zm_hunt_device *d, zm_hunt_gpu_step kernel);
zm_status zm_hunt_get_notes(zm_hunt_device *d); /* d->notes, when all steps have ended */
/* Lists the placements of a layer, by slice; cursor[w] is where slice w begins. */
zm_status zm_hunt_begin_layer(zm_hunt_device *d, unsigned layer);
void zm_hunt_whole_layer(zm_hunt_device *d); /* the next steps are over all its placements */
/* All of a slice, then what is dirty until nothing is. */
zm_status zm_hunt_do_slice(zm_hunt_device *d, unsigned slice, zm_hunt_gpu_step first, zm_hunt_gpu_step again);
uint64_t zm_hunt_gpu_table_bytes(const zm_hunt_device *d); /* that rows take of the device */
zm_status zm_hunt_gpu_table_take(zm_hunt_device *d);       /* takes them */
zm_status zm_hunt_gpu_table_ready(zm_hunt_device *d);      /* the layer is solved: `order` is needed no longer */
zm_status zm_hunt_device_sample_open(zm_hunt_device *d);
zm_status zm_hunt_device_sample_answer(zm_hunt_device *d); /* what is asked about the layer that is being solved */

#endif
