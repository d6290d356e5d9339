/* sheet.h: several pictures on one sheet, in rows, each with words below it: a game move by move. */
#ifndef ZM_DRAW_SHEET_H
#define ZM_DRAW_SHEET_H

#include "picture.h"

#include <stdio.h>

enum { ZM_SHEET_TEXT = 96, ZM_SHEET_MOST = 200 };

typedef struct zm_sheet_entry {
    zm_picture picture; /* its own caption is left out */
    char title[ZM_SHEET_TEXT], note[ZM_SHEET_TEXT];
} zm_sheet_entry;

typedef struct zm_sheet {
    char title[ZM_PICTURE_TEXT];
    unsigned columns; /* 0: as it comes out well */
    zm_sheet_entry *entry;
    size_t count;
} zm_sheet;

zm_status zm_sheet_new(zm_context *c, size_t most, zm_sheet *out);
void zm_sheet_free(zm_context *c, zm_sheet *s); /* the pictures too; one that is all zeros is fine */

/* As a file, in the format that its ending says, whole or not at all; MetaPost is for single boards. */
zm_status zm_sheet_file(zm_context *c, const zm_sheet *s, const char *path, unsigned *width, unsigned *height);
/* Side by side as far as 80 columns go, or `columns` say. */
zm_status zm_sheet_text(zm_context *c, FILE *out, const zm_sheet *s, bool utf8);

#endif
