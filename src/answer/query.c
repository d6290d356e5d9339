/* query.c: see query.h. */
#include "query.h"

#include <string.h>

bool zm_choice_delta(const zm_choices *a, const zm_choice *m, unsigned *plies)
{
    zm_value best = ZM_NONE;
    for (unsigned i = 0; i < a->count; i++)
        best = a->choice[i].value > best ? a->choice[i].value : best;
    if (a->wdl || strcmp(zm_value_name(best), zm_value_name(m->value)))
        return false;
    *plies = (unsigned)(best - m->value); /* of one kind, a ply is 1 */
    return true;
}

/* "move" and "position". */
static void json_step(zm_json *j, const zm_variant *v, zm_pos p, zm_move m, zm_pos next)
{
    char text[ZM_MAX_TEXT];
    zm_write_move(v, p, m, text);
    zm_json_text(j, "move", text);
    zm_json_position(j, "position", v, next);
}

static void json_more(zm_json *j, const zm_more *more, zm_pos p, zm_move m, zm_pos next)
{
    if (more)
        more->move(more->arg, j, p, m, next);
}

/* ---- without dice ---- */
static void json_move(zm_json *j, const zm_variant *v, const zm_choices *a, const zm_choice *m, const zm_more *more)
{
    unsigned plies;
    zm_json_open(j, NULL, '{');
    json_step(j, v, a->position, m->move, m->next);
    zm_json_text(j, "value", zm_value_name(m->value));
    zm_json_remoteness(j, m->value, a->wdl);
    if (zm_choice_delta(a, m, &plies))
        zm_json_number(j, "delta", plies);
    else
        zm_json_null(j, "delta");
    if (m->share >= 0)
        zm_json_real(j, "share", m->share);
    if (m->traps >= 0)
        zm_json_real(j, "traps", m->traps);
    json_more(j, more, a->position, m->move, m->next);
    zm_json_close(j, '}');
}

void zm_json_query(zm_json *j, const zm_variant *v, const zm_choices *a, const zm_more *more)
{
    zm_json_asked(j, v, a->position, a->turn);
    zm_json_text(j, "values", zm_values_name(a->wdl));
    zm_json_value(j, v, a->turn, a->value, a->wdl && !a->over); /* where the game is over, how far is no secret */
    zm_json_bool(j, "over", a->over);
    zm_json_open(j, "moves", '[');
    for (unsigned i = 0; i < a->count; i++)
        json_move(j, v, a, &a->choice[i], more);
    zm_json_close(j, ']');
}

/* ---- with dice ---- */
static void json_prospect(zm_json *j, const zm_variant *v, zm_pos p, const zm_prospect *m, const zm_more *more)
{
    zm_json_open(j, NULL, '{');
    json_step(j, v, p, m->move, m->next);
    zm_json_odds(j, m->odds);
    json_more(j, more, p, m->move, m->next);
    zm_json_close(j, '}');
}

void zm_json_query_dice(zm_json *j, const zm_variant *v, const zm_prospects *a, const zm_more *more)
{
    zm_json_asked(j, v, a->position, a->turn);
    zm_json_text(j, "values", "odds");
    zm_json_odds(j, a->odds);
    zm_json_bool(j, "over", a->over);
    zm_json_open(j, "rolls", '[');
    for (unsigned i = 0; i < a->rolls; i++) {
        zm_json_open(j, NULL, '{');
        zm_json_number(j, "roll", i + 1);
        zm_json_real(j, "chance", a->roll[i].chance);
        zm_json_odds(j, a->roll[i].odds);
        zm_json_open(j, "moves", '[');
        for (unsigned k = 0; k < a->roll[i].count; k++)
            json_prospect(j, v, a->position, &a->roll[i].move[k], more);
        zm_json_close(j, ']');
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

/* ---- by a table of best moves ---- */
static zm_status best_move(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, unsigned roll,
                           zm_move *room, zm_move *out)
{
    zm_turn turn = {.move = room};
    unsigned choice;
    zm_turn_begin(v, p, zm_turn_of(v, p), roll, &turn);
    ZM_TRY(c, zm_table_probe_move(t, c, p, roll, &choice));
    if (choice >= turn.count)
        return zm_fail(c, ZM_CORRUPT, "the table of best moves names move %u of %u", choice + 1, turn.count);
    *out = room[choice];
    return ZM_OK;
}

zm_status zm_best_moves(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_move best[ZM_MAX_ROLLS],
                        unsigned *rolls)
{
    zm_move *room;
    *rolls = v->game->ended && v->game->ended(v, p) != ZM_OPEN ? 0 : v->game->rolls;
    ZM_TRY(c, zm_alloc(c, &room, ZM_MAX_MOVES, sizeof *room, "the moves of a position"));
    zm_status status = ZM_OK;
    for (unsigned i = 0; i < *rolls && status == ZM_OK; i++)
        status = best_move(c, v, t, p, i, room, &best[i]);
    zm_release(c, room);
    return status;
}

void zm_json_best_moves(zm_json *j, const zm_variant *v, zm_pos p, unsigned rolls, const zm_move *best,
                        const zm_more *more)
{
    zm_json_asked(j, v, p, zm_turn_of(v, p));
    zm_json_text(j, "values", "moves");
    zm_json_bool(j, "over", !rolls);
    zm_json_open(j, "rolls", '[');
    for (unsigned i = 0; i < rolls; i++) {
        const zm_pos next = v->game->play(v, p, best[i]);
        zm_json_open(j, NULL, '{');
        zm_json_number(j, "roll", i + 1);
        json_step(j, v, p, best[i], next);
        json_more(j, more, p, best[i], next);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}
