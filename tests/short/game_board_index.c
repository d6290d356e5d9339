/* game_board_index.c: the derived index of many small boards, position by position.
 *
 * Every position of the board is made without the index. Its fingerprint must be one of its images, the same for all of them; ranks of
 * fingerprints must be different places, and unrank must lead back. */
#include "base/memory.h"
#include "board_lab.h"

#include <zermelo/variant.h>

typedef struct census {
    const zm_board *b;
    const zm_variant *v;
    uint64_t first[4096]; /* place of each tier's first in `taken` */
    uint8_t *taken;
    uint64_t states, places;
} census;

/* ---- symmetries, told in another way than the kit does ---- */
static unsigned named_generators(zm_symmetry s, bool square)
{
    enum { LEFT_RIGHT = 1, TOP_BOTTOM = 2, HALF = 4, QUARTER = 8 };
    switch (s) {
    case ZM_NO_SYMMETRY: return 0;
    case ZM_MIRROR: return LEFT_RIGHT;
    case ZM_UPSIDE_DOWN: return TOP_BOTTOM;
    case ZM_HALF_TURN: return HALF;
    case ZM_RECTANGLE: return LEFT_RIGHT | TOP_BOTTOM;
    case ZM_ROTATIONS: return square ? QUARTER : HALF;
    case ZM_SQUARE: return square ? LEFT_RIGHT | QUARTER : LEFT_RIGHT | TOP_BOTTOM;
    }
    return 0;
}

static bool generator(const census *c, unsigned n, uint8_t image[ZM_BOARD_SQUARES])
{
    const zm_variant *v = c->v;
    const int rows = (int)zm_row_count(v), cols = (int)zm_col_count(v);
    if (n >= 4)
        return c->b->images && c->b->images(v, n - 4, image);
    if (!(named_generators(c->b->symmetry, rows == cols) >> n & 1))
        return false;
    for (unsigned i = 0; i < zm_squares(v); i++) {
        const int row = (int)zm_row_of(v, i), col = (int)zm_col_of(v, i);
        const int to[4][2] = {{row, cols - 1 - col},
                              {rows - 1 - row, col},
                              {rows - 1 - row, cols - 1 - col},
                              {col, rows - 1 - row}};
        image[i] = (uint8_t)zm_square(v, to[n][0], to[n][1]);
    }
    return true;
}

/* All images of p; returns how many. */
static unsigned images_of(const census *c, zm_pos p, zm_pos out[ZM_MAX_OPERATIONS])
{
    unsigned count = 1;
    out[0] = p;
    for (unsigned i = 0; i < count; i++)
        for (unsigned n = 0; n < 8; n++) {
            uint8_t image[ZM_BOARD_SQUARES];
            if (!generator(c, n, image))
                continue;
            const zm_pos q = moved(c->v, out[i], image);
            unsigned k = 0;
            while (k < count && !zm_same(out[k], q))
                k++;
            if (k == count)
                out[count++] = q;
        }
    return count;
}

/* ---- a position ---- */
static zm_pos state_of(const zm_variant *v, zm_pos p)
{
    p = zm_board_fingerprint(v, p);
    if (zm_board_of(v)->turn == ZM_TURN_SWAPS)
        p.hi &= ~ZM_TURN_BIT;
    return p;
}

static void check_images(const census *c, zm_pos p)
{
    zm_pos image[ZM_MAX_OPERATIONS];
    const unsigned images = images_of(c, p, image);
    const zm_pos f = zm_board_fingerprint(c->v, p);
    bool found = false;
    for (unsigned i = 0; i < images; i++) {
        found |= zm_same(image[i], f);
        assert_true(zm_same(zm_board_fingerprint(c->v, image[i]), f));
    }
    assert_true(found);
}

/* Boards that have a faster way get the same answers on it as on the general one. */
static void check_ways(const zm_variant *v, zm_pos p, zm_pos state)
{
    const zm_board_data *d = zm_board_of(v);
    const zm_place at = zm_board_rank(v, state), any = zm_board_rank_any(d, state);
    assert_true(at.tier == any.tier && at.index == any.index);
    const zm_board_order *o = zm_board_order_of(d);
    const uint64_t own = zm_own(v, p), taken = zm_occupied(v, p);
    if (d->squares <= 32)
        assert_int_equal(zm_board_rank_one_by_one(d, o, (uint32_t)own, (uint32_t)taken),
                         zm_board_rank_small(d, o, zm_extract(own, taken)));
    const zm_board_group *g = (const zm_board_group *)zm_board_part(d, d->group);
    if (d->group)
        assert_int_equal(zm_board_in_part(g, own), zm_extract(own, g->part));
    for (unsigned i = 0; d->pair && d->group && i < (g->factors ? g->operations : 0); i++)
        assert_int_equal(zm_board_composed(g, i, p.lo), zm_board_mapped_pair(d, g, i, p.lo));
    if (d->group)
        assert_true(d->pair || zm_same(zm_board_fingerprint(v, p), zm_board_fingerprint_any(d, p)));
}

