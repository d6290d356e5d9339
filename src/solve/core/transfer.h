/* transfer.h: finished tiers from a device to the table, in order, on a thread of its own and while the next ones are
 * solved.
 *
 * They come in pieces to pinned memory, and are compressed and written from there on all threads of the context. */
#ifndef ZM_SOLVE_CORE_TRANSFER_H
#define ZM_SOLVE_CORE_TRANSFER_H

#include "table/write/writer.h"
#include "tiers.h"

typedef struct zm_transfer zm_transfer;
void zm_transfer_close(zm_transfer *k);         /* NULL is fine; what is on its way is left */
uint64_t zm_transfer_bytes(const zm_tiers *t);  /* memory that it takes */
uint64_t zm_transfer_values(const zm_tiers *t); /* that it asks for at a time, at most */

/* The same from any other device. Its values are asked for piece by piece, a tier from its beginning to its end, on the
 * thread that writes them. The counts of a tier must be known when its last piece has come. */
typedef struct zm_transfer_source {
    void *device;
    zm_status (*get)(void *device, uint32_t tier, uint64_t from, uint64_t count, zm_value *values);
    zm_status (*pin)(void *device, void *block, uint64_t bytes);
    void (*unpin)(void *device, void *block);
} zm_transfer_source;
zm_status zm_transfer_open(zm_context *c, zm_transfer_source from, zm_writer *to, const zm_tiers *t, zm_transfer **out);

/* The tier is solved, and stays on the device until it is written. `count` must stay where it is. */
void zm_transfer_tier(zm_transfer *k, uint32_t tier, const zm_summary *count);
bool zm_transfer_done(zm_transfer *k, uint32_t tier); /* it is in the table, or was there at the beginning */
/* It is in a file of the table that is finished: from there it can be read back, on one thread, while others go on. */
bool zm_transfer_stored(zm_transfer *k, uint32_t tier);
zm_status zm_transfer_read(zm_transfer *k, uint32_t tier, uint64_t from, uint64_t count, zm_value *values);
zm_status zm_transfer_wait(zm_transfer *k);   /* for the next tier; at once when there is none on its way */
zm_status zm_transfer_finish(zm_transfer *k); /* for all */

#endif
