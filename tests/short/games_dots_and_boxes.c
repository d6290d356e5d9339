/* games_dots_and_boxes.c: Dots and Boxes (seed 001): its rules, its notation, its parts, the positions the thesis
 * describes, and its pictures. */
#include "dots_board.h"

#include "draw/text.h"
#include "games_notation.h"

static zm_pos play(const dots_board *b, zm_pos p, const char *name)
{
    zm_move moves[DOTS_LINES];
    char text[ZM_MAX_TEXT];
    const unsigned count = b->v->game->moves(b->v, p, moves);
    for (unsigned i = 0; i < count; i++) {
        zm_write_move(b->v, p, moves[i], text, sizeof text);
        if (!strcmp(text, name))
            return b->v->game->play(b->v, p, moves[i]);
    }
    fail_msg("no move %s", name);
    return p;
}

static void assert_writes(const dots_board *b, zm_pos p, const char *expected)
{
    char text[ZM_MAX_TEXT];
    zm_write_position(b->v, p, text, sizeof text);
    assert_string_equal(text, expected);
}

/* ---- rules ---- */
static void first_box_ends_the_game(void **state)
{
    dots_board b = open_dots(3, 3, "first-box"), m = open_dots(3, 3, "misere");
    zm_pos p = dots_read(&b, "10/110/00/000/00");
    assert_int_equal(b.v->game->ended(b.v, p), ZM_OPEN);
    p = play(&b, p, "h2.1");
    assert_writes(&b, p, "10/110/10/000/00");
    assert_int_equal(b.v->game->ended(b.v, p), ZM_LOSS); /* for the other one, who is to move */
    assert_int_equal(m.v->game->ended(m.v, p), ZM_WIN);
    close_dots(&b);
    close_dots(&m);
}

static void a_box_gives_another_turn_in_nimstring_and_by_score(void **state)
{
    dots_board n = open_dots(3, 3, "nimstring"), s = open_dots(3, 3, "score");
    assert_writes(&n, play(&n, dots_read(&n, "10/110/00/000/00"), "h2.1"), "10/110/10/000/00");
    assert_writes(&n, play(&n, dots_read(&n, "10/110/00/000/00"), "h3.1"), "10/110/00/000/10:2");
    assert_writes(&n, play(&n, dots_read(&n, "10/110/00/000/00:2"), "h3.1"), "10/110/00/000/10");
    assert_writes(&s, play(&s, dots_read(&s, "10/110/00/000/00"), "h2.1"), "10/110/10/000/00:1-0");
    assert_writes(&s, play(&s, dots_read(&s, "10/110/00/000/00:2"), "h2.1"), "10/110/10/000/00:0-1:2");
    assert_writes(&s, play(&s, dots_read(&s, "11/101/11/000/00"), "v1.2"), "11/111/11/000/00:2-0");
    close_dots(&n);
    close_dots(&s);
}

static void more_boxes_win_by_score(void **state)
{
    dots_board s = open_dots(3, 3, "score");
    assert_int_equal(s.v->game->ended(s.v, dots_read(&s, "11/111/11/111/11:3-1")), ZM_WIN);
    assert_int_equal(s.v->game->ended(s.v, dots_read(&s, "11/111/11/111/11:3-1:2")), ZM_LOSS);
    assert_int_equal(s.v->game->ended(s.v, dots_read(&s, "11/111/11/111/11:2-2:2")), ZM_DRAW);
    assert_int_equal(s.v->game->ended(s.v, dots_read(&s, "11/111/11/111/01:2-1:2")), ZM_OPEN);
    close_dots(&s);
}

/* A missing box is nobody's: the lines beside it belong to its neighbours alone, and complete nothing in it. */
static void missing_boxes_are_no_boxes(void **state)
{
    dots_board b = open_dots(3, 3, "first-box"), n = open_dots(3, 3, "nimstring");
    assert_int_equal(b.v->game->ended(b.v, dots_read(&b, ".0/110/10/000/00:x./..")), ZM_OPEN);
    zm_move moves[DOTS_LINES];
    assert_int_equal(b.v->game->moves(b.v, dots_read(&b, ".0/.00/00/000/00:x./.."), moves), 10);
    assert_int_equal(b.v->game->moves(b.v, dots_read(&b, "../.../.0/.10/.0:xx/x."), moves),
                     3); /* v2.2 is drawn: none */
    assert_writes(&n, play(&n, dots_read(&n, ".0/.00/00/010/00:x./.."), "h2.1"), ".0/.00/10/010/00:x./..:2");
    close_dots(&b);
    close_dots(&n);
}

