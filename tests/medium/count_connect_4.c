/* count_connect_4.c: the states of Connect 4 ply by ply: walked through, and by sets; and the lecture notes' table. */
/* ctest: timeout=900 */
#include <zermelo/zermelo.h>

#include "unit.h"

static void count(zm_context *c, const char *const settings[3], unsigned most, zm_layers_way way, zm_layers *out)
{
    const zm_game *g;
    zm_variant *v;
    const zm_layers_options o = {.way = way, .most = most};
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, 3, settings, &v), ZM_OK);
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
    both_ways(7, 6, 4, 13);
    both_ways(8, 7, 4, 9);
    both_ways(9, 6, 5, 10);
}

static const char *const usual[] = {"width=7", "height=6", "connect=4"};

/* The lecture notes (seed 004) count boards that are not over, mirror images merged. */
static void test_lecture_notes_table(void **state)
{
    static const uint64_t table[] = {1,         4,          25,         121,        568,        2144,
                                     8231,      27109,      91295,      269531,     809464,     2148087,
                                     5832236,   14105207,   35045629,   77785047,   177841160,  363798195,
                                     767435580, 1448894267, 2818993420, 4907390200, 8788132016, 14066554884};
    enum { TO = 20 }; /* of 23; the others need minutes (docs/connect-4.md) */
    zm_context *c = zm_context_new();
    zm_layers made;
    uint64_t sum = 0;
    count(c, usual, TO, ZM_LAYERS_SETS, &made);
    for (unsigned i = 0; i <= TO; i++)
        assert_int_equal(made.layer[i].open, table[i]);
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        sum += table[i];
    assert_int_equal(sum, 33475164421);
    zm_layers_free(c, &made);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_walk_and_sets),
        cmocka_unit_test(test_lecture_notes_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
