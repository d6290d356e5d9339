/* engine_cuda_sweep.c: dense tiers gone through as a GPU does it (kernel/dense_gpu.h), its kernels run on the CPU, and
 * on a GPU where there is one: sweeps whose tables are byte for byte those of the CPU's engine, and what is reached to
 * the bit. */
#include "engine/cuda/dense/dense_device.h"
#include "engine_tables.h"
#include "solve/core/states.h"
#include "table/write/writer.h"

typedef struct trial {
    const char *game, *settings[LAB_SETTINGS];
} trial;

static const trial swept[] = {
    {"chomp", {"rows=7", "cols=7"}},        {"chomp", {"rows=1", "cols=1"}},
    {"connect-4", {"width=4", "height=4"}}, {"connect-4", {"width=3", "height=5", "connect=3"}},
    {"connect-4", {"width=1", "height=1"}}, {"hasenspiel", {"size=6"}},
    {"hasenspiel", {"size=12", "pawns=1"}}, /* no hunt for the CPU: more than 64 squares */
};
enum { SWEPT = sizeof swept / sizeof *swept };

static void sweeps_as_by_the_cpu(void **state)
{
    for (unsigned i = 0; i < SWEPT; i++)
        engines_agree(swept[i].game, ZM_ENGINE_CUDA_HOST, swept[i].settings, false);
    engines_agree(swept[2].game, ZM_ENGINE_CUDA_HOST, swept[2].settings, true); /* only who wins is stored */
}

static void the_gpu_as_the_cpu(void **state)
{
    if (!has_gpu(swept[0].game, swept[0].settings, ZM_OPTIONS(zm_solve_options)))
        unit_skip("there is no GPU");
    for (unsigned i = 0; i < SWEPT; i++)
        engines_agree(swept[i].game, ZM_ENGINE_CUDA, swept[i].settings, false);
}

/* On the CPU in its place the last place of a window comes first, so that others wait as they do there: some are looked
 * at twice. */
static void places_wait_for_others(void **state)
{
    stand s = open_stand(swept[0].game, swept[0].settings);
    zm_solved cpu, other;
    zm_device_work work;
    assert_int_equal(zm_solve(s.c, s.v, &ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_SWEEP), &cpu), ZM_OK);
    assert_int_equal(zm_solve_measured(s.c, s.v, &ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST), &other,
                                       &work),
                     ZM_OK);
    assert_true(other.visits > cpu.visits);
    assert_true(other.visits < 3 * cpu.visits);
    assert_true(work.seconds > 0 && work.bytes > 0);
    close_stand(&s);
}

/* ---- runs of any length ---- */
static const trial reached[] = {
    {"connect-4", {"width=4", "height=4"}},
    {"hasenspiel", {"size=6"}},
    {"nine-mens-morris", {"men=3"}}, /* with cycles */
    {"nine-mens-morris", {"men=5"}},
    {"fox-and-geese", {"geese=3", "enough=2"}},
    {"fuchs-und-henne", {"hens=3", "foxes=1", "house=3"}},
};
enum { REACHED = sizeof reached / sizeof *reached };
static const uint64_t lengths[] = {1, 3000, 1 << 26};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static void reach_both_ways(zm_engine e, const trial *t, uint64_t length)
{
    stand s = open_stand(t->game, t->settings);
    zm_tiers tiers;
    zm_states cpu, other;
    zm_dense_device *d;
    assert_int_equal(zm_tiers_open(s.c, s.v, false, &tiers), ZM_OK);
    assert_int_equal(zm_states_open(s.c, &tiers, &cpu), ZM_OK);
    assert_int_equal(zm_states_open(s.c, &tiers, &other), ZM_OK);
    assert_int_equal(zm_states_fill(s.c, s.v, &tiers, &cpu), ZM_OK);
    assert_int_equal(zm_tiers_recut(s.c, &tiers, length), ZM_OK);
    assert_int_equal(zm_dense_device_open(s.c, s.v, &(zm_dense_way){e, ZM_METHOD_SWEEP, false}, &tiers, &d), ZM_OK);
    const zm_place start = zm_states_start(s.v, &tiers, &other);
    assert_int_equal(zm_dense_device_reach(d, start, other.tier), ZM_OK);
    assert_memory_equal(other.block, cpu.block, cpu.words * sizeof *cpu.block);
    zm_dense_device_free(d);
    zm_states_close(s.c, &cpu);
    zm_states_close(s.c, &other);
    zm_tiers_close(s.c, &tiers);
    close_stand(&s);
}

