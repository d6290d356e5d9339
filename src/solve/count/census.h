/* census.h: all states of a table, counted (kernel/census.h). */
#ifndef ZM_SOLVE_COUNT_CENSUS_H
#define ZM_SOLVE_COUNT_CENSUS_H

#include "kernel/census.h"

#include <zermelo/table.h>

typedef enum zm_census_way {
    ZM_CENSUS_AUTO = 0,
    ZM_CENSUS_WALK, /* state by state: any table */
    ZM_CENSUS_ROWS, /* of a hunt: placement by placement */
} zm_census_way;

/* Counts the states of a table without dice, each by the thread that meets it: `each` has a census per thread
 * (zm_threads). Memory: a piece of a tier per thread. */
zm_status zm_census_of(zm_context *c, const zm_table *t, zm_census_way way, zm_census *each);

#endif
