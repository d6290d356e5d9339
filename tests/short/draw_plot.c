/* Charts: ticks at round numbers, scales, the formats, and what is refused. */
#include "draw/plot.h"
#include "unit.h"

#include <math.h>
#include <string.h>
#include <zermelo/zermelo.h>

static void ticks_are_round_numbers(void **state)
{
    static const struct {
        zm_axis axis;
        unsigned count;
        double first, step;
    } known[] = {
        {{"", -1, 1, false}, 5, -1, 0.5},
        {{"", 0, 100, false}, 6, 0, 20},
        {{"", 0.3, 7.7, false}, 7, 1, 1},
        {{"", -0.05, 0.05, false}, 6, -0.04, 0.02},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        double tick[ZM_PLOT_TICKS];
        const unsigned n = zm_plot_ticks(&known[i].axis, tick);
        if (i < 3)
            assert_int_equal(n, known[i].count);
        for (unsigned k = 0; i < 3 && k < n; k++)
            assert_true(fabs(tick[k] - (known[i].first + k * known[i].step)) < 1e-9);
        assert_true(n >= 3 && n <= ZM_PLOT_TICKS);
        for (unsigned k = 0; k < n; k++)
            assert_true(zm_plot_at(&known[i].axis, tick[k]) > -1e-9 && zm_plot_at(&known[i].axis, tick[k]) < 1 + 1e-9);
    }
}

static void decades_are_as_long_as_each_other(void **state)
{
    const zm_axis a = {"", 1e-6, 1, true};
    double tick[ZM_PLOT_TICKS];
    (void)state;
    assert_int_equal(zm_plot_ticks(&a, tick), 7);
    for (unsigned i = 0; i < 7; i++)
        assert_true(fabs(zm_plot_at(&a, tick[i]) - i / 6.0) < 1e-9);
}

static size_t load(const char *path, char *out, size_t room)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    const size_t n = fread(out, 1, room - 1, f);
    fclose(f);
    out[n] = 0;
    return n;
}

static void charts_are_written_as_the_ending_says(void **state)
{
    static char first[1 << 20], again[1 << 20];
    static const double x[] = {0, 1, 2}, y[] = {0.5, 0.25, 2}; /* the last is outside */
    const zm_series series[] = {{"dots", 3, x, y, false}, {"line", 3, x, y, true}};
    const zm_plot p = {"A chart", {"x", 0, 2, false}, {"y", 0, 1, false}, 2, series};
    zm_context *c = zm_context_new();
    unsigned width, height;
    char path[4096];
    (void)state;
    assert_int_equal(zm_plot_file(c, &p, unit_path("a.txt", path), &width, &height), ZM_OK);
    load(path, first, sizeof first);
    assert_string_equal(first, "# A chart\n# dots: x, y\n0 0.5\n1 0.25\n2 2\n\n\n# line: x, y\n0 0.5\n1 0.25\n2 2\n");
    assert_int_equal(zm_plot_file(c, &p, unit_path("a.mp", path), &width, &height), ZM_BAD_INPUT);
    assert_int_equal(zm_plot_file(c, &p, unit_path("a", path), &width, &height), ZM_BAD_INPUT);
#ifdef ZERMELO_CAIRO
    assert_int_equal(zm_plot_file(c, &p, unit_path("a.svg", path), &width, &height), ZM_OK);
    assert_true(width > 0 && height > 0);
    const size_t n = load(path, first, sizeof first);
    assert_non_null(strstr(first, "<svg"));
    assert_int_equal(zm_plot_file(c, &p, unit_path("b.svg", path), &width, &height), ZM_OK);
    assert_int_equal(load(path, again, sizeof again), n);
    assert_memory_equal(first, again, n / 2); /* Cairo numbers the surfaces of a program, further down */
    assert_int_equal(zm_plot_file(c, &p, unit_path("a.png", path), &width, &height), ZM_OK);
    load(path, first, sizeof first);
    assert_memory_equal(first, "\x89PNG", 4);
    assert_int_equal(zm_plot_file(c, &p, unit_path("a.pdf", path), &width, &height), ZM_OK);
    load(path, first, sizeof first);
    assert_memory_equal(first, "%PDF", 4);
#else
    (void)again;
    assert_int_equal(zm_plot_file(c, &p, unit_path("a.svg", path), &width, &height), ZM_BAD_INPUT);
#endif
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_round_numbers),
        cmocka_unit_test(decades_are_as_long_as_each_other),
        cmocka_unit_test(charts_are_written_as_the_ending_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
