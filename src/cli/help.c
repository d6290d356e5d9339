/* help.c: `zermelo help`, and the page each command shows with --help. Both come from the commands' constants. */
#include "args.h"
#include "print.h"

#include "base/text.h"

#include <string.h>

static void print_flag(const zm_flag *f)
{
    enum { COLUMN = 24 };
    char letter[8] = "";
    if (f->letter)
        snprintf(letter, sizeof letter, "-%c, ", f->letter);
    int n = printf("  %s--%s%s%s", letter, f->name, f->value ? " " : "", f->value ? f->value : "");
    if (n >= COLUMN) {
        putchar('\n');
        n = 0;
    }
    printf("%*s", COLUMN - n, "");
    if (!f->choices) {
        zm_print_wrapped(stdout, COLUMN, COLUMN, f->help);
        return;
    }
    char text[256];
    snprintf(text, sizeof text, "%s: %s", f->help, f->choices);
    zm_print_wrapped(stdout, COLUMN, COLUMN, text);
}

static void json_flags(zm_json *j, const zm_flag *f)
{
    for (; f->name; f++) {
        zm_json_open(j, NULL, '{');
        zm_json_text(j, "name", f->name);
        zm_json_text(j, "value", f->value);
        zm_json_text(j, "choices", f->choices);
        zm_json_text(j, "help", f->help);
        zm_json_close(j, '}');
    }
}

static void json_command(zm_json *j, const zm_command *command)
{
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "name", command->name);
    zm_json_text(j, "usage", command->usage);
    zm_json_text(j, "summary", command->summary);
    zm_json_text(j, "about", command->about);
    zm_json_open(j, "flags", '[');
    json_flags(j, command->flags);
    json_flags(j, zm_common_flags);
    zm_json_close(j, ']');
    zm_json_text(j, "example", command->example);
    zm_json_close(j, '}');
}

const char *zm_usage(const zm_command *command, char out[200])
{
    snprintf(out, 200, "usage: zermelo %s%s%s", command->name, *command->usage ? " " : "", command->usage);
    return out;
}

void zm_command_help(const zm_cli *cli, const zm_command *command)
{
    if (cli->json) {
        zm_json j = {.out = stdout};
        json_command(&j, command);
        putchar('\n');
        return;
    }
    char usage[200];
    printf("zermelo %s: %s\n\n%s\n\n", command->name, command->summary, zm_usage(command, usage));
    if (command->about) {
        zm_print_wrapped(stdout, 0, 2, command->about);
        putchar('\n');
    }
    puts("flags:");
    for (const zm_flag *f = command->flags; f->name; f++)
        print_flag(f);
    for (const zm_flag *f = zm_common_flags; f->name; f++)
        print_flag(f);
    printf("\nexample:\n  %s\n", command->example);
}

static void help_json(void)
{
    size_t count;
    const zm_command *const *commands = zm_commands(&count);
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_text(&j, "version", ZM_VERSION);
    zm_json_open(&j, "commands", '[');
    for (size_t i = 0; i < count; i++)
        if (!commands[i]->hidden)
            json_command(&j, commands[i]);
    zm_json_close(&j, ']');
    zm_json_close(&j, '}');
    putchar('\n');
}

static void help_text(void)
{
    size_t count;
    const zm_command *const *commands = zm_commands(&count);
    puts("zermelo computes who wins: every state of a game, its value, the best move.\n\n"
         "usage: zermelo COMMAND [words] [flags]\n");
    for (size_t i = 0; i < count; i++)
        if (!commands[i]->hidden)
            printf("  %-8s  %s\n", commands[i]->name, commands[i]->summary);
    puts("\n\"zermelo COMMAND --help\" says more of each.\n\nbegin with:\n"
         "  zermelo list\n  zermelo solve tic-tac-toe\n  zermelo query tic-tac-toe");
}

static zm_status run(zm_cli *cli)
{
    if (cli->words) {
        const zm_command *command = zm_command_find(cli->word[0]);
        if (!command)
            return zm_unknown_command(cli->context, cli->word[0]);
        zm_command_help(cli, command);
    } else if (cli->json) {
        help_json();
    } else {
        help_text();
    }
    return ZM_OK;
}

extern const zm_command zm_command_help_;
const zm_command zm_command_help_ = {
    .name = "help",
    .usage = "[COMMAND]",
    .summary = "what the commands are, or what one of them does",
    .example = "zermelo help solve",
    .most = 1,
    .run = run,
};
