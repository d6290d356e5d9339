/* lap.h: one unit of work of a race: all sides of the mover against a group of placements of the other side.
 *
 * Values of pairs of sides lie in panels: the mover's sides in groups of ZM_LANES, a lane each,
 *     panel[(mover / ZM_LANES) * others + other].lower[mover % ZM_LANES]
 * where `others` is how many sides the other has. A pair in which the other stands on a square of the mover's is no state; its
 * place holds the value of the state after the other's piece, having just landed there, has taken the mover's. So a
 * turn that goes over reads the panel of the side it leads to, captures or not, for a whole group of the other side,
 * which is then the mover, at once. */
#ifndef ZM_SOLVE_LAP_H
#define ZM_SOLVE_LAP_H

#include "course.h"

enum { ZM_LANES = 16 };

typedef struct zm_panel {
    uint32_t lower[ZM_LANES], upper[ZM_LANES];
} zm_panel;

typedef struct zm_lap {
    const zm_course *own, *other;
    unsigned rolls;
    uint64_t again;                /* the rolls after which the turn stays, as a set */
    uint8_t face[ZM_RACE_SQUARES]; /* by square of the own side: the same square to the other */
    bool must_capture;
    uint32_t group;                         /* of the other side */
    const zm_panel *over[ZM_COURSE_BLOCKS]; /* by block, the other to move: this group's panels, by own side */
    const zm_panel *stay[ZM_COURSE_BLOCKS]; /* by block, the own side to move: all panels */
    zm_panel *out; /* [own side]: its value against each of the group; whole groups of ZM_LANES have room */
} zm_lap;

/* Fills l->out. Returns the widest interval among the real lanes. */
uint32_t zm_lap_run(const zm_lap *l);
/* Lays l->out down where others look for it: in all panels of the pairing. Returns whether any of them is new. */
bool zm_lap_put_back(const zm_lap *l, zm_panel *values);

#endif