static void check_position(void *arg, zm_pos p)
{
    census *c = arg;
    const zm_variant *v = c->v;
    assert_true(zm_same(zm_pass(v, zm_pass(v, p)), p));
    check_images(c, p);
    const zm_pos state = state_of(v, p);
    const zm_place at = zm_board_rank(v, state);
    check_ways(v, p, state);
    assert_in_range(at.tier, 0, zm_board_tiers(v) - 1);
    assert_in_range(at.index, 0, zm_board_tier_size(v, at.tier) - 1);
    assert_true(zm_same(zm_board_unrank(v, at), state));
    if (zm_same(p, state)) {
        c->states++;
        assert_false(c->taken[c->first[at.tier] + at.index]++);
    }
}

static void check_board(const zm_board *b, uint64_t states, uint64_t most_places)
{
    zm_variant v = {0};
    census *c = calloc(1, sizeof *c);
    c->b = b;
    c->v = &v;
    make(b, &v);
    assert_string_equal(zm_board_of(&v)->why_not, "");
    for (uint32_t t = 0; t < zm_board_tiers(&v); t++) {
        c->first[t] = c->places;
        c->places += zm_board_tier_size(&v, t);
    }
    c->taken = calloc(c->places, 1);
    walk_all(b, &v, check_position, c);
    for (uint32_t t = 0; t < zm_board_tiers(&v); t++)
        for (uint64_t i = 0; i < zm_board_tier_size(&v, t); i++) { /* a place no state has leads somewhere, too */
            const zm_pos p = zm_board_unrank(&v, (zm_place){t, i});
            const zm_place back = zm_board_rank(&v, p);
            assert_true(back.tier == t && back.index == i);
        }
    if (states)
        assert_int_equal(c->states, states);
    if (most_places)
        assert_in_range(c->places, c->states, most_places);
    free(c->taken);
    free(c);
    drop(&v);
}

/* ---- bits ---- What processors without an instruction for it compute is what the others' instruction gives. */
static void bits_side_by_side(void **state)
{
    uint64_t seed = 3;
    for (unsigned round = 0; round < 100000; round++) {
        const uint64_t x = unit_random(&seed), mask = unit_random(&seed) >> round % 64;
        uint64_t expected = 0;
        for (unsigned i = 0, n = 0; i < 64; i++)
            if (mask >> i & 1)
                expected |= (x >> i & 1) << n++;
        assert_int_equal(zm_extract_bits(x, mask), expected);
        assert_int_equal(zm_extract(x, mask), expected);
        assert_int_equal(zm_deposit_bits(expected, mask), x & mask);
        assert_int_equal(zm_deposit(expected, mask), x & mask);
    }
}

/* ---- boards ---- */
static void sizes_and_symmetries(void **state)
{
    static const char *const number[] = {"0", "1", "2", "3", "4"};
    for (unsigned rows = 1; rows <= 3; rows++)
        for (unsigned cols = 1; cols <= 4 && rows * cols <= 9; cols++)
            for (zm_symmetry s = ZM_NO_SYMMETRY; s <= ZM_SQUARE; s = (zm_symmetry)(s + 1))
                for (zm_board_turn turn = ZM_TURN_KEPT; turn <= ZM_TURN_COUNTED; turn = (zm_board_turn)(turn + 1)) {
                    const zm_board b = ZM_BOARD(.rows = number[rows], .cols = number[cols], .first = "x", .second = "o",
                                                .turn = turn, .symmetry = s, .grows = "xo");
                    check_board(&b, 0, 0);
                }
}

