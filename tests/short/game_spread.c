/* game_spread.c: settings with several values: which variants they make, in which order, and one clear line for what is
 * wrong. */
#include "base/memory.h"
#include "unit.h"

#include <zermelo/zermelo.h>

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    (void)data;
    return zm_option_number(v, "men") <= zm_option_number(v, "size") ||
           zm_wrong(why, ZM_WHOLE, "there are more men than squares");
}

static const zm_game game = {
    .name = "test-game",
    .options = {ZM_INT("size", "8", 4, 80, ""), ZM_INT("men", "4", -2, 99, ""),
                ZM_CHOICE("cut", "none", "none|passed|blog", ""), ZM_LIST("piles", "1,2,3", 0, 200, ""),
                ZM_TEXT("square", "d8", "")},
    .prepare = prepare,
};

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
    assert_int_equal(zm_memory_used(context), 0);
    zm_context_free(context);
    return 0;
}

static zm_status spread(const char *settings, zm_spread **out)
{
    const char *list[16];
    size_t n = 0;
    static char copy[1024];
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *at, *s = strtok_r(copy, " ", &at); s; s = strtok_r(NULL, " ", &at))
        list[n++] = s;
    return zm_spread_new(context, &game, list, n, out);
}

/* All variants in one text: "size=4 cut=none; size=4 cut=blog". */
static void makes(const char *settings, const char *variants)
{
    char all[8000] = "";
    size_t used = 0;
    zm_spread *s;
    if (spread(settings, &s) != ZM_OK)
        fail_msg("%s", zm_message(context));
    for (unsigned i = 0; i < s->count; i++) {
        used += (size_t)snprintf(all + used, sizeof all - used, "%s", i ? "; " : "");
        for (unsigned k = 0; k < s->settings; k++)
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", k ? " " : "", s->setting[i][k]);
    }
    assert_string_equal(all, variants);
    zm_spread_free(context, s);
}

static void refused(const char *settings, const char *message)
{
    zm_spread *s;
    assert_int_equal(spread(settings, &s), ZM_BAD_INPUT);
    assert_null(s);
    assert_string_equal(zm_message(context), message);
}

static void ranges_and_lists_become_variants_in_order(void **state)
{
    (void)state;
    makes("", "");
    makes("size=5", "size=5");
    makes("size=4..6", "size=4; size=5; size=6");
    makes("size=7..7", "size=7");
    makes("men=-2..0", "men=-2; men=-1; men=0");
    makes("size=6,4,8", "size=6; size=4; size=8");
    makes("size=9,4..6,80", "size=9; size=4; size=5; size=6; size=80");
    makes("size=04,5", "size=4; size=5");
    makes("cut=blog,none", "cut=blog; cut=none");
    makes("piles=1,2,3", "piles=1,2,3");
    makes("piles=1,2/3,4", "piles=1,2; piles=3,4");
    makes("square=a,1/b..2", "square=a,1; square=b..2");
}

/* The last option changes fastest. */
static void several_options_make_all_combinations(void **state)
{
    (void)state;
    makes("size=4..5 men=3 cut=none,blog", "size=4 men=3 cut=none; size=4 men=3 cut=blog; "
                                           "size=5 men=3 cut=none; size=5 men=3 cut=blog");
}

static void what_varies_is_known(void **state)
{
    zm_spread *s;
    (void)state;
    assert_int_equal(spread("men=3 cut=none,blog size=4..4", &s), ZM_OK);
    assert_false(s->varies[0] || s->varies[1] || s->varies[3] || s->varies[4]);
    assert_true(s->varies[2]);
    zm_spread_free(context, s);
}

