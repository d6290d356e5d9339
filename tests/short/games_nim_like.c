/* games_nim_like.c: games that are Nim in one disguise or another: what is known of them holds on every state that play
 * reaches. The numbers of Limited Nim, Chessboard Nim and Level Nim are those of seed 001. */
#include "games_notation.h"
#include "games_values.h"

static value_store store;

/* The numbers of a position from its text, whatever stands between them. */
static unsigned numbers_of(const zm_variant *v, zm_pos p, unsigned out[16])
{
    char text[ZM_MAX_TEXT];
    unsigned n = 0;
    zm_write_position(v, p, text, sizeof text);
    for (const char *at = text; *at;) {
        char *end;
        out[n++] = (unsigned)strtoul(at, &end, 10);
        at = *end ? end + 1 : end;
    }
    return n;
}

typedef bool is_lost(const zm_variant *v, zm_pos p);

/* The states that are lost are those the theory says; returns how many states there are. */
static uint32_t holds(const char *game, const char *setting, is_lost *lost)
{
    const char *const settings[] = {setting};
    walk w = {0};
    walk_open(&w, game, 200000, 1, settings);
    for (uint32_t i = 0; i < w.count; i++)
        if ((w.nodes[i].winner == 1) != lost(w.v, w.nodes[i].p)) {
            char text[ZM_MAX_TEXT];
            zm_write_position(w.v, w.nodes[i].p, text, sizeof text);
            fail_msg("%s %s: %s", game, setting, text);
        }
    const uint32_t count = w.count;
    walk_close(&w);
    return count;
}

static zm_variant *one(zm_context *c, const char *game, const char *setting)
{
    const char *const settings[] = {setting};
    return variant_of(c, game, setting ? 1 : 0, settings);
}

static zm_pos read_position(const zm_variant *v, const char *text)
{
    zm_mistake why;
    zm_pos p;
    assert_true(v->game->read(v, text, &p, &why));
    return p;
}

/* ---- Nim: examples 2.4 and 2.5 of seed 001 ---- */
static bool xor_is_0(const zm_variant *v, zm_pos p)
{
    unsigned pile[16], all = 0;
    for (unsigned i = numbers_of(v, p, pile); i-- > 0;)
        all ^= pile[i];
    return all == 0;
}

static void seed_001_examples_2_4_and_2_5_of_nim(void **state)
{
    walk w = {0};
    (void)state;
    holds("nim", "piles=1,2,3", xor_is_0);
    holds("nim", "piles=7,4,1", xor_is_0);
    walk_open(&w, "nim", 200, 1, (const char *const[]){"piles=1,2,3"});
    assert_int_equal(w.nodes[0].winner, 1);
    walk_close(&w);
    walk_open(&w, "nim", 200, 1, (const char *const[]){"piles=7,4,1"});
    assert_int_equal(w.nodes[0].winner, 0);
    walk_close(&w);
}

