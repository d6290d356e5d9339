/* dice.c: see dice.h. */
#include "dice.h"

#include "args.h"
#include "base/text.h"
#include "print.h"

#include <math.h>
#include <string.h>

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

/* x / (2^32-1) with twelve decimals, rounded down or up. */
static void json_bound(zm_json *j, const char *key, uint32_t x, bool up)
{
    char text[32];
    const unsigned __int128 scaled = (unsigned __int128)x * 1000000000000u;
    const uint64_t n = (uint64_t)((scaled + (up ? ZM_CERTAIN - 1 : 0)) / ZM_CERTAIN);
    snprintf(text, sizeof text, "%llu.%012llu", (unsigned long long)(n / 1000000000000u),
             (unsigned long long)(n % 1000000000000u));
    zm_json_raw(j, key, text);
}

void zm_json_odds(zm_json *j, zm_odds o)
{
    char text[32];
    snprintf(text, sizeof text, "%.12f", zm_odds_middle(o));
    zm_json_raw(j, "probability", text);
    json_bound(j, "lower", o.lower, false);
    json_bound(j, "upper", o.upper, true);
}

/* ---- solve ---- */
static void json_place(zm_json *j, const zm_cli *cli, const char *key, zm_odds o, zm_pos p)
{
    char text[ZM_MAX_TEXT];
    zm_write_position(cli->variant, p, text);
    zm_json_open(j, key, '{');
    zm_json_odds(j, o);
    zm_json_text(j, "position", text);
    zm_json_close(j, '}');
}

void zm_json_dice_solved(zm_json *j, const zm_cli *cli, const zm_solved *s)
{
    const zm_summary *sum = &s->summary;
    zm_json_text(j, "values", sum->certified ? "odds" : "estimates");
    zm_json_number(j, "positions", sum->states);
    json_place(j, cli, "start", sum->start_odds, cli->game->start(cli->variant));
    json_place(j, cli, "min", sum->least, sum->least_position);
    json_place(j, cli, "max", sum->most, sum->most_position);
    zm_json_bool(j, "certified", sum->certified);
    json_bound(j, "widest", sum->widest, true);
    zm_json_number(j, "sweeps", s->sweeps);
    zm_json_number(j, "updates", s->updates);
}

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
static void json_move(zm_json *j, const zm_cli *cli, const zm_prospects *a, const zm_prospect *m)
{
    char text[ZM_MAX_TEXT];
    zm_json_open(j, NULL, '{');
    zm_write_move(cli->variant, a->position, m->move, text);
    zm_json_text(j, "move", text);
    zm_write_position(cli->variant, m->next, text);
    zm_json_text(j, "position", text);
    zm_json_odds(j, m->odds);
    zm_json_close(j, '}');
}

static void print_json(const zm_cli *cli, const zm_prospects *a)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_asked(&j, cli, a->position, a->turn);
    zm_json_text(&j, "values", "odds");
    zm_json_odds(&j, a->odds);
    zm_json_bool(&j, "over", a->over);
    zm_json_open(&j, "rolls", '[');
    for (unsigned i = 0; i < a->rolls; i++) {
        zm_json_open(&j, NULL, '{');
        zm_json_number(&j, "roll", i + 1);
        zm_json_real(&j, "chance", a->roll[i].chance);
        zm_json_odds(&j, a->roll[i].odds);
        zm_json_open(&j, "moves", '[');
        for (unsigned k = 0; k < a->roll[i].count; k++)
            json_move(&j, cli, a, &a->roll[i].move[k]);
        zm_json_close(&j, ']');
        zm_json_close(&j, '}');
    }
    zm_json_close(&j, ']');
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
static zm_status best_move(zm_cli *cli, zm_pos p, unsigned roll, zm_move *room, zm_move *out)
{
    zm_turn turn = {.move = room};
    unsigned choice;
    zm_turn_begin(cli->variant, p, zm_turn_of(cli->variant, p), roll, &turn);
    ZM_TRY(cli->context, zm_table_probe_move(cli->table, cli->context, p, roll, &choice));
    if (choice >= turn.count)
        return zm_fail(cli->context, ZM_CORRUPT, "the table of best moves names move %u of %u", choice + 1, turn.count);
    *out = room[choice];
    return ZM_OK;
}

static void json_best(zm_json *j, const zm_cli *cli, zm_pos p, unsigned roll, zm_move m)
{
    char text[ZM_MAX_TEXT];
    zm_json_open(j, NULL, '{');
    zm_json_number(j, "roll", roll + 1);
    zm_write_move(cli->variant, p, m, text);
    zm_json_text(j, "move", text);
    zm_write_position(cli->variant, cli->game->play(cli->variant, p, m), text);
    zm_json_text(j, "position", text);
    zm_json_close(j, '}');
}

static void print_best_json(const zm_cli *cli, zm_pos p, unsigned rolls, const zm_move *best)
{
    char text[ZM_MAX_TEXT];
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_variant(&j, cli);
    zm_write_position(cli->variant, p, text);
    zm_json_text(&j, "position", text);
    zm_json_text(&j, "turn", zm_player(cli->game, zm_turn_of(cli->variant, p)));
    zm_json_text(&j, "values", "moves");
    zm_json_bool(&j, "over", !rolls);
    zm_json_open(&j, "rolls", '[');
    for (unsigned i = 0; i < rolls; i++)
        json_best(&j, cli, p, i, best[i]);
    zm_json_close(&j, ']');
    zm_json_close(&j, '}');
    putchar('\n');
}

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
    zm_move best[ZM_MAX_ROLLS], *room;
    const unsigned rolls = cli->game->ended && cli->game->ended(cli->variant, p) != ZM_OPEN ? 0 : cli->game->rolls;
    ZM_TRY(cli->context, zm_alloc(cli->context, &room, ZM_MAX_MOVES, sizeof *room, "the moves of a position"));
    zm_status status = ZM_OK;
    for (unsigned i = 0; i < rolls && status == ZM_OK; i++)
        status = best_move(cli, p, i, room, &best[i]);
    zm_release(cli->context, room);
    if (status == ZM_OK && cli->json)
        print_best_json(cli, p, rolls, best);
    else if (status == ZM_OK)
        print_best(cli, p, rolls, best);
    return status;
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
