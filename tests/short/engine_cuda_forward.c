/* engine_cuda_forward.c: tiers with cycles by moves and play alone, as a GPU does it (kernel/forward_gpu.inc), its kernels
 * run on the CPU: random graphs against a solver written from the definition, games against the CPU's tables, byte for
 * byte; who wins without distances; and all states instead of those that play reaches. */
#include "engine_tables.h"
#include "graph_game.h"

enum { ROUNDS = UNIT_SANITIZED ? 6 : 20 };

/* ---- random graphs: cycles, moves that keep the turn, moves out of the tier that win or lose later, draws ---- */
static zm_solved solve_graph(zm_context *c, const zm_variant *v, const char *tables, bool wdl)
{
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .method = ZM_METHOD_FORWARD,
                                          .tables = tables, .wdl = wdl, .again = true, .part_states = 64);
    zm_solved solved;
    if (zm_solve(c, v, &o, &solved) != ZM_OK)
        fail_msg("%s", zm_message(c));
    assert_int_equal(zm_memory_used(c), 0);
    return solved;
}

static void check_table(zm_context *c, const zm_variant *v, const char *tables, const graph_truth *truth)
{
    const graph_data *g = graph_of(v);
    zm_verified verified;
    zm_table *t;
    assert_int_equal(zm_table_open(c, v, tables, &t), ZM_OK);
    for (uint32_t i = 0; i < g->nodes; i++) {
        zm_value value;
        assert_int_equal(zm_table_probe(c, t, graph_pos(g, i), &value), ZM_OK);
        assert_int_equal(value, truth->reached[i] ? truth->value[i] : (zm_value)ZM_NONE);
    }
    assert_int_equal(zm_table_verify_on(c, t, ZM_ENGINE_CUDA_HOST, &verified), ZM_OK);
    assert_int_equal(verified.states, truth->states);
    zm_table_close(t);
}

/* Without a table nothing is known but the numbers, and those of each turn must be right. */
static void check_winners(const zm_variant *v, const zm_summary *s, const graph_truth *truth)
{
    const graph_data *g = graph_of(v);
    uint64_t won_by[2] = {0, 0}, drawn = 0;
    for (uint32_t i = 0; i < g->nodes; i++) {
        const zm_value value = truth->reached[i] ? truth->value[i] : (zm_value)ZM_NONE;
        drawn += value == ZM_DRAWN;
        if (value != ZM_NONE && value != ZM_DRAWN)
            won_by[zm_is_win(value) ? g->turn[i] : 1 - g->turn[i]]++;
    }
    assert_int_equal(s->states, truth->states);
    assert_int_equal(s->drawn, drawn);
    assert_int_equal(s->won_by[0], won_by[0]);
    assert_int_equal(s->won_by[1], won_by[1]);
    assert_int_equal(s->start, zm_wdl(truth->value[g->nodes - 1]));
    assert_true(s->wdl && !s->has_longest);
}

static void graphs_of(zm_inside inside, uint32_t tiers, uint64_t seed)
{
    static graph_data data;
    static graph_truth truth;
    char tables[4096];
    zm_context *c = zm_context_new();
    zm_completed game;
    zm_set_sync(c, false);
    for (unsigned i = 0; i < ROUNDS; i++) {
        graph_make(&data, inside, tiers, &seed);
        graph_solve(&data, &truth);
        graph_game(&game, inside, true, false, i % 2);
        const zm_variant v = {.game = &game.game, .data = &data};
        assert_int_equal(solve_graph(c, &v, unit_path("tables", tables), false).summary.start,
                         truth.value[data.nodes - 1]);
        check_table(c, &v, tables, &truth);
        const zm_solved winners = solve_graph(c, &v, NULL, true);
        check_winners(&v, &winners.summary, &truth);
    }
    zm_context_free(c);
}

static void random_graphs_by_definition(void **state)
{
    graphs_of(ZM_CYCLES, 1, 1);
    graphs_of(ZM_CYCLES, 5, 2);
    graphs_of(ZM_CYCLES, GRAPH_TIERS, 3);
    graphs_of(ZM_DESCENDS, 4, 4);
}

/* ---- games ---- */
static const struct {
    const char *game, *settings[LAB_SETTINGS];
} games[] = {
    {"quixo", {"size=3"}},
    {"quixo", {"size=3", "states=all"}},
    {"dodgem", {NULL}},
};

static void games_as_by_the_cpu(zm_engine e)
{
    for (unsigned i = 0; i < sizeof games / sizeof *games; i++) {
        engines_agree(games[i].game, e, games[i].settings, false);
        engines_agree(games[i].game, e, games[i].settings, true);
    }
}

static void kernels_on_the_cpu_as_the_cpu(void **state) { games_as_by_the_cpu(ZM_ENGINE_CUDA_HOST); }