static void piles_of_nim_are_its_parts(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = one(c, "nim", "piles=1,2,3");
    zm_pos part[ZM_MAX_PARTS];
    (void)state;
    assert_int_equal(v->game->sums->parts(v, read_position(v, "1,0,3"), part), 2);
    assert_true(zm_same(part[1], read_position(v, "3,0,0")));
    assert_int_equal(v->game->sums->parts(v, read_position(v, "0,0,0"), part), 0);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- Limited Nim: examples 2.3 and 3.1, the table of section 5.3, example 5.2 of seed 001 ---- */
static void seed_001_limited_nim_1_3_4_up_to_18(void **state)
{
    static const int w[19] = {SL, SW, 0, SW, SW, 1, 2, 0, 2, 0, 1, 3, 1, 2, 0, 2, 0, 1, 3};
    static const int g[19] = {0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2};
    static const char won[] = "LWLWWWWLWLWW";
    zm_context *c = zm_context_new();
    zm_variant *v = one(c, "limited-nim", NULL);
    unsigned rows, cols;
    (void)state;
    memset(&store, 0, sizeof store);
    v->game->sums->grid(v, &rows, &cols);
    assert_int_equal(rows, 1);
    assert_int_equal(cols, 19);
    for (unsigned n = 0; n < 19; n++) {
        const values x = values_of(&store, v, v->game->sums->grid_at(v, 0, n));
        assert_int_equal(x.grundy, g[n]);
        assert_int_equal(x.w, w[n]);
        assert_true(n > 11 || won[n] == (x.remoteness % 2 ? 'W' : 'L'));
    }
    assert_int_equal(add_w(add_w(w[5], w[8]), w[6]), 1);
    assert_int_equal(add_w(add_w(w[4], w[6]), w[11]), SW);
    zm_variant_free(c, v);
    zm_context_free(c);
}

static void a_subtraction_set_has_one_text(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = one(c, "limited-nim", "take=4,1,3,4,01"), *u = one(c, "limited-nim", "take=5,3");
    char text[ZM_VARIANT_TEXT];
    (void)state;
    assert_string_equal(zm_variant_text(v, ' ', false, text, sizeof text), "");
    assert_string_equal(zm_variant_text(u, ' ', false, text, sizeof text), "take=3,5");
    zm_variant_free(c, u);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- Chessboard Nim: theorem 2.2 and Figure 1 of seed 001 ---- */
static bool columns_are_even(const zm_variant *v, zm_pos p)
{
    char text[ZM_MAX_TEXT];
    unsigned odd[16] = {0}, col = 0, any = 0;
    zm_write_position(v, p, text, sizeof text);
    for (const char *at = text; *at; at++) {
        if (*at == '/')
            col = 0;
        else
            odd[col++] ^= *at == 'o';
    }
    for (unsigned i = 0; i < 16; i++)
        any |= odd[i];
    return !any;
}

/* From the full board every board is reached: there are 2^(rows cols) of them. */
static void seed_001_theorem_2_2_on_all_small_boards(void **state)
{
    (void)state;
    for (unsigned cols = 1; cols <= 4; cols++)
        for (unsigned rows = 1; rows * cols <= 12 && rows <= 6; rows++) {
            char a[32], b[64];
            const char *const settings[] = {a, b};
            int used = sprintf(b, "rows=");
            sprintf(a, "cols=%u", cols);
            for (unsigned i = 0; i < rows; i++)
                used += sprintf(b + used, "%s%u", i ? "," : "", (1u << cols) - 1);
            walk w = {0};
            walk_open(&w, "chessboard-nim", 5000, 2, settings);
            assert_int_equal(w.count, 1u << rows * cols);
            for (uint32_t i = 0; i < w.count; i++)
                assert_int_equal(w.nodes[i].winner == 1, columns_are_even(w.v, w.nodes[i].p));
            walk_close(&w);
        }
}

static void seed_001_figure_1_maps_to_nim(void **state)
{
    static const char *const settings[] = {"cols=9", "rows=24,42,9,26,33"};
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "chessboard-nim", 2, settings);
    const zm_code *piles = &v->game->sources->codes[0];
    char text[ZM_MAX_TEXT];
    zm_pos part[ZM_MAX_PARTS], p = v->game->start(v);
    zm_mistake why;
    unsigned all = 0;
    (void)state;
    zm_write_position(v, p, text, sizeof text);
    assert_string_equal(text, "...oo..../.o.o.o.../o..o...../.o.oo..../o....o...");
    assert_true(columns_are_even(v, p));
    assert_int_equal(v->game->sums->parts(v, p, part), 5);
    for (unsigned i = 0; i < 5; i++)
        all ^= (unsigned)piles->encode(v, part[i]); /* a single row is its own pile */
    assert_int_equal(all, 0);
    assert_int_equal(piles->encode(v, p), 24 | 42 << 9 | 9 << 18 | UINT64_C(26) << 27 | UINT64_C(33) << 36);
    assert_false(piles->decode(v, UINT64_C(1) << 45, &p, &why));
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- Level Nim: section 5 of seed 001 ---- It says that normal positions are the sum of the superpiles without their
 * lowest piles. That is one coin too many: who takes the last coin above a lowest pile has lost, so it is never taken,
 * and the piles above the lowest ones have one coin less. A single superpile 4-1 is lost, not won. */

/* A stack of piles: taking from its top, until it is empty, then from the next. Its Grundy number by the definition. */
static int stack_value(const unsigned *pile, unsigned piles) /* NOLINT(misc-no-recursion) */
{
    if (!piles || !pile[piles - 1])
        return 0; /* only the lowest can have no coin */
    int seen[64] = {stack_value(pile, piles - 1)};
    for (unsigned n = 1; n < pile[piles - 1]; n++)
        seen[n] = least_missing(seen, n);
    return least_missing(seen, pile[piles - 1]);
}

static bool level_is_lost(const zm_variant *v, zm_pos p)
{
    char text[ZM_MAX_TEXT], *at = NULL;
    int all = 0;
    zm_write_position(v, p, text, sizeof text);
    if (!strcmp(text, "0"))
        return true;
    for (char *super = strtok_r(text, ",", &at); super; super = strtok_r(NULL, ",", &at)) {
        unsigned pile[16], n = 0;
        for (char *next = super; *next; next += *next == '-')
            pile[n++] = (unsigned)strtoul(next, &next, 10);
        if (n == 1)
            return false; /* superwinning */
        pile[1]--;
        all ^= stack_value(pile + 1, n - 1);
    }
    return all == 0;
}

static void seed_001_level_nim_is_a_sum_of_what_lies_above_the_lowest_piles_less_a_coin(void **state)
{
    (void)state;
    /* 12 times 10 with both, less 3 that are there twice (1,2 and 2,1; 1,3 and 3,1; 2,3 and 3,2), and the end */
    assert_int_equal(holds("level-nim", "superpiles=3-7-2,4-6", level_is_lost), 118);
    assert_int_equal(holds("level-nim", "superpiles=4-1", level_is_lost), 6);
    holds("level-nim", "superpiles=1-1-1,2-2-2,3-3", level_is_lost);
    holds("level-nim", "superpiles=2-3,2-3,2-1-4", level_is_lost);
    holds("level-nim", "superpiles=5", level_is_lost);
}

static void superpiles_are_parts_and_an_end_is_one(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = one(c, "level-nim", NULL);
    zm_pos part[ZM_MAX_PARTS], over = read_position(v, "0");
    char text[ZM_MAX_TEXT];
    (void)state;
    assert_int_equal(v->game->sums->compound(v), ZM_WTIA);
    assert_int_equal(v->game->sums->parts(v, read_position(v, "4-6,3-7-2,4-6"), part), 3);
    zm_write_position(v, part[0], text, sizeof text);
    assert_string_equal(text, "3-7-2");
    assert_true(zm_same(part[1], part[2]));
    assert_int_equal(v->game->sums->parts(v, over, part), 1);
    assert_true(zm_same(part[0], over));
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- Turning Turtles, Staircase Nim, Nimble ---- */
static bool places_of_heads_xor_to_0(const zm_variant *v, zm_pos p)
{
    char text[ZM_MAX_TEXT];
    unsigned all = 0;
    zm_write_position(v, p, text, sizeof text);
    for (unsigned i = 0; text[i]; i++)
        all ^= text[i] == 'H' ? i + 1 : 0;
    return all == 0;
}

static void ferguson_turning_turtles_are_nim(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = one(c, "turning-turtles", NULL);
    (void)state;
    holds("turning-turtles", "coins=THTTHTTTHHTHT", places_of_heads_xor_to_0);
    assert_int_equal(holds("turning-turtles", "coins=HHHHHHHHHH", places_of_heads_xor_to_0), 1024);
    memset(&store, 0, sizeof store);
    for (unsigned n = 0; n <= 13; n++) /* a single head on place n is a pile of n */
        assert_int_equal(values_of(&store, v, v->game->sums->grid_at(v, 0, n)).grundy, (int)n);
    zm_variant_free(c, v);
    zm_context_free(c);
}

static bool odd_steps_xor_to_0(const zm_variant *v, zm_pos p)
{
    unsigned coins[16], n = numbers_of(v, p, coins), all = 0;
    for (unsigned i = 0; i < n; i += 2)
        all ^= coins[i];
    return all == 0;
}

static void ferguson_staircase_nim_counts_odd_steps(void **state)
{
    (void)state;
    holds("staircase-nim", "steps=2,3,1,2", odd_steps_xor_to_0);
    holds("staircase-nim", "steps=0,0,4,0,4", odd_steps_xor_to_0);
    holds("staircase-nim", "steps=7,9", odd_steps_xor_to_0);
}

static void ferguson_nimble_is_nim(void **state)
{
    zm_context *c = zm_context_new();
    zm_variant *v = one(c, "nimble", "coins=2,7,2");
    char text[ZM_MAX_TEXT];
    zm_pos part[ZM_MAX_PARTS];
    (void)state;
    holds("nimble", "coins=2,7,2", xor_is_0);
    assert_int_equal(holds("nimble", "coins=5,5,5", xor_is_0), 56); /* C(6+2, 3): coins are alike */
    zm_write_position(v, v->game->start(v), text, sizeof text);
    assert_string_equal(text, "7,2,2");
    assert_int_equal(v->game->sums->parts(v, read_position(v, "0,3,2"), part), 2);
    zm_variant_free(c, v);
    zm_context_free(c);
}

/* ---- options and notation ---- */
static void bad_options_are_refused(void **state)
{
    static const struct {
        const char *game, *setting, *reason;
    } bad[] = {{"limited-nim", "take=0", "1 to 65535"},
               {"limited-nim", "coins=65536", "0 to 65535"},
               {"chessboard-nim", "rows=16", "row 1 is 16; with 4 columns it can be 0 to 15"},
               {"chessboard-nim", "cols=14 rows=1,2,3,4,5", "70 squares; there can be up to 64"},
               {"level-nim", "superpiles=3--7", "1 to 255"},
               {"level-nim", "superpiles=1-1-1-1-1-1-1-1,1-1-1-1-1-1-1-1", "up to 15 piles"},
               {"turning-turtles", "coins=HTX", "H or T"},
               {"staircase-nim", "steps=200,100", "300 coins; there can be up to 255"},
               {"staircase-nim", "steps=1,1,1,1,1,1,1,1,1", "1 to 8"},
               {"nimble", "coins=1,1,1,1,1,1,1,1,1", "1 to 8"}};
    zm_context *c = zm_context_new();
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char copy[128], *rest = copy;
        const char *settings[2] = {copy};
        const zm_game *g;
        zm_variant *v;
        size_t n = 1;
        snprintf(copy, sizeof copy, "%s", bad[i].setting);
        if ((rest = strchr(copy, ' '))) {
            *rest = 0;
            settings[n++] = rest + 1;
        }
        assert_int_equal(zm_find_game(c, bad[i].game, &g), ZM_OK);
        assert_int_equal(zm_variant_new(c, g, settings, n, &v), ZM_BAD_INPUT);
        if (!strstr(zm_message(c), bad[i].reason))
            fail_msg("%s", zm_message(c));
    }
    zm_context_free(c);
}

static void refuses(const char *game, const bad_text *bad, size_t count)
{
    zm_context *c = zm_context_new();
    zm_variant *v = one(c, game, NULL);
    assert_refused(v, bad, count);
    zm_variant_free(c, v);
    zm_context_free(c);
}

#define REFUSES(game, ...)                            \
    do {                                              \
        static const bad_text bad[] = {__VA_ARGS__};  \
        refuses(game, bad, sizeof bad / sizeof *bad); \
    } while (0)

static void bad_notation_is_refused_with_place_and_reason(void **state)
{
    (void)state;
    REFUSES("limited-nim", {"", "0 to 65535", 0}, {"x", "0 to 65535", 0}, {"65536", "too large", 0},
            {"11,3", "one pile", 2});
    REFUSES("chessboard-nim", {"", "o or .", 0}, {".oo", "o or .", 3}, {".oo.", "another row", 4},
            {".oo./oo.o/o.oO", "o or .", 13}, {".oo..oo.o/o.oo", "another row", 4},
            {".oo./oo.o/o.oo/....", "the end", 14});
    REFUSES("level-nim", {"", "1 to 255", 0}, {"3-", "1 to 255", 2}, {"3-0", "too small", 2}, {"3-256", "too large", 2},
            {"3,,4", "1 to 255", 2}, {"3;4", "another superpile", 1}, {"0,3", "too small", 0},
            {"1-1-1-1-1-1-1-1,1-1-1-1-1-1-1", "up to 15", 28});
    REFUSES("turning-turtles", {"", "13 coins", 0}, {"THTTHTTTHHTH", "13 coins", 12}, {"THTTHTTTHHThT", "H or T", 11},
            {"THTTHTTTHHTHTT", "no more", 13});
    REFUSES("staircase-nim", {"", "0 to 255", 0}, {"1,2,3", "a comma", 5}, {"100,100,100,0", "300 coins", ZM_WHOLE},
            {"1,2,3,4,5", "the end", 7});
    REFUSES("nimble", {"", "0 to 255", 0}, {"1,2", "a comma", 3}, {"1,2,256", "too large", 4},
            {"1,2,3:2", "the end", 5});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seed_001_examples_2_4_and_2_5_of_nim),
        cmocka_unit_test(piles_of_nim_are_its_parts),
        cmocka_unit_test(seed_001_limited_nim_1_3_4_up_to_18),
        cmocka_unit_test(a_subtraction_set_has_one_text),
        cmocka_unit_test(seed_001_theorem_2_2_on_all_small_boards),
        cmocka_unit_test(seed_001_figure_1_maps_to_nim),
        cmocka_unit_test(seed_001_level_nim_is_a_sum_of_what_lies_above_the_lowest_piles_less_a_coin),
        cmocka_unit_test(superpiles_are_parts_and_an_end_is_one),
        cmocka_unit_test(ferguson_turning_turtles_are_nim),
        cmocka_unit_test(ferguson_staircase_nim_counts_odd_steps),
        cmocka_unit_test(ferguson_nimble_is_nim),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(bad_notation_is_refused_with_place_and_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
