/* picture.c: see picture.h. A game gives at most ZM_MAX_CELLS cells, so asking about every pair of them is nothing. */
#include "picture.h"

#include "heaps.h"

#include <zermelo/values.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { A_LINE = 10 }; /* numbers of a row in a line */

static zm_status make_room(zm_context *c, zm_picture *p, size_t fields, size_t lines)
{
    ZM_TRY(c, zm_alloc(c, &p->field, fields + 1, sizeof *p->field, "a picture"));
    return zm_alloc(c, &p->line, lines + 1, sizeof *p->line, "a picture");
}

static zm_field *add(zm_picture *p, unsigned row, unsigned col)
{
    zm_field *f = &p->field[p->fields++];
    f->row = row;
    f->col = col;
    p->rows = row >= p->rows ? row + 1 : p->rows;
    p->cols = col >= p->cols ? col + 1 : p->cols;
    return f;
}

/* ---- boards ---- */
static zm_shape shape_of(const zm_game *g, char piece)
{
    for (unsigned i = 0; i < ZM_MAX_LOOKS && g->looks->pieces[i].letter; i++)
        if (g->looks->pieces[i].letter == piece)
            return g->looks->pieces[i].shape;
    return isdigit((unsigned char)piece) ? g->looks->pieces[0].shape : ZM_DISC; /* so many of the usual one */
}

/* The owner tells; where it is not known, the letter. */
static zm_tint tint_of(const zm_game *g, char piece, unsigned owner)
{
    const bool white = g->players[0] && !strcmp(g->players[0], "white");
    if (owner)
        return owner == 1 ? (white ? ZM_TINT_WHITE : ZM_TINT_FIRST) : white ? ZM_TINT_BLACK : ZM_TINT_SECOND;
    if (white && (piece == 'w' || piece == 'b'))
        return piece == 'w' ? ZM_TINT_WHITE : ZM_TINT_BLACK;
    for (unsigned i = 0; i < 2; i++)
        if (g->players[i] && g->players[i][0] == piece)
            return i ? ZM_TINT_SECOND : ZM_TINT_FIRST;
    if (!g->players[0] && !g->impartial && (piece == 'x' || piece == 'o')) /* as everybody has it */
        return piece == 'x' ? ZM_TINT_FIRST : ZM_TINT_SECOND;
    return piece == 'w' ? ZM_TINT_WHITE : piece == 'b' ? ZM_TINT_BLACK : ZM_TINT_PLAIN;
}

static void add_cell(zm_picture *p, const zm_variant *v, const zm_cell *cell)
{
    const zm_game *g = v->game;
    zm_field *f = add(p, cell->row, cell->col);
    f->dark = cell->dark;
    f->marked = v->game->looks->at_home && v->game->looks->at_home(v, cell);
    if ((cell->dark || v->board) && g->looks->naming == ZM_AS_IN_CHESS)
        p->labels = ZM_LABELS_CHESS;
    if (!cell->piece || strchr(". ", cell->piece))
        return;
    f->piece = cell->piece;
    f->shape = shape_of(g, cell->piece);
    f->tint = tint_of(g, cell->piece, cell->owner);
}

static void add_joins(zm_picture *p, const zm_variant *v, const zm_cell *cell, unsigned count)
{
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = a + 1; b < count; b++)
            if (v->game->looks->joined(v, &cell[a], &cell[b]))
                p->line[p->lines++] = (zm_line){{cell[a].row, cell[b].row}, {cell[a].col, cell[b].col}, true};
}

static bool box_at(const zm_picture *p, unsigned row, unsigned col)
{
    for (size_t i = 0; i < p->fields; i++)
        if (p->field[i].row == row && p->field[i].col == col)
            return p->field[i].piece != '#';
    return false;
}

/* A line that is not drawn is free when there is a box beside it. (Left of column 0 is column UINT_MAX: no box.) */
static void add_strokes(zm_picture *p)
{
    for (size_t i = 0; i < p->fields; i++) {
        const unsigned row = p->field[i].row, col = p->field[i].col, down = row % 2, right = col % 2;
        if (down == right)
            continue;
        const bool drawn = p->field[i].piece == (down ? '|' : '-');
        if (drawn || box_at(p, row - right, col - down) || box_at(p, row + right, col + down))
            p->line[p->lines++] = (zm_line){{row - down, row + down}, {col - right, col + right}, drawn};
    }
}

static zm_labels labels_of(const zm_game *g, const zm_picture *p)
{
    switch (g->looks->naming) {
    case ZM_BY_NUMBERS: return ZM_LABELS_NUMBERS;
    case ZM_BY_COLUMNS: return ZM_LABELS_COLUMNS;
    case ZM_BY_ROWS: return ZM_LABELS_ROWS;
    case ZM_BY_LINES: return ZM_LABELS_LINES;
    default: return p->cols > 26 ? ZM_LABELS_NONE : p->labels;
    }
}

