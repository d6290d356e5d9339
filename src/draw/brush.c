/* brush.c: see brush.h. */
#include "brush.h"

#include <math.h>

void zm_brush_use(cairo_t *to, zm_colour c)
{
    cairo_set_source_rgb(to, (c >> 16 & 255) / 255.0, (c >> 8 & 255) / 255.0, (c & 255) / 255.0);
}

void zm_brush_fill(cairo_t *to, zm_colour fill, zm_colour edge, double line)
{
    zm_brush_use(to, fill);
    if (line <= 0) {
        cairo_fill(to);
        return;
    }
    cairo_fill_preserve(to);
    cairo_set_line_width(to, line);
    zm_brush_use(to, edge);
    cairo_stroke(to);
}

void zm_brush_box(cairo_t *to, double x, double y, double w, double h, zm_colour fill, zm_colour edge, double line)
{
    cairo_rectangle(to, x, y, w, h);
    zm_brush_fill(to, fill, edge, line);
}

void zm_brush_disc(cairo_t *to, double x, double y, double r, zm_colour fill, zm_colour edge, double line)
{
    cairo_new_sub_path(to);
    cairo_arc(to, x, y, r, 0, 2 * M_PI);
    zm_brush_fill(to, fill, edge, line);
}

void zm_brush_stroke(cairo_t *to, double x1, double y1, double x2, double y2, zm_colour c, double line)
{
    cairo_set_line_cap(to, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(to, line);
    zm_brush_use(to, c);
    cairo_move_to(to, x1, y1);
    cairo_line_to(to, x2, y2);
    cairo_stroke(to);
}

void zm_brush_font(cairo_t *to, double size, bool bold)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_set_font_options(to, options);
    cairo_font_options_destroy(options);
    cairo_select_font_face(to, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(to, size);
}

void zm_brush_text(cairo_t *to, const char *words, double x, double y, double size, bool bold, zm_align align,
                   zm_colour c)
{
    cairo_text_extents_t e;
    zm_brush_font(to, size, bold);
    cairo_text_extents(to, words, &e);
    zm_brush_use(to, c);
    cairo_move_to(to, x - e.x_advance * (double)align / 2, y + size * 0.36);
    cairo_show_text(to, words);
}

void zm_brush_letter(cairo_t *to, char c, double x, double y, double size, zm_colour ink)
{
    const char words[] = {c, 0};
    double left, top, right, bottom;
    zm_brush_font(to, size, true);
    cairo_new_path(to);
    cairo_move_to(to, 0, 0);
    cairo_text_path(to, words);
    cairo_fill_extents(to, &left, &top, &right, &bottom);
    cairo_new_path(to);
    zm_brush_use(to, ink);
    cairo_move_to(to, x - (left + right) / 2, y - (top + bottom) / 2);
    cairo_show_text(to, words);
}

double zm_brush_width(const char *words, double size, bool bold)
{
    cairo_surface_t *none = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *to = cairo_create(none);
    cairo_text_extents_t e = {0};
    zm_brush_font(to, size, bold);
    cairo_text_extents(to, words, &e);
    cairo_destroy(to);
    cairo_surface_destroy(none);
    return e.x_advance;
}

zm_colour zm_brush_mix(zm_colour a, zm_colour b, double share)
{
    zm_colour c = 0;
    for (unsigned shift = 0; shift <= 16; shift += 8)
        c |= (zm_colour)lround((a >> shift & 255) * (1 - share) + (b >> shift & 255) * share) << shift;
    return c;
}
