/* table_memory.c: the k-th allocation fails, for every k: no crash, no leak, no finished table that is wrong. And the
 * same for a full disk (a limit on the size of files). */
#include "base/memory.h"
#include "table_lab.h"

#include <signal.h>
#include <sys/resource.h>

/* What is there is a right table, or none. */
static bool right_or_none(lab *l)
{
    zm_table *t;
    zm_verified done;
    zm_status s = zm_table_open(l->c, l->v, l->tables, &t);
    if (s == ZM_NOT_FOUND)
        return false;
    assert_int_equal(s, ZM_OK);
    assert_int_equal(zm_table_verify(l->c, t, &done), ZM_OK);
    zm_table_close(t);
    return true;
}

static void writing(bool keyed)
{
    lab l;
    lab_open(&l, keyed, "9", "7", 48);
    uint64_t used = zm_memory_used(l.c);
    zm_status s = ZM_NO_MEMORY;
    unsigned k = 0;
    while (s == ZM_NO_MEMORY) {
        zm_fail_allocation(l.c, ++k);
        s = lab_write(&l);
        zm_fail_allocation(l.c, 0);
        assert_int_equal(zm_memory_used(l.c), used);
        assert_int_equal(right_or_none(&l), s == ZM_OK);
        assert_true(k < 1000);
    }
    assert_int_equal(s, ZM_OK);
    assert_true(k > 5);
    lab_close(&l);
}

static void writing_dense(void **state)
{
    (void)state;
    writing(false);
}

static void writing_keyed(void **state)
{
    (void)state;
    writing(true);
}

/* Resuming with failures in between still ends with the right table. */
static void resuming(void **state)
{
    lab l;
    (void)state;
    lab_open(&l, false, "9", "7", 48);
    zm_status s = ZM_NO_MEMORY;
    for (unsigned k = 1; s == ZM_NO_MEMORY; k++) {
        zm_fail_allocation(l.c, k);
        s = lab_write_until(&l, false, UINT32_MAX);
        zm_fail_allocation(l.c, 0);
    }
    assert_int_equal(s, ZM_OK);
    assert_true(right_or_none(&l));
    lab_close(&l);
}

static zm_status read_all(const lab *l)
{
    zm_table *t;
    zm_verified done;
    zm_value value;
    zm_status s = zm_table_open(l->c, l->v, l->tables, &t);
    if (s != ZM_OK)
        return s;
    s = zm_table_probe(l->c, t, zm_start_state(l->v), &value);
    if (s == ZM_OK) {
        assert_int_equal(value, l->start);
        s = zm_table_verify(l->c, t, &done);
    }
    zm_table_close(t);
    return s;
}

static void reading(bool keyed)
{
    lab l;
    lab_open(&l, keyed, "9", "7", 48);
    assert_int_equal(lab_write(&l), ZM_OK);
    uint64_t used = zm_memory_used(l.c);
    zm_status s = ZM_NO_MEMORY;
    unsigned k = 0;
    while (s == ZM_NO_MEMORY) {
        zm_fail_allocation(l.c, ++k);
        s = read_all(&l);
        assert_int_equal(zm_memory_used(l.c), used);
        assert_true(k < 1000);
    }
    zm_fail_allocation(l.c, 0);
    assert_int_equal(s, ZM_OK);
    lab_close(&l);
}

static void reading_dense(void **state)
{
    (void)state;
    reading(false);
}

static void reading_keyed(void **state)
{
    (void)state;
    reading(true);
}

/* No file may grow beyond n bytes: the write fails as on a full disk, with one message, and resuming heals it. */
static void disk_full(void **state)
{
    lab l;
    struct rlimit old, limit;
    (void)state;
    lab_open(&l, false, "9", "7", 48);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    for (unsigned n = 0; n < 600; n += 100) { /* the finished manifest has more */
        lab_empty(&l);
        limit = old;
        limit.rlim_cur = n;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        zm_status s = lab_write(&l);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
        assert_int_equal(s, ZM_IO);
        assert_non_null(strstr(zm_message(l.c), "cannot write"));
        assert_false(right_or_none(&l));
        assert_int_equal(lab_write_until(&l, false, UINT32_MAX), ZM_OK);
        assert_true(right_or_none(&l));
    }
    lab_close(&l);
}

static void folder_that_cannot_be_written(void **state)
{
    lab l;
    char path[2048];
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    lab_store(l.tables, "a file where the folder should be", 5);
    assert_int_equal(lab_write(&l), ZM_IO);
    assert_non_null(strstr(zm_message(l.c), l.tables));
    unlink(l.tables);
    if (geteuid() != 0) { /* root may write anywhere */
        assert_int_equal(mkdir(l.tables, 0555), 0);
        assert_int_equal(lab_write(&l), ZM_IO);
        snprintf(path, sizeof path, "%s", zm_message(l.c));
        assert_non_null(strstr(path, "Permission denied"));
        rmdir(l.tables);
    }
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing_dense),
        cmocka_unit_test(writing_keyed),
        cmocka_unit_test(resuming),
        cmocka_unit_test(reading_dense),
        cmocka_unit_test(reading_keyed),
        cmocka_unit_test(disk_full),
        cmocka_unit_test(folder_that_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
