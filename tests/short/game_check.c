/* game_check.c: every built-in game, in several variants, has the properties of check.h; and each property is one that
 * zm_check_game would miss: a sound little game is broken in one place at a time, and every time that is found. */
#include "unit.h"

#include "game/check/check.h"
#include "game/complete.h"

static zm_context *context;

static int set_up(void **state)
{
    (void)state;
    context = zm_context_new();
    return !context;
}

static int tear_down(void **state)
{
    (void)state;
    assert_int_equal(zm_memory_used(context), 0);
    zm_context_free(context);
    return 0;
}

static void every_built_in_game_has_the_properties(void **state)
{
    (void)state;
    for (size_t i = 0; i < zm_builtin_count(); i++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            if (zm_check_variants(context, zm_builtin(i), seed, 150, NULL) != ZM_OK)
                fail_msg("%s", zm_message(context));
}

/* ---- a sound game: a man on a line of seven, mirrored; he steps left or right, and who finds him at an end has lost
 * ---- */
static unsigned square(zm_pos p) { return (unsigned)p.lo; }
static zm_pos at(unsigned x, zm_pos like) { return (zm_pos){x, like.hi}; }
static zm_pos line_start(const zm_variant *v) { return (void)v, (zm_pos){3, 0}; }
static zm_end line_ended(const zm_variant *v, zm_pos p) { return (void)v, square(p) % 6 ? ZM_OPEN : ZM_LOSS; }
static zm_pos line_fingerprint(const zm_variant *v, zm_pos p)
{
    return (void)v, at(p.lo > 3 ? 6 - square(p) : square(p), p);
}

static unsigned line_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    (void)v;
    out[0] = square(p) - 1;
    out[1] = square(p) + 1;
    return 2;
}

static zm_pos line_play(const zm_variant *v, zm_pos p, zm_move m) { return (void)v, zm_next_turn(at((unsigned)m, p)); }

static bool line_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    (void)v;
    if (text[0] < '0' || text[0] > '6' || (text[1] != 'a' && text[1] != 'b'))
        return zm_wrong(why, 0, "expected 3a");
    *p = (zm_pos){(uint64_t)(text[0] - '0'), text[1] == 'b' ? ZM_TURN_BIT : 0};
    return true;
}

static void line_write(const zm_variant *v, zm_pos p, zm_text *out)
{
    (void)v;
    zm_say(out, "%u%c", square(p), p.hi ? 'b' : 'a');
}

static void line_write_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    (void)v;
    (void)p;
    zm_say(out, "%u", (unsigned)m);
}

static uint32_t one_tier(const zm_variant *v) { return (void)v, 1; }
static uint64_t line_size(const zm_variant *v, uint32_t tier) { return (void)v, (void)tier, 8; }
static zm_place line_rank(const zm_variant *v, zm_pos p) { return (void)v, (zm_place){0, 2 * p.lo + (p.hi >> 63)}; }
static zm_pos line_unrank(const zm_variant *v, zm_place i) { return (void)v, (zm_pos){i.index / 2, i.index << 63}; }

static void line_parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    for (unsigned x = 1; x <= 3; x++)
        if (x + 1 == square(p) || x == square(p) + 1)
            visit(arg, line_fingerprint(v, zm_next_turn(at(x, p))));
}

static uint64_t line_encode(const zm_variant *v, zm_pos p) { return line_rank(v, p).index; }
static bool line_decode(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    *p = line_unrank(v, (zm_place){0, code});
    return code < 8 || zm_wrong(why, 0, "a code is less than 8");
}

static const zm_game line = {.name = "line",
                             .start = line_start,
                             .moves = line_moves,
                             .play = line_play,
                             .ended = line_ended,
                             .read = line_read,
                             .write = line_write,
                             .write_move = line_write_move,
                             .fingerprint = line_fingerprint,
                             .index = ZM_INDEX(.tiers = one_tier, .tier_size = line_size, .rank = line_rank,
                                               .unrank = line_unrank),
                             .backward = ZM_BACKWARD(.parents = line_parents),
                             .sources = ZM_SOURCES(.codes = {{"number", "", line_encode, line_decode}})};

