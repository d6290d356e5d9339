/* paint.c: see paint.h. One field is FIELD wide; everything else is a part of that. Around all is the same MARGIN, labels and
 * caption inside it.
 *
 * The colours of the two sides, blue and orange, differ for every kind of eye (Okabe and Ito 2008), and pieces have letters as
 * well. Heat goes from pale yellow to red, by lightness as much as by hue; what is no number is blue or grey. */
#include "paint.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIELD 44.0
#define MARGIN 20.0
#define LABEL 22.0   /* room for labels beside the board */
#define CAPTION 30.0 /* and for words below it */
#define SLAB 10.0    /* a coin seen from the side */
#define COIN 42.0    /* wide */
#define STACK 480.0  /* no heap is higher */

typedef unsigned colour; /* 0xRRGGBB */

enum {
    PAPER = 0xFFFFFF,
    INK = 0x2B2B2B,
    FAINT = 0x6B6B6B,
    LIGHT = 0xF6F1E7,
    DARK = 0xD3C6B0,
    RULE = 0x9A8F7D,
    FREE = 0xDAD6CE,
    BLUE = 0x0072B2,
    ORANGE = 0xE69F00,
    GREY = 0xB8B8B8,
    BLACK = 0x222222,
    GOLD = 0xEFC550,
    GOLD_EDGE = 0x9C7714,
    CHOCOLATE = 0x7A4A2B,
    CHOCOLATE_TOP = 0x94603C,
    MISSING = 0xE4E4E4,
    TAKEN = 0xCFE3F1,
};

typedef struct frame { /* where the board is */
    double x, y;       /* its upper left corner */
    double width, height, field_width;
} frame;

/* ---- strokes of the brush ---- */
static void use(cairo_t *to, colour c)
{
    cairo_set_source_rgb(to, (c >> 16 & 255) / 255.0, (c >> 8 & 255) / 255.0, (c & 255) / 255.0);
}

static void box(cairo_t *to, double x, double y, double w, double h, colour fill, colour edge, double line)
{
    cairo_rectangle(to, x, y, w, h);
    use(to, fill);
    if (line <= 0) {
        cairo_fill(to);
        return;
    }
    cairo_fill_preserve(to);
    cairo_set_line_width(to, line);
    use(to, edge);
    cairo_stroke(to);
}

static void disc(cairo_t *to, double x, double y, double r, colour fill, colour edge, double line)
{
    cairo_new_sub_path(to);
    cairo_arc(to, x, y, r, 0, 2 * M_PI);
    use(to, fill);
    cairo_fill_preserve(to);
    cairo_set_line_width(to, line);
    use(to, edge);
    cairo_stroke(to);
}

