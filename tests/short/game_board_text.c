/* game_board_text.c: what a declared board gives people to read and type: notation there and back, all that is refused and
 * where, moves, codes; and which of any 128 bits are positions. */
#include "game/board/make.h"
#include "game/board/text.h"
#include "unit.h"

#include <zermelo/variant.h>

static zm_context *context;

static int set_up(void **state)
{
    (void)state;
    context = zm_context_new();
    return !context;
}

static int tear_down(void **state)
{
    (void)state;
    assert_int_equal(zm_memory_used(context), 0);
    zm_context_free(context);
    return 0;
}

/* ---- declarations ---- */
static bool no_line_of_both(const zm_variant *v, zm_pos p, zm_mistake *why)
{
    const bool both = zm_has_line(v, zm_pieces(v, p, 'x'), 3) && zm_has_line(v, zm_pieces(v, p, 'o'), 3);
    return !both || zm_wrong(why, ZM_WHOLE, "both have won");
}

static const zm_board noughts = ZM_BOARD(.rows = "3", .first = "x", .second = "o", .turn = ZM_TURN_COUNTED,
                                         .symmetry = ZM_SQUARE, .legal = no_line_of_both, .one_line = true);
static const zm_board cubes = ZM_BOARD(.rows = "4", .first = "x", .second = "o", .turn = ZM_TURN_SWAPS);
static const zm_board animals =
    ZM_BOARD(.rows = "4", .cols = "3", .first = "LEGCH", .second = "legch", .hand = "EGC",
             .totals = {{"Ee", "2", "2"}, {"Gg", "2", "2"}, {"CHch", "2", "2"}, {"Ll", "1", "2"}},
             .turn = ZM_TURN_SWAPS, .seen = ZM_HALF_TURN);

/* Two rings of eight points. */
static unsigned rings(const zm_variant *v, zm_point *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 25; i++) {
        const unsigned row = i / 5, col = i % 5;
        const bool outer = row % 2 == 0 && col % 2 == 0, inner = row > 0 && row < 4 && col > 0 && col < 4;
        if ((outer || inner) && (row != 2 || col != 2))
            out[n++] = (zm_point){(uint8_t)row, (uint8_t)col};
    }
    return (void)v, n;
}
static const zm_board mills = ZM_BOARD(.rows = "5", .points = rings, .first = "w", .second = "b", .hand = "w",
                                       .totals = {{"w", "0", "6"}, {"b", "0", "6"}}, .one_line = true);

static bool few_stones(const zm_variant *v, const uint8_t *on_board, const uint8_t *in_hand)
{
    return (void)v, (void)in_hand, on_board[4] <= 3;
}
static const zm_board counted =
    ZM_BOARD(.rows = "3", .cols = "7", .first = "ab", .second = "AB", .nobody = "#", .material = few_stones,
             .counters = {{.name = "passes", .most = "2"},
                          {.name = "points", .least = "1", .most = "9", .each = true}});
static const zm_board turtles = ZM_BOARD(.rows = "1", .cols = "6", .nobody = "t");

static const zm_looks numbered = {.version = ZM_LOOKS_VERSION, .naming = ZM_NUMBERED};
static const zm_looks by_numbers = {.version = ZM_LOOKS_VERSION, .naming = ZM_BY_NUMBERS};
static const zm_game games[] = {
    {.name = "noughts", .players = {"x", "o"}, .board = &noughts, .looks = &numbered},
    {.name = "cubes", .board = &cubes},
    {.name = "animals", .players = {"sente", "gote"}, .board = &animals},
    {.name = "mills", .players = {"white", "black"}, .board = &mills},
    {.name = "counted", .players = {"Fred", "Frida"}, .board = &counted},
    {.name = "turtles", .board = &turtles, .impartial = true, .looks = &by_numbers},
};
enum { NOUGHTS, CUBES, ANIMALS, MILLS, COUNTED, TURTLES, ENTRIES };

static zm_variant *open_board(unsigned number)
{
    zm_variant *v;
    if (zm_variant_new(context, &games[number], NULL, 0, &v))
        fail_msg("%s", zm_message(context));
    return v;
}

