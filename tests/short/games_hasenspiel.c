/* games_hasenspiel.c: the table of FACTS.md and docs/hasenspiel.md, column by column, and how the blog (seed 003) came
 * by its figures. Everything is counted by the plain walk of games_enumerate.h, in 128 bits. */
#include "games_enumerate.h"
#include "games_notation.h"

enum { RABBIT = 0, PAWNS = 1, ROOM = 900000 };

/* The three cuts, each walked once for all tests. */
static const char *const cuts[] = {"cut=none", "cut=passed", "cut=blog"};
enum { NONE, PASSED, BLOG };

static int walk_all(void **state)
{
    walk *w = calloc(3, sizeof *w);
    if (!w)
        return -1;
    for (unsigned i = 0; i < 3; i++)
        walk_open(&w[i], "hasenspiel", ROOM, 1, &cuts[i]);
    *state = w;
    return 0;
}

static int close_all(void **state)
{
    walk *w = *state;
    for (unsigned i = 0; i < 3; i++)
        walk_close(&w[i]);
    free(w);
    return 0;
}

static void assert_percent(double is, double printed, double half_a_digit)
{
    assert_true(is > printed - half_a_digit && is < printed + half_a_digit);
}

typedef struct column {
    const char *games;
    uint32_t states, won_by_pawns, terminal, lost_by_rabbit;
    double percent; /* of the games are won by the pawns */
} column;

static void check(const walk *w, const column *c)
{
    const node *start = &w->nodes[0];
    assert_int_equal(w->count, c->states);
    assert_true(start->games == wide_of(c->games));
    assert_int_equal(won_by(w, PAWNS, false), c->won_by_pawns);
    assert_int_equal(won_by(w, RABBIT, false), c->states - c->won_by_pawns);
    assert_int_equal(terminals(w), c->terminal);
    assert_int_equal(won_by(w, PAWNS, true), c->lost_by_rabbit);
    assert_percent(100 * (double)start->second_wins / (double)start->games, c->percent, 0.00005);
    assert_int_equal(start->winner, PAWNS);
    assert_int_equal(start->remoteness, 44);
}

static void facts_plain_rules(void **state)
{
    const walk *w = *state;
    check(&w[NONE], &(column){"1586542365057189311556076565896156", 895280, 59098, 61945, 3726, 0.0060});
}

static void facts_cut_when_passed(void **state)
{
    const walk *w = *state;
    check(&w[PASSED], &(column){"2479385048689677432127960469169", 778341, 58924, 82360, 3726, 1.4863});
}

static void facts_cut_of_the_blog(void **state)
{
    const walk *w = *state;
    check(&w[BLOG], &(column){"1101226120421767687787600873400", 776247, 59114, 79127, 3734, 3.4446});
}

static void facts_pawns_win_against_the_other_start_squares_too(void **state)
{
    static const char *const square[] = {"rabbit=b8", "rabbit=f8", "rabbit=h8"};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        walk w = {0};
        walk_open(&w, "hasenspiel", ROOM, 1, &square[i]);
        assert_int_equal(w.nodes[0].winner, PAWNS);
        assert_int_equal(w.nodes[0].remoteness, 44);
        walk_close(&w);
    }
}

static void docs_smaller_boards(void **state)
{
    static const char *const four[] = {"size=4"}, *const six[] = {"size=6"};
    walk w = {0};
    (void)state;
    walk_open(&w, "hasenspiel", ROOM, 1, four);
    assert_true(w.count == 114 && w.nodes[0].games == 732 && won_by(&w, PAWNS, false) == 29);
    assert_true(w.nodes[0].winner == PAWNS && w.nodes[0].remoteness == 8);
    walk_close(&w);
    walk_open(&w, "hasenspiel", ROOM, 1, six);
    assert_true(w.count == 10357 && w.nodes[0].games == 127746667972200 && won_by(&w, PAWNS, false) == 1299);
    assert_true(w.nodes[0].winner == RABBIT && w.nodes[0].remoteness == 25);
    walk_close(&w);
}

/* ---- the blog's figures ---- */

