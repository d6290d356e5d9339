/* values_extra_turns.c: games in which a move may leave the turn where it is, NimString and random graphs, in sums with
 * others: who wins, the Grundy number or that there is none (loony), and the moves that win, against a plain search
 * from the rules. */
#include <zermelo/zermelo.h>

#include "unit.h"
#include "values/expression.h"

enum { NODES = 9, DEGREE = 4, LEAVES = 4, ROOM = 1 << 18, MOST_NIM = 16, TEXT = 256 };

/* ---- a game that is a random graph ---- Up to two pieces on its nodes, one is moved; steps lead to smaller nodes, and
 * some of them leave the turn where it is. A position is a byte a piece, node + 1. */
typedef struct graph {
    uint8_t degree[NODES + 1], to[NODES + 1][DEGREE];
    bool stays[NODES + 1][DEGREE];
} graph;

static const graph *graph_of(const zm_variant *v) { return v->data; }

static bool prepare(zm_variant *v, void *data, zm_mistake *why)
{
    graph *g = data;
    uint64_t seed = (uint64_t)zm_option_number(v, "seed");
    for (unsigned n = 2; n <= NODES; n++) {
        g->degree[n] = (uint8_t)(unit_random(&seed) % (DEGREE + 1));
        for (unsigned k = 0; k < g->degree[n]; k++) {
            g->to[n][k] = (uint8_t)(1 + unit_random(&seed) % (n - 1));
            g->stays[n][k] = unit_random(&seed) % 3 == 0;
        }
    }
    return true;
}

static zm_pos start(const zm_variant *v)
{
    uint64_t seed = (uint64_t)zm_option_number(v, "seed") + 7;
    zm_pos p = {1 + unit_random(&seed) % NODES, 0};
    if (zm_option_number(v, "pieces") > 1)
        p.lo |= (1 + unit_random(&seed) % NODES) << 8;
    return p;
}

static unsigned moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < graph_of(v)->degree[p.lo >> 8 * i & 255]; k++)
            out[n++] = i << 8 | k;
    return n;
}

static zm_pos play(const zm_variant *v, zm_pos p, zm_move m)
{
    const unsigned i = (unsigned)m >> 8, node = (unsigned)(p.lo >> 8 * i & 255);
    p.lo -= (uint64_t)(node - graph_of(v)->to[node][m & 255]) << 8 * i;
    return graph_of(v)->stays[node][m & 255] ? p : zm_next_turn(p);
}

static unsigned parts(const zm_variant *v, zm_pos p, zm_pos *out)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 2; i++)
        if (p.lo >> 8 * i & 255)
            out[n++] = (zm_pos){p.lo >> 8 * i & 255, 0};
    return n;
}

static bool keeps_turn(const zm_variant *v) { return true; }
static bool read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    return zm_wrong(why, 0, "not needed");
}
static void write(const zm_variant *v, zm_pos p, zm_text *out) { zm_say(out, "%x", (unsigned)p.lo); }

#define GRAPH                                                                                                         \
    .abi = ZM_ABI, .name = "graph", .title = "Random graph", .about = "A test.", .impartial = true,                   \
    .options = {ZM_INT("seed", "0", 0, INT64_MAX, ""), ZM_INT("pieces", "1", 1, 2, "")}, .data_bytes = sizeof(graph), \
    .prepare = prepare, .start = start, .moves = moves, .play = play, .keeps_turn = keeps_turn, .read = read,         \
    .write = write
static const zm_game falls_apart = {GRAPH, .sums = ZM_SUMS(.parts = parts)}, stays_whole = {GRAPH};

/* ---- a plain search: positions of all games side by side, and whether the one to move wins ---- */
typedef struct sum {
    unsigned leaves;
    const zm_variant *v[LEAVES];
    zm_pos at[LEAVES]; /* the turn is left out */
    unsigned nim;      /* and a pile */
} sum;

typedef struct known {
    unsigned round; /* of which question; 0: none */
    bool wins;
    zm_pos at[LEAVES];
    unsigned nim;
} known;

static known memo[ROOM];
static unsigned memos, round_now;

static zm_pos without_turn(zm_pos p)
{
    p.hi &= ~ZM_TURN_BIT;
    return p;
}

