/* The numbers of the issue through the library's own solvers, enumeration and counting. tests/short/games_*.c has the
 * same by an independent walk. Sources: seed 003 (Hasenspiel, with what is wrong in it put right), seed 004
 * (Tic-Tac-Toe), Gale's strategy stealing (Chomp), Bouton 1901 (Nim). */
#include "unit.h"

#include <zermelo/zermelo.h>

typedef struct desk {
    zm_context *c;
    zm_variant *v;
} desk;

static desk open_desk(const char *game, size_t count, const char *const *settings)
{
    desk d = {.c = zm_context_new()};
    const zm_game *g;
    zm_set_sync(d.c, false);
    assert_int_equal(zm_find_game(d.c, game, &g), ZM_OK);
    if (zm_variant_new(d.c, g, settings, count, &d.v) != ZM_OK)
        fail_msg("%s", zm_message(d.c));
    return d;
}

static void close_desk(desk *d)
{
    zm_variant_free(d->c, d->v);
    assert_int_equal(zm_memory_used(d->c), 0);
    zm_context_free(d->c);
}

static zm_solved solve(desk *d, zm_solve_options o)
{
    zm_solved s;
    if (zm_solve(d->c, d->v, &o, &s) != ZM_OK)
        fail_msg("%s", zm_message(d->c));
    return s;
}

/* ---- Tic-Tac-Toe ---- */
static void check_plies(desk *d, const uint64_t *count, uint32_t plies, uint64_t states)
{
    zm_plies p;
    assert_int_equal(zm_enumerate(d->c, d->v, &p), ZM_OK);
    assert_int_equal(p.plies, plies);
    for (uint32_t i = 0; i < plies; i++)
        assert_int_equal(p.count[i], count[i]);
    assert_int_equal(p.states, states);
    zm_plies_free(d->c, &p);
}

static void seed_004_850_boards_by_half_moves_playing_on(void **state)
{
    (void)state;
    static const uint64_t count[] = {1, 3, 12, 38, 108, 174, 228, 174, 89, 23};
    desk d = open_desk("tic-tac-toe", 1, (const char *const[]){"play_on=yes"});
    check_plies(&d, count, 10, 850);
    zm_solved s = solve(&d, ZM_OPTIONS(zm_solve_options));
    assert_int_equal(s.summary.states, 850);
    assert_int_equal(s.summary.start, ZM_DRAWN);
    close_desk(&d);
}

static void issue_2_765_boards_stopping_at_wins_a_draw(void **state)
{
    (void)state;
    static const uint64_t count[] = {1, 3, 12, 38, 108, 174, 204, 153, 57, 15};
    desk d = open_desk("tic-tac-toe", 0, NULL);
    check_plies(&d, count, 10, 765);
    zm_solved s = solve(&d, ZM_OPTIONS(zm_solve_options));
    assert_int_equal(s.summary.states, 765);
    assert_int_equal(s.summary.start, ZM_DRAWN);
    close_desk(&d);
}

static void seed_004_986410_nodes_by_half_moves_playing_on(void **state)
{
    (void)state;
    static const char *const nodes[] = {"1", "9", "72", "504", "3024", "15120", "60480", "181440", "362880", "362880"};
    desk d = open_desk("tic-tac-toe", 1, (const char *const[]){"play_on=yes"});
    zm_tree t;
    assert_int_equal(zm_count_games(d.c, d.v, zm_start_state(d.v), &t), ZM_OK);
    assert_int_equal(t.plies, 10);
    for (unsigned i = 0; i < 10; i++)
        assert_string_equal(t.nodes[i], nodes[i]);
    assert_string_equal(t.all_nodes, "986410");
    assert_string_equal(t.games, "362880");
    zm_tree_free(&t);
    close_desk(&d);
}

/* 131,184 + 77,904 + 46,080 = 255,168: as commonly published. */
static void issue_2_549946_nodes_and_255168_games_stopping_at_wins(void **state)
{
    (void)state;
    desk d = open_desk("tic-tac-toe", 0, NULL);
    zm_tree t;
    assert_int_equal(zm_count_games(d.c, d.v, zm_start_state(d.v), &t), ZM_OK);
    assert_string_equal(t.all_nodes, "549946");
    assert_string_equal(t.games, "255168");
    assert_string_equal(t.won_by[0], "131184");
    assert_string_equal(t.won_by[1], "77904");
    assert_string_equal(t.drawn, "46080");
    zm_tree_free(&t);
    close_desk(&d);
}