/* Shut in on g1 (square 3) by pawns on f2 and h2 (6 and 7), the blog's rabbit steps onto f2. */
static unsigned step_onto_f2(zm_pos p, zm_move *out)
{
    if (p.hi >> 63 || (p.hi >> 8 & 127) != 3 || (p.lo >> 6 & 3) != 3)
        return 0;
    out[0] = 3 | 6 << 8;
    return 1;
}

static void seed_003_program_has_36_states_too_many(void **state)
{
    walk w = {.illegal = step_onto_f2};
    (void)state;
    walk_open(&w, "hasenspiel", ROOM, 1, &cuts[BLOG]);
    assert_int_equal(w.count, 776283);
    assert_int_equal(terminals(&w), 79131);
    assert_true(w.nodes[0].games == wide_of("1101226147788350928861186891150"));
    walk_close(&w);
}

/* Games that end on the pawns' turn: the share is 54.59 %, and every one of them is won by the rabbit. */
static double share_ending_on_pawns_turn(walk *w, uint32_t here, double *memo) /* NOLINT(misc-no-recursion) */
{
    const node *x = &w->nodes[here];
    zm_move moves[32];
    unsigned n;
    bool added;
    if (memo[here] >= 0)
        return memo[here];
    open_moves(w->v, x->p, moves, &n);
    double sum = n ? 0 : x->turn == PAWNS;
    for (unsigned i = 0; i < n; i++) {
        const uint32_t next = find_or_add(w, w->v->game->play(w->v, x->p, moves[i]), &added);
        sum += share_ending_on_pawns_turn(w, next, memo) * (double)w->nodes[next].games / (double)x->games;
    }
    return memo[here] = sum;
}

static void seed_003_percentage_of_games_is_of_those_ending_on_the_pawns_turn(void **state)
{
    walk *w = (walk *)*state + BLOG;
    double *memo = malloc(w->count * sizeof *memo);
    assert_non_null(memo);
    for (uint32_t i = 0; i < w->count; i++) {
        memo[i] = -1;
        assert_false(w->nodes[i].terminal && w->nodes[i].turn == PAWNS && w->nodes[i].winner == PAWNS);
    }
    assert_percent(100 * share_ending_on_pawns_turn(w, 0, memo), 54.59, 0.005);
    free(memo);
}

/* Whoever is on turn at an end is taken to have lost, also the rabbit that has passed: 0 not seen, 1 lost, 2 forces a
 * win. */
static uint8_t forces(walk *w, uint32_t here, uint8_t *memo) /* NOLINT(misc-no-recursion) */
{
    zm_move moves[32];
    unsigned n;
    bool added;
    if (memo[here])
        return memo[here];
    open_moves(w->v, w->nodes[here].p, moves, &n);
    uint8_t mine = 1;
    for (unsigned i = 0; i < n; i++)
        if (forces(w, find_or_add(w, w->v->game->play(w->v, w->nodes[here].p, moves[i]), &added), memo) == 1)
            mine = 2;
    return memo[here] = mine;
}

static void seed_003_percentages_of_states_take_a_passed_rabbit_for_lost(void **state)
{
    walk *w = (walk *)*state + BLOG;
    uint32_t forced[2] = {0, 0}, passed = 0;
    uint8_t *memo = calloc(w->count, 1);
    assert_non_null(memo);
    forces(w, 0, memo);
    for (uint32_t i = 0; i < w->count; i++) {
        const node *x = &w->nodes[i];
        forced[x->turn] += memo[i] == 2;
        passed += x->terminal && x->turn == RABBIT && x->winner == RABBIT;
    }
    assert_int_equal(passed, 29019);
    assert_percent(100.0 * forced[PAWNS] / w->count, 39.45, 0.005);
    assert_percent(100.0 * forced[RABBIT] / w->count, 15.18, 0.005);
    free(memo);
}

/* ---- what the cuts do to the values ---- */
typedef struct difference {
    uint32_t new_states, other_winner;
} difference;

static difference compare(const walk *plain, const walk *w)
{
    difference d = {0, 0};
    for (uint32_t i = 0; i < w->count; i++) {
        const zm_pos p = w->nodes[i].p;
        uint32_t at = (uint32_t)zm_hash(p) & plain->mask;
        while (plain->slots[at] && !zm_same(plain->nodes[plain->slots[at] - 1].p, p))
            at = (at + 1) & plain->mask;
        d.new_states += !plain->slots[at];
        d.other_winner += plain->slots[at] && plain->nodes[plain->slots[at] - 1].winner != w->nodes[i].winner;
    }
    return d;
}

