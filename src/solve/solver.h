/* solver.h: the two ways to a table, dense and hash; solve.c chooses between them. */
#ifndef ZM_SOLVE_SOLVER_H
#define ZM_SOLVE_SOLVER_H

#include "announce.h"

#include <zermelo/solve.h>

/* out->method is set; the rest of *out is filled in. */
zm_status zm_solve_race(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out);
bool zm_is_race(const zm_variant *v);

#endif
