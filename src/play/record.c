/* record.c: a game as it was played: its moves, what was taken back, and where it stands. Positions are kept with the moves, so going
 * back or forth costs one list of moves, however far. */
#include <zermelo/record.h>

zm_status zm_record_open(zm_context *c, const zm_variant *v, zm_pos from, zm_record *out)
{
    *out = (zm_record){.context = c, .variant = v, .from = from, .resigned = ZM_NOBODY};
    out->agent[0].kind = out->agent[1].kind = ZM_HUMAN;
    ZM_TRY(c, zm_alloc(c, &out->now.move, ZM_MAX_MOVES, sizeof *out->now.move, "the moves of a position"));
    zm_turn_begin(v, from, zm_turn_of(v, from), &out->now);
    return ZM_OK;
}

void zm_record_close(zm_record *r)
{
    if (!r->context)
        return;
    zm_release(r->context, r->now.move);
    zm_release(r->context, r->step);
    *r = (zm_record){0};
}

static zm_pos after(const zm_record *r, const zm_step_played *s)
{
    return r->variant->game->play(r->variant, s->before, s->move);
}

void zm_record_go(zm_record *r, unsigned played)
{
    const zm_variant *v = r->variant;
    r->played = played;
    r->resigned = ZM_NOBODY;
    if (!played) {
        zm_turn_begin(v, r->from, zm_turn_of(v, r->from), &r->now);
        return;
    }
    const zm_step_played *last = &r->step[played - 1];
    const zm_pos p = after(r, last);
    zm_turn_begin(v, p, zm_player_after(v, last->player, last->before, p), &r->now);
}

zm_status zm_record_play(zm_record *r, zm_move m)
{
    const unsigned at = r->played;
    if (at == r->room) {
        ZM_TRY(r->context, zm_resize(r->context, &r->step, 2 * (uint64_t)r->room + 64, sizeof *r->step, "a game"));
        r->room = 2 * r->room + 64;
    }
    if (at == r->known || r->step[at].move != m)
        r->known = at + 1;
    r->step[at] = (zm_step_played){m, r->now.position, r->now.player};
    zm_record_go(r, at + 1);
    return ZM_OK;
}

bool zm_record_over(const zm_record *r) { return r->resigned != ZM_NOBODY || r->now.end != ZM_OPEN; }

unsigned zm_record_winner(const zm_record *r)
{
    if (r->resigned != ZM_NOBODY)
        return !r->resigned;
    if (r->now.end == ZM_OPEN || r->now.end == ZM_DRAW)
        return ZM_NOBODY;
    return r->now.end == ZM_WIN ? r->now.player : !r->now.player;
}
