/* solve_wdl.c: games solved for only who wins: by every method the same bytes, in every state the sign of the value
 * with distances, tables that verify; what a solve does with a table of the other kind; what agents and measures make
 * of it. */
#include "table_lab.h"

#include <math.h>

static const struct {
    const char *game, *settings[3];
} variants[] = {
    {"tic-tac-toe", {0}},
    {"nim", {"piles=3,4,5"}},
    {"chomp", {"rows=5", "cols=7"}},
    {"fox-and-geese", {"geese=2", "enough=1"}},
    {"fox-and-geese", {"geese=3", "enough=2", "fox_diagonals=drawn"}},
    {"hasenspiel", {"size=6"}},
    {"fuchs-und-henne", {"hens=2", "house=1", "diagonals=none"}},
    {"nine-mens-morris", {"men=3"}},
    {"nine-mens-morris", {"men=5", "endgame=3", "flying=yes"}},
};
enum { VARIANTS = sizeof variants / sizeof *variants };

typedef struct desk {
    zm_context *c;
    zm_variant *v;
    char far[4096], plain[4096]; /* tables with distances and without */
} desk;

static void open_desk(desk *d, unsigned i)
{
    const zm_game *g;
    size_t n = 0;
    while (n < 3 && variants[i].settings[n])
        n++;
    *d = (desk){.c = zm_context_new()};
    zm_set_sync(d->c, false);
    zm_set_threads(d->c, 2);
    assert_int_equal(zm_find_game(d->c, variants[i].game, &g), ZM_OK);
    if (zm_variant_new(d->c, g, variants[i].settings, n, &d->v) != ZM_OK)
        fail_msg("%s", zm_message(d->c));
    unit_path("far", d->far);
    unit_path("plain", d->plain);
}

static void close_desk(desk *d)
{
    zm_table_remove(d->c, d->v, d->far);
    zm_table_remove(d->c, d->v, d->plain);
    zm_variant_free(d->c, d->v);
    assert_int_equal(zm_memory_used(d->c), 0);
    zm_context_free(d->c);
}

/* False: the game does not allow the method. */
static bool solve(desk *d, zm_method m, bool wdl, bool again, const char *tables, zm_solved *out)
{
    zm_solve_options o =
        ZM_OPTIONS(zm_solve_options, .method = m, .tables = tables, .wdl = wdl, .again = again, .part_states = 30000);
    zm_status s = zm_solve(d->c, d->v, &o, out);
    if (s == ZM_BAD_INPUT && m != ZM_METHOD_AUTO)
        return false;
    if (s != ZM_OK)
        fail_msg("%s by %s: %s", d->v->game->name, zm_method_name(m), zm_message(d->c));
    return true;
}

static zm_table *open_table(const desk *d, const char *tables)
{
    zm_table *t;
    if (zm_table_open(d->c, d->v, tables, &t) != ZM_OK)
        fail_msg("%s", zm_message(d->c));
    return t;
}

static void expect_plain(const zm_summary *s, const zm_summary *far)
{
    assert_true(s->wdl && !s->has_longest && !s->longest);
    assert_true(s->states == far->states && s->drawn == far->drawn);
    assert_true(s->won_by[0] == far->won_by[0] && s->won_by[1] == far->won_by[1]);
    assert_int_equal(s->start, zm_wdl(far->start));
}

static void same_signs(const desk *d, const zm_table *plain, const zm_table *far)
{
    uint64_t states = 0;
    for (uint32_t tier = 0; tier < zm_table_tiers(plain); tier++) {
        uint64_t size = zm_table_tier_size(plain, tier);
        zm_value *values = calloc(size + 1, sizeof *values);
        assert_int_equal(zm_table_read_tier(d->c, plain, tier, values), ZM_OK);
        for (uint64_t i = 0; i < size; i++) {
            zm_pos p;
            zm_value value;
            if (values[i] == ZM_NONE)
                continue;
            states++;
            assert_int_equal(zm_table_state(d->c, plain, tier, i, &p), ZM_OK);
            assert_int_equal(zm_table_probe(d->c, far, p, &value), ZM_OK);
            assert_int_equal(values[i], zm_wdl(value));
        }
        free(values);
    }
    assert_int_equal(states, zm_table_summary(far)->states);
}

static void check_method(desk *d, zm_method m, const zm_table *far, files *whole)
{
    zm_solved got;
    zm_verified verified;
    lab l = {0};
    files now;
    if (!solve(d, m, true, true, d->plain, &got))
        return;
    expect_plain(&got.summary, zm_table_summary(far));
    zm_table *t = open_table(d, d->plain);
    assert_false(zm_table_distances(t));
    expect_plain(zm_table_summary(t), zm_table_summary(far));
    same_signs(d, t, far);
    zm_set_threads(d->c, 1);
    if (zm_table_verify(d->c, t, &verified) != ZM_OK)
        fail_msg("%s by %s: %s", d->v->game->name, zm_method_name(m), zm_message(d->c));
    zm_set_threads(d->c, 2);
    if (!zm_table_keyed(t)) {
        assert_int_equal(zm_table_path(d->c, d->v, d->plain, l.folder, sizeof l.folder), ZM_OK);
        lab_files(&l, &now);
        if (whole->count)
            lab_same_files(whole, &now);
        lab_free_files(whole);
        *whole = now;
    }
    zm_table_close(t);
    assert_true(solve(d, m, true, false, NULL, &got)); /* in memory only */
    expect_plain(&got.summary, zm_table_summary(far));
    assert_int_equal(got.table_bytes, 0);
}

