/* values_agree.c: one value, however it is found. On random positions of small variants of every game in the registry,
 * these say the same:
 *
 *     who wins and how soon   a plain search, written here from the rules; a table made from the position and one made
 *                             in the quickest way (`query`); a search without a table, where the game can be
 *                             searched; every move's value too
 *     values (`value`)        the definitions, in values_lab.h; theorems and searches of the library; the moves that
 *                             win; rows and columns (`--table`); who wins as `query` says it, and as soon
 *     all values (`--all`)    the value of every position, one by one
 *
 * values_random.c does it for games played together. */
#include "values_lab.h"
#include "variants_lab.h"

#include <zermelo/search.h>

enum {
    ROUNDS =
        UNIT_SANITIZED ? 6 : 40, /* per game that has values; of the others, which take more time for less, a few */
    FEW_ROUNDS = UNIT_SANITIZED ? 2 : 6,
    MOST_STATES = 400,
    MOST_POSITIONS = 1 << 13,
    TEXT = 2048,
};

typedef struct subject {
    zm_context *c;
    zm_variant *v;
    zm_pos at;
    char text[TEXT]; /* as an expression */
    followers all;   /* states from there; */
    zm_value value[MOST_STATES];
} subject;

#define WRONG(s, ...)                   \
    do {                                \
        print_error("%s: ", (s)->text); \
        fail_msg(__VA_ARGS__);          \
    } while (0)

/* ---- who wins and how soon: from what has ended, ply by ply ---- */
static zm_value plain_value(const subject *s, zm_pos p)
{
    unsigned number = 0;
    followers all = s->all;
    p = zm_state_of(s->v, p);
    assert_true(add_follower(&all, p, &number) && number < s->all.count);
    return s->value[number];
}

/* What a move is worth to who makes it; ZM_NONE: that is not known yet. */
static zm_value plain_move(const subject *s, zm_pos p, zm_move m)
{
    const zm_pos next = s->v->game->play(s->v, p, m);
    const zm_value there = plain_value(s, next);
    const bool stays = !zm_impartial(s->v) && zm_turn_of(s->v, next) == zm_turn_of(s->v, p);
    if (there == ZM_NONE || zm_is_draw(there))
        return there;
    return zm_is_win(there) == stays ? zm_win_in(zm_remoteness(there) + 1) : zm_loss_in(zm_remoteness(there) + 1);
}

/* Is it decided with so many plies to go? */
static zm_value decided_in(const subject *s, zm_pos p, unsigned plies)
{
    unsigned n, open = 0;
    const zm_end end = zm_moves_of(s->v, p, lab_moves_room, &n);
    if (end != ZM_OPEN)
        return end == ZM_WIN ? zm_win_in(0) : end == ZM_LOSS ? zm_loss_in(0) : ZM_DRAWN;
    for (unsigned i = 0; i < n; i++) {
        const zm_value m = plain_move(s, p, lab_moves_room[i]);
        if (m != ZM_NONE && zm_is_win(m) && zm_remoteness(m) == plies)
            return m;
        open += m == ZM_NONE || !zm_is_loss(m);
    }
    return open ? ZM_NONE : zm_loss_in(plies);
}

static void solve_plainly(subject *s)
{
    bool more = true;
    for (unsigned i = 0; i < s->all.count; i++)
        s->value[i] = ZM_NONE;
    for (unsigned plies = 0; more || plies < 2; plies++) {
        zm_value found[MOST_STATES];
        more = false;
        for (unsigned i = 0; i < s->all.count; i++) {
            found[i] = s->value[i] == ZM_NONE ? decided_in(s, s->all.p[i], plies) : s->value[i];
            more |= found[i] != s->value[i];
        }
        memcpy(s->value, found, s->all.count * sizeof *found);
    }
    for (unsigned i = 0; i < s->all.count; i++)
        if (s->value[i] == ZM_NONE)
            s->value[i] = ZM_DRAWN;
}

/* ---- query ---- */
static void moves_as_in_query(const subject *s, const zm_table *t, zm_pos p, const char *way)
{
    static zm_choices choices;
    assert_int_equal(zm_choices_find(s->c, s->v, t, p, &choices), ZM_OK);
    for (unsigned i = 0; i < choices.count; i++)
        if (choices.choice[i].value != plain_move(s, p, choices.choice[i].move))
            WRONG(s, "%s: a move", way);
}

static void check_values(const subject *s, zm_status status, const zm_table *t, const char *way)
{
    if (status != ZM_OK)
        WRONG(s, "%s: %s", way, zm_message(s->c));
    for (unsigned i = 0; i < s->all.count; i++) {
        zm_value value;
        assert_int_equal(zm_table_probe(s->c, t, s->all.p[i], &value), ZM_OK);
        if (value != s->value[i])
            WRONG(s, "%s: %d, not %d", way, value, s->value[i]);
    }
    moves_as_in_query(s, t, s->at, way);
}

