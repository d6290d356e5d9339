/* args.c: see args.h. A mistyped flag is answered with the nearest one the command has. */
#include "args.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const zm_flag zm_common_flags[] = {
    {"json", NULL, NULL, "one JSON object on standard output, nothing else there", 0},
    {"quiet", NULL, NULL, "no notes and no progress on standard error", 'q'},
    {"help", NULL, NULL, "this page", 'h'},
    {NULL, NULL, NULL, NULL, 0},
};

static bool matches(const zm_flag *f, const char *name, size_t length)
{
    if (length == 1)
        return f->letter == *name;
    return strlen(f->name) == length && !strncmp(f->name, name, length);
}

static const zm_flag *find(const zm_command *command, const char *name, size_t length)
{
    for (const zm_flag *f = command->flags; f->name; f++)
        if (matches(f, name, length))
            return f;
    for (const zm_flag *f = zm_common_flags; f->name; f++)
        if (matches(f, name, length))
            return f;
    return NULL;
}

static zm_status unknown_flag(const zm_cli *cli, const char *word)
{
    const char *names[2 * ZM_CLI_FLAGS];
    size_t count = 0;
    for (const zm_flag *f = cli->command->flags; f->name; f++)
        names[count++] = f->name;
    for (const zm_flag *f = zm_common_flags; f->name; f++)
        names[count++] = f->name;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 1 + (word[1] == '-'), "="), word + 1 + (word[1] == '-'));
    const char *near = zm_nearest(name, names, count);
    if (near)
        return zm_fail(cli->context, ZM_BAD_INPUT, "%s has no flag \"%s\"; did you mean \"--%s\"?", cli->command->name,
                       word, near);
    return zm_fail(cli->context, ZM_BAD_INPUT, "%s has no flag \"%s\"; \"zermelo %s --help\" lists them",
                   cli->command->name, word, cli->command->name);
}

bool zm_is_choice(const char *choices, const char *text)
{
    size_t n = strlen(text);
    for (const char *at = choices;; at++) {
        size_t length = strcspn(at, "|");
        if (length == n && !strncmp(at, text, n))
            return true;
        at += length;
        if (!*at)
            return false;
    }
}

static zm_status note_flag(zm_cli *cli, const zm_flag *f, const char *value)
{
    if (f->choices && value && !zm_is_choice(f->choices, value))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--%s \"%s\" is not to be had here; choose from: %s", f->name, value,
                       f->choices);
    if (cli->flags == ZM_CLI_WORDS)
        return zm_fail(cli->context, ZM_BAD_INPUT, "too many flags");
    cli->given[cli->flags].flag = f;
    cli->given[cli->flags++].value = value;
    cli->json |= f == &zm_common_flags[0];
    cli->quiet |= f == &zm_common_flags[1];
    cli->help |= f == &zm_common_flags[2];
    return ZM_OK;
}

/* One flag; *at moves on when its value is the next word. */
static zm_status parse_flag(zm_cli *cli, int count, char **words, int *at)
{
    const char *word = words[*at], *name = word + 1 + (word[1] == '-'), *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    bool one_dash = word[1] != '-';
    const zm_flag *f = length && (one_dash == (length == 1)) ? find(cli->command, name, length) : NULL;
    if (!f)
        return unknown_flag(cli, word);
    if (!f->value) {
        if (equals)
            return zm_fail(cli->context, ZM_BAD_INPUT, "--%s takes no value", f->name);
        return note_flag(cli, f, NULL);
    }
    if (!equals && *at + 1 >= count)
        return zm_fail(cli->context, ZM_BAD_INPUT, "--%s needs a value: --%s %s", f->name, f->name, f->value);
    const char *value = equals ? equals + 1 : words[++*at];
    if (!*value)
        return zm_fail(cli->context, ZM_BAD_INPUT, "--%s is empty: write --%s %s", f->name, f->name, f->value);
    return note_flag(cli, f, value);
}

bool zm_is_setting(const char *word)
{
    if (!isalpha((unsigned char)*word))
        return false;
    while (isalnum((unsigned char)*word) || *word == '_' || *word == '-')
        word++;
    return *word == '=';
}

