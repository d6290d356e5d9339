/* complete.c: `zermelo complete WORDS...`, hidden: what could stand for the last word, one a line.
 *
 * completions/zermelo.bash asks it, so that completion knows every command, flag, game, option and choice there is,
 * plugins included, and never goes stale. It never fails: what it cannot know it leaves out. */
#include "args.h"
#include "command.h"

#include <zermelo/values.h>

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096 };

typedef struct asked {
    const zm_command *command;
    const char *game;    /* the first word that is none of flag, setting */
    const zm_flag *flag; /* the last word is its value */
    const char *last;
} asked;

static void offer(const asked *a, const char *before, const char *text, const char *after)
{
    char line[LONGEST];
    const int length = snprintf(line, sizeof line, "%s%s%s", before, text, after);
    if (length < LONGEST && !strncmp(line, a->last, strlen(a->last)))
        puts(line);
}

static void offer_choices(const asked *a, const char *before, const char *choices)
{
    for (const char *at = choices; at && *at;) {
        size_t n = strcspn(at, "|");
        char one[ZM_MAX_TEXT];
        snprintf(one, sizeof one, "%.*s", (int)n, at);
        offer(a, before, one, "");
        at += n + (at[n] == '|');
    }
}

static void offer_commands(const asked *a)
{
    size_t count;
    const zm_command *const *commands = zm_commands(&count);
    for (size_t i = 0; i < count; i++)
        if (!commands[i]->hidden)
            offer(a, "", commands[i]->name, "");
    offer(a, "", "--version", "");
}

static void offer_flags(const asked *a, const zm_flag *f)
{
    for (; f->name; f++)
        offer(a, "--", f->name, "");
}

static void offer_games(const asked *a)
{
    for (size_t i = 0; i < zm_builtin_count(); i++)
        offer(a, "", zm_builtin(i)->name, "");
    char *names = zm_plugin_names();
    for (const char *name = names; name && *name; name += strlen(name) + 1)
        offer(a, "", name, "");
    free(names);
}

/* The codes of papers are the game's own. */
static void offer_codes(const zm_cli *cli, const asked *a)
{
    const zm_game *g;
    if (!a->game || zm_find_game(cli->context, a->game, &g) != ZM_OK)
        return;
    for (unsigned i = 0; i < ZM_MAX_CODES && g->sources->codes[i].name; i++)
        offer(a, "", g->sources->codes[i].name, "");
    if (g->index->tiers)
        offer(a, "", "index", "");
    offer(a, "", "hex", "");
}

/* The agents there are; where two are named with a comma between, what stands before it too. */
static void offer_agents(const zm_cli *cli, const asked *a)
{
    const zm_game *g = NULL;
    const char *comma = strrchr(a->last, ',');
    char before[128];
    snprintf(before, sizeof before, "%.*s", comma ? (int)(comma - a->last) + 1 : 0, a->last);
    const bool human = !strcmp(a->command->name, "play");
    for (unsigned i = 0; i < ZM_AGENTS; i++)
        if (human || i != ZM_HUMAN)
            offer(a, before, zm_agent_name((zm_agent_kind)i), i == ZM_SKILL ? "=" : "");
    if (!a->game || zm_find_game(cli->context, a->game, &g) != ZM_OK)
        return;
    for (unsigned i = 0; i < ZM_MAX_POLICIES && g->sources->policies[i].name; i++)
        offer(a, before, g->sources->policies[i].name, "");
}

static void offer_sides(const zm_cli *cli, const asked *a)
{
    static const char *const always[] = {"first", "second", "both", "none"};
    const zm_game *g = NULL;
    for (unsigned i = 0; i < 4; i++)
        offer(a, "", always[i], "");
    if (!a->game || zm_find_game(cli->context, a->game, &g) != ZM_OK)
        return;
    for (unsigned i = 0; i < 2; i++)
        if (g->players[i])
            offer(a, "", g->players[i], "");
}

static bool asks(const asked *a, const char *flag) { return a->flag && !strcmp(a->flag->name, flag); }

static void offer_settings(const zm_cli *cli, const asked *a)
{
    const zm_game *g;
    if (zm_find_game(cli->context, a->game, &g) != ZM_OK)
        return;
    size_t typed = strcspn(a->last, "=");
    for (unsigned i = 0; i < ZM_MAX_OPTIONS && g->options[i].name; i++) {
        const zm_option *o = &g->options[i];
        if (!a->last[typed])
            offer(a, "", o->name, "=");
        else if (strlen(o->name) == typed && !strncmp(o->name, a->last, typed)) {
            char before[200]; /* where choices can be listed, what stands before the last comma too */
            const char *comma = a->command->spread ? strrchr(a->last, ',') : NULL;
            size_t kept = comma ? (size_t)(comma - a->last) : typed;
            snprintf(before, sizeof before, "%.*s", (int)kept + 1, a->last);
            offer_choices(a, before, o->choices);
        }
    }
    const bool takes_position = strstr(a->command->usage, "[POSITION]");
    if (!a->last[typed] && takes_position)
        offer(a, "", "start", "");
}

