/* graph.c: see graph.h. A walk in depth with a stack of its own, so that a heap of 65,535 coins is no deep recursion.
 *
 * A successor is a *group*: the position itself, or, in a graph of pieces, what it falls into. A position is finished
 * when all members of its groups are; then its values are found, once. */
#include "graph.h"

#include "base/text.h"
#include "game/expand.h"

#include <stdlib.h>
#include <string.h>

typedef struct frame {
    uint32_t found;          /* the position, in the order of discovery */
    uint64_t groups, member; /* where its groups begin; its members; */
    uint64_t next;           /* the member to look at */
} frame;

typedef struct walk { /* three stacks */
    frame *frame;
    uint64_t *group;  /* where each begins among the members, times 2; odd: the turn stays */
    uint32_t *member; /* in the order of discovery */
    uint64_t frames, frame_room, groups, group_room, members, member_room;
    zm_five *five; /* of the groups of one position */
    uint64_t *bits;
    uint64_t five_room;
} walk;

zm_status zm_graph_open(zm_context *c, const zm_variant *v, bool pieces, uint64_t limit, zm_option_room *options,
                        zm_graph *g)
{
    *g = (zm_graph){.context = c, .variant = v, .pieces = pieces, .limit = limit, .options = options};
    g->how = zm_rules_compound(v->game, v);
    return zm_map_open(c, &g->map);
}

void zm_graph_close(zm_graph *g)
{
    zm_context *c = g->context;
    if (!c)
        return;
    zm_map_close(&g->map);
    zm_row_close(c, &g->row);
    zm_release(c, g->number);
    zm_release(c, g->value);
    zm_release(c, g->first);
    zm_release(c, g->successor);
    *g = (zm_graph){0};
}

static zm_status grow(zm_context *c, void *block, uint64_t *room, uint64_t needed, size_t size)
{
    if (needed <= *room)
        return ZM_OK;
    uint64_t more = *room * 2 > needed ? *room * 2 : needed < 64 ? 64 : needed;
    ZM_TRY(c, zm_resize(c, block, more, size, "the positions of a game"));
    *room = more;
    return ZM_OK;
}

static void close_walk(zm_context *c, walk *w)
{
    void *const blocks[] = {w->frame, w->group, w->member, w->five, w->bits};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        zm_release(c, blocks[i]);
}

/* ---- a position and what it leads to ---- */
static zm_status too_many(const zm_graph *g)
{
    char limit[32];
    return zm_fail(g->context, ZM_NO_MEMORY, "%s has more than %s positions to search; --limit allows more",
                   g->variant->game->name, zm_count_text(g->limit, limit));
}

static zm_status discover(zm_graph *g, zm_pos p, uint32_t *found)
{
    zm_context *c = g->context;
    *found = zm_map_find(&g->map, p);
    if (*found != ZM_MAP_NONE)
        return ZM_OK;
    ZM_TRY(c, zm_map_reserve(&g->map, 1));
    ZM_TRY(c, grow(c, &g->number, &g->room, g->map.count + 1, sizeof *g->number));
    *found = zm_map_add(&g->map, p, zm_hash(p));
    g->number[*found] = ZM_GRAPH_NEW;
    return g->map.count > g->limit ? too_many(g) : ZM_OK;
}

static zm_status add_member(zm_graph *g, walk *w, zm_pos p)
{
    zm_context *c = g->context;
    uint32_t found;
    ZM_TRY(c, discover(g, p, &found));
    ZM_TRY(c, grow(c, &w->member, &w->member_room, w->members + 1, sizeof *w->member));
    w->member[w->members++] = found;
    return ZM_OK;
}

