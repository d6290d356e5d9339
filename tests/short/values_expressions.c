/* values_expressions.c: what may be written, every mistake with its character, the limit, and memory that runs out. */
#include <zermelo/zermelo.h>

#include "base/memory.h"
#include "unit.h"

typedef struct lab {
    zm_context *c;
    zm_values *values;
} lab;

static lab open_lab(uint64_t limit)
{
    lab l = {.c = zm_context_new()};
    assert_int_equal(zm_values_open(l.c, limit, &l.values), ZM_OK);
    return l;
}

static void close_lab(lab *l)
{
    zm_values_close(l->values);
    assert_int_equal(zm_memory_used(l->c), 0);
    zm_context_free(l->c);
}

/* ---- what may be written ---- */
static void one_thing_may_be_written_in_several_ways(void **state)
{
    static const char *const same[][3] = {{"nim(3,5)", "nim(piles=3,5)", "nim( 3,5 )"},
                                          {"queen(8;4,6)", " queen ( size=8 ; at=4,6 ) ", "queen(8;at=6,4)"},
                                          {"chomp(3;4;@4,4,2)", "chomp(@4,4,2)", "chomp(cols=4;rows=3;@4,4,2 )"},
                                          {"kayles", "kayles()", "kayles(12)"},
                                          {"sum(nim(3),kayles(7))", "sum( nim(3) , kayles(7) )",
                                           "sum(nim(3),\nkayles(7))"}};
    lab l = open_lab(0);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        uint32_t first = 0;
        for (unsigned k = 0; k < 3; k++) {
            zm_expression *e;
            zm_answer a;
            if (zm_expression_read(l.values, same[i][k], &e) != ZM_OK)
                fail_msg("%s: %s", same[i][k], zm_message(l.c));
            assert_int_equal(zm_value_of(l.values, e, ZM_GRUNDY, &a), ZM_OK);
            first = k ? first : a.number;
            assert_int_equal(a.number, first);
            zm_expression_free(e);
        }
    }
    close_lab(&l);
}

static void parts_are_told_in_the_order_they_are_written(void **state)
{
    lab l = open_lab(0);
    zm_expression *e;
    char text[ZM_MAX_TEXT];
    assert_int_equal(zm_expression_read(l.values, "wtia(limited-nim(18;1,3,4), sum(queen(8;4,6), nim(9;@7)))", &e),
                     ZM_OK);
    assert_int_equal(zm_expression_parts(e), 3);
    assert_string_equal(zm_expression_variant(e, 0)->game->name, "limited-nim");
    assert_string_equal(zm_expression_variant(e, 1)->game->name, "queen");
    zm_write_position(zm_expression_variant(e, 1), zm_expression_position(e, 1), text, sizeof text);
    assert_string_equal(text, "4,6");
    zm_write_position(zm_expression_variant(e, 2), zm_expression_position(e, 2), text, sizeof text);
    assert_string_equal(text, "7");
    zm_expression_free(e);
    close_lab(&l);
}

/* ---- mistakes ---- */
static void refused(lab *l, const char *text, unsigned at, const char *words)
{
    char place[64];
    zm_expression *e = (zm_expression *)l;
    snprintf(place, sizeof place, "expression, character %u: ", at);
    assert_int_equal(zm_expression_read(l->values, text, &e), ZM_BAD_INPUT);
    assert_null(e);
    if (strncmp(zm_message(l->c), place, strlen(place)) != 0 || !strstr(zm_message(l->c), words))
        fail_msg("\"%s\": %s (not at %u, %s)", text, zm_message(l->c), at, words);
}

