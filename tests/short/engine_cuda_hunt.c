/* engine_cuda_hunt.c: a hunt with cycles as a GPU does it (solve/swarm.h), its kernels run on the CPU, and on a GPU where there is one: the
 * summaries of the CPU's engine, and nothing begun that cannot be ended. */
#include "engine/cuda/swarm.h"
#include "engine_lab.h"

static const char game[] = "fox-and-geese";

/* ---- the same summary ---- */
static zm_summary summary_by(stand *s, zm_engine e, bool wdl)
{
    zm_solved solved;
    if (zm_solve(s->c, s->v, &(zm_solve_options){.engine = e, .wdl = wdl}, &solved) != ZM_OK)
        fail_msg("%s: %s", zm_engine_name(e), zm_message(s->c));
    assert_true(e == ZM_ENGINE_CPU || solved.checked > 0);
    assert_true(solved.peak_bytes <= solved.announced_bytes);
    return solved.summary;
}

static void engines_agree(zm_engine e, const char *const *settings, bool wdl)
{
    stand s = open_stand(game, settings);
    const zm_summary cpu = summary_by(&s, ZM_ENGINE_CPU, wdl), other = summary_by(&s, e, wdl);
    assert_int_equal(other.states, cpu.states);
    assert_int_equal(other.won_by[0], cpu.won_by[0]);
    assert_int_equal(other.won_by[1], cpu.won_by[1]);
    assert_int_equal(other.drawn, cpu.drawn);
    assert_int_equal(other.start, cpu.start);
    assert_int_equal(other.has_longest, cpu.has_longest);
    assert_int_equal(other.longest, cpu.longest);
    if (cpu.has_longest)
        assert_true(zm_same(other.longest_position, cpu.longest_position));
    close_stand(&s);
}

/* With several layers, wins of both sides, every rule, and games that a single capture ends. */
static const char *const variants[][LAB_SETTINGS] = {
    {"geese=4"},
    {"geese=3", "enough=1"},
    {"geese=4", "enough=4", "multi=no"},
    {"geese=4", "enough=2", "fox_diagonals=drawn", "geese_diagonals=none"},
    {"geese=4", "enough=3", "fox_diagonals=drawn", "geese_diagonals=drawn"},
    {"geese=2", "enough=1", "geese_diagonals=drawn", "multi=no"},
    {"geese=1", "enough=1"},
};

static void all_agree(zm_engine e)
{
    for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++) {
        engines_agree(e, variants[i], false);
        engines_agree(e, variants[i], true);
    }
}

static void every_rule_as_by_the_cpu(void **state) { all_agree(ZM_ENGINE_CUDA_HOST); }

/* ---- a GPU ---- */
static void the_gpu_as_the_cpu(void **state)
{
    if (!has_gpu(game, variants[1], (zm_solve_options){0}))
        skip();
    all_agree(ZM_ENGINE_CUDA);
}

/* ---- what it refuses ---- */
static void tables_are_refused(void **state)
{
    char tables[4096];
    stand s = open_stand(game, variants[1]);
    zm_solved solved;
    const zm_solve_options o = {.engine = ZM_ENGINE_CUDA_HOST, .tables = unit_path("none", tables)};
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(s.c), "use --no-table, or --engine cpu"));
    assert_null(strchr(zm_message(s.c), '\n'));
    close_stand(&s);
}

static void too_little_memory_here_is_refused_before_the_start(void **state)
{
    stand s = open_stand(game, variants[0]);
    zm_solved solved;
    zm_set_memory(s.c, zm_memory_used(s.c) + (1 << 20));
    assert_int_equal(zm_solve(s.c, s.v, &(zm_solve_options){.engine = ZM_ENGINE_CUDA_HOST}, &solved), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(s.c), "needs about"));
    close_stand(&s);
}

/* ---- a device, by hand ---- */
typedef struct bench {
    stand s;
    zm_tiers tiers;
    zm_chase *chase;
    zm_swarm_device *device;
} bench;

static void open_bench(bench *b, const char *const *settings)
{
    *b = (bench){.s = open_stand(game, settings)};
    assert_int_equal(zm_tiers_open(b->s.c, b->s.v, true, &b->tiers), ZM_OK);
    assert_int_equal(zm_chase_open(b->s.c, b->s.v, &b->tiers, true, &b->chase), ZM_OK);
    assert_int_equal(zm_swarm_device_open(b->s.c, ZM_ENGINE_CUDA_HOST, b->chase, &b->tiers, &b->device), ZM_OK);
}

static void close_bench(bench *b)
{
    zm_swarm_device_free(b->device);
    zm_chase_close(b->s.c, b->chase, &b->tiers);
    zm_tiers_close(b->s.c, &b->tiers);
    close_stand(&b->s);
}

static void too_little_memory_there_is_refused_before_the_start(void **state)
{
    bench b;
    open_bench(&b, variants[0]);
    assert_int_equal(zm_swarm_device_announce(b.device), ZM_OK);
    b.device->free_bytes = b.device->largest * sizeof(zm_swarm_won); /* room for who wins, but for nothing else */
    assert_int_equal(zm_swarm_device_announce(b.device), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(b.s.c), "free and"));
    assert_null(strchr(zm_message(b.s.c), '\n'));
    close_bench(&b);
}

/* All states hold; when answers are changed, they do not. */
static void a_sample_tells_right_from_wrong(void **state)
{
    bench b;
    zm_summary sum = {0};
    uint64_t visits = 0, checked = 0;
    open_bench(&b, variants[1]);
    assert_int_equal(zm_swarm_device_solve(b.device, &sum, &visits, &checked), ZM_OK);
    assert_true(checked > 100);
    zm_ask *const first = &b.device->quiz.ask[b.device->quiz.where[b.device->quiz.asks]]; /* that was asked */
    first->value = zm_is_draw(first->value) ? zm_win_in(1) : (zm_value)ZM_DRAWN;
    assert_int_equal(zm_quiz_check(&b.device->quiz, &checked), ZM_WRONG);
    assert_non_null(strstr(zm_message(b.s.c), "contradicts its successors"));
    close_bench(&b);
}

/* Asked to stop when it says its first, second or third line (what it needs there and here, and how long it took), it does and says so;
 * nothing stays behind. */
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
    for (unsigned lines = 1; lines <= 3; lines++) {
        stand s = open_stand(game, variants[1]);
        alarm_clock a = {s.c, lines};
        zm_solved solved;
        zm_set_note(s.c, stop_at_last, &a);
        assert_int_equal(zm_solve(s.c, s.v, &(zm_solve_options){.engine = ZM_ENGINE_CUDA_HOST}, &solved),
                         ZM_INTERRUPTED);
        assert_non_null(strstr(zm_message(s.c), "stopped"));
        close_stand(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_as_by_the_cpu),
        cmocka_unit_test(the_gpu_as_the_cpu),
        cmocka_unit_test(tables_are_refused),
        cmocka_unit_test(too_little_memory_here_is_refused_before_the_start),
        cmocka_unit_test(too_little_memory_there_is_refused_before_the_start),
        cmocka_unit_test(a_sample_tells_right_from_wrong),
        cmocka_unit_test(a_solve_that_is_stopped_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
