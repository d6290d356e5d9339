/* games_fox_and_geese.c: the rules against a plain reading of them, the index, the notation. */
#include "fox_board.h"

#include "game/check/check.h"
#include "games/fox-and-geese/rules.h"
#include "games_notation.h"

/* ---- a plain reading of the rules (FACTS.md) ---- */
typedef struct options {
    bool fox_drawn, no_chain;
    int geese_diagonals; /* 0 all, 1 drawn, 2 none */
    unsigned enough;
} options;

typedef struct found {
    zm_pos p[1 << 16];
    unsigned count;
} found;

static zm_pos position_of(const zm_variant *v, const board *b)
{
    char text[ZM_MAX_TEXT], *to = text;
    for (int r = 0; r < 7; r++) {
        for (int c = 0; c < 7; c++)
            if (b->at[r][c] != ' ')
                *to++ = b->at[r][c];
        *to++ = r < 6 ? '/' : ':';
    }
    *to++ = b->fox_to_move ? 'f' : 'g';
    *to = 0;
    return read_as(v, text);
}

static void add(const zm_variant *v, const board *b, found *to)
{
    board after = *b;
    after.fox_to_move = !b->fox_to_move;
    const zm_pos p = position_of(v, &after);
    for (unsigned i = 0; i < to->count; i++)
        if (zm_same(to->p[i], p))
            return;
    to->p[to->count++] = p;
}

static bool may(const options *o, bool fox, int r, int c, int down, int right)
{
    if (!down || !right)
        return down || right;
    const int kind = fox ? o->fox_drawn : o->geese_diagonals;
    return kind == 0 || (kind == 1 && (r + c) % 2 == 0);
}

static void plain_jumps(const zm_variant *v, const options *o, board b, found *to) /* NOLINT(misc-no-recursion) */
{
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            const int r = b.row + down, c = b.column + right;
            if (!may(o, true, b.row, b.column, down, right) || piece(&b, r, c) != 'g' ||
                piece(&b, r + down, c + right) != '.')
                continue;
            board next = fox_moved(b, r + down, c + right);
            next.at[r][c] = '.';
            add(v, &next, to);
            if (!o->no_chain && geese_on(&next) >= o->enough)
                plain_jumps(v, o, next, to);
        }
}

static void plain_geese(const zm_variant *v, const options *o, const board *b, found *to)
{
    for (int i = 0; i < 49; i++)
        for (int step = 0; step < 6; step++) {
            const int r = i / 7, c = i % 7, down = step / 3, right = step % 3 - 1;
            if (b->at[r][c] != 'g' || !may(o, false, r, c, down, right) || piece(b, r + down, c + right) != '.')
                continue;
            board next = *b;
            next.at[r][c] = '.';
            next.at[r + down][c + right] = 'g';
            add(v, &next, to);
        }
}

static void plain_successors(const zm_variant *v, const options *o, zm_pos p, found *to)
{
    const board b = board_of(v, p);
    to->count = 0;
    if (geese_on(&b) < o->enough)
        return;
    if (!b.fox_to_move) {
        plain_geese(v, o, &b, to);
        return;
    }
    for (int i = 0; i < 9; i++) {
        const int down = i / 3 - 1, right = i % 3 - 1;
        if (!may(o, true, b.row, b.column, down, right) || piece(&b, b.row + down, b.column + right) != '.')
            continue;
        board next = fox_moved(b, b.row + down, b.column + right);
        add(v, &next, to);
    }
    plain_jumps(v, o, b, to);
}

static int by_position(const void *a, const void *b)
{
    const zm_pos x = *(const zm_pos *)a, y = *(const zm_pos *)b;
    return zm_same(x, y) ? 0 : zm_before(x, y) ? -1 : 1;
}

