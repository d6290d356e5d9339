/* cyclic.h: a hunt with cycles and captures, solved tier by tier; kernel/hunt_cyclic.h has what is kept of a tier. */
#ifndef ZM_SOLVE_HUNT_CYCLIC_H
#define ZM_SOLVE_HUNT_CYCLIC_H

#include "kernel/hunt_cyclic.h"
#include "kernel/tally.h"
#include "solve/core/tiers.h"

#include <zermelo/solve.h>

void zm_hunt_board_of(const zm_variant *v, zm_hunt_board *b); /* as its rules have it */

zm_status zm_cyclic_open(zm_context *c, const zm_variant *v, const zm_tiers *t, bool distances, zm_cyclic **out);
void zm_cyclic_close(zm_context *c, zm_cyclic *h, const zm_tiers *t);
/* Bytes, estimated, beside what storing takes. saved: which states there are goes to a file. */
uint64_t zm_cyclic_need(const zm_variant *v, const zm_tiers *t, unsigned threads, bool saved);

typedef struct zm_cyclic_spot {
    zm_place placement; /* its number in the tier */
    uint64_t many;
    unsigned square;
    bool lone_to_move;
} zm_cyclic_spot;
zm_cyclic_spot zm_cyclic_spot_at(const zm_cyclic *h, const zm_tiers *t, zm_place at); /* a place, taken apart */

/* Which states play reaches: all tiers, in descending order. */
zm_status zm_cyclic_reach(zm_context *c, zm_cyclic *h, const zm_tiers *t);
/* To a file, and from there: once saved they are read from it, and the memory is free for what is decided. */
zm_status zm_cyclic_save(zm_context *c, zm_cyclic *h, const zm_tiers *t, const char *path);
bool zm_cyclic_load(zm_context *c, zm_cyclic *h, const zm_tiers *t, const char *path);

/* Decides a tier, on this thread, and adds it to the tally. */
zm_status zm_cyclic_classify(zm_context *c, zm_cyclic *h, const zm_tiers *t, uint32_t tier, zm_tally *tally);
/* What goes to disk: rows first .. first+count-1 of the tier, the placements with the many to move and then those with
 * the lone piece to move, a value a free square. */
void zm_cyclic_pack(const zm_cyclic *h, const zm_tiers *t, uint32_t tier, uint64_t first, uint64_t count,
                    zm_value *disk);
/* A tier from disk, as far as tiers above need it; those it leads to by a capture must be there. */
zm_status zm_cyclic_restore(zm_context *c, zm_cyclic *h, const zm_tiers *t, uint32_t tier, const zm_value *disk);
zm_value zm_cyclic_value(const zm_cyclic *h, zm_place placement, unsigned square, bool lone_to_move);
zm_value zm_cyclic_start(const zm_cyclic *h);

/* Stored: what only the disk needs goes. A tier above is done: A goes when nobody in the layer needs it any more, and
 * it is stored. Nobody needs anything: all goes. Not at the same time on several threads. */
void zm_cyclic_stored(zm_context *c, zm_cyclic *h, uint32_t tier);
void zm_cyclic_used(zm_context *c, zm_cyclic *h, uint32_t user, uint32_t tier);
void zm_cyclic_drop(zm_context *c, zm_cyclic *h, uint32_t tier);

#endif
