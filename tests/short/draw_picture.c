/* What there is to see: pictures made from cells, from notation and from numbers, and drawn as text and as MetaPost. */
#include "draw/metapost.h"
#include "draw/text.h"
#include "unit.h"

#include <zermelo/values.h>
#include <zermelo/zermelo.h>

typedef struct shown {
    zm_context *c;
    zm_variant *v;
    zm_picture picture;
} shown;

static shown show(const char *game, const char *setting, const char *position)
{
    shown s = {.c = zm_context_new()};
    const zm_game *g;
    zm_pos p;
    assert_int_equal(zm_find_game(s.c, game, &g), ZM_OK);
    assert_int_equal(zm_variant_new(s.c, g, &setting, setting ? 1 : 0, &s.v), ZM_OK);
    p = g->start(s.v);
    if (position)
        assert_int_equal(zm_read_position(s.c, s.v, position, &p), ZM_OK);
    assert_int_equal(zm_picture_of(s.c, s.v, p, &s.picture), ZM_OK);
    return s;
}

static void hide(shown *s)
{
    zm_picture_free(s->c, &s->picture);
    zm_variant_free(s->c, s->v);
    zm_context_free(s->c);
}

static unsigned pieces(const shown *s, char piece)
{
    unsigned n = 0;
    for (size_t i = 0; i < s->picture.fields; i++)
        n += s->picture.field[i].piece == piece;
    return n;
}

static const zm_field *find(const shown *s, char piece)
{
    for (size_t i = 0; i < s->picture.fields; i++)
        if (s->picture.field[i].piece == piece)
            return &s->picture.field[i];
    fail_msg("no %c", piece);
    return NULL;
}

static void every_game_has_a_picture(void **state)
{
    for (size_t i = 0; i < zm_builtin_count(); i++) {
        shown s = show(zm_builtin(i)->name, NULL, NULL);
        assert_int_not_equal(s.picture.kind, ZM_PICTURE_WORDS);
        assert_true(s.picture.fields > 0 && s.picture.rows > 0 && s.picture.cols > 0);
        hide(&s);
    }
}

static void drawn_as(const shown *s, const char *expected)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_true(zm_draw_text(out, &s->picture, &(zm_text_style){.utf8 = true}));
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static void what_won_is_marked(void **state)
{
    unsigned winning = 0;
    shown s = show("connect-4", NULL, "1212121"), open = show("connect-4", NULL, "121212");
    for (size_t i = 0; i < s.picture.fields; i++) {
        winning += s.picture.field[i].winning;
        assert_true(!s.picture.field[i].winning || (s.picture.field[i].piece == 'x' && s.picture.field[i].col == 0));
        assert_false(open.picture.field[i].winning);
    }
    assert_int_equal(winning, 4);
    hide(&s);
    hide(&open);
}

static void small_boards_of_points_have_their_lines(void **state)
{
    shown s = show("nine-mens-morris", "men=3", "w.b......:w:2,2");
    drawn_as(&s, " 3   w ─ · ─ b\n"
                 "     │ ╲ │ ╱ │\n"
                 " 2   · ─ · ─ ·\n"
                 "     │ ╱ │ ╲ │\n"
                 " 1   · ─ · ─ ·\n"
                 "     a   b   c\n");
    hide(&s);
}

static void told(const char *setting, const char *position, unsigned white, unsigned black, const char *phase)
{
    shown s = show("nine-mens-morris", setting, position);
    assert_true(s.picture.handed);
    assert_int_equal(s.picture.hand[0], white);
    assert_int_equal(s.picture.hand[1], black);
    assert_int_equal(s.picture.hand_tint[0], ZM_TINT_WHITE);
    assert_int_equal(s.picture.hand_tint[1], ZM_TINT_BLACK);
    if (phase)
        assert_string_equal(s.picture.phase, phase);
    else
        assert_null(s.picture.phase);
    hide(&s);
}

