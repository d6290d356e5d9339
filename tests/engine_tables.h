/* engine_tables.h: tables that two engines make of a variant, byte for byte the same. */
#ifndef ZM_TESTS_ENGINE_TABLES_H
#define ZM_TESTS_ENGINE_TABLES_H

#include "engine_lab.h"
#include "solve/device_work.h"
#include "table/format/manifest.h"

/* Solves into a folder named after the engine; the check of its manifest, which has the checksums of all files. */
static uint64_t check_by(stand *s, zm_engine e, bool wdl, zm_summary *out)
{
    char tables[4096], folder[4096];
    zm_solved solved;
    zm_device_work work;
    zm_manifest m = {0};
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .engine = e, .tables = unit_path(zm_engine_name(e), tables),
                                          .again = true, .wdl = wdl, .part_states = 100000);
    if (zm_solve_measured(s->c, s->v, &o, &solved, &work) != ZM_OK)
        fail_msg("%s: %s", zm_engine_name(e), zm_message(s->c));
    assert_true(e == ZM_ENGINE_CPU || work.checked > 0);
    assert_true(solved.peak_bytes <= solved.announced_bytes);
    assert_int_equal(zm_table_path(s->c, s->v, tables, folder, sizeof folder), ZM_OK);
    assert_int_equal(zm_manifest_read(s->c, s->v, folder, &m), ZM_OK);
    const uint64_t check = m.check;
    zm_manifest_free(s->c, &m);
    zm_table_remove(s->c, s->v, tables);
    *out = solved.summary;
    return check;
}

static void engines_agree(const char *game, zm_engine e, const char *const *settings, bool wdl)
{
    stand s = open_stand(game, settings);
    zm_summary cpu, other;
    const uint64_t check = check_by(&s, ZM_ENGINE_CPU, wdl, &cpu);
    assert_int_equal(check_by(&s, e, wdl, &other), check);
    assert_int_equal(other.states, cpu.states);
    assert_int_equal(other.drawn, cpu.drawn);
    assert_int_equal(other.start, cpu.start);
    assert_int_equal(other.longest, cpu.longest);
    assert_memory_equal(&other.longest_position, &cpu.longest_position, sizeof cpu.longest_position);
    close_stand(&s);
}

#endif
