/* outlook.c: see outlook.h. */
#include "outlook.h"

#include "game/trace/trace.h"

#include <zermelo/lead.h>

zm_status zm_outlook_open(zm_context *c, zm_outlook *o)
{
    *o = (zm_outlook){0};
    ZM_TRY(c, zm_alloc(c, &o->target, ZM_MAX_MOVES, sizeof *o->target, "the moves of a state"));
    return zm_alloc(c, &o->move, ZM_MAX_MOVES, sizeof *o->move, "the moves of a state");
}

void zm_outlook_close(zm_context *c, zm_outlook *o)
{
    zm_release(c, o->target);
    zm_release(c, o->move);
    *o = (zm_outlook){0};
}

static zm_odds end_odds(zm_end end)
{
    const zm_odds won = {ZM_CERTAIN, ZM_CERTAIN}, lost = {0, 0}, drawn = {ZM_CERTAIN / 2, ZM_CERTAIN / 2 + 1};
    return end == ZM_WIN ? won : end == ZM_DRAW ? drawn : lost;
}

static double guess(const zm_variant *v, const zm_solve_options *o, zm_pos p)
{
    return o->warm && v->game->dice->lead ? zm_curve_at(o->warm, v->game->dice->lead(v, p)) : 0.5;
}

static void weigh(const zm_variant *v, zm_pos p, uint32_t *weight)
{
    for (unsigned roll = 0; roll < v->game->dice->rolls; roll++)
        weight[roll] = 1;
    if (v->game->dice->odds)
        v->game->dice->odds(v, p, weight);
}

void zm_outlook_look(const zm_variant *v, const zm_solve_options *options, zm_pos p, zm_outlook *o)
{
    const zm_game *r = zm_quick_rules(v);
    const zm_end end = r->ended ? r->ended(v, p) : ZM_OPEN;
    unsigned count = 0;
    o->stands = end == ZM_OPEN ? ZM_STANDS_OPEN : ZM_STANDS_OVER;
    o->odds = end_odds(end);
    if (end != ZM_OPEN)
        return;
    for (unsigned roll = 0; roll < r->dice->rolls; roll++) {
        o->count[roll] = r->dice->moves(v, p, roll, o->move + count);
        count += o->count[roll];
    }
    weigh(v, p, o->weight);
    o->state = p;
    o->guess = guess(v, options, p);
}

unsigned zm_outlook_moves(const zm_variant *v, const zm_outlook *o)
{
    unsigned count = 0;
    for (unsigned roll = 0; o->stands == ZM_STANDS_OPEN && roll < v->game->dice->rolls; roll++)
        count += o->count[roll];
    return count;
}
