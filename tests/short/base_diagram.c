/* base_diagram.c: sets of words against plain arrays of bits, forgetting, and what happens without memory. */
#include "base/diagram.h"
#include "base/memory.h"

#include "unit.h"

enum { BITS = 12, WORDS = 1 << BITS };

typedef struct plain { /* the oracle: is each word in the set? */
    bool has[WORDS];
} plain;

/* The set of the words from `first` on that begin alike but for the last `bits` bits. */
static zm_words made_of(zm_diagram *d, const plain *p, unsigned first, unsigned bits)
{
    if (!bits)
        return p->has[first] ? ZM_EMPTY_WORD : ZM_NO_WORDS;
    const unsigned half = 1u << (bits - 1);
    const zm_words zero = made_of(d, p, first, bits - 1), one = made_of(d, p, first + half, bits - 1);
    return zm_diagram_join(d, zero, one);
}

static zm_words set_of(zm_diagram *d, const plain *p) { return made_of(d, p, 0, BITS); }

/* One word in `few`, in runs now and then, so that parts are alike. */
static plain some_words(uint64_t *random, unsigned few)
{
    plain p = {{false}};
    for (unsigned i = 0; i < WORDS; i++)
        p.has[i] = i % 64 >= 32 && i / 64 % 3 ? p.has[i - 32] : unit_random(random) % few == 0;
    return p;
}

static void compare(zm_diagram *d, zm_words set, const plain *p)
{
    uint64_t count, expected = 0;
    for (unsigned i = 0; i < WORDS; i++) {
        assert_int_equal(zm_diagram_after(d, set, i, BITS), p->has[i] ? ZM_EMPTY_WORD : ZM_NO_WORDS);
        expected += p->has[i];
    }
    assert_int_equal(zm_diagram_count(d, set, &count), ZM_OK);
    assert_int_equal(count, expected);
    assert_int_equal(set, set_of(d, p)); /* equal sets are one node */
}

