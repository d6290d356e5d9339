/* games_northcott.c: Northcott's game is Nim in value: on every position of several boards, by the solver, whose table
 * is verified, the side to move wins just where the binary sum of the gaps without carry is not 0; nothing is drawn,
 * though pieces may go back. */
#include "games_enumerate.h"
#include "games_notation.h"

/* The empty squares between the two pieces of each row, from the text. */
static unsigned xor_of_gaps(const zm_variant *v, zm_pos p)
{
    char text[ZM_MAX_TEXT];
    unsigned all = 0, piece = 0;
    zm_write_position(v, p, text, sizeof text);
    for (unsigned i = 0; text[i] != ':'; i++) {
        if (text[i] != 'w' && text[i] != 'b')
            continue;
        all ^= piece ? i - piece : 0; /* piece is one more than the place of the first */
        piece = piece ? 0 : i + 1;
    }
    return all;
}

/* ---- the positions seen so far ---- */
enum { ROOM = 1 << 15 };

static struct {
    zm_pos p[ROOM];
    bool used[ROOM];
    unsigned count;
} seen;

static bool is_new(zm_pos p, bool remember)
{
    size_t at = zm_hash(p) % ROOM;
    for (; seen.used[at]; at = (at + 1) % ROOM)
        if (zm_same(seen.p[at], p))
            return false;
    assert_true(seen.count < ROOM / 2);
    if (remember) {
        seen.p[at] = p;
        seen.used[at] = true;
        seen.count++;
    }
    return true;
}

/* ---- every state that play reaches from a start ---- */
static void check_table(zm_context *c, const zm_variant *v, zm_table *t)
{
    for (uint32_t tier = 0; tier < zm_table_tiers(t); tier++) {
        const uint64_t size = zm_table_tier_size(t, tier);
        zm_value *value = calloc(size + 1, sizeof *value);
        assert_int_equal(zm_table_read_tier(c, t, tier, value), ZM_OK);
        for (uint64_t i = 0; i < size; i++) {
            zm_pos p;
            if (value[i] == ZM_NONE)
                continue;
            assert_int_equal(zm_table_state(c, t, tier, i, &p), ZM_OK);
            assert_true(xor_of_gaps(v, p) ? zm_is_win(value[i]) : zm_is_loss(value[i]));
            is_new(p, true);
        }
        free(value);
    }
}

static void check_from(zm_context *c, const zm_variant *v)
{
    char tables[4096];
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .tables = unit_path("tables", tables));
    zm_solved s;
    zm_table *t;
    zm_verified verified;
    if (!is_new(zm_start_state(v), false))
        return;
    assert_int_equal(zm_solve(c, v, &o, &s), ZM_OK);
    assert_int_equal(s.summary.drawn, 0);
    assert_int_equal(zm_table_open(c, v, tables, &t), ZM_OK);
    assert_int_equal(zm_table_verify(c, t, &verified), ZM_OK);
    check_table(c, v, t);
    zm_table_close(t);
}

/* ---- every start: white stands left in each row ---- */
static void check_start(zm_context *c, unsigned cols, const char *at)
{
    char size[16];
    const char *const settings[] = {size, at};
    snprintf(size, sizeof size, "cols=%u", cols);
    zm_variant *v = variant_of(c, "northcott", 2, settings);
    check_from(c, v);
    zm_variant_free(c, v);
}

/* Adds a row to the setting `at`, whose text ends at `end`. NOLINTNEXTLINE(misc-no-recursion) */
static void check_starts(zm_context *c, unsigned rows, unsigned cols, char *at, char *end)
{
    for (unsigned white = 0; rows && white < cols; white++)
        for (unsigned black = white + 1; black < cols; black++)
            check_starts(c, rows - 1, cols, at, end + sprintf(end, "%s%u,%u", end[-1] == '=' ? "" : ",", white, black));
    if (!rows)
        check_start(c, cols, at);
}

/* A row is one of C(cols, 2), the rows are a multiset, and either side is to move. Nothing leads to black to move with
 * all white pieces shut in at the edge, and white moves first: that is the only position that is not reached. */
static void check_board(unsigned rows, unsigned cols)
{
    char at[80] = "at=";
    zm_context *c = zm_context_new();
    zm_set_sync(c, false);
    zm_set_threads(c, 1);
    memset(&seen, 0, sizeof seen);
    check_starts(c, rows, cols, at, at + 3);
    assert_int_equal(seen.count, 2 * zm_binomial(cols * (cols - 1) / 2 + rows - 1, rows) - 1);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

static void northcott_is_nim_in_value_on_every_position(void **state)
{
    (void)state;
    for (unsigned cols = 2; cols <= 8; cols++)
        check_board(1, cols);
    for (unsigned cols = 2; cols <= 6; cols++)
        check_board(2, cols);
    check_board(3, 5);
    check_board(2, 12);
    check_board(3, 8);
}

static void bad_notation_is_refused_with_place_and_reason(void **state)
{
    static const bad_text bad[] = {
        {"", "w, b or .", 0},
        {"w..b....", "another row", 8},
        {"w..b....,w..b..../w..b....:w", "another row", 8},
        {"w..b..../w..b..../w..b...:w", "w, b or .", 25},
        {"w..w..../w..b..../w..b....:w", "one piece", 3},
        {"w......./w..b..../w..b....:w", "a white and a black", 0},
        {"w..b..../w..b..../w..b....", "side to move", 26},
        {"w..b..../w..b..../w..b....:x", "w or b", 27},
        {"w..b..../w..b..../w..b....:ww", "the end", 28},
    };
    static const char *const wrong[][2] = {{"at=0,4,1", "at has 3 numbers"},
                                           {"at=0,4,3,3", "both pieces of row 1 stand on column 3"},
                                           {"at=0,8", "from 0 to 7"}};
    zm_context *c = zm_context_new();
    zm_variant *v = variant_of(c, "northcott", 0, NULL), *none;
    (void)state;
    assert_refused(v, bad, sizeof bad / sizeof *bad);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(zm_variant_new(c, v->game, wrong[i], 1, &none), ZM_BAD_INPUT);
        assert_non_null(strstr(zm_message(c), wrong[i][1]));
    }
    zm_variant_free(c, v);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(northcott_is_nim_in_value_on_every_position),
        cmocka_unit_test(bad_notation_is_refused_with_place_and_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
