/* base_map.c: the set of positions against a sorted list, its growth within the budget, and growth that fails. */
#include "base/map.h"
#include "base/memory.h"

#include "unit.h"

static uint32_t add(zm_map *m, zm_pos p)
{
    assert_int_equal(zm_map_reserve(m, 1), ZM_OK);
    return zm_map_add(m, p, zm_hash(p));
}

/* The oracle: all keys sorted, with the number each got first. */
typedef struct entry {
    zm_pos key;
    uint32_t number;
} entry;

static int by_key(const void *a, const void *b)
{
    const zm_pos *x = &((const entry *)a)->key, *y = &((const entry *)b)->key;
    return zm_before(*x, *y) ? -1 : zm_before(*y, *x);
}

static int by_key_then_time(const void *a, const void *b)
{
    int order = by_key(a, b);
    return order ? order : ((const entry *)a)->number < ((const entry *)b)->number ? -1 : 1;
}

/* Keys that a hash might confuse: half of them differ only in `hi`, many come twice. */
static zm_pos some_key(uint64_t *random)
{
    uint64_t r = unit_random(random), small = unit_random(random) % 40000;
    return r & 1 ? (zm_pos){.lo = 7, .hi = small << (r >> 1 & 31)}
                 : (zm_pos){.lo = small, .hi = r & 2 ? ZM_TURN_BIT : 0};
}

static void a_hundred_thousand_positions_against_a_sorted_list(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    zm_context *c = zm_context_new();
    zm_map m;
    assert_int_equal(zm_map_open(c, &m), ZM_OK);
    entry *all = malloc(COUNT * sizeof *all);
    uint32_t *got = malloc(COUNT * sizeof *got);
    uint64_t random = 42;
    for (uint32_t i = 0; i < COUNT; i++) {
        all[i] = (entry){some_key(&random), i};
        uint64_t before = m.count;
        got[i] = add(&m, all[i].key);
        assert_true(got[i] == before || m.count == before); /* new ones are numbered in order */
    }
    qsort(all, COUNT, sizeof *all, by_key_then_time);
    uint64_t different = 0;
    for (uint32_t i = 0; i < COUNT; i++) {
        bool again = i && !by_key(&all[i - 1], &all[i]);
        different += !again;
        if (again)
            assert_int_equal(got[all[i].number], got[all[i - 1].number]);
        assert_int_equal(zm_map_find(&m, all[i].key), got[all[i].number]);
        assert_true(zm_same(m.keys[got[all[i].number]], all[i].key));
    }
    assert_int_equal(m.count, different);
    assert_true(different < COUNT && different > COUNT / 2);
    for (int i = 0; i < 10000; i++)
        assert_int_equal(zm_map_find(&m, (zm_pos){.lo = 8 + unit_random(&random), .hi = 12345}), ZM_MAP_NONE);
    free(all);
    free(got);
    zm_map_close(&m);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

static void growth_stops_at_the_budget_and_leaves_it_usable(void **state)
{
    (void)state;
    zm_context *c = zm_context_new();
    zm_set_memory(c, 1 << 20);
    zm_map m;
    assert_int_equal(zm_map_open(c, &m), ZM_OK);
    uint64_t n = 0;
    while (zm_map_reserve(&m, 1) == ZM_OK) {
        zm_pos p = {.lo = n * n, .hi = n};
        assert_int_equal(zm_map_add(&m, p, zm_hash(p)), n++);
    }
    assert_true(n > 10000); /* 16 + 8/load bytes each: about 30,000 fit a MiB */
    assert_true(zm_memory_peak(c) <= 1 << 20);
    assert_int_equal(m.count, n);
    for (uint64_t i = 0; i < n; i++)
        assert_int_equal(zm_map_find(&m, (zm_pos){.lo = i * i, .hi = i}), i);
    zm_set_memory(c, 8 << 20);
    assert_int_equal(add(&m, (zm_pos){.lo = 1, .hi = 2}), n);
    zm_map_close(&m);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

/* Fills a map whose nth allocation fails; true when that never came. Refused, it stands, and goes on when it can. */
static bool fill(zm_context *c, uint64_t nth)
{
    zm_map m;
    bool failed = false;
    zm_fail_allocation(c, nth);
    if (zm_map_open(c, &m) != ZM_OK)
        return false;
    for (uint64_t n = 0; n < 5000; n++) {
        zm_pos p = {.lo = n};
        if (zm_map_reserve(&m, 1) != ZM_OK) {
            failed = true;
            for (uint64_t i = 0; i < n; i++)
                assert_int_equal(zm_map_find(&m, (zm_pos){.lo = i}), i);
            zm_fail_allocation(c, 0);
            assert_int_equal(zm_map_reserve(&m, 1), ZM_OK);
        }
        assert_int_equal(zm_map_add(&m, p, zm_hash(p)), n);
    }
    for (uint64_t i = 0; i < 5000; i++)
        assert_int_equal(zm_map_find(&m, (zm_pos){.lo = i}), i);
    zm_map_close(&m);
    return !failed;
}

static void any_allocation_may_fail(void **state)
{
    (void)state;
    zm_context *c = zm_context_new();
    uint64_t nth = 1;
    while (!fill(c, nth)) {
        assert_int_equal(zm_memory_used(c), 0);
        nth++;
    }
    assert_true(nth > 6); /* two to open, and the keys and the table grow several times */
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

static void more_than_numbers_can_count_is_refused(void **state)
{
    (void)state;
    zm_context *c = zm_context_new();
    zm_map m;
    assert_int_equal(zm_map_open(c, &m), ZM_OK);
    assert_int_equal(zm_map_reserve(&m, UINT32_MAX), ZM_NO_MEMORY);
    assert_int_equal(zm_map_reserve(&m, UINT64_MAX), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(c), "tiers"));
    assert_int_equal(add(&m, (zm_pos){.lo = 5}), 0);
    zm_map_close(&m);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hundred_thousand_positions_against_a_sorted_list),
        cmocka_unit_test(growth_stops_at_the_budget_and_leaves_it_usable),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(more_than_numbers_can_count_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
