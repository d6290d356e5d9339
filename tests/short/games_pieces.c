/* games_pieces.c: Game of Queens and All the King's Horses: the figures of seed 001 (Figure 6 with its misprint put
 * right, as FACTS.md has it), and its theorems on several pieces by playing them out. */
#include "games_notation.h"
#include "games_values.h"

static value_store store;

static void settings_text(const char *game, unsigned size, const char *at, const char *rule, zm_context *c,
                          zm_variant **v)
{
    char a[32], b[64], r[32];
    const char *const settings[] = {a, b, r};
    snprintf(a, sizeof a, "size=%u", size);
    snprintf(b, sizeof b, "at=%s", at);
    snprintf(r, sizeof r, "rule=%s", rule);
    *v = variant_of(c, game, 3, settings);
}

/* ---- single pieces: the figures ---- */
static const int figure_2[8][8] = {{0, 1, 2, 3, 4, 5, 6, 7},  {1, 2, 0, 4, 5, 3, 7, 8}, {2, 0, 1, 5, 3, 4, 8, 6},
                                   {3, 4, 5, 6, 2, 0, 1, 9},  {4, 5, 3, 2, 7, 6, 9, 0}, {5, 3, 4, 0, 6, 8, 10, 1},
                                   {6, 7, 8, 1, 9, 10, 3, 4}, {7, 8, 6, 9, 0, 1, 4, 5}};
static const char *const figure_4[8] = {"LLWWLLWW", "LLWWLLWW", "WWWWWWWW", "WWWWWWWW",
                                        "LLWWLLWW", "LLWWLLWW", "WWWWWWWW", "WWWWWWWL"};
static const int figure_5[8][8] = {{0, 0, 1, 1, 2, 2, 3, 3}, {0, 0, 1, 1, 2, 2, 3, 3}, {1, 1, 1, 1, 3, 3, 3, 3},
                                   {1, 1, 1, 3, 3, 3, 3, 5}, {2, 2, 3, 3, 4, 4, 5, 5}, {2, 2, 3, 3, 4, 4, 5, 5},
                                   {3, 3, 3, 3, 5, 5, 5, 5}, {3, 3, 3, 5, 5, 5, 5, 6}};
static const int figure_6[8][8] = {{0, 0, 1, 1, 2, 2, 3, 3}, {0, 0, 1, 1, 2, 2, 3, 3}, {1, 1, 1, 3, 3, 3, 3, 3},
                                   {1, 1, 3, 3, 3, 3, 5, 5}, {2, 2, 3, 3, 4, 4, 5, 5}, {2, 2, 3, 3, 4, 4, 5, 5},
                                   {3, 3, 3, 5, 5, 5, 5, 5}, {3, 3, 3, 5, 5, 5, 5, 6}};
static const int figure_9[8][8] = {{SL, SL, SW, SW, 0, 0, 1, 1}, {SL, SL, SW, SW, 0, 0, 2, 1},
                                   {SW, SW, SW, SW, 1, 2, 3, 2}, {SW, SW, SW, 1, 2, 1, 2, 1},
                                   {0, 0, 1, 2, 0, 0, 1, 2},     {0, 0, 2, 1, 0, 0, 2, 1},
                                   {1, 2, 3, 2, 1, 2, 1, 2},     {1, 1, 2, 1, 2, 1, 2, 0}};

static void seed_001_figure_2_grundy_numbers_of_a_queen(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "queen", 0, NULL);
    unsigned rows, cols;
    (void)state;
    memset(&store, 0, sizeof store);
    v->game->sums->grid(v, &rows, &cols);
    assert_int_equal(rows, 8);
    assert_int_equal(cols, 8);
    for (unsigned row = 0; row < 8; row++)
        for (unsigned col = 0; col < 8; col++)
            assert_int_equal(values_of(&store, v, v->game->sums->grid_at(v, row, col)).grundy, figure_2[row][col]);
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void seed_001_figures_4_5_6_9_of_a_horse(void **state)
{
    static const char *const rule[] = {"rule=all", "rule=able", "rule=home"};
    (void)state;
    for (unsigned i = 0; i < 3; i++) { /* a single horse is played alike by all rules */
        zm_context *c = zm_context_new();
        zm_variant *v = variant_of(c, "horse", 1, &rule[i]);
        memset(&store, 0, sizeof store);
        for (unsigned row = 0; row < 8; row++)
            for (unsigned col = 0; col < 8; col++) {
                const values x = values_of(&store, v, v->game->sums->grid_at(v, row, col));
                assert_int_equal(x.grundy == 0 ? 'L' : 'W', figure_4[row][col]);
                assert_int_equal(x.remoteness, figure_5[row][col]);
                assert_int_equal(x.suspense, figure_6[row][col]);
                assert_int_equal(x.w, figure_9[row][col]);
            }
        zm_variant_free(c, v);
        zm_context_free(c);
    }
}