static void pieces_in_hand_and_the_phase_are_told(void **state)
{
    told(NULL, NULL, 9, 9, "placing");
    told(NULL, "w.......................:b:8,9", 8, 9, "placing");
    told("rules=lasker", NULL, 9, 9, "placing or moving");
    told(NULL, "wwww.....bbbb...........:w:0,0", 0, 0, "moving");
    told(NULL, "www......bbbb...........:w:0,0", 0, 0, "flying");
    told("flying=no", "www......bbbb...........:w:0,0", 0, 0, "moving");
    told(NULL, "ww.......bbbb...........:w:0,0", 0, 0, NULL); /* it is over */
    shown s = show("nine-mens-morris", "endgame=4", NULL), fox = show("fox-and-geese", NULL, NULL);
    assert_false(s.picture.handed);
    assert_false(fox.picture.handed);
    assert_null(fox.picture.phase);
    hide(&s);
    hide(&fox);
}

static void the_hen_house_is_a_place_of_its_own(void **state)
{
    unsigned marked = 0;
    shown s = show("fuchs-und-henne", NULL, NULL), fox = show("fox-and-geese", NULL, NULL);
    for (size_t i = 0; i < s.picture.fields; i++) {
        const zm_field *f = &s.picture.field[i];
        marked += f->marked;
        assert_int_equal(f->marked, f->row >= 4 && f->col >= 2 && f->col <= 4);
        assert_false(fox.picture.field[i].marked);
    }
    assert_int_equal(marked, 9);
    hide(&s);
    hide(&fox);
}

static void squares_have_pieces_in_the_colours_of_their_sides(void **state)
{
    shown s = show("hasenspiel", NULL, NULL);
    assert_int_equal(s.picture.kind, ZM_PICTURE_SQUARES);
    assert_true(s.picture.labels);
    assert_int_equal(s.picture.fields, 64);
    assert_int_equal(pieces(&s, 'p'), 4);
    assert_int_equal(find(&s, 'r')->tint, ZM_TINT_FIRST);
    assert_int_equal(find(&s, 'p')->tint, ZM_TINT_SECOND);
    hide(&s);
}

static void pieces_look_as_their_game_says(void **state)
{
    shown s = show("tic-tac-toe", NULL, "xo..x....");
    assert_int_equal(find(&s, 'x')->shape, ZM_CROSS);
    assert_int_equal(find(&s, 'o')->shape, ZM_RING);
    assert_false(s.picture.labels);
    hide(&s);
    s = show("nimble", "coins=3,3,1", NULL); /* two coins on a square */
    assert_int_equal(find(&s, '2')->shape, ZM_COIN);
    hide(&s);
    s = show("northcott", NULL, NULL);
    assert_int_equal(find(&s, 'w')->tint, ZM_TINT_WHITE);
    assert_int_equal(find(&s, 'b')->tint, ZM_TINT_BLACK);
    hide(&s);
}

/* The cross has 2 steps in each of its four short rows and 6 in each of the three long ones, 26, and as many in
 * columns. Each of its 20 meshes has two diagonals, one of them drawn; four more, which are not drawn, cut the inner
 * corners. */
static void points_are_joined_where_the_fox_may_go(void **state)
{
    shown s = show("fox-and-geese", NULL, NULL);
    assert_int_equal(s.picture.kind, ZM_PICTURE_POINTS);
    assert_int_equal(s.picture.fields, 33);
    assert_int_equal(s.picture.lines, 26 + 26 + 2 * 20 + 4);
    hide(&s);
    s = show("fox-and-geese", "fox_diagonals=drawn", NULL);
    assert_int_equal(s.picture.lines, 26 + 26 + 20);
    hide(&s);
}

static unsigned lines(const shown *s, bool drawn)
{
    unsigned n = 0;
    for (size_t i = 0; i < s->picture.lines; i++)
        n += s->picture.line[i].drawn == drawn;
    return n;
}

static void lines_are_drawn_or_free_or_not_there(void **state)
{
    shown s = show("dots-and-boxes", NULL, "10/110/10/000/01");
    assert_int_equal(s.picture.kind, ZM_PICTURE_LINES);
    assert_int_equal(lines(&s, true), 5);
    assert_int_equal(lines(&s, false), 7);
    hide(&s);
    s = show("dots-and-boxes", NULL, "00/000/00/001/00:.x/.."); /* a box less takes the two lines that were its alone */
    assert_int_equal(lines(&s, true), 1);
    assert_int_equal(lines(&s, false), 9);
    hide(&s);
}

