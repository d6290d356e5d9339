/* game_options.c: the options of a variant: canonical text, and one clear line for everything that is wrong. */
#include "base/memory.h"
#include "unit.h"

#include <zermelo/zermelo.h>

/* A game that has one of each kind, and one that follows from another. */
static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    char text[32];
    snprintf(text, sizeof text, "%d", (int)zm_option_number(v, "size") / 2);
    if (!*zm_option_text(v, "men"))
        zm_option_set(v, "men", text);
    *(int64_t *)data = zm_option_number(v, "men");
    return zm_option_number(v, "men") <= zm_option_number(v, "size") ||
           zm_wrong(why, ZM_WHOLE, "there are more men than squares");
}

static const zm_game game = {
    .name = "test-game",
    .options = {ZM_INT("size", "8", 4, 12, ""), ZM_INT("men", NULL, 1, 99, ""),
                ZM_CHOICE("cut", "none", "none|passed|blog", ""), ZM_LIST("piles", "1,2,3", 0, 200, ""),
                ZM_TEXT("square", "d8", "")},
    .data_bytes = sizeof(int64_t),
    .prepare = prepare,
};
static const zm_game bare = {.name = "bare"};

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

static void expect_of(const zm_game *g, const char *settings, const char *all, const char *needed)
{
    const char *list[4];
    size_t n = 0;
    char copy[512], text[ZM_VARIANT_TEXT];
    zm_variant *v;
    snprintf(copy, sizeof copy, "%s", settings);
    for (char *at, *s = strtok_r(copy, " ", &at); s; s = strtok_r(NULL, " ", &at))
        list[n++] = s;
    zm_status s = zm_variant_new(context, g, list, n, &v);
    if (!needed) { /* then `all` is the message */
        assert_int_equal(s, ZM_BAD_INPUT);
        assert_null(v);
        assert_string_equal(zm_message(context), all);
        return;
    }
    assert_int_equal(s, ZM_OK);
    assert_string_equal(zm_variant_text(v, ' ', true, text, sizeof text), all);
    assert_string_equal(zm_variant_text(v, '+', false, text, sizeof text), needed);
    zm_variant_free(context, v);
}

static void accepted(const char *settings, const char *all, const char *needed)
{
    expect_of(&game, settings, all, needed);
}
static void refused(const char *settings, const char *message) { expect_of(&game, settings, message, NULL); }

static void defaults_are_left_out_of_the_text(void **state)
{
    (void)state;
    accepted("", "size=8 men=4 cut=none piles=1,2,3 square=d8", "");
    accepted("cut=blog", "size=8 men=4 cut=blog piles=1,2,3 square=d8", "cut=blog");
    accepted("size=8 square=d8", "size=8 men=4 cut=none piles=1,2,3 square=d8", "");
}

static void the_same_variant_has_one_text(void **state)
{
    (void)state;
    accepted("size=06", "size=6 men=3 cut=none piles=1,2,3 square=d8", "size=6");
    accepted("piles=07,000", "size=8 men=4 cut=none piles=7,0 square=d8", "piles=7,0");
    accepted("cut=blog size=6", "size=6 men=3 cut=blog piles=1,2,3 square=d8", "size=6+cut=blog");
}

static void an_option_that_follows_from_others_is_left_out_when_it_would_follow(void **state)
{
    (void)state;
    accepted("men=4", "size=8 men=4 cut=none piles=1,2,3 square=d8", "");
    accepted("men=5", "size=8 men=5 cut=none piles=1,2,3 square=d8", "men=5");
    accepted("size=10 men=5", "size=10 men=5 cut=none piles=1,2,3 square=d8", "size=10");
}

static void the_rules_read_the_options(void **state)
{
    (void)state;
    zm_variant *v;
    uint16_t list[ZM_MAX_LIST];
    const char *const settings[] = {"cut=passed", "size=12"};
    assert_int_equal(zm_variant_new(context, &game, settings, 2, &v), ZM_OK);
    assert_int_equal(zm_option_number(v, "cut"), 1);
    assert_int_equal(zm_option_number(v, "size"), 12);
    assert_string_equal(zm_option_text(v, "square"), "d8");
    assert_int_equal(zm_option_list(v, "piles", list), 3);
    assert_int_equal(list[2], 3);
    assert_int_equal(*(const int64_t *)v->data, 6);
    zm_variant_free(context, v);
}

