/* base_progress.c: reports come a few times a second, one at a time, with a rate and an estimate that fit. */
#include <zermelo/base.h>

#include "unit.h"

#include <time.h>

typedef struct seen {
    unsigned reports, last, inside, overlaps;
    zm_progress final;
    double previous;
    bool forward; /* seconds and done never went back */
} seen;

static void look(void *arg, const zm_progress *p)
{
    seen *s = arg;
    s->overlaps += s->inside++ != 0;
    s->forward &= p->seconds >= s->previous;
    s->previous = p->seconds;
    s->reports++;
    s->last += p->last;
    s->final = *p;
    s->inside--;
}

static void pause_ms(long ms) { nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL); }

static void rate_and_time_left_fit_together(void **state)
{
    (void)state;
    zm_context *c = zm_context_new();
    seen s = {.forward = true};
    zm_set_progress(c, look, &s);
    zm_progress_begin(c, "sweep", 1000);
    for (int i = 0; i < 50; i++) {
        zm_progress_add(c, 10);
        pause_ms(10);
    }
    assert_true(s.reports >= 1 && s.reports <= 5 * s.final.seconds + 1);
    assert_int_equal(s.last, 0);
    assert_string_equal(s.final.phase, "sweep");
    assert_int_equal(s.final.total, 1000);
    double rate = (double)s.final.done / s.final.seconds, left = (1000.0 - (double)s.final.done) / rate;
    assert_true(s.final.rate > 0.999 * rate && s.final.rate < 1.001 * rate);
    assert_true(s.final.left > 0.999 * left && s.final.left < 1.001 * left);
    zm_progress_add(c, 500);
    zm_progress_end(c);
    assert_int_equal(s.last, 1);
    assert_true(s.final.last);
    assert_int_equal(s.final.done, 1000);
    assert_true(s.final.left == 0);
    assert_true(s.forward);
    zm_context_free(c);
}

static void without_a_total_nothing_is_promised(void **state)
{
    (void)state;
    zm_context *c = zm_context_new();
    seen s = {.forward = true};
    zm_set_progress(c, look, &s);
    zm_progress_begin(c, "enumerate", 0);
    zm_progress_add(c, 5);
    zm_progress_end(c);
    assert_int_equal(s.reports, 1);
    assert_true(s.final.left < 0);
    assert_int_equal(s.final.total, 0);
    zm_context_free(c);
}

static void outside_a_phase_nothing_is_reported(void **state)
{
    (void)state;
    zm_context *c = zm_context_new();
    seen s = {.forward = true};
    zm_progress_begin(c, "unheard", 1);
    zm_progress_add(c, 1);
    zm_progress_end(c);
    zm_set_progress(c, look, &s);
    zm_progress_add(c, 1);
    zm_progress_end(c);
    pause_ms(250);
    zm_progress_add(c, 1);
    assert_int_equal(s.reports, 0);
    zm_context_free(c);
}

static void every_thread_may_add(void **state)
{
    (void)state;
    zm_context *c = zm_context_new();
    seen s = {.forward = true};
    zm_set_progress(c, look, &s);
    zm_progress_begin(c, "many", 4000);
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 400; i++) {
        zm_progress_add(c, 10);
        pause_ms(3);
    }
    zm_progress_end(c);
    assert_int_equal(s.final.done, 4000);
    assert_int_equal(s.last, 1);
    assert_int_equal(s.overlaps, 0);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rate_and_time_left_fit_together),
        cmocka_unit_test(without_a_total_nothing_is_promised),
        cmocka_unit_test(outside_a_phase_nothing_is_reported),
        cmocka_unit_test(every_thread_may_add),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