/* Every move leads to another position: chains that differ only in their order are one move. */
static void compare_at(const zm_variant *v, const options *o, zm_pos p)
{
    static found plain, ours;
    static zm_move moves[ZM_MAX_MOVES];
    plain_successors(v, o, p, &plain);
    zm_moves_of(v, p, moves, &ours.count);
    for (unsigned i = 0; i < ours.count; i++)
        ours.p[i] = v->game->play(v, p, moves[i]);
    assert_int_equal(ours.count, plain.count);
    qsort(plain.p, plain.count, sizeof(zm_pos), by_position);
    qsort(ours.p, ours.count, sizeof(zm_pos), by_position);
    assert_memory_equal(plain.p, ours.p, plain.count * sizeof(zm_pos));
}

/* Any placement will do, reachable or not. */
static zm_pos random_position(const zm_variant *v, uint64_t *seed, unsigned least)
{
    const fox_data *d = fox_of(v);
    const unsigned n = least + (unsigned)(unit_random(seed) % (d->geese - least + 1));
    uint64_t geese = 0;
    unsigned fox;
    while (zm_count_bits(geese) < n)
        geese |= zm_bit((unsigned)(unit_random(seed) % CROSS_FIELDS));
    do
        fox = (unsigned)(unit_random(seed) % CROSS_FIELDS);
    while (geese >> fox & 1);
    return fox_position(geese, fox, unit_random(seed) & 1);
}

static void facts_moves_are_those_of_a_plain_reading_of_the_rules(void **state)
{
    static const struct {
        const char *settings[4];
        options o;
    } cases[] = {
        {{"geese=15"}, {.enough = 4}},
        {{"geese=9", "multi=no"}, {.enough = 4, .no_chain = true}},
        {{"geese=12", "fox_diagonals=drawn"}, {.enough = 4, .fox_drawn = true}},
        {{"geese=12", "geese_diagonals=drawn", "enough=7"}, {.enough = 7, .geese_diagonals = 1}},
        {{"geese=12", "geese_diagonals=none", "fox_diagonals=drawn", "enough=1"},
         {.enough = 1, .geese_diagonals = 2, .fox_drawn = true}},
    };
    uint64_t seed = 1;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t n = 0;
        while (n < 4 && cases[i].settings[n])
            n++;
        zm_variant *v = variant(n, cases[i].settings);
        for (unsigned k = 0; k < 2000; k++)
            compare_at(v, &cases[i].o, random_position(v, &seed, cases[i].o.enough));
        zm_variant_free(context, v);
    }
}

static void the_most_moves_that_are_known_fit(void **state)
{
    static zm_move moves[ZM_MAX_MOVES];
    zm_variant *v = with_geese(20);
    unsigned n;
    (void)state;
    zm_moves_of(v, read_as(v, ".g./ggg/.gfg.g./gggggg./.g.g.g./ggg/.g.:f"), moves, &n);
    assert_int_equal(n, 42105);
    zm_variant_free(context, v);
}

/* ---- starts and ends ---- */
static void facts_starts(void **state)
{
    static const struct {
        unsigned geese;
        const char *start;
    } starts[] = {
        {4, "ggg/g../......./...f.../......./.../...:g"},  {6, "ggg/ggg/......./...f.../......./.../...:g"},
        {9, "ggg/ggg/ggg..../...f.../......./.../...:g"},  {13, "ggg/ggg/ggggggg/...f.../......./.../...:g"},
        {15, "ggg/ggg/ggggggg/g..f..g/......./.../...:g"}, {17, "ggg/ggg/ggggggg/gg.f.gg/......./.../...:g"},
        {18, "ggg/ggg/ggggggg/gggf.gg/......./.../...:g"}, {19, "ggg/ggg/ggggggg/gggfggg/......./.../...:g"},
        {20, "ggg/ggg/ggggggg/ggggggg/...f.../.../...:g"},
    };
    char text[ZM_MAX_TEXT];
    (void)state;
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        zm_variant *v = with_geese(starts[i].geese);
        zm_write_position(v, v->game->start(v), text, sizeof text);
        assert_string_equal(text, starts[i].start);
        zm_variant_free(context, v);
    }
}

