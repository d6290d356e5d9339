/* encode_queue.h: the tiers of a dense solve on their way to its table.
 *
 * Compressing takes a fifth of the time of a large hunt, so it is not for one thread alone: each encodes the tiers it
 * has solved, in any order, as slices (table/format/encoded_tier.h). These are added to the table in order. Where there
 * are several threads one more does that: it waits for the disk most of the time (a part takes four syncs), and nobody
 * else should. */
#ifndef ZM_SOLVE_CORE_ENCODE_QUEUE_H
#define ZM_SOLVE_CORE_ENCODE_QUEUE_H

#include "table/write/writer.h"

enum { ZM_ENCODE_QUEUE_WAITING = 1 << 23 }; /* bytes of slices from which on threads wait for the disk */

typedef struct zm_encode_queue zm_encode_queue;
zm_status zm_encode_queue_open(zm_context *c, zm_writer *w, uint32_t tiers, zm_encode_queue **out);
zm_status zm_encode_queue_finish(zm_encode_queue *s); /* waits until all that is ready has been added */
void zm_encode_queue_close(zm_encode_queue *s);       /* NULL is fine */

/* A tier as a slice: put its values into *e, which is this thread's own, and end that; then say that it is ready.
 * `count` must stay where it is. */
zm_status zm_encode_queue_begin(zm_encode_queue *s, uint32_t tier, zm_encoder **e);
zm_status zm_encode_queue_ready(zm_encode_queue *s, uint32_t tier, const zm_summary *count);

/* The next tier, all at once, when no other is on its way: its blocks are encoded on all threads. */
zm_status zm_encode_queue_tier(zm_encode_queue *s, uint32_t tier, const zm_value *values, const zm_summary *count);

/* A tier that is on disk. */
zm_status zm_encode_queue_read(zm_encode_queue *s, uint32_t tier, zm_value *values);
zm_status zm_encode_queue_read_piece(zm_encode_queue *s, uint32_t tier, uint64_t from, uint64_t count,
                                     zm_value *values);

#endif
