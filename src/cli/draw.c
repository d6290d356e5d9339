/* draw.c: a position as a picture: on the screen, or in a file. */
#include "draw.h"

#include "args.h"
#include "draw/file.h"
#include "draw/picture_json.h"
#include "draw_line.h"
#include "draw_moves.h"
#include "print.h"

#include <stdlib.h>

typedef struct drawn {
    char position[ZM_MAX_TEXT];
    const char *turn;
    const char *file, *format; /* NULL, "txt": on the screen */
    unsigned width, height;
    bool moves; /* with what they are worth */
    zm_rated rated;
    zm_best_line *line;
} drawn;

static void json_size(zm_json *j, const char *key, unsigned pixels)
{
    if (pixels)
        zm_json_number(j, key, pixels);
    else
        zm_json_null(j, key);
}

static zm_status write_text(zm_cli *cli, FILE *out, const drawn *d, const zm_picture *p, bool utf8)
{
    if (d->line)
        return zm_sheet_text(cli->context, out, zm_best_line_sheet(d->line), utf8);
    zm_draw_whole_text(out, p, utf8);
    return ZM_OK;
}

static zm_status json_text(zm_cli *cli, zm_json *j, const drawn *d, const zm_picture *p)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return zm_fail(cli->context, ZM_NO_MEMORY, "no memory for a picture as text");
    const zm_status status = write_text(cli, out, d, p, true);
    const bool good = !fclose(out);
    zm_json_text(j, "text", good ? text : NULL);
    free(text);
    return status;
}

static zm_status print_json(zm_cli *cli, const drawn *d, const zm_picture *p)
{
    zm_json j = {.out = stdout};
    zm_status status = ZM_OK;
    zm_json_open(&j, NULL, '{');
    zm_json_settings(&j, cli->variant);
    zm_json_text(&j, "position", d->position);
    zm_json_text(&j, "turn", d->turn);
    zm_json_text(&j, "file", d->file);
    zm_json_text(&j, "format", d->format);
    json_size(&j, "width", d->width);
    json_size(&j, "height", d->height);
    if (d->file)
        zm_json_null(&j, "text");
    else
        status = json_text(cli, &j, d, p);
    zm_picture_json(&j, "picture", p);
    if (d->moves)
        zm_rated_json(&j, cli, &d->rated);
    if (d->line)
        zm_best_line_json(&j, cli, d->line);
    zm_json_close(&j, '}');
    putchar('\n');
    return status;
}

static zm_status draw_file(zm_cli *cli, drawn *d, const zm_picture *p)
{
    if (d->line)
        return zm_sheet_file(cli->context, zm_best_line_sheet(d->line), d->file, &d->width, &d->height);
    return zm_draw_file(cli->context, p, d->file, &d->width, &d->height);
}

static zm_status show(zm_cli *cli, drawn *d, const zm_picture *p)
{
    if (d->file)
        ZM_TRY(cli->context, draw_file(cli, d, p));
    if (cli->json)
        return print_json(cli, d, p);
    zm_print_wrote(cli, d->file);
    return d->file ? ZM_OK : write_text(cli, stdout, d, p, cli->utf8);
}

static zm_status find_line(zm_cli *cli, zm_pos pos, drawn *d)
{
    int64_t plies = 0, columns = 0, seed = 1;
    ZM_TRY(cli->context, zm_cli_number(cli, "line", 1, ZM_SHEET_MOST, &plies));
    ZM_TRY(cli->context, zm_cli_number(cli, "columns", 1, ZM_SHEET_MOST, &columns));
    ZM_TRY(cli->context, zm_cli_number(cli, "seed", 0, INT64_MAX, &seed));
    ZM_TRY(cli->context, zm_cli_find_values(cli, pos));
    return zm_best_line_find(cli, pos, (unsigned)plies, (unsigned)columns, (uint64_t)seed, &d->line);
}

static zm_status draw_position(zm_cli *cli, zm_pos pos, drawn *d, zm_picture *p)
{
    zm_picture_tell_turn(p, cli->variant, pos);
    if (d->moves) {
        ZM_TRY(cli->context, zm_rated_find(cli, pos, &d->rated));
        ZM_TRY(cli->context, zm_rated_draw(cli, &d->rated, p));
    }
    if (zm_cli_has(cli, "line"))
        ZM_TRY(cli->context, find_line(cli, pos, d));
    return show(cli, d, p);
}

