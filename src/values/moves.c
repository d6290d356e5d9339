/* moves.c: the moves of games played together, and which of them win.
 *
 * A move is a list of steps, at most one a game. Those of a node are put together from those of its children, as
 * product.c does it with numbers. */
#include "evaluate.h"

#include <string.h>

typedef struct listed {
    uint64_t first; /* of its steps */
    uint32_t count;
} listed;

typedef struct lister {
    zm_context *context;
    const zm_expression *e;
    zm_step *step;
    listed *move;
    uint64_t steps, step_room, moves, move_room;
    bool every; /* also moves that lead to the same state as another */
    bool all;
} lister;

enum { MOST_MOVES = 100000 };

static zm_status make_room(zm_context *c, void *block, uint64_t *room, uint64_t needed, size_t size)
{
    if (needed <= *room)
        return ZM_OK;
    const uint64_t more = needed < 128 ? 256 : 2 * needed;
    ZM_TRY(c, zm_resize(c, block, more, size, "the moves of games played together"));
    *room = more;
    return ZM_OK;
}

/* A move that is a's steps, then b's. */
static zm_status push_both(lister *l, listed a, listed b)
{
    zm_context *c = l->context;
    if (l->moves >= MOST_MOVES) {
        l->all = false;
        return ZM_OK;
    }
    ZM_TRY(c, make_room(c, &l->step, &l->step_room, l->steps + a.count + b.count, sizeof *l->step));
    ZM_TRY(c, make_room(c, &l->move, &l->move_room, l->moves + 1, sizeof *l->move));
    l->move[l->moves++] = (listed){l->steps, a.count + b.count};
    for (uint32_t i = 0; i < a.count; i++)
        l->step[l->steps++] = l->step[a.first + i];
    for (uint32_t i = 0; i < b.count; i++)
        l->step[l->steps++] = l->step[b.first + i];
    return ZM_OK;
}

static bool already(const lister *l, uint64_t begin, zm_pos to, bool stays)
{
    for (uint64_t i = begin; i < l->moves; i++)
        if (zm_same(l->step[l->move[i].first].state, to) && l->step[l->move[i].first].stays == stays)
            return true;
    return false;
}

static zm_status list_game(lister *l, uint32_t leaf)
{
    zm_context *c = l->context;
    const zm_variant *v = l->e->values->game[l->e->leaf[leaf].game]->variant;
    const uint64_t begin = l->moves;
    zm_option_room *room = &l->e->values->here;
    ZM_TRY(c, zm_option_room_get(c, room));
    const zm_pos given = l->e->leaf[leaf].given;
    const unsigned n = zm_options_of(v, given, room);
    for (unsigned i = 0; i < n; i++) {
        if (!l->every && already(l, begin, room->to[i], room->stays[i]))
            continue;
        ZM_TRY(c, make_room(c, &l->step, &l->step_room, l->steps + 1, sizeof *l->step));
        ZM_TRY(c, make_room(c, &l->move, &l->move_room, l->moves + 1, sizeof *l->move));
        l->move[l->moves++] = (listed){l->steps, 1};
        l->step[l->steps++] =
            (zm_step){leaf, room->moves[i], v->game->play(v, given, room->moves[i]), room->to[i], room->stays[i]};
    }
    return ZM_OK;
}

static void keep_from(lister *l, uint64_t begin, uint64_t from)
{
    memmove(l->move + begin, l->move + from, (l->moves - from) * sizeof *l->move);
    l->moves -= from - begin;
}

static zm_status list_node(lister *l, uint32_t number);

static zm_status list_one(lister *l, const zm_node *node)
{
    const uint64_t begin = l->moves;
    for (uint32_t child = node->child; child != ZM_NO_NODE; child = l->e->node[child].next) {
        const uint64_t before = l->moves;
        ZM_TRY(l->context, list_node(l, child));
        if (node->how == ZM_WTIA && l->moves == before) {
            l->moves = begin;
            return ZM_OK;
        }
    }
    return ZM_OK;
}

static zm_status list_all(lister *l, const zm_node *node)
{
    zm_context *c = l->context;
    const uint64_t begin = l->moves;
    bool any = false;
    ZM_TRY(c, push_both(l, (listed){0, 0}, (listed){0, 0}));
    for (uint32_t child = node->child; child != ZM_NO_NODE; child = l->e->node[child].next) {
        const uint64_t before = l->moves;
        ZM_TRY(c, list_node(l, child));
        const uint64_t after = l->moves;
        if (after == before && node->how == ZM_ALSO)
            continue;
        if (after == before) {
            l->moves = begin;
            return ZM_OK;
        }
        any = true;
        for (uint64_t i = begin; i < before; i++)
            for (uint64_t j = before; j < after && l->all; j++)
                ZM_TRY(c, push_both(l, l->move[i], l->move[j]));
        keep_from(l, begin, after);
    }
    if (!any)
        l->moves = begin;
    return ZM_OK;
}

