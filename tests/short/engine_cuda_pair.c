/* engine_cuda_pair.c: a pair of hunters as a GPU does it (games/fuchs-und-henne/gpu/pair_gpu.h), its kernels run on the
 * CPU, and on a GPU where there is one: the summaries of the CPU's engine, however much memory there is, and nothing
 * begun that cannot be ended. */
#include "engine/cuda/device/layer_sample.h"
#include "engine_tables.h"
#include "games/fuchs-und-henne/gpu/gpu.h"

static const char game[] = "fuchs-und-henne";

static zm_solve_options options_of(zm_engine e)
{
    return ZM_OPTIONS(zm_solve_options, .engine = e, .method = ZM_METHOD_PAIR, .wdl = true);
}

/* As zm_solve, with limits. */
static zm_pair_gpu_limits limits;

static zm_status open_within_limits(zm_driver *d) { return zm_pair_gpu_open_within(d, &limits); }

static zm_status solve_within(stand *s, const zm_solve_options *o, zm_pair_gpu_limits within, zm_solved *out,
                              zm_device_work *work)
{
    zm_solver solver = zm_pair_gpu_solver;
    limits = within;
    solver.open = open_within_limits;
    *out = (zm_solved){.method = ZM_METHOD_PAIR};
    zm_driver d = {
        .context = s->c, .variant = s->v, .options = o, .solver = &solver, .out = out, .from = zm_start_state(s->v)};
    const zm_status status = zm_drive(&d);
    *work = d.work;
    return status;
}

/* ---- the same summary ---- */
static zm_summary summary_by(stand *s, zm_engine e)
{
    zm_solved solved;
    zm_device_work work;
    const zm_solve_options o = options_of(e);
    if (zm_solve_measured(s->c, s->v, &o, &solved, &work) != ZM_OK)
        fail_msg("%s: %s", zm_engine_name(e), zm_message(s->c));
    assert_true(solved.peak_bytes <= solved.announced_bytes);
    assert_true(solved.visits > 0);
    assert_true(e == ZM_ENGINE_CPU || work.checked > 0);
    return solved.summary;
}

static void expect_same(const zm_summary *a, const zm_summary *b)
{
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->won_by[0], b->won_by[0]);
    assert_int_equal(a->won_by[1], b->won_by[1]);
    assert_int_equal(a->drawn, b->drawn);
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->wdl, b->wdl);
}

static void summaries_agree(zm_engine e, const char *const *settings)
{
    stand s = open_stand(game, settings);
    const zm_summary cpu = summary_by(&s, ZM_ENGINE_CPU), other = summary_by(&s, e);
    expect_same(&other, &cpu);
    close_stand(&s);
}

