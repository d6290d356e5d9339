/* text.c: a picture as text.
 *
 * A board is whatever set of cells the game gives, holes allowed (the cross of Fox and Geese). Small boards get a line
 * between any two fields: a stroke of the grid is there when a cell is on either side of it, and the character at a
 * crossing follows from the strokes that meet there. Boards of more than LINED rows or columns would fill the screen
 * that way; they get one character and a space a field, and a frame. Points that lines join over more than a step are
 * drawn with these lines. A game whose board is made of lines gives them as cells of their own. */
#include "text.h"

#include <string.h>

enum { LINED = 8, STACKED = 24 };

typedef struct board {
    FILE *out;
    bool utf8, colour, fresh;
    int indent, rows, cols;
    const zm_picture *picture;
    int16_t at[ZM_MAX_CELLS]; /* fields in reading order: number of the field or -1 */
} board;

static const zm_field *cell(const board *b, int row, int col)
{
    if (row < 0 || col < 0 || row >= b->rows || col >= b->cols)
        return NULL;
    int i = b->at[row * b->cols + col];
    return i < 0 ? NULL : &b->picture->field[i];
}

/* Places the fields; false when they do not fit (then the game gives more than a text can show). */
static bool place(board *b)
{
    const zm_picture *p = b->picture;
    if (b->rows * b->cols > ZM_MAX_CELLS || b->cols > 36)
        return false;
    memset(b->at, -1, sizeof b->at);
    for (size_t i = 0; i < p->fields; i++)
        b->at[(int)p->field[i].row * b->cols + (int)p->field[i].col] = (int16_t)i;
    return true;
}

static void rank_label(const board *b, int row)
{
    fprintf(b->out, "%*s", b->indent, "");
    char text[ZM_LABEL_TEXT];
    if (zm_labels_rows(b->picture))
        fprintf(b->out, "%2s ", row < 0 ? "" : zm_row_label(b->picture, (unsigned)row, text));
}

/* Where a field has no room for two digits the last one has to do. */
static void file_labels(const board *b, int width)
{
    char text[ZM_LABEL_TEXT];
    if (!b->picture->labels)
        return;
    rank_label(b, -1);
    for (int col = 0; col < b->cols; col++) { /* the first field begins after the frame */
        const char *label = zm_column_label(b->picture, (unsigned)col, text);
        fprintf(b->out, "%*s", col ? width : 3, width < 3 ? label + strlen(label) - 1 : label);
    }
    putc('\n', b->out);
}

/* An empty dark field shows a dot where only the dark fields would otherwise be told from the light ones by nothing. */
static const char *face(const board *b, const zm_field *c, char text[2])
{
    if (!c)
        return " ";
    if (!c->piece && c->marked)
        return b->utf8 ? "░" : ":";
    if (!c->piece)
        return c->dark ? b->utf8 ? "·" : "." : " ";
    text[0] = c->piece;
    text[1] = 0;
    return text;
}

/* A piece in the colour of its side; blue and orange, as in other pictures. */
static void put_piece(const board *b, const zm_field *c)
{
    static const char *const tint[] = {"1", "1;38;5;33", "1;38;5;208", "1", "1"};
    char text[2];
    if (b->colour && c && c->piece)
        fprintf(b->out, "\033[%s%sm%s\033[0m", tint[c->tint], c->fresh || c->winning ? ";7" : "", face(b, c, text));
    else
        fputs(face(b, c, text), b->out);
}

/* Chocolate is there to be bitten: a mark tells as much. */
static bool may_cover(const zm_field *c) { return !c->piece || c->shape == ZM_BLOCK || c->shape == ZM_BLOCK_CROSSED; }

/* What there is to say of a field besides its piece: the best move that ends there; "" for nothing. */
static const char *words_on(const board *b, const zm_field *c)
{
    const zm_drawn_move *m = c && may_cover(c) ? zm_picture_move_to(b->picture, c->row, c->col) : NULL;
    return m ? m->text : c && !c->piece ? c->text : "";
}

