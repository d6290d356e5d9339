/* paint.c: see paint.h. One field is FIELD wide; everything else is a part of that. Around all is the same MARGIN,
 * labels and caption inside it.
 *
 * The colours of the two sides, blue and orange, differ for every kind of eye (Okabe and Ito 2008), and pieces have
 * letters as well. Heat goes from pale yellow to red, by lightness as much as by hue; what is no number is blue or
 * grey. */
#include "paint.h"

#include "brush.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FIELD ZM_PAINT_FIELD
#define MARGIN 20.0
#define LABEL 22.0   /* room for labels beside the board */
#define CAPTION 30.0 /* and for words below it */
#define HANDS 30.0   /* and for pieces that are still to come */
#define IN_HAND 20.0 /* from one of these to the next */
#define KIND 46.0    /* and from one kind to the next, where there are several */
#define SLAB 10.0    /* a coin seen from the side */
#define COIN 42.0    /* wide */
#define STACK 480.0  /* no heap is higher */

enum {
    LIGHT = 0xF6F1E7,
    DARK = 0xD3C6B0,
    PLACE = 0xE6DDCC, /* so light that the lines on it are seen */
    RULE = 0x9A8F7D,
    FREE = 0xDAD6CE,
    GREY = 0xB8B8B8,
    BLACK = 0x222222,
    GOLD = 0xEFC550,
    GOLD_EDGE = 0x9C7714,
    CHOCOLATE = 0x7A4A2B,
    CHOCOLATE_TOP = 0x94603C,
    MISSING = 0xE4E4E4,
    TAKEN = 0xF3E7C3, /* by nobody knows whom */
    TAKEN_FIRST = 0xB9D7EC,
    TAKEN_SECOND = 0xF7D48A,
    WINNING = 0x8CCFA2,
    FRESH = 0xF8E27A,
    FRESH_DARK = 0xDDBE4A,
};

/* ---- how large ---- */
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
        const double width = p->field[i].row ? 0 : zm_brush_width(heap_name(p, i, name), 16, false);
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
        *height = slab(p) * highest(p) + gap() * (p->rows - 1) + 30 + (p->moves ? ZM_PAINT_ABOVE_HEAPS : 0);
    } else if (p->kind == ZM_PICTURE_WORDS) {
        *width = zm_brush_width(p->words, 20, false);
        *height = 28;
    }
}

static double left_of_board(const zm_picture *p)
{
    char number[24];
    if (!p->a_line)
        return zm_labels_rows(p) ? LABEL : 0;
    snprintf(number, sizeof number, "%u", (p->rows - 1) * p->a_line);
    return zm_brush_width(number, 14, false) + 12;
}

/* Pieces in hand lie below the board, the first player's on the left. */
static double hands_width(const zm_picture *p)
{
    if (p->several)
        return (p->kinds + 1) * KIND;
    return p->handed ? (p->hand[0] + p->hand[1] + 2) * IN_HAND : 0;
}

static double hands_height(const zm_picture *p) { return p->several ? FIELD : p->handed ? HANDS : 0; }

/* Without the scale of a picture that has moves. */
static void whole_size(const zm_picture *p, double *width, double *height)
{
    board_size(p, width, height);
    *width += left_of_board(p);
    *height += (p->labels ? LABEL : 0) + hands_height(p) + (*p->caption ? CAPTION : 0) +
               (p->moves ? ZM_PAINT_LEGEND : 0) + 2 * MARGIN;
    *width = fmax(*width, hands_width(p));
    const double caption = zm_brush_width(p->caption, 14, false), legend = zm_paint_legend_width(p);
    *width = ceil(fmax(fmax(caption, legend), *width) + 2 * MARGIN);
    *height = ceil(*height);
}

void zm_paint_size(const zm_picture *p, double *width, double *height)
{
    const double scale = zm_paint_moves_scale(p);
    whole_size(p, width, height);
    *width = ceil(*width * scale);
    *height = ceil(*height * scale);
}

static zm_frame place(const zm_picture *p)
{
    double width, height;
    zm_frame f = {.y = MARGIN, .field_width = field_width(p)};
    board_size(p, &f.width, &f.height);
    whole_size(p, &width, &height);
    f.x = floor((width - f.width + left_of_board(p)) / 2); /* board and labels together are in the middle */
    return f;
}