static void every_mistake_is_told_with_its_character(void **state)
{
    static const struct {
        const char *text;
        unsigned at;
        const char *words;
    } mistake[] = {
        {"", 1, "expected the name of a game"},
        {"   ", 4, "expected the name of a game"},
        {"(", 1, "expected the name of a game"},
        {"sum", 4, "expected ("},
        {"sum()", 5, "expected the name of a game"},
        {"sum(nim(3),", 12, "expected the name of a game"},
        {"sum(nim(3)", 11, "expected , and another game, or )"},
        {"sum(nim(3) nim(4))", 12, "expected , and another game, or )"},
        {"sum(nim(3)))", 12, "expected the end"},
        {"nim(3) nim", 8, "expected the end"},
        {"nim(3", 6, "expected )"},
        {"nim((3))", 5, "no ("},
        {"sum(nim(3), nmi(3))", 13, "nmi"},
        {"nim(3;;4)", 7, "expected an option"},
        {"nim(3;)", 7, "expected an option"},
        {"nim(3;4)", 7, "fewer options"},
        {"nim(piles=3,x)", 5, "piles"},
        {"nim( 999)", 6, "0 to 255"},
        {"queen(8;size=8)", 9, "size"},
        {"queen(8; 4,6; 7)", 15, "rule"},
        {"queen(8;9,9)", 6, "rows and columns go from 0 to 7"},
        {"nim(coins=3)", 5, "coins"},
        {"sum(nim(1),chomp(3;4;@4,9))", 23, "4"},
        {"chomp(@)", 8, ""},
        {"sum(nim(1),tic-tac-toe)", 12, "different moves"},
        {"dots-and-boxes(3;3;rule=score)", 1, "not decided by who cannot move"},
        {"union(nim(1),dots-and-boxes(3;3;nimstring))", 14, "part of sums only"},
        {"sum(nim(1),wtia(sum(nim(2),dots-and-boxes(3;3;nimstring))))", 28, "part of sums only"},
    };
    lab l = open_lab(0);
    for (size_t i = 0; i < sizeof mistake / sizeof *mistake; i++)
        refused(&l, mistake[i].text, mistake[i].at, mistake[i].words);
    close_lab(&l);
}

static void too_long_and_too_deep(void **state)
{
    lab l = open_lab(0);
    zm_expression *e;
    static char text[80000];
    size_t n = 0;
    for (unsigned i = 0; i < 64; i++)
        n += (size_t)sprintf(text + n, "sum(");
    n += (size_t)sprintf(text + n, "nim(5)");
    for (unsigned i = 0; i < 64; i++)
        n += (size_t)sprintf(text + n, ")");
    assert_int_equal(zm_expression_read(l.values, text, &e), ZM_OK);
    zm_answer a;
    assert_int_equal(zm_value_of(l.values, e, ZM_SUSPENSE, &a), ZM_OK);
    assert_int_equal(a.number, 1); /* all coins at once */
    zm_expression_free(e);
    memmove(text + 4, text, n + 1);
    memcpy(text, "sum(", 4);
    strcat(text, ")");
    refused(&l, text, 64 * 4 + 1, "too deep");

    memset(text, 'x', 200);
    text[200] = 0;
    refused(&l, text, 1, "no name is that long");
    n = (size_t)sprintf(text, "nim(");
    memset(text + n, '1', 2000);
    strcpy(text + n + 2000, ")");
    refused(&l, text, 5, "options that long");

    memset(text + n, '0', 200); /* not cut off after so many zeros */
    strcpy(text + n + 200, "7)");
    refused(&l, text, 5, "no option is that long");

    n = (size_t)sprintf(text, "sum(");
    for (unsigned i = 0; i < 4096; i++)
        n += (size_t)sprintf(text + n, "nim(1),");
    text[n - 1] = ')';
    assert_int_equal(zm_expression_read(l.values, text, &e), ZM_OK);
    zm_expression_free(e);
    strcpy(text + n - 1, ",nim(1))");
    refused(&l, text, (unsigned)n + 1, "4,096 games are the most");
    close_lab(&l);
}

/* ---- the limit ---- */
static void too_large_says_how_large_and_what_to_do(void **state)
{
    lab l = open_lab(100);
    zm_expression *e;
    zm_answer a;
    assert_int_equal(zm_expression_read(l.values, "sum(nim(3),union(limited-nim(20;1,2),nim(9)))", &e), ZM_OK);
    assert_int_equal(zm_value_of(l.values, e, ZM_GRUNDY, &a), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(l.c), "union(limited-nim(20;1,2),nim(9))"));
    assert_non_null(strstr(zm_message(l.c), "210 positions (21 x 10); the limit is 100, --limit allows more"));
    zm_expression_free(e);
    assert_int_equal(zm_expression_read(l.values, "limited-nim(200;1,2)", &e), ZM_OK);
    for (unsigned again = 0; again < 2; again++) {
        assert_int_equal(zm_value_of(l.values, e, ZM_GRUNDY, &a), ZM_NO_MEMORY);
        assert_non_null(strstr(zm_message(l.c), "more than 100 positions"));
    }
    zm_expression_free(e);
    assert_int_equal(zm_expression_read(l.values, "sum(limited-nim(20;1,2),nim(9))", &e),
                     ZM_OK); /* nothing to search */
    assert_int_equal(zm_value_of(l.values, e, ZM_GRUNDY, &a), ZM_OK);
    assert_int_equal(a.number, 2 ^ 9);
    zm_expression_free(e);
    close_lab(&l);
}