/* Every option, with one and with several layers, with and without one that is put back. */
static const char *const variants[][LAB_SETTINGS] = {
    {"hens=4", "house=3"},
    {"hens=3", "house=3", "foxes=1"},
    {"hens=3", "house=2", "foxes=1", "multi=must"},
    {"hens=3", "house=2", "foxes=1", "must_capture=no"},
    {"hens=3", "house=2", "diagonals=all"},
    {"hens=3", "house=2", "diagonals=none", "multi=must"},
    {"hens=3", "house=2", "multi=no", "diagonals=all"},
    {"hens=3", "house=2", "must_capture=no", "multi=must"},
    {"hens=3", "house=2", "must_capture=no", "multi=no"},
    {"hens=3", "house=2", "must_capture=no"},
    {"hens=2", "house=1"},
    {"hens=1", "house=1", "foxes=1"},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static void all_agree(zm_engine e)
{
    for (unsigned i = UNIT_SANITIZED; i < VARIANTS; i += UNIT_SANITIZED ? 3 : 1)
        summaries_agree(e, variants[i]);
}

static void every_rule_as_by_the_cpu(void **state) { all_agree(ZM_ENGINE_CUDA_HOST); }

/* ---- the same bytes ---- */
/* Values are made one by one, which takes the CPU long: small ones. */
static const char *const stored[][LAB_SETTINGS] = {
    {"hens=2", "house=1"},
    {"hens=3", "house=2", "foxes=1", "multi=must"},
    {"hens=2", "house=1", "must_capture=no"},
    {"hens=2", "house=2", "diagonals=all", "multi=no"},
    {"hens=3", "house=3", "foxes=1"},
};

static void all_tables_agree(zm_engine e)
{
    for (unsigned i = 0; i < sizeof stored / sizeof *stored; i += UNIT_SANITIZED ? 2 : 1)
        engines_agree(game, e, stored[i], true);
}

static void tables_byte_for_byte(void **state) { all_tables_agree(ZM_ENGINE_CUDA_HOST); }

/* Stopped when so many pieces of its table have been made, it goes on where it was, by either engine. */
static struct {
    zm_context *context;
    const zm_pair_runner *pair_runner;
    unsigned pieces;
} halt;

static const char *start_and_halt(zm_stream *s, zm_pair_gpu_step kernel, const zm_pair_gpu *job)
{
    if (kernel == ZM_PAIR_GPU_ROWS && !--halt.pieces)
        zm_stop(halt.context);
    return halt.pair_runner->start(s, kernel, job);
}

static void stop_after(const char *const *settings, const zm_solve_options *o, unsigned pieces)
{
    static const zm_pair_runner halting = {start_and_halt};
    stand s = open_stand(game, settings);
    zm_solved solved;
    halt.context = s.c;
    halt.pair_runner = &zm_pair_runner_host;
    halt.pieces = pieces;
    zm_device_work work;
    assert_int_equal(solve_within(&s, o, (zm_pair_gpu_limits){.runner = &halting}, &solved, &work), ZM_INTERRUPTED);
    close_stand(&s);
}

static uint64_t check_after_stop(const char *const *settings, zm_engine after, unsigned pieces, uint32_t *resumed)
{
    char tables[4096], folder[4096];
    zm_solve_options o = options_of(ZM_ENGINE_CUDA_HOST);
    zm_solved solved;
    zm_manifest m = {0};
    o.tables = unit_path("stopped", tables);
    o.part_states = 20000;
    stop_after(settings, &o, pieces);
    stand s = open_stand(game, settings);
    o.engine = after;
    if (zm_solve(s.c, s.v, &o, &solved) != ZM_OK)
        fail_msg("%s", zm_message(s.c));
    *resumed = solved.resumed;
    assert_int_equal(zm_table_path(s.c, s.v, tables, folder, sizeof folder), ZM_OK);
    assert_int_equal(zm_manifest_read(s.c, s.v, folder, &m), ZM_OK);
    const uint64_t check = m.check;
    zm_manifest_free(s.c, &m);
    zm_table_remove(s.c, s.v, tables);
    close_stand(&s);
    return check;
}

static void a_solve_that_was_stopped_goes_on(void **state)
{
    static const unsigned pieces[] = {1, 90};
    uint64_t check = 0;
    uint32_t resumed, most = 0;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned cpu = 0; cpu < 2; cpu++) {
            const zm_engine after = cpu ? ZM_ENGINE_CPU : ZM_ENGINE_CUDA_HOST;
            const uint64_t now = check_after_stop(stored[0], after, pieces[i], &resumed);
            assert_true(!check || now == check);
            check = now;
            most = resumed > most ? resumed : most;
        }
    assert_true(most > 0);
}

/* ---- a GPU ---- */
static void the_gpu_as_the_cpu(void **state)
{
    if (!has_gpu(game, variants[1], options_of(ZM_ENGINE_CUDA)))
        unit_skip("there is no GPU");
    all_agree(ZM_ENGINE_CUDA);
    all_tables_agree(ZM_ENGINE_CUDA);
}

/* ---- memory ---- */
static zm_status solve_with_memory(stand *s, uint64_t device, uint64_t room, zm_solved *out)
{
    const zm_solve_options o = options_of(ZM_ENGINE_CUDA_HOST);
    zm_reset_peak(s->c);
    zm_device_work work;
    const zm_status status = solve_within(s, &o, (zm_pair_gpu_limits){.device = device, .room = room}, out, &work);
    assert_true(status != ZM_OK || zm_memory_peak(s->c) <= out->announced_bytes);
    return status;
}

/* A slice in several batches; entries on the device, in part on the host, and all of them on the host. */
static void as_much_memory_as_there_is(void **state)
{
    stand s = open_stand(game, variants[0]);
    const uint64_t fixed = ((uint64_t)1 << 30) + ((uint64_t)9 << 20) + zm_layer_sample_device_bytes(s.v);
    const zm_summary cpu = summary_by(&s, ZM_ENGINE_CPU);
    unsigned host = 0, refused = 0;
    zm_solved unlimited;
    assert_int_equal(solve_with_memory(&s, 0, 0, &unlimited), ZM_OK);
    for (uint64_t more = 0; more < 40 && !(UNIT_SANITIZED && host && refused); more += 5) {
        zm_solved solved;
        const zm_status status = solve_with_memory(&s, fixed + (more << 20), 1 << 20, &solved);
        if (status == ZM_OK) {
            expect_same(&solved.summary, &cpu);
            host += solved.announced_bytes > unlimited.announced_bytes;
        } else {
            assert_int_equal(status, ZM_NO_MEMORY);
            assert_non_null(strstr(zm_message(s.c), "free and"));
            assert_null(strchr(zm_message(s.c), '\n'));
            refused++;
        }
    }
    assert_true(host > 0);
    assert_true(refused > 0);
    close_stand(&s);
}