/* ---- another: a pile of ten from which one or two are taken; the pile is the tier ---- */
static zm_pos pile_start(const zm_variant *v) { return (void)v, (zm_pos){10, 0}; }
static zm_pos pile_play(const zm_variant *v, zm_pos p, zm_move m) { return (void)v, (zm_pos){p.lo - m, 0}; }
static uint32_t pile_tiers(const zm_variant *v) { return (void)v, 11; }
static uint64_t pile_size(const zm_variant *v, uint32_t tier) { return (void)v, (void)tier, 1; }
static zm_place pile_rank(const zm_variant *v, zm_pos p) { return (void)v, (zm_place){(uint32_t)p.lo, 0}; }
static zm_pos pile_unrank(const zm_variant *v, zm_place i) { return (void)v, (zm_pos){i.tier, 0}; }

static unsigned pile_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    (void)v;
    unsigned n = 0;
    for (unsigned take = 1; take <= 2 && take <= p.lo; take++)
        out[n++] = take;
    return n;
}

static unsigned pile_children(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    (void)v;
    unsigned n = 0;
    for (uint32_t take = 1; take <= 2 && take <= tier; take++)
        out[n++] = tier - take;
    return n;
}

static const zm_game pile = {.name = "pile",
                             .impartial = true,
                             .start = pile_start,
                             .moves = pile_moves,
                             .play = pile_play,
                             .read = zm_read_list8,
                             .write = zm_write_list8,
                             .index = ZM_INDEX(.tiers = pile_tiers, .tier_size = pile_size, .rank = pile_rank,
                                               .unrank = pile_unrank, .children = pile_children, .inside = ZM_LEAVES,
                                               .all_reachable = true)};

static void the_little_games_are_sound(void **state)
{
    (void)state;
    if (zm_check_variants(context, &line, 1, 300, NULL) || zm_check_variants(context, &pile, 1, 300, NULL))
        fail_msg("%s", zm_message(context));
}

/* ---- broken in one place ---- */
static void found(const zm_game *g, const char *what)
{
    assert_int_equal(zm_check_variants(context, g, 1, 300, NULL), ZM_BAD_INPUT);
    if (!strstr(zm_message(context), what) || strchr(zm_message(context), '\n'))
        fail_msg("expected \"%s\" in \"%s\"", what, zm_message(context));
}

#define BROKEN(sound_, what, ...) \
    do {                          \
        zm_completed g;           \
        zm_complete(&g, sound_);  \
        g.__VA_ARGS__;            \
        found(&g.game, what);     \
    } while (0)

static void write_nothing(const zm_variant *v, zm_pos p, zm_text *out) { (void)v, (void)p, (void)out; }
static void write_square_only(const zm_variant *v, zm_pos p, zm_text *out) { (void)v, zm_say(out, "%ua", square(p)); }
static void write_with_space(const zm_variant *v, zm_pos p, zm_text *out) { (void)v, zm_say(out, "%u a", square(p)); }
static void write_other(const zm_variant *v, zm_pos p, zm_text *out) { (void)v, (void)p, zm_say(out, "?"); }

static void write_much(const zm_variant *v, zm_pos p, zm_text *out)
{
    line_write(v, p, out);
    for (unsigned i = 0; i < ZM_MAX_TEXT; i++)
        zm_say_char(out, '.');
}

static void write_same_move(const zm_variant *v, zm_pos p, zm_move m, zm_text *out)
{
    (void)v, (void)p, (void)m, zm_say(out, "go");
}

static void broken_notation_is_found(void **state)
{
    (void)state;
    BROKEN(&line, "write writes 0 bytes", game.write = write_nothing);
    BROKEN(&line, "write writes 258 bytes; 1 to 255 are allowed", game.write = write_much);
    BROKEN(&line, "not printable ASCII, or a space", game.write = write_with_space);
    BROKEN(&line, "reads back as another position", game.write = write_square_only);
    BROKEN(&line, "read refuses what write gives, \"?\": expected 3a", game.write = write_other);
    BROKEN(&line, "two moves the same text", game.write_move = write_same_move);
}

static zm_pos step_down(const zm_variant *v, zm_pos p) { return (void)v, at(p.lo ? square(p) - 1 : 0, p); }
static zm_pos turned(const zm_variant *v, zm_pos p) { return (void)v, (zm_pos){p.lo, 0}; }
static zm_pos shifted(const zm_variant *v, zm_pos p) { return (void)v, at(p.lo == 4 ? 3 : square(p), p); }

static void broken_fingerprints_are_found(void **state)
{
    (void)state;
    BROKEN(&line, "fingerprint is another position", game.fingerprint = step_down);
    BROKEN(&line, "another side to move", game.fingerprint = turned);
    BROKEN(&line, "do not have the same end or successors", game.fingerprint = shifted);
}

