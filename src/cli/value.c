/* value.c: values of impartial games and of games played together, how they were found, and the moves that win. */
#include "value.h"

#include "args.h"
#include "base/text.h"
#include "draw.h"
#include "print.h"

#include <string.h>

enum { TEXT_MOVES = 20 }; /* that text shows */

/* ---- text ---- */
static void print_method(const zm_answer *a)
{
    char n[64];
    printf(a->theorem ? "by theorem" : "by search");
    if (a->searched)
        printf(" %s %s", a->theorem ? "from" : "of", zm_things_text(a->searched, "position", n));
    putchar('\n');
}

static void print_kinds(const zm_found *f)
{
    const int only = f->only;
    static const char *const title[ZM_KINDS] = {"grundy", "remoteness", "suspense", "w", "w misere"};
    char n[ZM_NUMBER_TEXT];
    for (zm_kind k = 0; k < ZM_KINDS; k++) {
        if (only >= 0 && (int)k != only)
            continue;
        printf("  %-12s %-8s ", title[k], f->known[k] ? zm_number_text(f->answer[k].number, n) : "-");
        if (f->known[k])
            print_method(&f->answer[k]);
        else
            puts("not found");
    }
}

/* Why a table counts a ply more. */
static void print_given_up(const zm_found *f)
{
    char text[512];
    for (unsigned i = 0; i < zm_expression_parts(f->e); i++) {
        const zm_game *g = zm_expression_variant(f->e, i)->game;
        bool told = !zm_expression_gives_up(f->e, i) || !(f->known[ZM_REMOTENESS] || f->known[ZM_SUSPENSE]);
        for (unsigned k = 0; k < i && !told; k++)
            told = zm_expression_variant(f->e, k)->game == g && zm_expression_gives_up(f->e, k);
        if (told)
            continue;
        snprintf(
            text, sizeof text,
            "a move that ends %s and makes the other the winner gives up: it is not counted here; \"zermelo query\" "
            "counts it, a ply more",
            g->name);
        putchar('\n');
        zm_print_wrapped(stdout, 0, 2, text);
    }
}

static void print_step(const zm_found *f, const zm_step *s)
{
    char text[ZM_MAX_TEXT];
    const zm_variant *v = zm_expression_variant(f->e, s->part);
    zm_write_position(v, s->to, text, sizeof text);
    if (zm_expression_parts(f->e) > 1)
        printf("%u (%s): ", s->part + 1, v->game->name);
    printf("%s%s", text, s->stays ? ", and moves again" : "");
}

static void print_moves(const zm_found *f)
{
    char n[32];
    if (!f->known_moves) {
        puts("\n  which moves win: not found");
        return;
    }
    if (!f->plays.count) {
        puts(f->wins ? "" : "\n  no move wins");
        return;
    }
    const bool parts = zm_expression_parts(f->e) > 1;
    printf("\n  %s%s winning move%s%s\n", f->plays.all ? "" : "at least ", zm_count_text(f->plays.count, n),
           f->plays.count == 1 ? "" : "s", parts ? ", as part (game): where it leads" : ", leading to");
    for (uint64_t i = 0; i < f->plays.count && i < TEXT_MOVES; i++) {
        printf("    ");
        for (unsigned k = 0; k < f->plays.play[i].steps; k++) {
            printf(k ? "   " : "");
            print_step(f, &f->plays.play[i].step[k]);
        }
        putchar('\n');
    }
    if (f->plays.count > TEXT_MOVES)
        printf("    ... (all of them with --json)\n");
}

static void print_text(const zm_found *f, const char *text)
{
    const int only = f->only;
    printf("%s\n\n", text);
    if (only < 0) {
        printf("  %-12s %-8s ", f->misere ? "misere play" : "outcome",
               !f->known_outcome ? "-"
               : f->wins         ? "win"
                                 : "loss");
        if (f->known_outcome)
            print_method(&f->outcome);
        else
            puts("not found");
    }
    print_kinds(f);
    if (*f->why) {
        putchar('\n');
        zm_print_wrapped(stdout, 0, 2, f->why);
    }
    print_given_up(f);
    if (only < 0)
        print_moves(f);
}

static void print_json(const zm_found *f, const char *text)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_found(&j, f, text, NULL);
    zm_json_close(&j, '}');
    putchar('\n');
}

/* ---- the command ---- */
static int kind_asked(const zm_cli *cli)
{
    const char *name = zm_cli_value(cli, "of");
    for (int k = 0; name && k < ZM_KINDS; k++)
        if (!strcmp(name, zm_kind_name[k]))
            return k;
    return -1;
}

