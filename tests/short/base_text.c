/* base_text.c: numbers as people read and type them, nearest names, texts of limited length, JSON. */
#include "base/json.h"
#include "base/text.h"

#include "unit.h"

#include <math.h>
#include <zermelo/text.h>

static void sizes_read_well(void **state)
{
    (void)state;
    char out[32];
    assert_string_equal(zm_bytes_text(0, out), "0 bytes");
    assert_string_equal(zm_bytes_text(1023, out), "1023 bytes");
    assert_string_equal(zm_bytes_text(1024, out), "1.00 KiB");
    assert_string_equal(zm_bytes_text(1536, out), "1.50 KiB");
    assert_string_equal(zm_bytes_text(10 * 1024, out), "10.0 KiB");
    assert_string_equal(zm_bytes_text(1024 * 1024 - 1, out), "1.00 MiB"); /* never "1024.0 KiB" */
    assert_string_equal(zm_bytes_text((uint64_t)3 << 29, out), "1.50 GiB");
    assert_string_equal(zm_bytes_text(UINT64_MAX, out), "16.0 EiB");
}

static void counts_have_commas(void **state)
{
    (void)state;
    char out[32];
    assert_string_equal(zm_count_text(0, out), "0");
    assert_string_equal(zm_count_text(999, out), "999");
    assert_string_equal(zm_count_text(1000, out), "1,000");
    assert_string_equal(zm_count_text(1270689, out), "1,270,689");
    assert_string_equal(zm_count_text(UINT64_MAX, out), "18,446,744,073,709,551,615");
}

static void shares_add_up(void **state)
{
    (void)state;
    unsigned t[4];
    zm_tenths(2, (const uint64_t[]){1403, 597}, t); /* 70.15 and 29.85 */
    assert_int_equal(t[0] + t[1], 1000);
    zm_tenths(3, (const uint64_t[]){1, 1, 1}, t);
    assert_true(t[0] == 334 && t[1] == 333 && t[2] == 333);
    zm_tenths(4, (const uint64_t[]){836182, 59098, 0, 0}, t);
    assert_true(t[0] == 934 && t[1] == 66 && t[2] == 0 && t[3] == 0);
    zm_tenths(2, (const uint64_t[]){0, 5}, t);
    assert_true(t[0] == 0 && t[1] == 1000);
    zm_tenths(2, (const uint64_t[]){0, 0}, t);
    assert_true(t[0] == 0 && t[1] == 0);
}

static void times_read_well(void **state)
{
    (void)state;
    char out[32];
    assert_string_equal(zm_seconds_text(0.0123, out), "12.3 ms");
    assert_string_equal(zm_seconds_text(0.12, out), "0.12 s");
    assert_string_equal(zm_seconds_text(9.5, out), "9.50 s");
    assert_string_equal(zm_seconds_text(42.4, out), "42 s");
    assert_string_equal(zm_seconds_text(59.6, out), "1 min 00 s");
    assert_string_equal(zm_seconds_text(200, out), "3 min 20 s");
    assert_string_equal(zm_seconds_text(3599.9, out), "1 h 00 min");
    assert_string_equal(zm_seconds_text(7500, out), "2 h 05 min");
    assert_string_equal(zm_seconds_text(HUGE_VAL, out), zm_seconds_text(NAN, (char[32]){0})); /* absurd, but harmless */
}

static void sizes_as_typed(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t bytes;
    } good[] = {
        {"0", 0},
        {"4096", 4096},
        {"512M", 512u << 20},
        {"512m", 512u << 20},
        {"1.5GiB", 3u << 29},
        {"2G", 2ull << 30},
        {"2GB", 2ull << 30},
        {"1KiB", 1024},
        {"7b", 7},
        {"3T", 3ull << 40},
        {"1P", 1ull << 50},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        uint64_t bytes = 12345;
        assert_true(zm_parse_bytes(good[i].text, &bytes));
        assert_int_equal(bytes, good[i].bytes);
    }
    static const char *const bad[] = {"",    "M",    "-1",  "+1",    " 1",  "1 G", "1X",  "1GG",
                                      "1iB", "0x10", "1e3", "1.2.3", "nan", "inf", "1Gx", "9999999P"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        uint64_t bytes = 12345;
        assert_false(zm_parse_bytes(bad[i], &bytes));
        assert_int_equal(bytes, 12345);
    }
}