/* ---- notation ---- */
static void notation_of_the_design(void **state)
{
    dots_board b = open_dots(3, 3, "first-box"), w = open_dots(2, 5, "first-box");
    assert_int_equal(dots_read(&b, "00/000/10/000/00").lo, 1 << 5);
    assert_writes(&b, b.v->game->start(b.v), "00/000/00/000/00");
    assert_writes(&b, play(&b, b.v->game->start(b.v), "v2.3"), "00/000/00/001/00");
    assert_writes(&w, play(&w, w.v->game->start(w.v), "h2.4"), "0000/00000/0001");
    /* What is none may be written in any way; it is always written as none. */
    assert_writes(&b, dots_read(&b, "00/000/00/000/00:x./x."), ".0/.00/.0/.00/.0:x./x.");
    assert_writes(&b, dots_read(&b, "10/100/10/100/10:x./x."), ".0/.00/.0/.00/.0:x./x.");
    close_dots(&b);
    close_dots(&w);
}

static void bad_notation_is_refused_with_place_and_reason(void **state)
{
    static const bad_text bad[] = {
        {"", "1 for a line", 0},
        {"0", "1 for a line", 1},
        {"00", "expected / after the 2 lines", 2},
        {"000/000/10/000/00", "expected / after the 2 lines", 2},
        {"00/00/10/000/00", "1 for a line", 5},
        {"00/000/1x/000/00", "1 for a line", 8},
        {"00/000/10/000/000", "expected the end", 16},
        {"00/000/10/000/00:", "expected the end", 16},
        {"00/000/10/000/00:x", ". for a box", 18},
        {"00/000/10/000/00:x.", "expected / after the 2 boxes", 19},
        {"00/000/10/000/00:xx/xx", "all boxes", ZM_WHOLE},
        {".0/000/10/000/00", "box beside it", ZM_WHOLE},
        {"00/000/10/000/00:2", "expected the end", 16},
        {"00/000/10/000/00:1-0", "expected the end", 16},
    };
    static const bad_text bad_score[] = {
        {"11/110/10/000/00", "whose they are", 16},          {"11/110/10/000/00:2", "whose they are", 16},
        {"11/110/10/000/00:2-1", "1 box is complete", 17},   {"11/110/10/000/00:1", "whose they are", 16},
        {"11/110/10/000/00:1-", "number of boxes", 19},      {"11/110/10/000/00:1-0:1", "expected the end", 20},
        {"11/110/10/000/00:1-0:2:", "expected the end", 20},
    };
    dots_board b = open_dots(3, 3, "first-box"), s = open_dots(3, 3, "score");
    assert_refused(b.v, bad, sizeof bad / sizeof *bad);
    assert_refused(s.v, bad_score, sizeof bad_score / sizeof *bad_score);
    close_dots(&b);
    close_dots(&s);
}

static void boards_of_more_than_64_lines_are_refused(void **state)
{
    const char *const settings[] = {"rows=6", "cols=7"};
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    assert_int_equal(zm_find_game(c, "dots-and-boxes", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, settings, 2, &v), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(c), "71 lines"));
    zm_context_free(c);
}

/* ---- symmetry and parts ---- */
static void fingerprints_are_the_same_for_all_turns_of_a_board(void **state)
{
    uint64_t seed = 7;
    for (unsigned cols = 3; cols <= 5; cols++) {
        dots_board b = open_dots(4, cols, "first-box");
        for (unsigned i = 0; i < 2000; i++) {
            zm_pos p = {unit_random(&seed) & b.d->lines,
                        i % 2 ? unit_random(&seed) & unit_random(&seed) & b.d->boxes : 0};
            p.lo |= b.d->lines & ~dots_lines_of(b.d, dots_present(b.d, p));
            const unsigned s = (unsigned)(unit_random(&seed) % b.d->symmetries);
            const zm_pos q = {dots_turn_lines(b.d, s, p.lo), dots_turn_boxes(b.d, s, p.hi)};
            assert_int_equal(zm_count_bits(q.hi), zm_count_bits(p.hi));
            assert_int_equal(b.d->lines & ~dots_lines_of(b.d, dots_present(b.d, q)) & ~q.lo, 0);
            assert_int_equal(zm_count_bits(dots_complete(b.d, q)), zm_count_bits(dots_complete(b.d, p)));
            assert_true(zm_same(dots_fingerprint(b.v, p), dots_fingerprint(b.v, q)));
        }
        close_dots(&b);
    }
}

