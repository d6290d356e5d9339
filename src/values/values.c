/* values.c: the values of an expression: by the theorem where there is one, else by a search of all positions.
 *
 * Who wins is always a theorem away: of a sum the one to move loses when the Grundy numbers add up to 0, of a union
 * when he loses every part, of a selective compound when all have the same Grundy number, and so on (Lenhardt 2007, 3.1
 * to 5.2). And whoever loses, loses in every view (5.3): then grundy is 0, and w is 0 or SL, without a search. */
#include "evaluate.h"

#include "game/expand.h"

#include <string.h>

enum { LIMIT = 1000000 };

/* ---- what is kept ---- */
zm_status zm_values_open(zm_context *c, uint64_t limit, zm_values **out)
{
    ZM_TRY(c, zm_alloc(c, out, 1, sizeof **out, "values"));
    (*out)->context = c;
    (*out)->limit = limit ? limit : LIMIT;
    return ZM_OK;
}

void zm_values_close(zm_values *s)
{
    if (!s)
        return;
    zm_context *c = s->context;
    for (uint32_t i = 0; i < s->games; i++) {
        zm_graph_close(&s->game[i]->whole);
        zm_graph_close(&s->game[i]->pieces);
        zm_variant_free(c, s->game[i]->variant);
        zm_release(c, s->game[i]);
    }
    zm_option_room_free(c, &s->walking);
    zm_option_room_free(c, &s->here);
    zm_option_room_free(c, &s->there);
    zm_release(c, s->game);
    zm_release(c, s);
}

static bool same_variant(const zm_variant *a, const zm_variant *b)
{
    char x[ZM_VARIANT_TEXT], y[ZM_VARIANT_TEXT];
    return a->game == b->game &&
           !strcmp(zm_variant_text(a, ' ', true, x, sizeof x), zm_variant_text(b, ' ', true, y, sizeof y));
}

