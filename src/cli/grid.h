/* grid.h: a table of text in columns as wide as what is in them. */
#ifndef ZM_CLI_GRID_H
#define ZM_CLI_GRID_H

#include <stdbool.h>

enum { ZM_GRID_COLUMNS = 32, ZM_GRID_ROWS = 64, ZM_GRID_CELL = 64, ZM_GRID_WIDE = 120 };

typedef struct zm_grid {
    unsigned columns, rows;
    unsigned keys; /* the first columns say which row it is */
    struct {
        char head[2][ZM_GRID_CELL]; /* two lines */
        bool left;
    } column[ZM_GRID_COLUMNS];
    char cell[ZM_GRID_ROWS][ZM_GRID_COLUMNS][ZM_GRID_CELL];
} zm_grid;

/* A column more; returns its number. Heads may be "". */
unsigned zm_grid_column(zm_grid *g, const char *above, const char *head, bool left);
void zm_grid_set(zm_grid *g, unsigned row, unsigned column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Indented by two. Rows and columns with nothing in them are left out; what is wider than ZM_GRID_WIDE goes on below,
 * with the keys once more in front. ASCII only. */
void zm_grid_print(const zm_grid *g);

#endif
