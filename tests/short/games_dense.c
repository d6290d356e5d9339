/* games_dense.c: the dense indices of the games that have one. For every place of a small variant, and for a sample of
 * places of a large one: unrank and rank are inverse, moves lead to smaller places and to tiers named as children,
 * parents are just the states that a move leads from, and notation round-trips. */
#include "games_enumerate.h"

typedef struct seen {
    zm_pos p[4096];
    unsigned count;
} seen;

static void note(void *arg, zm_pos p)
{
    seen *s = arg;
    assert_true(s->count < 4096);
    s->p[s->count++] = p;
}

static unsigned times_in(const seen *s, zm_pos p)
{
    unsigned n = 0;
    for (unsigned i = 0; i < s->count; i++)
        n += zm_same(s->p[i], p);
    return n;
}

static bool leads_to(const zm_variant *v, zm_pos from, zm_pos to)
{
    zm_move moves[320];
    unsigned n;
    open_moves(v, from, moves, &n);
    for (unsigned i = 0; i < n; i++)
        if (zm_same(v->game->play(v, from, moves[i]), to))
            return true;
    return false;
}

static void check_text(const zm_variant *v, zm_pos p)
{
    char text[ZM_MAX_TEXT];
    zm_mistake why = {0};
    zm_pos again;
    zm_write_position(v, p, text, sizeof text);
    assert_true(v->game->read(v, text, &again, &why));
    assert_true(zm_same(p, again));
}

static void check_parents(const zm_variant *v, zm_pos p)
{
    if (!v->game->backward->parents)
        return;
    seen parents = {.count = 0};
    v->game->backward->parents(v, p, note, &parents);
    for (unsigned i = 0; i < parents.count; i++) {
        assert_true(leads_to(v, parents.p[i], p));
        assert_int_equal(times_in(&parents, parents.p[i]), 1);
    }
}

static void check_move(const zm_variant *v, zm_place at, zm_pos p, zm_move m, bool small)
{
    const zm_game *r = v->game;
    const zm_pos next = r->play(v, p, m);
    const zm_place to = r->index->rank(v, next);
    assert_true(to.tier < at.tier || (r->index->inside == ZM_DESCENDS && to.tier == at.tier && to.index < at.index));
    assert_true(to.index < r->index->tier_size(v, to.tier));
    if (r->index->children && to.tier != at.tier) {
        uint32_t children[ZM_MAX_CHILDREN];
        unsigned n = r->index->children(v, at.tier, children), hits = 0;
        for (unsigned i = 0; i < n; i++)
            hits += children[i] == to.tier;
        assert_int_equal(hits, 1);
    }
    if (small && r->backward->parents) {
        seen parents = {.count = 0};
        r->backward->parents(v, next, note, &parents);
        assert_int_equal(times_in(&parents, p), 1);
    }
}

static void check_place(const zm_variant *v, zm_place at, bool small)
{
    const zm_game *r = v->game;
    const zm_pos p = r->index->unrank(v, at);
    const zm_place again = r->index->rank(v, p);
    zm_move moves[320];
    unsigned n;
    assert_int_equal(again.tier, at.tier);
    assert_int_equal(again.index, at.index);
    check_text(v, p);
    open_moves(v, p, moves, &n);
    for (unsigned i = 0; i < n; i++)
        check_move(v, at, p, moves[i], small);
    if (small)
        check_parents(v, p);
}

/* Every step-th place of every tier; the parents only where every place is looked at. */
static uint64_t check(const char *game, uint64_t step, size_t count, const char *const *settings)
{
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, game, count, settings);
    const zm_game *r = v->game;
    uint64_t places = 0;
    for (uint32_t tier = 0; tier < r->index->tiers(v); tier++) {
        const uint64_t size = r->index->tier_size(v, tier);
        for (uint64_t i = places % step; i < size; i += step)
            check_place(v, (zm_place){tier, i}, step == 1);
        places += size;
    }
    zm_variant_free(c, v);
    zm_context_free(c);
    return places;
}

static void chomp_places_are_binomials(void **state)
{
    static const char *const small[] = {"rows=3", "cols=4"}, *const tall[] = {"rows=7", "cols=3"};
    static const char *const line[] = {"rows=1", "cols=16"}, *const column[] = {"rows=16", "cols=1"};
    static const char *const high[] = {"rows=16", "cols=2"}, *const big[] = {"rows=16", "cols=16"};
    (void)state;
    assert_int_equal(check("chomp", 1, 2, small), 35);
    assert_int_equal(check("chomp", 1, 2, tall), 120);
    assert_int_equal(check("chomp", 1, 2, line), 17);
    assert_int_equal(check("chomp", 1, 2, column), 17);
    assert_int_equal(check("chomp", 1, 2, high), 153);
    assert_int_equal(check("chomp", 100003, 2, big), 601080390); /* C(32,16) */
}

/* Placements of k pawns and the rabbit, twice (the turn): 2 C(squares, k) (squares - k). */
static void hasenspiel_places_are_all_placements(void **state)
{
    static const char *const four[] = {"size=4"}, *const six[] = {"size=6", "cut=blog"},
                             *const eight[] = {"cut=passed"};
    static const char *const two[] = {"size=8", "pawns=2"}, *const ten[] = {"size=10"}, *const twelve[] = {"size=12"};
    (void)state;
    assert_int_equal(check("hasenspiel", 1, 1, four), 2 * 28 * 6);
    assert_int_equal(check("hasenspiel", 1, 2, six), 2 * 816 * 15);
    assert_int_equal(check("hasenspiel", 1, 2, two), 2 * 496 * 30);
    assert_int_equal(check("hasenspiel", 101, 1, eight), 2 * 35960 * 28);
    assert_int_equal(check("hasenspiel", 10007, 1, ten), 2 * UINT64_C(2118760) * 45);
    assert_int_equal(check("hasenspiel", 1000003, 1, twelve), 2 * UINT64_C(156238908) * 66);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chomp_places_are_binomials),
        cmocka_unit_test(hasenspiel_places_are_all_placements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
