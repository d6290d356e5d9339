/* table_verify_odds.c: tables of probabilities whose files are whole but whose content is not: an interval without the
 * truth in it, a state too many or too few, wrong counts, a wrong start. All are written through the writer, with all
 * checksums right. */
#include "base/memory.h"
#include "dice_lab.h"

static const zm_game *const games[] = {&toss, &toss_heavy, &toss_keyed, &toss_mover};

static zm_status verify(const dice_lab *l, zm_verified *done)
{
    zm_table *t;
    zm_status s = zm_table_open(l->c, l->v, l->tables, &t);
    if (s != ZM_OK)
        return s;
    s = zm_table_verify(l->c, t, done);
    zm_table_close(t);
    return s;
}

/* Writes the table as the lab has it, with the counts that follow. */
static zm_status write_and_verify(dice_lab *l)
{
    zm_verified done;
    dice_sum(l);
    l->start = l->keyed ? l->value[0][l->size[0] / 2 - 2] : l->value[l->tiers - 1][0];
    assert_int_equal(dice_write(l), ZM_OK);
    return verify(l, &done);
}

static void expect(dice_lab *l, zm_status right, const char *words)
{
    const zm_status s = write_and_verify(l);
    if (s != right || !strstr(zm_message(l->c), words))
        fail_msg("status %d, not %d; %s", (int)s, (int)right, zm_message(l->c));
}

static void right_tables_are_right(void **state)
{
    (void)state;
    for (unsigned g = 0; g < 4; g++)
        for (uint64_t part = 0; part < 20; part += 6) {
            dice_lab l;
            zm_verified done;
            dice_open(&l, games[g], "12", part);
            expect(&l, ZM_OK, "");
            assert_int_equal(verify(&l, &done), ZM_OK);
            assert_int_equal(done.states, games[g] == &toss_mover ? 12 + 2 : 2 * (12 + 2));
            assert_true(done.moves > 12 && done.blocks > 0);
            dice_close(&l);
        }
}

/* Several blocks, several threads; with twelve coins and more the truth is 1/2, and the intervals get wider and
 * wider. */
static void large_tables_too(void **state)
{
    (void)state;
    for (unsigned keyed = 0; keyed < 2; keyed++) {
        dice_lab l;
        dice_open(&l, keyed ? &toss_keyed : &toss, keyed ? "20000" : "3000", 1000);
        zm_set_threads(l.c, 3);
        expect(&l, ZM_OK, "");
        zm_odds *some = keyed ? &l.value[0][33333] : &l.value[2222][1];
        some->lower = some->upper = ZM_CERTAIN / 2 - 1;
        expect(&l, ZM_WRONG, "is stored as 49.999999965 % to 49.999999965 %, its moves make it");
        dice_close(&l);
    }
}

static void what_says_nothing_is_not_wrong(void **state)
{
    dice_lab l;
    (void)state;
    dice_open(&l, &toss, "5", 0);
    for (uint32_t t = 1; t < l.tiers; t++)
        l.value[t][0] = l.value[t][1] = (zm_odds){0, ZM_CERTAIN};
    expect(&l, ZM_OK, "");
    dice_close(&l);
}

/* ---- wrong intervals ---- */
static bool holds(fraction f, zm_odds o)
{
    return o.lower * f.d <= f.n * ZM_CERTAIN && f.n * ZM_CERTAIN <= o.upper * f.d;
}

static unsigned wrong_odds(zm_odds right, bool over, zm_odds out[8])
{
    const uint32_t l = right.lower, u = right.upper, all = ZM_CERTAIN;
    const zm_odds tried[] = {{0, l ? l - 1 : 0},
                             {u < all ? u + 1 : all, all},
                             {l ? l - 1 : 0, l ? l - 1 : 0},
                             {u < all ? u + 1 : all, u < all ? u + 1 : all},
                             {0, 0},
                             {all, all},
                             {0, all},
                             {l, u - 1}};
    unsigned n = 0;
    for (unsigned i = 0; i < (over ? 8 : 6); i++)
        if (zm_is_odds(tried[i]) &&
            (over ? tried[i].lower != l || tried[i].upper != u : tried[i].upper < l || tried[i].lower > u))
            out[n++] = tried[i];
    return n;
}

