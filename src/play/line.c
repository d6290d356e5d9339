/* line.c: a line of best play, position by position. Cost: the moves of each, their values, and what the perfect agent
 * asks besides. */
#include <zermelo/play.h>

#include "base/options.h"
#include "base/stop.h"

/* The move, or false where the line ends. */
static zm_status best_of(zm_context *c, const zm_variant *v, const zm_table *t, zm_choices *a, bool *goes_on)
{
    static const zm_agent perfect = {.kind = ZM_PERFECT};
    *goes_on = *goes_on && !a->over && a->count;
    return *goes_on ? zm_agent_sort(c, v, t, &perfect, a) : ZM_OK;
}

zm_status zm_best_play(zm_context *c, const zm_variant *v, const zm_table *t, const zm_line_options *options,
                       zm_choices *room)
{
    ZM_TAKE_OPTIONS(c, zm_line_options, options, o);
    zm_ply ply = {.at = room, .player = o.player};
    zm_pos at = o.from;
    bool goes_on = true;
    for (uint64_t made = 0; goes_on; made++) {
        ZM_TRY(c, zm_check_stop(c));
        ZM_TRY(c, zm_choices_find(c, v, t, at, room));
        if (room->value == ZM_NONE)
            return zm_fail(c, ZM_CORRUPT, "the table does not have the position");
        goes_on = made < o.plies;
        ZM_TRY(c, best_of(c, v, t, room, &goes_on));
        ply.best = goes_on ? &room->choice[0] : NULL;
        ZM_TRY(c, o.see(o.arg, &ply));
        if (goes_on) {
            ply.player = zm_player_after(v, at, ply.player, room->choice[0].next);
            at = room->choice[0].next;
        }
    }
    return ZM_OK;
}
