/* bits.c: checks of `is_position`: it says yes to every position of play, and other bits that it takes for a
 * position can be handed to all functions. It is what stands between them and bits from outside. */
#include "game/expand.h"
#include "game/names.h"
#include "run.h"

#include <stdio.h>

enum { RAW = 6 /* changed bits of each state that is_position is asked about */ };

/* Some bits of the state changed; now and then places of a board exchanged, or anything at all. */
static zm_pos changed_bits(run *k)
{
    zm_pos q = k->p;
    const uint64_t kind = draw(k, 8), from = draw(k, 64), to = draw(k, 64);
    for (uint64_t i = draw(k, 3); kind < 4 && i < 3; i++)
        *(draw(k, 2) ? &q.lo : &q.hi) ^= zm_bit((unsigned)draw(k, 64));
    if (kind >= 4 && kind < 7 && (q.lo >> from & 1) != (q.lo >> to & 1))
        q.lo ^= zm_bit((unsigned)from) | zm_bit((unsigned)to);
    if (kind == 7)
        q = (zm_pos){zm_hash((zm_pos){draw(k, UINT64_MAX), 1}), zm_hash((zm_pos){draw(k, UINT64_MAX), 2})};
    return q;
}

static zm_status refuse_move(run *k, zm_pos q, zm_move m)
{
    char from[ZM_SHOWN], move[ZM_MAX_TEXT], by[ZM_SHOWN], to[ZM_SHOWN];
    zm_mistake why = {0};
    const zm_pos next = k->g->play(k->v, q, m);
    zm_pos back;
    zm_check_write(k, q);
    zm_shown(k->text, from);
    zm_shown(zm_write_move(k->v, q, m, move, sizeof move), by);
    zm_check_write(k, next);
    zm_shown(k->text, to);
    const bool read = k->g->read(k->v, k->text, &back, &why);
    if (!*k->later) {
        k->later_at = k->p;
        snprintf(k->later, sizeof k->later,
                 "is_position accepts \"%s\", but not \"%s\", to which the move %s leads: %s", from, to, by,
                 read ? "read accepts both" : why.text);
    }
    return k->playing ? ZM_OK : zm_check_later(k);
}

/* Nothing says that play leads there, but no function may come to harm by it. */
static zm_status check_accepted(run *k, zm_pos q)
{
    zm_mistake why = {0};
    zm_pos back = {0};
    unsigned n;
    const zm_text written = zm_check_write(k, q);
    ZM_TRY(k->c, zm_check_text(k, &written, "write, of bits that is_position accepts,"));
    if (!k->g->read(k->v, k->text, &back, &why))
        return ZM_OK;
    zm_rules_moves(k->g, k->v, q, k->other, &n);
    if (n > ZM_MAX_MOVES)
        return wrong(k, "is_position accepts bits that have %u moves; %d are allowed", n, ZM_MAX_MOVES);
    for (unsigned i = 0; i < n && i < ZM_CHECK_SUCCESSORS; i++)
        if (!k->g->is_position(k->v, k->g->play(k->v, q, k->other[i])))
            return refuse_move(k, q, k->other[i]);
    if (k->g->looks->cells &&
        k->g->looks->cells(k->v, q, (zm_cell *)(void *)k->room[ZM_ROOM_CELLS].data) > ZM_MAX_CELLS)
        return wrong(k, "cells of bits that is_position accepts gives more than %d", ZM_MAX_CELLS);
    for (unsigned i = 0; i < ZM_MAX_CODES && k->g->sources->codes[i].encode; i++)
        k->g->sources->codes[i].encode(k->v, q);
    const zm_pos state = zm_state_of(k->v, q);
    return k->g->index->rank && zm_same(zm_state_of(k->v, back), state) ? zm_check_place(k, state) : ZM_OK;
}

static zm_status after(run *k)
{
    if (!k->g->is_position)
        return ZM_OK;
    if (!k->g->is_position(k->v, k->p))
        return wrong(k, "is_position says that it is none");
    for (unsigned i = 0; i < RAW; i++) {
        const zm_pos q = changed_bits(k);
        if (k->g->is_position(k->v, q))
            ZM_TRY(k->c, check_accepted(k, q));
    }
    if (!k->g->index->rank)
        return ZM_OK;
    const uint32_t tier = (uint32_t)draw(k, k->g->index->tiers(k->v));
    const uint64_t size = k->g->index->tier_size(k->v, tier);
    const zm_pos q =
        size ? k->g->index->unrank(k->v, (zm_place){tier, draw(k, size)}) : k->p; /* a state's place or not */
    return k->g->is_position(k->v, q) ? check_accepted(k, q) : ZM_OK;
}

static zm_status successor(run *k, zm_pos p, zm_pos next)
{
    (void)next;
    if (k->g->is_position && !k->g->is_position(k->v, p))
        return wrong(k, "is_position says that a position after a move is none");
    return ZM_OK;
}

const zm_check_facet zm_check_bits = {.successor = successor, .after = after};