static void facts_ends(void **state)
{
    static const struct {
        const char *position;
        zm_end end;
    } ends[] = {
        {"g../.g./...f.../g....../......./.../...:g", ZM_LOSS}, /* too few geese are left */
        {".../.../......./......./......./.f./ggg:g", ZM_LOSS},
        {".../.../......./......./......./ggg/gfg:f", ZM_OPEN}, /* no step, but a jump over the middle */
        {"fgg/ggg/ggg..../......./......./.../...:f", ZM_OPEN}, /* no step, but a jump to e5 */
        {"fgg/ggg/ggggg../......./......./.../...:f", ZM_LOSS}, /* shut in */
        {".../.../......./......./......./g.f/ggg:g", ZM_OPEN},
        {".../.../......./......./......./gfg/ggg:g", ZM_LOSS}, /* the geese are stuck */
        {".../.../......./......./......./fgg/ggg:g", ZM_LOSS},
    };
    static zm_move moves[ZM_MAX_MOVES];
    zm_variant *v = with_geese(15);
    unsigned n;
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        assert_int_equal(zm_moves_of(v, read_as(v, ends[i].position), moves, &n), ends[i].end);
    zm_variant_free(context, v);
}

/* ---- the index ---- */
/* Every place but those with the fox right of geese that are their own image. */
static void check_places(const zm_variant *v, uint64_t step)
{
    const zm_game *r = v->game;
    uint64_t places = 0, wasted = 0;
    for (uint32_t tier = 0; tier < r->index->tiers(v); tier++) {
        const uint64_t size = r->index->tier_size(v, tier);
        for (uint64_t i = places % step; i < size; i += step) {
            const zm_pos p = r->index->unrank(v, (zm_place){tier, i}), s = r->fingerprint(v, p);
            const zm_place at = r->index->rank(v, p);
            assert_int_equal(at.tier, tier);
            assert_int_equal(at.index, i);
            assert_true(zm_same(p, s) || (p.lo == s.lo && p.lo == cross_mirrored(p.lo)));
            wasted += !zm_same(p, s);
        }
        places += size;
    }
    assert_true(wasted < places / step / 10 + 1000);
}

static void rank_and_unrank_are_inverse_and_waste_little(void **state)
{
    static const char *const small[] = {"geese=4"}, *const one[] = {"geese=1", "enough=1"},
                             *const all[] = {"geese=20", "enough=1"};
    (void)state;
    zm_variant *v = variant(1, small);
    check_places(v, 1);
    assert_int_equal(v->game->index->tiers(v), 290);
    zm_variant_free(context, v);
    v = variant(2, one);
    check_places(v, 1);
    zm_variant_free(context, v);
    v = variant(2, all);
    assert_int_equal(v->game->index->tiers(v), CROSS_SHAPES);
    check_places(v, 1000003);
    zm_variant_free(context, v);
}

static void many_variants_have_the_properties_of_games(void **state)
{
    static const char *const variants[][4] = {{"geese=1", "enough=1"},
                                              {"geese=4"},
                                              {"geese=4", "enough=1"},
                                              {"geese=5", "enough=5"},
                                              {"geese=6", "fox_diagonals=drawn"},
                                              {"geese=7", "geese_diagonals=drawn"},
                                              {"geese=8", "geese_diagonals=none"},
                                              {"geese=9", "fox_diagonals=drawn", "geese_diagonals=drawn", "enough=6"},
                                              {"geese=9"},
                                              {"geese=12", "multi=no"},
                                              {"geese=13", "enough=8"},
                                              {"geese=15", "multi=no", "enough=1"},
                                              {"geese=17"},
                                              {"geese=20", "multi=no"},
                                              {"geese=20", "enough=15"},
                                              {"geese=20", "enough=20"},
                                              {"geese=20", "enough=1"}};
    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        size_t n = 0;
        while (n < 4 && variants[i][n])
            n++;
        zm_variant *v = variant(n, variants[i]);
        if (zm_check_game(context, v, i + 1, 300) != ZM_OK)
            fail_msg("%s", zm_message(context));
        zm_variant_free(context, v);
    }
}