static void what_is_reached_as_by_the_cpu(void **state)
{
    for (unsigned i = 0; i < REACHED; i++)
        for (unsigned k = 0; k < LENGTHS; k++)
            reach_both_ways(ZM_ENGINE_CUDA_HOST, &reached[i], lengths[k]);
}

/* Sums of a whole sweep, with runs of this length. */
static zm_summary sweep_in_runs(stand *s, uint64_t length)
{
    zm_tiers t;
    zm_states r;
    zm_dense_device *d;
    zm_memory_plan plan;
    zm_summary sum = {0};
    assert_int_equal(zm_tiers_open(s->c, s->v, false, &t), ZM_OK);
    assert_int_equal(zm_states_open(s->c, &t, &r), ZM_OK);
    assert_int_equal(zm_tiers_recut(s->c, &t, length), ZM_OK);
    assert_int_equal(zm_dense_device_open(s->c, s->v, &(zm_dense_way){ZM_ENGINE_CUDA_HOST, ZM_METHOD_SWEEP, false}, &t,
                                          &d),
                     ZM_OK);
    assert_int_equal(zm_dense_device_reach(d, zm_states_start(s->v, &t, &r), r.tier), ZM_OK);
    assert_int_equal(zm_dense_device_plan(d, &(zm_memory_terms){.enumerated = true}, &plan), ZM_OK);
    zm_tally *tally = calloc(t.count, sizeof *tally);
    for (uint32_t k = 0; k < t.runs; k++) {
        const zm_run *run = &t.run[k];
        uint64_t checked = 0;
        assert_int_equal(zm_dense_device_family(d, k), ZM_OK);
        assert_int_equal(zm_dense_device_sweep(d, k, 0, r.tier, tally), ZM_OK);
        assert_int_equal(zm_dense_device_check(d, run->from, run->to, r.tier, 1000, &checked), ZM_OK);
    }
    for (uint32_t i = 0; i < t.count; i++)
        zm_summary_add(&sum, &tally[i].summary);
    free(tally);
    zm_dense_device_free(d);
    zm_states_close(s->c, &r);
    zm_tiers_close(s->c, &t);
    return sum;
}

static void runs_of_any_length_give_the_same(void **state)
{
    for (unsigned i = 0; i < 2; i++) {
        stand s = open_stand(reached[i].game, reached[i].settings);
        const zm_summary first = sweep_in_runs(&s, lengths[0]);
        assert_true(first.states > 0);
        for (unsigned k = 1; k < LENGTHS; k++) {
            const zm_summary next = sweep_in_runs(&s, lengths[k]);
            assert_memory_equal(&next, &first, sizeof first);
        }
        close_stand(&s);
    }
}

/* ---- verified there too ---- */
static void verified_as_by_the_cpu(void **state)
{
    for (unsigned i = 0; i < SWEPT; i++) {
        stand s = open_stand(swept[i].game, swept[i].settings);
        char tables[4096];
        zm_solved solved;
        zm_table *t;
        zm_verified cpu, other;
        const zm_solve_options o =
            ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .tables = unit_path("verified", tables));
        assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_OK);
        assert_int_equal(solved.method, ZM_METHOD_SWEEP);
        assert_int_equal(zm_table_open(s.c, s.v, tables, &t), ZM_OK);
        assert_int_equal(zm_table_verify(s.c, t, &cpu), ZM_OK);
        assert_int_equal(zm_table_verify_on(s.c, t, ZM_ENGINE_CUDA_HOST, &other), ZM_OK);
        assert_memory_equal(&other, &cpu, sizeof cpu);
        zm_table_close(t);
        zm_table_remove(s.c, s.v, tables);
        close_stand(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sweeps_as_by_the_cpu),
        cmocka_unit_test(the_gpu_as_the_cpu),
        cmocka_unit_test(places_wait_for_others),
        cmocka_unit_test(what_is_reached_as_by_the_cpu),
        cmocka_unit_test(runs_of_any_length_give_the_same),
        cmocka_unit_test(verified_as_by_the_cpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
