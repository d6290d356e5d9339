/* Positions at the limits: every game with its options at their extremes, and bits from outside. What is_position
 * accepts is handed to every function of the game (zm_check_game does that with changed bits of every state it looks
 * at; here are many more); under a sanitizer none of them may read or write where it must not. */
#include "game/check/check.h"

#include "unit.h"

enum { STEPS = UNIT_SANITIZED ? 12 : 40, NOISE = UNIT_SANITIZED ? 300 : 3000, PLIES = 60 };
enum { ONLY_NOISE = UINT16_MAX }; /* a position has millions of parents */

static zm_context *context;

static zm_variant *variant_of(const char *name, const char *settings)
{
    char text[512], *rest = text;
    const char *list[ZM_MAX_OPTIONS];
    size_t count = 0;
    const zm_game *g;
    zm_variant *v;
    snprintf(text, sizeof text, "%s", settings);
    assert_int_equal(zm_find_game(context, name, &g), ZM_OK);
    for (char *word; *text && (word = strsep(&rest, " "));)
        list[count++] = word;
    if (zm_variant_new(context, g, list, count, &v) != ZM_OK)
        fail_msg("%s %s: %s", name, settings, zm_message(context));
    return v;
}

/* ---- extremes ---- */
static const struct {
    const char *game, *settings;
    unsigned steps; /* to look at closely, where they take long; 0: as many as usual */
} extremes[] = {
    {"chessboard-nim", "cols=14 rows=16383,16383,16383,16383", 4},
    {"chessboard-nim", "cols=4 rows=15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15", 0},
    {"chessboard-nim", "cols=1 rows=0", 0},
    {"chomp", "rows=1 cols=1", 0},
    {"chomp", "rows=16 cols=16", ONLY_NOISE},
    {"chomp", "rows=1 cols=16", 0},
    {"connect-4", "width=1 height=1", 0},
    {"connect-4", "width=9 height=6", 0},
    {"connect-4", "width=8 height=7", 0},
    {"connect-4", "width=4 height=15 connect=5", 0},
    {"dots-and-boxes", "rows=2 cols=2 rule=score", 0},
    {"dots-and-boxes", "rows=2 cols=18 rule=score", 0},
    {"dots-and-boxes", "rows=13 cols=3 rule=nimstring", 0},
    {"dots-and-boxes", "rows=6 cols=6 rule=score", 0},
    {"fox-and-geese", "geese=20", 0},
    {"fox-and-geese", "geese=20 enough=20", 0},
    {"fox-and-geese", "geese=1 enough=1 multi=no", 0},
    {"fox-and-geese", "geese=20 enough=1 fox_diagonals=drawn geese_diagonals=none", 0},
    {"fuchs-und-henne", "hens=20", 0},
    {"fuchs-und-henne", "hens=20 house=1 diagonals=all multi=must", 0},
    {"fuchs-und-henne", "hens=1 house=1 foxes=1", 0},
    {"fuchs-und-henne", "hens=20 foxes=1 must_capture=no multi=no", 0},
    {"hasenspiel", "size=4 pawns=1", 0},
    {"hasenspiel", "size=12 pawns=6 cut=blog", 0},
    {"hasenspiel", "size=12 pawns=1 rabbit=l12", 0},
    {"horse", "size=64 at=63,63,63,63,63,63,63,63,63,63,63,63,63,63,63,63 rule=able", 2},
    {"horse", "size=1 rule=home", 0},
    {"kayles", "heaps=32767,32577", 4},
    {"kayles", "heaps=0", 0},
    {"level-nim", "superpiles=255-255-255-255-255-255-255-255-255-255-255-255-255-255-255", 0},
    {"level-nim", "superpiles=255,255,255,255,255,255,255,255", 0},
    {"limited-nim", "coins=65535 take=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,65535", 0},
    {"limited-nim", "coins=0 take=65535", 0},
    {"madn", "pieces=4 squares=56 start=box triple=yes jump=no capture=must", 0},
    {"madn", "pieces=1 squares=16", 0},
    {"nim", "piles=255,255,255,255,255,255,255,255", 0},
    {"nim", "piles=0", 0},
    {"nimble", "coins=255,255,255,255,255,255,255,255", 0},
    {"nine-mens-morris", "men=12 rules=lasker", 0},
    {"nine-mens-morris", "men=3 endgame=3 flying=yes", 0},
    {"nine-mens-morris", "men=12 endgame=12 all_in_mills=none", 0},
    {"nine-mens-morris", "men=7 rules=lasker", 0},
    {"northcott", "cols=16 at=0,15,15,0,0,15,15,0,0,1,1,0,14,15,7,8", 0},
    {"northcott", "cols=2 at=0,1", 0},
    {"octal", "code=4.0 heaps=63", 0},
    {"octal", "code=0.7777777777777777777777777777777777777777777777777777777777777 heaps=32", 0},
    {"octal", "code=0.3 heaps=32767,32767,32767,32767,32767,32767,32767,32767", 0},
    {"octal", "code=4.7 heaps=32767,32,1,1,1,1,1,1", 0},
    {"pig", "goal=200 sides=2", 0},
    {"pig", "goal=2 sides=6", 0},
    {"queen", "size=64 at=63,63,63,63,63,63,63,63,63,63,63,63,63,63,63,63 rule=one", 0},
    {"queen", "size=64 at=63,63,63,63 rule=some", 4},
    {"staircase-nim", "steps=0,0,0,0,0,0,0,255", 0},
    {"staircase-nim", "steps=32,32,32,32,32,32,32,31", 0},
    {"tic-tac-toe", "play_on=yes", 0},
    {"turning-turtles", "coins=HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH", 0},
    {"turning-turtles", "coins=T", 0},
};