/* ---- pieces ---- */
static void paint_disc(cairo_t *to, const zm_field *f, double x, double y)
{
    static const zm_colour fill[] = {GREY, ZM_BLUE, ZM_ORANGE, ZM_PAPER, BLACK},
                           ink[] = {ZM_INK, ZM_PAPER, ZM_INK, ZM_INK, ZM_PAPER};
    zm_brush_disc(to, x, y, FIELD * 0.38, fill[f->tint], ZM_INK, 1.5);
    zm_brush_letter(to, f->piece, x, y, 20, ink[f->tint]);
}

static void paint_coin(cairo_t *to, const zm_field *f, double x, double y)
{
    zm_brush_disc(to, x, y, FIELD * 0.36, GOLD, GOLD_EDGE, 2);
    if (f->piece != 'o')
        zm_brush_letter(to, f->piece, x, y, 20, ZM_INK);
}

static void paint_cross(cairo_t *to, double x, double y, double r, zm_colour c, double line)
{
    zm_brush_stroke(to, x - r, y - r, x + r, y + r, c, line);
    zm_brush_stroke(to, x - r, y + r, x + r, y - r, c, line);
}

static void paint_ring(cairo_t *to, double x, double y, zm_colour c)
{
    cairo_new_sub_path(to);
    cairo_arc(to, x, y, FIELD * 0.27, 0, 2 * M_PI);
    cairo_set_line_width(to, 5);
    zm_brush_use(to, c);
    cairo_stroke(to);
}

static void paint_block(cairo_t *to, double x, double y)
{
    const double r = FIELD / 2;
    zm_brush_box(to, x - r + 1.5, y - r + 1.5, 2 * r - 3, 2 * r - 3, CHOCOLATE, 0, 0);
    zm_brush_box(to, x - r + 7, y - r + 7, 2 * r - 14, 2 * r - 14, CHOCOLATE_TOP, 0, 0);
}

static void paint_piece(cairo_t *to, const zm_field *f, double x, double y)
{
    static const zm_colour side[] = {ZM_INK, ZM_BLUE, ZM_ORANGE, ZM_INK, ZM_INK};
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
        paint_cross(to, x, y, FIELD * 0.18, ZM_PAPER, 4);
        break;
    }
}

/* ---- boards ---- */
static double middle_x(const zm_frame *f, unsigned col) { return f->x + FIELD * (col + 0.5); }
static double middle_y(const zm_frame *f, unsigned row) { return f->y + FIELD * (row + 0.5); }

static void paint_labels(cairo_t *to, const zm_picture *p, const zm_frame *f)
{
    char name[ZM_LABEL_TEXT];
    for (unsigned row = 0; row < p->rows; row++)
        zm_brush_text(to, zm_row_label(p, row, name), f->x - LABEL / 2 - 1, middle_y(f, row), 14, false, ZM_CENTRE,
                      ZM_FAINT);
    for (unsigned col = 0; col < p->cols; col++)
        zm_brush_text(to, zm_column_label(p, col, name), middle_x(f, col), f->y + f->height + LABEL / 2 + 1, 14, false,
                      ZM_CENTRE, ZM_FAINT);
}

/* What has won is green; what has just changed is yellow, a dark square the darker; places of their own are between light and dark. */
static zm_colour square_colour(const zm_field *s)
{
    if (s->winning)
        return WINNING;
    if (s->fresh)
        return s->dark ? FRESH_DARK : FRESH;
    return s->marked ? PLACE : s->dark ? DARK : LIGHT;
}

/* All squares of a colour are one path, which makes files a good deal smaller. */
static void paint_squares_of(cairo_t *to, const zm_picture *p, const zm_frame *f, zm_colour c)
{
    for (size_t i = 0; i < p->fields; i++)
        if (square_colour(&p->field[i]) == c)
            cairo_rectangle(to, f->x + FIELD * p->field[i].col, f->y + FIELD * p->field[i].row, FIELD, FIELD);
    zm_brush_fill(to, c, RULE, 1);
}

/* What moves call an empty field. */
static void paint_name(cairo_t *to, const zm_field *f, double x, double y)
{
    if (!f->piece && *f->text)
        zm_brush_text(to, f->text, x, y, 15, false, ZM_CENTRE, RULE);
}

static void paint_squares(cairo_t *to, const zm_picture *p, const zm_frame *f)
{
    static const zm_colour all[] = {LIGHT, DARK, PLACE, FRESH, FRESH_DARK, WINNING};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        paint_squares_of(to, p, f, all[i]);
    for (size_t i = 0; i < p->fields; i++) {
        paint_name(to, &p->field[i], middle_x(f, p->field[i].col), middle_y(f, p->field[i].row));
        paint_piece(to, &p->field[i], middle_x(f, p->field[i].col), middle_y(f, p->field[i].row));
    }
    paint_labels(to, p, f);
}