static unsigned too_many_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    (void)v;
    for (unsigned i = 0; i <= ZM_MAX_MOVES; i++)
        out[i] = square(p) - 1;
    return ZM_MAX_MOVES + 1;
}

static unsigned moody_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    static unsigned calls;
    out[1] = 0;
    return line_moves(v, p, out) - calls++ % 2;
}

static unsigned asking_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    return line_moves(v, p, out) - (unsigned)zm_option_number(v, "fewer");
}

static zm_end no_end(const zm_variant *v, zm_pos p) { return (void)v, (void)p, (zm_end)7; }

static void broken_moves_are_found(void **state)
{
    (void)state;
    BROKEN(&line, "it has 65537 moves; 65536 are allowed", game.moves = too_many_moves);
    BROKEN(&line, "moves; most_moves says 1", game.most_moves = 1);
    BROKEN(&line, "something else when asked again", game.moves = moody_moves);
    BROKEN(&line, "asks for an option \"fewer\" that it does not have", game.moves = asking_moves);
    BROKEN(&line, "ended gives 7", game.ended = no_end);
}

static uint64_t small_size(const zm_variant *v, uint32_t tier) { return (void)v, (void)tier, 4; }
static zm_place no_tier(const zm_variant *v, zm_pos p) { return (void)v, (zm_place){1, p.lo}; }
static zm_place same_place(const zm_variant *v, zm_pos p) { return (void)v, (zm_place){0, p.lo}; }
static zm_place upward(const zm_variant *v, zm_pos p) { return (void)v, (zm_place){10 - (uint32_t)p.lo, 0}; }
static zm_pos upward_unrank(const zm_variant *v, zm_place i) { return (void)v, (zm_pos){10 - i.tier, 0}; }
static unsigned one_child(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    return (void)v, *out = tier - 1, tier > 0;
}
static uint64_t two_places(const zm_variant *v, uint32_t tier) { return (void)v, (void)tier, 2; }

static unsigned large_child(const zm_variant *v, uint32_t tier, uint32_t *out)
{
    unsigned n = pile_children(v, tier, out);
    out[n] = tier;
    return n + 1;
}

static void broken_indices_are_found(void **state)
{
    (void)state;
    BROKEN(&line, "in tier 0, which has 4", index.tier_size = small_size);
    BROKEN(&line, "rank gives tier 1 of 1", index.rank = no_tier);
    BROKEN(&line, "is not the position whose rank that is", index.rank = same_place);
    BROKEN(&line, "a move stays in tier 0", index.inside = ZM_LEAVES);
    BROKEN(&line, "inside is ZM_DESCENDS, but a move leads from index", index.inside = ZM_DESCENDS);
    BROKEN(&pile, "it must not be larger", index.rank = upward; g.index.unrank = upward_unrank);
    BROKEN(&pile, "0 times among its children", index.children = one_child);
    BROKEN(&pile, "children have smaller numbers", index.children = large_child);
    BROKEN(&pile, "is no state", index.tier_size = two_places);
}

static void no_parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    (void)v, (void)p, (void)visit, (void)arg;
}

static void unmirrored_parents(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    line_parents(v, p, visit, arg);
    visit(arg, at(5, zm_next_turn(p)));
}

static void parents_of_any(const zm_variant *v, zm_pos p, zm_visit *visit, void *arg)
{
    (void)v;
    for (unsigned x = 1; x <= 3; x++)
        visit(arg, zm_next_turn(at(x, p)));
}

static void broken_parents_are_found(void **state)
{
    (void)state;
    BROKEN(&line, "does not visit it", backward.parents = no_parents);
    BROKEN(&line, "that is not its own fingerprint", backward.parents = unmirrored_parents);
    BROKEN(&line, "that has no move to it", backward.parents = parents_of_any);
}

static bool decode_start(const zm_variant *v, uint64_t code, zm_pos *p, zm_mistake *why)
{
    return (void)code, (void)why, *p = line_start(v), true;
}

static void broken_codes_are_found(void **state)
{
    (void)state;
    BROKEN(&line, "code number decodes to another position", sources.codes[0].decode = decode_start);
}

