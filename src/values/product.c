/* product.c: see product.h.
 *
 * The positions of each game are numbered so that moves lead to smaller numbers, so a position of all of them together
 * has the
 * number  sum of number * stride,  every move leads to a smaller one, and one sweep upward finds all values. A move is a
 * difference of numbers: those of a game are looked up, those of games together are put together from them. */
#include "product.h"

#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct side { /* one game */
    const zm_graph *graph;
    uint32_t count;   /* positions that play gets to from the start */
    uint32_t *number; /* of the graph -> here */
    uint32_t *back;   /* here -> of the graph */
    uint64_t stride;
} side;

struct zm_product {
    const zm_expression *e;
    uint32_t node, first, sides;
    side *side;
    uint64_t positions;
    zm_five *value;
};

typedef struct stack { /* of differences */
    int64_t *at;
    uint64_t count, room;
} stack;

typedef struct sweep {
    zm_context *context;
    const zm_product *p;
    uint32_t *now; /* number of each side */
    stack moves;
    zm_five *five;
    uint64_t *bits;
    uint64_t five_room;
} sweep;

enum { MOST_MOVES = 1 << 22 };

/* ---- the positions of one game ---- */
static zm_status open_side(zm_context *c, const zm_graph *g, zm_pos start, side *s)
{
    const uint32_t top = zm_graph_number(g, start);
    uint8_t *there;
    s->graph = g;
    ZM_TRY(c, zm_resize(c, &s->number, top + (uint64_t)1, sizeof *s->number, "the positions of games played together"));
    ZM_TRY(c, zm_resize(c, &s->back, top + (uint64_t)1, sizeof *s->back, "the positions of games played together"));
    ZM_TRY(c, zm_alloc(c, &there, top + (uint64_t)1, 1, "the positions of games played together"));
    there[top] = 1;
    zm_graph_mark(g, top, there);
    for (uint32_t n = 0; n <= top; n++)
        if (there[n]) {
            s->back[s->count] = n;
            s->number[n] = s->count++;
        }
    zm_release(c, there);
    return ZM_OK;
}

/* ---- moves ---- */
static zm_status push(sweep *w, int64_t difference)
{
    stack *s = &w->moves;
    if (s->count == s->room) {
        if (s->count >= MOST_MOVES)
            return zm_fail(w->context, ZM_NO_MEMORY, "a position has more than %d moves", MOST_MOVES);
        const uint64_t room = s->room ? 2 * s->room : 256;
        ZM_TRY(w->context, zm_resize(w->context, &s->at, room, sizeof *s->at, "the moves of games played together"));
        s->room = room;
    }
    s->at[s->count++] = difference;
    return ZM_OK;
}

static zm_status moves_of(sweep *w, uint32_t node);

static zm_status moves_of_game(sweep *w, uint32_t leaf)
{
    const side *s = &w->p->side[leaf - w->p->first];
    const uint32_t here = w->now[leaf - w->p->first], n = s->back[here];
    for (uint64_t i = s->graph->first[n]; i < s->graph->first[n + 1]; i++)
        ZM_TRY(w->context, push(w, ((int64_t)s->number[s->graph->successor[i]] - (int64_t)here) * (int64_t)s->stride));
    return ZM_OK;
}

/* In one game: all their moves. With `wtia`, none when one has none. */
static zm_status moves_of_one(sweep *w, const zm_node *node)
{
    const uint64_t begin = w->moves.count;
    for (uint32_t child = node->child; child != ZM_NO_NODE; child = w->p->e->node[child].next) {
        const uint64_t before = w->moves.count;
        ZM_TRY(w->context, moves_of(w, child));
        if (node->how == ZM_WTIA && w->moves.count == before) {
            w->moves.count = begin;
            return ZM_OK;
        }
    }
    return ZM_OK;
}

static void drop_front(sweep *w, uint64_t begin, uint64_t from)
{
    memmove(w->moves.at + begin, w->moves.at + from, (w->moves.count - from) * sizeof *w->moves.at);
    w->moves.count -= from - begin;
}

