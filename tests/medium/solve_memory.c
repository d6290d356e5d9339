/* Out of memory at every allocation in turn, and under every budget: always ZM_NO_MEMORY with a message, nothing
 * leaked, never a finished table that is wrong. And what a solve announces is what it takes. */
#include "base/memory.h"
#include "unit.h"

#include <zermelo/zermelo.h>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct trial {
    const char *game, *settings[3];
    zm_method method;
    bool count_games;
} trial;

static const trial small_ones[] = {
    {"tic-tac-toe", {0}, ZM_METHOD_HASH, false},
    {"nim", {"piles=3,4,5"}, ZM_METHOD_HASH, false},
    {"chomp", {"rows=4", "cols=5"}, ZM_METHOD_AUTO, false},
    {"chomp", {"rows=4", "cols=5"}, ZM_METHOD_SWEEP, false},
    {"chomp", {"rows=4", "cols=5"}, ZM_METHOD_FORWARD, false},
    {"chomp", {"rows=4", "cols=5"}, ZM_METHOD_HASH, false},
    {"hasenspiel", {"size=4"}, ZM_METHOD_HUNT, true},
    {"hasenspiel", {"size=6", "pawns=2"}, ZM_METHOD_HUNT, false},
    {"hasenspiel", {"size=6", "pawns=2"}, ZM_METHOD_SWEEP, false},
    {"hasenspiel", {"size=4"}, ZM_METHOD_BACKWARD, false},
    {"hasenspiel", {"size=4"}, ZM_METHOD_FORWARD, false},
    {"hasenspiel", {"size=4"}, ZM_METHOD_HASH, false},
    {"fox-and-geese", {"geese=1", "enough=1"}, ZM_METHOD_HUNT, false},
};

/* ---- one variant in one context ---- */
typedef struct bench {
    zm_context *c;
    zm_variant *v;
    char tables[4096];
    zm_solve_options options;
    uint64_t base; /* memory the variant itself takes */
} bench;

static void open_bench(bench *b, const trial *t, unsigned threads)
{
    const zm_game *g;
    size_t n = 0;
    while (n < 3 && t->settings[n])
        n++;
    b->c = zm_context_new();
    zm_set_sync(b->c, false);
    zm_set_threads(b->c, threads);
    assert_int_equal(zm_find_game(b->c, t->game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(b->c, g, t->settings, n, &b->v), ZM_OK);
    b->options = ZM_OPTIONS(zm_solve_options, .method = t->method, .tables = unit_path("tables", b->tables),
                            .part_states = 500, .count_games = t->count_games);
    b->base = zm_memory_used(b->c);
}

static void close_bench(bench *b)
{
    zm_table_remove(b->c, b->v, b->tables);
    assert_int_equal(access(b->tables, F_OK), -1); /* nothing else was left there */
    zm_variant_free(b->c, b->v);
    assert_int_equal(zm_memory_used(b->c), 0);
    zm_context_free(b->c);
}

static void same_summary(const zm_summary *a, const zm_summary *b)
{
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->won_by[0], b->won_by[0]);
    assert_int_equal(a->won_by[1], b->won_by[1]);
    assert_int_equal(a->drawn, b->drawn);
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->longest, b->longest);
    assert_true(zm_same(a->longest_position, b->longest_position));
}

/* Either it went well and is right, or it has failed for want of memory and said so. */
static bool went_well(bench *b, zm_status s, const zm_solved *got, const zm_solved *right)
{
    if (s == ZM_OK) {
        same_summary(&got->summary, &right->summary);
        assert_string_equal(got->games, right->games);
    } else {
        assert_int_equal(s, ZM_NO_MEMORY);
        assert_true(strlen(zm_message(b->c)) > 10);
    }
    assert_int_equal(zm_memory_used(b->c), b->base);
    return s == ZM_OK;
}

