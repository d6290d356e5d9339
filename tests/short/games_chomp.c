/* games_chomp.c: what is known of Chomp (seed 004): states, strategy stealing, the answer 2,2 on square bars; its
 * notation. */
#include "games_notation.h"
#include "games_values.h"

static void open_bar(walk *w, unsigned rows, unsigned cols)
{
    char r[16], c[16];
    const char *const settings[] = {r, c};
    snprintf(r, sizeof r, "rows=%u", rows);
    snprintf(c, sizeof c, "cols=%u", cols);
    memset(w, 0, sizeof *w);
    walk_open(w, "chomp", (uint32_t)zm_binomial(rows + cols, rows) + 1, 2, settings);
}

/* All staircases are reached, and the first player wins on every bar but the single poisoned square. */
static void seed_004_first_player_wins_all_bars_but_one(void **state)
{
    (void)state;
    for (unsigned rows = 1; rows <= 6; rows++)
        for (unsigned cols = 1; cols <= 6; cols++) {
            walk w;
            open_bar(&w, rows, cols);
            assert_int_equal(w.count, zm_binomial(rows + cols, rows));
            assert_int_equal(w.nodes[0].winner, rows * cols == 1 ? 1 : 0);
            walk_close(&w);
        }
}

/* Writes the winning first moves, blanks between. */
static void winning_moves(walk *w, zm_text *out)
{
    const zm_pos start = w->nodes[0].p;
    zm_move moves[320];
    unsigned n;
    bool added;
    open_moves(w->v, start, moves, &n);
    for (unsigned i = 0; i < n; i++) {
        const uint32_t next = find_or_add(w, w->v->game->play(w->v, start, moves[i]), &added);
        if (w->nodes[next].winner == 0)
            continue; /* the other one, then to move, wins */
        if (out->length)
            zm_say(out, " ");
        w->v->game->write_move(w->v, start, moves[i], out);
    }
}

static void seed_004_two_two_wins_on_square_bars(void **state)
{
    (void)state;
    for (unsigned n = 2; n <= 7; n++) {
        char text[ZM_MAX_TEXT];
        zm_text won = zm_text_in(text, sizeof text);
        walk w;
        open_bar(&w, n, n);
        winning_moves(&w, &won);
        assert_string_equal(text, "2,2");
        walk_close(&w);
    }
}

/* One row: all but the poison. Two rows: the upper right square, for rows of n and n-1 are lost. 3x4 as this walk found
 * it. */
static void all_winning_first_moves(void **state)
{
    static const struct {
        unsigned rows, cols;
        const char *moves;
    } bar[] = {{1, 5, "1,2"}, {2, 5, "2,5"}, {5, 2, "5,2"}, {3, 4, "2,3"}};
    (void)state;
    for (size_t i = 0; i < sizeof bar / sizeof *bar; i++) {
        char text[ZM_MAX_TEXT];
        zm_text won = zm_text_in(text, sizeof text);
        walk w;
        open_bar(&w, bar[i].rows, bar[i].cols);
        winning_moves(&w, &won);
        assert_string_equal(text, bar[i].moves);
        walk_close(&w);
    }
}

/* As a game in which nobody takes the poison, and who cannot move has lost, it has Grundy numbers: 0 where it is lost;
 * a row is a pile of all but the poison, and so are the arms of two that meet there. */
static void without_the_poison_it_is_an_impartial_game_like_others(void **state)
{
    static value_store store;
    unsigned grid_rows, grid_cols;
    walk w;
    (void)state;
    open_bar(&w, 5, 6);
    memset(&store, 0, sizeof store);
    for (uint32_t i = 0; i < w.count; i++)
        if (w.v->game->ended(w.v, w.nodes[i].p) == ZM_OPEN)
            assert_int_equal(values_of(&store, w.v, w.nodes[i].p).grundy == 0, w.nodes[i].winner == 1);
    w.v->game->sums->grid(w.v, &grid_rows, &grid_cols);
    assert_int_equal(grid_rows, 5);
    assert_int_equal(grid_cols, 6);
    assert_true(zm_same(w.v->game->sums->grid_at(w.v, 4, 5), w.nodes[0].p));
    for (int n = 1; n <= 6; n++)
        assert_int_equal(values_of(&store, w.v, w.v->game->sums->grid_at(w.v, 0, (unsigned)n - 1)).grundy, n - 1);
    for (int n = 1; n <= 6; n++)
        for (int m = 1; m <= 5; m++) {
            char text[32];
            int used = sprintf(text, "%d", n);
            zm_mistake why;
            zm_pos p;
            for (int i = 1; i < m; i++)
                used += sprintf(text + used, ",1");
            assert_true(w.v->game->read(w.v, text, &p, &why));
            assert_int_equal(values_of(&store, w.v, p).grundy, (n - 1) ^ (m - 1));
        }
    walk_close(&w);
}

static void bad_notation_is_refused_with_place_and_reason(void **state)
{
    static const bad_text bad[] = {
        {"", "length of a row", 0},     {"x", "length of a row", 0}, {"5", "1 to 4", 0},
        {"4,,1", "length of a row", 2}, {"3,4", "1 to 3", 2},        {"4,0", "left out", 2},
        {"4,4,2,1", "3 rows", 6},       {"4,4,2,", "3 rows", 6},     {"4,4 2", "a comma", 3},
        {"0,0", "left out", 0},         {"4,2-", "a comma", 3},      {"99999999999", "1 to 4", 0},
    };
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "chomp", 0, NULL);
    char text[ZM_MAX_TEXT];
    zm_pos p;
    (void)state;
    assert_refused(v, bad, sizeof bad / sizeof *bad);
    zm_mistake why;
    assert_true(v->game->read(v, "0", &p, &why));
    assert_int_equal(v->game->ended(v, p), ZM_WIN);
    assert_true(v->game->read(v, "4,4,2", &p, &why)); /* the example of DESIGN.md is of the default bar */
    zm_write_position(v, p, text, sizeof text);
    assert_string_equal(text, "4,4,2");
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void board_has_the_poison_at_its_lower_left(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "chomp", 0, NULL);
    zm_cell cells[ZM_MAX_CELLS];
    char drawn[13] = "";
    zm_mistake why;
    zm_pos p;
    (void)state;
    assert_true(v->game->read(v, "4,3,1", &p, &why));
    assert_int_equal(v->game->looks->cells(v, p, cells), 12);
    for (unsigned i = 0; i < 12; i++)
        drawn[4 * cells[i].row + cells[i].col] = cells[i].piece;
    assert_string_equal(drawn, "o..."
                               "ooo."
                               "xooo");
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seed_004_first_player_wins_all_bars_but_one),
        cmocka_unit_test(seed_004_two_two_wins_on_square_bars),
        cmocka_unit_test(all_winning_first_moves),
        cmocka_unit_test(without_the_poison_it_is_an_impartial_game_like_others),
        cmocka_unit_test(bad_notation_is_refused_with_place_and_reason),
        cmocka_unit_test(board_has_the_poison_at_its_lower_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
