/* solver.h: the two ways to a table, dense and hash; solve.c chooses between them. */
#ifndef ZM_SOLVE_SOLVER_H
#define ZM_SOLVE_SOLVER_H

#include <zermelo/solve.h>

/* out->method is set; the rest of *out is filled in. */
zm_status zm_solve_dense(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out);
zm_status zm_solve_hash(zm_context *c, const zm_variant *v, zm_pos from, uint64_t limit, const zm_solve_options *o,
                        zm_solved *out);

/* A hunt with cycles on a device. */
zm_status zm_solve_swarm(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out);

zm_status zm_solve_race(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out);
bool zm_is_race(const zm_variant *v);

/* A hunt by a pair: who wins. */
zm_status zm_solve_pair(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out);

zm_status zm_solve_iterate(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_solved *out);
/* Of what can be reached from one position, through a hash; at most `limit` states (0: as memory allows). */
zm_status zm_iterate_from(zm_context *c, const zm_variant *v, zm_pos from, uint64_t limit, const zm_solve_options *o,
                          zm_solved *out);

/* What a solve will take. Of the disk at most and, as far as is known, at least: how well values compress is not known
 * before. */
typedef struct zm_demand {
    uint64_t memory, disk, least_disk; /* of disk 0 where nothing is stored */
} zm_demand;
/* Says so, and refuses when the budget is smaller or there is not room for the least on the disk of the tables. */
zm_status zm_announce(zm_context *c, const zm_variant *v, const zm_solve_options *o, const zm_demand *d,
                      zm_solved *out);
/* The same for the disk alone, of which so many bytes are there. */
zm_status zm_check_disk(zm_context *c, const zm_variant *v, const zm_demand *d, uint64_t there);

/* Memory that writing the table takes; 0 where there is none. */
uint64_t zm_storing_bytes(const zm_context *c, const zm_solve_options *o, uint64_t places, uint64_t largest);
/* Disk that a dense table of exact values takes at most; likewise. */
uint64_t zm_storing_disk(const zm_solve_options *o, uint64_t places);

#endif
