/* draw_moves.c: see draw_moves.h. Where a position has more moves than a board can show, only the best are drawn. */
#include "draw_moves.h"

#include "answer/query.h"
#include "args.h"
#include "choices.h"
#include "dice.h"
#include "draw/touches.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>

enum { DRAWN = 48, LISTED = 100 }; /* moves at most, on a board and below it */

/* ---- finding values ---- */
static zm_status find_choices(zm_cli *cli, zm_pos p, zm_rated *out)
{
    ZM_TRY(cli->context, zm_alloc(cli->context, &out->choices, 1, sizeof *out->choices, "the moves of a position"));
    ZM_TRY(cli->context, zm_choices_find(cli->context, cli->variant, cli->table, p, out->choices));
    zm_choices_sort(out->choices);
    return ZM_OK;
}

static zm_status find_prospects(zm_cli *cli, zm_pos p, zm_rated *out)
{
    if (zm_table_moves(cli->table))
        return zm_fail(cli->context, ZM_BAD_INPUT,
                       "the table has best moves alone: it does not know how likely they win");
    return zm_prospects_find(cli->context, cli->variant, cli->table, p, &out->prospects);
}

static zm_status read_roll(zm_cli *cli, zm_rated *out)
{
    const char *roll = zm_cli_value(cli, "roll");
    const unsigned rolls = cli->game->dice->rolls;
    char first[ZM_ROLL_TEXT], last[ZM_ROLL_TEXT];
    if (!rolls)
        return roll ? zm_fail(cli->context, ZM_BAD_INPUT, "--roll: %s has no dice", cli->game->name) : ZM_OK;
    if (roll)
        return zm_read_roll(cli->context, cli->variant, roll, &out->roll);
    return zm_fail(cli->context, ZM_BAD_INPUT, "%s has dice: say which roll, --roll %s to %s", cli->game->name,
                   zm_write_roll(cli->variant, 0, first, sizeof first),
                   zm_write_roll(cli->variant, rolls - 1, last, sizeof last));
}

zm_status zm_rated_find(zm_cli *cli, zm_pos p, zm_rated *out)
{
    ZM_TRY(cli->context, read_roll(cli, out));
    ZM_TRY(cli->context, zm_cli_find_values(cli, p));
    return cli->game->dice->rolls ? find_prospects(cli, p, out) : find_choices(cli, p, out);
}

void zm_rated_free(zm_cli *cli, zm_rated *r)
{
    zm_release(cli->context, r->choices);
    zm_prospects_free(cli->context, &r->prospects);
    *r = (zm_rated){0};
}

/* ---- captions ---- */
/* "a win in 12 plies" */
static void value_words(const zm_choices *a, char *out, size_t size)
{
    const unsigned plies = zm_remoteness(a->value);
    if (zm_is_draw(a->value))
        snprintf(out, size, "a draw");
    else if (a->wdl)
        snprintf(out, size, "a %s", zm_value_name(a->value));
    else
        snprintf(out, size, "a %s in %u %s", zm_value_name(a->value), plies, plies == 1 ? "ply" : "plies");
}

void zm_value_caption(const zm_cli *cli, const zm_choices *a, char *out, size_t size)
{
    char words[64];
    value_words(a, words, sizeof words);
    if (a->over)
        snprintf(out, size, "over: %s%s", zm_is_draw(a->value) ? "a draw" : zm_winner(cli->variant, a->turn, a->value),
                 zm_is_draw(a->value)                                                 ? ""
                 : strcmp(zm_wins(zm_winner(cli->variant, a->turn, a->value)), "win") ? " has won"
                                                                                      : " have won");
    else if (zm_impartial(cli->variant))
        snprintf(out, size, "%s for whoever is to move", words);
    else
        snprintf(out, size, "%s to move: %s", zm_player(cli->game, a->turn), words);
}