static void close_board(zm_variant *v) { zm_variant_free(context, v); }

/* ---- random positions ---- */
static unsigned below(uint64_t *random, unsigned n) { return (unsigned)(unit_random(random) % n); }

static bool put_anywhere(const zm_variant *v, zm_pos *p, char letter, uint64_t *random)
{
    uint64_t empty = zm_free(v, *p);
    if (!empty)
        return false;
    for (unsigned skip = below(random, zm_count_bits(empty)); skip--;)
        empty &= empty - 1;
    *p = zm_put(v, *p, (unsigned)zm_lowest(empty), letter);
    return true;
}

/* So many pieces of some of the letters, on the board or in hand. */
static void put_some(const zm_variant *v, zm_pos *p, uint32_t letters, unsigned count, uint64_t *random)
{
    const zm_board_data *d = zm_board_of(v);
    for (unsigned i = 0; i < count; i++) {
        uint32_t set = letters;
        for (unsigned skip = below(random, zm_count_bits(set)); skip--;)
            set &= set - 1;
        const zm_board_letter *l = &d->letter[zm_lowest(set)];
        if (l->in_hand && below(random, 2))
            *p = zm_hold(v, *p, l->letter, zm_held(v, *p, l->letter) + 1);
        else
            put_anywhere(v, p, l->letter, random);
    }
}

/* As the first player sees it; then as it is kept. */
static zm_pos random_position(const zm_variant *v, uint64_t *random)
{
    const zm_board_data *d = zm_board_of(v);
    uint32_t rest = (1u << d->letters) - 1;
    zm_pos p = {0, 0};
    for (unsigned i = 0; i < d->totals; i++) {
        const zm_board_sum *t = &d->total[i];
        put_some(v, &p, t->letters, t->least + below(random, t->most - t->least + 1u), random);
        rest &= ~t->letters;
    }
    if (d->turn == ZM_TURN_COUNTED)
        for (unsigned i = 0, n = below(random, d->squares + 1u); i < n; i++)
            put_anywhere(v, &p, d->letter[i % 2].letter, random);
    else if (rest)
        put_some(v, &p, rest, below(random, d->squares + 1u), random);
    for (unsigned i = 0; i < d->numbers; i++)
        p = zm_block_set(zm_board_number_block(d, &d->number[i]), p,
                         below(random, d->number[i].most - d->number[i].least + 1));
    if (d->turn == ZM_TURN_COUNTED)
        return zm_board_count_turn(v, p);
    p.hi |= zm_board_tells_turn(v) && below(random, 2) ? ZM_TURN_BIT : 0;
    return zm_board_shown(v, p);
}

static void assert_read_back(const zm_variant *v, zm_pos p)
{
    char text[ZM_MAX_TEXT], again[ZM_MAX_TEXT];
    zm_mistake why;
    zm_pos back;
    zm_text out = zm_text_in(text, sizeof text), out_again = zm_text_in(again, sizeof again);
    zm_board_write(v, p, &out);
    if (!zm_board_read(v, text, &back, &why))
        fail_msg("%s %s: %s at %zu", v->game->name, text, why.text, why.at);
    assert_true(zm_same(p, back));
    zm_board_write(v, back, &out_again);
    assert_string_equal(text, again);
}

static void positions_are_written_and_read(void **state)
{
    for (unsigned i = 0; i < ENTRIES; i++) {
        uint64_t random = 3 + i;
        unsigned positions = 0;
        zm_variant *v = open_board(i);
        for (unsigned n = 0; n < 2000; n++) {
            const zm_pos p = random_position(v, &random);
            if (!zm_board_is_position(v, p)) /* both have a line, too many stones */
                continue;
            positions++;
            assert_read_back(v, p);
        }
        assert_true(positions > 500);
        close_board(v);
    }
}

