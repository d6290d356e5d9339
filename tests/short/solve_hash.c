/* The method `hash` on random graphs of some thousand nodes, against values found from the definition: positions of one,
 * two and three words, turns that stay, long wins, threads, and any memory limit, where it is right or refuses. And a game
 * that is far too large is refused before it is explored. */
#include <zermelo/zermelo.h>

#include "game/complete.h"
#include "unit.h"

enum { NODES = UNIT_SANITIZED ? 2000 : 12000, DEGREE = 5 };

static struct {
    unsigned wide; /* how many bits positions differ in: 0 few, 1 all of lo, 2 all */
    uint8_t turn[NODES], degree[NODES];
    zm_end end[NODES];
    uint32_t to[NODES][DEGREE];
    zm_value value[NODES];
    bool reached[NODES];
    uint32_t order[NODES], states; /* the reached ones */
} graph;

static uint64_t mixed(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    return x ^ (x >> 27);
}

static zm_pos position(uint32_t node)
{
    const uint64_t turn = graph.turn[node] ? ZM_TURN_BIT : 0, more = mixed(node + 1);
    return (zm_pos){node | (graph.wide ? more << 20 : 0), (graph.wide > 1 ? mixed(more) >> 1 : 0) | turn};
}
static uint32_t node_of(zm_pos p) { return (uint32_t)(p.lo & 0xFFFFF); }

static zm_pos start(const zm_variant *v) { return (void)v, position(NODES - 1); }
static zm_end ended(const zm_variant *v, zm_pos p) { return (void)v, graph.end[node_of(p)]; }
static zm_pos play(const zm_variant *v, zm_pos p, zm_move m) { return (void)v, position(graph.to[node_of(p)][m]); }
static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    (void)v;
    for (unsigned i = 0; i < graph.degree[node_of(p)]; i++)
        out[i] = i;
    return graph.degree[node_of(p)];
}
static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    (void)v, (void)why;
    *p = position((uint32_t)strtoul(text, NULL, 10));
    return true;
}
static void write(const zm_variant *v, zm_pos p, zm_text *out) { (void)v, zm_say(out, "%u", node_of(p)); }

/* `near`: moves lead not farther than that, so that wins are long; 0: anywhere. `stays`: the turn may. */
static void make(uint64_t *seed, unsigned near, bool stays, bool cycles)
{
    for (uint32_t i = 0; i < NODES; i++) {
        graph.turn[i] = stays ? unit_random(seed) & 1 : i & 1;
        graph.end[i] = unit_random(seed) % (near ? 200 : 12) ? ZM_OPEN : (zm_end)(1 + unit_random(seed) % 3);
        graph.degree[i] = 0;
        for (uint64_t k = 1 + unit_random(seed) % DEGREE; k > 0; k--) {
            const uint32_t below = near && near < i ? near : i, high = cycles && unit_random(seed) % 8 == 0 ? NODES : i;
            const uint32_t to = high == NODES ? (uint32_t)(unit_random(seed) % NODES)
                                : below       ? i - 1 - (uint32_t)(unit_random(seed) % below)
                                              : UINT32_MAX;
            if (to != UINT32_MAX && (stays || graph.turn[to] != graph.turn[i]))
                graph.to[i][graph.degree[i]++] = to;
        }
    }
}

/* ---- the truth: level by level, looking at every reached node each time ---- */
static void reach(void)
{
    memset(graph.reached, 0, sizeof graph.reached);
    graph.states = 0;
    graph.order[graph.states++] = NODES - 1;
    graph.reached[NODES - 1] = true;
    for (uint32_t i = 0; i < graph.states; i++) {
        const uint32_t n = graph.order[i];
        for (unsigned k = 0; k < graph.degree[n] && graph.end[n] == ZM_OPEN; k++)
            if (!graph.reached[graph.to[n][k]]) {
                graph.reached[graph.to[n][k]] = true;
                graph.order[graph.states++] = graph.to[n][k];
            }
    }
}

static zm_value value_at(uint32_t n, unsigned level)
{
    bool all_bad = true;
    for (unsigned k = 0; k < graph.degree[n]; k++) {
        const uint32_t to = graph.to[n][k];
        const zm_value there = graph.value[to];
        const bool known = there != ZM_NONE && there != ZM_DRAWN && zm_remoteness(there) < level;
        if (known && zm_is_win(there) == (graph.turn[to] == graph.turn[n]))
            return zm_win_in(level);
        all_bad &= known;
    }
    return all_bad ? zm_loss_in(level) : (zm_value)ZM_NONE;
}

