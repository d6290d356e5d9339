/* board_lab.h: boards that tests declare: made, dropped, and their positions one after the other, without the kit's index. */
#ifndef ZM_TESTS_BOARD_LAB_H
#define ZM_TESTS_BOARD_LAB_H

#include "game/board/make.h"
#include "unit.h"

static zm_context *context;

static inline int set_up(void **state)
{
    (void)state;
    context = zm_context_new();
    return !context;
}

static inline int tear_down(void **state)
{
    (void)state;
    assert_int_equal(zm_memory_used(context), 0);
    zm_context_free(context);
    return 0;
}

static inline void make(const zm_board *b, zm_variant *v)
{
    if (zm_board_make(context, b, v))
        fail_msg("%s", zm_message(context));
}

static inline void drop(zm_variant *v)
{
    zm_release(context, (void *)(uintptr_t)v->board);
    v->board = NULL;
}

static inline void refuse(const zm_board *b, const char *message)
{
    zm_variant v = {0};
    assert_int_equal(zm_board_make(context, b, &v), ZM_BAD_INPUT);
    assert_null(v.board);
    assert_string_equal(zm_message(context), message);
}

/* The whole position with each piece moved to its square's image. */
static inline zm_pos moved(const zm_variant *v, zm_pos p, const uint8_t *image)
{
    zm_pos q = p;
    for (unsigned i = 0; i < zm_squares(v); i++)
        q = zm_put(v, q, image[i], zm_at(v, p, i));
    return q;
}

/* Has it as many of everything as was declared? By counting letters, as a person would. */
static inline bool is_possible(const zm_board *b, const zm_variant *v, zm_pos p)
{
    unsigned number[128] = {0}, pieces[2] = {0};
    const zm_pos shown = zm_board_shown(v, p);
    for (unsigned i = 0; i < zm_squares(v); i++) {
        const char letter = zm_at(v, p, i);
        pieces[0] += b->first && letter != '.' && strchr(b->first, letter);
        pieces[1] += b->second && letter != '.' && strchr(b->second, letter);
        number[(unsigned)zm_at(v, shown, i)]++;
    }
    for (unsigned i = 0; i < zm_board_of(v)->letters; i++)
        number[(unsigned)zm_board_of(v)->letter[i].letter] += zm_held(v, shown, zm_board_of(v)->letter[i].letter);
    for (unsigned t = 0; t < ZM_BOARD_TOTALS && b->totals[t].letters; t++) {
        unsigned sum = 0;
        for (const char *at = b->totals[t].letters; *at; at++)
            sum += number[(unsigned)*at];
        if (sum < (unsigned)atoi(b->totals[t].least) || sum > (unsigned)atoi(b->totals[t].most))
            return false;
    }
    return b->turn != ZM_TURN_COUNTED || pieces[0] == pieces[1] + (p.hi >> 63);
}

typedef void visit_position(void *arg, zm_pos p);

typedef struct walk {
    const zm_board *b;
    const zm_variant *v;
    visit_position *visit;
    void *arg;
} walk;

/* Numbers that the turn, the counters and the hands can have, one after the other. */
static inline void walk_rest(const walk *w, zm_pos p, unsigned at)
{
    const zm_board_data *d = zm_board_of(w->v);
    if (at < d->numbers) {
        for (unsigned n = d->number[at].least; n <= d->number[at].most; n++)
            walk_rest(w, zm_block_set(zm_board_number_block(d, &d->number[at]), p, n - d->number[at].least), at + 1);
    } else if (at < d->numbers + d->letters) {
        const zm_board_letter *l = &d->letter[at - d->numbers];
        for (unsigned n = 0; n <= l->most_held; n++)
            walk_rest(w, zm_hold(w->v, p, l->letter, n), at + 1);
    } else {
        for (unsigned turn = 0; turn < 2; turn++, p = zm_next_turn(p))
            if (is_possible(w->b, w->v, p))
                w->visit(w->arg, p);
    }
}

static inline void walk_squares(const walk *w, zm_pos p, unsigned at)
{
    const zm_board_data *d = zm_board_of(w->v);
    if (at == d->squares) {
        walk_rest(w, p, 0);
        return;
    }
    walk_squares(w, p, at + 1);
    for (unsigned i = 0; i < d->letters; i++)
        walk_squares(w, zm_put(w->v, p, at, d->letter[i].letter), at + 1);
}

/* All positions of a small board. */
static inline void walk_all(const zm_board *b, const zm_variant *v, visit_position *visit, void *arg)
{
    const walk w = {b, v, visit, arg};
    walk_squares(&w, (zm_pos){0, 0}, 0);
}

#endif
