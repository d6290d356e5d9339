/* store.h: the shapes of a hunt by a pair on their way to its table, and back from one that a killed solve has left
 * (store.h). */
#ifndef ZM_GAMES_FUCHS_UND_HENNE_SOLVER_STORE_H
#define ZM_GAMES_FUCHS_UND_HENNE_SOLVER_STORE_H

#include "solve/solver.h"
#include "solver.h"

#include <zermelo/solve.h>

typedef struct zm_pair_store zm_pair_store;
/* Tiers that are on disk already are not stored again. */
zm_status zm_pair_store_open(zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_pair_store **out);
void zm_pair_store_close(zm_pair_store *s);               /* NULL is fine */
uint32_t zm_pair_store_done(const zm_pair_store *s);      /* tiers that were on disk */
const char *zm_pair_store_folder(const zm_pair_store *s); /* for a file of the solver's own */

uint64_t zm_pair_store_places(const zm_pair_store *s, uint32_t shape);
bool zm_pair_store_has(const zm_pair_store *s, uint32_t shape); /* all of its tiers were on disk */

/* On any thread: a shape that has been classified, or where the many are too few; and one that is there, whose A, V and
 * start it fills in. */
zm_status zm_pair_store_put(zm_pair_store *s, const zm_pair_job *j);
zm_status zm_pair_store_get(zm_pair_store *s, zm_pair_job *j);

/* From a device, on one thread: a tier that is not on disk, which comes in pieces, each of them with one of the turns.
 * */
bool zm_pair_store_wants(const zm_pair_store *s, uint32_t shape, hen_kind kind, uint32_t *tier);
zm_status zm_pair_store_begin(zm_pair_store *s, uint32_t tier);
zm_status zm_pair_store_add(zm_pair_store *s, uint32_t tier, unsigned turn, const zm_value *values, uint64_t count);
zm_status zm_pair_store_end(zm_pair_store *s, uint32_t tier);
/* Adds what such a table needs here and of the disk; nothing where there is none. */
void zm_pair_store_need(const zm_context *c, const zm_variant *v, const zm_solve_options *o, zm_demand *d);
/* What was stored must be what was counted; unless some of it was there before. */
zm_status zm_pair_store_compare(const zm_pair_store *s, const zm_pair_counts *found);

zm_status zm_pair_store_start(zm_pair_store *s, zm_value *out); /* what is on disk of it, when all is */
zm_status zm_pair_store_settle(zm_pair_store *s);               /* all has been put: waits for the disk */
zm_status zm_pair_store_finish(zm_pair_store *s, zm_value start, zm_solved *out);

#endif
