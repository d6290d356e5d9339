/* game_board_squares.c: a declared board: its squares, pieces, hands and counters, the turn, and what cannot be declared. */
#include "board_lab.h"

static void rows_and_columns(void **state)
{
    const zm_board b = ZM_BOARD(.rows = "3", .cols = "4", .first = "x", .second = "o");
    zm_variant v = {0};
    make(&b, &v);
    assert_int_equal(zm_squares(&v), 12);
    assert_int_equal(zm_square(&v, 2, 3), 11);
    assert_int_equal(zm_square(&v, 3, 0), ZM_NO_SQUARE);
    assert_int_equal(zm_square(&v, 0, -1), ZM_NO_SQUARE);
    assert_int_equal(zm_toward(&v, 5, 1, -1), 8);
    assert_int_equal(zm_toward(&v, 3, 0, 1), ZM_NO_SQUARE);
    assert_int_equal(zm_shifted(&v, 0xFFF, 0, 1), 0xEEE);
    assert_int_equal(zm_shifted(&v, 0xFFF, -1, -1), 0x77);
    drop(&v);
}

static void lines_and_rim(void **state)
{
    const zm_board b = ZM_BOARD(.rows = "4", .first = "x", .second = "o");
    zm_variant v = {0};
    make(&b, &v);
    assert_int_equal(zm_rim(&v), 0xF99F);
    assert_int_equal(zm_between(&v, 4, 7), 0xF0);
    assert_int_equal(zm_between(&v, 15, 5), 1 << 5 | 1 << 10 | 1 << 15);
    assert_int_equal(zm_between(&v, 3, 3), 8);
    assert_int_equal(zm_between(&v, 0, 6), 0);
    drop(&v);
}

/* Both ways to move the squares of a line agree but for the square that is emptied. */
static void check_slides(const zm_board_data *d, uint64_t lo, uint64_t line, unsigned to, bool down)
{
    const uint64_t lines = line * d->column[0], kept = ~(d->column[0] << to);
    assert_int_equal(zm_board_slide(lo, lines, down) & kept, zm_board_slide_full(lo, line, lines, down) & kept);
}

/* Squares are pushed one by one, and at once. */
static void check_pushes(const zm_board *b, const char *letters)
{
    zm_variant v = {0};
    uint64_t seed = 5;
    zm_pos p = {0, 0};
    make(b, &v);
    for (unsigned round = 0; round < 2000; round++) {
        const unsigned from = (unsigned)(unit_random(&seed) % 16), way = (unsigned)(unit_random(&seed) % 9);
        unsigned at = from;
        p = zm_put(&v, p, (unsigned)(unit_random(&seed) % 16), letters[unit_random(&seed) % strlen(letters)]);
        zm_pos slow = p;
        for (unsigned next; (next = zm_toward(&v, at, (int)way / 3 - 1, (int)way % 3 - 1)) != ZM_NO_SQUARE && way != 4;
             at = next)
            slow = zm_put(&v, slow, at, zm_at(&v, p, next));
        slow = zm_put(&v, slow, at, '.');
        check_slides(zm_board_of(&v), p.lo, zm_between(&v, from, at), at, from < at);
        p = zm_push(&v, p, from, at);
        assert_true(zm_same(p, slow));
    }
    drop(&v);
}

static void rows_are_pushed(void **state)
{
    check_pushes(&(zm_board)ZM_BOARD(.rows = "4", .first = "x", .second = "o"), ".xo");
    check_pushes(&(zm_board)ZM_BOARD(.rows = "4", .first = "xy", .second = "uo", .nobody = "#"), ".xyuo#");
}

/* A cross of five fields. */
static unsigned cross(const zm_variant *v, zm_point *out)
{
    static const zm_point point[5] = {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}};
    memcpy(out, point, sizeof point);
    return 5;
}

static void points(void **state)
{
    const zm_board b = ZM_BOARD(.rows = "3", .points = cross, .first = "x", .second = "o");
    zm_variant v = {0};
    make(&b, &v);
    assert_int_equal(zm_squares(&v), 5);
    assert_int_equal(zm_square(&v, 0, 0), ZM_NO_SQUARE);
    assert_int_equal(zm_square(&v, 2, 1), 4);
    assert_int_equal(zm_shifted(&v, 31, 1, 0), 1 << 2 | 1 << 4);
    assert_true(zm_has_line(&v, 14, 3));
    assert_true(zm_has_line(&v, 21, 3));
    assert_false(zm_has_line(&v, 3, 3));
    drop(&v);
}