static known *slot_of(const sum *s)
{
    uint64_t hash = s->nim;
    for (unsigned i = 0; i < s->leaves; i++)
        hash = hash * 0x9e3779b97f4a7c15u + zm_hash(s->at[i]);
    for (;; hash++) {
        known *k = &memo[hash % ROOM];
        bool same = k->round == round_now && k->nim == s->nim;
        for (unsigned i = 0; i < s->leaves; i++)
            same = same && zm_same(k->at[i], s->at[i]);
        if (same || k->round != round_now)
            return k;
    }
}

static bool wins(const sum *s);

/* Does moving there win? */
static bool move_wins(const sum *s, unsigned leaf, zm_move m) /* NOLINT(misc-no-recursion) */
{
    const zm_variant *v = s->v[leaf];
    const zm_pos to = v->game->play(v, s->at[leaf], m);
    const bool stays = !zm_impartial(v) && !(to.hi & ZM_TURN_BIT);
    sum next = *s;
    next.at[leaf] = without_turn(to);
    return wins(&next) == stays;
}

static bool wins(const sum *s) /* NOLINT(misc-no-recursion) */
{
    known *k = slot_of(s);
    zm_move list[64];
    bool found = false;
    if (k->round == round_now)
        return k->wins;
    for (unsigned less = 0; less < s->nim && !found; less++) {
        sum next = *s;
        next.nim = less;
        found = !wins(&next);
    }
    for (unsigned i = 0; i < s->leaves && !found; i++)
        for (unsigned n = s->v[i]->game->moves(s->v[i], s->at[i], list); n-- > 0 && !found;)
            found = move_wins(s, i, list[n]);
    assert_true(++memos < ROOM / 2);
    k = slot_of(s);
    *k = (known){.round = round_now, .wins = found, .nim = s->nim};
    memcpy(k->at, s->at, sizeof k->at);
    return found;
}

/* The pile beside which it is lost: there is at most one. */
static uint32_t plain_grundy(const sum *s)
{
    uint32_t grundy = ZM_GRUNDY_LOONY;
    for (unsigned nim = 0; nim < MOST_NIM; nim++) {
        sum with = *s;
        with.nim = nim;
        if (!wins(&with)) {
            assert_int_equal(grundy, ZM_GRUNDY_LOONY);
            grundy = nim;
        }
    }
    return grundy;
}

/* ---- the same from the library ---- */
static void moves_agree(const sum *s, zm_values *values, zm_expression *e, const char *text)
{
    zm_plays plays;
    assert_int_equal(zm_winning_moves(values, e, false, &plays), ZM_OK);
    for (unsigned i = 0; i < s->leaves; i++) {
        zm_move list[64];
        for (unsigned n = s->v[i]->game->moves(s->v[i], s->at[i], list); n-- > 0;) {
            const zm_pos to = s->v[i]->game->play(s->v[i], s->at[i], list[n]);
            const bool stays = !zm_impartial(s->v[i]) && !(to.hi & ZM_TURN_BIT);
            const zm_pos state = zm_state_of(s->v[i], without_turn(to));
            bool said = false;
            for (uint64_t k = 0; k < plays.count; k++) {
                const zm_step *step = plays.play[k].step;
                assert_int_equal(plays.play[k].steps, 1);
                said |= step->part == i && zm_same(step->state, state) && step->stays == stays;
            }
            if (said != move_wins(s, i, list[n]))
                fail_msg("%s: a move of part %u", text, i + 1);
        }
    }
    zm_plays_free(values, &plays);
}

/* Returns whether it is loony. */
static bool agree(zm_values *values, zm_expression *e, const char *text)
{
    sum s = {.leaves = zm_expression_parts(e)};
    zm_answer a;
    bool w;
    for (unsigned i = 0; i < s.leaves; i++) {
        s.v[i] = zm_expression_variant(e, i);
        s.at[i] = without_turn(zm_expression_position(e, i));
    }
    round_now++;
    memos = 0;
    const uint32_t grundy = plain_grundy(&s);
    assert_int_equal(zm_value_of(values, e, ZM_GRUNDY, &a), ZM_OK);
    if (a.number != grundy)
        fail_msg("%s: %u, not %u", text, a.number, grundy);
    assert_int_equal(zm_outcome_of(values, e, false, &w, &a), ZM_OK);
    assert_int_equal(w, wins(&s));
    moves_agree(&s, values, e, text);
    return grundy == ZM_GRUNDY_LOONY;
}

