/* residency.h: the values of finished tiers that later ones need: on the device, here, or in the table that is made.
 *
 * Those of a run of tiers come and go together, as one block. A step (eviction.h) needs its run's and its children's
 * blocks there. Who leaves goes
 *
 *     to the table, where there is one: it is carried there anyway (solve/core/transfer.h), and read back from the files that are finished. What is in a
 *         file that is not yet finished is packed here until it is;
 *     to memory here, where there is none: packed as a table's blocks are, but more quickly.
 *
 * INVARIANTS
 *  1. No more is on the device than `room`, of which the announcement spoke.
 *  2. A block leaves only when all its tiers are in the table or on their way there no more (carried), and whatever of it is needed again can be had.
 *  3. Of a table that is made no more is packed here than one file holds.
 *
 * While a step is worked on, a thread makes room for the next one and brings what it needs, as far as there is room
 * beside the step's own family; the rest waits until it is done. Copies go through pinned memory, on a stream of their
 * own. */
#ifndef ZM_ENGINE_CUDA_DENSE_RESIDENCY_H
#define ZM_ENGINE_CUDA_DENSE_RESIDENCY_H

#include "dense_device.h"
#include "eviction.h"

typedef struct zm_residency zm_residency;

/* What goes where, found out by going through the steps: `there` and `here` are for values alone. */
zm_status zm_residency_plan(zm_dense_device *d, const zm_device_terms *terms, zm_device_plan *out);

/* As the last plan says; nothing is held yet. */
zm_status zm_residency_open(zm_dense_device *d, zm_residency **out);
void zm_residency_close(zm_residency *h); /* NULL is none */
/* Until what goes on beside is done. */
void zm_residency_rest(zm_residency *h);
/* The blocks of a run and its children are there. Runs come in order, from any one on. */
zm_status zm_residency_family(zm_residency *h, uint32_t run);
/* Bytes that left, and that came back. */
void zm_residency_moved(const zm_residency *h, uint64_t *out, uint64_t *back, double *waited);

#endif