/* ---- text ---- */
static bool has_move(const zm_variant *v, const char *position, const char *move)
{
    static zm_move moves[ZM_MAX_MOVES];
    char text[ZM_MAX_TEXT];
    unsigned n;
    const zm_pos p = read_as(v, position);
    zm_moves_of(v, p, moves, &n);
    for (unsigned i = 0; i < n; i++) {
        zm_write_move(v, p, moves[i], text, sizeof text);
        if (!strcmp(text, move))
            return true;
    }
    return false;
}

static void moves_as_text(void **state)
{
    static const char start[] = "ggg/ggg/ggggggg/g..f..g/......./.../...:g",
                      chain[] = ".../.../..gg.../...f.../.gggg../.../...:f";
    zm_variant *v = with_geese(15);
    (void)state;
    assert_true(has_move(v, start, "a4-b4") && has_move(v, start, "d5-e4") && !has_move(v, start, "d5-d4"));
    assert_true(has_move(v, chain, "d4-e5") && has_move(v, chain, "d4xd6") && has_move(v, chain, "d4xd6xb4"));
    assert_false(has_move(v, chain, "d4xd6xb4xb2")); /* b2 is no field */
    zm_variant_free(context, v);
}

static void bad_notation_is_refused_with_place_and_reason(void **state)
{
    static const bad_text bad[] = {
        {"", "expected .", 0},
        {"ggg/ggx/......./...f.../......./.../...:g", "expected .", 6},
        {"ggg/gg/......./...f.../......./.../...:g", "expected .", 6},
        {"ggg/gggg/......./...f.../......./.../...:g", "expected /", 7},
        {"ggg/ggg/......./...f.../...f.../.../...:g", "only one fox", 27},
        {"ggg/ggg/......./......./......./.../...:g", "no fox", ZM_WHOLE},
        {"ggg/ggg/......./...f.../......./.../...", "colon", 39},
        {"ggg/ggg/......./...f.../......./.../...:x", "turn", 40},
        {"ggg/ggg/......./...f.../......./.../...:gg", "the end", 41},
        {"ggg/ggg/g....../...f.../......./.../...:g", "7 geese", ZM_WHOLE},
        {".../.gg/......./...f.../......./.../...:g", "2 geese", ZM_WHOLE},
        {"ggg/.../......./...f.../......./.../...:f", "geese's turn", 40},
    };
    zm_variant *v = with_geese(6);
    (void)state;
    assert_refused(v, bad, sizeof bad / sizeof *bad);
    zm_variant_free(context, v);
}

static void options_that_do_not_fit_are_refused(void **state)
{
    static const char *const bad[][2] = {{"geese=21", NULL}, {"geese=3", NULL},   {"geese=7", "enough=8"},
                                         {"enough=0", NULL}, {"multi=yes", NULL}, {"fox_diagonals=none", NULL}};
    const zm_game *g;
    zm_variant *v;
    (void)state;
    assert_int_equal(zm_find_game(context, "fox-and-geese", &g), ZM_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(zm_variant_new(context, g, bad[i], bad[i][1] ? 2 : 1, &v), ZM_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_moves_are_those_of_a_plain_reading_of_the_rules),
        cmocka_unit_test(the_most_moves_that_are_known_fit),
        cmocka_unit_test(facts_starts),
        cmocka_unit_test(facts_ends),
        cmocka_unit_test(rank_and_unrank_are_inverse_and_waste_little),
        cmocka_unit_test(many_variants_have_the_properties_of_games),
        cmocka_unit_test(moves_as_text),
        cmocka_unit_test(bad_notation_is_refused_with_place_and_reason),
        cmocka_unit_test(options_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
