/* solve_nine_mens_morris.c: the smaller boards as a whole: positions and values as published, methods that agree,
 * tables that verify, with distances and without. ctest: timeout=600 */
#include "games/nine-mens-morris/rules.h"
#include "unit.h"

#include <zermelo/zermelo.h>

typedef struct stand {
    zm_context *c;
    zm_variant *v;
    char tables[4096];
} stand;

static stand open_stand(size_t count, const char *const *settings)
{
    stand s = {.c = zm_context_new()};
    const zm_game *g;
    assert_int_equal(zm_find_game(s.c, "nine-mens-morris", &g), ZM_OK);
    if (zm_variant_new(s.c, g, settings, count, &s.v) != ZM_OK)
        fail_msg("%s", zm_message(s.c));
    unit_path("tables", s.tables);
    zm_set_sync(s.c, false);
    return s;
}

static void close_stand(stand *s)
{
    zm_table_remove(s->c, s->v, s->tables);
    zm_variant_free(s->c, s->v);
    assert_int_equal(zm_memory_used(s->c), 0);
    zm_context_free(s->c);
}

/* ---- positions, both colours counted: from the start, by a plain search ---- */
typedef struct search {
    const zm_variant *v;
    const mill_data *d;
    uint8_t **seen; /* by tier and place: 1 white to move, 2 black */
    uint64_t *stack, count, room;
    uint64_t positions;
} search;

static void see(search *k, zm_pos p, unsigned turn)
{
    const zm_place at = mill_rank(k->v, mill_fingerprint(k->v, p));
    if (k->seen[at.tier][at.index] >> turn & 1)
        return;
    k->seen[at.tier][at.index] |= (uint8_t)(1 << turn);
    if (k->count == k->room) {
        k->room = k->room * 2 + 1024;
        k->stack = realloc(k->stack, k->room * sizeof *k->stack);
        assert_non_null(k->stack);
    }
    k->stack[k->count++] = at.index << 17 | (uint64_t)at.tier << 1 | turn;
}

/* How many positions are one state with this one. */
static unsigned images(const mill_data *d, zm_pos p)
{
    unsigned same = 0;
    for (unsigned g = 0; g < d->operations; g++)
        same += mill_image(d, g, mill_mine(p)) == mill_mine(p) && mill_image(d, g, mill_theirs(p)) == mill_theirs(p);
    return d->operations / same;
}

static void expand(search *k, uint64_t item)
{
    static zm_move moves[ZM_MAX_MOVES];
    unsigned n;
    const zm_pos p = mill_unrank(k->v, (zm_place){(uint32_t)(item >> 1 & 0xFFFF), item >> 17});
    k->positions += images(k->d, p);
    zm_moves_of(k->v, p, moves, &n);
    for (unsigned i = 0; i < n; i++)
        see(k, mill_play(k->v, p, moves[i]), !(item & 1));
}

static uint64_t count_positions(const zm_variant *v)
{
    search k = {.v = v, .d = mill_of(v)};
    k.seen = calloc(k.d->tiers, sizeof *k.seen);
    assert_non_null(k.seen);
    for (uint32_t t = 0; t < k.d->tiers; t++)
        k.seen[t] = calloc(mill_tier_size(v, t) + 1, 1);
    see(&k, mill_start(v), 0);
    while (k.count)
        expand(&k, k.stack[--k.count]);
    for (uint32_t t = 0; t < k.d->tiers; t++)
        free(k.seen[t]);
    free(k.seen);
    free(k.stack);
    return k.positions;
}

/* ---- values ---- */
static zm_summary solved(stand *s, zm_method m, const char *tables)
{
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = m, .tables = tables, .again = true);
    zm_solved out;
    if (zm_solve(s->c, s->v, &o, &out) != ZM_OK)
        fail_msg("%s", zm_message(s->c));
    return out.summary;
}

static void same(const zm_summary *a, const zm_summary *b)
{
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->won_by[0], b->won_by[0]);
    assert_int_equal(a->won_by[1], b->won_by[1]);
    assert_int_equal(a->drawn, b->drawn);
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->longest, b->longest);
    assert_true(zm_same(a->longest_position, b->longest_position));
}

static void solve_and_verify(stand *s, const zm_summary *expected)
{
    zm_table *t;
    zm_verified verified;
    const zm_summary sum = solved(s, ZM_METHOD_AUTO, s->tables);
    same(&sum, expected);
    if (zm_table_open(s->c, s->v, s->tables, &t) != ZM_OK || zm_table_verify(s->c, t, &verified) != ZM_OK)
        fail_msg("%s", zm_message(s->c));
    assert_int_equal(verified.states, sum.states);
    zm_table_close(t);
}

