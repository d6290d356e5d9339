/* sheet_paint.h: a sheet on a Cairo surface. */
#ifndef ZM_DRAW_SHEET_PAINT_H
#define ZM_DRAW_SHEET_PAINT_H

#include "sheet.h"

#include <cairo.h>

void zm_sheet_paint_size(const zm_sheet *s, double *width, double *height);
void zm_sheet_paint(cairo_t *to, const void *sheet);

#endif
