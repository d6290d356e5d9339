/* Probabilities in per cent: what is said holds what is meant, in one unit, with as many decimals as are certain. */
#include "base/percent.h"
#include "unit.h"

static zm_odds between(double lower, double upper)
{
    return (zm_odds){(uint32_t)(lower * ZM_CERTAIN), (uint32_t)(upper * ZM_CERTAIN)};
}

static void middle_and_reach(void **state)
{
    char text[ZM_ODDS_TEXT];
    const zm_odds fine = between(0.5091866, 0.5091868), coarse = between(0.25, 0.75);
    assert_string_equal(zm_percent_text(fine, zm_percent_decimals(zm_percent_reach(fine)), true, text),
                        "50.91867 % ± 0.00002 %");
    assert_string_equal(zm_percent_text(fine, 3, false, text), "50.919 % +- 0.001 %");
    assert_string_equal(zm_percent_text(coarse, zm_percent_decimals(zm_percent_reach(coarse)), true, text),
                        "50.00 % ± 25.01 %");
    assert_string_equal(zm_percent_text((zm_odds){0, 0}, 5, true, text), "0 %");
    assert_string_equal(zm_percent_text((zm_odds){ZM_CERTAIN, ZM_CERTAIN}, 5, true, text), "100 %");
}

static void few_decimals(void **state)
{
    char text[ZM_ODDS_TEXT];
    assert_string_equal(zm_percent_short(between(0.5091866, 0.5091868), 2, true, text), "50.92 %");
    assert_string_equal(zm_percent_short(between(0.50, 0.52), 2, false, text), "51.00 % +- 1.01 %");
}

static void ends_and_widths(void **state)
{
    char text[ZM_ODDS_TEXT];
    assert_string_equal(zm_percent_range((zm_odds){0, ZM_CERTAIN}, text), "0.000000000 % to 100.000000000 %");
    assert_string_equal(zm_percent_range((zm_odds){1, 2}, text), "0.000000023 % to 0.000000047 %");
    assert_string_equal(zm_percent_range(zm_no_odds(), text), "no value");
    assert_string_equal(zm_percent_width(4.7e-7, text), "0.000047 %");
    assert_string_equal(zm_percent_width(4.71e-7, text), "0.000048 %");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(middle_and_reach),
        cmocka_unit_test(few_decimals),
        cmocka_unit_test(ends_and_widths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
