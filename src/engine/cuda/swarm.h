/* swarm.h: a hunt with cycles on a device, as the files of this folder see it. */
#ifndef ZM_ENGINE_CUDA_SWARM_H
#define ZM_ENGINE_CUDA_SWARM_H

#include "device.h"
#include "solve/swarm_device.h"
#include "swarmer.h"

enum { ZM_SWARM_LAYERS = ZM_HUNT_SQUARES + 1 };

typedef struct zm_swarm_kept { /* of a layer: which states there are */
    uint32_t *whole;
    zm_swarm_part *part;
    uint64_t parts;
} zm_swarm_kept;

typedef struct zm_swarm_sample { /* a thread's share of the states to be computed anew (swarm_check.c) */
    uint32_t first, step;        /* which tiers */
    zm_swarm_ask *ask;           /* about states and their successors, in the order in which they are visited */
    uint64_t count, room, next;
    uint64_t states; /* that are visited */
    uint64_t whole;  /* that are known to be reached */
    zm_move *moves;
    bool asking; /* first everything is asked, then the answers are read in the same order */
} zm_swarm_sample;

typedef struct zm_swarm_times { /* seconds */
    double reach, won, far;
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
    zm_swarm_sample *sample;
    unsigned samples;
    zm_swarm_times times;
    zm_swarm job;
    zm_swarm_notes notes;
};

/* What a device said, as a status. */
zm_status zm_swarm_device_say(const zm_swarm_device *d, const char *failed);

/* ---- a sample is computed anew ---- */
/* Chooses it, and what is to be asked about it. */
zm_status zm_swarm_sample_choose(zm_swarm_device *d);
/* The answers that the layer has which is being solved. */
zm_status zm_swarm_sample_answer(zm_swarm_device *d);
/* When all layers have answered: adds how many states there were; ZM_WRONG when one contradicts its successors. */
zm_status zm_swarm_sample_check(zm_swarm_device *d, uint64_t *checked);
void zm_swarm_sample_free(zm_swarm_device *d);

#endif