static void every_game_keeps_its_word_at_the_extremes_of_its_options(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++) {
        if (extremes[i].steps == ONLY_NOISE)
            continue;
        zm_variant *v = variant_of(extremes[i].game, extremes[i].settings);
        if (zm_check_game(context, v, i + 1, extremes[i].steps ? extremes[i].steps : STEPS) != ZM_OK)
            fail_msg("%s", zm_message(context));
        zm_variant_free(context, v);
    }
}

static void options_one_past_the_extremes_are_refused(void **state)
{
    static const char *const wrong[][2] = {
        {"chessboard-nim", "rows=15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15"},
        {"level-nim", "superpiles=1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1"},
        {"level-nim", "superpiles=1,1,1,1,1,1,1,1,1"},
        {"limited-nim", "take=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17"},
        {"nim", "piles=1,1,1,1,1,1,1,1,1"},
        {"nim", "piles=256"},
        {"northcott", "at=0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1,0,1"},
        {"octal", "heaps=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1"},
        {"queen", "at=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"},
        {"staircase-nim", "steps=32,32,32,32,32,32,32,32"},
        {"turning-turtles", "coins=HHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHHH"},
        {"pig", "goal=201"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const zm_game *g;
        zm_variant *v;
        assert_int_equal(zm_find_game(context, wrong[i][0], &g), ZM_OK);
        if (zm_variant_new(context, g, &wrong[i][1], 1, &v) == ZM_OK)
            fail_msg("%s %s is not refused", wrong[i][0], wrong[i][1]);
    }
}

/* ---- bits from outside ---- */
typedef struct noise {
    const zm_variant *v;
    uint64_t random;
    zm_pos p;
    unsigned accepted;
} noise;

static zm_move moves[ZM_MAX_MOVES];
static zm_cell cells[ZM_MAX_CELLS];

/* All that can be asked about a position. */
static void ask_everything(noise *k, zm_pos p)
{
    const zm_game *g = k->v->game;
    char text[ZM_MAX_TEXT];
    zm_mistake why;
    if (!g->is_position(k->v, p))
        return;
    k->accepted++;
    zm_is_position(k->v, p, &why);
    zm_write_position(k->v, p, text, sizeof text);
    assert_true(strlen(text) < ZM_MAX_TEXT);
    unsigned n = 0;
    if (zm_moves_of(k->v, p, moves, &n) == ZM_OPEN)
        zm_write_move(k->v, p, moves[unit_random(&k->random) % n], text, sizeof text);
    assert_true(n <= ZM_MAX_MOVES);
    zm_turn_of(k->v, p);
    const zm_pos state = zm_state_of(k->v, p);
    assert_true(g->is_position(k->v, state));
    if (g->looks->cells)
        assert_true(g->looks->cells(k->v, p, cells) <= ZM_MAX_CELLS);
    for (unsigned i = 0; i < ZM_MAX_CODES && g->sources->codes[i].encode; i++)
        g->sources->codes[i].encode(k->v, p);
    if (g->index->rank && zm_is_position(k->v, state, &why)) {
        const zm_place at = g->index->rank(k->v, state);
        assert_true(at.tier < g->index->tiers(k->v) && at.index < g->index->tier_size(k->v, at.tier));
    }
}

/* Numbers are as much from outside: any, small ones, and some near a position's own. */
static void decode_numbers(noise *k)
{
    const zm_game *g = k->v->game;
    uint64_t *r = &k->random;
    for (unsigned i = 0; i < ZM_MAX_CODES && g->sources->codes[i].decode; i++) {
        const uint64_t own = g->sources->codes[i].encode(k->v, k->p);
        const uint64_t number[] = {unit_random(r), unit_random(r) >> unit_random(r) % 64, own + unit_random(r) % 64,
                                   own ^ zm_bit(unit_random(r) % 64)};
        for (unsigned n = 0; n < sizeof number / sizeof *number; n++) {
            zm_pos p;
            zm_mistake why;
            if (!g->sources->codes[i].decode(k->v, number[n], &p, &why))
                continue;
            assert_true(g->is_position(k->v, p));
            ask_everything(k, p);
        }
    }
}

static void next_position(noise *k)
{
    unsigned n;
    if (unit_random(&k->random) % PLIES == 0 || zm_moves_of(k->v, k->p, moves, &n) != ZM_OPEN)
        k->p = k->v->game->start(k->v);
    else
        k->p = k->v->game->play(k->v, k->p, moves[unit_random(&k->random) % n]);
}

/* Any bits, few bits, some bits of a position changed, a place that may be no state's. */
static void make_noise(noise *k)
{
    const zm_game *g = k->v->game;
    uint64_t *r = &k->random;
    const zm_pos any = {unit_random(r), unit_random(r)};
    ask_everything(k, k->p);
    ask_everything(k, any);
    ask_everything(k, (zm_pos){any.lo & unit_random(r) & unit_random(r), any.hi & unit_random(r) & unit_random(r)});
    ask_everything(k,
                   (zm_pos){any.lo & unit_random(r) & unit_random(r) & unit_random(r), any.hi >> unit_random(r) % 64});
    zm_pos near = k->p;
    for (unsigned i = 0; i < 4; i++) {
        *(unit_random(r) % 4 ? &near.lo : &near.hi) ^= zm_bit(unit_random(r) % 64);
        ask_everything(k, near);
    }
    decode_numbers(k);
    if (g->index->rank) {
        const uint32_t tier = (uint32_t)(unit_random(r) % g->index->tiers(k->v));
        const uint64_t size = g->index->tier_size(k->v, tier);
        if (size)
            ask_everything(k, g->index->unrank(k->v, (zm_place){tier, unit_random(r) % size}));
    }
    next_position(k);
}

static void fuzz(zm_variant *v, uint64_t seed, unsigned count)
{
    noise k = {.v = v, .random = seed, .p = v->game->start(v)};
    assert_non_null(v->game->is_position); /* every game that comes with the library has it */
    for (unsigned n = 0; n < count; n++)
        make_noise(&k);
    assert_true(k.accepted >= count);
    zm_variant_free(context, v);
}

static void what_is_position_accepts_harms_nobody(void **state)
{
    (void)state;
    for (size_t i = 0; i < zm_builtin_count(); i++)
        fuzz(variant_of(zm_builtin(i)->name, ""), i, NOISE);
    for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++)
        fuzz(variant_of(extremes[i].game, extremes[i].settings), i, NOISE / 30);
}

