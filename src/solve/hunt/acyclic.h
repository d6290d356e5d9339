/* acyclic.h: how a hunt lies in memory and on disk. In memory a tier has a row of values by square for each placement
 * of the many (kernel/hunt_acyclic.inc); on disk, as the game's index says, only the free squares, and values only
 * where play reaches. */
#ifndef ZM_SOLVE_HUNT_ACYCLIC_H
#define ZM_SOLVE_HUNT_ACYCLIC_H

#include "kernel/kernels.h"
#include "solve/core/tiers.h"

#include <zermelo/solve.h>

bool zm_is_hunt(const zm_variant *v); /* here, on a board that is small enough */

void zm_hunt_open(zm_dense *d, const zm_tiers *t); /* stride, squares, steps */

/* Placement and square of the lone piece at a place. */
uint64_t zm_hunt_row(const zm_variant *v, zm_place at);
unsigned zm_hunt_square(const zm_variant *v, zm_place at);

/* Rows first .. first+count-1 as they go to disk, and a tier from there. */
void zm_hunt_pack(const zm_dense *d, uint32_t tier, uint64_t first, uint64_t count, zm_value *disk);
void zm_hunt_unpack(const zm_dense *d, const zm_tiers *t, uint32_t tier, const zm_value *disk);

/* The numbers of games, as text; left empty when they do not fit. */
void zm_hunt_games_text(const zm_variant *v, const zm_ends *ends, zm_solved *out);

/* Why it is none; and how well the method suits it if it is. */
zm_status zm_hunt_refuse(zm_context *c, const zm_variant *v, const zm_solve_options *o);
unsigned zm_hunt_suits(const zm_context *c, const zm_variant *v, const zm_solve_options *o);

#endif