#define OPTIONS "its options are: size, men, cut, piles, square"

/* Eight heaps of ten thousands each: a list is as long as its text, and its numbers have 16 bits. */
static void numbers_of_a_list_can_be_large(void **state)
{
    static const zm_game heaps = {.name = "heaps", .options = {ZM_LIST("heaps", "65535", 0, 65535, "")}};
    const char *sixteen = "heaps=10000,20000,30000,40000,50000,60000,65535,1,2,3,4,5,6,7,8,9";
    uint16_t list[ZM_MAX_LIST];
    zm_variant *v;
    (void)state;
    assert_int_equal(zm_variant_new(context, &heaps, &sixteen, 1, &v), ZM_OK);
    assert_int_equal(zm_option_list(v, "heaps", list), 16);
    assert_int_equal(list[6], 65535);
    zm_variant_free(context, v);
    expect_of(
        &heaps, "heaps=65536",
        "option heaps of heaps: \"65536\" is out of range at its number 1; it can be numbers from 0 to 65535 with "
        "commas between",
        NULL);
    expect_of(
        &heaps, "heaps=10000,20000,30000,40000,50000,60000,65535,10000,20000,30000,40000",
        "option heaps of heaps: \"10000,20000,30000,40000,50000,60000,65535,10000,20000,30000,40000\" is too long; "
        "it can have up to 63 characters",
        NULL);
}

static void unknown_options_get_the_nearest_name_and_the_list(void **state)
{
    (void)state;
    refused("sise=8", "test-game has no option \"sise\"; did you mean \"size\"? " OPTIONS);
    refused("pile=8", "test-game has no option \"pile\"; did you mean \"piles\"? " OPTIONS);
    refused("wholly-other=8", "test-game has no option \"wholly-other\"; " OPTIONS);
    refused("=8", "test-game has no option \"\"; " OPTIONS);
    expect_of(&bare, "size=8", "bare has no options (\"size\" was given)", NULL);
    expect_of(&bare, "size", "bare has no options (\"size\" was given)", NULL);
}

static void values_out_of_range_get_the_range(void **state)
{
    (void)state;
    refused("size=13", "option size of test-game: \"13\" is out of range; it can be 4 to 12");
    refused("size=-4", "option size of test-game: \"-4\" is out of range; it can be 4 to 12");
    refused("size=99999999999999999999",
            "option size of test-game: \"99999999999999999999\" is out of range; it can be "
            "4 to 12");
    refused("piles=1,201",
            "option piles of test-game: \"1,201\" is out of range at its number 2; it can be numbers from 0 to 200 "
            "with commas between");
    refused("piles=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17",
            "option piles of test-game: \"1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17\" is too long; it can have 1 to 16 "
            "numbers");
}

static void what_is_no_number_is_called_that(void **state)
{
    (void)state;
    refused("size=x", "option size of test-game: \"x\" is not a whole number; it can be 4 to 12");
    refused("size=", "option size of test-game: \"\" is not a whole number; it can be 4 to 12");
    refused("size=8.0", "option size of test-game: \"8.0\" is not a whole number; it can be 4 to 12");
    refused("piles=1,,2",
            "option piles of test-game: \"1,,2\" is wrong at its number 2; it can be numbers from 0 to 200 with "
            "commas between");
    refused("piles=1,",
            "option piles of test-game: \"1,\" is wrong at its number 2; it can be numbers from 0 to 200 with commas "
            "between");
}

static void unknown_choices_get_the_list(void **state)
{
    (void)state;
    refused("cut=blogs",
            "option cut of test-game: \"blogs\" is none of its choices; it can be none, passed or blog; did you mean "
            "\"blog\"?");
    refused("cut=", "option cut of test-game: \"\" is none of its choices; it can be none, passed or blog");
}

static void other_mistakes(void **state)
{
    (void)state;
    refused("size=8 size=6", "option size of test-game is given twice (\"size=6\" after size=8)");
    refused("size", "\"size\" is no setting of test-game; write name=value, for example size=8");
    refused("d8", "\"d8\" is no setting of test-game; write name=value, for example size=8");
    refused("men=9", "test-game size=8 men=9 cut=none piles=1,2,3 square=d8: there are more men than squares");
    refused("square=", "option square of test-game: \"\" is empty");
}

