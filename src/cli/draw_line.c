/* draw_line.c: see draw_line.h. Every move is the one the perfect agent likes best (zm_best_play); with dice the first
 * of the best with the roll. */
#include "draw_line.h"

#include "dice.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>

typedef struct ply { /* a position of the line, and what led to it */
    zm_pos position;
    unsigned player; /* to move there */
    unsigned mover;  /* who made the move */
    char move[ZM_MAX_TEXT];
    zm_value value;
    zm_odds odds; /* with dice, before the roll */
    bool wdl, over;
} ply;

struct zm_best_line {
    ply *ply;
    size_t count;
    zm_sheet sheet;
    zm_choices *choices;
    zm_random random;
};

/* ---- the line ---- */
/* Sets what the position is worth and finds the best move; false where there is none. */
static zm_status look_with_dice(zm_cli *cli, zm_best_line *l, ply *at, zm_move *best, bool *moves)
{
    zm_prospects a = {0};
    ZM_TRY(cli->context, zm_prospects_find(cli->context, cli->variant, cli->table, at->position, &a));
    at->odds = a.odds;
    at->over = a.over;
    const unsigned roll = a.rolls ? zm_roll(cli->variant, at->position, &l->random) : 0;
    *moves = a.rolls && a.roll[roll].count;
    *best = *moves ? a.roll[roll].move[0].move : 0;
    zm_prospects_free(cli->context, &a);
    return ZM_OK;
}

static void make_move(const zm_cli *cli, const ply *from, zm_move m, ply *to)
{
    const zm_variant *v = cli->variant;
    to->position = v->game->play(v, from->position, m);
    to->mover = from->player;
    to->player = zm_player_after(v, from->position, from->player, to->position);
    zm_write_move(v, from->position, m, to->move, sizeof to->move);
}

static zm_status follow_with_dice(zm_cli *cli, zm_best_line *l, unsigned plies)
{
    for (l->count = 1;; l->count++) {
        ply *at = &l->ply[l->count - 1];
        zm_move best;
        bool moves;
        ZM_TRY(cli->context, look_with_dice(cli, l, at, &best, &moves));
        if (!moves || l->count > plies)
            return ZM_OK;
        make_move(cli, at, best, at + 1);
    }
}

typedef struct following {
    zm_cli *cli;
    zm_best_line *line;
} following;

static zm_status add_ply(void *arg, const zm_ply *p)
{
    const following *f = arg;
    ply *at = &f->line->ply[f->line->count++];
    at->value = p->at->value;
    at->over = p->at->over;
    at->wdl = p->at->wdl && !p->at->over;
    if (p->best)
        make_move(f->cli, at, p->best->move, at + 1);
    return ZM_OK;
}

static zm_status follow(zm_cli *cli, zm_best_line *l, unsigned plies)
{
    following f = {cli, l};
    const zm_line_options o = ZM_OPTIONS(zm_line_options, l->ply[0].position, l->ply[0].player, plies, add_ply, &f);
    if (cli->game->dice->rolls)
        return follow_with_dice(cli, l, plies);
    return zm_best_play(cli->context, cli->variant, cli->table, &o, l->choices);
}

/* ---- the sheet ---- */
static void note_of(const zm_cli *cli, const ply *at, char out[ZM_SHEET_TEXT])
{
    char words[ZM_WORDS_ROOM], odds[ZM_ODDS_TEXT];
    const char *name = zm_player(cli->game, at->player);
    if (!cli->game->dice->rolls)
        snprintf(out, ZM_SHEET_TEXT, "%.90s", zm_value_words(cli, at->player, at->value, at->wdl, words));
    else if (at->over)
        snprintf(out, ZM_SHEET_TEXT, "over: %.40s has won", at->odds.lower ? name : zm_player(cli->game, !at->player));
    else
        snprintf(out, ZM_SHEET_TEXT, "%.40s wins with %s", name, zm_percent_short(at->odds, 1, cli->utf8, odds));
}