static void solve_plainly(void)
{
    reach();
    for (uint32_t i = 0; i < graph.states; i++) {
        const uint32_t n = graph.order[i];
        graph.value[n] = graph.end[n] == ZM_OPEN && graph.degree[n] ? (zm_value)ZM_NONE
                         : graph.end[n] == ZM_WIN                   ? zm_win_in(0)
                         : graph.end[n] == ZM_DRAW                  ? (zm_value)ZM_DRAWN
                                                                    : zm_loss_in(0);
    }
    uint32_t decided = 1;
    for (unsigned level = 1, idle = 0; idle < 2; level++) {
        decided = 0;
        for (uint32_t i = 0; i < graph.states; i++)
            if (graph.value[graph.order[i]] == ZM_NONE) {
                graph.value[graph.order[i]] = value_at(graph.order[i], level);
                decided += graph.value[graph.order[i]] != ZM_NONE;
            }
        idle = decided ? 0 : idle + 1;
    }
    for (uint32_t i = 0; i < graph.states; i++)
        if (graph.value[graph.order[i]] == ZM_NONE)
            graph.value[graph.order[i]] = ZM_DRAWN;
}

/* ---- the comparison ---- */
static const zm_game *game(zm_completed *out)
{
    static const zm_game g = {.abi = ZM_ABI,
                              .name = "graph",
                              .title = "Random graph",
                              .about = "A test.",
                              .read = read,
                              .write = write,
                              .start = start,
                              .moves = moves,
                              .play = play,
                              .ended = ended};
    zm_complete(out, &g);
    return &out->game;
}

/* With this much memory: right, or refused. Returns whether it was solved. */
static bool solve_with(const zm_variant *v, unsigned threads, uint64_t memory, uint64_t *peak)
{
    char tables[4096];
    zm_context *c = zm_context_new();
    zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_HASH, .tables = unit_path("tables", tables), .again = true);
    zm_solved solved;
    zm_set_sync(c, false);
    zm_set_threads(c, threads);
    zm_set_memory(c, memory);
    const zm_status s = zm_solve(c, v, &o, &solved);
    assert_int_equal(zm_memory_used(c), 0);
    if (s != ZM_OK) {
        assert_int_equal(s, ZM_NO_MEMORY);
        zm_context_free(c);
        return false;
    }
    assert_int_equal(solved.summary.states, graph.states);
    assert_true(solved.announced_bytes >= solved.peak_bytes);
    *peak = solved.peak_bytes;
    zm_table *t;
    assert_int_equal(zm_table_open(c, v, tables, &t), ZM_OK);
    for (uint32_t i = 0; i < NODES; i++) {
        zm_value value;
        assert_int_equal(zm_table_probe(c, t, position(i), &value), ZM_OK);
        assert_int_equal(value, graph.reached[i] ? graph.value[i] : ZM_NONE);
    }
    zm_table_close(t);
    zm_context_free(c);
    return true;
}

static void random_graphs(void **state)
{
    (void)state;
    uint64_t seed = 5, peak;
    zm_completed completed;
    const zm_variant v = {.game = game(&completed)};
    for (unsigned i = 0; i < 24; i++) {
        const unsigned near = i % 3 == 0 ? 3 : i % 3 == 1 ? 40 : 0;
        graph.wide = i % 4 < 3 ? i % 4 : 0;
        make(&seed, near, i % 2, i % 5 != 0);
        solve_plainly();
        assert_true(solve_with(&v, 1 + i % 3, (uint64_t)1 << 30, &peak));
    }
}

/* Less and less memory: first the moves are not turned round any more, then there is not enough. */
static void right_or_refused_with_any_memory(void **state)
{
    (void)state;
    uint64_t seed = 9, peak, least;
    unsigned solved = 0;
    zm_completed completed;
    const zm_variant v = {.game = game(&completed)};
    make(&seed, 40, true, true);
    graph.wide = 1;
    solve_plainly();
    assert_true(solve_with(&v, 2, (uint64_t)1 << 30, &least));
    for (uint64_t memory = least; memory > least / 2; memory -= least / 40)
        solved += solve_with(&v, 2, memory, &peak);
    assert_true(solved > 0);
}

/* ---- too large by far: from each of 2^40 nodes to ten others ---- */
static zm_pos first_node(const zm_variant *v) { return (void)v, (zm_pos){1, 0}; }
static zm_pos any_node(const zm_variant *v, zm_pos p, zm_move m)
{
    return (void)v, zm_next_turn((zm_pos){mixed(16 * p.lo + m) & 0xFFFFFFFFFF, p.hi});
}
static unsigned ten_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    (void)v, (void)p;
    for (unsigned i = 0; i < 10; i++)
        out[i] = i;
    return 10;
}

static void too_large_is_refused_by_a_sample(void **state)
{
    (void)state;
    zm_completed completed;
    game(&completed);
    completed.game.start = first_node;
    completed.game.play = any_node;
    completed.game.moves = ten_moves;
    completed.game.ended = NULL;
    const zm_variant v = {.game = &completed.game};
    zm_context *c = zm_context_new();
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_HASH);
    zm_solved solved;
    zm_set_memory(c, (uint64_t)256 << 20);
    assert_int_equal(zm_solve(c, &v, &o, &solved), ZM_NO_MEMORY);
    if (!strstr(zm_message(c), "by a sample"))
        fail_msg("%s", zm_message(c));
    assert_true(zm_memory_peak(c) < (uint64_t)64 << 20);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_graphs),
        cmocka_unit_test(right_or_refused_with_any_memory),
        cmocka_unit_test(too_large_is_refused_by_a_sample),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
