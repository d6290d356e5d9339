/* tabulate_dots_and_boxes.c: all w-numbers of 5x5 dots (10,134,374,997 line sets, FACTS.md) with theorem 4.1, in 7 GiB;
 * and 4x5 dots by score, in 2 GiB.
 *
 * ctest: serial */
#include "dots_board.h"

static zm_tabulation tabulate(const dots_board *b)
{
    zm_tabulation t;
    if (zm_tabulate(b->c, b->v, NULL, &t) != ZM_OK)
        fail_msg("%s", zm_message(b->c));
    return t;
}

static void first_box_on_5x5_dots(void **state)
{
    dots_board b = open_dots(5, 5, "first-box");
    const zm_tabulation t = tabulate(&b);
    assert_int_equal(t.positions, 10134374997);
    assert_int_equal(t.start, 0); /* theorem 4.1: the second player wins */
    close_dots(&b);
}

static void score_on_4x5_and_5x4_dots(void **state)
{
    for (unsigned rows = 4; rows <= 5; rows++) {
        dots_board b = open_dots(rows, 9 - rows, "score");
        const zm_tabulation t = tabulate(&b);
        assert_int_equal(t.positions, (uint64_t)1 << 31);
        assert_int_equal(t.states, 536985600);
        assert_int_equal(t.start, 0);
        assert_int_equal(t.count, 25);
        assert_int_equal(t.row[0].positions, 386);
        assert_int_equal(t.row[12].positions, 99946934);
        assert_int_equal(t.row[24].positions, 47313968);
        close_dots(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_box_on_5x5_dots),
        cmocka_unit_test(score_on_4x5_and_5x4_dots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
