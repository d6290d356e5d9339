/* values_random.c: thousands of random compounds, nested in all six ways, of random graphs and of games of the
 * registry: every value, who wins by both play rules, the moves that win, and the search where a theorem would do,
 * against a plain search from the definitions. */
#include "values_lab.h"
#include "variants_lab.h"

enum { COMPOUNDS = UNIT_SANITIZED ? 240 : 6000 };
enum { MOST_POSITIONS = 500, MOST_OF_LEAF = 24, TEXT = 2048 };

typedef struct maker {
    zm_context *context;
    uint64_t random;
    lab_tree *tree;
    char text[TEXT];
    unsigned used;
    struct { /* a leaf that is a graph game; its place in the text is kept by another */
        bool graph;
        zm_compound how;
        unsigned seed, pieces;
    } leaf[LAB_LEAVES];
} maker;

static unsigned below(maker *m, unsigned n) { return (unsigned)(unit_random(&m->random) % n); }

#define SAY(m, ...) ((m)->used += (unsigned)snprintf((m)->text + (m)->used, TEXT - (m)->used, __VA_ARGS__))

/* A position of a game of the registry, whichever, in which both players have the same moves and take turns. False:
 * none was found. */
static bool make_registered(maker *m)
{
    static zm_pos room[MOST_OF_LEAF];
    followers all = {.p = room, .most = MOST_OF_LEAF};
    zm_pos at;
    const zm_game *g = zm_builtin(below(m, (unsigned)zm_builtin_count()));
    if (!g->impartial)
        return false;
    zm_variant *v = random_variant(m->context, g, &m->random);
    bool found = zm_impartial(v) && random_small_position(v, &m->random, &all, &at);
    found = found && (!g->ended || g->ended(v, at) == ZM_OPEN || g->ended(v, at) == ZM_LOSS);
    if (found) {
        write_leaf(v, at, m->text + m->used, TEXT - m->used);
        m->used += (unsigned)strlen(m->text + m->used);
    }
    zm_variant_free(m->context, v);
    return found;
}

static void make_leaf(maker *m, unsigned number)
{
    m->leaf[number].graph = false;
    for (unsigned tries = below(m, 4) ? 8 : 0; tries; tries--)
        if (make_registered(m))
            return;
    m->leaf[number].graph = true;
    m->leaf[number].how = (zm_compound)below(m, ZM_WTIA + 1);
    m->leaf[number].seed = below(m, 1000000);
    m->leaf[number].pieces = below(m, 3) ? 1 : 1 + below(m, LAB_PIECES);
    SAY(m, "nim(%u)", number + 10);
}

static unsigned make_node(maker *m, unsigned depth) /* NOLINT(misc-no-recursion) */
{
    lab_tree *t = m->tree;
    const unsigned number = t->nodes++;
    if (number && (!depth || t->leaves + 1 >= LAB_LEAVES || below(m, 3) > 0)) {
        t->node[number] = (lab_node){.leaf = true, .number = t->leaves};
        make_leaf(m, t->leaves++);
        return number;
    }
    lab_node node = {.how = (zm_compound)below(m, ZM_WTIA + 1), .children = 1 + below(m, LAB_CHILDREN)};
    SAY(m, "%s(", zm_compound_name[node.how]);
    for (unsigned i = 0; i < node.children; i++) {
        if (t->leaves == LAB_LEAVES) {
            node.children = i;
            break;
        }
        SAY(m, i ? "," : "");
        node.child[i] = make_node(m, depth - 1);
    }
    SAY(m, ")");
    t->node[number] = node;
    return number;
}

/* Puts the graphs in place of what stands for them, and writes all games out. False: too many positions for a plain
 * search. */
static bool settle(maker *m, zm_values *values, zm_expression *e)
{
    uint64_t all = 1;
    assert_int_equal(zm_expression_parts(e), m->tree->leaves);
    for (unsigned i = 0; i < m->tree->leaves; i++) {
        if (m->leaf[i].graph) {
            char seed[32], pieces[32];
            const char *const settings[] = {seed, pieces};
            snprintf(seed, sizeof seed, "seed=%u", m->leaf[i].seed);
            snprintf(pieces, sizeof pieces, "pieces=%u", m->leaf[i].pieces);
            assert_int_equal(zm_values_game(values, &lab_games[m->leaf[i].how], 2, settings, &e->leaf[i].game), ZM_OK);
            e->leaf[i].start = e->leaf[i].given = zm_start_state(zm_expression_variant(e, i));
        }
        lab_write_out(&m->tree->leaf[i], zm_expression_variant(e, i), zm_expression_position(e, i));
        all *= m->tree->leaf[i].count;
        if (!all || all > MOST_POSITIONS)
            return false;
    }
    return true;
}

static void explain(const maker *m, const char *what)
{
    print_error("%s: %s\n", what, m->text);
    for (unsigned i = 0; i < m->tree->leaves; i++)
        if (m->leaf[i].graph)
            print_error("  nim(%u) is %u pieces on graph %u, %s\n", i + 10, m->leaf[i].pieces, m->leaf[i].seed,
                        zm_compound_name[m->leaf[i].how]);
}

/* ---- the moves that win ---- */
static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t where_to(maker *m, const zm_play *play)
{
    uint64_t at = 0;
    for (unsigned i = 0; i < play->steps; i++) {
        const unsigned part = play->step[i].part, number = lab_number(&m->tree->leaf[part], play->step[i].state);
        assert_int_equal(at >> 8 * part & 255, 0);
        at |= (uint64_t)number << 8 * part;
    }
    return at;
}

