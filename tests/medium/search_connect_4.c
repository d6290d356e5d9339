/* search_connect_4.c: every state of 5x4 searched, and some of 6x4 and 5x5, beside their tables. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