/* ---- several pieces: the theorems, on every state that play reaches ---- */

/* The pieces of a position as squares, from its text. */
static unsigned squares(const zm_variant *v, zm_pos p, unsigned at[8][2])
{
    char text[ZM_MAX_TEXT], *next = text;
    unsigned n = 0;
    zm_write_position(v, p, text, sizeof text);
    for (; *next; n++)
        for (unsigned k = 0; k < 2; k++) {
            at[n][k] = (unsigned)strtoul(next, &next, 10);
            next += *next == ',';
        }
    return n;
}

typedef bool theorem(const values *piece, unsigned n); /* is it lost? */

static bool all_lost(const values *piece, unsigned n) /* 3.2 */
{
    for (unsigned i = 0; i < n; i++)
        if (piece[i].grundy)
            return false;
    return true;
}

static bool all_alike(const values *piece, unsigned n) /* 3.3 */
{
    for (unsigned i = 1; i < n; i++)
        if (piece[i].grundy != piece[0].grundy)
            return false;
    return true;
}

static bool xor_is_0(const values *piece, unsigned n) /* 3.1 */
{
    int all = 0;
    for (unsigned i = 0; i < n; i++)
        all ^= piece[i].grundy;
    return all == 0;
}

static bool least_remoteness_is_even(const values *piece, unsigned n) /* 3.5 */
{
    int least = piece[0].remoteness;
    for (unsigned i = 1; i < n; i++)
        least = piece[i].remoteness < least ? piece[i].remoteness : least;
    return least % 2 == 0;
}

static bool largest_suspense_is_even(const values *piece, unsigned n) /* 3.8 */
{
    int most = 0;
    for (unsigned i = 0; i < n; i++)
        most = piece[i].suspense > most ? piece[i].suspense : most;
    return most % 2 == 0;
}

static bool w_is_0_or_sl(const values *piece, unsigned n) /* 5.2 */
{
    int all = 0;
    for (unsigned i = 0; i < n; i++)
        all = add_w(all, piece[i].w);
    return all == 0 || all == SL;
}

static void holds(const char *game, unsigned size, const char *at, const char *rule, theorem *lost)
{
    char a[32], b[64], r[32];
    const char *const settings[] = {a, b, r}, *const single[] = {a};
    walk w = {.symmetry = true};
    snprintf(a, sizeof a, "size=%u", size);
    snprintf(b, sizeof b, "at=%s", at);
    snprintf(r, sizeof r, "rule=%s", rule);
    walk_open(&w, game, 20000, 3, settings);
    zm_variant *v = variant_of(w.c, game, 1, single);
    memset(&store, 0, sizeof store);
    for (uint32_t i = 0; i < w.count; i++) {
        unsigned square[8][2], n = squares(w.v, w.nodes[i].p, square);
        values piece[8];
        for (unsigned k = 0; k < n; k++)
            piece[k] = values_of(&store, v, v->game->sums->grid_at(v, square[k][0], square[k][1]));
        if ((w.nodes[i].winner == 1) != lost(piece, n)) {
            char text[ZM_MAX_TEXT];
            zm_write_position(w.v, w.nodes[i].p, text, sizeof text);
            fail_msg("%s %s %s: %s", game, a, r, text);
        }
    }
    assert_true(w.count > 1);
    zm_variant_free(w.c, v);
    walk_close(&w);
}

static void seed_001_theorems_3_1_3_2_3_3_by_queens(void **state)
{
    (void)state;
    holds("queen", 8, "7,6,6,7", "some", all_lost);
    holds("queen", 8, "7,6,6,7", "notall", all_alike);
    holds("queen", 8, "7,6,6,7", "one", xor_is_0);
    holds("queen", 5, "4,4,4,4,3,4", "some", all_lost);
    holds("queen", 5, "4,4,4,4,3,4", "notall", all_alike);
    holds("queen", 5, "4,4,4,4,3,4", "one", xor_is_0);
    holds("queen", 3, "2,2,2,2,2,2,2,2", "notall", all_alike);
}

static void seed_001_theorems_3_5_3_8_5_2_by_horses(void **state)
{
    (void)state;
    holds("horse", 8, "7,7,7,6", "all", least_remoteness_is_even);
    holds("horse", 8, "7,7,7,6", "able", largest_suspense_is_even);
    holds("horse", 8, "7,7,7,6", "home", w_is_0_or_sl);
    holds("horse", 8, "7,6,7,5,6,6", "all", least_remoteness_is_even);
    holds("horse", 8, "7,6,7,5,6,6", "able", largest_suspense_is_even);
    holds("horse", 8, "7,6,7,5,6,6", "home", w_is_0_or_sl);
    holds("horse", 6, "5,5,5,4,4,5,5,3", "home", w_is_0_or_sl);
}

