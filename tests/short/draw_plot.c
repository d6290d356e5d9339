/* Charts: ticks at round numbers, scales, the formats, and what is refused. */
#include "draw/plot.h"
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zermelo/zermelo.h>

static void ticks_are_round_numbers(void **state)
{
    static const struct {
        zm_axis axis;
        unsigned count;
        double first, step;
    } known[] = {
        {{.name = "", .from = -1, .to = 1}, 5, -1, 0.5},
        {{.name = "", .from = 0, .to = 100}, 6, 0, 20},
        {{.name = "", .from = 0.3, .to = 7.7}, 7, 1, 1},
        {{.name = "", .from = -0.05, .to = 0.05}, 6, -0.04, 0.02},
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
    const zm_axis a = {.name = "", .from = 1e-6, .to = 1, .log = true};
    double tick[ZM_PLOT_TICKS];
    (void)state;
    assert_int_equal(zm_plot_ticks(&a, tick), 7);
    for (unsigned i = 0; i < 7; i++)
        assert_true(fabs(zm_plot_at(&a, tick[i]) - i / 6.0) < 1e-9);
}

static void ticks_are_told_as_people_read_them(void **state)
{
    static const char *const names[] = {"geese=4", "geese=5"};
    const zm_axis plain = {.name = "", .from = 0, .to = 40000}, log = {.name = "", .from = 1e3, .to = 1e9, .log = true};
    const zm_axis short_log = {.name = "", .from = 1e6, .to = 1e7, .log = true};
    const zm_axis named = {.name = "", .from = -0.5, .to = 1.5, .names = 2, .label = names};
    char text[ZM_PLOT_TEXT];
    double tick[ZM_PLOT_TICKS];
    assert_string_equal(zm_plot_number(&plain, 20000, text), "20,000");
    assert_string_equal(zm_plot_number(&plain, 0.5, text), "0.5");
    assert_string_equal(zm_plot_number(&log, 1e9, text), "10⁹");
    assert_string_equal(zm_plot_number(&log, 1e3, text), "1000");
    assert_string_equal(zm_plot_number(&short_log, 2e6, text), "2,000,000");
    assert_int_equal(zm_plot_ticks(&short_log, tick), 4);
    assert_string_equal(zm_plot_number(&named, 1, text), "geese=5");
    assert_int_equal(zm_plot_ticks(&named, tick), 2);
}

static void axes_have_room_for_their_numbers(void **state)
{
    static const double numbers[] = {0, 3, 1200}, none[] = {0};
    zm_axis a = zm_plot_axis("", false, 3, numbers);
    assert_true(a.from == 0 && a.to > 1200 && a.to < 1300);
    a = zm_plot_axis("", true, 3, numbers);
    assert_true(fabs(a.from - 1) < 1e-9 && fabs(a.to - 10000) < 1e-6);
    a = zm_plot_axis("", true, 1, none);
    assert_true(a.from > 0 && a.to > a.from);
    a = zm_plot_axis("", false, 1, none);
    assert_true(a.to > a.from);
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
    const zm_series series[] = {{"dots", 3, x, y, ZM_DOTS, 0}, {"line", 3, x, y, ZM_LINE, 0}};
    const zm_plot p = {.title = "A chart",
                       .x = {.name = "x", .from = 0, .to = 2},
                       .y = {.name = "y", .from = 0, .to = 1},
                       .count = 2,
                       .series = series};
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

/* Bars and areas too; two charts are side by side, and a third is as wide as both. */
static void several_charts_are_a_page(void **state)
{
    static char text[4096];
    static const double x[] = {0, 1, 2}, y[] = {1, 2, 3};
    static const char *const names[] = {"a", "b", "c"};
    const zm_series series[] = {{"one", 3, x, y, ZM_BARS, 0x123456}, {"two", 3, x, y, ZM_BARS, 0}};
    const zm_series areas[] = {{"three", 3, x, y, ZM_AREA, 0}, {"four", 3, x, y, ZM_DOTTED_LINE, 0}};
    const zm_plot p[] = {
        {.title = "Bars",
         .x = {.name = "x", .from = -0.5, .to = 2.5, .names = 3, .label = names},
         .y = {.name = "y", .to = 6},
         .count = 2,
         .series = series},
        {.title = "Areas", .x = {.name = "x", .to = 2}, .y = {.name = "y", .to = 6}, .count = 2, .series = areas}};
    zm_context *c = zm_context_new();
    unsigned width, height;
    char path[4096];
    assert_int_equal(zm_plots_file(c, 2, p, unit_path("page.txt", path), &width, &height), ZM_OK);
    load(path, text, sizeof text);
    assert_string_equal(text,
                        "# Bars\n# one: x, y\n\"a\" 1\n\"b\" 2\n\"c\" 3\n\n\n# two: x, y\n\"a\" 1\n\"b\" 2\n\"c\" 3\n"
                        "\n\n# Areas\n# three: x, y\n0 1\n1 2\n2 3\n\n\n# four: x, y\n0 1\n1 2\n2 3\n");
#ifdef ZERMELO_CAIRO
    unsigned one, high;
    assert_int_equal(zm_plot_file(c, p, unit_path("one.svg", path), &one, &high), ZM_OK);
    assert_int_equal(zm_plots_file(c, 2, p, unit_path("page.svg", path), &width, &height), ZM_OK);
    assert_int_equal(width, 2 * one);
    assert_int_equal(height, high);
    const zm_plot three[] = {p[0], p[1], p[0]};
    static char svg[1 << 20];
    double widest = 0;
    assert_int_equal(zm_plots_file(c, 3, three, unit_path("three.svg", path), &width, &height), ZM_OK);
    assert_true(width == 2 * one && height == 2 * high);
    load(path, svg, sizeof svg);
    for (const char *at = svg; (at = strstr(at, " L ")); at++) /* its lines go from one end to the other */
        widest = fmax(widest, strtod(at + 3, NULL));
    assert_true(widest > 1.9 * one);
#endif
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_are_round_numbers),
        cmocka_unit_test(decades_are_as_long_as_each_other),
        cmocka_unit_test(ticks_are_told_as_people_read_them),
        cmocka_unit_test(axes_have_room_for_their_numbers),
        cmocka_unit_test(several_charts_are_a_page),
        cmocka_unit_test(charts_are_written_as_the_ending_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
