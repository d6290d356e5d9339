/* values.c: how fast values are: sums of 1,000 parts, the first time and once the parts are known, and rows to 10,000.
 * scripts/bench builds and runs it. */
#include "base/clock.h"

#include <zermelo/zermelo.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 1000, RUNS = 20, PINS = 10000 };

typedef struct times {
    double read, first, again;
} times;

static void check(zm_context *c, zm_status s)
{
    if (s == ZM_OK)
        return;
    fprintf(stderr, "%s\n", zm_message(c));
    exit(2);
}

/* One expression, read and answered; `again`: once more, everything being known. */
static times answer(zm_context *c, zm_values *values, const char *text, zm_answer *a)
{
    zm_expression *e;
    times t = {.read = zm_now()};
    check(c, zm_expression_read(values, text, &e));
    t.first = zm_now();
    check(c, zm_value_of(values, e, ZM_GRUNDY, a));
    t.again = zm_now();
    check(c, zm_value_of(values, e, ZM_GRUNDY, a));
    t = (times){t.first - t.read, t.again - t.first, zm_now() - t.again};
    zm_expression_free(e);
    return t;
}

static const char *sum_of(const char *part)
{
    static char text[64 * PARTS];
    size_t n = (size_t)sprintf(text, "sum(");
    for (int i = 0; i < PARTS; i++) {
        n += (size_t)sprintf(text + n, part, i);
        text[n++] = i + 1 < PARTS ? ',' : ')';
    }
    text[n] = 0;
    return text;
}

static void bench_sum(zm_context *c, const char *title, const char *part)
{
    zm_values *values;
    zm_answer a;
    check(c, zm_values_open(c, 0, &values));
    const char *text = sum_of(part);
    const times first = answer(c, values, text, &a);
    times best = {1e9, 1e9, 1e9};
    for (int i = 0; i < RUNS; i++) {
        const times t = answer(c, values, text, &a);
        best.read = t.read < best.read ? t.read : best.read;
        best.first = t.first < best.first ? t.first : best.first;
        best.again = t.again < best.again ? t.again : best.again;
    }
    printf("%-36s new %8.3f ms; parts known %6.3f ms (reading it %6.3f ms); asked again %6.3f ms\n", title,
           1e3 * first.first, 1e3 * best.first, 1e3 * best.read, 1e3 * best.again);
    zm_values_close(values);
}

/* Kayles repeats soon, and then nothing is left to look at; Treblecross, 0.007, does not, as far as anybody knows. */
static void bench_row(zm_context *c, const char *title, const char *format)
{
    zm_values *values;
    zm_expression *e;
    char text[32];
    check(c, zm_values_open(c, 0, &values));
    snprintf(text, sizeof text, format, PINS);
    check(c, zm_expression_read(values, text, &e));
    const zm_variant *v = zm_expression_variant(e, 0);
    const double begin = zm_now();
    for (unsigned n = 0; n <= PINS; n++) {
        zm_answer a;
        check(c, zm_value_at(values, e, 0, v->game->sums->grid_at(v, 0, n), ZM_GRUNDY, &a));
    }
    const double seconds = zm_now() - begin;
    printf("%-36s %.3f s\n", title, seconds);
    zm_expression_free(e);
    zm_values_close(values);
}

int main(void)
{
    zm_context *c = zm_context_new();
    if (!c)
        return 2;
    bench_sum(c, "1,000 piles, 1,000 variants", "limited-nim(%d;1,3,4)");
    bench_sum(c, "1,000 positions of one variant", "limited-nim(@%d)");
    bench_row(c, "Kayles to 10,000 pins", "kayles(%d)");
    bench_row(c, "Treblecross to 10,000 squares", "octal(0.007;%d)");
    zm_context_free(c);
    return 0;
}