static void check_table(const subject *s, zm_status status, zm_table *t, const char *way)
{
    check_values(s, status, t, way);
    zm_table_close(t);
}

static void check_source(const subject *s)
{
    const zm_value_source_options o =
        ZM_OPTIONS(zm_value_source_options, .tables = ".", .places = 1 << 16, .states = 1 << 16);
    zm_value_source *source;
    zm_values_found found;
    assert_int_equal(zm_value_source_open(s->c, s->v, &o, &source), ZM_OK);
    const zm_status status = zm_values_for(s->c, source, s->at, &found);
    check_values(s, status, found.table, zm_origin_name(found.origin));
    zm_value_source_close(source);
}

static void query_agrees(const subject *s)
{
    zm_table *t = NULL;
    zm_status status = zm_solve_position(s->c, s->v, s->at, 0, &t);
    check_table(s, status, t, "a table from there");
    check_source(s);
    if (!zm_can_search(s->v))
        return;
    status = zm_search_table(s->c, s->v, &ZM_OPTIONS(zm_search_options, .bytes = 1 << 20, .threads = 1), &t);
    check_table(s, status, t, "a search");
}

/* ---- value ---- */
static void kinds_agree(const subject *s, zm_values *values, zm_expression *e, const lab_value *truth)
{
    for (zm_kind k = 0; k < ZM_KINDS; k++) {
        zm_answer a;
        assert_int_equal(zm_value_of(values, e, k, &a), ZM_OK);
        if (a.number != truth->kind[k])
            WRONG(s, "%s is %u, not %u", zm_kind_name[k], a.number, truth->kind[k]);
        assert_int_equal(zm_value_at(values, e, 0, s->at, k, &a), ZM_OK);
        if (a.number != truth->kind[k])
            WRONG(s, "%s there is %u, not %u", zm_kind_name[k], a.number, truth->kind[k]);
    }
}

static void winners_agree(const subject *s, zm_values *values, zm_expression *e, const lab_value *truth)
{
    for (int misere = 0; misere <= 1; misere++) {
        zm_answer a;
        zm_plays plays;
        bool wins;
        const bool right = misere ? truth->wins_misere : truth->wins;
        assert_int_equal(zm_outcome_of(values, e, misere, &wins, &a), ZM_OK);
        if (wins != right)
            WRONG(s, "who wins%s", misere ? " under misere play" : "");
        assert_int_equal(zm_winning_moves(values, e, misere, &plays), ZM_OK);
        if (plays.count && !right)
            WRONG(s, "a move wins, and who moves loses");
        zm_plays_free(values, &plays);
    }
}

/* The winner of normal play is that of the game's own rules. A move that gives up ends the game for `query`; for
 * `value` it is none, so that who has no other cannot move. */
static void query_and_value_agree(const subject *s, zm_values *values, zm_expression *e)
{
    bool wins;
    zm_answer a;
    zm_plays plays;
    const zm_value here = plain_value(s, s->at);
    assert_int_equal(zm_outcome_of(values, e, false, &wins, &a), ZM_OK);
    if (wins != zm_is_win(here))
        WRONG(s, "`value` and `query` have other winners");
    assert_int_equal(zm_winning_moves(values, e, false, &plays), ZM_OK);
    unsigned n, winning = 0;
    bool found[ZM_MAX_CELLS] = {false};
    zm_moves_of(s->v, s->at, lab_moves_room, &n);
    for (unsigned i = 0; i < n; i++) {
        if (!zm_is_win(plain_move(s, s->at, lab_moves_room[i])))
            continue;
        const zm_pos next = s->v->game->play(s->v, s->at, lab_moves_room[i]), to = zm_state_of(s->v, next);
        winning++;
        bool said = false;
        for (uint64_t k = 0; k < plays.count && k < ZM_MAX_CELLS; k++)
            if (zm_same(zm_state_of(s->v, plays.play[k].step->to), to))
                found[k] = said = true;
        if (!said)
            WRONG(s, "`value` leaves out a move that wins");
    }
    for (uint64_t k = 0; k < plays.count && k < ZM_MAX_CELLS; k++)
        if (!found[k])
            WRONG(s, "`value` names a move that does not win");
    assert_true((winning > 0) == (plays.count > 0));
    zm_plays_free(values, &plays);
}

static void remoteness_agrees(const subject *s, zm_values *values, zm_expression *e)
{
    zm_answer a;
    const zm_value here = plain_value(s, s->at);
    assert_int_equal(zm_value_of(values, e, ZM_REMOTENESS, &a), ZM_OK);
    if (a.number + zm_expression_gives_up(e, 0) != zm_remoteness(here))
        WRONG(s, "remoteness is %u, %s a move that gives up; `query` counts %u plies", a.number,
              zm_expression_gives_up(e, 0) ? "with" : "without", zm_remoteness(here));
}

