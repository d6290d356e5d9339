/* games.c: see games.h. */
#include "games.h"

#include "base/text.h"
#include "game/words.h"
#include "solve/method.h"

#include <stdlib.h>
#include <string.h>

/* ---- options ---- */
static const char *kind_name(zm_option_kind kind)
{
    static const char *const name[] = {"", "int", "choice", "list", "text"};
    return name[kind];
}

static void json_choices(zm_json *j, const char *choices)
{
    zm_json_open(j, "choices", '[');
    for (const char *at = choices; at && *at;) {
        int n = (int)strcspn(at, "|");
        char one[ZM_MAX_TEXT];
        snprintf(one, sizeof one, "%.*s", n, at);
        zm_json_text(j, NULL, one);
        at += n + (at[n] == '|');
    }
    zm_json_close(j, ']');
}

static void json_option(zm_json *j, const zm_option *o)
{
    bool ranged = o->kind == ZM_INT_OPTION || o->kind == ZM_LIST_OPTION;
    int64_t number;
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "name", o->name);
    zm_json_text(j, "type", kind_name(o->kind));
    if (o->kind == ZM_INT_OPTION && o->fallback && zm_parse_number(o->fallback, &number))
        zm_json_signed(j, "default", number);
    else
        zm_json_text(j, "default", o->fallback);
    if (ranged) {
        zm_json_signed(j, "min", o->min);
        zm_json_signed(j, "max", o->max);
    } else {
        zm_json_null(j, "min");
        zm_json_null(j, "max");
    }
    if (o->kind == ZM_CHOICE_OPTION)
        json_choices(j, o->choices);
    else
        zm_json_null(j, "choices");
    zm_json_text(j, "help", o->help);
    zm_json_close(j, '}');
}

static void json_options(zm_json *j, const zm_game *g)
{
    zm_json_open(j, "options", '[');
    for (unsigned i = 0; i < ZM_MAX_OPTIONS && g->options[i].name; i++)
        json_option(j, &g->options[i]);
    zm_json_close(j, ']');
}

/* ---- list ---- */
/* What is wrong with their folder is told once, not for each plugin in it. */
static bool is_told(zm_context *c, char *told, size_t size)
{
    const char *why = strstr(zm_message(c), " is not loaded: ");
    if (why && !strcmp(why, told))
        return true;
    snprintf(told, size, "%s", why ? why : "");
    return false;
}

static void each_plugin(zm_context *c, zm_game_fn *visit, void *arg)
{
    char *names = zm_plugin_names(), told[1024] = "";
    unsigned more = 0;
    for (const char *name = names; name && *name; name += strlen(name) + 1) {
        const zm_game *g;
        bool built_in = false;
        for (size_t i = 0; i < zm_builtin_count(); i++)
            built_in |= !strcmp(zm_builtin(i)->name, name);
        if (built_in)
            continue;
        if (zm_find_game(c, name, &g) == ZM_OK)
            visit(arg, g, true);
        else if (is_told(c, told, sizeof told))
            more++;
        else
            zm_note(c, "%s", zm_message(c));
    }
    if (more)
        zm_note(c, "%u more plugin%s there %s not loaded for the same reason", more, more == 1 ? "" : "s",
                more == 1 ? "is" : "are");
    free(names);
}

void zm_each_game(zm_context *c, zm_game_fn *visit, void *arg)
{
    for (size_t i = 0; i < zm_builtin_count(); i++)
        visit(arg, zm_builtin(i), false);
    each_plugin(c, visit, arg);
}

typedef struct listing {
    zm_json *j;
    zm_context *c;
} listing;

static void json_game(void *arg, const zm_game *g, bool plugin)
{
    zm_json *j = ((listing *)arg)->j;
    char text[ZM_SAID_ROOM];
    zm_json_open(j, NULL, '{');
    zm_json_text(j, "name", g->name);
    zm_json_text(j, "title", g->title);
    zm_json_text(j, "about", zm_usual_words(((listing *)arg)->c, g, g->about, text));
    zm_json_open(j, "players", '[');
    zm_json_text(j, NULL, zm_player(g, 0));
    zm_json_text(j, NULL, zm_player(g, 1));
    zm_json_close(j, ']');
    json_options(j, g);
    zm_json_number(j, "rolls", g->dice->rolls);
    zm_json_bool(j, "impartial", g->impartial);
    zm_json_bool(j, "plugin", plugin);
    zm_json_close(j, '}');
}

void zm_json_games(zm_json *j, zm_context *c)
{
    zm_json_open(j, "games", '[');
    zm_each_game(c, json_game, &(listing){j, c});
    zm_json_close(j, ']');
}

