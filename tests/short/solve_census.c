/* The states of a table, counted: of a hunt row by row it is the same as state by state, the longest wins included. */
#include "unit.h"

#include "solve/count/census.h"

#include <zermelo/zermelo.h>

#include <stdlib.h>
#include <string.h>

enum { THREADS = 2 };

typedef struct told { /* wins of the greatest remoteness so far: how many, and the sum of what they are */
    unsigned remoteness;
    uint64_t states, sum;
} told;

static void hear(zm_census *s, unsigned winner, unsigned r, zm_pos p)
{
    told *t = (told *)s->arg + winner;
    assert_true(r >= s->least[winner]);
    if (r > t->remoteness)
        *t = (told){r, 0, 0};
    t->states++;
    t->sum += (p.lo ^ p.hi * 0x9E3779B97F4A7C15u) * 0xBF58476D1CE4E5B9u;
    s->least[winner] = r;
}

static void add(zm_census *a, const zm_census *b)
{
    a->states += b->states;
    a->over += b->over;
    a->drawn += b->drawn;
    a->moves += b->moves;
    a->fewest = !a->fewest || (b->fewest && b->fewest < a->fewest) ? b->fewest : a->fewest;
    a->most = a->most > b->most ? a->most : b->most;
    for (unsigned w = 0; w < 2; w++) {
        const told *from = (const told *)b->arg + w;
        told *to = (told *)a->arg + w;
        a->won_by[w] += b->won_by[w];
        for (unsigned r = 0; r <= ZM_FARTHEST; r++)
            a->at[r][w] += b->at[r][w];
        if (from->remoteness > to->remoteness)
            *to = (told){from->remoteness, 0, 0};
        to->states += from->remoteness == to->remoteness ? from->states : 0;
        to->sum += from->remoteness == to->remoteness ? from->sum : 0;
    }
}

static zm_census *count(zm_context *c, const zm_table *t, zm_census_way way, told out[2])
{
    zm_census *each = calloc(THREADS, sizeof *each);
    told lists[THREADS][2] = {{{0, 0, 0}, {0, 0, 0}}};
    assert_non_null(each);
    for (unsigned i = 0; i < THREADS; i++) {
        each[i].tell = hear;
        each[i].arg = lists[i];
    }
    if (zm_census_of(c, t, way, each) != ZM_OK)
        fail_msg("%s", zm_message(c));
    for (unsigned i = 1; i < THREADS; i++)
        add(each, &each[i]);
    memcpy(out, lists[0], sizeof lists[0]);
    each->arg = NULL;
    return each;
}

static void compare(const zm_census *a, const zm_census *b)
{
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->over, b->over);
    assert_int_equal(a->drawn, b->drawn);
    assert_int_equal(a->moves, b->moves);
    assert_int_equal(a->fewest, b->fewest);
    assert_int_equal(a->most, b->most);
    assert_memory_equal(a->won_by, b->won_by, sizeof a->won_by);
    assert_memory_equal(a->at, b->at, sizeof a->at);
}

static void check(const char *game, size_t settings, const char *const *setting)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_table *t;
    zm_solved solved;
    char tables[4096];
    told by_walk[2], by_rows[2];
    zm_set_threads(c, THREADS);
    zm_set_sync(c, false);
    assert_int_equal(zm_find_game(c, game, &g), ZM_OK);
    if (zm_variant_new(c, g, setting, settings, &v) != ZM_OK)
        fail_msg("%s", zm_message(c));
    unit_path("census", tables);
    assert_int_equal(zm_solve(c, v, &ZM_OPTIONS(zm_solve_options, .tables = tables, .again = true), &solved), ZM_OK);
    assert_int_equal(zm_table_open(c, v, tables, &t), ZM_OK);
    zm_census *walk = count(c, t, ZM_CENSUS_WALK, by_walk), *rows = count(c, t, ZM_CENSUS_ROWS, by_rows);
    assert_int_equal(walk->states, solved.summary.states);
    compare(walk, rows);
    assert_memory_equal(by_walk, by_rows, sizeof by_walk);
    free(walk);
    free(rows);
    zm_table_close(t);
    zm_variant_free(c, v);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}
#include "../hunt_variants.h"

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hunts_without_cycles), cmocka_unit_test(hunts_with_cycles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
