/* list.c: the games there are, built in and in the plugin folder, with their options in short. */
#include "print.h"

#include <stdlib.h>
#include <string.h>

typedef void each_game(void *arg, const zm_game *g, bool plugin);

/* A plugin that cannot be loaded is told of, not hidden, and does not keep the others from being listed. */
static void each_plugin(zm_cli *cli, each_game *visit, void *arg)
{
    char *names = zm_plugin_names();
    for (const char *name = names; name && *name; name += strlen(name) + 1) {
        const zm_game *g;
        bool built_in = false;
        for (size_t i = 0; i < zm_builtin_count(); i++)
            built_in |= !strcmp(zm_builtin(i)->name, name);
        if (built_in)
            continue;
        if (zm_find_game(cli->context, name, &g) == ZM_OK)
            visit(arg, g, true);
        else
            zm_note(cli->context, "%s", zm_message(cli->context));
    }
    free(names);
}

static void each(zm_cli *cli, each_game *visit, void *arg)
{
    for (size_t i = 0; i < zm_builtin_count(); i++)
        visit(arg, zm_builtin(i), false);
    each_plugin(cli, visit, arg);
}

static void print_json(void *arg, const zm_game *g, bool plugin)
{
    zm_json *j = arg;
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "name", g->name);
    zm_json_text(j, "title", g->title);
    zm_json_open(j, "players", '[');
    zm_json_text(j, NULL, zm_player(g, 0));
    zm_json_text(j, NULL, zm_player(g, 1));
    zm_json_close(j, ']');
    zm_json_options(j, g);
    zm_json_number(j, "rolls", g->rolls);
    zm_json_bool(j, "plugin", plugin);
    zm_json_close(j, '}');
}

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
    (void)arg;
    char options[512];
    options_in_short(g, options, sizeof options);
    int n = printf("%-18s %-22s ", g->name, g->title ? g->title : g->name);
    if (plugin)
        n += printf("(plugin) ");
    zm_print_wrapped(stdout, n, 42, *options ? options : "-");
}

static zm_status run(zm_cli *cli)
{
    if (!cli->json) {
        printf("%-18s %-22s %s\n", "GAME", "TITLE", "OPTIONS");
        each(cli, print_row, NULL);
        puts("\n\"zermelo info GAME\" tells its rules, \"zermelo solve GAME\" solves it.");
        return ZM_OK;
    }
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_open(&j, "games", '[');
    each(cli, print_json, &j);
    zm_json_close(&j, ']');
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
