/* build.c: `zermelo build FILE.c` makes a plugin of a game's source; every command takes it by name or path from then
 * on. */
#include "args.h"
#include "print.h"

#include "game/build.h"
#include "game/builtin.h"

#include <inttypes.h>
#include <string.h>

static void print_tried(const zm_tried *tried)
{
    const struct {
        uint64_t is;
        const char *one;
    } numbers[] = {{tried->variants, "variant"}, {tried->positions, "position"}, {tried->moves, "move"}};
    for (unsigned i = 0; i < 3; i++) {
        char digits[32], grouped[48];
        snprintf(digits, sizeof digits, "%" PRIu64, numbers[i].is);
        printf("%s%s %s%s", i ? ", " : "      tried ", zm_group_digits(digits, grouped, sizeof grouped), numbers[i].one,
               numbers[i].is == 1 ? "" : "s");
    }
    printf("\n\n");
}

static void print_text(const zm_cli *cli, const zm_game *g, const char *where, const zm_tried *tried)
{
    char folder[4096], title[ZM_TITLE_ROOM];
    bool known = zm_plugin_folder(folder, sizeof folder) && !strncmp(where, folder, strlen(folder));
    printf("built %s\n      %s\n      with %s, the flags of this library%s\n", zm_title_of(cli, g, title), where,
           zm_plugin_flags,
           zm_dense_runner_of(g) ? ", and kernels of its own, for a GPU too"
           : zm_kernels_of(g)    ? ", and kernels of its own"
                                 : "");
    print_tried(tried);
    printf("try next: zermelo solve %s\n", known ? g->name : where);
}

static zm_status run(zm_cli *cli)
{
    char where[4096];
    const zm_game *g;
    zm_tried tried;
    const zm_for_gpu gpu = zm_cli_has(cli, "no-cuda") ? ZM_NOT_FOR_GPU
                           : zm_cli_has(cli, "cuda")  ? ZM_FOR_GPU
                                                      : ZM_GPU_WHERE_POSSIBLE;
    if (!cli->words)
        return zm_fail(cli->context, ZM_BAD_INPUT, "which file? usage: zermelo build FILE.c");
    if (zm_cli_has(cli, "cuda") && zm_cli_has(cli, "no-cuda"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--cuda and --no-cuda do not go together");
    ZM_TRY(cli->context,
           zm_build_plugin(cli->context, cli->word[0], zm_cli_value(cli, "output"), gpu, where, sizeof where, &tried));
    ZM_TRY(cli->context, zm_find_game(cli->context, where, &g));
    if (!cli->json) {
        print_text(cli, g, where, &tried);
        return ZM_OK;
    }
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_text(&j, "game", g->name);
    zm_json_text(&j, "source", cli->word[0]);
    zm_json_text(&j, "plugin", where);
    zm_json_text(&j, "flags", zm_plugin_flags);
    zm_json_bool(&j, "own_kernels", zm_kernels_of(g));
    zm_json_bool(&j, "cuda", zm_dense_runner_of(g));
    zm_json_open(&j, "tried", '{');
    zm_json_number(&j, "variants", tried.variants);
    zm_json_number(&j, "positions", tried.positions);
    zm_json_number(&j, "moves", tried.moves);
    zm_json_close(&j, '}');
    zm_json_close(&j, '}');
    putchar('\n');
    return ZM_OK;
}

extern const zm_command zm_command_build;
const zm_command zm_command_build = {
    .name = "build",
    .usage = "FILE.c [-o FILE.so] [--cuda|--no-cuda]",
    .summary = "make a plugin of a game's source",
    .about =
        "Compiles it with $CC or cc and the flags of this library, together with the library's inner loops, so "
        "that its "
        "rules are solved as fast as those of a built-in game. Where nvcc is found ($NVCC names another, an empty one "
        "none) and the game has an index and says its most_moves, it is compiled for a GPU, too. Loads it, tries its "
        "rules out, and only then "
        "puts it in its place: the "
        "plugin folder, "
        "where every command finds it by its name, or the file -o says, which every command takes as a path. "
        "To remove a plugin, delete its file: NAME.so in the plugin folder.",
    .example = "zermelo build my-game.c",
    .most = 1,
    .flags = {{"output", "FILE", NULL, "where to put the plugin", 'o'},
              {"cuda", NULL, NULL, "compile it for a GPU, and say why where that cannot be", 0},
              {"no-cuda", NULL, NULL, "only for the CPU", 0}},
    .run = run,
};
