/* Races: Mensch ärgere Dich nicht against what is known of it, against plain iteration in doubles, and against itself
 * on other numbers of threads. solve_resumed.c has races that were stopped. */
#include "table_lab.h"

#include <math.h>

typedef struct stand {
    zm_context *c;
    zm_variant *v;
} stand;

static stand open_stand(const char *settings)
{
    stand s = {.c = zm_context_new()};
    const zm_game *g;
    const char *word[8];
    char text[256];
    size_t count = 0;
    snprintf(text, sizeof text, "%s", settings);
    for (char *at = strtok(text, " "); at; at = strtok(NULL, " "))
        word[count++] = at;
    assert_non_null(s.c);
    assert_int_equal(zm_find_game(s.c, "madn", &g), ZM_OK);
    assert_int_equal(zm_variant_new(s.c, g, word, count, &s.v), ZM_OK);
    zm_set_threads(s.c, 1);
    zm_set_sync(s.c, false);
    return s;
}

static void close_stand(stand *s)
{
    zm_variant_free(s->c, s->v);
    zm_context_free(s->c);
}

static void assert_within(zm_odds o, double percent)
{
    assert_true(100 * zm_odds_number(o.lower) <= percent + 1e-10);
    assert_true(100 * zm_odds_number(o.upper) >= percent - 1e-10);
}

static void solve(const stand *s, double precision, const char *tables, zm_solved *out)
{
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .precision = precision, .tables = tables);
    if (zm_solve(s->c, s->v, &o, out) != ZM_OK)
        fail_msg("%s", zm_message(s->c));
}

/* ---- known numbers ---- */
static void the_thesis_table_for_one_and_two_pieces(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        uint64_t positions;
        double start, least, most;
        const char *worst, *best;
    } known[] = {
        {"pieces=1", 1723, 53.0736467991, 8.3157165234, 93.3474267812, ";39", "39;"},
        {"pieces=2", 747435, 50.9186694562, 5.4905010182, 95.6075991854, ";39,41", "39,41;"},
    };
    for (unsigned i = 0; i < 2; i++) {
        stand s = open_stand(known[i].settings);
        zm_solved got;
        char text[ZM_MAX_TEXT];
        solve(&s, 1e-6, NULL, &got);
        assert_int_equal(got.summary.states, known[i].positions);
        assert_within(got.summary.start_odds, known[i].start);
        assert_within(got.summary.least, known[i].least);
        assert_within(got.summary.most, known[i].most);
        assert_true(zm_odds_number(got.summary.widest) <= 1e-6);
        zm_write_position(s.v, got.summary.least_position, text, sizeof text);
        assert_string_equal(text, known[i].worst);
        zm_write_position(s.v, got.summary.most_position, text, sizeof text);
        assert_string_equal(text, known[i].best);
        close_stand(&s);
    }
}

static void as_many_positions_as_the_thesis_counts(void **state)
{
    (void)state;
    static const uint64_t positions[] = {1723, 747435, 145248343, 16053053985};
    for (unsigned pieces = 1; pieces <= 4; pieces++) {
        char settings[32];
        uint64_t places = 0;
        snprintf(settings, sizeof settings, "pieces=%u", pieces);
        stand s = open_stand(settings);
        for (uint32_t tier = 0; tier < s.v->game->index->tiers(s.v); tier++)
            places += s.v->game->index->tier_size(s.v, tier);
        assert_int_equal(places, positions[pieces - 1]);
        assert_int_equal(s.v->game->sources->codes[0].encode(s.v, s.v->game->start(s.v)) < places, true);
        zm_pos last;
        zm_mistake why;
        assert_true(s.v->game->sources->codes[0].decode(s.v, places - 1, &last, &why));
        assert_false(s.v->game->sources->codes[0].decode(s.v, places, &last, &why));
        close_stand(&s);
    }
}

/* Both numbers of a position lead back to it. */
static void numbers_of_positions_are_numbers_of_one(void **state)
{
    (void)state;
    for (unsigned pieces = 1; pieces <= 4; pieces++) {
        char settings[32];
        snprintf(settings, sizeof settings, "pieces=%u squares=%u", pieces, 24 + 8 * (pieces % 3));
        stand s = open_stand(settings);
        const zm_game *g = s.v->game;
        uint64_t random = pieces;
        for (unsigned i = 0; i < 20000; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const uint32_t tier = (uint32_t)((random >> 33) % g->index->tiers(s.v));
            const zm_place at = {tier, (random >> 7) % g->index->tier_size(s.v, tier)};
            const zm_pos p = g->index->unrank(s.v, at);
            const zm_place back = g->index->rank(s.v, p);
            zm_pos again;
            zm_mistake why;
            assert_int_equal(back.tier, at.tier);
            assert_int_equal(back.index, at.index);
            assert_true(g->sources->codes[0].decode(s.v, g->sources->codes[0].encode(s.v, p), &again, &why));
            assert_true(zm_same(p, again));
        }
        close_stand(&s);
    }
}

/* ---- against plain iteration: nothing shared but the rules ---- */
typedef struct plain {
    const zm_variant *v;
    uint64_t *first; /* of each tier */
    double *value;
} plain;

