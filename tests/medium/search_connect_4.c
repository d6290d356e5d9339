/* search_connect_4.c: every state of 5x4 searched, and some of 6x4 and 5x5, beside their tables; and the states of 7x6 up to 14 plies. */
/* ctest: timeout=600 */
#include "search_lab.h"

static void test_every_state(void **state)
{
    static const search_case cases[] = {
        {"connect-4", {"width=5", "height=4"}, 1, 1, 0},
        {"connect-4", {"width=6", "height=4"}, 401, 1, 0},
    };
    assert_int_equal(search_check(&cases[0]), 1974174);
    assert_true(search_check(&cases[1]) > 0);
}

/* All states with mirror images merged, and those that are not over: the latter is what the lecture notes print. */
static void test_by_ply(void **state)
{
    static const uint64_t all[] = {2284733, 6118941, 15465573}, open[] = {2148087, 5832236, 14105207, 35045629};
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_layers l;
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, 0, NULL, &v), ZM_OK);
    assert_int_equal(zm_count_layers(c, v, 14, &l), ZM_OK);
    assert_int_equal(l.plies, 15);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(l.layer[11 + i].states, all[i]);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(l.layer[11 + i].open, open[i]);
    zm_layers_free(c, &l);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_state),
        cmocka_unit_test(test_by_ply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
