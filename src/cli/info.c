/* info.c: all there is to say of a game before solving it: rules, options, notation, what it offers the solver. */
#include "dice.h"
#include "print.h"

#include "args.h"
#include "base/text.h"
#include "published.h"

#include <string.h>

typedef struct facts {
    zm_pos start;
    bool dense, solved;
    char problem[1024]; /* why there is no table that can be used */
    uint32_t tiers;
    uint64_t places;
    char table[4096]; /* its folder */
    zm_summary summary;
    uint64_t table_bytes;
} facts;

/* Whether a table is there is a fact, not a failure. */
static void find_table(zm_cli *cli, facts *f)
{
    zm_status status = zm_table_path(cli->context, cli->variant, zm_cli_tables(cli), f->table, sizeof f->table);
    if (status == ZM_OK)
        status = zm_cli_open_table(cli);
    f->solved = status == ZM_OK;
    if (f->solved) {
        f->summary = *zm_table_summary(cli->table);
        f->table_bytes = zm_table_bytes(cli->table);
    } else {
        snprintf(f->problem, sizeof f->problem, "%s", zm_message(cli->context));
    }
}

static void collect(zm_cli *cli, facts *f)
{
    const zm_game *g = cli->game;
    f->start = g->start(cli->variant);
    f->dense = g->tiers != NULL;
    f->tiers = f->dense ? g->tiers(cli->variant) : 0;
    for (uint32_t t = 0; t < f->tiers; t++)
        f->places += g->tier_size(cli->variant, t);
    find_table(cli, f);
}

static void json_gives(zm_json *j, const zm_game *g)
{
    zm_json_open(j, "gives", '{');
    zm_json_bool(j, "symmetry", g->fingerprint);
    zm_json_bool(j, "impartial", g->impartial);
    zm_json_bool(j, "tiers", g->tiers);
    zm_json_bool(j, "children", g->children);
    zm_json_bool(j, "parents", g->parents);
    zm_json_bool(j, "hunt", g->hunt);
    zm_json_bool(j, "cells", g->cells);
    zm_json_close(j, '}');
}

static void json_table(zm_json *j, const zm_cli *cli, const facts *f)
{
    zm_json_open(j, "table", '{');
    zm_json_bool(j, "present", f->solved);
    zm_json_text(j, "path", *f->table ? f->table : NULL);
    zm_json_text(j, "problem", f->solved ? NULL : f->problem);
    if (f->solved) {
        zm_json_number(j, "states", f->summary.states);
        zm_json_number(j, "bytes", f->table_bytes);
        zm_json_text(j, "values", f->summary.dice ? "odds" : zm_values_name(f->summary.wdl));
        zm_json_open(j, "start", '{');
        if (f->summary.dice)
            zm_json_odds(j, f->summary.start_odds);
        else
            zm_json_value(j, cli->variant, zm_turn_of(cli->variant, f->start), f->summary.start, f->summary.wdl);
        zm_json_close(j, '}');
    }
    zm_json_close(j, '}');
}

static void json_codes(zm_json *j, const zm_game *g)
{
    zm_json_open(j, "codes", '[');
    for (unsigned i = 0; i < ZM_MAX_CODES && g->codes[i].name; i++) {
        zm_json_open(j, NULL, '{');
        zm_json_text(j, "name", g->codes[i].name);
        zm_json_text(j, "help", g->codes[i].help);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

static void print_json(const zm_cli *cli, const facts *f)
{
    const zm_game *g = cli->game;
    char text[ZM_MAX_TEXT];
    zm_json j = {.out = stdout};
    zm_json_open(&j, NULL, '{');
    zm_json_variant(&j, cli);
    zm_json_text(&j, "title", g->title);
    zm_json_text(&j, "about", g->about);
    zm_json_text(&j, "known", g->known);
    zm_json_text(&j, "notation", g->notation);
    zm_json_open(&j, "players", '[');
    zm_json_text(&j, NULL, zm_player(g, 0));
    zm_json_text(&j, NULL, zm_player(g, 1));
    zm_json_close(&j, ']');
    zm_json_options(&j, g);
    json_codes(&j, g);
    zm_write_position(cli->variant, f->start, text);
    zm_json_text(&j, "start", text);
    zm_json_text(&j, "turn", zm_player(g, zm_turn_of(cli->variant, f->start)));
    json_gives(&j, g);
    if (f->dense) {
        zm_json_number(&j, "tiers", f->tiers);
        zm_json_number(&j, "places", f->places);
    } else {
        zm_json_null(&j, "tiers");
        zm_json_null(&j, "places");
    }
    zm_json_bound(&j, cli->variant);
    zm_json_published(&j, cli->variant, f->solved ? &f->summary : NULL);
    json_table(&j, cli, f);
    zm_json_close(&j, '}');
    putchar('\n');
}

static void section(const char *title, const char *text)
{
    if (!text || !*text)
        return;
    puts(title);
    zm_print_wrapped(stdout, 0, 2, text);
    putchar('\n');
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
    gives(g->parents, "parents", "backward classification: work grows with what is decided",
          "forward classification: every state looks at its successors");
    gives(g->hunt, "hunt", "a lone piece against many: all its squares at once, as one machine word", NULL);
    putchar('\n');
}

static void print_bound(const zm_variant *v)
{
    const zm_bound *b = &v->game->bound;
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
    char line[ZM_VARIANT_TEXT + 4300], bytes[32], words[ZM_WORDS_ROOM];
    puts("table");
    if (f->solved) {
        const bool wdl = f->summary.wdl;
        if (f->summary.dice)
            zm_odds_words(cli, f->summary.start_odds, words);
        else
            zm_value_words(cli, zm_turn_of(cli->variant, f->start), f->summary.start, wdl, words);
        printf("  %s, %s%s\n  %s\n", zm_bytes_text(f->table_bytes, bytes), words,
               wdl ? " (it says who wins, not how far)" : "", f->table);
        return;
    }
    zm_print_wrapped(stdout, 0, 2, f->problem);
    if (*f->table)
        printf("  make it with: %s\n", zm_command_line(cli, "solve", line, sizeof line));
}

static void print_codes(const zm_game *g)
{
    if (!g->codes[0].name)
        return;
    puts("codes");
    for (unsigned i = 0; i < ZM_MAX_CODES && g->codes[i].name; i++) {
        int n = printf("  %-18s ", g->codes[i].name);
        zm_print_wrapped(stdout, n, 21, g->codes[i].help ? g->codes[i].help : "");
    }
    putchar('\n');
}

static void print_text(const zm_cli *cli, const facts *f)
{
    const zm_game *g = cli->game;
    char text[ZM_MAX_TEXT];
    zm_print_title(cli);
    section("rules", g->about);
    section("known", g->known);
    section("notation", g->notation);
    print_options(cli->variant);
    print_codes(g);
    zm_write_position(cli->variant, f->start, text);
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
    .example = "zermelo info GAME",
    .game = true,
    .most = 1,
    .flags = {ZM_FLAG_TABLES},
    .run = run,
};
