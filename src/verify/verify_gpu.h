/* verify_gpu.h: verify.c's proof for a device with thousands of threads: the same walk, the same checks, the same order
 * of tiers.
 *
 * A thread has a place. Where it is marked and was not expanded, its value is recomputed from those of its successors,
 * by the rules alone, and compared; its successors are marked. That is repeated until nothing new is marked. Where all
 * states count they are marked beforehand, and one pass does it. verify.c says why all of that together proves the
 * values, and what is to be done without distances.
 *
 * verify_gpu.inc has what threads do; verify/verify_runner.h who runs them. Nothing here is shared with what solves,
 * but the rules and how threads add up (game/lanes.h). In the common subset of C and CUDA C++.
 *
 * Memory: 2 bytes a place for the tier at hand and its children, and for as many others as there is room; 1 bit a place
 * for all, and 1 or 2 for the tier at hand. */
#ifndef ZM_VERIFY_VERIFY_GPU_H
#define ZM_VERIFY_VERIFY_GPU_H

#include "game/device_rules.h"

#include <zermelo/rules.h>

enum { ZM_VERIFY_GPU_WORD = 32 }; /* places whose bits are a word, which belongs to one warp while a tier is at hand */

typedef enum zm_verify_gpu_step {
    ZM_VERIFY_GPU_MARK = 0,    /* all states, where they all count */
    ZM_VERIFY_GPU_EXPAND,      /* what is marked and was not expanded */
    ZM_VERIFY_GPU_GROUND,      /* without distances: looks again at what is not grounded */
    ZM_VERIFY_GPU_CLOSE,       /* finds values where play never gets, and what is not grounded */
    ZM_VERIFY_GPU_FARTHEST_HI, /* the state of that remoteness with the smallest fingerprint: its upper half */
    ZM_VERIFY_GPU_FARTHEST_LO, /* and its lower one */
} zm_verify_gpu_step;

typedef struct zm_verify_gpu_notes { /* made new for every tier */
    uint64_t states, won_by[2], drawn, moves;
    uint64_t found; /* states that were expanded, or grounded, by all passes so far */
    uint64_t fault; /* the first: ZM_FAULT_KINDS times its index, and its kind; UINT64_MAX: there is none */
    uint64_t hi, lo;
    uint32_t longest, decided; /* remoteness of a state; is there one that is won or lost? */
} zm_verify_gpu_notes;

typedef struct zm_verify_gpu_tier {
    const zm_value *value; /* NULL: it is not there, and no move may lead to it */
    uint32_t *marked;      /* reached by play */
    uint64_t size;
} zm_verify_gpu_tier;

typedef struct zm_verify_gpu {
    const zm_variant *variant; /* here, not on the device */
    zm_device_rules rules;     /* this and all pointers that follow are on the device */
    const zm_verify_gpu_tier *tiers;
    uint32_t count; /* of them */
    uint32_t tier;  /* the one at hand */
    zm_verify_gpu_tier own;
    uint32_t *expanded;
    uint32_t *ground; /* NULL: the values have distances */
    bool all_states;  /* they count, whether play gets there or not */
    bool circles;     /* what is not grounded is wrong */
    zm_verify_gpu_notes *notes;
} zm_verify_gpu;

#endif
