/* unsolved.c: see unsolved.h. */
#include "unsolved.h"

#include "answer/advice.h"
#include "answer/query.h"
#include "print.h"

#include <stdlib.h>
#include <string.h>

typedef struct reason {
    char problem[1024]; /* why there are no values */
    zm_advice advice;   /* what would give them */
} reason;

/* Of a position that play never reaches a table does not help: only a solve from there. */
static void advise_solve(const zm_cli *cli, zm_pos p, zm_advice *out)
{
    char text[ZM_MAX_TEXT], word[4 * ZM_MAX_TEXT];
    *out = (zm_advice){.fits = true, .same = true, .helps = !cli->game->dice->rolls};
    zm_quoted(zm_write_position(cli->variant, p, text, sizeof text), word, sizeof word);
    zm_command_line(cli, "query", out->command, sizeof out->command);
    const size_t n = strlen(out->command);
    snprintf(out->command + n, sizeof out->command - n, " %s --solve", word);
}

static void find_reason(zm_cli *cli, zm_pos p, reason *out)
{
    zm_values_missing(cli->context, cli->source, p);
    snprintf(out->problem, sizeof out->problem, "%s", zm_message(cli->context));
    if (zm_value_source_whole(cli->source).table)
        advise_solve(cli, p, &out->advice);
    else
        zm_advise(cli->context, cli->word[0], cli->variant, zm_cli_tables(cli), &out->advice);
}

static void tell(zm_cli *cli, const reason *r)
{
    char words[ZM_VARIANT_TEXT + 4700];
    if (r->advice.helps || !r->advice.fits)
        zm_note(cli->context, "no values: %s; %s", r->problem, zm_advice_text(&r->advice, words, sizeof words));
    else
        zm_note(cli->context, "no values: %s", r->problem);
}

/* ---- as text ---- */
static unsigned rolls_of(const zm_cli *cli) { return cli->game->dice->rolls ? cli->game->dice->rolls : 1; }

static int widest_move(const zm_cli *cli, zm_turn *t)
{
    char text[ZM_MAX_TEXT];
    int widest = 4;
    for (unsigned roll = 0; roll < rolls_of(cli); roll++) {
        zm_turn_begin(cli->variant, t->position, t->player, roll, t);
        for (unsigned i = 0; i < t->count; i++) {
            const int n = zm_columns_of(zm_write_move(cli->variant, t->position, t->move[i], text, sizeof text));
            widest = n > widest ? n : widest;
        }
    }
    return widest;
}

static void print_moves(const zm_cli *cli, const zm_turn *t, int width)
{
    char text[ZM_MAX_TEXT];
    for (unsigned i = 0; i < t->count; i++) {
        const zm_pos next = cli->game->play(cli->variant, t->position, t->move[i]);
        zm_write_move(cli->variant, t->position, t->move[i], text, sizeof text);
        printf("    %s%*s  ", text, width - zm_columns_of(text), "");
        puts(zm_write_position(cli->variant, next, text, sizeof text));
    }
}

static void print_text(const zm_cli *cli, zm_turn *t)
{
    char text[ZM_MAX_TEXT];
    zm_print_title(cli);
    zm_print_board(cli, t->position);
    printf("  %s, %s to move: value not known\n", zm_write_position(cli->variant, t->position, text, sizeof text),
           zm_player(cli->game, t->player));
    if (zm_impartial(cli->variant))
        zm_print_sides(cli);
    const int width = widest_move(cli, t);
    printf("\n    %-*s  LEADS TO\n", width, "MOVE");
    for (unsigned roll = 0; roll < rolls_of(cli); roll++) {
        zm_turn_begin(cli->variant, t->position, t->player, roll, t);
        print_moves(cli, t, width);
    }
    if (cli->game->dice->rolls)
        puts("\n  a move is written with its roll first");
}

/* ---- as JSON ---- */
static void print_json(const zm_cli *cli, const zm_turn *t, const reason *r)
{
    const zm_unsolved unsolved = {t->position, t->player, r->problem, t->move};
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_unsolved(&j, cli->variant, &unsolved, NULL);
    zm_json_text(&j, "command", r->advice.helps && r->advice.same ? r->advice.command : NULL);
    zm_json_close(&j, '}');
    putchar('\n');
}

zm_status zm_query_unsolved(zm_cli *cli, zm_pos p)
{
    zm_context *c = cli->context;
    zm_turn turn = {.position = p, .player = zm_turn_of(cli->variant, p)};
    reason *why;
    ZM_TRY(c, zm_alloc(c, &why, 1, sizeof *why, "the reason"));
    zm_status status = zm_alloc(c, &turn.move, ZM_MAX_MOVES, sizeof *turn.move, "the moves of a position");
    if (status == ZM_OK) {
        find_reason(cli, p, why);
        if (cli->json)
            print_json(cli, &turn, why);
        else
            print_text(cli, &turn);
        tell(cli, why);
    }
    zm_release(c, turn.move);
    zm_release(c, why);
    return status;
}
