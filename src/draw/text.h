/* text.h: a picture as text. */
#ifndef ZM_DRAW_TEXT_H
#define ZM_DRAW_TEXT_H

#include "picture.h"

#include <stdio.h>

/* Draws the picture without its caption, every line `indent` columns in. utf8: lines of box-drawing characters; else + - |.
 * Returns false, and writes nothing, when there is nothing but words, or more than fits a screen. */
bool zm_draw_text(FILE *out, const zm_picture *p, bool utf8, int indent);

#endif
