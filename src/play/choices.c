/* choices.c: the moves of a position, each with what the table says of where it leads. */
#include "think.h"

zm_status zm_value_in_game(zm_context *c, const zm_table *t, zm_pos p, zm_value *value)
{
    ZM_TRY(c, zm_table_probe(c, t, p, value));
    if (*value == ZM_NONE)
        return zm_fail(c, ZM_CORRUPT, "the table has no value for a position of a game; run `zermelo verify`");
    return ZM_OK;
}

zm_status zm_value_of_move(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_pos next,
                           zm_value *value)
{
    ZM_TRY(c, zm_value_in_game(c, t, next, value));
    *value = zm_before_move(*value, zm_player_after(v, p, 0, next));
    if (!zm_table_distances(t))
        *value = zm_wdl(*value);
    return ZM_OK;
}

zm_status zm_choices_find(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_choices *out)
{
    zm_move moves[ZM_MAX_MOVES];
    out->position = p;
    out->turn = zm_turn_of(v, p);
    out->wdl = !zm_table_distances(t);
    out->count = out->best = 0;
    ZM_TRY(c, zm_table_probe(c, t, p, &out->value));
    if (out->value == ZM_NONE)
        return ZM_OK;
    unsigned count;
    out->over = zm_moves_of(v, p, moves, &count) != ZM_OPEN;
    for (; out->count < count; out->count++) {
        zm_choice *m = &out->choice[out->count];
        *m = (zm_choice){.move = moves[out->count],
                         .next = v->game->play(v, p, moves[out->count]),
                         .number = out->count,
                         .share = -1,
                         .traps = -1};
        ZM_TRY(c, zm_value_of_move(c, v, t, p, m->next, &m->value));
    }
    return ZM_OK;
}

/* ---- traps ---- */
static int class_of(zm_value value) { return zm_is_win(value) ? 2 : zm_is_draw(value) ? 1 : 0; }

/* Of the replies to a move, those that give away a win or a draw the replier has. Where the mover moves again, or the
 * game is over, nobody can go wrong. */
static zm_status traps_after(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_choice *m)
{
    zm_move moves[ZM_MAX_MOVES];
    zm_value has, keeps;
    unsigned count, wrong = 0;
    m->traps = 0;
    if (!zm_player_after(v, p, 0, m->next) || zm_moves_of(v, m->next, moves, &count) != ZM_OPEN)
        return ZM_OK;
    ZM_TRY(c, zm_value_in_game(c, t, m->next, &has));
    for (unsigned i = 0; i < count; i++) {
        ZM_TRY(c, zm_value_of_move(c, v, t, m->next, v->game->play(v, m->next, moves[i]), &keeps));
        wrong += class_of(keeps) < class_of(has);
    }
    m->traps = (double)wrong / count;
    return ZM_OK;
}

zm_status zm_find_traps(zm_context *c, const zm_variant *v, const zm_table *t, zm_choices *choices)
{
    for (unsigned i = 0; i < choices->best; i++)
        ZM_TRY(c, traps_after(c, v, t, choices->position, &choices->choice[i]));
    return ZM_OK;
}
