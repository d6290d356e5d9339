/* games_tic_tac_toe.c: the figures of Tic-Tac-Toe (seed 004 and FACTS.md), its codes and its notation. */
#include "games_enumerate.h"
#include "games_notation.h"

#include <zermelo/board.h>

static const char *const play_on[] = {"play_on=yes"};

static void by_half_move(const walk *w, uint32_t rows[10])
{
    memset(rows, 0, 10 * sizeof *rows);
    for (uint32_t i = 0; i < w->count; i++)
        rows[zm_count_bits(zm_occupied(w->v, w->nodes[i].p))]++;
}

static void seed_004_states_by_half_move(void **state)
{
    static const uint32_t stopping[10] = {1, 3, 12, 38, 108, 174, 204, 153, 57, 15};
    static const uint32_t going_on[10] = {1, 3, 12, 38, 108, 174, 228, 174, 89, 23};
    uint32_t rows[10];
    walk w = {0};
    (void)state;
    w.symmetry = true;
    walk_open(&w, "tic-tac-toe", 2000, 0, NULL);
    by_half_move(&w, rows);
    assert_int_equal(w.count, 765);
    assert_memory_equal(rows, stopping, sizeof rows);
    assert_int_equal(w.nodes[0].winner, NOBODY);
    walk_close(&w);
    walk_open(&w, "tic-tac-toe", 2000, 1, play_on);
    by_half_move(&w, rows);
    assert_int_equal(w.count, 850);
    assert_memory_equal(rows, going_on, sizeof rows);
    walk_close(&w);
}

static void issue_2_positions_and_games_before_symmetry(void **state)
{
    walk w = {0};
    (void)state;
    walk_open(&w, "tic-tac-toe", 10000, 0, NULL);
    assert_int_equal(w.count, 5478);
    assert_true(w.nodes[0].games == 255168);
    walk_close(&w);
}

/* Nodes of the game tree by half-move: every line of play is walked. */
static void count_tree(const zm_variant *v, zm_pos p, unsigned ply, uint32_t rows[10]) /* NOLINT(misc-no-recursion) */
{
    zm_move moves[16];
    unsigned n;
    rows[ply]++;
    open_moves(v, p, moves, &n);
    for (unsigned i = 0; i < n; i++)
        count_tree(v, v->game->play(v, p, moves[i]), ply + 1, rows);
}

static uint32_t tree(size_t count, const char *const *settings, uint32_t rows[10])
{
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "tic-tac-toe", count, settings);
    uint32_t sum = 0;
    memset(rows, 0, 10 * sizeof *rows);
    count_tree(v, v->game->start(v), 0, rows);
    for (unsigned i = 0; i < 10; i++)
        sum += rows[i];
    zm_variant_free(c, v);
    zm_context_free(c);
    return sum;
}

static void seed_004_game_tree(void **state)
{
    static const uint32_t going_on[10] = {1, 9, 72, 504, 3024, 15120, 60480, 181440, 362880, 362880};
    uint32_t rows[10];
    (void)state;
    assert_int_equal(tree(0, NULL, rows), 549946);
    assert_int_equal(tree(1, play_on, rows), 986410);
    assert_memory_equal(rows, going_on, sizeof rows);
}

