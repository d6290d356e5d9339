/* touches.h: which fields of its board a person touches to make a move, in order, and which ones lose a piece by it.
 *
 * They are those that the move's text names, "a1-b2"; else it is seen from the board before the move and after it. There is
 * no memory but the caller's, and all moves of a position cost no more than as many boards. A game's own `touches` is asked
 * instead where it has one (game.h). */
#ifndef ZM_DRAW_TOUCHES_H
#define ZM_DRAW_TOUCHES_H

#include "base/json.h"

#include <zermelo/variant.h>

/* A board, or heaps, as fields without looks. */
typedef struct zm_sight {
    bool board; /* of cells; else heaps, and nothing at all where there are only words */
    unsigned count;
    zm_cell cell[ZM_MAX_CELLS];    /* heaps: row and column as of zm_field */
    unsigned number[ZM_MAX_CELLS]; /* heaps: of coins */
} zm_sight;

enum { ZM_FIELD_NAME = 12 };

typedef struct zm_touching { /* a position whose moves are asked about */
    const zm_variant *variant;
    zm_pos position;
    zm_sight before, after;                 /* after: of the move that was asked about last */
    char name[ZM_MAX_CELLS][ZM_FIELD_NAME]; /* of the fields before; "": none */
    zm_hand hand[ZM_MAX_HAND];              /* before; where one kind is all a player has, none */
    unsigned kinds;
} zm_touching;

void zm_touching_open(zm_touching *t, const zm_variant *v, zm_pos p);
void zm_picture_touches(zm_touching *t, zm_move m, zm_touches *out);

/* Writes `touches` and `captured`, lists of [row, col], into an object, and where several pieces move `begins`, the places in
 * `touches` from which another one begins. */
void zm_touches_json(zm_json *j, const zm_touches *t);

#endif