/* What goes with --table and --all, which are about all positions of a game by normal play. */
static zm_status check_flags(zm_cli *cli)
{
    zm_context *c = cli->context;
    const bool table = zm_cli_has(cli, "table"), all = zm_cli_has(cli, "all");
    if (table && all)
        return zm_fail(c, ZM_BAD_INPUT, "--table and --all are two questions; ask one of them");
    if (zm_cli_has(cli, "output") && !table)
        return zm_fail(c, ZM_BAD_INPUT, "--output draws tables: it needs --table");
    if (zm_cli_has(cli, "misere") && (table || all))
        return zm_fail(c, ZM_BAD_INPUT,
                       "--misere is about who wins; %s shows values, those of misere play --of w_misere",
                       table ? "--table" : "--all");
    if (!all && kind_asked(cli) < 0 && zm_cli_has(cli, "of"))
        return zm_fail(c, ZM_BAD_INPUT, "--of %s goes with --all", zm_cli_value(cli, "of"));
    return ZM_OK;
}

/* A position says nothing about a table of all of them. */
static zm_status check_start(zm_cli *cli, const zm_expression *e)
{
    const zm_variant *v = zm_expression_variant(e, 0);
    if (!zm_same(zm_state_of(v, zm_expression_position(e, 0)), zm_start_state(v)))
        return zm_fail(cli->context, ZM_BAD_INPUT, "%s is about all positions: leave out the one after @",
                       zm_cli_has(cli, "table") ? "--table" : "--all");
    return ZM_OK;
}

static zm_status show(zm_cli *cli, zm_found *f, const char *text)
{
    zm_context *c = cli->context;
    const int only = kind_asked(cli);
    ZM_TRY(c, check_flags(cli));
    if (zm_cli_has(cli, "all")) {
        ZM_TRY(c, zm_expression_read_game(f->values, text, &f->e));
        ZM_TRY(c, check_start(cli, f->e));
        return zm_show_all_values(cli, zm_expression_variant(f->e, 0), zm_cli_value(cli, "of"));
    }
    ZM_TRY(c, zm_expression_read(f->values, text, &f->e));
    if (zm_cli_has(cli, "table")) {
        ZM_TRY(c, check_start(cli, f->e));
        return zm_show_value_table(cli, f->values, f->e, only < 0 ? ZM_GRUNDY : (zm_kind)only);
    }
    f->only = only;
    ZM_TRY(c, zm_found_find(f));
    (cli->json ? print_json : print_text)(f, text);
    return ZM_OK;
}

static zm_status run(zm_cli *cli)
{
    zm_found f = {.context = cli->context, .misere = zm_cli_has(cli, "misere")};
    int64_t limit = 0;
    if (!cli->words)
        return zm_fail(cli->context, ZM_BAD_INPUT, "expected an expression, such as \"sum(nim(3), kayles(7))\"");
    ZM_TRY(cli->context, zm_cli_number(cli, "limit", 1, INT64_MAX, &limit));
    zm_show_progress(cli);
    ZM_TRY(cli->context, zm_values_open(cli->context, (uint64_t)limit, &f.values));
    zm_status s = show(cli, &f, cli->word[0]);
    zm_found_free(&f);
    zm_values_close(f.values);
    return s;
}

extern const zm_command zm_command_value;
const zm_command zm_command_value = {
    .name = "value",
    .usage = "EXPRESSION",
    .summary = "values of impartial games and of games played together",
    .about =
        "An expression is a game with its options in their order, queen(8;4,6), or by name, nim(piles=3,5), or from "
        "a position, chomp(3;4;@4,4,2); or games played together: sum(..) one of them a move, union(..) some, "
        "selective(..) some but not all, and(..) all, also(..) all that are not over, wtia(..) one, and who ends one "
        "wins. Each value is found by the theorem where there is one, else by searching all positions.",
    .example = "zermelo value \"wtia(limited-nim(18;1,3,4), sum(queen(8;4,6), nim(7)))\"",
    .most = 1,
    .flags = {{"misere", NULL, NULL, "who cannot move has won (in wtia: who ends a game loses)", 0},
              {"of", "KIND", "grundy|remoteness|suspense|w|w_misere|score", "one value only", 0},
              {"table", NULL, NULL, "the value of every position in rows and columns, of one game", 0},
              ZM_FLAG_OUTPUT,
              {"all", NULL, NULL, "how often each value occurs among all positions of one game that has a way to them",
               0},
              {"limit", "N", NULL, "positions to search at most (else 1,000,000)", 0},
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY},
    .run = run,
};
