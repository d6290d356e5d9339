/* base_memory.c: the budget is kept to the byte, whatever happens. */
#include <zermelo/base.h>

#include "base/memory.h"
#include "unit.h"

static int setup(void **state)
{
    zm_context *c = zm_context_new();
    zm_set_memory(c, 1000000);
    *state = c;
    return 0;
}

/* Every test gives back what it took. */
static int teardown(void **state)
{
    uint64_t left = zm_memory_used(*state);
    zm_context_free(*state);
    return left ? -1 : 0;
}

static void the_default_is_part_of_the_machine(void **state)
{
    (void)state;
    zm_context *c = zm_context_new();
    assert_true(zm_memory_limit(c) > (uint64_t)64 << 20);
    zm_context_free(c);
}

static void blocks_are_zeroed_aligned_and_counted(void **state)
{
    zm_context *c = *state;
    uint8_t *a, *b;
    assert_int_equal(zm_alloc(c, &a, 1000, 3, "a"), ZM_OK);
    assert_int_equal(zm_alloc(c, &b, 1, 1, "b"), ZM_OK);
    for (int i = 0; i < 3000; i++)
        assert_int_equal(a[i], 0);
    assert_int_equal((uintptr_t)a % 64, 0);
    assert_int_equal((uintptr_t)b % 64, 0);
    assert_int_equal(zm_memory_used(c), 3001);
    zm_release(c, a);
    assert_int_equal(zm_memory_used(c), 1);
    assert_int_equal(zm_memory_peak(c), 3001);
    zm_release(c, b);
    zm_release(c, NULL);
}

/* Nothing else begins before the end of its last page. */
static void blocks_on_pages_of_their_own(void **state)
{
    enum { BLOCKS = 3, BYTES = 70000, LARGEST_PAGE = 1 << 16 };
    zm_context *c = *state;
    char *a[BLOCKS];
    for (unsigned i = 0; i < BLOCKS; i++) {
        assert_int_equal(zm_alloc_pages(c, &a[i], BYTES, 1, "a"), ZM_OK);
        assert_true(zm_begins_page(a[i]));
        for (unsigned k = 0; k < BYTES; k++)
            assert_int_equal(a[i][k], 0);
        memset(a[i], 1, 2 * LARGEST_PAGE);
    }
    assert_int_equal(zm_memory_used(c), BLOCKS * zm_pages_bytes(BYTES));
    for (unsigned i = 0; i < BLOCKS; i++)
        zm_release(c, a[i]);
    assert_int_equal(zm_alloc_pages(c, &a[0], UINT64_MAX, 2, "a"), ZM_NO_MEMORY);
}

static void a_block_of_nothing_is_a_block(void **state)
{
    zm_context *c = *state;
    char *p;
    assert_int_equal(zm_alloc(c, &p, 0, 8, "nothing"), ZM_OK);
    assert_non_null(p);
    assert_int_equal(zm_memory_used(c), 0);
    zm_release(c, p);
}

static void the_last_byte_fits_and_one_more_does_not(void **state)
{
    zm_context *c = *state;
    char *a, *b = (char *)1;
    assert_int_equal(zm_alloc(c, &a, 1000000, 1, "all"), ZM_OK);
    assert_int_equal(zm_alloc(c, &b, 1, 1, "the list of moves"), ZM_NO_MEMORY);
    assert_null(b);
    assert_non_null(strstr(zm_message(c), "the list of moves"));
    assert_non_null(strstr(zm_message(c), "--memory"));
    assert_int_equal(zm_memory_used(c), 1000000);
    assert_int_equal(zm_memory_peak(c), 1000000);
    zm_release(c, a);
}

static void a_limit_set_below_what_is_used_refuses_more(void **state)
{
    zm_context *c = *state;
    char *a, *b;
    assert_int_equal(zm_alloc(c, &a, 1000, 1, "a"), ZM_OK);
    zm_set_memory(c, 10);
    assert_int_equal(zm_alloc(c, &b, 1, 1, "b"), ZM_NO_MEMORY);
    zm_release(c, a);
    assert_int_equal(zm_alloc(c, &b, 10, 1, "b"), ZM_OK);
    zm_release(c, b);
}

static void products_that_overflow_are_refused(void **state)
{
    zm_context *c = *state;
    zm_set_memory(c, UINT64_MAX);
    char *p;
    assert_int_equal(zm_alloc(c, &p, UINT64_MAX / 8 + 2, 8, "2^64 + 8 bytes"), ZM_NO_MEMORY);
    assert_int_equal(zm_alloc(c, &p, (uint64_t)1 << 63, 2, "2^64 bytes"), ZM_NO_MEMORY);
    assert_int_equal(zm_alloc(c, &p, UINT64_MAX, 1, "2^64 - 1 bytes"), ZM_NO_MEMORY);
    assert_int_equal(zm_alloc(c, &p, (uint64_t)1 << 61, 1, "more than any machine"), ZM_NO_MEMORY);
    assert_int_equal(zm_memory_used(c), 0);
}

static void resizing_keeps_the_content(void **state)
{
    zm_context *c = *state;
    uint32_t *a = NULL;
    uint64_t sizes[] = {1, 100, 99, 5000, 100000, 200000, 10, 0, 7};
    uint64_t had = 0;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(zm_resize(c, &a, sizes[i], sizeof *a, "a"), ZM_OK);
        assert_int_equal((uintptr_t)a % 64, 0);
        assert_int_equal(zm_memory_used(c), sizes[i] * sizeof *a);
        for (uint64_t k = 0; k < had && k < sizes[i]; k++)
            assert_int_equal(a[k], k * 7);
        for (uint64_t k = 0; k < sizes[i]; k++)
            a[k] = (uint32_t)k * 7;
        had = sizes[i];
    }
    zm_release(c, a);
}

