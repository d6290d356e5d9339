/* engine_cuda_residency.c: values that find no room on a device (engine/cuda/dense/residency.h): who leaves, where to,
 * and that whoever comes back is who left. The device is the CPU in a GPU's place, with as much memory as a test
 * allows. */
#include "base/memory.h"
#include "engine/cuda/dense/dense.h"
#include "engine/cuda/dense/packed_tier.h"
#include "engine_lab.h"
#include "solve/device_work.h"
#include "table/format/manifest.h"

#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

typedef struct trial {
    const char *game, *settings[LAB_SETTINGS];
    zm_method method;
    uint64_t part; /* states of a small file of its table */
} trial;

static const trial trials[] = {
    {"nine-mens-morris", {"men=3", "rules=lasker"}, ZM_METHOD_BACKWARD, 200},
    {"connect-4", {"width=4", "height=4"}, ZM_METHOD_SWEEP, 3000},
    {"hasenspiel", {"size=6"}, ZM_METHOD_SWEEP, 3000},
    {"quixo", {"size=3"}, ZM_METHOD_FORWARD, 300},
    {"nine-mens-morris", {"men=5"}, ZM_METHOD_BACKWARD, 50000},
};
enum { TRIALS = sizeof trials / sizeof *trials, ONE_PART = 1 << 30 };

