/* table.h: the values of one variant on disk: open, probe, read, verify. docs/table-format.md has the bytes.
 *
 * A table is a folder TABLES/GAME/VARIANT with a manifest and block-compressed parts. A dense table follows the game's
 * own index; a keyed one (games without an index) also holds the sorted fingerprints, and its index is the place in
 * that order (one tier). Probing is thread-safe and checks everything it reads. */
#ifndef ZERMELO_TABLE_H
#define ZERMELO_TABLE_H

#include <zermelo/variant.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zm_table zm_table;

/* What a solve found; stored in the manifest, so that it is there without reading the values. */
typedef struct zm_summary {
    uint64_t states;
    uint64_t won_by[2], drawn;
    zm_value start;
    unsigned longest;        /* largest remoteness */
    zm_pos longest_position; /* of the states that have it, the one with the smallest fingerprint */
    bool has_longest;        /* false when every state is drawn, and without distances */
    bool wdl;                /* only who wins: how far is not known, and start has no remoteness */
    /* With dice: probabilities. Of the above only `states` is used then. */
    bool dice;
    bool
        certified; /* the truth lies within the intervals, proven; else they are estimates (zm_solve_options.one_vector) */
    zm_odds start_odds;
    bool has_open;       /* some state is not over: the next two pairs say something */
    zm_odds least, most; /* of the states that are not over, those with the smallest and the largest lower + upper */
    zm_pos least_position, most_position; /* of equals, the one with the smallest fingerprint */
    uint32_t widest;                      /* the largest upper - lower */
} zm_summary;

/* Where tables are kept unless told otherwise: $ZERMELO_TABLES, or zermelo/tables in the user's data folder
 * ($XDG_DATA_HOME, or .local/share in $HOME). "" and false when none of these is set. */
bool zm_tables_folder(char *out, size_t size);
/* The folder of one variant: TABLES/GAME/VARIANT, `default` when all options have their defaults. Here and below
 * `tables` NULL is zm_tables_folder. */
zm_status zm_table_path(zm_context *c, const zm_variant *v, const char *tables, char *out, size_t size);

/* Opens a finished table of exactly this variant and these rules. Checks manifest, headers and sizes, not yet the
 * blocks. */
zm_status zm_table_open(zm_context *c, const zm_variant *v, const char *tables, zm_table **out);
void zm_table_close(zm_table *t);

/* Two kinds of table that do not have all states, for those who can do with some (zermelo/search.h): probes of the
 * others give ZM_NONE. A book has those of the first plies (zm_solve_options.book_plies). What an interrupted solve has
 * left has whole tiers, from the smallest on. ZM_NOT_FOUND: there is nothing of the kind, or nothing in it yet. */
zm_status zm_book_open(zm_context *c, const zm_variant *v, const char *tables, zm_table **out);
zm_status zm_table_open_unfinished(zm_context *c, const zm_variant *v, const char *tables, zm_table **out);
unsigned zm_table_book(const zm_table *t); /* plies; 0: it is no book */
/* So many plies beyond those it has the states that are drawn or decided in *from plies or more, and no others; 0:
 * none. `from` may be NULL. */
unsigned zm_table_beyond(const zm_table *t, unsigned *from);

const zm_variant *zm_table_variant(const zm_table *t);
const zm_summary *zm_table_summary(const zm_table *t);
uint64_t zm_table_bytes(const zm_table *t); /* on disk */
uint64_t zm_table_checksum(
    const zm_table *t); /* of its manifest, which has those of all its files: it changes with the table */
bool zm_table_keyed(const zm_table *t);
bool zm_table_dice(const zm_table *t);      /* its values are odds: zm_table_probe_odds and zm_table_read_odds */
bool zm_table_distances(const zm_table *t); /* false: its values say only who wins (zm_wdl), not how far; or are odds */
uint32_t zm_table_tiers(const zm_table *t);
uint64_t zm_table_tier_size(const zm_table *t, uint32_t tier); /* places, states or not */

/* The value of a position (its fingerprint is taken); ZM_NONE when it is no state of the table. Thread-safe. */
zm_status zm_table_probe(zm_context *c, const zm_table *t, zm_pos p, zm_value *value);

/* The same of a table with dice: not zm_is_odds when it is no state. Each probe refuses the other kind of table. */
zm_status zm_table_probe_odds(zm_context *c, const zm_table *t, zm_pos p, zm_odds *odds);