/* Any bits, and positions with some bits changed. What passes can be written and read. */
static void any_bits_are_judged(void **state)
{
    for (unsigned i = 0; i < ENTRIES; i++) {
        uint64_t random = 11 + i;
        unsigned passed = 0;
        zm_variant *v = open_board(i);
        for (unsigned n = 0; n < 20000; n++) {
            zm_pos p = {unit_random(&random), unit_random(&random)};
            if (n % 2)
                p = random_position(v, &random);
            for (unsigned k = n % 2 ? below(&random, 4) : 0; k--;)
                p = (zm_pos){p.lo ^ zm_bit(below(&random, 64)),
                             p.hi ^ (below(&random, 2) ? zm_bit(below(&random, 64)) : 0)};
            if (!zm_board_is_position(v, p))
                continue;
            passed++;
            assert_read_back(v, p);
        }
        assert_true(passed > 500);
        close_board(v);
    }
}

/* Texts with some bytes changed, cut or repeated are read or refused; what is read can be written. */
static void any_text_is_read_or_refused(void **state)
{
    static const char some[] = ".xoLEGCHlegchwbabAB#t/:,-0123456789fsg";
    for (unsigned i = 0; i < ENTRIES; i++) {
        uint64_t random = 23 + i;
        zm_variant *v = open_board(i);
        for (unsigned n = 0; n < 5000; n++) {
            char text[ZM_MAX_TEXT];
            zm_mistake why = {0};
            zm_pos p;
            zm_write_position(v, random_position(v, &random), text, sizeof text);
            const size_t length = strlen(text);
            for (unsigned k = below(&random, 4); k--;)
                text[below(&random, (unsigned)length)] =
                    below(&random, 8) ? some[below(&random, sizeof some - 1)] : (char)below(&random, 256);
            if (zm_board_read(v, text, &p, &why))
                assert_true(zm_board_is_position(v, p));
            else
                assert_true(*why.text && (why.at == ZM_WHOLE || why.at <= length));
        }
        close_board(v);
    }
}

static void wrong_bits_are_no_positions(void **state)
{
    zm_variant *v = open_board(NOUGHTS); /* plane 0: a piece; plane 1: the second player's */
    assert_true(zm_board_is_position(v, (zm_pos){0, 0}));
    assert_false(zm_board_is_position(v, (zm_pos){0, ZM_TURN_BIT}));         /* x is to move */
    assert_false(zm_board_is_position(v, (zm_pos){zm_bit(9), ZM_TURN_BIT})); /* an empty square of the second */
    assert_false(zm_board_is_position(v, (zm_pos){zm_bit(20), 0}));
    assert_true(zm_board_is_position(v, (zm_pos){1, ZM_TURN_BIT}));
    assert_false(zm_board_is_position(v, (zm_pos){3, ZM_TURN_BIT})); /* two x */
    close_board(v);
    v = open_board(ANIMALS);
    assert_false(zm_board_is_position(v, (zm_pos){0, 0})); /* no pieces */
    close_board(v);
    v = open_board(TURTLES);
    assert_false(zm_board_is_position(v, (zm_pos){1, ZM_TURN_BIT})); /* nobody's turn */
    close_board(v);
}

/* ---- by hand ---- */
static void assert_text(unsigned number, const char *text, const char *mover)
{
    char written[ZM_MAX_TEXT];
    zm_text out = zm_text_in(written, sizeof written);
    zm_mistake why;
    zm_pos p;
    zm_variant *v = open_board(number);
    if (!zm_board_read(v, text, &p, &why))
        fail_msg("%s: %s at %zu", text, why.text, why.at);
    zm_board_write(v, p, &out);
    assert_string_equal(written, text);
    for (unsigned i = 0; mover && mover[i]; i++) /* the board as rules see it */
        assert_int_equal(zm_at(v, p, i), mover[i]);
    close_board(v);
}

static void colours_in_text_are_true(void **state)
{
    assert_text(NOUGHTS, "xo..x....", "xo..x....");
    assert_text(CUBES, "x.../..o./..../....:f", "x.....o.........");
    assert_text(CUBES, "x.../..o./..../....:s", "o.....x.........");
    assert_text(ANIMALS, "gle/.c./.C./ELG:g:-", "gle.c..C.ELG");
    assert_text(ANIMALS, "gl./.c./.C./ELG:g:e", NULL);
    assert_text(ANIMALS, "gl./.../.../EL.:g:GCCe", NULL);
    assert_text(MILLS, "ww..b...........:w:4,5", NULL);
    assert_text(COUNTED, "ab#..../...A..B/.......:2:1,3,9", NULL);
    assert_text(TURTLES, "t..t.t", NULL);
}

