/* solve_progress.c: one large tier with cycles, by every method: progress moves in all phases, adds up to the whole,
 * and being asked to stop is heeded soon. Time is counted in calls of the rules, not in seconds. */
#include "unit.h"

#include "base/context.h"

#include <zermelo/zermelo.h>

enum {
    NODES = 1 << 17, /* of a ring; the turn is that of the parity */
    SOON = 40000,    /* calls: a chunk of places, or a few */
};

static struct {
    zm_context *context;
    uint64_t calls, stop_at, after; /* after: calls since it was asked to stop */
    uint64_t done, since, longest;  /* progress, calls since it moved last, and the most there were */
    const char *phase, *slowest;
} seen;

static void tick(void)
{
    const char *phase = atomic_load(&seen.context->phase);
    const uint64_t done = atomic_load(&seen.context->done);
    if (++seen.calls == seen.stop_at)
        zm_stop(seen.context);
    seen.after += seen.stop_at && seen.calls > seen.stop_at;
    seen.since++;
    if (done != seen.done || phase != seen.phase)
        seen.since = 0;
    seen.done = done;
    seen.phase = phase;
    if (seen.since > seen.longest) {
        seen.longest = seen.since;
        seen.slowest = phase;
    }
}

/* ---- the game: a ring of nodes, five or nine steps on; who is at every 64th node has lost ---- */
static zm_pos at(uint64_t node, unsigned turn) { return (zm_pos){.lo = node % NODES, .hi = turn ? ZM_TURN_BIT : 0}; }
static unsigned turn_of(zm_pos p) { return p.hi ? 1 : 0; }
static zm_pos start(const zm_variant *v) { return (void)v, at(1, 0); }
static zm_end ended(const zm_variant *v, zm_pos p) { return (void)v, p.lo % 64 ? ZM_OPEN : ZM_LOSS; }

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    (void)v, (void)p;
    tick();
    out[0] = 5;
    out[1] = 9;
    return 2;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m) { return (void)v, at(p.lo + m, !turn_of(p)); }
static uint32_t tiers(const zm_variant *v) { return (void)v, 1; }
static uint64_t tier_size(const zm_variant *v, uint32_t t) { return (void)v, (void)t, 2 * NODES; }
static zm_place rank(const zm_variant *v, zm_pos p) { return (void)v, (zm_place){0, 2 * p.lo + turn_of(p)}; }
static zm_pos unrank(const zm_variant *v, zm_place i) { return (void)v, at(i.index / 2, i.index % 2); }

static void parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    (void)v;
    tick();
    for (unsigned step = 5; step <= 9; step += 4)
        visit(arg, at(p.lo + NODES - step, !turn_of(p)));
}

static unsigned leaving(const zm_variant *v, zm_pos p, zm_move *out, unsigned *staying)
{
    (void)v, (void)p, (void)out;
    tick();
    *staying = 2;
    return 0;
}

static void parents_inside(const zm_variant *v, zm_pos p, zm_visit_index *visit, void *arg)
{
    tick();
    for (unsigned step = 5; step <= 9; step += 4) {
        const zm_pos q = at(p.lo + NODES - step, !turn_of(p));
        if (q.lo % 64)
            visit(arg, rank(v, q).index, false);
    }
}

static bool read_text(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    (void)v, (void)text, (void)p;
    return zm_wrong(why, 0, "nobody reads it");
}

static void write_text(const zm_variant *v, zm_pos p, zm_text *out)
{
    (void)v;
    zm_say(out, "%u", (unsigned)p.lo);
}

#define RING                                                                                                         \
    .abi = ZM_ABI, .name = "ring", .title = "Ring", .about = "a ring", .start = start, .moves = moves, .play = play, \
    .ended = ended, .read = read_text, .write = write_text
#define INDEX .index = ZM_INDEX(.tiers = tiers, .tier_size = tier_size, .rank = rank, .unrank = unrank)

static const zm_game plain = {RING}, indexed = {RING, INDEX},
                     with_parents = {RING, INDEX, .backward = ZM_BACKWARD(.parents = parents)},
                     counting = {RING, INDEX,
                                 .backward = ZM_BACKWARD(.parents = parents, .leaving = leaving,
                                                         .parents_inside = parents_inside)};

/* ---- what is tried ---- */
static zm_status solve(const zm_game *g, zm_method method, uint64_t stop_at)
{
    zm_context *c = zm_context_new();
    zm_variant *v;
    zm_solved solved;
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = method);
    zm_set_threads(c, 1);
    memset(&seen, 0, sizeof seen);
    seen.context = c;
    seen.stop_at = stop_at;
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    const zm_status status = zm_solve(c, v, &o, &solved);
    if (status == ZM_OK)
        assert_true(solved.summary.states > NODES / 4 * 3);
    zm_variant_free(c, v);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
    return status;
}

static void try_method(const zm_game *g, zm_method method)
{
    assert_int_equal(solve(g, method, 0), ZM_OK);
    const uint64_t calls = seen.calls;
    if (seen.longest > SOON)
        fail_msg("method %d: nothing moved for %u of %u calls in \"%s\"", (int)method, (unsigned)seen.longest,
                 (unsigned)calls, seen.slowest ? seen.slowest : "no phase");
    for (unsigned i = 1; i < 8; i++) {
        assert_int_equal(solve(g, method, calls * i / 8), ZM_INTERRUPTED);
        if (seen.after > SOON)
            fail_msg("method %d: stopped at %u/8, and asked %u times more", (int)method, i, (unsigned)seen.after);
    }
}

static void by_hash(void **state)
{
    (void)state;
    try_method(&plain, ZM_METHOD_HASH);
}

static void forward(void **state)
{
    (void)state;
    try_method(&indexed, ZM_METHOD_FORWARD);
}

static void backward_by_levels(void **state)
{
    (void)state;
    try_method(&with_parents, ZM_METHOD_BACKWARD);
}

static void backward_by_counting(void **state)
{
    (void)state;
    try_method(&counting, ZM_METHOD_BACKWARD);
}

/* ---- the sum of all progress ---- */
static uint64_t done, total, most;
static void on_progress(void *arg, const zm_progress *p)
{
    (void)arg;
    if (p->last && p->total) {
        done = p->done;
        total = p->total;
        most = done > total ? 1 : most;
    }
}

static void a_phase_ends_at_its_total(void **state)
{
    (void)state;
    static const struct {
        const zm_game *game;
        zm_method method;
    } all[] = {{&plain, ZM_METHOD_HASH},
               {&indexed, ZM_METHOD_FORWARD},
               {&with_parents, ZM_METHOD_BACKWARD},
               {&counting, ZM_METHOD_BACKWARD}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        zm_context *c = zm_context_new();
        zm_variant *v;
        zm_solved solved;
        memset(&seen, 0, sizeof seen);
        seen.context = c;
        zm_set_progress(c, on_progress, NULL);
        done = total = most = 0;
        assert_int_equal(zm_variant_new(c, all[i].game, NULL, 0, &v), ZM_OK);
        assert_int_equal(zm_solve(c, v, &ZM_OPTIONS(zm_solve_options, .method = all[i].method), &solved), ZM_OK);
        assert_true(total > 0);
        assert_int_equal(done, total);
        assert_int_equal(most, 0);
        zm_variant_free(c, v);
        zm_context_free(c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hash),
        cmocka_unit_test(forward),
        cmocka_unit_test(backward_by_levels),
        cmocka_unit_test(backward_by_counting),
        cmocka_unit_test(a_phase_ends_at_its_total),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
