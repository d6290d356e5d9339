/* residency.h: where the values of finished tiers are that later ones need: on the device, on the host, or in the table
 * that is made.
 *
 * The values of a run of tiers come and go together, as one block. A step needs the blocks of its run and of the runs
 * its moves lead to (its family) on the device. WHICH BLOCK LEAVES is decided by zm_eviction_next (eviction.c): the one
 * that is needed farthest in the future. It leaves in evict_block (residency.c), and goes
 *
 *     to the table, where there is one. It is published anyway (solve/publish.h), and read back from files that are
 *         finished. What is in a file that is not yet finished is packed on the host until it is;
 *     to the host's memory, where there is no table: packed (packed_tier.h).
 *
 * INVARIANTS
 *  1. Never is more on the device than `room`, which was announced.
 *  2. A block leaves only when its tiers are published, and when those that are needed again are stored or packed.
 *  3. Where a table is made, no more is packed on the host than one of its files has.
 *
 * While a step is worked on, a thread makes room for the next one and brings what that needs, as far as there is room
 * beside the family of the step; the rest waits until it is done. Copies go through pinned memory, on streams of their
 * own. */
#ifndef ZM_ENGINE_CUDA_DENSE_RESIDENCY_H
#define ZM_ENGINE_CUDA_DENSE_RESIDENCY_H

#include "dense_device.h"
#include "eviction.h"

typedef struct zm_residency zm_residency;

/* What will be where, found out by going through all steps (residency_plan.c). Its bytes are those of values only. */
zm_status zm_residency_plan(zm_dense_device *d, const zm_memory_terms *terms, zm_memory_plan *out);
uint64_t zm_residency_piece_values(const zm_tiers *t); /* that are copied at a time */
/* Bytes of the blocks of runs. */
zm_status zm_residency_block_bytes(zm_context *c, const zm_tiers *t, uint64_t **out);

/* As the last plan says; nothing is on the device yet. */
zm_status zm_residency_open(zm_dense_device *d, zm_residency **out);
void zm_residency_close(zm_residency *r); /* NULL is none */
/* Waits for the thread that prepares the next step. */
void zm_residency_wait(zm_residency *r);
/* Brings the blocks of a run's family. Runs come in ascending order, from any one on. */
zm_status zm_residency_family(zm_residency *r, uint32_t run);
/* Bytes that left and that came back, and seconds that the device waited for them. */
void zm_residency_moved(const zm_residency *r, uint64_t *out, uint64_t *back, double *waited);

#endif
