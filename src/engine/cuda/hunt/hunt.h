/* hunt.h: a hunt with cycles on a device, as the files of this folder see it. */
#ifndef ZM_ENGINE_CUDA_HUNT_HUNT_H
#define ZM_ENGINE_CUDA_HUNT_HUNT_H

#include "engine/cuda/device/sample.h"
#include "kernel/hunt_runner.h"
#include "kernel/placements_runner.h"
#include "solve/hunt/hunt_device.h"

enum { ZM_HUNT_GPU_LAYERS = ZM_HUNT_SQUARES + 1 };

typedef struct zm_hunt_gpu_kept { /* of a layer: which states there are */
    uint32_t *whole;
    zm_hunt_gpu_part *part;
    uint64_t parts;
} zm_hunt_gpu_kept;

typedef struct zm_hunt_gpu_table {                 /* where the values of layers are asked for (hunt_gpu_table.c) */
    zm_hunt_gpu_ready *ready;                      /* NULL: nobody asks */
    void *arg;                                     /* of it */
    const zm_placements_runner *placements_runner; /* who knows which placement comes when */
    uint64_t values, rows;                         /* that are asked for at a time, at most */
    uint32_t *first;                               /* tier of each layer, and one more */
    void *data;                                    /* of the rules, there */
    uint64_t *placement;                           /* there: of rows */
    zm_value *row;
} zm_hunt_gpu_table;

typedef struct zm_hunt_gpu_times { /* seconds */
    double reach, won, far, table;
} zm_hunt_gpu_times;

struct zm_hunt_device {
    zm_context *context;
    const zm_cyclic *chase;
    const zm_tiers *tiers;
    zm_device *device;
    const zm_hunt_runner *runner;
    zm_hunt_gpu_board board;
    uint32_t *before; /* here */
    unsigned bottom, top, slices;
    uint64_t size[ZM_HUNT_GPU_LAYERS]; /* placements, images too */
    uint64_t *canon;                   /* [layer][slice]: placements that are not greater than their image */
    uint64_t *cursor;                  /* where the slices of a layer begin in its order, and where they end */
    uint64_t largest, largest_canon, largest_slice;
    zm_hunt_gpu_kept kept[ZM_HUNT_GPU_LAYERS];
    zm_device_sample sample;
    zm_hunt_gpu_table table;
    zm_hunt_gpu_times times;
    zm_hunt_gpu job;
    zm_hunt_gpu_notes notes;
};

/* Starts a step. */
zm_status zm_hunt_device_start(zm_hunt_device *d, zm_hunt_gpu_step kernel, const zm_hunt_gpu *job);

/* ---- to the table ---- */
uint64_t zm_hunt_gpu_table_bytes(const zm_hunt_device *d); /* that it takes of the device beside all else */
zm_status zm_hunt_gpu_table_take(zm_hunt_device *d);       /* that */
/* The layer is done, and what is known of it is there: `order` is needed no longer. */
zm_status zm_hunt_gpu_table_layer(zm_hunt_device *d);

/* ---- a sample is computed anew ---- */
zm_status zm_hunt_gpu_sample_open(zm_hunt_device *d);
/* What is asked about the layer that is being solved. */
zm_status zm_hunt_gpu_sample_answer(zm_hunt_device *d);
zm_status zm_hunt_gpu_sample_check(zm_hunt_device *d, uint64_t *checked);

#endif
