/* count_connect_4.c: the states of Connect 4 ply by ply: walked through, and by sets; and beside what was published. */
/* ctest: timeout=3600 cost=20 */
#include "counts_connect_4.h"

#include "unit.h"

#include <zermelo/zermelo.h>

static void count(zm_context *c, const char *const settings[3], unsigned most, zm_layers_way way, zm_layers *out)
{
    const zm_game *g;
    zm_variant *v;
    const zm_layers_options o = ZM_OPTIONS(zm_layers_options, .way = way, .most = most);
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, settings, 3, &v), ZM_OK);
    assert_int_equal(zm_count_layers(c, v, &o, out), ZM_OK);
    zm_variant_free(c, v);
}

static void both_ways(unsigned width, unsigned height, unsigned connect, unsigned most)
{
    char w[16], h[16], k[16];
    const char *const settings[] = {w, h, k};
    zm_context *c = zm_context_new();
    zm_layers walked, made;
    snprintf(w, sizeof w, "width=%u", width);
    snprintf(h, sizeof h, "height=%u", height);
    snprintf(k, sizeof k, "connect=%u", connect);
    count(c, settings, most, ZM_LAYERS_WALK, &walked);
    count(c, settings, most, ZM_LAYERS_SETS, &made);
    assert_int_equal(walked.plies, made.plies);
    for (unsigned i = 0; i < walked.plies; i++) {
        assert_int_equal(walked.layer[i].states, made.layer[i].states);
        assert_int_equal(walked.layer[i].open, made.layer[i].open);
    }
    zm_layers_free(c, &walked);
    zm_layers_free(c, &made);
    zm_context_free(c);
}

static void test_walk_and_sets(void **state)
{
    static const struct {
        unsigned width, height;
    } boards[] = {{5, 4}, {4, 5}, {7, 3}, {3, 7}, {8, 2}};
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++)
        for (unsigned connect = 3; connect <= 5; connect++)
            both_ways(boards[i].width, boards[i].height, connect, 100);
    both_ways(7, 6, 4, unit_long() ? 13 : 11);
    both_ways(8, 7, 4, unit_long() ? 9 : 8);
    both_ways(9, 6, 5, unit_long() ? 10 : 8);
}

/* Of the 24 rows of the lecture notes and the 43 of OEIS; tests/long has the rest. */
static void test_published(void **state)
{
    const unsigned to = unit_long() ? 20 : 16;
    static const char *const usual[] = {"width=7", "height=6", "connect=4"};
    zm_context *c = zm_context_new();
    zm_layers made;
    count(c, usual, to, ZM_LAYERS_SETS, &made);
    assert_int_equal(made.plies, to + 1);
    for (unsigned i = 0; i <= to; i++) {
        assert_int_equal(made.layer[i].open, counts_notes[i]);
        assert_int_equal(made.layer[i].positions, counts_oeis[i]);
    }
    zm_layers_free(c, &made);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walk_and_sets),
        cmocka_unit_test(test_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