static void equal_parts_are_the_same_position(void **state)
{
    dots_board b = open_dots(4, 4, "first-box");
    zm_pos out[ZM_MAX_PARTS];
    /* Four lines cut the corners off: four boxes of two free lines each, and the cross between them. */
    const zm_pos p = dots_read(&b, "000/0110/101/0000/101/0110/000");
    assert_int_equal(b.v->game->sums->parts(b.v, p, out), 5);
    unsigned corners = 0;
    for (unsigned i = 0; i < 5; i++)
        corners += zm_same(out[i], out[0]);
    assert_int_equal(corners, 4);
    assert_writes(&b, out[0], "1../10../0../..../.../..../...:.xx/xxx/xxx");
    /* A domino lying and one standing, elsewhere. */
    zm_pos lying[ZM_MAX_PARTS], standing[ZM_MAX_PARTS];
    assert_int_equal(b.v->game->sums->parts(b.v, dots_read(&b, "00./101./11./..../.../..../...:..x/xxx/xxx"), lying),
                     1);
    assert_int_equal(b.v->game->sums->parts(b.v, dots_read(&b, ".../..../..1/..10/..0/..10/..1:xxx/xx./xx."), standing),
                     1);
    assert_true(zm_same(lying[0], standing[0]));
    close_dots(&b);
}

/* The w-number of a position is the sum of those of its parts, superlosing before superwinning before numbers. */
static void check_parts(bool misere)
{
    dots_board b = open_dots(3, 4, "first-box");
    plain k = open_plain(&b, misere);
    unsigned several = 0;
    for (uint64_t lines = 0; lines <= b.d->lines; lines++) {
        zm_pos out[ZM_MAX_PARTS];
        const unsigned n = b.v->game->sums->parts(b.v, (zm_pos){lines, 0}, out);
        int all = 0;
        for (unsigned i = 0; i < n; i++) {
            const int w = plain_w(&k, out[i]);
            zm_pos again[ZM_MAX_PARTS];
            assert_int_equal(b.v->game->sums->parts(b.v, out[i], again), 1);
            assert_true(zm_same(again[0], out[i]));
            all = all == SL || w == SL ? SL : all == SW || w == SW ? SW : all ^ w;
        }
        several += n > 1;
        assert_int_equal(plain_w(&k, (zm_pos){lines, 0}), all);
    }
    assert_true(several > 10000);
    close_plain(&k);
    close_dots(&b);
}

static void theorem_5_2_w_is_the_sum_of_the_parts(void **state) { check_parts(false); }
static void theorem_9_2_so_is_misere_w(void **state) { check_parts(true); }

/* ---- the thesis ---- */
static void assert_w(const dots_board *b, const char *text, int w)
{
    plain k = open_plain(b, false);
    assert_int_equal(plain_w(&k, dots_read(b, text)), w);
    close_plain(&k);
}

/* Section 6.1 says of Figure 10, whose drawing is not in the text: b and its like are symmetric with at most two lines
 * a box, so lost; a and c are one line short of that; any line wins in d; in e the upper right horizontal line gives
 * all boxes exactly two. These are such positions. */
static void figure_10_positions_as_described(void **state)
{
    dots_board b = open_dots(3, 3, "first-box");
    assert_w(&b, "01/010/00/010/10", 0);  /* b: the second half is the first, turned */
    assert_w(&b, "11/101/00/101/01", 1);  /* a: one line short of such a position */
    assert_w(&b, "11/111/00/111/11", SW); /* d: any line wins */
    assert_w(&b, "10/101/00/101/11", 1);  /* e */
    assert_w(&b, "11/101/00/101/11", 0);  /* e with its upper right line: every box has two, every move gives a third */
    close_dots(&b);
}

