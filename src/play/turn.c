/* turn.c: whose turn it is, and what he can do. A game is played turn by turn; this is the one place that knows how one follows
 * from another. */
#include <zermelo/play.h>

unsigned zm_player_after(const zm_variant *v, unsigned player, zm_pos p, zm_pos next)
{
    /* Where both have the same moves a position does not know who is to move: every move passes the turn. */
    return player ^ (zm_impartial(v) || zm_turn_of(v, next) != zm_turn_of(v, p));
}

void zm_turn_begin(const zm_variant *v, zm_pos p, unsigned player, zm_turn *out)
{
    out->position = p;
    out->player = player;
    out->end = zm_moves_of(v, p, out->move, &out->count);
}