/* 3^9 boards are 2862 up to the eight operations (OEIS A054739: 3-colourings of an n x n board up to rotations and reflections). */
static void three_by_three(void **state)
{
    const zm_board swaps = ZM_BOARD(.rows = "3", .first = "x", .second = "o", .turn = ZM_TURN_SWAPS,
                                    .symmetry = ZM_SQUARE, .grows = "xo"),
                   kept = ZM_BOARD(.rows = "3", .first = "x", .second = "o", .symmetry = ZM_SQUARE),
                   counted = ZM_BOARD(.rows = "3", .first = "x", .second = "o", .turn = ZM_TURN_COUNTED,
                                      .symmetry = ZM_SQUARE, .grows = "xo", .inside = ZM_LEAVES);
    check_board(&swaps, 2862, 4000);
    check_board(&kept, 2 * 2862, 8000);
    check_board(&counted, 850, 1200);
}

static void several_kinds(void **state)
{
    check_board(&(zm_board)ZM_BOARD(.rows = "2", .cols = "3", .first = "AB", .second = "ab", .nobody = "#",
                                    .symmetry = ZM_RECTANGLE, .totals = {{"Aa", "0", "2"}, {"#", "1", "2"}}),
                0, 0);
    check_board(&(zm_board)ZM_BOARD(.rows = "2", .first = "AB", .second = "ab", .turn = ZM_TURN_SWAPS,
                                    .symmetry = ZM_SQUARE, .seen = ZM_HALF_TURN, .grows = "ABab"),
                0, 0);
    check_board(&(zm_board)ZM_BOARD(.rows = "3", .cols = "2", .first = "KP", .second = "r",
                                    .totals = {{"K", "1", "1"}, {"r", "1", "2"}}, .shrinks = "P",
                                    .symmetry = ZM_MIRROR),
                0, 0);
    check_board(&(zm_board)ZM_BOARD(.rows = "3", .cols = "4", .nobody = "q", .symmetry = ZM_ROTATIONS, .grows = "q"), 0,
                0);
    check_board(&(zm_board)ZM_BOARD(.rows = "3", .first = "x", .symmetry = ZM_ROTATIONS), 0, 0);
}

static void hands_and_counters(void **state)
{
    check_board(&(zm_board)ZM_BOARD(.rows = "2", .cols = "3", .first = "LE", .second = "le", .hand = "E",
                                    .turn = ZM_TURN_SWAPS, .seen = ZM_HALF_TURN, .symmetry = ZM_MIRROR,
                                    .totals = {{"L", "0", "1"}, {"l", "0", "1"}, {"Ee", "2", "2"}}),
                0, 0);
    check_board(&(zm_board)ZM_BOARD(.rows = "2", .cols = "3", .first = "w", .second = "b", .hand = "w",
                                    .turn = ZM_TURN_SWAPS, .symmetry = ZM_RECTANGLE,
                                    .totals = {{"w", "0", "3"}, {"b", "0", "3"}}, .shrinks = "wb",
                                    .hand_shrinks = true),
                0, 0);
    check_board(&(zm_board)ZM_BOARD(.rows = "2", .first = "x", .second = "o", .symmetry = ZM_SQUARE,
                                    .counters = {{"passes", .most = "2", .grows = true},
                                                 {"walls", .least = "3", .most = "5", .each = true, .shrinks = true}},
                                    .turn = ZM_TURN_SWAPS),
                0, 0);
    check_board(&(zm_board)ZM_BOARD(.rows = "2", .first = "w", .second = "b", .hand = "w",
                                    .totals = {{"w", "1", "2"}, {"b", "0", "1"}}, .turn = ZM_TURN_SWAPS,
                                    .symmetry = ZM_HALF_TURN),
                0, 0);
}

/* The eight operations of a square are products of three that move few bits each. */
static void factors_of_a_square(void **state)
{
    static const zm_board board =
        ZM_BOARD(.rows = "5", .first = "x", .second = "o", .turn = ZM_TURN_SWAPS, .symmetry = ZM_SQUARE, .grows = "xo");
    zm_variant v = {0};
    uint64_t seed = 11;
    make(&board, &v);
    const zm_board_data *d = zm_board_of(&v);
    const zm_board_group *g = (const zm_board_group *)zm_board_part(d, d->group);
    assert_int_equal(g->operations, 8);
    assert_int_equal(g->factors, 3);
    for (unsigned round = 0; round < 10000; round++) {
        const uint64_t all = unit_random(&seed) & d->board, lo = all | (unit_random(&seed) & all) << d->squares;
        for (unsigned i = 0; i < 8; i++)
            assert_int_equal(zm_board_composed(g, i, lo), zm_board_mapped_pair(d, g, i, lo));
    }
    drop(&v);
}

