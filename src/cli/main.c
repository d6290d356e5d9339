/* main.c: the `zermelo` command: finds the command, hands it its words, and turns what comes back into an exit code.
 *
 *     0  fine
 *     1  a verification failed: the table is damaged or wrong; or only some of what was asked for could be had
 *     2  misuse, bad input, or anything else that failed
 *
 * A failure is one line on standard error, `zermelo: message`; with ZERMELO_TRACE set, the places it went through
 * follow. */
#include "args.h"
#include "command.h"
#include "guard.h"
#include "print.h"

#include "base/text.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern const zm_command zm_command_list, zm_command_info, zm_command_solve, zm_command_query, zm_command_stats,
    zm_command_compare, zm_command_value, zm_command_play, zm_command_arena, zm_command_draw, zm_command_verify,
    zm_command_encode, zm_command_decode, zm_command_export, zm_command_serve, zm_command_new, zm_command_build,
    zm_command_bench, zm_command_help_, zm_command_complete;

static const zm_command *const commands[] = {
    &zm_command_list,    &zm_command_info,     &zm_command_solve,  &zm_command_query,  &zm_command_stats,
    &zm_command_compare, &zm_command_value,    &zm_command_play,   &zm_command_arena,  &zm_command_draw,
    &zm_command_verify,  &zm_command_encode,   &zm_command_decode, &zm_command_export, &zm_command_serve,
    &zm_command_new,     &zm_command_build,
#ifdef ZM_HAVE_BENCH
    &zm_command_bench,
#endif
    &zm_command_help_,   &zm_command_complete,
};

const zm_command *const *zm_commands(size_t *count)
{
    *count = sizeof commands / sizeof *commands;
    return commands;
}

const zm_command *zm_command_find(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!strcmp(commands[i]->name, name))
            return commands[i];
    return NULL;
}

static bool utf8_locale(void)
{
    static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    if (setlocale(LC_CTYPE, ""))
        return !strcmp(nl_langinfo(CODESET), "UTF-8");
    for (size_t i = 0; i < 3; i++) { /* the locale is not installed; what it is called says enough */
        const char *value = getenv(names[i]);
        if (value && *value)
            return strcasestr(value, "UTF-8") || strcasestr(value, "UTF8");
    }
    return false;
}

zm_status zm_unknown_command(zm_context *c, const char *word)
{
    const char *names[sizeof commands / sizeof *commands];
    size_t count = 0;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (!commands[i]->hidden)
            names[count++] = commands[i]->name;
    const char *near = zm_nearest(word, names, count);
    if (near)
        return zm_fail(c, ZM_BAD_INPUT, "there is no command \"%s\"; did you mean \"%s\"?", word, near);
    return zm_fail(c, ZM_BAD_INPUT, "there is no command \"%s\"; \"zermelo help\" lists them", word);
}

const char *zm_cli_tables(const zm_cli *cli) { return zm_cli_value(cli, "tables"); }

/* What would help: a table that is missing, unfinished or damaged is made by a solve. */
static zm_status advise(zm_cli *cli, zm_status status)
{
    char line[ZM_VARIANT_TEXT + 4700];
    if (status == ZM_INTERRUPTED && cli->keeps)
        return zm_add_to_message(cli->context, status, "; run it again to go on");
    if (!cli->source || (status != ZM_NOT_FOUND && status != ZM_CORRUPT))
        return status;
    if (status == ZM_NOT_FOUND && zm_value_source_stored(cli->source).origin == ZM_FROM_BOOK)
        return status; /* who has made a book knows that there will be no more */
    return zm_add_to_message(cli->context, status, "; %s", zm_advice_words(cli, line, sizeof line));
}

zm_status zm_cli_position(zm_cli *cli, unsigned at, zm_pos *p)
{
    if (at >= cli->words || !strcmp(cli->word[at], "start")) {
        *p = cli->game->start(cli->variant);
        return ZM_OK;
    }
    return zm_read_position(cli->context, cli->variant, cli->word[at], p);
}

