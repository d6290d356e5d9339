/* table_verify_hunt.c: tables of hunts with cycles, verified by words and, for comparison, move by move: right ones are
 * found right by both; with a value changed, left out or added (all checksums and counts as they should be) both find
 * it. */
#include "spoil_lab.h"

#include <zermelo/hunt.h>

static void open_hunt(lab *l, unsigned count, const char *const *options, bool wdl)
{
    spoil_open(l, "fox-and-geese", count, options, wdl);
}

static void right_by_both(void **state)
{
    static const char *const variant[][4] = {{"geese=2", "enough=1", "multi=optional", "fox_diagonals=all"},
                                             {"geese=2", "enough=1", "multi=no", "fox_diagonals=drawn"},
                                             {"geese=3", "enough=2", "multi=optional", "geese_diagonals=none"},
                                             {"geese=1", "enough=1", "multi=optional", "geese_diagonals=drawn"}};
    (void)state;
    for (unsigned i = 0; i < 2 * sizeof variant / sizeof *variant; i++) {
        lab l;
        zm_verified walked, hunted;
        zm_table *t;
        open_hunt(&l, 4, variant[i / 2], i % 2);
        assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
        assert_int_equal(zm_table_verify_by(l.c, t, ZM_VERIFY_WALK, &walked), ZM_OK);
        assert_int_equal(zm_table_verify_by(l.c, t, ZM_VERIFY_HUNT, &hunted), ZM_OK);
        assert_int_equal(walked.states, hunted.states);
        assert_true(hunted.moves > 0 && hunted.moves < walked.moves);
        zm_table_close(t);
        lab_close(&l);
    }
}

static void any_wrong_value(bool wdl)
{
    static const char *const options[] = {"geese=2", "enough=1"};
    lab l;
    uint64_t nones, draws;
    open_hunt(&l, 2, options, wdl);
    spoil_any(&l, 240, ZM_VERIFY_HUNT, &nones, &draws);
    assert_true(nones > 5 && draws > 20 && nones + draws < 220);
    lab_close(&l);
}

static void any_wrong_value_with_distances(void **state)
{
    (void)state;
    any_wrong_value(false);
}

static void any_wrong_value_without(void **state)
{
    (void)state;
    any_wrong_value(true);
}

static void circles(void **state)
{
    static const char *const options[] = {"geese=2", "enough=1"};
    lab l;
    (void)state;
    open_hunt(&l, 2, options, true);
    spoil_draws(&l);
    spoil_expect_circle(&l, ZM_VERIFY_WALK);
    spoil_expect_circle(&l, ZM_VERIFY_HUNT);
    lab_close(&l);
}

/* What the many have won, in the one kind of game where the lone piece can be shut in by so few. */
static void won_by_the_many(void **state)
{
    static const char *const options[] = {"geese=4", "fox_diagonals=drawn"};
    lab l;
    unsigned found = 0;
    (void)state;
    open_hunt(&l, 2, options, false);
    spoil_sum(&l);
    for (uint32_t t = 0; t < l.tiers; t++)
        for (uint64_t i = 0; i < l.size[t]; i++) {
            const zm_value right = l.value[t][i];
            const unsigned turn = (unsigned)(l.v->game->index->unrank(l.v, (zm_place){t, i}).hi >> 63);
            if (right == ZM_NONE || right == ZM_DRAWN || zm_is_win(right) == turn)
                continue;
            spoil_expect_wrong(&l, t, i,
                               found % 2               ? ZM_DRAWN
                               : (zm_value)(right - 1) ? (zm_value)(right - 1)
                                                       : ZM_DRAWN,
                               ZM_VERIFY_HUNT, false);
            found++;
        }
    assert_int_equal(found, 11);
    lab_close(&l);
}

static void without_memory(void **state)
{
    static const char *const options[] = {"geese=2", "enough=1"};
    lab l;
    (void)state;
    open_hunt(&l, 2, options, false);
    spoil_no_memory(&l, ZM_VERIFY_HUNT);
    lab_close(&l);
}

static void stops_when_asked(void **state)
{
    static const char *const options[] = {"geese=2", "enough=1"};
    lab l;
    (void)state;
    open_hunt(&l, 2, options, false);
    spoil_stop(&l, ZM_VERIFY_HUNT);
    lab_close(&l);
}

static void only_hunts(void **state)
{
    lab l;
    (void)state;
    lab_open(&l, false, "3", "7", 0);
    assert_int_equal(lab_write(&l), ZM_OK);
    assert_int_equal(spoil_verify(&l, ZM_VERIFY_HUNT), ZM_BAD_INPUT);
    assert_int_equal(spoil_verify(&l, ZM_VERIFY_WALK), ZM_OK);
    lab_close(&l);
}

/* ---- rules that contradict themselves: the position is named that has the place ---- */
enum { TIER = 17, PLACEMENT = 7 }; /* a step leads there inside the tier, from one with a smaller number */
static const zm_hunt *sound;

static uint64_t one_other(const zm_variant *v, uint32_t tier, uint64_t n)
{
    return sound->many(v, tier, tier == TIER && n == PLACEMENT ? PLACEMENT + 1 : n);
}

static void two_placements_in_one_place(void **state)
{
    static const char *const options[] = {"geese=2", "enough=1"};
    lab l;
    (void)state;
    open_hunt(&l, 2, options, false);
    const zm_game *right = l.v->game;
    zm_game g = *right;
    sound = right->hunt;
    zm_hunt hunt = *sound;
    hunt.many = one_other;
    g.hunt = &hunt;
    zm_table *t;
    zm_verified done;
    assert_int_equal(zm_table_open(l.c, l.v, l.tables, &t), ZM_OK);
    l.v->game = &g;
    zm_set_threads(l.c, 1); /* which of its faults is found first does not depend on chance */
    assert_int_equal(zm_table_verify_by(l.c, t, ZM_VERIFY_HUNT, &done), ZM_WRONG);
    l.v->game = right;
    char text[ZM_MAX_TEXT], words[ZM_MAX_TEXT + 64];
    const uint64_t many = sound->many(l.v, TIER, PLACEMENT), squares = zm_low_bits(sound->squares(l.v));
    zm_write_position(l.v, sound->position(l.v, many, zm_lowest(squares & ~many), false), text, sizeof text);
    snprintf(words, sizeof words, "tier %d, place %u: its position %s is not", TIER, PLACEMENT * sound->free(l.v, TIER),
             text);
    if (!strstr(zm_message(l.c), words))
        fail_msg("expected \"%s\" in \"%s\"", words, zm_message(l.c));
    zm_table_close(t);
    lab_close(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_by_both),
        cmocka_unit_test(any_wrong_value_with_distances),
        cmocka_unit_test(any_wrong_value_without),
        cmocka_unit_test(circles),
        cmocka_unit_test(won_by_the_many),
        cmocka_unit_test(without_memory),
        cmocka_unit_test(stops_when_asked),
        cmocka_unit_test(only_hunts),
        cmocka_unit_test(two_placements_in_one_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