static void every_method_gives_the_signs_and_the_same_bytes(void **state)
{
    static const zm_method methods[] = {ZM_METHOD_HASH,    ZM_METHOD_SWEEP, ZM_METHOD_BACKWARD,
                                        ZM_METHOD_FORWARD, ZM_METHOD_HUNT,  ZM_METHOD_PAIR};
    (void)state;
    for (unsigned i = 0; i < VARIANTS; i++) {
        static files whole;
        desk d;
        zm_solved got;
        open_desk(&d, i);
        whole.count = 0;
        assert_true(solve(&d, ZM_METHOD_AUTO, false, true, d.far, &got));
        assert_false(got.summary.wdl);
        zm_table *far = open_table(&d, d.far);
        for (unsigned k = 0; k < sizeof methods / sizeof *methods; k++)
            check_method(&d, methods[k], far, &whole);
        zm_table_close(far);
        lab_free_files(&whole);
        close_desk(&d);
    }
}

/* With distances there is more than was asked for; without them there is less. */
static void what_is_there_is_read_back_if_it_suffices(void **state)
{
    (void)state;
    for (unsigned i = 0; i < VARIANTS; i++) {
        desk d;
        zm_solved got;
        open_desk(&d, i);
        solve(&d, ZM_METHOD_AUTO, true, false, d.far, &got);
        assert_true(!got.was_there && got.summary.wdl);
        solve(&d, ZM_METHOD_AUTO, true, false, d.far, &got);
        assert_true(got.was_there && got.summary.wdl);
        solve(&d, ZM_METHOD_AUTO, false, false, d.far, &got);
        assert_true(!got.was_there && !got.summary.wdl && !got.resumed);
        solve(&d, ZM_METHOD_AUTO, true, false, d.far, &got);
        assert_true(got.was_there && !got.summary.wdl);
        solve(&d, ZM_METHOD_AUTO, true, true, d.far, &got); /* unless it is to be made again */
        assert_true(!got.was_there && got.summary.wdl);
        close_desk(&d);
    }
}

/* ---- what is made of it ---- */

/* A win and a draw are told apart, two wins are not; what is over is over. */
static void choices_are_of_three_kinds(void **state)
{
    desk d;
    zm_solved got;
    static zm_choices far, plain;
    (void)state;
    open_desk(&d, 5);
    solve(&d, ZM_METHOD_AUTO, false, false, d.far, &got);
    solve(&d, ZM_METHOD_AUTO, true, false, d.plain, &got);
    zm_table *a = open_table(&d, d.far), *b = open_table(&d, d.plain);
    zm_pos p = d.v->game->start(d.v);
    for (unsigned ply = 0; ply < 30; ply++) {
        assert_int_equal(zm_choices_find(d.c, d.v, a, p, &far), ZM_OK);
        assert_int_equal(zm_choices_find(d.c, d.v, b, p, &plain), ZM_OK);
        assert_true(!far.wdl && plain.wdl && far.over == plain.over && far.count == plain.count);
        assert_int_equal(plain.value, zm_wdl(far.value));
        for (unsigned i = 0; i < far.count; i++)
            assert_int_equal(plain.choice[i].value, zm_wdl(far.choice[i].value));
        if (far.over)
            break;
        zm_choices_sort(&plain);
        assert_int_equal(plain.choice[0].value, plain.value); /* the best move keeps what the position is worth */
        p = plain.choice[0].next;
    }
    zm_table_close(a);
    zm_table_close(b);
    close_desk(&d);
}

/* How far a won start leans nobody knows; then it is not the fairest, and the others are compared without it. */
static void a_won_start_leans_by_what_is_not_known(void **state)
{
    zm_sample none = {0};
    zm_summary far = {.start = zm_win_in(9)}, plain = {.start = zm_win_in(0), .wdl = true}, drawn = plain;
    unsigned firsts[2];
    (void)state;
    drawn.start = ZM_DRAWN;
    zm_lean lean[] = {zm_lean_of(&plain, 0, &none), zm_lean_of(&far, 0, &none)};
    assert_true(isnan(lean[0].by[0]) && zm_lean_of(&drawn, 0, &none).by[0] == 0);
    assert_true(!zm_is_fairest(lean, 2, 0, 0) && zm_is_fairest(lean, 2, 1, 0));
    assert_false(zm_is_fairest(lean, 1, 0, 0));
    assert_int_equal(zm_fairest(lean, 2, firsts), 1);
    assert_int_equal(firsts[0], ZM_MEASURES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_gives_the_signs_and_the_same_bytes),
        cmocka_unit_test(what_is_there_is_read_back_if_it_suffices),
        cmocka_unit_test(choices_are_of_three_kinds),
        cmocka_unit_test(a_won_start_leans_by_what_is_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
