/* games_dots_and_boxes_all.c: the values of all positions of Dots and Boxes at once: against plain searches on small
 * boards, against the theorems of the thesis (seed 001), against each other, and as counts to be kept. */
#include "base/memory.h"
#include "dots_board.h"

#include "games/dots-and-boxes/sets.h"
#include "games/dots-and-boxes/strong.h"

static zm_tabulation tabulate(const dots_board *b, const char *value)
{
    zm_tabulation t;
    if (zm_tabulate(b->c, b->v, value, &t) != ZM_OK)
        fail_msg("%s", zm_message(b->c));
    return t;
}

static void assert_same(const zm_tabulation *a, const zm_tabulation *b)
{
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->start, b->start);
    for (unsigned i = 0; i < a->count; i++) {
        assert_int_equal(a->row[i].value, b->row[i].value);
        assert_int_equal(a->row[i].positions, b->row[i].positions);
        assert_int_equal(a->row[i].states, b->row[i].states);
    }
}

/* ---- w-numbers ---- */
/* Every line set by definition 5.3 (9.1 for misère); those with a number are counted, and the fingerprints among
 * them. */
static void check_against_plain(unsigned rows, unsigned cols, bool misere)
{
    dots_board b = open_dots(rows, cols, "first-box");
    plain k = open_plain(&b, misere);
    zm_tabulation t = tabulate(&b, misere ? "w_misere" : "w"), p = {.start = plain_w(&k, b.v->game->start(b.v))};
    for (uint64_t lines = 0; lines <= b.d->lines; lines++) {
        const zm_pos at = {lines, 0};
        const int w = plain_w(&k, at);
        if (w < 0)
            continue;
        p.row[w].value = w;
        p.row[w].positions++;
        p.row[w].states += zm_same(dots_fingerprint(b.v, at), at);
        p.count = (unsigned)w >= p.count ? (unsigned)w + 1 : p.count;
    }
    assert_same(&t, &p);
    close_plain(&k);
    close_dots(&b);
}

static void w_is_that_of_a_plain_search(void **state)
{
    for (unsigned cols = 2; cols <= 6; cols++)
        check_against_plain(2, cols, false);
    for (unsigned rows = 3; rows <= 6; rows++)
        check_against_plain(rows, 2, false);
    check_against_plain(3, 3, false);
    check_against_plain(3, 4, false);
    check_against_plain(4, 3, false);
}

static void misere_w_is_that_of_a_plain_search(void **state)
{
    for (unsigned cols = 2; cols <= 6; cols++)
        check_against_plain(2, cols, true);
    check_against_plain(3, 3, true);
    check_against_plain(3, 4, true);
    check_against_plain(4, 3, true);
}

/* Theorems 4.1 and 4.2: with rows + cols even the second player wins the empty board, else the first. 4x5 and 5x4 are
 * in tests/medium, 5x5 in tests/long. */
static void theorems_4_1_and_4_2_up_to_4x4_dots(void **state)
{
    for (unsigned rows = 2; rows <= 4; rows++)
        for (unsigned cols = 2; cols <= (rows < 4 ? 5 : 4); cols++) {
            dots_board b = open_dots(rows, cols, "first-box");
            const zm_tabulation t = tabulate(&b, "w");
            assert_int_equal(t.start == 0, (rows + cols) % 2 == 0);
            close_dots(&b);
        }
}

typedef struct counted {
    unsigned rows, cols;
    const char *rule;
    uint64_t positions, states;
    int start;
    zm_tabulated row[24];
} counted;

