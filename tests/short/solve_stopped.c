/* A solve that is asked to stop at any moment (here: at any call of the rules) says so, leaves nothing behind that is
 * not right, and when it is run again ends with the bytes of one that was never stopped. */
#include "graph_game.h"
#include "table_lab.h"

#include <zermelo/hunt.h>

/* The rules of a random graph that ask for a stop when they are called for the nth time. */
static struct {
    zm_context *context;
    uint64_t calls, stop_at, part_states;
    bool wdl; /* solved for only who wins */
} alarm_clock = {.part_states = 100};

static void tick(void)
{
    if (__atomic_add_fetch(&alarm_clock.calls, 1, __ATOMIC_RELAXED) == alarm_clock.stop_at)
        zm_stop(alarm_clock.context);
}

static unsigned moves_and_stop(const zm_variant *v, zm_pos p, zm_move *out)
{
    tick();
    return graph_moves(v, p, out);
}

static zm_status solve(const zm_variant *v, zm_method m, const char *tables, uint64_t stop_at, unsigned threads)
{
    zm_context *c = zm_context_new();
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = m, .tables = tables, .wdl = alarm_clock.wdl,
                                    .part_states = alarm_clock.part_states);
    zm_solved solved;
    zm_set_sync(c, false);
    zm_set_threads(c, threads);
    alarm_clock.context = c;
    alarm_clock.calls = 0;
    alarm_clock.stop_at = stop_at;
    zm_status s = zm_solve(c, v, &o, &solved);
    assert_true(s == ZM_OK || s == ZM_INTERRUPTED);
    if (s != ZM_OK)
        assert_non_null(strstr(zm_message(c), "stopped"));
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
    return s;
}

static void take_files(const zm_variant *v, const char *tables, files *out)
{
    lab l = {.c = zm_context_new()};
    assert_int_equal(zm_table_path(l.c, v, tables, l.folder, sizeof l.folder), ZM_OK);
    lab_files(&l, out);
    lab_empty(&l);
    zm_context_free(l.c);
}

static void stop_and_go_on(const zm_variant *v, zm_method m, unsigned threads, unsigned times)
{
    static files whole, after;
    uint64_t calls, stopped = 0;
    char tables[4096];
    unit_path("stopped", tables);
    assert_int_equal(solve(v, m, tables, 0, threads), ZM_OK);
    calls = alarm_clock.calls;
    take_files(v, tables, &whole);
    for (uint64_t n = 1; n < calls; n += 1 + calls / times) {
        stopped += solve(v, m, tables, n, threads) == ZM_INTERRUPTED;
        assert_int_equal(solve(v, m, tables, 0, threads), ZM_OK);
        take_files(v, tables, &after);
        lab_same_files(&whole, &after);
        lab_free_files(&after);
    }
    lab_free_files(&whole);
    assert_true(stopped > times / 5);
}

static void stop_everywhere(zm_inside inside, zm_method m, bool parents, unsigned threads)
{
    static graph_data data;
    uint64_t seed = 7;
    graph_make(&data, inside, 6, &seed);
    zm_completed game;
    graph_game(&game, inside, true, parents, false); /* every tier is a run of its own: states are saved */
    game.game.moves = moves_and_stop;
    stop_and_go_on(&(zm_variant){.game = &game.game, .data = &data}, m, threads, 50);
}

/* ---- a ladder: from rung i of the upper tier to rung i-1 and to the even one below; there to and fro between a pair.
 * In the lower tier, the last to be enumerated, half of the states are only found by looking at the other half, and it
 * is large enough to be looked at in many pieces. ---- */
enum { RUNGS = UNIT_SANITIZED ? 1 << 13 : 1 << 14 };

static zm_pos ladder_rung(uint64_t n) { return (zm_pos){n, n % 2 ? ZM_TURN_BIT : 0}; }
static zm_pos ladder_start(const zm_variant *v) { return (void)v, ladder_rung(2 * RUNGS - 1); }
static zm_pos ladder_play(const zm_variant *v, zm_pos p, zm_move m) { return (void)v, (void)p, ladder_rung(m); }
static uint32_t ladder_tiers(const zm_variant *v) { return (void)v, 2; }
static uint64_t ladder_size(const zm_variant *v, uint32_t tier) { return (void)v, (void)tier, RUNGS; }
static zm_pos ladder_unrank(const zm_variant *v, zm_place at)
{
    return (void)v, ladder_rung(at.tier * RUNGS + at.index);
}