static zm_status add_group(zm_graph *g, walk *w, zm_pos p, bool stays)
{
    zm_context *c = g->context;
    const zm_game *r = g->variant->game;
    zm_pos part[ZM_MAX_PARTS];
    ZM_TRY(c, grow(c, &w->group, &w->group_room, w->groups + 1, sizeof *w->group));
    w->group[w->groups++] = 2 * w->members + stays;
    if (!g->pieces)
        return add_member(g, w, p);
    const unsigned parts = r->sums->parts(g->variant, p, part);
    for (unsigned i = 0; i < parts; i++)
        ZM_TRY(c, add_member(g, w, zm_rules_turnless(r, g->variant, part[i])));
    return ZM_OK;
}

static zm_status strange_end(const zm_graph *g, zm_pos p, const char *what)
{
    char text[ZM_MAX_TEXT];
    zm_write_position(g->variant, p, text, sizeof text);
    return zm_fail(g->context, ZM_BAD_INPUT, "%s has no such values: %s %s", g->variant->game->name, text, what);
}

zm_status zm_option_room_get(zm_context *c, zm_option_room *r)
{
    if (!r->moves)
        ZM_TRY(c, zm_resize(c, &r->moves, ZM_MAX_MOVES, sizeof *r->moves, "the moves of a position"));
    if (!r->to)
        ZM_TRY(c, zm_resize(c, &r->to, ZM_MAX_MOVES, sizeof *r->to, "the moves of a position"));
    return r->stays ? ZM_OK : zm_resize(c, &r->stays, ZM_MAX_MOVES, sizeof *r->stays, "the moves of a position");
}

void zm_option_room_free(zm_context *c, zm_option_room *r)
{
    zm_release(c, r->moves);
    zm_release(c, r->to);
    zm_release(c, r->stays);
}

zm_pos zm_turnless(const zm_variant *v, zm_pos p) { return zm_rules_turnless(v->game, v, p); }

unsigned zm_options_of(const zm_variant *v, zm_pos p, const zm_option_room *out)
{
    bool unused = false;
    return zm_options_left(v, p, out, &unused);
}

unsigned zm_options_left(const zm_variant *v, zm_pos p, const zm_option_room *out, bool *gives_up)
{
    const zm_game *r = v->game;
    const bool impartial = zm_rules_impartial(r, v);
    unsigned count, kept = 0;
    zm_rules_moves(r, v, p, out->moves, &count);
    for (unsigned i = 0; i < count; i++) {
        const zm_pos next = r->play(v, p, out->moves[i]);
        out->moves[kept] = out->moves[i];
        out->to[kept] = zm_rules_turnless(r, v, next);
        out->stays[kept] = !impartial && zm_rules_turn(r, v, next) == zm_rules_turn(r, v, p);
        kept += !impartial || !r->ended || r->ended(v, out->to[kept]) != ZM_WIN;
    }
    *gives_up |= kept < count;
    return kept;
}

bool zm_has_options(const zm_variant *v, zm_pos state, zm_move *moves)
{
    const zm_game *r = v->game;
    unsigned count;
    zm_rules_moves(r, v, state, moves, &count);
    while (count && r->ended && r->ended(v, r->play(v, state, moves[count - 1])) == ZM_WIN)
        count--;
    return count > 0;
}

/* Opens a frame for a position: its groups and their members. */
static zm_status enter(zm_graph *g, walk *w, uint32_t found)
{
    zm_context *c = g->context;
    const zm_game *r = g->variant->game;
    const zm_pos p = g->map.keys[found];
    ZM_TRY(c, grow(c, &w->frame, &w->frame_room, w->frames + 1, sizeof *w->frame));
    w->frame[w->frames++] = (frame){found, w->groups, w->members, w->members};
    g->number[found] = ZM_GRAPH_OPEN;
    const zm_end end = r->ended ? r->ended(g->variant, p) : ZM_OPEN;
    if (zm_rules_extra_turns(r, g->variant) && end != ZM_OPEN)
        return strange_end(g, p, "is not decided by who cannot move");
    if (end == ZM_BEYOND)
        return zm_beyond(c, g->variant, NULL, 0);
    if (end == ZM_DRAW)
        return strange_end(g, p, "is drawn");
    const unsigned count = zm_options_left(g->variant, p, g->options, &g->gives_up);
    for (unsigned i = 0; i < count; i++)
        ZM_TRY(c, add_group(g, w, g->options->to[i], g->options->stays[i]));
    return ZM_OK;
}