/* Two rings of four points; each can be turned, and they can be exchanged: 32 operations. */
static bool two_rings(const zm_variant *v, unsigned operation, uint8_t image[ZM_BOARD_SQUARES])
{
    for (unsigned i = 0; i < 8; i++)
        image[i] = (uint8_t)(operation ? (i + 4) % 8 : i < 4 ? (i + 1) % 4 : i);
    return operation < 2;
}

static unsigned cross(const zm_variant *v, zm_point *out)
{
    unsigned n = 0;
    for (uint8_t i = 0; i < 9; i++)
        if (i % 2 || i == 4)
            out[n++] = (zm_point){i / 3, i % 3};
    return n;
}

static void symmetries_of_its_own(void **state)
{
    check_board(&(zm_board)ZM_BOARD(.rows = "2", .cols = "4", .first = "x", .second = "o", .images = two_rings,
                                    .turn = ZM_TURN_SWAPS, .grows = "xo"),
                0, 0);
    check_board(&(zm_board)ZM_BOARD(.rows = "3", .points = cross, .first = "xy", .second = "ou", .symmetry = ZM_SQUARE),
                0, 0);
}

static bool no_more_o(const zm_variant *v, const uint8_t *on_board, const uint8_t *in_hand)
{
    return on_board[0] >= on_board[1];
}

static uint64_t all_places(const zm_board *b)
{
    zm_variant v = {0};
    uint64_t places = 0;
    make(b, &v);
    for (uint32_t t = 0; t < zm_board_tiers(&v); t++)
        places += zm_board_tier_size(&v, t);
    drop(&v);
    return places;
}

/* `material` says which numbers of pieces there are; where colours swap, the first are the mover's. */
static void material(void **state)
{
    const zm_board all = ZM_BOARD(.rows = "3", .first = "x", .second = "o", .turn = ZM_TURN_SWAPS),
                   some =
                       ZM_BOARD(.rows = "3", .first = "x", .second = "o", .turn = ZM_TURN_SWAPS, .material = no_more_o);
    uint64_t same = 0; /* boards with as many x as o */
    for (unsigned n = 0; n <= 4; n++)
        same += zm_binomial(9, n) * zm_binomial(9 - n, n);
    assert_int_equal(all_places(&all), 19683);
    assert_int_equal(all_places(&some), (19683 + same) / 2);
}

/* ---- tiers ---- */
static bool is_child(const zm_variant *v, uint32_t tier, uint32_t child)
{
    uint32_t out[ZM_MAX_CHILDREN];
    const unsigned n = zm_board_children(v, tier, out);
    for (unsigned i = 0; i < n; i++)
        if (out[i] == child)
            return true;
    return false;
}

/* Moves as in Nine Men's Morris: place or move, sometimes take. Numbers of men and hands only get smaller. */
static zm_pos random_move(const zm_variant *v, zm_pos p, uint64_t *seed)
{
    const uint64_t theirs = zm_theirs(v, p), own = zm_own(v, p), empty = zm_free(v, p);
    const unsigned to = zm_nth_bit(empty, (unsigned)(unit_random(seed) % zm_count_bits(empty)));
    if (zm_held(v, p, 'w'))
        p = zm_hold(v, p, 'w', zm_held(v, p, 'w') - 1);
    else if (own)
        p = zm_put(v, p, zm_nth_bit(own, (unsigned)(unit_random(seed) % zm_count_bits(own))), '.');
    else
        return zm_pass(v, p);
    p = zm_put(v, p, to, 'w');
    if (theirs && unit_random(seed) % 3 == 0)
        p = zm_put(v, p, zm_nth_bit(theirs, (unsigned)(unit_random(seed) % zm_count_bits(theirs))), '.');
    return zm_pass(v, p);
}

static void moves_lead_to_smaller_tiers(void **state)
{
    const zm_board b =
        ZM_BOARD(.rows = "4", .first = "w", .second = "b", .hand = "w", .turn = ZM_TURN_SWAPS, .symmetry = ZM_SQUARE,
                 .totals = {{"w", "0", "5"}, {"b", "0", "5"}}, .shrinks = "wb", .hand_shrinks = true, .most_change = 1);
    zm_variant v = {0};
    uint64_t seed = 7;
    make(&b, &v);
    for (unsigned game = 0; game < 200; game++) {
        zm_pos p = zm_board_of(&v)->start;
        for (unsigned ply = 0; ply < 40; ply++) {
            const uint32_t tier = zm_board_rank(&v, state_of(&v, p)).tier;
            p = random_move(&v, p, &seed);
            const zm_pos next = state_of(&v, p);
            const zm_place at = zm_board_rank(&v, next);
            assert_true(at.tier == tier || (at.tier < tier && is_child(&v, tier, at.tier)));
            assert_true(zm_same(zm_board_unrank(&v, at), next));
        }
    }
    drop(&v);
}

