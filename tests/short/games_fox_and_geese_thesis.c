/* games_fox_and_geese_thesis.c: the thesis' codes (seed 000, chapters 7 and 8) to the digit, its first row, and where
 * the 28 codes come from that it has too many in every row. */
#include "fox_board.h"

#include "games/fox-and-geese/rules.h"

/* ---- the thesis' codes ---- */
static const zm_code *code_named(const zm_variant *v, const char *name)
{
    for (unsigned i = 0; i < ZM_MAX_CODES; i++)
        if (v->game->sources->codes[i].name && !strcmp(v->game->sources->codes[i].name, name))
            return &v->game->sources->codes[i];
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
                 image = {cross_mirrored(p.lo), (p.hi & ZM_TURN_BIT) | fox_of(v)->board.mirror[p.hi & 63]};
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
    zm_solve_options o = ZM_OPTIONS(zm_solve_options, .method = m);
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
    p = r->v->game->fingerprint(r->v, p);
    const zm_place at = r->v->game->index->rank(r->v, p);
    uint8_t *seen = &r->seen[r->first[at.tier] + at.index];
    if (!*seen)
        r->queue[r->count++] = p;
    *seen = 1;
}

static void reach_all(reached *r, const zm_variant *v)
{
    static zm_move moves[ZM_MAX_MOVES];
    const zm_game *rules = v->game;
    const uint32_t tiers = rules->index->tiers(v);
    uint64_t places = 0;
    unsigned n;
    *r = (reached){.v = v, .first = calloc(tiers, sizeof *r->first)};
    for (uint32_t t = 0; t < tiers; places += rules->index->tier_size(v, t++))
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

/* The thesis' code but for two things: the sequence is read from its end, and the sum begins with 3 geese; so with 3
 * geese or fewer there is nothing to sum, and codes of 2, 1 and 0 geese look like codes of 3. */
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
        cmocka_unit_test(thesis_5_3_sequence_010100_is_8),
        cmocka_unit_test(thesis_7_3_example_has_code_48710355417),
        cmocka_unit_test(thesis_7_4_codes_go_from_0_to_73868025119),
        cmocka_unit_test(thesis_table_8_2_upper_bounds),
        cmocka_unit_test(facts_row_of_4_geese),
        cmocka_unit_test(facts_28_codes_of_the_thesis_are_chains_that_end_with_too_few_geese),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
