/* games.c: how many different games can be played: the nodes and leaves of the game tree, exactly.
 *
 * A node of the tree is a way to get somewhere, so the number of nodes at a ply is the number of paths of that length:
 * with each state at ply k goes the number of paths to it, and every move hands it on to ply k+1 (moves that lead to
 * symmetric states count each). Games are the paths that end. Nothing of the tree itself is ever built: the work is
 * that of the graph, times the plies at which a state can stand. Numbers start at 128 bits; when a sum overflows, all
 * is done again with twice the width (base/big.h). */
#include "base/big.h"
#include "base/stop.h"
#include "game/expand.h"
#include "solve/core/explore.h"

#include <zermelo/solve.h>

#include <stdlib.h>
#include <string.h>

enum { WON_BY_0, WON_BY_1, DRAWN, NODES, GAMES, SUMS };

typedef struct layer { /* the states at one ply, with the number of paths to each */
    uint64_t *paths;   /* by state */
    uint32_t *state;   /* those that have any */
    uint64_t count;
} layer;

typedef struct counter {
    zm_context *context;
    const zm_variant *variant;
    const zm_explored *x;
    unsigned limbs;
    layer now, next;
    bool overflow;
    uint64_t sums[SUMS][ZM_BIG_MOST];
    zm_tree *tree;
    uint32_t room; /* plies the tree has room for */
} counter;

static void add(counter *k, uint64_t *to, const uint64_t *what) { k->overflow |= zm_big_add(to, what, k->limbs); }

static zm_status text_of(counter *k, const uint64_t *n, char **out)
{
    *out = zm_big_text(n, k->limbs);
    return *out ? ZM_OK : zm_fail(k->context, ZM_NO_MEMORY, "not enough memory for the counts of games");
}

/* ---- one ply ---- */
static bool is_zero(const uint64_t *n, unsigned limbs)
{
    for (unsigned i = 0; i < limbs; i++)
        if (n[i])
            return false;
    return true;
}

static void hand_on(counter *k, const uint64_t *paths, uint32_t to)
{
    uint64_t *there = k->next.paths + (uint64_t)to * k->limbs;
    if (is_zero(there, k->limbs))
        k->next.state[k->next.count++] = to;
    add(k, there, paths);
}

static void end_games(counter *k, uint32_t state, const uint64_t *paths, uint64_t *leaves)
{
    zm_value value = k->x->graph.value[state];
    const zm_game *r = k->variant->game;
    /* An impartial state does not know whose turn it is; the ply does. */
    unsigned turn =
        zm_rules_impartial(r, k->variant) ? k->tree->plies & 1 : zm_rules_turn(r, k->variant, k->x->map.keys[state]);
    add(k, leaves, paths);
    add(k, k->sums[value == ZM_DRAWN ? DRAWN : zm_is_win(value) == (turn == 0) ? WON_BY_0 : WON_BY_1], paths);
}

static zm_status one_ply(counter *k)
{
    const zm_move_graph *g = &k->x->graph;
    uint64_t nodes[ZM_BIG_MOST] = {0}, leaves[ZM_BIG_MOST] = {0};
    for (uint64_t i = 0; i < k->now.count; i++) {
        uint32_t s = k->now.state[i];
        uint64_t *paths = k->now.paths + (uint64_t)s * k->limbs;
        add(k, nodes, paths);
        if (g->value[s] != ZM_NONE)
            end_games(k, s, paths, leaves);
        for (uint64_t e = g->first[s]; e < g->first[s + 1]; e++)
            hand_on(k, paths, ZM_EDGE_STATE(g->edge[e]));
        memset(paths, 0, k->limbs * sizeof *paths);
    }
    add(k, k->sums[NODES], nodes);
    add(k, k->sums[GAMES], leaves);
    zm_tree *t = k->tree;
    if (t->plies == k->room) {
        k->room = k->room * 2 + 64;
        t->nodes = realloc(t->nodes, k->room * sizeof *t->nodes);
        t->leaves = realloc(t->leaves, k->room * sizeof *t->leaves);
        if (!t->nodes || !t->leaves)
            return zm_fail(k->context, ZM_NO_MEMORY, "not enough memory for the counts of games");
    }
    t->leaves[t->plies] = NULL;
    ZM_TRY(k->context, text_of(k, nodes, &t->nodes[t->plies++]));
    return text_of(k, leaves, &t->leaves[t->plies - 1]);
}

/* ---- all plies, at one width ---- */
static zm_status open_layer(counter *k, layer *l)
{
    uint64_t n = k->x->map.count;
    ZM_TRY(k->context, zm_alloc(k->context, &l->paths, n * k->limbs, sizeof *l->paths, "the counts of games"));
    return zm_alloc(k->context, &l->state, n, sizeof *l->state, "the counts of games");
}