/* The same of a place; ZM_NONE, or not zm_is_odds, where no state is. */
zm_status zm_table_value_at(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index, zm_value *value);
zm_status zm_table_odds_at(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index, zm_odds *odds);

/* Is the position a state of the table, with dice or without? */
zm_status zm_table_has(zm_context *c, const zm_table *t, zm_pos p, bool *has);

/* A whole tier, as values in index order; with dice, as odds, zm_no_odds() where no state is. */
zm_status zm_table_read_tier(zm_context *c, const zm_table *t, uint32_t tier, zm_value *values);
zm_status zm_table_read_odds(zm_context *c, const zm_table *t, uint32_t tier, zm_odds *values);
/* `count` places of a tier from place `from` on. */
zm_status zm_table_read_odds_piece(zm_context *c, const zm_table *t, uint32_t tier, uint64_t from, uint64_t count,
                                   zm_odds *values);
/* The state at a place: by the rules in a dense table, by the stored keys in a keyed one. */
zm_status zm_table_state(zm_context *c, const zm_table *t, uint32_t tier, uint64_t index, zm_pos *p);

/* ---- smaller tables of games with dice, made from a finished one ---- Best moves: of each place and roll which of the
 * moves is best, a place in the list that the rules give; 0 where there is no choice and no state. Or the same odds
 * rounded outward to fewer bits: the intervals are wider, and hold. */
bool zm_table_moves(
    const zm_table *t); /* its values are best moves: zm_table_probe_move; it is then not zm_table_dice */
unsigned zm_table_bits(const zm_table *t); /* that its odds are rounded to; 0: as they were found */
zm_status zm_table_probe_move(zm_context *c, const zm_table *t, zm_pos p, unsigned roll, unsigned *choice);
/* A whole tier, a word a place: the choice with roll r in its bits from r * zm_move_bits(v) on. */
zm_status zm_table_read_moves(zm_context *c, const zm_table *t, uint32_t tier, uint64_t *moves);
unsigned zm_move_bits(const zm_variant *v);

typedef struct zm_export_options {
    size_t size;    /* ZM_OPTIONS */
    const char *to; /* the folder of tables it goes to; not the one it comes from */
    bool moves;     /* best moves; else odds */
    unsigned bits;  /* of odds: 1 to 31 */
    bool again;     /* make it even if it is there */
} zm_export_options;

typedef struct zm_exported {
    zm_summary summary; /* of best moves: of the odds they were found by */
    uint64_t places, bytes;
} zm_exported;
zm_status zm_table_export(zm_context *c, const zm_table *t, const zm_export_options *o, zm_exported *out);

/* Removes a variant's table and, where they are then empty, the folders above it. */
void zm_table_remove(zm_context *c, const zm_variant *v, const char *tables);

typedef struct zm_verified {
    uint64_t states; /* recomputed from their successors */
    uint64_t moves;  /* looked at on the way */
    uint64_t blocks; /* checksums compared */
} zm_verified;

/* Reads every byte and compares every checksum; *blocks (or NULL) gets how many. ZM_CORRUPT when something is
 * damaged. */
zm_status zm_table_check(zm_context *c, const zm_table *t, uint64_t *blocks);

/* Reads every byte, walks from the start to every state that play reaches, recomputes each value from its successors
 * (remoteness included; without distances, that no win rests on itself), and compares states, counts and summary.
 * Shares nothing with the solvers but the rules. With dice: of every state in the table, that its interval follows from
 * those of its successors, and that these are states. ZM_CORRUPT: the files are damaged. ZM_WRONG: they are whole but a
 * value, or the set of states, is wrong. */
zm_status zm_table_verify(zm_context *c, const zm_table *t, zm_verified *out);

/* The same, in a way that is named: ZM_BAD_INPUT when the table has not got what it takes. */
typedef enum zm_verify_method {
    ZM_VERIFY_AUTO = 0,
    ZM_VERIFY_WALK, /* state by state: any table */
    ZM_VERIFY_HUNT, /* placement by placement: hunts with cycles (zermelo/hunt.h) */
    ZM_VERIFY_OWN,  /* by a way of the game's own, where it has one */
} zm_verify_method;
zm_status zm_table_verify_by(zm_context *c, const zm_table *t, zm_verify_method method, zm_verified *out);

#ifdef __cplusplus
}
#endif

#endif
