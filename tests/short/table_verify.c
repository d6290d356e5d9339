/* table_verify.c: tables whose files are whole but whose content is not: any single wrong value, a state too many, a
 * state too few, wrong counts, a wrong start. All are written through the writer, with all checksums right. */
#include "engine/cuda/verify/verify.h"
#include "table_lab.h"

/* Writes the table as the lab has it now (counts follow the values) and expects it to be found wrong. */
static void expect_wrong(lab *l, uint32_t tier, uint64_t index)
{
    lab_sum(l);
    assert_int_equal(lab_write(l), ZM_OK);
    zm_status s = lab_verify(l);
    if (s != ZM_WRONG)
        fail_msg("tier %u place %u: status %d", (unsigned)tier, (unsigned)index, (int)s);
}

static unsigned wrong_values(zm_value right, zm_value out[6])
{
    unsigned n = 0, r = zm_remoteness(right);
    const zm_value tried[] = {ZM_DRAWN,          zm_win_in(r),
                              zm_loss_in(r),     zm_win_in(r + 1),
                              zm_loss_in(r + 2), right == ZM_DRAWN ? zm_win_in(9) : (zm_value)(right + 1)};
    for (unsigned i = 0; i < 6; i++)
        if (tried[i] != right && tried[i] != ZM_NONE)
            out[n++] = tried[i];
    return n;
}

static void every_single_value(bool keyed)
{
    lab l;
    lab_open(&l, keyed, "2", "7", 33);
    assert_int_equal(lab_write(&l), ZM_OK);
    assert_int_equal(lab_verify(&l), ZM_OK);
    for (uint32_t t = 0; t < l.tiers; t++)
        for (uint64_t i = 0; i < l.size[t]; i++) {
            zm_value right = l.value[t][i], tried[6];
            if (right == ZM_NONE)
                continue;
            for (unsigned n = wrong_values(right, tried); n-- > 0;) {
                l.value[t][i] = tried[n];
                expect_wrong(&l, t, i);
            }
            l.value[t][i] = right;
        }
    lab_close(&l);
}

static void every_single_wrong_value_dense(void **state)
{
    (void)state;
    every_single_value(false);
}

static void every_single_wrong_value_keyed(void **state)
{
    (void)state;
    every_single_value(true);
}

static void every_missing_state(bool keyed)
{
    lab l;
    lab_open(&l, keyed, "2", "7", 0);
    for (uint32_t t = 0; t < l.tiers; t++)
        for (uint64_t i = 0; i < l.size[t]; i++) {
            zm_value right = l.value[t][i];
            if (right == ZM_NONE)
                continue;
            l.value[t][i] = ZM_NONE;
            expect_wrong(&l, t, i);
            l.value[t][i] = right;
        }
    lab_close(&l);
}

static void every_missing_value_dense(void **state)
{
    (void)state;
    every_missing_state(false);
}

static void every_missing_value_keyed(void **state)
{
    (void)state;
    every_missing_state(true);
}

/* A key that is left out: a move leads to nowhere. */
static void every_missing_key(void **state)
{
    lab l;
    (void)state;
    lab_open(&l, true, "2", "7", 0);
    uint64_t n = l.size[0]--;
    for (uint64_t i = 0; i < n; i++) {
        zm_pos last = l.keys[n - 1], key = l.keys[i];
        zm_value last_value = l.value[0][n - 1], value = l.value[0][i];
        memmove(l.keys + i, l.keys + i + 1, (n - 1 - i) * sizeof *l.keys);
        memmove(l.value[0] + i, l.value[0] + i + 1, (n - 1 - i) * sizeof *l.value[0]);
        expect_wrong(&l, 0, i);
        memmove(l.keys + i + 1, l.keys + i, (n - 1 - i) * sizeof *l.keys);
        memmove(l.value[0] + i + 1, l.value[0] + i, (n - 1 - i) * sizeof *l.value[0]);
        l.keys[n - 1] = last;
        l.value[0][n - 1] = last_value;
        l.keys[i] = key;
        l.value[0][i] = value;
    }
    lab_close(&l);
}

/* The waste of each tier, and states play does not reach: a value there is one too many. */
static void every_extra_state(void **state)
{
    lab l;
    unsigned tried = 0;
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    for (uint32_t t = 0; t < l.tiers; t++)
        for (uint64_t i = 0; i < l.size[t]; i++)
            if (l.value[t][i] == ZM_NONE) {
                l.value[t][i] = ZM_DRAWN;
                expect_wrong(&l, t, i);
                assert_non_null(strstr(zm_message(l.c), "play never gets there"));
                l.value[t][i] = ZM_NONE;
                tried++;
            }
    assert_true(tried >= 8);
    lab_close(&l);
}

static void extra_key(void **state)
{
    lab l;
    (void)state;
    lab_open(&l, true, "3", "7", 0);
    uint64_t n = l.size[0]++;
    l.keys = realloc(l.keys, (n + 1) * sizeof *l.keys);
    l.value[0] = realloc(l.value[0], (n + 1) * sizeof *l.value[0]);
    l.keys[n] = ring_make(1000, 0, 1);
    l.value[0][n] = ZM_DRAWN;
    expect_wrong(&l, 0, n);
    lab_close(&l);
}