/* As these programs found them; the numbers of line sets with at most two lines a box are in FACTS.md. */
static const counted known[] = {
    {3, 3, "first-box", 1175, 176, 0, {{0, 299, 58}, {1, 320, 43}, {2, 252, 37}, {3, 256, 32}, {4, 48, 6}}},
    {4,
     4,
     "first-box",
     1133733,
     142622,
     0,
     {{0, 270417, 34358},
      {1, 269792, 33889},
      {2, 254112, 31830},
      {3, 257944, 32336},
      {4, 39372, 4934},
      {5, 31620, 3962},
      {6, 6860, 860},
      {7, 3376, 423},
      {8, 192, 24},
      {9, 48, 6}}},
    {3, 3, "misere", 3217, 448, 0, {{0, 961, 144}, {1, 920, 125}, {2, 640, 86}, {3, 680, 91}, {4, 16, 2}}},
    {3, 3, "nimstring", 4096, 570, 0, {{-1, 732, 94}, {0, 1372, 202}, {1, 1468, 203}, {2, 396, 55}, {3, 128, 16}}},
    {3,
     3,
     "score",
     4096,
     570,
     2,
     {{-4, 49, 8},
      {-3, 32, 6},
      {-2, 432, 57},
      {-1, 176, 24},
      {0, 896, 131},
      {1, 252, 33},
      {2, 977, 143},
      {3, 300, 38},
      {4, 982, 130}}},
};

static void counts_by_value(void **state)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        dots_board b = open_dots(known[i].rows, known[i].cols, known[i].rule);
        const zm_tabulation t = tabulate(&b, NULL);
        assert_int_equal(t.positions, known[i].positions);
        assert_int_equal(t.states, known[i].states);
        assert_int_equal(t.start, known[i].start);
        for (unsigned r = 0; r < t.count; r++) {
            assert_int_equal(t.row[r].value, known[i].row[r].value);
            assert_int_equal(t.row[r].positions, known[i].row[r].positions);
            assert_int_equal(t.row[r].states, known[i].row[r].states);
        }
        close_dots(&b);
    }
}

/* The way for numbers from 16 up, taken everywhere, and one thread or three. */
static void tiles_one_by_one_and_threads_change_nothing(void **state)
{
    dots_board b = open_dots(3, 5, "first-box");
    zm_tabulation t = {0}, careful = {0}, single = {0};
    zm_set_threads(b.c, 3);
    assert_int_equal(dots_strong(b.c, b.d, false, &t), ZM_OK);
    assert_int_equal(dots_strong(b.c, b.d, true, &careful), ZM_OK);
    zm_set_threads(b.c, 1);
    assert_int_equal(dots_strong(b.c, b.d, false, &single), ZM_OK);
    assert_same(&t, &careful);
    assert_same(&t, &single);
    close_dots(&b);
}

/* ---- by score ---- */
typedef struct scores {
    const dots_board *b;
    const int8_t *value;
    uint8_t *seen;
} scores;

/* The final difference for the first player, by the rules alone, of every position reached; and what the table says. */
static int check_scores(scores *k, zm_pos p)
{
    const zm_variant *v = k->b->v;
    zm_move moves[DOTS_LINES];
    const int complete = (int)zm_count_bits(dots_complete(k->b->d, p)), lead = 2 * (int)dots_points(p) - complete;
    const bool second = p.hi & ZM_TURN_BIT;
    const int told = second ? lead - k->value[p.lo] : lead + k->value[p.lo];
    uint8_t *seen = &k->seen[(p.lo * 32 + dots_points(p)) * 2 + second];
    if (*seen)
        return told;
    *seen = 1;
    const unsigned count = v->game->moves(v, p, moves);
    int best = count ? second ? 100 : -100 : lead;
    for (unsigned i = 0; i < count; i++) {
        const int there = check_scores(k, v->game->play(v, p, moves[i]));
        best = second ? (there < best ? there : best) : (there > best ? there : best);
    }
    assert_int_equal(best, told);
    return told;
}

static void scores_are_those_of_the_rules(void **state)
{
    static const unsigned board[][2] = {{2, 2}, {2, 5}, {3, 3}, {3, 4}};
    for (unsigned i = 0; i < 4; i++) {
        dots_board b = open_dots(board[i][0], board[i][1], "score");
        scores k = {.b = &b};
        zm_tabulation t = {0};
        int8_t *value;
        assert_int_equal(dots_sets_keep(b.c, b.d, DOTS_KIND_SCORE, &t, &value), ZM_OK);
        k.value = value;
        k.seen = calloc((b.d->lines + 1) * 64, 1);
        assert_int_equal(check_scores(&k, b.v->game->start(b.v)), t.start);
        free(k.seen);
        zm_release(b.c, value);
        close_dots(&b);
    }
}

