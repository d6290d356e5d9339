/* verify.c: recomputes every state of a table from its successors; a table that is damaged or wrong is exit 1. */
#include "print.h"

#include "args.h"
#include "base/clock.h"
#include "base/text.h"

#include <zermelo/search.h>
#include <zermelo/solve.h>

#include <string.h>

static const char *values_of(const zm_table *t)
{
    return zm_table_dice(t) ? "odds" : zm_values_name(!zm_table_distances(t));
}

/* What a right table says. */
static const char *what_it_says(const zm_table *t)
{
    if (zm_table_book(t))
        return " (a book; of the states at its edge some were searched again)";
    if (zm_table_dice(t))
        return " (every probability lies in its interval)";
    return zm_table_distances(t) ? "" : " (it says who wins, not how far)";
}

static void print_json(const zm_cli *cli, zm_engine engine, zm_status status, const zm_verified *found, double seconds)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, cli->variant);
    zm_json_bool(&j, "ok", status == ZM_OK);
    zm_json_text(&j, "values", cli->table ? values_of(cli->table) : NULL);
    zm_json_text(&j, "engine", zm_engine_name(engine));
    zm_json_number(&j, "states", found->states);
    zm_json_number(&j, "moves", found->moves);
    zm_json_number(&j, "blocks", found->blocks);
    zm_json_real(&j, "seconds", seconds);
    zm_json_text(&j, "error", status == ZM_OK ? NULL : zm_message(cli->context));
    zm_json_close(&j, '}');
    putchar('\n');
}

static void print_text(const zm_cli *cli, const zm_verified *found, double seconds)
{
    char a[32];
    zm_print_title(cli);
    printf("  the table is right%s\n\n", what_it_says(cli->table));
    printf("  %-26s %17s\n", "states recomputed", zm_count_text(found->states, a));
    printf("  %-26s %17s\n", "moves looked at", zm_count_text(found->moves, a));
    printf("  %-26s %17s\n", "checksums compared", zm_count_text(found->blocks, a));
    printf("  %-26s %17s\n", "time", zm_seconds_text(seconds, a));
}

static zm_verify_method method_of(const zm_cli *cli)
{
    const char *name = zm_cli_value(cli, "method");
    return name && !strcmp(name, "walk")   ? ZM_VERIFY_WALK
           : name && !strcmp(name, "hunt") ? ZM_VERIFY_HUNT
           : name && !strcmp(name, "pair") ? ZM_VERIFY_OWN
                                           : ZM_VERIFY_AUTO;
}

static zm_status open_table_or_book(zm_cli *cli)
{
    ZM_TRY(cli->context, zm_cli_open_source(cli));
    const zm_values_found stored = zm_value_source_stored(cli->source);
    if (stored.origin != ZM_FROM_BOOK)
        return zm_cli_open_table(cli);
    cli->table = stored.table;
    return ZM_OK;
}

/* A GPU walks, whatever else there is for the CPU; books it does not verify. */
static zm_status check_engine(const zm_cli *cli, zm_engine *engine)
{
    const char *name = zm_cli_value(cli, "engine");
    *engine = ZM_ENGINE_CPU;
    if (name && !zm_engine_parse(name, engine))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--engine \"%s\" is not to be had here", name);
    if (*engine != ZM_ENGINE_CPU && method_of(cli) > ZM_VERIFY_WALK)
        return zm_fail(cli->context, ZM_BAD_INPUT, "--method %s is for --engine cpu", zm_cli_value(cli, "method"));
    return ZM_OK;
}

static zm_status verify(const zm_cli *cli, zm_engine engine, zm_verified *found)
{
    if (engine != ZM_ENGINE_CPU)
        return zm_table_verify_on(cli->context, cli->table, engine, found);
    return zm_table_book(cli->table) ? zm_book_verify(cli->context, cli->table, found)
                                     : zm_table_verify_by(cli->context, cli->table, method_of(cli), found);
}

static zm_status run(zm_cli *cli)
{
    zm_engine engine;
    zm_verified found = {0};
    double begin = zm_now();
    ZM_TRY(cli->context, check_engine(cli, &engine));
    zm_status status = open_table_or_book(cli);
    if (status == ZM_OK)
        status = verify(cli, engine, &found);
    bool answered = status == ZM_OK || status == ZM_WRONG || status == ZM_CORRUPT;
    if (cli->json && answered)
        print_json(cli, engine, status, &found, zm_now() - begin);
    else if (status == ZM_OK)
        print_text(cli, &found, zm_now() - begin);
    return status;
}

extern const zm_command zm_command_verify;
const zm_command zm_command_verify = {
    .name = "verify",
    .usage = "GAME [opt=val ...]",
    .summary = "prove a table right, or find what is wrong with it",
    .about = "Reads every byte, walks from the start to every state that play reaches, recomputes its value from its "
             "successors, "
             "remoteness included, and compares; in a table without distances, also that no win or loss rests on "
             "itself in a circle; with dice, that every interval follows from those of its successors. Shares nothing "
             "with the solvers but the rules. Ends with 1 when the "
             "table is "
             "damaged or wrong.",
    .example = "zermelo verify tic-tac-toe",
    .game = true,
    .verifies = true,
    .most = 1,
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"method", "NAME", "auto|walk|hunt|pair",
               "state by state, or for hunts with cycles and by a pair placement by placement", 0},
              {"engine", "NAME", "cpu|cuda|cuda-host", "where; what a GPU can do is in docs/cuda.md", 0},
              ZM_FLAG_GPU_MEMORY},
    .run = run,
};