/* Squares say their names as long as they are empty, points beside them. */
static void name_fields(zm_picture *p, const zm_variant *v, zm_pos pos, const zm_cell *cell)
{
    for (size_t i = 0; v->game->looks->name_cell && i < p->fields; i++) {
        zm_text name = zm_text_in(p->kind == ZM_PICTURE_POINTS ? p->field[i].name : p->field[i].text, ZM_FIELD_TEXT);
        v->game->looks->name_cell(v, pos, &cell[i], &name);
    }
}

static zm_status make_board(zm_context *c, const zm_variant *v, const zm_cell *cell, unsigned count, zm_picture *p)
{
    ZM_TRY(c, make_room(c, p, count, v->game->looks->joined ? (size_t)count * count / 2 : count));
    for (unsigned i = 0; i < count; i++)
        add_cell(p, v, &cell[i]);
    p->labels = labels_of(v->game, p);
    p->kind = v->game->looks->line_board ? ZM_PICTURE_LINES
              : v->game->looks->joined   ? ZM_PICTURE_POINTS
                                         : ZM_PICTURE_SQUARES;
    if (v->game->looks->line_board)
        add_strokes(p);
    else if (v->game->looks->joined)
        add_joins(p, v, cell, count);
    return ZM_OK;
}

static void mark_won(zm_picture *p, const zm_variant *v, zm_pos pos)
{
    zm_point won[ZM_MAX_TOUCHES];
    const unsigned count = v->game->looks->winning ? v->game->looks->winning(v, pos, won) : 0;
    for (size_t i = 0; i < p->fields; i++)
        for (unsigned k = 0; k < count; k++)
            p->field[i].winning |= p->field[i].row == won[k].row && p->field[i].col == won[k].col;
}

static void tell_hands(zm_picture *p, const zm_variant *v, zm_pos pos)
{
    const zm_game *g = v->game;
    const bool over = g->ended && g->ended(v, pos) != ZM_OPEN;
    zm_hand hand[ZM_MAX_HAND];
    p->kinds = g->looks->in_hand ? g->looks->in_hand(v, pos, hand) : 0;
    p->handed = p->kinds > 0;
    p->several = zm_several_in_hand(hand, p->kinds);
    for (unsigned i = 0; i < p->kinds; i++) {
        const zm_hand *h = &hand[i];
        p->hand[h->owner - 1] += h->count;
        p->held[i] = (zm_field){.row = ZM_FIRST_HAND + h->owner - 1u, .col = i, .piece = h->piece, .number = h->count};
        p->held[i].shape = shape_of(g, h->piece);
        p->held[i].tint = tint_of(g, h->piece, h->owner);
    }
    for (unsigned i = 0; i < 2; i++)
        p->hand_tint[i] = tint_of(g, 0, i + 1);
    p->phase = g->looks->phase && !over ? g->looks->phases[g->looks->phase(v, pos)] : NULL;
}

/* The pieces of two pictures of one board: where the first difference is, and how many there are. */
static unsigned differences(const zm_picture *a, const zm_picture *b, size_t *first)
{
    unsigned count = 0;
    if (a->kind != b->kind || a->fields != b->fields)
        return 0;
    for (size_t i = a->fields; i-- > 0;)
        if (a->field[i].piece != b->field[i].piece) {
            *first = i;
            count++;
        }
    return count;
}

/* ---- whose boxes are ---- */
static bool is_box(const zm_picture *p, const zm_field *f)
{
    return p->kind == ZM_PICTURE_LINES && f->row % 2 && f->col % 2 && f->piece && f->piece != '#';
}

/* Points tell how many each player has, not which. Where all are one player's, they are his. */
static void own_boxes(zm_picture *p)
{
    if (!p->scored || (p->points[0] && p->points[1]))
        return;
    for (size_t i = 0; i < p->fields; i++)
        if (is_box(p, &p->field[i]))
            p->field[i].tint = p->points[0] ? ZM_TINT_FIRST : ZM_TINT_SECOND;
}

/* Boxes that were there keep their owner; new ones are his who has more points than before. */
static void keep_owners(zm_picture *p, const zm_picture *before)
{
    const zm_tint now = p->points[0] > before->points[0] ? ZM_TINT_FIRST : ZM_TINT_SECOND;
    for (size_t i = 0; p->scored && i < p->fields; i++)
        if (is_box(p, &p->field[i]))
            p->field[i].tint = is_box(before, &before->field[i]) ? before->field[i].tint : now;
}