/* With memory again: there is no finished table, or a right one. */
static void check_table(bench *b, bool finished)
{
    zm_table *t;
    zm_verified verified;
    zm_status s = zm_table_open(b->c, b->v, b->tables, &t);
    if (s != ZM_OK) {
        assert_false(finished);
        return;
    }
    if (zm_table_verify(b->c, t, &verified) != ZM_OK)
        fail_msg("%s", zm_message(b->c));
    zm_table_close(t);
}

static void reference(const trial *t, zm_solved *right)
{
    bench b;
    open_bench(&b, t, 1);
    if (zm_solve(b.c, b.v, &b.options, right) != ZM_OK)
        fail_msg("%s", zm_message(b.c));
    check_table(&b, true);
    close_bench(&b);
}

/* ---- every allocation fails once ---- */
static bool fail_at(const trial *t, uint64_t k, unsigned threads, bool resume, const zm_solved *right)
{
    bench b;
    zm_solved got;
    open_bench(&b, t, threads);
    zm_fail_allocation(b.c, k);
    bool well = went_well(&b, zm_solve(b.c, b.v, &b.options, &got), &got, right);
    zm_fail_allocation(b.c, 0);
    check_table(&b, well);
    if (resume) {
        assert_true(went_well(&b, zm_solve(b.c, b.v, &b.options, &got), &got, right));
        check_table(&b, true);
    }
    close_bench(&b);
    return well;
}

static void fail_everywhere(unsigned threads)
{
    for (size_t i = 0; i < sizeof small_ones / sizeof *small_ones; i++) {
        zm_solved right;
        uint64_t k = 1;
        reference(&small_ones[i], &right);
        while (!fail_at(&small_ones[i], k, threads, k % 7 == 0, &right))
            k++;
        assert_true(k > 5);
    }
}

static void every_allocation_fails_on_one_thread(void **state)
{
    (void)state;
    fail_everywhere(1);
}

static void every_allocation_fails_on_two_threads(void **state)
{
    (void)state;
    fail_everywhere(2);
}

/* A budget refuses the large blocks and grants the small ones: other paths than when everything fails from some point
 * on. */
static void every_budget_suffices_or_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small_ones / sizeof *small_ones; i++) {
        zm_solved right, got;
        bool well = false;
        reference(&small_ones[i], &right);
        uint64_t peak = right.peak_bytes > right.announced_bytes ? right.peak_bytes : right.announced_bytes;
        for (uint64_t step = 0; step <= 40; step++) {
            bench b;
            open_bench(&b, &small_ones[i], 1);
            zm_set_memory(b.c, b.base + peak * step / 40 + (step == 40 ? 4096 : 0));
            well = went_well(&b, zm_solve(b.c, b.v, &b.options, &got), &got, &right);
            zm_set_memory(b.c, (uint64_t)1 << 30);
            check_table(&b, well);
            close_bench(&b);
        }
        assert_true(well);
    }
}

/* A dense solve says what it needs before it begins; told that it may not have it, it leaves the disk alone. */
static void a_budget_below_what_is_announced_is_refused_at_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small_ones / sizeof *small_ones; i++) {
        zm_solved right, got;
        bench b;
        if (small_ones[i].method == ZM_METHOD_HASH)
            continue;
        reference(&small_ones[i], &right);
        open_bench(&b, &small_ones[i], 2);
        zm_set_memory(b.c, right.announced_bytes - 1);
        assert_int_equal(zm_solve(b.c, b.v, &b.options, &got), ZM_NO_MEMORY);
        assert_non_null(strstr(zm_message(b.c), "--memory"));
        assert_int_equal(access(b.tables, F_OK), -1);
        close_bench(&b);
    }
}

