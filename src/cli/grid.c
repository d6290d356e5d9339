/* grid.c: see grid.h. */
#include "grid.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

unsigned zm_grid_column(zm_grid *g, const char *above, const char *head, bool left)
{
    unsigned i = g->columns++;
    snprintf(g->column[i].head[0], ZM_GRID_CELL, "%s", above);
    snprintf(g->column[i].head[1], ZM_GRID_CELL, "%s", head);
    g->column[i].left = left;
    return i;
}

void zm_grid_set(zm_grid *g, unsigned row, unsigned column, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(g->cell[row][column], ZM_GRID_CELL, format, args);
    va_end(args);
}

/* 0: there is nothing in it. */
static unsigned width_of(const zm_grid *g, unsigned column)
{
    size_t cells = 0, head = 0;
    for (unsigned r = 0; r < g->rows; r++) {
        size_t n = strlen(g->cell[r][column]);
        cells = n > cells ? n : cells;
    }
    for (unsigned line = 0; line < 2; line++) {
        size_t n = strlen(g->column[column].head[line]);
        head = n > head ? n : head;
    }
    return (unsigned)(cells && head > cells ? head : cells);
}

/* Spaces are written when something follows, so that none end a line. */
static void put(unsigned *owed, const char *text, unsigned width, bool left)
{
    unsigned n = (unsigned)strlen(text), solid = n;
    while (solid && text[solid - 1] == ' ')
        solid--;
    *owed += 2 + (left ? 0 : width - n);
    if (solid) {
        printf("%*s%.*s", (int)*owed, "", (int)solid, text);
        *owed = 0;
    }
    *owed += (left ? width : n) - solid;
}

/* The columns of one block: the keys and [from, to). */
typedef struct block {
    const zm_grid *g;
    unsigned width[ZM_GRID_COLUMNS], from, to;
} block;

static bool shown(const block *b, unsigned column)
{
    return b->width[column] && (column < b->g->keys || (column >= b->from && column < b->to));
}

static void print_head(const block *b, unsigned line)
{
    const zm_grid *g = b->g;
    bool any = false;
    unsigned owed = 0;
    for (unsigned i = 0; i < g->columns; i++)
        any |= shown(b, i) && *g->column[i].head[line];
    for (unsigned i = 0; any && i < g->columns; i++)
        if (shown(b, i))
            put(&owed, g->column[i].head[line], b->width[i], g->column[i].left);
    if (any)
        putchar('\n');
}

/* The keys alone are nothing. */
static bool is_empty(const block *b, unsigned row)
{
    for (unsigned i = b->g->keys; i < b->g->columns; i++)
        if (shown(b, i) && *b->g->cell[row][i])
            return false;
    return true;
}

static void print_row(const block *b, unsigned row)
{
    unsigned owed = 0;
    if (is_empty(b, row))
        return;
    for (unsigned i = 0; i < b->g->columns; i++)
        if (shown(b, i))
            put(&owed, b->g->cell[row][i], b->width[i], b->g->column[i].left);
    putchar('\n');
}

static void print_block(const block *b)
{
    for (unsigned line = 0; line < 2; line++)
        print_head(b, line);
    for (unsigned r = 0; r < b->g->rows; r++)
        print_row(b, r);
}

void zm_grid_print(const zm_grid *g)
{
    block b = {.g = g};
    unsigned keys = 0;
    for (unsigned i = 0; i < g->columns; i++) {
        b.width[i] = width_of(g, i);
        keys += i < g->keys ? b.width[i] + 2 : 0;
    }
    for (b.from = g->keys; b.from < g->columns; b.from = b.to) {
        unsigned wide = keys;
        for (b.to = b.from; b.to < g->columns && (b.to == b.from || wide + b.width[b.to] + 2 <= ZM_GRID_WIDE); b.to++)
            wide += b.width[b.to] ? b.width[b.to] + 2 : 0;
        if (b.from > g->keys)
            putchar('\n');
        print_block(&b);
    }
}