static uint64_t place_of(const plain *a, zm_pos p)
{
    const zm_place at = a->v->game->index->rank(a->v, zm_state_of(a->v, p));
    return a->first[at.tier] + at.index;
}

static double mean(const plain *a, zm_pos p)
{
    const zm_game *g = a->v->game;
    uint32_t weight[ZM_MAX_ROLLS];
    double sum = 0, total = 0;
    g->dice->odds(a->v, p, weight);
    for (unsigned roll = 0; roll < g->dice->rolls; roll++) {
        zm_move move[64];
        double best = 0;
        const unsigned count = g->dice->moves(a->v, p, roll, move);
        for (unsigned i = 0; i < count; i++) {
            const zm_pos next = g->play(a->v, p, move[i]);
            const double there = a->value[place_of(a, next)];
            const double here = zm_turn_of(a->v, next) != zm_turn_of(a->v, p) ? 1 - there : there;
            best = here > best ? here : best;
        }
        sum += weight[roll] * best;
        total += weight[roll];
    }
    return sum / total;
}

static double sweep(plain *a, bool begin)
{
    const zm_game *g = a->v->game;
    double most = 0;
    for (uint32_t tier = 0; tier < g->index->tiers(a->v); tier++)
        for (uint64_t i = 0; i < g->index->tier_size(a->v, tier); i++) {
            const zm_pos p = g->index->unrank(a->v, (zm_place){tier, i});
            double *value = &a->value[a->first[tier] + i];
            const zm_end end = g->ended(a->v, p);
            const double now = end == ZM_WIN ? 1 : end == ZM_LOSS ? 0 : begin ? 0.5 : mean(a, p);
            most = fmax(most, fabs(now - *value));
            *value = now;
        }
    return most;
}

static void intervals_hold_what_plain_iteration_finds(void **state)
{
    (void)state;
    static const char *const settings[] = {
        "pieces=1 squares=16",
        "pieces=2 squares=16",
        "pieces=1 squares=16 capture=must",
        "pieces=2 squares=16 triple=yes start=box jump=no capture=must",
    };
    for (unsigned i = 0; i < sizeof settings / sizeof *settings; i++) {
        char dir[4096];
        unit_path("tables", dir);
        stand s = open_stand(settings[i]);
        const zm_game *g = s.v->game;
        uint64_t first[64], places = 0;
        zm_solved got;
        zm_table *t;
        for (uint32_t tier = 0; tier < g->index->tiers(s.v); tier++) {
            first[tier] = places;
            places += g->index->tier_size(s.v, tier);
        }
        plain a = {s.v, first, calloc(places, sizeof(double))};
        sweep(&a, true);
        while (sweep(&a, false) > 1e-11)
            ;
        solve(&s, 0, dir, &got);
        assert_int_equal(zm_table_open(s.c, s.v, dir, &t), ZM_OK);
        for (uint32_t tier = 0; tier < g->index->tiers(s.v); tier++)
            for (uint64_t k = 0; k < g->index->tier_size(s.v, tier); k++) {
                zm_odds o;
                assert_int_equal(zm_table_probe_odds(s.c, t, g->index->unrank(s.v, (zm_place){tier, k}), &o), ZM_OK);
                assert_within(o, 100 * a.value[first[tier] + k]);
                assert_true(o.upper - o.lower < 200);
            }
        zm_verified seen;
        assert_int_equal(zm_table_verify(s.c, t, &seen), ZM_OK);
        assert_int_equal(seen.states, places);
        zm_table_close(t);
        zm_table_remove(s.c, s.v, dir);
        free(a.value);
        close_stand(&s);
    }
}

/* ---- against itself ---- */
static void bytes_do_not_depend_on_threads(void **state)
{
    (void)state;
    uint64_t sums[3];
    for (unsigned threads = 1; threads <= 3; threads++) {
        char dir[4096], path[4096];
        unit_path("tables", dir);
        stand s = open_stand("pieces=2 squares=24");
        zm_solved got;
        zm_set_threads(s.c, threads);
        solve(&s, 1e-5, dir, &got);
        assert_int_equal(zm_table_path(s.c, s.v, dir, path, sizeof path), ZM_OK);
        snprintf(path + strlen(path), sizeof path - strlen(path), "/manifest");
        char text[4096] = "";
        FILE *f = fopen(path, "r");
        assert_non_null(f);
        assert_true(fread(text, 1, sizeof text - 1, f) > 0);
        fclose(f);
        const char *check = strstr(text, "check ");
        assert_non_null(check);
        sums[threads - 1] = strtoull(check + 6, NULL, 16);
        assert_int_equal(sums[threads - 1], sums[0]);
        zm_table_remove(s.c, s.v, dir);
        close_stand(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_thesis_table_for_one_and_two_pieces),
        cmocka_unit_test(as_many_positions_as_the_thesis_counts),
        cmocka_unit_test(numbers_of_positions_are_numbers_of_one),
        cmocka_unit_test(intervals_hold_what_plain_iteration_finds),
        cmocka_unit_test(bytes_do_not_depend_on_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
