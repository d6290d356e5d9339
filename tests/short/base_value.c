/* base_value.c: values as numbers: their order, their flip, the symbols tables store. All of them. */
#include <zermelo/value.h>

#include "unit.h"

/* The numbers in the order value.h promises: none, losses from soon to late, draw, wins from late to soon. */
static void better_is_larger(void **state)
{
    (void)state;
    for (unsigned r = 0; r < ZM_FARTHEST; r++) {
        assert_true(zm_loss_in(r) < zm_loss_in(r + 1));
        assert_true(zm_win_in(r) > zm_win_in(r + 1));
    }
    assert_true(ZM_NONE < zm_loss_in(0));
    assert_true(zm_loss_in(ZM_FARTHEST) < ZM_DRAWN);
    assert_true(ZM_DRAWN < zm_win_in(ZM_FARTHEST));
    assert_int_equal(zm_win_in(0), 0xFFFF);
}

static void every_number_is_exactly_one_kind(void **state)
{
    (void)state;
    unsigned wins = 0, losses = 0, draws = 0;
    for (unsigned i = 0; i < 65536; i++) {
        zm_value s = (zm_value)i;
        assert_int_equal(zm_is_win(s) + zm_is_loss(s) + zm_is_draw(s) + (s == ZM_NONE), 1);
        wins += zm_is_win(s);
        losses += zm_is_loss(s);
        draws += zm_is_draw(s);
    }
    assert_int_equal(wins, ZM_FARTHEST + 1);
    assert_int_equal(losses, ZM_FARTHEST + 1);
    assert_int_equal(draws, 1);
}

static void remoteness_comes_back(void **state)
{
    (void)state;
    for (unsigned r = 0; r <= ZM_FARTHEST; r++) {
        assert_int_equal(zm_remoteness(zm_loss_in(r)), r);
        assert_int_equal(zm_remoteness(zm_win_in(r)), r);
    }
    assert_int_equal(zm_remoteness(ZM_DRAWN), 0);
    assert_int_equal(zm_remoteness(ZM_NONE), 0);
}

static void a_move_adds_a_ply_and_flips_with_the_turn(void **state)
{
    (void)state;
    for (unsigned r = 0; r < ZM_FARTHEST; r++) {
        assert_int_equal(zm_before_move(zm_loss_in(r), true), zm_win_in(r + 1));
        assert_int_equal(zm_before_move(zm_win_in(r), true), zm_loss_in(r + 1));
        assert_int_equal(zm_before_move(zm_loss_in(r), false), zm_loss_in(r + 1));
        assert_int_equal(zm_before_move(zm_win_in(r), false), zm_win_in(r + 1));
    }
    assert_int_equal(zm_before_move(ZM_DRAWN, true), ZM_DRAWN);
    assert_int_equal(zm_before_move(ZM_DRAWN, false), ZM_DRAWN);
}

static void without_distance_there_are_three_values(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 65536; i++) {
        const zm_value v = (zm_value)i, plain = zm_wdl(v);
        assert_true(zm_is_win(v) == zm_is_win(plain) && zm_is_loss(v) == zm_is_loss(plain));
        assert_true(zm_is_draw(v) == zm_is_draw(plain) && zm_remoteness(plain) == 0);
        assert_int_equal(zm_wdl(plain), plain);
    }
}

/* All 65536 symbols are used, each once: nothing is lost and nothing is wasted. */
static void symbols_are_a_bijection(void **state)
{
    (void)state;
    static bool seen[65536];
    for (unsigned i = 0; i < 65536; i++) {
        uint16_t c = zm_symbol((zm_value)i);
        assert_false(seen[c]);
        seen[c] = true;
        assert_int_equal(zm_from_symbol(c), i);
    }
    assert_int_equal(zm_symbol(ZM_NONE), 0);
    assert_int_equal(zm_symbol(ZM_DRAWN), 1);
    assert_int_equal(zm_symbol(zm_loss_in(0)), 2);
    assert_int_equal(zm_symbol(zm_win_in(0)), 3);
    assert_int_equal(zm_symbol(zm_win_in(126)), 255); /* the farthest that fits one byte */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(better_is_larger),        cmocka_unit_test(every_number_is_exactly_one_kind),
        cmocka_unit_test(remoteness_comes_back),   cmocka_unit_test(a_move_adds_a_ply_and_flips_with_the_turn),
        cmocka_unit_test(symbols_are_a_bijection), cmocka_unit_test(without_distance_there_are_three_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
