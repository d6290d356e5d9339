/* layer_sample.h: a sample of states (sample.h) of a game that is solved layer by layer.
 *
 * This is for hunts: a chain of jumps leads many layers down, to values that are long gone when its own layer is
 * solved. So everything that is to be asked, about states and their successors, is listed before the solve, in the
 * order of layers. Every layer, or batch of one, answers its own questions while it is solved; in the end all answers
 * must
 * agree. */
#ifndef ZM_ENGINE_CUDA_DEVICE_LAYER_SAMPLE_H
#define ZM_ENGINE_CUDA_DEVICE_LAYER_SAMPLE_H

#include "kernel/device_probe.h"
#include "sample.h"

#include <zermelo/variant.h>

typedef struct zm_layer_sample_rules { /* what the solver says */
    const void *of;                    /* given to both */
    zm_device_probe (*ask)(const void *of, zm_pos p);
    bool (*leaves_out)(const void *of, uint32_t tier); /* of its states nothing is asked */
    bool distances;
    bool exact; /* `seen` is so if and only if play reaches the state */
} zm_layer_sample_rules;

typedef struct zm_layer_sample_share { /* a thread's */
    uint32_t first, step;              /* which tiers */
    uint64_t base, room, count;        /* of its questions among all */
    uint64_t next, states, reached;
    zm_move *moves;
} zm_layer_sample_share;

typedef struct zm_layer_sample {
    zm_context *context;
    const zm_variant *variant;
    zm_layer_sample_rules rules;
    zm_layer_sample_share *share;
    unsigned shares;
    zm_device_probe *ask; /* at first as they come, then by layer and placement */
    uint32_t *where;      /* of the n-th that came, from its middle on: which it is now */
    uint64_t asks;
    zm_device *device;
    zm_device_probe *on_device; /* the same, on the device */
} zm_layer_sample;

/* Memory that it takes at most, of the host and of the device. */
uint64_t zm_layer_sample_bytes(const zm_context *c, const zm_variant *v);
uint64_t zm_layer_sample_device_bytes(const zm_variant *v);

/* Chooses states, and lists what is to be asked. */
zm_status zm_layer_sample_open(zm_layer_sample *s, zm_context *c, const zm_variant *v,
                               const zm_layer_sample_rules *rules);
zm_status zm_layer_sample_put(zm_layer_sample *s, zm_device *d);
/* The questions that a layer has about placements [from, to): their numbers. */
void zm_layer_sample_range(const zm_layer_sample *s, unsigned layer, uint64_t from, uint64_t to, uint64_t *begin,
                           uint64_t *end);
zm_status zm_layer_sample_get(zm_layer_sample *s);
/* Adds how many states there were that play reaches; ZM_WRONG when one contradicts its successors. */
zm_status zm_layer_sample_check(zm_layer_sample *s, uint64_t *checked);
void zm_layer_sample_close(zm_layer_sample *s); /* before the device is closed */

#endif