static void numbers_in_the_notation_are_heaps(void **state)
{
    shown s = show("nim", NULL, "1,0,3");
    assert_int_equal(s.picture.kind, ZM_PICTURE_HEAPS);
    assert_int_equal(s.picture.cols, 3);
    assert_int_equal(s.picture.rows, 1);
    assert_int_equal(s.picture.field[2].number, 3);
    hide(&s);
    s = show("level-nim", NULL, "3-7-2,4-6"); /* smaller superpiles first */
    assert_int_equal(s.picture.cols, 2);
    assert_int_equal(s.picture.rows, 3);
    assert_int_equal(s.picture.fields, 5);
    assert_string_equal(s.picture.field[1].text, "7");
    hide(&s);
    s = show("kayles", "heaps=300", NULL); /* too many for cells */
    assert_int_equal(s.picture.kind, ZM_PICTURE_HEAPS);
    hide(&s);
    s = show("kayles", NULL, "many");
    assert_int_equal(s.picture.kind, ZM_PICTURE_WORDS);
    assert_string_equal(s.picture.words, "many");
    hide(&s);
}

static void tables_are_heated(void **state)
{
    const uint32_t number[] = {0, ZM_SL, 4, 2, ZM_SW, 1};
    zm_context *c = zm_context_new();
    zm_picture p;
    assert_int_equal(zm_picture_numbers(c, 2, 3, number, &p), ZM_OK);
    assert_int_equal(p.rows, 2);
    assert_int_equal(p.a_line, 0);
    assert_true(p.field[0].heat == 0 && p.field[2].heat == 1 && p.field[3].heat == 0.5);
    assert_true(p.field[1].heat == ZM_HEAT_SL && p.field[4].heat == ZM_HEAT_SW);
    assert_string_equal(p.field[1].text, "SL");
    assert_string_equal(p.field[4].text, "SW");
    zm_picture_free(c, &p);

    const uint32_t row[23] = {0}; /* nothing is hot where all is 0 */
    assert_int_equal(zm_picture_numbers(c, 1, 23, row, &p), ZM_OK);
    assert_int_equal(p.rows, 3);
    assert_int_equal(p.cols, 10);
    assert_int_equal(p.a_line, 10);
    assert_true(p.field[22].heat == 0);
    zm_picture_free(c, &p);
    zm_context_free(c);
}

/* ---- as text ---- */
static void assert_text(const zm_picture *p, bool utf8, const char *expected)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(zm_draw_text(out, p, &(zm_text_style){.utf8 = utf8, .indent = 2}), expected != NULL);
    fclose(out);
    assert_string_equal(text, expected ? expected : "");
    free(text);
}

static void boards_heaps_and_numbers_are_text(void **state)
{
    shown s = show("tic-tac-toe", NULL, "xo..x....");
    assert_text(&s.picture, false,
                "  +---+---+---+\n"
                "  | x | o | 3 |\n"
                "  +---+---+---+\n"
                "  | 4 | x | 6 |\n"
                "  +---+---+---+\n"
                "  | 7 | 8 | 9 |\n"
                "  +---+---+---+\n");
    hide(&s);
    s = show("level-nim", NULL, "1-2,3-1");
    assert_text(&s.picture, false,
                "       o\n"
                "   o   -\n"
                "   o   o\n"
                "   -   o\n"
                "   o   o\n"
                "   3   4\n");
    hide(&s);
}

