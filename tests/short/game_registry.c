/* game_registry.c: games by name, the names of players, the hash of the rules. */
#include "unit.h"

#include "game/builtin.h"
#include "game/facets.h"

#include <time.h>
#include <zermelo/zermelo.h>

static zm_context *context;

static int set_up(void **state)
{
    (void)state;
    context = zm_context_new();
    return !context;
}

static int tear_down(void **state)
{
    (void)state;
    zm_context_free(context);
    return 0;
}

static void built_in_games_are_found_by_name_and_in_alphabetical_order(void **state)
{
    (void)state;
    const zm_game *g;
    assert_true(zm_builtin_count() > 0);
    for (size_t i = 0; i < zm_builtin_count(); i++) {
        assert_int_equal(zm_find_game(context, zm_builtin(i)->name, &g), ZM_OK);
        assert_ptr_equal(g, zm_builtin(i));
        assert_true(!i || strcmp(zm_builtin(i - 1)->name, g->name) < 0);
        assert_int_equal(g->abi, ZM_ABI);
    }
    assert_null(zm_builtin(zm_builtin_count()));
}

static void facets_of_built_in_games_have_their_version_and_what_is_required(void **state)
{
    (void)state;
    for (size_t i = 0; i < zm_builtin_count(); i++) {
        const zm_game *g = zm_builtin(i);
        char missing[256] = "";
        zm_add_missing_members(g, missing, sizeof missing);
        assert_string_equal(missing, "");
        if (zm_check_versions(context, g->declared, "game", g->name) != ZM_OK)
            fail_msg("%s", zm_message(context));
    }
}

static void not_found(const char *name, zm_status status, const char *message)
{
    const zm_game *g;
    assert_int_equal(zm_find_game(context, name, &g), status);
    assert_null(g);
    assert_string_equal(zm_message(context), message);
}

static void unknown_names_get_the_nearest(void **state)
{
    (void)state;
    not_found("nimm", ZM_BAD_INPUT, "there is no game \"nimm\"; did you mean \"nim\"? \"zermelo list\" shows all");
    not_found("Nim", ZM_BAD_INPUT, "there is no game \"Nim\"; did you mean \"nim\"? \"zermelo list\" shows all");
    not_found("wholly-unlike-any", ZM_BAD_INPUT, "there is no game \"wholly-unlike-any\"; \"zermelo list\" shows all");
    not_found("", ZM_BAD_INPUT, "there is no game \"\"; \"zermelo list\" shows all");
    not_found("my-game.c", ZM_BAD_INPUT, "my-game.c is the source of a game; build it first: zermelo build my-game.c");
    not_found("a\nb\tc-long-name", ZM_BAD_INPUT, "there is no game \"a?b?c-long-name\"; \"zermelo list\" shows all");
}

static void players_have_names(void **state)
{
    (void)state;
    const zm_game plain = {.name = "plain"}, named = {.name = "named", .players = {"fox", "geese"}};
    assert_string_equal(zm_player(&plain, 0), "first");
    assert_string_equal(zm_player(&plain, 1), "second");
    assert_string_equal(zm_player(&named, 1), "geese");
    assert_null(zm_kernels_of(&plain));
}

static uint64_t hash_of(const zm_game *g, const char *setting)
{
    zm_variant *v;
    assert_int_equal(zm_variant_new(context, g, &setting, setting ? 1 : 0, &v), ZM_OK);
    uint64_t h = zm_rules_hash(v);
    assert_int_equal(zm_rules_hash(v), h);
    zm_variant_free(context, v);
    return h;
}

static zm_end no_coin_is_a_win(const zm_variant *v, zm_pos p)
{
    (void)v;
    return p.lo ? ZM_OPEN : ZM_WIN;
}

