/* Two pieces on the whole board in fewer bits, by the CPU and by the kernels of the GPU: what an export makes of the
 * whole table. */
#include "bits_lab.h"

static void two_pieces_as_exported(void **state)
{
    static const unsigned bits[] = {16, 20, 24};
    (void)state;
    bits_as_exported("pieces=2", 0, bits, 3, false);
    bits_as_exported("pieces=2", 0, bits + 2, 1, true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(two_pieces_as_exported)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