static void stroke(cairo_t *to, double x1, double y1, double x2, double y2, colour c, double line)
{
    cairo_set_line_cap(to, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(to, line);
    use(to, c);
    cairo_move_to(to, x1, y1);
    cairo_line_to(to, x2, y2);
    cairo_stroke(to);
}

/* Without hints letters are as wide as the font says at any scale. */
static void font(cairo_t *to, double size, bool bold)
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

/* Centred on x (align 0), or ending there (align 1). The middle of a capital letter is at y; small ones hang on the same line. */
static void text(cairo_t *to, const char *words, double x, double y, double size, bool bold, int align, colour c)
{
    cairo_text_extents_t e;
    font(to, size, bold);
    cairo_text_extents(to, words, &e);
    use(to, c);
    cairo_move_to(to, align ? x - e.x_advance : x - e.x_advance / 2, y + size * 0.36);
    cairo_show_text(to, words);
}

/* One letter, in the middle of where its ink is. */
static void letter(cairo_t *to, char c, double x, double y, double size, colour ink)
{
    const char words[] = {c, 0};
    double left, top, right, bottom;
    font(to, size, true);
    cairo_new_path(to);
    cairo_move_to(to, 0, 0);
    cairo_text_path(to, words);
    cairo_fill_extents(to, &left, &top, &right, &bottom);
    cairo_new_path(to);
    use(to, ink);
    cairo_move_to(to, x - (left + right) / 2, y - (top + bottom) / 2);
    cairo_show_text(to, words);
}

/* ---- how large ---- */
static double words_width(const char *words, double size, bool bold)
{
    cairo_surface_t *none = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *to = cairo_create(none);
    cairo_text_extents_t e = {0};
    font(to, size, bold);
    cairo_text_extents(to, words, &e);
    cairo_destroy(to);
    cairo_surface_destroy(none);
    return e.x_advance;
}

static unsigned highest(const zm_picture *p)
{
    unsigned most = 0, coins = 0;
    for (size_t i = 0; i < p->fields; i++) {
        coins = (p->field[i].row ? coins : 0) + p->field[i].number;
        most = coins > most ? coins : most;
    }
    return most;
}

static double slab(const zm_picture *p)
{
    const unsigned most = highest(p);
    return most * SLAB > STACK ? STACK / most : SLAB;
}

/* "3-7-2": the heap whose lowest pile this is. */
enum { HEAP_NAME = 128 };
static const char *heap_name(const zm_picture *p, size_t lowest, char out[HEAP_NAME])
{
    size_t n = (size_t)snprintf(out, HEAP_NAME, "%s", p->field[lowest].text);
    for (size_t i = lowest + 1; i < p->fields && p->field[i].row && n < HEAP_NAME - ZM_FIELD_TEXT - 1; i++)
        n += (size_t)snprintf(out + n, HEAP_NAME - n, "-%s", p->field[i].text);
    return out;
}

static double heap_width(const zm_picture *p)
{
    char name[HEAP_NAME];
    double widest = COIN;
    for (size_t i = 0; i < p->fields; i++) {
        const double width = p->field[i].row ? 0 : words_width(heap_name(p, i, name), 16, false);
        widest = width > widest ? width : widest;
    }
    return ceil(widest) + 14;
}

static double gap(void) { return SLAB * 0.6; } /* between piles of a heap */

static double field_width(const zm_picture *p)
{
    size_t longest = 0;
    if (p->kind == ZM_PICTURE_HEAPS)
        return heap_width(p);
    for (size_t i = 0; i < p->fields; i++)
        longest = strlen(p->field[i].text) > longest ? strlen(p->field[i].text) : longest;
    const double needed = 16 + 11 * (double)longest; /* digits are 11 wide */
    return needed > FIELD ? needed : FIELD;
}

/* Of the board alone. */
static void board_size(const zm_picture *p, double *width, double *height)
{
    *width = field_width(p) * p->cols;
    *height = FIELD * p->rows;
    if (p->kind == ZM_PICTURE_LINES) { /* dots have even numbers and stand a field and a half apart */
        *width = FIELD * 0.75 * (p->cols - 1) + 12;
        *height = FIELD * 0.75 * (p->rows - 1) + 12;
    } else if (p->kind == ZM_PICTURE_HEAPS) {
        *height = slab(p) * highest(p) + gap() * (p->rows - 1) + 30;
    } else if (p->kind == ZM_PICTURE_WORDS) {
        *width = words_width(p->words, 20, false);
        *height = 28;
    }
}

static double left_of_board(const zm_picture *p)
{
    char number[24];
    if (!p->a_line)
        return zm_labels_rows(p) ? LABEL : 0;
    snprintf(number, sizeof number, "%u", (p->rows - 1) * p->a_line);
    return words_width(number, 14, false) + 12;
}

void zm_paint_size(const zm_picture *p, double *width, double *height)
{
    board_size(p, width, height);
    *width += left_of_board(p);
    *height += (p->labels ? LABEL : 0) + (*p->caption ? CAPTION : 0) + 2 * MARGIN;
    const double caption = words_width(p->caption, 14, false);
    *width = ceil((caption > *width ? caption : *width) + 2 * MARGIN);
    *height = ceil(*height);
}

static frame place(const zm_picture *p)
{
    double width, height;
    frame f = {.y = MARGIN, .field_width = field_width(p)};
    board_size(p, &f.width, &f.height);
    zm_paint_size(p, &width, &height);
    f.x = floor((width - f.width + left_of_board(p)) / 2); /* board and labels together are in the middle */
    return f;
}

/* ---- pieces ---- */
static void paint_disc(cairo_t *to, const zm_field *f, double x, double y)
{
    static const colour fill[] = {GREY, BLUE, ORANGE, PAPER, BLACK}, ink[] = {INK, PAPER, INK, INK, PAPER};
    disc(to, x, y, FIELD * 0.38, fill[f->tint], INK, 1.5);
    letter(to, f->piece, x, y, 20, ink[f->tint]);
}

static void paint_coin(cairo_t *to, const zm_field *f, double x, double y)
{
    disc(to, x, y, FIELD * 0.36, GOLD, GOLD_EDGE, 2);
    if (f->piece != 'o')
        letter(to, f->piece, x, y, 20, INK);
}

static void paint_cross(cairo_t *to, double x, double y, double r, colour c, double line)
{
    stroke(to, x - r, y - r, x + r, y + r, c, line);
    stroke(to, x - r, y + r, x + r, y - r, c, line);
}

static void paint_ring(cairo_t *to, double x, double y, colour c)
{
    cairo_new_sub_path(to);
    cairo_arc(to, x, y, FIELD * 0.27, 0, 2 * M_PI);
    cairo_set_line_width(to, 5);
    use(to, c);
    cairo_stroke(to);
}

static void paint_block(cairo_t *to, double x, double y)
{
    const double r = FIELD / 2;
    box(to, x - r + 1.5, y - r + 1.5, 2 * r - 3, 2 * r - 3, CHOCOLATE, 0, 0);
    box(to, x - r + 7, y - r + 7, 2 * r - 14, 2 * r - 14, CHOCOLATE_TOP, 0, 0);
}

static void paint_piece(cairo_t *to, const zm_field *f, double x, double y)
{
    static const colour side[] = {INK, BLUE, ORANGE, INK, INK};
    switch (f->piece ? f->shape : ZM_DISC) {
    case ZM_DISC:
        if (f->piece)
            paint_disc(to, f, x, y);
        break;
    case ZM_COIN: paint_coin(to, f, x, y); break;
    case ZM_CROSS: paint_cross(to, x, y, FIELD * 0.24, side[f->tint], 5); break;
    case ZM_RING: paint_ring(to, x, y, side[f->tint]); break;
    case ZM_BLOCK: paint_block(to, x, y); break;
    case ZM_BLOCK_CROSSED:
        paint_block(to, x, y);
        paint_cross(to, x, y, FIELD * 0.18, PAPER, 4);
        break;
    }
}

/* ---- boards ---- */
static double middle_x(const frame *f, unsigned col) { return f->x + FIELD * (col + 0.5); }
static double middle_y(const frame *f, unsigned row) { return f->y + FIELD * (row + 0.5); }

static void paint_labels(cairo_t *to, const zm_picture *p, const frame *f)
{
    char name[ZM_LABEL_TEXT];
    for (unsigned row = 0; row < p->rows; row++)
        text(to, zm_row_label(p, row, name), f->x - LABEL / 2 - 1, middle_y(f, row), 14, false, 0, FAINT);
    for (unsigned col = 0; col < p->cols; col++)
        text(to, zm_column_label(p, col, name), middle_x(f, col), f->y + f->height + LABEL / 2 + 1, 14, false, 0,
             FAINT);
}

static void paint_squares(cairo_t *to, const zm_picture *p, const frame *f)
{
    for (size_t i = 0; i < p->fields; i++) {
        const zm_field *s = &p->field[i];
        box(to, f->x + FIELD * s->col, f->y + FIELD * s->row, FIELD, FIELD, s->dark ? DARK : LIGHT, RULE, 1);
    }
    for (size_t i = 0; i < p->fields; i++)
        paint_piece(to, &p->field[i], middle_x(f, p->field[i].col), middle_y(f, p->field[i].row));
    paint_labels(to, p, f);
}

static void paint_points(cairo_t *to, const zm_picture *p, const frame *f)
{
    for (size_t i = 0; i < p->lines; i++) {
        const zm_line *l = &p->line[i];
        stroke(to, middle_x(f, l->col[0]), middle_y(f, l->row[0]), middle_x(f, l->col[1]), middle_y(f, l->row[1]), RULE,
               1.5);
    }
    for (size_t i = 0; i < p->fields; i++) {
        const double x = middle_x(f, p->field[i].col), y = middle_y(f, p->field[i].row);
        disc(to, x, y, FIELD * 0.12, PAPER, RULE, 1.5);
        paint_piece(to, &p->field[i], x, y);
    }
    paint_labels(to, p, f);
}

/* ---- lines ---- */
static double dot_x(const frame *f, unsigned col) { return f->x + 6 + FIELD * 0.75 * col; }
static double dot_y(const frame *f, unsigned row) { return f->y + 6 + FIELD * 0.75 * row; }

static void paint_box(cairo_t *to, const zm_field *b, const frame *f)
{
    const double side = FIELD * 1.5, x = dot_x(f, b->col), y = dot_y(f, b->row);
    if (b->piece)
        box(to, x - side / 2, y - side / 2, side, side, b->piece == '#' ? MISSING : TAKEN, 0, 0);
    if (b->piece && b->piece != '#' && b->piece != 'x')
        letter(to, b->piece, x, y, 20, INK);
}

static void paint_lines(cairo_t *to, const zm_picture *p, const frame *f)
{
    for (size_t i = 0; i < p->fields; i++)
        if (p->field[i].row % 2 && p->field[i].col % 2)
            paint_box(to, &p->field[i], f);
    for (int drawn = 0; drawn < 2; drawn++) /* the drawn ones above the free ones */
        for (size_t i = 0; i < p->lines; i++) {
            const zm_line *l = &p->line[i];
            if (l->drawn == (drawn == 1))
                stroke(to, dot_x(f, l->col[0]), dot_y(f, l->row[0]), dot_x(f, l->col[1]), dot_y(f, l->row[1]),
                       l->drawn ? BLUE : FREE, l->drawn ? 5 : 1.5);
        }
    for (size_t i = 0; i < p->fields; i++)
        if (p->field[i].piece == '+')
            disc(to, dot_x(f, p->field[i].col), dot_y(f, p->field[i].row), 5, INK, INK, 1);
}

/* ---- heaps ---- */
static void paint_pile(cairo_t *to, const zm_field *pile, double x, double bottom, double width, double high)
{
    for (unsigned k = 0; k < pile->number && high >= 3; k++)
        box(to, x, bottom - high * (k + 1), width, high, GOLD, GOLD_EDGE, high > 5 ? 1.5 : 0.7);
    if (high < 3 && pile->number) /* too thin to be told apart */
        box(to, x, bottom - high * pile->number, width, high * pile->number, GOLD, GOLD_EDGE, 1.5);
}

static void paint_heaps(cairo_t *to, const zm_picture *p, const frame *f)
{
    const double ground = f->y + f->height - 28, high = slab(p);
    double bottom = ground;
    char name[HEAP_NAME];
    for (size_t i = 0; i < p->fields; i++) {
        const zm_field *pile = &p->field[i];
        const double x = f->x + f->field_width * pile->col, left = x + (f->field_width - COIN) / 2;
        bottom = pile->row ? bottom - gap() : ground;
        paint_pile(to, pile, left, bottom, COIN, high);
        bottom -= high * pile->number;
        if (!pile->row)
            text(to, heap_name(p, i, name), x + f->field_width / 2, ground + 17, 16, false, 0, INK);
    }
    stroke(to, f->x, ground + 1, f->x + f->width, ground + 1, RULE, 2);
}

/* ---- numbers ---- */
static colour mix(colour a, colour b, double share)
{
    colour c = 0;
    for (unsigned shift = 0; shift <= 16; shift += 8)
        c |= (colour)lround((a >> shift & 255) * (1 - share) + (b >> shift & 255) * share) << shift;
    return c;
}

static colour heat_colour(double heat)
{
    static const colour ramp[] = {0xFFFFE0, 0xFEE391, 0xFEB24C, 0xF5793A, 0xC8321F};
    const double at = heat * 4;
    const unsigned from = at >= 4 ? 3 : (unsigned)at;
    if (heat < 0)
        return heat == ZM_HEAT_SL ? 0x2F6DB5 : 0x4A4A4A;
    return mix(ramp[from], ramp[from + 1], at - from);
}

static void paint_numbers(cairo_t *to, const zm_picture *p, const frame *f)
{
    char first[24];
    for (size_t i = 0; i < p->fields; i++) {
        const zm_field *n = &p->field[i];
        const double x = f->x + f->field_width * n->col, y = f->y + FIELD * n->row;
        box(to, x, y, f->field_width, FIELD, heat_colour(n->heat), PAPER, 1.5);
        text(to, n->text, x + f->field_width / 2, y + FIELD / 2, 17, false, 0,
             n->heat < 0 || n->heat > 0.85 ? PAPER : INK);
        if (n->col || !p->a_line)
            continue;
        snprintf(first, sizeof first, "%u", n->row * p->a_line);
        text(to, first, x - 10, y + FIELD / 2, 14, false, 1, FAINT);
    }
}

void zm_paint(cairo_t *to, const zm_picture *p)
{
    double width, height;
    const frame f = place(p);
    zm_paint_size(p, &width, &height);
    box(to, 0, 0, width, height, PAPER, 0, 0);
    switch (p->kind) {
    case ZM_PICTURE_SQUARES: paint_squares(to, p, &f); break;
    case ZM_PICTURE_POINTS: paint_points(to, p, &f); break;
    case ZM_PICTURE_LINES: paint_lines(to, p, &f); break;
    case ZM_PICTURE_HEAPS: paint_heaps(to, p, &f); break;
    case ZM_PICTURE_NUMBERS: paint_numbers(to, p, &f); break;
    case ZM_PICTURE_WORDS: text(to, p->words, width / 2, f.y + f.height / 2, 20, false, 0, INK); break;
    }
    if (*p->caption)
        text(to, p->caption, width / 2, height - MARGIN - 8, 14, false, 0, FAINT);
}
