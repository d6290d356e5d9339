/* kernels_own.c: built-in games have kernels of their own: those with a rules.h, and those that are one C file. With those for plugins everything is right, and slower: no
 * other test would notice. */
#include "kernel/kernels.h"
#include "unit.h"

#include <zermelo/zermelo.h>

static const zm_kernels *kernels_of(zm_context *c, const char *name)
{
    const zm_game *g;
    zm_variant *v;
    assert_int_equal(zm_find_game(c, name, &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    const zm_kernels *k = zm_kernels_for(v);
    zm_variant_free(c, v);
    return k;
}

static void games_have_what_their_rules_give(void **state)
{
    const zm_kernels *plain = &zm_kernels_plugin;
    zm_context *c = zm_context_new();
    (void)state;
    assert_ptr_equal(kernels_of(c, "nim"), plain); /* neither a board nor an index */
    assert_ptr_not_equal(kernels_of(c, "chomp")->dense, plain->dense);
    assert_ptr_not_equal(kernels_of(c, "chomp")->push, plain->push);
    assert_ptr_not_equal(kernels_of(c, "hasenspiel")->hunt_acyclic, plain->hunt_acyclic);
    assert_ptr_not_equal(kernels_of(c, "hasenspiel")->dense, plain->dense);
    assert_ptr_not_equal(kernels_of(c, "fox-and-geese")->hunt_cyclic, plain->hunt_cyclic);
    assert_ptr_not_equal(kernels_of(c, "fox-and-geese")->hunt_census, plain->hunt_census);
    assert_ptr_not_equal(kernels_of(c, "nine-mens-morris")->rows, plain->rows);
    assert_ptr_not_equal(kernels_of(c, "nine-mens-morris")->counting, plain->counting);
    assert_ptr_not_equal(kernels_of(c, "connect-4")->search, plain->search);
    assert_ptr_equal(kernels_of(c, "connect-4")->rows, plain->rows); /* it has none */
    zm_context_free(c);
}

static void one_file_with_a_board_is_enough(void **state)
{
    static const char *const names[] = {"quixo", "dodgem", "dobutsu-shogi", "tic-tac-toe"};
    const zm_kernels *plain = &zm_kernels_plugin;
    zm_context *c = zm_context_new();
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const zm_kernels *own = kernels_of(c, names[i]);
        assert_ptr_not_equal(own, plain);
        assert_ptr_not_equal(own->hash, plain->hash);
        assert_ptr_not_equal(own->dense, plain->dense);
        assert_ptr_not_equal(own->forward, plain->forward);
        assert_ptr_not_equal(own->census, plain->census);
        assert_ptr_equal(own->push, plain->push); /* they have no parents */
        assert_ptr_equal(own->search, plain->search);
    }
    zm_context_free(c);
}

static unsigned no_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    (void)v, (void)p, (void)out;
    return 0;
}

static zm_pos no_play(const zm_variant *v, zm_pos p, zm_move m)
{
    (void)v, (void)m;
    return p;
}

/* Its index and its codes would be too large: the variant gets a copy of the game without them. Its kernels stay. */
static void a_copy_with_the_same_rules_has_the_same_kernels(void **state)
{
    static const zm_board board = ZM_BOARD(.rows = "5", .cols = "6", .first = "ab", .second = "AB");
    static const zm_game large = {.abi = ZM_ABI,
                                  .name = "large",
                                  .title = "Large",
                                  .about = "Nothing moves.",
                                  .moves = no_moves,
                                  .play = no_play,
                                  .board = &board};
    zm_context *c = zm_context_new();
    zm_completed completed;
    zm_variant *v;
    (void)state;
    zm_complete(&completed, &large);
    assert_int_equal(zm_variant_new(c, &completed.game, NULL, 0, &v), ZM_OK);
    assert_null(v->game->index->rank);
    assert_ptr_not_equal(v->game, &completed.game);
    assert_ptr_equal(zm_game_of_kernels(v), &completed.game);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(games_have_what_their_rules_give),
                                       cmocka_unit_test(one_file_with_a_board_is_enough),
                                       cmocka_unit_test(a_copy_with_the_same_rules_has_the_same_kernels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
