/* odds.c: what moves are worth where there are dice: the odds of the positions they lead to, seen from the one who
 * moves. */
#include <zermelo/play.h>

static zm_odds certain(zm_end end)
{
    return end == ZM_WIN    ? (zm_odds){ZM_CERTAIN, ZM_CERTAIN}
           : end == ZM_LOSS ? (zm_odds){0, 0}
                            : (zm_odds){ZM_CERTAIN / 2, ZM_CERTAIN / 2};
}

static zm_status odds_in_game(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_odds *out)
{
    const zm_end end = v->game->ended ? v->game->ended(v, p) : ZM_OPEN;
    *out = certain(end);
    if (end != ZM_OPEN)
        return ZM_OK;
    ZM_TRY(c, zm_table_probe_odds(c, t, p, out));
    if (!zm_is_odds(*out))
        return zm_fail(c, ZM_CORRUPT, "the table has no value for a position of a game; run `zermelo verify`");
    return ZM_OK;
}

zm_status zm_odds_of_moves(zm_context *c, const zm_variant *v, const zm_table *t, const zm_turn *turn, zm_odds *out)
{
    for (unsigned i = 0; i < turn->count; i++) {
        const zm_pos next = v->game->play(v, turn->position, turn->move[i]);
        ZM_TRY(c, odds_in_game(c, v, t, next, &out[i]));
        if (zm_player_after(v, turn->position, turn->player, next) != turn->player)
            out[i] = zm_odds_against(out[i]);
    }
    return ZM_OK;
}
