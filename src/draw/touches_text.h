/* touches_text.h: the fields of a board that the text of a move names, in order: "a1-b2", "b2xd4xf6", "1-5", "7,6-5,5/7,7-5,6"; "C*b2"
 * names a piece in hand. */
#ifndef ZM_DRAW_TOUCHES_TEXT_H
#define ZM_DRAW_TOUCHES_TEXT_H

#include "touches.h"

typedef struct zm_named {
    unsigned count;
    zm_point at[ZM_MAX_TOUCHES];
    uint64_t taken;  /* bit i: an x stands before the i-th name */
    uint64_t begins; /* bit i: a comma or the like stands before it: another piece moves */
} zm_named;

/* Finds what the fields of the position are called: as the game names them, else as it says that rows and columns are named. */
void zm_name_fields(zm_touching *t);
/* False where the text names no field, or has a number that is none. */
bool zm_named_fields(const zm_touching *t, zm_move m, zm_named *out);

#endif
