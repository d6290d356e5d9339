/* dense_gpu.h: dense tiers gone through move by move, for a device with thousands of threads: which places play
 * reaches, and, without cycles, what states are worth.
 *
 * Why not the host's loops (dense.inc), or these in their place: on one core of the host these take 25 % longer
 * (Connect 4 on 5x4, 0.65 s against 0.52 s) to 31 % (Hasenspiel 10x10 with 5 pawns, 20.1 s against 15.4 s), for rows,
 * notes and looks at what is not decided yet; the host's need an order of places that thousands of threads have not.
 *
 * Places of several tiers that do not lead to each other are worked on side by side: tier after tier, each from a
 * multiple of ZM_DENSE_GPU_ROW on, they are numbered through. A *row* is ZM_DENSE_GPU_ROW of these numbers, all of one
 * tier.
 *
 *     REACH    each place that is marked, and was not before, marks what its moves lead to. Where moves stay in their
 *              tier (`expanded` is given) this is repeated until nothing new is found; else it is done once. Bits are
 *              only ever set, so the order of the threads does not matter.
 *     SWEEP    each state without a value gets that of its best move, if all that its moves lead to have one. Where
 *              moves leave their tier this is done once; where they descend inside it, window by window of places,
 *              repeated until no state of it waits. A state that waits remembers for what (`awaited`), and until that
 *              has a value it costs a look at it.
 *     FARTHEST of what is farthest from the end in each tier, the state with the smallest fingerprint: first one half
 *              of it, then the other.
 *
 * dense_gpu.inc has what threads do; kernel/dense_runner.h who runs them. In the common subset of C and CUDA C++. */
#ifndef ZM_KERNEL_DENSE_GPU_H
#define ZM_KERNEL_DENSE_GPU_H

#include "game/device_rules.h"

#include <zermelo/rules.h>

enum { ZM_DENSE_GPU_ROW = 32 };

typedef enum zm_dense_gpu_step {
    ZM_DENSE_GPU_REACH = 0,
    ZM_DENSE_GPU_SWEEP,
    ZM_DENSE_GPU_FARTHEST_HI,
    ZM_DENSE_GPU_FARTHEST_LO
} zm_dense_gpu_step;

typedef struct zm_dense_gpu_tier { /* NULL where it is not there */
    zm_value *values;
    uint64_t *reached; /* a bit a place; of a sweep, NULL: see `ask` */
} zm_dense_gpu_tier;

typedef struct zm_dense_gpu_part { /* a tier of those that are worked on side by side */
    uint64_t first, size;          /* the number of its first place; places */
    uint32_t tier;
} zm_dense_gpu_part;

typedef struct zm_dense_gpu_count { /* of a part that is swept */
    uint64_t states, won_by[2], drawn;
    uint64_t hi, lo; /* of the farthest position */
    uint32_t farthest, decided;
} zm_dense_gpu_count;

typedef struct zm_dense_gpu_notes {
    uint64_t visits;         /* states and moves looked at */
    uint64_t found, waiting; /* places that were expanded, or got a value; states that could not yet */
} zm_dense_gpu_notes;

typedef struct zm_dense_gpu {
    const zm_variant *variant;      /* here, not on the device */
    zm_device_rules rules;          /* this and all that follows is on the device */
    const zm_dense_gpu_tier *tiers; /* all of them */
    const zm_dense_gpu_part *parts;
    uint32_t count;     /* of parts */
    uint64_t from, to;  /* numbers of places, multiples of ZM_DENSE_GPU_ROW */
    uint32_t *expanded; /* a bit a number; NULL: no move stays in its tier */
    /* By number from `from` on: 1 + the number, counted likewise, that must have a value first; NULL: none waits. */
    uint32_t *awaited;
    bool ask; /* without bits: the rules say whether there is a state at a place; else there always is */
    zm_dense_gpu_count *counts; /* by part */
    zm_dense_gpu_notes *notes;
} zm_dense_gpu;

#endif
