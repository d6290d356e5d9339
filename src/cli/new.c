/* new.c: `zermelo new NAME` writes the source of a small working game to change into one's own. */
#include "args.h"
#include "print.h"

#include "game/build.h"

static const struct {
    const char *flag;
    zm_new_kind kind;
} kinds[] = {{"board", ZM_NEW_BOARD}, {"dice", ZM_NEW_DICE}, {"heaps", ZM_NEW_HEAPS}};

/* The first of the three is what most people want. */
static zm_status find_kind(const zm_cli *cli, unsigned *kind)
{
    unsigned given = 0;
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (zm_cli_has(cli, kinds[i].flag)) {
            *kind = i;
            given++;
        }
    return given < 2
               ? ZM_OK
               : zm_fail(cli->context, ZM_BAD_INPUT, "--board, --dice and --heaps: only one of them can be given");
}

static zm_status run(zm_cli *cli)
{
    unsigned kind = 0;
    char path[4096];
    const char *output = zm_cli_value(cli, "output");
    if (!cli->words)
        return zm_fail(cli->context, ZM_BAD_INPUT, "what shall it be called? usage: zermelo new NAME");
    snprintf(path, sizeof path, "%s.c", cli->word[0]);
    ZM_TRY(cli->context, find_kind(cli, &kind));
    ZM_TRY(cli->context, zm_new_game(cli->context, cli->word[0], kinds[kind].kind, output));
    if (!cli->json) {
        printf("wrote %s, a small game that works as it is\n\ntry next: zermelo build %s\n", output ? output : path,
               output ? output : path);
        return ZM_OK;
    }
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_text(&j, "name", cli->word[0]);
    zm_json_text(&j, "kind", kinds[kind].flag);
    zm_json_text(&j, "file", output ? output : path);
    zm_json_close(&j, '}');
    putchar('\n');
    return ZM_OK;
}

extern const zm_command zm_command_new;
const zm_command zm_command_new = {
    .name = "new",
    .usage = "NAME [--board | --dice | --heaps] [-o FILE.c]",
    .summary = "write the source of a small working game, to make your own of",
    .about =
        "The file is NAME.c unless -o says otherwise. A file that is there already is left alone. There are three to "
        "begin with: --board is three in a row, --dice a race, --heaps a game of the kind of Nim.",
    .example = "zermelo new my-game --board",
    .most = 1,
    .flags = {{"board", NULL, NULL, "pieces on a board; the default", 0},
              {"dice", NULL, NULL, "dice: a move depends on a roll", 0},
              {"heaps", NULL, NULL, "heaps of coins, or other numbers", 0},
              {"output", "FILE", NULL, "where to write it", 'o'}},
    .run = run,
};