static void assert_refused(unsigned number, const char *text, size_t at, const char *message)
{
    zm_mistake why = {0};
    zm_pos p;
    zm_variant *v = open_board(number);
    assert_false(zm_board_read(v, text, &p, &why));
    assert_string_equal(why.text, message);
    assert_int_equal(why.at, at);
    close_board(v);
}

static void what_is_wrong_is_told_at_its_byte(void **state)
{
    assert_refused(NOUGHTS, "", 0, "expected 9 of \".xo\"");
    assert_refused(NOUGHTS, "xo..x", 5, "expected 9 of \".xo\"");
    assert_refused(NOUGHTS, "xo..X....", 4, "expected 9 of \".xo\"");
    assert_refused(NOUGHTS, "xo..x.....", 9, "expected 9 squares and no more");
    assert_refused(NOUGHTS, "xo..x....:x", 9, "expected the end");
    assert_refused(NOUGHTS, "xo..o....", ZM_WHOLE, "x moves first, so x has as many as o or one more, not 1 and 2");
    assert_refused(NOUGHTS, "xxxooo...", ZM_WHOLE, "both have won");
    assert_refused(CUBES, "x.../..o/..../....:f", 8, "row 2 has 4 squares, each one of \".xo\"");
    assert_refused(CUBES, "x..../..o/..../....:f", 4, "row 1 has 4 squares; a '/' and row 2 come next");
    assert_refused(CUBES, "x.../.?o./..../....:f", 6, "expected one of \".xo\"");
    assert_refused(CUBES, "x.../..\xC3\xA4./..../....:f", 7, "expected one of \".xo\"");
    assert_refused(CUBES, "x.../..../..../....", 19,
                   "it must say whose turn it is: add \":f\" (first) or \":s\" (second)");
    assert_refused(CUBES, "x.../..../..../....:", 20, "expected whose turn it is: f (first) or s (second)");
    assert_refused(CUBES, "x.../..../..../....:q", 20, "expected whose turn it is: f (first) or s (second)");
    assert_refused(CUBES, "x.../..../..../....:f:-", 21, "expected the end");
    assert_refused(ANIMALS, "gle/.c./.C./ELG:s", 17,
                   "it must say what is in hand: add the letters, or \":-\" for nothing");
    assert_refused(ANIMALS, "gle/.c./.C./ELG:s:", 18, "expected the letters of all pieces in hand, \"-\" for none");
    assert_refused(ANIMALS, "gle/.c./.C./ELG:s:L", 18, "no such piece can be in hand");
    assert_refused(ANIMALS, "gle/.../.../ELG:s:CCC", 20, "there can be 2 of C in hand, not more");
    assert_refused(ANIMALS, "gle/.c./.C./ELG:s:e", ZM_WHOLE,
                   "there must be 2 of \"Ee\", on the board and in hand, not 3");
    assert_refused(ANIMALS, "g.e/.c./.C./E.G:s:-", ZM_WHOLE,
                   "there must be 1 to 2 of \"Ll\", on the board and in hand, not 0");
    assert_refused(MILLS, "ww..b...........:w", 18, "it must say what is in hand: add both numbers, as in \":0,0\"");
    assert_refused(MILLS, "ww..b...........:w:7,5", 19, "the number is too large; it can be 0 to 6");
    assert_refused(MILLS, "ww..b...........:w:4", 20, "expected a comma and how many b are in hand");
    assert_refused(MILLS, "ww..b...........:w:5,5", ZM_WHOLE,
                   "there must be 0 to 6 of \"w\", on the board and in hand, not 7");
    assert_refused(COUNTED, "......./......./.......:1", 25, "expected \":\" and passes, 0 to 2");
    assert_refused(COUNTED, "......./......./.......:1:0,3", 29, "expected \",\" and points of Frida, 1 to 9");
    assert_refused(COUNTED, "......./......./.......:1:0,0,1", 28, "the number is too small; it can be 1 to 9");
    assert_refused(COUNTED, "####.../......./.......:1:0,1,1", ZM_WHOLE, "these pieces cannot be there together");
    assert_refused(TURTLES, "t..t.t:f", 6, "expected the end");
}

