/* play_odds.c: what is to be expected, and hints, where there are dice: the chance to win, with the roll that has been
 * thrown. */
#include "base/percent.h"
#include "play.h"

#include <stdlib.h>
#include <string.h>

typedef struct rated {
    unsigned number; /* of the move */
    zm_odds odds;
} rated;

static int better_first(const void *x, const void *y)
{
    const rated *a = x, *b = y;
    const uint64_t p = (uint64_t)a->odds.lower + a->odds.upper, q = (uint64_t)b->odds.lower + b->odds.upper;
    return p != q ? (p < q ? 1 : -1) : a->number < b->number ? -1 : 1;
}

/* The moves with their odds, best first. Free with zm_release. */
static zm_status rate_moves(const zm_session *s, rated **out)
{
    zm_cli *cli = s->cli;
    const zm_turn *now = &s->game.now;
    zm_odds *odds = NULL;
    zm_status status = zm_alloc(cli->context, out, now->count, sizeof **out, "the odds of moves");
    if (status == ZM_OK)
        status = zm_alloc(cli->context, &odds, now->count, sizeof *odds, "the odds of moves");
    if (status == ZM_OK)
        status = zm_odds_of_moves(cli->context, cli->variant, cli->table, now, odds);
    for (unsigned i = 0; status == ZM_OK && i < now->count; i++)
        (*out)[i] = (rated){i, odds[i]};
    if (status == ZM_OK)
        qsort(*out, now->count, sizeof **out, better_first);
    zm_release(cli->context, odds);
    return status;
}

zm_status zm_session_show_odds(zm_session *s)
{
    const zm_turn *now = &s->game.now;
    const char *name = zm_session_player(s, now->player);
    const bool you = zm_session_humans(s) == 1 && zm_session_human(s, now->player);
    char roll[ZM_ROLL_TEXT], odds[ZM_ODDS_TEXT];
    rated *moves = NULL;
    zm_write_roll(s->cli->variant, now->roll, roll, sizeof roll);
    if (!s->cli->table) {
        zm_session_say(s, "%s to move, has rolled %s.", name, roll);
        return ZM_OK;
    }
    zm_status status = rate_moves(s, &moves);
    if (status == ZM_OK)
        zm_session_say(s, "%s to move, has rolled %s: %s with a chance of %s.", name, roll,
                       you ? "you can win" : "wins", zm_percent_short(moves[0].odds, 2, s->cli->utf8, odds));
    zm_release(s->cli->context, moves);
    return status;
}

zm_status zm_session_show_odds_of_moves(zm_session *s)
{
    const zm_turn *now = &s->game.now;
    char text[ZM_MAX_TEXT], odds[ZM_ODDS_TEXT];
    rated *moves = NULL;
    int width = 12;
    zm_status status = rate_moves(s, &moves);
    for (unsigned i = 0; status == ZM_OK && i < now->count; i++) {
        const int n = (int)strlen(zm_write_move(s->cli->variant, now->position, now->move[i], text, sizeof text));
        width = n > width ? n : width;
    }
    for (unsigned i = 0; status == ZM_OK && i < now->count; i++) {
        zm_write_move(s->cli->variant, now->position, now->move[moves[i].number], text, sizeof text);
        fprintf(s->out, "  %c %-*s wins with %8s\n", i ? ' ' : '*', width, text,
                zm_percent_short(moves[i].odds, 2, s->cli->utf8, odds));
    }
    if (status == ZM_OK) {
        zm_write_move(s->cli->variant, now->position, now->move[moves[0].number], text, sizeof text);
        zm_session_say(s, "best: %s", text);
    }
    zm_release(s->cli->context, moves);
    return status;
}