/* ---- Chomp ---- */
static desk chomp(unsigned rows, unsigned cols)
{
    char a[16], b[16];
    snprintf(a, sizeof a, "rows=%u", rows);
    snprintf(b, sizeof b, "cols=%u", cols);
    return open_desk("chomp", 2, (const char *const[]){a, b});
}

static void chomp_has_binomially_many_states_and_the_first_player_wins_all_but_one_square(void **state)
{
    (void)state;
    for (unsigned rows = 1; rows <= 6; rows++)
        for (unsigned cols = 1; cols <= 6; cols++) {
            desk d = chomp(rows, cols);
            zm_plies p;
            for (unsigned m = 0; m < 2; m++) {
                zm_solved s = solve(&d, ZM_OPTIONS(zm_solve_options, .method = m ? ZM_METHOD_HASH : ZM_METHOD_AUTO));
                assert_int_equal(s.summary.states, zm_binomial(rows + cols, rows));
                assert_int_equal(s.summary.drawn, 0);
                assert_int_equal(zm_is_win(s.summary.start), rows * cols > 1);
            }
            assert_int_equal(zm_enumerate(d.c, d.v, &p), ZM_OK);
            assert_int_equal(p.states, zm_binomial(rows + cols, rows));
            zm_plies_free(d.c, &p);
            close_desk(&d);
        }
}

/* n,1,1,...: the poisoned row and column, equally long. */
static void two_arms(unsigned n, char *out)
{
    out += sprintf(out, "%u", n);
    for (unsigned i = 1; i < n; i++)
        out += sprintf(out, ",1");
}

static void on_square_boards_chomp_2_2_wins_and_leaves_two_equal_arms(void **state)
{
    (void)state;
    char tables[4096];
    unit_path("tables", tables);
    for (unsigned n = 2; n <= 7; n++) {
        desk d = chomp(n, n);
        char text[64], seen[ZM_MAX_TEXT];
        zm_move m[ZM_MAX_MOVES];
        unsigned count, good = 0;
        zm_pos arms, start = zm_start_state(d.v);
        zm_table *t;
        zm_value value;
        solve(&d, ZM_OPTIONS(zm_solve_options, .tables = tables));
        assert_int_equal(zm_table_open(d.c, d.v, tables, &t), ZM_OK);
        two_arms(n, text);
        assert_int_equal(zm_read_position(d.c, d.v, text, &arms), ZM_OK);
        assert_int_equal(zm_moves_of(d.v, start, m, &count), ZM_OPEN);
        for (unsigned i = 0; i < count; i++) {
            zm_pos next = zm_state_of(d.v, d.v->game->play(d.v, start, m[i]));
            assert_int_equal(zm_table_probe(d.c, t, next, &value), ZM_OK);
            zm_write_move(d.v, start, m[i], seen, sizeof seen);
            if (zm_same(next, zm_state_of(d.v, arms))) {
                assert_true(zm_is_loss(value));
                assert_non_null(strstr(seen, "2,2"));
                good++;
            }
        }
        assert_int_equal(good, 1);
        zm_table_close(t);
        close_desk(&d);
    }
}

static void issue_2_chomp_12x12_has_2704156_states(void **state)
{
    (void)state;
    desk d = chomp(12, 12);
    zm_solved s = solve(&d, ZM_OPTIONS(zm_solve_options));
    assert_int_equal(s.summary.states, 2704156);
    assert_true(zm_is_win(s.summary.start));
    close_desk(&d);
}

/* ---- Hasenspiel: the table of FACTS.md, from our own count of seed 003's game ---- */
typedef struct hase_fact {
    const char *cut;
    uint64_t states, pawns, rabbit;
    const char *games;
    double share; /* of the games that the pawns win, percent */
} hase_fact;

static const hase_fact hase_facts[] = {
    {"cut=none", 895280, 59098, 836182, "1586542365057189311556076565896156", 0.0060},
    {"cut=passed", 778341, 58924, 719417, "2479385048689677432127960469169", 1.4863},
    {"cut=blog", 776247, 59114, 717133, "1101226120421767687787600873400", 3.4446},
};

