/* writer.h: writing a table tier by tier, resumable. Used by the solvers; docs/table-format.md has the bytes.
 *
 * INVARIANTS
 *  1. The manifest is always whole (it is replaced atomically) and names only parts that are whole and synced.
 *  2. What a part holds depends on the variant and part_states alone: tiers in order, a new part begins when the next tier
 *     would bring it over part_states places. So the bytes do not depend on when a solve was killed or on threads.
 *  3. A table is open for one writer at a time (a lock file), and readable only when its manifest says finished. */
#ifndef ZM_TABLE_WRITE_WRITER_H
#define ZM_TABLE_WRITE_WRITER_H

#include "table/format/encoded_tier.h"

#include <zermelo/table.h>

typedef struct zm_writer zm_writer;

/* Makes the folder, takes the lock, clears what killed writers left, and takes over the finished tiers of an
 * interrupted solve of the same variant, rules, part size and kind of values (again: none). A finished table is taken
 * over whole, also one with distances where none are asked for. keyed: one tier of `tier_size[0]` places whose keys
 * come by zm_writer_keys. */
typedef struct zm_writer_plan {
    uint32_t tiers;
    const uint64_t *tier_size; /* of each; borrowed until the writer is closed */
    bool keyed;
    bool placed;   /* keyed, and its keys are places of the game's index: they come by zm_writer_places */
    unsigned book; /* only the states of so many plies; 0: all */
    unsigned beyond, beyond_from; /* and of so many plies beyond: what is drawn, or decided in so many or more */
    bool wdl;                     /* distances are left out, of the values and of the counts, as they come */
    bool odds;                    /* values are probabilities: for games with dice, and only those */
    bool estimates;               /* and not certified */
    unsigned bits;                /* with odds: that they are rounded to; 0: as they were found */
    bool moves;                   /* instead of odds: best moves, one word a place (zm_table_probe_move) */
    bool again;
    uint64_t part_states; /* 0: the default, 2^22; doubled for huge tables until there are about 1,000 parts */
} zm_writer_plan;
zm_status zm_writer_open(zm_context *c, const zm_variant *v, const char *tables, const zm_writer_plan *plan,
                         zm_writer **w);
/* Memory that it takes at most, of a dense table of so many places, so many of them in the largest tier. */
uint64_t zm_writer_bytes(const zm_context *c, uint64_t places, uint64_t largest, uint64_t part_states);
/* Places of a part of a table of so many, larger tiers apart, when part_states says so much, or 0. */
uint64_t zm_writer_part(uint64_t places, uint64_t part_states);
uint32_t zm_writer_done(const zm_writer *w);   /* tiers 0 .. done-1 are on disk */
uint32_t zm_writer_widest(const zm_writer *w); /* the widest interval in them */
bool zm_writer_finished(const zm_writer *w);   /* the whole table was there already */
/* For a solver's own files, which it removes itself; "*.part~" are cleared. */
const char *zm_writer_folder(const zm_writer *w);

/* Values of a finished tier, for the tiers a resumed solve starts from. */
zm_status zm_writer_read_tier(zm_writer *w, uint32_t tier, zm_value *values);
/* Some of them. On a thread of its own while another adds pieces, but not while that begins or ends a tier. */
zm_status zm_writer_read_piece(zm_writer *w, uint32_t tier, uint64_t from, uint64_t count, zm_value *values);

/* The next tier (they come in order). `count` is what the tier adds to the summary: states, won_by, drawn, longest. */
zm_status zm_writer_add_tier(zm_writer *w, uint32_t tier, const zm_value *values, const zm_summary *count);

/* The same of a tier too large for one array: it begins, comes in pieces of any size, in order, and ends with its
 * counts. */
zm_status zm_writer_begin_tier(zm_writer *w, uint32_t tier);
zm_status zm_writer_add_piece(zm_writer *w, const zm_value *values, uint64_t count);
zm_status zm_writer_end_tier(zm_writer *w, const zm_summary *count);

/* The same of a table of odds; zm_no_odds() where no state is. Of the summary zm_summary_count_odds fills what a state
 * adds. */
zm_status zm_writer_read_odds(zm_writer *w, uint32_t tier, zm_odds *values);
zm_status zm_writer_read_odds_piece(zm_writer *w, uint32_t tier, uint64_t from, uint64_t count, zm_odds *values);
zm_status zm_writer_add_odds(zm_writer *w, uint32_t tier, const zm_odds *values, const zm_summary *count);
zm_status zm_writer_begin_odds(zm_writer *w, uint32_t tier);
zm_status zm_writer_add_odds_piece(zm_writer *w, const zm_odds *values, uint64_t count);
/* Of a table of best moves; it begins and ends as one of odds, with the counts of the odds. */
zm_status zm_writer_add_moves_piece(zm_writer *w, const uint64_t *moves, uint64_t count);
zm_status zm_writer_end_odds(zm_writer *w, const zm_summary *count);

/* The same in two steps: encoded on any thread, in any order, each thread with its own encoder; and then added in
 * order. */
zm_status zm_writer_encoder(const zm_writer *w, zm_encoder **out);
void zm_writer_begin_encoded(const zm_writer *w, uint32_t tier, zm_encoder *e, zm_encoded_tier *to);
zm_status zm_writer_add_encoded(zm_writer *w, uint32_t tier, const zm_encoded_tier *slice, const zm_summary *count);

/* The sorted fingerprints of a keyed table, before its tier. */
zm_status zm_writer_keys(zm_writer *w, const zm_pos *keys, uint64_t count);
/* The same where they are not in memory as positions: at(arg, i) is the i-th, asked for more than once. */
typedef zm_pos zm_key_fn(void *arg, uint64_t i);
zm_status zm_writer_keys_from(zm_writer *w, zm_key_fn *at, void *arg, uint64_t count);
/* Likewise the sorted places (game/place.h) of one that is placed. */
zm_status zm_writer_places(zm_writer *w, const uint64_t *places, uint64_t count);

/* Writes the finished manifest; *total gets the whole summary and *bytes the size on disk. */
zm_status zm_writer_finish(zm_writer *w, zm_value start, zm_summary *total, uint64_t *bytes);
zm_status zm_writer_finish_odds(zm_writer *w, zm_odds start, zm_summary *total, uint64_t *bytes);
void zm_writer_close(zm_writer *w); /* in any case, also after a failure: what was finished stays */

/* Adds b's states to a (counts add up; the longest is the larger, of equals the smaller fingerprint; so with the least
 * and the most likely to win). */
void zm_summary_add(zm_summary *a, const zm_summary *b);
/* Adds one state of a game with dice: its fingerprint, its odds, and whether it is over. */
void zm_summary_count_odds(zm_summary *s, zm_pos state, zm_odds odds, bool over);
/* The odds are neither the least, nor the most, nor the widest so far: an open state adds only to the number of states.
 * Nearly all are so, and their position need not be made. */
static inline bool zm_summary_is_plain(const zm_summary *s, zm_odds o)
{
    const uint64_t twice = (uint64_t)o.lower + o.upper;
    return s->has_open && o.upper - o.lower <= s->widest && twice > (uint64_t)s->least.lower + s->least.upper &&
           twice < (uint64_t)s->most.lower + s->most.upper;
}
/* Leaves out what it says of distances. */
void zm_summary_wdl(zm_summary *s);

#endif
