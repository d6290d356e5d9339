/* table_roundtrip.c: what is written is what is read: dense and keyed, one and two bytes a symbol, one part and
 * many. */
#include "table_lab.h"

static void same_summary(const zm_summary *a, const zm_summary *b)
{
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->won_by[0], b->won_by[0]);
    assert_int_equal(a->won_by[1], b->won_by[1]);
    assert_int_equal(a->drawn, b->drawn);
    assert_int_equal(a->has_longest, b->has_longest);
    assert_int_equal(a->longest, b->longest);
    assert_true(zm_same(a->longest_position, b->longest_position));
}

static void check_summary(const lab *l, const zm_table *t)
{
    zm_summary all = {0};
    for (uint32_t i = 0; i < l->tiers; i++)
        zm_summary_add(&all, &l->sum[i]);
    same_summary(zm_table_summary(t), &all);
    assert_int_equal(zm_table_summary(t)->start, l->start);
}

static void check_values(const lab *l, const zm_table *t)
{
    for (uint32_t i = 0; i < l->tiers; i++) {
        assert_int_equal(zm_table_tier_size(t, i), l->size[i]);
        zm_value *values = malloc(l->size[i] * sizeof *values);
        assert_int_equal(zm_table_read_tier(l->c, t, i, values), ZM_OK);
        assert_memory_equal(values, l->value[i], l->size[i] * sizeof *values);
        free(values);
    }
}

static void check_probes(const lab *l, const zm_table *t)
{
    for (uint32_t i = 0; i < l->tiers; i++)
        for (uint64_t k = 0; k < l->size[i] - (l->keyed ? 0 : 2); k++) {
            zm_pos p = lab_state(l, i, k), q;
            zm_value value;
            assert_int_equal(zm_table_probe(l->c, t, p, &value), ZM_OK);
            assert_int_equal(value, l->value[i][k]);
            assert_int_equal(zm_table_state(l->c, t, i, k, &q), ZM_OK);
            assert_true(zm_same(p, q));
        }
}

static void check_strangers(const lab *l, const zm_table *t)
{
    zm_pos stranger[] = {ring_make(5001, 0, 0), ring_make(1, 1000000, 1), ring_make(0xFFFFFFFF, 0xFFFFFFFF, 1)};
    zm_value value;
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(zm_table_probe(l->c, t, stranger[i], &value), ZM_OK);
        assert_int_equal(value, ZM_NONE);
    }
    zm_pos p;
    assert_int_equal(zm_table_read_tier(l->c, t, l->tiers, NULL), ZM_BAD_INPUT);
    assert_int_equal(zm_table_state(l->c, t, 0, l->size[0], &p), ZM_BAD_INPUT);
}

static void round_trip(bool keyed, const char *coins, const char *spots, uint64_t part_states)
{
    lab l;
    zm_table *t;
    lab_open(&l, keyed, coins, spots, part_states);
    assert_int_equal(lab_write(&l), ZM_OK);
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    assert_int_equal(zm_table_keyed(t), keyed);
    assert_int_equal(zm_table_tiers(t), l.tiers);
    check_summary(&l, t);
    check_values(&l, t);
    check_probes(&l, t);
    check_strangers(&l, t);
    zm_verified done;
    if (zm_table_verify(l.c, t, &done) != ZM_OK)
        fail_msg("%s", zm_message(l.c));
    assert_int_equal(done.states, zm_table_summary(t)->states);
    zm_table_close(t);
    lab_close(&l);
}

static void dense_one_part(void **state)
{
    (void)state;
    round_trip(false, "9", "7", 0);
}

static void dense_a_tier_a_part(void **state)
{
    (void)state;
    round_trip(false, "40", "7", 1);
}

static void dense_several_tiers_a_part(void **state)
{
    (void)state;
    round_trip(false, "50", "7", 100);
}

static void dense_two_bytes_a_symbol(void **state)
{
    (void)state;
    round_trip(false, "400", "9", 0);
}

static void dense_blocks_across_tiers(void **state)
{
    (void)state;
    round_trip(false, "20", "301", 3000);
}

static void dense_tiers_of_many_blocks(void **state)
{
    (void)state;
    round_trip(false, "1", "20000", 0);
}

static void dense_thousands_of_tiers(void **state)
{
    (void)state;
    round_trip(false, "1000", "3", 500);
}

static void keyed_one_block(void **state)
{
    (void)state;
    round_trip(true, "9", "7", 0);
}

static void keyed_many_blocks(void **state)
{
    (void)state;
    round_trip(true, "20", "301", 0);
}

static void keyed_two_bytes_a_symbol(void **state)
{
    (void)state;
    round_trip(true, "400", "9", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense_one_part),
        cmocka_unit_test(dense_a_tier_a_part),
        cmocka_unit_test(dense_several_tiers_a_part),
        cmocka_unit_test(dense_two_bytes_a_symbol),
        cmocka_unit_test(dense_blocks_across_tiers),
        cmocka_unit_test(dense_tiers_of_many_blocks),
        cmocka_unit_test(dense_thousands_of_tiers),
        cmocka_unit_test(keyed_one_block),
        cmocka_unit_test(keyed_many_blocks),
        cmocka_unit_test(keyed_two_bytes_a_symbol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