/* As many steps as children means that none was left out. */
static zm_status list_some(lister *l, const zm_node *node)
{
    zm_context *c = l->context;
    const uint64_t begin = l->moves;
    uint64_t whole = 1; /* of the moves so far, those at the end with nothing left out */
    ZM_TRY(c, push_both(l, (listed){0, 0}, (listed){0, 0}));
    for (uint32_t child = node->child; child != ZM_NO_NODE; child = l->e->node[child].next) {
        const uint64_t before = l->moves;
        ZM_TRY(c, list_node(l, child));
        const uint64_t after = l->moves;
        for (uint64_t i = begin; i < before && l->all; i++)
            ZM_TRY(c, push_both(l, l->move[i], (listed){0, 0}));
        for (uint64_t i = begin; i < before - whole; i++)
            for (uint64_t j = before; j < after && l->all; j++)
                ZM_TRY(c, push_both(l, l->move[i], l->move[j]));
        const uint64_t others = l->moves;
        for (uint64_t i = before - whole; i < before; i++)
            for (uint64_t j = before; j < after && l->all; j++)
                ZM_TRY(c, push_both(l, l->move[i], l->move[j]));
        whole = l->moves - others;
        keep_from(l, begin, after);
    }
    if (node->how == ZM_SELECTIVE)
        l->moves -= whole;
    uint64_t kept = begin;
    for (uint64_t i = begin; i < l->moves; i++)
        if (l->move[i].count)
            l->move[kept++] = l->move[i];
    l->moves = kept;
    return ZM_OK;
}

/* NOLINTNEXTLINE(misc-no-recursion): as deep as the expression */
static zm_status list_node(lister *l, uint32_t number)
{
    const zm_node *node = &l->e->node[number];
    if (node->leaf)
        return list_game(l, node->first);
    if (node->how == ZM_SUM || node->how == ZM_WTIA)
        return list_one(l, node);
    return node->how == ZM_AND || node->how == ZM_ALSO ? list_all(l, node) : list_some(l, node);
}

/* ---- which of them win ---- */
static zm_status try_move(zm_question *q, const lister *l, listed m, bool misere, bool *wins)
{
    zm_answer unused;
    bool loses = false, stays = false;
    q->changed_from = UINT32_MAX;
    q->changed_to = 0;
    for (uint32_t i = 0; i < m.count; i++) {
        const zm_step s = l->step[m.first + i];
        q->at[s.part] = s.state;
        stays |= s.stays;
        q->changed_from = s.part < q->changed_from ? s.part : q->changed_from;
        q->changed_to = s.part + 1 > q->changed_to ? s.part + 1 : q->changed_to;
    }
    zm_status status = zm_loser_of(q, misere, &loses, &unused);
    *wins = loses != stays;
    for (uint32_t i = 0; i < m.count; i++) {
        const unsigned part = l->step[m.first + i].part;
        q->at[part] = q->e->leaf[part].start;
    }
    return status;
}

static zm_status keep_moves(zm_expression *e, const lister *l, bool misere, bool losing_too, zm_plays *out)
{
    zm_context *c = l->context;
    zm_question q;
    ZM_TRY(c, zm_resize(c, &out->play, l->moves + 1, sizeof *out->play, "the moves of games played together"));
    zm_status s = zm_question_open(e, &q);
    for (uint64_t i = 0; i < l->moves && s == ZM_OK; i++) {
        bool wins = false;
        s = try_move(&q, l, l->move[i], misere, &wins);
        if (s == ZM_OK && (wins || losing_too))
            out->play[out->count++] = (zm_play){l->step + l->move[i].first, l->move[i].count, wins};
    }
    zm_question_close(&q);
    return s;
}

static zm_status find_moves(zm_values *s, zm_expression *e, bool misere, bool losing_too, zm_plays *out)
{
    lister l = {.context = s->context, .e = e, .every = losing_too, .all = true};
    *out = (zm_plays){0};
    zm_status status = list_node(&l, 0);
    if (status == ZM_OK)
        status = keep_moves(e, &l, misere, losing_too, out);
    out->room = l.step;
    out->all = l.all;
    zm_release(s->context, l.move);
    if (status != ZM_OK)
        zm_plays_free(s, out);
    return status;
}

zm_status zm_winning_moves(zm_values *s, zm_expression *e, bool misere, zm_plays *out)
{
    return find_moves(s, e, misere, false, out);
}

zm_status zm_moves_of_expression(zm_values *s, zm_expression *e, bool misere, zm_plays *out)
{
    return find_moves(s, e, misere, true, out);
}

void zm_plays_free(zm_values *s, zm_plays *p)
{
    zm_release(s->context, p->play);
    zm_release(s->context, p->room);
    *p = (zm_plays){0};
}