static void every_single_wrong_interval(void **state)
{
    (void)state;
    for (unsigned g = 0; g < 4; g++) {
        dice_lab l;
        dice_open(&l, games[g], "6", 7);
        for (uint32_t t = 0; t < l.tiers; t++)
            for (uint64_t i = 0; i < l.size[t]; i++) {
                const zm_odds right = l.value[t][i];
                zm_odds tried[8];
                if (!zm_is_odds(right))
                    continue;
                for (unsigned n = wrong_odds(right, toss_ended(l.v, dice_state(&l, t, i)), tried); n-- > 0;) {
                    l.value[t][i] = tried[n];
                    expect(&l, ZM_WRONG, "its moves make it");
                }
                l.value[t][i] = right;
            }
        dice_close(&l);
    }
}

/* Whatever intervals a table has: if it is found right, the truth is in all of them. */
static void found_right_is_right(void **state)
{
    uint64_t seed = 1, found = 0;
    dice_lab l;
    (void)state;
    dice_open(&l, &toss, "5", 0);
    for (unsigned k = 0; k < 400; k++) {
        bool right = true;
        for (uint32_t t = 1; t < l.tiers; t++)
            for (uint64_t i = 0; i < 2; i++) {
                const fraction f = toss_truth(l.v, t, false);
                const int64_t middle = (int64_t)(f.n * ZM_CERTAIN / f.d);
                const uint64_t r = unit_random(&seed);
                const int64_t slack = 2 * (k % 4) * t, shift = r % 16 ? 0 : (int64_t)(r >> 8 & 63) - 32;
                const int64_t lower = middle - slack + shift - (int64_t)(r >> 20 & 1);
                const int64_t upper = middle + 1 + slack + shift + (int64_t)(r >> 30 & 1);
                l.value[t][i] = (zm_odds){(uint32_t)(lower < ZM_CERTAIN ? lower : ZM_CERTAIN),
                                          (uint32_t)(upper < ZM_CERTAIN ? upper : ZM_CERTAIN)};
                right &= holds(f, l.value[t][i]);
            }
        if (write_and_verify(&l) == ZM_OK) {
            assert_true(right);
            found++;
        }
    }
    assert_in_range(found, 20, 300);
    dice_close(&l);
}

static void it_says_what_is_wrong(void **state)
{
    dice_lab l;
    (void)state;
    dice_open(&l, &toss, "2", 0);
    l.value[2][1] = (zm_odds){ZM_CERTAIN, ZM_CERTAIN};
    expect(&l, ZM_WRONG,
           "table `toss/coins=2`, tier 2: 2:0:0 is stored as 66.666666527 % to 66.666666806 %, its moves make it "
           "49.999999988 % to 50.000000012 %"); /* its pass leads there */
    l.value[2][0] = (zm_odds){0, ZM_CERTAIN};
    expect(&l, ZM_WRONG,
           "tier 2: 2:0:1 is stored as 100.000000000 % to 100.000000000 %, its moves make it 49.999999988 % to "
           "100.000000000 %");
    dice_close(&l);
}

/* ---- wrong states ---- */
static void a_state_too_few(void **state)
{
    (void)state;
    for (unsigned g = 0; g < 4; g++) {
        dice_lab l;
        dice_open(&l, games[g], "6", 0);
        for (uint32_t t = 0; t < l.tiers; t++)
            for (uint64_t i = 0; i < l.size[t]; i++) {
                const zm_odds right = l.value[t][i];
                if (!zm_is_odds(right) || (!l.keyed && t == l.tiers - 1 && i == 0) || (l.keyed && i == 6))
                    continue;
                l.value[t][i] = zm_no_odds();
                expect(&l, ZM_WRONG, l.keyed ? "" : "not in the table");
                l.value[t][i] = right;
            }
        dice_close(&l);
    }
}

static void a_state_too_many(void **state)
{
    dice_lab l;
    (void)state;
    dice_open(&l, &toss, "6", 0);
    l.value[3][2] = l.value[3][0];
    expect(&l, ZM_WRONG, "tier 3, place 2: stored as 33.333333124 % to 33.333333543 %, but play never gets there");
    dice_close(&l);
}

