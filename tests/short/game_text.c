/* game_text.c: positions as text. A message points at the character that is wrong and is always one line. */
#include "unit.h"

#include <zermelo/zermelo.h>

static bool read_three(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    (void)v;
    for (size_t i = 0; i < 3; i++)
        if (text[i] != 'x' && text[i] != 'o' && text[i] != '.')
            return zm_wrong(why, i, "expected x, o or .");
    if (!strcmp(text, "xxx"))
        return zm_wrong(why, ZM_WHOLE, "o has not moved");
    *p = (zm_pos){0};
    return !text[3];
}

static const zm_game three = {.name = "three", .read = read_three};
static const zm_game numbers = {.name = "numbers",
                                .read = zm_read_list8,
                                .write = zm_write_list8,
                                .prepare = zm_prepare_list8,
                                .options = {ZM_LIST("piles", "1,2,3", 0, 50, "")}};

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

static void wrong(const zm_game *g, const char *text, const char *message)
{
    zm_variant *v;
    zm_pos p;
    assert_int_equal(zm_variant_new(context, g, NULL, 0, &v), ZM_OK);
    assert_int_equal(zm_read_position(context, v, text, &p), ZM_BAD_INPUT);
    assert_string_equal(zm_message(context), message);
    assert_null(strchr(zm_message(context), '\n'));
    zm_variant_free(context, v);
}

static void messages_point_at_the_character(void **state)
{
    (void)state;
    wrong(&three, "xoq", "position \"xoq\" is wrong at character 3 (\"q\"): expected x, o or .");
    wrong(&three, "", "position \"\" is wrong at its end: expected x, o or .");
    wrong(&three, "xo", "position \"xo\" is wrong at its end: expected x, o or .");
    wrong(&three, "xxx", "position \"xxx\" is wrong: o has not moved");
    wrong(&three, "xo.x", "position \"xo.x\" is wrong: this is no position of the game");
}

static void characters_are_those_people_see(void **state)
{
    (void)state;
    wrong(&three, "x\303\244.", "position \"x\303\244.\" is wrong at character 2 (\"\303\244\"): expected x, o or .");
    wrong(&three, "\n", "position \"?\" is wrong at character 1 (\"?\"): expected x, o or .");
    wrong(&three, "x\377", "position \"x\377\" is wrong at character 2 (\"\377\"): expected x, o or .");
}

static void long_texts_are_cut_in_the_message(void **state)
{
    (void)state;
    char text[300], expected[400];
    memset(text, 'q', sizeof text);
    text[299] = 0;
    snprintf(expected, sizeof expected, "position \"%.92s...\" is wrong: it has 299 bytes, positions have at most 255",
             text);
    wrong(&three, text, expected);
    text[255] = 0;
    snprintf(expected, sizeof expected, "position \"%.92s...\" is wrong at character 1 (\"q\"): expected x, o or .",
             text);
    wrong(&three, text, expected);
}

static void numbers_point_at_the_character(void **state)
{
    (void)state;
#define NUMBERS "expected a comma: there are 3 numbers, as in the start"
    wrong(&numbers, "1,2", "position \"1,2\" is wrong at its end: " NUMBERS);
    wrong(&numbers, "1;2", "position \"1;2\" is wrong at character 2 (\";\"): " NUMBERS);
    wrong(&numbers, "1,,2", "position \"1,,2\" is wrong at character 3 (\",\"): expected a number from 0 to 50");
    wrong(&numbers, "1,51,2",
          "position \"1,51,2\" is wrong at character 3 (\"5\"): the number is too large; it can be 0 to 50");
    wrong(&numbers, "99999999999999999999,1,2",
          "position \"99999999999999999999,1,2\" is wrong at character 1 (\"9\"): the number is too large; it can be 0 "
          "to 50");
    wrong(&numbers, "1,2,3,4",
          "position \"1,2,3,4\" is wrong at character 6 (\",\"): expected the end, or :2 when the second "
          "player is to move, after 3 numbers");
}

static void numbers_round_trip(void **state)
{
    (void)state;
    static const char *const texts[] = {"0,0,0", "1,2,3", "50,50,50", "7,0,1:2"};
    zm_variant *v;
    char out[ZM_MAX_TEXT];
    assert_int_equal(zm_variant_new(context, &numbers, NULL, 0, &v), ZM_OK);
    for (unsigned i = 0; i < 4; i++) {
        zm_pos p;
        assert_int_equal(zm_read_position(context, v, texts[i], &p), ZM_OK);
        zm_write_position(v, p, out, sizeof out);
        assert_string_equal(out, texts[i]);
    }
    zm_variant_free(context, v);
}

static void more_than_eight_numbers_are_refused(void **state)
{
    (void)state;
    const char *eight = "piles=1,2,3,4,5,6,7,8", *nine = "piles=1,2,3,4,5,6,7,8,9";
    zm_variant *v;
    assert_int_equal(zm_variant_new(context, &numbers, &eight, 1, &v), ZM_OK);
    assert_int_equal(zm_pack8(v, "piles").lo, 0x0807060504030201);
    zm_variant_free(context, v);
    assert_int_equal(zm_variant_new(context, &numbers, &nine, 1, &v), ZM_BAD_INPUT);
    assert_string_equal(zm_message(context),
                        "numbers piles=1,2,3,4,5,6,7,8,9: piles has 9 numbers; it can have 1 to 8");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(messages_point_at_the_character),
        TEST(characters_are_those_people_see),
        TEST(long_texts_are_cut_in_the_message),
        TEST(numbers_point_at_the_character),
        TEST(numbers_round_trip),
        TEST(more_than_eight_numbers_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
