/* Every built-in game by every method it allows: the same summary, the same value of every state, tables that verify,
 * and from the dense methods the same bytes on 1, 2 and 3 threads. */
#include "table_lab.h"

static const struct {
    const char *game, *settings[3];
} variants[] = {
    {"dots-and-boxes", {NULL}},
    {"dots-and-boxes", {"rule=nimstring", "cols=4"}},
    {"dots-and-boxes", {"rule=score"}},
    {"tic-tac-toe", {0}},
    {"tic-tac-toe", {"play_on=yes"}},
    {"nim", {"piles=0"}},
    {"nim", {"piles=3,4,5"}},
    {"chomp", {"rows=1", "cols=1"}},
    {"chomp", {"rows=1", "cols=7"}},
    {"chomp", {"rows=5", "cols=2"}},
    {"chomp", {"rows=5", "cols=7"}},
    {"connect-4", {"width=3", "height=5", "connect=3"}},
    {"connect-4", {"width=4", "height=4"}},
    {"limited-nim", {"coins=40", "take=2,3,7"}},
    {"chessboard-nim", {"cols=3", "rows=5,7,6"}},
    {"level-nim", {0}},
    {"queen", {"size=5", "at=4,4,3,4", "rule=notall"}},
    {"horse", {"size=6", "at=5,5,5,4", "rule=able"}},
    {"turning-turtles", {"coins=HHTHTHH"}},
    {"staircase-nim", {0}},
    {"nimble", {"coins=3,5,3"}},
    {"northcott", {"cols=5", "at=0,3,4,1"}}, /* pieces go to and fro */
    {"dobutsu-shogi", {"elephants=0", "chicks=0"}},
    {"dodgem", {NULL}},
    {"quixo", {"size=3"}},
    {"kayles", {"heaps=9,5"}},
    {"dawsons-kayles", {0}},
    {"octal", {"code=4.07", "heaps=8"}},
    {"fox-and-geese", {"geese=1", "enough=1"}},
    {"fox-and-geese", {"geese=2", "enough=1"}},
    {"fox-and-geese", {"geese=2", "enough=2", "fox_diagonals=drawn"}},
    {"fox-and-geese", {"geese=2", "enough=1", "geese_diagonals=none"}},
    {"fox-and-geese", {"geese=2", "enough=1", "multi=no"}},
    {"fuchs-und-henne", {"hens=2", "house=1", "foxes=1"}},
    {"fuchs-und-henne", {"hens=2", "house=1", "multi=must"}},
    {"fuchs-und-henne", {"hens=1", "house=1", "must_capture=no"}},
    {"nine-mens-morris", {"men=3"}},
    {"nine-mens-morris", {"men=3", "flying=yes", "diagonals=no"}},
    {"nine-mens-morris", {"men=3", "rules=lasker", "all_in_mills=none"}},
    {"hasenspiel", {"size=4", "pawns=1"}},
    {"hasenspiel", {"size=4"}},
    {"hasenspiel", {"size=6", "pawns=2"}},
    {"hasenspiel", {"size=6"}},
    {"hasenspiel", {"size=6", "cut=passed"}},
    {"hasenspiel", {"size=6", "cut=blog"}},
    {"hasenspiel", {"size=12", "pawns=1"}}, /* too large for words: not by hunt */
};
enum { VARIANTS = sizeof variants / sizeof *variants };
enum { MOST_STATES = UNIT_SANITIZED ? 4000 : 1000000 }; /* variants with more are left out */

typedef struct stand {
    zm_context *c;
    zm_variant *v;
    zm_solved first;            /* by the hash */
    char hash[4096], dir[4096]; /* tables: of the hash, of the method on trial */
    unsigned methods;
} stand;

static void open_stand(stand *s, unsigned i)
{
    const zm_game *g;
    size_t n = 0;
    char name[32];
    while (n < 3 && variants[i].settings[n])
        n++;
    *s = (stand){.c = zm_context_new()};
    zm_set_sync(s->c, false);
    assert_int_equal(zm_find_game(s->c, variants[i].game, &g), ZM_OK);
    if (zm_variant_new(s->c, g, variants[i].settings, n, &s->v) != ZM_OK)
        fail_msg("%s", zm_message(s->c));
    snprintf(name, sizeof name, "hash%u", i);
    unit_path(name, s->hash);
    snprintf(name, sizeof name, "dense%u", i);
    unit_path(name, s->dir);
}