static zm_status parse_word(zm_cli *cli, const char *word)
{
    bool setting = cli->command->game && zm_is_setting(word);
    if ((setting ? cli->settings : cli->words) == ZM_CLI_WORDS)
        return zm_fail(cli->context, ZM_BAD_INPUT, "too many words");
    if (setting)
        cli->setting[cli->settings++] = word;
    else
        cli->word[cli->words++] = word;
    return ZM_OK;
}

zm_status zm_cli_parse(zm_cli *cli, int count, char **words)
{
    bool flags_over = cli->command->raw;
    char usage[200];
    for (int i = 0; i < count; i++) {
        const char *word = words[i];
        if (!flags_over && !strcmp(word, "--"))
            flags_over = true;
        else if (!flags_over && word[0] == '-' && word[1])
            ZM_TRY(cli->context, parse_flag(cli, count, words, &i));
        else
            ZM_TRY(cli->context, parse_word(cli, word));
    }
    if (!cli->help && cli->words > cli->command->most)
        return zm_fail(cli->context, ZM_BAD_INPUT, "\"%s\" is a word too many; %s", cli->word[cli->command->most],
                       zm_usage(cli->command, usage));
    return ZM_OK;
}

const char *zm_cli_value(const zm_cli *cli, const char *flag)
{
    for (unsigned i = cli->flags; i-- > 0;) /* the last one counts */
        if (!strcmp(cli->given[i].flag->name, flag))
            return cli->given[i].value;
    return NULL;
}

bool zm_cli_has(const zm_cli *cli, const char *flag)
{
    for (unsigned i = 0; i < cli->flags; i++)
        if (!strcmp(cli->given[i].flag->name, flag))
            return true;
    return false;
}

zm_status zm_cli_number(const zm_cli *cli, const char *flag, int64_t min, int64_t max, int64_t *n)
{
    const char *text = zm_cli_value(cli, flag);
    int64_t got;
    if (!text)
        return ZM_OK;
    if (!zm_parse_number(text, &got) || got < min || got > max)
        return zm_fail(cli->context, ZM_BAD_INPUT, "--%s \"%s\" must be a whole number from %lld to %lld", flag, text,
                       (long long)min, (long long)max);
    *n = got;
    return ZM_OK;
}

zm_status zm_cli_precision(const zm_cli *cli, double *out)
{
    const char *text = zm_cli_value(cli, "precision");
    char *end;
    if (!text)
        return ZM_OK;
    if (!cli->game->dice->rolls)
        return zm_fail(cli->context, ZM_BAD_INPUT, "--precision is for games with dice; values of %s are exact",
                       cli->game->name);
    *out = strtod(text, &end);
    if (*end || end == text || !(*out >= 0 && *out < 1))
        return zm_fail(cli->context, ZM_BAD_INPUT,
                       "--precision \"%s\" is wrong: a number from 0 (as narrow as they get) to 1, as in 1e-6", text);
    return ZM_OK;
}

bool zm_cli_wdl(const zm_cli *cli)
{
    const char *values = zm_cli_value(cli, "values");
    return values && !strcmp(values, "wdl");
}

zm_status zm_cli_size(const zm_cli *cli, const char *flag, uint64_t *bytes)
{
    const char *text = zm_cli_value(cli, flag);
    if (text && (!zm_parse_bytes(text, bytes) || !*bytes))
        return zm_fail(cli->context, ZM_BAD_INPUT, "--%s \"%s\" is no size; write it as 512M, 2G or 1.5GiB", flag,
                       text);
    return ZM_OK;
}

zm_status zm_cli_apply(const zm_cli *cli)
{
    int64_t threads = 0;
    uint64_t memory = zm_memory_limit(cli->context), there = zm_gpu_memory(cli->context);
    ZM_TRY(cli->context, zm_cli_number(cli, "threads", 1, 4096, &threads));
    if (threads)
        zm_set_threads(cli->context, (unsigned)threads);
    ZM_TRY(cli->context, zm_cli_size(cli, "memory", &memory));
    ZM_TRY(cli->context, zm_cli_size(cli, "gpu-memory", &there));
    zm_set_memory(cli->context, memory);
    zm_set_gpu_memory(cli->context, there);
    return ZM_OK;
}