/* ---- tests ---- */
static void put_graph(zm_values *values, zm_expression *e, unsigned leaf, uint64_t random)
{
    char seed[32], pieces[16];
    const char *const settings[] = {seed, pieces};
    snprintf(seed, sizeof seed, "seed=%u", (unsigned)(random % 100000));
    snprintf(pieces, sizeof pieces, "pieces=%u", (unsigned)(1 + (random >> 20 & 1)));
    assert_int_equal(zm_values_game(values, random >> 21 & 1 ? &falls_apart : &stays_whole, 2, settings,
                                    &e->leaf[leaf].game),
                     ZM_OK);
    e->leaf[leaf].start = e->leaf[leaf].given = start(zm_expression_variant(e, leaf));
}

static void random_sums_are_as_a_plain_search_finds_them(void **state)
{
    static const char *const texts[] = {"nim(9)", "sum(nim(9),nim(9))", "sum(nim(9),kayles(4))"};
    static const unsigned graphs[] = {1, 2, 1};
    uint64_t random = 16;
    unsigned loony = 0, others = 0;
    zm_context *c = zm_context_new();
    for (unsigned i = 0; i < 600; i++) {
        zm_values *values;
        zm_expression *e;
        const unsigned which = i % 3;
        assert_int_equal(zm_values_open(c, 0, &values), ZM_OK);
        assert_int_equal(zm_expression_read(values, texts[which], &e), ZM_OK);
        for (unsigned k = 0; k < graphs[which]; k++)
            put_graph(values, e, k, unit_random(&random));
        *(agree(values, e, texts[which]) ? &loony : &others) += 1;
        zm_expression_free(e);
        zm_values_close(values);
    }
    assert_true(loony > 100 && others > 100);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

static void write_lines(uint64_t *random, unsigned rows, unsigned cols, char *out)
{
    for (unsigned row = 0; row < 2 * rows - 1; row++) {
        if (row)
            *out++ = '/';
        for (unsigned i = 0; i < (row % 2 ? cols : cols - 1); i++)
            *out++ = unit_random(random) % 100 < 60 ? '1' : '0';
    }
    *out = 0;
}

static void winning_ways_chapter_16_nimstring_beside_other_games(void **state)
{
    uint64_t random = 1982;
    unsigned loony = 0, others = 0;
    zm_context *c = zm_context_new();
    zm_values *values;
    assert_int_equal(zm_values_open(c, 0, &values), ZM_OK);
    for (unsigned i = 0; i < 200; i++) {
        char text[TEXT], one[64], two[64];
        zm_expression *e;
        write_lines(&random, 3, 3, one);
        write_lines(&random, 2, 2, two);
        snprintf(text, sizeof text, "sum(dots-and-boxes(3;3;nimstring;@%s),dots-and-boxes(2;2;nimstring;@%s),nim(%u))",
                 one, two, (unsigned)(unit_random(&random) % 4));
        assert_int_equal(zm_expression_read(values, text, &e), ZM_OK);
        *(agree(values, e, text) ? &loony : &others) += 1;
        zm_expression_free(e);
    }
    assert_true(loony > 20 && others > 20);
    zm_values_close(values);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

static void extra_turns_leave_no_other_value(void **state)
{
    zm_context *c = zm_context_new();
    zm_values *values;
    zm_expression *e;
    zm_answer a;
    bool w;
    assert_int_equal(zm_values_open(c, 0, &values), ZM_OK);
    assert_int_equal(zm_expression_read(values, "sum(nim(2),dots-and-boxes(2;2;nimstring))", &e), ZM_OK);
    for (zm_kind k = ZM_REMOTENESS; k < ZM_KINDS; k++) {
        assert_int_equal(zm_value_of(values, e, k, &a), ZM_BAD_INPUT);
        assert_non_null(strstr(zm_message(c), "a player may move twice in dots-and-boxes"));
    }
    assert_int_equal(zm_outcome_of(values, e, true, &w, &a), ZM_BAD_INPUT);
    zm_expression_free(e);
    zm_values_close(values);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_sums_are_as_a_plain_search_finds_them),
        cmocka_unit_test(winning_ways_chapter_16_nimstring_beside_other_games),
        cmocka_unit_test(extra_turns_leave_no_other_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
