/* publish.h: values on their way to the table. The publisher is the driver's, and the only one that touches the writer.
 *
 * Tiers are published in ascending order, whoever solves them when. There are three ways:
 *
 *     ZM_PUBLISH_TIERS    the thread that has solved a small tier encodes it, and a queue adds it to the table in order;
 *                         a large tier is encoded on all threads
 *     ZM_PUBLISH_BEHIND   a thread of its own asks for the values piece by piece while the next tiers are solved: for
 *                         values that are in a device's memory
 *     ZM_PUBLISH_PIECES   the method pushes the pieces of a tier itself, one tier after the other */
#ifndef ZM_SOLVE_PUBLISH_H
#define ZM_SOLVE_PUBLISH_H

#include "table/write/writer.h"

struct zm_driver;

typedef enum zm_publish_way { ZM_PUBLISH_TIERS = 0, ZM_PUBLISH_BEHIND, ZM_PUBLISH_PIECES } zm_publish_way;

/* What a method says of its table; the driver adds sizes and options. */
typedef struct zm_table_kind {
    bool keyed;                   /* by fingerprints, not by an index */
    bool placed;                  /* keyed, by places of the game's index */
    unsigned book;                /* only the states of so many plies; 0: all */
    unsigned beyond, beyond_from; /* a book's states beyond these plies (zm_writer_plan) */
} zm_table_kind;

/* Where the values of a solved tier come from. Tables of exact values have `values`, of probabilities `odds`. */
typedef struct zm_values_source {
    /* OPTIONAL. The values that come together: `values` is asked for whole multiples of that. NULL: any number. */
    uint64_t (*unit)(struct zm_driver *d, uint32_t tier);
    zm_status (*values)(struct zm_driver *d, uint32_t tier, uint64_t from, uint64_t count, zm_value *out);
    zm_status (*odds)(struct zm_driver *d, uint32_t tier, uint64_t from, uint64_t count, zm_odds *out);
    /* OPTIONAL. The whole tier as it lies in memory, where that is the table's order: nothing is copied. */
    const zm_value *(*whole)(struct zm_driver *d, uint32_t tier);
    const zm_odds *(*whole_odds)(struct zm_driver *d, uint32_t tier);
    /* OPTIONAL. The value of the start, where asking for one place is not the way. */
    zm_status (*start)(struct zm_driver *d, zm_value *out);
    zm_status (*start_odds)(struct zm_driver *d, zm_odds *out);
    /* With a keyed table: its sorted fingerprints, all or one by its number; or places. */
    const zm_pos *(*keys)(struct zm_driver *d);
    zm_key_fn *key; /* its first argument is the driver */
    const uint64_t *(*places)(struct zm_driver *d);
    /* OPTIONAL, with ZM_PUBLISH_BEHIND. Memory of the host that values come to is pinned for the device. */
    zm_status (*pin)(struct zm_driver *d, void *block, uint64_t bytes);
    void (*unpin)(struct zm_driver *d, void *block);
} zm_values_source;

typedef struct zm_publisher zm_publisher;

/* Opens the table. d->done gets how many tiers are there already. */
zm_status zm_publisher_open(struct zm_driver *d, zm_publisher **out);
void zm_publisher_close(zm_publisher *p);       /* NULL is none; what is on its way is left */
zm_status zm_publisher_finish(zm_publisher *p); /* waits until all is in the table, and finishes that */
const char *zm_publisher_folder(const zm_publisher *p);
/* Memory that it takes beside the writer's. */
uint64_t zm_publisher_bytes(const struct zm_driver *d);

/* ---- ZM_PUBLISH_TIERS ---- */
/* Encodes a tier on this thread; after that its values may go. Then it is handed over; that may wait for the disk. */
zm_status zm_publish_encode(zm_publisher *p, uint32_t tier);
zm_status zm_publish_encoded(zm_publisher *p, uint32_t tier);
/* The next tier, on all threads, when no other is on its way. */
zm_status zm_publish_tier(zm_publisher *p, uint32_t tier);
/* zm_publish_encode for a method that makes the values itself: put all of them into *e, then end it. */
zm_status zm_publish_begin_encoding(zm_publisher *p, uint32_t tier, zm_encoder **e);

/* ---- ZM_PUBLISH_BEHIND: the tier is solved and stays where it is until it is published ---- */
void zm_publish_behind(zm_publisher *p, uint32_t tier);
bool zm_publish_is_done(zm_publisher *p, uint32_t tier);     /* it is in the table, or was at the beginning */
bool zm_publish_is_stored(zm_publisher *p, uint32_t tier);   /* in a finished file: it can be read back */
zm_status zm_publish_wait(zm_publisher *p);                  /* for the next tier; at once when none is on its way */
zm_status zm_publish_wait_all(zm_publisher *p);              /* for all that are on their way */
uint64_t zm_publish_piece_values(const struct zm_driver *d); /* that are asked for at a time, at most */

/* ---- ZM_PUBLISH_PIECES: begin, pieces in order, end with the counts in d->tally ---- */
zm_status zm_publish_begin(zm_publisher *p, uint32_t tier);
zm_status zm_publish_values(zm_publisher *p, const zm_value *values, uint64_t count);
zm_status zm_publish_odds(zm_publisher *p, const zm_odds *odds, uint64_t count);
zm_status zm_publish_end(zm_publisher *p, uint32_t tier);

/* ---- tiers that are on disk ---- */
zm_status zm_publish_read(zm_publisher *p, uint32_t tier, uint64_t from, uint64_t count, zm_value *values);
zm_status zm_publish_read_odds(zm_publisher *p, uint32_t tier, uint64_t from, uint64_t count, zm_odds *odds);

#endif
