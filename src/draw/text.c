/* text.c: a board as text.
 *
 * A board is whatever set of cells the game gives, holes allowed (the cross of Fox and Geese). Small boards get a line between
 * any two fields: a stroke of the grid is there when a cell is on either side of it, and the character at a crossing follows
 * from the strokes that meet there. Boards of more than LINED rows or columns would fill the screen that way; they get one
 * character and a space a field, and a frame. A game whose board is made of lines gives them as cells of their own. */
#include "text.h"

#include <string.h>

enum { LINED = 8 };

typedef struct board {
    FILE *out;
    bool utf8, labels;
    int indent, rows, cols;
    zm_cell cells[ZM_MAX_CELLS];
    int16_t at[ZM_MAX_CELLS]; /* cells in reading order: number of the cell or -1 */
} board;

static const zm_cell *cell(const board *b, int row, int col)
{
    if (row < 0 || col < 0 || row >= b->rows || col >= b->cols)
        return NULL;
    int i = b->at[row * b->cols + col];
    return i < 0 ? NULL : &b->cells[i];
}

/* Places the cells; false when they do not fit (then the game gives more than a text can show). */
static bool place(board *b, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        b->rows = b->cells[i].row >= b->rows ? b->cells[i].row + 1 : b->rows;
        b->cols = b->cells[i].col >= b->cols ? b->cells[i].col + 1 : b->cols;
        b->labels |= b->cells[i].dark;
    }
    if (b->rows * b->cols > ZM_MAX_CELLS || b->cols > 36)
        return false;
    memset(b->at, -1, sizeof b->at);
    for (unsigned i = 0; i < count; i++)
        b->at[b->cells[i].row * b->cols + b->cells[i].col] = (int16_t)i;
    b->labels &= b->cols <= 26;
    return true;
}

static void rank_label(const board *b, int row)
{
    fprintf(b->out, "%*s", b->indent, "");
    if (!b->labels)
        return;
    if (row < 0)
        fputs("   ", b->out);
    else
        fprintf(b->out, "%2d ", b->rows - row);
}

static void file_labels(const board *b, int width)
{
    if (!b->labels)
        return;
    rank_label(b, -1);
    for (int col = 0; col < b->cols; col++)
        fprintf(b->out, "%*c", col ? width : 3, 'a' + col); /* the first field begins after the frame */
    putc('\n', b->out);
}

/* An empty dark field shows a dot where only the dark fields would otherwise be told from the light ones by nothing. */
static const char *face(const board *b, const zm_cell *c, char text[2])
{
    if (!c)
        return " ";
    if (c->piece == '.' || c->piece == ' ' || !c->piece)
        return c->dark ? b->utf8 ? "·" : "." : " ";
    text[0] = c->piece;
    text[1] = 0;
    return text;
}

/* The crossing above and to the left of (row, col): bits 1 up, 2 right, 4 down, 8 left. */
static const char *crossing(const board *b, int row, int col)
{
    static const char *const lines[16] = {" ", "│", "─", "└", "│", "│", "┌", "├",
                                          "─", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
    const zm_cell *nw = cell(b, row - 1, col - 1), *ne = cell(b, row - 1, col);
    const zm_cell *sw = cell(b, row, col - 1), *se = cell(b, row, col);
    unsigned strokes = (nw || ne ? 1u : 0) | (ne || se ? 2u : 0) | (sw || se ? 4u : 0) | (nw || sw ? 8u : 0);
    return b->utf8 ? lines[strokes] : strokes ? "+" : " ";
}

static void rule(const board *b, int row)
{
    rank_label(b, -1);
    for (int col = 0; col <= b->cols; col++) {
        fputs(crossing(b, row, col), b->out);
        if (col < b->cols)
            fputs(cell(b, row - 1, col) || cell(b, row, col) ? b->utf8 ? "───" : "---" : "   ", b->out);
    }
    putc('\n', b->out);
}

static void fields(const board *b, int row)
{
    char text[2];
    rank_label(b, row);
    for (int col = 0; col <= b->cols; col++) {
        bool line = cell(b, row, col - 1) || cell(b, row, col);
        fputs(line ? b->utf8 ? "│" : "|" : " ", b->out);
        if (col < b->cols)
            fprintf(b->out, " %s ", face(b, cell(b, row, col), text));
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
    char text[2];
    edge(b, "┌", "┐");
    for (int row = 0; row < b->rows; row++) {
        rank_label(b, row);
        fputs(b->utf8 ? "│" : "|", b->out);
        for (int col = 0; col < b->cols; col++)
            fprintf(b->out, " %s", face(b, cell(b, row, col), text));
        fprintf(b->out, " %s\n", b->utf8 ? "│" : "|");
    }
    edge(b, "└", "┘");
    file_labels(b, 2);
}

/* ---- drawn by lines: dots, the lines between them, and the fields they enclose ---- */
static const char *stroke(const board *b, const zm_cell *c, bool wide, char text[4])
{
    const char piece = c ? c->piece : '.';
    if (piece == '+')
        return b->utf8 ? "•" : "+";
    if (piece == '-')
        return b->utf8 ? "───" : "---";
    if (piece == '|')
        return b->utf8 ? "│" : "|";
    if (piece == '#')
        return b->utf8 ? "░░░" : "###";
    if (!wide || piece == '.')
        return wide ? "   " : " ";
    snprintf(text, 4, " %c ", piece);
    return text;
}

static bool blank(const zm_cell *c) { return !c || c->piece == '.' || c->piece == ' ' || !c->piece; }

static void draw_by_lines(const board *b)
{
    char text[4];
    for (int row = 0; row < b->rows; row++) {
        int end = b->cols;
        while (end && blank(cell(b, row, end - 1)))
            end--;
        if (end)
            rank_label(b, -1);
        for (int col = 0; col < end; col++)
            fputs(stroke(b, cell(b, row, col), col % 2, text), b->out);
        putc('\n', b->out);
    }
}

bool zm_draw_text(FILE *out, const zm_variant *v, zm_pos p, bool utf8, int indent)
{
    board b = {.out = out, .utf8 = utf8, .indent = indent};
    unsigned count = v->game->cells ? v->game->cells(v, p, b.cells) : 0;
    if (!count || count > ZM_MAX_CELLS || !place(&b, count))
        return false;
    if (v->game->line_board)
        draw_by_lines(&b);
    else if (b.rows <= LINED && b.cols <= LINED)
        draw_lined(&b);
    else
        draw_framed(&b);
    return true;
}