static void cut_passed_changes_no_winner_and_cut_blog_eight(void **state)
{
    const walk *w = *state;
    const difference passed = compare(&w[NONE], &w[PASSED]), blog = compare(&w[NONE], &w[BLOG]);
    assert_int_equal(passed.new_states, 0);
    assert_int_equal(passed.other_winner, 0);
    assert_int_equal(blog.new_states, 3788);
    assert_int_equal(blog.other_winner, 8);
}

/* ---- text ---- */
static void moves_and_board_as_text(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "hasenspiel", 0, NULL);
    char text[ZM_MAX_TEXT];
    zm_move moves[32];
    zm_cell cells[ZM_MAX_CELLS];
    unsigned n;
    const zm_pos p = v->game->start(v);
    (void)state;
    zm_write_position(v, p, text, sizeof text);
    assert_string_equal(text, "d8:a1,c1,e1,g1:w");
    open_moves(v, p, moves, &n);
    assert_int_equal(n, 2);
    zm_write_move(v, p, moves[0], text, sizeof text);
    assert_string_equal(text, "d8-c7");
    zm_write_position(v, v->game->play(v, p, moves[0]), text, sizeof text);
    assert_string_equal(text, "c7:a1,c1,e1,g1:b");
    assert_int_equal(v->game->looks->cells(v, p, cells), 64);
    assert_true(cells[3].piece == 'r' && cells[3].dark && cells[56].piece == 'p' && !cells[57].dark);
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void bad_notation_is_refused_with_place_and_reason(void **state)
{
    static const bad_text bad[] = {
        {"", "a square", 0},
        {"i7:a1,c1,e1,g1:b", "a square", 0},
        {"c9:a1,c1,e1,g1:b", "a row", 1},
        {"c:a1,c1,e1,g1:b", "a row", 1},
        {"c07:a1,c1,e1,g1:b", "a row", 1},
        {"c8:a1,c1,e1,g1:b", "light", 0},
        {"c7,a1,c1,e1,g1:b", "colon", 2},
        {"c7:a1,c1,e1:b", "comma", 11},
        {"c7:a1,c1,e1,g1,b2:b", "colon", 14},
        {"c7:a1,c1,c1,g1:b", "two pawns", 9},
        {"c7:a1,c1,c7,g1:b", "the rabbit", 9},
        {"c7:a1,c1,e1,g1", "colon", 14},
        {"c7:a1,c1,e1,g1:x", "turn", 15},
        {"c7:a1,c1,e1,g1:bb", "end", 16},
    };
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "hasenspiel", 0, NULL);
    (void)state;
    assert_refused(v, bad, sizeof bad / sizeof *bad);
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void options_that_do_not_fit_are_refused(void **state)
{
    static const char *const bad[] = {"size=7",    "size=14",    "pawns=5", "rabbit=a8",
                                      "rabbit=c1", "rabbit=d8x", "cut=all"};
    zm_context *c = zm_context_new();
    const zm_game *g = NULL;
    zm_variant *v;
    (void)state;
    assert_int_equal(zm_find_game(c, "hasenspiel", &g), ZM_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(zm_variant_new(c, g, &bad[i], 1, &v), ZM_BAD_INPUT);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_plain_rules),
        cmocka_unit_test(facts_cut_when_passed),
        cmocka_unit_test(facts_cut_of_the_blog),
        cmocka_unit_test(facts_pawns_win_against_the_other_start_squares_too),
        cmocka_unit_test(docs_smaller_boards),
        cmocka_unit_test(seed_003_program_has_36_states_too_many),
        cmocka_unit_test(seed_003_percentage_of_games_is_of_those_ending_on_the_pawns_turn),
        cmocka_unit_test(seed_003_percentages_of_states_take_a_passed_rabbit_for_lost),
        cmocka_unit_test(cut_passed_changes_no_winner_and_cut_blog_eight),
        cmocka_unit_test(moves_and_board_as_text),
        cmocka_unit_test(bad_notation_is_refused_with_place_and_reason),
        cmocka_unit_test(options_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, walk_all, close_all);
}
