/* table_damage.h: every way to damage the files of a small table: verify must fail, and a probe must fail or be
 * right. */
#ifndef TABLE_DAMAGE_H
#define TABLE_DAMAGE_H

#include "table_lab.h"

static inline void damage_probe_all(const lab *l, const zm_table *t)
{
    for (uint32_t i = 0; i < l->tiers; i++)
        for (uint64_t k = 0; k < l->size[i] - (l->keyed ? 0 : 2); k++) {
            zm_value value;
            zm_pos p;
            if (zm_table_probe(l->c, t, lab_state(l, i, k), &value) == ZM_OK)
                assert_int_equal(value, l->value[i][k]);
            if (zm_table_state(l->c, t, i, k, &p) == ZM_OK)
                assert_true(zm_same(p, lab_state(l, i, k)));
        }
}

/* The table as it lies there is damaged: nobody may be taken in. */
static inline void damage_expect_found(const lab *l, const char *file, size_t at)
{
    zm_table *t;
    zm_status s = zm_table_open(l->c, l->v, l->tables, &t);
    if (s == ZM_OK) {
        zm_verified done;
        damage_probe_all(l, t);
        s = zm_table_verify(l->c, t, &done);
        zm_table_close(t);
    }
    if (s != ZM_CORRUPT && s != ZM_NOT_FOUND)
        fail_msg("%s, byte %zu: status %d, %s", file, at, (int)s, zm_message(l->c));
    assert_true(strlen(zm_message(l->c)) > 0);
}

/* All is as it was: the damage was all there was to find. */
static inline void damage_expect_whole(const lab *l)
{
    zm_table *t;
    zm_verified done;
    assert_int_equal(zm_table_open(l->c, l->v, l->tables, &t), ZM_OK);
    assert_int_equal(zm_table_verify(l->c, t, &done), ZM_OK);
    zm_table_close(t);
}

/* Bits `from`, `from`+`step`, ... of every file. */
static inline void damage_flip(bool keyed, bool wdl, unsigned from, unsigned step)
{
    lab l;
    files f;
    char path[2048];
    lab_open(&l, keyed, "4", "7", 33);
    if (wdl)
        lab_forget_distances(&l);
    assert_int_equal(lab_write(&l), ZM_OK);
    lab_files(&l, &f);
    assert_int_equal(f.count, keyed ? 3 : 4);
    for (unsigned i = 0; i < f.count; i++) {
        snprintf(path, sizeof path, "%s/%s", l.folder, f.name[i]);
        for (size_t bit = from; bit < 8 * f.content[i].count; bit += step) {
            f.content[i].data[bit / 8] ^= (uint8_t)(1u << bit % 8);
            lab_store(path, f.content[i].data, f.content[i].count);
            damage_expect_found(&l, f.name[i], bit / 8);
            f.content[i].data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        lab_store(path, f.content[i].data, f.content[i].count);
    }
    damage_expect_whole(&l);
    lab_free_files(&f);
    lab_close(&l);
}

#endif