void zm_picture_mark_fresh(zm_picture *p, const zm_picture *before)
{
    if (p->kind != before->kind || p->fields != before->fields)
        return;
    keep_owners(p, before);
    for (size_t i = 0; i < p->fields; i++)
        p->field[i].fresh =
            p->field[i].piece != before->field[i].piece || p->field[i].number != before->field[i].number;
}

void zm_picture_name_field(zm_picture *p, const zm_picture *after, const char *text)
{
    size_t at;
    if (p->kind != ZM_PICTURE_SQUARES || differences(p, after, &at) != 1 || p->field[at].piece)
        return;
    snprintf(p->field[at].text, ZM_FIELD_TEXT, "%s", text);
}

const char *zm_row_label(const zm_picture *p, unsigned row, char out[ZM_LABEL_TEXT])
{
    if (p->labels == ZM_LABELS_LINES)
        snprintf(out, ZM_LABEL_TEXT, "%c%u", row % 2 ? 'v' : 'h', row / 2 + 1);
    else
        snprintf(out, ZM_LABEL_TEXT, "%u", p->labels == ZM_LABELS_NUMBERS ? row : p->rows - row);
    return zm_labels_rows(p) ? out : "";
}

const char *zm_column_label(const zm_picture *p, unsigned col, char out[ZM_LABEL_TEXT])
{
    if (p->labels == ZM_LABELS_CHESS)
        snprintf(out, ZM_LABEL_TEXT, "%c", 'a' + (int)col);
    else if (p->labels == ZM_LABELS_LINES)
        snprintf(out, ZM_LABEL_TEXT, "%c.%u", col % 2 ? 'h' : 'v', col / 2 + 1);
    else
        snprintf(out, ZM_LABEL_TEXT, "%u", p->labels == ZM_LABELS_NUMBERS ? col : col + 1);
    return p->labels ? out : "";
}

/* ---- moves ---- */
zm_status zm_picture_expect_moves(zm_context *c, zm_picture *p, size_t most)
{
    return zm_alloc(c, &p->move, most + 1, sizeof *p->move, "a picture");
}

void zm_picture_add_move(zm_picture *p, const zm_touches *t, zm_verdict verdict, const char *text, const char *name,
                         bool best)
{
    zm_drawn_move *m = &p->move[p->moves++];
    *m = (zm_drawn_move){.verdict = verdict, .best = best, .count = t->count, .begins = t->begins};
    memcpy(m->at, t->touch, t->count * sizeof *m->at);
    snprintf(m->text, sizeof m->text, "%s", text);
    if (strlen(name) < sizeof m->name)
        strcpy(m->name, name);
}

const zm_drawn_move *zm_picture_move_to(const zm_picture *p, unsigned row, unsigned col)
{
    for (size_t i = 0; i < p->moves; i++) {
        const zm_drawn_move *m = &p->move[i];
        if (m->count && m->at[m->count - 1].row == row && m->at[m->count - 1].col == col)
            return m;
    }
    return NULL;
}

/* ---- heaps ---- */
static bool read_heaps(const char *text, zm_picture *p)
{
    zm_heap_reader r = {.next = text};
    zm_heap h;
    while (zm_next_heap(&r, &h)) {
        zm_field *f = add(p, h.row, h.col);
        f->number = h.number;
        memcpy(f->text, h.text, h.length);
    }
    return !r.wrong;
}

static zm_status make_heaps(zm_context *c, zm_picture *p)
{
    ZM_TRY(c, make_room(c, p, strlen(p->words), 0));
    p->kind = ZM_PICTURE_HEAPS;
    if (read_heaps(p->words, p))
        return ZM_OK;
    p->kind = ZM_PICTURE_WORDS;
    p->rows = p->cols = 0;
    p->fields = 0;
    return ZM_OK;
}

static zm_status make_position(zm_context *c, const zm_variant *v, zm_pos pos, zm_cell *cell, zm_picture *p)
{
    const unsigned count = v->game->looks->cells ? v->game->looks->cells(v, pos, cell) : 0;
    zm_write_position(v, pos, p->words, sizeof p->words);
    p->scored = v->game->looks->points && v->game->looks->points(v, pos, p->points);
    if (!count || count > ZM_MAX_CELLS)
        return make_heaps(c, p);
    ZM_TRY(c, make_board(c, v, cell, count, p));
    name_fields(p, v, pos, cell);
    own_boxes(p);
    mark_won(p, v, pos);
    tell_hands(p, v, pos);
    return ZM_OK;
}