/* A block of more than half the budget may grow into the rest: the old one is not counted beside the new. */
static void growing_counts_once(void **state)
{
    zm_context *c = *state;
    char *a = NULL;
    assert_int_equal(zm_resize(c, &a, 600000, 1, "a"), ZM_OK);
    assert_int_equal(zm_resize(c, &a, 1000000, 1, "a"), ZM_OK);
    assert_int_equal(zm_memory_peak(c), 1000000);
    zm_release(c, a);
}

static void after_a_refused_resize_the_old_block_stands(void **state)
{
    zm_context *c = *state;
    char *a = NULL;
    assert_int_equal(zm_resize(c, &a, 5, 1, "a"), ZM_OK);
    char *before = a;
    strcpy(a, "abcd");
    assert_int_equal(zm_resize(c, &a, 1000001, 1, "a"), ZM_NO_MEMORY);
    assert_int_equal(zm_resize(c, &a, UINT64_MAX, 16, "a"), ZM_NO_MEMORY);
    zm_fail_allocation(c, 1);
    assert_int_equal(zm_resize(c, &a, 6, 1, "a"), ZM_NO_MEMORY);
    zm_fail_allocation(c, 0);
    assert_ptr_equal(a, before);
    assert_string_equal(a, "abcd");
    assert_int_equal(zm_memory_used(c), 5);
    zm_release(c, a);
}

static void an_injected_failure_comes_when_told(void **state)
{
    zm_context *c = *state;
    char *p[4];
    zm_fail_allocation(c, 3);
    assert_int_equal(zm_alloc(c, &p[0], 1, 1, "1"), ZM_OK);
    assert_int_equal(zm_alloc(c, &p[1], 1, 1, "2"), ZM_OK);
    assert_int_equal(zm_alloc(c, &p[2], 1, 1, "3"), ZM_NO_MEMORY);
    assert_int_equal(zm_alloc(c, &p[2], 1, 1, "4"), ZM_NO_MEMORY);
    zm_fail_allocation(c, 0);
    assert_int_equal(zm_alloc(c, &p[2], 1, 1, "5"), ZM_OK);
    for (int i = 0; i < 3; i++)
        zm_release(c, p[i]);
}

/* One thread always asks for too much; the others, who always fit, must never be refused for it. */
static void a_greedy_thread_does_not_starve_the_others(void **state)
{
    zm_context *c = *state;
    int refused = 0;
#pragma omp parallel for num_threads(4) schedule(static, 1) reduction(+ : refused)
    for (int i = 0; i < 4000; i++) {
        char *p;
        if (i % 4 == 0)
            zm_alloc(c, &p, 1000001, 1, "too much");
        else if (zm_alloc(c, &p, 1000, 1, "little") != ZM_OK)
            refused++;
        else
            zm_release(c, p);
    }
    assert_int_equal(refused, 0);
    assert_true(zm_memory_peak(c) <= 3000);
}

/* More than any address space has, within the budget: it is not the budget's fault. */
static void what_the_system_refuses_is_not_blamed_on_the_limit(void **state)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    (void)state;
    skip(); /* they end the program instead */
#else
    zm_context *c = *state;
    char *p = NULL, *small;
    zm_set_memory(c, UINT64_MAX / 2);
    assert_int_equal(zm_alloc(c, &p, (uint64_t)1 << 60, 1, "a test"), ZM_NO_MEMORY);
    assert_null(p);
    assert_non_null(strstr(zm_message(c), "the system refuses 1.00 EiB more memory for a test"));
    assert_null(strstr(zm_message(c), "--memory"));
    assert_int_equal(zm_alloc(c, &small, 100, 1, "a test"), ZM_OK);
    assert_int_equal(zm_resize(c, &small, (uint64_t)1 << 60, 1, "a test"), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(c), "the system refuses"));
    zm_release(c, small);
    assert_int_equal(zm_memory_used(c), 0);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_default_is_part_of_the_machine),
        cmocka_unit_test_setup_teardown(blocks_are_zeroed_aligned_and_counted, setup, teardown),
        cmocka_unit_test_setup_teardown(blocks_on_pages_of_their_own, setup, teardown),
        cmocka_unit_test_setup_teardown(a_block_of_nothing_is_a_block, setup, teardown),
        cmocka_unit_test_setup_teardown(the_last_byte_fits_and_one_more_does_not, setup, teardown),
        cmocka_unit_test_setup_teardown(a_limit_set_below_what_is_used_refuses_more, setup, teardown),
        cmocka_unit_test_setup_teardown(products_that_overflow_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(resizing_keeps_the_content, setup, teardown),
        cmocka_unit_test_setup_teardown(growing_counts_once, setup, teardown),
        cmocka_unit_test_setup_teardown(after_a_refused_resize_the_old_block_stands, setup, teardown),
        cmocka_unit_test_setup_teardown(an_injected_failure_comes_when_told, setup, teardown),
        cmocka_unit_test_setup_teardown(a_greedy_thread_does_not_starve_the_others, setup, teardown),
        cmocka_unit_test_setup_teardown(what_the_system_refuses_is_not_blamed_on_the_limit, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