/* ---- expressions: wtia(limited-nim(18;1,3,4), sum(queen(8;4,6), ... ---- */
/* The bracket that is not closed before the end, or NULL. */
static const char *open_bracket(const char *text)
{
    unsigned closed = 0;
    for (const char *at = text + strlen(text); at-- > text;) {
        if (*at == ')')
            closed++;
        else if (*at == '(' && !closed--)
            return at;
    }
    return NULL;
}

/* The name before a bracket. */
static void name_before(const char *text, const char *bracket, char out[64])
{
    const char *begin = bracket;
    while (begin > text && !strchr("(,; ", begin[-1]))
        begin--;
    snprintf(out, 64, "%.*s", (int)(bracket - begin), begin);
}

static bool is_compound(const char *name)
{
    for (zm_compound how = ZM_SUM; how <= ZM_WTIA; how++)
        if (!strcmp(name, zm_compound_name[how]))
            return true;
    return false;
}

/* Games whose players have the same moves, and the ways to play them together. */
static void offer_parts(const asked *a, const char *before)
{
    for (zm_compound how = ZM_SUM; how <= ZM_WTIA; how++)
        offer(a, before, zm_compound_name[how], "(");
    for (size_t i = 0; i < zm_builtin_count(); i++)
        if (zm_builtin(i)->impartial)
            offer(a, before, zm_builtin(i)->name, "");
    char *names = zm_plugin_names();
    for (const char *name = names; name && *name; name += strlen(name) + 1)
        offer(a, before, name, "");
    free(names);
}

static void offer_options(const asked *a, const char *before, const zm_game *g, const char *typed)
{
    const size_t named = strcspn(typed, "=");
    char with_name[LONGEST];
    for (unsigned i = 0; i < ZM_MAX_OPTIONS && g->options[i].name; i++) {
        const zm_option *o = &g->options[i];
        if (!typed[named])
            offer(a, before, o->name, "=");
        else if (strlen(o->name) == named && !strncmp(o->name, typed, named) &&
                 snprintf(with_name, sizeof with_name, "%s%s=", before, o->name) < LONGEST)
            offer_choices(a, with_name, o->choices);
    }
}

/* What could follow in the part of it that is being written. */
static void offer_expression(const zm_cli *cli, const asked *a)
{
    const char *bracket = open_bracket(a->last), *begin = a->last + strlen(a->last);
    char name[64] = "", before[LONGEST];
    const zm_game *g = NULL;
    if (bracket)
        name_before(a->last, bracket, name);
    const bool options = bracket && !is_compound(name);
    if (options && zm_find_game(cli->context, name, &g) != ZM_OK)
        return;
    while (begin > a->last && !strchr(options ? "(; " : "(, ", begin[-1]))
        begin--;
    if (snprintf(before, sizeof before, "%.*s", (int)(begin - a->last), a->last) >= LONGEST)
        return;
    if (options)
        offer_options(a, before, g, begin);
    else
        offer_parts(a, before);
}

/* --name or -n */
static const zm_flag *find_flag(const zm_command *command, const char *word)
{
    for (const zm_flag *f = command->flags; f->name; f++)
        if (!strcmp(f->name, word + 2) || (f->letter && word[1] == f->letter && !word[2]))
            return f;
    return NULL;
}

/* What the words before the last one settle. */
static asked understand(const zm_cli *cli)
{
    asked a = {.command = zm_command_find(cli->word[0]), .last = cli->word[cli->words - 1]};
    for (unsigned i = 1; a.command && i + 1 < cli->words; i++) {
        const char *word = cli->word[i];
        bool value_follows = false;
        if (word[0] == '-' && word[1]) {
            const zm_flag *f = find_flag(a.command, word);
            value_follows = f && f->value;
            a.flag = value_follows && i + 2 == cli->words ? f : NULL;
        } else if (!a.game && !zm_is_setting(word)) {
            a.game = word;
        }
        i += value_follows;
    }
    return a;
}

static zm_status run(zm_cli *cli)
{
    if (!cli->words)
        return ZM_OK;
    asked a = understand(cli);
    if (cli->words == 1) {
        offer_commands(&a);
    } else if (asks(&a, "code")) {
        offer_codes(cli, &a);
    } else if (asks(&a, "players") || asks(&a, "opponent")) {
        offer_agents(cli, &a);
    } else if (asks(&a, "side")) {
        offer_sides(cli, &a);
    } else if (a.flag) {
        offer_choices(&a, "", a.flag->choices);
    } else if (a.command && *a.last == '-') {
        offer_flags(&a, a.command->flags);
        offer_flags(&a, zm_common_flags);
    } else if (a.command && a.command->game && a.game) {
        offer_settings(cli, &a);
    } else if (a.command && a.command->game) {
        offer_games(&a);
    } else if (a.command && !strcmp(a.command->usage, "EXPRESSION") && !a.game) {
        offer_expression(cli, &a);
    } else if (a.command && !strcmp(a.command->name, "help")) {
        offer_commands(&a);
    }
    return ZM_OK;
}

extern const zm_command zm_command_complete;
const zm_command zm_command_complete = {
    .name = "complete",
    .usage = "WORDS ...",
    .summary = "what could stand for the last of the words, one a line",
    .example = "zermelo complete solve hasenspiel",
    .hidden = true,
    .raw = true,
    .most = ZM_CLI_WORDS,
    .run = run,
};
