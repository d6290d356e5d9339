/* answer_advice.c: what is advised where there is no table can be done on this machine: in every game, with much memory
 * and with little. */
#include "unit.h"

#include "answer/advice.h"

#include <zermelo/search.h>
#include <zermelo/zermelo.h>

/* The variant of "zermelo solve GAME name=value ..". */
static zm_variant *variant_of(zm_context *c, const zm_game *g, const char *command)
{
    char text[ZM_VARIANT_TEXT + 4300], *at = text;
    const char *settings[ZM_MAX_OPTIONS];
    size_t count = 0;
    zm_variant *v;
    snprintf(text, sizeof text, "%s", command);
    for (unsigned word = 0; (at = strchr(at, ' ')); word++) {
        *at++ = 0;
        if (word >= 2)
            settings[count++] = at;
    }
    assert_int_equal(zm_variant_new(c, g, settings, count, &v), ZM_OK);
    return v;
}

static void check(zm_context *c, const zm_game *g)
{
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = "/nowhere", .precision = ZM_PRECISION);
    zm_advice a;
    zm_solved need;
    zm_variant *v;
    char begins[256];
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    zm_advise(c, g->name, v, NULL, &a);
    const bool fits = zm_solve_need(c, v, &o, &need) == ZM_OK;
    if (a.fits != fits)
        fail_msg("%s: %s", g->name, a.command);
    if (!fits && need.announced_bytes) { /* else there was no memory to find out */
        assert_true(need.announced_bytes > zm_memory_limit(c));
        assert_non_null(strstr(a.why, "of memory, and the limit is "));
    }
    snprintf(begins, sizeof begins, "zermelo solve %s", g->name);
    assert_memory_equal(a.command, begins, strlen(begins));
    if (!fits && a.same) {
        assert_true(zm_can_search(v));
        assert_non_null(strstr(a.command, " --book-plies "));
    } else if (!fits && a.helps) {
        zm_variant *smaller = variant_of(c, g, a.command);
        if (zm_solve_need(c, smaller, &o, &need) != ZM_OK)
            fail_msg("%s: %s", a.command, zm_message(c));
        zm_variant_free(c, smaller);
    }
    zm_variant_free(c, v);
}

static void advice_can_be_followed(void **state)
{
    static const uint64_t limits[] = {(uint64_t)1 << 30, (uint64_t)16 << 30};
    for (unsigned k = 0; k < sizeof limits / sizeof *limits; k++) {
        zm_context *c = zm_context_new();
        zm_set_memory(c, limits[k]);
        for (size_t i = 0; i < zm_builtin_count(); i++)
            check(c, zm_builtin(i));
        assert_int_equal(zm_memory_used(c), 0);
        zm_context_free(c);
    }
}

static const char *advised(zm_context *c, const char *game, zm_advice *a)
{
    const zm_game *g;
    zm_variant *v;
    assert_int_equal(zm_find_game(c, game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    zm_advise(c, game, v, NULL, a);
    zm_variant_free(c, v);
    return a->command;
}

static void large_games(void **state)
{
    zm_context *c = zm_context_new();
    zm_advice a;
    zm_set_memory(c, (uint64_t)16 << 30);
    assert_string_equal(advised(c, "connect-4", &a), "zermelo solve connect-4 --book-plies 8");
    assert_string_equal(advised(c, "fuchs-und-henne", &a), "zermelo solve fuchs-und-henne hens=9");
    assert_string_equal(advised(c, "tic-tac-toe", &a), "zermelo solve tic-tac-toe");
    zm_context_free(c);
}

/* Who has stopped waiting is not kept waiting: no smaller variant is looked for. */
static void stopped(void **state)
{
    const zm_game *g;
    zm_variant *v;
    zm_advice a;
    zm_context *c = zm_context_new();
    zm_set_memory(c, (uint64_t)16 << 30);
    assert_int_equal(zm_find_game(c, "fuchs-und-henne", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    zm_advise_in(c, g->name, v, NULL, &a);
    assert_string_equal(a.command, "zermelo solve fuchs-und-henne hens=9");
    zm_stop(c);
    zm_advise_in(c, g->name, v, NULL, &a);
    assert_true(!a.fits && !a.helps);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(advice_can_be_followed), cmocka_unit_test(large_games),
                                       cmocka_unit_test(stopped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