/* ---- moves ---- */
static void assert_move(unsigned number, const char *position, zm_move m, const char *expected)
{
    char text[ZM_MAX_TEXT];
    zm_text out = zm_text_in(text, sizeof text);
    zm_mistake why;
    zm_pos p;
    zm_variant *v = open_board(number);
    assert_true(zm_board_read(v, position, &p, &why));
    zm_board_write_move(v, p, m, &out);
    assert_string_equal(text, expected);
    close_board(v);
}

static void moves_name_squares(void **state)
{
    assert_move(NOUGHTS, ".........", zm_to(4), "5");
    assert_move(CUBES, "x.../..o./..../....:f", zm_from_to(0, 3), "a4-d4");
    assert_move(CUBES, "x.../..o./..../....:s", zm_from_to(0, 12), "a4-a1");
    assert_move(ANIMALS, "gle/.c./.C./ELG:g:-", zm_from_to(7, 4),
                "b3-b2"); /* as the second player sees it: from below */
    assert_move(ANIMALS, "gle/.../.../ELG:s:Cc", zm_drop('C', 4), "C*b3");
    assert_move(ANIMALS, "gle/.../.../ELG:g:Cc", zm_drop('C', 0), "c*c1");
    assert_move(MILLS, "ww..b...........:w:4,5", zm_drop('w', 2), "e5");
    assert_move(TURTLES, "t..t.t", zm_from_to(3, 0), "3-0");
}

/* ---- codes ---- */
static void codes_are_numbers_of_the_squares(void **state)
{
    zm_code code[2];
    zm_mistake why;
    zm_pos p, back;
    assert_int_equal(zm_board_codes(2, code), 2);
    assert_string_equal(code[0].name, "bits2");
    assert_string_equal(code[1].name, "base3");
    zm_variant *v = open_board(NOUGHTS);
    assert_true(zm_board_read(v, "xo..x....", &p, &why));
    assert_true(zm_code_bits_fit(v) && zm_code_base_fits(v));
    assert_int_equal(code[0].encode(v, p), 65536 + 2 * 16384 + 256);
    assert_int_equal(code[1].encode(v, p), 6561 + 2 * 2187 + 81);
    for (unsigned i = 0; i < 2; i++)
        assert_true(code[i].decode(v, code[i].encode(v, p), &back, &why) && zm_same(p, back));
    assert_false(code[0].decode(v, 1 << 18, &back, &why));
    assert_string_equal(why.text, "the largest code of 9 squares has 18 bits");
    assert_false(code[0].decode(v, 3 << 2, &back, &why));
    assert_string_equal(why.text, "square 8 holds a 3, which stands for nothing");
    assert_false(code[1].decode(v, 19683, &back, &why));
    assert_string_equal(why.text, "the code has more than 9 digits in base 3");
    assert_false(code[1].decode(v, UINT64_C(1853020188851841), &back, &why)); /* 3^32: must not wrap to 0 */
    close_board(v);
}

static void codes_have_the_turn_where_it_is_told(void **state)
{
    uint64_t random = 5;
    zm_code code[2];
    zm_mistake why;
    zm_board_codes(2, code);
    zm_variant *v = open_board(CUBES);
    assert_true(zm_code_bits_fit(v));
    for (unsigned n = 0; n < 500; n++) {
        const zm_pos p = random_position(v, &random);
        zm_pos back;
        for (unsigned i = 0; i < 2; i++)
            assert_true(code[i].decode(v, code[i].encode(v, p), &back, &why) && zm_same(p, back));
    }
    close_board(v);
    v = open_board(ANIMALS);
    assert_false(zm_code_bits_fit(v) || zm_code_base_fits(v)); /* hands */
    close_board(v);
}

