/* games_nine_mens_morris.c: boards, mills, notation, how many states there are, and what is known of three men. */
#include "games_enumerate.h"

#include "game/check/check.h"
#include "games/nine-mens-morris/rules.h"
#include "unit.h"

typedef struct stand {
    zm_context *c;
    zm_variant *v;
} stand;

static stand open_stand(size_t count, const char *const *settings)
{
    stand s = {.c = zm_context_new()};
    s.v = variant_of(s.c, "nine-mens-morris", count, settings);
    return s;
}

static stand stand_of(const char *setting) { return open_stand(1, &setting); }

static void close_stand(stand *s)
{
    zm_variant_free(s->c, s->v);
    assert_int_equal(zm_memory_used(s->c), 0);
    zm_context_free(s->c);
}

static uint64_t orbits(const stand *s, unsigned white, unsigned black)
{
    const unsigned pieces[2] = {white, black};
    zm_burnside b;
    assert_int_equal(zm_count_placements(s->c, s->v, pieces, 2, &b), ZM_OK);
    return b.orbits;
}

/* ---- boards ---- */
/* Three points that are a mill, counted one by one. */
static unsigned count_mills(const mill_data *d)
{
    unsigned n = 0;
    for (unsigned a = 0; a < d->points; a++)
        for (unsigned b = 0; b < a; b++)
            for (unsigned c = 0; c < b; c++)
                n += mill_in_mills(d, 1u << a | 1u << b | 1u << c) != 0;
    return n;
}

static unsigned count_joins(const mill_data *d)
{
    unsigned n = 0;
    for (unsigned i = 0; i < d->points; i++)
        n += zm_count_bits(d->near[i]);
    return n / 2;
}

/* 16 mills and 32 lines between neighbours on the usual board; Morabaraba has four of one and eight of the other
 * more. */
static void boards_have_their_points_mills_and_lines(void **state)
{
    static const struct {
        const char *men;
        unsigned points, mills, joins, operations;
    } known[] = {{"men=3", 9, 8, 16, 8},   {"men=5", 16, 8, 20, 16},  {"men=6", 16, 8, 20, 16},
                 {"men=7", 17, 14, 24, 8}, {"men=9", 24, 16, 32, 16}, {"men=12", 24, 20, 40, 16}};
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        stand s = stand_of(known[i].men);
        const mill_data *d = mill_of(s.v);
        assert_int_equal(d->points, known[i].points);
        assert_int_equal(count_mills(d), known[i].mills);
        assert_int_equal(count_joins(d), known[i].joins);
        assert_int_equal(d->operations, known[i].operations);
        close_stand(&s);
    }
}

/* Where one more closes a mill, and how many steps there are, as found by trying. */
static void words_agree_with_points(void **state)
{
    static const char *const men[] = {"men=3", "men=6", "men=7", "men=9", "men=12"};
    uint64_t seed = 1;
    for (unsigned i = 0; i < 5; i++) {
        stand s = stand_of(men[i]);
        const mill_data *d = mill_of(s.v);
        for (unsigned k = 0; k < 2000; k++) {
            const uint32_t a = (uint32_t)unit_random(&seed) & d->board,
                           b = (uint32_t)unit_random(&seed) & d->board & ~a;
            uint32_t closing = 0;
            unsigned steps = 0;
            for (unsigned p = 0; p < d->points; p++) {
                const bool closes = mill_in_mills(d, a | 1u << p) >> p & 1;
                closing |= closes && !(a >> p & 1) ? 1u << p : 0;
                steps += a >> p & 1 ? zm_count_bits(d->near[p] & b) : 0;
            }
            assert_int_equal(mill_closing(d, a), closing);
            assert_int_equal(mill_count_steps(d, a, b), steps);
        }
        close_stand(&s);
    }
}

/* ---- counting ---- */
/* Seed 004, and the sizes of the 28 subspaces: Gasser's 7,673,759,269 leave out what no play leads to
 * (docs/nine-mens-morris.md). */
static void placements_by_burnside(void **state)
{
    stand s = stand_of("men=9");
    uint64_t all = 0;
    assert_int_equal(orbits(&s, 2, 1), 428);
    for (unsigned w = 3; w <= 9; w++)
        for (unsigned b = 3; b <= 9; b++)
            all += orbits(&s, w, b);
    assert_int_equal(all, 8904593601);
    assert_int_equal(orbits(&s, 9, 9), 409106740);
    close_stand(&s);
}

/* The representatives of the sets of one side are their orbits; in all tiers of small boards, so are the places that
 * are states. */
static void the_index_has_every_orbit_once(void **state)
{
    static const char *const men[] = {"men=3", "men=5", "men=7"};
    for (unsigned i = 0; i < 3; i++) {
        const char *const settings[] = {men[i], "endgame=3"};
        stand s = open_stand(2, settings);
        const mill_data *d = mill_of(s.v);
        for (uint32_t t = 0; t < d->tiers; t++) {
            uint64_t states = 0;
            for (uint64_t k = 0; k < mill_tier_size(s.v, t); k++)
                states += mill_is_state(s.v, (zm_place){t, k});
            assert_int_equal(states, d->tier[t].blocks * orbits(&s, d->tier[t].mover.men, d->tier[t].other.men));
        }
        close_stand(&s);
    }
    stand s = stand_of("men=12");
    for (unsigned n = 0; n <= 12; n++)
        assert_int_equal(mill_of(s.v)->orbits[n], orbits(&s, n, 0));
    close_stand(&s);
}

/* What is found of whole rows is what is found of each state, also on boards with a centre or diagonals, and of men
 * that fly. */