/* Of its text: FNV-1a. Most variants that differ do so here, which is quicker to see. */
static uint64_t hash_of(const zm_variant *v)
{
    char text[ZM_VARIANT_TEXT];
    uint64_t hash = 0xcbf29ce484222325u;
    zm_variant_text(v, ' ', true, text, sizeof text);
    for (const char *at = text; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 0x100000001b3u;
    return hash;
}

/* Takes the variant over. */
static zm_status add_game(zm_values *s, zm_variant *v, uint64_t hash, uint32_t *out)
{
    zm_context *c = s->context;
    zm_known_game *g;
    if (s->games == s->game_room) {
        const uint64_t room = s->game_room ? 2 * s->game_room : 8;
        ZM_TRY(c, zm_resize(c, &s->game, room, sizeof(zm_known_game *), "the list of games"));
        s->game_room = room;
    }
    ZM_TRY(c, zm_alloc(c, &g, 1, sizeof *g, "a game"));
    zm_status status = zm_graph_open(c, v, false, s->limit, &s->walking, &g->whole);
    if (status == ZM_OK)
        status = zm_graph_open(c, v, true, s->limit, &s->walking, &g->pieces);
    if (status != ZM_OK) {
        zm_graph_close(&g->whole);
        zm_release(c, g);
        return status;
    }
    g->variant = v;
    g->hash = hash;
    *out = s->games;
    s->game[s->games++] = g;
    return ZM_OK;
}

zm_status zm_values_game(zm_values *s, const zm_game *g, size_t count, const char *const *settings, uint32_t *out)
{
    zm_context *c = s->context;
    zm_variant *v;
    ZM_TRY(c, zm_variant_new(c, g, settings, count, &v));
    const uint64_t hash = hash_of(v);
    for (uint32_t i = 0; i < s->games; i++)
        if (s->game[i]->hash == hash && same_variant(s->game[i]->variant, v)) {
            zm_variant_free(c, v);
            *out = i;
            return ZM_OK;
        }
    zm_status status = add_game(s, v, hash, out);
    if (status != ZM_OK)
        zm_variant_free(c, v);
    return status;
}

/* ---- a game ---- */
static zm_status extra_turns(zm_context *c, const zm_game *g)
{
    return zm_fail(c, ZM_BAD_INPUT,
                   "a player may move twice in %s: it has a Grundy number and a winner of normal play, no other value",
                   g->name);
}

/* The graph that a kind is looked up in. */
static zm_graph *graph_for(zm_known_game *g, zm_kind kind)
{
    return g->variant->game->sums->parts && zm_adds_up(g->whole.how, kind) ? &g->pieces : &g->whole;
}

static zm_status value_of_game(zm_known_game *g, zm_pos at, zm_kind kind, uint32_t *number)
{
    if (kind != ZM_GRUNDY && zm_rules_extra_turns(g->variant->game, g->variant))
        return extra_turns(g->whole.context, g->variant->game);
    zm_graph *graph = graph_for(g, kind);
    ZM_TRY(graph->context, zm_graph_explore(graph, at));
    *number = zm_graph_value(graph, at, kind);
    return ZM_OK;
}

/* How value_of_game has found it: by a theorem where parts were put together, and what was looked at for that. */
static zm_status tell_game(zm_known_game *g, zm_pos at, zm_kind kind, zm_answer *out)
{
    zm_looked looked;
    zm_graph *graph = graph_for(g, kind);
    ZM_TRY(graph->context, zm_graph_looked(graph, at, &looked));
    out->theorem &= looked.theorem;
    out->searched += looked.positions;
    return ZM_OK;
}

/* The kind by which it is quickest seen who wins: one that parts add up to, where there is. */
static zm_kind quickest(const zm_known_game *g)
{
    for (zm_kind k = ZM_GRUNDY; g->variant->game->sums->parts && k < ZM_W_MISERE; k++)
        if (zm_adds_up(g->whole.how, k))
            return k;
    return ZM_GRUNDY;
}

/* 3.2 for a game that falls into a union: lost when every part is. Their Grundy numbers do not add up, but who loses
 * does. */
static zm_status loser_of_union(zm_known_game *g, zm_pos at, bool tell, bool *loses, zm_answer *out)
{
    zm_context *c = g->whole.context;
    zm_pos part[ZM_MAX_PARTS];
    const unsigned parts = g->variant->game->sums->parts(g->variant, at, part);
    zm_answer unused = {0};
    *loses = true;
    for (unsigned i = 0; i < parts && *loses; i++) {
        part[i] = zm_turnless(g->variant, part[i]);
        bool again = false;
        for (unsigned k = 0; k < i; k++)
            again |= zm_same(part[k], part[i]);
        ZM_TRY(c, value_of_game(g, part[i], ZM_GRUNDY, &unused.number));
        if (tell && !again)
            ZM_TRY(c, tell_game(g, part[i], ZM_GRUNDY, &unused));
        *loses = zm_loses(ZM_GRUNDY, unused.number);
    }
    out->searched += unused.searched;
    return ZM_OK;
}

static bool is_union(const zm_known_game *g, zm_pos at)
{
    const zm_game *r = g->variant->game;
    zm_pos part[ZM_MAX_PARTS];
    return r->sums->parts && g->whole.how == ZM_UNION && r->sums->parts(g->variant, at, part) > 1;
}

static bool is_over(zm_question *q, const zm_variant *v, zm_pos p)
{
    return !zm_has_options(v, p, q->e->values->there.moves);
}

/* One move away from being over? */
static bool is_near(zm_question *q, const zm_variant *v, zm_pos p)
{
    const unsigned n = zm_options_of(v, p, &q->e->values->here);
    for (unsigned i = 0; i < n; i++)
        if (is_over(q, v, q->e->values->here.to[i]))
            return true;
    return false;
}

/* Has play changed anything in this node? */
static bool has_changed(const zm_question *q, const zm_node *node)
{
    return q->changed_to > node->first && q->changed_from < node->first + node->leaves;
}

/* Is what was looked at for a leaf to be told? Not after a move, and once where two leaves are the same. */
static bool is_told(const zm_question *q, uint32_t number)
{
    const zm_leaf *leaf = q->e->leaf, *mine = &leaf[q->e->node[number].first];
    if (has_changed(q, &q->e->node[number]))
        return false;
    while (leaf < mine && (leaf->game != mine->game || !zm_same(leaf->start, mine->start)))
        leaf++;
    return leaf == mine;
}

/* ---- games put together ---- */
typedef enum nearness { OVER, NEAR, FAR } nearness; /* no move; a move after which it is over; neither */

/* How a node stands, by how its children do. NOLINTNEXTLINE(misc-no-recursion) */
static nearness how_near(zm_question *q, uint32_t number)
{
    const zm_expression *e = q->e;
    const zm_node *node = &e->node[number];
    uint32_t over = 0, near = 0;
    if (node->leaf) {
        const zm_variant *v = e->values->game[e->leaf[node->first].game]->variant;
        return is_over(q, v, q->at[node->first]) ? OVER : is_near(q, v, q->at[node->first]) ? NEAR : FAR;
    }
    for (uint32_t child = node->child; child != ZM_NO_NODE; child = e->node[child].next) {
        const nearness n = how_near(q, child);
        over += n == OVER;
        near += n == NEAR;
    }
    const uint32_t open = node->children - over;
    switch (node->how) {
    case ZM_SUM: return !open ? OVER : open == 1 && near ? NEAR : FAR;
    case ZM_UNION:
    case ZM_ALSO: return !open ? OVER : near == open ? NEAR : FAR;
    case ZM_SELECTIVE: return !open || node->children == 1 ? OVER : near == open && over ? NEAR : FAR;
    case ZM_AND:
    case ZM_WTIA: return over ? OVER : near ? NEAR : FAR;
    }
    return FAR;
}

static zm_status value_of_node(zm_question *q, uint32_t number, zm_kind kind, zm_answer *out);

/* All children's values of a kind, added up. */
static zm_status add_children(zm_question *q, const zm_node *node, zm_kind kind, zm_answer *out)
{
    uint32_t all = zm_nothing(node->how);
    for (uint32_t child = node->child; child != ZM_NO_NODE; child = q->e->node[child].next) {
        ZM_TRY(q->e->values->context, value_of_node(q, child, kind, out));
        all = zm_add_up(node->how, kind, all, out->number);
    }
    out->number = all;
    return ZM_OK;
}

/* 3.3: the one to move loses when all Grundy numbers are the same. */
static zm_status same_children(zm_question *q, const zm_node *node, bool *loses, zm_answer *out)
{
    uint32_t first = 0;
    *loses = true;
    for (uint32_t child = node->child; child != ZM_NO_NODE; child = q->e->node[child].next) {
        ZM_TRY(q->e->values->context, value_of_node(q, child, ZM_GRUNDY, out));
        if (child == node->child)
            first = out->number;
        *loses &= out->number == first;
    }
    return ZM_OK;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as the expression */
zm_status zm_loser_of_node(zm_question *q, uint32_t number, bool *loses, zm_answer *out)
{
    static const zm_kind seen_by[] = {ZM_GRUNDY, ZM_GRUNDY, ZM_GRUNDY, ZM_REMOTENESS, ZM_SUSPENSE, ZM_W};
    const zm_expression *e = q->e;
    const zm_node *node = &e->node[number];
    zm_context *c = e->values->context;
    if (!node->leaf && node->how == ZM_SELECTIVE)
        return same_children(q, node, loses, out);
    if (!node->leaf && node->how == ZM_UNION) {
        *loses = true;
        for (uint32_t child = node->child; child != ZM_NO_NODE && *loses; child = e->node[child].next)
            ZM_TRY(c, zm_loser_of_node(q, child, loses, out));
        return ZM_OK;
    }
    if (node->leaf && is_union(e->values->game[e->leaf[node->first].game], q->at[node->first]))
        return loser_of_union(e->values->game[e->leaf[node->first].game], q->at[node->first], is_told(q, number), loses,
                              out);
    const zm_kind kind = node->leaf ? quickest(e->values->game[e->leaf[node->first].game]) : seen_by[node->how];
    ZM_TRY(c, value_of_node(q, number, kind, out));
    *loses = zm_loses(kind, out->number);
    return ZM_OK;
}

static zm_status value_by_search(zm_question *q, uint32_t number, zm_kind kind, zm_answer *out)
{
    zm_product **p = &q->e->product[number];
    if (!*p)
        ZM_TRY(q->e->values->context, zm_product_new(q->e, number, p));
    out->theorem = false;
    out->searched += zm_product_positions(*p);
    out->number = zm_product_value(*p, q->at, kind);
    return ZM_OK;
}

/* What can be said without a search although the kind does not add up. False: nothing. */
static zm_status value_by_views(zm_question *q, uint32_t number, zm_kind kind, zm_answer *out, bool *said)
{
    const nearness n = how_near(q, number);
    bool loses = false;
    *said = n == OVER || (n == NEAR && kind == ZM_W);
    if (n == OVER)
        out->number = kind == ZM_W ? ZM_SL : kind == ZM_W_MISERE ? ZM_SW : 0;
    else if (n == NEAR && kind == ZM_W)
        out->number = ZM_SW;
    if (*said || (kind != ZM_GRUNDY && kind != ZM_W))
        return ZM_OK;
    ZM_TRY(q->e->values->context, zm_loser_of_node(q, number, &loses, out));
    if (loses)
        out->number = 0;
    *said = loses;
    return ZM_OK;
}

/* Is all of the expression this one game? sum(x) is x. */
static bool is_all(const zm_expression *e, uint32_t number) { return e->node[number].leaf && e->leaves == 1; }

/* A game that falls apart, whose parts do not add up to this kind: perhaps they say that it is lost. A game by itself
 * is searched; of one that is put together with others by a theorem, that is what the theorem asks for. */
static zm_status value_of_leaf(zm_question *q, uint32_t number, zm_kind kind, zm_answer *out)
{
    const zm_leaf *leaf = &q->e->leaf[q->e->node[number].first];
    zm_known_game *g = q->e->values->game[leaf->game];
    zm_context *c = g->whole.context;
    const zm_pos at = q->at[q->e->node[number].first];
    const bool loser_is_known =
        is_union(g, at) || (g->variant->game->sums->parts && zm_adds_up(g->whole.how, quickest(g)));
    bool said = false;
    if (loser_is_known && !zm_adds_up(g->whole.how, kind))
        ZM_TRY(c, value_by_views(q, number, kind, out, &said));
    if (!said) {
        *out = (zm_answer){.theorem = true};
        ZM_TRY(c, value_of_game(g, at, kind, &out->number));
        if (is_told(q, number))
            ZM_TRY(c, tell_game(g, at, kind, out));
    }
    if (!is_all(q->e, number))
        out->theorem = true;
    return ZM_OK;
}

static const zm_game *first_with_extra_turns(const zm_expression *e, const zm_node *node)
{
    for (uint32_t i = node->first;; i++) {
        const zm_variant *v = e->values->game[e->leaf[i].game]->variant;
        if (zm_rules_extra_turns(v->game, v))
            return v->game;
    }
}

static zm_status find_value(zm_question *q, uint32_t number, zm_kind kind, zm_answer *out)
{
    const zm_expression *e = q->e;
    const zm_node *node = &e->node[number];
    zm_context *c = e->values->context;
    bool said;
    if (kind != ZM_GRUNDY && node->extra_turns)
        return extra_turns(c, first_with_extra_turns(e, node));
    if (node->leaf)
        return value_of_leaf(q, number, kind, out);
    if (node->children == 1 && node->how != ZM_SELECTIVE)
        return value_of_node(q, node->child, kind, out);
    if (zm_adds_up(node->how, kind))
        return add_children(q, node, kind, out);
    ZM_TRY(c, value_by_views(q, number, kind, out, &said));
    if (said)
        return ZM_OK;
    *out = (zm_answer){.theorem = true};
    return value_by_search(q, number, kind, out);
}

static zm_status value_of_node(zm_question *q, uint32_t number, zm_kind kind, zm_answer *out)
{
    zm_answer *known = &q->e->known[number][kind], found = {.theorem = true};
    const bool changed = has_changed(q, &q->e->node[number]);
    if (changed || known->searched == UINT64_MAX) {
        ZM_TRY(q->e->values->context, find_value(q, number, kind, &found));
        if (!changed)
            *known = found;
    } else {
        found = *known;
    }
    out->number = found.number;
    out->theorem &= found.theorem;
    out->searched += found.searched;
    return ZM_OK;
}

/* ---- asking ---- */
zm_status zm_question_open(zm_expression *e, zm_question *q)
{
    zm_context *c = e->values->context;
    *q = (zm_question){.e = e};
    ZM_TRY(c, zm_option_room_get(c, &e->values->here));
    ZM_TRY(c, zm_option_room_get(c, &e->values->there));
    ZM_TRY(c, zm_resize(c, &q->at, e->leaves, sizeof *q->at, "an expression"));
    for (uint32_t i = 0; i < e->leaves; i++)
        q->at[i] = e->leaf[i].start;
    return ZM_OK;
}

void zm_question_close(zm_question *q)
{
    zm_context *c = q->e->values->context;
    zm_release(c, q->at);
}

zm_status zm_loser_of(zm_question *q, bool misere, bool *loses, zm_answer *out)
{
    *out = (zm_answer){.theorem = true};
    if (!misere)
        return zm_loser_of_node(q, 0, loses, out);
    ZM_TRY(q->e->values->context, value_of_node(q, 0, ZM_W_MISERE, out));
    *loses = zm_loses(ZM_W_MISERE, out->number);
    return ZM_OK;
}

zm_status zm_value_of(zm_values *s, zm_expression *e, zm_kind kind, zm_answer *out)
{
    zm_question q;
    *out = (zm_answer){.theorem = true};
    zm_status status = zm_question_open(e, &q);
    if (status == ZM_OK)
        status = value_of_node(&q, 0, kind, out);
    zm_question_close(&q);
    return status;
}

zm_status zm_outcome_of(zm_values *s, zm_expression *e, bool misere, bool *wins, zm_answer *out)
{
    zm_question q;
    bool loses = false;
    zm_status status = zm_question_open(e, &q);
    if (status == ZM_OK)
        status = zm_loser_of(&q, misere, &loses, out);
    zm_question_close(&q);
    *wins = !loses;
    return status;
}

zm_status zm_value_at(zm_values *s, zm_expression *e, unsigned part, zm_pos p, zm_kind kind, zm_answer *out)
{
    zm_known_game *g = s->game[e->leaf[part].game];
    *out = (zm_answer){.theorem = graph_for(g, kind) == &g->pieces};
    return value_of_game(g, zm_turnless(g->variant, p), kind, &out->number);
}
