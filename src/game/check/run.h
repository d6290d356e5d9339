/* run.h: what the files that check a game (check.h) hand to each other: the state that is looked at, and room for
 * what rules write. */
#ifndef ZM_GAME_CHECK_RUN_H
#define ZM_GAME_CHECK_RUN_H

#include "game/guarded.h"

#include <zermelo/variant.h>

/* Arrays that the rules write to, each by the functions it is named after. */
typedef enum zm_room {
    ZM_ROOM_MOVES,
    ZM_ROOM_OTHER, /* moves too, of other positions */
    ZM_ROOM_LEAVING,
    ZM_ROOM_WEIGHTS,
    ZM_ROOM_CHILDREN,
    ZM_ROOM_PARTS,
    ZM_ROOM_AGAIN, /* parts of a part */
    ZM_ROOM_CELLS,
    ZM_ROOM_TOUCHES,
    ZM_ROOM_WINNING,
    ZM_ROOM_IMAGE,
    ZM_ROOM_POINTS,
    ZM_ROOM_IN_HAND,
    ZM_ROOM_STAYING, /* `leaving` tells how many others there are */
    ZM_ROOMS,
} zm_room;

typedef struct zm_check_run {
    zm_context *c;
    const zm_variant *v;
    zm_variant own;     /* what v points to: the variant that is checked, with `mistake` */
    zm_mistake mistake; /* of the game in asking for its options */
    const zm_game *g;
    uint64_t random;
    unsigned plays, passes; /* moves of the random games, and how many of them passed the turn */
    zm_pos p;               /* the state looked at, its end and its moves */
    zm_end end;
    unsigned count;
    zm_guarded room[ZM_ROOMS];
    zm_move *moves, *other;
    char text[ZM_MAX_TEXT];
    zm_pos next[2][ZM_MAX_MOVES];
    uint64_t hash[ZM_MAX_MOVES];
    /* of the visit to the parents of one successor */
    zm_pos child;
    unsigned visited;
    bool found;
    zm_status visit_status;
} zm_check_run;

uint64_t zm_check_draw(zm_check_run *k, uint64_t below);
/* Fails with the game, the variant, the position at hand and what is wrong. */
zm_status zm_check_wrong(zm_check_run *k, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Is it a text that may be shown, and did it fit? */
zm_status zm_check_text(zm_check_run *k, const zm_text *text, const char *what);

zm_status zm_check_members(zm_check_run *k); /* what goes with what: of the game, once */
zm_status zm_check_rolls(zm_check_run *k);   /* dice, in a state */
zm_status zm_check_names(zm_check_run *k);   /* of rolls, once */
zm_status zm_check_shown(zm_check_run *k);   /* what people see of a state */
zm_status zm_check_board(zm_check_run *k);   /* and of the board, once */

#endif
