/* table_odds.c: tables of probabilities: what is written is read, in one piece or many; damage is found and never
 * believed; a stopped solve goes on; the two kinds of values are kept apart. */
#include "base/memory.h"
#include "dice_lab.h"

#include <pthread.h>

static const zm_game *const games[] = {&toss, &toss_heavy, &toss_keyed, &toss_mover};

static void assert_same_odds(zm_odds is, zm_odds right)
{
    assert_int_equal(is.lower, right.lower);
    assert_int_equal(is.upper, right.upper);
}

static zm_table *dice_table(dice_lab *l)
{
    zm_table *t;
    if (zm_table_open(l->c, l->v, l->tables, &t) != ZM_OK)
        fail_msg("%s", zm_message(l->c));
    return t;
}

/* ---- written and read ---- */
static void read_all(dice_lab *l)
{
    zm_table *t = dice_table(l);
    assert_true(zm_table_dice(t) && !zm_table_distances(t));
    for (unsigned again = 0; again < 2; again++) /* from the file, then from the cache */
        for (uint32_t i = 0; i < l->tiers; i++) {
            zm_odds *odds = malloc((l->size[i] + 1) * sizeof *odds), one;
            assert_int_equal(zm_table_read_odds(l->c, t, i, odds), ZM_OK);
            assert_memory_equal(odds, l->value[i], l->size[i] * sizeof *odds);
            for (uint64_t k = 0; k < l->size[i]; k++) {
                assert_int_equal(zm_table_read_odds_piece(l->c, t, i, k, 1, &one), ZM_OK);
                assert_same_odds(one, l->value[i][k]);
                if (!dice_is_state(l, i, k))
                    continue;
                assert_int_equal(zm_table_probe_odds(l->c, t, dice_state(l, i, k), &one), ZM_OK);
                assert_same_odds(one, l->value[i][k]);
            }
            free(odds);
        }
    assert_int_equal(zm_table_check(l->c, t, NULL), ZM_OK);
    zm_table_close(t);
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    for (unsigned g = 0; g < 4; g++)
        for (uint64_t part = 0; part < 20; part += 7) {
            dice_lab l;
            files whole, pieces;
            dice_open(&l, games[g], "12", part);
            lab f = dice_files(&l);
            assert_int_equal(dice_write(&l), ZM_OK);
            read_all(&l);
            lab_files(&f, &whole);
            l.in_pieces = true;
            assert_int_equal(dice_write(&l), ZM_OK);
            lab_files(&f, &pieces);
            lab_same_files(&whole, &pieces);
            lab_free_files(&whole);
            lab_free_files(&pieces);
            dice_close(&l);
        }
}

/* The fractions are in dice_lab.h. */
static void the_summary_is_there(void **state)
{
    dice_lab l;
    (void)state;
    dice_open(&l, &toss, "12", 7);
    assert_int_equal(dice_write(&l), ZM_OK);
    zm_table *t = dice_table(&l);
    const zm_summary *s = zm_table_summary(t);
    assert_true(s->dice && s->has_open && !s->has_longest && !s->start);
    assert_int_equal(s->states, 2 * 13 + 2);
    assert_same_odds(s->start_odds, l.start);
    assert_true(zm_same(s->most_position, toss_make(1, false, 0))); /* who has one coin before him takes it: certain */
    assert_true(s->most.upper == ZM_CERTAIN && s->most.lower == ZM_CERTAIN - 3);
    assert_true(zm_same(s->least_position, toss_make(3, false, 0)));
    assert_true((uint64_t)s->least.lower * 3 <= ZM_CERTAIN && (uint64_t)s->least.upper * 3 >= ZM_CERTAIN);
    assert_int_equal(s->widest, 2 * 36 + 1); /* the start: 1/2 is no whole number of the unit */
    zm_odds two;
    assert_int_equal(zm_table_probe_odds(l.c, t, toss_make(2, false, 1), &two), ZM_OK);
    assert_true((uint64_t)two.lower * 3 <= (uint64_t)ZM_CERTAIN * 2 &&
                (uint64_t)two.upper * 3 >= (uint64_t)ZM_CERTAIN * 2);
    assert_true(two.upper - two.lower < 20);
    zm_odds none;
    assert_int_equal(zm_table_probe_odds(l.c, t, toss_make(13, false, 0), &none), ZM_OK);
    assert_false(zm_is_odds(none));
    zm_table_close(t);
    dice_close(&l);
}

