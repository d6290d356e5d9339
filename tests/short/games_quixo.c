/* games_quixo.c: Quixo on 3x3, solved by every method it can be solved by; the larger boards are in medium/games_quixo.c. */
#include "unit.h"

#include <zermelo/rules.h>
#include <zermelo/zermelo.h>

static zm_variant *variant_of(zm_context *c, const char *setting)
{
    const zm_game *g;
    zm_variant *v;
    assert_int_equal(zm_find_game(c, "quixo", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, &setting, 1, &v), ZM_OK);
    return v;
}

/* Tanaka, Bonnet, Tixeuil and Tamura (2020): the first player wins on 3x3. In 7 plies: two programs. */
static void first_player_wins_3x3(void **state)
{
    static const zm_method method[] = {ZM_METHOD_HASH, ZM_METHOD_FORWARD};
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "size=3");
    for (unsigned i = 0; i < 2; i++) {
        const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = method[i]);
        zm_solved solved;
        assert_int_equal(zm_solve(c, v, &o, &solved), ZM_OK);
        assert_int_equal(solved.summary.states, 2219);
        assert_int_equal(solved.summary.start, zm_win_in(7));
        assert_int_equal(solved.summary.drawn, 0);
    }
    zm_variant_free(c, v);
    zm_context_free(c);
}

static zm_pos read_position(const zm_variant *v, const char *text)
{
    zm_mistake why;
    zm_pos p;
    if (!v->game->read(v, text, &p, &why))
        fail_msg("%s: %s", text, why.text);
    return p;
}

/* A cube from the middle of a side can go in at three ends, one from a corner at two; the others' cubes stay. */
static void moves_of_a_position(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "size=3");
    zm_move moves[64];
    char text[ZM_MAX_TEXT];
    assert_int_equal(v->game->moves(v, v->game->start(v), moves), 4 * 2 + 4 * 3);
    const zm_pos p = read_position(v, "ox./.../...:x");
    assert_int_equal(v->game->moves(v, p, moves), 3 * 2 + 4 * 3);
    assert_string_equal(zm_write_position(v, v->game->play(v, p, zm_from_to(2, 0)), text, sizeof text),
                        "xox/.../...:o");
    assert_string_equal(zm_write_position(v, v->game->play(v, p, zm_from_to(1, 7)), text, sizeof text),
                        "o../.../.x.:o");
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* Who makes a line of the other's sign has lost, even with one of his own. */
static void lines_of_the_other_lose(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "size=3");
    assert_int_equal(v->game->ended(v, read_position(v, "xxx/ooo/...:x")), ZM_WIN);
    assert_int_equal(v->game->ended(v, read_position(v, "xxx/ooo/...:o")), ZM_WIN);
    assert_int_equal(v->game->ended(v, read_position(v, "xxx/oo./...:o")), ZM_LOSS);
    assert_int_equal(v->game->ended(v, read_position(v, "xx./oo./...:o")), ZM_OPEN);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_player_wins_3x3),
        cmocka_unit_test(moves_of_a_position),
        cmocka_unit_test(lines_of_the_other_lose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
