/* cpu.h: a solve by a pair on the CPU, as the files of this folder see it. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_SOLVER_CPU_H
#define ZM_GAMES_FUCHS_UND_HENNE_SOLVER_CPU_H

#include "plan.h"

typedef struct zm_pair_cpu {
    zm_context *context;
    zm_pair_plan plan;
    bool distances, stores;
    unsigned threads;
    zm_pair_seen *seen;           /* by shape */
    zm_pair_window window[2];     /* of the slice at hand and the one before */
    zm_pair_landings landings[2]; /* of the layer at hand and the one before */
    zm_pair_room *room;           /* by thread */
    bool classifies;              /* the memory for that has been taken */
    zm_pair_counts counts;
    zm_won_ones start;
    zm_pair_farthest farthest;
} zm_pair_cpu;

static inline zm_pair_cpu *zm_pair_cpu_of(const zm_driver *d) { return d->state; }

/* ---- memory (memory.c) ---- */
uint64_t zm_pair_need(const zm_driver *d); /* in all, that of the table included */
/* For either phase: what its threads and slices take. */
zm_status zm_pair_open_work(zm_pair_cpu *s, bool finds);
void zm_pair_close_work(zm_pair_cpu *s);
/* The next layer is begun: the one that was at hand is near it. */
zm_status zm_pair_next_layer(zm_pair_cpu *s, const zm_pair_layer *l, unsigned sets);
/* Words of what is kept of which states a placement has, where they are not all. */
unsigned zm_pair_kept_words(const zm_pair_cpu *s, const zm_pair_layer *l);
/* What is kept of a shape whose states have been found: only what is not reached in full. */
zm_status zm_pair_keep_seen(zm_pair_cpu *s, const zm_pair_layer *l, const zm_pair_job *j);
void zm_pair_close_seen(zm_pair_cpu *s, uint32_t shape);

/* ---- the table (table.c), on any thread ---- */
/* Are all tiers of a shape on disk? Then its values are taken back: A, V and the start. */
bool zm_pair_is_stored(const zm_driver *d, uint32_t shape);
zm_status zm_pair_restore_shape(zm_driver *d, zm_pair_job *j);
/* The tiers of a shape that has been classified, or where the many are too few. */
zm_status zm_pair_store_shape(zm_driver *d, const zm_pair_job *j);
uint64_t zm_pair_shape_places(const zm_pair_plan *p, uint32_t shape);

#endif