static void what_is_wrong_is_one_clear_line(void **state)
{
    (void)state;
    refused("size=9..4", "option size of test-game: \"9..4\" runs backward; write 4..9");
    refused("size=4..", "option size of test-game: \"4..\" has no end; write FROM..TO within 4..80");
    refused("size=..4", "option size of test-game: \"..4\" has no beginning; write FROM..TO within 4..80");
    refused("size=..", "option size of test-game: \"..\" has no beginning; write FROM..TO within 4..80");
    refused("size=4..99", "option size of test-game: \"4..99\" is out of range; it can be 4..80");
    refused("size=4..99999999999999999999", "option size of test-game: \"4..99999999999999999999\" is out of range; it "
                                            "can be 4..80");
    refused("size=4...6", "option size of test-game: \"4...6\" is no range; write FROM..TO within 4..80");
    refused("size=a..b", "option size of test-game: \"a..b\" is no range; write FROM..TO within 4..80");
    refused("size=4,99", "option size of test-game: \"99\" is out of range; it can be 4 to 80");
    refused("size=", "option size of test-game: \"\" is not a whole number; it can be 4 to 80");
    refused("size=4,", "option size of test-game: a value is missing in \"4,\"");
    refused("size=,4", "option size of test-game: a value is missing in \",4\"");
    refused("size=4,5,04", "option size of test-game: \"04\" is named twice; once is enough");
    refused("size=4..6,5", "option size of test-game: \"5\" is named twice; once is enough");
    refused("cut=none..blog",
            "option cut of test-game: \"none..blog\" is no choice, and choices have no ranges; list them "
            "with commas between: none|passed|blog");
    refused("cut=none,blgo",
            "option cut of test-game: \"blgo\" is none of its choices; it can be none, passed or blog; "
            "did you mean \"blog\"?");
    refused("piles=1,2/", "option piles of test-game: a value is missing in \"1,2/\"");
    refused("size=4 size=5",
            "option size of test-game: it is given twice (\"size=5\"); list all its values in one setting");
    refused("sise=4..6",
            "test-game has no option \"sise\"; did you mean \"size\"? its options are: size, men, cut, piles, "
            "square");
}

static void too_many_are_refused(void **state)
{
    zm_spread *s;
    (void)state;
    assert_int_equal(spread("size=4..67", &s), ZM_OK);
    assert_int_equal(s->count, ZM_MAX_SPREAD);
    zm_spread_free(context, s);
    refused("size=4..68", "option size of test-game: \"4..68\" are more than 64 values, too many at once");
    refused("size=4..67,70", "option size of test-game: these are more than 64 values, too many at once");
    refused("size=4..36 men=1..2", "these are 66 variants of test-game; at most 64 can be had at once");
    refused("size=4..67 men=1..64 cut=none,blog",
            "these are 8192 variants of test-game; at most 64 can be had at once");
}

/* Fine alone, not together: the others can still be had. */
static void what_does_not_go_together_shows_in_the_variant(void **state)
{
    zm_spread *s;
    zm_variant *v;
    (void)state;
    assert_int_equal(spread("men=6 size=5..6", &s), ZM_OK);
    assert_int_equal(zm_spread_variant(context, &game, s, 0, &v), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(context), "there are more men than squares"));
    assert_int_equal(zm_spread_variant(context, &game, s, 1, &v), ZM_OK);
    assert_int_equal(zm_option_number(v, "size"), 6);
    zm_variant_free(context, v);
    zm_spread_free(context, s);
}

static void without_memory_it_fails_and_leaves_nothing(void **state)
{
    (void)state;
    for (uint64_t n = 1; n <= 2; n++) {
        zm_spread *s;
        zm_fail_allocation(context, n);
        assert_int_equal(spread("size=4..6", &s), ZM_NO_MEMORY);
        assert_null(s);
        assert_int_equal(zm_memory_used(context), 0);
    }
    zm_fail_allocation(context, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(ranges_and_lists_become_variants_in_order),
        TEST(several_options_make_all_combinations),
        TEST(what_varies_is_known),
        TEST(what_is_wrong_is_one_clear_line),
        TEST(too_many_are_refused),
        TEST(what_does_not_go_together_shows_in_the_variant),
        TEST(without_memory_it_fails_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
