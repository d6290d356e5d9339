/* play_line.c: lines of best play: each move keeps what the position is worth, and they end where they must. */
#include "unit.h"

#include <zermelo/zermelo.h>

typedef struct seen {
    unsigned positions, moves;
    bool over;
    zm_value first, last;
    unsigned stop_after; /* 0: never */
} seen;

static zm_status see(void *arg, const zm_ply *p)
{
    seen *s = arg;
    if (!s->positions)
        s->first = p->at->value;
    s->last = p->at->value;
    s->over = p->at->over;
    s->positions++;
    s->moves += p->best != NULL;
    if (p->best) /* nothing is given away */
        assert_true(zm_wdl(p->best->value) == zm_wdl(p->at->value));
    return s->stop_after && s->positions == s->stop_after ? ZM_INTERRUPTED : ZM_OK;
}

static zm_status walk(const char *game, const char *from, uint64_t plies, seen *s)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_table *t;
    zm_choices *room = malloc(sizeof *room);
    zm_line_options o = ZM_OPTIONS(zm_line_options, .plies = plies, .see = see, .arg = s);
    assert_non_null(room);
    assert_int_equal(zm_find_game(c, game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    o.from = g->start(v);
    if (from)
        assert_int_equal(zm_read_position(c, v, from, &o.from), ZM_OK);
    o.player = zm_turn_of(v, o.from);
    assert_int_equal(zm_solve_position(c, v, o.from, 1000000, &t), ZM_OK);
    const zm_status status = zm_best_play(c, v, t, &o, room);
    free(room);
    zm_table_close(t);
    zm_variant_free(c, v);
    zm_context_free(c);
    return status;
}

/* Perfect play of Tic-Tac-Toe is a draw, and fills the board. */
static void a_draw_goes_on_to_the_end_of_the_board(void **state)
{
    seen s = {0};
    assert_int_equal(walk("tic-tac-toe", NULL, 100, &s), ZM_OK);
    assert_true(s.over && s.moves == 9 && s.positions == 10 && zm_is_draw(s.last));
}

static void a_win_takes_as_many_plies_as_it_is_far(void **state)
{
    seen s = {0};
    assert_int_equal(walk("chomp", NULL, 100, &s), ZM_OK);
    assert_true(s.over && s.moves == zm_remoteness(s.first) && s.positions == s.moves + 1);
}

static void so_many_plies_and_no_more(void **state)
{
    seen s = {0};
    assert_int_equal(walk("tic-tac-toe", NULL, 4, &s), ZM_OK);
    assert_true(!s.over && s.moves == 4 && s.positions == 5);
    s = (seen){0};
    assert_int_equal(walk("tic-tac-toe", "xxxoo....", 4, &s), ZM_OK); /* it is over: one position, no move */
    assert_true(s.over && s.moves == 0 && s.positions == 1);
}

static void who_looks_can_stop_it(void **state)
{
    seen s = {.stop_after = 3};
    assert_int_equal(walk("tic-tac-toe", NULL, 100, &s), ZM_INTERRUPTED);
    assert_int_equal(s.positions, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_draw_goes_on_to_the_end_of_the_board),
        cmocka_unit_test(a_win_takes_as_many_plies_as_it_is_far),
        cmocka_unit_test(so_many_plies_and_no_more),
        cmocka_unit_test(who_looks_can_stop_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
