/* board.h: a race as tables, which host and device share: what its sides can become, which tiers need which, and what
 * all blocks have in common.
 *
 * A tier is an unordered pair of homes (zermelo/race.h). Its states are one or two pairings: the larger home moves, or
 * the smaller one does. The values of a tier are needed by the tiers from which a step leads to it. */
#ifndef ZM_SOLVE_RACE_BOARD_H
#define ZM_SOLVE_RACE_BOARD_H

#include "block.h"
#include "solve/announce.h"
#include "solve/core/tiers.h"

typedef struct zm_pairing { /* which home moves, and which the other side has */
    uint32_t mover, other;
} zm_pairing;

typedef struct zm_race_board {
    zm_context *context;
    const zm_variant *variant;
    const zm_race *race;
    uint32_t homes;
    zm_race_sides sides[ZM_RACE_HOMES]; /* by home, from 1 on */
    zm_tiers tiers;
    zm_race_block block; /* what all blocks have in common */
} zm_race_board;

bool zm_is_race(const zm_variant *v);

zm_status zm_race_board_open(zm_context *c, const zm_variant *v, bool one_vector, zm_race_board *b);
void zm_race_board_close(zm_race_board *b);

/* One side has won: no value has to be found. */
bool zm_race_is_over(uint32_t tier);
/* The pairings of a tier, in the order of the index. Returns how many there are: 1 or 2. */
unsigned zm_race_pairings(uint32_t tier, zm_pairing out[2]);

typedef struct zm_race_pair { /* a position, as the numbers of its sides */
    zm_pairing pairing;
    uint32_t side, other;
} zm_race_pair;
zm_race_pair zm_race_pair_of(const zm_race_board *b, zm_pos p);

/* In the index a pairing comes by numbers of runners, most first. A row is one of the mover's sides from .. to-1, which
 * have so many runners, against the other's sides first .. last-1. Pairs that share a square are no states. */
typedef struct zm_race_rows {
    zm_pairing pairing;
    uint32_t from, to, first, last;
    uint64_t states; /* of a row */
} zm_race_rows;
zm_race_rows zm_race_rows_of(const zm_race_board *b, zm_pairing p, unsigned runners, unsigned others);

/* ---- what it needs ---- */
typedef struct zm_race_bytes { /* values of a tier */
    uint64_t solving;          /* while it is solved or closed, at most */
    uint64_t closed;           /* afterwards, as long as others need it */
} zm_race_bytes;
typedef zm_race_bytes zm_race_bytes_of(const void *arg, uint32_t tier);
/* Bytes of all values that are in memory at once, at most. */
uint64_t zm_race_values_needed(const zm_race_board *b, zm_race_bytes_of *of, const void *arg);
/* Of the table: at most, and at least. */
void zm_race_find_disk(const zm_race_board *b, const zm_solve_options *o, zm_demand *out);
/* Of lists, beside the tables of the board. */
uint64_t zm_race_list_bytes(const zm_race_board *b);

#endif
