/* stats_plies.c: `zermelo stats GAME --plies N`: states ply by ply, without a table. */
#include "stats.h"

#include "answer/parts.h"
#include "args.h"
#include "base/text.h"
#include "print.h"

#include <zermelo/solve.h>

static void print_json(const zm_cli *cli, const zm_layers *l, uint64_t states, uint64_t open)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, cli->variant);
    zm_json_number(&j, "states", states);
    zm_json_number(&j, "open", open);
    zm_json_open(&j, "plies", '[');
    for (unsigned i = 0; i < l->plies; i++) {
        zm_json_open(&j, NULL, '{');
        zm_json_number(&j, "ply", i);
        zm_json_number(&j, "states", l->layer[i].states);
        zm_json_number(&j, "open", l->layer[i].open);
        zm_json_close(&j, '}');
    }
    zm_json_close(&j, ']');
    zm_json_close(&j, '}');
    putchar('\n');
}

static void print_text(const zm_cli *cli, const zm_layers *l, uint64_t states, uint64_t open)
{
    char a[32], b[32];
    zm_print_title(cli);
    printf("  %6s  %21s  %21s\n", "PLIES", "STATES", "NOT OVER");
    for (unsigned i = 0; i < l->plies; i++)
        printf("  %6u  %21s  %21s\n", i, zm_count_text(l->layer[i].states, a), zm_count_text(l->layer[i].open, b));
    printf("  %6s  %21s  %21s\n", "all", zm_count_text(states, a), zm_count_text(open, b));
    if (cli->game->rules.fingerprint)
        puts("\n  positions that are symmetric to each other are one state");
}

zm_status zm_stats_plies(zm_cli *cli)
{
    zm_layers l;
    int64_t most;
    uint64_t states = 0, open = 0;
    static const char *const others[] = {"plot", "of", "games", "positions", "csv"};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        if (zm_cli_has(cli, others[i]))
            return zm_fail(cli->context, ZM_BAD_INPUT, "--%s is of a table, and --plies needs none: one or the other",
                           others[i]);
    ZM_TRY(cli->context, zm_cli_number(cli, "plies", 0, 1000, &most));
    ZM_TRY(cli->context, zm_count_layers(cli->context, cli->variant, (unsigned)most, &l));
    for (unsigned i = 0; i < l.plies; i++) {
        states += l.layer[i].states;
        open += l.layer[i].open;
    }
    if (cli->json)
        print_json(cli, &l, states, open);
    else
        print_text(cli, &l, states, open);
    zm_layers_free(cli->context, &l);
    return ZM_OK;
}
