/* values_numbers.c: the figures and examples of Lenhardt's thesis (2007), and the nim-sequences of Guy and Smith
 * (1956), as the library answers them. */
#include <zermelo/zermelo.h>

#include "unit.h"

typedef struct lab {
    zm_context *c;
    zm_values *values;
} lab;

static int setup(void **state)
{
    lab *l = malloc(sizeof *l);
    l->c = zm_context_new();
    assert_int_equal(zm_values_open(l->c, 0, &l->values), ZM_OK);
    *state = l;
    return 0;
}

static int teardown(void **state)
{
    lab *l = *state;
    zm_values_close(l->values);
    const bool left = zm_memory_used(l->c) > 0;
    zm_context_free(l->c);
    free(l);
    return left ? -1 : 0;
}

static zm_expression *read(const lab *l, const char *text)
{
    zm_expression *e;
    if (zm_expression_read(l->values, text, &e) != ZM_OK)
        fail_msg("%s: %s", text, zm_message(l->c));
    return e;
}

static const char *number_text(uint32_t n, char out[16])
{
    if (n == ZM_SL || n == ZM_SW)
        return n == ZM_SL ? "SL" : "SW";
    snprintf(out, 16, "%u", n);
    return out;
}

/* The grid of a game as the thesis prints it: numbers with spaces between. */
static void table_is(const lab *l, const char *text, zm_kind kind, const char *printed)
{
    zm_expression *e = read(l, text);
    const zm_variant *v = zm_expression_variant(e, 0);
    unsigned rows, cols;
    v->game->sums->grid(v, &rows, &cols);
    for (unsigned r = 0; r < rows; r++)
        for (unsigned k = 0; k < cols; k++) {
            zm_answer a;
            char number[16];
            assert_int_equal(zm_value_at(l->values, e, 0, v->game->sums->grid_at(v, r, k), kind, &a), ZM_OK);
            printed += strspn(printed, " ");
            const size_t length = strcspn(printed, " ");
            if (strlen(number_text(a.number, number)) != length ||
                memcmp(number_text(a.number, number), printed, length) != 0)
                fail_msg("%s, row %u, column %u: %s, not %.*s", text, r + 1, k + 1, number_text(a.number, number),
                         (int)length, printed);
            printed += length;
        }
    assert_int_equal(*printed, 0);
    zm_expression_free(e);
}

static zm_answer value(const lab *l, const char *text, zm_kind kind)
{
    zm_expression *e = read(l, text);
    zm_answer a;
    if (zm_value_of(l->values, e, kind, &a) != ZM_OK)
        fail_msg("%s: %s", text, zm_message(l->c));
    zm_expression_free(e);
    return a;
}

/* By the theorem. */
static void value_is(const lab *l, const char *text, zm_kind kind, uint32_t number)
{
    const zm_answer a = value(l, text, kind);
    assert_int_equal(a.number, number);
    assert_true(a.theorem);
}

static bool wins(const lab *l, const char *text, bool misere)
{
    zm_expression *e = read(l, text);
    zm_answer a;
    bool w;
    if (zm_outcome_of(l->values, e, misere, &w, &a) != ZM_OK)
        fail_msg("%s: %s", text, zm_message(l->c));
    zm_expression_free(e);
    return w;
}

/* ---- tables ---- */
static void thesis_figure_2_grundy_numbers_of_queens(void **state)
{
    table_is(*state, "queen(8)", ZM_GRUNDY,
             "0 1 2 3 4 5 6 7  1 2 0 4 5 3 7 8  2 0 1 5 3 4 8 6  3 4 5 6 2 0 1 9 "
             "4 5 3 2 7 6 9 0  5 3 4 0 6 8 10 1  6 7 8 1 9 10 3 4  7 8 6 9 0 1 4 5");
}

static void thesis_figure_4_who_wins_with_one_horse(void **state)
{
    static const char figure[] = "LLWWLLWW"
                                 "LLWWLLWW"
                                 "WWWWWWWW"
                                 "WWWWWWWW"
                                 "LLWWLLWW"
                                 "LLWWLLWW"
                                 "WWWWWWWW"
                                 "WWWWWWWL";
    for (unsigned i = 0; i < 64; i++) {
        char text[32];
        snprintf(text, sizeof text, "horse(8;%u,%u)", i / 8, i % 8);
        assert_int_equal(wins(*state, text, false), figure[i] == 'W');
    }
}

static void thesis_figure_5_remoteness_of_horses(void **state)
{
    table_is(*state, "horse(8)", ZM_REMOTENESS,
             "0 0 1 1 2 2 3 3  0 0 1 1 2 2 3 3  1 1 1 1 3 3 3 3  1 1 1 3 3 3 3 5 "
             "2 2 3 3 4 4 5 5  2 2 3 3 4 4 5 5  3 3 3 3 5 5 5 5  3 3 3 5 5 5 5 6");
}