/* ---- larger boards: random places ---- */
static void check_places(const zm_board *b, uint64_t seed)
{
    zm_variant v = {0};
    make(b, &v);
    assert_string_equal(zm_board_of(&v)->why_not, "");
    census *c = calloc(1, sizeof *c);
    c->b = b;
    c->v = &v;
    for (unsigned round = 0; round < 20000; round++) {
        const uint32_t tier = (uint32_t)(unit_random(&seed) % zm_board_tiers(&v));
        const zm_place at = {tier, unit_random(&seed) % zm_board_tier_size(&v, tier)};
        const zm_pos p = zm_board_unrank(&v, at), f = zm_board_fingerprint(&v, p);
        const zm_place back = zm_board_rank(&v, p);
        assert_true(back.tier == at.tier && back.index == at.index);
        assert_true(zm_same(zm_board_unrank(&v, zm_board_rank(&v, f)), f));
        check_ways(&v, p, p);
        if (round % 50 == 0)
            check_images(c, p);
    }
    free(c);
    drop(&v);
}

static void few_pieces_on_many_squares(void **state)
{
    static const zm_board board[] = {
        ZM_BOARD(.rows = "7", .cols = "9", .first = "x", .second = "o", .totals = {{"x", "0", "3"}, {"o", "0", "2"}},
                 .symmetry = ZM_RECTANGLE),
        ZM_BOARD(.rows = "8", .nobody = "q", .totals = {{"q", "0", "5"}}, .symmetry = ZM_SQUARE, .grows = "q"),
        ZM_BOARD(.rows = "8", .first = "q", .totals = {{"q", "0", "4"}}, .symmetry = ZM_UPSIDE_DOWN, .grows = "q"),
        ZM_BOARD(.rows = "6", .first = "x", .second = "o", .totals = {{"x", "0", "4"}, {"o", "0", "4"}},
                 .turn = ZM_TURN_SWAPS, .symmetry = ZM_SQUARE, .grows = "xo"),
        ZM_BOARD(.rows = "5", .first = "KQ", .second = "kq", .nobody = "#",
                 .totals = {{"Kk", "1", "2"}, {"Qq", "0", "3"}, {"#", "0", "2"}}, .turn = ZM_TURN_SWAPS,
                 .symmetry = ZM_ROTATIONS, .seen = ZM_HALF_TURN),
    };
    for (unsigned i = 0; i < sizeof board / sizeof *board; i++)
        check_places(&board[i], i);
}

static bool uses_lanes(const zm_board *b)
{
    zm_variant v = {0};
    make(b, &v);
    const bool lanes = zm_board_order_of(zm_board_of(&v))->lanes;
    drop(&v);
    return lanes;
}

/* Keys of more than 16 bits on few squares, even and odd in number, with letters of both players and of nobody. */
static void many_letters_on_few_squares(void **state)
{
    static const zm_board board[] = {
        ZM_BOARD(.rows = "4", .cols = "3", .first = "LEGCH", .second = "legch", .hand = "EGC", .turn = ZM_TURN_SWAPS,
                 .seen = ZM_HALF_TURN, .symmetry = ZM_MIRROR,
                 .totals = {{"L", "1", "1"}, {"l", "1", "1"}, {"Ee", "2", "2"}, {"Gg", "2", "2"}, {"CcHh", "2", "2"}}),
        ZM_BOARD(.rows = "5", .cols = "3", .first = "LEG", .second = "le", .nobody = "#", .hand = "E",
                 .symmetry = ZM_MIRROR,
                 .totals = {{"L", "1", "1"}, {"l", "1", "1"}, {"Ee", "3", "3"}, {"G", "1", "4"}, {"#", "1", "4"}}),
    };
    for (unsigned i = 0; i < sizeof board / sizeof *board; i++) {
        assert_true(uses_lanes(&board[i]));
        check_places(&board[i], i);
    }
}