/* Places of their own lie on a darker ground. */
static void paint_places(cairo_t *to, const zm_picture *p, const zm_frame *f)
{
    for (size_t i = 0; i < p->fields; i++)
        if (p->field[i].marked)
            zm_brush_box(to, f->x + FIELD * p->field[i].col, f->y + FIELD * p->field[i].row, FIELD, FIELD, PLACE, PLACE,
                         1);
}

static double hands_middle(const zm_picture *p, const zm_frame *f)
{
    return f->y + f->height + (p->labels ? LABEL : 0) + hands_height(p) / 2 + 3;
}

/* The n-th from the left, or of the second player's from the right. */
static double in_hand_x(const zm_picture *p, const zm_frame *f, bool second, unsigned n, double apart)
{
    const double wide = fmax(f->width, hands_width(p)), left = f->x + (f->width - wide) / 2;
    return second ? left + wide - apart * (n + 0.5) : left + apart * (n + 0.5);
}

/* Where a kind lies, by its number: each player's from the edge of the board. */
static void kind_middle(const zm_picture *p, const zm_frame *f, unsigned kind, double *x, double *y)
{
    const bool second = p->held[kind].row == ZM_SECOND_HAND;
    unsigned before = 0;
    for (unsigned i = 0; i < kind; i++)
        before += p->held[i].row == p->held[kind].row;
    *x = in_hand_x(p, f, second, before, KIND);
    *y = hands_middle(p, f);
}

/* Each kind once, smaller than on the board, with its number; pale where there is none. */
static void paint_kind(cairo_t *to, const zm_picture *p, const zm_frame *f, unsigned kind)
{
    double x, y;
    char number[16];
    kind_middle(p, f, kind, &x, &y);
    cairo_push_group(to);
    cairo_save(to);
    cairo_translate(to, x, y);
    cairo_scale(to, 0.75, 0.75);
    paint_piece(to, &p->held[kind], 0, 0);
    cairo_restore(to);
    cairo_pop_group_to_source(to);
    cairo_paint_with_alpha(to, p->held[kind].number ? 1 : 0.25);
    snprintf(number, sizeof number, "%u", p->held[kind].number);
    if (p->held[kind].number > 1)
        zm_brush_text(to, number, x + 17, y + 11, 13, true, ZM_CENTRE, ZM_INK);
}

static void paint_hands(cairo_t *to, const zm_picture *p, const zm_frame *f)
{
    static const zm_colour fill[] = {GREY, ZM_BLUE, ZM_ORANGE, ZM_PAPER, BLACK};
    for (unsigned i = 0; i < p->kinds && p->several; i++)
        paint_kind(to, p, f, i);
    if (p->several)
        return;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; p->handed && k < p->hand[i]; k++)
            zm_brush_disc(to, in_hand_x(p, f, i, k, IN_HAND), hands_middle(p, f), 8, fill[p->hand_tint[i]], ZM_INK,
                          1.2);
}

static void paint_points(cairo_t *to, const zm_picture *p, const zm_frame *f)
{
    paint_places(to, p, f);
    for (size_t i = 0; i < p->lines; i++) {
        const zm_line *l = &p->line[i];
        zm_brush_stroke(to, middle_x(f, l->col[0]), middle_y(f, l->row[0]), middle_x(f, l->col[1]),
                        middle_y(f, l->row[1]), RULE, 1.5);
    }
    for (size_t i = 0; i < p->fields; i++) {
        const double x = middle_x(f, p->field[i].col), y = middle_y(f, p->field[i].row);
        if (p->field[i].fresh || p->field[i].winning)
            zm_brush_disc(to, x, y, FIELD * 0.46, p->field[i].winning ? WINNING : FRESH, 0, 0);
        zm_brush_disc(to, x, y, FIELD * 0.12, ZM_PAPER, RULE, 1.5);
        paint_piece(to, &p->field[i], x, y);
        const double beside = FIELD * (p->field[i].piece ? 0.4 : 0.26);
        zm_brush_text(to, p->field[i].name, x + beside, y + beside, 10, false, ZM_CENTRE, ZM_FAINT);
    }
    paint_labels(to, p, f);
}

