/* games_fox_and_geese.c: the rules against a plain reading of them, the index, the notation, the thesis' codes (seed 000,
 * chapters 7 and 8) to the digit, its first row, and where the 28 codes come from that it has too many in every row. */
#include "unit.h"

#include "game/check.h"
#include "games/fox-and-geese/rules.h"
#include "games_notation.h"

#include <zermelo/zermelo.h>

static zm_context *context;

static int set_up(void **state)
{
    (void)state;
    context = zm_context_new();
    zm_set_sync(context, false);
    return !context;
}

static int tear_down(void **state)
{
    (void)state;
    assert_int_equal(zm_memory_used(context), 0);
    zm_context_free(context);
    return 0;
}

static zm_variant *variant(size_t count, const char *const *settings)
{
    const zm_game *g;
    zm_variant *v;
    assert_int_equal(zm_find_game(context, "fox-and-geese", &g), ZM_OK);
    if (zm_variant_new(context, g, count, settings, &v) != ZM_OK)
        fail_msg("%s", zm_message(context));
    return v;
}

static zm_variant *with_geese(unsigned n)
{
    char setting[16];
    const char *one = setting;
    snprintf(setting, sizeof setting, "geese=%u", n);
    return variant(1, &one);
}

static zm_pos read_as(const zm_variant *v, const char *text)
{
    zm_pos p;
    if (zm_read_position(context, v, text, &p) != ZM_OK)
        fail_msg("%s", zm_message(context));
    return p;
}

/* ---- a plain reading of the rules (FACTS.md), on rows and columns ---- */
typedef struct board {
    char at[7][7]; /* ' ' where no field is */
    int row, column;
    bool fox_to_move;
} board;

typedef struct options {
    bool fox_drawn, no_chain;
    int geese_diagonals; /* 0 all, 1 drawn, 2 none */
    unsigned enough;
} options;

typedef struct found {
    zm_pos p[1 << 16];
    unsigned count;
} found;

static board board_of(const zm_variant *v, zm_pos p)
{
    char text[ZM_MAX_TEXT];
    board b = {.fox_to_move = p.hi >> 63};
    const char *from = text;
    v->game->write(v, p, text);
    for (int r = 0; r < 7; r++, from++)
        for (int c = 0; c < 7; c++) {
            b.at[r][c] = (r < 2 || r > 4) && (c < 2 || c > 4) ? ' ' : *from++;
            if (b.at[r][c] == 'f')
                b.row = r, b.column = c;
        }
    return b;
}

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

static char piece(const board *b, int r, int c) { return r < 0 || r > 6 || c < 0 || c > 6 ? ' ' : b->at[r][c]; }

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

static unsigned geese_on(const board *b)
{
    unsigned n = 0;
    for (int i = 0; i < 49; i++)
        n += b->at[i / 7][i % 7] == 'g';
    return n;
}