static void check_hase(const hase_fact *f, bool tree)
{
    desk d = open_desk("hasenspiel", 1, &f->cut);
    zm_solved s = solve(&d, ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_HUNT, .count_games = true));
    assert_int_equal(s.summary.states, f->states);
    assert_int_equal(s.summary.won_by[0], f->rabbit);
    assert_int_equal(s.summary.won_by[1], f->pawns);
    assert_int_equal(s.summary.drawn, 0);
    assert_int_equal(s.summary.start, zm_loss_in(44)); /* the rabbit moves first: pawns win, 44 plies */
    assert_string_equal(s.games, f->games);
    double share = 100 * strtod(s.games_won_by[1], NULL) / strtod(s.games, NULL);
    assert_true(share > f->share - 0.00005 && share < f->share + 0.00005);
    if (tree) {
        zm_tree t;
        assert_int_equal(zm_count_games(d.c, d.v, zm_start_state(d.v), &t), ZM_OK);
        assert_string_equal(t.games, f->games);
        assert_string_equal(t.won_by[0], s.games_won_by[0]);
        assert_string_equal(t.won_by[1], s.games_won_by[1]);
        assert_string_equal(t.drawn, "0");
        zm_tree_free(&t);
    }
    close_desk(&d);
}

static void facts_hasenspiel_plain_rules(void **state)
{
    (void)state;
    check_hase(&hase_facts[0], true);
}

static void facts_hasenspiel_cut_passed(void **state)
{
    (void)state;
    check_hase(&hase_facts[1], true);
}

static void facts_hasenspiel_cut_blog(void **state)
{
    (void)state;
    check_hase(&hase_facts[2], true);
}

/* ---- counting games is not confused by a table that is there, or half there ---- */
static void games_are_counted_with_a_table_there_too(void **state)
{
    (void)state;
    char tables[4096];
    desk d = open_desk("hasenspiel", 1, (const char *const[]){"size=6"});
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = ZM_METHOD_HUNT, .count_games = true,
                                    .tables = unit_path("counted", tables));
    zm_solved first = solve(&d, o), second = solve(&d, o);
    assert_true(first.games[0] && first.games_won_by[0][0]);
    assert_string_equal(first.games, second.games);
    assert_string_equal(first.games_won_by[0], second.games_won_by[0]);
    assert_int_equal(second.summary.states, first.summary.states);
    close_desk(&d);
}

/* ---- Nim ---- */
static void bouton_1901_nim_is_lost_where_the_xor_is_0(void **state)
{
    (void)state;
    char tables[4096];
    desk d = open_desk("nim", 1, (const char *const[]){"piles=5,6,7,4"});
    unsigned seen = 0;
    zm_table *t;
    solve(&d, ZM_OPTIONS(zm_solve_options, .tables = unit_path("nim", tables)));
    assert_int_equal(zm_table_open(d.c, d.v, tables, &t), ZM_OK);
    for (unsigned a = 0; a <= 5; a++)
        for (unsigned b = 0; b <= 6; b++)
            for (unsigned e = 0; e <= 7; e++)
                for (unsigned f = 0; f <= 4; f++) {
                    char text[64];
                    zm_pos p;
                    zm_value value;
                    snprintf(text, sizeof text, "%u,%u,%u,%u", a, b, e, f);
                    assert_int_equal(zm_read_position(d.c, d.v, text, &p), ZM_OK);
                    assert_int_equal(zm_table_probe(d.c, t, p, &value), ZM_OK);
                    assert_true(zm_is_loss(value) || zm_is_win(value));
                    assert_int_equal(zm_is_loss(value), (a ^ b ^ e ^ f) == 0);
                    seen++;
                }
    assert_int_equal(seen, 6 * 7 * 8 * 5);
    zm_table_close(t);
    close_desk(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seed_004_850_boards_by_half_moves_playing_on),
        cmocka_unit_test(issue_2_765_boards_stopping_at_wins_a_draw),
        cmocka_unit_test(seed_004_986410_nodes_by_half_moves_playing_on),
        cmocka_unit_test(issue_2_549946_nodes_and_255168_games_stopping_at_wins),
        cmocka_unit_test(chomp_has_binomially_many_states_and_the_first_player_wins_all_but_one_square),
        cmocka_unit_test(on_square_boards_chomp_2_2_wins_and_leaves_two_equal_arms),
        cmocka_unit_test(issue_2_chomp_12x12_has_2704156_states),
        cmocka_unit_test(facts_hasenspiel_plain_rules),
        cmocka_unit_test(facts_hasenspiel_cut_passed),
        cmocka_unit_test(facts_hasenspiel_cut_blog),
        cmocka_unit_test(games_are_counted_with_a_table_there_too),
        cmocka_unit_test(bouton_1901_nim_is_lost_where_the_xor_is_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