static void whole_numbers_as_typed(void **state)
{
    (void)state;
    int64_t n;
    assert_true(zm_parse_number("0", &n) && n == 0);
    assert_true(zm_parse_number("-17", &n) && n == -17);
    assert_true(zm_parse_number("9223372036854775807", &n) && n == INT64_MAX);
    assert_true(zm_parse_number("-9223372036854775808", &n) && n == INT64_MIN);
    static const char *const bad[] = {"", "-", "+1", " 1", "1 ", "1.0", "0x1", "--1", "9223372036854775808", "one"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(zm_parse_number(bad[i], &n));
}

static void the_nearest_name(void **state)
{
    (void)state;
    static const char *const names[] = {"chomp", "hasenspiel", "nimble", "nim", "tic-tac-toe"};
    enum { COUNT = sizeof names / sizeof *names };
    assert_string_equal(zm_nearest("chmop", names, COUNT), "chomp");
    assert_string_equal(zm_nearest("hasenspeil", names, COUNT), "hasenspiel");
    assert_string_equal(zm_nearest("tictactoe", names, COUNT), "tic-tac-toe");
    assert_string_equal(zm_nearest("tic", names, COUNT), "tic-tac-toe");
    assert_string_equal(zm_nearest("nim", names, COUNT), "nim"); /* not "nimble", which it begins */
    assert_null(zm_nearest("backgammon", names, COUNT));
    assert_null(zm_nearest("", names, COUNT));
    assert_null(zm_nearest("x", names, 0));
    char endless[200];
    memset(endless, 'n', sizeof endless - 1);
    endless[sizeof endless - 1] = 0;
    assert_null(zm_nearest(endless, names, COUNT));
}

static void write_odd_things(zm_json *j)
{
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "plain", "a");
    zm_json_text(j, "odd \"key\"", "quote \" back \\ line \n tab \t bell \a umlaut \xc3\xbc");
    zm_json_text(j, "none", NULL);
    zm_json_open(j, "list", '[');
    zm_json_number(j, NULL, UINT64_MAX);
    zm_json_signed(j, NULL, INT64_MIN);
    zm_json_open(j, NULL, '{');
    zm_json_close(j, '}');
    zm_json_real(j, NULL, 0.125);
    zm_json_real(j, NULL, HUGE_VAL);
    zm_json_close(j, ']');
    zm_json_bool(j, "yes", true);
    zm_json_bool(j, "no", false);
    zm_json_null(j, "nothing");
    zm_json_raw(j, "games", "1586542365057189311556076565896156");
    zm_json_close(j, '}');
}

static void json_has_commas_and_escapes(void **state)
{
    (void)state;
    char *text;
    size_t bytes;
    zm_json j = {.out = open_memstream(&text, &bytes)};
    write_odd_things(&j);
    fclose(j.out);
    assert_string_equal(text, "{\"plain\":\"a\","
                              "\"odd \\\"key\\\"\":\"quote \\\" back \\\\ line \\n tab \\u0009 bell \\u0007 umlaut "
                              "\xc3\xbc\",\"none\":null,"
                              "\"list\":[18446744073709551615,-9223372036854775808,{},0.125,null],"
                              "\"yes\":true,\"no\":false,\"nothing\":null,"
                              "\"games\":1586542365057189311556076565896156}");
    zm_json in_memory = {0}; /* the same, as often as it takes for it to grow */
    for (unsigned i = 0; i < 200; i++) {
        in_memory.comma = false;
        write_odd_things(&in_memory);
        assert_memory_equal(in_memory.text + i * bytes, text, bytes);
    }
    assert_int_equal(in_memory.bytes, 200 * bytes);
    assert_false(in_memory.failed);
    free(in_memory.text);
    free(text);
}

static void what_does_not_fit_is_cut_and_counted(void **state)
{
    (void)state;
    char memory[] = "........!";
    zm_text text = zm_text_in(memory, 8);
    assert_string_equal(memory, "");
    zm_say(&text, "%u-%u", 12, 3);
    zm_say_char(&text, 'x');
    zm_say(&text, "%s", "");
    assert_string_equal(memory, "12-3x");
    assert_int_equal(text.length, 5);
    zm_say(&text, "d%u", 4567);
    assert_string_equal(memory, "12-3xd4");
    assert_int_equal(text.length, 10);
    zm_say_char(&text, 'y');
    zm_say(&text, "more");
    assert_string_equal(memory, "12-3xd4");
    assert_int_equal(text.length, 15);
    assert_int_equal(memory[8], '!');
    zm_text just = zm_text_in(memory, 3); /* the final 0 has its place too */
    zm_say_char(&just, 'a');
    zm_say_char(&just, 'b');
    zm_say_char(&just, 'c');
    assert_string_equal(memory, "ab");
    assert_int_equal(just.length, 3);
}

static void memory_without_room_is_left_alone(void **state)
{
    (void)state;
    char memory[] = "left";
    zm_text text = zm_text_in(memory, 0);
    zm_say(&text, "a");
    zm_say_char(&text, 'b');
    assert_string_equal(memory, "left");
    assert_int_equal(text.length, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_read_well),
        cmocka_unit_test(counts_have_commas),
        cmocka_unit_test(shares_add_up),
        cmocka_unit_test(times_read_well),
        cmocka_unit_test(sizes_as_typed),
        cmocka_unit_test(whole_numbers_as_typed),
        cmocka_unit_test(the_nearest_name),
        cmocka_unit_test(json_has_commas_and_escapes),
        cmocka_unit_test(what_does_not_fit_is_cut_and_counted),
        cmocka_unit_test(memory_without_room_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
