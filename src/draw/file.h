/* file.h: a picture as a file, in the format that its ending says. */
#ifndef ZM_DRAW_FILE_H
#define ZM_DRAW_FILE_H

#include "picture.h"

#include <stdio.h>

/* "svg", "png", ... of a path; refuses endings that nobody draws. */
zm_status zm_draw_format(zm_context *c, const char *path, const char **format);
/* Writes it whole or not at all. *width and *height are in pixels, 0 where the format has none. */
zm_status zm_draw_file(zm_context *c, const zm_picture *p, const char *path, unsigned *width, unsigned *height);
/* The picture as text with its caption; words where it is nothing else. */
void zm_draw_whole_text(FILE *out, const zm_picture *p, bool utf8);

#endif