/* Printed with a 2 at row 5, column 5; it must be 4: all four moves from there lead to 3. */
static void thesis_figure_6_suspense_of_horses_with_its_misprint_corrected(void **state)
{
    table_is(*state, "horse(8)", ZM_SUSPENSE,
             "0 0 1 1 2 2 3 3  0 0 1 1 2 2 3 3  1 1 1 3 3 3 3 3  1 1 3 3 3 3 5 5 "
             "2 2 3 3 4 4 5 5  2 2 3 3 4 4 5 5  3 3 3 5 5 5 5 5  3 3 3 5 5 5 5 6");
}

static void thesis_figure_9_w_numbers_of_horses(void **state)
{
    table_is(*state, "horse(8)", ZM_W,
             "SL SL SW SW 0 0 1 1  SL SL SW SW 0 0 2 1  SW SW SW SW 1 2 3 2  SW SW SW 1 2 1 2 1 "
             "0 0 1 2 0 0 1 2  0 0 2 1 0 0 2 1  1 2 3 2 1 2 1 2  1 1 2 1 2 1 2 0");
}

static void thesis_limited_nim_1_3_4_to_18(void **state)
{
    table_is(*state, "limited-nim(18;1,3,4)", ZM_W, "SL SW 0 SW SW 1 2 0 2 0 1 3 1 2 0 2 0 1 3");
    table_is(*state, "limited-nim(18;1,3,4)", ZM_GRUNDY, "0 1 0 1 2 3 2 0 1 0 1 2 3 2 0 1 0 1 2");
}

/* ---- examples ---- */
static void thesis_examples_2_4_and_2_5_piles_of_nim(void **state)
{
    value_is(*state, "nim(1,2,3)", ZM_GRUNDY, 0);
    value_is(*state, "sum(nim(1),nim(2),nim(3))", ZM_GRUNDY, 0);
    assert_false(wins(*state, "nim(1,2,3)", false));
    value_is(*state, "nim(7,4,1)", ZM_GRUNDY, 2);
    value_is(*state, "sum(nim(7),nim(4),nim(1))", ZM_GRUNDY, 2);
    assert_true(wins(*state, "nim(7,4,1)", false));
}

/* Superpiles 3-7-2 and 4-6 without their lowest piles, and those above less the coin nobody takes. */
static void thesis_example_5_1_level_nim(void **state)
{
    const uint32_t first = value(*state, "level-nim(3-7-2)", ZM_W).number;
    const uint32_t second = value(*state, "level-nim(4-6)", ZM_W).number;
    assert_int_equal(second, 5);
    value_is(*state, "level-nim(3-7-2,4-6)", ZM_W, first ^ second);
    value_is(*state, "wtia(level-nim(3-7-2),level-nim(4-6))", ZM_W, first ^ second);
    value_is(*state, "wtia(level-nim(3-7-2),level-nim(4))", ZM_W, ZM_SW);
    value_is(*state, "wtia(level-nim(3-7-2),level-nim(@0))", ZM_W, ZM_SL);
}

static void thesis_example_5_2_three_limited_nims(void **state)
{
    value_is(*state, "wtia(limited-nim(5;1,3,4),limited-nim(8;1,3,4),limited-nim(6;1,3,4))", ZM_W, 1);
    value_is(*state, "wtia(limited-nim(4;1,3,4),limited-nim(6;1,3,4),limited-nim(11;1,3,4))", ZM_W, ZM_SW);
}

/* Note 5.4: other games beside them, "in a usual way". */
static void thesis_note_5_4_horses_beside_limited_nim(void **state)
{
    value_is(*state, "wtia(horse(8;2,6),limited-nim(11;1,3,4))", ZM_W, 0);
    value_is(*state, "wtia(horse(8;2,6),limited-nim(8;1,3,4))", ZM_W, 1);
}

/* 5.3: who loses in one view loses in all; then the product of a wtia compound is not searched for its Grundy
 * number. */
static void thesis_corollary_5_3_saves_the_search(void **state)
{
    value_is(*state, "wtia(horse(8;2,6),limited-nim(11;1,3,4))", ZM_GRUNDY, 0);
    value_is(*state, "sum(wtia(horse(8;2,6),limited-nim(11;1,3,4)),nim(5))", ZM_GRUNDY, 5);
    const zm_answer a = value(*state, "wtia(horse(8;2,6),limited-nim(8;1,3,4))", ZM_GRUNDY);
    assert_true(a.number > 0 && !a.theorem && a.searched > 0);
}