static void methods_agree(size_t count, const char *const *settings)
{
    stand s = open_stand(count, settings);
    const bool all = zm_all_states(s.v);
    const zm_summary first = solved(&s, all ? ZM_METHOD_FORWARD : ZM_METHOD_HASH, NULL);
    const zm_summary forward = all ? first : solved(&s, ZM_METHOD_FORWARD, NULL);
    same(&first, &forward);
    solve_and_verify(&s, &first);
    close_stand(&s);
}

/* Brian Liou's tablebases (2025) have these positions, and a draw, for five and six men without and with flying. */
static void positions_and_draws_as_published(void **state)
{
    static const struct {
        const char *settings[2];
        uint64_t positions;
    } known[] = {{{"men=5", "flying=no"}, 17844721},
                 {{"men=5", "flying=yes"}, 17846785},
                 {{"men=6", "flying=no"}, 42372745},
                 {{"men=6", "flying=yes"}, 42383945}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        stand s = open_stand(2, known[i].settings);
        assert_int_equal(count_positions(s.v), known[i].positions);
        assert_int_equal(solved(&s, ZM_METHOD_AUTO, NULL).start, ZM_DRAWN);
        close_stand(&s);
    }
}

static void methods_agree_on_small_boards(void **state)
{
    static const char *const settings[][3] = {{"men=5"},
                                              {"men=5", "rules=lasker", "flying=yes"},
                                              {"men=7", "endgame=5", "flying=yes"},
                                              {"men=9", "endgame=4"},
                                              {"men=12", "endgame=3", "all_in_mills=none"}};
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
        methods_agree(settings[i][1] ? settings[i][2] ? 3 : 2 : 1, settings[i]);
}

/* ---- only who wins ---- */
static zm_table *table_of(stand *s, bool wdl, const char *tables)
{
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = tables, .wdl = wdl, .again = true);
    zm_solved out;
    zm_table *t;
    if (zm_solve(s->c, s->v, &o, &out) != ZM_OK || zm_table_open(s->c, s->v, tables, &t) != ZM_OK)
        fail_msg("%s", zm_message(s->c));
    assert_true(zm_table_distances(t) != wdl);
    return t;
}

static void same_winners(stand *s, const zm_table *far, const zm_table *plain, uint32_t tier)
{
    const uint64_t size = zm_table_tier_size(far, tier);
    zm_value *a = calloc(size + 1, sizeof *a), *b = calloc(size + 1, sizeof *b);
    assert_true(a && b && zm_table_tier_size(plain, tier) == size);
    assert_int_equal(zm_table_read_tier(s->c, far, tier, a), ZM_OK);
    assert_int_equal(zm_table_read_tier(s->c, plain, tier, b), ZM_OK);
    for (uint64_t i = 0; i < size; i++)
        assert_int_equal(b[i], zm_wdl(a[i]));
    free(a);
    free(b);
}

static void check_winners(size_t count, const char *const *settings)
{
    char folder[4096];
    zm_verified verified;
    stand s = open_stand(count, settings);
    unit_path("plain", folder);
    zm_table *far = table_of(&s, false, s.tables), *plain = table_of(&s, true, folder);
    assert_int_equal(zm_table_tiers(plain), zm_table_tiers(far));
    for (uint32_t tier = 0; tier < zm_table_tiers(far); tier++)
        same_winners(&s, far, plain, tier);
    if (zm_table_verify(s.c, plain, &verified) != ZM_OK)
        fail_msg("%s", zm_message(s.c));
    assert_int_equal(verified.states, zm_table_summary(far)->states);
    assert_true(zm_table_bytes(plain) * 2 < zm_table_bytes(far)); /* 42 % with five men, 35 % with six */
    zm_table_close(plain);
    zm_table_close(far);
    zm_table_remove(s.c, s.v, folder);
    close_stand(&s);
}

/* Every state of the smaller boards has the same winner with distances and without; that proves, and takes less than
 * half. */
static void who_wins_alone_is_the_same_in_every_state(void **state)
{
    static const char *const settings[][2] = {{"men=5"}, {"men=6"}, {"men=5", "rules=lasker"}};
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++)
        check_winners(settings[i][1] ? 2 : 1, settings[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_and_draws_as_published),
        cmocka_unit_test(methods_agree_on_small_boards),
        cmocka_unit_test(who_wins_alone_is_the_same_in_every_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