/* The remoteness of a conjunctive compound is the least of its parts' (3.6), that of the walk. */
static void seed_001_corollary_3_6_by_horses(void **state)
{
    static const char *const settings[] = {"at=7,7,7,6,5,7"};
    walk w = {0};
    (void)state;
    walk_open(&w, "horse", 20000, 1, settings);
    memset(&store, 0, sizeof store);
    for (uint32_t i = 0; i < w.count; i++) {
        unsigned square[8][2], n = squares(w.v, w.nodes[i].p, square);
        int least = 99;
        for (unsigned k = 0; k < n; k++) {
            const int r = figure_5[square[k][0]][square[k][1]];
            least = r < least ? r : least;
        }
        assert_int_equal(w.nodes[i].remoteness, least);
    }
    walk_close(&w);
}

/* ---- what a position falls into ---- */
static void pieces_are_parts_unless_one_alone_cannot_move(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v;
    zm_pos part[ZM_MAX_PARTS];
    char text[ZM_MAX_TEXT];
    (void)state;
    settings_text("queen", 8, "4,6,2,3,2,3", "some", c, &v);
    assert_int_equal(v->game->sums->parts(v, zm_start_state(v), part), 3);
    zm_write_position(v, part[2], text, sizeof text);
    assert_string_equal(text, "4,6");
    zm_variant_free(c, v);
    settings_text("queen", 8, "4,6,2,3,2,3", "notall", c, &v);
    assert_int_equal(v->game->sums->parts(v, zm_start_state(v), part), 1);
    assert_true(zm_same(part[0], zm_start_state(v)));
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- options and notation ---- */
static void pieces_that_cannot_be_are_refused(void **state)
{
    static const struct {
        const char *settings[2], *reason;
    } bad[] = {{{"at=1,2,3", "rule=some"}, "at has 3 numbers"},
               {{"at=8,0", "rule=some"}, "from 0 to 7"},
               {{"at=7,7,7,7,7,7,7,7", "rule=some"}, "234256 moves"},
               {{"at=63,63", "size=65"}, "1 to 64"}};
    zm_context *c = zm_context_new();
    const zm_game *g;
    (void)state;
    assert_int_equal(zm_find_game(c, "queen", &g), ZM_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        zm_variant *v;
        assert_int_equal(zm_variant_new(c, g, bad[i].settings, 2, &v), ZM_BAD_INPUT);
        assert_non_null(strstr(zm_message(c), bad[i].reason));
    }
    zm_context_free(c);
}

/* The corner follows from the size, so that it is not part of the variant's name. */
static void without_at_a_piece_stands_in_the_corner(void **state)
{
    static const char *const settings[] = {"size=5"};
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "queen", 1, settings);
    char text[ZM_VARIANT_TEXT];
    (void)state;
    assert_string_equal(zm_variant_text(v, ' ', false, text, sizeof text), "size=5");
    assert_string_equal(zm_variant_text(v, ' ', true, text, sizeof text), "size=5 at=4,4 rule=some");
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void bad_notation_is_refused_with_place_and_reason(void **state)
{
    static const bad_text bad[] = {
        {"", "0 to 7", 0},
        {"4", "the column", 1},
        {"4;6", "the column", 1},
        {"4,", "0 to 7", 2},
        {"4,8", "0 to 7", 2},
        {"44,6", "0 to 7", 0},
        {"4,6 ", "another piece", 3},
        {"4,6,1", "the column", 5},
        {"0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0", "up to 8", 32},
        {"7,7,7,7,7,7,7,7", "234256 moves", ZM_WHOLE},
    };
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "queen", 0, NULL);
    zm_cell cells[ZM_MAX_CELLS];
    zm_mistake why;
    zm_pos p;
    (void)state;
    assert_refused(v, bad, sizeof bad / sizeof *bad);
    assert_true(v->game->read(v, "2,3,2,3,4,6", &p, &why));
    assert_int_equal(v->game->looks->cells(v, p, cells), 64);
    assert_int_equal(cells[2 * 8 + 3].piece, '2');
    assert_int_equal(cells[4 * 8 + 6].piece, 'q');
    assert_int_equal(cells[6 * 8 + 4].piece, '.');
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seed_001_figure_2_grundy_numbers_of_a_queen),
        cmocka_unit_test(seed_001_figures_4_5_6_9_of_a_horse),
        cmocka_unit_test(seed_001_theorems_3_1_3_2_3_3_by_queens),
        cmocka_unit_test(seed_001_theorems_3_5_3_8_5_2_by_horses),
        cmocka_unit_test(seed_001_corollary_3_6_by_horses),
        cmocka_unit_test(pieces_are_parts_unless_one_alone_cannot_move),
        cmocka_unit_test(pieces_that_cannot_be_are_refused),
        cmocka_unit_test(without_at_a_piece_stands_in_the_corner),
        cmocka_unit_test(bad_notation_is_refused_with_place_and_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