/* 36 squares of three things: 72 bits, but less than 2^59 in base 3, with the turn. */
static void a_variant_has_the_codes_that_fit(void **state)
{
    static const zm_board large = ZM_BOARD(.rows = "6", .first = "x", .second = "o");
    static const zm_game g = {.name = "large", .board = &large};
    zm_variant *v;
    assert_int_equal(zm_variant_new(context, &g, NULL, 0, &v), ZM_OK);
    assert_string_equal(v->game->sources->codes[0].name, "base3");
    assert_null(v->game->sources->codes[1].name);
    zm_variant_free(context, v);
}

static void a_wrong_start_is_told(void **state)
{
    static const zm_board wrong = ZM_BOARD(.rows = "2", .first = "x", .second = "o", .start = "xx/x?:f");
    static const zm_game g = {.name = "wrong", .board = &wrong};
    zm_variant *v;
    assert_int_equal(zm_variant_new(context, &g, NULL, 0, &v), ZM_BAD_INPUT);
    assert_string_equal(
        zm_message(context),
        "the board of wrong: its start \"xx/x?:f\" is wrong at character 5 (\"?\"): expected one of \".xo\"");
}

/* ---- looks ---- */
static void assert_cell(const zm_cell *c, unsigned row, unsigned col, char piece, unsigned owner)
{
    assert_int_equal(c->row, row);
    assert_int_equal(c->col, col);
    assert_int_equal(c->piece, piece);
    assert_int_equal(c->owner, owner);
}

static void cells_have_owners_and_hands_have_kinds(void **state)
{
    static const char letters[] = "EGCegc";
    zm_cell cell[ZM_MAX_CELLS];
    zm_hand hand[ZM_MAX_HAND];
    zm_mistake why;
    zm_pos p;
    zm_variant *v = open_board(ANIMALS);
    assert_true(zm_board_read(v, "gl./.c./.../ELG:g:Ce", &p, &why));
    assert_int_equal(v->game->looks->cells(v, p, cell), 12);
    assert_cell(&cell[0], 0, 0, 'g', 2);
    assert_cell(&cell[2], 0, 2, '.', 0);
    assert_cell(&cell[9], 3, 0, 'E', 1);
    assert_int_equal(v->game->looks->in_hand(v, p, hand), 6);
    for (unsigned i = 0; i < 6; i++) {
        assert_int_equal(hand[i].piece, letters[i]);
        assert_int_equal(hand[i].owner, i < 3 ? 1 : 2);
        assert_int_equal(hand[i].count, letters[i] == 'C' || letters[i] == 'e');
    }
    close_board(v);
}

static unsigned dark_squares(const zm_variant *v, zm_point *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 16; i++)
        if ((i / 4 + i % 4) % 2)
            out[n++] = (zm_point){(uint8_t)(i / 4), (uint8_t)(i % 4)};
    return (void)v, n;
}

/* The light squares between are drawn too; they come after those that exist. */
static void a_chessboard_has_light_squares(void **state)
{
    static const zm_board draughts = ZM_BOARD(.rows = "4", .points = dark_squares, .first = "w", .second = "b");
    static const zm_game g = {.name = "draughts", .board = &draughts};
    zm_cell cell[ZM_MAX_CELLS];
    zm_variant *v;
    assert_int_equal(zm_variant_new(context, &g, NULL, 0, &v), ZM_OK);
    assert_int_equal(v->game->looks->cells(v, v->game->start(v), cell), 16);
    assert_true(cell[0].dark && cell[0].col == 1 && cell[7].dark);
    assert_false(cell[8].dark);
    zm_variant_free(context, v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_are_written_and_read),
        cmocka_unit_test(any_bits_are_judged),
        cmocka_unit_test(any_text_is_read_or_refused),
        cmocka_unit_test(wrong_bits_are_no_positions),
        cmocka_unit_test(colours_in_text_are_true),
        cmocka_unit_test(what_is_wrong_is_told_at_its_byte),
        cmocka_unit_test(moves_name_squares),
        cmocka_unit_test(codes_are_numbers_of_the_squares),
        cmocka_unit_test(codes_have_the_turn_where_it_is_told),
        cmocka_unit_test(a_variant_has_the_codes_that_fit),
        cmocka_unit_test(a_wrong_start_is_told),
        cmocka_unit_test(cells_have_owners_and_hands_have_kinds),
        cmocka_unit_test(a_chessboard_has_light_squares),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
