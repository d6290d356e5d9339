/* base_context.c: errors with their trace, notes, threads, stopping. */
#include <zermelo/base.h>

#include "unit.h"

static int setup(void **state)
{
    *state = zm_context_new();
    return *state ? 0 : -1;
}

static int teardown(void **state)
{
    zm_context_free(*state);
    return 0;
}

static void a_fresh_context_has_no_failure(void **state)
{
    zm_context *c = *state;
    assert_string_equal(zm_message(c), "");
    assert_string_equal(zm_trace(c), "");
    assert_false(zm_stopped(c));
    assert_true(zm_threads(c) >= 1);
    zm_context_free(NULL);
}

static zm_status innermost(zm_context *c, int n) { return n ? zm_fail(c, ZM_CORRUPT, "block %d is bad", n) : ZM_OK; }

static zm_status middle(zm_context *c, int n)
{
    ZM_TRY(c, innermost(c, n));
    return ZM_OK;
}

static zm_status outermost(zm_context *c, int n)
{
    ZM_TRY(c, middle(c, n));
    return ZM_OK;
}

static void a_failure_is_forwarded_with_its_places(void **state)
{
    zm_context *c = *state;
    assert_int_equal(outermost(c, 0), ZM_OK);
    assert_string_equal(zm_trace(c), "");
    assert_int_equal(outermost(c, 12), ZM_CORRUPT);
    assert_string_equal(zm_message(c), "block 12 is bad");
    const char *first = strstr(zm_trace(c), "base_context.c:"), *arrow = strstr(zm_trace(c), " < ");
    assert_non_null(first);
    assert_non_null(arrow);
    assert_true(first < arrow);
    assert_null(strstr(arrow + 3, " < "));
}

static void a_new_failure_begins_a_new_trace(void **state)
{
    zm_context *c = *state;
    outermost(c, 1);
    zm_fail(c, ZM_IO, "another");
    assert_string_equal(zm_message(c), "another");
    assert_string_equal(zm_trace(c), "");
}

static void a_message_may_quote_the_one_before(void **state)
{
    zm_context *c = *state;
    zm_fail(c, ZM_IO, "disk full");
    zm_fail(c, ZM_IO, "tier 3: %s", zm_message(c));
    assert_string_equal(zm_message(c), "tier 3: disk full");
}

static void long_messages_and_traces_are_cut_not_overrun(void **state)
{
    zm_context *c = *state;
    char text[5000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    zm_fail(c, ZM_BAD_INPUT, "%s", text);
    assert_int_equal(strlen(zm_message(c)), 1023);
    for (int i = 0; i < 1000; i++)
        zm_forward(c, ZM_BAD_INPUT, "some/file.c", i);
    assert_int_equal(strlen(zm_trace(c)), 1023);
}

static void keep_line(void *arg, const char *line) { snprintf(arg, 100, "%s", line); }

static void notes_go_to_whoever_asked(void **state)
{
    zm_context *c = *state;
    char line[100] = "";
    zm_note(c, "nobody listens");
    zm_set_note(c, keep_line, line);
    zm_note(c, "needs %d MiB", 7);
    assert_string_equal(line, "needs 7 MiB");
}

static void threads_and_stopping_are_remembered(void **state)
{
    zm_context *c = *state;
    zm_set_threads(c, 3);
    assert_int_equal(zm_threads(c), 3);
    zm_set_threads(c, 0);
    assert_true(zm_threads(c) >= 1);
    zm_stop(c);
    assert_true(zm_stopped(c));
}

static void two_contexts_do_not_know_each_other(void **state)
{
    zm_context *a = *state, *b = zm_context_new();
    zm_fail(a, ZM_IO, "only here");
    zm_stop(a);
    assert_string_equal(zm_message(b), "");
    assert_false(zm_stopped(b));
    zm_context_free(b);
}

/* Whichever failure is last, its message is whole. */
static void failures_from_many_threads_do_not_mix(void **state)
{
    zm_context *c = *state;
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < 2000; i++) {
        zm_fail(c, ZM_IO, i % 2 ? "oooooooooooooooooooo" : "eeeeeeeeeeeeeeeeeeee");
        zm_forward(c, ZM_IO, "file.c", i);
    }
    const char *m = zm_message(c);
    assert_int_equal(strlen(m), 20);
    assert_int_equal(strspn(m, m[0] == 'o' ? "o" : "e"), 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_fresh_context_has_no_failure, setup, teardown),
        cmocka_unit_test_setup_teardown(a_failure_is_forwarded_with_its_places, setup, teardown),
        cmocka_unit_test_setup_teardown(a_new_failure_begins_a_new_trace, setup, teardown),
        cmocka_unit_test_setup_teardown(a_message_may_quote_the_one_before, setup, teardown),
        cmocka_unit_test_setup_teardown(long_messages_and_traces_are_cut_not_overrun, setup, teardown),
        cmocka_unit_test_setup_teardown(notes_go_to_whoever_asked, setup, teardown),
        cmocka_unit_test_setup_teardown(threads_and_stopping_are_remembered, setup, teardown),
        cmocka_unit_test_setup_teardown(two_contexts_do_not_know_each_other, setup, teardown),
        cmocka_unit_test_setup_teardown(failures_from_many_threads_do_not_mix, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
