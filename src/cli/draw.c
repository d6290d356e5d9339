/* draw.c: a position as a picture: on the screen, or in a file. */
#include "draw.h"

#include "args.h"
#include "draw/file.h"
#include "draw/picture_json.h"
#include "print.h"

#include <stdlib.h>

typedef struct drawn {
    char position[ZM_MAX_TEXT];
    const char *turn;
    const char *file, *format; /* NULL, "txt": on the screen */
    unsigned width, height;
} drawn;

static void json_size(zm_json *j, const char *key, unsigned pixels)
{
    if (pixels)
        zm_json_number(j, key, pixels);
    else
        zm_json_null(j, key);
}

static zm_status json_text(zm_cli *cli, zm_json *j, const zm_picture *p)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);
    if (!out)
        return zm_fail(cli->context, ZM_NO_MEMORY, "no memory for a picture as text");
    zm_draw_whole_text(out, p, true);
    const bool good = !fclose(out);
    zm_json_text(j, "text", good ? text : NULL);
    free(text);
    return ZM_OK;
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
        status = json_text(cli, &j, p);
    zm_picture_json(&j, "picture", p);
    zm_json_close(&j, '}');
    putchar('\n');
    return status;
}

static zm_status show(zm_cli *cli, drawn *d, const zm_picture *p)
{
    if (d->file)
        ZM_TRY(cli->context, zm_draw_file(cli->context, p, d->file, &d->width, &d->height));
    if (cli->json)
        return print_json(cli, d, p);
    if (!d->file)
        zm_draw_whole_text(stdout, p, cli->utf8);
    return ZM_OK;
}

static zm_status run(zm_cli *cli)
{
    const zm_variant *v = cli->variant;
    drawn d = {.file = zm_cli_value(cli, "output"), .format = "txt"};
    zm_pos pos;
    zm_picture picture;
    ZM_TRY(cli->context, zm_cli_position(cli, 1, &pos));
    if (d.file)
        ZM_TRY(cli->context, zm_draw_format(cli->context, d.file, &d.format));
    zm_write_position(v, pos, d.position);
    d.turn = zm_player(cli->game, zm_turn_of(v, pos));
    ZM_TRY(cli->context, zm_picture_of(cli->context, v, pos, &picture));
    zm_picture_tell_turn(&picture, v, pos);
    zm_status status = show(cli, &d, &picture);
    zm_picture_free(cli->context, &picture);
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
    return status;
}

extern const zm_command zm_command_draw;
const zm_command zm_command_draw = {
    .name = "draw",
    .usage = "GAME [opt=val ...] [POSITION]",
    .summary = "a picture of a position: text, SVG, PNG, PDF or MetaPost",
    .about = "Without --output the picture is text, on standard output. Without POSITION, or with \"start\", the "
             "position the game starts from is drawn. MetaPost is for boards made of lines.",
    .example = "zermelo draw GAME start -o board.svg",
    .game = true,
    .most = 2,
    .flags = {ZM_FLAG_OUTPUT},
    .run = run,
};