zm_status zm_picture_of(zm_context *c, const zm_variant *v, zm_pos p, zm_picture *out)
{
    zm_cell *cell;
    *out = (zm_picture){0};
    ZM_TRY(c, zm_alloc(c, &cell, ZM_MAX_CELLS, sizeof *cell, "a picture"));
    const zm_status status = make_position(c, v, p, cell, out);
    zm_release(c, cell);
    if (status != ZM_OK)
        zm_picture_free(c, out);
    return status;
}

/* "2 E, C"; "nothing" */
const char *zm_picture_hand(const zm_picture *p, unsigned player, char *out, size_t size)
{
    size_t n = 0;
    snprintf(out, size, "nothing");
    for (unsigned i = 0; i < p->kinds; i++) {
        const zm_field *f = &p->held[i];
        const char *between = n ? ", " : "";
        if (f->row != ZM_FIRST_HAND + player || !f->number || n >= size)
            continue;
        n += (size_t)(f->number > 1 ? snprintf(out + n, size - n, "%s%u %c", between, f->number, f->piece)
                                    : snprintf(out + n, size - n, "%s%c", between, f->piece));
    }
    return out;
}

static size_t tell_in_hand(const zm_picture *p, const zm_variant *v, const char *after, char *out, size_t size)
{
    const char *one = zm_player(v->game, 0), *other = zm_player(v->game, 1);
    char first[ZM_HAND_TEXT], second[ZM_HAND_TEXT];
    if (!p->several)
        return (size_t)snprintf(out, size, "in hand: %s %u, %s %u%s", one, p->hand[0], other, p->hand[1], after);
    zm_picture_hand(p, 0, first, sizeof first);
    zm_picture_hand(p, 1, second, sizeof second);
    return (size_t)snprintf(out, size, "in hand: %s %s; %s %s%s", one, first, other, second, after);
}

const char *zm_picture_now(const zm_picture *p, const zm_variant *v, char *out, size_t size)
{
    size_t n = 0;
    *out = 0;
    if (!p->several && p->handed && (p->hand[0] || p->hand[1]))
        n = tell_in_hand(p, v, p->phase ? "; " : "", out, size);
    if (p->phase && n < size)
        snprintf(out + n, size - n, "now: %s", p->phase);
    return out;
}

void zm_picture_tell_turn(zm_picture *p, const zm_variant *v, zm_pos pos)
{
    const bool open = !zm_impartial(v) && !(v->game->ended && v->game->ended(v, pos) != ZM_OPEN);
    size_t n = 0;
    if (p->scored)
        n = (size_t)snprintf(p->caption, sizeof p->caption, "%s %u, %s %u%s", zm_player(v->game, 0), p->points[0],
                             zm_player(v->game, 1), p->points[1], open ? "; " : "");
    if (p->handed && (p->hand[0] || p->hand[1]) && n < sizeof p->caption)
        n += tell_in_hand(p, v, open ? "; " : "", p->caption + n, sizeof p->caption - n);
    if (open && n < sizeof p->caption)
        snprintf(p->caption + n, sizeof p->caption - n, "%s to move%s%s", zm_player(v->game, zm_turn_of(v, pos)),
                 p->phase ? ": " : "", p->phase ? p->phase : "");
}

/* ---- numbers ---- */
static void set_number(zm_field *f, uint32_t n, uint32_t most)
{
    const bool number = n != ZM_SL && n != ZM_SW;
    f->heat = n == ZM_SL ? ZM_HEAT_SL : n == ZM_SW ? ZM_HEAT_SW : most ? (double)n / most : 0;
    if (number)
        snprintf(f->text, sizeof f->text, "%u", n);
    else
        strcpy(f->text, n == ZM_SL ? "SL" : "SW");
}

zm_status zm_picture_numbers(zm_context *c, unsigned rows, unsigned cols, const uint32_t *number, zm_picture *out)
{
    const size_t count = (size_t)rows * cols;
    const unsigned a_line = rows == 1 && cols > A_LINE ? A_LINE : cols;
    uint32_t most = 0;
    *out = (zm_picture){.kind = ZM_PICTURE_NUMBERS, .a_line = rows == 1 ? a_line : 0};
    ZM_TRY(c, make_room(c, out, count, 0));
    for (size_t i = 0; i < count; i++)
        most = number[i] != ZM_SL && number[i] != ZM_SW && number[i] > most ? number[i] : most;
    for (size_t i = 0; i < count; i++)
        set_number(add(out, (unsigned)(i / a_line), (unsigned)(i % a_line)), number[i], most);
    return ZM_OK;
}

void zm_picture_free(zm_context *c, zm_picture *p)
{
    zm_release(c, p->field);
    zm_release(c, p->line);
    zm_release(c, p->move);
    zm_release(c, p->notes);
    *p = (zm_picture){0};
}