static void rows_say_what_states_say(void **state)
{
    static const char *const boards[][3] = {{"men=3", "endgame=3", "flying=yes"},  {"men=6", "endgame=5", "flying=no"},
                                            {"men=7", "endgame=6", "flying=no"},   {"men=9", "endgame=3", "flying=yes"},
                                            {"men=9", "endgame=5", "flying=yes"},  {"men=9", "endgame=9", "flying=no"},
                                            {"men=12", "endgame=12", "flying=yes"}};
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++) {
        stand s = open_stand(3, boards[i]);
        assert_int_equal(zm_check_game(s.c, s.v, 1, 200), ZM_OK);
        close_stand(&s);
    }
}

/* ---- notation ---- */
static bool has_move(const stand *s, const char *position, const char *move, char after[ZM_MAX_TEXT])
{
    static zm_move moves[ZM_MAX_MOVES];
    zm_pos p;
    unsigned count;
    char text[ZM_MAX_TEXT];
    assert_int_equal(zm_read_position(s->c, s->v, position, &p), ZM_OK);
    zm_moves_of(s->v, p, moves, &count);
    for (unsigned i = 0; i < count; i++) {
        zm_write_move(s->v, p, moves[i], text, sizeof text);
        if (strcmp(text, move) == 0) {
            zm_write_position(s->v, s->v->game->play(s->v, p, moves[i]), after, ZM_MAX_TEXT);
            return true;
        }
    }
    return false;
}

static void moves_are_written_as_usual(void **state)
{
    stand s = stand_of("men=9");
    char after[ZM_MAX_TEXT];
    assert_true(has_move(&s, "w.b.....................:w:8,8", "d7", after));
    assert_string_equal(after, "wwb.....................:b:7,8");
    assert_true(has_move(&s, "ww........b..........b..:w:7,7", "g7xa1", after));
    assert_string_equal(after, "www.......b.............:b:6,7");
    assert_false(has_move(&s, "ww........b..........b..:w:7,7", "g7", after)); /* who closes a mill takes a man */
    assert_true(
        has_move(&s, "ww............w...w..bbb:w:0,0", "g4-g7xa1", after)); /* all are in mills: any may be taken */
    assert_true(has_move(&s, "ww............w..bw..bbb:w:0,0", "g4-g7xe3", after)); /* one is not: no other may */
    assert_false(has_move(&s, "ww............w..bw..bbb:w:0,0", "g4-g7xa1", after));
    assert_true(has_move(&s, "w....w.........w.bbbb...:w:0,0", "a7-d5", after)); /* three men fly */
    assert_false(has_move(&s, "w....w.........w..bbbb..:b:0,0", "d2-d7", after));
    close_stand(&s);
    const char *const none[] = {"men=9", "all_in_mills=none"};
    s = open_stand(2, none);
    assert_true(has_move(&s, "ww............w...w..bbb:w:0,0", "g4-g7", after));
    assert_false(has_move(&s, "ww............w...w..bbb:w:0,0", "g4-g7xa1", after));
    close_stand(&s);
}

static void what_cannot_be_is_refused(void **state)
{
    static const struct {
        const char *text, *why;
    } wrong[] = {
        {"w.b", "24 points"},
        {"w.b.....................", "colon"},
        {"w.b.....................:x:8,8", "whose turn"},
        {"w.b.....................:w:8", "comma"},
        {"w.b.....................:w:8,8x", "the end"},
        {"w.b.....................:w:9,8", "there are 9"},
        {"w.b.....................:w:8,7", "cannot lead"},
        {"w.b.....................:w:7,8", "has one more"},
        {"www....................b:w:0,0", "fewer than three"},
        {"w......................b:w:3,3", "cannot lead"},
    };
    stand s = stand_of("men=9");
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        zm_pos p;
        assert_int_equal(zm_read_position(s.c, s.v, wrong[i].text, &p), ZM_BAD_INPUT);
        if (!strstr(zm_message(s.c), wrong[i].why))
            fail_msg("%s: %s", wrong[i].text, zm_message(s.c));
    }
    close_stand(&s);
}

/* ---- values ---- */
static zm_summary solved(stand *s, zm_method m)
{
    const zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = m);
    zm_solved out;
    if (zm_solve(s->c, s->v, &o, &out) != ZM_OK)
        fail_msg("%s", zm_message(s->c));
    return out.summary;
}

/* Who begins wins, as everybody knows who has played it: with the centre, in nine plies. */
static void three_men(void **state)
{
    stand s = stand_of("men=3");
    const zm_summary sum = solved(&s, ZM_METHOD_AUTO);
    assert_int_equal(sum.start, zm_win_in(9));
    assert_int_equal(sum.states, 527);
    close_stand(&s);
}

/* Three men that fly against three: 83 % are won for who moves, as Gasser has it. Every placement counts, reached or
 * not; those with two men are lost. The medium test has the same by other methods. */
static void three_against_three_on_the_large_board(void **state)
{
    const char *const settings[] = {"men=9", "endgame=3"};
    stand s = open_stand(2, settings);
    const zm_summary a = solved(&s, ZM_METHOD_BACKWARD);
    assert_int_equal(a.states, orbits(&s, 3, 3) + orbits(&s, 2, 3));
    assert_int_equal(a.won_by[0], 140621);
    assert_int_equal(a.drawn, 269);
    assert_int_equal(a.longest, 26);
    close_stand(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_have_their_points_mills_and_lines),
        cmocka_unit_test(words_agree_with_points),
        cmocka_unit_test(placements_by_burnside),
        cmocka_unit_test(the_index_has_every_orbit_once),
        cmocka_unit_test(rows_say_what_states_say),
        cmocka_unit_test(moves_are_written_as_usual),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(three_men),
        cmocka_unit_test(three_against_three_on_the_large_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
