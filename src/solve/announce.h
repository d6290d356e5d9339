/* announce.h: what a solve needs, said before it begins. */
#ifndef ZM_SOLVE_ANNOUNCE_H
#define ZM_SOLVE_ANNOUNCE_H

#include <zermelo/solve.h>

/* What a solve needs. Of the disk at most and, as far as is known, at least: how well values compress is not known
 * before. */
typedef struct zm_demand {
    uint64_t memory, disk, least_disk; /* of disk 0 where nothing is stored */
} zm_demand;
/* Refuses when the budget is smaller. */
zm_status zm_check_memory(zm_context *c, const zm_variant *v, const zm_demand *d, zm_solved *out);
/* Says what it needs, and refuses when there is not room for the least on the disk of the tables. */
zm_status zm_announce(zm_context *c, const zm_variant *v, const zm_solve_options *o, const zm_demand *d,
                      const zm_solved *out);
/* The same for the disk alone, of which so many bytes are there. */
zm_status zm_check_disk(zm_context *c, const zm_variant *v, const zm_demand *d, uint64_t there);

/* Memory that writing the table takes; 0 where there is none. */
uint64_t zm_storing_bytes(const zm_context *c, const zm_solve_options *o, uint64_t places, uint64_t largest);
/* Disk that a dense table of exact values takes at most; likewise. */
uint64_t zm_storing_disk(const zm_solve_options *o, uint64_t places);

#endif