static void assert_parts(const dots_board *b, const char *text, unsigned count, const int *expected)
{
    plain k = open_plain(b, false);
    zm_pos out[ZM_MAX_PARTS];
    assert_int_equal(b->v->game->sums->parts(b->v, dots_read(b, text), out), count);
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(plain_w(&k, out[i]), expected[i]);
    close_plain(&k);
}

/* Example 6.1: p is a and e side by side, and w(p) = 1 + 1 = 0. */
static void figure_11_sum_of_two(void **state)
{
    dots_board b = open_dots(3, 3, "first-box"), p = open_dots(3, 5, "first-box");
    assert_w(&b, "11/101/00/101/01", 1);
    assert_w(&b, "10/101/00/101/11", 1);
    assert_parts(&p, "1110/10101/0000/10101/0111", 2, (const int[]){1, 1});
    assert_w(&p, "1110/10101/0000/10101/0111", 0);
    close_dots(&b);
    close_dots(&p);
}

/* Example 6.2: in s all boxes but the two at the bottom have two lines; w(s) = 2, and a bottom line leaves 1. With t of
 * 1 and u of 0, which the text does not describe, the sum is 3, and that move wins. */
static void figure_12_sum_of_three(void **state)
{
    dots_board b = open_dots(3, 3, "first-box"), v = open_dots(3, 6, "first-box");
    assert_w(&b, "11/101/00/101/00", 2);
    assert_w(&b, "11/101/00/101/10", 1);
    assert_parts(&v, "11110/101011/00000/101011/00100", 3, (const int[]){2, 1, 0});
    assert_w(&v, "11110/101011/00000/101011/00100", 3);
    assert_w(&v, "11110/101011/00000/101011/10100", 0);
    close_dots(&b);
    close_dots(&v);
}

/* ---- pictures ---- */
static void assert_drawn(const dots_board *b, const char *text, bool utf8, const char *expected)
{
    char *drawn = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&drawn, &size);
    zm_picture picture;
    assert_int_equal(zm_picture_of(b->c, b->v, dots_read(b, text), &picture), ZM_OK);
    assert_true(zm_draw_text(out, &picture, &(zm_text_style){.utf8 = utf8, .indent = 2}));
    zm_picture_free(b->c, &picture);
    fclose(out);
    assert_string_equal(drawn, expected);
    free(drawn);
}

static void boards_are_drawn_by_lines(void **state)
{
    dots_board b = open_dots(3, 3, "first-box");
    assert_drawn(&b, "10/110/10/000/01", false,
                 "  h1 +---+   +\n"
                 "  v1 | x |\n"
                 "  h2 +---+   +\n"
                 "  v2\n"
                 "  h3 +   +---+\n"
                 "     1 1 2 2 3\n");
    assert_drawn(&b, "00/000/00/001/00:.x/..", true,
                 "  h1 •   •   •\n"
                 "  v1      ░░░\n"
                 "  h2 •   •   •\n"
                 "  v2         │\n"
                 "  h3 •   •   •\n"
                 "     1 1 2 2 3\n");
    close_dots(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_box_ends_the_game),
        cmocka_unit_test(a_box_gives_another_turn_in_nimstring_and_by_score),
        cmocka_unit_test(more_boxes_win_by_score),
        cmocka_unit_test(missing_boxes_are_no_boxes),
        cmocka_unit_test(notation_of_the_design),
        cmocka_unit_test(bad_notation_is_refused_with_place_and_reason),
        cmocka_unit_test(boards_of_more_than_64_lines_are_refused),
        cmocka_unit_test(fingerprints_are_the_same_for_all_turns_of_a_board),
        cmocka_unit_test(equal_parts_are_the_same_position),
        cmocka_unit_test(theorem_5_2_w_is_the_sum_of_the_parts),
        cmocka_unit_test(theorem_9_2_so_is_misere_w),
        cmocka_unit_test(figure_10_positions_as_described),
        cmocka_unit_test(figure_11_sum_of_two),
        cmocka_unit_test(figure_12_sum_of_three),
        cmocka_unit_test(boards_are_drawn_by_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