static void close_layer(counter *k, layer *l)
{
    zm_release(k->context, l->paths);
    zm_release(k->context, l->state);
    *l = (layer){0};
}

static zm_status all_plies(counter *k)
{
    ZM_TRY(k->context, open_layer(k, &k->now));
    ZM_TRY(k->context, open_layer(k, &k->next));
    k->now.paths[0] = 1;
    k->now.count = 1;
    while (k->now.count && !k->overflow) {
        ZM_TRY(k->context, zm_check_stop(k->context));
        ZM_TRY(k->context, one_ply(k));
        layer done = k->now;
        k->now = k->next;
        k->next = done;
        k->next.count = 0;
    }
    return ZM_OK;
}

static zm_status sums(counter *k)
{
    zm_tree *t = k->tree;
    ZM_TRY(k->context, text_of(k, k->sums[NODES], &t->all_nodes));
    ZM_TRY(k->context, text_of(k, k->sums[GAMES], &t->games));
    ZM_TRY(k->context, text_of(k, k->sums[WON_BY_0], &t->won_by[0]));
    ZM_TRY(k->context, text_of(k, k->sums[WON_BY_1], &t->won_by[1]));
    t->share[0] = zm_big_ratio(k->sums[WON_BY_0], k->sums[GAMES], k->limbs);
    t->share[1] = zm_big_ratio(k->sums[WON_BY_1], k->sums[GAMES], k->limbs);
    return text_of(k, k->sums[DRAWN], &t->drawn);
}

static zm_status count_with(zm_context *c, const zm_variant *v, const zm_explored *x, unsigned limbs, zm_tree *out,
                            bool *overflow)
{
    counter k = {.context = c, .variant = v, .x = x, .limbs = limbs, .tree = out};
    zm_status s = all_plies(&k);
    if (s == ZM_OK && !k.overflow)
        s = sums(&k);
    *overflow = k.overflow;
    close_layer(&k, &k.now);
    close_layer(&k, &k.next);
    return s;
}

/* ---- can positions come back? Take away states nobody leads to, again and again: a cycle remains ---- */
static zm_status check_no_cycles(zm_context *c, const zm_variant *v, const zm_explored *x)
{
    const zm_move_graph *g = &x->graph;
    uint32_t *in = NULL, *free_ones = NULL;
    ZM_TRY(c, zm_alloc(c, &in, g->states * 2, sizeof *in, "the check for cycles"));
    free_ones = in + g->states;
    for (uint64_t e = 0; e < g->first[g->states]; e++)
        in[ZM_EDGE_STATE(g->edge[e])]++;
    uint64_t head = 0, tail = 0;
    for (uint64_t i = 0; i < g->states; i++)
        if (!in[i])
            free_ones[tail++] = (uint32_t)i;
    for (; head < tail; head++)
        for (uint64_t e = g->first[free_ones[head]]; e < g->first[free_ones[head] + 1]; e++)
            if (!--in[ZM_EDGE_STATE(g->edge[e])])
                free_ones[tail++] = ZM_EDGE_STATE(g->edge[e]);
    zm_release(c, in);
    return tail == g->states
               ? ZM_OK
               : zm_fail(c, ZM_BAD_INPUT, "positions of %s can come back, so there are endlessly many games",
                         v->game->name);
}

static zm_status count_all(zm_context *c, const zm_variant *v, const zm_explored *x, zm_tree *out)
{
    ZM_TRY(c, check_no_cycles(c, v, x));
    bool overflow = true;
    for (unsigned limbs = 2; overflow; limbs *= 2) {
        if (limbs > zm_big_limbs_allowed())
            return zm_fail(c, ZM_NO_MEMORY, "the number of games of %s has more than %u bits", v->game->name,
                           32 * limbs);
        zm_tree_free(out);
        ZM_TRY(c, count_with(c, v, x, limbs, out, &overflow));
    }
    return ZM_OK;
}

zm_status zm_count_games(zm_context *c, const zm_variant *v, zm_pos from, zm_tree *out)
{
    *out = (zm_tree){0};
    zm_explored x;
    ZM_TRY(c, zm_explore(c, v, zm_state_of(v, from), true, NULL, &x));
    zm_status s = count_all(c, v, &x, out);
    zm_explored_free(c, &x);
    if (s != ZM_OK)
        zm_tree_free(out);
    return s;
}

void zm_tree_free(zm_tree *t)
{
    for (uint32_t i = 0; i < t->plies; i++) {
        free(t->nodes[i]);
        free(t->leaves[i]);
    }
    free(t->nodes);
    free(t->leaves);
    free(t->all_nodes);
    free(t->games);
    free(t->won_by[0]);
    free(t->won_by[1]);
    free(t->drawn);
    *t = (zm_tree){0};
}
