/* Every solver on random games with and without cycles against a plain solver written from the definition: each
 * reachable state's value with remoteness and without, the set of states, the counts; and every table verifies. */
#include "graph_game.h"

enum { ROUNDS = UNIT_SANITIZED ? 6 : 20 };

static void check_table(zm_context *c, const zm_variant *v, const char *tables, const graph_truth *truth, bool wdl)
{
    const graph_data *g = v->data;
    zm_table *t;
    assert_int_equal(zm_table_open(c, v, tables, &t), ZM_OK);
    assert_int_equal(zm_table_distances(t), !wdl);
    for (uint32_t i = 0; i < g->nodes; i++) {
        zm_value value, right = truth->reached[i] ? truth->value[i] : (zm_value)ZM_NONE;
        assert_int_equal(zm_table_probe(c, t, graph_pos(g, i), &value), ZM_OK);
        assert_int_equal(value, wdl ? zm_wdl(right) : right);
    }
    zm_verified verified;
    if (zm_table_verify(c, t, &verified) != ZM_OK)
        fail_msg("%s", zm_message(c));
    assert_int_equal(verified.states, truth->states);
    zm_table_close(t);
}

static void solve_and_check(zm_context *c, const zm_variant *v, zm_method m, const graph_truth *truth, bool wdl)
{
    char tables[4096];
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = m, .tables = unit_path("tables", tables), .wdl = wdl,
                                    .again = true, .part_states = 64);
    const zm_value start = truth->value[graph_of(v)->nodes - 1];
    const uint64_t used = zm_memory_used(c);
    zm_solved solved;
    if (zm_solve(c, v, &o, &solved) != ZM_OK)
        fail_msg("%s: %s", zm_method_name(m), zm_message(c));
    assert_int_equal(solved.summary.states, truth->states);
    assert_int_equal(solved.summary.start, wdl ? zm_wdl(start) : start);
    assert_true(solved.summary.wdl == wdl && !(wdl && solved.summary.has_longest));
    assert_int_equal(zm_memory_used(c), used);
    check_table(c, v, tables, truth, wdl);
}

/* What a graph says of itself. */
typedef struct shape {
    zm_inside inside;
    bool dense, parents, children;
} shape;

static void try_game(zm_context *c, const graph_data *data, shape s, zm_method m, const graph_truth *truth)
{
    zm_completed game;
    graph_game(&game, s.inside, s.dense, s.parents, s.children);
    zm_variant v = {.game = &game.game, .data = data};
    solve_and_check(c, &v, m, truth, false);
    solve_and_check(c, &v, m, truth, true);
}

/* What others have taken leaves the solve no room to keep moves: everything is decided by looks. */
static void try_without_room(zm_context *c, const graph_data *data, shape s, const graph_truth *truth)
{
    void *taken;
    assert_int_equal(zm_alloc(c, &taken, 1, (size_t)1 << 26, "a test"), ZM_OK);
    try_game(c, data, s, ZM_METHOD_FORWARD, truth);
    zm_release(c, taken);
}

static void all_methods(zm_inside inside, uint32_t tiers, uint64_t seed)
{
    zm_context *c = zm_context_new();
    zm_set_sync(c, false);
    static graph_data data;
    static graph_truth truth;
    for (unsigned i = 0; i < ROUNDS; i++) {
        graph_make(&data, inside, tiers, &seed);
        graph_solve(&data, &truth);
        zm_set_threads(c, 1 + i % 3);
        bool linked = i % 2;
        try_game(c, &data, (shape){inside, false, false, false}, ZM_METHOD_HASH, &truth);
        try_game(c, &data, (shape){inside, true, true, linked}, ZM_METHOD_BACKWARD, &truth);
        try_game(c, &data, (shape){inside, true, false, linked}, ZM_METHOD_FORWARD, &truth);
        try_without_room(c, &data, (shape){inside, true, false, linked}, &truth);
        try_game(c, &data, (shape){inside, true, true, linked}, ZM_METHOD_AUTO, &truth);
        if (inside != ZM_CYCLES)
            try_game(c, &data, (shape){inside, true, true, linked}, ZM_METHOD_SWEEP, &truth);
    }
    zm_context_free(c);
}

static void tiers_with_cycles(void **state)
{
    (void)state;
    all_methods(ZM_CYCLES, 1, 1);
    all_methods(ZM_CYCLES, 5, 2);
    all_methods(ZM_CYCLES, GRAPH_TIERS, 3);
}

static void tiers_that_descend(void **state)
{
    (void)state;
    all_methods(ZM_DESCENDS, 1, 4);
    all_methods(ZM_DESCENDS, 4, 5);
}

static void tiers_that_every_move_leaves(void **state)
{
    (void)state;
    all_methods(ZM_LEAVES, GRAPH_TIERS, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiers_with_cycles),
        cmocka_unit_test(tiers_that_descend),
        cmocka_unit_test(tiers_that_every_move_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