static void the_gpu_as_the_cpu(void **state)
{
    if (!has_gpu(games[0].game, games[0].settings, ZM_OPTIONS(zm_solve_options)))
        unit_skip("there is no GPU");
    games_as_by_the_cpu(ZM_ENGINE_CUDA);
}

/* Counted down, looked at again, and only who wins: the same values of games that can be solved in all ways. Their tiers
 * are gone through in many slices. */
static void counting_and_forward_agree(void **state)
{
    static const char *const variants[][LAB_SETTINGS] = {{"endgame=3"}, {"men=5"}};
    static const zm_solve_options ways[] = {
        ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .method = ZM_METHOD_BACKWARD),
        ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .method = ZM_METHOD_FORWARD),
        ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .method = ZM_METHOD_FORWARD, .wdl = true)};
    for (unsigned i = 0; i < sizeof variants / sizeof *variants; i++) {
        stand s = open_stand("nine-mens-morris", variants[i]);
        zm_solved by[3];
        for (unsigned k = 0; k < 3; k++) {
            assert_int_equal(zm_solve(s.c, s.v, &ways[k], &by[k]), ZM_OK);
            assert_int_equal(by[k].method, ways[k].method);
            assert_int_equal(by[k].summary.states, by[0].summary.states);
            assert_int_equal(by[k].summary.drawn, by[0].summary.drawn);
            assert_int_equal(by[k].summary.won_by[0], by[0].summary.won_by[0]);
        }
        assert_int_equal(by[0].summary.start, by[1].summary.start);
        assert_int_equal(by[0].summary.longest, by[1].summary.longest);
        assert_int_equal(zm_wdl(by[0].summary.start), by[2].summary.start);
        close_stand(&s);
    }
}

/* ---- all states ---- */
static zm_table *table_of(stand *s, const char *tables)
{
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = tables);
    zm_solved solved;
    zm_verified verified;
    zm_table *t;
    assert_int_equal(zm_solve(s->c, s->v, &o, &solved), ZM_OK);
    assert_int_equal(zm_table_open(s->c, s->v, tables, &t), ZM_OK);
    assert_int_equal(zm_table_verify(s->c, t, &verified), ZM_OK);
    assert_int_equal(verified.states, solved.summary.states);
    return t;
}

/* Play from the start does not get to what nobody reaches: who does has the same value. */
static void all_states_have_the_values_of_those_that_are_reached(void **state)
{
    static const char *const reachable[LAB_SETTINGS] = {"size=3"}, *const all[LAB_SETTINGS] = {"size=3", "states=all"};
    char tables[4096];
    stand some = open_stand("quixo", reachable), more = open_stand("quixo", all);
    zm_table *few = table_of(&some, unit_path("tables", tables)), *many = table_of(&more, tables);
    uint64_t reached = 0, others = 0;
    for (uint32_t t = 0; t < zm_table_tiers(few); t++)
        for (uint64_t i = 0; i < zm_table_tier_size(few, t); i++) {
            const zm_pos p = some.v->game->index->unrank(some.v, (zm_place){t, i});
            zm_value here, there;
            if (!zm_same(zm_state_of(some.v, p), p))
                continue;
            assert_int_equal(zm_table_probe(some.c, few, p, &here), ZM_OK);
            assert_int_equal(zm_table_probe(more.c, many, p, &there), ZM_OK);
            assert_true(here == ZM_NONE || here == there);
            assert_true(there != ZM_NONE);
            reached += here != ZM_NONE;
            others += here == ZM_NONE;
        }
    assert_int_equal(reached, 2219);
    assert_int_equal(reached + others, 2862); /* orbits of 3^9 placements under the symmetries of the square */
    zm_table_close(few);
    zm_table_close(many);
    zm_table_remove(some.c, some.v, tables);
    zm_table_remove(more.c, more.v, tables);
    close_stand(&some);
    close_stand(&more);
}

/* Neither the host nor the device has a bit for each place of 1.1e11: that would be 13 GiB. */
static void five_by_five_needs_no_bits(void **state)
{
    static const char *const settings[LAB_SETTINGS] = {"size=5", "states=all"};
    stand s = open_stand("quixo", settings);
    zm_solved solved;
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .engine = ZM_ENGINE_CUDA_HOST, .wdl = true);
    zm_set_memory(s.c, (uint64_t)1 << 30);
    zm_set_gpu_memory(s.c, (uint64_t)1 << 30);
    assert_int_equal(zm_solve(s.c, s.v, &o, &solved), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(s.c), "has 1.00 GiB allowed and 43."));
    close_stand(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs_by_definition),
        cmocka_unit_test(kernels_on_the_cpu_as_the_cpu),
        cmocka_unit_test(the_gpu_as_the_cpu),
        cmocka_unit_test(counting_and_forward_agree),
        cmocka_unit_test(all_states_have_the_values_of_those_that_are_reached),
        cmocka_unit_test(five_by_five_needs_no_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
