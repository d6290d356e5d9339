/* What a solve announces before it starts is not less than what it then takes: on one thread and on several, with a
 * table and without, with distances and without, by every method. Without slack: the estimate is an upper one. */
#include "solve/announce.h"
#include "unit.h"

#include <zermelo/zermelo.h>

typedef struct trial {
    const char *game, *settings[3];
    zm_method method;
} trial;

static const trial trials[] = {
    {"fox-and-geese", {"geese=1", "enough=1"}, ZM_METHOD_HUNT},
    {"fox-and-geese", {"geese=4"}, ZM_METHOD_HUNT},
    {"fox-and-geese", {"geese=3", "enough=2"}, ZM_METHOD_FORWARD},
    {"fox-and-geese", {"geese=2", "enough=2", "multi=no"}, ZM_METHOD_BACKWARD},
    {"hasenspiel", {0}, ZM_METHOD_HUNT},
    {"hasenspiel", {"size=6"}, ZM_METHOD_HUNT},
    {"hasenspiel", {"size=6"}, ZM_METHOD_SWEEP},
    {"hasenspiel", {"size=6"}, ZM_METHOD_BACKWARD},
    {"hasenspiel", {"size=6"}, ZM_METHOD_FORWARD},
    {"hasenspiel", {"size=6"}, ZM_METHOD_HASH},
    {"chomp", {"rows=7", "cols=7"}, ZM_METHOD_AUTO},
    {"chomp", {"rows=7", "cols=7"}, ZM_METHOD_FORWARD},
    {"tic-tac-toe", {0}, ZM_METHOD_AUTO},
    {"nim", {"piles=5,5,5,5"}, ZM_METHOD_HASH},
    {"madn", {"pieces=2", "squares=16"}, ZM_METHOD_RACE},
    {"madn", {"pieces=1"}, ZM_METHOD_ITERATE},
    {"pig", {"goal=20"}, ZM_METHOD_ITERATE},
};

static void compare(const trial *t, unsigned threads, bool stored, bool wdl)
{
    char tables[4096];
    const zm_game *g;
    zm_variant *v;
    zm_solved got;
    size_t n = 0;
    while (n < 3 && t->settings[n])
        n++;
    zm_context *c = zm_context_new();
    zm_set_sync(c, false);
    zm_set_threads(c, threads);
    assert_int_equal(zm_find_game(c, t->game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, t->settings, n, &v), ZM_OK);
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = t->method, .wdl = wdl, .again = true);
    o.tables = stored ? unit_path("tables", tables) : NULL;
    if (zm_solve(c, v, &o, &got) != ZM_OK)
        fail_msg("%s %s: %s", t->game, zm_method_name(t->method), zm_message(c));
    if (got.peak_bytes > got.announced_bytes)
        fail_msg("%s %s by %s on %u threads%s%s: took %.2f MiB, announced %.2f", t->game,
                 t->settings[0] ? t->settings[0] : "", zm_method_name(got.method), threads, stored ? ", stored" : "",
                 wdl ? ", without distances" : "", (double)got.peak_bytes / (1 << 20),
                 (double)got.announced_bytes / (1 << 20));
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void no_solve_takes_more_than_it_announced(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++)
        for (unsigned k = 0; k < 8; k++)
            compare(&trials[i], k & 4 ? 9 : 1, k & 1, k & 2);
}

static void keep_note(void *arg, const char *text) { snprintf(arg, 200, "%s", text); }

/* Below what is needed at least: no. Below what it may take: with a note. */
static void a_disk_that_is_too_small_is_refused(void **state)
{
    const zm_demand d = {.disk = 3000 << 10, .least_disk = 2000 << 10};
    char note[200] = "";
    const zm_game *g;
    zm_variant *v;
    zm_context *c = zm_context_new();
    (void)state;
    zm_set_note(c, keep_note, note);
    assert_int_equal(zm_find_game(c, "madn", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, (const char *[]){"pieces=2"}, 1, &v), ZM_OK);
    assert_int_equal(zm_check_disk(c, v, &d, (2000 << 10) - 1), ZM_IO);
    assert_string_equal(zm_message(c),
                        "madn pieces=2 needs at least 1.95 MiB of disk and 1.95 MiB are left; make room, or "
                        "name another folder with --tables");
    assert_string_equal(note, "");
    assert_int_equal(zm_check_disk(c, v, &d, 2000 << 10), ZM_OK);
    assert_string_equal(note, "the disk has 1.95 MiB left, less than the table may take");
    *note = 0;
    assert_int_equal(zm_check_disk(c, v, &d, 3000 << 10), ZM_OK);
    assert_string_equal(note, "");
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_solve_takes_more_than_it_announced),
        cmocka_unit_test(a_disk_that_is_too_small_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
