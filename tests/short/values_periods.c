/* values_periods.c: what games say about their periods: wherever a period is seen as far as `proven` asks, it goes on.
 * The library uses that to know a row without looking at all of it, so octal games are computed here once more, by the
 * definition. */
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
        assert_int_equal(zm_value_at(*values, *e, 0, v->game->sums->grid_at(v, 0, n), kind, &a), ZM_OK);
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
            const uint64_t last = v->game->sums->proven(v, first, length);
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

/* The Grundy numbers of heaps, by the digits of the code. */
static void plain_row(const char *code, uint32_t *row)
{
    for (unsigned n = 0; n < COLUMNS; n++) {
        bool seen[2 * COLUMNS] = {false};
        for (unsigned take = 0; take <= n && (!take || code[take + 1]); take++) {
            const unsigned digit = (unsigned)(code[take ? take + 1 : 0] - '0'), left = n - take;
            if (!left && take && (digit & 1))
                seen[0] = true;
            if (left && take && (digit & 2))
                seen[row[left]] = true;
            for (unsigned part = 1; (digit & 4) && part < left; part++)
                seen[row[part] ^ row[left - part]] = true;
        }
        for (row[n] = 0; seen[row[n]]; row[n]++)
            ;
    }
}

/* As the library answers, with the rest of the row by the period once it is proved. */
static unsigned octal_periods_go_on(const char *code)
{
    static uint32_t plain[COLUMNS], row[COLUMNS];
    char text[64];
    zm_context *c = zm_context_new();
    zm_values *values;
    zm_expression *e;
    snprintf(text, sizeof text, "octal(%s;%d)", code, COLUMNS - 1);
    row_of(c, text, ZM_GRUNDY, row, &values, &e);
    plain_row(code, plain);
    for (unsigned n = 0; n < COLUMNS; n++)
        if (plain[n] != row[n])
            fail_msg("%s: heap %u is %u, not %u", code, n, row[n], plain[n]);
    zm_expression_free(e);
    zm_values_close(values);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
    return periods_go_on(text, ZM_GRUNDY);
}

static void guy_and_smith_periods_of_octal_games(void **state)
{
    uint64_t random = 1956;
    unsigned found = 0;
    assert_true(octal_periods_go_on("0.77") > 0);
    assert_true(octal_periods_go_on("0.07") > 0);
    assert_true(octal_periods_go_on("0.137") > 0);
    for (unsigned i = 0; i < 12; i++) {
        char text[64];
        const unsigned digits = 1 + (unsigned)(unit_random(&random) % 3);
        size_t n = (size_t)sprintf(text, "%c.", unit_random(&random) % 4 ? '0' : '4');
        for (unsigned k = 0; k < digits; k++)
            text[n++] = (char)('1' + unit_random(&random) % 7);
        text[n] = 0;
        found += octal_periods_go_on(text) > 0;
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