/* ---- who stays ---- */
/* Six runs of a tier each; 5 leads to 0 and 4, 4 to 1 and 3, 3 to 2, 2 to nothing, 1 to 0. */
static void who_is_needed_last_leaves(void **state)
{
    uint64_t first[] = {0, 0, 1, 1, 2, 4, 6}, bytes[] = {1, 1, 1, 1, 1, 1};
    uint32_t child[] = {0, 2, 1, 3, 0, 4};
    zm_run runs[] = {{0, 1, false}, {1, 2, false}, {2, 3, false}, {3, 4, false}, {4, 5, false}, {5, 6, false}};
    zm_tiers t = {.count = 6, .linked = true, .down = {first, child}, .run = runs, .runs = 6};
    static const uint32_t leaves[] = {9, 9, 9, 0, 9, 9}; /* by step, when there is room for three: 9 is nobody */
    zm_context *c = zm_context_new();
    zm_eviction s;
    assert_int_equal(zm_eviction_open(c, &t, false, bytes, &s), ZM_OK);
    assert_int_equal(zm_eviction_largest_family(&s), 3);
    zm_eviction_begin(&s, 0, 3);
    for (uint32_t i = 0; i < 6; i++) {
        assert_true(zm_eviction_next(&s));
        assert_int_equal(s.leaving, leaves[i] < 9);
        if (s.leaving)
            assert_int_equal(s.leaves[0], leaves[i]);
        assert_true(s.used <= 3);
        uint32_t member;
        for (uint64_t k = 0; zm_eviction_member(&s, i, k, &member); k++)
            assert_true(s.resident[member]);
    }
    zm_eviction_begin(&s, 0, 2);
    for (uint32_t i = 0; i < 4; i++)
        assert_true(zm_eviction_next(&s));
    assert_false(zm_eviction_next(&s)); /* 4, 3 and 1 */
    zm_eviction_close(&s);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

/* ---- packed in memory ---- */
static void what_is_packed_comes_back(void **state)
{
    static const uint64_t sizes[] = {
        0, 1, ZM_SYMBOL_BLOCK, ZM_PACKED_CHUNK - 1, ZM_PACKED_CHUNK + 1, 3 * ZM_PACKED_CHUNK + 5};
    zm_context *c = zm_context_new();
    zm_packing *p;
    uint64_t seed = 1;
    zm_set_threads(c, 2);
    assert_int_equal(zm_packing_open(c, &p), ZM_OK);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned kind = 0; kind < 3; kind++) { /* one value, near ones, any */
            zm_value *in = calloc(sizes[i] + 1, sizeof *in), *out = calloc(sizes[i] + 1, sizeof *out);
            zm_packed_tier h;
            for (uint64_t k = 0; k < sizes[i]; k++) {
                seed = seed * 6364136223846793005u + 1442695040888963407u;
                in[k] = kind == 0 ? ZM_DRAWN : kind == 1 ? zm_win_in((unsigned)(seed >> 60)) : (zm_value)(seed >> 40);
            }
            if (sizes[i]) /* what threads need is there */
                assert_int_equal(zm_packed_tier_begin(p, &h, sizes[i]) || zm_packed_tier_put(p, &h, 0, in, sizes[i]),
                                 ZM_OK);
            if (sizes[i])
                zm_packed_tier_free(p, &h);
            const uint64_t before = zm_memory_used(c);
            assert_int_equal(zm_packed_tier_begin(p, &h, sizes[i]), ZM_OK);
            assert_int_equal(zm_packed_tier_put(p, &h, 0, in, sizes[i]), ZM_OK);
            assert_true(zm_memory_used(c) - before <= zm_packed_tier_bytes(sizes[i]) + zm_packing_bytes(2));
            assert_int_equal(zm_packed_tier_get(p, &h, 0, out, sizes[i]), ZM_OK);
            assert_memory_equal(in, out, sizes[i] * sizeof *in);
            zm_packed_tier_free(p, &h);
            free(in);
            free(out);
        }
    zm_packing_close(p);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

/* ---- limits ---- */
typedef struct span {
    uint64_t least, most; /* bytes of the device: one tier and its children, and all that is needed again */
} span;

static span span_of(stand *s, const trial *t, zm_engine e)
{
    zm_tiers tiers;
    zm_dense_device *d;
    zm_memory_plan plan;
    span out;
    static const uint64_t lengths[] = {1 << 26, 1 << 18, 1 << 16, 1 << 14, 1 << 12, 1};
    const zm_game *r = s->v->game;
    const zm_memory_terms terms = {.enumerated = !r->index->all_reachable && !zm_all_states(s->v),
                                   .memory = UINT64_MAX};
    assert_int_equal(zm_tiers_open(s->c, s->v, false, &tiers), ZM_OK);
    assert_int_equal(zm_dense_device_open(s->c, s->v, &(zm_dense_way){e, t->method, false}, &tiers, &d), ZM_OK);
    out.most = UINT64_MAX;
    for (unsigned i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        assert_int_equal(zm_tiers_recut(s->c, &tiers, lengths[i]), ZM_OK);
        assert_int_equal(zm_dense_device_plan(d, &terms, &plan), ZM_OK);
        assert_true(plan.stays && plan.fits && !plan.away);
        out.most = plan.device_bytes < out.most ? plan.device_bytes : out.most;
    }
    d->device->free_bytes = 0;
    assert_int_equal(zm_dense_device_plan(d, &terms, &plan), ZM_OK);
    assert_false(plan.fits);
    out.least = plan.device_bytes;
    zm_dense_device_free(d);
    zm_tiers_close(s->c, &tiers);
    return out;
}

static void solve_runs(zm_dense_device *d, const zm_tiers *t, uint64_t *const *reached)
{
    zm_tally *tally = calloc(t->count, sizeof *tally);
    uint64_t checked = 0;
    for (uint32_t k = 0; k < t->runs; k++) {
        const zm_run *run = &t->run[k];
        assert_int_equal(zm_dense_device_family(d, k), ZM_OK);
        if (!d->tier.runner)
            assert_int_equal(zm_dense_device_sweep(d, k, 0, reached, tally), ZM_OK);
        for (uint32_t i = run->from; d->tier.runner && i < run->to; i++)
            assert_int_equal(zm_dense_device_solve(d, i, reached[i], &tally[i].summary, &tally[i].visits), ZM_OK);
        assert_int_equal(zm_dense_device_check(d, run->from, run->to, reached, 64, &checked), ZM_OK);
    }
    assert_true(checked > 0);
    free(tally);
}

/* A bit a place, of which the start's is set, in one block: that of the first tier. */
static uint64_t **new_bits(const stand *s, const zm_tiers *t, zm_place *start)
{
    uint64_t words = 0, **out = calloc(t->count, sizeof *out);
    for (uint32_t i = 0; i < t->count; i++)
        words += zm_tier_words(t, i);
    uint64_t *at = calloc(words + 1, sizeof *at);
    for (uint32_t i = 0; i < t->count; i++) {
        out[i] = at;
        at += zm_tier_words(t, i);
    }
    *start = s->v->game->index->rank(s->v, zm_start_state(s->v));
    out[start->tier][start->index / 64] |= zm_bit(start->index % 64);
    return out;
}

static void no_more_is_taken_than_announced(void **state)
{
    for (unsigned i = 0; i + 1 < TRIALS; i++) {
        stand s = open_stand(trials[i].game, trials[i].settings);
        zm_tiers t;
        zm_place start;
        zm_dense_device *d;
        zm_memory_plan plan;
        zm_set_gpu_memory(s.c, span_of(&s, &trials[i], ZM_ENGINE_CUDA_HOST).least);
        assert_int_equal(zm_tiers_open(s.c, s.v, false, &t), ZM_OK);
        assert_int_equal(zm_tiers_recut(s.c, &t, 1), ZM_OK);
        uint64_t **reached = new_bits(&s, &t, &start);
        assert_int_equal(zm_dense_device_open(s.c, s.v, &(zm_dense_way){ZM_ENGINE_CUDA_HOST, trials[i].method, false},
                                              &t, &d),
                         ZM_OK);
        assert_int_equal(zm_dense_device_plan(d, &(zm_memory_terms){.enumerated = true, .memory = UINT64_MAX}, &plan),
                         ZM_OK);
        assert_true(plan.fits && !plan.stays && plan.away);
        assert_int_equal(zm_dense_device_reach(d, start, reached), ZM_OK);
        solve_runs(d, &t, reached);
        if (d->device->most_taken > plan.device_bytes)
            fail_msg("%s: %" PRIu64 " bytes were announced and %" PRIu64 " taken", trials[i].game, plan.device_bytes,
                     d->device->most_taken);
        zm_dense_device_free(d);
        free(reached[0]);
        free(reached);
        zm_tiers_close(s.c, &t);
        close_stand(&s);
    }
}

/* The check of the table's manifest, which has the checksums of all its files. */
static uint64_t check_of(stand *s, const char *tables)
{
    char folder[4096];
    zm_manifest m = {0};
    assert_int_equal(zm_table_path(s->c, s->v, tables, folder, sizeof folder), ZM_OK);
    assert_int_equal(zm_manifest_read(s->c, s->v, folder, &m), ZM_OK);
    const uint64_t check = m.check;
    zm_manifest_free(s->c, &m);
    return check;
}

static zm_solved solve_measured(stand *s, const zm_solve_options *o, zm_device_work *work)
{
    zm_solved solved;
    if (zm_solve_measured(s->c, s->v, o, &solved, work) != ZM_OK)
        fail_msg("%s: %s", s->v->game->name, zm_message(s->c));
    assert_true(solved.peak_bytes <= solved.announced_bytes);
    return solved;
}

static zm_solved solve(stand *s, const zm_solve_options *o)
{
    zm_device_work work;
    return solve_measured(s, o, &work);
}

static void same_counts(const zm_summary *a, const zm_summary *b)
{
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->won_by[0], b->won_by[0]);
    assert_int_equal(a->drawn, b->drawn);
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->longest, b->longest);
    assert_memory_equal(&a->longest_position, &b->longest_position, sizeof a->longest_position);
}

