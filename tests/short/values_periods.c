/* values_periods.c: what games say about their periods: wherever a period is seen as far as `proven` asks, it goes on. */
#include <zermelo/zermelo.h>

#include "unit.h"

enum { COLUMNS = 700, LENGTHS = 60 };

static void row_of(zm_context *c, const char *text, zm_kind kind, uint32_t *row, zm_values **values, zm_expression **e)
{
    assert_int_equal(zm_values_open(c, 0, values), ZM_OK);
    if (zm_expression_read(*values, text, e) != ZM_OK)
        fail_msg("%s: %s", text, zm_message(c));
    const zm_variant *v = zm_expression_variant(*e, 0);
    for (unsigned n = 0; n < COLUMNS; n++) {
        zm_answer a;
        assert_int_equal(zm_value_at(*values, *e, 0, v->game->grid_at(v, 0, n), kind, &a), ZM_OK);
        row[n] = a.number;
    }
}

/* How many of all periods are proved from the columns there are. */
static unsigned periods_go_on(const char *text, zm_kind kind)
{
    zm_context *c = zm_context_new();
    zm_values *values;
    zm_expression *e;
    static uint32_t row[COLUMNS];
    unsigned found = 0;
    row_of(c, text, kind, row, &values, &e);
    const zm_variant *v = zm_expression_variant(e, 0);
    for (unsigned length = 1; length <= LENGTHS; length++)
        for (unsigned first = 0; first < COLUMNS; first++) {
            const uint64_t last = v->game->proven(v, first, length);
            unsigned n = first;
            while (n + length < COLUMNS && row[n] == row[n + length])
                n++;
            if (n + length > last) { /* it is seen up to there */
                found++;
                if (n + length != COLUMNS)
                    fail_msg("%s: period %u from %u on ends at %u", text, length, first, n + length);
            }
        }
    zm_expression_free(e);
    zm_values_close(values);
    zm_context_free(c);
    return found;
}

static void guy_and_smith_periods_of_octal_games(void **state)
{
    uint64_t random = 1956;
    unsigned found = 0;
    assert_true(periods_go_on("kayles(699)", ZM_GRUNDY) > 0);
    assert_true(periods_go_on("dawsons-kayles(699)", ZM_GRUNDY) > 0);
    for (unsigned i = 0; i < 12; i++) {
        char text[64];
        const unsigned digits = 1 + (unsigned)(unit_random(&random) % 3);
        size_t n = (size_t)sprintf(text, "octal(%c.", unit_random(&random) % 4 ? '0' : '4');
        for (unsigned k = 0; k < digits; k++)
            text[n++] = (char)('1' + unit_random(&random) % 7);
        strcpy(text + n, ";699)");
        found += periods_go_on(text, ZM_GRUNDY) > 0;
    }
    assert_true(found >= 6);
}

static void every_subtraction_game_has_periods_of_all_values_that_repeat(void **state)
{
    uint64_t random = 4;
    for (unsigned i = 0; i < 60; i++) {
        char text[64];
        const unsigned a = 1 + (unsigned)(unit_random(&random) % 6), b = 1 + (unsigned)(unit_random(&random) % 9);
        snprintf(text, sizeof text, "limited-nim(699;%u,%u,%u)", a, b, 1 + (unsigned)(unit_random(&random) % 12));
        const zm_kind kind = (zm_kind[]){ZM_GRUNDY, ZM_W, ZM_W_MISERE}[i % 3];
        assert_true(periods_go_on(text, kind) > 0);
        periods_go_on(text, ZM_REMOTENESS);
        periods_go_on(text, ZM_SUSPENSE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guy_and_smith_periods_of_octal_games),
        cmocka_unit_test(every_subtraction_game_has_periods_of_all_values_that_repeat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
