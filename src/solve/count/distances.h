/* distances.h: the ways to count states by distance from the start (zm_enumerate). */
#ifndef ZM_SOLVE_COUNT_DISTANCES_H
#define ZM_SOLVE_COUNT_DISTANCES_H

#include <zermelo/solve.h>

typedef struct zm_ply_visitor { /* `visit` NULL: nobody comes */
    zm_ply_visit *visit;
    void *arg;
} zm_ply_visitor;

/* State by state, of any game with a dense index: three bits a place. */
zm_status zm_enumerate_walk(zm_context *c, const zm_variant *v, const zm_ply_visitor *by, zm_plies *out);
/* A hunt, by words of squares (kernel/hunt_distances.h). *fits is false, and nothing is counted, where memory does not
 * suffice. */
zm_status zm_enumerate_hunt(zm_context *c, const zm_variant *v, const zm_ply_visitor *by, bool *fits, zm_plies *out);

zm_status zm_plies_add(zm_context *c, zm_plies *p, uint64_t states); /* one more ply */
/* first[i] is the first thing of tier i, first[tiers] how many there are: the tier that has this one. */
uint32_t zm_find_tier(const uint64_t *first, uint32_t tiers, uint64_t thing);

#endif