static void close_stand(stand *s)
{
    zm_table_remove(s->c, s->v, s->hash);
    zm_table_remove(s->c, s->v, s->dir);
    zm_variant_free(s->c, s->v);
    assert_int_equal(zm_memory_used(s->c), 0);
    zm_context_free(s->c);
}

/* False: the game does not allow the method, and the solver has said so. */
static bool solve(stand *s, zm_method m, unsigned threads, const char *tables, zm_solved *out)
{
    zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .method = m, .tables = tables, .again = true, .part_states = 2000);
    zm_set_threads(s->c, threads);
    zm_status status = zm_solve(s->c, s->v, &o, out);
    if (status == ZM_BAD_INPUT && m != ZM_METHOD_AUTO && m != ZM_METHOD_HASH)
        return false;
    if (status != ZM_OK)
        fail_msg("%s by %s: %s", s->v->game->name, zm_method_name(m), zm_message(s->c));
    return true;
}

static void same_summary(const zm_summary *a, const zm_summary *b)
{
    assert_int_equal(a->states, b->states);
    assert_int_equal(a->won_by[0], b->won_by[0]);
    assert_int_equal(a->won_by[1], b->won_by[1]);
    assert_int_equal(a->drawn, b->drawn);
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->has_longest, b->has_longest);
    assert_int_equal(a->longest, b->longest);
    assert_true(!a->has_longest || zm_same(a->longest_position, b->longest_position));
}

static zm_table *open_table(const stand *s, const char *tables)
{
    zm_table *t;
    zm_verified verified;
    zm_set_threads(s->c, 1); /* hundreds of tiny tiers: starting threads for each takes longer than all the rest */
    if (zm_table_open(s->c, s->v, tables, &t) != ZM_OK || zm_table_verify(s->c, t, &verified) != ZM_OK)
        fail_msg("%s: %s", s->v->game->name, zm_message(s->c));
    same_summary(zm_table_summary(t), &s->first.summary);
    assert_int_equal(verified.states, s->first.summary.states);
    return t;
}

/* Every state of `a` has the same value in `b`; with equally many states in both, they are the same. */
static void same_values(const stand *s, const zm_table *a, const zm_table *b)
{
    uint64_t states = 0;
    for (uint32_t tier = 0; tier < zm_table_tiers(a); tier++) {
        uint64_t size = zm_table_tier_size(a, tier);
        zm_value *values = calloc(size + 1, sizeof *values);
        assert_int_equal(zm_table_read_tier(s->c, a, tier, values), ZM_OK);
        for (uint64_t i = 0; i < size; i++) {
            zm_pos p;
            zm_value value = ZM_NONE;
            if (values[i] == ZM_NONE)
                continue;
            states++;
            if (zm_table_state(s->c, a, tier, i, &p) != ZM_OK || zm_table_probe(s->c, b, p, &value) != ZM_OK)
                fail_msg("%s", zm_message(s->c));
            if (value != values[i])
                fail_msg("tier %u, place %llu: %u and %u", tier, (unsigned long long)i, value, values[i]);
        }
        free(values);
    }
    assert_int_equal(states, s->first.summary.states);
}

static void load_files(stand *s, files *f)
{
    lab l = {0};
    assert_int_equal(zm_table_path(s->c, s->v, s->dir, l.folder, sizeof l.folder), ZM_OK);
    lab_files(&l, f);
}

/* On several threads the same whole; by another dense method too, because a table says nothing of how it was made. */
static void same_bytes(stand *s, files *before)
{
    static files now;
    load_files(s, &now);
    if (before->count) {
        lab_same_files(before, &now);
        lab_free_files(&now);
    } else {
        *before = now;
    }
}

