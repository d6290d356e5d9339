/* engine_cuda_cycles.c: retrograde analysis as a GPU does it (kernel/counting_gpu.inc), its kernels run on the CPU, and
 * on a GPU where there is one: tables byte for byte those of the CPU's engine, verified in the same words
 * (verify/verify_gpu.h), and nothing begun that cannot be ended. */
#include "engine/cuda/dense/dense.h"
#include "engine_tables.h"
#include "table/read/reader.h"
#include "table/write/writer.h"

static const char game[] = "nine-mens-morris";

/* ---- the same bytes ---- */
static const char *const variants[][LAB_SETTINGS] = {
    {"men=3"},     {"men=5"},     {"men=5", "rules=lasker"}, {"men=5", "all_in_mills=none", "flying=yes"}, {"men=6"},
    {"endgame=3"}, {"endgame=4"},
};

static void small_boards_as_by_the_cpu(void **state)
{
    for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++)
        engines_agree(game, ZM_ENGINE_CUDA_HOST, variants[i], false);
    engines_agree(game, ZM_ENGINE_CUDA_HOST, variants[1], true); /* only who wins is stored */
}

/* ---- verified ---- */
/* A table with one value changed by two plies, its counts as they were; checksums are right. */
static void write_wrong(stand *s, const zm_table *t, const char *tables)
{
    const uint32_t tiers = zm_table_tiers(t);
    uint64_t *size = calloc(tiers, sizeof *size), bytes;
    zm_summary *rows = calloc(tiers, sizeof *rows), total;
    zm_writer *w;
    bool changed = false;
    for (uint32_t i = 0; i < tiers; i++)
        size[i] = zm_table_tier_size(t, i);
    for (uint32_t i = 0; i < t->manifest.part_count; i++)
        assert_int_equal(zm_table_rows(s->c, t, i, rows + t->manifest.part[i].first), ZM_OK);
    for (uint32_t i = 0; i < tiers; i++) /* some position of the game: rows have none */
        rows[i].longest_position = t->manifest.total.longest_position;
    const zm_writer_plan plan = {.tiers = tiers, .tier_size = size, .again = true, .wdl = !zm_table_distances(t)};
    assert_int_equal(zm_writer_open(s->c, s->v, tables, &plan, &w), ZM_OK);
    for (uint32_t i = 0; i < tiers; i++) {
        zm_value *values = calloc(size[i] + 1, sizeof *values);
        assert_int_equal(zm_table_read_tier(s->c, t, i, values), ZM_OK);
        for (uint64_t k = size[i] / 2; !changed && k < size[i]; k++)
            if (zm_is_win(values[k]) && zm_remoteness(values[k]) + 2 < rows[i].longest) {
                values[k] = zm_win_in(zm_remoteness(values[k]) + 2);
                changed = true;
            }
        assert_int_equal(zm_writer_add_tier(w, i, values, &rows[i]), ZM_OK);
        free(values);
    }
    assert_true(changed);
    assert_int_equal(zm_writer_finish(w, zm_table_summary(t)->start, &total, &bytes), ZM_OK);
    zm_writer_close(w);
    free(size);
    free(rows);
}

/* The CPU and a device say the same of the table that is there. */
static zm_status verify_by_both(stand *s, zm_engine e, const char *tables)
{
    zm_table *t;
    zm_verified cpu, other;
    char message[4096];
    assert_int_equal(zm_table_open(s->c, s->v, tables, &t), ZM_OK);
    const zm_status status = zm_table_verify(s->c, t, &cpu);
    snprintf(message, sizeof message, "%s", zm_message(s->c));
    if (zm_table_verify_on(s->c, t, e, &other) != status)
        fail_msg("%s: %s, not %s", zm_engine_name(e), zm_message(s->c), message);
    if (status == ZM_OK)
        assert_memory_equal(&other, &cpu, sizeof cpu);
    else
        assert_string_equal(zm_message(s->c), message);
    zm_table_close(t);
    return status;
}

static void verified(zm_engine e, const char *const *settings, bool wdl)
{
    stand s = open_stand(game, settings);
    char tables[4096], wrong[4096];
    zm_solved solved;
    zm_table *t;
    const zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .tables = unit_path("verified", tables), .wdl = wdl, .part_states = 100000);
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_OK);
    assert_int_equal(verify_by_both(&s, e, tables), ZM_OK);
    if (!wdl) {
        assert_int_equal(zm_table_open(s.c, s.v, tables, &t), ZM_OK);
        write_wrong(&s, t, unit_path("wrong", wrong));
        zm_table_close(t);
        assert_int_equal(verify_by_both(&s, e, wrong), ZM_WRONG);
        assert_non_null(strstr(zm_message(s.c), "its moves make it"));
        zm_table_remove(s.c, s.v, wrong);
    }
    zm_table_remove(s.c, s.v, tables);
    close_stand(&s);
}

static void verified_all(zm_engine e)
{
    for (unsigned i = 0; i < 4; i++)
        verified(e, variants[i], false);
    verified(e, variants[1], true); /* only who wins: nothing rests on itself */
    verified(e, variants[5], false);
}

