/* table_verify_pair.c: tables of hunts by a pair, verified by sets of pairs and, for comparison, move by move: right
 * ones are found right by both, with every option; with a value changed, left out or added (all checksums and counts as
 * they should be) both find it. */
#include "spoil_lab.h"

static void open_pair(lab *l, unsigned count, const char *const *options)
{
    spoil_open(l, "fuchs-und-henne", count, options, true);
}

static void right_by_both(void **state)
{
    static const char *const variant[][4] = {{"hens=1", "house=1", "foxes=2", "multi=optional"},
                                             {"hens=2", "house=1", "diagonals=all", "multi=no"},
                                             {"hens=2", "house=1", "must_capture=no", "multi=must"},
                                             {"hens=2", "house=2", "diagonals=none", "multi=optional"},
                                             {"hens=3", "house=1", "foxes=1", "multi=must"},
                                             {"hens=3", "house=2", "foxes=1", "must_capture=no"},
                                             {"hens=3", "house=1", "foxes=2", "multi=must"}};
    (void)state;
    for (unsigned i = 0; i < sizeof variant / sizeof *variant; i++) {
        lab l;
        zm_verified walked, paired;
        zm_table *t;
        open_pair(&l, 4, variant[i]);
        assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
        assert_int_equal(zm_table_verify_by(l.c, t, ZM_VERIFY_WALK, &walked), ZM_OK);
        if (zm_table_verify_by(l.c, t, ZM_VERIFY_OWN, &paired) != ZM_OK)
            fail_msg("%s", zm_message(l.c));
        assert_int_equal(walked.states, paired.states);
        assert_true(paired.moves > 0 && paired.moves < walked.moves);
        zm_table_close(t);
        lab_close(&l);
    }
}

static void any_wrong_value(void **state)
{
    static const char *const options[][3] = {{"hens=1", "house=1", "foxes=2"}, {"hens=2", "house=2", "foxes=1"}};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        lab l;
        uint64_t nones, draws;
        open_pair(&l, 3, options[i]);
        spoil_any(&l, 120, ZM_VERIFY_OWN, &nones, &draws);
        assert_true(nones > 5 && nones + draws < 110);
        lab_close(&l);
    }
}

/* Of each kind of state one that is lost, drawn, won, and one that is none, called all it is not; also where one is put
 * back. */
static void each_kind_of_state(void **state)
{
    static const char *const options[] = {"hens=2", "house=1"};
    static const zm_value values[] = {ZM_NONE, ZM_DRAWN, 0, 0};
    lab l;
    unsigned found = 0;
    (void)state;
    open_pair(&l, 2, options);
    spoil_sum(&l);
    for (uint32_t t = 0; t < l.tiers; t += 1 + l.tiers / 24)
        for (unsigned is = 0; is < 4; is++) {
            const zm_value right = is < 2 ? values[is] : is == 2 ? zm_win_in(0) : zm_loss_in(0);
            uint64_t at = l.size[t] / 3;
            while (at < l.size[t] && l.value[t][at] != right)
                at++;
            for (unsigned as = 0; as < 4 && at < l.size[t]; as++) {
                const zm_value wrong = as < 2 ? values[as] : as == 2 ? zm_win_in(0) : zm_loss_in(0);
                if (wrong == right)
                    continue;
                spoil_expect_wrong(&l, t, at, wrong, ZM_VERIFY_OWN, false);
                found++;
            }
        }
    assert_true(found > 60);
    lab_close(&l);
}

static void circles(void **state)
{
    static const char *const options[] = {"hens=2", "house=2"};
    lab l;
    (void)state;
    open_pair(&l, 2, options);
    spoil_draws(&l);
    spoil_expect_circle(&l, ZM_VERIFY_WALK);
    spoil_expect_circle(&l, ZM_VERIFY_OWN);
    lab_close(&l);
}

/* All that is not reached called drawn: it may well agree with what it leads to, but play never gets there. */
static void states_that_reach_each_other(void **state)
{
    static const char *const options[] = {"hens=2", "house=1"};
    lab l;
    (void)state;
    open_pair(&l, 2, options);
    for (uint32_t t = 0; t < l.tiers; t++)
        for (uint64_t i = 0; i < l.size[t]; i++) {
            const zm_pos p = l.v->game->index->unrank(l.v, (zm_place){t, i});
            if (!l.value[t][i] && zm_same(l.v->game->fingerprint(l.v, p), p))
                l.value[t][i] = ZM_DRAWN;
        }
    spoil_sum(&l);
    assert_int_equal(lab_write(&l), ZM_OK);
    assert_int_equal(spoil_verify(&l, ZM_VERIFY_OWN), ZM_WRONG);
    assert_non_null(strstr(zm_message(l.c), "play never gets there"));
    lab_close(&l);
}

static void without_memory(void **state)
{
    static const char *const options[] = {"hens=2", "house=1"};
    lab l;
    (void)state;
    open_pair(&l, 2, options);
    spoil_no_memory(&l, ZM_VERIFY_OWN);
    lab_close(&l);
}

static void stops_when_asked(void **state)
{
    static const char *const options[] = {"hens=2", "house=1"};
    lab l;
    (void)state;
    open_pair(&l, 2, options);
    spoil_stop(&l, ZM_VERIFY_OWN);
    lab_close(&l);
}

static void only_pairs_and_without_distances(void **state)
{
    static const char *const geese[] = {"geese=2", "enough=1"}, *const hens[] = {"hens=1", "house=1"};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        lab l;
        spoil_open(&l, i ? "fuchs-und-henne" : "fox-and-geese", 2, i ? hens : geese, !i);
        assert_int_equal(spoil_verify(&l, ZM_VERIFY_OWN), ZM_BAD_INPUT);
        assert_int_equal(spoil_verify(&l, ZM_VERIFY_AUTO), ZM_OK);
        lab_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_by_both),      cmocka_unit_test(any_wrong_value),
        cmocka_unit_test(each_kind_of_state), cmocka_unit_test(circles),
        cmocka_unit_test(without_memory),     cmocka_unit_test(states_that_reach_each_other),
        cmocka_unit_test(stops_when_asked),   cmocka_unit_test(only_pairs_and_without_distances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
