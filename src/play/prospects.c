/* prospects.c: of a game with dice, the moves that each roll offers, with the probability that each leads to. */
#include <zermelo/play.h>

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

static zm_status find_offer(zm_context *c, const zm_variant *v, const zm_table *t, const zm_turn *turn, zm_odds *odds,
                            zm_roll_offer *out)
{
    out->count = turn->count;
    ZM_TRY(c, zm_odds_of_moves(c, v, t, turn, odds));
    for (unsigned i = 0; i < turn->count; i++) {
        const zm_pos next = v->game->play(v, turn->position, turn->move[i]);
        out->move[i] = (zm_prospect){.move = turn->move[i], .next = next, .odds = odds[i]};
        insert(out->move, i + 1);
    }
    out->odds = out->move[0].odds;
    return ZM_OK;
}

static zm_status find_offers(zm_context *c, const zm_variant *v, const zm_table *t, zm_odds *odds, zm_prospects *out)
{
    zm_move moves[ZM_MAX_MOVES];
    zm_turn turn = {.move = moves};
    zm_prospect *room = out->room;
    for (unsigned i = 0; i < out->rolls; i++) {
        zm_turn_begin(v, out->position, out->turn, i, &turn);
        out->roll[i].move = room;
        ZM_TRY(c, find_offer(c, v, t, &turn, odds, &out->roll[i]));
        room += out->roll[i].count;
    }
    return ZM_OK;
}

void zm_roll_chances(const zm_variant *v, zm_pos p, double out[ZM_MAX_ROLLS])
{
    uint32_t weight[ZM_MAX_ROLLS], total = 0;
    for (unsigned i = 0; i < v->game->dice->rolls; i++)
        weight[i] = 1;
    if (v->game->dice->odds)
        v->game->dice->odds(v, p, weight);
    for (unsigned i = 0; i < v->game->dice->rolls; i++)
        total += weight[i];
    for (unsigned i = 0; i < v->game->dice->rolls; i++)
        out[i] = (double)weight[i] / total;
}

static void find_chances(const zm_variant *v, zm_prospects *out)
{
    double chance[ZM_MAX_ROLLS];
    zm_roll_chances(v, out->position, chance);
    for (unsigned i = 0; i < out->rolls; i++)
        out->roll[i].chance = chance[i];
}

zm_status zm_prospects_find(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_prospects *out)
{
    zm_move moves[ZM_MAX_MOVES];
    unsigned count;
    *out = (zm_prospects){.position = p, .turn = zm_turn_of(v, p)};
    ZM_TRY(c, zm_table_probe_odds(c, t, p, &out->odds));
    if (!zm_is_odds(out->odds))
        return ZM_OK;
    out->over = zm_moves_of(v, p, moves, &count) != ZM_OPEN;
    if (out->over)
        return ZM_OK;
    out->rolls = v->game->dice->rolls;
    find_chances(v, out);
    ZM_TRY(c, zm_alloc(c, &out->room, count, sizeof *out->room, "the moves of a position"));
    zm_odds *odds;
    ZM_TRY(c, zm_alloc(c, &odds, count, sizeof *odds, "the odds of moves"));
    zm_status status = find_offers(c, v, t, odds, out);
    zm_release(c, odds);
    return status;
}

void zm_prospects_free(zm_context *c, zm_prospects *out)
{
    zm_release(c, out->room);
    *out = (zm_prospects){0};
}