/* In all games, or in all that have moves. */
static zm_status moves_of_all(sweep *w, const zm_node *node)
{
    const uint64_t begin = w->moves.count;
    bool any = false;
    ZM_TRY(w->context, push(w, 0));
    for (uint32_t child = node->child; child != ZM_NO_NODE; child = w->p->e->node[child].next) {
        const uint64_t before = w->moves.count;
        ZM_TRY(w->context, moves_of(w, child));
        const uint64_t after = w->moves.count;
        if (after == before && node->how == ZM_ALSO)
            continue;
        if (after == before) {
            w->moves.count = begin;
            return ZM_OK;
        }
        any = true;
        for (uint64_t i = begin; i < before; i++)
            for (uint64_t j = before; j < after; j++)
                ZM_TRY(w->context, push(w, w->moves.at[i] + w->moves.at[j]));
        drop_front(w, begin, after);
    }
    if (!any)
        w->moves.count = begin;
    return ZM_OK;
}

/* In some games: each of them may be left out; not all of them, and with `selective` not none of them. Two lists are
 * kept: one move where nothing was left out so far, and before it all others. */
static zm_status moves_of_some(sweep *w, const zm_node *node)
{
    zm_context *c = w->context;
    const uint64_t begin = w->moves.count;
    uint64_t others = 0; /* at the beginning; the rest has nothing left out */
    ZM_TRY(c, push(w, 0));
    for (uint32_t child = node->child; child != ZM_NO_NODE; child = w->p->e->node[child].next) {
        const uint64_t mine = w->moves.count, whole = begin + others;
        ZM_TRY(c, moves_of(w, child));
        const uint64_t end = w->moves.count;
        for (uint64_t i = begin; i < mine; i++) /* left out here */
            ZM_TRY(c, push(w, w->moves.at[i]));
        for (uint64_t i = begin; i < whole; i++)
            for (uint64_t j = mine; j < end; j++)
                ZM_TRY(c, push(w, w->moves.at[i] + w->moves.at[j]));
        const uint64_t so_far = w->moves.count - end;
        for (uint64_t i = whole; i < mine; i++)
            for (uint64_t j = mine; j < end; j++)
                ZM_TRY(c, push(w, w->moves.at[i] + w->moves.at[j]));
        drop_front(w, begin, end);
        others = so_far;
    }
    if (node->how == ZM_SELECTIVE)
        w->moves.count = begin + others;
    uint64_t kept = begin;
    for (uint64_t i = begin; i < w->moves.count; i++) /* all left out is no move; every move leads down */
        if (w->moves.at[i])
            w->moves.at[kept++] = w->moves.at[i];
    w->moves.count = kept;
    return ZM_OK;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as the expression */
static zm_status moves_of(sweep *w, uint32_t number)
{
    const zm_node *node = &w->p->e->node[number];
    if (node->leaf)
        return moves_of_game(w, node->first);
    if (node->how == ZM_SUM || node->how == ZM_WTIA)
        return moves_of_one(w, node);
    return node->how == ZM_AND || node->how == ZM_ALSO ? moves_of_all(w, node) : moves_of_some(w, node);
}

/* ---- the sweep ---- */
static zm_status value_here(sweep *w, uint64_t position)
{
    zm_context *c = w->context;
    w->moves.count = 0;
    ZM_TRY(c, moves_of(w, w->p->node));
    const uint64_t count = w->moves.count;
    if (count + 1 > w->five_room) {
        ZM_TRY(c, zm_resize(c, &w->five, 2 * count + 64, sizeof *w->five, "the moves of games played together"));
        ZM_TRY(c, zm_resize(c, &w->bits, count / 16 + 4, sizeof *w->bits, "the moves of games played together"));
        w->five_room = 2 * count + 64;
    }
    for (uint64_t i = 0; i < count; i++)
        w->five[i] = w->p->value[(int64_t)position + w->moves.at[i]];
    w->p->value[position] = zm_from_successors(w->five, count, w->bits);
    return ZM_OK;
}

static void next_position(sweep *w)
{
    for (uint32_t i = 0; i < w->p->sides; i++) {
        if (++w->now[i] < w->p->side[i].count)
            return;
        w->now[i] = 0;
    }
}

static zm_status sweep_all(sweep *w)
{
    zm_context *c = w->context;
    ZM_TRY(c, zm_alloc(c, &w->now, w->p->sides, sizeof *w->now, "a position of games played together"));
    for (uint64_t n = 0; n < w->p->positions; n++) {
        ZM_TRY(c, value_here(w, n));
        next_position(w);
        if (n % 4096 == 4095) {
            zm_progress_add(c, 4096);
            if (zm_stopped(c))
                return zm_fail(c, ZM_INTERRUPTED, "stopped");
        }
    }
    return ZM_OK;
}

static zm_status search(zm_context *c, zm_product *p)
{
    sweep w = {.context = c, .p = p};
    ZM_TRY(c, zm_resize(c, &p->value, p->positions, sizeof *p->value, "the positions of games played together"));
    zm_progress_begin(c, "searching", p->positions);
    zm_status s = sweep_all(&w);
    zm_progress_end(c);
    zm_release(c, w.now);
    zm_release(c, w.moves.at);
    zm_release(c, w.five);
    zm_release(c, w.bits);
    return s;
}

/* ---- opening and asking ---- */
/* How many positions there are, to the last one where that can be counted. */
static const char *product_text(const zm_product *p, char out[32])
{
    uint64_t exact = 1;
    double digits = 0;
    bool fits = true;
    for (uint32_t i = 0; i < p->sides; i++) {
        fits = fits && !__builtin_mul_overflow(exact, p->side[i].count, &exact);
        digits += log10(p->side[i].count);
    }
    if (!fits)
        snprintf(out, 32, "about 10^%.0f", digits);
    return fits ? zm_count_text(exact, out) : out;
}

static zm_status too_large(zm_context *c, const zm_product *p)
{
    const zm_node *node = &p->e->node[p->node];
    char sizes[120], all[32], limit[32];
    size_t n = 0;
    for (uint32_t i = 0; i < p->sides && n + 40 < sizeof sizes; i++)
        n += (size_t)snprintf(sizes + n, sizeof sizes - n, "%s%" PRIu32, i ? " x " : "", p->side[i].count);
    return zm_fail(c, ZM_NO_MEMORY,
                   "no theorem gives this value of %.*s%s, and searching it means %s positions (%s%s); the limit is "
                   "%s, --limit allows more",
                   (int)(node->end - node->begin > 60 ? 60 : node->end - node->begin), p->e->text + node->begin,
                   node->end - node->begin > 60 ? " ..." : "", product_text(p, all), sizes,
                   n + 40 < sizeof sizes ? "" : " ...", zm_count_text(p->e->values->limit, limit));
}

static zm_status open_sides(zm_context *c, zm_product *p)
{
    zm_values *s = p->e->values;
    bool fits = true;
    ZM_TRY(c, zm_alloc(c, &p->side, p->sides, sizeof *p->side, "games played together"));
    p->positions = 1;
    for (uint32_t i = 0; i < p->sides; i++) {
        const zm_leaf *leaf = &p->e->leaf[p->first + i];
        zm_graph *g = &s->game[leaf->game]->whole;
        ZM_TRY(c, zm_graph_explore(g, leaf->start));
        ZM_TRY(c, open_side(c, g, leaf->start, &p->side[i]));
        p->side[i].stride = p->positions;
        fits =
            fits && !__builtin_mul_overflow(p->positions, p->side[i].count, &p->positions) && p->positions <= s->limit;
    }
    return fits ? ZM_OK : too_large(c, p);
}

zm_status zm_product_new(const zm_expression *e, uint32_t node, zm_product **out)
{
    zm_context *c = e->values->context;
    zm_product *p;
    *out = NULL;
    ZM_TRY(c, zm_alloc(c, &p, 1, sizeof *p, "games played together"));
    p->e = e;
    p->node = node;
    p->first = e->node[node].first;
    p->sides = e->node[node].leaves;
    zm_status s = open_sides(c, p);
    if (s == ZM_OK)
        s = search(c, p);
    if (s != ZM_OK)
        zm_product_free(c, p);
    else
        *out = p;
    return s;
}

void zm_product_free(zm_context *c, zm_product *p)
{
    if (!p)
        return;
    for (uint32_t i = 0; p->side && i < p->sides; i++) {
        zm_release(c, p->side[i].number);
        zm_release(c, p->side[i].back);
    }
    zm_release(c, p->side);
    zm_release(c, p->value);
    zm_release(c, p);
}

uint64_t zm_product_positions(const zm_product *p) { return p->positions; }

uint32_t zm_product_value(const zm_product *p, const zm_pos *at, zm_kind kind)
{
    uint64_t position = 0;
    for (uint32_t i = 0; i < p->sides; i++) {
        const side *s = &p->side[i];
        position += s->number[zm_graph_number(s->graph, at[p->first + i])] * s->stride;
    }
    return p->value[position].kind[kind];
}
