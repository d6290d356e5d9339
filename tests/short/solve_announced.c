/* What a solve announces before it starts is not less than what it then takes: on one thread and on several, with a table and
 * without, with distances and without, by every method. Without slack: the estimate is an upper one. */
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
    assert_int_equal(zm_variant_new(c, g, n, t->settings, &v), ZM_OK);
    zm_solve_options o = {.method = t->method, .wdl = wdl, .again = true};
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
            compare(&trials[i], k & 4 ? 3 : 1, k & 1, k & 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_solve_takes_more_than_it_announced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