/* Nothing is written behind the last of a line. */
static void put_words(const board *b, const char *words, bool last)
{
    const int width = (int)strlen(words), left = (3 - width + 1) / 2;
    fprintf(b->out, "%*s%s%s%s%*s", left, "", b->colour ? "\033[2m" : "", words, b->colour ? "\033[0m" : "",
            last ? 0 : 3 - width - left, "");
}

/* What stands on either side of a piece: it has just come, it is one of those that won, its place is marked. */
static const char *beside(const board *b, const zm_field *c, bool left)
{
    if (b->fresh && c && c->fresh)
        return left ? "(" : ")";
    if (c && c->winning)
        return left ? "[" : "]";
    return !c || !c->marked ? " " : b->utf8 ? "░" : ":";
}

/* Three columns: a piece, or what there is to say of an empty field, in the middle of them. */
static void put_field(const board *b, const zm_field *c, bool last)
{
    const char *words = words_on(b, c);
    const char *right = beside(b, c, false);
    char sign[2] = {*words, 0};
    if (*words) {
        put_words(b, strlen(words) <= 3 ? words : sign, last);
        return;
    }
    fputs(beside(b, c, true), b->out);
    put_piece(b, c);
    if (*right != ' ' || !last)
        fputs(right, b->out);
}

/* The crossing above and to the left of (row, col): bits 1 up, 2 right, 4 down, 8 left. */
static const char *crossing(const board *b, int row, int col)
{
    static const char *const lines[16] = {" ", "│", "─", "└", "│", "│", "┌", "├",
                                          "─", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    const zm_field *nw = cell(b, row - 1, col - 1), *ne = cell(b, row - 1, col);
    const zm_field *sw = cell(b, row, col - 1), *se = cell(b, row, col);
    unsigned strokes = (nw || ne ? 1u : 0) | (ne || se ? 2u : 0) | (sw || se ? 4u : 0) | (nw || sw ? 8u : 0);
    return b->utf8 ? lines[strokes] : strokes ? "+" : " ";
}

/* Behind the last column that has a field in one of the two rows: nothing is written beyond. */
static int end_of(const board *b, int row, int other)
{
    int end = b->cols;
    while (end && !cell(b, row, end - 1) && !cell(b, other, end - 1))
        end--;
    return end;
}

static void rule(const board *b, int row)
{
    const int end = end_of(b, row - 1, row);
    rank_label(b, -1);
    for (int col = 0; col <= end; col++) {
        fputs(crossing(b, row, col), b->out);
        if (col < end)
            fputs(cell(b, row - 1, col) || cell(b, row, col) ? b->utf8 ? "───" : "---" : "   ", b->out);
    }
    putc('\n', b->out);
}

static void fields(const board *b, int row)
{
    const int end = end_of(b, row, row);
    rank_label(b, row);
    for (int col = 0; col <= end; col++) {
        bool line = cell(b, row, col - 1) || cell(b, row, col);
        fputs(line ? b->utf8 ? "│" : "|" : " ", b->out);
        if (col < end)
            put_field(b, cell(b, row, col), false);
    }
    putc('\n', b->out);
}

static void draw_lined(const board *b)
{
    for (int row = 0; row < b->rows; row++) {
        rule(b, row);
        fields(b, row);
    }
    rule(b, b->rows);
    file_labels(b, 4);
}

static void edge(const board *b, const char *left, const char *right)
{
    rank_label(b, -1);
    fputs(b->utf8 ? left : "+", b->out);
    for (int i = 0; i < 2 * b->cols + 1; i++)
        fputs(b->utf8 ? "─" : "-", b->out);
    fprintf(b->out, "%s\n", b->utf8 ? right : "+");
}

static void draw_framed(const board *b)
{
    edge(b, "┌", "┐");
    for (int row = 0; row < b->rows; row++) {
        rank_label(b, row);
        fputs(b->utf8 ? "│" : "|", b->out);
        for (int col = 0; col < b->cols; col++) {
            const zm_field *c = cell(b, row, col);
            const char *words = words_on(b, c);
            putc(b->fresh && c && c->fresh ? '>' : c && c->winning ? '*' : ' ', b->out);
            if (*words && c && zm_picture_move_to(b->picture, c->row, c->col))
                putc(*words, b->out);
            else
                put_piece(b, c);
        }
        fprintf(b->out, " %s\n", b->utf8 ? "│" : "|");
    }
    edge(b, "└", "┘");
    file_labels(b, 2);
}

/* ---- drawn by lines: dots, the lines between them, and the fields they enclose ---- */
static const char *stroke(const board *b, const zm_field *c, bool wide, char text[4])
{
    const char piece = c ? c->piece : 0;
    if (piece == '+')
        return b->utf8 ? "•" : "+";
    if (piece == '-')
        return b->utf8 ? "───" : "---";
    if (piece == '|')
        return b->utf8 ? "│" : "|";
    if (piece == '#')
        return b->utf8 ? "░░░" : "###";
    if (!wide || !piece)
        return wide ? "   " : " ";
    snprintf(text, 4, " %c ", piece);
    return text;
}

static bool blank(const board *b, const zm_field *c)
{
    return !c || (!c->piece && !zm_picture_move_to(b->picture, c->row, c->col));
}

static void put_stroke(const board *b, const zm_field *c, bool wide)
{
    char text[4];
    const zm_drawn_move *m = c && !c->piece ? zm_picture_move_to(b->picture, c->row, c->col) : NULL;
    if (m && wide && strlen(m->text) <= 3) {
        put_words(b, m->text, false);
        return;
    }
    if (m) {
        fprintf(b->out, wide ? " %c " : "%c", *m->text);
        return;
    }
    const bool lit = b->colour && c && c->fresh && c->piece;
    fprintf(b->out, "%s%s%s", lit ? "\033[1;38;5;208m" : "", stroke(b, c, wide, text), lit ? "\033[0m" : "");
}

/* Below each line its number; the letter stands at its row. */
static void line_labels(const board *b)
{
    char text[ZM_LABEL_TEXT];
    if (!b->picture->labels)
        return;
    rank_label(b, -1);
    for (int col = 0; col < b->cols; col++) {
        const char *label = strchr(zm_column_label(b->picture, (unsigned)col, text), '.');
        fprintf(b->out, col % 2 ? "%2s " : "%s", label ? label + 1 : "");
    }
    putc('\n', b->out);
}

static void draw_by_lines(const board *b)
{
    char name[ZM_LABEL_TEXT];
    for (int row = 0; row < b->rows; row++) {
        int end = b->cols;
        while (end && blank(b, cell(b, row, end - 1)))
            end--;
        if (end)
            rank_label(b, row);
        else if (b->picture->labels)
            fprintf(b->out, "%*s%2s", b->indent, "", zm_row_label(b->picture, (unsigned)row, name));
        for (int col = 0; col < end; col++)
            put_stroke(b, cell(b, row, col), col % 2);
        putc('\n', b->out);
    }
    line_labels(b);
}

/* ---- points far apart, and the lines that join them ----
 * A point is three columns wide and in the middle of them; rows of points lie two lines apart, columns four. */
static int between(int a, int x, int b) { return (a < x && x < b) || (b < x && x < a); }

/* The character of a line that passes here; NULL: none does. */
static const char *stroke_through(const board *b, int y, int x)
{
    for (size_t i = 0; i < b->picture->lines; i++) {
        const zm_line *l = &b->picture->line[i];
        const int y0 = 2 * (int)l->row[0], y1 = 2 * (int)l->row[1], x0 = 4 * (int)l->col[0], x1 = 4 * (int)l->col[1];
        if (y0 == y1 && y == y0 && between(x0, x, x1))
            return b->utf8 ? "─" : "-";
        if (x0 == x1 && x == x0 && between(y0, y, y1))
            return b->utf8 ? "│" : "|";
        if (y0 != y1 && x0 != x1 && between(y0, y, y1) && (y - y0) * (x1 - x0) == (x - x0) * (y1 - y0))
            return (y1 > y0) == (x1 > x0) ? b->utf8 ? "╲" : "\\" : b->utf8 ? "╱" : "/";
    }
    return NULL;
}

/* Points that all show a dot while they are empty, few enough. */
static bool dotted(const zm_picture *p)
{
    bool all = p->kind == ZM_PICTURE_POINTS && p->rows <= LINED && p->cols <= LINED;
    for (size_t i = 0; i < p->fields; i++)
        all &= p->field[i].dark;
    return all;
}

static bool far_apart(const zm_picture *p)
{
    bool far = false;
    for (size_t i = 0; i < p->lines && p->kind == ZM_PICTURE_POINTS; i++) {
        const zm_line *l = &p->line[i];
        far |= l->row[0] > l->row[1] + 1 || l->row[1] > l->row[0] + 1 || l->col[0] > l->col[1] + 1 ||
               l->col[1] > l->col[0] + 1;
    }
    return far;
}

/* Behind the last column of this line where there is something. */
static int end_of_line(const board *b, int y)
{
    int end = 4 * b->cols - 2;
    while (end > -1 && !stroke_through(b, y, end - 1) && !(y % 2 == 0 && (end + 2) % 4 == 0 && cell(b, y / 2, end / 4)))
        end--;
    return end;
}

static void draw_joined(const board *b)
{
    for (int y = 0; y < 2 * b->rows - 1; y++) {
        const int end = end_of_line(b, y);
        rank_label(b, y % 2 ? -1 : y / 2);
        putc(' ', b->out);
        for (int x = -1; x < end;) {
            const zm_field *c = y % 2 == 0 && x % 4 == (x < 0 ? -1 : 3) ? cell(b, y / 2, (x + 1) / 4) : NULL;
            const char *line = c ? NULL : stroke_through(b, y, x);
            if (c)
                put_field(b, c, x + 3 >= end);
            else
                fputs(line ? line : " ", b->out);
            x += c ? 3 : 1;
        }
        putc('\n', b->out);
    }
    file_labels(b, 4);
}

/* Where kinds differ, above the board what the second player has, below it the first. */
static void tell_hand(const board *b, unsigned player)
{
    char text[ZM_HAND_TEXT];
    if (b->picture->several)
        fprintf(b->out, "%*s in hand: %s\n", b->indent, "", zm_picture_hand(b->picture, player, text, sizeof text));
}

static bool draw_board(FILE *out, const zm_picture *p, const zm_text_style *style)
{
    board b = {.out = out, .utf8 = style->utf8, .colour = style->colour, .picture = p};
    b.indent = style->indent;
    b.fresh = style->fresh && !style->colour;
    b.rows = (int)p->rows;
    b.cols = (int)p->cols;
    if (!place(&b))
        return false;
    tell_hand(&b, 1);
    if (p->kind == ZM_PICTURE_LINES)
        draw_by_lines(&b);
    else if (far_apart(p) || dotted(p))
        draw_joined(&b);
    else if (b.rows <= LINED && b.cols <= LINED)
        draw_lined(&b);
    else
        draw_framed(&b);
    tell_hand(&b, 0);
    return true;
}

/* ---- heaps: columns of coins, how many below ---- */
/* The coin at a height from 1, in a heap of piles with a stroke between them: 'o', '-', or 0 above all of them. */
static char coin(const zm_picture *p, unsigned col, unsigned height)
{
    unsigned at = 0;
    for (size_t i = 0; i < p->fields; i++) {
        if (p->field[i].col != col)
            continue;
        if (p->field[i].row && ++at == height)
            return '-';
        at += p->field[i].number;
        if (at >= height)
            return 'o';
    }
    return 0;
}

static unsigned highest(const zm_picture *p)
{
    unsigned most = 0, height = 0;
    for (size_t i = 0; i < p->fields && most <= STACKED; i++) {
        height = p->field[i].row ? height + 1 : 0;
        height += p->field[i].number > STACKED ? STACKED + 1 : p->field[i].number;
        most = height > most ? height : most;
    }
    return most;
}

static unsigned heap_size(const zm_picture *p, unsigned col)
{
    unsigned coins = 0;
    for (size_t i = 0; i < p->fields; i++)
        coins += p->field[i].col == col ? p->field[i].number : 0;
    return coins;
}

static void draw_coins(FILE *out, const zm_picture *p, unsigned height, bool utf8, int indent)
{
    unsigned end = p->cols;
    while (end && !coin(p, end - 1, height))
        end--;
    fprintf(out, "%*s", indent, "");
    for (unsigned col = 0; col < end; col++) {
        const char c = coin(p, col, height);
        const char *face = c == 'o' ? utf8 ? "●" : "o" : c ? utf8 ? "─" : "-" : " ";
        fprintf(out, "%s%s", col ? "   " : " ", face);
    }
    putc('\n', out);
}

static bool draw_heaps(FILE *out, const zm_picture *p, bool utf8, int indent)
{
    const unsigned top = highest(p);
    if (top > STACKED || p->cols > STACKED)
        return false;
    for (unsigned height = top; height; height--)
        draw_coins(out, p, height, utf8, indent);
    fprintf(out, "%*s", indent, "");
    for (unsigned col = 0; col < p->cols; col++)
        fprintf(out, "%*u", col ? 4 : 2, heap_size(p, col));
    putc('\n', out);
    return true;
}

/* ---- numbers ---- */
/* Warmer the larger, as in the other pictures: colours of a terminal, a space of them on either side. */
static void draw_heated(FILE *out, const zm_field *f, int width)
{
    static const unsigned ramp[] = {231, 230, 229, 228, 222, 216, 210, 204, 198, 197};
    if (f->heat < 0)
        fprintf(out, "\033[48;5;%um\033[38;5;231m", f->heat == ZM_HEAT_SL ? 25u : 239u);
    else
        fprintf(out, "\033[48;5;%um\033[38;5;16m", ramp[(unsigned)(f->heat * 9)]);
    fprintf(out, " %*s \033[0m", width, f->text);
}

void zm_draw_numbers(FILE *out, const zm_picture *p, bool colour, int indent)
{
    size_t width = 1;
    for (size_t i = 0; i < p->fields; i++)
        width = strlen(p->field[i].text) > width ? strlen(p->field[i].text) : width;
    for (size_t i = 0; i < p->fields; i++) {
        const zm_field *f = &p->field[i];
        if (!f->col)
            fprintf(out, "%s%*s", i ? "\n" : "", colour && !p->a_line && indent ? indent - 1 : indent, "");
        if (!f->col && p->a_line)
            fprintf(out, "%6u  %s", f->row * p->a_line, colour ? "" : " ");
        if (colour)
            draw_heated(out, f, (int)width);
        else
            fprintf(out, "%s%*s", f->col ? "  " : "", (int)width, f->text);
    }
    putc('\n', out);
}

bool zm_draw_text(FILE *out, const zm_picture *p, const zm_text_style *style)
{
    if (p->kind == ZM_PICTURE_WORDS)
        return false;
    if (p->kind == ZM_PICTURE_HEAPS)
        return draw_heaps(out, p, style->utf8, style->indent);
    if (p->kind != ZM_PICTURE_NUMBERS)
        return draw_board(out, p, style);
    zm_draw_numbers(out, p, false, style->indent);
    return true;
}