static void the_manifest_says_so(void **state)
{
    dice_lab l;
    char path[2048];
    (void)state;
    dice_open(&l, &toss, "2", 5);
    assert_int_equal(dice_write(&l), ZM_OK);
    snprintf(path, sizeof path, "%s/manifest", l.folder);
    bytes b = lab_load(path);
    b.data[b.count] = 0;
    const char *text = (const char *)b.data;
    assert_non_null(strstr(text, "kind dense\nvalues odds\npart_states 5\n"));
    assert_non_null(strstr(text, " states 4 least none most none widest 1\n")); /* tier 0: all is over */
    assert_non_null(strstr(text,
                           " states 2 least 4294967292 4294967295 00000000000000000000000000000001 most 4294967292 "
                           "4294967295 00000000000000000000000000000001 widest 3\n"));
    assert_non_null(strstr(text, "\nstart 2863311524 2863311536\nstates 8\nleast 2863311524 2863311536 "
                                 "00000000000000000000000000000002\nmost 4294967292 4294967295 "
                                 "00000000000000000000000000000001\nwidest 12\nfinished yes\n"));
    free(b.data);
    dice_close(&l);
}

/* ---- blocks ---- */

/* Smooth, rough, the same over and over, and places that are none: whatever comes is what comes back. */
static void fill_anyhow(const dice_lab *l, uint64_t seed)
{
    const zm_odds extreme[] = {{0, 0}, {0, ZM_CERTAIN}, {ZM_CERTAIN, ZM_CERTAIN}, {1, 1}, zm_no_odds()};
    uint64_t n = 0;
    uint32_t walk = 1u << 31;
    for (uint32_t t = 0; t < l->tiers; t++)
        for (uint64_t i = 0; i < l->size[t]; i++, n++) {
            const uint64_t r = unit_random(&seed), run = n / 5000;
            walk += (uint32_t)(r % 1000) - 500;
            const zm_odds smooth = {walk, walk < ZM_CERTAIN - 15 ? walk + (uint32_t)(r >> 40 & 15) : ZM_CERTAIN};
            const zm_odds kinds[] = {smooth, extreme[r % 5], extreme[run % 5], r % 3 ? smooth : zm_no_odds()};
            l->value[t][i] = kinds[run % 4];
        }
}

static void many_blocks_whatever_is_in_them(void **state)
{
    (void)state;
    for (unsigned keyed = 0; keyed < 2; keyed++) {
        dice_lab l;
        files one, five;
        dice_open(&l, keyed ? &toss_keyed : &toss, keyed ? "30000" : "7500", keyed ? 0 : 10007);
        fill_anyhow(&l, keyed);
        lab f = dice_files(&l);
        zm_set_threads(l.c, 1);
        assert_int_equal(dice_write(&l), ZM_OK);
        lab_files(&f, &one);
        zm_set_threads(l.c, 5);
        l.in_pieces = true;
        assert_int_equal(dice_write(&l), ZM_OK);
        lab_files(&f, &five);
        lab_same_files(&one, &five);
        zm_table *t = dice_table(&l);
        zm_odds *odds = malloc(l.size[0] * sizeof *odds), two[2];
        for (uint32_t i = 0; i < l.tiers; i++) {
            odds = realloc(odds, l.size[i] * sizeof *odds);
            assert_int_equal(zm_table_read_odds(l.c, t, i, odds), ZM_OK);
            assert_memory_equal(odds, l.value[i], l.size[i] * sizeof *odds);
            assert_int_equal(zm_table_read_odds_piece(l.c, t, i, l.size[i] / 3, 2, two), ZM_OK);
            assert_memory_equal(two, l.value[i] + l.size[i] / 3, sizeof two);
            for (uint64_t k = 0; k < l.size[i]; k += keyed ? 97 : 1)
                if (dice_is_state(&l, i, k)) {
                    assert_int_equal(zm_table_probe_odds(l.c, t, dice_state(&l, i, k), two), ZM_OK);
                    assert_same_odds(*two, l.value[i][k]);
                }
        }
        free(odds);
        zm_table_close(t);
        lab_free_files(&one);
        lab_free_files(&five);
        dice_close(&l);
    }
}