/* The thesis' Figure 7 is a game on 3x3 dots that the first player wins 3:1; both playing best, it ends like that. */
static void small_boards_by_score(void **state)
{
    static const int known_start[][3] = {{2, 2, -1}, {2, 3, 0}, {2, 4, -1}, {3, 3, 2}, {3, 4, -2}};
    for (unsigned i = 0; i < 5; i++) {
        dots_board b = open_dots((unsigned)known_start[i][0], (unsigned)known_start[i][1], "score");
        assert_int_equal(tabulate(&b, "score").start, known_start[i][2]);
        close_dots(&b);
    }
}

/* ---- NimString ---- */
static int8_t *grundy_of(const dots_board *b)
{
    zm_tabulation t = {0};
    int8_t *value;
    assert_int_equal(dots_sets_keep(b->c, b->d, DOTS_KIND_GRUNDY, &t, &value), ZM_OK);
    return value;
}

/* Number 0 is lost, all others and loony are won: as the rules say, position by position. */
static void nimstring_numbers_tell_who_wins(void **state)
{
    dots_board b = open_dots(3, 4, "nimstring");
    int8_t *value = grundy_of(&b);
    bool *won = calloc(b.d->lines + 1, sizeof *won);
    for (uint64_t lines = b.d->lines + 1; lines-- > 0;) {
        zm_move moves[DOTS_LINES];
        const zm_pos p = {lines, 0};
        const unsigned count = b.v->game->moves(b.v, p, moves);
        for (unsigned i = 0; i < count; i++) {
            const zm_pos next = b.v->game->play(b.v, p, moves[i]);
            won[lines] |= won[next.lo] == !(next.hi & ZM_TURN_BIT);
        }
        assert_int_equal(won[lines], value[lines] != 0);
    }
    free(won);
    zm_release(b.c, value);
    close_dots(&b);
}

/* By the rules, of positions with missing boxes too; sets.c says why it is so. */
static int plain_grundy(plain *k, zm_pos p)
{
    const zm_variant *v = k->b->v;
    zm_move moves[DOTS_LINES];
    uint64_t seen = 0, taken = 0;
    bool loony = false;
    p.hi &= ~ZM_TURN_BIT;
    p = dots_fingerprint(v, p);
    size_t i = plain_slot(k, p);
    if (k->slot[i].used)
        return k->slot[i].w;
    const unsigned count = v->game->moves(v, p, moves);
    for (unsigned m = 0; m < count; m++) {
        const zm_pos next = v->game->play(v, p, moves[m]);
        const int there = plain_grundy(k, next);
        const bool again = !(next.hi & ZM_TURN_BIT);
        loony |= again && there == ZM_LOONY;
        if (there != ZM_LOONY)
            *(again ? &taken : &seen) |= zm_bit((unsigned)there);
    }
    loony |= zm_count_bits(taken) > 1 || (taken & seen);
    const int value = loony ? ZM_LOONY : (int)zm_lowest(taken ? taken : ~seen);
    i = plain_slot(k, p);
    k->slot[i].used = true;
    k->slot[i].p = p;
    k->slot[i].w = value;
    return value;
}

/* The number of a position is the sum of those of its parts; loony as soon as one is. */
static void nimstring_parts_are_a_sum(void **state)
{
    dots_board b = open_dots(3, 4, "nimstring");
    int8_t *value = grundy_of(&b);
    plain k = open_plain(&b, false);
    for (uint64_t lines = 0; lines <= b.d->lines; lines++) {
        zm_pos out[ZM_MAX_PARTS];
        const unsigned n = b.v->game->sums->parts(b.v, (zm_pos){lines, 0}, out);
        int all = 0;
        for (unsigned i = 0; i < n; i++) {
            const int part = plain_grundy(&k, out[i]);
            all = all == ZM_LOONY || part == ZM_LOONY ? ZM_LOONY : all ^ part;
        }
        assert_int_equal(value[lines], all);
    }
    close_plain(&k);
    zm_release(b.c, value);
    close_dots(&b);
}

