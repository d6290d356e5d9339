/* Minigammon: the published number of placements of Hypergammon; its rules, move by move; and all values of small boards
 * against a plain iteration that shares nothing with the game: checkers in arrays, every order of dice tried. */
#include "odds_lab.h"

#include <math.h>

static const zm_game *minigammon(zm_context *c)
{
    const zm_game *g;
    assert_int_equal(zm_find_game(c, "minigammon", &g), ZM_OK);
    return g;
}

/* ---- placements ---- */
/* Tom Keith, "Thoughts on solving hypergammon" (bgonline.org, 2014): "There are 7,959,904 possible checker positions in
 * hypergammon." He also counts those in which the side to move has borne off all, whatever the other has. */
static void published_placements_of_hypergammon(void **state)
{
    enum { PLACES = 26, SIDES = 3276 }; /* C(28, 3) */
    static uint64_t side[SIDES];
    zm_context *c = zm_context_new();
    zm_variant *v = odds_variant(c, minigammon(c), "points=24 checkers=3");
    unsigned n = 0;
    uint64_t ordered = 0, same = 0;
    for (uint64_t x = 0; x < PLACES; x++)
        for (uint64_t y = 0; y <= x; y++)
            for (uint64_t z = 0; z <= y; z++) /* the nearest lowest; those that are off have no place */
                side[n++] = z ? z | y << 5 | x << 10 : y ? y | x << 5 : x;
    assert_int_equal(n, SIDES);
    for (unsigned i = 1; i < n; i++) /* 0 is off: such pairs are counted apart */
        for (unsigned k = 1; k <= i; k++)
            *(k == i ? &same : &ordered) += v->game->is_position(v, (zm_pos){side[i], side[k]});
    assert_false(v->game->is_position(v, (zm_pos){0, side[5]}));
    assert_true(v->game->is_position(v, (zm_pos){side[5], 0}));
    assert_int_equal(2 * ordered + same + 2 * (SIDES - 1) + 1, 7959904);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- rules ---- */
static void assert_moves(const char *settings, const char *position, const char *roll, const char *expected)
{
    zm_context *c = zm_context_new();
    zm_variant *v = odds_variant(c, minigammon(c), settings);
    char text[ZM_MAX_TEXT], all[4096] = "";
    zm_move move[64];
    unsigned number;
    zm_pos p;
    assert_int_equal(zm_read_position(c, v, position, &p), ZM_OK);
    assert_int_equal(zm_read_roll(c, v, roll, &number), ZM_OK);
    const unsigned count = v->game->dice->moves(v, p, number, move);
    for (unsigned i = 0; i < count; i++) {
        zm_write_move(v, p, move[i], text, sizeof text);
        assert_memory_equal(text, roll, strlen(roll));
        sprintf(all + strlen(all), "%s%s", i ? ", " : "", text + strlen(roll) + 1);
    }
    assert_string_equal(all, expected);
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void moves_of_a_roll(void **state)
{
    assert_moves("", "8,7,6;8,7,6", "3-1",
                 "8/5,7/6, 8/5,6/5, 8/5,5/4, 7/4,6/5, 7/4,4/3, 6/3,8/7, 6/3,3/2, 6/5,5/2"); /* 3, 2, 1 can be hit */
    assert_moves("", "9,5;5", "2-1", "bar/7,7/6, bar/7,5/4, bar/8,5/3");                    /* the bar first */
    assert_moves("", "9,5;2,2,1", "2-1", "bar/8,8/6, bar/8,5/3");                           /* 7 is theirs */
    assert_moves("", "9,5;2,2,5", "2-2", "pass");                                           /* no way in */
    assert_moves("", "8;3,3", "4-2", "8/4,4/2");        /* 6 is theirs: the 4 first */
    assert_moves("", "3;8", "6-3", "pass");             /* nothing is borne off before all are home */
    assert_moves("points=24", "9;23,23", "6-1", "9/3"); /* one of them: the higher */
    assert_moves("points=24", "20;11,11", "6-1", "20/19,19/13");
    assert_moves("points=8", "2,1;5", "6-1", "2/off,1/off, 2/1,1/off"); /* too high: the farthest */
    assert_moves("doubles=two", "8,7;8", "1-1", "8/7,7/6, 7/6,6/5");
    assert_moves("", "8;8", "1-1", "8/7,7/6,6/5,5/4");
    assert_moves("sides=3", "8;8", "4-1", "pass"); /* it never comes */
}

static void a_hit_goes_to_the_bar(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = odds_variant(c, minigammon(c), "checkers=2");
    zm_move move[64];
    char text[ZM_MAX_TEXT], moved[ZM_MAX_TEXT];
    unsigned roll, hits = 0;
    zm_pos p;
    assert_int_equal(zm_read_position(c, v, "8,7;5,3", &p), ZM_OK);
    assert_int_equal(zm_read_roll(c, v, "2-1", &roll), ZM_OK);
    const unsigned count = v->game->dice->moves(v, p, roll, move);
    for (unsigned i = 0; i < count; i++) {
        zm_write_move(v, p, move[i], moved, sizeof moved);
        zm_write_position(v, v->game->play(v, p, move[i]), text, sizeof text);
        hits += !strcmp(moved, "2-1:8/6,7/6") && !strcmp(text, "9,5;6,6");
    }
    assert_int_equal(hits, 1);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- values, another way ---- */
enum { MOST_CHECKERS = 3, MOST_SIDES = 256 };
typedef struct side {
    int at[MOST_CHECKERS]; /* descending; 0: off */
} side;

static int points, checkers, count;
static side sides[MOST_SIDES];
static double value[MOST_SIDES][MOST_SIDES]; /* of the mover's side and the other's, before the roll; < 0: impossible */

static int number_of(side s)
{
    for (int i = 1; i < checkers; i++)
        for (int k = i; k && s.at[k - 1] < s.at[k]; k--) {
            const int high = s.at[k];
            s.at[k] = s.at[k - 1];
            s.at[k - 1] = high;
        }
    for (int i = 0;; i++)
        if (!memcmp(sides[i].at, s.at, sizeof s.at))
            return i;
}

static int many(const side *s, int at)
{
    int n = 0;
    for (int i = 0; i < checkers; i++)
        n += s->at[i] == at;
    return n;
}

static int most(const side *s)
{
    int top = 0;
    for (int i = 0; i < checkers; i++)
        top = s->at[i] > top ? s->at[i] : top;
    return top;
}

typedef struct tried { /* the best so far: dice used, the die if it was one alone, the chance */
    int used, die;
    double chance;
} tried;

static void try_all(side mine, side theirs, const int *dice, int left, tried now, tried *best)
{
    now.chance = most(&mine) ? 1 - value[number_of(theirs)][number_of(mine)] : 1;
    const int single = now.used == 1 ? now.die : 0, before = best->used == 1 ? best->die : 0;
    if (now.used > best->used || (now.used == best->used && single > before) ||
        (now.used == best->used && single == before && now.chance > best->chance))
        *best = now;
    for (int d = 0; d < left; d++) {
        int rest[4], n = 0;
        for (int i = 0; i < left; i++)
            if (i != d)
                rest[n++] = dice[i];
        for (int i = 0; i < checkers; i++) {
            const int from = mine.at[i], to = from - dice[d], top = most(&mine);
            const bool enters = from == points + 1, bears = to <= 0;
            if (!from || (top == points + 1 && !enters) || (!bears && many(&theirs, points + 1 - to) > 1) ||
                (bears && (top > (points + 3) / 4 || (to < 0 && from < top))))
                continue;
            side mine_then = mine, theirs_then = theirs;
            mine_then.at[i] = bears ? 0 : to;
            for (int k = 0; k < checkers && !bears; k++)
                if (theirs.at[k] == points + 1 - to)
                    theirs_then.at[k] = points + 1;
            try_all(mine_then, theirs_then, rest, n, (tried){now.used + 1, dice[d], 0}, best);
        }
    }
}

static double mean_of_rolls(int i, int k, int faces, int doubles)
{
    double sum = 0;
    for (int x = 1; x <= faces; x++)
        for (int y = 1; y <= x; y++) {
            const int dice[4] = {x, y, x, y};
            tried best = {-1, 0, 0};
            try_all(sides[i], sides[k], dice, x == y ? doubles : 2, (tried){0}, &best);
            sum += best.chance * (x == y ? 1 : 2);
        }
    return sum / (faces * faces);
}

static void list_sides(void)
{
    count = 0;
    for (int x = 0; x <= points + 1; x++)
        for (int y = 0; y <= (checkers > 1 ? x : 0); y++)
            for (int z = 0; z <= (checkers > 2 ? y : 0); z++)
                sides[count++] = (side){{x, y, z}};
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            value[i][k] = most(&sides[k]) ? 0.5 : 0;
}

static void iterate_plainly(int faces, int doubles)
{
    double change = 1;
    list_sides();
    for (int sweep = 0; change > 1e-11; sweep++) {
        change = 0;
        assert_true(sweep < 500);
        for (int i = 1; i < count; i++)
            for (int k = 1; k < count; k++) {
                const double chance = mean_of_rolls(i, k, faces, doubles);
                change = fmax(change, fabs(chance - value[i][k]));
                value[i][k] = chance;
            }
    }
}

static uint64_t packed(const side *s)
{
    uint64_t word = 0;
    for (int i = 0; i < checkers; i++)
        word = s->at[i] ? word << 5 | (unsigned)s->at[i] : word;
    return word;
}

static void assert_all_values(const char *settings, int faces, int doubles)
{
    char tables[4096];
    zm_table *t;
    odds_lab l = {.c = zm_context_new()};
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = unit_path("minigammon", tables), .precision = 1e-8);
    zm_set_sync(l.c, false);
    l.v = odds_variant(l.c, minigammon(l.c), settings);
    points = (int)zm_option_number(l.v, "points");
    checkers = (int)zm_option_number(l.v, "checkers");
    assert_int_equal(zm_solve(l.c, l.v, &o, &l.solved), ZM_OK);
    assert_int_equal(zm_table_open(l.c, l.v, tables, &t), ZM_OK);
    iterate_plainly(faces, doubles);
    uint64_t seen = 0;
    for (int i = 1; i < count; i++)
        for (int k = 0; k < count; k++) {
            zm_odds found;
            const zm_pos p = {packed(&sides[i]), packed(&sides[k])};
            bool has = false;
            if (l.v->game->is_position(l.v, p))
                assert_int_equal(zm_table_has(l.c, t, p, &has), ZM_OK);
            if (!has)
                continue;
            assert_int_equal(zm_table_probe_odds(l.c, t, p, &found), ZM_OK);
            assert_true(zm_odds_number(found.lower) < value[i][k] + 1e-9);
            assert_true(zm_odds_number(found.upper) > value[i][k] - 1e-9);
            seen++;
        }
    assert_int_equal(seen, l.solved.summary.states);
    zm_table_close(t);
    zm_table_remove(l.c, l.v, tables);
    odds_close(&l);
}

static void values_of_small_boards(void **state)
{
    assert_all_values("points=4 checkers=1 sides=2", 2, 4);
    assert_all_values("points=6 checkers=2 sides=3", 3, 4);
    assert_all_values("points=4 checkers=2 sides=2 doubles=two", 2, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_placements_of_hypergammon),
        cmocka_unit_test(moves_of_a_roll),
        cmocka_unit_test(a_hit_goes_to_the_bar),
        cmocka_unit_test(values_of_small_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
