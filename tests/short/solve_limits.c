/* What a position or a table cannot hold is an error that names the limit, never a value: wins that take too many
 * plies, by every method, and heaps that do not fit. The first game is a pile of coins of which one is taken at a time,
 * so that a pile of n is n plies from its end. */
#include <zermelo/zermelo.h>

#include "game/complete.h"
#include "unit.h"

static unsigned coins; /* in the pile at the start */

static zm_pos start(const zm_variant *v)
{
    (void)v;
    return (zm_pos){coins, 0};
}

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    (void)v;
    out[0] = 1;
    return p.lo ? 1 : 0;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    (void)v;
    return (zm_pos){p.lo - m, 0};
}

static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    (void)v;
    *p = (zm_pos){strtoul(text, NULL, 10), 0};
    return p->lo <= coins || zm_wrong(why, 0, "too many");
}

static void write(const zm_variant *v, zm_pos p, zm_text *out)
{
    (void)v;
    zm_say(out, "%u", (unsigned)p.lo);
}

static uint32_t tiers(const zm_variant *v)
{
    (void)v;
    return 1;
}

static uint64_t tier_size(const zm_variant *v, uint32_t tier)
{
    (void)v;
    (void)tier;
    return coins + 1;
}

static zm_place rank(const zm_variant *v, zm_pos p)
{
    (void)v;
    return (zm_place){0, p.lo};
}

static zm_pos unrank(const zm_variant *v, zm_place at)
{
    (void)v;
    return (zm_pos){at.index, 0};
}

static void parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    (void)v;
    if (p.lo < coins)
        visit(arg, (zm_pos){p.lo + 1, 0});
}

static const zm_game plain = {.abi = ZM_ABI,
                              .name = "pile",
                              .title = "Pile",
                              .impartial = true,
                              .start = start,
                              .moves = moves,
                              .play = play,
                              .read = read,
                              .write = write,
                              .index =
                                  ZM_INDEX(.tiers = tiers, .tier_size = tier_size, .rank = rank, .unrank = unrank)};

static void pile(zm_completed *out, zm_inside inside, bool has_parents)
{
    zm_complete(out, &plain);
    out->index.inside = inside;
    out->backward.parents = has_parents ? parents : NULL;
}

/* Every pile up to `most` is solved, with the right values; the next one is refused. */
static void up_to(zm_method method, zm_inside inside, bool has_parents, unsigned most)
{
    zm_completed game;
    pile(&game, inside, has_parents);
    const zm_variant v = {.game = &game.game};
    zm_context *c = zm_context_new();
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = method);
    zm_solved solved;
    coins = most;
    if (zm_solve(c, &v, &o, &solved) != ZM_OK)
        fail_msg("%s: %s", zm_method_name(method), zm_message(c));
    assert_int_equal(solved.summary.start, most % 2 ? zm_win_in(most) : zm_loss_in(most));
    assert_int_equal(solved.summary.drawn, 0);
    assert_int_equal(solved.summary.longest, most);
    for (coins = most + 1; coins < most + 3; coins++) {
        assert_int_equal(zm_solve(c, &v, &o, &solved), ZM_BAD_INPUT);
        assert_non_null(strstr(zm_message(c), "farther than tables can say"));
    }
    zm_context_free(c);
}

static void a_hash_solve_goes_to_the_last_ply(void **state)
{
    (void)state;
    up_to(ZM_METHOD_HASH, ZM_DESCENDS, false, ZM_FARTHEST);
}

static void dense_methods_go_to_the_last_ply_but_one(void **state)
{
    (void)state;
    up_to(ZM_METHOD_BACKWARD, ZM_CYCLES, true, ZM_FARTHEST - 1);
    up_to(ZM_METHOD_SWEEP, ZM_DESCENDS, false, ZM_FARTHEST - 1);
    up_to(ZM_METHOD_BACKWARD, ZM_DESCENDS, true, ZM_FARTHEST - 1);
    up_to(ZM_METHOD_FORWARD, ZM_CYCLES, false, ZM_FARTHEST - 1);
}

static void limited_nim_of_32766_coins_one_by_one(void **state)
{
    (void)state;
    zm_context *c = zm_context_new();
    const zm_game *game;
    zm_variant *v;
    zm_solved solved;
    const char *settings[2] = {"coins=32766", "take=1"};
    assert_int_equal(zm_find_game(c, "limited-nim", &game), ZM_OK);
    assert_int_equal(zm_variant_new(c, game, settings, 2, &v), ZM_OK);
    assert_int_equal(zm_solve(c, v, &ZM_OPTIONS(zm_solve_options), &solved), ZM_OK);
    assert_int_equal(solved.summary.start, zm_loss_in(32766));
    zm_variant_free(c, v);
    settings[0] = "coins=32767";
    assert_int_equal(zm_variant_new(c, game, settings, 2, &v), ZM_OK);
    assert_int_equal(zm_solve(c, v, &ZM_OPTIONS(zm_solve_options), &solved), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(c), "more than 32766 plies"));
    zm_variant_free(c, v);
    zm_context_free(c);
}

static zm_status solve_octal(zm_context *c, const char *code, const char *heaps, zm_solved *solved)
{
    const char *settings[2] = {code, heaps};
    const zm_game *game;
    zm_variant *v;
    assert_int_equal(zm_find_game(c, "octal", &game), ZM_OK);
    assert_int_equal(zm_variant_new(c, game, settings, 2, &v), ZM_OK);
    const zm_status s = zm_solve(c, v, &ZM_OPTIONS(zm_solve_options), solved);
    zm_variant_free(c, v);
    return s;
}

/* Nine heaps of more than 117 coins are more than a position can hold. */
static void heaps_that_a_position_cannot_hold_are_an_error(void **state)
{
    static const char *const start[] = {"heaps=110,2,2,2,2,2,2,2", "heaps=111,2,2,2,2,2,2"};
    (void)state;
    for (unsigned i = 0; i < sizeof start / sizeof *start; i++) {
        zm_context *c = zm_context_new();
        zm_solved solved;
        assert_int_equal(solve_octal(c, "code=4.0", start[i], &solved), ZM_BAD_INPUT);
        assert_non_null(strstr(zm_message(c), "octal: from "));
        assert_non_null(strstr(zm_message(c), "more than a position can hold: 8 heaps, or more if their number"));
        assert_int_equal(zm_memory_used(c), 0);
        zm_context_free(c);
    }
}

/* Every move makes one heap more, so that 20 coins in a heap end after 19 plies. */
static void what_just_fits_is_solved(void **state)
{
    zm_context *c = zm_context_new();
    zm_solved solved;
    (void)state;
    assert_int_equal(solve_octal(c, "code=4.0", "heaps=20,1,1,1,1,1,1,1", &solved), ZM_OK);
    assert_int_equal(solved.summary.start, zm_win_in(19));
    assert_int_equal(solved.summary.drawn, 0);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hash_solve_goes_to_the_last_ply),
        cmocka_unit_test(dense_methods_go_to_the_last_ply_but_one),
        cmocka_unit_test(limited_nim_of_32766_coins_one_by_one),
        cmocka_unit_test(heaps_that_a_position_cannot_hold_are_an_error),
        cmocka_unit_test(what_just_fits_is_solved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
