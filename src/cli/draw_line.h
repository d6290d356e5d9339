/* draw_line.h: the first plies of a game under best play, as one sheet of boards. */
#ifndef ZM_CLI_DRAW_LINE_H
#define ZM_CLI_DRAW_LINE_H

#include "command.h"

#include "base/json.h"
#include "draw/sheet.h"

typedef struct zm_best_line zm_best_line;

/* Needs cli->table. `columns` of the sheet, 0: as it comes out well. Dice are thrown by `seed`. */
zm_status zm_best_line_find(zm_cli *cli, zm_pos p, unsigned plies, unsigned columns, uint64_t seed, zm_best_line **out);
void zm_best_line_free(zm_cli *cli, zm_best_line *l);
const zm_sheet *zm_best_line_sheet(const zm_best_line *l);
void zm_best_line_json(zm_json *j, const zm_cli *cli, const zm_best_line *l); /* "line" */

#endif
