/* solve_pair_options.c: two hunters against many by sets of pairs, with every combination of the options: the same
 * states, distances and farthest state as by counting moves down, and for some as through a hash. ctest: timeout=600 */
#include "unit.h"

#include <zermelo/zermelo.h>

#include <stdio.h>

static zm_context *context;

static int set_up(void **state)
{
    (void)state;
    context = zm_context_new();
    return !context;
}

static int tear_down(void **state)
{
    (void)state;
    assert_int_equal(zm_memory_used(context), 0);
    zm_context_free(context);
    return 0;
}

static zm_summary solve(const zm_variant *v, zm_method method)
{
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = method);
    zm_solved got;
    if (zm_solve(context, v, &o, &got) != ZM_OK)
        fail_msg("%s", zm_message(context));
    return got.summary;
}

static void expect_same(const zm_summary *a, const zm_summary *b, const char *what)
{
    const bool same = a->states == b->states && a->won_by[0] == b->won_by[0] && a->won_by[1] == b->won_by[1] &&
                      a->drawn == b->drawn && a->start == b->start && a->has_longest && b->has_longest &&
                      a->longest == b->longest && zm_same(a->longest_position, b->longest_position);
    if (!same)
        fail_msg("%s: longest %u and %u, start %04x and %04x", what, a->longest, b->longest, a->start, b->start);
}

static void try_one(const char *const *settings, size_t count, bool hash)
{
    char what[200];
    const zm_game *g;
    zm_variant *v;
    assert_int_equal(zm_find_game(context, "fuchs-und-henne", &g), ZM_OK);
    if (zm_variant_new(context, g, settings, count, &v) != ZM_OK)
        fail_msg("%s", zm_message(context));
    (void)snprintf(what, sizeof what, "%s %s %s %s %s %s", settings[0], settings[1], settings[2], settings[3],
                   settings[4], settings[5]);
    const zm_summary pair = solve(v, ZM_METHOD_PAIR), other = solve(v, ZM_METHOD_BACKWARD);
    expect_same(&pair, &other, what);
    if (hash) {
        const zm_summary third = solve(v, ZM_METHOD_HASH);
        expect_same(&pair, &third, what);
    }
    zm_variant_free(context, v);
}

static void every_combination_of_options(void **state)
{
    static const char *const diagonals[] = {"diagonals=drawn", "diagonals=all", "diagonals=none"};
    static const char *const must[] = {"must_capture=yes", "must_capture=no"};
    static const char *const multi[] = {"multi=optional", "multi=must", "multi=no"};
    (void)state;
    zm_set_threads(context, 2);
    for (unsigned d = 0; d < 3; d++)
        for (unsigned c = 0; c < 2; c++)
            for (unsigned m = 0; m < 3; m++) {
                const char *const two[] = {"hens=2", "house=1", "foxes=2", diagonals[d], must[c], multi[m]};
                const char *const one[] = {"hens=3", "house=1", "foxes=1", diagonals[d], must[c], multi[m]};
                try_one(two, 6, false);
                try_one(one, 6, d == c);
            }
}

static void chains_of_three(void **state)
{
    static const char *const must[] = {"hens=3",        "house=1",          "foxes=2",
                                       "diagonals=all", "must_capture=yes", "multi=must"};
    static const char *const may[] = {"hens=3",        "house=1",          "foxes=2",
                                      "diagonals=all", "must_capture=yes", "multi=optional"};
    (void)state;
    try_one(must, 6, false);
    try_one(may, 6, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_combination_of_options, set_up, tear_down),
        cmocka_unit_test_setup_teardown(chains_of_three, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
