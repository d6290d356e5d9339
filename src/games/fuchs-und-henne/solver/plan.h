/* plan.h: layers, slices and tiers of a variant, as the solver goes through them: the same on the CPU and on a GPU.
 *
 * A layer has the placements with the same number of hens, a slice of it those that have come equally far: the group of
 * tiers that the driver asks for at a time. Slices are numbered so that play leads to smaller numbers only. */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_SOLVER_PLAN_H
#define ZM_GAMES_FUCHS_UND_HENNE_SOLVER_PLAN_H

#include "solve/method.h"
#include "solver.h"

typedef struct zm_pair_layer {
    uint32_t from, to; /* shapes */
    unsigned pieces, free;
    bool few, top; /* too few of the many; all of them: nothing has been taken yet */
    uint64_t placements;
} zm_pair_layer;

typedef struct zm_pair_slice {
    const zm_pair_layer *layer;
    uint32_t from, to; /* shapes */
} zm_pair_slice;

typedef struct zm_pair_plan {
    const zm_variant *variant;
    hen_board board;
    zm_pair_tables tables;
    uint32_t shapes;
    uint64_t *first; /* by shape: its first placement in its layer */
    zm_pair_layer layer[CROSS_FIELDS + 1];
    unsigned layers;
    zm_pair_slice *slice;
    uint32_t slices;
    uint64_t placements, largest_shape, largest_slice; /* placements in all, and at most */
    uint64_t largest_plies;                            /* pairs of free squares of a slice's placements, at most */
    uint32_t tiers;
    uint64_t *tier_size;
    uint64_t places, largest_tier;
} zm_pair_plan;

/* The plan must stay where it is: slices point into it. */
zm_status zm_pair_plan_open(zm_context *c, const zm_variant *v, zm_pair_plan *p);
void zm_pair_plan_close(zm_context *c, zm_pair_plan *p);
/* What the driver has to know of it. */
void zm_pair_plan_tell(const zm_pair_plan *p, zm_driver *d);
zm_status zm_pair_plan_prepare(zm_driver *d, zm_pair_plan *p); /* the sizes of tiers, once they are announced */
/* Memory that lists by shape and by tier take, the driver's too. */
uint64_t zm_pair_plan_bytes(const zm_pair_plan *p);

/* The number of a layer's first placement behind a shape. */
static inline uint64_t zm_pair_shape_end(const zm_pair_plan *p, const zm_pair_layer *l, uint32_t shape)
{
    return shape + 1 < l->to ? p->first[shape + 1] : l->placements;
}

static inline uint64_t zm_pair_slice_placements(const zm_pair_plan *p, const zm_pair_slice *s)
{
    return zm_pair_shape_end(p, s->layer, s->to - 1) - p->first[s->from];
}

/* The tier of a shape's states of that kind; false: it has none. */
bool zm_pair_find_tier(const zm_pair_plan *p, uint32_t shape, hen_kind kind, uint32_t *tier);

/* What was counted, as a summary; and the value of the start where distances are not asked for. */
void zm_pair_summarize(const zm_pair_counts *n, zm_summary *out);
zm_value zm_pair_start_value(zm_won_ones start);

#endif
