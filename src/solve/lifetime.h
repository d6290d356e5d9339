/* lifetime.h: how long the values of a tier stay in memory: until it is published and no tier that is not solved yet
 * needs them. The driver's bookkeeping; several threads may settle tiers at once. */
#ifndef ZM_SOLVE_LIFETIME_H
#define ZM_SOLVE_LIFETIME_H

#include "method.h"

zm_status zm_lifetime_open(zm_driver *d); /* d->tally too */
void zm_lifetime_close(zm_driver *d);
/* When d->done is known. A tier's values are needed by the tiers above it that are not on disk; where the game does not
 * say what leads where, always by somebody. */
void zm_lifetime_begin(zm_driver *d);
/* Does a tier that is not on disk need this one, which is? */
bool zm_lifetime_is_needed(const zm_driver *d, uint32_t tier);
/* The tier is solved or restored, and published: counts it, and drops what nobody needs any more. */
void zm_lifetime_settle(zm_driver *d, uint32_t tier);

#endif