/* What is there is not lost for want of memory to make it again. */
static void a_table_outlives_a_solve_that_was_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small_ones / sizeof *small_ones; i++) {
        zm_solved right, got;
        bench b;
        open_bench(&b, &small_ones[i], 2);
        assert_int_equal(zm_solve(b.c, b.v, &b.options, &right), ZM_OK);
        b.options.again = true;
        zm_set_memory(b.c, right.announced_bytes / 4);
        zm_status s = zm_solve(b.c, b.v, &b.options, &got); /* a small hash stays far below its announcement */
        assert_true(s == ZM_NO_MEMORY || (s == ZM_OK && small_ones[i].method == ZM_METHOD_HASH));
        zm_set_memory(b.c, (uint64_t)1 << 30);
        check_table(&b, true);
        close_bench(&b);
    }
}

/* ---- the other solvers ---- */
static zm_status count_plies(bench *b)
{
    zm_plies p;
    zm_status s = zm_enumerate(b->c, b->v, &p);
    zm_plies_free(b->c, &p);
    return s;
}

static zm_status count_tree(bench *b)
{
    zm_tree t;
    zm_status s = zm_count_games(b->c, b->v, zm_start_state(b->v), &t);
    zm_tree_free(&t);
    return s;
}

static zm_status solve_position(bench *b)
{
    zm_table *t;
    zm_status s = zm_solve_position(b->c, b->v, zm_start_state(b->v), 0, &t);
    zm_table_close(t);
    return s;
}

static void enumerating_and_counting_fail_cleanly(void **state)
{
    (void)state;
    zm_status (*const jobs[])(bench *) = {count_plies, count_tree, solve_position};
    for (size_t i = 0; i < sizeof small_ones / sizeof *small_ones; i++)
        for (size_t j = 0; j < 3; j++) {
            zm_status s = ZM_NO_MEMORY;
            for (uint64_t k = 1; s != ZM_OK; k++) {
                bench b;
                open_bench(&b, &small_ones[i], 2);
                zm_fail_allocation(b.c, k);
                s = jobs[j](&b);
                if (s == ZM_BAD_INPUT && jobs[j] == count_tree) /* a game that can go on for ever is not counted */
                    s = ZM_OK;
                assert_true(s == ZM_OK || (s == ZM_NO_MEMORY && *zm_message(b.c)));
                assert_int_equal(zm_memory_used(b.c), b.base);
                close_bench(&b);
            }
        }
}

/* ---- what is announced (the issue: memory within 1.5 times of it) ---- */
static const trial larger_ones[] = {
    {"hasenspiel", {0}, ZM_METHOD_HUNT, false},
    {"hasenspiel", {0}, ZM_METHOD_HUNT, true},
    {"hasenspiel", {0}, ZM_METHOD_SWEEP, false},
    {"hasenspiel", {0}, ZM_METHOD_BACKWARD, false},
    {"hasenspiel", {0}, ZM_METHOD_FORWARD, false},
    {"hasenspiel", {0}, ZM_METHOD_HASH, false},
    {"hasenspiel", {"size=10", "pawns=4"}, ZM_METHOD_HUNT, false},
    {"hasenspiel", {"size=10", "pawns=2"}, ZM_METHOD_BACKWARD, false},
    {"hasenspiel", {"size=10", "pawns=3"}, ZM_METHOD_HASH, false},
    {"fox-and-geese", {"geese=4"}, ZM_METHOD_HUNT, false},
    {"fox-and-geese", {"geese=6"}, ZM_METHOD_HUNT, false},
    {"fox-and-geese", {"geese=7", "multi=no"}, ZM_METHOD_HUNT, false},
    {"chomp", {"rows=12", "cols=12"}, ZM_METHOD_AUTO, false},
    {"chomp", {"rows=11", "cols=11"}, ZM_METHOD_SWEEP, false},
    {"chomp", {"rows=10", "cols=10"}, ZM_METHOD_FORWARD, false},
    {"chomp", {"rows=10", "cols=10"}, ZM_METHOD_HASH, false},
    {"nim", {"piles=7,7,7,7,7,7"}, ZM_METHOD_HASH, false},
};

