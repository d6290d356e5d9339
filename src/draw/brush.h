/* brush.h: strokes and letters on a Cairo surface, and the colours of all pictures.
 *
 * Blue and orange, the colours of the two sides, differ for every kind of eye (Okabe and Ito 2008), and so do the
 * others of theirs that are used here; whatever a colour says, a letter, a sign or a shape says as well. */
#ifndef ZM_DRAW_BRUSH_H
#define ZM_DRAW_BRUSH_H

#include <cairo.h>
#include <stdbool.h>

typedef unsigned zm_colour; /* 0xRRGGBB */

enum {
    ZM_PAPER = 0xFFFFFF,
    ZM_INK = 0x2B2B2B,
    ZM_FAINT = 0x6B6B6B,
    ZM_BLUE = 0x0072B2,
    ZM_ORANGE = 0xE69F00,
    ZM_GREEN = 0x00805F, /* so dark that white letters can be read on it */
    ZM_AMBER = 0xF2B51D,
    ZM_RED = 0xB23A00,
    ZM_SLATE = 0x56697A,
};

typedef enum zm_align { ZM_BEGIN = 0, ZM_CENTRE, ZM_END } zm_align;

void zm_brush_use(cairo_t *to, zm_colour c);
void zm_brush_fill(cairo_t *to, zm_colour fill, zm_colour edge, double line); /* the path; no edge where line is 0 */
void zm_brush_box(cairo_t *to, double x, double y, double w, double h, zm_colour fill, zm_colour edge, double line);
void zm_brush_disc(cairo_t *to, double x, double y, double r, zm_colour fill, zm_colour edge, double line);
void zm_brush_stroke(cairo_t *to, double x1, double y1, double x2, double y2, zm_colour c, double line);
/* Without hints letters are as wide as the font says at any scale. */
void zm_brush_font(cairo_t *to, double size, bool bold);
/* The middle of a capital letter is at y; small ones hang on the same line. */
void zm_brush_text(cairo_t *to, const char *words, double x, double y, double size, bool bold, zm_align align,
                   zm_colour c);
void zm_brush_letter(cairo_t *to, char c, double x, double y, double size,
                     zm_colour ink); /* in the middle of its ink */
double zm_brush_width(const char *words, double size, bool bold);
zm_colour zm_brush_mix(zm_colour a, zm_colour b, double share); /* 0: a */

#endif
