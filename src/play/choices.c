/* choices.c: the moves of a position, each with what the table says of where it leads. */
#include <zermelo/play.h>

static zm_status value_of(zm_context *c, const zm_variant *v, const zm_table *t, unsigned turn, zm_choice *m)
{
    zm_value there;
    bool passes = zm_impartial(v) || zm_turn_of(v, m->next) != turn;
    ZM_TRY(c, zm_table_probe(t, c, m->next, &there));
    if (there == ZM_NONE)
        return zm_fail(c, ZM_CORRUPT, "the table has no value for a position one move on; run `zermelo verify`");
    m->value = zm_before_move(there, passes);
    if (!zm_table_distances(t))
        m->value = zm_wdl(m->value);
    return ZM_OK;
}

zm_status zm_choices_find(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_choices *out)
{
    zm_move moves[ZM_MAX_MOVES];
    out->position = p;
    out->turn = zm_turn_of(v, p);
    out->wdl = !zm_table_distances(t);
    out->count = 0;
    ZM_TRY(c, zm_table_probe(t, c, p, &out->value));
    if (out->value == ZM_NONE)
        return ZM_OK;
    unsigned count;
    out->over = zm_moves_of(v, p, moves, &count) != ZM_OPEN;
    for (; out->count < count; out->count++) {
        zm_choice *m = &out->choice[out->count];
        *m = (zm_choice){.move = moves[out->count], .next = v->game->play(v, p, moves[out->count]), .share = -1};
        ZM_TRY(c, value_of(c, v, t, out->turn, m));
    }
    return ZM_OK;
}