/* ---- limits ---- */
static void what_cannot_be_done_is_said(void **state)
{
    dots_board b = open_dots(4, 4, "first-box"), large = open_dots(6, 6, "score"), six = open_dots(6, 6, "first-box");
    zm_tabulation t;
    assert_int_equal(zm_tabulate(b.c, b.v, "score", &t), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(b.c), "\"score\""));
    assert_int_equal(zm_tabulate(large.c, large.v, NULL, &t), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(large.c), "60 lines"));
    assert_int_equal(zm_tabulate(six.c, six.v, NULL, &t), ZM_BAD_INPUT);
    zm_set_memory(b.c, 10 << 20);
    assert_int_equal(zm_tabulate(b.c, b.v, "w", &t), ZM_NO_MEMORY);
    assert_non_null(strstr(zm_message(b.c), "--memory"));
    assert_int_equal(zm_tabulate(b.c, b.v, "w_misere", &t), ZM_NO_MEMORY);
    close_dots(&b);
    close_dots(&large);
    close_dots(&six);
}

static void out_of_memory_at_any_allocation_leaves_nothing_behind(void **state)
{
    static const char *const values[] = {"w", "w_misere"};
    for (unsigned i = 0; i < 2; i++) {
        zm_status s = ZM_NO_MEMORY;
        for (uint64_t nth = 1; s != ZM_OK; nth++) {
            dots_board b = open_dots(3, 4, "first-box");
            zm_tabulation t;
            zm_fail_allocation(b.c, nth);
            s = zm_tabulate(b.c, b.v, values[i], &t);
            assert_true(s == ZM_OK || s == ZM_NO_MEMORY);
            zm_fail_allocation(b.c, 0);
            close_dots(&b); /* sees that nothing is still held */
        }
    }
}

static void it_stops_when_asked(void **state)
{
    static const char *const rules[] = {"first-box", "score"};
    for (unsigned i = 0; i < 2; i++) {
        dots_board b = open_dots(4, 4, rules[i]);
        zm_tabulation t;
        zm_stop(b.c);
        assert_int_equal(zm_tabulate(b.c, b.v, NULL, &t), ZM_INTERRUPTED);
        close_dots(&b);
    }
}

static void games_without_a_way_of_their_own_say_so(void **state)
{
    zm_context *c = zm_context_new();
    const zm_game *g;
    zm_variant *v;
    zm_tabulation t;
    assert_int_equal(zm_find_game(c, "nim", &g), ZM_OK);
    assert_int_equal(zm_variant_new(c, g, NULL, 0, &v), ZM_OK);
    assert_int_equal(zm_tabulate(c, v, NULL, &t), ZM_BAD_INPUT);
    assert_non_null(strstr(zm_message(c), "use solve"));
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(w_is_that_of_a_plain_search),
        cmocka_unit_test(misere_w_is_that_of_a_plain_search),
        cmocka_unit_test(theorems_4_1_and_4_2_up_to_4x4_dots),
        cmocka_unit_test(counts_by_value),
        cmocka_unit_test(tiles_one_by_one_and_threads_change_nothing),
        cmocka_unit_test(scores_are_those_of_the_rules),
        cmocka_unit_test(small_boards_by_score),
        cmocka_unit_test(nimstring_numbers_tell_who_wins),
        cmocka_unit_test(nimstring_parts_are_a_sum),
        cmocka_unit_test(what_cannot_be_done_is_said),
        cmocka_unit_test(out_of_memory_at_any_allocation_leaves_nothing_behind),
        cmocka_unit_test(it_stops_when_asked),
        cmocka_unit_test(games_without_a_way_of_their_own_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
