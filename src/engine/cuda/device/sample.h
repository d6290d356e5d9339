/* sample.h: some states computed anew on the CPU, by the rules themselves, from what the device says of their
 * successors.
 *
 * This is for hunts: there a chain of jumps leads many layers down, to what is long gone when its own layer is solved.
 * So all that is to be asked, about states and what their moves lead to, is listed before, in the order of layers;
 * every layer, or batch of one, answers its own questions as long as it is at work; and in the end all answers must go
 * together. */
#ifndef ZM_ENGINE_CUDA_DEVICE_SAMPLE_H
#define ZM_ENGINE_CUDA_DEVICE_SAMPLE_H

#include "device.h"
#include "kernel/device_probe.h"

#include <zermelo/variant.h>

typedef struct zm_device_sample_rules { /* what the solver says */
    const void *of;                     /* given to both */
    zm_device_probe (*ask)(const void *of, zm_pos p);
    bool (*leaves_out)(const void *of, uint32_t tier); /* of its states nothing is asked */
    bool distances;
    bool exact; /* `seen` is so if and only if play reaches the state */
} zm_device_sample_rules;

typedef struct zm_device_sample_share { /* a thread's */
    uint32_t first, step;               /* which tiers */
    uint64_t base, room, count;         /* of its questions among all */
    uint64_t next, states, seen;
    zm_move *moves;
} zm_device_sample_share;

typedef struct zm_device_sample {
    zm_context *context;
    const zm_variant *variant;
    zm_device_sample_rules rules;
    zm_device_sample_share *share;
    unsigned shares;
    bool asking;          /* first everything is asked, then the answers are read in the same order */
    zm_device_probe *ask; /* at first as they come, then by layer and placement */
    uint32_t *where;      /* of the n-th that came, from its middle on: which it is now */
    uint64_t asks;
    zm_device *device;
    zm_device_probe *there; /* on the device */
} zm_device_sample;

/* What that takes here and there at most. */
uint64_t zm_device_sample_bytes(const zm_context *c, const zm_variant *v);
uint64_t zm_device_sample_bytes_there(const zm_variant *v);

/* Chooses states, and lists what is to be asked. */
zm_status zm_device_sample_open(zm_device_sample *s, zm_context *c, const zm_variant *v,
                                const zm_device_sample_rules *rules);
zm_status zm_device_sample_put(zm_device_sample *s, zm_device *d);
/* The questions that a layer has about placements [from, to): their numbers. */
void zm_device_sample_range(const zm_device_sample *s, unsigned layer, uint64_t from, uint64_t to, uint64_t *begin,
                            uint64_t *end);
zm_status zm_device_sample_get(zm_device_sample *s);
/* Adds how many states there were that play reaches; ZM_WRONG when one contradicts its successors. */
zm_status zm_device_sample_check(zm_device_sample *s, uint64_t *checked);
void zm_device_sample_close(zm_device_sample *s); /* before the device is closed */

#endif