/* ---- wrong counts ---- */
static void wrong_counts(void **state)
{
    dice_lab l;
    zm_verified done;
    (void)state;
    dice_open(&l, &toss, "6", 7);
    for (unsigned k = 0; k < 6; k++) {
        dice_sum(&l);
        zm_summary *s = &l.sum[4];
        s->states += k == 1;
        s->widest += k == 2;
        s->least.lower -= k == 3;
        s->most.upper += k == 4;
        s->has_open ^= k == 5;
        assert_int_equal(dice_write(&l), ZM_OK);
        assert_int_equal(verify(&l, &done), k ? ZM_WRONG : ZM_OK);
        if (k)
            assert_non_null(strstr(zm_message(l.c), "`toss/coins=6`, tier 4: counts are "));
    }
    dice_sum(&l);
    l.sum[3].least_position.hi ^= ZM_TURN_BIT; /* the least of all */
    assert_int_equal(dice_write(&l), ZM_OK);
    assert_int_equal(verify(&l, &done), ZM_WRONG);
    assert_non_null(strstr(zm_message(l.c), "at 3:0:0"));
    dice_sum(&l);
    l.start.upper++;
    assert_int_equal(dice_write(&l), ZM_OK);
    assert_int_equal(verify(&l, &done), ZM_WRONG);
    assert_non_null(strstr(zm_message(l.c), "the start 6:0:0 is stored as"));
    dice_close(&l);
}

/* ---- memory ---- */
static void every_allocation_fails(void **state)
{
    (void)state;
    for (unsigned g = 0; g < 4; g++) {
        dice_lab l;
        zm_verified done;
        dice_open(&l, games[g], "6", 7);
        assert_int_equal(dice_write(&l), ZM_OK);
        const uint64_t used = zm_memory_used(l.c);
        zm_status s = ZM_NO_MEMORY;
        for (unsigned k = 1; s == ZM_NO_MEMORY; k++) {
            zm_fail_allocation(l.c, k);
            s = verify(&l, &done);
            zm_fail_allocation(l.c, 0);
            assert_int_equal(zm_memory_used(l.c), used);
        }
        assert_int_equal(s, ZM_OK);
        dice_close(&l);
    }
}

/* The keys have room, the odds have not: they are read where they lie. */
static void little_memory_is_enough(void **state)
{
    dice_lab l;
    zm_table *t;
    zm_verified done;
    (void)state;
    dice_open(&l, &toss_keyed, "20000", 0);
    assert_int_equal(dice_write(&l), ZM_OK);
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    const uint64_t limit = zm_memory_limit(l.c);
    zm_set_memory(l.c, zm_memory_used(l.c) + l.size[0] * sizeof(zm_pos) + (100 << 10));
    assert_int_equal(zm_table_verify(l.c, t, &done), ZM_OK);
    assert_int_equal(done.states, l.size[0]);
    zm_set_memory(l.c, limit);
    zm_table_close(t);
    dice_close(&l);
}

static void methods(void **state)
{
    dice_lab l;
    zm_table *t;
    zm_verified done;
    (void)state;
    dice_open(&l, &toss, "6", 7);
    assert_int_equal(dice_write(&l), ZM_OK);
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    assert_int_equal(zm_table_verify_by(l.c, t, ZM_VERIFY_WALK, &done), ZM_OK);
    assert_int_equal(zm_table_verify_by(l.c, t, ZM_VERIFY_HUNT, &done), ZM_BAD_INPUT);
    zm_table_close(t);
    dice_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_tables_are_right),
        cmocka_unit_test(large_tables_too),
        cmocka_unit_test(what_says_nothing_is_not_wrong),
        cmocka_unit_test(every_single_wrong_interval),
        cmocka_unit_test(found_right_is_right),
        cmocka_unit_test(it_says_what_is_wrong),
        cmocka_unit_test(a_state_too_few),
        cmocka_unit_test(a_state_too_many),
        cmocka_unit_test(wrong_counts),
        cmocka_unit_test(every_allocation_fails),
        cmocka_unit_test(little_memory_is_enough),
        cmocka_unit_test(methods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
