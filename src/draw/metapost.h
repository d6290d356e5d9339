/* metapost.h: a board made of lines as MetaPost source. */
#ifndef ZM_DRAW_METAPOST_H
#define ZM_DRAW_METAPOST_H

#include "picture.h"

#include <stdio.h>

/* The picture must be one of lines. */
void zm_draw_metapost(FILE *out, const zm_picture *p);

#endif
