/* games_connect_4.c: what is known of Connect 4: how many positions there are, who wins on which board, its notation
 * and codes. */
#include "base/memory.h"
#include "counts_connect_4.h"
#include "games_enumerate.h"

#include "unit.h"

static zm_variant *board(zm_context *c, unsigned width, unsigned height, unsigned connect)
{
    char w[16], h[16], k[16];
    const char *const settings[] = {w, h, k};
    snprintf(w, sizeof w, "width=%u", width);
    snprintf(h, sizeof h, "height=%u", height);
    snprintf(k, sizeof k, "connect=%u", connect);
    return variant_of(c, "connect-4", 3, settings);
}

/* Positions without symmetry: Markus Böck's strong solver has as many. */
static void test_positions(void **state)
{
    static const struct {
        unsigned width, height;
        uint64_t positions;
    } known[] = {{4, 4, 161029}, {5, 4, 3945711}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        zm_context *c = zm_context_new();
        zm_variant *v = board(c, known[i].width, known[i].height, 4);
        zm_plies plies;
        assert_int_equal(zm_enumerate_positions(c, v, &plies), ZM_OK);
        assert_int_equal(plies.states, known[i].positions);
        zm_plies_free(c, &plies);
        zm_variant_free(c, v);
        zm_context_free(c);
    }
}