static void every_count(void **state)
{
    lab l;
    (void)state;
    lab_open(&l, false, "3", "7", 33);
    for (uint32_t t = 0; t < l.tiers; t++)
        for (unsigned field = 0; field < 6; field++) {
            zm_summary right = l.sum[t];
            uint64_t *number[] = {&l.sum[t].states, &l.sum[t].won_by[0], &l.sum[t].won_by[1], &l.sum[t].drawn};
            if (field < 4)
                ++*number[field];
            else if (field == 4 && right.has_longest)
                l.sum[t].longest += 1000;
            else if (field == 4)
                l.sum[t].has_longest = true;
            else
                l.sum[t] = (zm_summary){0};
            assert_int_equal(lab_write(&l), ZM_OK);
            assert_int_equal(lab_verify(&l), ZM_WRONG);
            l.sum[t] = right;
        }
    lab_close(&l);
}

static void longest_position(void **state)
{
    lab l;
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    for (uint32_t t = 0; t < l.tiers; t++)
        l.sum[t].longest_position.hi ^= 1;
    assert_int_equal(lab_write(&l), ZM_OK);
    assert_int_equal(lab_verify(&l), ZM_WRONG);
    lab_close(&l);
}

static void start_value(void **state)
{
    lab l;
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    l.start = l.start == ZM_DRAWN ? zm_win_in(3) : ZM_DRAWN;
    assert_int_equal(lab_write(&l), ZM_OK);
    assert_int_equal(lab_verify(&l), ZM_WRONG);
    assert_non_null(strstr(zm_message(l.c), "the start 3:1:0"));
    lab_close(&l);
}

/* The start is the highest tier's smallest wrong place here: state in notation, stored value, recomputed value. */
static void message_names_state_and_both_values(void **state)
{
    lab l;
    char expected[256];
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    zm_place at = ring_rank(l.v, ring_start(l.v));
    zm_value right = l.value[at.tier][at.index];
    l.start = l.value[at.tier][at.index] = zm_win_in(1001);
    expect_wrong(&l, at.tier, at.index);
    if (zm_is_draw(right))
        snprintf(expected, sizeof expected, "tier 3: 3:1:0 is stored as win in 1001, its moves make it draw");
    else
        snprintf(expected, sizeof expected, "tier 3: 3:1:0 is stored as win in 1001, its moves make it %s in %u",
                 zm_is_win(right) ? "win" : "loss", zm_remoteness(right));
    if (!strstr(zm_message(l.c), expected))
        fail_msg("%s", zm_message(l.c));
    lab_close(&l);
}

/* Only the tier at hand and its two children fit: the others are dropped and read again. */
static void little_memory(void **state)
{
    lab l;
    zm_table *t;
    zm_verified done;
    (void)state;
    lab_open(&l, false, "20", "700", 0);
    assert_int_equal(lab_write(&l), ZM_OK);
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    uint64_t used = zm_memory_used(l.c), a_tier = 2 * l.size[0];
    zm_set_memory(l.c,
                  used + 4 * a_tier + 4 * ZM_MAX_CHILDREN + 8000); /* lists, bits and rows; tiers would take 59,000 */
    if (zm_table_verify(l.c, t, &done) != ZM_OK)
        fail_msg("%s", zm_message(l.c));
    zm_set_memory(l.c, used + a_tier);
    assert_int_equal(zm_table_verify(l.c, t, &done), ZM_NO_MEMORY);
    zm_table_close(t);
    lab_close(&l);
}

/* The same of a device's memory, and what is not enough is refused before anything is read. */
static void little_memory_on_a_device(void **state)
{
    lab l;
    zm_table *t;
    zm_verified done, there;
    (void)state;
    lab_open(&l, false, "20", "700", 0);
    assert_int_equal(lab_write(&l), ZM_OK);
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    assert_int_equal(zm_table_verify(l.c, t, &done), ZM_OK);
    const uint64_t a_tier = 2 * l.size[0], others = 24 * l.tiers + l.tiers * a_tier / 16 + 1000;
    if (zm_verify_gpu_table(l.c, t, ZM_ENGINE_CUDA_HOST, others + 3 * a_tier, &there) != ZM_OK)
        fail_msg("%s", zm_message(l.c));
    assert_memory_equal(&there, &done, sizeof done);
    assert_int_equal(zm_verify_gpu_table(l.c, t, ZM_ENGINE_CUDA_HOST, 3 * a_tier, &there), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(l.c), "free and"));
    assert_int_equal(there.blocks, 0);
    zm_table_close(t);
    lab_close(&l);
}

static void stops_when_asked(void **state)
{
    lab l;
    zm_table *t;
    zm_verified done;
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    assert_int_equal(lab_write(&l), ZM_OK);
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    zm_stop(l.c);
    assert_int_equal(zm_table_verify(l.c, t, &done), ZM_INTERRUPTED);
    assert_int_equal(zm_table_verify_on(l.c, t, ZM_ENGINE_CUDA_HOST, &done), ZM_INTERRUPTED);
    zm_table_close(t);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_single_wrong_value_dense),
        cmocka_unit_test(every_single_wrong_value_keyed),
        cmocka_unit_test(every_missing_value_dense),
        cmocka_unit_test(every_missing_value_keyed),
        cmocka_unit_test(every_missing_key),
        cmocka_unit_test(every_extra_state),
        cmocka_unit_test(extra_key),
        cmocka_unit_test(every_count),
        cmocka_unit_test(longest_position),
        cmocka_unit_test(start_value),
        cmocka_unit_test(message_names_state_and_both_values),
        cmocka_unit_test(little_memory),
        cmocka_unit_test(little_memory_on_a_device),
        cmocka_unit_test(stops_when_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
