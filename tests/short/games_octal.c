/* games_octal.c: Kayles, Dawson's Kayles and other octal games: their nim-sequences by the recurrence, by the rules
 * heap by heap, and in positions of several heaps that are played out; the two ways in which a position is kept;
 * notation. */
#include "games_notation.h"
#include "games_values.h"

enum { HEAPS = 400 };

/* ---- the recurrence, without the game: g(n) = mex of g(a) xor g(b) over all a + b = n - k that digit k allows ---- */
static void nim_sequence(const char *code, unsigned count, int *g)
{
    static int seen[64 * HEAPS];
    for (unsigned n = 0; n < count; n++) {
        unsigned found = 0;
        for (unsigned k = 0; (!k || code[k + 1]) && k <= n; k++) {
            const unsigned digit = (unsigned)(code[k ? k + 1 : 0] - '0'), left = n - k;
            if (digit & (left ? 2 : 1))
                seen[found++] = g[left];
            for (unsigned a = 1; digit & 4 && a < left; a++)
                seen[found++] = g[a] ^ g[left - a];
        }
        g[n] = least_missing(seen, found);
    }
}

static zm_variant *heaps_of(zm_context *c, const char *game, const char *code, const char *heaps)
{
    const char *const both[] = {heaps, code};
    return variant_of(c, game, code ? 2 : 1, both);
}