static zm_place ladder_rank(const zm_variant *v, zm_pos p)
{
    (void)v;
    return (zm_place){(uint32_t)(p.lo / RUNGS), p.lo % RUNGS};
}

static zm_end ladder_ended(const zm_variant *v, zm_pos p)
{
    (void)v;
    return p.lo < RUNGS && p.lo % 7 == 3 ? ZM_LOSS : ZM_OPEN;
}

static unsigned ladder_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    (void)v;
    unsigned n = 0;
    tick();
    if (p.lo > RUNGS)
        out[n++] = p.lo - 1;
    out[n++] = p.lo >= RUNGS ? (p.lo - RUNGS) & ~(uint64_t)1 : p.lo ^ 1;
    return n;
}

static void stopped_in_the_last_tier_to_be_enumerated(void **state)
{
    (void)state;
    zm_completed game;
    graph_game(&game, ZM_CYCLES, false, false, false);
    game.game.start = ladder_start;
    game.game.moves = ladder_moves;
    game.game.play = ladder_play;
    game.game.ended = ladder_ended;
    game.index =
        *ZM_INDEX(.tiers = ladder_tiers, .tier_size = ladder_size, .rank = ladder_rank, .unrank = ladder_unrank);
    stop_and_go_on(&(zm_variant){.game = &game.game}, ZM_METHOD_FORWARD, 1, 40);
    stop_and_go_on(&(zm_variant){.game = &game.game}, ZM_METHOD_FORWARD, 2, 20);
}

static void stopped_backward(void **state)
{
    (void)state;
    stop_everywhere(ZM_CYCLES, ZM_METHOD_BACKWARD, true, 1);
    stop_everywhere(ZM_CYCLES, ZM_METHOD_BACKWARD, true, 2);
}

static void stopped_forward(void **state)
{
    (void)state;
    stop_everywhere(ZM_CYCLES, ZM_METHOD_FORWARD, false, 1);
}

static void stopped_sweep(void **state)
{
    (void)state;
    stop_everywhere(ZM_LEAVES, ZM_METHOD_SWEEP, false, 1);
    stop_everywhere(ZM_DESCENDS, ZM_METHOD_SWEEP, false, 2);
}

static void stopped_hash(void **state)
{
    (void)state;
    stop_everywhere(ZM_CYCLES, ZM_METHOD_HASH, false, 1);
}

/* Tiers come back from disk without distances: to those above that makes no difference. */
static void stopped_without_distances(void **state)
{
    (void)state;
    alarm_clock.wdl = true;
    stop_everywhere(ZM_CYCLES, ZM_METHOD_BACKWARD, true, 1);
    stop_everywhere(ZM_CYCLES, ZM_METHOD_FORWARD, false, 2);
    stop_everywhere(ZM_DESCENDS, ZM_METHOD_SWEEP, false, 1);
    alarm_clock.wdl = false;
}

/* ---- a hunt with cycles, whose tiers are looked at again when a solve goes on ---- */
static uint64_t (*real_many)(const zm_variant *v, uint32_t tier, uint64_t n);

static uint64_t many_and_stop(const zm_variant *v, uint32_t tier, uint64_t n)
{
    tick();
    return real_many(v, tier, n);
}

static void stopped_hunt(void **state)
{
    (void)state;
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    assert_int_equal(zm_find_game(c, "fox-and-geese", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, (const char *const[]){"geese=3", "enough=2"}, 2, &v), ZM_OK);
    zm_hunt hunt = *g->hunt;
    zm_game game = *g;
    zm_variant copy = *v;
    real_many = hunt.many;
    hunt.many = many_and_stop;
    game.hunt = &hunt;
    copy.game = &game; /* not the built-in game: the kernels go through these pointers */
    alarm_clock.part_states = 10000;
    stop_and_go_on(&copy, ZM_METHOD_HUNT, 1, 40);
    stop_and_go_on(&copy, ZM_METHOD_HUNT, 2, 20);
    alarm_clock.wdl = true;
    stop_and_go_on(&copy, ZM_METHOD_HUNT, 2, 20);
    alarm_clock.wdl = false;
    alarm_clock.part_states = 100;
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stopped_backward),
        cmocka_unit_test(stopped_forward),
        cmocka_unit_test(stopped_sweep),
        cmocka_unit_test(stopped_hash),
        cmocka_unit_test(stopped_without_distances),
        cmocka_unit_test(stopped_hunt),
        cmocka_unit_test(stopped_in_the_last_tier_to_be_enumerated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