/* ---- threads ---- */
typedef struct prober {
    const dice_lab *l;
    const zm_table *t;
    uint64_t seed;
    unsigned wrong;
} prober;

static void *probe_at_random(void *arg)
{
    prober *p = arg;
    const dice_lab *l = p->l;
    for (unsigned i = 0; i < 4000; i++) {
        const uint64_t at = unit_random(&p->seed) % l->size[0];
        zm_odds odds;
        p->wrong += zm_table_probe_odds(l->c, p->t, l->keys[at], &odds) != ZM_OK ||
                    odds.lower != l->value[0][at].lower || odds.upper != l->value[0][at].upper;
    }
    return NULL;
}

/* Fewer slots of the cache than blocks, so that they are fought over. */
static void threads_probe_the_same_table(void **state)
{
    dice_lab l;
    pthread_t thread[4];
    prober p[4];
    (void)state;
    dice_open(&l, &toss_keyed, "30000", 0);
    fill_anyhow(&l, 5);
    assert_int_equal(dice_write(&l), ZM_OK);
    zm_set_memory(l.c, zm_memory_used(l.c) + (2 << 20));
    zm_table *t = dice_table(&l);
    for (unsigned i = 0; i < 4; i++) {
        p[i] = (prober){.l = &l, .t = t, .seed = i};
        assert_int_equal(pthread_create(&thread[i], NULL, probe_at_random, &p[i]), 0);
    }
    for (unsigned i = 0; i < 4; i++) {
        pthread_join(thread[i], NULL);
        assert_int_equal(p[i].wrong, 0);
    }
    zm_table_close(t);
    dice_close(&l);
}

/* ---- damage ---- */
static void expect_found(dice_lab *l, const char *file, size_t at)
{
    zm_table *t;
    zm_status s = zm_table_open(l->c, l->v, l->tables, &t);
    if (s == ZM_OK) {
        for (uint32_t i = 0; i < l->tiers; i++)
            for (uint64_t k = 0; k < l->size[i]; k++) {
                zm_odds odds;
                if (dice_is_state(l, i, k) && zm_table_probe_odds(l->c, t, dice_state(l, i, k), &odds) == ZM_OK)
                    assert_same_odds(odds, l->value[i][k]);
            }
        zm_verified done;
        s = zm_table_verify(l->c, t, &done);
        zm_table_close(t);
    }
    if (s != ZM_CORRUPT && s != ZM_NOT_FOUND)
        fail_msg("%s, byte %zu: status %d, %s", file, at, (int)s, zm_message(l->c));
}

static void damage_is_found(void **state)
{
    (void)state;
    for (unsigned keyed = 0; keyed < 2; keyed++) {
        dice_lab l;
        files all;
        char path[2048];
        dice_open(&l, keyed ? &toss_keyed : &toss, "5", 9);
        lab f = dice_files(&l);
        assert_int_equal(dice_write(&l), ZM_OK);
        lab_files(&f, &all);
        for (unsigned i = 0; i < all.count; i++) {
            bytes *b = &all.content[i];
            snprintf(path, sizeof path, "%s/%s", l.folder, all.name[i]);
            for (size_t bit = 2; bit < 8 * b->count; bit += 9) {
                b->data[bit / 8] ^= (uint8_t)(1u << bit % 8);
                lab_store(path, b->data, b->count);
                expect_found(&l, all.name[i], bit / 8);
                b->data[bit / 8] ^= (uint8_t)(1u << bit % 8);
            }
            for (size_t n = 0; n < b->count; n += 5) {
                lab_store(path, b->data, n);
                expect_found(&l, all.name[i], n);
            }
            lab_store(path, b->data, b->count);
        }
        read_all(&l);
        lab_free_files(&all);
        dice_close(&l);
    }
}

/* ---- going on ---- */
static void stopped_after_every_tier(void **state)
{
    (void)state;
    for (uint64_t part = 1; part < 30; part += 6) {
        dice_lab l;
        files whole, now;
        dice_open(&l, &toss, "12", part);
        lab f = dice_files(&l);
        assert_int_equal(dice_write(&l), ZM_OK);
        lab_files(&f, &whole);
        for (uint32_t stop = 0; stop <= l.tiers; stop++) {
            assert_int_equal(dice_write_until(&l, true, stop), ZM_OK);
            l.in_pieces = stop % 2;
            assert_int_equal(dice_write_until(&l, false, UINT32_MAX), ZM_OK);
            lab_files(&f, &now);
            lab_same_files(&whole, &now);
            lab_free_files(&now);
        }
        lab_free_files(&whole);
        dice_close(&l);
    }
}