static void odds_caption(const zm_cli *cli, const zm_rated *r, char *out, size_t size)
{
    const zm_prospects *a = &r->prospects;
    char roll[ZM_ROLL_TEXT], odds[ZM_ODDS_TEXT];
    if (a->over)
        snprintf(out, size, "over: the side to move has %s", a->odds.lower ? "won" : "lost");
    else
        snprintf(out, size, "%s to move, has rolled %s: wins with %s", zm_player(cli->game, a->turn),
                 zm_write_roll(cli->variant, r->roll, roll, sizeof roll),
                 zm_percent_short(a->roll[r->roll].odds, 2, cli->utf8, odds));
}

static void tell_left_out(size_t drawn, unsigned all, char *out, size_t size)
{
    const size_t n = strlen(out);
    if (drawn < all && n < size)
        snprintf(out + n, size - n, "; the best %zu of %u moves", drawn, all);
}

/* ---- on the board ---- */
/* "+12", "=", "-5"; the sign alone where nobody knows how far. */
static zm_verdict mark_of(zm_value value, bool wdl, char out[ZM_FIELD_TEXT])
{
    const zm_verdict v = zm_is_win(value) ? ZM_WINS : zm_is_loss(value) ? ZM_LOSES : ZM_DRAWS;
    if (v == ZM_DRAWS || wdl)
        snprintf(out, ZM_FIELD_TEXT, "%c", "+=-"[v]);
    else
        snprintf(out, ZM_FIELD_TEXT, "%c%u", "+=-"[v], zm_remoteness(value));
    return v;
}

static void draw_choices(const zm_cli *cli, const zm_choices *a, unsigned count, zm_picture *p)
{
    zm_touching t;
    zm_touches touched;
    char text[ZM_FIELD_TEXT], name[ZM_MAX_TEXT];
    zm_touching_open(&t, cli->variant, a->position);
    for (unsigned i = 0; i < count; i++) {
        zm_picture_touches(&t, a->choice[i].move, &touched);
        zm_write_move(cli->variant, a->position, a->choice[i].move, name, sizeof name);
        const zm_verdict v = mark_of(a->choice[i].value, a->wdl, text);
        zm_picture_add_move(p, &touched, v, text, name, i < a->best);
    }
}

static bool is_best(const zm_roll_offer *o, unsigned i)
{
    return o->move[i].odds.lower == o->odds.lower && o->move[i].odds.upper == o->odds.upper;
}

static void draw_offer(const zm_cli *cli, const zm_rated *r, unsigned count, zm_picture *p)
{
    const zm_roll_offer *o = &r->prospects.roll[r->roll];
    zm_touching t;
    zm_touches touched;
    char text[ZM_FIELD_TEXT], name[ZM_MAX_TEXT];
    zm_touching_open(&t, cli->variant, r->prospects.position);
    for (unsigned i = 0; i < count; i++) {
        zm_picture_touches(&t, o->move[i].move, &touched);
        zm_write_move(cli->variant, r->prospects.position, o->move[i].move, name, sizeof name);
        snprintf(text, sizeof text, "%.1f", 100 * zm_odds_middle(o->move[i].odds));
        zm_picture_add_move(p, &touched, ZM_CHANCE, text, name, is_best(o, i));
    }
}

/* ---- below it ---- */
static void list_offer(const zm_cli *cli, const zm_rated *r, FILE *out)
{
    const zm_roll_offer *o = &r->prospects.roll[r->roll];
    char move[ZM_MAX_TEXT], odds[ZM_ODDS_TEXT];
    int width = 12;
    for (unsigned i = 0; i < o->count && i < LISTED; i++) {
        const int n =
            (int)strlen(zm_write_move(cli->variant, r->prospects.position, o->move[i].move, move, sizeof move));
        width = n > width ? n : width;
    }
    fprintf(out, "    %-*s  %s\n", width, "MOVE", "WINS WITH");
    for (unsigned i = 0; i < o->count && i < LISTED; i++) {
        zm_write_move(cli->variant, r->prospects.position, o->move[i].move, move, sizeof move);
        fprintf(out, "  %c %-*s  %s\n", is_best(o, i) ? '*' : ' ', width, move,
                zm_odds_words(cli, o->move[i].odds, odds));
    }
    fputs("\n  * the best with that roll\n", out);
}

