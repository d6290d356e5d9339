/* play_show.c: what somebody sees who plays: the board with the last moves marked, what is to be expected, hints. */
#include "choices.h"
#include "play.h"
#include "print.h"

#include "base/text.h"
#include "draw/text.h"

#include <stdarg.h>
#include <string.h>

enum { HINTS = 12 }; /* moves shown at once */

void zm_session_say(const zm_session *s, const char *format, ...)
{
    char line[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    zm_print_wrapped(s->out, 0, 2, line);
}

void zm_session_say_move(zm_session *s, const char *move)
{
    const zm_turn *now = &s->game.now;
    char roll[ZM_ROLL_TEXT];
    if (s->cli->game->dice->rolls)
        zm_session_say(s, "%s rolls %s: %s", zm_session_player(s, now->player),
                       zm_write_roll(s->cli->variant, now->roll, roll, sizeof roll), move);
    else
        zm_session_say(s, "%s: %s", zm_session_player(s, now->player), move);
    s->fresh = true;
}

void zm_session_no_table(const zm_session *s, const char *so)
{
    char line[ZM_VARIANT_TEXT + 4700];
    zm_session_say(s, "There is no table, so %s; %s", so, zm_advice_words(s->cli, line, sizeof line));
}

/* ---- the board ---- */
static bool picture_of(const zm_session *s, zm_pos p, zm_picture *out)
{
    return zm_picture_of(s->cli->context, s->cli->variant, p, out) == ZM_OK;
}

static void free_picture(const zm_session *s, zm_picture *p) { zm_picture_free(s->cli->context, p); }

/* What has moved since the board was last shown. */
static void mark_fresh(const zm_session *s, zm_picture *p)
{
    zm_picture before;
    if (s->shown >= s->game.played || !picture_of(s, s->game.step[s->shown].before, &before))
        return;
    zm_picture_mark_fresh(p, &before);
    free_picture(s, &before);
}

/* Where a move is nothing but a field to fill, the field says how it is typed. */
static void name_fields(const zm_session *s, zm_picture *p)
{
    const zm_turn *now = &s->game.now;
    const zm_variant *v = s->cli->variant;
    char text[ZM_MAX_TEXT];
    for (unsigned i = 0; i < now->count && now->count <= ZM_MAX_CELLS && p->kind == ZM_PICTURE_SQUARES; i++) {
        zm_picture after;
        zm_write_move(v, now->position, now->move[i], text, sizeof text);
        if (strlen(text) > 3)
            return;
        if (!picture_of(s, v->game->play(v, now->position, now->move[i]), &after))
            return;
        zm_picture_name_field(p, &after, text);
        free_picture(s, &after);
    }
}

void zm_session_show_board(zm_session *s)
{
    const zm_text_style style = {.utf8 = s->cli->utf8, .colour = s->colour, .indent = 4};
    char text[ZM_MAX_TEXT];
    zm_picture p;
    zm_write_position(s->cli->variant, s->game.now.position, text, sizeof text);
    if (picture_of(s, s->game.now.position, &p)) {
        mark_fresh(s, &p);
        name_fields(s, &p);
        fputc('\n', s->out);
        if (zm_draw_text(s->out, &p, &style)) {
            zm_print_now(s->out, s->cli, &p, style.indent);
            fputc('\n', s->out);
        }
        if (p.kind == ZM_PICTURE_HEAPS || p.kind == ZM_PICTURE_WORDS)
            zm_session_say(s, "%s", text);
        free_picture(s, &p);
    }
    s->shown = s->game.played;
    s->fresh = false;
}

/* ---- what is to be expected ---- */
static const char *in_plies(zm_value value, bool wdl, char out[48])
{
    const unsigned r = zm_remoteness(value);
    if (wdl)
        *out = 0;
    else
        snprintf(out, 48, " in %u %s", r, r == 1 ? "ply" : "plies");
    return out;
}

static void say_end(const zm_session *s)
{
    const zm_record *g = &s->game;
    const unsigned winner = zm_record_winner(g);
    char count[64], after[96];
    snprintf(after, sizeof after, "after %s", g->played == 1 ? "1 ply" : zm_things_text(g->played, "plie", count));
    if (winner == ZM_NOBODY) {
        zm_session_say(s, "The game is over, %s: a draw.", after);
        return;
    }
    const bool you = zm_session_humans(s) == 1 && zm_session_human(s, winner);
    const char *name = you ? "you" : zm_session_player(s, winner);
    const char *have = you || !strcmp(zm_wins(name), "win") ? "have" : "has";
    if (g->resigned != ZM_NOBODY)
        zm_session_say(s, "%s gave up %s: %s %s won.", zm_session_player(s, g->resigned), after, name, have);
    else
        zm_session_say(s, "The game is over, %s: %s %s won.", after, name, have);
}

/* In the words of the one who plays, where there is one. */
static void say_expected(const zm_session *s, zm_value value, bool wdl)
{
    char far[48], words[ZM_WORDS_ROOM];
    const unsigned player = s->game.now.player;
    const bool you = zm_session_humans(s) == 1 && zm_session_human(s, player);
    const char *name = zm_session_player(s, player);
    if (zm_is_draw(value))
        zm_session_say(s, "%s to move: a draw, if nobody goes wrong.", name);
    else if (you && zm_is_win(value))
        zm_session_say(s, "%s to move: you can win%s.", name, in_plies(value, wdl, far));
    else if (you)
        zm_session_say(s, "%s to move: you lose%s against best play.", name, in_plies(value, wdl, far));
    else
        zm_session_say(s, "%s to move: %s.", name, zm_value_words(s->cli, player, value, wdl, words));
}

zm_status zm_session_show_value(zm_session *s)
{
    zm_cli *cli = s->cli;
    zm_value value;
    if (zm_record_over(&s->game)) {
        say_end(s);
        return ZM_OK;
    }
    if (cli->game->dice->rolls)
        return zm_session_show_odds(s);
    if (!cli->table) {
        zm_session_say(s, "%s to move.", zm_session_player(s, s->game.now.player));
        return ZM_OK;
    }
    ZM_TRY(cli->context, zm_table_probe(cli->context, cli->table, s->game.now.position, &value));
    if (value == ZM_NONE)
        return zm_fail(cli->context, ZM_CORRUPT, "the table does not have a position of the game");
    say_expected(s, value, !zm_table_distances(cli->table));
    return ZM_OK;
}

/* ---- hints ---- */
static void say_best(const zm_session *s, const zm_choices *a)
{
    char move[ZM_MAX_TEXT];
    zm_write_move(s->cli->variant, a->position, a->choice[0].move, move, sizeof move);
    if (a->best > 1)
        zm_session_say(s, "best: %s, and %u as good%s", move, a->best - 1,
                       a->choice[0].traps > 0 ? " (TRAPS: replies that go wrong)" : "");
    else
        zm_session_say(s, "best: %s", move);
}

zm_status zm_session_show_hints(zm_session *s, bool all)
{
    zm_cli *cli = s->cli;
    const zm_agent perfect = {.kind = ZM_PERFECT};
    if (zm_record_over(&s->game)) {
        zm_session_say(s, "The game is over.");
        return ZM_OK;
    }
    if (!cli->table) {
        zm_session_no_table(s, "there are no hints");
        return ZM_OK;
    }
    if (cli->game->dice->rolls)
        return zm_session_show_odds_of_moves(s);
    ZM_TRY(cli->context, zm_choices_find(cli->context, cli->variant, cli->table, s->game.now.position, s->choices));
    ZM_TRY(cli->context, zm_agent_sort(cli->context, cli->variant, cli->table, &perfect, s->choices));
    const unsigned most = all ? s->choices->count : HINTS;
    zm_print_choices(cli, s->out, s->choices, most, false);
    say_best(s, s->choices);
    if (most < s->choices->count)
        zm_session_say(s, "%u more: \"hint all\" shows them", s->choices->count - most);
    return ZM_OK;
}

void zm_session_show_moves(const zm_session *s)
{
    enum { WIDTH = 72, MOST = 400 };
    const zm_turn *now = &s->game.now;
    char text[ZM_MAX_TEXT];
    int widest = 1, at = 0;
    const unsigned most = now->count < MOST ? now->count : MOST;
    for (unsigned i = 0; i < most; i++) {
        zm_write_move(s->cli->variant, now->position, now->move[i], text, sizeof text);
        widest = (int)strlen(text) > widest ? (int)strlen(text) : widest;
    }
    for (unsigned i = 0; i < most; i++) {
        zm_write_move(s->cli->variant, now->position, now->move[i], text, sizeof text);
        const bool last = i + 1 == most || at + 2 * (widest + 2) > WIDTH;
        fprintf(s->out, "%s%-*s%s", at ? "  " : "  ", last ? 0 : widest, text, last ? "\n" : "");
        at = last ? 0 : at + widest + 2;
    }
    if (most < now->count)
        zm_session_say(s, "... and %u more", now->count - most);
}

zm_status zm_session_show_turn(zm_session *s)
{
    if (!s->fresh)
        return ZM_OK;
    zm_session_show_board(s);
    ZM_TRY(s->cli->context, zm_session_show_value(s));
    if (s->hints && s->cli->table && !zm_record_over(&s->game))
        ZM_TRY(s->cli->context, zm_session_show_hints(s, false));
    return ZM_OK;
}