static void lines_in_every_direction(void **state)
{
    const zm_board b = ZM_BOARD(.rows = "3", .first = "x", .second = "o");
    static const uint64_t line[] = {7, 56, 448, 73, 146, 292, 273, 84};
    zm_variant v = {0};
    make(&b, &v);
    for (uint64_t set = 0; set < 512; set++) {
        bool has = false;
        for (unsigned i = 0; i < 8; i++)
            has |= (set & line[i]) == line[i];
        assert_int_equal(zm_has_line(&v, set, 3), has);
    }
    drop(&v);
}

/* Puts random pieces on all squares and compares with a plain array. */
static void check_pieces(const zm_board *b, const char *letters)
{
    zm_variant v = {0};
    uint64_t seed = 1;
    char plain[ZM_BOARD_SQUARES];
    zm_pos p = {0, 0};
    make(b, &v);
    const unsigned n = zm_squares(&v);
    memset(plain, '.', sizeof plain);
    for (unsigned turn = 0; turn < 1000; turn++) {
        const unsigned square = (unsigned)(unit_random(&seed) % n);
        plain[square] = letters[unit_random(&seed) % strlen(letters)];
        p = zm_put(&v, p, square, plain[square]);
        uint64_t all = 0;
        for (unsigned i = 0; i < n; i++)
            assert_int_equal(zm_at(&v, p, i), plain[i]);
        for (const char *at = letters; *at; at++) {
            uint64_t set = 0;
            for (unsigned i = 0; i < n; i++)
                set |= plain[i] == *at ? zm_bit(i) : 0;
            assert_int_equal(zm_pieces(&v, p, *at), set);
            all |= *at == '.' ? 0 : set;
        }
        assert_int_equal(zm_free(&v, p), zm_all_squares(&v) & ~all);
    }
    drop(&v);
}

static void pieces_of_several_kinds(void **state)
{
    check_pieces(&(zm_board)ZM_BOARD(.rows = "1", .first = "x"), ".x");
    check_pieces(&(zm_board)ZM_BOARD(.rows = "7", .cols = "9", .first = "x", .second = "o"), ".xo");
    check_pieces(&(zm_board)ZM_BOARD(.rows = "8", .nobody = "q"), ".q");
    check_pieces(&(zm_board)ZM_BOARD(.rows = "4", .first = "LEGCH", .second = "legch"), ".LEGCHlegch");
    check_pieces(&(zm_board)ZM_BOARD(.rows = "5", .first = "ab", .second = "c", .nobody = "#@"), ".abc#@");
}

static void own_and_theirs_follow_the_turn(void **state)
{
    const zm_board b = ZM_BOARD(.rows = "2", .first = "x", .second = "o", .nobody = "#");
    zm_variant v = {0};
    make(&b, &v);
    zm_pos p = zm_put(&v, zm_put(&v, zm_put(&v, (zm_pos){0, 0}, 0, 'x'), 1, 'o'), 2, '#');
    assert_int_equal(zm_own(&v, p), 1);
    assert_int_equal(zm_theirs(&v, p), 2);
    assert_int_equal(zm_mine(&v, p, 'x'), 'x');
    p = zm_pass(&v, p);
    assert_int_equal(zm_own(&v, p), 2);
    assert_int_equal(zm_theirs(&v, p), 1);
    assert_int_equal(zm_mine(&v, p, 'x'), 'o');
    assert_int_equal(zm_free(&v, p), 8);
    drop(&v);
}

static void colours_hands_and_view_swap(void **state)
{
    const zm_board b =
        ZM_BOARD(.rows = "4", .cols = "3", .first = "LEC", .second = "lec", .nobody = "#", .hand = "EC",
                 .totals = {{"Ee", "2", "2"}, {"Cc", "0", "3"}},
                 .counters = {{"passes", .most = "5"}, {"walls", .least = "2", .most = "9", .each = true}},
                 .turn = ZM_TURN_SWAPS, .seen = ZM_HALF_TURN);
    zm_variant v = {0};
    make(&b, &v);
    assert_int_equal(zm_held(&v, zm_board_of(&v)->start, 'E'), 1);
    assert_int_equal(zm_held(&v, zm_board_of(&v)->start, 'c'), 1);
    zm_pos p = zm_put(&v, zm_put(&v, zm_put(&v, (zm_pos){0, 0}, 1, 'L'), 3, 'c'), 2, '#');
    p = zm_count(&v, zm_count(&v, zm_hold(&v, zm_hold(&v, p, 'E', 2), 'c', 3), 0, 4), 1, 7);
    const zm_pos q = zm_pass(&v, p);
    assert_int_equal(zm_at(&v, q, 10), 'l');
    assert_int_equal(zm_at(&v, q, 8), 'C');
    assert_int_equal(zm_at(&v, q, 9), '#');
    assert_int_equal(zm_count_bits(zm_occupied(&v, q)), 3);
    assert_int_equal(zm_held(&v, q, 'e'), 2);
    assert_int_equal(zm_held(&v, q, 'E'), 0);
    assert_int_equal(zm_held(&v, q, 'C'), 3);
    assert_int_equal(zm_counter(&v, q, 0), 4);
    assert_int_equal(zm_counter(&v, q, 1), 2);
    assert_int_equal(zm_their_counter(&v, q, 1), 7);
    assert_true(zm_same(zm_pass(&v, q), p));
    assert_true(zm_same(zm_board_shown(&v, q), zm_next_turn(p)));
    drop(&v);
}

