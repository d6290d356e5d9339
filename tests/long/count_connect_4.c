/* count_connect_4.c: all positions of Connect 4 on 7x6, by sets, beside what was published: a quarter of an hour, 6
 * GiB. */
#include "counts_connect_4.h"

#include "unit.h"

#include <zermelo/zermelo.h>

static void test_the_whole_game(void **state)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_layers l;
    const zm_layers_options o = ZM_OPTIONS(zm_layers_options, .way = ZM_LAYERS_SETS, .most = COUNTS_OEIS);
    uint64_t positions = 0, notes = 0;
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    assert_int_equal(zm_count_layers(c, v, &o, &l), ZM_OK);
    assert_int_equal(l.plies, COUNTS_OEIS);
    for (unsigned i = 0; i < COUNTS_OEIS; i++) {
        assert_int_equal(l.layer[i].positions, counts_oeis[i]);
        positions += l.layer[i].positions;
    }
    for (unsigned i = 0; i < COUNTS_NOTES; i++) {
        assert_int_equal(l.layer[i].open, counts_notes[i]);
        notes += l.layer[i].open;
    }
    assert_int_equal(positions, counts_oeis_sum);
    assert_int_equal(notes, counts_notes_sum);
    zm_layers_free(c, &l);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_whole_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
