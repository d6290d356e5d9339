/* search_connect_4.c: all of 6x5 as a table, and a million of its states, taken at random, searched beside it. Some
 * minutes on 16 cores, 9 GiB of memory. */
#include "unit.h"

#include <zermelo/zermelo.h>

enum { STATES = 1000000, BATCH = 100000 };

/* A state that is open, each as likely as any other of its tier; tiers by their places. */
static zm_pos any_state(zm_context *c, const zm_table *t, const uint64_t *until, uint64_t *seed, zm_value *value)
{
    const zm_variant *v = zm_table_variant(t);
    const uint32_t tiers = zm_table_tiers(t);
    for (;;) {
        const uint64_t at = unit_random(seed) % until[tiers - 1];
        uint32_t low = 0, high = tiers - 1;
        while (low < high) {
            const uint32_t middle = low + (high - low) / 2;
            if (at < until[middle])
                high = middle;
            else
                low = middle + 1;
        }
        zm_pos p;
        assert_int_equal(zm_table_value_at(c, t, low, at - (low ? until[low - 1] : 0), value), ZM_OK);
        if (*value == ZM_NONE)
            continue;
        assert_int_equal(zm_table_state(c, t, low, at - (low ? until[low - 1] : 0), &p), ZM_OK);
        if (v->game->ended(v, p) == ZM_OPEN)
            return p;
    }
}

static void test_six_by_five(void **state)
{
    static const char *const settings[] = {"width=6", "height=5"};
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_table *t;
    zm_searcher *s;
    zm_solved solved;
    char folder[4096];
    uint64_t seed = 65, sum = 0;
    (void)state;
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, settings, 2, &v), ZM_OK);
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = unit_path("tables", folder));
    assert_int_equal(zm_solve(c, v, &o, &solved), ZM_OK);
    assert_true(zm_is_draw(solved.summary.start));
    assert_int_equal(zm_table_open(c, v, folder, &t), ZM_OK);
    printf("%llu states, won by %llu and %llu, drawn %llu; %.1f s, %llu bytes, checksum %016llx\n",
           (unsigned long long)solved.summary.states, (unsigned long long)solved.summary.won_by[0],
           (unsigned long long)solved.summary.won_by[1], (unsigned long long)solved.summary.drawn, solved.seconds,
           (unsigned long long)solved.table_bytes, (unsigned long long)zm_table_checksum(t));
    uint64_t *until = calloc(zm_table_tiers(t), sizeof *until);
    for (uint32_t i = 0; i < zm_table_tiers(t); i++)
        until[i] = sum += zm_table_tier_size(t, i);
    zm_pos *p = calloc(BATCH, sizeof *p);
    zm_value *known = calloc(BATCH, sizeof *known), *found = calloc(BATCH, sizeof *found);
    assert_int_equal(zm_searcher_open(c, v, NULL, &s), ZM_OK);
    for (unsigned done = 0; done < STATES; done += BATCH) {
        for (unsigned i = 0; i < BATCH; i++)
            p[i] = any_state(c, t, until, &seed, &known[i]);
        assert_int_equal(zm_search_many(s, p, BATCH, found), ZM_OK);
        assert_memory_equal(known, found, BATCH * sizeof *known);
    }
    printf("%d states searched, %llu nodes\n", STATES, (unsigned long long)zm_search_nodes(s));
    zm_searcher_close(s);
    zm_table_close(t);
    free(until);
    free(p);
    free(known);
    free(found);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_six_by_five)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
