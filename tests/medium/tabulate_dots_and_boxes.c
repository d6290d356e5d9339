/* tabulate_dots_and_boxes.c: all w-numbers of 4x5 dots (61,494,980 line sets, FACTS.md) with theorem 4.2; those of 4x4
 * dots found plainly, set by set, are the same; and 4x4 dots by score, of NimString and misère.
 *
 * ctest: timeout=600 */
#include "dots_board.h"

#include "games/dots-and-boxes/sets.h"

static zm_tabulation tabulate(const dots_board *b)
{
    zm_tabulation t;
    if (zm_tabulate(b->c, b->v, NULL, &t) != ZM_OK)
        fail_msg("%s", zm_message(b->c));
    return t;
}

static void assert_counts(const zm_tabulation *t, int first, unsigned count, const uint64_t (*expected)[2])
{
    assert_int_equal(t->count, count);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(t->row[i].value, first + (int)i);
        assert_int_equal(t->row[i].positions, expected[i][0]);
        assert_int_equal(t->row[i].states, expected[i][1]);
    }
}

static void first_box_on_4x5_and_5x4_dots(void **state)
{
    static const uint64_t expected[][2] = {
        {13523295, 3385946},
        {13550576, 3390912},
        {13942720, 3487559},
        {13882971, 3472485},
        {2428582, 607596},
        {2400440, 600296},
        {862738, 215744},
        {772234, 193101},
        {87518, 21882},
        {37306, 9327},
        {5732, 1433},
        {848, 212},
        {20, 5},
    };
    for (unsigned rows = 4; rows <= 5; rows++) {
        dots_board b = open_dots(rows, 9 - rows, "first-box");
        const zm_tabulation t = tabulate(&b);
        assert_int_equal(t.positions, 61494980);
        assert_int_equal(t.states, 15386498);
        assert_int_equal(t.start, 2); /* theorem 4.2: the first player wins */
        assert_counts(&t, 0, 13, expected);
        close_dots(&b);
    }
}

static void w_of_4x4_dots_set_by_set(void **state)
{
    dots_board b = open_dots(4, 4, "first-box");
    const zm_tabulation t = tabulate(&b);
    zm_tabulation plainly = {0};
    assert_int_equal(dots_sets(b.c, b.d, DOTS_KIND_W, &plainly), ZM_OK);
    assert_int_equal(plainly.start, t.start);
    for (unsigned i = 0; i < t.count; i++) {
        const zm_tabulated *r = &plainly.row[t.row[i].value - plainly.row[0].value];
        assert_int_equal(r->value, t.row[i].value);
        assert_int_equal(r->positions, t.row[i].positions);
        assert_int_equal(r->states, t.row[i].states);
    }
    close_dots(&b);
}

static void score_on_4x4_dots(void **state)
{
    static const uint64_t expected[][2] = {
        {144, 19},         {317, 41},         {4392, 557},       {7120, 897},       {92090, 11593},
        {109406, 13720},   {578066, 72647},   {414267, 51901},   {1129202, 141743}, {547560, 68667},
        {1440893, 180720}, {763048, 95748},   {2026152, 254131}, {1520162, 190429}, {3252764, 407383},
        {1257776, 157528}, {2062879, 258327}, {715256, 89541},   {855722, 107208},
    };
    dots_board b = open_dots(4, 4, "score");
    const zm_tabulation t = tabulate(&b);
    assert_int_equal(t.positions, 1 << 24);
    assert_int_equal(t.start, -3); /* the second player wins 6 to 3 */
    assert_counts(&t, -9, 19, expected);
    close_dots(&b);
}

static void nimstring_on_4x4_dots(void **state)
{
    static const uint64_t expected[][2] = {
        {7394020, 925511}, {3135121, 393909}, {3187389, 399662}, {1383641, 173654}, {1334101, 167166}, {190868, 23878},
        {131312, 16424},   {15484, 1936},     {5056, 632},       {200, 25},         {24, 3},
    };
    dots_board b = open_dots(4, 4, "nimstring");
    const zm_tabulation t = tabulate(&b);
    assert_int_equal(t.start, 2);
    assert_counts(&t, ZM_LOONY, 11, expected);
    close_dots(&b);
}

static void misere_on_4x4_dots(void **state)
{
    static const uint64_t expected[][2] = {
        {2505730, 314540}, {2506048, 314433}, {2178200, 272536}, {2184142, 273328}, {204300, 25567},
        {204284, 25555},   {29800, 3727},     {26592, 3324},     {832, 104},        {408, 51},
    };
    dots_board b = open_dots(4, 4, "misere");
    const zm_tabulation t = tabulate(&b);
    assert_int_equal(t.start, 0);
    assert_counts(&t, 0, 10, expected);
    close_dots(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_box_on_4x5_and_5x4_dots),
        cmocka_unit_test(w_of_4x4_dots_set_by_set),
        cmocka_unit_test(score_on_4x4_dots),
        cmocka_unit_test(nimstring_on_4x4_dots),
        cmocka_unit_test(misere_on_4x4_dots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