/* What a search says led to a position has a move there: all of those, along random games. */
static void test_parents(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = board(c, 5, 4, 4);
    const zm_game *g = v->game;
    zm_random r = zm_random_stream(11, 0);
    (void)state;
    for (unsigned games = 0; games < 200; games++) {
        zm_pos p = g->start(v), came;
        zm_move moves[16];
        while (g->ended(v, p) == ZM_OPEN) {
            came = p;
            p = g->play(v, p, moves[zm_random_below(&r, g->moves(v, p, moves))]);
            zm_pos before[ZM_SEARCH_KIDS];
            const unsigned count = g->search->parents(v, p, before);
            bool found = false;
            for (unsigned i = 0; i < count; i++) {
                bool leads = false;
                found |= before[i].lo == came.lo && before[i].hi == came.hi;
                for (unsigned k = g->moves(v, before[i], moves); k-- > 0;) {
                    const zm_pos after = g->play(v, before[i], moves[k]);
                    leads |= after.lo == p.lo && after.hi == p.hi;
                }
                assert_true(leads);
            }
            assert_true(found);
        }
    }
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* Of the seven by six board: all states, mirror images merged; those that are not over; and positions without
 * merging. */
static void test_by_ply(void **state)
{
    static const uint64_t all[] = {1, 4, 25, 121, 568, 2144, 8231, 27473, 92244, 279241, 831581};
    enum { PLIES = sizeof all / sizeof *all };
    zm_context *c = zm_context_new();
    zm_variant *v = board(c, 7, 6, 4);
    for (unsigned way = ZM_LAYERS_WALK; way <= ZM_LAYERS_SETS; way++) {
        const zm_layers_options o = ZM_OPTIONS(zm_layers_options, .way = way, .most = PLIES - 1);
        zm_layers l;
        assert_int_equal(zm_count_layers(c, v, &o, &l), ZM_OK);
        assert_int_equal(l.way, way);
        assert_int_equal(l.plies, PLIES);
        for (unsigned i = 0; i < PLIES; i++) {
            assert_int_equal(l.layer[i].ply, i);
            assert_int_equal(l.layer[i].states, all[i]);
            assert_int_equal(l.layer[i].open, counts_notes[i]);
            assert_int_equal(l.layer[i].positions, way == ZM_LAYERS_SETS ? counts_oeis[i] : 0);
        }
        zm_layers_free(c, &l);
    }
    zm_variant_free(c, v);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

/* Both ways to count, every ply of small boards, narrow and wide and high ones; and positions before symmetry through a
 * hash. tests/medium has larger ones. */
static void test_walk_and_sets(void **state)
{
    static const struct {
        unsigned width, height;
    } boards[] = {{4, 4}, {1, 1}, {1, 7}, {2, 6}, {3, 4}, {5, 3}, {6, 2}, {9, 1}};
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++)
        for (unsigned connect = 3; connect <= 5; connect++) {
            zm_context *c = zm_context_new();
            zm_variant *v = board(c, boards[i].width, boards[i].height, connect);
            zm_layers_options o = ZM_OPTIONS(zm_layers_options, .way = ZM_LAYERS_WALK, .most = 100);
            zm_layers walked, made;
            zm_plies plies;
            assert_int_equal(zm_count_layers(c, v, &o, &walked), ZM_OK);
            o.way = ZM_LAYERS_SETS;
            assert_int_equal(zm_count_layers(c, v, &o, &made), ZM_OK);
            assert_int_equal(zm_enumerate_positions(c, v, &plies), ZM_OK);
            assert_int_equal(made.plies, walked.plies);
            assert_int_equal(made.plies, plies.plies);
            for (unsigned k = 0; k < made.plies; k++) {
                assert_int_equal(made.layer[k].states, walked.layer[k].states);
                assert_int_equal(made.layer[k].open, walked.layer[k].open);
                assert_int_equal(made.layer[k].positions, plies.count[k]);
            }
            zm_plies_free(c, &plies);
            zm_layers_free(c, &walked);
            zm_layers_free(c, &made);
            zm_variant_free(c, v);
            assert_int_equal(zm_memory_used(c), 0);
            zm_context_free(c);
        }
}

typedef struct told {
    zm_context *stop_at_last;
    unsigned plies, last;
} told;

static void tell(void *arg, const zm_layer *l)
{
    told *t = arg;
    assert_int_equal(l->ply, t->plies);
    t->plies++;
    if (t->stop_at_last && l->ply == t->last)
        zm_stop(t->stop_at_last);
}

/* Too little memory, or stopped: the layers before that have been told, and nothing is left behind. */
static void test_sets_that_end_early(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = board(c, 7, 6, 4);
    const uint64_t used = zm_memory_used(c);
    zm_layers l;
    told t = {0};
    const zm_layers_options o =
        ZM_OPTIONS(zm_layers_options, .way = ZM_LAYERS_SETS, .most = 42, .each = tell, .arg = &t);
    zm_set_memory(c, used + (16 << 20));
    assert_int_equal(zm_count_layers(c, v, &o, &l), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(c), "it suffices for"));
    assert_true(t.plies > 5 && t.plies < 20);
    assert_null(l.layer);
    assert_int_equal(zm_memory_used(c), used);
    zm_set_memory(c, 1 << 30);
    t = (told){.stop_at_last = c, .last = 9};
    assert_int_equal(zm_count_layers(c, v, &o, &l), ZM_INTERRUPTED);
    assert_true(t.plies >= 10 && t.plies < 20);
    assert_int_equal(zm_memory_used(c), used);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* Any allocation of a count may fail. */
static void test_sets_without_memory(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = board(c, 4, 4, 4);
    const uint64_t used = zm_memory_used(c);
    const zm_layers_options o = ZM_OPTIONS(zm_layers_options, .way = ZM_LAYERS_SETS, .most = 100);
    zm_layers l;
    uint64_t nth = 0;
    zm_status status;
    do {
        zm_fail_allocation(c, ++nth);
        status = zm_count_layers(c, v, &o, &l);
        assert_true(status == ZM_OK || status == ZM_NO_MEMORY);
        if (!status)
            zm_layers_free(c, &l);
        assert_int_equal(zm_memory_used(c), used);
    } while (status);
    assert_true(nth > 50);
    zm_fail_allocation(c, 0);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* The layers of a whole small board add up to its states. */
static void test_layers_are_all(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = board(c, 4, 4, 4);
    const zm_layers_options o = ZM_OPTIONS(zm_layers_options, .most = 100);
    zm_layers l;
    zm_plies plies;
    uint64_t sum = 0;
    assert_int_equal(zm_count_layers(c, v, &o, &l), ZM_OK);
    assert_int_equal(l.way, ZM_LAYERS_SETS);
    assert_int_equal(zm_enumerate(c, v, &plies), ZM_OK);
    assert_int_equal(l.plies, 17);
    assert_int_equal(plies.plies, l.plies);
    for (unsigned i = 0; i < l.plies; i++) {
        assert_int_equal(l.layer[i].states, plies.count[i]);
        sum += l.layer[i].states;
    }
    assert_int_equal(sum, 80541);
    assert_int_equal(l.layer[16].open, 0);
    zm_plies_free(c, &plies);
    zm_layers_free(c, &l);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* 1: the first player wins, 0: a draw, -1: he loses. Found by searching; the tables of 4x4 and 5x4 say the same. */
static void test_board_sizes(void **state)
{
    static const struct {
        unsigned width, height;
        int first;
    } known[] = {{4, 4, 0}, {5, 4, 0}, {6, 4, -1}, {7, 4, 0}, {4, 5, 0}, {5, 5, 0},
                 {6, 5, 0}, {4, 6, 0}, {5, 6, 0},  {4, 7, 0}, {4, 8, 0}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        zm_context *c = zm_context_new();
        zm_variant *v = board(c, known[i].width, known[i].height, 4);
        const zm_search_options o = ZM_OPTIONS(zm_search_options, .threads = 1, .bytes = 1 << 24);
        zm_searcher *s;
        zm_value value;
        assert_int_equal(zm_searcher_open(c, v, &o, &s), ZM_OK);
        assert_int_equal(zm_search_value(s, v->game->start(v), &value), ZM_OK);
        assert_int_equal(zm_is_win(value) - zm_is_loss(value), known[i].first);
        zm_searcher_close(s);
        zm_variant_free(c, v);
        zm_context_free(c);
    }
}

static zm_pos position(const zm_variant *v, const char *text)
{
    zm_mistake why = {0};
    zm_pos p;
    if (!v->game->read(v, text, &p, &why))
        fail_msg("%s: %s", text, why.text);
    return p;
}

/* Long games with their scores, counted as Pascal Pons' solver does. */
static void test_scores(void **state)
{
    static const struct {
        const char *moves;
        int score;
    } known[] = {{"2252576253462244111563365343671351441", -1},
                 {"7422341735647741166133573473242566", 1},
                 {"23163416124767223154467471272416755633", 0},
                 {"65214673556155731566316327373221417", -1}};
    zm_context *c = zm_context_new();
    zm_variant *v = board(c, 7, 6, 4);
    const zm_search_options o = ZM_OPTIONS(zm_search_options, .threads = 1, .bytes = 1 << 24);
    zm_searcher *s;
    zm_value value;
    assert_int_equal(zm_searcher_open(c, v, &o, &s), ZM_OK);
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        const zm_pos p = position(v, known[i].moves);
        assert_int_equal(zm_search_value(s, p, &value), ZM_OK);
        assert_int_equal(v->game->looks->score(v, p, value), known[i].score);
    }
    zm_searcher_close(s);
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void refuse(const zm_variant *v, const char *text, size_t at, const char *words)
{
    zm_mistake why = {0};
    zm_pos p;
    assert_false(v->game->read(v, text, &p, &why));
    assert_int_equal(why.at, at);
    if (!strstr(why.text, words))
        fail_msg("%s: %s", text, why.text);
}

static void test_notation(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = board(c, 7, 6, 4);
    char text[ZM_MAX_TEXT];
    refuse(v, "4444444", 6, "move 7: column 4 is full");
    refuse(v, "12121212", 7, "move 8: the game was over after move 7");
    refuse(v, "448", 2, "move 3: there is no column 8, this board has 1 to 7");
    refuse(v, "4x", 1, "move 2 must be a column, 1 to 7");
    refuse(v, "0", 0, "move 1 must be a column");
    zm_write_position(v, position(v, "-"), text, sizeof text);
    assert_string_equal(text, "-");
    zm_write_position(v, position(v, "4435"), text, sizeof text);
    assert_string_equal(text, "4435");
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* Random games: what is written is read as the same board, and so are the codes; a game that is over too. */
static void test_round_trips(void **state)
{
    zm_context *c = zm_context_new();
    uint64_t random = 4;
    for (unsigned game = 0; game < 400; game++) {
        zm_variant *v = game % 2 ? board(c, 7, 6, 4) : board(c, 8, 7, 5);
        const zm_game *g = v->game;
        zm_pos p = g->start(v), q;
        zm_move moves[16];
        for (unsigned count; open_moves(v, p, moves, &count) == ZM_OPEN;) {
            char text[ZM_MAX_TEXT];
            zm_mistake why = {0};
            p = g->play(v, p, moves[unit_random(&random) % count]);
            zm_write_position(v, p, text, sizeof text);
            assert_true(zm_same(p, position(v, text)));
            assert_true(g->sources->codes[0].decode(v, g->sources->codes[0].encode(v, p), &q, &why));
            assert_true(zm_same(p, q));
            assert_true(g->sources->codes[1].decode(v, g->sources->codes[1].encode(v, p), &q, &why));
            assert_true(zm_same(p, q));
        }
        zm_variant_free(c, v);
    }
    zm_context_free(c);
}

/* Seven bits a column from above, the first column highest: nothing played is seven times 0000001. */
static void test_codes(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = board(c, 7, 6, 4);
    const zm_game *g = v->game;
    zm_mistake why = {0};
    zm_pos p = g->start(v);
    assert_int_equal(g->sources->codes[0].encode(v, p), 0x40810204081u);
    assert_int_equal(g->sources->codes[1].encode(v, p), 0x40810204081u >> 7 << 6);
    p = position(v, "4435");
    assert_int_equal(g->sources->codes[0].encode(v, p), 4433222074497u);
    assert_int_equal(g->sources->codes[1].encode(v, p), 4433222074497u >> 7 << 6);
    p = position(v, "4");
    assert_int_equal(g->sources->codes[1].encode(v, p), (0x40810204081u + (1ull << 22)) >> 7 << 6 | 1ull << 48);
    assert_true(g->sources->codes[1].decode(v, g->sources->codes[1].encode(v, p), &p, &why));
    assert_false(g->sources->codes[1].decode(v, 1ull << 49, &p, &why));                  /* too long */
    assert_false(g->sources->codes[0].decode(v, 0, &p, &why));                           /* a column without its 1 */
    assert_false(g->sources->codes[0].decode(v, 0x40810204081u | 1ull << 60, &p, &why)); /* too long */
    assert_false(g->sources->codes[0].decode(v, 0x40810204082u, &p, &why)); /* the second player has begun */
    assert_false(g->sources->codes[1].decode(v, 0x40810204081u >> 7 << 6 | 1ull << 48, &p,
                                             &why)); /* less than no disc in the last column */
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void test_sizes_refused(void **state)
{
    const char *const large[] = {"width=9", "height=7"};
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, large, 2, &v), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(c), "72"));
    zm_context_free(c);
}

/* Five in a row take five columns, also where a column has so many bits that four of them fill a word. */
static void four_in_a_row_are_not_five_on_the_highest_board(void **state)
{
    zm_context *c = zm_context_new();
    const char *settings[] = {"width=4", "height=15", "connect=5"};
    const zm_game *g;
    zm_variant *v;
    zm_pos p;
    (void)state;
    assert_int_equal(zm_find_game(c, "connect-4", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, settings, 3, &v), ZM_OK);
    assert_int_equal(zm_read_position(c, v, "11223344", &p), ZM_OK);
    assert_int_equal(g->ended(v, p), ZM_OPEN);
    assert_int_equal(zm_read_position(c, v, "121212121", &p), ZM_OK);
    assert_int_equal(g->ended(v, p), ZM_LOSS);
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_in_a_row_are_not_five_on_the_highest_board),
        cmocka_unit_test(test_positions),
        cmocka_unit_test(test_parents),
        cmocka_unit_test(test_by_ply),
        cmocka_unit_test(test_walk_and_sets),
        cmocka_unit_test(test_sets_that_end_early),
        cmocka_unit_test(test_sets_without_memory),
        cmocka_unit_test(test_layers_are_all),
        cmocka_unit_test(test_board_sizes),
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_notation),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_sizes_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