/* A table under a limit, and whether something had to leave. */
static uint64_t check_under(stand *s, zm_engine e, uint64_t limit, uint64_t part_states, bool wdl, bool leaves)
{
    char tables[4096];
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .engine = e, .tables = unit_path("limited", tables),
                                          .again = true, .wdl = wdl, .part_states = part_states);
    zm_set_gpu_memory(s->c, limit);
    zm_device_work work;
    solve_measured(s, &o, &work);
    assert_int_equal(work.moved > 0, leaves);
    const uint64_t check = check_of(s, tables);
    zm_table_remove(s->c, s->v, tables);
    return check;
}

/* Here, where nothing is stored or all is in one file that is not finished; on disk, where files are small. */
static void same_under_any_limit(zm_engine e)
{
    for (unsigned i = 0; i < TRIALS; i++) {
        stand s = open_stand(trials[i].game, trials[i].settings);
        const span b = span_of(&s, &trials[i], e);
        assert_true(b.least < b.most);
        const uint64_t limits[] = {b.least, b.least + (b.most - b.least) / 2, b.most - 1};
        const uint64_t one = check_under(&s, e, UINT64_MAX, ONE_PART, false, false);
        const uint64_t many = check_under(&s, e, UINT64_MAX, trials[i].part, false, false);
        const zm_solved cpu = solve(&s, &ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CPU));
        for (unsigned k = 0; k < (i + 1 < TRIALS ? 3 : 1); k++) { /* the last takes longest */
            zm_set_gpu_memory(s.c, limits[k]);
            zm_device_work work;
            const zm_solved here = solve_measured(&s, &ZM_OPTIONS(zm_solve_options, .engine = e), &work);
            assert_true(work.moved > 0);
            same_counts(&here.summary, &cpu.summary);
            assert_int_equal(check_under(&s, e, limits[k], ONE_PART, false, true), one);
            assert_int_equal(check_under(&s, e, limits[k], trials[i].part, false, true), many);
        }
        close_stand(&s);
    }
}

