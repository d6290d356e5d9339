/* derive.h: what a game with a declared board need not write (derive.c). */
#ifndef ZM_GAME_BOARD_DERIVE_H
#define ZM_GAME_BOARD_DERIVE_H

#include <zermelo/board.h>
#include <zermelo/counts.h>
#include <zermelo/index.h>
#include <zermelo/looks.h>
#include <zermelo/sources.h>

/* Gives a game that is completed, with these facets of its own, what it leaves out of view, fingerprint, index and symmetries. */
void zm_board_derive(zm_game *g, zm_index *index, zm_counts *counts);
/* The same for its start, its text and its looks (derive_text.c). */
void zm_board_derive_text(zm_game *g, zm_looks *looks, zm_sources *sources);
/* The function of board_index.h that a derived one is, of those that kernels ask; NULL: it is none of these. */
const char *zm_board_derived_name(uintptr_t function);
/* Would the derived index of this variant be too large, so that it has none? */
bool zm_board_lacks_index(const zm_variant *v);
/* Would a derived code of this variant be more than 64 bits? Then only those that fit are kept. */
bool zm_board_lacks_codes(const zm_variant *v);
void zm_board_keep_codes(const zm_variant *v, zm_sources *sources);

#endif
