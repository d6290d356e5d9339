/* list.c: the games there are, built in and in the plugin folder, with their options in short. */
#include "answer/games.h"
#include "print.h"

#include <string.h>

enum { TITLE = 25, OPTIONS = 19 + TITLE + 1 }; /* columns of a title; where options begin */

static void options_in_short(const zm_game *g, char *out, size_t size)
{
    *out = 0;
    for (unsigned i = 0; i < ZM_MAX_OPTIONS && g->options[i].name; i++) {
        const zm_option *o = &g->options[i];
        size_t n = strlen(out);
        snprintf(out + n, size - n, "%s%s=%s", i ? " " : "", o->name, o->fallback ? o->fallback : "...");
    }
}

static void print_row(void *arg, const zm_game *g, bool plugin)
{
    char options[512], title[ZM_TITLE_ROOM];
    options_in_short(g, options, sizeof options);
    const int columns = zm_columns_of(zm_title_of(arg, g, title));
    int n = printf("%-18s ", g->name) + columns;
    fputs(title, stdout);
    if (n < OPTIONS)
        n += printf("%*s", OPTIONS - n, "");
    else /* the line is full */
        n = printf("\n%*s", OPTIONS, "") - 1;
    if (plugin)
        n += printf("(plugin) ");
    zm_print_wrapped(stdout, n, OPTIONS, *options ? options : "-");
}

static zm_status run(zm_cli *cli)
{
    if (!cli->json) {
        printf("%-18s %-*s %s\n", "GAME", TITLE, "TITLE", "OPTIONS");
        zm_each_game(cli->context, print_row, cli);
        puts("\n\"zermelo info GAME\" tells its rules, \"zermelo solve GAME\" solves it.");
        return ZM_OK;
    }
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_games(&j, cli->context);
    zm_json_close(&j, '}');
    putchar('\n');
    return ZM_OK;
}

extern const zm_command zm_command_list;
const zm_command zm_command_list = {
    .name = "list",
    .usage = "",
    .summary = "the games there are, with their options",
    .about = "Built-in games, then the plugins of the plugin folder ($ZERMELO_PLUGINS, or zermelo/plugins in the "
             "user's data "
             "folder). An option without a default here takes one from the other options.",
    .example = "zermelo list",
    .run = run,
};