static bool on_the_line(const zm_variant *v, zm_pos p) { return (void)v, p.lo < 7 && !(p.hi & ~ZM_TURN_BIT); }
static bool not_at_the_end(const zm_variant *v, zm_pos p) { return on_the_line(v, p) && p.lo % 6; }
static bool odd_beyond(const zm_variant *v, zm_pos p) /* where play does not come; moves are to even places */
{
    return on_the_line(v, p) || (p.lo > 6 && p.lo % 2 && !(p.hi & ~ZM_TURN_BIT));
}
static bool within_a_byte(const zm_variant *v, zm_pos p) { return (void)v, p.lo < 256 && !(p.hi & ~ZM_TURN_BIT); }
static bool start_and_next(const zm_variant *v, zm_pos p) { return on_the_line(v, p) && p.lo != 2; }
static zm_end beyond_at_the_end(const zm_variant *v, zm_pos p) { return line_ended(v, p) ? ZM_BEYOND : ZM_OPEN; }

static bool read_any(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    const size_t digits = strspn(text, "0123456789");
    (void)v, (void)why;
    *p = (zm_pos){strtoul(text, NULL, 10), text[digits] == 'b' ? ZM_TURN_BIT : 0};
    return true;
}

static void broken_is_position_is_found(void **state)
{
    (void)state;
    zm_game sound = line, lax = line;
    sound.is_position = on_the_line;
    if (zm_check_variants(context, &sound, 1, 300, NULL) != ZM_OK)
        fail_msg("%s", zm_message(context));
    BROKEN(&line, "is_position says that", game.is_position = not_at_the_end);
    BROKEN(&line, "is_position says that", game.is_position = start_and_next);
    lax.read = read_any; /* a place that there is not, taken for one */
    BROKEN(&lax, "leads: read accepts both", game.is_position = odd_beyond);
    BROKEN(&lax, "rank gives index", game.is_position = within_a_byte);
}

static void what_is_beyond_needs_a_limit(void **state)
{
    (void)state;
    zm_game game = line;
    game.ended = beyond_at_the_end;
    found(&game, "ended gives 4, which is no end of a game without `limit`");
    game.limit = "5 squares";
    found(&game, "limit is for games without an index");
}

static unsigned no_other_parts(const zm_variant *v, zm_pos p, zm_pos *out) { return (void)v, *out = p, 1; }
static unsigned smaller_parts(const zm_variant *v, zm_pos p, zm_pos *out)
{
    (void)v;
    for (unsigned i = 0; i < 2; i++)
        out[i] = (zm_pos){p.lo / 2, 0};
    return p.lo ? 2 : 0;
}
static unsigned too_many_parts(const zm_variant *v, zm_pos p, zm_pos *out)
{
    (void)v, (void)p;
    memset(out, 0, (ZM_MAX_PARTS + 1) * sizeof *out);
    return ZM_MAX_PARTS + 1;
}

static void one_column(const zm_variant *v, unsigned *rows, unsigned *cols) { (void)v, *rows = 11, *cols = 1; }
static void no_column(const zm_variant *v, unsigned *rows, unsigned *cols) { (void)v, *rows = 11, *cols = 0; }
static zm_pos in_column(const zm_variant *v, unsigned row, unsigned col) { return (void)v, (zm_pos){row + col, 0}; }

static void broken_parts_and_grids_are_found(void **state)
{
    (void)state;
    zm_completed sound;
    zm_complete(&sound, &pile);
    sound.sums = *ZM_SUMS(.parts = no_other_parts, .grid = one_column, .grid_at = in_column);
    assert_int_equal(zm_check_variants(context, &sound.game, 1, 300, NULL), ZM_OK);
    BROKEN(&pile, "it falls into 65 parts; 64 are allowed", sums.parts = too_many_parts);
    BROKEN(&pile, "part 1 of it does not fall into just itself", sums.parts = smaller_parts);
    BROKEN(&sound.game, "grid has no positions", sums.grid = no_column);
    BROKEN(&sound.game, "grid and grid_at go together", sums.grid_at = NULL);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(every_built_in_game_has_the_properties),
        TEST(the_little_games_are_sound),
        TEST(broken_is_position_is_found),
        TEST(what_is_beyond_needs_a_limit),
        TEST(broken_notation_is_found),
        TEST(broken_fingerprints_are_found),
        TEST(broken_moves_are_found),
        TEST(broken_indices_are_found),
        TEST(broken_parents_are_found),
        TEST(broken_codes_are_found),
        TEST(broken_parts_and_grids_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
