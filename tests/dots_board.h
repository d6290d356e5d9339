/* dots_board.h: boards of Dots and Boxes for tests, and the values of their positions found plainly: straight from the
 * definitions, over the rules' functions, with a table of the positions seen. */
#ifndef TESTS_DOTS_BOARD_H
#define TESTS_DOTS_BOARD_H

#include "unit.h"

#include "games/dots-and-boxes/rules.h"

#include <zermelo/zermelo.h>

typedef struct dots_board {
    zm_context *c;
    zm_variant *v;
    const dots_data *d;
} dots_board;

static inline dots_board open_dots(unsigned rows, unsigned cols, const char *rule)
{
    char r[16], c[16], u[32];
    const char *const settings[] = {r, c, u};
    dots_board b = {.c = zm_context_new()};
    const zm_game *g;
    snprintf(r, sizeof r, "rows=%u", rows);
    snprintf(c, sizeof c, "cols=%u", cols);
    snprintf(u, sizeof u, "rule=%s", rule);
    assert_int_equal(zm_find_game(b.c, "dots-and-boxes", &g), ZM_OK);
    assert_int_equal(zm_variant_new(b.c, g, settings, 3, &b.v), ZM_OK);
    b.d = dots_of(b.v);
    return b;
}

static inline void close_dots(dots_board *b)
{
    zm_variant_free(b->c, b->v);
    assert_int_equal(zm_memory_used(b->c), 0);
    zm_context_free(b->c);
}

static inline zm_pos dots_read(const dots_board *b, const char *text)
{
    zm_pos p = {0};
    if (zm_read_position(b->c, b->v, text, &p) != ZM_OK)
        fail_msg("%s", zm_message(b->c));
    return p;
}

/* ---- w-numbers, found plainly ---- */
enum { SL = -1, SW = -2 };
enum { PLAIN_SLOTS = 1 << 18 };

typedef struct plain {
    const dots_board *b;
    bool misere;
    struct {
        zm_pos p;
        bool used;
        int w;
    } * slot;
} plain;

static inline plain open_plain(const dots_board *b, bool misere)
{
    plain k = {.b = b, .misere = misere};
    k.slot = calloc(PLAIN_SLOTS, sizeof *k.slot);
    assert_non_null(k.slot);
    return k;
}

static inline size_t plain_slot(const plain *k, zm_pos p)
{
    size_t i = zm_hash(p) % PLAIN_SLOTS;
    while (k->slot[i].used && !zm_same(k->slot[i].p, p))
        i = (i + 1) % PLAIN_SLOTS;
    return i;
}

static inline int plain_w(plain *k, zm_pos p);

/* Definition 5.3, and 9.1 for misère, of an open position. */
static inline int plain_w_of_open(plain *k, zm_pos p, const zm_move *moves, unsigned count)
{
    uint64_t seen = 0;
    for (unsigned i = 0; i < count; i++) {
        const int w = plain_w(k, k->b->v->game->play(k->b->v, p, moves[i]));
        if (w == SL)
            return SW;
        if (w >= 0)
            seen |= zm_bit((unsigned)w);
    }
    return (int)zm_lowest(~seen);
}

static inline int plain_w(plain *k, zm_pos p)
{
    const zm_variant *v = k->b->v;
    zm_move moves[DOTS_LINES];
    p = zm_state_of(v, p);
    size_t i = plain_slot(k, p);
    if (k->slot[i].used)
        return k->slot[i].w;
    const bool over = v->game->ended(v, p) != ZM_OPEN;
    const int w = !over ? plain_w_of_open(k, p, moves, v->game->moves(v, p, moves)) : k->misere ? SW : SL;
    i = plain_slot(k, p);
    k->slot[i].used = true;
    k->slot[i].p = p;
    k->slot[i].w = w;
    return w;
}

static inline void close_plain(plain *k) { free(k->slot); }

#endif
