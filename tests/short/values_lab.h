/* values_lab.h: what the tests of values share: games that are nothing but random graphs, compounds of anything in a
 * form that is plain to search, and a search of them straight from the definitions (Lenhardt 2007: 2.3, 2.4, 3.1 to
 * 3.3, 3.4, 3.7, 5.1, 5.3,
 * 9.1). It shares nothing with the library but the rules of the games. */
#ifndef VALUES_LAB_H
#define VALUES_LAB_H

#include <zermelo/zermelo.h>

#include "unit.h"
#include "values/expression.h"
#include "values/product.h"

enum { LAB_NODES = 10, LAB_DEGREE = 4, LAB_PIECES = 3, LAB_CHILDREN = 4, LAB_LEAVES = 6, LAB_TREE = 24 };
enum { LAB_STATES = 256, LAB_ROOM = 1 << 14, LAB_MOVES = 1 << 16 };

/* Which sets of k games may be moved in, when those in `able` have a move? 3.1 to 3.5, 5.1. */
static inline bool lab_allowed(zm_compound how, unsigned k, unsigned able, unsigned moved)
{
    const unsigned all = (1u << k) - 1;
    const bool one = moved && !(moved & (moved - 1));
    if (!moved || (moved & ~able))
        return false;
    switch (how) {
    case ZM_SUM: return one;
    case ZM_UNION: return true;
    case ZM_SELECTIVE: return moved != all;
    case ZM_AND: return moved == all;
    case ZM_ALSO: return moved == able;
    case ZM_WTIA: return one && able == all;
    }
    return false;
}

/* ---- graph games ---- Pieces on the nodes of a graph that the option `seed` makes; steps lead to smaller nodes. A
 * position is a byte a piece, node + 1. The pieces are moved together in one of the six ways: there is a game for each,
 * and it tells so through `parts`. */
typedef struct lab_graph {
    unsigned nodes;
    unsigned degree[LAB_NODES + 1]; /* by node + 1 */
    uint8_t to[LAB_NODES + 1][LAB_DEGREE];
} lab_graph;

static inline const lab_graph *lab_graph_of(const zm_variant *v) { return v->data; }
static unsigned lab_at(zm_pos p, unsigned i) { return (unsigned)(p.lo >> 8 * i & 255); }

static bool lab_prepare(zm_variant *v, void *data, zm_mistake *why)
{
    lab_graph *g = data;
    uint64_t seed = (uint64_t)zm_option_number(v, "seed");
    const bool several = zm_option_number(v, "pieces") > 1;
    g->nodes = 2 + (unsigned)(unit_random(&seed) % (several ? 3 : LAB_NODES - 1));
    for (unsigned n = 2; n <= g->nodes; n++) {
        g->degree[n] = (unsigned)(unit_random(&seed) % (LAB_DEGREE + 1)); /* 0: another end */
        for (unsigned k = 0; k < g->degree[n]; k++)
            g->to[n][k] = (uint8_t)(1 + unit_random(&seed) % (n - 1));
    }
    return true;
}

static zm_pos lab_start(const zm_variant *v)
{
    zm_pos p = {0, 0};
    for (unsigned i = 0; i < (unsigned)zm_option_number(v, "pieces"); i++) /* the second not where the first is */
        p.lo |= (uint64_t)(lab_graph_of(v)->nodes - (i == 1)) << 8 * i;
    return p;
}

/* A move is where it leads: all choices of a step or none for each piece. */
static unsigned lab_moves(const zm_variant *v, zm_pos p, zm_move *out)
{
    const lab_graph *g = lab_graph_of(v);
    unsigned n = 0, pieces = 0, able = 0, step[LAB_PIECES + 1] = {0}, i;
    for (; lab_at(p, pieces); pieces++)
        able |= (unsigned)(g->degree[lab_at(p, pieces)] > 0) << pieces;
    do {
        unsigned moved = 0;
        uint64_t to = p.lo;
        for (i = 0; i < pieces; i++)
            if (step[i]) {
                moved |= 1u << i;
                to -= (uint64_t)(lab_at(p, i) - g->to[lab_at(p, i)][step[i] - 1]) << 8 * i;
            }
        if (lab_allowed(v->game->sums->compound(v), pieces, able, moved))
            out[n++] = to;
        for (i = 0; i < pieces && step[i] == g->degree[lab_at(p, i)]; i++)
            step[i] = 0;
        if (i < pieces)
            step[i]++;
    } while (i < pieces);
    return n;
}

static zm_pos lab_play(const zm_variant *v, zm_pos p, zm_move m) { return (zm_pos){m, 0}; }