/* The same inside a game that falls apart: these are lost, and have more positions than may be searched. */
static void thesis_corollary_5_3_inside_a_game(void **state)
{
    value_is(*state, "queen(64;1,2,3,5,4,7,6,10)", ZM_GRUNDY, 0);
    value_is(*state, "queen(64;1,2,3,5,4,7,6,10)", ZM_W, 0);
    value_is(*state, "horse(64;4,5,60,60,61,61,62,62)", ZM_GRUNDY, 0);
    value_is(*state, "nim(200,100,172)", ZM_W, 0);
    value_is(*state, "nim(1,0)", ZM_W, ZM_SW);
    value_is(*state, "nim(0)", ZM_W_MISERE, ZM_SW);
}

/* The rule of a game can be any of the six ways; its pieces are then added up in that way. */
static void pieces_are_added_up_as_the_rule_of_the_variant_says(void **state)
{
    const lab *l = *state;
    value_is(l, "queen(8;4,6,2,3;one)", ZM_GRUNDY,
             value(l, "queen(8;4,6)", ZM_GRUNDY).number ^ value(l, "queen(8;2,3)", ZM_GRUNDY).number);
    value_is(l, "horse(8;7,7,3,6)", ZM_REMOTENESS, 3);
    value_is(l, "horse(8;7,7,3,6;able)", ZM_SUSPENSE, 6);
    value_is(l, "horse(8;7,5,3,6;home)", ZM_W, 1 ^ 2);
    assert_false(value(l, "horse(8;7,7,3,6;able)", ZM_REMOTENESS).theorem);
    assert_false(value(l, "queen(8;4,6,2,3;notall)", ZM_GRUNDY).theorem);
}

/* ---- what was searched ---- */
/* The limit tells: so many positions are enough, and one less is not. */
static void limit_is(const char *text, zm_kind kind, bool theorem, uint64_t searched)
{
    zm_context *c = zm_context_new();
    for (uint64_t limit = searched - 1; limit <= searched; limit++) {
        lab l = {.c = c};
        zm_answer a;
        assert_int_equal(zm_values_open(c, limit, &l.values), ZM_OK);
        zm_expression *e = read(&l, text);
        const zm_status s = zm_value_of(l.values, e, kind, &a);
        assert_int_equal(s, limit < searched ? ZM_NO_MEMORY : ZM_OK);
        if (s == ZM_OK) {
            assert_int_equal(a.theorem, theorem);
            assert_int_equal(a.searched, searched);
        }
        zm_expression_free(e);
        zm_values_close(l.values);
    }
    zm_context_free(c);
}

/* A game that falls apart is searched as well: piece by piece. */
static void what_was_searched_is_told(void **state)
{
    limit_is("chomp(3;4)", ZM_GRUNDY, false, 34);
    limit_is("nim(9)", ZM_GRUNDY, false, 9); /* a pile of none is no piece */
    limit_is("nim(9,3,4)", ZM_GRUNDY, true, 9);
    limit_is("dots-and-boxes(2;4)", ZM_W, false, 132);
    limit_is("dots-and-boxes(2;4)", ZM_REMOTENESS, false, 309);
    limit_is("dots-and-boxes(3;3;nimstring)", ZM_GRUNDY, false, 227);
    const lab *l = *state;
    assert_int_equal(value(l, "sum(nim(9),nim(9),nim(4))", ZM_GRUNDY).searched, 9 + 4); /* the same game once */
    assert_int_equal(value(l, "kayles(12)", ZM_GRUNDY).searched, 13);
    assert_false(value(l, "kayles(12)", ZM_GRUNDY).theorem);
    assert_int_equal(value(l, "kayles(30000)", ZM_GRUNDY).searched, 256); /* these prove the period */
    assert_true(value(l, "kayles(30000)", ZM_GRUNDY).theorem);
}

/* ---- Dots and Boxes ---- */
static void thesis_theorems_4_1_and_4_2_on_small_boards(void **state)
{
    for (unsigned m = 2; m <= 4; m++)
        for (unsigned n = 2; n <= (m == 4 ? 3 : 4); n++) {
            char text[64];
            snprintf(text, sizeof text, "dots-and-boxes(%u;%u)", m, n);
            assert_int_equal(wins(*state, text, false), (m + n) % 2);
        }
}

/* ---- Guy and Smith ---- */
static void sequence_of(const lab *l, const char *text, unsigned count, uint32_t *out)
{
    zm_expression *e = read(l, text);
    const zm_variant *v = zm_expression_variant(e, 0);
    for (unsigned n = 0; n < count; n++) {
        zm_answer a;
        assert_int_equal(zm_value_at(l->values, e, 0, v->game->sums->grid_at(v, 0, n), ZM_GRUNDY, &a), ZM_OK);
        out[n] = a.number;
    }
    zm_expression_free(e);
}