/* ---- info ---- */
void zm_info_rules(const zm_variant *v, zm_info *out)
{
    const zm_game *g = v->game;
    out->start = g->start(v);
    out->dense = g->index->tiers != NULL;
    out->tiers = out->dense ? g->index->tiers(v) : 0;
    out->places = 0;
    for (uint32_t t = 0; t < out->tiers; t++)
        out->places += g->index->tier_size(v, t);
}

void zm_info_table(zm_context *c, const zm_table *t, zm_info *out)
{
    out->solved = t != NULL;
    *out->problem = 0;
    if (t) {
        out->summary = *zm_table_summary(t);
        out->table_bytes = zm_table_bytes(t);
    } else {
        snprintf(out->problem, sizeof out->problem, "%s", zm_message(c));
    }
}

static void json_gives(zm_json *j, const zm_game *g)
{
    zm_json_open(j, "gives", '{');
    zm_json_bool(j, "symmetry", g->fingerprint);
    zm_json_bool(j, "impartial", g->impartial);
    zm_json_bool(j, "tiers", g->index->tiers);
    zm_json_bool(j, "children", g->index->children);
    zm_json_bool(j, "parents", g->backward->parents || g->backward->parents_inside);
    zm_json_bool(j, "hunt", g->hunt);
    zm_json_bool(j, "pair", zm_has_method(g, ZM_METHOD_PAIR));
    zm_json_bool(j, "cells", g->looks->cells);
    zm_json_close(j, '}');
}

static void json_table(zm_json *j, const zm_variant *v, const zm_info *f)
{
    zm_json_open(j, "table", '{');
    zm_json_bool(j, "present", f->solved);
    zm_json_text(j, "path", *f->path ? f->path : NULL);
    zm_json_text(j, "problem", f->solved ? NULL : f->problem);
    if (f->solved) {
        zm_json_number(j, "states", f->summary.states);
        zm_json_number(j, "bytes", f->table_bytes);
        zm_json_text(j, "values", f->summary.dice ? "odds" : zm_values_name(f->summary.wdl));
        zm_json_open(j, "start", '{');
        if (f->summary.dice)
            zm_json_odds(j, f->summary.start_odds);
        else
            zm_json_value(j, v, zm_turn_of(v, f->start), f->summary.start, f->summary.wdl);
        zm_json_close(j, '}');
    }
    zm_json_close(j, '}');
}

static void json_phases(zm_json *j, const zm_game *g)
{
    zm_json_open(j, "phases", '[');
    for (unsigned i = 0; i < ZM_MAX_PHASES && g->looks->phases[i]; i++)
        zm_json_text(j, NULL, g->looks->phases[i]);
    zm_json_close(j, ']');
}

static void json_codes(zm_json *j, const zm_game *g)
{
    zm_json_open(j, "codes", '[');
    for (unsigned i = 0; i < ZM_MAX_CODES && g->sources->codes[i].name; i++) {
        zm_json_open(j, NULL, '{');
        zm_json_text(j, "name", g->sources->codes[i].name);
        zm_json_text(j, "help", g->sources->codes[i].help);
        zm_json_close(j, '}');
    }
    zm_json_close(j, ']');
}

/* null where there is nothing to say of this variant. */
static void json_words(zm_json *j, const char *name, const zm_variant *v, const char *text)
{
    char out[ZM_SAID_ROOM];
    zm_json_text(j, name, text && *zm_words_of(v, text, out, sizeof out) ? out : NULL);
}

void zm_json_info(zm_json *j, const zm_variant *v, const zm_info *f)
{
    const zm_game *g = v->game;
    zm_json_settings(j, v);
    zm_json_text(j, "title", g->title);
    json_words(j, "about", v, g->about);
    json_words(j, "known", v, g->known);
    json_words(j, "notation", v, g->notation);
    zm_json_open(j, "players", '[');
    zm_json_text(j, NULL, zm_player(g, 0));
    zm_json_text(j, NULL, zm_player(g, 1));
    zm_json_close(j, ']');
    json_options(j, g);
    json_phases(j, g);
    json_codes(j, g);
    zm_json_position(j, "start", v, f->start);
    zm_json_text(j, "turn", zm_player(g, zm_turn_of(v, f->start)));
    json_gives(j, g);
    if (f->dense) {
        zm_json_number(j, "tiers", f->tiers);
        zm_json_number(j, "places", f->places);
    } else {
        zm_json_null(j, "tiers");
        zm_json_null(j, "places");
    }
    zm_json_bound(j, v);
    zm_json_published(j, v, f->solved ? &f->summary : NULL);
    json_table(j, v, f);
}