/* ---- a position all of whose successors are known ---- */
static zm_five group_value(const zm_graph *g, const walk *w, uint64_t begin, uint64_t end)
{
    if (!g->pieces)
        return g->value[g->number[w->member[begin]]];
    zm_five all = {{0}};
    for (zm_kind k = 0; k < ZM_KINDS; k++) {
        if (!zm_adds_up(g->how, k))
            continue; /* it means nothing here */
        all.kind[k] = zm_nothing(g->how);
        for (uint64_t i = begin; i < end; i++)
            all.kind[k] = zm_add_up(g->how, k, all.kind[k], g->value[g->number[w->member[i]]].kind[k]);
    }
    return all;
}

static int by_number(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static zm_status keep_successors(zm_graph *g, const walk *w, const frame *f)
{
    zm_context *c = g->context;
    const uint64_t count = w->members - f->member;
    ZM_TRY(c, grow(c, &g->first, &g->first_room, g->count + 2, sizeof *g->first));
    /* One more, so that a position without moves has a block to point into. */
    ZM_TRY(c, grow(c, &g->successor, &g->successor_room, g->successors + count + 1, sizeof *g->successor));
    g->first[g->count] = g->successors;
    uint32_t *out = g->successor + g->successors;
    for (uint64_t i = 0; i < count; i++)
        out[i] = g->number[w->member[f->member + i]];
    if (count)
        qsort(out, count, sizeof *out, by_number);
    uint64_t different = 0;
    for (uint64_t i = 0; i < count; i++)
        if (!different || out[i] != out[different - 1])
            out[different++] = out[i];
    g->successors += different;
    g->first[g->count + 1] = g->successors;
    return ZM_OK;
}

/* After moves that leave the turn where it is, five is only about the Grundy number. They are to be had or left, so
 * that they must all be worth the same, and no other move may be worth that; else the one to move wins whatever is
 * added (Winning Ways, chapter 16, complimenting moves). */
static zm_five value_from_groups(const zm_graph *g, const walk *w, uint64_t first)
{
    uint64_t passing = 0;
    uint32_t again = 0;
    bool stays = false, loony = false;
    for (uint64_t i = first; i < w->groups; i++) {
        const uint64_t end = i + 1 < w->groups ? w->group[i + 1] / 2 : w->members;
        const zm_five five = group_value(g, w, w->group[i] / 2, end);
        if (w->group[i] % 2) {
            loony |= five.kind[ZM_GRUNDY] == ZM_GRUNDY_LOONY || (stays && five.kind[ZM_GRUNDY] != again);
            again = five.kind[ZM_GRUNDY];
            stays = true;
        } else {
            w->five[passing++] = five;
        }
    }
    zm_five value = zm_from_successors(w->five, passing, w->bits);
    for (uint64_t i = 0; i < passing && stays; i++)
        loony |= w->five[i].kind[ZM_GRUNDY] == again;
    if (stays)
        value.kind[ZM_GRUNDY] = loony ? ZM_GRUNDY_LOONY : again;
    return value;
}

static zm_status leave(zm_graph *g, walk *w)
{
    zm_context *c = g->context;
    const frame f = w->frame[w->frames - 1];
    const uint64_t groups = w->groups - f.groups;
    if (groups + 1 > w->five_room) {
        uint64_t room = w->five_room, bits = (w->five_room + 63) / 64;
        ZM_TRY(c, grow(c, &w->five, &room, groups + 1, sizeof *w->five));
        ZM_TRY(c, grow(c, &w->bits, &bits, room / 64 + 2, sizeof *w->bits));
        w->five_room = room;
    }
    ZM_TRY(c, grow(c, &g->value, &g->value_room, g->count + 1, sizeof *g->value));
    g->value[g->count] = value_from_groups(g, w, f.groups);
    ZM_TRY(c, keep_successors(g, w, &f));
    g->number[f.found] = (uint32_t)g->count++;
    w->frames--;
    w->groups = f.groups;
    w->members = f.member;
    return ZM_OK;
}

/* ---- the walk ---- */
static zm_status go_on(zm_graph *g, walk *w)
{
    frame *f = &w->frame[w->frames - 1];
    if (f->next == w->members)
        return leave(g, w);
    const uint32_t next = w->member[f->next++];
    if (g->number[next] == ZM_GRAPH_NEW)
        return enter(g, w, next);
    if (g->number[next] == ZM_GRAPH_OPEN)
        return strange_end(g, g->map.keys[next], "can come back");
    return ZM_OK;
}

static zm_status explore_one(zm_graph *g, walk *w, zm_pos state)
{
    zm_context *c = g->context;
    uint32_t found;
    ZM_TRY(c, discover(g, state, &found));
    if (g->number[found] != ZM_GRAPH_NEW)
        return ZM_OK;
    ZM_TRY(c, enter(g, w, found));
    while (w->frames) {
        if (zm_stopped(c))
            return zm_fail(c, ZM_INTERRUPTED, "stopped");
        ZM_TRY(c, go_on(g, w));
    }
    return ZM_OK;
}

/* What a failed walk has left open is new again. */
static void forget_open(zm_graph *g)
{
    for (uint64_t i = 0; i < g->map.count; i++)
        if (g->number[i] == ZM_GRAPH_OPEN)
            g->number[i] = ZM_GRAPH_NEW;
}

static bool is_known(const zm_graph *g, zm_pos state)
{
    const uint32_t found = zm_map_find(&g->map, state);
    return found != ZM_MAP_NONE && g->number[found] < ZM_GRAPH_OPEN;
}

/* ---- pieces in a row ---- */
/* A piece whose values a period tells. */
static zm_status add_piece(zm_graph *g, zm_pos piece, const zm_five *five)
{
    zm_context *c = g->context;
    uint32_t found;
    ZM_TRY(c, discover(g, piece, &found));
    if (g->number[found] != ZM_GRAPH_NEW)
        return ZM_OK;
    ZM_TRY(c, grow(c, &g->value, &g->value_room, g->count + 1, sizeof *g->value));
    ZM_TRY(c, grow(c, &g->first, &g->first_room, g->count + 2, sizeof *g->first));
    g->value[g->count] = *five;
    g->first[g->count] = g->first[g->count + 1] = g->successors;
    g->number[found] = (uint32_t)g->count++;
    return ZM_OK;
}

/* The next column of the row: by the game's own way, or like any other position. */
static zm_status explore_column(zm_graph *g, walk *w)
{
    zm_context *c = g->context;
    const zm_game *game = g->variant->game;
    zm_five five = {{0}};
    if (zm_stopped(c))
        return zm_fail(c, ZM_INTERRUPTED, "stopped");
    if (game->sums->grundy_at && g->how == ZM_SUM) {
        five.kind[ZM_GRUNDY] = game->sums->grundy_at(g->variant, (unsigned)g->row.known, g->row.number[ZM_GRUNDY]);
    } else {
        const zm_pos next = g->row.column.keys[g->row.known];
        ZM_TRY(c, explore_one(g, w, next));
        five = g->value[zm_graph_number(g, next)];
    }
    zm_row_note(g->variant, &g->row, five.kind);
    return ZM_OK;
}

static zm_status explore_piece(zm_graph *g, walk *w, zm_pos piece)
{
    zm_context *c = g->context;
    const uint32_t column = g->row.open ? zm_map_find(&g->row.column, piece) : ZM_MAP_NONE;
    zm_five five = {{0}};
    if (column == ZM_MAP_NONE)
        return explore_one(g, w, piece);
    while (!zm_row_look(&g->row, column, five.kind))
        ZM_TRY(c, explore_column(g, w));
    return add_piece(g, piece, &five);
}

zm_status zm_graph_explore(zm_graph *g, zm_pos state)
{
    zm_context *c = g->context;
    walk w = {0};
    zm_pos part[ZM_MAX_PARTS] = {state};
    const unsigned parts = g->pieces ? g->variant->game->sums->parts(g->variant, state, part) : 1;
    unsigned known = 0;
    while (known < parts && is_known(g, zm_turnless(g->variant, part[known])))
        known++;
    if (known == parts)
        return ZM_OK;
    zm_status s = zm_option_room_get(c, g->options);
    if (s == ZM_OK && g->pieces)
        s = zm_row_open(c, g->variant, g->how, &g->row);
    for (unsigned i = known; i < parts && s == ZM_OK; i++)
        s = explore_piece(g, &w, zm_turnless(g->variant, part[i]));
    if (s != ZM_OK)
        forget_open(g);
    close_walk(c, &w);
    return s;
}

uint32_t zm_graph_number(const zm_graph *g, zm_pos state) { return g->number[zm_map_find(&g->map, state)]; }

void zm_graph_mark(const zm_graph *g, uint32_t top, uint8_t *there)
{
    for (uint32_t n = top + 1; n-- > 0;) /* moves lead down, so this is the order to hand it on */
        for (uint64_t i = g->first[n]; there[n] && i < g->first[n + 1]; i++)
            there[g->successor[i]] = 1;
}

/* ---- what was looked at ---- */
/* Of a piece in a row: the columns up to it, or those that prove the period. Otherwise 0. */
static uint64_t columns_for(const zm_graph *g, zm_pos piece, bool *period)
{
    const uint32_t column = g->row.open ? zm_map_find(&g->row.column, piece) : ZM_MAP_NONE;
    *period = column != ZM_MAP_NONE && column >= g->row.known;
    return column == ZM_MAP_NONE ? 0 : *period ? g->row.known : column + (uint64_t)1;
}

zm_status zm_graph_looked(const zm_graph *g, zm_pos state, zm_looked *out)
{
    zm_pos part[ZM_MAX_PARTS] = {state};
    const unsigned parts = g->pieces ? g->variant->game->sums->parts(g->variant, state, part) : 1;
    uint64_t columns = 0;
    uint8_t *there;
    *out = (zm_looked){.theorem = parts != 1};
    ZM_TRY(g->context, zm_alloc(g->context, &there, g->count + 1, 1, "the positions of a game"));
    for (unsigned i = 0; i < parts; i++) {
        bool period;
        const zm_pos piece = zm_turnless(g->variant, part[i]);
        const uint64_t up_to = columns_for(g, piece, &period);
        out->theorem |= period;
        columns = up_to > columns ? up_to : columns;
        if (!up_to)
            there[zm_graph_number(g, piece)] = 1;
    }
    if (g->count)
        zm_graph_mark(g, (uint32_t)g->count - 1, there);
    for (uint64_t n = 0; n < g->count; n++)
        out->positions += there[n];
    out->positions += columns;
    zm_release(g->context, there);
    return ZM_OK;
}

uint32_t zm_graph_value(const zm_graph *g, zm_pos state, zm_kind kind)
{
    const zm_game *r = g->variant->game;
    zm_pos part[ZM_MAX_PARTS];
    if (!g->pieces)
        return g->value[zm_graph_number(g, state)].kind[kind];
    const unsigned parts = r->sums->parts(g->variant, state, part);
    uint32_t all = zm_nothing(g->how);
    for (unsigned i = 0; i < parts; i++)
        all = zm_add_up(g->how, kind, all, g->value[zm_graph_number(g, zm_turnless(g->variant, part[i]))].kind[kind]);
    return all;
}