static zm_status add_entry(zm_cli *cli, zm_best_line *l, size_t i)
{
    zm_sheet_entry *e = &l->sheet.entry[i];
    ZM_TRY(cli->context, zm_picture_of(cli->context, cli->variant, l->ply[i].position, &e->picture));
    l->sheet.count++;
    if (i) {
        zm_picture_mark_fresh(&e->picture, &l->sheet.entry[i - 1].picture);
        snprintf(e->title, sizeof e->title, "%zu. %.70s", i, l->ply[i].move);
    } else {
        snprintf(e->title, sizeof e->title, "%.40s to move", zm_player(cli->game, l->ply[0].player));
    }
    note_of(cli, &l->ply[i], e->note);
    return ZM_OK;
}

static zm_status make_sheet(zm_cli *cli, zm_best_line *l, unsigned columns)
{
    char text[ZM_VARIANT_TEXT];
    ZM_TRY(cli->context, zm_sheet_new(cli->context, l->count, &l->sheet));
    l->sheet.columns = columns;
    zm_variant_text(cli->variant, ' ', false, text, sizeof text);
    snprintf(l->sheet.title, sizeof l->sheet.title, "%s%s%s%s: %zu %s of best play", cli->game->title,
             *text ? " (" : "", text, *text ? ")" : "", l->count - 1, l->count == 2 ? "ply" : "plies");
    for (size_t i = 0; i < l->count; i++)
        ZM_TRY(cli->context, add_entry(cli, l, i));
    return ZM_OK;
}

static zm_status fill(zm_cli *cli, zm_pos p, unsigned plies, unsigned columns, zm_best_line *l)
{
    ZM_TRY(cli->context, zm_alloc(cli->context, &l->ply, plies + 2, sizeof *l->ply, "a line of moves"));
    ZM_TRY(cli->context, zm_alloc(cli->context, &l->choices, 1, sizeof *l->choices, "the moves of a position"));
    l->ply[0].position = p;
    l->ply[0].player = zm_turn_of(cli->variant, p);
    ZM_TRY(cli->context, follow(cli, l, plies));
    return make_sheet(cli, l, columns);
}

zm_status zm_best_line_find(zm_cli *cli, zm_pos p, unsigned plies, unsigned columns, uint64_t seed, zm_best_line **out)
{
    if (zm_table_moves(cli->table))
        return zm_fail(cli->context, ZM_BAD_INPUT,
                       "the table has best moves alone: it does not know how likely they win");
    ZM_TRY(cli->context, zm_alloc(cli->context, out, 1, sizeof **out, "a line of moves"));
    (*out)->random = zm_random_stream(seed, 0);
    return fill(cli, p, plies, columns, *out);
}

void zm_best_line_free(zm_cli *cli, zm_best_line *l)
{
    if (!l)
        return;
    zm_sheet_free(cli->context, &l->sheet);
    zm_release(cli->context, l->choices);
    zm_release(cli->context, l->ply);
    zm_release(cli->context, l);
}

const zm_sheet *zm_best_line_sheet(const zm_best_line *l) { return &l->sheet; }

/* ---- as JSON ---- */
/* What a move is worth is told as `query` does it: for the one who makes it, counted from where he makes it. */
static void json_ply(zm_json *j, const zm_cli *cli, const ply *at)
{
    const bool passes = at->player != at->mover;
    char text[ZM_MAX_TEXT];
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "move", at->move);
    zm_write_position(cli->variant, at->position, text, sizeof text);
    zm_json_text(j, "position", text);
    zm_json_text(j, "turn", zm_player(cli->game, at->mover));
    if (cli->game->dice->rolls)
        zm_json_odds(j, passes ? zm_odds_against(at->odds) : at->odds);
    else
        zm_json_value(j, cli->variant, at->mover, zm_before_move(at->value, passes), !zm_table_distances(cli->table));
    zm_json_close(j, '}');
}

void zm_best_line_json(zm_json *j, const zm_cli *cli, const zm_best_line *l)
{
    zm_json_open(j, "line", '[');
    for (size_t i = 1; i < l->count; i++)
        json_ply(j, cli, &l->ply[i]);
    zm_json_close(j, ']');
}