/* On the full board: x alone has a line, o alone, both, none. */
static void play_on_is_decided_on_the_full_board(void **state)
{
    static const struct {
        const char *board;
        zm_end end; /* for o, who would be to move */
    } full[] = {{"xxxooxxoo", ZM_LOSS}, {"ooxxoxxxo", ZM_WIN}, {"xxxoooxxo", ZM_DRAW}, {"xoxxoooxx", ZM_DRAW}};
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "tic-tac-toe", 1, play_on);
    zm_mistake why;
    zm_pos p;
    (void)state;
    for (size_t i = 0; i < sizeof full / sizeof *full; i++) {
        assert_true(v->game->read(v, full[i].board, &p, &why));
        assert_int_equal(v->game->ended(v, p), full[i].end);
    }
    assert_true(v->game->read(v, "xxxoo....", &p, &why));
    assert_int_equal(v->game->ended(v, p), ZM_OPEN);
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void fingerprints_are_the_same_for_all_eight_symmetries(void **state)
{
    static const uint8_t turned[9] = {6, 3, 0, 7, 4, 1, 8, 5, 2}, mirrored[9] = {2, 1, 0, 5, 4, 3, 8, 7, 6};
    walk w = {0};
    (void)state;
    walk_open(&w, "tic-tac-toe", 10000, 0, NULL);
    const zm_game *g = w.v->game;
    for (uint32_t i = 0; i < w.count; i++) {
        char text[ZM_MAX_TEXT], turn[10] = "", mirror[10] = "";
        zm_mistake why;
        zm_pos a, b, f = g->fingerprint(w.v, w.nodes[i].p);
        zm_write_position(w.v, w.nodes[i].p, text, sizeof text);
        for (unsigned k = 0; k < 9; k++) {
            turn[k] = text[turned[k]];
            mirror[k] = text[mirrored[k]];
        }
        assert_true(g->read(w.v, turn, &a, &why) && g->read(w.v, mirror, &b, &why));
        assert_true(zm_same(g->fingerprint(w.v, a), f) && zm_same(g->fingerprint(w.v, b), f));
        assert_true(zm_same(g->fingerprint(w.v, f), f));
    }
    walk_close(&w);
}

/* Every number of 18 bits is a position's code or refused; both codes agree, and text goes to and fro. */
static void codes_of_seed_004(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "tic-tac-toe", 0, NULL);
    const zm_code *bits2 = &v->game->sources->codes[0], *base3 = &v->game->sources->codes[1];
    char text[ZM_MAX_TEXT];
    unsigned good = 0;
    zm_mistake why;
    zm_pos p, q;
    (void)state;
    assert_string_equal(bits2->name, "bits2");
    assert_string_equal(base3->name, "base3");
    for (uint64_t code = 0; code < UINT64_C(1) << 19; code++) {
        if (!bits2->decode(v, code, &p, &why))
            continue;
        good++;
        assert_int_equal(bits2->encode(v, p), code);
        assert_true(base3->encode(v, p) < 19683);
        assert_true(base3->decode(v, base3->encode(v, p), &q, &why) && zm_same(p, q));
        zm_write_position(v, p, text, sizeof text);
        assert_true(v->game->read(v, text, &q, &why) && zm_same(p, q));
    }
    assert_int_equal(good, 5478);
    assert_true(v->game->read(v, "xo..x....", &p, &why)); /* 120010000 in base 4 and in base 3 */
    assert_int_equal(bits2->encode(v, p), 65536 + 2 * 16384 + 256);
    assert_int_equal(base3->encode(v, p), 6561 + 2 * 2187 + 81);
    assert_false(base3->decode(v, 19683, &p, &why));
    assert_false(base3->decode(v, UINT64_C(1853020188851841), &p, &why)); /* 3^32: must not wrap to 0 */
    assert_false(bits2->decode(v, UINT64_MAX, &p, &why));
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void bad_notation_is_refused_with_place_and_reason(void **state)
{
    static const bad_text bad[] = {
        {"", "expected 9", 0},
        {"xo..x", "expected 9", 5},
        {"xo..X....", "expected 9", 4},
        {"xo..x.....", "no more", 9},
        {"xo..x....z", "no more", 9},
        {"xx.......", "as many", ZM_WHOLE},
        {"o........", "as many", ZM_WHOLE},
        {"xxxooo...", "both", ZM_WHOLE},
        {"xxxoo.o..", "after", ZM_WHOLE},
        {"ooox.xx.x", "after", ZM_WHOLE},
    };
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "tic-tac-toe", 0, NULL);
    (void)state;
    assert_refused(v, bad, sizeof bad / sizeof *bad);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seed_004_states_by_half_move),
        cmocka_unit_test(issue_2_positions_and_games_before_symmetry),
        cmocka_unit_test(seed_004_game_tree),
        cmocka_unit_test(play_on_is_decided_on_the_full_board),
        cmocka_unit_test(fingerprints_are_the_same_for_all_eight_symmetries),
        cmocka_unit_test(codes_of_seed_004),
        cmocka_unit_test(bad_notation_is_refused_with_place_and_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
