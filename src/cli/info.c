/* info.c: all there is to say of a game before solving it: rules, options, notation, what it offers the solver. */
#include "dice.h"
#include "print.h"

#include "answer/games.h"
#include "args.h"
#include "base/text.h"
#include "published.h"
#include "solve/method.h"

typedef zm_info facts;

/* Whether a table is there is a fact, not a failure. */
static void collect(zm_cli *cli, facts *f)
{
    zm_info_rules(cli->variant, f);
    zm_status status = zm_table_path(cli->context, cli->variant, zm_cli_tables(cli), f->path, sizeof f->path);
    if (status == ZM_OK)
        zm_cli_open_table(cli);
    zm_info_table(cli->context, cli->table, f);
}

static void print_json(const zm_cli *cli, const facts *f)
{
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_info(&j, cli->variant, f);
    zm_json_close(&j, '}');
    putchar('\n');
}

static void section(const char *title, const char *text)
{
    if (!*text)
        return;
    puts(title);
    zm_print_wrapped(stdout, 0, 2, text);
    putchar('\n');
}

static void words(const zm_variant *v, const char *title, const char *text)
{
    char out[ZM_SAID_ROOM];
    section(title, text ? zm_words_of(v, text, out, sizeof out) : "");
}

static void option_type(const zm_option *o, char out[200])
{
    if (o->kind == ZM_CHOICE_OPTION)
        snprintf(out, 200, "one of %s", o->choices);
    else if (o->kind == ZM_TEXT_OPTION)
        snprintf(out, 200, "text");
    else
        snprintf(out, 200, "%s %lld to %lld", o->kind == ZM_LIST_OPTION ? "numbers, each" : "a number,",
                 (long long)o->min, (long long)o->max);
}

static void print_options(const zm_variant *v)
{
    if (!v->game->options[0].name)
        return;
    puts("options");
    for (unsigned i = 0; i < ZM_MAX_OPTIONS && v->game->options[i].name; i++) {
        const zm_option *o = &v->game->options[i];
        char type[200], text[600], setting[100];
        option_type(o, type);
        snprintf(setting, sizeof setting, "%s=%s", o->name, v->option[i].text);
        const char *fallback = o->fallback ? o->fallback : "from the others";
        snprintf(text, sizeof text, "%s%s(%s; default %s)", o->help ? o->help : "", o->help ? " " : "", type, fallback);
        int n = printf("  %-18s ", setting);
        zm_print_wrapped(stdout, n, 21, text);
    }
    putchar('\n');
}

static void gives(bool yes, const char *part, const char *present, const char *absent)
{
    if (!yes && !absent)
        return;
    int n = printf("  %-10s %-4s ", part, yes ? "yes" : "no");
    zm_print_wrapped(stdout, n, n, yes ? present : absent);
}

static void print_gives(const zm_cli *cli, const facts *f)
{
    const zm_game *g = cli->game;
    char tiers[200], a[64], b[64];
    snprintf(tiers, sizeof tiers, "%s, %s: solved through dense arrays, tables need no keys, solves can be resumed",
             zm_things_text(f->tiers, "tier", a), zm_things_text(f->places, "place", b));
    puts("for the solver");
    gives(g->impartial, "impartial", "both players have the same moves: the turn is no part of a state", NULL);
    gives(g->fingerprint, "symmetry", "symmetric positions are one state", "every position is a state of its own");
    gives(f->dense, "tiers", tiers, "solved through a hash of the states that play reaches");
    gives(g->backward->parents || g->backward->parents_inside, "parents",
          "backward classification: work grows with what is decided",
          "forward classification: every state looks at its successors");
    gives(g->hunt, "hunt", "a lone piece against many: all its squares at once, as one machine word", NULL);
    gives(zm_has_method(g, ZM_METHOD_PAIR), "pair",
          "two hunters against many: all their pairs of squares at once, as sets of bits", NULL);
    putchar('\n');
}

static void print_bound(const zm_variant *v)
{
    const zm_bound *b = &v->game->sources->bound;
    char text[600], count[32];
    uint64_t states = zm_bound_of(v);
    if (!states)
        return;
    snprintf(text, sizeof text, "%s states: %s (%s)", zm_count_text(states, count), b->formula, b->source->title);
    section("upper bound", text);
}

static void print_published(const zm_variant *v, const facts *f)
{
    if (!zm_published_of(v, NULL))
        return;
    puts("published");
    zm_print_published(v, f->solved ? &f->summary : NULL);
    putchar('\n');
}

static void print_table(const zm_cli *cli, const facts *f)
{
    char bytes[32], words[ZM_WORDS_ROOM];
    puts("table");
    if (f->solved) {
        const bool wdl = f->summary.wdl;
        if (f->summary.dice)
            zm_odds_words(cli, f->summary.start_odds, words);
        else
            zm_value_words(cli, zm_turn_of(cli->variant, f->start), f->summary.start, wdl, words);
        printf("  %s, %s%s\n  %s\n", zm_bytes_text(f->table_bytes, bytes), words,
               wdl ? " (it says who wins, not how far)" : "", f->path);
        return;
    }
    zm_print_wrapped(stdout, 0, 2, f->problem);
    if (*f->path)
        zm_print_advice(cli);
}

static void print_codes(const zm_game *g)
{
    if (!g->sources->codes[0].name)
        return;
    puts("codes");
    for (unsigned i = 0; i < ZM_MAX_CODES && g->sources->codes[i].name; i++) {
        int n = printf("  %-18s ", g->sources->codes[i].name);
        zm_print_wrapped(stdout, n, 21, g->sources->codes[i].help ? g->sources->codes[i].help : "");
    }
    putchar('\n');
}

static void print_text(const zm_cli *cli, const facts *f)
{
    const zm_game *g = cli->game;
    char text[ZM_MAX_TEXT];
    zm_print_title(cli);
    words(cli->variant, "rules", g->about);
    words(cli->variant, "known", g->known);
    words(cli->variant, "notation", g->notation);
    print_options(cli->variant);
    print_codes(g);
    zm_write_position(cli->variant, f->start, text, sizeof text);
    printf("start\n  %s, %s to move\n\n", text, zm_player(g, zm_turn_of(cli->variant, f->start)));
    zm_print_board(cli, f->start);
    print_gives(cli, f);
    print_bound(cli->variant);
    print_published(cli->variant, f);
    print_table(cli, f);
}

static zm_status run(zm_cli *cli)
{
    facts f = {0};
    collect(cli, &f);
    if (cli->json)
        print_json(cli, &f);
    else
        print_text(cli, &f);
    return ZM_OK;
}

extern const zm_command zm_command_info;
const zm_command zm_command_info = {
    .name = "info",
    .usage = "GAME [opt=val ...]",
    .summary = "a game's rules, options, notation, and what is known of it",
    .about = "With settings, the start position and the sizes are those of that variant.",
    .example = "zermelo info connect-4",
    .game = true,
    .most = 1,
    .flags = {ZM_FLAG_TABLES},
    .run = run,
};
