/* search_connect_4.c: every seventh state of 5x4 searched (long: every one), and some of 6x4, beside their tables. */
/* ctest: timeout=3600 cost=15 */
#include "search_lab.h"

static void test_every_state(void **state)
{
    const search_case cases[] = {
        {"connect-4", {"width=5", "height=4"}, unit_long() ? 1 : 7, 1, 0},
        {"connect-4", {"width=6", "height=4"}, 401, 1, 0},
    };
    const uint64_t searched = search_check(&cases[0]);
    assert_true(unit_long() ? searched == 1974174 : searched >= 1974174 / 7);
    assert_true(search_check(&cases[1]) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