static void the_same_under_any_limit(void **state) { same_under_any_limit(ZM_ENGINE_CUDA_HOST); }

static void the_gpu_too(void **state)
{
    if (!has_gpu(trials[0].game, trials[0].settings, ZM_OPTIONS(zm_solve_options)))
        unit_skip("there is no GPU");
    same_under_any_limit(ZM_ENGINE_CUDA);
}

/* Only who wins is stored, and read back without distances. */
static void without_distances(void **state)
{
    const zm_engine e = ZM_ENGINE_CUDA_HOST;
    stand s = open_stand(trials[0].game, trials[0].settings);
    const span b = span_of(&s, &trials[0], ZM_ENGINE_CUDA_HOST);
    const uint64_t check = check_under(&s, e, UINT64_MAX, trials[0].part, true, false);
    assert_int_equal(check_under(&s, e, b.least, trials[0].part, true, true), check);
    close_stand(&s);
}

/* ---- what is refused ---- */
static void less_than_a_tier_and_its_children_is_refused(void **state)
{
    for (unsigned i = 0; i < TRIALS; i++) {
        stand s = open_stand(trials[i].game, trials[i].settings);
        zm_solved solved;
        zm_set_gpu_memory(s.c, span_of(&s, &trials[i], ZM_ENGINE_CUDA_HOST).least - 1);
        assert_int_equal(zm_solve(s.c, s.v, &ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST), &solved),
                         ZM_NO_MEMORY);
        assert_non_null(strstr(zm_message(s.c), "allowed and"));
        assert_null(strchr(zm_message(s.c), '\n'));
        close_stand(&s);
    }
}

/* Nothing is begun that may not find room here; nothing is refused that does. */
static void too_little_here_is_refused(void **state)
{
    stand s = open_stand(trials[1].game, trials[1].settings);
    zm_solved solved;
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST);
    const uint64_t data = zm_memory_used(s.c);
    zm_set_gpu_memory(s.c, span_of(&s, &trials[1], ZM_ENGINE_CUDA_HOST).least);
    const uint64_t announced = solve(&s, &o).announced_bytes;
    zm_set_memory(s.c, announced);
    solve(&s, &o);
    zm_set_memory(s.c, announced - 1); /* it need not keep what has come back */
    solve(&s, &o);
    zm_set_memory(s.c, announced / 2);
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(s.c), "needs about"));
    assert_int_equal(zm_memory_used(s.c), data);
    close_stand(&s);
}

/* Of all allocations every few one, and all that come after it. */
static void fails_cleanly(const char *tables, unsigned stride)
{
    stand s = open_stand(trials[2].game, trials[2].settings);
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .tables = tables,
                                          .again = true, .part_states = trials[2].part);
    zm_solved solved;
    zm_device_work work;
    zm_status status = ZM_NO_MEMORY;
    const uint64_t data = zm_memory_used(s.c);
    zm_set_gpu_memory(s.c, span_of(&s, &trials[2], ZM_ENGINE_CUDA_HOST).least);
    for (uint64_t nth = 1; status == ZM_NO_MEMORY; nth += stride) {
        zm_fail_allocation(s.c, nth);
        status = zm_solve_measured(s.c, s.v, &o, &solved, &work);
        assert_int_equal(zm_memory_used(s.c), data);
    }
    zm_fail_allocation(s.c, 0);
    assert_int_equal(status, ZM_OK);
    assert_true(work.moved > 0);
    if (tables)
        zm_table_remove(s.c, s.v, tables);
    close_stand(&s);
}

