/* dice.c: see dice.h. */
#include "dice.h"

#include "answer/query.h"
#include "args.h"
#include "base/text.h"
#include "print.h"
#include "unsolved.h"

#include <math.h>
#include <string.h>

/* ---- numbers ---- */
char *zm_odds_words(const zm_cli *cli, zm_odds o, char out[ZM_ODDS_TEXT])
{
    return zm_percent_text(o, zm_percent_decimals(zm_percent_reach(o)), cli->utf8, out);
}

void zm_print_certified(const zm_summary *sum)
{
    char width[ZM_ODDS_TEXT];
    if (sum->certified)
        printf("  certified    no interval is wider than %s\n", zm_percent_width(zm_odds_number(sum->widest), width));
    else
        puts("  certified    nothing: one vector is an estimate");
}

/* Letters, not bytes: "±" is one. */
static unsigned letters_of(const char *text)
{
    unsigned n = 0;
    for (; *text; text++)
        n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

static void print_padded(const char *text, unsigned width)
{
    const unsigned n = letters_of(text);
    printf("%s%*s", text, n < width ? (int)(width - n) : 0, "");
}

/* ---- solve ---- */
static void print_place(const zm_cli *cli, const char *label, zm_odds o, int decimals, zm_pos p)
{
    char odds[ZM_ODDS_TEXT], text[ZM_MAX_TEXT];
    zm_write_position(cli->variant, p, text, sizeof text);
    printf("  %-12s ", label);
    print_padded(zm_percent_text(o, decimals, cli->utf8, odds), 26);
    printf(" at %s\n", text);
}

void zm_print_dice_solved(const zm_cli *cli, const zm_solved *s)
{
    char count[32], odds[ZM_ODDS_TEXT];
    const zm_summary *sum = &s->summary;
    printf("  positions    %s\n\n", zm_count_text(sum->states, count));
    printf("  probability that the side to move wins, before it rolls\n");
    const int decimals = zm_percent_decimals(
        fmax(zm_percent_reach(sum->start_odds), fmax(zm_percent_reach(sum->least), zm_percent_reach(sum->most))));
    printf("  start        %s\n", zm_percent_text(sum->start_odds, decimals, cli->utf8, odds));
    print_place(cli, "least", sum->least, decimals, sum->least_position);
    print_place(cli, "most", sum->most, decimals, sum->most_position);
    zm_print_certified(sum);
    putchar('\n');
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

typedef struct columns {
    int decimals; /* of all per cents */
    unsigned move, odds;
} columns;

static columns columns_for(const zm_cli *cli, const zm_prospects *a)
{
    char text[ZM_MAX_TEXT], odds[ZM_ODDS_TEXT];
    columns k = {.move = 12, .odds = 9};
    double widest = zm_percent_reach(a->odds);
    for (unsigned roll = 0; roll < a->rolls; roll++)
        for (unsigned i = 0; i < a->roll[roll].count; i++)
            widest = fmax(widest, zm_percent_reach(a->roll[roll].move[i].odds));
    k.decimals = zm_percent_decimals(widest);
    for (unsigned roll = 0; roll < a->rolls; roll++)
        for (unsigned i = 0; i < a->roll[roll].count; i++) {
            const zm_prospect *m = &a->roll[roll].move[i];
            zm_write_move(cli->variant, a->position, m->move, text, sizeof text);
            const unsigned move = letters_of(text),
                           words = letters_of(zm_percent_text(m->odds, k.decimals, cli->utf8, odds));
            k.move = move > k.move ? move : k.move;
            k.odds = words > k.odds ? words : k.odds;
        }
    return k;
}

static void print_offer(const zm_cli *cli, const zm_prospects *a, const columns *k, unsigned roll)
{
    char text[ZM_MAX_TEXT], odds[ZM_ODDS_TEXT];
    for (unsigned i = 0; i < a->roll[roll].count; i++) {
        const zm_prospect *m = &a->roll[roll].move[i];
        const bool best = m->odds.lower == a->roll[roll].odds.lower && m->odds.upper == a->roll[roll].odds.upper;
        zm_write_move(cli->variant, a->position, m->move, text, sizeof text);
        printf("  %c ", best ? '*' : ' ');
        print_padded(text, k->move + 2);
        print_padded(zm_percent_text(m->odds, k->decimals, cli->utf8, odds), k->odds + 2);
        zm_write_position(cli->variant, m->next, text, sizeof text);
        puts(text);
    }
}

/* Does a position say whose turn it is, when it is written? Then players have their names; else "first" is whoever is
 * to move. */
static bool says_turn(const zm_cli *cli, const zm_prospects *a)
{
    char text[ZM_MAX_TEXT], other[ZM_MAX_TEXT];
    zm_write_position(cli->variant, a->position, text, sizeof text);
    zm_write_position(cli->variant, (zm_pos){a->position.lo, a->position.hi ^ ZM_TURN_BIT}, other, sizeof other);
    return a->turn || strcmp(text, other) != 0;
}

static void print_text(const zm_cli *cli, const zm_prospects *a)
{
    char text[ZM_MAX_TEXT], odds[ZM_ODDS_TEXT];
    const columns k = columns_for(cli, a);
    zm_print_title(cli);
    zm_print_board(cli, a->position);
    zm_write_position(cli->variant, a->position, text, sizeof text);
    if (a->over)
        printf("  %s, over: the side to move has %s\n", text, a->odds.lower ? "won" : "lost");
    else
        printf("  %s, %s to move: wins with %s before the roll\n", text, zm_player(cli->game, a->turn),
               zm_percent_text(a->odds, k.decimals, cli->utf8, odds));
    if (!a->rolls)
        return;
    if (!says_turn(cli, a))
        zm_print_sides(cli);
    printf("\n    %-*s  %-*s  %s\n", (int)k.move, "MOVE", (int)k.odds, "WINS WITH", "LEADS TO");
    for (unsigned i = 0; i < a->rolls; i++)
        print_offer(cli, a, &k, i);
    puts("\n  * the best with that roll; a move is written with its roll first");
    if (!says_turn(cli, a))
        puts("  LEADS TO: the side to move there comes first");
}

/* ---- query, by a table of best moves ---- */
static void print_best(const zm_cli *cli, zm_pos p, unsigned rolls, const zm_move *best)
{
    char text[ZM_MAX_TEXT], roll[ZM_ROLL_TEXT];
    zm_print_title(cli);
    zm_print_board(cli, p);
    zm_write_position(cli->variant, p, text, sizeof text);
    printf("  %s, %s to move%s\n", text, zm_player(cli->game, zm_turn_of(cli->variant, p)), rolls ? "" : ": over");
    for (unsigned i = 0; i < rolls; i++) {
        zm_write_move(cli->variant, p, best[i], text, sizeof text);
        printf("%s  best with roll %s: %s\n", i ? "" : "\n", zm_write_roll(cli->variant, i, roll, sizeof roll), text);
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

zm_status zm_query_dice(zm_cli *cli, zm_pos p)
{
    zm_prospects a = {0};
    if (zm_cli_value(cli, "agent"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--agent is for games without dice");
    ZM_TRY(cli->context, zm_cli_look_for_values(cli, p));
    if (!cli->table)
        return zm_query_unsolved(cli, p);
    if (zm_table_moves(cli->table))
        return query_moves(cli, p);
    zm_status status = zm_prospects_find(cli->context, cli->variant, cli->table, p, &a);
    if (status == ZM_OK && cli->json)
        print_json(cli, &a);
    else if (status == ZM_OK)
        print_text(cli, &a);
    zm_prospects_free(cli->context, &a);
    return status;
}