/* Where all has to be over, pieces that are may be left out; then there may be none. */
static unsigned lab_parts(const zm_variant *v, zm_pos p, zm_pos *out)
{
    const zm_compound how = v->game->sums->compound(v);
    const bool leave_out = how == ZM_SUM || how == ZM_ALSO;
    unsigned n = 0;
    for (unsigned i = 0; lab_at(p, i); i++)
        if (!leave_out || lab_graph_of(v)->degree[lab_at(p, i)])
            out[n++] = (zm_pos){lab_at(p, i), 0};
    return n;
}

static bool lab_read(const zm_variant *v, const char *text, zm_pos *p, zm_mistake *why)
{
    return zm_wrong(why, 0, "not needed");
}

static void lab_write(const zm_variant *v, zm_pos p, zm_text *out) { zm_say(out, "%x", (unsigned)p.lo); }

/* clang-format off */
static zm_compound lab_sum(const zm_variant *v) { return ZM_SUM; }
static zm_compound lab_union(const zm_variant *v) { return ZM_UNION; }
static zm_compound lab_selective(const zm_variant *v) { return ZM_SELECTIVE; }
static zm_compound lab_and(const zm_variant *v) { return ZM_AND; }
static zm_compound lab_also(const zm_variant *v) { return ZM_ALSO; }
static zm_compound lab_wtia(const zm_variant *v) { return ZM_WTIA; }
/* clang-format on */

#define LAB_GAME(how)                                                                                                \
    {                                                                                                                \
        .abi = ZM_ABI, .name = "graph", .title = "Random graph", .about = "A test.", .impartial = true,              \
        .options = {ZM_INT("seed", "0", 0, INT64_MAX, ""), ZM_INT("pieces", "1", 1, LAB_PIECES, "")},                \
        .data_bytes = sizeof(lab_graph), .prepare = lab_prepare, .start = lab_start, .moves = lab_moves,             \
        .play = lab_play, .read = lab_read, .write = lab_write, .sums = ZM_SUMS(.parts = lab_parts, .compound = how) \
    }
static const zm_game lab_games[ZM_WTIA + 1] = {
    [ZM_SUM] = LAB_GAME(lab_sum), [ZM_UNION] = LAB_GAME(lab_union), [ZM_SELECTIVE] = LAB_GAME(lab_selective),
    [ZM_AND] = LAB_GAME(lab_and), [ZM_ALSO] = LAB_GAME(lab_also),   [ZM_WTIA] = LAB_GAME(lab_wtia)};

/* ---- one game, written out: its positions, and where their moves lead ---- */
typedef struct lab_leaf {
    unsigned count; /* 0: it has too many positions for this */
    zm_pos p[LAB_STATES];
    unsigned degree[LAB_STATES];
    uint16_t to[LAB_STATES][LAB_STATES];
} lab_leaf;

static inline unsigned lab_number(lab_leaf *l, zm_pos p)
{
    unsigned i = 0;
    while (i < l->count && !zm_same(l->p[i], p))
        i++;
    if (i == l->count && i < LAB_STATES)
        l->p[l->count++] = p;
    return i;
}

/* Who takes Chomp's poison has given up: that is no move. */
static inline void lab_write_out(lab_leaf *l, const zm_variant *v, zm_pos start)
{
    static zm_move moves[ZM_MAX_MOVES];
    const zm_game *r = v->game;
    l->count = 0;
    lab_number(l, zm_state_of(v, start));
    for (unsigned i = 0; i < l->count; i++) {
        unsigned n;
        bool seen[LAB_STATES + 1] = {false};
        zm_moves_of(v, l->p[i], moves, &n);
        l->degree[i] = 0;
        for (unsigned k = 0; k < n; k++) {
            const zm_pos to = zm_state_of(v, r->play(v, l->p[i], moves[k]));
            if (r->ended && r->ended(v, to) == ZM_WIN)
                continue;
            const unsigned number = lab_number(l, to);
            if (number == LAB_STATES) {
                l->count = 0;
                return;
            }
            if (!seen[number])
                l->to[i][l->degree[i]++] = (uint16_t)number;
            seen[number] = true;
        }
    }
}

/* ---- games put together: a tree, and positions as eight bits a game ---- */
typedef struct lab_node {
    bool leaf;
    zm_compound how;
    unsigned number; /* of a leaf */
    unsigned children, child[LAB_CHILDREN];
} lab_node;

typedef struct lab_value {
    bool known, wins, wins_misere;
    uint64_t at;
    uint32_t kind[ZM_KINDS];
} lab_value;

typedef struct lab_tree {
    lab_node node[LAB_TREE]; /* the first is the root */
    unsigned nodes, leaves;
    lab_leaf leaf[LAB_LEAVES];
    lab_value value[LAB_ROOM]; /* by hash */
    uint64_t values;
} lab_tree;

typedef struct lab_list { /* of moves, as the positions they lead to */
    uint64_t *to;
    unsigned count;
} lab_list;

static inline unsigned lab_here(uint64_t at, unsigned leaf) { return (unsigned)(at >> 8 * leaf & 255); }

