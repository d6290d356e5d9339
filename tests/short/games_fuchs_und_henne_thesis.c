/* games_fuchs_und_henne_thesis.c: the thesis' codes (seed 000, chapters 4, 5 and 8) to the digit. */
#include "unit.h"

#include "games/fuchs-und-henne/rules.h"
#include "games/shared/cross_board.h"

#include <zermelo/zermelo.h>

static zm_context *context;
static zm_variant *v;

static int set_up(void **state)
{
    const zm_game *g;
    (void)state;
    context = zm_context_new();
    assert_int_equal(zm_find_game(context, "fuchs-und-henne", &g), ZM_OK);
    return zm_variant_new(context, g, NULL, 0, &v) != ZM_OK;
}

static int tear_down(void **state)
{
    (void)state;
    zm_variant_free(context, v);
    zm_context_free(context);
    return 0;
}

/* The fields column by column (Figure 5.1), the first in the highest bit. */
static uint64_t set_of(const char *sequence)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < CROSS_FIELDS; i++)
        set |= sequence[i] == '1' ? zm_bit(cross_thesis_field(i)) : 0;
    return set;
}

static uint64_t encode(zm_pos p) { return v->game->sources->codes[0].encode(v, p); }

static void check_code(zm_pos p, uint64_t expected)
{
    zm_mistake why = {0};
    zm_pos back;
    assert_int_equal(encode(p), expected);
    assert_int_equal(encode(hen_image(p)), expected);
    if (!v->game->sources->codes[0].decode(v, expected, &back, &why))
        fail_msg("%s", why.text);
    assert_true(zm_same(back, p));
}

/* Foxes on places 5 and 9 of the left 13, the second mirrored: place 5 (b4, row 3) comes after place 9 (c6, row 1) in
 * reading order. */
static void thesis_5_4_example_has_code_4315386869305(void **state)
{
    const uint64_t hens = set_of("110110111010011100001110001100111");
    const unsigned five = cross_thesis_field(5), nine = cross_thesis_field(9);
    const bool five_first = five < nine;
    const uint64_t foxes =
        five_first ? zm_bit(five) | cross_mirrored(zm_bit(nine)) : zm_bit(nine) | cross_mirrored(zm_bit(five));
    (void)state;
    assert_int_equal(zm_count_bits(hens), 19);
    assert_int_equal(hens & foxes, 0);
    assert_int_equal(zm_rank_sequence(cross_thesis_sequence(hens, 0), 33), 651415411);
    check_code(hen_position(hens, foxes, HEN_MOVES, 1), 4315386869305);
    assert_int_equal(4315386869305 / 2 / 302, 7144680247);
    assert_int_equal(4315386869305 / 2 % 302, 58);
}

static void thesis_5_5_codes_go_from_2_to_4762685246337(void **state)
{
    zm_mistake why = {0};
    zm_pos p;
    (void)state;
    check_code(hen_position(set_of("000000000000000000000000011111111"), zm_bit(cross_thesis_field(0)), HEN_MOVES, 0),
               2);
    check_code(hen_position(set_of("111111111111111111101000000000000"), zm_bit(cross_thesis_field(19)), HEN_MOVES, 1),
               4762685246337);
    assert_int_equal(4762685246337 / 2 / 302, 7885240474);
    assert_false(v->game->sources->codes[0].decode(v, UINT64_MAX, &p, &why));
    assert_false(v->game->sources->codes[0].decode(v, 0, &p, &why)); /* 8 hens and no fox */
}

/* The fox code of Table 5.1, with nine hens out of the way where there is room. */
static unsigned fox_code(uint64_t foxes)
{
    uint64_t hens = 0;
    for (unsigned f = 0; zm_count_bits(hens) < 9; f++)
        hens |= zm_bit(f) & ~foxes & ~cross_mirrored(foxes);
    return (unsigned)(encode(hen_position(hens, foxes, HEN_MOVES, 0)) / 2 % 302);
}