/* Where a move may keep the turn there is a Grundy number: what it is beside a pile is tested in
 * values_extra_turns.c. */
static void value_agrees(const subject *s)
{
    static lab_tree tree;
    zm_values *values;
    zm_expression *e;
    const bool extra_turns = !zm_impartial(s->v);
    assert_int_equal(zm_values_open(s->c, 0, &values), ZM_OK);
    const zm_status read = zm_expression_read(values, s->text, &e);
    zm_move *const moves = lab_moves_room;
    unsigned n;
    if (zm_moves_of(s->v, s->at, moves, &n) == ZM_WIN) { /* who was to move has given up: nothing is left to play */
        assert_int_equal(read, ZM_BAD_INPUT);
    } else if (read != ZM_OK) {
        assert_true(extra_turns && strstr(zm_message(s->c), "a player may move twice"));
    } else {
        query_and_value_agree(s, values, e);
        if (!extra_turns) {
            memset(tree.value, 0, sizeof tree.value);
            tree.nodes = tree.leaves = 1;
            tree.values = 0;
            tree.node[0] = (lab_node){.leaf = true};
            lab_write_out(&tree.leaf[0], s->v, s->at);
            if (tree.leaf[0].count) {
                const lab_value truth = lab_value_of(&tree, 0);
                kinds_agree(s, values, e, &truth);
                winners_agree(s, values, e, &truth);
            }
            remoteness_agrees(s, values, e);
        }
    }
    zm_expression_free(e);
    zm_values_close(values);
}

/* ---- every game ---- */
/* A position from the table of values, where there is one; now and then. */
static bool from_grid(const zm_variant *v, uint64_t *random, followers *all, zm_pos *at)
{
    unsigned rows = 0, cols = 0;
    if (!v->game->sums->grid || random_below(random, 4))
        return false;
    v->game->sums->grid(v, &rows, &cols);
    if (!rows || !cols)
        return false;
    *at = v->game->sums->grid_at(v, random_below(random, rows), random_below(random, cols));
    return find_followers(v, *at, all);
}

/* One of a few plies on, so that the end is met too. */
static void go_on(subject *s, uint64_t *random)
{
    for (unsigned plies = random_below(random, 4); plies; plies--) {
        unsigned n;
        zm_moves_of(s->v, s->at, lab_moves_room, &n);
        if (n)
            s->at = s->v->game->play(s->v, s->at, lab_moves_room[random_below(random, n)]);
    }
    assert_true(find_followers(s->v, s->at, &s->all));
}

static bool agree(zm_context *c, const zm_game *g, bool with_tables, uint64_t *random)
{
    static zm_pos room[MOST_STATES];
    static subject s;
    s = (subject){.c = c, .v = random_variant(c, g, random), .all = {.p = room, .most = MOST_STATES}};
    const bool found = from_grid(s.v, random, &s.all, &s.at) || random_small_position(s.v, random, &s.all, &s.at);
    if (found) {
        go_on(&s, random);
        write_leaf(s.v, s.at, s.text, sizeof s.text);
        solve_plainly(&s);
        if (with_tables)
            query_agrees(&s);
        if (g->impartial)
            value_agrees(&s);
    }
    zm_variant_free(c, s.v);
    return found;
}