static void tiers_read_back(void **state)
{
    dice_lab l;
    zm_writer *w;
    zm_odds odds[8];
    zm_value values[8];
    (void)state;
    dice_open(&l, &toss, "12", 9);
    assert_int_equal(dice_write_until(&l, false, 6), ZM_OK);
    zm_writer_plan plan = dice_plan(&l);
    assert_int_equal(zm_writer_open(l.c, l.v, l.tables, &plan, &w), ZM_OK);
    assert_int_equal(zm_writer_done(w), 5); /* 5 + 3 places, then three tiers of 3 */
    for (uint32_t t = 5; t-- > 0;) {
        assert_int_equal(zm_writer_read_odds(w, t, odds), ZM_OK);
        assert_memory_equal(odds, l.value[t], l.size[t] * sizeof *odds);
        assert_int_equal(zm_writer_read_odds_piece(w, t, 1, 2, odds), ZM_OK);
        assert_memory_equal(odds, l.value[t] + 1, 2 * sizeof *odds);
    }
    assert_int_equal(zm_writer_read_odds(w, 5, odds), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_read_odds(w, 99, odds), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_read_odds_piece(w, 1, 2, 2, odds), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_read_tier(w, 0, values), ZM_BAD_INPUT);
    zm_writer_close(w);
    dice_close(&l);
}

/* ---- not mixed ---- */
static void each_probe_has_its_tables(void **state)
{
    dice_lab l;
    lab other;
    zm_table *t;
    zm_value value[64];
    zm_odds odds[64];
    (void)state;
    dice_open(&l, &toss, "3", 0);
    assert_int_equal(dice_write(&l), ZM_OK);
    t = dice_table(&l);
    assert_int_equal(zm_table_probe(l.c, t, zm_start_state(l.v), value), ZM_BAD_INPUT);
    assert_string_equal(zm_message(l.c), "table `toss/coins=3` has probabilities, not wins, losses and draws");
    assert_int_equal(zm_table_read_tier(l.c, t, 0, value), ZM_BAD_INPUT);
    assert_int_equal(zm_table_read_odds(l.c, t, 4, odds), ZM_BAD_INPUT);
    assert_int_equal(zm_table_read_odds_piece(l.c, t, 0, 5, 1, odds), ZM_BAD_INPUT);
    zm_table_close(t);
    dice_close(&l);
    lab_open(&other, false, "3", "7", 0);
    assert_int_equal(lab_write(&other), ZM_OK);
    assert_int_equal(zm_table_open(other.c, other.v, other.tables, &t), ZM_OK);
    assert_false(zm_table_dice(t));
    assert_int_equal(zm_table_probe_odds(other.c, t, zm_start_state(other.v), odds), ZM_BAD_INPUT);
    assert_string_equal(zm_message(other.c), "table `ring/coins=3` has wins, losses and draws, not probabilities");
    assert_int_equal(zm_table_read_odds(other.c, t, 0, odds), ZM_BAD_INPUT);
    zm_table_close(t);
    lab_close(&other);
}

