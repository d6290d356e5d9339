/* games_quixo.c: Quixo on 4x4: what is published, and what the derived index costs. */
#include "unit.h"

#include <zermelo/rules.h>
#include <zermelo/zermelo.h>

/* Tanaka, Bonnet, Tixeuil and Tamura (2020): the first player wins on 4x4. In 21 plies, 5,170,021 states up to symmetry and colour:
 * two programs. A handwritten index had 5,864,611 places. */
static void first_player_wins_4x4(void **state)
{
    zm_context *c = zm_context_new();
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_FORWARD);
    const zm_game *g;
    zm_variant *v;
    zm_solved solved;
    zm_set_threads(c, 1);
    assert_int_equal(zm_find_game(c, "quixo", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    assert_int_equal(zm_solve(c, v, &o, &solved), ZM_OK);
    assert_int_equal(solved.summary.states, 5170021);
    assert_int_equal(solved.summary.start, zm_win_in(21));
    assert_true(solved.places <= 5864611);
    assert_true(solved.peak_bytes <= 64u << 20);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(first_player_wins_4x4)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
