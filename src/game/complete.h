/* complete.h: a game with all its facets.
 *
 * An author leaves out facets, or members that a declared board derives. The library only works with completed games:
 * every facet of them is there, an empty one where the author has none (but board, hunt, race and search, which are
 * NULL then). So nobody has to ask whether a facet is there before asking whether a member is. */
#ifndef ZM_GAME_COMPLETE_H
#define ZM_GAME_COMPLETE_H

#include "methods.h"

#include <zermelo/rules.h>

typedef struct zm_completed {
    zm_game game; /* first; its facets are those below */
    zm_dice dice;
    zm_index index;
    zm_backward backward;
    zm_rows rows;
    zm_sums sums;
    zm_looks looks;
    zm_sources sources;
    zm_counts counts;
    zm_methods methods;
} zm_completed;

/* A copy of the game, completed or not; its own facets can then be changed. It points into itself: to copy it,
 * complete it again. */
void zm_complete(zm_completed *out, const zm_game *g);

#endif
