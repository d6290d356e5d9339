/* block.h: one unit of work of a race: all sides of the mover against a group of placements of the other side.
 *
 * Values of pairs of sides lie in panels: the mover's sides in groups of ZM_RACE_LANES, a lane each, in the panel
 *     (mover / ZM_RACE_LANES) * others + other
 * where `others` is how many sides the other has. A panel is ZM_RACE_LANES lower bounds, then as many upper ones; with
 * one vector (`words` is 1, not 2) it is one number per lane and half as large. A pair in which the other stands on a
 * square of the mover's is no state; its place holds the value of the state after the other's piece, having just landed
 * there, has taken the mover's. So a turn that goes over reads the panel of the side it leads to, captures or not, for
 * a whole group of the other side, which is then the mover, at once.
 *
 * A mover takes his best step, unless the block says how he plays. */
#ifndef ZM_SOLVE_RACE_BLOCK_H
#define ZM_SOLVE_RACE_BLOCK_H

#include "kernel/race_sides.h"

enum { ZM_RACE_LANES = 16 };

enum { ZM_PANEL = 2 * ZM_RACE_LANES }; /* words of a panel at most */

/* The panel of that number. */
ZM_INLINE uint32_t *zm_panel_at(uint32_t *panels, unsigned words, uint64_t number)
{
    return panels + number * words * ZM_RACE_LANES;
}

ZM_INLINE uint64_t zm_panel_bytes(unsigned words) { return words * ZM_RACE_LANES * sizeof(uint32_t); }

/* Which step every lane takes, as a word: bit 0 of its number in the lower half, bit 1 in the upper. */
enum { ZM_CHOICE_STEPS = 4 };
ZM_INLINE uint32_t zm_race_lanes_choosing(uint32_t choice, unsigned step)
{
    const uint32_t low = step & 1 ? choice : ~choice, high = step & 2 ? choice : ~choice;
    return low & high >> ZM_RACE_LANES & ((1u << ZM_RACE_LANES) - 1);
}

typedef struct zm_race_block {
    const zm_race_sides *own, *other;
    unsigned rolls, words;
    uint64_t again;                /* the rolls after which the turn stays, as a set */
    uint8_t face[ZM_RACE_SQUARES]; /* by square of the own side: the same square to the other */
    bool must_capture;
    unsigned parts; /* not 0: all steps are as likely, and this can be divided by the number of steps of any roll */
    const uint32_t *choice; /* [own side * rolls + roll]: how this group's lanes choose; NULL: the best */
    uint32_t group;         /* of the other side */
    const uint32_t *over[ZM_RACE_SIDES_BLOCKS]; /* by block, the other to move: this group's panels, by own side */
    const uint32_t *stay[ZM_RACE_SIDES_BLOCKS]; /* by block, the own side to move: all panels */
    uint32_t
        *out; /* a panel an own side: its value against each of the group; whole groups of ZM_RACE_LANES have room */
} zm_race_block;

/* Fills b->out. Returns the widest interval among the real lanes; 0 with one vector. */
uint32_t zm_race_block_run(const zm_race_block *b);
/* Lays b->out down where others look for it: in all panels of the pairing. Returns how much a word has changed at
 * most. */
uint32_t zm_race_block_put_back(const zm_race_block *b, uint32_t *values);

#endif
