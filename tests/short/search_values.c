/* search_values.c: what a search finds is what tables have: of games with a zm_search and of games that have only
 * rules, on one thread and on several, with plenty of memory and with hardly any. */
#include "search_lab.h"

static void test_by_its_search(void **state)
{
    static const search_case cases[] = {
        {"connect-4", {"width=4", "height=4"}, 1, 1, 0},
        {"connect-4", {"width=4", "height=5"}, 7, 1, 0}, /* odd heights: who follows is another */
        {"connect-4", {"width=5", "height=3"}, 1, 1, 0},
        {"connect-4", {"width=3", "height=7"}, 1, 1, 0},
        {"connect-4", {"width=5", "height=4", "connect=3"}, 5, 1, 0},
        {"connect-4", {"width=4", "height=4", "connect=5"}, 5, 1, 0},
        {"connect-4", {"width=6", "height=3", "connect=5"}, 7, 1, 0},
        {"connect-4", {"width=1", "height=6"}, 1, 1, 0},
        {"connect-4", {"width=4", "height=4"}, 3, 1, 1}, /* the smallest memory there is */
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(search_check(&cases[i]) > 0);
}

static void test_by_the_rules_alone(void **state)
{
    static const search_case cases[] = {
        {"chomp", {"rows=4", "cols=5"}, 1, 1, 0},
        {"hasenspiel", {"size=6"}, 11, 1, 0},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_true(search_check(&cases[i]) > 0);
}

/* From the start of a board that keeps several threads busy. */
static void test_on_threads(void **state)
{
    const char *const settings[] = {"width=5", "height=5"};
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, settings, 2, &v), ZM_OK);
    for (unsigned threads = 1; threads <= 4; threads++) {
        const zm_search_options o = ZM_OPTIONS(zm_search_options, .threads = threads, .bytes = 1 << 22);
        zm_searcher *s;
        zm_value value;
        assert_int_equal(zm_searcher_open(c, v, &o, &s), ZM_OK);
        assert_int_equal(zm_search_value(s, g->start(v), &value), ZM_OK);
        assert_int_equal(value, ZM_DRAWN);
        zm_search_forget(s);
        assert_int_equal(zm_search_value(s, g->start(v), &value), ZM_OK);
        assert_int_equal(value, ZM_DRAWN);
        zm_searcher_close(s);
    }
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void test_refuses(void **state)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_searcher *s = NULL;
    const char *const dice = "madn", *const cycles = "fox-and-geese";
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(zm_find_game(c, i ? dice : cycles, &g), ZM_OK);
        assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
        assert_false(zm_can_search(v));
        assert_int_equal(zm_searcher_open(c, v, NULL, &s), ZM_BAD_INPUT);
        assert_null(s);
        zm_variant_free(c, v);
    }
    zm_context_free(c);
}

/* Whoever plays is not made to wait: few fields free, or a game that is over. */
static void note_progress(void *arg, const zm_progress *p)
{
    if (p->done > *(uint64_t *)arg)
        *(uint64_t *)arg = p->done;
}

/* Of the positions that were looked at, nearly all: what is left after the last pause of a thread is not told. */
static void test_tells_how_many(void **state)
{
    const char *const settings[] = {"width=5", "height=5"};
    const zm_search_options o = ZM_OPTIONS(zm_search_options, .threads = 1, .tells = true);
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_searcher *s;
    zm_value value;
    uint64_t most = 0;
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, settings, 2, &v), ZM_OK);
    assert_int_equal(zm_searcher_open(c, v, &o, &s), ZM_OK);
    zm_set_progress(c, note_progress, &most);
    zm_progress_begin(c, "positions searched", 0);
    assert_int_equal(zm_search_value(s, zm_start_state(v), &value), ZM_OK);
    zm_progress_end(c);
    assert_true(most > 0 && most <= zm_search_nodes(s));
    zm_searcher_close(s);
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void test_quick(void **state)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_mistake why;
    zm_pos p;
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    assert_false(zm_search_is_quick(v, g->start(v)));
    assert_true(g->read(v, "444444555555", &p, &why));
    assert_true(zm_search_is_quick(v, p));
    assert_true(g->read(v, "1212121", &p, &why)); /* over */
    assert_true(zm_search_is_quick(v, p));
    zm_variant_free(c, v);
    assert_int_equal(zm_find_game(c, "chomp", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    assert_false(zm_search_is_quick(v, g->start(v))); /* it has only rules */
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_its_search), cmocka_unit_test(test_by_the_rules_alone),
        cmocka_unit_test(test_on_threads),    cmocka_unit_test(test_refuses),
        cmocka_unit_test(test_quick),         cmocka_unit_test(test_tells_how_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
