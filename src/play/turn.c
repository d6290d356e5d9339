/* turn.c: whose turn it is, and what he can do. A game is played turn by turn; this is the one place that knows how one
 * follows from another. */
#include <zermelo/play.h>

unsigned zm_player_after(const zm_variant *v, zm_pos p, unsigned player, zm_pos next)
{
    /* Where both have the same moves a position does not know who is to move: every move passes the turn. */
    return player ^ (zm_impartial(v) || zm_turn_of(v, next) != zm_turn_of(v, p));
}

/* ---- dice ---- */
static unsigned pick(const uint32_t *weight, unsigned rolls, zm_random *r)
{
    uint64_t all = 0, at;
    unsigned roll = 0;
    for (unsigned i = 0; i < rolls; i++)
        all += weight[i];
    for (at = zm_random_below(r, all); at >= weight[roll]; roll++)
        at -= weight[roll];
    return roll;
}

unsigned zm_roll(const zm_variant *v, zm_pos p, zm_random *r)
{
    const zm_game *g = v->game;
    uint32_t weight[ZM_MAX_ROLLS];
    if (!g->dice->rolls || (g->ended && g->ended(v, p) != ZM_OPEN))
        return 0;
    if (!g->dice->odds)
        return (unsigned)zm_random_below(r, g->dice->rolls);
    g->dice->odds(v, p, weight);
    return pick(weight, g->dice->rolls, r);
}

/* ---- turns ---- */
void zm_turn_begin(const zm_variant *v, zm_pos p, unsigned player, unsigned roll, zm_turn *out)
{
    const zm_game *g = v->game;
    out->position = p;
    out->player = player;
    out->roll = roll;
    if (!g->dice->rolls) {
        out->end = zm_moves_of(v, p, out->move, &out->count);
        return;
    }
    out->end = g->ended ? g->ended(v, p) : ZM_OPEN;
    out->count = out->end == ZM_OPEN ? g->dice->moves(v, p, roll, out->move) : 0;
}