static void rows_and_columns_are_labelled_as_the_notation_calls_them(void **state)
{
    shown s = show("queen", "size=2", "0,1");
    assert_text(&s.picture, false,
                "     +---+---+\n"
                "   0 |   | q |\n"
                "     +---+---+\n"
                "   1 |   |   |\n"
                "     +---+---+\n"
                "       0   1\n");
    hide(&s);
    s = show("nimble", "coins=1", NULL); /* one row needs no name */
    assert_text(&s.picture, false,
                "  +---+---+\n"
                "  |   | o |\n"
                "  +---+---+\n"
                "    0   1\n");
    hide(&s);
    s = show("nimble", "coins=10", NULL); /* no room for two digits */
    assert_text(&s.picture, false,
                "  +-----------------------+\n"
                "  |                     o |\n"
                "  +-----------------------+\n"
                "    0 1 2 3 4 5 6 7 8 9 0\n");
    hide(&s);
    char name[ZM_LABEL_TEXT];
    s = show("hasenspiel", NULL, NULL);
    assert_string_equal(zm_row_label(&s.picture, 0, name), "8");
    assert_string_equal(zm_column_label(&s.picture, 7, name), "h");
    hide(&s);
    s = show("chomp", NULL, "4,3"); /* a bite is row,column, the poisoned square 1,1 */
    assert_string_equal(zm_row_label(&s.picture, 0, name), "3");
    assert_string_equal(zm_row_label(&s.picture, 2, name), "1");
    assert_string_equal(zm_column_label(&s.picture, 3, name), "4");
    hide(&s);
    s = show("dots-and-boxes", NULL, NULL); /* h2.1, v1.3 */
    assert_string_equal(zm_row_label(&s.picture, 2, name), "h2");
    assert_string_equal(zm_row_label(&s.picture, 1, name), "v1");
    assert_string_equal(zm_column_label(&s.picture, 1, name), "h.1");
    assert_string_equal(zm_column_label(&s.picture, 4, name), "v.3");
    hide(&s);
    s = show("madn", "pieces=1", NULL); /* as the side to move counts: its start square is 0, the other's 20 */
    assert_string_equal(s.picture.field[0].name, "0");
    assert_string_equal(s.picture.field[20].name, "20");
    assert_string_equal(s.picture.field[40].name, "40");
    assert_string_equal(s.picture.field[41].name, ""); /* the other's finish zone */
    hide(&s);
}

static void words_and_what_is_too_high_are_no_text(void **state)
{
    shown s = show("kayles", NULL, "many");
    assert_text(&s.picture, true, NULL);
    hide(&s);
    s = show("limited-nim", "coins=65535", NULL);
    assert_text(&s.picture, true, NULL);
    hide(&s);
}

static void rows_of_numbers_say_where_they_begin(void **state)
{
    const uint32_t row[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ZM_SW};
    zm_context *c = zm_context_new();
    zm_picture p;
    assert_int_equal(zm_picture_numbers(c, 1, 12, row, &p), ZM_OK);
    assert_text(&p, false,
                "       0    0   1   2   3   4   5   6   7   8   9\n"
                "      10   10  SW\n");
    zm_picture_free(c, &p);
    zm_context_free(c);
}

static void add(zm_picture *p, unsigned row, unsigned col, zm_verdict verdict, const char *text)
{
    const zm_touches t = {.count = 1, .touch = {{(uint8_t)row, (uint8_t)col}}};
    zm_picture_add_move(p, &t, verdict, text, "", false);
}

/* The best move to a field is the one that is told; what is too long for a field is told by its sign. */
static void moves_are_marks_on_the_board(void **state)
{
    shown s = show("tic-tac-toe", NULL, "xo.......");
    assert_int_equal(zm_picture_expect_moves(s.c, &s.picture, 4), ZM_OK);
    add(&s.picture, 1, 1, ZM_WINS, "+5");
    add(&s.picture, 1, 1, ZM_DRAWS, "=");
    add(&s.picture, 2, 2, ZM_DRAWS, "=");
    add(&s.picture, 2, 0, ZM_LOSES, "-1234");
    assert_text(&s.picture, false,
                "  +---+---+---+\n"
                "  | x | o | 3 |\n"
                "  +---+---+---+\n"
                "  | 4 | +5| 6 |\n"
                "  +---+---+---+\n"
                "  | - | 8 | = |\n"
                "  +---+---+---+\n");
    assert_string_equal(zm_picture_move_to(&s.picture, 1, 1)->text, "+5");
    assert_null(zm_picture_move_to(&s.picture, 0, 2));
    hide(&s);
    s = show("dots-and-boxes", NULL, "10/110/10/000/01");
    assert_int_equal(zm_picture_expect_moves(s.c, &s.picture, 2), ZM_OK);
    add(&s.picture, 0, 3, ZM_LOSES, "-12");
    add(&s.picture, 3, 0, ZM_WINS, "+3");
    assert_text(&s.picture, false,
                "  h1 +---+-12+\n"
                "  v1 | x |\n"
                "  h2 +---+   +\n"
                "  v2 +\n"
                "  h3 +   +---+\n"
                "     1 1 2 2 3\n");
    hide(&s);
}

