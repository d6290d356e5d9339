/* query.c: the value of a position and of every move, best first.
 *
 * A move is worth, to the one who makes it, what the state after it is worth there, one ply farther and seen from this
 * side (zm_before_move). What "best" means is up to an agent (zermelo/play.h); without one it is the value. choices.c
 * shows the moves. */
#include "choices.h"
#include "dice.h"
#include "print.h"

#include "answer/query.h"
#include "args.h"
#include "base/text.h"
#include "unsolved.h"

#include <zermelo/search.h>

#include <stdlib.h>

typedef zm_choices answer;

/* Where the game is over that is no secret. */
static bool far_unknown(const answer *a) { return a->wdl && !a->over; }

static bool is_search(zm_origin o) { return o == ZM_FROM_BOOK || o == ZM_FROM_UNFINISHED || o == ZM_FROM_SEARCH; }

/* Why it may take long, before it does. */
static zm_status tell_search(zm_cli *cli, zm_pos p, bool *search)
{
    zm_values_found found;
    ZM_TRY(cli->context, zm_values_at_hand(cli->context, cli->source, p, &found));
    *search = is_search(found.origin);
    const bool quick = zm_search_is_quick(cli->variant, p);
    if (!quick && found.origin == ZM_FROM_SEARCH)
        zm_note(cli->context,
                "there is no table and no book of it: it is searched, which may take minutes so far from the "
                "end; `zermelo solve --book-plies` makes a book");
    else if (!quick && found.origin == ZM_FROM_UNFINISHED)
        zm_note(cli->context, "the table is not finished: it is searched down to what is there, which may take long; "
                              "`zermelo solve` goes on with it");
    return ZM_OK;
}

/* A position that was typed wrongly looks like any other. */
static zm_status tell_unreachable(zm_cli *cli, zm_pos p)
{
    zm_values_found found;
    char text[ZM_MAX_TEXT];
    ZM_TRY(cli->context, zm_values_at_hand(cli->context, cli->source, p, &found));
    if (found.table != zm_value_source_whole(cli->source).table && zm_value_source_whole(cli->source).table)
        zm_note(cli->context, "%s cannot arise from the start: its values were found on the spot",
                zm_write_position(cli->variant, p, text, sizeof text));
    return ZM_OK;
}

static zm_status find_choices(zm_cli *cli, zm_pos p, answer *a)
{
    bool search = false;
    ZM_TRY(cli->context, zm_cli_open_source(cli));
    ZM_TRY(cli->context, tell_search(cli, p, &search));
    ZM_TRY(cli->context, zm_cli_look_for_values(cli, p));
    if (!cli->table)
        return ZM_OK;
    ZM_TRY(cli->context, tell_unreachable(cli, p));
    if (search)
        zm_progress_begin(cli->context, "positions searched", 0);
    const zm_status status = zm_choices_find(cli->context, cli->variant, cli->table, p, a);
    if (search)
        zm_progress_end(cli->context);
    return status;
}

static void print_json(const zm_cli *cli, const answer *a)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_query(&j, cli->variant, a, NULL);
    zm_json_close(&j, '}');
    putchar('\n');
}

/* Where the turn passes with every move, the winner makes the last one, unless the loser had to give up with it. */
static bool ends_by_giving_up(const zm_cli *cli, const answer *a)
{
    return zm_impartial(cli->variant) && !a->over && !a->wdl && !zm_is_draw(a->value) &&
           zm_is_win(a->value) == (zm_remoteness(a->value) % 2 == 0);
}

static void print_text(const zm_cli *cli, bool asked, const answer *a)
{
    char text[ZM_MAX_TEXT], words[ZM_WORDS_ROOM];
    zm_print_title(cli);
    zm_print_board(cli, a->position);
    zm_typed_position(cli, a->position, text);
    zm_value_words(cli, a->turn, a->value, far_unknown(a), words);
    if (a->over) /* nobody is to move */
        printf("  %s, %s\n", text, zm_is_draw(a->value) ? "over: draw" : words);
    else
        printf("  %s, %s to move: %s\n", text, zm_player(cli->game, a->turn), words);
    if (zm_impartial(cli->variant)) /* else positions say whose turn it is */
        zm_print_sides(cli);
    if (ends_by_giving_up(cli, a))
        puts("  the last ply gives up; the remoteness of \"zermelo value\" is without it");
    if (a->count) {
        putchar('\n');
        zm_print_choices(cli, stdout, a, a->count, true);
        zm_print_legend(cli, stdout, a, asked ? "the agent's choice" : "as good as any");
    }
}

static zm_status answer_it(zm_cli *cli, answer *a)
{
    zm_pos p;
    zm_agent agent;
    const char *name = zm_cli_value(cli, "agent");
    if (name)
        ZM_TRY(cli->context, zm_agent_read(cli->context, NULL, name, &agent));
    ZM_TRY(cli->context, zm_cli_position(cli, 1, &p));
    ZM_TRY(cli->context, find_choices(cli, p, a));
    if (!cli->table)
        return zm_query_unsolved(cli, p);
    if (name)
        ZM_TRY(cli->context, zm_agent_sort(cli->context, cli->variant, cli->table, &agent, a));
    else
        zm_choices_sort(a);
    if (cli->json)
        print_json(cli, a);
    else
        print_text(cli, name != NULL, a);
    return ZM_OK;
}

static zm_status run(zm_cli *cli)
{
    answer *a;
    zm_pos p;
    if (cli->game->dice->rolls) {
        ZM_TRY(cli->context, zm_cli_position(cli, 1, &p));
        return zm_query_dice(cli, p);
    }
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
    .about =
        "Looks into the table that \"zermelo solve\" makes; small games are solved on the spot, and what can be "
        "searched is searched, from a book or from what an interrupted solve has left, if there is one. Where none of "
        "that gives a value, it lists the moves without values and says what would give them. Without "
        "POSITION, or with \"start\", the position the game "
        "starts from. \"zermelo info GAME\" says how positions are written. Moves are ordered by value, or as an "
        "agent likes them: perfect also tells equal draws and losses apart by the traps they set, the share of "
        "the other's replies that give away what he has; by-share prefers, among moves that do not lose, those "
        "after which the mover wins the largest share of all games that can follow.\n\nIn JSON, the "
        "\"delta\" of a "
        "move is how many plies worse it is than the best move of the same kind: a win that comes later, a loss "
        "that comes sooner. It is 0 or more, and null for a move of another kind than the best (a draw or loss "
        "where there is a win, a loss where there is a draw), and where the table is without distances.",
    .example = "zermelo query tic-tac-toe start",
    .game = true,
    .long_search = true,
    .most = 2,
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"solve", NULL, NULL, "where no table has the position, solve what follows it in memory, however large",
               0},
              {"agent", "NAME", "perfect|by-share", "whose order the moves are in (see above)", 0}},
    .run = run,
};
