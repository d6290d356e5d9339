/* estimate.h: about how many states play reaches, told before they are found. */
#ifndef ZM_SOLVE_HASH_ESTIMATE_H
#define ZM_SOLVE_HASH_ESTIMATE_H

#include <zermelo/variant.h>

/* Rather too few than too many: see estimate.c. */
zm_status zm_estimate_states(zm_context *c, const zm_variant *v, zm_pos from, double *states);

#endif
