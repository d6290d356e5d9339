/* solver.h: what the method `race` is on the host and on a device. */
#ifndef ZM_SOLVE_RACE_SOLVER_H
#define ZM_SOLVE_RACE_SOLVER_H

#include "board.h"
#include "solve/iterate/bounds.h"
#include "solve/method.h"

/* Tiers, and how values get to the table. */
void zm_race_plan(const zm_race_board *b, zm_plan *out);
bool zm_race_can(const zm_variant *v, const zm_solve_options *o);
zm_status zm_race_refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o);
unsigned zm_race_suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o);

#endif