/* ---- memory ---- */
static zm_status ask_everything(zm_context *c, const char *text)
{
    zm_values *values = NULL;
    zm_expression *e = NULL;
    zm_plays plays = {0};
    zm_answer a;
    bool wins;
    zm_status s = zm_values_open(c, 0, &values);
    if (s == ZM_OK)
        s = zm_expression_read(values, text, &e);
    for (zm_kind k = 0; s == ZM_OK && k < ZM_KINDS; k++)
        s = zm_value_of(values, e, k, &a);
    if (s == ZM_OK)
        s = zm_outcome_of(values, e, true, &wins, &a);
    if (s == ZM_OK)
        s = zm_winning_moves(values, e, false, &plays);
    if (values)
        zm_plays_free(values, &plays);
    zm_expression_free(e);
    zm_values_close(values);
    return s;
}

static void whatever_allocation_fails_nothing_is_left(void **state)
{
    static const char *const text[] = {
        "kayles(9)", "wtia(limited-nim(8;1,3,4),sum(queen(4;2,3),nim(3,2)))",
        "union(selective(nim(2),kayles(3)),and(nim(2),horse(5;3,3)),also(nim(1),nim(2)))"};
    for (unsigned i = 0; i < 3; i++) {
        zm_context *c = zm_context_new();
        zm_status s = ZM_NO_MEMORY;
        uint64_t nth = 0;
        while (s != ZM_OK) {
            zm_fail_allocation(c, ++nth);
            s = ask_everything(c, text[i]);
            if (s != ZM_OK && s != ZM_NO_MEMORY)
                fail_msg("%s, allocation %u: %s", text[i], (unsigned)nth, zm_message(c));
            assert_int_equal(zm_memory_used(c), 0);
        }
        assert_true(nth > 20);
        zm_fail_allocation(c, 0);
        zm_context_free(c);
    }
}

/* What failed for want of memory can be asked again. */
static void a_question_that_failed_can_be_asked_again(void **state)
{
    for (uint64_t nth = 1;; nth++) {
        lab l = open_lab(0);
        zm_expression *e;
        zm_answer a;
        assert_int_equal(zm_expression_read(l.values, "union(kayles(8),nim(3,2))", &e), ZM_OK);
        zm_fail_allocation(l.c, nth);
        const zm_status s = zm_value_of(l.values, e, ZM_GRUNDY, &a);
        zm_fail_allocation(l.c, 0);
        assert_true(s == ZM_OK || s == ZM_NO_MEMORY);
        assert_int_equal(zm_value_of(l.values, e, ZM_GRUNDY, &a), ZM_OK);
        const uint32_t number = a.number;
        zm_expression_free(e);
        assert_int_equal(zm_expression_read(l.values, "union(kayles(8),nim(3,2))", &e), ZM_OK);
        assert_int_equal(zm_value_of(l.values, e, ZM_GRUNDY, &a), ZM_OK);
        assert_int_equal(a.number, number);
        zm_expression_free(e);
        close_lab(&l);
        if (s == ZM_OK)
            break;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thing_may_be_written_in_several_ways),
        cmocka_unit_test(parts_are_told_in_the_order_they_are_written),
        cmocka_unit_test(every_mistake_is_told_with_its_character),
        cmocka_unit_test(too_long_and_too_deep),
        cmocka_unit_test(too_large_says_how_large_and_what_to_do),
        cmocka_unit_test(whatever_allocation_fails_nothing_is_left),
        cmocka_unit_test(a_question_that_failed_can_be_asked_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
