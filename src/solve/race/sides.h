/* sides.h: the tables of what a side of a race can become (kernel/race_sides.h), made from the rules. */
#ifndef ZM_SOLVE_RACE_SIDES_H
#define ZM_SOLVE_RACE_SIDES_H

#include "kernel/race_sides.h"

zm_status zm_race_sides_make(zm_context *c, const zm_variant *v, uint32_t home, zm_race_sides *out);
void zm_race_sides_free(zm_context *c, zm_race_sides *k);
uint64_t zm_race_sides_sides(const zm_variant *v, uint32_t home); /* how many there are, without making it */
uint32_t zm_race_sides_number(const zm_race_sides *k, unsigned squares, uint64_t track);

#endif
