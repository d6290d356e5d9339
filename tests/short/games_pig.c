/* Pig: what Neller and Presser published ("Optimal Play of the Dice Game Pig", 2004), and all states of small goals
 * against a plain iteration written from their equation, in which one decides before the roll. */
#include "odds_lab.h"

#include <math.h>

static const zm_game *pig(void)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    assert_int_equal(zm_find_game(c, "pig", &g), ZM_OK);
    zm_context_free(c);
    return g;
}

static void open_pig(odds_lab *l, const char *settings, zm_table **t, const char *tables)
{
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = tables, .precision = 1e-7);
    *l = (odds_lab){.c = zm_context_new()};
    zm_set_sync(l->c, false);
    l->v = odds_variant(l->c, pig(), settings);
    assert_int_equal(zm_solve(l->c, l->v, &o, &l->solved), ZM_OK);
    assert_int_equal(l->solved.method, ZM_METHOD_ITERATE);
    assert_int_equal(zm_table_open(l->c, l->v, tables, t), ZM_OK);
}

static zm_odds odds_at(const odds_lab *l, const zm_table *t, unsigned mine, unsigned others, unsigned turn)
{
    zm_odds o;
    const zm_pos p = {mine | others << 8 | turn << 16, 0};
    assert_int_equal(zm_table_probe_odds(l->c, t, p, &o), ZM_OK);
    return o;
}

static void close_pig(odds_lab *l, zm_table *t, const char *tables)
{
    zm_table_close(t);
    zm_table_remove(l->c, l->v, tables);
    odds_close(l);
}

/* Piglet to 2: a coin, one point for heads. Here points count double. */
static void published_piglet(void **state)
{
    static const struct {
        unsigned mine, others, turn, n, d;
    } truth[] = {{0, 0, 0, 4, 7}, {0, 0, 1, 5, 7}, {0, 1, 0, 2, 5}, {0, 1, 1, 3, 5}, {1, 0, 0, 4, 5}, {1, 1, 0, 2, 3}};
    odds_lab l;
    zm_table *t;
    char tables[4096];
    open_pig(&l, "goal=4 sides=2", &t, unit_path("piglet", tables));
    for (unsigned i = 0; i < 6; i++) {
        const zm_odds o = odds_at(&l, t, 2 * truth[i].mine, 2 * truth[i].others, 2 * truth[i].turn);
        const uint64_t scaled = (uint64_t)ZM_CERTAIN * truth[i].n;
        assert_true((uint64_t)o.lower * truth[i].d <= scaled && scaled <= (uint64_t)o.upper * truth[i].d);
        assert_true(o.upper - o.lower < 1e-6 * ZM_CERTAIN);
    }
    assert_int_equal(l.solved.summary.states, 8); /* and two that are over */
    close_pig(&l, t, tables);
}

/* ---- their equation ---- */
enum { GOAL = 24 };
static double chance[GOAL][GOAL][2 * GOAL];

static double better(unsigned i, unsigned j, unsigned k)
{
    if (i + k >= GOAL)
        return 1;
    const double hold = 1 - chance[j][i + k][0];
    double roll = 1 - chance[j][i][0];
    for (unsigned r = 2; r <= 6; r++)
        roll += i + k + r >= GOAL ? 1 : chance[i][j][k + r];
    roll /= 6;
    return hold > roll && k ? hold : roll;
}

static void iterate_plainly(void)
{
    double change;
    do {
        change = 0;
        for (unsigned i = GOAL; i-- > 0;)
            for (unsigned j = GOAL; j-- > 0;)
                for (unsigned k = GOAL - i; k-- > 0;) {
                    const double x = better(i, j, k);
                    change = fabs(x - chance[i][j][k]) > change ? fabs(x - chance[i][j][k]) : change;
                    chance[i][j][k] = x;
                }
    } while (change > 1e-13);
}

/* Before the first roll of a turn there is nothing to decide: the two ways of counting meet. */
static void all_turns_to_24_points(void **state)
{
    odds_lab l;
    zm_table *t;
    char tables[4096];
    unsigned seen = 0;
    open_pig(&l, "goal=24", &t, unit_path("pig", tables));
    iterate_plainly();
    for (unsigned i = 0; i < GOAL; i++)
        for (unsigned j = 0; j < GOAL; j++) {
            const zm_odds o = odds_at(&l, t, i, j, 0);
            if (!zm_is_odds(o))
                continue; /* 1 is never held */
            seen++;
            assert_true(zm_odds_number(o.lower) < chance[i][j][0] + 1e-11);
            assert_true(zm_odds_number(o.upper) > chance[i][j][0] - 1e-11);
        }
    assert_true(seen >= (GOAL - 1) * (GOAL - 1));
    assert_true(l.solved.summary.widest <= 1e-7 * ZM_CERTAIN);
    close_pig(&l, t, tables);
}

static void texts(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = odds_variant(c, pig(), "");
    zm_mistake why;
    zm_pos p;
    char text[ZM_MAX_TEXT];
    assert_true(v->game->read(v, "40,35,8", &p, &why));
    zm_write_position(v, p, text, sizeof text);
    assert_string_equal(text, "40,35,8");
    static const char *const bad[] = {"",        "40",       "40,35",    "40,35,8,", "40;35,8",
                                      "100,0,0", "40,101,0", "40,35,60", "40,100,1"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(v->game->read(v, bad[i], &p, &why));
    assert_true(v->game->read(v, "40,100,0", &p, &why));
    assert_int_equal(v->game->ended(v, p), ZM_LOSS);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_piglet),
        cmocka_unit_test(all_turns_to_24_points),
        cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
