/* prospects.c: of a game with dice, the moves that each roll offers, with the probability that each leads to. */
#include "game/expand.h"

#include <zermelo/play.h>

zm_status zm_odds_of_move(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_pos next, zm_odds *odds)
{
    ZM_TRY(c, zm_table_probe_odds(t, c, next, odds));
    if (!zm_is_odds(*odds))
        return zm_fail(c, ZM_CORRUPT, "the table has no value for a position of a game; run `zermelo verify`");
    if (zm_player_after(v, 0, p, next))
        *odds = zm_odds_against(*odds);
    return ZM_OK;
}

static uint64_t twice(zm_odds o) { return (uint64_t)o.lower + o.upper; }

/* Puts the last of the moves in its place: there are few, and most come in order. */
static void insert(zm_prospect *move, unsigned count)
{
    const zm_prospect last = move[count - 1];
    unsigned at = count - 1;
    for (; at && twice(move[at - 1].odds) < twice(last.odds); at--)
        move[at] = move[at - 1];
    move[at] = last;
}

static zm_status find_offer(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, const zm_move *moves,
                            zm_roll_offer *out)
{
    for (unsigned i = 0; i < out->count; i++) {
        zm_prospect *m = &out->move[i];
        *m = (zm_prospect){.move = moves[i], .next = v->game->play(v, p, moves[i])};
        ZM_TRY(c, zm_odds_of_move(c, v, t, p, m->next, &m->odds));
        insert(out->move, i + 1);
    }
    out->odds = out->move[0].odds;
    return ZM_OK;
}

static void find_chances(const zm_variant *v, zm_prospects *out)
{
    uint32_t weight[ZM_MAX_ROLLS], total = 0;
    for (unsigned i = 0; i < out->rolls; i++)
        weight[i] = 1;
    if (v->game->odds)
        v->game->odds(v, out->position, weight);
    for (unsigned i = 0; i < out->rolls; i++)
        total += weight[i];
    for (unsigned i = 0; i < out->rolls; i++)
        out->roll[i].chance = (double)weight[i] / total;
}

zm_status zm_prospects_find(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_prospects *out)
{
    zm_move moves[ZM_MAX_MOVES];
    unsigned count;
    *out = (zm_prospects){.position = p, .turn = zm_turn_of(v, p)};
    ZM_TRY(c, zm_table_probe_odds(t, c, p, &out->odds));
    if (!zm_is_odds(out->odds))
        return ZM_OK;
    out->over = zm_moves_of(v, p, moves, &count) != ZM_OPEN;
    if (out->over)
        return ZM_OK;
    out->rolls = v->game->rolls;
    find_chances(v, out);
    ZM_TRY(c, zm_alloc(c, &out->room, count, sizeof *out->room, "the moves of a position"));
    zm_prospect *room = out->room;
    for (unsigned i = 0; i < out->rolls; i++) {
        out->roll[i].move = room;
        out->roll[i].count = v->game->roll_moves(v, p, i, moves);
        ZM_TRY(c, find_offer(c, v, t, p, moves, &out->roll[i]));
        room += out->roll[i].count;
    }
    return ZM_OK;
}

void zm_prospects_free(zm_context *c, zm_prospects *out)
{
    zm_release(c, out->room);
    *out = (zm_prospects){0};
}
