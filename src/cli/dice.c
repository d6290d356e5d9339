/* dice.c: see dice.h. */
#include "dice.h"

#include "answer/query.h"
#include "args.h"
#include "base/text.h"
#include "print.h"

#include <math.h>

/* ---- numbers ---- */
/* As many decimals as the interval allows for, two at least. */
static int decimals_for(double width)
{
    const int digits = width > 0 ? (int)ceil(-log10(width)) : 8;
    return digits < 2 ? 2 : digits > 8 ? 8 : digits;
}

char *zm_odds_words(const zm_cli *cli, zm_odds o, char out[ZM_ODDS_TEXT])
{
    const double percent = 100 * zm_odds_middle(o), half = 50 * (zm_odds_number(o.upper) - zm_odds_number(o.lower));
    const int decimals = decimals_for(half);
    if (o.lower == o.upper)
        snprintf(out, ZM_ODDS_TEXT, "%.*f %%", o.lower && ~o.lower ? 8 : 0, percent);
    else /* what the rounding of the middle takes away, the reach must give */
        snprintf(out, ZM_ODDS_TEXT, "%.*f %% %s %.1g", decimals + 1, percent, cli->utf8 ? "±" : "+-", half * 1.1);
    return out;
}

/* ---- solve ---- */
static void print_place(const zm_cli *cli, const char *label, zm_odds o, zm_pos p)
{
    char odds[ZM_ODDS_TEXT], text[ZM_MAX_TEXT];
    zm_write_position(cli->variant, p, text);
    printf("  %-12s %-26s at %s\n", label, zm_odds_words(cli, o, odds), text);
}

void zm_print_dice_solved(const zm_cli *cli, const zm_solved *s)
{
    char count[32], odds[ZM_ODDS_TEXT];
    const zm_summary *sum = &s->summary;
    printf("  positions    %s\n\n", zm_count_text(sum->states, count));
    printf("  probability that the side to move wins, before it rolls\n");
    printf("  start        %s\n", zm_odds_words(cli, sum->start_odds, odds));
    print_place(cli, "least", sum->least, sum->least_position);
    print_place(cli, "most", sum->most, sum->most_position);
    if (sum->certified)
        printf("  certified    no interval is wider than %.2g\n\n", zm_odds_number(sum->widest));
    else
        puts("  certified    nothing: one vector is an estimate\n");
}

/* ---- query ---- */
static void print_json(const zm_cli *cli, const zm_prospects *a)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_query_dice(&j, cli->variant, a, NULL);
    zm_json_close(&j, '}');
    putchar('\n');
}

static void print_offer(const zm_cli *cli, const zm_prospects *a, unsigned roll)
{
    char move[ZM_MAX_TEXT], next[ZM_MAX_TEXT], odds[ZM_ODDS_TEXT];
    for (unsigned i = 0; i < a->roll[roll].count; i++) {
        const zm_prospect *m = &a->roll[roll].move[i];
        const bool best = m->odds.lower == a->roll[roll].odds.lower && m->odds.upper == a->roll[roll].odds.upper;
        zm_write_move(cli->variant, a->position, m->move, move);
        zm_write_position(cli->variant, m->next, next);
        printf("  %c %-12s  %-26s  %s\n", best ? '*' : ' ', move, zm_odds_words(cli, m->odds, odds), next);
    }
}

static void print_text(const zm_cli *cli, const zm_prospects *a)
{
    char text[ZM_MAX_TEXT], odds[ZM_ODDS_TEXT];
    zm_print_title(cli);
    zm_print_board(cli, a->position);
    zm_write_position(cli->variant, a->position, text);
    if (a->over)
        printf("  %s, over: the side to move has %s\n", text, a->odds.lower ? "won" : "lost");
    else
        printf("  %s, %s to move: wins with %s before the roll\n", text, zm_player(cli->game, a->turn),
               zm_odds_words(cli, a->odds, odds));
    zm_print_sides(cli);
    if (!a->rolls)
        return;
    printf("\n    %-12s  %-25s  %s\n", "MOVE", "WINS WITH", "LEADS TO");
    for (unsigned i = 0; i < a->rolls; i++)
        print_offer(cli, a, i);
    puts("\n  * the best with that roll; a move is written with its roll first; the side to move there comes first");
}

/* ---- query, by a table of best moves ---- */
static void print_best(const zm_cli *cli, zm_pos p, unsigned rolls, const zm_move *best)
{
    char text[ZM_MAX_TEXT];
    zm_print_title(cli);
    zm_print_board(cli, p);
    zm_write_position(cli->variant, p, text);
    printf("  %s, %s to move%s\n", text, zm_player(cli->game, zm_turn_of(cli->variant, p)), rolls ? "" : ": over");
    for (unsigned i = 0; i < rolls; i++) {
        zm_write_move(cli->variant, p, best[i], text);
        printf("%s  best with roll %u: %s\n", i ? "" : "\n", i + 1, text);
    }
    puts("\n  a table of best moves: it does not know how likely they win");
}

static zm_status query_moves(zm_cli *cli, zm_pos p)
{
    zm_move best[ZM_MAX_ROLLS];
    unsigned rolls;
    ZM_TRY(cli->context, zm_best_moves(cli->context, cli->variant, cli->table, p, best, &rolls));
    if (!cli->json) {
        print_best(cli, p, rolls, best);
        return ZM_OK;
    }
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_best_moves(&j, cli->variant, p, zm_turn_of(cli->variant, p), rolls, best, NULL);
    zm_json_close(&j, '}');
    putchar('\n');
    return ZM_OK;
}

/* From the table, or on the spot where there is none, if asked to. */
static zm_status find_table(zm_cli *cli, zm_pos p)
{
    zm_status opened = zm_cli_open_table(cli);
    if (opened == ZM_NOT_FOUND && zm_cli_has(cli, "solve"))
        opened = zm_cli_find_values(cli, p);
    return opened;
}

static zm_status find(zm_cli *cli, zm_pos p, zm_prospects *out)
{
    ZM_TRY(cli->context, zm_prospects_find(cli->context, cli->variant, cli->table, p, out));
    if (zm_is_odds(out->odds))
        return ZM_OK;
    char text[ZM_MAX_TEXT];
    zm_write_position(cli->variant, p, text);
    return zm_fail(cli->context, ZM_BAD_INPUT, "%s cannot arise from the start", text);
}

zm_status zm_query_dice(zm_cli *cli, zm_pos p)
{
    zm_prospects a = {0};
    if (zm_cli_value(cli, "agent"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--agent is for games without dice");
    ZM_TRY(cli->context, find_table(cli, p));
    if (zm_table_moves(cli->table))
        return query_moves(cli, p);
    zm_status status = find(cli, p, &a);
    if (status == ZM_OK && cli->json)
        print_json(cli, &a);
    else if (status == ZM_OK)
        print_text(cli, &a);
    zm_prospects_free(cli->context, &a);
    return status;
}