/* Flags that say how something is drawn are nothing without it. */
static zm_status check_flags(const zm_cli *cli)
{
    static const struct {
        const char *flag, *needs, * or ;
    } needs[] = {{"roll", "moves", NULL},
                 {"solve", "moves", "line"},
                 {"columns", "line", NULL},
                 {"seed", "line", NULL}};
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (zm_cli_has(cli, needs[i].flag) && !zm_cli_has(cli, needs[i].needs) &&
            !(needs[i].or &&zm_cli_has(cli, needs[i].or)))
            return zm_fail(cli->context, ZM_BAD_INPUT, "--%s is for --%s%s%s", needs[i].flag, needs[i].needs,
                           needs[i].or ? " and --" : "", needs[i].or ? needs[i].or : "");
    if (zm_cli_has(cli, "moves") && zm_cli_has(cli, "line"))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--moves is one board, --line many: choose one of them");
    return ZM_OK;
}

static zm_status run(zm_cli *cli)
{
    const zm_variant *v = cli->variant;
    drawn d = {.file = zm_cli_value(cli, "output"), .format = "txt", .moves = zm_cli_has(cli, "moves")};
    zm_pos pos;
    zm_picture picture;
    ZM_TRY(cli->context, check_flags(cli));
    ZM_TRY(cli->context, zm_cli_position(cli, 1, &pos));
    if (d.file)
        ZM_TRY(cli->context, zm_draw_format(cli->context, d.file, &d.format));
    zm_write_position(v, pos, d.position, sizeof d.position);
    d.turn = zm_player(cli->game, zm_turn_of(v, pos));
    ZM_TRY(cli->context, zm_picture_of(cli->context, v, pos, &picture));
    zm_status status = draw_position(cli, pos, &d, &picture);
    zm_picture_free(cli->context, &picture);
    zm_rated_free(cli, &d.rated);
    zm_best_line_free(cli, d.line);
    return status;
}

zm_status zm_cli_draw_table(zm_cli *cli, const char *caption, unsigned rows, unsigned cols, const uint32_t *number)
{
    zm_picture picture;
    unsigned width, height;
    if (!zm_cli_has(cli, "output"))
        return ZM_OK;
    ZM_TRY(cli->context, zm_picture_numbers(cli->context, rows, cols, number, &picture));
    snprintf(picture.caption, sizeof picture.caption, "%s", caption);
    zm_status status = zm_draw_file(cli->context, &picture, zm_cli_value(cli, "output"), &width, &height);
    zm_picture_free(cli->context, &picture);
    if (status == ZM_OK)
        zm_print_wrote(cli, zm_cli_value(cli, "output"));
    return status;
}

extern const zm_command zm_command_draw;
const zm_command zm_command_draw = {
    .name = "draw",
    .usage = "GAME [opt=val ...] [POSITION]",
    .summary = "a picture of a position: text, SVG, PNG, PDF or MetaPost",
    .about =
        "Without --output the picture is text, on standard output. Without POSITION, or with \"start\", the "
        "position the game starts from is drawn. MetaPost is for boards made of lines.\n\n"
        "With --moves the picture shows what every move is worth to the one who makes it: +12 wins in 12 plies, = "
        "draws, -5 loses in 5; with dice how likely it wins, in per cent. The values come from the table, or are "
        "found on the spot where the game is small.\n\n"
        "With --line 10 the sheet shows ten plies of best play, a board each, with what it is worth below it; dice "
        "are thrown by --seed.",
    .example = "zermelo draw tic-tac-toe start --moves -o board.svg",
    .game = true,
    .most = 2,
    .flags = {ZM_FLAG_OUTPUT,
              {"moves", NULL, NULL, "show what every move is worth", 0},
              {"roll", "ROLL", NULL, "of the dice, as moves have it: whose moves are shown", 0},
              {"line", "N", NULL, "a sheet of boards: so many plies of best play", 0},
              {"columns", "N", NULL, "boards of the sheet side by side", 0},
              {"seed", "N", NULL, "what dice are thrown along the line (1)", 0},
              {"solve", NULL, NULL, "where no table has the position, solve what follows it in memory, however large",
               0},
              ZM_FLAG_TABLES,
              ZM_FLAG_THREADS,
              ZM_FLAG_MEMORY},
    .run = run,
};