static void values_can_be_names_of_folders(void **state)
{
    (void)state;
#define NOT_ALLOWED " has a character it cannot have; allowed is printable ASCII without space, / and +"
    refused("square=../x", "option square of test-game: \"../x\"" NOT_ALLOWED);
    refused("square=a+b", "option square of test-game: \"a+b\"" NOT_ALLOWED);
    refused("square=a\nb", "option square of test-game: \"a?b\"" NOT_ALLOWED);
    refused("square=\303\244", "option square of test-game: \"\303\244\"" NOT_ALLOWED);
    char longest[96] = "square=";
    memset(longest + 7, 'a', 63);
    char all[256];
    snprintf(all, sizeof all, "size=8 men=4 cut=none piles=1,2,3 %s", longest);
    accepted(longest, all, longest);
    longest[70] = 'a';
    snprintf(all, sizeof all, "option square of test-game: \"%s\" is too long; it can have up to 63 characters",
             longest + 7);
    refused(longest, all);
}

/* ---- games that ask for options they do not have ---- */
static bool prepare_wrong_name(zm_variant *v, void *data, zm_mistake *why)
{
    uint16_t list[ZM_MAX_LIST] = {7};
    (void)data;
    assert_int_equal(zm_option_number(v, "sise"), 0);
    assert_string_equal(zm_option_text(v, "other"), "");
    assert_int_equal(zm_option_list(v, "another", list), 0);
    assert_int_equal(list[0], 0);
    return zm_wrong(why, ZM_WHOLE, "this follows from it");
}

static bool set_wrong_name(zm_variant *v, void *data, zm_mistake *why)
{
    (void)data, (void)why;
    zm_option_set(v, "sise", "4");
    return true;
}

static bool set_wrong_value(zm_variant *v, void *data, zm_mistake *why)
{
    (void)data, (void)why;
    zm_option_set(v, "size", "13");
    return true;
}

static zm_pos start_wrong_name(const zm_variant *v) { return (zm_pos){(uint64_t)zm_option_number(v, "seize"), 0}; }

static void wrong_names_in_the_game_are_told(void **state)
{
    zm_game wrong = {.name = "wrong", .options = {ZM_INT("size", "8", 4, 12, "")}, .prepare = prepare_wrong_name};
    (void)state;
    expect_of(&wrong, "", "game wrong asks for an option \"sise\" that it does not have", NULL);
    wrong.prepare = set_wrong_name;
    expect_of(&wrong, "", "game wrong asks for an option \"sise\" that it does not have", NULL);
    wrong.prepare = set_wrong_value;
    expect_of(&wrong, "", "game wrong sets its option size to \"13\", which is out of range; it can be 4 to 12", NULL);
    wrong.prepare = NULL;
    wrong.start = start_wrong_name;
    expect_of(&wrong, "", "game wrong asks for an option \"seize\" that it does not have", NULL);
}

static void nothing_leaks_when_memory_runs_out(void **state)
{
    (void)state;
    for (uint64_t after = 1; after <= 2; after++) {
        zm_variant *v;
        zm_fail_allocation(context, after);
        assert_int_equal(zm_variant_new(context, &game, NULL, 0, &v), ZM_NO_MEMORY);
        assert_null(v);
    }
    zm_fail_allocation(context, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(defaults_are_left_out_of_the_text),
        TEST(the_same_variant_has_one_text),
        TEST(an_option_that_follows_from_others_is_left_out_when_it_would_follow),
        TEST(the_rules_read_the_options),
        TEST(numbers_of_a_list_can_be_large),
        TEST(unknown_options_get_the_nearest_name_and_the_list),
        TEST(values_out_of_range_get_the_range),
        TEST(what_is_no_number_is_called_that),
        TEST(unknown_choices_get_the_list),
        TEST(other_mistakes),
        TEST(values_can_be_names_of_folders),
        TEST(wrong_names_in_the_game_are_told),
        TEST(nothing_leaks_when_memory_runs_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