static void running_out_of_memory_ends_cleanly(void **state)
{
    char tables[4096];
    fails_cleanly(NULL, 5);
    fails_cleanly(unit_path("failing", tables), 11);
}

/* ---- interrupted ---- */
static void cut(stand *s, const char *tables)
{
    char folder[4096];
    zm_manifest m = {0};
    assert_int_equal(zm_table_path(s->c, s->v, tables, folder, sizeof folder), ZM_OK);
    assert_int_equal(zm_manifest_read(s->c, s->v, folder, &m), ZM_OK);
    m.finished = false;
    m.part_count /= 2;
    assert_true(m.part_count > 0);
    assert_int_equal(zm_manifest_write(s->c, s->v, folder, &m), ZM_OK);
    zm_manifest_free(s->c, &m);
}

static void a_solve_goes_on_under_a_limit(void **state)
{
    for (unsigned i = 0; i + 1 < TRIALS; i++) {
        char tables[4096];
        stand s = open_stand(trials[i].game, trials[i].settings);
        const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST,
                                              .tables = unit_path("cut", tables), .part_states = trials[i].part);
        zm_set_gpu_memory(s.c, span_of(&s, &trials[i], ZM_ENGINE_CUDA_HOST).least);
        const zm_solved whole = solve(&s, &o);
        const uint64_t check = check_of(&s, tables);
        cut(&s, tables);
        const zm_solved rest = solve(&s, &o);
        assert_true(rest.resumed > 0 && !rest.was_there);
        assert_int_equal(check_of(&s, tables), check);
        same_counts(&rest.summary, &whole.summary);
        zm_table_remove(s.c, s.v, tables);
        close_stand(&s);
    }
}

/* ---- damage ---- */
typedef struct vandal {
    char folder[4096];
    bool done;
} vandal;

/* When a solve says that it goes on, the files it will read are changed: those that were found whole before. */
static void spoil(void *arg, const char *note)
{
    vandal *v = arg;
    if (strncmp(note, "resuming", 8))
        return;
    char path[8192], byte;
    for (unsigned i = 0; i < 1000; i++) {
        snprintf(path, sizeof path, "%s/part-%05u.zmt", v->folder, i);
        const int file = open(path, O_RDWR);
        if (file < 0)
            break;
        assert_int_equal(pread(file, &byte, 1, 70), 1);
        byte = (char)(byte ^ 4);
        assert_int_equal(pwrite(file, &byte, 1, 70), 1); /* in the first block */
        close(file);
        v->done = true;
    }
}

static void damage_of_what_is_read_back_is_noticed(void **state)
{
    for (unsigned i = 0; i + 1 < TRIALS; i++) {
        char tables[4096];
        vandal v = {.done = false};
        stand s = open_stand(trials[i].game, trials[i].settings);
        zm_solved solved;
        const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST,
                                              .tables = unit_path("spoiled", tables), .part_states = trials[i].part);
        zm_set_gpu_memory(s.c, span_of(&s, &trials[i], ZM_ENGINE_CUDA_HOST).least);
        solve(&s, &o);
        const uint64_t check = check_of(&s, tables);
        cut(&s, tables);
        assert_int_equal(zm_table_path(s.c, s.v, tables, v.folder, sizeof v.folder), ZM_OK);
        zm_set_note(s.c, spoil, &v);
        assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_CORRUPT);
        assert_true(v.done);
        assert_non_null(strstr(zm_message(s.c), "block"));
        zm_set_note(s.c, NULL, NULL);
        solve(&s, &o); /* it begins with what is whole */
        assert_int_equal(check_of(&s, tables), check);
        zm_table_remove(s.c, s.v, tables);
        close_stand(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_needed_last_leaves),
        cmocka_unit_test(what_is_packed_comes_back),
        cmocka_unit_test(no_more_is_taken_than_announced),
        cmocka_unit_test(the_same_under_any_limit),
        cmocka_unit_test(the_gpu_too),
        cmocka_unit_test(without_distances),
        cmocka_unit_test(less_than_a_tier_and_its_children_is_refused),
        cmocka_unit_test(too_little_here_is_refused),
        cmocka_unit_test(running_out_of_memory_ends_cleanly),
        cmocka_unit_test(a_solve_goes_on_under_a_limit),
        cmocka_unit_test(damage_of_what_is_read_back_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
