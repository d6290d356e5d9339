/* query.c: the value of a position and of every move, best first.
 *
 * A move is worth, to the one who makes it, what the state after it is worth there, one ply farther and seen from this side
 * (zm_before_move). Values are numbers that are larger the better they are, so "best first" is a sort. */
#include "print.h"

#include "args.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct choice {
    zm_move move;
    zm_pos next;
    zm_value value;
    unsigned order; /* as the rules list them: equals keep that order */
} choice;

typedef struct answer {
    zm_pos position;
    unsigned turn;
    zm_value value;
    bool over;
    unsigned count;
    choice choices[ZM_MAX_MOVES];
} answer;

static int better_first(const void *a, const void *b)
{
    const choice *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

/* Plies this move is worse than the best of its kind; false when it is of another kind. */
static bool delta(const answer *a, const choice *m, unsigned *plies)
{
    zm_value best = a->choices[0].value;
    if (strcmp(zm_value_name(best), zm_value_name(m->value)))
        return false;
    *plies = (unsigned)(best - m->value); /* of one kind, a ply is 1 */
    return true;
}

static zm_status value_move(zm_cli *cli, answer *a, choice *m)
{
    const zm_variant *v = cli->variant;
    zm_value there;
    m->next = cli->game->play(v, a->position, m->move);
    bool passes = cli->game->impartial || zm_turn_of(v, m->next) != a->turn;
    ZM_TRY(cli->context, zm_table_probe(cli->table, cli->context, m->next, &there));
    if (there == ZM_NONE)
        return zm_fail(cli->context, ZM_CORRUPT,
                       "the table has no value for a position one move on; run \"zermelo verify\"");
    m->value = zm_before_move(there, passes);
    return ZM_OK;
}

static zm_status value_moves(zm_cli *cli, answer *a)
{
    zm_move moves[ZM_MAX_MOVES]; /* 32 KiB */
    a->turn = zm_turn_of(cli->variant, a->position);
    a->over = zm_moves_of(cli->variant, a->position, moves, &a->count) != ZM_OPEN;
    for (unsigned i = 0; i < a->count; i++) {
        a->choices[i] = (choice){.move = moves[i], .order = i};
        ZM_TRY(cli->context, value_move(cli, a, &a->choices[i]));
    }
    qsort(a->choices, a->count, sizeof *a->choices, better_first);
    return ZM_OK;
}

static zm_status solve_here(zm_cli *cli, answer *a)
{
    zm_table_close(cli->table);
    cli->table = NULL;
    ZM_TRY(cli->context, zm_solve_position(cli->context, cli->variant, a->position, 0, &cli->table));
    return zm_table_probe(cli->table, cli->context, a->position, &a->value);
}

/* From the table, or on the spot where there is none or the position is not in it, if asked to. */
static zm_status find_value(zm_cli *cli, answer *a)
{
    bool on_the_spot = zm_cli_has(cli, "solve");
    zm_status opened = zm_cli_open_table(cli);
    if (opened == ZM_NOT_FOUND && on_the_spot)
        return solve_here(cli, a);
    ZM_TRY(cli->context, opened);
    ZM_TRY(cli->context, zm_table_probe(cli->table, cli->context, a->position, &a->value));
    if (a->value != ZM_NONE)
        return ZM_OK;
    if (on_the_spot)
        return solve_here(cli, a);
    char text[ZM_MAX_TEXT];
    zm_write_position(cli->variant, a->position, text);
    return zm_fail(cli->context, ZM_BAD_INPUT, "%s cannot arise from the start; with --solve it is solved on the spot",
                   text);
}

static void json_move(zm_json *j, const zm_cli *cli, const answer *a, const choice *m)
{
    char text[ZM_MAX_TEXT];
    unsigned plies;
    zm_json_open(j, NULL, '{');
    zm_write_move(cli->variant, a->position, m->move, text);
    zm_json_text(j, "move", text);
    zm_write_position(cli->variant, m->next, text);
    zm_json_text(j, "position", text);
    zm_json_text(j, "value", zm_value_name(m->value));
    zm_json_remoteness(j, m->value);
    if (delta(a, m, &plies))
        zm_json_number(j, "delta", plies);
    else
        zm_json_null(j, "delta");
    zm_json_close(j, '}');
}

static void print_json(const zm_cli *cli, const answer *a)
{
    char text[ZM_MAX_TEXT];
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_variant(&j, cli);
    zm_write_position(cli->variant, a->position, text);
    zm_json_text(&j, "position", text);
    zm_json_text(&j, "turn", zm_player(cli->game, a->turn));
    zm_json_value(&j, cli->variant, a->turn, a->value);
    zm_json_bool(&j, "over", a->over);
    zm_json_open(&j, "moves", '[');
    for (unsigned i = 0; i < a->count; i++)
        json_move(&j, cli, a, &a->choices[i]);
    zm_json_close(&j, ']');
    zm_json_close(&j, '}');
    putchar('\n');
}

static int widest_move(const zm_cli *cli, const answer *a)
{
    char text[ZM_MAX_TEXT];
    int widest = 4;
    for (unsigned i = 0; i < a->count; i++) {
        zm_write_move(cli->variant, a->position, a->choices[i].move, text);
        int n = (int)strlen(text);
        widest = n > widest ? n : widest;
    }
    return widest > 24 ? 24 : widest;
}

static void print_move(const zm_cli *cli, const answer *a, const choice *m, int width)
{
    char move[ZM_MAX_TEXT], next[ZM_MAX_TEXT], outcome[32], worse[16] = "";
    unsigned plies = 0;
    bool same = delta(a, m, &plies);
    zm_write_move(cli->variant, a->position, m->move, move);
    zm_write_position(cli->variant, m->next, next);
    if (zm_is_draw(m->value))
        snprintf(outcome, sizeof outcome, "draw");
    else
        snprintf(outcome, sizeof outcome, "%s in %u", zm_is_win(m->value) ? "wins" : "loses", zm_remoteness(m->value));
    if (same && plies)
        snprintf(worse, sizeof worse, "%+d", zm_is_win(m->value) ? (int)plies : -(int)plies);
    printf("  %c %-*s  %-12s %6s  %s\n", same && !plies ? '*' : ' ', width, move, outcome, worse,
           strcmp(move, next) ? next : "");
}

static void print_text(const zm_cli *cli, const answer *a)
{
    char text[ZM_MAX_TEXT], words[ZM_WORDS_ROOM];
    int width = widest_move(cli, a);
    zm_print_title(cli);
    zm_print_board(cli, a->position);
    zm_write_position(cli->variant, a->position, text);
    printf("  %s, %s to move: %s\n", text, zm_player(cli->game, a->turn),
           a->over && zm_is_draw(a->value) ? "over: draw" : zm_value_words(cli, a->turn, a->value, words));
    if (!a->count)
        return;
    printf("\n    %-*s  %-12s %6s  %s\n", width, "MOVE", "VALUE", "PLIES", "LEADS TO");
    for (unsigned i = 0; i < a->count; i++)
        print_move(cli, a, &a->choices[i], width);
    puts("\n  * as good as any; PLIES: how much later a win or sooner a loss than the best");
}

static zm_status answer_it(zm_cli *cli, answer *a)
{
    ZM_TRY(cli->context, zm_cli_position(cli, 1, &a->position));
    ZM_TRY(cli->context, find_value(cli, a));
    ZM_TRY(cli->context, value_moves(cli, a));
    if (cli->json)
        print_json(cli, a);
    else
        print_text(cli, a);
    return ZM_OK;
}

static zm_status run(zm_cli *cli)
{
    answer *a;
    ZM_TRY(cli->context, zm_alloc(cli->context, &a, 1, sizeof *a, "the moves of a position"));
    zm_status status = answer_it(cli, a);
    zm_release(cli->context, a);
    return status;
}

extern const zm_command zm_command_query;
const zm_command zm_command_query = {
    .name = "query",
    .usage = "GAME [opt=val ...] [POSITION]",
    .summary = "the value of a position and of every move, best first",
    .about = "Needs the table that \"zermelo solve\" makes. Without POSITION, or with \"start\", the position the game "
             "starts from. "
             "\"zermelo info GAME\" says how positions are written.",
    .example = "zermelo query GAME start",
    .game = true,
    .most = 2,
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"solve", NULL, NULL,
               "solve in memory, from that position, when the table is missing or does not have it", 0}},
    .run = run,
};