static void unions_and_intersections_against_bits(void **state)
{
    zm_context *c = zm_context_new();
    zm_diagram d;
    uint64_t random = 1;
    assert_int_equal(zm_diagram_open(c, &d), ZM_OK);
    for (unsigned round = 0; round < 60; round++) {
        const plain a = some_words(&random, 1 + round % 20), b = some_words(&random, 1 + round % 7);
        const zm_words x = set_of(&d, &a), y = set_of(&d, &b);
        plain either, both;
        for (unsigned i = 0; i < WORDS; i++) {
            either.has[i] = a.has[i] || b.has[i];
            both.has[i] = a.has[i] && b.has[i];
        }
        compare(&d, x, &a);
        compare(&d, zm_diagram_union(&d, x, y), &either);
        compare(&d, zm_diagram_intersection(&d, x, y), &both);
        assert_int_equal(zm_diagram_union(&d, y, x), zm_diagram_union(&d, x, y));
        assert_int_equal(zm_diagram_intersection(&d, y, x), zm_diagram_intersection(&d, x, y));
    }
    for (uint64_t i = 2; i < d.count; i++) /* a node comes after those it leads to */
        assert_true(d.node[i].zero < i && d.node[i].one < i);
    zm_diagram_close(&d);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

static void ends(void **state)
{
    zm_context *c = zm_context_new();
    zm_diagram d;
    uint64_t count;
    assert_int_equal(zm_diagram_open(c, &d), ZM_OK);
    assert_int_equal(zm_diagram_join(&d, ZM_NO_WORDS, ZM_NO_WORDS), ZM_NO_WORDS);
    assert_int_equal(zm_diagram_union(&d, ZM_NO_WORDS, ZM_EMPTY_WORD), ZM_EMPTY_WORD);
    assert_int_equal(zm_diagram_intersection(&d, ZM_NO_WORDS, ZM_EMPTY_WORD), ZM_NO_WORDS);
    assert_int_equal(zm_diagram_count(&d, ZM_NO_WORDS, &count), ZM_OK);
    assert_int_equal(count, 0);
    assert_int_equal(zm_diagram_count(&d, ZM_EMPTY_WORD, &count), ZM_OK);
    assert_int_equal(count, 1);
    zm_words all = ZM_EMPTY_WORD;
    for (unsigned i = 0; i < 63; i++) /* all words of 63 bits: a node each bit */
        all = zm_diagram_join(&d, all, all);
    assert_int_equal(zm_diagram_count(&d, all, &count), ZM_OK);
    assert_int_equal(count, (uint64_t)1 << 63);
    assert_int_equal(d.count, 65);
    zm_diagram_close(&d);
    zm_context_free(c);
}

static void what_is_kept_stays_and_the_rest_is_gone(void **state)
{
    zm_context *c = zm_context_new();
    zm_diagram d;
    uint64_t random = 2;
    assert_int_equal(zm_diagram_open(c, &d), ZM_OK);
    const plain a = some_words(&random, 3), b = some_words(&random, 4);
    zm_words kept[] = {set_of(&d, &a), ZM_NO_WORDS, set_of(&d, &b)};
    const uint64_t alone = d.count;
    for (unsigned i = 0; i < 200; i++) {
        const plain other = some_words(&random, 2 + i % 9);
        zm_diagram_union(&d, kept[0], set_of(&d, &other));
    }
    const uint64_t most = d.count;
    assert_true(most > 10 * alone);
    assert_int_equal(zm_diagram_keep(&d, kept, 3), ZM_OK);
    assert_int_equal(d.count, alone);
    assert_int_equal(d.most, most);
    compare(&d, kept[0], &a);
    compare(&d, kept[2], &b);
    assert_int_equal(kept[1], ZM_NO_WORDS);
    assert_int_equal(d.count, alone); /* nothing was made twice */
    zm_diagram_close(&d);
    zm_context_free(c);
}

/* Random sets until memory is refused; from then on every operation says no more than that. */
static void growth_stops_at_the_budget(void **state)
{
    zm_context *c = zm_context_new();
    zm_diagram d;
    uint64_t random = 3, count;
    zm_set_memory(c, 1 << 20);
    assert_int_equal(zm_diagram_open(c, &d), ZM_OK);
    zm_words all = ZM_NO_WORDS, before = ZM_NO_WORDS;
    for (unsigned i = 0; i < 100000 && !d.status; i++) {
        const plain p = some_words(&random, 2);
        before = set_of(&d, &p);
        all = zm_diagram_union(&d, all, before);
    }
    assert_int_equal(d.status, ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(c), "not enough memory"));
    assert_true(d.count > 10000);
    assert_true(zm_memory_peak(c) <= 1 << 20);
    assert_int_equal(zm_diagram_join(&d, all, before), ZM_NO_WORDS);
    assert_int_equal(zm_diagram_count(&d, all, &count), ZM_NO_MEMORY);
    assert_int_equal(zm_diagram_keep(&d, &all, 1), ZM_NO_MEMORY);
    zm_diagram_close(&d);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

/* Fills a diagram whose nth allocation fails. Without memory for results it goes on; without memory for nodes it says
 * so. */
static zm_status fill(zm_context *c, uint64_t nth)
{
    zm_diagram d;
    uint64_t random = 4, count;
    plain all = {{false}};
    zm_fail_allocation(c, nth);
    zm_status status = zm_diagram_open(c, &d);
    if (status)
        return status;
    zm_words set = ZM_NO_WORDS;
    for (unsigned i = 0; i < 60; i++) {
        const plain p = some_words(&random, 2 + i % 40);
        set = zm_diagram_union(&d, set, set_of(&d, &p));
        for (unsigned k = 0; k < WORDS; k++)
            all.has[k] |= p.has[k];
    }
    status = zm_diagram_keep(&d, &set, 1);
    if (!status)
        status = zm_diagram_count(&d, set, &count);
    zm_fail_allocation(c, 0);
    if (!status)
        compare(&d, set, &all);
    zm_diagram_close(&d);
    return status;
}

static void any_allocation_may_fail(void **state)
{
    zm_context *c = zm_context_new();
    uint64_t nth = 1;
    for (zm_status status; (status = fill(c, nth)); nth++) {
        assert_int_equal(status, ZM_NO_MEMORY);
        assert_int_equal(zm_memory_used(c), 0);
    }
    assert_true(nth > 6);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

static void it_can_be_stopped(void **state)
{
    zm_context *c = zm_context_new();
    zm_diagram d;
    uint64_t random = 5;
    assert_int_equal(zm_diagram_open(c, &d), ZM_OK);
    zm_stop(c);
    for (unsigned i = 0; i < 100000 && !d.status; i++) {
        const plain p = some_words(&random, 2);
        set_of(&d, &p);
    }
    assert_int_equal(d.status, ZM_INTERRUPTED);
    zm_diagram_close(&d);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unions_and_intersections_against_bits),
        cmocka_unit_test(ends),
        cmocka_unit_test(what_is_kept_stays_and_the_rest_is_gone),
        cmocka_unit_test(growth_stops_at_the_budget),
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(it_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
