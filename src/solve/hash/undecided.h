/* undecided.h: the moves of undecided states that may still matter, and how values follow from them.
 *
 * Of a state whose value is not known when its moves are made, the slots of its successors are kept as a record: a cell
 * with its own slot, marked, and a cell per successor. A win in 1 is known at once and has no record. Records are looked
 * through again and again (zm_undecided_settle): moves that cannot matter any more are left out, and so are records of
 * states that are decided. So most moves of a game are never kept for long: 4 of 17 per state in Quixo.
 *
 * What a look needs of a successor is in two bits: open, won or lost. They lie apart from the states and stay in the
 * cache, where slots would not.
 *
 * WHY VALUES ARE EXACT  At level r all states that are less than r plies from their end are known, and the two bits tell
 * of no others. So an undecided state is r plies from its end or more. One with a good move to a known state is a win in
 * r, then, and one whose moves are all bad and lead to known states is a loss in r. A bad move to a known state loses in
 * r or less; while another is open, which loses later if it does, it does not matter and is left out.
 *   Level 0 is while states are still being found. Known are wins in 0 and 1 and losses in 0 and 1 as far as they were
 * found; only a win in 1 is then sure to be the fastest. A move that is open does not lead to an end, so if the turn passes
 * it loses in 2 or more: bad moves that lose in 1 or 2 need not be kept beside it. */
#ifndef ZM_SOLVE_HASH_UNDECIDED_H
#define ZM_SOLVE_HASH_UNDECIDED_H

#include "base/meter.h"
#include "solve/core/state_set.h"

#include <zermelo/game.h>

/* Two bits of a slot: one that is known to be won or lost, or one that is open, or drawn. */
enum { ZM_SLOT_LOST = 1, ZM_SLOT_WON = 2, ZM_SLOTS_PER_WORD = 32 };

enum { ZM_CELLS_AHEAD = 16 /* known bits are asked for so many cells before they are needed */ };
enum {
    ZM_SEGMENT_CELLS =
        (1 << 17) - 1 - ZM_CELLS_AHEAD /* a record lies in one segment; it has at most 1 + ZM_MAX_MOVES cells */
};

#define ZM_CELL_RECORD ((uint32_t)1 << 31) /* the slot of the state itself */
#define ZM_CELL_STAYS ((uint32_t)1 << 30)  /* the turn stays with this move */
#define ZM_CELL_SLOT(cell) ((cell) & ~(ZM_CELL_RECORD | ZM_CELL_STAYS))

typedef struct zm_segment {
    uint32_t used;
    uint32_t cell[ZM_SEGMENT_CELLS + ZM_CELLS_AHEAD];
} zm_segment;

typedef struct zm_segments {
    zm_segment **one;
    uint64_t count, room;
} zm_segments;

typedef struct zm_undecided {
    zm_context *context;
    zm_segments all;         /* as they were made */
    uint64_t records, moves; /* when they were looked through last */
    unsigned longest;        /* remoteness of the farthest state decided before all were found */
    bool too_far;            /* some state is farther from its end than a value can say */
    uint64_t *known, *fresh; /* two bits per slot: what is known; what was decided at this level */
    uint64_t words;          /* of them */
} zm_undecided;

/* Looks through all records. What is known (zm_undecided_know) must be as the level says. */
zm_status zm_undecided_settle(zm_undecided *u, const zm_state_set *set, unsigned level, zm_meter *meter);

/* Takes from the set what is known at this level; what is decided there is known at the next. */
zm_status zm_undecided_know(zm_undecided *u, const zm_state_set *set, unsigned level);
void zm_undecided_forget(zm_undecided *u);

/* Decides states all of whose successors are decided, whatever their levels, from the last record to the first: in games
 * without cycles nearly all. It gives up where that decides little. */
zm_status zm_undecided_sweep(zm_undecided *u, const zm_state_set *set, zm_meter *meter);

/* A segment of the list with room for so many cells, *now if it has: for one thread. */
zm_status zm_segments_room(zm_context *c, zm_segments *s, zm_segment **now, uint64_t cells);
void zm_segments_free(zm_context *c, zm_segments *s);
/* The set was laid out anew. */
void zm_segments_move(zm_context *c, const zm_segments *s, const uint64_t *old, unsigned old_width);
void zm_undecided_free(zm_undecided *u);

/* ---- levels.c ---- */
/* Fills in `records` and `moves`. */
zm_status zm_undecided_count(zm_undecided *u);
uint64_t zm_undecided_solve_bytes(const zm_undecided *u, const zm_state_set *set); /* that it takes, at most */
/* Decides all that has a record: level by level, or by turning the moves round where that is sooner done and there is
 * room. What is never decided is drawn. All that is less than `level` plies from its end is decided already. */
zm_status zm_undecided_solve(zm_undecided *u, const zm_state_set *set, unsigned level, zm_meter *meter);

#endif