static void too_little_host_memory_is_refused_before_the_start(void **state)
{
    stand s = open_stand(game, variants[0]);
    const zm_solve_options o = options_of(ZM_ENGINE_CUDA_HOST);
    zm_solved solved;
    zm_set_memory(s.c, zm_memory_used(s.c) + (1 << 20));
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(s.c), "needs about"));
    close_stand(&s);
}

/* ---- a sample ---- */
/* Whoever answers the n-th question otherwise: nobody wins, or all of a sudden the side to move; or it is not
 * reached. */
static struct {
    const zm_pair_runner *honest;
    uint64_t asked, lie_at;
    bool hides;
} liar;

static const char *start_lying(zm_stream *s, zm_pair_gpu_step kernel, const zm_pair_gpu *job)
{
    const char *failed = liar.honest->start(s, kernel, job);
    for (uint32_t i = 0; kernel == ZM_PAIR_GPU_ANSWER && i < job->asks; i++) {
        zm_device_probe *const a = &job->ask[i];
        liar.asked += a->seen;
        if (!a->seen || liar.asked != liar.lie_at)
            continue;
        if (liar.hides)
            a->seen = false;
        else
            a->value = zm_is_draw(a->value) ? zm_win_in(0) : (zm_value)ZM_DRAWN;
    }
    return failed;
}

static zm_status solve_with_lie(stand *s, uint64_t lie_at, bool hides, uint64_t *checked)
{
    static const zm_pair_runner lying = {start_lying};
    const zm_solve_options o = options_of(ZM_ENGINE_CUDA_HOST);
    zm_solved solved;
    zm_device_work work;
    liar.honest = &zm_pair_runner_host;
    liar.asked = 0;
    liar.lie_at = lie_at;
    liar.hides = hides;
    const zm_status status = solve_within(s, &o, (zm_pair_gpu_limits){.runner = &lying}, &solved, &work);
    *checked = work.checked;
    return status;
}

/* A value that is not so contradicts what it leads to, or what leads to it, but where the side to move has another move
 * as good: of single lies some are not noticed. */
static void a_sample_tells_right_from_wrong(void **state)
{
    enum { LIES = UNIT_SANITIZED ? 4 : 20 };
    stand s = open_stand(game, variants[2]);
    uint64_t checked;
    unsigned noticed[2] = {0, 0};
    assert_int_equal(solve_with_lie(&s, 0, false, &checked), ZM_OK);
    assert_true(checked > 500);
    const uint64_t asked = liar.asked;
    for (unsigned i = 0; i < 2 * LIES; i++) {
        const zm_status status = solve_with_lie(&s, 1 + asked / LIES * (i / 2), i % 2, &checked);
        noticed[i % 2] += status == ZM_WRONG;
        assert_true(status == ZM_OK || strstr(zm_message(s.c), "contradicts its successors"));
    }
    assert_in_range(noticed[0], LIES / 4, LIES);
    assert_in_range(noticed[1], LIES / 4, LIES);
    close_stand(&s);
}

/* ---- what it refuses ---- */
static void distances_are_refused(void **state)
{
    stand s = open_stand(game, variants[1]);
    zm_solved solved;
    zm_solve_options o = options_of(ZM_ENGINE_CUDA_HOST);
    o.wdl = false;
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(s.c), "--values wdl"));
    assert_null(strchr(zm_message(s.c), '\n'));
    close_stand(&s);
}

/* Asked to stop when it says its first or second line (what it needs on the device and on the host), it does and says
 * so; nothing stays behind. */
typedef struct alarm_clock {
    zm_context *context;
    unsigned lines;
} alarm_clock;

static void stop_at_last(void *arg, const char *line)
{
    alarm_clock *a = arg;
    (void)line;
    if (!--a->lines)
        zm_stop(a->context);
}

static void a_solve_that_is_stopped_ends(void **state)
{
    for (unsigned lines = 1; lines <= 2; lines++) {
        stand s = open_stand(game, variants[1]);
        const zm_solve_options o = options_of(ZM_ENGINE_CUDA_HOST);
        alarm_clock a = {s.c, lines};
        zm_solved solved;
        zm_set_note(s.c, stop_at_last, &a);
        assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_INTERRUPTED);
        assert_non_null(strstr(zm_message(s.c), "stopped"));
        close_stand(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_as_by_the_cpu),
        cmocka_unit_test(the_gpu_as_the_cpu),
        cmocka_unit_test(as_much_memory_as_there_is),
        cmocka_unit_test(too_little_host_memory_is_refused_before_the_start),
        cmocka_unit_test(a_sample_tells_right_from_wrong),
        cmocka_unit_test(tables_byte_for_byte),
        cmocka_unit_test(a_solve_that_was_stopped_goes_on),
        cmocka_unit_test(distances_are_refused),
        cmocka_unit_test(a_solve_that_is_stopped_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
