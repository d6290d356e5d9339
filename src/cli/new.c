/* new.c: `zermelo new NAME` writes the source of a small working game to change into one's own. */
#include "args.h"
#include "print.h"

#include "game/build.h"

static zm_status run(zm_cli *cli)
{
    char path[4096];
    const char *output = zm_cli_value(cli, "output");
    if (!cli->words)
        return zm_fail(cli->context, ZM_BAD_INPUT, "what shall it be called? usage: zermelo new NAME");
    snprintf(path, sizeof path, "%s.c", cli->word[0]);
    ZM_TRY(cli->context, zm_new_game(cli->context, cli->word[0], output));
    if (!cli->json) {
        printf("wrote %s, a small game that works as it is\n\ntry next: zermelo build %s\n", output ? output : path,
               output ? output : path);
        return ZM_OK;
    }
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_text(&j, "name", cli->word[0]);
    zm_json_text(&j, "file", output ? output : path);
    zm_json_close(&j, '}');
    putchar('\n');
    return ZM_OK;
}

extern const zm_command zm_command_new;
const zm_command zm_command_new = {
    .name = "new",
    .usage = "NAME [-o FILE.c]",
    .summary = "write the source of a small working game, to make your own of",
    .about = "The file is NAME.c unless -o says otherwise. A file that is there already is left alone.",
    .example = "zermelo new my-game",
    .most = 1,
    .flags = {{"output", "FILE", NULL, "where to write it", 'o'}},
    .run = run,
};
