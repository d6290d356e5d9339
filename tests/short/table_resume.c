/* table_resume.c: a table stopped after any tier, with any litter, ends with the bytes of one that was not stopped. */
#include "table_lab.h"

static void reference(lab *l, files *f)
{
    lab_empty(l);
    assert_int_equal(lab_write_until(l, false, UINT32_MAX), ZM_OK);
    lab_files(l, f);
}

static void expect_same(lab *l, const files *expected)
{
    files now;
    assert_int_equal(lab_write_until(l, false, UINT32_MAX), ZM_OK);
    lab_files(l, &now);
    lab_same_files(&now, expected);
    lab_free_files(&now);
}

static void resume_everywhere(bool keyed, uint64_t part_states)
{
    lab l;
    files whole;
    lab_open(&l, keyed, "12", "7", part_states);
    reference(&l, &whole);
    for (uint32_t stop = 0; stop <= l.tiers; stop++) {
        lab_empty(&l);
        assert_int_equal(lab_write_until(&l, false, stop), ZM_OK);
        expect_same(&l, &whole);
    }
    lab_empty(&l);
    for (uint32_t stop = 0; stop <= l.tiers; stop++) /* stopped again and again, a tier farther each time */
        assert_int_equal(lab_write_until(&l, false, stop), ZM_OK);
    expect_same(&l, &whole);
    expect_same(&l, &whole); /* a finished one is left alone */
    lab_free_files(&whole);
    lab_close(&l);
}

static void stopped_after_every_tier_one_part(void **state)
{
    (void)state;
    resume_everywhere(false, 0);
}

static void stopped_after_every_tier_a_tier_a_part(void **state)
{
    (void)state;
    resume_everywhere(false, 1);
}

static void stopped_after_every_tier_three_tiers_a_part(void **state)
{
    (void)state;
    resume_everywhere(false, 48);
}

static void stopped_keyed(void **state)
{
    (void)state;
    resume_everywhere(true, 0);
}

static void threads_do_not_change_the_bytes(void **state)
{
    (void)state;
    for (int keyed = 0; keyed < 2; keyed++) {
        lab l;
        files whole, other;
        lab_open(&l, keyed, "12", "1501", 20000);
        zm_set_threads(l.c, 1);
        reference(&l, &whole);
        zm_set_threads(l.c, 5);
        reference(&l, &other);
        lab_same_files(&whole, &other);
        lab_free_files(&whole);
        lab_free_files(&other);
        lab_close(&l);
    }
}

static void note(void *arg, const char *line) { snprintf(arg, 1024, "%s", line); }

static void litter(const lab *l, const char *name, const char *text)
{
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", l->folder, name);
    lab_store(path, text, strlen(text));
}

/* What a killed writer can leave: temporaries, and a whole part that no manifest names. */
static void litter_of_killed_writers(void **state)
{
    lab l;
    files whole;
    (void)state;
    lab_open(&l, false, "12", "7", 48);
    reference(&l, &whole);
    lab_empty(&l);
    assert_int_equal(lab_write_until(&l, false, 5), ZM_OK);
    litter(&l, "part-00001.zmt.part~", "half");
    litter(&l, "manifest.part~", "zermelo ta");
    litter(&l, "part-00001.zmt", "not named by the manifest");
    litter(&l, "part-00044.zmt", "nor this");
    litter(&l, "keys.zmt", "nor this");
    expect_same(&l, &whole);
    lab_free_files(&whole);
    lab_close(&l);
}

/* A damaged file: what comes before it is kept, the rest is made again. Of a finished table too. */
static void damaged_files_are_made_again(bool keyed, uint32_t stop)
{
    lab l;
    files whole, some;
    char path[2048], line[1024];
    lab_open(&l, keyed, "12", "7", 48);
    zm_set_note(l.c, note, line);
    reference(&l, &whole);
    lab_empty(&l);
    assert_int_equal(lab_write_until(&l, false, stop), ZM_OK);
    lab_files(&l, &some);
    for (unsigned i = 0; i < some.count; i++) {
        for (unsigned k = 0; k < some.count; k++) {
            snprintf(path, sizeof path, "%s/%s", l.folder, some.name[k]);
            lab_store(path, some.content[k].data, some.content[k].count);
        }
        snprintf(path, sizeof path, "%s/%s", l.folder, some.name[i]);
        some.content[i].data[some.content[i].count / 2] ^= 16;
        lab_store(path, some.content[i].data, some.content[i].count);
        some.content[i].data[some.content[i].count / 2] ^= 16;
        line[0] = 0;
        expect_same(&l, &whole);
        if (!keyed)
            assert_true(line[0]); /* it says that something was damaged */
    }
    lab_free_files(&whole);
    lab_free_files(&some);
    lab_close(&l);
}

