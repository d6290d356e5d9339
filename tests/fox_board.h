/* fox_board.h: what the tests of Fox and Geese share: variants, and a board of rows and columns for a plain reading of
 * the rules. */
#ifndef FOX_BOARD_H
#define FOX_BOARD_H

#include "unit.h"

#include <zermelo/zermelo.h>
static zm_context *context;

static inline int set_up(void **state)
{
    (void)state;
    context = zm_context_new();
    zm_set_sync(context, false);
    return !context;
}

static inline int tear_down(void **state)
{
    (void)state;
    assert_int_equal(zm_memory_used(context), 0);
    zm_context_free(context);
    return 0;
}

static inline zm_variant *variant(size_t count, const char *const *settings)
{
    const zm_game *g;
    zm_variant *v;
    assert_int_equal(zm_find_game(context, "fox-and-geese", &g), ZM_OK);
    if (zm_variant_new(context, g, settings, count, &v) != ZM_OK)
        fail_msg("%s", zm_message(context));
    return v;
}

static inline zm_variant *with_geese(unsigned n)
{
    char setting[16];
    const char *one = setting;
    snprintf(setting, sizeof setting, "geese=%u", n);
    return variant(1, &one);
}

static inline zm_pos read_as(const zm_variant *v, const char *text)
{
    zm_pos p;
    if (zm_read_position(context, v, text, &p) != ZM_OK)
        fail_msg("%s", zm_message(context));
    return p;
}

typedef struct board {
    char at[7][7]; /* ' ' where no field is */
    int row, column;
    bool fox_to_move;
} board;

static inline board board_of(const zm_variant *v, zm_pos p)
{
    char text[ZM_MAX_TEXT];
    board b = {.fox_to_move = p.hi >> 63};
    const char *from = text;
    zm_write_position(v, p, text, sizeof text);
    for (int r = 0; r < 7; r++, from++)
        for (int c = 0; c < 7; c++) {
            b.at[r][c] = (r < 2 || r > 4) && (c < 2 || c > 4) ? ' ' : *from++;
            if (b.at[r][c] == 'f')
                b.row = r, b.column = c;
        }
    return b;
}

static inline char piece(const board *b, int r, int c) { return r < 0 || r > 6 || c < 0 || c > 6 ? ' ' : b->at[r][c]; }

static inline unsigned geese_on(const board *b)
{
    unsigned n = 0;
    for (int i = 0; i < 49; i++)
        n += b->at[i / 7][i % 7] == 'g';
    return n;
}

static inline board fox_moved(board b, int r, int c)
{
    b.at[b.row][b.column] = '.';
    b.at[r][c] = 'f';
    b.row = r;
    b.column = c;
    return b;
}

#endif