static zm_status list_moves(zm_cli *cli, const zm_rated *r, zm_picture *p)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return zm_fail(cli->context, ZM_NO_MEMORY, "no memory for a list of moves");
    if (r->choices) {
        zm_print_choices(cli, out, r->choices, LISTED, false);
        zm_print_legend(cli, out, r->choices, "as good as any");
    } else {
        list_offer(cli, r, out);
    }
    zm_status status = fclose(out) ? zm_fail(cli->context, ZM_NO_MEMORY, "no memory for a list of moves")
                                   : zm_alloc(cli->context, &p->notes, bytes + 1, 1, "a list of moves");
    if (status == ZM_OK)
        memcpy(p->notes, text, bytes);
    free(text);
    return status;
}

static unsigned count_of(const zm_rated *r)
{
    return r->choices ? r->choices->count : r->prospects.rolls ? r->prospects.roll[r->roll].count : 0;
}

/* All of them, or as many of the best as fit. */
static unsigned drawn_of(const zm_rated *r)
{
    const unsigned all = count_of(r), best = r->choices ? r->choices->best : all;
    return all <= DRAWN ? all : best < DRAWN ? best : DRAWN;
}

/* What is in hand and done now, then what it is worth. */
static void make_caption(const zm_cli *cli, const zm_rated *r, zm_picture *p)
{
    char now[ZM_PICTURE_TEXT / 2], worth[ZM_PICTURE_TEXT / 4];
    zm_picture_now(p, cli->variant, now, sizeof now);
    if (r->choices)
        zm_value_caption(cli, r->choices, worth, sizeof worth);
    else
        odds_caption(cli, r, worth, sizeof worth);
    snprintf(p->caption, sizeof p->caption, "%s%s%s", now, *now ? "; " : "", worth);
}

zm_status zm_rated_draw(zm_cli *cli, const zm_rated *r, zm_picture *p)
{
    const unsigned count = drawn_of(r);
    make_caption(cli, r, p);
    if (!count)
        return ZM_OK;
    ZM_TRY(cli->context, zm_picture_expect_moves(cli->context, p, count));
    if (r->choices)
        draw_choices(cli, r->choices, count, p);
    else
        draw_offer(cli, r, count, p);
    tell_left_out(count, count_of(r), p->caption, sizeof p->caption);
    return list_moves(cli, r, p);
}

/* ---- as JSON ---- */
static void json_move(zm_json *j, const zm_cli *cli, const zm_rated *r, unsigned i, zm_touching *t)
{
    const zm_choice *m = r->choices ? &r->choices->choice[i] : NULL;
    const zm_prospect *with = m ? NULL : &r->prospects.roll[r->roll].move[i];
    char text[ZM_MAX_TEXT];
    zm_touches touched;
    zm_json_open(j, NULL, '{');
    zm_write_move(cli->variant, t->position, m ? m->move : with->move, text, sizeof text);
    zm_json_text(j, "move", text);
    if (m) {
        zm_json_text(j, "value", zm_value_name(m->value));
        zm_json_remoteness(j, m->value, r->choices->wdl);
    } else {
        zm_json_odds(j, with->odds);
    }
    zm_json_bool(j, "best", m ? i < r->choices->best : is_best(&r->prospects.roll[r->roll], i));
    zm_picture_touches(t, m ? m->move : with->move, &touched);
    zm_touches_json(j, &touched);
    zm_json_close(j, '}');
}

void zm_rated_json(zm_json *j, const zm_cli *cli, const zm_rated *r)
{
    zm_touching t;
    zm_touching_open(&t, cli->variant, r->choices ? r->choices->position : r->prospects.position);
    if (cli->game->dice->rolls)
        zm_json_roll(j, cli->variant, r->roll);
    zm_json_open(j, "moves", '[');
    for (unsigned i = 0; i < count_of(r); i++)
        json_move(j, cli, r, i, &t);
    zm_json_close(j, ']');
}