static void thesis_table_5_1_fox_codes(void **state)
{
    bool seen[302] = {false};
    (void)state;
    assert_int_equal(fox_code(0), 0);
    seen[0] = true;
    for (unsigned a = 0; a < CROSS_FIELDS; a++) {
        const unsigned one = fox_code(zm_bit(a));
        assert_in_range(one, 1, 20);
        seen[one] = true;
        for (unsigned b = 0; b < a; b++) {
            const uint64_t foxes = zm_bit(a) | zm_bit(b);
            const unsigned code = fox_code(foxes), left = zm_count_bits(foxes & CROSS_LEFT),
                           right = zm_count_bits(cross_mirrored(foxes) & CROSS_LEFT);
            if (left == 1 && right == 1 && foxes == cross_mirrored(foxes))
                assert_in_range(code, 21, 33);
            else if (left == 1 && right == 1)
                assert_in_range(code, 34, 111);
            else
                assert_in_range(code, 112, 301);
            assert_int_equal(code, fox_code(cross_mirrored(foxes)));
            seen[code] = true;
        }
    }
    for (unsigned i = 0; i < 302; i++)
        assert_true(seen[i]);
}

/* Algorithm 1, as printed, on the board as rows and columns. */
static bool algorithm_1_reflects(zm_pos p)
{
    char at[7][7], hen = '!';
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++) {
            at[i][j] = ' ';
            if (cross_has(i, j)) {
                const unsigned f = cross_field_at(i, j);
                at[i][j] = p.lo >> f & 1 ? 'h' : hen_foxes(p) >> f & 1 ? 'f' : '.';
            }
        }
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 3; j++) {
            if (at[i][j] == at[i][6 - j])
                continue;
            if (at[i][j] == 'f')
                return false;
            if (at[i][6 - j] == 'f')
                return true;
            if (hen == '!')
                hen = at[i][j] == 'h' ? 'l' : 'r';
        }
    return hen == 'r';
}

static void thesis_algorithm_1_fingerprint(void **state)
{
    uint64_t seed = 3;
    (void)state;
    for (unsigned k = 0; k < 20000; k++) {
        const unsigned n = 9 + (unsigned)(unit_random(&seed) % 12), want = (unsigned)(unit_random(&seed) % 3);
        uint64_t hens = 0, foxes = 0;
        while (zm_count_bits(hens) < n)
            hens |= zm_bit((unsigned)(unit_random(&seed) % CROSS_FIELDS));
        while (zm_count_bits(foxes) < want)
            foxes |= zm_bit((unsigned)(unit_random(&seed) % CROSS_FIELDS)) & ~hens;
        const zm_pos p = hen_position(hens, foxes, HEN_MOVES, want ? (unsigned)(unit_random(&seed) & 1) : 0),
                     expected = algorithm_1_reflects(p) ? hen_image(p) : p;
        zm_mistake why = {0};
        zm_pos back;
        if (!v->game->sources->codes[0].decode(v, encode(p), &back, &why))
            fail_msg("%s", why.text);
        assert_true(zm_same(back, expected));
    }
}

/* Positions that the thesis has no code for. */
static void other_tasks_have_codes_of_their_own(void **state)
{
    const uint64_t hens = zm_low_bits(12);
    (void)state;
    const zm_pos move = hen_position(hens, zm_bit(20), HEN_MOVES, 0),
                 removes = hen_position(hens, zm_bit(20), HEN_REMOVES, 0),
                 puts = hen_position(hens, zm_bit(20), HEN_PUTS, 0);
    assert_int_equal(encode(removes), encode(move) + (UINT64_C(1) << 43));
    assert_int_equal(encode(puts), encode(move) + (UINT64_C(2) << 43));
}

static void thesis_table_8_1_upper_bounds(void **state)
{
    static const uint64_t bound[] = {12451914150,   39958320480,   92705140710,   181046589360,
                                     310855761510,  478745764560,  670278262950,  863225068140,
                                     1034886555990, 1169658208140, 1262862887190, 1319480441820};
    (void)state;
    for (unsigned n = 9; n <= 20; n++) {
        char setting[16];
        const char *one = setting;
        zm_variant *row;
        snprintf(setting, sizeof setting, "hens=%u", n);
        assert_int_equal(zm_variant_new(context, v->game, &one, 1, &row), ZM_OK);
        assert_int_equal(zm_bound_of(row), bound[n - 9]);
        zm_variant_free(context, row);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thesis_5_4_example_has_code_4315386869305),
        cmocka_unit_test(thesis_5_5_codes_go_from_2_to_4762685246337),
        cmocka_unit_test(thesis_table_5_1_fox_codes),
        cmocka_unit_test(thesis_algorithm_1_fingerprint),
        cmocka_unit_test(other_tasks_have_codes_of_their_own),
        cmocka_unit_test(thesis_table_8_1_upper_bounds),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