static void period_is(const uint32_t *g, unsigned count, unsigned period, unsigned first)
{
    assert_int_not_equal(g[first - 1], g[first - 1 + period]);
    for (unsigned n = first; n + period < count; n++)
        assert_int_equal(g[n], g[n + period]);
}

static void guy_and_smith_kayles_has_period_12_from_71_on(void **state)
{
    static const uint32_t known[] = {0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
                                     4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7};
    uint32_t g[1000];
    sequence_of(*state, "kayles(999)", 1000, g);
    assert_memory_equal(g, known, sizeof known);
    period_is(g, 1000, 12, 71);
}

static void guy_and_smith_dawsons_kayles_has_period_34_from_53_on(void **state)
{
    static const uint32_t known[] = {0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2,
                                     2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4};
    uint32_t g[1000];
    sequence_of(*state, "dawsons-kayles(999)", 1000, g);
    assert_memory_equal(g, known, sizeof known);
    period_is(g, 1000, 34, 53);
}

/* Octal games that repeat late. 0.45 is as in OEIS A071435 (Winning Ways, chapter 4), where it begins one earlier as
 * 0.177. */
static void octal_games_with_long_periods(void **state)
{
    static const struct {
        const char *code;
        unsigned period, first;
    } known[] = {{"0.055", 148, 259}, {"0.644", 442, 3256}, {"0.45", 20, 498}, {"0.156", 349, 3479}};
    static uint32_t g[8192];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const unsigned count = 2 * known[i].first + 2 * known[i].period + 8;
        char text[64];
        snprintf(text, sizeof text, "octal(%s;%u)", known[i].code, count - 1);
        sequence_of(*state, text, count, g);
        period_is(g, count, known[i].period, known[i].first);
    }
}

/* ---- a thousand parts ---- */
static char *many_parts(const char *how, uint32_t *xor_all)
{
    static char text[65536];
    uint64_t random = 1000;
    size_t n = (size_t)sprintf(text, "%s(", how);
    *xor_all = 0;
    for (unsigned i = 0; i < 1000; i++) {
        const unsigned coins = (unsigned)(unit_random(&random) % 256);
        n += (size_t)sprintf(text + n, i % 2 ? "%snim(%u)" : "%slimited-nim(%u;1,2,3)", i ? "," : "", coins);
        *xor_all ^= i % 2 ? coins : coins % 4;
    }
    strcpy(text + n, ")");
    return text;
}

static void a_thousand_parts(void **state)
{
    uint32_t all;
    const char *text = many_parts("sum", &all);
    value_is(*state, text, ZM_GRUNDY, all);
    assert_int_equal(wins(*state, text, false), all != 0);
    assert_true(wins(*state, many_parts("union", &all), false));
    assert_true(wins(*state, many_parts("selective", &all), false));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(thesis_figure_2_grundy_numbers_of_queens, setup, teardown),
        cmocka_unit_test_setup_teardown(thesis_figure_4_who_wins_with_one_horse, setup, teardown),
        cmocka_unit_test_setup_teardown(thesis_figure_5_remoteness_of_horses, setup, teardown),
        cmocka_unit_test_setup_teardown(thesis_figure_6_suspense_of_horses_with_its_misprint_corrected, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(thesis_figure_9_w_numbers_of_horses, setup, teardown),
        cmocka_unit_test_setup_teardown(thesis_limited_nim_1_3_4_to_18, setup, teardown),
        cmocka_unit_test_setup_teardown(thesis_examples_2_4_and_2_5_piles_of_nim, setup, teardown),
        cmocka_unit_test_setup_teardown(thesis_example_5_1_level_nim, setup, teardown),
        cmocka_unit_test_setup_teardown(thesis_example_5_2_three_limited_nims, setup, teardown),
        cmocka_unit_test_setup_teardown(thesis_note_5_4_horses_beside_limited_nim, setup, teardown),
        cmocka_unit_test_setup_teardown(thesis_corollary_5_3_saves_the_search, setup, teardown),
        cmocka_unit_test_setup_teardown(thesis_corollary_5_3_inside_a_game, setup, teardown),
        cmocka_unit_test_setup_teardown(pieces_are_added_up_as_the_rule_of_the_variant_says, setup, teardown),
        cmocka_unit_test_setup_teardown(what_was_searched_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(thesis_theorems_4_1_and_4_2_on_small_boards, setup, teardown),
        cmocka_unit_test_setup_teardown(guy_and_smith_kayles_has_period_12_from_71_on, setup, teardown),
        cmocka_unit_test_setup_teardown(guy_and_smith_dawsons_kayles_has_period_34_from_53_on, setup, teardown),
        cmocka_unit_test_setup_teardown(octal_games_with_long_periods, setup, teardown),
        cmocka_unit_test_setup_teardown(a_thousand_parts, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
