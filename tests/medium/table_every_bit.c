/* table_every_bit.c: every bit of every file of a small table, dense and keyed, flipped in turn, is found by verify. */
#include "table_damage.h"

static void every_bit_dense(void **state)
{
    (void)state;
    damage_flip(false, false, 0, 1);
}

static void every_bit_keyed(void **state)
{
    (void)state;
    damage_flip(true, false, 0, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_bit_dense), cmocka_unit_test(every_bit_keyed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
