/* metapost.c: a board made of lines as MetaPost source, a point z0, z1, ... for each dot, row by row from the top, and
 * lines drawn from point to point: made to be changed by hand. Free lines and missing boxes are left white. */
#include "metapost.h"

static unsigned dots_a_row(const zm_picture *p) { return (p->cols + 1) / 2; }
static unsigned dot(const zm_picture *p, unsigned row, unsigned col) { return row / 2 * dots_a_row(p) + col / 2; }

static void write_points(FILE *out, const zm_picture *p)
{
    for (unsigned row = 0; row < p->rows; row += 2)
        for (unsigned col = 0; col < p->cols; col += 2)
            fprintf(out, "%sz%u=(%uu,%uu);%s", col ? " " : "  ", dot(p, row, col), col / 2, (p->rows - 1 - row) / 2,
                    col + 2 < p->cols ? "" : "\n");
}

/* Complete boxes, in grey. */
static void write_boxes(FILE *out, const zm_picture *p)
{
    for (size_t i = 0; i < p->fields; i++) {
        const zm_field *f = &p->field[i];
        if (f->row % 2 && f->col % 2 && f->piece && f->piece != '#')
            fprintf(out, "  fill z%u--z%u--z%u--z%u--cycle withcolor .85white;\n", dot(p, f->row - 1, f->col - 1),
                    dot(p, f->row - 1, f->col + 1), dot(p, f->row + 1, f->col + 1), dot(p, f->row + 1, f->col - 1));
    }
}

static void write_lines(FILE *out, const zm_picture *p)
{
    fputs("  pickup pencircle scaled 1.2pt;\n", out);
    for (size_t i = 0; i < p->lines; i++)
        if (p->line[i].drawn)
            fprintf(out, "  draw z%u--z%u;\n", dot(p, p->line[i].row[0], p->line[i].col[0]),
                    dot(p, p->line[i].row[1], p->line[i].col[1]));
}

/* A move is a line that is not drawn yet: dashed, the best one thick, with what it is worth beside its middle. */
static void write_moves(FILE *out, const zm_picture *p)
{
    for (size_t i = 0; i < p->moves; i++) {
        const zm_drawn_move *m = &p->move[i];
        const unsigned row = m->at[0].row, col = m->at[0].col, down = row % 2, right = col % 2;
        if (m->count != 1)
            continue;
        const unsigned a = dot(p, row - down, col - right), b = dot(p, row + down, col + right);
        fprintf(out, "  draw z%u--z%u dashed evenly withpen pencircle scaled %spt;\n", a, b, m->best ? "1.2" : "0.4");
        fprintf(out, "  label.%s(\"%s\" infont defaultfont, .5[z%u,z%u]);\n", down ? "rt" : "top", m->text, a, b);
    }
}

void zm_draw_metapost(FILE *out, const zm_picture *p)
{
    const unsigned dots = dots_a_row(p) * ((p->rows + 1) / 2);
    fprintf(out, "%% %s\noutputtemplate := \"%%j-%%c.mps\";\nprologues := 3;\n\nbeginfig(1);\n  numeric u;\n  u=1cm;\n",
            p->words);
    write_points(out, p);
    write_boxes(out, p);
    write_lines(out, p);
    write_moves(out, p);
    fprintf(out, "  pickup pencircle scaled 4pt;\n  for i=0 upto %u: draw z[i]; endfor\nendfig;\n\nend\n", dots - 1);
}
