/* race.h: the values of a race on the host, and sweeps over them. Also for the chain of two players who do not play
 * their best (play/exact_race.c). */
#ifndef ZM_SOLVE_RACE_RACE_H
#define ZM_SOLVE_RACE_RACE_H

#include "board.h"
#include "solve/iterate/bounds.h"

struct zm_curve;

typedef struct zm_race_host {
    zm_context *context;
    const zm_race_board *board;
    zm_race_block block;                            /* what all blocks have in common */
    const struct zm_curve *warm;                    /* where one vector begins; NULL: in the middle */
    uint32_t *values[ZM_RACE_HOMES][ZM_RACE_HOMES]; /* panels: [mover's home][the other's] */
    uint32_t *(*against)[ZM_RACE_HOMES];            /* of whom the turn goes over to: the same, when one solves */
    uint32_t *choice[ZM_RACE_HOMES][ZM_RACE_HOMES]; /* zm_race_block.choice by group; NULL: the mover's best */
    uint32_t *room;                                 /* the blocks of a phase */
} zm_race_host;

enum { ZM_RACE_PHASE = 16 }; /* blocks per phase, at most */

static inline uint32_t zm_groups_of(uint32_t sides) { return (sides + ZM_RACE_LANES - 1) / ZM_RACE_LANES; }

/* No memory is taken. `room` is the caller's, who may use it between sweeps: zm_race_room_bytes. */
void zm_race_host_open(zm_context *c, const zm_race_board *b, zm_race_host *out);
void zm_race_host_close(zm_race_host *h); /* what it has taken */
uint64_t zm_race_room_bytes(const zm_race_board *b);

zm_race_bytes zm_race_host_bytes(const void *board, uint32_t tier); /* zm_race_bytes_of */
/* Values of a pairing of which nothing is known. */
zm_status zm_race_host_make(zm_race_host *h, zm_pairing p);
/* One sweep over a pairing; adds to *out. */
void zm_race_host_sweep(const zm_race_host *h, zm_pairing p, zm_sweep *out);
void zm_race_host_drop(zm_race_host *h, uint32_t tier);

/* Where the lower bound of a pair of sides is; the upper one, if there is one, is ZM_RACE_LANES behind it. */
static inline uint32_t *zm_race_host_word(const zm_race_host *h, zm_pairing p, uint32_t side, uint32_t other)
{
    const uint64_t number = (uint64_t)(side / ZM_RACE_LANES) * h->board->sides[p.other].sides + other;
    return zm_panel_at(h->values[p.mover][p.other], h->block.words, number) + side % ZM_RACE_LANES;
}
zm_odds zm_race_host_odds(const zm_race_host *h, zm_pos p);

/* A tier from a table, as `read` gives it, piece by piece. Uses the room. */
typedef zm_status zm_race_read(void *arg, uint32_t tier, uint64_t from, uint64_t count, zm_odds *out);
zm_status zm_race_host_restore(zm_race_host *h, uint32_t tier, zm_race_read *read, void *arg);

#endif
