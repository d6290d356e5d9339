/* draw_moves.h: what the moves of a position are worth, on its picture and as JSON. */
#ifndef ZM_CLI_DRAW_MOVES_H
#define ZM_CLI_DRAW_MOVES_H

#include "command.h"

#include "base/json.h"
#include "draw/picture.h"

typedef struct zm_rated { /* all zeros: nothing was asked about */
    zm_choices *choices;
    zm_prospects prospects; /* with dice, and the roll from 0 */
    unsigned roll;
} zm_rated;

/* With dice --roll must say which. */
zm_status zm_rated_find(zm_cli *cli, zm_pos p, zm_rated *out);
void zm_rated_free(zm_cli *cli, zm_rated *r);
/* Marks on the picture, its caption, and a list of the moves as notes. */
zm_status zm_rated_draw(zm_cli *cli, const zm_rated *r, zm_picture *picture);
/* "moves", each with "touches" and "captured". */
void zm_rated_json(zm_json *j, const zm_cli *cli, const zm_rated *r);

/* "rabbit to move: a loss in 44 plies" */
void zm_value_caption(const zm_cli *cli, const zm_choices *a, char *out, size_t size);

#endif
