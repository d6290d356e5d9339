/* base_combinations.c: binomials against Pascal's triangle, both orders of k-subsets, bit tricks. */
#include <zermelo/combinations.h>

#include "unit.h"

/* C(67,33) is the last central binomial below 2^64; C(68,34) is above. */
static void binomials_are_pascals(void **state)
{
    (void)state;
    static unsigned __int128 row[72];
    row[0] = 1;
    for (unsigned n = 0; n <= 70; n++) {
        for (unsigned k = 0; k <= n; k++)
            assert_true(zm_binomial(n, k) == (row[k] >> 64 ? UINT64_MAX : (uint64_t)row[k]));
        assert_int_equal(zm_binomial(n, n + 1), 0);
        for (unsigned k = n + 1; k; k--)
            row[k] += row[k - 1];
    }
    assert_true(zm_binomial(67, 33) == 14226520737620288370u);
    assert_true(zm_binomial(68, 34) == UINT64_MAX);
    assert_true(zm_binomial(4000000000u, 1) == 4000000000u);
    assert_true(zm_binomial(4000000000u, 2) == 7999999998000000000u);
    assert_true(zm_binomial(4000000000u, 3) == UINT64_MAX);
    assert_int_equal(zm_binomial(0, 0), 1);
}

/* The string '010100' of the theses' worked example: C(4,2) + C(2,1) = 6 + 2. */
static void thesis_pascal_example(void **state)
{
    (void)state;
    assert_int_equal(zm_rank_sequence(020 | 04, 6), 8);
    assert_int_equal(zm_unrank_sequence(6, 2, 8), 020 | 04);
}

/* Every subset of up to 16 elements: ranks run 0, 1, 2 ... in numerical order, in both orders. */
static void all_subsets_up_to_sixteen(void **state)
{
    (void)state;
    for (unsigned n = 0; n <= 16; n++) {
        uint64_t next[17] = {0};
        for (uint64_t set = 0; set < zm_bit(n); set++) {
            unsigned k = zm_count_bits(set);
            uint64_t rank = next[k]++;
            assert_int_equal(zm_rank_colex(set), rank);
            assert_int_equal(zm_rank_sequence(set, n), rank);
            assert_int_equal(zm_unrank_colex(k, rank), set);
            assert_int_equal(zm_unrank_sequence(n, k, rank), set);
        }
        for (unsigned k = 0; k <= n; k++)
            assert_int_equal(next[k], zm_binomial(n, k));
    }
}

static void large_random_subsets(void **state)
{
    (void)state;
    uint64_t random = 7;
    for (int i = 0; i < 20000; i++) {
        uint64_t set = unit_random(&random);
        if (i % 3 == 0)
            set &= unit_random(&random) & unit_random(&random);
        unsigned k = zm_count_bits(set);
        uint64_t rank = zm_rank_colex(set);
        assert_true(rank < zm_binomial(64, k));
        assert_true(zm_unrank_colex(k, rank) == set);
        assert_true(zm_rank_sequence(set, 64) == rank); /* both are the numerical order */
        assert_true(zm_unrank_sequence(64, k, rank) == set);
    }
    for (unsigned k = 0; k <= 64; k++) { /* the last of its size */
        uint64_t last = k ? ~(uint64_t)0 << (64 - k) : 0;
        assert_true(zm_rank_colex(last) == zm_binomial(64, k) - 1);
        assert_true(zm_unrank_colex(k, zm_binomial(64, k) - 1) == last);
        assert_true(zm_unrank_sequence(64, k, zm_binomial(64, k) - 1) == last);
    }
}

static void the_next_subset_has_the_next_rank(void **state)
{
    (void)state;
    for (unsigned n = 1; n <= 14; n++)
        for (unsigned k = 1; k <= n; k++) {
            uint64_t set = zm_low_bits(k);
            for (uint64_t rank = 0; rank + 1 < zm_binomial(n, k); rank++) {
                assert_int_equal(zm_rank_colex(set), rank);
                set = zm_next_subset(set);
            }
            assert_int_equal(set, zm_low_bits(k) << (n - k));
        }
    assert_true(zm_next_subset(zm_bit(62)) == zm_bit(63));
    assert_true(zm_next_subset(~zm_bit(63)) == ~zm_bit(62));
}

static void bits_and_their_numbers(void **state)
{
    (void)state;
    assert_true(zm_low_bits(0) == 0);
    assert_true(zm_low_bits(63) == ~zm_bit(63));
    assert_true(zm_low_bits(64) == UINT64_MAX);
    uint64_t random = 3;
    for (int i = 0; i < 2000; i++) {
        uint64_t x = unit_random(&random) & unit_random(&random), rest = x;
        unsigned n = 0, last = 0;
        for (unsigned b = 0; b < 64; b++)
            if (x >> b & 1) {
                assert_int_equal(zm_nth_bit(x, n), b);
                assert_int_equal(zm_take_lowest(&rest), b);
                last = b;
                n++;
            }
        assert_int_equal(rest, 0);
        assert_int_equal(zm_count_bits(x), n);
        if (x) {
            assert_int_equal(zm_highest(x), last);
            assert_int_equal(zm_lowest(x), zm_nth_bit(x, 0));
        }
    }
}

static void positions_are_128_bit_numbers(void **state)
{
    (void)state;
    zm_pos ordered[] = {{0, 0}, {1, 0}, {UINT64_MAX, 0}, {0, 1}, {5, 1}, {0, ZM_TURN_BIT}};
    enum { COUNT = sizeof ordered / sizeof *ordered };
    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned k = 0; k < COUNT; k++) {
            assert_int_equal(zm_before(ordered[i], ordered[k]), i < k);
            assert_int_equal(zm_same(ordered[i], ordered[k]), i == k);
            assert_true(zm_same(zm_smaller(ordered[i], ordered[k]), ordered[i < k ? i : k]));
        }
    zm_pos p = zm_next_turn(ordered[4]);
    assert_true(p.lo == 5 && p.hi == (1 | ZM_TURN_BIT));
    assert_true(zm_same(zm_next_turn(p), ordered[4]));
}

/* Neighbouring positions must not fall into neighbouring slots: the low bits of the hash are what the map uses. */
static void the_hash_spreads_small_positions(void **state)
{
    (void)state;
    enum { SLOTS = 1 << 16 };
    static uint8_t load[SLOTS];
    unsigned used = 0;
    for (uint64_t i = 0; i < SLOTS; i++) {
        zm_pos p = {.lo = i & 255, .hi = i >> 8};
        uint8_t *slot = &load[zm_hash(p) & (SLOTS - 1)];
        used += !(*slot)++;
    }
    /* Thrown at random they would fill 1 - 1/e = 63.2 % of the slots. */
    assert_true(used > SLOTS * 0.62 && used < SLOTS * 0.645);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binomials_are_pascals),
        cmocka_unit_test(thesis_pascal_example),
        cmocka_unit_test(all_subsets_up_to_sixteen),
        cmocka_unit_test(large_random_subsets),
        cmocka_unit_test(the_next_subset_has_the_next_rank),
        cmocka_unit_test(bits_and_their_numbers),
        cmocka_unit_test(positions_are_128_bit_numbers),
        cmocka_unit_test(the_hash_spreads_small_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
