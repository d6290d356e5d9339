/* record.c: a game as it was played: its moves, what was taken back, and where it stands. Positions and rolls are kept
 * with the moves, so going back or forth costs one list of moves, however far, and nobody rolls twice by taking back.
 *
 * INVARIANT: step[0 .. known-1] are whole, and step[known] has the roll that comes after them. */
#include <zermelo/record.h>

void zm_record_restart(zm_record *r, zm_pos from)
{
    r->from = from;
    r->known = 0;
    r->step[0].roll = zm_roll(r->variant, from, &r->dice);
    zm_record_go(r, 0);
}

zm_status zm_record_open(zm_context *c, const zm_variant *v, zm_pos from, zm_random dice, zm_record *out)
{
    enum { FIRST_ROOM = 64 };
    *out = (zm_record){.context = c, .variant = v, .dice = dice, .room = FIRST_ROOM};
    out->agent[0].kind = out->agent[1].kind = ZM_HUMAN;
    zm_status status = zm_alloc(c, &out->now.move, ZM_MAX_MOVES, sizeof *out->now.move, "the moves of a position");
    if (status == ZM_OK)
        status = zm_alloc(c, &out->step, FIRST_ROOM, sizeof *out->step, "a game");
    if (status == ZM_OK)
        zm_record_restart(out, from);
    else
        zm_record_close(out);
    return status;
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
        zm_turn_begin(v, r->from, zm_turn_of(v, r->from), r->step[0].roll, &r->now);
        return;
    }
    const zm_step_played *last = &r->step[played - 1];
    const zm_pos p = after(r, last);
    zm_turn_begin(v, p, zm_player_after(v, last->before, last->player, p), r->step[played].roll, &r->now);
}

void zm_record_roll(zm_record *r, unsigned roll)
{
    r->known = r->played;
    r->step[r->played].roll = roll;
    zm_record_go(r, r->played);
}

zm_status zm_record_play(zm_record *r, zm_move m)
{
    const unsigned at = r->played;
    if (at + 1 == r->room) {
        ZM_TRY(r->context, zm_resize(r->context, &r->step, 2 * (uint64_t)r->room, sizeof *r->step, "a game"));
        r->room *= 2;
    }
    const bool again = at < r->known && r->step[at].move == m;
    r->step[at] = (zm_step_played){m, r->now.position, r->now.player, r->now.roll};
    if (!again) {
        r->known = at + 1;
        r->step[at + 1].roll = zm_roll(r->variant, after(r, &r->step[at]), &r->dice);
    }
    zm_record_go(r, at + 1);
    return ZM_OK;
}

bool zm_record_over(const zm_record *r) { return r->resigned != ZM_NOBODY || r->now.end != ZM_OPEN; }

unsigned zm_record_winner(const zm_record *r)
{
    if (r->resigned != ZM_NOBODY)
        return !r->resigned;
    if (r->now.end == ZM_OPEN || r->now.end == ZM_DRAW || r->now.end == ZM_BEYOND)
        return ZM_NOBODY;
    return r->now.end == ZM_WIN ? r->now.player : !r->now.player;
}