static void memory_is_within_half_of_what_is_announced(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof larger_ones / sizeof *larger_ones; i++) {
        bench b;
        zm_solved got;
        open_bench(&b, &larger_ones[i], 1 + i % 2);
        b.options.part_states = 0;
        if (zm_solve(b.c, b.v, &b.options, &got) != ZM_OK)
            fail_msg("%s", zm_message(b.c));
        print_message("%-12s %-8s announced %9.2f MiB, took %9.2f MiB\n", larger_ones[i].game,
                      zm_method_name(got.method), (double)got.announced_bytes / (1 << 20),
                      (double)got.peak_bytes / (1 << 20));
        if (got.peak_bytes > got.announced_bytes + got.announced_bytes / 2)
            fail_msg("%s by %s takes %.2f times what it announced", larger_ones[i].game, zm_method_name(got.method),
                     (double)got.peak_bytes / (double)got.announced_bytes);
        close_bench(&b);
    }
}

/* Runs the command, returns what it announced; *peak is what the system says the process had in memory at most. */
static uint64_t run_command(char *const *words, uint64_t *peak)
{
    char path[4096], line[4096] = "";
    struct rusage used;
    int status;
    unit_path("answer", path);
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        if (freopen(path, "w", stdout))
            execv(getenv("ZERMELO"), words);
        _exit(127);
    }
    assert_int_equal(wait4(child, &status, 0, &used), child);
    assert_int_equal(status, 0);
    *peak = (uint64_t)used.ru_maxrss * 1024;
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    fclose(f);
    const char *announced = strstr(line, "\"announced_bytes\":");
    assert_non_null(announced);
    return strtoull(strchr(announced, ':') + 1, NULL, 10);
}

enum { PROGRAM = 16 << 20 }; /* the command with its libraries, thread stacks and buffers for writing */

static void the_process_takes_no_more(void **state)
{
    (void)state;
    char tables[4096], *const runs[][9] = {
                           {"zermelo", "solve", "hasenspiel", "size=10", "pawns=4", "--method=hunt", "--json", tables},
                           {"zermelo", "solve", "hasenspiel", "size=10", "pawns=3", "--method=hash", "--json", tables},
                           {"zermelo", "solve", "hasenspiel", "size=8", "pawns=4", "--method=backward", "--json",
                            tables},
                           {"zermelo", "solve", "chomp", "rows=14", "cols=13", "--json", tables},
                           {"zermelo", "solve", "chomp", "rows=11", "cols=11", "--method=forward", "--json", tables},
                       };
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    unit_skip("sanitizers take memory of their own");
#endif
    if (!getenv("ZERMELO") || !*getenv("ZERMELO"))
        unit_skip("the command is not part of this build");
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        uint64_t peak, announced;
        char folder[4096];
        snprintf(tables, sizeof tables, "--tables=%.4000s/%zu", unit_path("command", folder), i);
        announced = run_command(runs[i], &peak);
        print_message("%-12s %-16s announced %9.2f MiB, process %9.2f MiB\n", runs[i][2], runs[i][5],
                      (double)announced / (1 << 20), (double)peak / (1 << 20));
        if (peak > announced + announced / 2 + PROGRAM)
            fail_msg("%s %s: %.1f MiB announced, %.1f MiB taken", runs[i][2], runs[i][5], (double)announced / (1 << 20),
                     (double)peak / (1 << 20));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_process_takes_no_more), /* first: a child's peak begins with what its parent has */
        cmocka_unit_test(every_allocation_fails_on_one_thread),
        cmocka_unit_test(every_allocation_fails_on_two_threads),
        cmocka_unit_test(every_budget_suffices_or_is_refused),
        cmocka_unit_test(a_budget_below_what_is_announced_is_refused_at_once),
        cmocka_unit_test(a_table_outlives_a_solve_that_was_refused),
        cmocka_unit_test(enumerating_and_counting_fail_cleanly),
        cmocka_unit_test(memory_is_within_half_of_what_is_announced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
