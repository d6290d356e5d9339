/* hunt.h: a hunt with cycles on a device, as the files of this folder see it. */
#ifndef ZM_ENGINE_CUDA_HUNT_HUNT_H
#define ZM_ENGINE_CUDA_HUNT_HUNT_H

#include "engine/cuda/device/sample.h"
#include "kernel/hunt_runner.h"
#include "kernel/placements_runner.h"
#include "solve/hunt/hunt_device.h"

enum { ZM_SWARM_LAYERS = ZM_HUNT_SQUARES + 1 };

typedef struct zm_swarm_kept { /* of a layer: which states there are */
    uint32_t *whole;
    zm_swarm_part *part;
    uint64_t parts;
} zm_swarm_kept;

typedef struct zm_swarm_table { /* where the values of layers are asked for (swarm_table.c) */
    zm_swarm_ready *ready;      /* NULL: nobody asks */
    void *arg;                  /* of it */
    const zm_lister *lister;    /* who knows which placement comes when */
    uint64_t values, rows;      /* that are asked for at a time, at most */
    uint32_t *first;            /* tier of each layer, and one more */
    void *data;                 /* of the rules, there */
    uint64_t *placement;        /* there: of rows */
    zm_value *row;
} zm_swarm_table;

typedef struct zm_swarm_times { /* seconds */
    double reach, won, far, table;
} zm_swarm_times;

struct zm_swarm_device {
    zm_context *context;
    const zm_chase *chase;
    const zm_tiers *tiers;
    const zm_device *device;
    const zm_swarmer *swarmer;
    char name[128];
    uint64_t free_bytes; /* of the device */
    zm_swarm_board board;
    uint32_t *before; /* here */
    unsigned bottom, top, slices;
    uint64_t size[ZM_SWARM_LAYERS]; /* placements, images too */
    uint64_t *canon;                /* [layer][slice]: placements that are not greater than their image */
    uint64_t *cursor;               /* where the slices of a layer begin in its order, and where they end */
    uint64_t largest, largest_canon, largest_slice;
    zm_swarm_kept kept[ZM_SWARM_LAYERS];
    zm_quiz quiz;
    zm_swarm_table table;
    zm_swarm_times times;
    zm_swarm job;
    zm_swarm_notes notes;
};

/* What a device said, as a status. */
zm_status zm_swarm_device_say(const zm_swarm_device *d, const char *failed);
zm_status zm_swarm_device_take(zm_swarm_device *d, void *out, uint64_t bytes); /* memory there */

/* ---- to the table ---- */
uint64_t zm_swarm_table_bytes(const zm_swarm_device *d); /* that it takes of the device beside all else */
zm_status zm_swarm_table_take(zm_swarm_device *d);       /* that */
void zm_swarm_table_free(zm_swarm_device *d);
/* The layer is done, and what is known of it is there: `order` is needed no longer. */
zm_status zm_swarm_table_layer(zm_swarm_device *d);

/* ---- a sample is computed anew ---- */
zm_status zm_swarm_quiz_open(zm_swarm_device *d);
/* What is asked about the layer that is being solved. */
zm_status zm_swarm_quiz_answer(zm_swarm_device *d);
zm_status zm_swarm_quiz_check(zm_swarm_device *d, uint64_t *checked);

#endif