/* All moves: for every set of children that may be moved in, every choice of a move in each. */
static inline lab_list lab_moves_of(const lab_tree *t, unsigned number, uint64_t at) /* NOLINT(misc-no-recursion) */
{
    const lab_node *node = &t->node[number];
    lab_list all = {malloc(sizeof(uint64_t) * LAB_MOVES), 0}, of[LAB_CHILDREN];
    if (node->leaf) {
        const lab_leaf *l = &t->leaf[node->number];
        const unsigned here = lab_here(at, node->number);
        for (unsigned i = 0; i < l->degree[here]; i++)
            all.to[all.count++] =
                at + ((uint64_t)l->to[here][i] << 8 * node->number) - ((uint64_t)here << 8 * node->number);
        return all;
    }
    unsigned able = 0;
    for (unsigned k = 0; k < node->children; k++) {
        of[k] = lab_moves_of(t, node->child[k], at);
        able |= (unsigned)(of[k].count > 0) << k;
    }
    for (unsigned set = 1; set < 1u << node->children; set++) {
        if (!lab_allowed(node->how, node->children, able, set))
            continue;
        unsigned choice[LAB_CHILDREN] = {0}, k;
        do {
            uint64_t to = at;
            for (k = 0; k < node->children; k++)
                if (set >> k & 1)
                    to += of[k].to[choice[k]] - at;
            assert_true(all.count < LAB_MOVES);
            all.to[all.count++] = to;
            for (k = 0; k < node->children && (!(set >> k & 1) || ++choice[k] == of[k].count); k++)
                choice[k] = 0;
        } while (k < node->children);
    }
    for (unsigned k = 0; k < node->children; k++)
        free(of[k].to);
    return all;
}

/* ---- values by their definitions ---- */
static inline uint32_t lab_mex(const uint32_t *n, unsigned count)
{
    for (uint32_t least = 0;; least++) {
        bool found = false;
        for (unsigned i = 0; i < count; i++)
            found |= n[i] == least;
        if (!found)
            return least;
    }
}

/* 3.4 and 3.7: one more than the least (greatest) even number, else than the greatest (least) odd one. */
static inline uint32_t lab_how_long(const uint32_t *n, unsigned count, bool far)
{
    uint32_t least[2] = {UINT32_MAX, UINT32_MAX}, greatest[2] = {0, 0};
    for (unsigned i = 0; i < count; i++) {
        least[n[i] % 2] = n[i] < least[n[i] % 2] ? n[i] : least[n[i] % 2];
        greatest[n[i] % 2] = n[i] > greatest[n[i] % 2] ? n[i] : greatest[n[i] % 2];
    }
    if (!count)
        return 0;
    if (least[0] != UINT32_MAX)
        return 1 + (far ? greatest[0] : least[0]);
    return 1 + (far ? least[1] : greatest[1]);
}

static inline lab_value *lab_slot(lab_tree *t, uint64_t at)
{
    size_t i = at * 0x9e3779b97f4a7c15u >> 40;
    while (t->value[i % LAB_ROOM].known && t->value[i % LAB_ROOM].at != at)
        i++;
    return &t->value[i % LAB_ROOM];
}

static inline lab_value lab_value_of(lab_tree *t, uint64_t at) /* NOLINT(misc-no-recursion) */
{
    lab_value *slot = lab_slot(t, at);
    if (slot->known)
        return *slot;
    assert_true(++t->values < LAB_ROOM);
    lab_list all = lab_moves_of(t, 0, at);
    lab_value here = {.known = true, .at = at, .wins_misere = !all.count};
    uint32_t *n[ZM_KINDS];
    bool ends = false;
    for (zm_kind k = 0; k < ZM_KINDS; k++)
        n[k] = malloc((all.count + 1) * sizeof **n);
    for (unsigned i = 0; i < all.count; i++) {
        const lab_value next = lab_value_of(t, all.to[i]);
        here.wins |= !next.wins;
        here.wins_misere |= !next.wins_misere;
        ends |= next.kind[ZM_W] == ZM_SL;
        for (zm_kind k = 0; k < ZM_KINDS; k++)
            n[k][i] = next.kind[k];
    }
    here.kind[ZM_GRUNDY] = lab_mex(n[ZM_GRUNDY], all.count);
    here.kind[ZM_REMOTENESS] = lab_how_long(n[ZM_REMOTENESS], all.count, false);
    here.kind[ZM_SUSPENSE] = lab_how_long(n[ZM_SUSPENSE], all.count, true);
    here.kind[ZM_W] = !all.count ? ZM_SL : ends ? ZM_SW : lab_mex(n[ZM_W], all.count);
    here.kind[ZM_W_MISERE] = !all.count ? ZM_SW : lab_mex(n[ZM_W_MISERE], all.count);
    for (zm_kind k = 0; k < ZM_KINDS; k++)
        free(n[k]);
    free(all.to);
    return *lab_slot(t, at) = here;
}

#endif