/* ---- lines ---- */
static double dot_x(const zm_frame *f, unsigned col) { return f->x + 6 + FIELD * 0.75 * col; }
static double dot_y(const zm_frame *f, unsigned row) { return f->y + 6 + FIELD * 0.75 * row; }

static zm_colour box_colour(const zm_field *b)
{
    if (b->piece == '#')
        return MISSING;
    return b->tint == ZM_TINT_FIRST ? TAKEN_FIRST : b->tint == ZM_TINT_SECOND ? TAKEN_SECOND : TAKEN;
}

static void paint_box(cairo_t *to, const zm_field *b, const zm_frame *f)
{
    const double side = FIELD * 1.5, x = dot_x(f, b->col), y = dot_y(f, b->row);
    if (b->piece)
        zm_brush_box(to, x - side / 2, y - side / 2, side, side, box_colour(b), 0, 0);
    if (b->piece && b->piece != '#' && b->piece != 'x')
        zm_brush_letter(to, b->piece, x, y, 20, ZM_INK);
}

static zm_colour line_colour(const zm_picture *p, const zm_line *l)
{
    const zm_field *at = zm_field_at(p, (l->row[0] + l->row[1]) / 2, (l->col[0] + l->col[1]) / 2);
    return !l->drawn ? FREE : at && at->fresh ? ZM_ORANGE : ZM_BLUE;
}

static void paint_line_labels(cairo_t *to, const zm_picture *p, const zm_frame *f)
{
    char name[ZM_LABEL_TEXT];
    for (unsigned row = 0; row < p->rows; row++)
        zm_brush_text(to, zm_row_label(p, row, name), f->x - LABEL / 2 - 5, dot_y(f, row), 12, false, ZM_CENTRE,
                      ZM_FAINT);
    for (unsigned col = 0; col < p->cols; col++)
        zm_brush_text(to, zm_column_label(p, col, name), dot_x(f, col), f->y + f->height + LABEL / 2 + 3, 12, false,
                      ZM_CENTRE, ZM_FAINT);
}

static void paint_lines(cairo_t *to, const zm_picture *p, const zm_frame *f)
{
    for (size_t i = 0; i < p->fields; i++)
        if (p->field[i].row % 2 && p->field[i].col % 2)
            paint_box(to, &p->field[i], f);
    for (int drawn = 0; drawn < 2; drawn++) /* the drawn ones above the free ones */
        for (size_t i = 0; i < p->lines; i++) {
            const zm_line *l = &p->line[i];
            if (l->drawn == (drawn == 1))
                zm_brush_stroke(to, dot_x(f, l->col[0]), dot_y(f, l->row[0]), dot_x(f, l->col[1]), dot_y(f, l->row[1]),
                                line_colour(p, l), l->drawn ? 5 : 1.5);
        }
    for (size_t i = 0; i < p->fields; i++)
        if (p->field[i].piece == '+')
            zm_brush_disc(to, dot_x(f, p->field[i].col), dot_y(f, p->field[i].row), 5, ZM_INK, ZM_INK, 1);
    paint_line_labels(to, p, f);
}

/* ---- heaps ---- */
static void paint_pile(cairo_t *to, const zm_field *pile, double x, double bottom, double width, double high)
{
    for (unsigned k = 0; k < pile->number && high >= 3; k++)
        zm_brush_box(to, x, bottom - high * (k + 1), width, high, GOLD, GOLD_EDGE, high > 5 ? 1.5 : 0.7);
    if (high < 3 && pile->number) /* too thin to be told apart */
        zm_brush_box(to, x, bottom - high * pile->number, width, high * pile->number, GOLD, GOLD_EDGE, 1.5);
}

static void paint_heaps(cairo_t *to, const zm_picture *p, const zm_frame *f)
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
        if (pile->fresh)
            zm_brush_box(to, left, ground + 7, COIN, 20, FRESH, 0, 0);
        if (!pile->row)
            zm_brush_text(to, heap_name(p, i, name), x + f->field_width / 2, ground + 17, 16, false, ZM_CENTRE, ZM_INK);
    }
    zm_brush_stroke(to, f->x, ground + 1, f->x + f->width, ground + 1, RULE, 2);
}