/* ---- whose boxes are ---- */
static zm_tint box(const zm_picture *p, unsigned row, unsigned col)
{
    for (size_t i = 0; i < p->fields; i++)
        if (p->field[i].row == row && p->field[i].col == col)
            return p->field[i].tint;
    return ZM_TINT_PLAIN;
}

/* One picture knows it as long as one player has all of them; a line of play knows it of each. */
static void boxes_have_the_colour_of_who_has_them(void **state)
{
    shown s = show("dots-and-boxes", "rule=score", "11/111/11/000/00:2-0");
    shown next = show("dots-and-boxes", "rule=score", "11/111/11/110/10:2-1");
    assert_int_equal(box(&s.picture, 1, 1), ZM_TINT_FIRST);
    assert_int_equal(box(&s.picture, 3, 1), ZM_TINT_PLAIN);
    assert_int_equal(box(&next.picture, 1, 1), ZM_TINT_PLAIN);
    zm_picture_mark_fresh(&next.picture, &s.picture);
    assert_int_equal(box(&next.picture, 1, 3), ZM_TINT_FIRST);
    assert_int_equal(box(&next.picture, 3, 1), ZM_TINT_SECOND);
    hide(&s);
    hide(&next);
    s = show("dots-and-boxes", "rule=score", "11/111/11/000/00:0-2");
    assert_int_equal(box(&s.picture, 1, 1), ZM_TINT_SECOND);
    hide(&s);
}

/* ---- as MetaPost ---- */
static void lines_are_metapost(void **state)
{
    shown s = show("dots-and-boxes", NULL, "10/110/10/000/01");
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    zm_draw_metapost(out, &s.picture);
    fclose(out);
    assert_string_equal(text, "% 10/110/10/000/01\n"
                              "outputtemplate := \"%j-%c.mps\";\n"
                              "prologues := 3;\n"
                              "\n"
                              "beginfig(1);\n"
                              "  numeric u;\n"
                              "  u=1cm;\n"
                              "  z0=(0u,2u); z1=(1u,2u); z2=(2u,2u);\n"
                              "  z3=(0u,1u); z4=(1u,1u); z5=(2u,1u);\n"
                              "  z6=(0u,0u); z7=(1u,0u); z8=(2u,0u);\n"
                              "  fill z0--z1--z4--z3--cycle withcolor .85white;\n"
                              "  pickup pencircle scaled 1.2pt;\n"
                              "  draw z0--z1;\n"
                              "  draw z0--z3;\n"
                              "  draw z1--z4;\n"
                              "  draw z3--z4;\n"
                              "  draw z7--z8;\n"
                              "  pickup pencircle scaled 4pt;\n"
                              "  for i=0 upto 8: draw z[i]; endfor\n"
                              "endfig;\n"
                              "\n"
                              "end\n");
    free(text);
    hide(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_a_picture),
        cmocka_unit_test(squares_have_pieces_in_the_colours_of_their_sides),
        cmocka_unit_test(pieces_look_as_their_game_says),
        cmocka_unit_test(points_are_joined_where_the_fox_may_go),
        cmocka_unit_test(lines_are_drawn_or_free_or_not_there),
        cmocka_unit_test(numbers_in_the_notation_are_heaps),
        cmocka_unit_test(tables_are_heated),
        cmocka_unit_test(boards_heaps_and_numbers_are_text),
        cmocka_unit_test(rows_and_columns_are_labelled_as_the_notation_calls_them),
        cmocka_unit_test(words_and_what_is_too_high_are_no_text),
        cmocka_unit_test(rows_of_numbers_say_where_they_begin),
        cmocka_unit_test(moves_are_marks_on_the_board),
        cmocka_unit_test(boxes_have_the_colour_of_who_has_them),
        cmocka_unit_test(lines_are_metapost),
        cmocka_unit_test(what_won_is_marked),
        cmocka_unit_test(small_boards_of_points_have_their_lines),
        cmocka_unit_test(pieces_in_hand_and_the_phase_are_told),
        cmocka_unit_test(the_hen_house_is_a_place_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