/* ---- the same by the rules: every move from a single heap, and what it falls into ---- */
static void sequence_by_rules(const char *game, unsigned count, int *g)
{
    static zm_move moves[ZM_MAX_MOVES];
    static int seen[ZM_MAX_MOVES];
    zm_context *c = zm_context_new();
    zm_variant *v = heaps_of(c, game, NULL, "heaps=399");
    const zm_game *r = v->game;
    for (unsigned n = 0; n < count; n++) {
        const zm_pos p = v->game->sums->grid_at(v, 0, n);
        const unsigned all = r->moves(v, p, moves);
        for (unsigned i = 0; i < all; i++) {
            zm_pos part[ZM_MAX_PARTS];
            seen[i] = 0;
            for (unsigned k = r->sums->parts(v, r->play(v, p, moves[i]), part); k-- > 0;) {
                char text[ZM_MAX_TEXT];
                zm_write_position(v, part[k], text, sizeof text);
                seen[i] ^= g[strtoul(text, NULL, 10)];
            }
        }
        g[n] = least_missing(seen, all);
    }
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* The last place where the sequence and itself, shifted by the period, differ. */
static unsigned last_exception(const int *g, unsigned period)
{
    unsigned last = 0;
    for (unsigned n = 0; n + period < HEAPS; n++)
        last = g[n] != g[n + period] ? n : last;
    return last;
}

static void guy_and_smith_kayles_has_period_12_from_71_on(void **state)
{
    static const int first[24] = {0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7};
    int by_code[HEAPS], by_rules[HEAPS];
    (void)state;
    nim_sequence("0.77", HEAPS, by_code);
    sequence_by_rules("kayles", HEAPS, by_rules);
    assert_memory_equal(by_code, by_rules, sizeof by_code);
    assert_memory_equal(by_code, first, sizeof first);
    assert_int_equal(last_exception(by_code, 12), 70);
}

static void guy_and_smith_dawsons_kayles_has_period_34_from_53_on(void **state)
{
    static const int first[18] = {0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2};
    int by_code[HEAPS], by_rules[HEAPS], chess[HEAPS];
    (void)state;
    nim_sequence("0.07", HEAPS, by_code);
    sequence_by_rules("dawsons-kayles", HEAPS, by_rules);
    assert_memory_equal(by_code, by_rules, sizeof by_code);
    assert_memory_equal(by_code, first, sizeof first);
    assert_int_equal(last_exception(by_code, 34), 52);
    nim_sequence("0.137", HEAPS, chess); /* Dawson's Chess is one pin ahead */
    assert_memory_equal(by_code + 1, chess, (HEAPS - 1) * sizeof *chess);
}

/* ---- positions of several heaps, played out ---- */
static void sums_hold(const char *game, const char *code, const char *digits, const char *heaps)
{
    const char *const settings[] = {heaps, code};
    int g[64];
    walk w = {0};
    nim_sequence(digits, 64, g);
    walk_open(&w, game, 100000, code ? 2 : 1, settings);
    for (uint32_t i = 0; i < w.count; i++) {
        char text[ZM_MAX_TEXT], *at = text;
        int all = 0;
        zm_write_position(w.v, w.nodes[i].p, text, sizeof text);
        for (; *at; at += *at == ',')
            all ^= g[strtoul(at, &at, 10)];
        if ((w.nodes[i].winner == 1) != (all == 0))
            fail_msg("%s %s: %s", game, digits, text);
    }
    walk_close(&w);
}

static void positions_of_several_heaps_are_lost_where_the_xor_is_0(void **state)
{
    (void)state;
    sums_hold("kayles", NULL, "0.77", "heaps=7,5,4");
    sums_hold("kayles", NULL, "0.77", "heaps=19");
    sums_hold("dawsons-kayles", NULL, "0.07", "heaps=11,9,5");
    sums_hold("octal", "code=0.137", "0.137", "heaps=15,6");
    sums_hold("octal", "code=4.07", "4.07", "heaps=9,4");
    sums_hold("octal", "code=4.0", "4.0", "heaps=12,3");
    sums_hold("octal", "code=0.333", "0.333", "heaps=12,7,9");
}

static void random_codes_too(void **state)
{
    uint64_t random = 4;
    (void)state;
    for (unsigned i = 0; i < 100; i++) {
        char code[16] = "code=0.";
        const unsigned digits = 1 + (unsigned)(unit_random(&random) % 4);
        code[5] = unit_random(&random) % 4 ? '0' : '4';
        for (unsigned k = 0; k < digits; k++)
            code[7 + k] = (char)('1' + unit_random(&random) % 7);
        sums_hold("octal", code, code + 5, "heaps=8,5,1");
    }
}

/* ---- how positions are kept ---- */
static void heaps_of_ten_thousand_have_all_their_moves(void **state)
{
    static zm_move moves[ZM_MAX_MOVES];
    zm_context *c = zm_context_new();
    zm_variant *v = heaps_of(c, "kayles", NULL, "heaps=10000,32767");
    const zm_game *r = v->game;
    char text[ZM_MAX_TEXT];
    zm_mistake why;
    zm_pos p, part[ZM_MAX_PARTS];
    (void)state;
    assert_true(v->game->read(v, "10000", &p, &why));
    const unsigned n = r->moves(v, p, moves);
    assert_int_equal(n, (1 + 9999 / 2) + (1 + 9998 / 2));
    for (unsigned i = 0; i < n; i += 7) {
        const zm_pos q = r->play(v, p, moves[i]);
        unsigned coins = 0;
        assert_int_equal(v->game->write_move ? r->sums->parts(v, q, part) : 0, moves[i] & 65535 ? 2 : 1);
        for (unsigned k = r->sums->parts(v, q, part); k-- > 0;) {
            zm_write_position(v, part[k], text, sizeof text);
            coins += (unsigned)strtoul(text, NULL, 10);
        }
        assert_int_equal(coins, 10000 - (moves[i] >> 16 & 65535));
    }
    assert_true(v->game->read(v, "1,32767,0,2", &p, &why));
    zm_write_position(v, p, text, sizeof text);
    assert_string_equal(text, "32767,2,1");
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* Plays to the end and returns whether the heaps were ever too many to be kept. */
static bool ever_many(const zm_variant *v, uint64_t *random)
{
    static zm_move moves[ZM_MAX_MOVES];
    zm_pos p = zm_start_state(v);
    zm_end end;
    unsigned n;
    while ((end = open_moves(v, p, moves, &n)) == ZM_OPEN) {
        char text[ZM_MAX_TEXT];
        zm_mistake why;
        zm_pos again;
        zm_write_position(v, p, text, sizeof text);
        assert_true(v->game->read(v, text, &again, &why) && zm_same(p, again));
        p = v->game->play(v, p, moves[unit_random(random) % n]);
    }
    return end == ZM_BEYOND;
}

static void heaps_are_never_too_many_below_64_coins_or_125_in_one_heap(void **state)
{
    static const struct {
        const char *game, *heaps, *code;
        bool many;
    } start[] = {{"kayles", "heaps=125", NULL, false},     {"dawsons-kayles", "heaps=62,62", NULL, false},
                 {"octal", "heaps=63", "code=4.1", false}, {"octal", "heaps=40,23", "code=4.0", false},
                 {"kayles", "heaps=1000", NULL, true},     {"octal", "heaps=70", "code=4.0", true}};
    uint64_t random = 1;
    (void)state;
    for (size_t i = 0; i < sizeof start / sizeof *start; i++) {
        zm_context *c = zm_context_new();
        zm_variant *v = heaps_of(c, start[i].game, start[i].code, start[i].heaps);
        bool many = false;
        for (unsigned game = 0; game < 30; game++)
            many |= ever_many(v, &random);
        assert_int_equal(many, start[i].many);
        zm_variant_free(c, v);
        zm_context_free(c);
    }
}

static void too_many_heaps_are_beyond_and_one_piece(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = heaps_of(c, "kayles", NULL, "heaps=1000");
    zm_pos p, part[ZM_MAX_PARTS];
    zm_mistake why;
    (void)state;
    assert_true(v->game->read(v, "many", &p, &why));
    assert_int_equal(v->game->ended(v, p), ZM_BEYOND);
    assert_int_equal(v->game->sums->parts(v, p, part), 1);
    assert_true(zm_same(part[0], p));
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- options and notation ---- */
static void a_code_has_one_text(void **state)
{
    static const char *const texts[][2] = {{"code=0.770", ""},
                                           {"code=0.0700", "code=0.07"},
                                           {"code=4.", "code=4.0"},
                                           {"code=4.00", "code=4.0"}};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        zm_context *c = zm_context_new();
        zm_variant *v = variant_of(c, "octal", 1, &texts[i][0]);
        char text[ZM_VARIANT_TEXT];
        assert_string_equal(zm_variant_text(v, ' ', false, text, sizeof text), texts[i][1]);
        zm_variant_free(c, v);
        zm_context_free(c);
    }
}

static void bad_options_are_refused(void **state)
{
    static const char *const bad[][3] = {{"code=77", "heaps=3", "begins with 0. or 4."},
                                         {"code=2.7", "heaps=3", "begins with 0. or 4."},
                                         {"code=0.78", "heaps=3", "character 4 of code (\"8\")"},
                                         {"code=0.7.7", "heaps=3", "character 4 of code (\".\")"},
                                         {"code=0.00", "heaps=3", "no move"},
                                         {"code=0.7", "heaps=32768", "0 to 32767"},
                                         {"code=0.7777", "heaps=30000,30000", "there are 60000 coins"},
                                         {"code=0.77", "heaps=99,99,1,1,1,1,1,1,1", "more than 8 heaps"}};
    zm_context *c = zm_context_new();
    const zm_game *g;
    (void)state;
    assert_int_equal(zm_find_game(c, "octal", &g), ZM_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        zm_variant *v;
        assert_int_equal(zm_variant_new(c, g, bad[i], 2, &v), ZM_BAD_INPUT);
        if (!strstr(zm_message(c), bad[i][2]))
            fail_msg("%s", zm_message(c));
    }
    zm_context_free(c);
}

static void bad_notation_is_refused_with_place_and_reason(void **state)
{
    static const bad_text bad[] = {
        {"", "0 to 32767", 0},       {"5,", "0 to 32767", 2},
        {"5,,3", "0 to 32767", 2},   {"5-3", "another heap", 1},
        {"5,32768", "too large", 2}, {"32767,32767", "65534 coins", 6},
        {"many,3", "0 to 32767", 0}, {"99,99,1,1,1,1,1,1,1", "more than 8 heaps", ZM_WHOLE},
    };
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "kayles", 0, NULL);
    zm_cell cells[ZM_MAX_CELLS];
    char drawn[16] = "";
    zm_mistake why;
    zm_pos p;
    (void)state;
    assert_refused(v, bad, sizeof bad / sizeof *bad);
    assert_true(v->game->read(v, "3,2,1", &p, &why));
    assert_int_equal(v->game->looks->cells(v, p, cells), 8);
    for (unsigned i = 0; i < 8; i++)
        drawn[cells[i].col] = cells[i].piece;
    assert_string_equal(drawn, "ooo.oo.o");
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guy_and_smith_kayles_has_period_12_from_71_on),
        cmocka_unit_test(guy_and_smith_dawsons_kayles_has_period_34_from_53_on),
        cmocka_unit_test(positions_of_several_heaps_are_lost_where_the_xor_is_0),
        cmocka_unit_test(random_codes_too),
        cmocka_unit_test(heaps_of_ten_thousand_have_all_their_moves),
        cmocka_unit_test(heaps_are_never_too_many_below_64_coins_or_125_in_one_heap),
        cmocka_unit_test(too_many_heaps_are_beyond_and_one_piece),
        cmocka_unit_test(a_code_has_one_text),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(bad_notation_is_refused_with_place_and_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