/* ---- numbers ---- */
static zm_colour heat_colour(double heat)
{
    static const zm_colour ramp[] = {0xFFFFE0, 0xFEE391, 0xFEB24C, 0xF5793A, 0xC8321F};
    const double at = heat * 4;
    const unsigned from = at >= 4 ? 3 : (unsigned)at;
    if (heat < 0)
        return heat == ZM_HEAT_SL ? 0x2F6DB5 : 0x4A4A4A;
    return zm_brush_mix(ramp[from], ramp[from + 1], at - from);
}

static void paint_numbers(cairo_t *to, const zm_picture *p, const zm_frame *f)
{
    char first[24];
    for (size_t i = 0; i < p->fields; i++) {
        const zm_field *n = &p->field[i];
        const double x = f->x + f->field_width * n->col, y = f->y + FIELD * n->row;
        zm_brush_box(to, x, y, f->field_width, FIELD, heat_colour(n->heat), ZM_PAPER, 1.5);
        zm_brush_text(to, n->text, x + f->field_width / 2, y + FIELD / 2, 17, false, ZM_CENTRE,
                      n->heat < 0 || n->heat > 0.85 ? ZM_PAPER : ZM_INK);
        if (n->col || !p->a_line)
            continue;
        snprintf(first, sizeof first, "%u", n->row * p->a_line);
        zm_brush_text(to, first, x - 10, y + FIELD / 2, 14, false, ZM_END, ZM_FAINT);
    }
}

/* ---- where moves are drawn ---- */
const zm_field *zm_field_at(const zm_picture *p, unsigned row, unsigned col)
{
    if (row >= ZM_FIRST_HAND)
        return col < p->kinds ? &p->held[col] : NULL;
    for (size_t i = 0; i < p->fields; i++)
        if (p->field[i].row == row && p->field[i].col == col)
            return &p->field[i];
    return NULL;
}

static double heap_top(const zm_picture *p, const zm_frame *f, unsigned col)
{
    double top = f->y + f->height - 28;
    for (size_t i = 0; i < p->fields; i++)
        if (p->field[i].col == col)
            top -= slab(p) * p->field[i].number + (p->field[i].row ? gap() : 0);
    return top;
}

void zm_paint_middle(const zm_picture *p, const zm_frame *f, zm_point at, double *x, double *y)
{
    if (at.row >= ZM_FIRST_HAND && at.col < p->kinds) {
        kind_middle(p, f, at.col, x, y);
        return;
    }
    *x = p->kind == ZM_PICTURE_LINES ? dot_x(f, at.col) : middle_x(f, at.col);
    *y = p->kind == ZM_PICTURE_LINES ? dot_y(f, at.row) : middle_y(f, at.row);
    if (p->kind == ZM_PICTURE_HEAPS) {
        *x = f->x + f->field_width * (at.col + 0.5);
        *y = heap_top(p, f, at.col);
    }
}

static void paint_board(cairo_t *to, const zm_picture *p, const zm_frame *f)
{
    switch (p->kind) {
    case ZM_PICTURE_SQUARES: paint_squares(to, p, f); break;
    case ZM_PICTURE_POINTS: paint_points(to, p, f); break;
    case ZM_PICTURE_LINES: paint_lines(to, p, f); break;
    case ZM_PICTURE_HEAPS: paint_heaps(to, p, f); break;
    case ZM_PICTURE_NUMBERS: paint_numbers(to, p, f); break;
    case ZM_PICTURE_WORDS: break;
    }
}

void zm_paint(cairo_t *to, const zm_picture *p)
{
    double width, height;
    const zm_frame f = place(p);
    const double scale = zm_paint_moves_scale(p);
    whole_size(p, &width, &height);
    cairo_save(to);
    cairo_scale(to, scale, scale);
    zm_brush_box(to, 0, 0, width + 1, height + 1, ZM_PAPER, 0,
                 0); /* the size is rounded up once more when it is scaled */
    paint_board(to, p, &f);
    paint_hands(to, p, &f);
    if (p->kind == ZM_PICTURE_WORDS)
        zm_brush_text(to, p->words, width / 2, f.y + f.height / 2, 20, false, ZM_CENTRE, ZM_INK);
    zm_paint_moves(to, p, &f);
    double bottom = height - MARGIN;
    if (p->moves)
        zm_paint_legend(to, p, width / 2, bottom - ZM_PAINT_LEGEND / 2 + 5);
    bottom -= p->moves ? ZM_PAINT_LEGEND : 0;
    if (*p->caption)
        zm_brush_text(to, p->caption, width / 2, bottom - 8, 14, false, ZM_CENTRE, ZM_FAINT);
    cairo_restore(to);
}