static zm_status find_variant(zm_cli *cli)
{
    char usage[200];
    if (!cli->words)
        return zm_fail(cli->context, ZM_BAD_INPUT, "which game? %s", zm_usage(cli->command, usage));
    ZM_TRY(cli->context, zm_find_game(cli->context, cli->word[0], &cli->game));
    if (cli->command->spread)
        return ZM_OK;
    ZM_TRY(cli->context, zm_variant_new(cli->context, cli->game, cli->setting, cli->settings, &cli->variant));
    cli->game = cli->variant->game; /* index and codes of a declared board may depend on the variant */
    return ZM_OK;
}

static bool takes_threads(const zm_command *command)
{
    for (const zm_flag *f = command->flags; f < command->flags + ZM_CLI_FLAGS && f->name; f++)
        if (!strcmp(f->name, "threads"))
            return true;
    return false;
}

static zm_status run(zm_cli *cli, int count, char **words)
{
    ZM_TRY(cli->context, zm_cli_parse(cli, count, words));
    if (cli->help) {
        zm_command_help(cli, cli->command);
        return ZM_OK;
    }
    ZM_TRY(cli->context, zm_cli_apply(cli));
    zm_show_progress(cli);
    if (cli->command->game && !(cli->command->game_optional && !cli->words))
        ZM_TRY(cli->context, find_variant(cli));
    if (takes_threads(cli->command))
        ZM_TRY(cli->context, zm_guard_threads(cli->context));
    return advise(cli, cli->command->run(cli));
}

static zm_status dispatch(zm_cli *cli, int count, char **words)
{
    const char *first = count ? words[0] : "help";
    if (!strcmp(first, "--help") || !strcmp(first, "-h"))
        first = "help";
    if (!strcmp(first, "--version") || !strcmp(first, "-V")) {
        bool json = count > 1 && !strcmp(words[1], "--json");
        printf(json ? "{\"name\":\"zermelo\",\"version\":\"%s\",\"abi\":%u}\n" : "zermelo %s (plugin interface %u)\n",
               ZM_VERSION, ZM_ABI);
        return ZM_OK;
    }
    cli->command = zm_command_find(first);
    if (!cli->command)
        return zm_unknown_command(cli->context, first);
    return run(cli, count - (count > 0), words + (count > 0));
}

/* What was printed must have arrived: a full disk shows only here. (A reader that has left, as `head` does, ends the
 * command without a word, by SIGPIPE, as everywhere.) */
static zm_status check_output(zm_context *c)
{
    errno = 0;
    if (fflush(stdout) || ferror(stdout) || (close(STDOUT_FILENO) && errno != EBADF))
        return zm_fail(c, ZM_IO, "standard output: %s", errno ? strerror(errno) : "could not be written");
    return ZM_OK;
}

static int exit_code(const zm_cli *cli, zm_status status)
{
    if (status == ZM_OK)
        return 0;
    bool bad_answer = status == ZM_WRONG || (status == ZM_CORRUPT && cli->command && cli->command->verifies);
    return bad_answer || cli->partial ? 1 : 2;
}

static void report(const zm_cli *cli)
{
    const char *message = zm_message(cli->context), *trace = zm_trace(cli->context);
    zm_clear_progress(cli);
    fprintf(stderr, "zermelo: %s\n", *message ? message : "it failed and did not say why");
    if (getenv("ZERMELO_TRACE") && *trace)
        fprintf(stderr, "  at %s\n", trace);
}

int main(int argc, char **argv)
{
    zm_cli cli = {.context = zm_context_new(), .utf8 = utf8_locale()};
    if (!cli.context) {
        fputs("zermelo: out of memory\n", stderr);
        return 2;
    }
    zm_guard_begin(&cli);
    zm_status status = dispatch(&cli, argc - 1, argv + 1);
    zm_set_progress(cli.context, NULL, NULL);
    if (status != ZM_OK)
        report(&cli);
    zm_status written = check_output(cli.context);
    if (written != ZM_OK && status == ZM_OK) {
        status = written;
        report(&cli);
    }
    zm_value_source_close(cli.source);
    zm_variant_free(cli.context, cli.variant);
    int code = exit_code(&cli, status);
    zm_guard_end();
    zm_context_free(cli.context);
    return code;
}
