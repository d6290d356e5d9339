/* derive.h: what a game with a declared board need not write (derive.c). */
#ifndef ZM_GAME_BOARD_DERIVE_H
#define ZM_GAME_BOARD_DERIVE_H

#include <zermelo/board.h>
#include <zermelo/index.h>

/* Gives a game that is completed, with this index of its own, what it leaves out of fingerprint, view and index. */
void zm_board_derive(zm_game *g, zm_index *index);
/* Would the derived index of this variant be too large, so that it has none? */
bool zm_board_lacks_index(const zm_variant *v);

#endif