static void damaged_unfinished(void **state)
{
    (void)state;
    damaged_files_are_made_again(false, 9);
}

static void damaged_finished_dense(void **state)
{
    (void)state;
    damaged_files_are_made_again(false, UINT32_MAX);
}

static void damaged_finished_keyed(void **state)
{
    (void)state;
    damaged_files_are_made_again(true, UINT32_MAX);
}

/* An interrupted table with parts of another size: nothing of it can be used, nothing of it stays. */
static void other_part_size(void **state)
{
    lab l;
    files whole;
    char line[1024] = "";
    (void)state;
    lab_open(&l, false, "12", "7", 100);
    reference(&l, &whole);
    lab_empty(&l);
    zm_set_note(l.c, note, line);
    l.part_states = 1;
    assert_int_equal(lab_write_until(&l, false, 9), ZM_OK);
    l.part_states = 100;
    expect_same(&l, &whole);
    assert_non_null(strstr(line, "starting over"));
    lab_free_files(&whole);
    lab_close(&l);
}

static void again_starts_over(void **state)
{
    lab l;
    zm_table *t;
    (void)state;
    lab_open(&l, false, "12", "7", 48);
    assert_int_equal(lab_write(&l), ZM_OK);
    assert_int_equal(lab_write_until(&l, true, 0), ZM_OK); /* the old one is gone at once, not half replaced later */
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_NOT_FOUND);
    assert_int_equal(lab_write_until(&l, false, UINT32_MAX), ZM_OK);
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    zm_table_close(t);
    lab_close(&l);
}

static void tiers_read_back(void **state)
{
    lab l;
    zm_writer *w;
    zm_value values[64];
    (void)state;
    lab_open(&l, false, "12", "7", 48);
    assert_int_equal(lab_write_until(&l, false, 8), ZM_OK);
    zm_writer_plan plan = lab_plan(&l);
    assert_int_equal(zm_writer_open(l.c, l.v, l.tables, &plan, &w), ZM_OK);
    assert_int_equal(zm_writer_done(w), 6); /* two parts of three tiers */
    assert_false(zm_writer_finished(w));
    for (uint32_t t = 6; t-- > 0;) {
        assert_int_equal(zm_writer_read_tier(w, t, values), ZM_OK);
        assert_memory_equal(values, l.value[t], l.size[t] * sizeof *values);
    }
    assert_int_equal(zm_writer_read_tier(w, 6, values), ZM_BAD_INPUT);
    zm_writer_close(w);
    lab_close(&l);
}

static void one_writer_at_a_time(void **state)
{
    lab l;
    zm_writer *w, *other;
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    zm_writer_plan plan = lab_plan(&l);
    assert_int_equal(zm_writer_open(l.c, l.v, l.tables, &plan, &w), ZM_OK);
    assert_int_equal(zm_writer_open(l.c, l.v, l.tables, &plan, &other), ZM_BUSY);
    zm_writer_close(w);
    assert_int_equal(zm_writer_open(l.c, l.v, l.tables, &plan, &other), ZM_OK);
    zm_writer_close(other);
    lab_close(&l);
}

static void misuse_is_refused(void **state)
{
    lab l;
    zm_writer *w;
    zm_summary total;
    uint64_t n;
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    zm_writer_plan plan = lab_plan(&l);
    assert_int_equal(zm_writer_open(l.c, l.v, l.tables, &plan, &w), ZM_OK);
    assert_int_equal(zm_writer_add_tier(w, 1, l.value[1], &l.sum[1]), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_finish(w, l.start, &total, &n), ZM_BAD_INPUT);
    assert_int_equal(zm_writer_keys(w, NULL, 0), ZM_BAD_INPUT);
    zm_writer_close(w);
    plan.tiers = 0;
    assert_int_equal(zm_writer_open(l.c, l.v, l.tables, &plan, &w), ZM_BAD_INPUT);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopped_after_every_tier_one_part),
        cmocka_unit_test(stopped_after_every_tier_a_tier_a_part),
        cmocka_unit_test(stopped_after_every_tier_three_tiers_a_part),
        cmocka_unit_test(stopped_keyed),
        cmocka_unit_test(threads_do_not_change_the_bytes),
        cmocka_unit_test(litter_of_killed_writers),
        cmocka_unit_test(damaged_unfinished),
        cmocka_unit_test(damaged_finished_dense),
        cmocka_unit_test(damaged_finished_keyed),
        cmocka_unit_test(other_part_size),
        cmocka_unit_test(again_starts_over),
        cmocka_unit_test(tiers_read_back),
        cmocka_unit_test(one_writer_at_a_time),
        cmocka_unit_test(misuse_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