static void try_method(stand *s, zm_method m, const zm_table *by_hash, files *whole)
{
    zm_solved got;
    for (unsigned threads = 1; threads <= 3; threads++) {
        if (!solve(s, m, threads, s->dir, &got))
            return;
        same_summary(&got.summary, &s->first.summary);
        same_bytes(s, whole);
    }
    assert_true(solve(s, m, 2, NULL, &got)); /* in memory only */
    same_summary(&got.summary, &s->first.summary);
    zm_table *t = open_table(s, s->dir);
    same_values(s, t, by_hash);
    zm_table_close(t);
    s->methods++;
}

typedef struct visits {
    const zm_variant *v;
    uint64_t count[1000], strangers;
} visits;

static void note_visit(void *arg, uint32_t ply, zm_pos state)
{
    visits *k = arg;
    __atomic_fetch_add(&k->count[ply % 1000], 1, __ATOMIC_RELAXED);
    if (!zm_same(zm_state_of(k->v, state), state))
        __atomic_fetch_add(&k->strangers, 1, __ATOMIC_RELAXED);
}

/* And all of them are visited, each at its ply. */
static void check_plies(stand *s)
{
    zm_plies p, again;
    visits k = {.v = s->v};
    assert_int_equal(zm_enumerate(s->c, s->v, &p), ZM_OK);
    assert_int_equal(p.states, s->first.summary.states);
    assert_int_equal(zm_enumerate_each(s->c, s->v, note_visit, &k, &again), ZM_OK);
    assert_int_equal(again.plies, p.plies);
    assert_memory_equal(k.count, p.count, p.plies * sizeof *p.count);
    assert_int_equal(k.strangers, 0);
    zm_plies_free(s->c, &p);
    zm_plies_free(s->c, &again);
}

static void all_methods_of_every_game_agree(void **state)
{
    (void)state;
    for (unsigned i = 0; i < VARIANTS; i++) {
        static const zm_method dense[] = {ZM_METHOD_SWEEP, ZM_METHOD_BACKWARD, ZM_METHOD_FORWARD, ZM_METHOD_HUNT,
                                          ZM_METHOD_PAIR};
        static files whole;
        stand s;
        zm_solved got;
        open_stand(&s, i);
        whole.count = 0;
        assert_true(solve(&s, ZM_METHOD_HASH, 1, s.hash, &s.first));
        if (s.first.summary.states > MOST_STATES) {
            close_stand(&s);
            continue;
        }
        assert_true(solve(&s, ZM_METHOD_AUTO, 3, NULL, &got));
        same_summary(&got.summary, &s.first.summary);
        check_plies(&s);
        zm_table *by_hash = open_table(&s, s.hash);
        for (unsigned k = 0; k < sizeof dense / sizeof *dense; k++)
            try_method(&s, dense[k], by_hash, &whole);
        const zm_game *g = s.v->game;
        const bool two = g->backward->parents || g->index->inside != ZM_CYCLES; /* else only forward */
        assert_true(s.methods >= (!g->index->rank ? 0u : two ? 2u : 1u));
        zm_table_close(by_hash);
        lab_free_files(&whole);
        close_stand(&s);
    }
}

static void every_built_in_game_is_in_the_list(void **state)
{
    (void)state;
    for (size_t g = 0; g < zm_builtin_count(); g++) {
        bool found = zm_builtin(g)->dice->rolls; /* dice have tests of their own */
        for (unsigned i = 0; i < VARIANTS; i++)
            found |= !strcmp(variants[i].game, zm_builtin(g)->name);
        if (!found)
            fail_msg("%s is not in the list of variants", zm_builtin(g)->name);
    }
}

static void hash_tables_do_not_depend_on_threads(void **state)
{
    (void)state;
    for (unsigned i = 0; i < VARIANTS; i++) {
        static files whole;
        stand s;
        zm_solved got = {0};
        open_stand(&s, i);
        whole.count = 0;
        for (unsigned threads = 1; threads <= 3 && got.summary.states <= MOST_STATES; threads++) {
            assert_true(solve(&s, ZM_METHOD_HASH, threads, s.dir, &got));
            same_bytes(&s, &whole);
        }
        lab_free_files(&whole);
        close_stand(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_built_in_game_is_in_the_list),
        cmocka_unit_test(all_methods_of_every_game_agree),
        cmocka_unit_test(hash_tables_do_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
