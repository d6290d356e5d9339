/* hunt_board.h: the board of a hunt with cycles (zermelo/hunt.h) as tables: where pieces step and jump, by words of
 * squares. Host and device share this description. In the common subset of C and CUDA C++. */
#ifndef ZM_KERNEL_HUNT_BOARD_H
#define ZM_KERNEL_HUNT_BOARD_H

#include "game/lanes.h"

#include <zermelo/hunt.h>

enum { ZM_HUNT_LINES = 4 }; /* through a square, along which it can be jumped over, at most */

typedef struct zm_hunt_board {
    unsigned squares;
    uint64_t all;                                   /* the squares */
    uint64_t left;                                  /* those that are not greater than their image */
    uint32_t chains;                                /* may the lone piece jump on in the same move? */
    uint64_t near[ZM_HUNT_SQUARES];                 /* where the lone piece steps from a square */
    uint64_t ahead[ZM_HUNT_SQUARES];                /* where one of the many steps, out of the tier */
    uint64_t aside[ZM_HUNT_SQUARES];                /* and inside it, to and fro */
    uint64_t forth[ZM_HUNT_SQUARES];                /* both */
    uint64_t behind[ZM_HUNT_SQUARES];               /* where it can have come from, out of another tier */
    uint64_t line[ZM_HUNT_SQUARES][ZM_HUNT_LINES];  /* both ends of each; 0: no more */
    uint8_t land[ZM_HUNT_SQUARES][ZM_HUNT_SQUARES]; /* [from][over] */
    uint8_t image[ZM_HUNT_SQUARES];
    uint32_t bands;
    uint8_t band_of[ZM_HUNT_SQUARES];
    uint8_t first_of[ZM_HUNT_BANDS], sets_of[ZM_HUNT_BANDS]; /* of a band: its lowest square, and all sets of it */
} zm_hunt_board;

/* The squares from which a piece at `over` can be jumped over: the ends of a line through it, when both are free. */
ZM_KERNEL uint64_t zm_hunt_jumps_over(const zm_hunt_board *b, uint64_t many, unsigned over)
{
    uint64_t from = 0;
    for (unsigned i = 0; i < ZM_HUNT_LINES; i++) {
        const uint64_t line = b->line[over][i];
        from |= line & many ? 0 : line;
    }
    return from;
}

/* What `squares` has at the far ends of jumps over that piece, seen from where they come. */
ZM_KERNEL uint64_t zm_hunt_before_jumps(const zm_hunt_board *b, unsigned over, uint64_t from, uint64_t squares)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < ZM_HUNT_LINES; i++) {
        const uint64_t line = b->line[over][i] & from, far_ends = line & squares;
        seen |= far_ends == line ? line : far_ends ? line ^ far_ends : 0;
    }
    return seen;
}

#endif
