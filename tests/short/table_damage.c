/* table_damage.c: a flipped bit in every byte of every file, every shorter length, longer ones, files missing or
 * swapped. */
#include "table_damage.h"

#include "base/file.h"

#include <signal.h>

static void a_bit_of_every_byte_dense(void **state)
{
    (void)state;
    damage_flip(false, false, 3, 9); /* a different bit of each byte in turn */
}

static void a_bit_of_every_byte_without_distances(void **state)
{
    (void)state;
    damage_flip(false, true, 1, 9);
    damage_flip(true, true, 7, 9);
}

static void a_bit_of_every_byte_keyed(void **state)
{
    (void)state;
    damage_flip(true, false, 5, 9);
}

static void lengths(bool keyed)
{
    lab l;
    files f;
    char path[2048];
    lab_open(&l, keyed, "4", "7", 33);
    assert_int_equal(lab_write(&l), ZM_OK);
    lab_files(&l, &f);
    for (unsigned i = 0; i < f.count; i++) {
        snprintf(path, sizeof path, "%s/%s", l.folder, f.name[i]);
        for (size_t n = 0; n < f.content[i].count; n++) {
            lab_store(path, f.content[i].data, n);
            damage_expect_found(&l, f.name[i], n);
        }
        uint8_t *longer = calloc(1, 2 * f.content[i].count); /* zeros after it, then itself once more */
        memcpy(longer, f.content[i].data, f.content[i].count);
        lab_store(path, longer, f.content[i].count + 1);
        damage_expect_found(&l, f.name[i], f.content[i].count + 1);
        memcpy(longer + f.content[i].count, f.content[i].data, f.content[i].count);
        lab_store(path, longer, 2 * f.content[i].count);
        damage_expect_found(&l, f.name[i], 2 * f.content[i].count);
        free(longer);
        unlink(path);
        damage_expect_found(&l, f.name[i], 0);
        lab_store(path, f.content[i].data, f.content[i].count);
    }
    damage_expect_whole(&l);
    lab_free_files(&f);
    lab_close(&l);
}

static void every_length_dense(void **state)
{
    (void)state;
    lengths(false);
}

static void every_length_keyed(void **state)
{
    (void)state;
    lengths(true);
}

/* Whole files in each other's place: all their own checksums are right. */
static void parts_swapped(void **state)
{
    lab l;
    files f;
    char path[2048];
    (void)state;
    lab_open(&l, false, "4", "7", 1);
    assert_int_equal(lab_write(&l), ZM_OK);
    lab_files(&l, &f); /* the manifest, then a part a tier */
    for (unsigned i = 1; i < f.count; i++)
        for (unsigned k = 1; k < f.count; k++) {
            if (i == k)
                continue;
            snprintf(path, sizeof path, "%s/%s", l.folder, f.name[i]);
            lab_store(path, f.content[k].data, f.content[k].count);
            damage_expect_found(&l, f.name[i], k);
            lab_store(path, f.content[i].data, f.content[i].count);
        }
    damage_expect_whole(&l);
    lab_free_files(&f);
    lab_close(&l);
}

/* A part of a table with other values, but whole: only the manifest knows. */
static void part_of_another_solve(void **state)
{
    lab l;
    files right, wrong;
    char path[2048];
    (void)state;
    lab_open(&l, false, "4", "7", 0);
    assert_int_equal(lab_write(&l), ZM_OK);
    lab_files(&l, &right);
    l.value[2][3] = zm_win_in(77);
    assert_int_equal(lab_write(&l), ZM_OK);
    lab_files(&l, &wrong);
    snprintf(path, sizeof path, "%s/%s", l.folder, right.name[0]);
    assert_string_equal(right.name[0], "manifest");
    lab_store(path, right.content[0].data, right.content[0].count);
    zm_table *t;
    zm_verified done;
    zm_status s = zm_table_open(l.c, l.v, l.tables, &t);
    if (s == ZM_OK) {
        s = zm_table_verify(l.c, t, &done);
        zm_table_close(t);
    }
    assert_int_equal(s, ZM_CORRUPT);
    lab_free_files(&right);
    lab_free_files(&wrong);
    lab_close(&l);
}

/* ---- a file that becomes shorter while it is in use ---- */
static void on_bus_error(int number, siginfo_t *info, void *arg)
{
    (void)arg;
    if (!zm_mapped_fault(info->si_addr))
        signal(number, SIG_DFL); /* and the next look ends the test */
}

/* Everything that can be asked of a table: ZM_OK if all of it was answered, else the first failure. */
static zm_status ask_everything(zm_context *c, const zm_table *t, const lab *l)
{
    zm_status status = ZM_OK;
    for (uint32_t tier = 0; tier < l->tiers && status == ZM_OK; tier++)
        for (uint64_t i = 0; i < l->size[tier] - (l->keyed ? 0 : 2) && status == ZM_OK; i++) {
            zm_value value;
            const zm_pos p = lab_state(l, tier, i);
            status = zm_table_probe(c, t, p, &value);
            if (status == ZM_OK)
                assert_int_equal(value, l->value[tier][i]);
        }
    return status;
}

static void cut(bool keyed)
{
    const struct sigaction handler = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    struct sigaction before;
    lab l;
    files f;
    char path[2048];
    lab_open(&l, keyed, "4", "7", 33);
    assert_int_equal(lab_write(&l), ZM_OK);
    lab_files(&l, &f);
    sigaction(SIGBUS, &handler, &before);
    for (unsigned i = 0; i < f.count; i++) {
        zm_table *t;
        assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
        snprintf(path, sizeof path, "%s/%s", l.folder, f.name[i]);
        assert_int_equal(truncate(path, 0), 0);
        const bool mapped = strncmp(f.name[i], "manifest", 8) != 0;
        const zm_status status = ask_everything(l.c, t, &l);
        assert_int_equal(status, mapped ? ZM_CORRUPT : ZM_OK);
        if (mapped)
            assert_non_null(strstr(zm_message(l.c), ZM_CUT));
        zm_table_close(t);
        lab_store(path, f.content[i].data, f.content[i].count);
        damage_expect_whole(&l);
    }
    sigaction(SIGBUS, &before, NULL);
    lab_free_files(&f);
    lab_close(&l);
}

static void a_file_that_becomes_shorter_while_it_is_used(void **state)
{
    (void)state;
    cut(false);
    cut(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bit_of_every_byte_dense),
        cmocka_unit_test(a_bit_of_every_byte_keyed),
        cmocka_unit_test(a_bit_of_every_byte_without_distances),
        cmocka_unit_test(every_length_dense),
        cmocka_unit_test(every_length_keyed),
        cmocka_unit_test(parts_swapped),
        cmocka_unit_test(part_of_another_solve),
        cmocka_unit_test(a_file_that_becomes_shorter_while_it_is_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
