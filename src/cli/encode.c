/* encode.c: a position to its numbers: state, fingerprint, dense index, and the codes of papers. */
#include "numbers.h"

#include <inttypes.h>

static void hex(zm_pos p, char out[40]) { snprintf(out, 40, "%016" PRIx64 "%016" PRIx64, p.hi, p.lo); }

static void json_codes(zm_json *j, const zm_cli *cli, zm_pos p)
{
    zm_json_open(j, "codes", '{');
    for (unsigned i = 0; i < ZM_MAX_CODES && cli->game->sources->codes[i].name; i++)
        if (cli->game->sources->codes[i].encode)
            zm_json_number(j, cli->game->sources->codes[i].name, cli->game->sources->codes[i].encode(cli->variant, p));
    zm_json_close(j, '}');
}

static void json_numbers(zm_json *j, const zm_cli *cli, zm_pos p)
{
    const zm_variant *v = cli->variant;
    zm_pos state = zm_state_of(v, p);
    char text[ZM_MAX_TEXT], digits[40];
    zm_write_position(v, p, text, sizeof text);
    zm_json_text(j, "position", text);
    zm_json_text(j, "turn", zm_player(cli->game, zm_turn_of(v, p)));
    zm_write_position(v, state, text, sizeof text);
    zm_json_text(j, "state", text);
    hex(state, digits);
    zm_json_text(j, "hex", digits);
    if (cli->game->index->rank) {
        zm_place at = cli->game->index->rank(v, state);
        zm_json_number(j, "tier", at.tier);
        zm_json_number(j, "index", at.index);
    } else {
        zm_json_null(j, "tier");
        zm_json_null(j, "index");
    }
    json_codes(j, cli, p);
}

static void print_codes(const zm_cli *cli, zm_pos p)
{
    for (unsigned i = 0; i < ZM_MAX_CODES && cli->game->sources->codes[i].name; i++) {
        const zm_code *code = &cli->game->sources->codes[i];
        if (!code->encode)
            continue;
        int n = printf("  %-12s %-20" PRIu64 " ", code->name, code->encode(cli->variant, p));
        zm_print_wrapped(stdout, n, n, code->help ? code->help : "");
    }
}

static void print_numbers(const zm_cli *cli, zm_pos p)
{
    const zm_variant *v = cli->variant;
    zm_pos state = zm_state_of(v, p);
    char text[ZM_MAX_TEXT], digits[40];
    zm_print_title(cli);
    zm_print_board(cli, p);
    zm_write_position(v, p, text, sizeof text);
    printf("  %-12s %s\n  %-12s %s\n", "position", text, "to move", zm_player(cli->game, zm_turn_of(v, p)));
    zm_write_position(v, state, text, sizeof text);
    hex(state, digits);
    printf("  %-12s %s\n  %-12s %s\n", "state", text, "hex", digits);
    if (cli->game->index->rank) {
        zm_place at = cli->game->index->rank(v, state);
        printf("  %-12s %" PRIu32 ":%" PRIu64 "\n", "index", at.tier, at.index);
    }
    print_codes(cli, p);
}

void zm_show_numbers(const zm_cli *cli, const char *code, zm_pos p)
{
    if (!cli->json) {
        print_numbers(cli, p);
        return;
    }
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, cli->variant);
    if (code)
        zm_json_text(&j, "code", code);
    json_numbers(&j, cli, p);
    zm_json_close(&j, '}');
    putchar('\n');
}

static zm_status run(zm_cli *cli)
{
    zm_pos p;
    ZM_TRY(cli->context, zm_cli_position(cli, 1, &p));
    zm_show_numbers(cli, NULL, p);
    return ZM_OK;
}

extern const zm_command zm_command_encode;
const zm_command zm_command_encode = {
    .name = "encode",
    .usage = "GAME [opt=val ...] [POSITION]",
    .summary = "a position as numbers: state, index, and the codes of papers",
    .about = "\"state\" is the representative of all positions symmetric to this one, \"hex\" the same as the 128 bits "
             "the program "
             "uses, \"index\" TIER:INDEX in a dense table. Without POSITION, the start.",
    .example = "zermelo encode tic-tac-toe start",
    .game = true,
    .most = 2,
    .run = run,
};
