/* picture_json.c: see picture_json.h. */
#include "picture_json.h"

static const char *const kinds[] = {"squares", "points", "lines", "heaps", "numbers", "words"};
static const char *const shapes[] = {"disc", "coin", "cross", "ring", "block", "block-crossed"};
static const char *const tints[] = {"plain", "first", "second", "white", "black"};

static void json_labels(zm_json *j, const zm_picture *p)
{
    char name[ZM_LABEL_TEXT];
    zm_json_open(j, "row_labels", '[');
    for (unsigned row = 0; zm_labels_rows(p) && row < p->rows; row++)
        zm_json_text(j, NULL, zm_row_label(p, row, name));
    zm_json_close(j, ']');
    zm_json_open(j, "col_labels", '[');
    for (unsigned col = 0; p->labels && col < p->cols; col++)
        zm_json_text(j, NULL, zm_column_label(p, col, name));
    zm_json_close(j, ']');
}

static void json_field(zm_json *j, const zm_field *f)
{
    const char piece[] = {f->piece, 0};
    zm_json_open(j, NULL, '{');
    zm_json_number(j, "row", f->row);
    zm_json_number(j, "col", f->col);
    zm_json_text(j, "piece", f->piece ? piece : NULL);
    zm_json_text(j, "shape", f->piece ? shapes[f->shape] : NULL);
    zm_json_text(j, "tint", tints[f->tint]);
    zm_json_bool(j, "dark", f->dark);
    if (f->marked) /* few are: said where it is so, since the page asks for many boards at once */
        zm_json_bool(j, "marked", true);
    if (f->winning)
        zm_json_bool(j, "winning", true);
    zm_json_number(j, "number", f->number);
    zm_json_text(j, "text", *f->name ? f->name : f->text);
    zm_json_close(j, '}');
}

static void json_end(zm_json *j, const char *key, const zm_line *l, unsigned which)
{
    zm_json_open(j, key, '[');
    zm_json_number(j, NULL, l->row[which]);
    zm_json_number(j, NULL, l->col[which]);
    zm_json_close(j, ']');
}

static void json_line(zm_json *j, const zm_line *l)
{
    zm_json_open(j, NULL, '{');
    json_end(j, "from", l, 0);
    json_end(j, "to", l, 1);
    zm_json_bool(j, "drawn", l->drawn);
    zm_json_close(j, '}');
}

static void json_points(zm_json *j, const zm_picture *p)
{
    if (!p->scored) {
        zm_json_null(j, "points");
        return;
    }
    zm_json_open(j, "points", '[');
    zm_json_number(j, NULL, p->points[0]);
    zm_json_number(j, NULL, p->points[1]);
    zm_json_close(j, ']');
}

static void json_hands(zm_json *j, const zm_picture *p)
{
    if (!p->handed) {
        zm_json_null(j, "hands");
        return;
    }
    zm_json_open(j, "hands", '[');
    for (unsigned i = 0; i < 2; i++) {
        zm_json_open(j, NULL, '{');
        zm_json_number(j, "pieces", p->hand[i]);
        zm_json_text(j, "tint", tints[p->hand_tint[i]]);
        zm_json_open(j, "kinds", '[');
        for (unsigned k = 0; k < p->kinds; k++)
            if (p->held[k].row == ZM_FIRST_HAND + i)
                json_field(j, &p->held[k]);
        zm_json_close(j, ']');
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

void zm_picture_json(zm_json *j, const char *key, const zm_picture *p)
{
    zm_json_open(j, key, '{');
    zm_json_text(j, "kind", kinds[p->kind]);
    zm_json_number(j, "rows", p->rows);
    zm_json_number(j, "cols", p->cols);
    json_labels(j, p);
    zm_json_open(j, "fields", '[');
    for (size_t i = 0; i < p->fields; i++)
        json_field(j, &p->field[i]);
    zm_json_close(j, ']');
    zm_json_open(j, "lines", '[');
    for (size_t i = 0; i < p->lines; i++)
        json_line(j, &p->line[i]);
    zm_json_close(j, ']');
    json_points(j, p);
    json_hands(j, p);
    zm_json_text(j, "phase", p->phase);
    zm_json_text(j, "caption", p->caption);
    zm_json_close(j, '}');
}