static void too_much_for_an_index(void **state)
{
    zm_variant v = {0};
    make(&(zm_board)ZM_BOARD(.rows = "7", .first = "x", .second = "o", .symmetry = ZM_SQUARE), &v);
    assert_string_equal(zm_board_of(&v)->why_not, "tier 0 would have more than 2^40 places");
    assert_int_equal(zm_board_tiers(&v), 0);
    zm_pos p = zm_put(&v, zm_put(&v, (zm_pos){0, 0}, 0, 'x'), 5, 'o'); /* fingerprints need no index */
    uint8_t mirror[ZM_BOARD_SQUARES];
    for (unsigned i = 0; i < 49; i++)
        mirror[i] = (uint8_t)(i / 7 * 7 + 6 - i % 7);
    assert_true(zm_same(zm_board_fingerprint(&v, p), zm_board_fingerprint(&v, moved(&v, p, mirror))));
    drop(&v);
}

static void what_only_grows_must_be_a_letter(void **state)
{
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .first = "x", .second = "o", .grows = "y"),
           "the board of the game: `grows` has 'y', which is no letter of a piece");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .first = "x", .second = "o", .shrinks = "x", .turn = ZM_TURN_SWAPS),
           "the board of the game: `shrinks` has 'x' but not 'o', and colours swap");
    refuse(&(zm_board)ZM_BOARD(.rows = "2", .first = "x", .totals = {{"x", "5", "6"}}),
           "the board of the game: its totals leave no position");
    refuse(&(zm_board)ZM_BOARD(.rows = "3", .cols = "2", .points = cross, .first = "x"),
           "the board of the game: its point 3 is in row 1, column 2 (from 0), outside of 3 rows and 2 columns");
}

/* What a variant of a game with a board has; where the index would be too large, it has none. */
static void a_game_gets_what_its_board_gives(void **state)
{
    static const zm_board board = ZM_BOARD(.rows = "size", .first = "x", .second = "o", .turn = ZM_TURN_SWAPS,
                                           .symmetry = ZM_SQUARE, .grows = "xo", .inside = ZM_LEAVES);
    static const zm_game game = {.name = "test-game", .options = {ZM_INT("size", "3", 1, 7, "")}, .board = &board};
    const char *large = "size=7";
    zm_variant *v;
    assert_int_equal(zm_variant_new(context, &game, NULL, 0, &v), ZM_OK);
    assert_true(v->game->from_mover);
    assert_non_null(v->game->fingerprint);
    assert_int_equal(v->game->index->tiers(v), 30); /* pairs of numbers whose sum is at most 9, in no order */
    assert_int_equal(v->game->index->inside, ZM_LEAVES);
    zm_variant_free(context, v);
    assert_int_equal(zm_variant_new(context, &game, &large, 1, &v), ZM_OK);
    assert_true(v->game->from_mover);
    assert_non_null(v->game->fingerprint);
    assert_null(v->game->index->rank);
    assert_null(v->game->index->tiers);
    zm_variant_free(context, v);
}

/* Memory that is not to be had is told, and nothing stays allocated. */
static void every_allocation_may_fail(void **state)
{
    const zm_board b = ZM_BOARD(.rows = "3", .first = "x", .second = "o", .symmetry = ZM_SQUARE, .grows = "xo");
    zm_variant v = {0};
    zm_status s = ZM_NO_MEMORY;
    unsigned n = 0;
    while (s != ZM_OK) {
        zm_fail_allocation(context, ++n);
        s = zm_board_make(context, &b, &v);
        assert_true(s == ZM_OK || s == ZM_NO_MEMORY);
        assert_true(s == ZM_OK || zm_memory_used(context) == 0);
    }
    zm_fail_allocation(context, 0);
    assert_true(n > 10);
    drop(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_side_by_side),
        cmocka_unit_test(sizes_and_symmetries),
        cmocka_unit_test(three_by_three),
        cmocka_unit_test(several_kinds),
        cmocka_unit_test(hands_and_counters),
        cmocka_unit_test(factors_of_a_square),
        cmocka_unit_test(symmetries_of_its_own),
        cmocka_unit_test(material),
        cmocka_unit_test(moves_lead_to_smaller_tiers),
        cmocka_unit_test(few_pieces_on_many_squares),
        cmocka_unit_test(many_letters_on_few_squares),
        cmocka_unit_test(too_much_for_an_index),
        cmocka_unit_test(what_only_grows_must_be_a_letter),
        cmocka_unit_test(a_game_gets_what_its_board_gives),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