static void bits_that_are_no_position_are_refused(void **state)
{
    static const struct {
        const char *game;
        zm_pos bits;
    } none[] = {
        {"octal", {0, 0x2000000000000000}}, /* 125 heaps of none */
        {"octal", {0, 0x8000000000000000}},
        {"octal", {UINT64_MAX, UINT64_MAX}},
        {"fuchs-und-henne", {1, 0x7fffffffffffffff}}, /* a task that there is not */
        {"nine-mens-morris", {0x04ff040100eb0000, 0xffbfffffffdc0000}},
        {"fox-and-geese", {0xf, 33}},
        {"fox-and-geese", {0xf, 0}},
        {"hasenspiel", {0xf, 40 << 8}},
        {"connect-4", {2, 2 | ZM_TURN_BIT}}, /* a disc that hangs in the air */
        {"chomp", {33 << 5, 0}},
        {"tic-tac-toe", {3, 0}},
        {"nim", {UINT64_MAX, 0}},
        {"queen", {4096 | 8, 0}},
        {"dots-and-boxes", {UINT64_MAX, 0}},
        {"madn", {1, (uint64_t)1 << 20}},
        {"pig", {200, 0}},
        {"staircase-nim", {0xffffffff, 0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        zm_variant *v = variant_of(none[i].game, "");
        zm_mistake why;
        if (zm_is_position(v, none[i].bits, &why))
            fail_msg("%s: case %zu is accepted", none[i].game, i);
        assert_string_equal(why.text, "this is no position of the game");
        zm_variant_free(context, v);
    }
}

static int begin(void **state)
{
    (void)state;
    context = zm_context_new();
    return 0;
}

static int end(void **state)
{
    (void)state;
    zm_context_free(context);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_keeps_its_word_at_the_extremes_of_its_options),
        cmocka_unit_test(options_one_past_the_extremes_are_refused),
        cmocka_unit_test(what_is_position_accepts_harms_nobody),
        cmocka_unit_test(bits_that_are_no_position_are_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
