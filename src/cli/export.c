/* export.c: a smaller table of a game with dice: its best moves, or its probabilities in fewer bits. */
#include "args.h"
#include "base/clock.h"
#include "base/text.h"
#include "dice.h"
#include "print.h"

typedef struct result {
    zm_export_options o;
    zm_exported made;
    uint64_t before; /* bytes of the table it was made from */
    char folder[4096];
    double seconds;
} result;

static double a_position(uint64_t bytes, const result *r)
{
    return r->made.places ? (double)bytes / (double)r->made.places : 0;
}

static void print_json(const zm_cli *cli, const result *r)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, cli->variant);
    zm_json_text(&j, "values", r->o.moves ? "moves" : "odds");
    if (r->o.moves)
        zm_json_null(&j, "bits");
    else
        zm_json_number(&j, "bits", r->o.bits);
    zm_json_number(&j, "positions", r->made.places);
    zm_json_number(&j, "table_bytes", r->made.bytes);
    zm_json_number(&j, "source_bytes", r->before);
    if (r->o.moves)
        zm_json_null(&j, "widest");
    else
        zm_json_real(&j, "widest", zm_odds_number(r->made.summary.widest));
    zm_json_text(&j, "folder", r->folder);
    zm_json_real(&j, "seconds", r->seconds);
    zm_json_close(&j, '}');
    putchar('\n');
}

static void print_text(const zm_cli *cli, const result *r)
{
    char bytes[32], count[32];
    zm_print_title(cli);
    printf("  positions    %s\n", zm_count_text(r->made.places, count));
    printf("  from         %s, %.3f bytes a position\n", zm_bytes_text(r->before, bytes), a_position(r->before, r));
    printf("  to           %s, %.3f bytes a position: %s\n", zm_bytes_text(r->made.bytes, bytes),
           a_position(r->made.bytes, r), r->o.moves ? "best moves" : "probabilities, rounded outward");
    if (!r->o.moves)
        zm_print_certified(&r->made.summary);
    printf("               %s\n  time         %.1f s\n", r->folder, r->seconds);
}

static zm_status read_options(zm_cli *cli, result *r)
{
    int64_t bits = 0;
    if (!cli->game->dice->rolls)
        return zm_fail(cli->context, ZM_BAD_INPUT, "%s has no dice: export is for tables of games with dice",
                       cli->game->name);
    ZM_TRY(cli->context, zm_cli_number(cli, "bits", 1, 31, &bits));
    r->o = ZM_OPTIONS(zm_export_options, .to = zm_cli_value(cli, "to"), .moves = zm_cli_has(cli, "moves"),
                      .bits = (unsigned)bits, .again = zm_cli_has(cli, "again"));
    if (r->o.moves == (bits != 0))
        return zm_fail(cli->context, ZM_BAD_INPUT, "say what to make: --moves, or --bits with 1 to 31");
    if (!r->o.to)
        return zm_fail(cli->context, ZM_BAD_INPUT, "--to must name the folder of tables that it goes to");
    return ZM_OK;
}

static zm_status run(zm_cli *cli)
{
    result r = {.o = ZM_OPTIONS(zm_export_options)};
    ZM_TRY(cli->context, read_options(cli, &r));
    ZM_TRY(cli->context, zm_cli_open_table(cli));
    r.before = zm_table_bytes(cli->table);
    const double began = zm_now();
    ZM_TRY(cli->context, zm_table_export(cli->context, cli->table, &r.o, &r.made));
    r.seconds = zm_now() - began;
    ZM_TRY(cli->context, zm_table_path(cli->context, cli->variant, r.o.to, r.folder, sizeof r.folder));
    if (cli->json)
        print_json(cli, &r);
    else
        print_text(cli, &r);
    return ZM_OK;
}

extern const zm_command zm_command_export;
const zm_command zm_command_export = {
    .name = "export",
    .usage = "GAME [opt=val ...] --to DIR",
    .summary = "a smaller table of a game with dice: best moves, or fewer bits",
    .about =
        "Makes a table from the one that \"zermelo solve\" made, in another folder of tables, where every command "
        "finds it "
        "with --tables. With --moves it says of every position and roll which move is best, and nothing else: enough "
        "to "
        "play perfectly. With --bits the probabilities are rounded outward, so that the intervals are wider and still "
        "hold.",
    .example = "zermelo export madn pieces=1 --moves --to small",
    .game = true,
    .most = 1,
    .flags = {ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY,
              {"to", "DIR", NULL, "the folder of tables it goes to", 0},
              {"moves", NULL, NULL, "best moves", 0},
              {"bits", "N", NULL, "probabilities of so many bits, 1 to 31", 0},
              {"again", NULL, NULL, "make it even if it is there", 0}},
    .run = run,
};
