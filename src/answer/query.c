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

/* "move", "position" and "next": who is to move there. */
static void json_step(zm_json *j, const zm_variant *v, unsigned player, zm_pos p, zm_move m, zm_pos next)
{
    char text[ZM_MAX_TEXT];
    zm_write_move(v, p, m, text, sizeof text);
    zm_json_text(j, "move", text);
    zm_json_position(j, "position", v, next);
    zm_json_text(j, "next", zm_player(v->game, zm_player_after(v, p, player, next)));
}

static void json_more(zm_json *j, const zm_more *more, zm_pos p, zm_move m, zm_pos next)
{
    if (more)
        more->move(more->arg, j, p, m, next);
}

/* ---- without dice ---- */
/* Only where the game has such a number, and how far is known. */
static void json_score(zm_json *j, const zm_variant *v, const zm_choices *a, zm_value value)
{
    if (v->game->looks->score && !a->wdl)
        zm_json_signed(j, "score", v->game->looks->score(v, a->position, value));
}

static void json_move(zm_json *j, const zm_variant *v, const zm_choices *a, const zm_choice *m, const zm_more *more)
{
    unsigned plies;
    zm_json_open(j, NULL, '{');
    json_step(j, v, a->turn, a->position, m->move, m->next);
    zm_json_text(j, "value", zm_value_name(m->value));
    zm_json_remoteness(j, m->value, a->wdl);
    json_score(j, v, a, m->value);
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
    json_score(j, v, a, a->value);
    zm_json_bool(j, "over", a->over);
    zm_json_open(j, "moves", '[');
    for (unsigned i = 0; i < a->count; i++)
        json_move(j, v, a, &a->choice[i], more);
    zm_json_close(j, ']');
}

/* ---- with dice ---- */
static void json_prospect(zm_json *j, const zm_variant *v, const zm_prospects *a, const zm_prospect *m,
                          const zm_more *more)
{
    zm_json_open(j, NULL, '{');
    json_step(j, v, a->turn, a->position, m->move, m->next);
    zm_json_odds(j, m->odds);
    json_more(j, more, a->position, m->move, m->next);
    zm_json_close(j, '}');
}

void zm_json_roll(zm_json *j, const zm_variant *v, unsigned roll)
{
    char text[ZM_ROLL_TEXT];
    zm_json_number(j, "roll", roll + 1);
    zm_json_text(j, "dice", zm_write_roll(v, roll, text, sizeof text));
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
        zm_json_roll(j, v, i);
        zm_json_real(j, "chance", a->roll[i].chance);
        zm_json_odds(j, a->roll[i].odds);
        zm_json_open(j, "moves", '[');
        for (unsigned k = 0; k < a->roll[i].count; k++)
            json_prospect(j, v, a, &a->roll[i].move[k], more);
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
    ZM_TRY(c, zm_table_probe_move(c, t, p, roll, &choice));
    if (choice >= turn.count)
        return zm_fail(c, ZM_CORRUPT, "the table of best moves names move %u of %u", choice + 1, turn.count);
    *out = room[choice];
    return ZM_OK;
}

zm_status zm_best_moves(zm_context *c, const zm_variant *v, const zm_table *t, zm_pos p, zm_move best[ZM_MAX_ROLLS],
                        unsigned *rolls)
{
    zm_move *room;
    *rolls = v->game->ended && v->game->ended(v, p) != ZM_OPEN ? 0 : v->game->dice->rolls;
    ZM_TRY(c, zm_alloc(c, &room, ZM_MAX_MOVES, sizeof *room, "the moves of a position"));
    zm_status status = ZM_OK;
    for (unsigned i = 0; i < *rolls && status == ZM_OK; i++)
        status = best_move(c, v, t, p, i, room, &best[i]);
    zm_release(c, room);
    return status;
}

void zm_json_best_moves(zm_json *j, const zm_variant *v, zm_pos p, unsigned turn, unsigned rolls, const zm_move *best,
                        const zm_more *more)
{
    zm_json_asked(j, v, p, turn);
    zm_json_text(j, "values", "moves");
    zm_json_bool(j, "over", !rolls);
    zm_json_open(j, "rolls", '[');
    for (unsigned i = 0; i < rolls; i++) {
        const zm_pos next = v->game->play(v, p, best[i]);
        zm_json_open(j, NULL, '{');
        zm_json_roll(j, v, i);
        json_step(j, v, turn, p, best[i], next);
        json_more(j, more, p, best[i], next);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

/* ---- without a table ---- */
static void json_nulls(zm_json *j, const char *const *key)
{
    for (; *key; key++)
        zm_json_null(j, *key);
}

static const char *const no_odds[] = {"probability", "lower", "upper", NULL};

static void json_plain_move(zm_json *j, const zm_variant *v, const zm_turn *t, zm_move m, const zm_more *more)
{
    static const char *const no_value[] = {"value", "remoteness", "delta", NULL};
    const zm_pos next = v->game->play(v, t->position, m);
    zm_json_open(j, NULL, '{');
    json_step(j, v, t->player, t->position, m, next);
    json_nulls(j, v->game->dice->rolls ? no_odds : no_value);
    json_more(j, more, t->position, m, next);
    zm_json_close(j, '}');
}

static void json_plain_moves(zm_json *j, const zm_variant *v, const zm_turn *t, const zm_more *more)
{
    zm_json_open(j, "moves", '[');
    for (unsigned i = 0; i < t->count; i++)
        json_plain_move(j, v, t, t->move[i], more);
    zm_json_close(j, ']');
}

static void json_plain_rolls(zm_json *j, const zm_variant *v, zm_turn *t, const zm_more *more)
{
    double chance[ZM_MAX_ROLLS];
    const unsigned rolls = t->end == ZM_OPEN ? v->game->dice->rolls : 0;
    if (rolls)
        zm_roll_chances(v, t->position, chance);
    zm_json_open(j, "rolls", '[');
    for (unsigned i = 0; i < rolls; i++) {
        zm_turn_begin(v, t->position, t->player, i, t);
        zm_json_open(j, NULL, '{');
        zm_json_roll(j, v, i);
        zm_json_real(j, "chance", chance[i]);
        json_nulls(j, no_odds);
        json_plain_moves(j, v, t, more);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

/* How it has ended is known by the rules alone. */
static void json_end(zm_json *j, const zm_variant *v, unsigned turn, zm_end end)
{
    static const char *const no_value[] = {"value", "winner", "remoteness", NULL};
    const zm_value value = end == ZM_WIN ? zm_win_in(0) : end == ZM_LOSS ? zm_loss_in(0) : ZM_DRAWN;
    if (end == ZM_OPEN || end == ZM_BEYOND)
        json_nulls(j, no_value);
    else
        zm_json_value(j, v, turn, value, false);
    if (v->game->dice->rolls)
        json_nulls(j, no_odds);
}

void zm_json_unsolved(zm_json *j, const zm_variant *v, const zm_unsolved *u, const zm_more *more)
{
    zm_turn turn = {.move = u->room};
    zm_turn_begin(v, u->position, u->turn, 0, &turn);
    zm_json_asked(j, v, u->position, u->turn);
    zm_json_null(j, "values");
    json_end(j, v, u->turn, turn.end);
    zm_json_bool(j, "over", turn.end != ZM_OPEN);
    zm_json_text(j, "problem", turn.end == ZM_OPEN ? u->problem : NULL);
    if (v->game->dice->rolls)
        json_plain_rolls(j, v, &turn, more);
    else
        json_plain_moves(j, v, &turn, more);
}
