/* bits_lab.h: races stored in fewer bits by a solve, beside what an export makes of the whole table. */
#ifndef BITS_LAB_H
#define BITS_LAB_H

#include "odds_lab.h"

#include "table/format/manifest.h"

typedef struct bits_lab {
    zm_context *c;
    zm_variant *v;
    zm_solve_options o; /* what is asked of all solves */
    char full[4096], solved[4096], exported[4096];
} bits_lab;

static inline void bits_open(bits_lab *l, const char *settings, double precision)
{
    *l = (bits_lab){.c = zm_context_new(), .o = ZM_OPTIONS(zm_solve_options, .precision = precision)};
    zm_set_sync(l->c, false);
    zm_set_threads(l->c, 2);
    l->v = odds_variant(l->c, NULL, settings);
    unit_path("full", l->full);
    unit_path("solved", l->solved);
    unit_path("exported", l->exported);
}

static inline void bits_close(bits_lab *l)
{
    zm_table_remove(l->c, l->v, l->full);
    zm_table_remove(l->c, l->v, l->solved);
    zm_table_remove(l->c, l->v, l->exported);
    zm_variant_free(l->c, l->v);
    assert_int_equal(zm_memory_used(l->c), 0);
    zm_context_free(l->c);
}

static inline zm_solved bits_solve(bits_lab *l, zm_engine e, unsigned bits, const char *tables)
{
    zm_solve_options o = l->o;
    zm_solved out;
    o.engine = e;
    o.bits = bits;
    o.tables = tables;
    if (zm_solve(l->c, l->v, &o, &out) != ZM_OK)
        fail_msg("%u bits: %s", bits, zm_message(l->c));
    return out;
}

static inline zm_table *bits_table(const bits_lab *l, const char *tables)
{
    zm_table *t;
    if (zm_table_open(l->c, l->v, tables, &t) != ZM_OK)
        fail_msg("%s", zm_message(l->c));
    return t;
}

static inline void bits_export(bits_lab *l, unsigned bits)
{
    const zm_export_options o = ZM_OPTIONS(zm_export_options, .to = l->exported, .bits = bits, .again = true);
    zm_exported out;
    zm_table *t = bits_table(l, l->full);
    if (zm_table_export(l->c, t, &o, &out) != ZM_OK)
        fail_msg("%s", zm_message(l->c));
    zm_table_close(t);
}

/* The manifest has a checksum of every file, and its own is of all it says. */
static inline uint64_t bits_check(const bits_lab *l, const char *tables)
{
    char folder[4096];
    zm_manifest m;
    assert_int_equal(zm_table_path(l->c, l->v, tables, folder, sizeof folder), ZM_OK);
    if (zm_manifest_read(l->c, l->v, folder, &m) != ZM_OK)
        fail_msg("%s", zm_message(l->c));
    assert_true(m.finished);
    const uint64_t check = m.check;
    zm_manifest_free(l->c, &m);
    return check;
}

/* Every rounded interval holds the one it comes from and is not much wider; probes and whole tiers say the same. */
static inline void bits_hold(const bits_lab *l, unsigned bits)
{
    const uint32_t mask = UINT32_MAX >> bits;
    zm_table *full = bits_table(l, l->full), *t = bits_table(l, l->solved);
    assert_int_equal(zm_table_bits(t), bits);
    assert_true(zm_table_bytes(t) < zm_table_bytes(full));
    for (uint32_t tier = 0; tier < zm_table_tiers(t); tier++) {
        const uint64_t size = zm_table_tier_size(t, tier);
        zm_odds *was = malloc((size + 1) * sizeof *was), *is = malloc((size + 1) * sizeof *is), one;
        assert_int_equal(zm_table_read_odds(l->c, full, tier, was), ZM_OK);
        assert_int_equal(zm_table_read_odds(l->c, t, tier, is), ZM_OK);
        for (uint64_t i = 0; i < size; i++) {
            assert_true(is[i].lower <= was[i].lower && was[i].upper <= is[i].upper);
            assert_true(was[i].lower - is[i].lower <= mask && is[i].upper - was[i].upper <= mask);
            zm_pos p = l->v->game->index->unrank(l->v, (zm_place){tier, i});
            assert_int_equal(zm_table_probe_odds(l->c, t, p, &one), ZM_OK);
            assert_memory_equal(&one, &is[i], sizeof one);
        }
        free(was);
        free(is);
    }
    zm_table_close(full);
    zm_table_close(t);
}

/* Byte for byte what an export would make, by every engine. */
static inline void bits_as_exported(const char *settings, double precision, const unsigned *bits, unsigned count,
                                    bool host)
{
    bits_lab l;
    bits_open(&l, settings, precision);
    bits_solve(&l, ZM_ENGINE_CPU, 0, l.full);
    l.o.again = true;
    for (unsigned i = 0; i < count; i++) {
        bits_export(&l, bits[i]);
        for (unsigned e = 0; e < (host ? 2 : 1); e++) {
            const zm_solved s = bits_solve(&l, e ? ZM_ENGINE_CUDA_HOST : ZM_ENGINE_CPU, bits[i], l.solved);
            assert_int_equal(s.bits, bits[i]);
            if (bits_check(&l, l.solved) != bits_check(&l, l.exported))
                fail_msg("%s in %u bits by %u: other bytes than an export", settings, bits[i], e);
            bits_hold(&l, bits[i]);
        }
    }
    bits_close(&l);
}

#endif