static void tables_are_verified_as_by_the_cpu(void **state) { verified_all(ZM_ENGINE_CUDA_HOST); }

/* ---- a GPU ---- */
static void the_gpu_as_the_cpu(void **state)
{
    if (!has_gpu(game, variants[0], ZM_OPTIONS(zm_solve_options)))
        unit_skip("there is no GPU");
    for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++)
        engines_agree(game, ZM_ENGINE_CUDA, variants[i], false);
    verified_all(ZM_ENGINE_CUDA);
    verified(ZM_ENGINE_CUDA, variants[6], false);
}

/* ---- what it refuses ---- */
static void too_little_memory_here_is_refused_before_the_start(void **state)
{
    char tables[4096];
    stand s = open_stand(game, variants[4]);
    zm_solved solved;
    const zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .tables = unit_path("none", tables));
    zm_set_memory(s.c, zm_memory_used(s.c) + (1 << 20));
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(s.c), "needs about"));
    assert_int_equal(zm_memory_peak(s.c) / (1 << 20), zm_memory_used(s.c) / (1 << 20));
    zm_set_memory(s.c, (uint64_t)1 << 30);
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_OK);
    zm_table_remove(s.c, s.v, tables);
    close_stand(&s);
}

/* No card has so little that one tier with its children does not fit, and what is at work beside them. */
static void refused_there(const char *name, const char *const *settings, zm_method m)
{
    stand s = open_stand(name, settings);
    zm_tiers t = {0};
    zm_dense_device *d;
    zm_memory_plan plan;
    const zm_memory_terms terms = {.enumerated = true, .memory = UINT64_MAX};
    assert_int_equal(zm_tiers_open(s.c, s.v, false, &t), ZM_OK);
    assert_int_equal(zm_dense_device_open(s.c, s.v, &(zm_dense_way){ZM_ENGINE_CUDA_HOST, m, false}, &t, &d), ZM_OK);
    assert_int_equal(zm_dense_device_plan(d, &terms, &plan), ZM_OK);
    assert_true(plan.stays && plan.fits && !plan.away);
    assert_int_equal(zm_dense_device_announce(d), ZM_OK);
    d->device->free_bytes = d->others;
    assert_int_equal(zm_dense_device_plan(d, &terms, &plan), ZM_OK);
    assert_false(plan.fits || plan.stays);
    assert_int_equal(zm_dense_device_announce(d), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(s.c), "are needed, for a tier"));
    zm_dense_device_free(d);
    zm_tiers_close(s.c, &t);
    close_stand(&s);
}

static void too_little_memory_there_is_refused_before_the_start(void **state)
{
    refused_there(game, variants[4], ZM_METHOD_BACKWARD);
    refused_there(game, variants[4], ZM_METHOD_FORWARD);
    refused_there("connect-4", (const char *const[LAB_SETTINGS]){"width=4", "height=4"}, ZM_METHOD_SWEEP);
}

/* ---- the sample that is recomputed ---- */
/* A tier of moves alone, with its children: its values hold; none of them does when all are changed. */
static void a_sample_tells_right_from_wrong(void **state)
{
    stand s = open_stand(game, variants[5]);
    zm_tiers t = {0};
    zm_dense_device *d;
    zm_summary sum = {0};
    uint64_t visits = 0, checked = 0;
    zm_memory_plan plan;
    assert_int_equal(zm_tiers_open(s.c, s.v, false, &t), ZM_OK);
    assert_int_equal(zm_dense_device_open(s.c, s.v, &(zm_dense_way){ZM_ENGINE_CUDA_HOST, ZM_METHOD_BACKWARD, false}, &t,
                                          &d),
                     ZM_OK);
    assert_int_equal(zm_dense_device_plan(d, &(zm_memory_terms){0}, &plan), ZM_OK);
    for (uint32_t i = 0; i < t.count; i++) {
        if (i == t.run[zm_tiers_run(&t, i)].from)
            assert_int_equal(zm_dense_device_family(d, zm_tiers_run(&t, i)), ZM_OK);
        assert_int_equal(zm_dense_device_solve(d, i, NULL, &sum, &visits), ZM_OK);
        assert_int_equal(zm_dense_device_check(d, i, i + 1, NULL, 1000, &checked), ZM_OK);
    }
    assert_true(checked > 1000);
    const uint32_t last = t.count - 1;
    for (uint64_t i = 0; i < t.size[last]; i++)
        if (zm_is_win(d->values[last][i]))
            d->values[last][i] = ZM_DRAWN;
    assert_int_equal(zm_dense_device_check(d, last, last + 1, NULL, 1000, &checked), ZM_WRONG);
    assert_non_null(strstr(zm_message(s.c), "contradicts its successors"));
    zm_dense_device_free(d);
    zm_tiers_close(s.c, &t);
    close_stand(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_as_by_the_cpu),
        cmocka_unit_test(tables_are_verified_as_by_the_cpu),
        cmocka_unit_test(the_gpu_as_the_cpu),
        cmocka_unit_test(too_little_memory_here_is_refused_before_the_start),
        cmocka_unit_test(too_little_memory_there_is_refused_before_the_start),
        cmocka_unit_test(a_sample_tells_right_from_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
