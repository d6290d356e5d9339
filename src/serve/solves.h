/* solves.h: solves in the background: few at a time, within the server's memory, a limit of time, and what they may
 * write into its folder of tables. */
#ifndef ZM_SERVE_SOLVES_H
#define ZM_SERVE_SOLVES_H

#include "variants.h"

zm_solves *zm_solves_open(zm_server *s); /* NULL: out of memory */
void zm_solves_tick(zm_solves *l);       /* ends what is over its limits */
void zm_solves_stop(zm_solves *l);       /* tells all of them to end; what is finished is kept */
bool zm_solves_lost(zm_solves *l);       /* a solve does not end */
void zm_solves_close(zm_solves *l);      /* when they have */

/* Begins one, unless it is under way already. Refuses when there are too many (409), none is allowed (403), or
 * they have written as much as they may (507). */
zm_status zm_solves_begin(zm_request *r, const zm_open *o, bool wdl);

/* May any begin? Not when none are wanted, or when they have written as much as they may. */
bool zm_solves_allowed(zm_solves *l);
/* How far is it? False: it is not being solved. */
bool zm_solves_state(zm_solves *l, const zm_open *o, zm_solving *out);
/* Why the last solve of it failed; false: it did not. */
bool zm_solves_failure(zm_solves *l, const zm_open *o, char *out, size_t size);

#endif