static board fox_moved(board b, int r, int c)
{
    b.at[b.row][b.column] = '.';
    b.at[r][c] = 'f';
    b.row = r;
    b.column = c;
    return b;
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
        ours.p[i] = v->game->rules.play(v, p, moves[i]);
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
        geese |= zm_bit((unsigned)(unit_random(seed) % FOX_FIELDS));
    do
        fox = (unsigned)(unit_random(seed) % FOX_FIELDS);
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
        v->game->write(v, v->game->rules.start(v), text);
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
    const zm_rules *r = &v->game->rules;
    uint64_t places = 0, wasted = 0;
    for (uint32_t tier = 0; tier < r->tiers(v); tier++) {
        const uint64_t size = r->tier_size(v, tier);
        for (uint64_t i = places % step; i < size; i += step) {
            const zm_pos p = r->unrank(v, (zm_place){tier, i}), s = r->fingerprint(v, p);
            const zm_place at = r->rank(v, p);
            assert_int_equal(at.tier, tier);
            assert_int_equal(at.index, i);
            assert_true(zm_same(p, s) || (p.lo == s.lo && p.lo == fox_mirrored(p.lo)));
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
    assert_int_equal(v->game->rules.tiers(v), 290);
    zm_variant_free(context, v);
    v = variant(2, one);
    check_places(v, 1);
    zm_variant_free(context, v);
    v = variant(2, all);
    assert_int_equal(v->game->rules.tiers(v), FOX_SHAPES);
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
        v->game->write_move(v, p, moves[i], text);
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
        assert_int_equal(zm_variant_new(context, g, bad[i][1] ? 2 : 1, bad[i], &v), ZM_BAD_INPUT);
}

/* ---- the thesis' codes ---- */
static const zm_code *code_named(const zm_variant *v, const char *name)
{
    for (unsigned i = 0; i < ZM_MAX_CODES; i++)
        if (v->game->codes[i].name && !strcmp(v->game->codes[i].name, name))
            return &v->game->codes[i];
    fail_msg("no code %s", name);
    return NULL;
}

/* `sequence` are the fields column by column, F the fox. */
static zm_pos from_sequence(const char *sequence, bool fox_to_move)
{
    static const int first[8] = {0, 3, 6, 13, 20, 27, 30, 33};
    static const int row_first[7] = {0, 3, 6, 13, 20, 27, 30};
    zm_pos p = {0, fox_to_move ? ZM_TURN_BIT : 0};
    for (int c = 0; c < 7; c++)
        for (int i = first[c]; i < first[c + 1]; i++) {
            const bool narrow = c < 2 || c > 4;
            const int r = i - first[c] + (narrow ? 2 : 0);
            const unsigned field = (unsigned)(row_first[r] + c - (r < 2 || r > 4 ? 2 : 0));
            p.lo |= sequence[i] == '1' ? zm_bit(field) : 0;
            p.hi |= sequence[i] == 'F' ? field : 0;
        }
    return p;
}

static void check_code(const zm_variant *v, const char *name, const char *sequence, bool fox_to_move, uint64_t expected)
{
    const zm_code *code = code_named(v, name);
    const zm_pos p = from_sequence(sequence, fox_to_move),
                 image = {fox_mirrored(p.lo), (p.hi & ZM_TURN_BIT) | fox_of(v)->mirror[p.hi & 63]};
    zm_mistake why = {0};
    zm_pos back;
    assert_int_equal(code->encode(v, p), expected);
    assert_int_equal(code->encode(v, image), expected);
    assert_true(code->decode(v, expected, &back, &why));
    assert_true(zm_same(back, p));
}

static void thesis_5_3_sequence_010100_is_8(void **state)
{
    (void)state;
    assert_int_equal(zm_rank_sequence(20, 6), 8); /* '010100' */
    assert_int_equal(zm_unrank_sequence(6, 2, 8), 20);
}

static void thesis_7_3_example_has_code_48710355417(void **state)
{
    zm_variant *v = with_geese(15);
    (void)state;
    assert_int_equal(zm_rank_sequence(0xCA9E1826, 32), 408216577); /* '11001010100111100001100000100110' */
    check_code(v, "thesis", "11001010F100111100001100000100110", true, 48710355417);
    assert_int_equal(48710355417 / 2 / 20, 1217758885);
    zm_variant_free(context, v);
}

static void thesis_7_4_codes_go_from_0_to_73868025119(void **state)
{
    zm_variant *v = with_geese(15);
    zm_mistake why = {0};
    zm_pos p;
    (void)state;
    check_code(v, "thesis", "F00000000000000000000000000111111", false, 0);
    check_code(v, "thesis", "1111111111111110000F0000000000000", true, 73868025119);
    assert_false(code_named(v, "thesis")->decode(v, UINT64_MAX, &p, &why));
    assert_false(code_named(v, "thesis")->decode(v, 73868025119 + 2, &p, &why)); /* 16 geese */
    assert_non_null(strstr(why.text, "16 geese"));
    zm_variant_free(context, v);
}

/* The codes of formula 7.1.2 begin with 4 geese: the largest of n geese, plus one, is the upper bound of row n. */
static void thesis_table_8_2_upper_bounds(void **state)
{
    static const uint64_t bound[] = {1438400,    9493440,    45741120,    180375360,   601107360,   1723059360,
                                     4303548960, 9464528160, 18496241760, 32391185760, 51248609760, 73877518560};
    (void)state;
    for (unsigned n = 4; n <= 15; n++) {
        char largest[] = "0000000000000000000F0000000000000";
        uint64_t sum = 0;
        for (unsigned k = 4; k <= n; k++)
            sum += zm_binomial(32, k);
        assert_int_equal(sum * 20 * 2, bound[n - 4]);
        memset(largest, '1', n);
        zm_variant *v = with_geese(n);
        check_code(v, "formula", largest, true, bound[n - 4] - 1);
        assert_int_equal(zm_bound_of(v), bound[n - 4]);
        zm_variant_free(context, v);
    }
}

/* ---- the first row of Table 8.2, and its 28 codes too many ---- */
static zm_solved solved(const zm_variant *v, zm_method m)
{
    zm_solved s;
    zm_solve_options o = {.method = m};
    zm_set_threads(context, 2);
    if (zm_solve(context, v, &o, &s) != ZM_OK)
        fail_msg("%s", zm_message(context));
    return s;
}

static void facts_row_of_4_geese(void **state)
{
    static const zm_method methods[] = {ZM_METHOD_BACKWARD, ZM_METHOD_HASH};
    zm_variant *v = with_geese(4);
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        const zm_summary s = solved(v, methods[i]).summary;
        assert_int_equal(s.states, 1270689);
        assert_int_equal(s.won_by[0], 0);
        assert_int_equal(s.won_by[1], 666885);
        assert_int_equal(s.drawn, 603804);
        assert_int_equal(s.start, ZM_DRAWN);
    }
    zm_variant_free(context, v);
}

/* The states of 4 geese as bits, tier after tier. */
typedef struct reached {
    const zm_variant *v;
    uint64_t *first; /* bit of each tier */
    uint8_t *seen;
    zm_pos *queue;
    uint64_t count;
} reached;

static void reach(reached *r, zm_pos p)
{
    p = r->v->game->rules.fingerprint(r->v, p);
    const zm_place at = r->v->game->rules.rank(r->v, p);
    uint8_t *seen = &r->seen[r->first[at.tier] + at.index];
    if (!*seen)
        r->queue[r->count++] = p;
    *seen = 1;
}

static void reach_all(reached *r, const zm_variant *v)
{
    static zm_move moves[ZM_MAX_MOVES];
    const zm_rules *rules = &v->game->rules;
    const uint32_t tiers = rules->tiers(v);
    uint64_t places = 0;
    unsigned n;
    *r = (reached){.v = v, .first = calloc(tiers, sizeof *r->first)};
    for (uint32_t t = 0; t < tiers; places += rules->tier_size(v, t++))
        r->first[t] = places;
    r->seen = calloc(places, 1);
    r->queue = calloc(places, sizeof *r->queue);
    reach(r, rules->start(v));
    for (uint64_t i = 0; i < r->count; i++) {
        zm_moves_of(v, r->queue[i], moves, &n);
        for (unsigned k = 0; k < n; k++)
            reach(r, rules->play(v, r->queue[i], moves[k]));
    }
}

static void free_reached(reached *r)
{
    free(r->first);
    free(r->seen);
    free(r->queue);
}

/* The thesis' fingerprint, from its procedure in 4.5.1: true when the board must be turned over. */
static bool turned_over(const board *b)
{
    if (b->column != 3)
        return b->column > 3;
    for (int r = 0; r < 7; r++)
        for (int c = 0; c < 3; c++)
            if (b->at[r][c] != b->at[r][6 - c])
                return b->at[r][c] != 'g';
    return false;
}

/* The thesis' code but for two things: the sequence is read from its end, and the sum begins with 3 geese; so with 3 geese or
 * fewer there is nothing to sum, and codes of 2, 1 and 0 geese look like codes of 3. */
static uint64_t code_from_3(const board *b, bool from_end)
{
    const bool over = turned_over(b);
    uint64_t sequence = 0, fox = 0;
    unsigned place = 0;
    for (int c = 0; c < 7; c++)
        for (int r = 0; r < 7; r++) {
            const char here = b->at[r][over ? 6 - c : c];
            if (here == 'f')
                fox = place;
            else if (here != ' ') {
                sequence |= (uint64_t)(here == 'g') << (from_end ? place : 31 - place);
                place++;
            }
        }
    assert_true(fox < 20 && place == 32 && geese_on(b) <= 3);
    return (zm_rank_sequence(sequence, 32) * 20 + fox) * 2 + b->fox_to_move;
}

enum { CODES = 4960 * 40 }; /* of 3 geese */

/* All that chains end with when they do not stop at 3 geese: marks the codes of 2 geese and fewer. */
static void mark_endless(board b, bool from_end, uint8_t *marked) /* NOLINT(misc-no-recursion) */
{
    for (int i = 0; i < 9; i++) {
        const int down = i / 3 - 1, right = i % 3 - 1, r = b.row + down, c = b.column + right;
        if (piece(&b, r, c) != 'g' || piece(&b, r + down, c + right) != '.')
            continue;
        board next = fox_moved(b, r + down, c + right);
        next.at[r][c] = '.';
        if (geese_on(&next) < 3) {
            board after = next;
            after.fox_to_move = false;
            marked[code_from_3(&after, from_end)] = 1;
        }
        mark_endless(next, from_end, marked);
    }
}

/* Codes that those chains add to the ones of all states with 3 geese; *chains gets how many codes they have in all. */
static unsigned extra_codes(const reached *r, bool from_end, unsigned *chains)
{
    static uint8_t marked[CODES], real[CODES];
    unsigned three = 0, extra = 0;
    memset(marked, 0, sizeof marked);
    memset(real, 0, sizeof real);
    for (uint64_t i = 0; i < r->count; i++) {
        const board b = board_of(r->v, r->queue[i]);
        if (geese_on(&b) == 3) {
            three++;
            assert_int_equal(real[code_from_3(&b, from_end)]++, 0); /* codes are unique */
        } else if (b.fox_to_move) {
            mark_endless(b, from_end, marked);
        }
    }
    assert_int_equal(three, 82111);
    *chains = 0;
    for (unsigned code = 0; code < CODES; code++) {
        *chains += marked[code];
        extra += marked[code] && !real[code];
    }
    return extra;
}

static void facts_28_codes_of_the_thesis_are_chains_that_end_with_too_few_geese(void **state)
{
    zm_variant *v = with_geese(4);
    reached r;
    unsigned chains;
    (void)state;
    reach_all(&r, v);
    assert_int_equal(r.count, 1270689);
    assert_int_equal(extra_codes(&r, true, &chains), 28);
    assert_int_equal(chains, 8273);
    assert_int_equal(r.count + 28, 1270717);                 /* the thesis' number of states */
    assert_int_equal(extra_codes(&r, false, &chains), 1970); /* read from the beginning it would be other numbers */
    free_reached(&r);
    zm_variant_free(context, v);
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
        cmocka_unit_test(thesis_5_3_sequence_010100_is_8),
        cmocka_unit_test(thesis_7_3_example_has_code_48710355417),
        cmocka_unit_test(thesis_7_4_codes_go_from_0_to_73868025119),
        cmocka_unit_test(thesis_table_8_2_upper_bounds),
        cmocka_unit_test(facts_row_of_4_geese),
        cmocka_unit_test(facts_28_codes_of_the_thesis_are_chains_that_end_with_too_few_geese),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
