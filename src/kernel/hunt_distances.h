/* hunt_distances.h: the states of a hunt (zermelo/hunt.h) by distance from the start, all squares of the lone piece at
 * once.
 *
 * In a hunt the turn passes with every move, so the ply says whose turn it is. For each placement of the many and each
 * turn there are two words of squares of the lone piece: those seen at earlier plies, and those that moves have led to
 * since (came). A ply is one pass over the placements where the side to move has something in `came`:
 *     new = came & ~seen    seen |= new    came = 0
 * and what its moves lead to is added to `came` of the other turn. A move of the many takes the whole word along.
 * A chunk of placements in which nothing came costs a look at one byte.
 *
 * Memory: 32 bytes a placement, with cycles 40. */
#ifndef ZM_KERNEL_HUNT_DISTANCES_H
#define ZM_KERNEL_HUNT_DISTANCES_H

#include "hunt_cyclic.h"

enum { ZM_HUNT_CHUNK = 64 }; /* placements */

/* Told of the squares that are new at a ply with a placement, from several threads at once. */
typedef void zm_hunt_ply_visit(void *arg, uint64_t many, uint64_t squares, bool lone_to_move);

typedef struct zm_hunt_distances {
    const zm_variant *variant;
    const zm_cyclic *board; /* the board of a hunt with cycles; NULL: it has none */
    uint32_t groups;        /* tiers with cycles, pairs of tiers without */
    uint64_t *first;        /* by group: its first placement, a multiple of ZM_HUNT_CHUNK; [groups]: all placements */
    uint64_t *count;        /* by group: its placements */
    uint64_t *seen[2], *came[2]; /* by placement; [1]: the lone piece is to move */
    uint64_t *landed;            /* by placement, with cycles: where a jump has ended, whatever the ply */
    uint8_t *fresh[2];           /* by chunk: something came */
    zm_hunt_ply_visit *visit;    /* NULL: nobody is told */
    void *arg;
} zm_hunt_distances;

typedef struct zm_hunt_distances_kernels {
    /* A ply at the placements [from, to) of a group. Returns how many states are new. Safe on several threads. */
    uint64_t (*ply)(const zm_hunt_distances *d, bool lone, uint32_t group, uint64_t from, uint64_t to);
} zm_hunt_distances_kernels;

#endif
