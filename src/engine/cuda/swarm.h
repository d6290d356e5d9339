/* swarm.h: a hunt with cycles on a device, as the files of this folder see it. */
#ifndef ZM_ENGINE_CUDA_SWARM_H
#define ZM_ENGINE_CUDA_SWARM_H

#include "quiz.h"
#include "solve/swarm_device.h"
#include "swarmer.h"

enum { ZM_SWARM_LAYERS = ZM_HUNT_SQUARES + 1 };

typedef struct zm_swarm_kept { /* of a layer: which states there are */
    uint32_t *whole;
    zm_swarm_part *part;
    uint64_t parts;
} zm_swarm_kept;

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
    zm_quiz quiz;
    zm_swarm_times times;
    zm_swarm job;
    zm_swarm_notes notes;
};

/* What a device said, as a status. */
zm_status zm_swarm_device_say(const zm_swarm_device *d, const char *failed);

/* ---- a sample is computed anew ---- */
zm_status zm_swarm_quiz_open(zm_swarm_device *d);
/* What is asked about the layer that is being solved. */
zm_status zm_swarm_quiz_answer(zm_swarm_device *d);
zm_status zm_swarm_quiz_check(zm_swarm_device *d, uint64_t *checked);

#endif
