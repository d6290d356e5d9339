/* device.h: a pair of hunters on a device (gpu.h). src/engine has it; games/fuchs-und-henne/solver/solver.c asks for
 * it. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_GPU_DEVICE_H
#define ZM_GAMES_FUCHS_UND_HENNE_GPU_DEVICE_H

#include "games/fuchs-und-henne/solver/solver.h"
#include "games/fuchs-und-henne/solver/store.h"

#include <zermelo/solve.h>

typedef struct zm_pair_device_limits {        /* for tests; 0: none */
    uint64_t there;                           /* bytes of the device */
    uint64_t room;                            /* bytes of them for a batch at work, or what the largest shape takes */
    const struct zm_pair_runner *pair_runner; /* in place of the engine's own */
} zm_pair_device_limits;

typedef struct zm_pair_device zm_pair_device;
/* Says what it needs here and there, and refuses when there is less; one clear line and ZM_BAD_INPUT when there is no
 * such device here, or it cannot do this game. The plan and the limits stay where they are. */
zm_status zm_pair_device_open(zm_context *c, const zm_pair_plan *p, const zm_solve_options *o,
                              const zm_pair_device_limits *limits, zm_solved *out, zm_pair_device **device);
/* Counts states, and who wins them and the start; values go to the store, where there is one. */
zm_status zm_pair_device_solve(zm_pair_device *s, zm_pair_store *store, zm_solved *out, zm_pair_counts *counts,
                               zm_won_ones *start);
void zm_pair_device_free(zm_pair_device *s); /* NULL is none */

/* The method `pair`; games/fuchs-und-henne/solver/solver.c has it. */
zm_status zm_solve_pair_within(zm_context *c, const zm_variant *v, const zm_solve_options *o,
                               const zm_pair_device_limits *limits, zm_solved *out);

#endif