static void moves_have_their_parts(void **state)
{
    assert_int_equal(zm_to(7), 7);
    assert_int_equal(zm_move_from(zm_to(7)), ZM_NO_SQUARE);
    assert_int_equal(zm_move_from(zm_from_to(0, 63)), 0);
    assert_int_equal(zm_move_to(zm_from_to(0, 63)), 63);
    assert_int_equal(zm_move_letter(zm_from_to(0, 63)), 0);
    assert_int_equal(zm_move_letter(zm_drop('C', 5)), 'C');
    assert_int_equal(zm_move_to(zm_drop('C', 5)), 5);
}

static unsigned unordered(const zm_variant *v, zm_point *out)
{
    out[0] = (zm_point){1, 1};
    out[1] = (zm_point){0, 1};
    return 2;
}

static unsigned outside(const zm_variant *v, zm_point *out)
{
    out[0] = (zm_point){0, 3};
    return 1;
}

static void squares_that_cannot_be(void **state)
{
    refuse(&(zm_board){.rows = "3", .first = "x"},
           "the board of the game: its version is 0, not 1; begin the declaration with ZM_BOARD(");
    refuse(&(zm_board)ZM_BOARD(.first = "x"),
           "the board of the game: `rows` is missing: a number (\"3\") or the name of an option");
    refuse(&(zm_board)ZM_BOARD(.rows = "size", .first = "x"),
           "the board of the game: its rows are \"size\", which is neither a number nor an option that has one");
    refuse(&(zm_board)ZM_BOARD(.rows = "17", .first = "x"),
           "the board of the game: its rows are 17; they can be 0 to 16");
    refuse(&(zm_board)ZM_BOARD(.rows = "8", .cols = "9", .first = "x"),
           "the board of the game: it has 72 squares; it can have 1 to 64");
    refuse(&(zm_board)ZM_BOARD(.rows = "0", .first = "x"),
           "the board of the game: it has 0 squares; it can have 1 to 64");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .points = unordered, .first = "x"),
           "the board of the game: its points 0 and 1 are not in reading order");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .points = outside, .first = "x"),
           "the board of the game: its point 0 is in row 0, column 3 (from 0), outside of 3 rows and 3 columns");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .points = cross, .first = "x", .seen = ZM_HALF_TURN),
           "the board of the game: `seen` can be ZM_HALF_TURN or ZM_UPSIDE_DOWN, with ZM_TURN_SWAPS");
}

static void pieces_that_cannot_be(void **state)
{
    refuse(&(zm_board)ZM_BOARD(.rows = "3"), "the board of the game: it has 0 letters; it can have 1 to 24");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .first = "x", .second = "x"),
           "the board of the game: 'x' is the letter of two pieces");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .first = "1"),
           "the board of the game: '1' cannot be the letter of a piece: notation uses it");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .first = "xy", .second = "o", .turn = ZM_TURN_SWAPS),
           "the board of the game: colours swap, so \"xy\" and \"o\" must have as many letters");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .first = "x", .turn = ZM_TURN_COUNTED),
           "the board of the game: pieces tell the turn, so both players need some");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .first = "x", .second = "o", .hand = "x"),
           "the board of the game: 'x' can be in hand, so a total must say how many there are");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .first = "x", .totals = {{"y", "1", "2"}}),
           "the board of the game: a total has 'y', which is no letter of a piece");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .first = "x", .totals = {{"x", "3", "2"}}),
           "the board of the game: the total of \"x\" is at least 3 and at most 2");
    refuse(
        &(zm_board)ZM_BOARD(.rows = "8", .first = "x", .second = "o"),
        "the board of the game: 64 squares in 2 planes and 0 bits for hands and counters do not fit a position of 127 "
        "bits; fewer squares or fewer letters would");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_and_columns),
        cmocka_unit_test(lines_and_rim),
        cmocka_unit_test(rows_are_pushed),
        cmocka_unit_test(points),
        cmocka_unit_test(lines_in_every_direction),
        cmocka_unit_test(pieces_of_several_kinds),
        cmocka_unit_test(own_and_theirs_follow_the_turn),
        cmocka_unit_test(colours_hands_and_view_swap),
        cmocka_unit_test(moves_have_their_parts),
        cmocka_unit_test(squares_that_cannot_be),
        cmocka_unit_test(pieces_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