static bool moves_agree(maker *m, zm_values *values, zm_expression *e, bool misere)
{
    static uint64_t plain[LAB_MOVES], found[LAB_MOVES];
    unsigned n = 0;
    zm_plays plays;
    lab_list all = lab_moves_of(m->tree, 0, 0);
    for (unsigned i = 0; i < all.count; i++) {
        const lab_value v = lab_value_of(m->tree, all.to[i]);
        if (!(misere ? v.wins_misere : v.wins))
            plain[n++] = all.to[i];
    }
    free(all.to);
    assert_int_equal(zm_winning_moves(values, e, misere, &plays), ZM_OK);
    bool same = plays.all && plays.count == n;
    for (uint64_t i = 0; same && i < n; i++)
        found[i] = where_to(m, &plays.play[i]);
    qsort(plain, n, sizeof *plain, by_number);
    if (same)
        qsort(found, n, sizeof *found, by_number);
    same = same && !memcmp(plain, found, n * sizeof *plain);
    zm_plays_free(values, &plays);
    return same;
}

/* ---- the values ---- */
static bool needs_no_search(const lab_tree *t, zm_kind kind)
{
    const lab_node *root = &t->node[0];
    bool leaves = true;
    for (unsigned i = 0; i < root->children; i++)
        leaves &= t->node[root->child[i]].leaf;
    return leaves && root->children > 1 &&
           ((root->how == ZM_SUM && kind == ZM_GRUNDY) || (root->how == ZM_AND && kind == ZM_REMOTENESS) ||
            (root->how == ZM_ALSO && kind == ZM_SUSPENSE) ||
            (root->how == ZM_WTIA && (kind == ZM_W || kind == ZM_W_MISERE)));
}

static bool values_agree(maker *m, zm_values *values, zm_expression *e, const lab_value *truth)
{
    zm_answer a;
    for (zm_kind k = 0; k < ZM_KINDS; k++) {
        assert_int_equal(zm_value_of(values, e, k, &a), ZM_OK);
        if (a.number != truth->kind[k] || (needs_no_search(m->tree, k) && !a.theorem)) {
            print_error("%s is %u, not %u (searched %u)\n", zm_kind_name[k], a.number, truth->kind[k],
                        (unsigned)a.searched);
            return false;
        }
    }
    for (int misere = 0; misere <= 1; misere++) {
        bool wins;
        assert_int_equal(zm_outcome_of(values, e, misere, &wins, &a), ZM_OK);
        if (wins != (misere ? truth->wins_misere : truth->wins))
            return false;
    }
    return true;
}

/* Every position of the product, whether a theorem would do or not. */
static bool search_agrees(maker *m, zm_expression *e)
{
    zm_product *p;
    bool same = true;
    zm_pos at[LAB_LEAVES];
    assert_int_equal(zm_product_new(e, 0, &p), ZM_OK);
    for (unsigned i = 0; i < LAB_ROOM; i++) {
        const lab_value *v = &m->tree->value[i];
        for (unsigned k = 0; v->known && k < m->tree->leaves; k++)
            at[k] = m->tree->leaf[k].p[lab_here(v->at, k)];
        for (zm_kind k = 0; v->known && k < ZM_KINDS; k++)
            same &= zm_product_value(p, at, k) == v->kind[k];
    }
    zm_product_free(e->values->context, p);
    return same;
}

static void agree(maker *m, zm_values *values, zm_expression *e)
{
    const lab_value truth = lab_value_of(m->tree, 0);
    const bool moves_first = below(m, 2); /* what is asked first must not matter */
    for (unsigned i = 0; i < 2; i++) {
        if (moves_first == !i && !(moves_agree(m, values, e, false) && moves_agree(m, values, e, true))) {
            explain(m, "moves that win");
            fail();
        }
        if (moves_first == !!i && !values_agree(m, values, e, &truth)) {
            explain(m, "values");
            fail();
        }
    }
    if (!search_agrees(m, e)) {
        explain(m, "search");
        fail();
    }
}

static void random_compounds_are_as_a_plain_search_finds_them(void **state)
{
    static lab_tree tree;
    zm_context *c = zm_context_new();
    maker m = {.context = c, .random = 2007, .tree = &tree};
    zm_values *values = NULL;
    unsigned done = 0, ways[ZM_WTIA + 1] = {0};
    for (unsigned i = 0; done < COMPOUNDS; i++) {
        if (i % 100 == 0) { /* what is known from compounds before is used by those after, but not for ever */
            zm_values_close(values);
            assert_int_equal(zm_memory_used(c), 0);
            assert_int_equal(zm_values_open(c, 0, &values), ZM_OK);
        }
        zm_expression *e;
        m.used = 0;
        memset(tree.value, 0, sizeof tree.value);
        tree.nodes = tree.leaves = 0;
        tree.values = 0;
        make_node(&m, 3);
        assert_true(m.used < TEXT);
        if (zm_expression_read(values, m.text, &e) != ZM_OK)
            fail_msg("%s: %s", m.text, zm_message(c));
        if (settle(&m, values, e)) {
            agree(&m, values, e);
            ways[tree.node[0].how]++;
            done++;
        }
        zm_expression_free(e);
    }
    for (zm_compound how = ZM_SUM; how <= ZM_WTIA; how++)
        assert_true(ways[how] > COMPOUNDS / 20);
    zm_values_close(values);
    assert_int_equal(zm_memory_used(c), 0);
    zm_context_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_compounds_are_as_a_plain_search_finds_them)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
