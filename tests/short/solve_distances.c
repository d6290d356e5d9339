/* States of a hunt by distance from the start: by words of squares it is the same as by walking, ply by ply and state
 * by state. */
#include "unit.h"

#include "solve/count/distances.h"

#include <zermelo/zermelo.h>

enum { PLIES = 256 };

typedef struct seen { /* by ply: how many states came, and the sum of what they are */
    uint64_t states[PLIES], sum[PLIES];
} seen;

static uint64_t mixed(zm_pos p)
{
    const uint64_t x = (p.lo ^ (p.hi << 40 | p.hi >> 24)) * 0x9E3779B97F4A7C15u;
    return (x ^ x >> 29) * 0xBF58476D1CE4E5B9u;
}

static void visit(void *arg, uint32_t ply, zm_pos state)
{
    seen *s = arg;
    assert_true(ply < PLIES);
    __atomic_fetch_add(&s->states[ply], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&s->sum[ply], mixed(state), __ATOMIC_RELAXED);
}

static void check(const char *game, size_t count, const char *const *settings)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    static seen walked, by_words;
    zm_plies a = {0}, b = {0};
    bool fits;
    walked = by_words = (seen){{0}, {0}};
    zm_set_threads(c, 2);
    assert_int_equal(zm_find_game(c, game, &g), ZM_OK);
    if (zm_variant_new(c, g, settings, count, &v) != ZM_OK)
        fail_msg("%s", zm_message(c));
    assert_int_equal(zm_enumerate_walk(c, v, &(zm_ply_visitor){visit, &walked}, &a), ZM_OK);
    assert_int_equal(zm_enumerate_hunt(c, v, &(zm_ply_visitor){visit, &by_words}, &fits, &b), ZM_OK);
    assert_true(fits);
    assert_int_equal(a.states, b.states);
    assert_int_equal(a.plies, b.plies);
    for (uint32_t i = 0; i < a.plies; i++) {
        assert_int_equal(a.count[i], b.count[i]);
        assert_int_equal(b.count[i], by_words.states[i]);
        assert_int_equal(walked.sum[i], by_words.sum[i]);
    }
    zm_plies_free(c, &a);
    zm_plies_free(c, &b);
    zm_variant_free(c, v);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}
#include "../hunt_variants.h"

/* Where there is no memory for words, the walk is left. */
static void words_that_do_not_fit(void **state)
{
    (void)state;
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_plies p;
    assert_int_equal(zm_find_game(c, "fox-and-geese", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, (const char *const[]){"geese=4"}, 1, &v), ZM_OK);
    bool fits = true;
    zm_set_memory(c, zm_memory_used(c) + (700 << 10));
    assert_int_equal(zm_enumerate_hunt(c, v, &(zm_ply_visitor){NULL, NULL}, &fits, &p), ZM_OK);
    assert_false(fits);
    assert_int_equal(zm_enumerate(c, v, &p), ZM_OK);
    assert_int_equal(p.states, 1270689);
    zm_plies_free(c, &p);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hunts_without_cycles), cmocka_unit_test(hunts_with_cycles),
                                       cmocka_unit_test(words_that_do_not_fit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