static void the_hash_of_the_rules_changes_with_rules_and_options(void **state)
{
    (void)state;
    const zm_game *nim;
    assert_int_equal(zm_find_game(context, "nim", &nim), ZM_OK);
    zm_game misere = *nim, renamed = *nim, partisan = *nim;
    misere.ended = no_coin_is_a_win;
    renamed.name = "nim-again";
    partisan.impartial = false;
    uint64_t h = hash_of(nim, NULL);
    assert_int_equal(hash_of(nim, "piles=01,2,3"), h);
    assert_int_not_equal(hash_of(nim, "piles=1,2,4"), h);
    assert_int_not_equal(hash_of(&misere, NULL), h);
    assert_int_not_equal(hash_of(&renamed, NULL), h);
    assert_int_not_equal(hash_of(&partisan, NULL), h);
}

/* A millisecond is the promise; the sanitizers and a busy machine get more. */
static void the_hash_of_the_rules_is_quick(void **state)
{
    (void)state;
    for (size_t i = 0; i < zm_builtin_count(); i++) {
        clock_t before = clock();
        hash_of(zm_builtin(i), NULL);
        assert_true((double)(clock() - before) / CLOCKS_PER_SEC < 0.1);
    }
}

/* ---- what was published ---- */
static zm_variant *published_variant(const zm_game *g, const zm_published *p)
{
    const char *list[ZM_MAX_OPTIONS];
    size_t n = 0;
    char copy[ZM_VARIANT_TEXT];
    zm_variant *v;
    snprintf(copy, sizeof copy, "%s", p->settings);
    for (char *at, *s = strtok_r(copy, " ", &at); s; s = strtok_r(NULL, " ", &at))
        list[n++] = s;
    if (zm_variant_new(context, g, list, n, &v) != ZM_OK)
        fail_msg("%s", zm_message(context));
    return v;
}

static bool is_found(const zm_variant *v, const zm_published *wanted)
{
    const zm_published *p = NULL;
    while ((p = zm_published_of(v, p)))
        if (p == wanted)
            return true;
    return false;
}

/* Rows are found by their text, so it must be the one that variants have. What is published may be wrong, but not
 * absurd. */
static void published_rows_are_found_by_their_variant(void **state)
{
    unsigned rows = 0;
    (void)state;
    for (size_t i = 0; i < zm_builtin_count(); i++)
        for (const zm_published *p = zm_builtin(i)->sources->published; p->source; p++, rows++) {
            zm_variant *v = published_variant(zm_builtin(i), p);
            assert_true(is_found(v, p));
            assert_true(*p->source->name && *p->source->title);
            assert_true(p->won_by[0] == ZM_NOT_GIVEN || p->won_by[0] <= p->states);
            assert_true(p->won_by[1] == ZM_NOT_GIVEN || p->won_by[1] <= p->states);
            assert_true(!zm_bound_of(v) || p->states == ZM_NOT_GIVEN || p->states <= zm_bound_of(v));
            zm_variant_free(context, v);
        }
    assert_true(rows >= 6);
}

static void of_other_variants_nothing_is_published(void **state)
{
    const zm_game *g;
    const char *setting = "geese_diagonals=none";
    zm_variant *v;
    (void)state;
    assert_int_equal(zm_find_game(context, "fox-and-geese", &g), ZM_OK);
    assert_int_equal(zm_variant_new(context, g, &setting, 1, &v), ZM_OK);
    assert_null(zm_published_of(v, NULL));
    zm_variant_free(context, v);
    assert_int_equal(zm_find_game(context, "nim", &g), ZM_OK);
    assert_int_equal(zm_variant_new(context, g, NULL, 0, &v), ZM_OK);
    assert_null(zm_published_of(v, NULL));
    assert_int_equal(zm_bound_of(v), 0);
    zm_variant_free(context, v);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(built_in_games_are_found_by_name_and_in_alphabetical_order),
        TEST(facets_of_built_in_games_have_their_version_and_what_is_required),
        TEST(unknown_names_get_the_nearest),
        TEST(players_have_names),
        TEST(the_hash_of_the_rules_changes_with_rules_and_options),
        TEST(the_hash_of_the_rules_is_quick),
        TEST(published_rows_are_found_by_their_variant),
        TEST(of_other_variants_nothing_is_published),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