static void misuse_is_refused(void **state)
{
    dice_lab l;
    lab other;
    zm_writer *w;
    zm_summary total;
    uint64_t n;
    (void)state;
    dice_open(&l, &toss, "3", 0);
    zm_writer_plan plan = dice_plan(&l);
    assert_int_equal(zm_writer_open(l.c, l.v, l.tables, &plan, &w), ZM_OK);
    assert_int_equal(zm_writer_add_odds(w, 1, l.value[1], &l.sum[1]), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_add_tier(w, 0, (zm_value[8]){0}, &l.sum[0]), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_add_odds_piece(w, l.value[0], 1), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_end_odds(w, &l.sum[0]), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_begin_odds(w, 0), ZM_OK);
    assert_int_equal(zm_writer_begin_odds(w, 0), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_add_odds_piece(w, l.value[0], 6), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_add_odds_piece(w, l.value[0], 4), ZM_OK);
    assert_int_equal(zm_writer_end_odds(w, &l.sum[0]), ZM_BAD_INPUT); /* one is missing */
    assert_int_equal(zm_writer_add_odds(w, 0, l.value[0], &l.sum[0]), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_add_odds_piece(w, l.value[0] + 4, 1), ZM_OK);
    assert_int_equal(zm_writer_end_odds(w, &l.sum[0]), ZM_OK);
    for (uint32_t t = 1; t < l.tiers; t++)
        assert_int_equal(zm_writer_add_odds(w, t, l.value[t], &l.sum[t]), ZM_OK);
    assert_int_equal(zm_writer_finish_odds(w, zm_no_odds(), &total, &n), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_finish(w, zm_win_in(3), &total, &n), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_finish_odds(w, l.start, &total, &n), ZM_OK);
    zm_writer_close(w);
    read_all(&l);
    plan.odds = false;
    assert_int_equal(zm_writer_open(l.c, l.v, l.tables, &plan, &w), ZM_BAD_INPUT);
    plan.odds = plan.wdl = true;
    assert_int_equal(zm_writer_open(l.c, l.v, l.tables, &plan, &w), ZM_BAD_INPUT);
    dice_close(&l);
    lab_open(&other, false, "3", "7", 0);
    plan = lab_plan(&other);
    plan.odds = true;
    assert_int_equal(zm_writer_open(other.c, other.v, other.tables, &plan, &w), ZM_BAD_INPUT);
    lab_close(&other);
}

/* Whole manifests that say what cannot be. */
static void forged_manifests(void **state)
{
    dice_lab l;
    zm_table *t;
    (void)state;
    dice_open(&l, &toss, "2", 5);
    const struct {
        const char *old, *new, *message;
    } forged[] = {
        {"values odds\n", "values evens\n", "manifest: values of a kind that this zermelo does not know"},
        {"values odds\n", "", "manifest: a line is not what it should be"},
        {"start 2863311524 ", "start 2863311537 ", "manifest: a line is not what it should be"}, /* lower above upper */
        {"start 2863311524 ", "start 42949672960 ", "manifest: a line is not what it should be"},
        {"widest 12\nfin", "widest 4294967296\nfin", "manifest: a line is not what it should be"},
        {" least none most none", " least none most 0 1 00000000000000000000000000000001",
         "manifest: a line is not what it should be"},
    };
    const lab f = dice_files(&l);
    for (unsigned i = 0; i < sizeof forged / sizeof forged[0]; i++) {
        assert_int_equal(dice_write(&l), ZM_OK);
        lab_forge(&f, forged[i].old, forged[i].new);
        assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_CORRUPT);
        if (!strstr(zm_message(l.c), forged[i].message))
            fail_msg("%u: %s", i, zm_message(l.c));
    }
    assert_int_equal(dice_write_until(&l, false, UINT32_MAX), ZM_OK); /* what is forged is made again */
    read_all(&l);
    dice_close(&l);
}

/* ---- memory ---- */
static void every_allocation_fails_once(void **state)
{
    (void)state;
    for (unsigned keyed = 0; keyed < 2; keyed++) {
        dice_lab l;
        dice_open(&l, keyed ? &toss_keyed : &toss, "9", 9);
        const uint64_t used = zm_memory_used(l.c);
        zm_status s = ZM_NO_MEMORY;
        for (unsigned k = 1; s == ZM_NO_MEMORY; k++) {
            zm_fail_allocation(l.c, k);
            s = dice_write_until(&l, k % 2, UINT32_MAX);
            zm_fail_allocation(l.c, 0);
            assert_int_equal(zm_memory_used(l.c), used);
        }
        assert_int_equal(s, ZM_OK);
        read_all(&l);
        dice_close(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(the_summary_is_there),
        cmocka_unit_test(the_manifest_says_so),
        cmocka_unit_test(many_blocks_whatever_is_in_them),
        cmocka_unit_test(threads_probe_the_same_table),
        cmocka_unit_test(damage_is_found),
        cmocka_unit_test(stopped_after_every_tier),
        cmocka_unit_test(tiers_read_back),
        cmocka_unit_test(each_probe_has_its_tables),
        cmocka_unit_test(misuse_is_refused),
        cmocka_unit_test(forged_manifests),
        cmocka_unit_test(every_allocation_fails_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
