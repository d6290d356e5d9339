/* text.h: a board as text, from the cells a game gives. */
#ifndef ZM_DRAW_TEXT_H
#define ZM_DRAW_TEXT_H

#include <zermelo/game.h>

#include <stdio.h>

/* Draws the position, every line `indent` columns in. Boards with dark squares get chess labels: files from a, ranks from 1
 * at the bottom. utf8: lines of box-drawing characters; else + - |. Returns false, and writes nothing, when the game gives no
 * cells. */
bool zm_draw_text(FILE *out, const zm_variant *v, zm_pos p, bool utf8, int indent);

#endif
