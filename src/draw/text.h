/* text.h: a picture as text. */
#ifndef ZM_DRAW_TEXT_H
#define ZM_DRAW_TEXT_H

#include "picture.h"

#include <stdio.h>

typedef struct zm_text_style {
    bool utf8;   /* lines of box-drawing characters; else + - | */
    bool colour; /* for a terminal that knows 256 colours: pieces in those of their sides, what is fresh reversed */
    bool fresh;  /* without colour: what is fresh is in brackets, on large boards behind a > */
    int indent;  /* columns before every line */
} zm_text_style;

/* Draws the picture without its caption. Returns false, and writes nothing, when there is nothing but words, or more
 * than fits a screen. */
bool zm_draw_text(FILE *out, const zm_picture *p, const zm_text_style *style);

/* A table of values, which a terminal can show in colour. */
void zm_draw_numbers(FILE *out, const zm_picture *p, bool colour, int indent);

#endif