static void all_ways_to_a_value_agree_in_every_game(void **state)
{
    zm_context *c = zm_context_new();
    for (size_t i = 0; i < zm_builtin_count(); i++) {
        const zm_game *g = zm_builtin(i);
        uint64_t random = i + 1;
        unsigned done = 0;
        for (unsigned round = 0; round < (g->impartial ? ROUNDS : FEW_ROUNDS) && !g->dice->rolls; round++)
            done += agree(c, g, !g->impartial || round % 4 == 0, &random);
        if (!g->dice->rolls && !done)
            fail_msg("%s: no small positions were found to compare", g->name);
    }
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

/* ---- --all ---- */
typedef struct histogram {
    uint64_t count[ZM_MAX_TABULATED];
    uint64_t loony, all;
} histogram;

static void count_value(histogram *h, uint32_t number)
{
    if (number == ZM_SL || number == ZM_SW)
        return;
    h->all++;
    if (number == ZM_GRUNDY_LOONY)
        h->loony++;
    else
        h->count[number]++;
}

static zm_pos without_turn(zm_pos p)
{
    p.hi &= ~ZM_TURN_BIT;
    return p;
}

/* Every position that play gets to, symmetric ones too, whoever is to move. False: they are too many. */
static bool count_one_by_one(const zm_variant *v, zm_values *values, zm_expression *e, zm_kind kind, histogram *h)
{
    static zm_pos p[MOST_POSITIONS];
    unsigned count = 1, n;
    zm_map map;
    *h = (histogram){.all = 0};
    assert_int_equal(zm_map_open(e->values->context, &map), ZM_OK);
    p[0] = v->game->start(v);
    for (unsigned i = 0; i < count && count < MOST_POSITIONS; i++) {
        zm_answer a;
        if (zm_moves_of(v, p[i], lab_moves_room, &n) != ZM_WIN) {
            assert_int_equal(zm_value_at(values, e, 0, p[i], kind, &a), ZM_OK);
            count_value(h, a.number);
        }
        for (unsigned k = 0; k < n && count < MOST_POSITIONS; k++) {
            const zm_pos to = without_turn(v->game->play(v, p[i], lab_moves_room[k]));
            if (zm_map_find(&map, to) != ZM_MAP_NONE)
                continue;
            assert_int_equal(zm_map_reserve(&map, 1), ZM_OK);
            zm_map_add(&map, to, zm_hash(to));
            p[count++] = to;
        }
    }
    zm_map_close(&map);
    return count < MOST_POSITIONS;
}

static void compare_counts(const zm_variant *v, const zm_tabulation *t, const histogram *h)
{
    char text[ZM_VARIANT_TEXT];
    zm_variant_text(v, ' ', true, text, sizeof text);
    uint64_t all = 0;
    for (unsigned i = 0; i < t->count; i++) {
        const uint64_t mine = t->row[i].value == ZM_LOONY ? h->loony : h->count[t->row[i].value];
        if (t->row[i].positions != mine)
            fail_msg("%s %s: %s is %d in %u positions, not %u", v->game->name, text, t->value, t->row[i].value,
                     (unsigned)mine, (unsigned)t->row[i].positions);
        all += mine;
    }
    assert_int_equal(all, h->all);
    assert_int_equal(t->positions, h->all);
}

static bool tabulation_agrees(zm_context *c, const zm_variant *v, zm_kind kind)
{
    zm_tabulation t;
    zm_values *values;
    zm_expression *e;
    zm_answer a;
    char text[TEXT];
    histogram h;
    if (zm_tabulate(c, v, zm_kind_name[kind], &t) != ZM_OK)
        return false;
    assert_string_equal(t.value, zm_kind_name[kind]);
    write_leaf(v, v->game->start(v), text, sizeof text);
    assert_int_equal(zm_values_open(c, 0, &values), ZM_OK);
    assert_int_equal(zm_expression_read(values, text, &e), ZM_OK);
    const bool few = count_one_by_one(v, values, e, kind, &h);
    if (few) {
        compare_counts(v, &t, &h);
        assert_int_equal(zm_value_of(values, e, kind, &a), ZM_OK);
        if (a.number < ZM_GRUNDY_LOONY)
            assert_int_equal(t.start, a.number);
    }
    zm_expression_free(e);
    zm_values_close(values);
    return few;
}

/* A difference that the one to move can reach: who wins is its sign. */
static bool score_agrees(zm_context *c, const zm_variant *v)
{
    static zm_pos room[MOST_STATES];
    static subject s;
    zm_tabulation t;
    s = (subject){.c = c, .at = v->game->start(v), .all = {.p = room, .most = MOST_STATES}};
    if (zm_tabulate(c, v, "score", &t) != ZM_OK)
        return false;
    zm_table *table;
    zm_value value;
    assert_int_equal(zm_solve_position(c, v, s.at, 0, &table), ZM_OK);
    assert_int_equal(zm_table_probe(c, table, s.at, &value), ZM_OK);
    zm_table_close(table);
    assert_int_equal(t.start > 0, zm_is_win(value));
    assert_int_equal(t.start < 0, zm_is_loss(value));
    return true;
}

static void all_values_are_those_of_the_positions_one_by_one(void **state)
{
    zm_context *c = zm_context_new();
    for (size_t i = 0; i < zm_builtin_count(); i++) {
        const zm_game *g = zm_builtin(i);
        uint64_t random = i + 1;
        unsigned done = 0;
        for (unsigned round = 0; round < ROUNDS && g->sums->tabulate; round++) {
            zm_variant *v = random_variant(c, g, &random);
            followers all = {.p = (zm_pos[MOST_STATES]){{0, 0}}, .most = MOST_STATES};
            if (find_followers(v, g->start(v), &all)) {
                for (zm_kind k = 0; k < ZM_KINDS; k++)
                    done += tabulation_agrees(c, v, k);
                done += score_agrees(c, v);
            }
            zm_variant_free(c, v);
        }
        if (g->sums->tabulate && !done)
            fail_msg("%s: no small variants were found to compare", g->name);
    }
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_ways_to_a_value_agree_in_every_game),
        cmocka_unit_test(all_values_are_those_of_the_positions_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
